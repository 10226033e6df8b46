//! What people are shown of memory: edits, blocks, search results, receipts. Pure: values in, embeds and sentences out.
//! Must not know who sends them.

pub mod card;
mod documents;
mod edits;
mod memory;

use crate::output::counted;
pub use card::{Card, pages};
pub use documents::{documents, removal, removed};
pub use edits::edit_cards;
pub use memory::{overview, persona, question, receipt, results};

/// `used` of `limit` characters as a bar: `312 / 2000 ▓▓░░░░░░░░`.
fn fill(used: usize, limit: usize) -> String {
    let tenths = (used * 10).div_ceil(limit.max(1)).min(10);
    format!("{used} / {limit} {}{}", "▓".repeat(tenths), "░".repeat(10 - tenths))
}
