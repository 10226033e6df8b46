//! What people are shown of memory: edits, blocks, search results, receipts. Pure: values in, embeds and sentences out.
//! Must not know who sends them.

pub mod card;
mod context;
pub mod doctor;
mod documents;
mod edits;
mod history;
mod memory;
mod model;
mod picture;
mod reminders;
mod rights;
pub mod settings;
mod transfer;
mod why;

use super::words::Lang;
pub use card::{Card, pages};
pub use context::{alt, context};
pub use documents::{documents, removal, removed};
pub use edits::{edit_cards, edit_line, target_title, title};
pub use history::{change_line, history};
pub use memory::{block_cards, block_title, overview, persona, question, receipt, results, whence};
pub use model::{Answering, answering};
pub use picture::{PICTURE, bar};
pub use reminders::{reminder_cancelled, reminder_choice, reminder_set, reminders, when};
pub use rights::{forgotten, held, usage};
pub use transfer::{import_question, imported};
pub use why::why;

/// How many of something, and how that is said.
type Counted = (u64, fn(Lang, u64) -> String);

/// What there is of them, each with its count; what there is none of is not told.
fn counted(parts: &[Counted], lang: Lang) -> Vec<String> {
    parts.iter().filter(|(count, _)| *count > 0).map(|(count, say)| say(lang, *count)).collect()
}

/// The title of a person's block, as [`crate::memory::Block::title`] writes it, in people's words.
fn human(title: &str, lang: Lang) -> String {
    title.strip_prefix("human · ").map_or_else(|| title.to_owned(), |name| lang.human_block(name))
}

/// What the foot of a list adds when there is a page behind this one.
fn next_page(page: u64, pages: u64, lang: Lang) -> String {
    if page < pages { format!(" · {}", lang.next_page(page + 1)) } else { String::new() }
}

/// `used` of `limit` characters as a bar: `312 / 2000 ▓▓░░░░░░░░`.
fn fill(used: usize, limit: usize) -> String {
    let tenths = (used * 10).div_ceil(limit.max(1)).min(10);
    format!("{used} / {limit} {}{}", "▓".repeat(tenths), "░".repeat(10 - tenths))
}
