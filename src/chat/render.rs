//! What the terminal shows. Pure.

use crate::agent::desk::{Changes, Documents, Hits, Overview};
use crate::memory::diff::{DiffLine, diff_lines, diff_text};
use crate::memory::{Actor, EditCard, Limit, Outgoing};
use crate::output::{counted, plain};
use crate::search::found_note;
use crate::store::{ResetReceipt, ResetWhat};
use crate::tools::{clip, no_page, page_note};

/// An answer with the edits that came with it.
pub(super) fn outgoing(outgoing: &Outgoing) -> String {
    match outgoing {
        Outgoing::Reply { text, cards } => {
            let mut parts: Vec<String> = cards.iter().map(card).collect();
            if !text.is_empty() {
                parts.push(plain(text));
            }
            parts.join("\n")
        }
        Outgoing::Learned { cards, .. } => {
            let cards: Vec<String> = cards.iter().map(card).collect();
            format!("A message was deleted. This was learned from it:\n{}", cards.join("\n"))
        }
        Outgoing::Tended { cards, facts } => {
            let cards: Vec<String> = cards.iter().map(card).collect();
            let found = match facts {
                0 => String::new(),
                1 => "; 1 message is found by more than its own words now".to_owned(),
                many => format!("; {many} messages are found by more than their own words now"),
            };
            format!("While nobody talked I tended my memory{found}.\n{}", cards.join("\n"))
        }
        // It is told in Discord only: here everything stays on this machine.
        Outgoing::Notice => String::new(),
        Outgoing::LimitReached { limit, most, until } => {
            let what = match limit {
                Limit::PersonMessages | Limit::GuildMessages => "messages",
                Limit::PersonTokens | Limit::GuildTokens => "tokens",
            };
            format!("The limit of {most} {what} a day is reached; it ends at {}.", until.format("%Y-%m-%d %H:%M UTC"))
        }
        Outgoing::Reminder { text, due, late, .. } => {
            let late = if *late { format!(" (was due {})", due.format("%Y-%m-%d %H:%M UTC")) } else { String::new() };
            format!("⏰ {}{late}", plain(text))
        }
        Outgoing::Reaction { emoji } => emoji.clone(),
        Outgoing::Stopped { text, cards } => {
            let parts = cards.iter().map(card).chain([plain(text), "(stopped)".to_owned()]);
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
        }
        Outgoing::Withdrawn => String::new(),
        // Nothing waits at a terminal; the row is one of an agent that was copied here.
        Outgoing::Waits { cause } => cause.to_string(),
        Outgoing::Failure { cause, trace } => format!("{cause} (trace {trace})"),
    }
}

/// One edit: what, how full, why, and the difference.
pub(super) fn card(card: &EditCard) -> String {
    let reason = card.edit.reason.as_deref().map(|reason| format!(" — {}", plain(reason))).unwrap_or_default();
    let diff: Vec<String> =
        diff_text(&card.edit.before, &card.edit.after).lines().map(|line| format!("│ {}", plain(line))).collect();
    format!("┌ memory: {} ({}/{}){reason}\n{}\n└", plain(&card.title), card.used, card.limit, diff.join("\n"))
}

/// One page of what was changed.
pub(super) fn changes(changes: &Changes) -> String {
    if changes.items.is_empty() {
        return nothing_on(changes.page, changes.pages, changes.total, "Nothing was changed yet.");
    }
    let line = |(number, card): (u64, &EditCard)| {
        let who = match card.edit.actor {
            Actor::Model => "the agent",
            Actor::Person(_) => "you",
            Actor::Background => "the agent, in a quiet hour",
            Actor::System => "the program",
        };
        let what = changed_line(&card.edit.before, &card.edit.after);
        let head = format!("{number:>3}. [{}] {}", card.edit.at.format("%Y-%m-%d %H:%M"), plain(&card.title));
        format!("{head}, {} by {who}: {}", card.edit.kind.as_str(), clip(&plain(&what), 100))
    };
    let lines: Vec<String> = (changes.first..).zip(&changes.items).map(line).collect();
    format!("{}\n{}", page_note(changes.page, changes.pages, changes.total), lines.join("\n"))
}

/// What an edit did, in one line: the first one that it added, else the first one that it took away, else what it left
/// as it is, as when a passage holds again.
fn changed_line(before: &str, after: &str) -> String {
    let lines = diff_lines(before, after, 0);
    let added = lines.iter().find_map(|line| match line {
        DiffLine::Added(text) => Some(format!("+ {text}")),
        _ => None,
    });
    let removed = || {
        lines.iter().find_map(|line| match line {
            DiffLine::Removed(text) => Some(format!("- {text}")),
            _ => None,
        })
    };
    added.or_else(removed).unwrap_or_else(|| after.lines().next().unwrap_or_default().to_owned())
}

/// What is said of a page with nothing on it: that there is no such page, or `nothing` where there is nothing at all.
fn nothing_on(page: u64, pages: u64, total: u64, nothing: &str) -> String {
    if total == 0 { nothing.to_owned() } else { no_page(page, pages, total) }
}

/// All that the agent holds.
pub(super) fn overview(overview: &Overview) -> String {
    let block = |block: &crate::memory::Block| {
        format!("── {} ({}/{})\n{}", plain(&block.title()), block.used(), block.limit, plain(&block.value))
    };
    let mut parts: Vec<String> = overview.core.blocks.iter().map(block).collect();
    parts.push(format!(
        "── {}, {} and {} since {}",
        counted(overview.messages, "message", "messages"),
        counted(overview.passages, "archived passage", "archived passages"),
        counted(overview.documents, "document", "documents"),
        overview.since.format("%Y-%m-%d")
    ));
    parts.join("\n")
}

/// One page of the documents.
pub(super) fn documents(documents: &Documents) -> String {
    if documents.items.is_empty() {
        let none = "There are no documents: /docs add PATH adds some.";
        return nothing_on(documents.page, documents.pages, documents.total, none);
    }
    let line = |document: &crate::memory::Document| {
        let pages = counted(document.pages.into(), "page", "pages");
        let added = document.created_at.format("%Y-%m-%d");
        format!("{:>3}. {} ({pages}), {added}", document.number, plain(&document.name))
    };
    let lines: Vec<String> = documents.items.iter().map(line).collect();
    format!("{}\n{}", page_note(documents.page, documents.pages, documents.total), lines.join("\n"))
}

/// One page of a search.
pub(super) fn hits(hits: &Hits) -> String {
    if hits.items.is_empty() {
        return nothing_on(hits.page, hits.pages, hits.total, "Nothing found.");
    }
    let line = |hit: &crate::agent::desk::Hit| {
        format!("[{}] {}: {}", hit.at.format("%Y-%m-%d %H:%M"), plain(&hit.whence.to_string()), plain(&hit.text))
    };
    let lines: Vec<String> = hits.items.iter().map(line).collect();
    let note = page_note(hits.page, hits.pages, hits.total);
    format!("{note}{}\n{}", found_note(hits.inexact, hits.words_only), lines.join("\n"))
}

/// What a reset took away.
pub(super) fn receipt(what: ResetWhat, receipt: &ResetReceipt) -> String {
    let ResetReceipt { blocks, passages, documents, messages, edits } = receipt;
    let name = match what {
        ResetWhat::Core => "core memory",
        ResetWhat::Archival => "archival memory",
        ResetWhat::History => "the history",
        ResetWhat::All => "everything",
    };
    let parts = [
        counted(*blocks, "block", "blocks"),
        counted(*passages, "passage", "passages"),
        counted(*documents, "document", "documents"),
        counted(*messages, "message", "messages"),
        counted(*edits, "edit", "edits"),
    ];
    format!("Reset {name}: {}.", parts.join(", "))
}

#[cfg(test)]
#[path = "render_tests.rs"]
mod tests;
