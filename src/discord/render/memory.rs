//! What `/memory` and `/persona` show. Pure.

use super::card::{Card, DESCRIPTION, TITLE, cut, fenced, inert, plain};
use super::{counted, fill};
use crate::agent::desk::{Hit, Hits, Overview};
use crate::clock::Moment;
use crate::discord::split::{split, units};
use crate::discord::words;
use crate::memory::Block;
use crate::store::{ResetReceipt, ResetWhat};
use crate::tools::no_page;

const COLOUR: u32 = 0x58_65_f2;
/// Units of a block that one embed shows; a longer block takes several.
const BLOCK_PART: usize = 3_800;
/// Units of one search result.
const HIT: usize = 400;

/// The embeds of `/memory show`: what there is by number, then each block whole.
pub fn overview(overview: &Overview) -> Vec<Card> {
    let messages = counted(overview.messages, "message", "messages");
    let passages = counted(overview.passages, "passage in the archive", "passages in the archive");
    let held = match overview.documents {
        0 => format!("{messages} and {passages}"),
        some => format!("{messages}, {passages} and {}", counted(some, "document", "documents")),
    };
    let mut cards = vec![Card {
        title: "What I remember here".to_owned(),
        description: format!("{held} since {}.", date(overview.since)),
        colour: COLOUR,
        ..Card::default()
    }];
    cards.extend(overview.core.blocks.iter().flat_map(block_cards));
    cards
}

fn block_cards(block: &Block) -> Vec<Card> {
    let footer = format!("version {} · {}", block.version, block.updated_at.format("%Y-%m-%d %H:%M UTC"));
    text_cards(&block.title(), &block.value, &fill(block.used(), block.limit), &footer)
}

/// The embeds of `/persona show`.
pub fn persona(text: &str, version: i64, limit: usize) -> Vec<Card> {
    text_cards(words::PERSONA_TITLE, text, &fill(text.chars().count(), limit), &format!("version {version}"))
}

fn text_cards(title: &str, value: &str, fill: &str, footer: &str) -> Vec<Card> {
    let parts = parts(value);
    let count = parts.len();
    let card = |(at, part): (usize, String)| {
        let number = if count > 1 { format!(" ({}/{count})", at + 1) } else { String::new() };
        let last = at + 1 == count;
        Card {
            title: format!("{}{number}", cut(&plain(title), TITLE - 20)),
            description: part,
            colour: COLOUR,
            fields: if last { vec![("Fill".to_owned(), fill.to_owned())] } else { Vec::new() },
            footer: if last { footer.to_owned() } else { String::new() },
        }
    };
    parts.into_iter().enumerate().map(card).collect()
}

/// A stored text in code blocks, so that it is seen as it is stored.
fn parts(value: &str) -> Vec<String> {
    // Apart first: a fence in the text is then no fence for the cutting either.
    let pieces = split(&inert(value), BLOCK_PART);
    if pieces.is_empty() {
        return vec![format!("*{}*", words::EMPTY_BLOCK)];
    }
    pieces.iter().map(|piece| fenced("", piece, DESCRIPTION)).collect()
}

/// The embed of `/memory search`.
pub fn results(query: &str, hits: &Hits) -> Card {
    let title = format!("Search: {}", cut(&plain(query.trim()), TITLE - 60));
    if hits.items.is_empty() {
        let none = match hits.total {
            0 => words::NOTHING_FOUND.to_owned(),
            total => no_page(hits.page, hits.pages, total),
        };
        return Card { title, description: none, colour: COLOUR, ..Card::default() };
    }
    let mut description = if hits.inexact { format!("{}\n\n", words::INEXACT) } else { String::new() };
    for hit in &hits.items {
        let entry = entry(hit);
        if units(&description) + units(&entry) + 2 > DESCRIPTION {
            break;
        }
        description.push_str(&entry);
        description.push('\n');
    }
    let more = if hits.page < hits.pages { format!(" · next: page:{}", hits.page + 1) } else { String::new() };
    let footer = format!("page {}/{} · {} found{more}", hits.page, hits.pages, hits.total);
    Card { title, description: description.trim_end().to_owned(), colour: COLOUR, fields: Vec::new(), footer }
}

fn entry(hit: &Hit) -> String {
    let link = hit.jump_link.as_ref().map(|link| format!(" · [open]({link})")).unwrap_or_default();
    let tags: String = hit.tags.iter().take(10).map(|tag| format!(" `{}`", cut(&tag.replace('`', "'"), 40))).collect();
    let line = hit.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(
        "**{}** · {}{link}{}\n{}\n",
        cut(&plain(&hit.who), 100),
        date(hit.at),
        cut(&tags, 200),
        cut(&plain(&line), HIT)
    )
}

/// A moment that Discord shows in each reader's own time zone.
fn date(at: Moment) -> String {
    format!("<t:{}:f>", at.timestamp())
}

/// What `/memory reset` asks before it does anything.
pub fn question(what: ResetWhat, there: &Overview) -> String {
    let messages = counted(there.messages, "message", "messages");
    let passages = counted(there.passages, "passage", "passages");
    let documents = match there.documents {
        0 => String::new(),
        some => format!(", {}", counted(some, "document", "documents")),
    };
    let goes = match what {
        ResetWhat::Core => "core memory: every block goes back to its beginning. Their history stays.".to_owned(),
        ResetWhat::Archival => format!("the archive, with its history: {passages}{documents}."),
        ResetWhat::History => {
            format!("the conversation, with its summaries: {messages}. What I wrote down of it stays.")
        }
        ResetWhat::All => {
            format!(
                "everything: {passages}{documents}, {messages}, what stands in core memory, and the history of every change."
            )
        }
    };
    format!("This takes away {goes}\n**It cannot be undone.**")
}

/// What a reset took away.
pub fn receipt(taken: &ResetReceipt) -> String {
    let parts = [
        (taken.blocks, "block back to its beginning", "blocks back to their beginnings"),
        (taken.passages, "passage", "passages"),
        (taken.documents, "document", "documents"),
        (taken.messages, "message", "messages"),
        (taken.edits, "recorded change", "recorded changes"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| counted(*count, one, many)).collect();
    if told.is_empty() {
        "There was nothing to take away.".to_owned()
    } else {
        format!("Taken away: {}.", told.join(", "))
    }
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
