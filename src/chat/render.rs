//! What the terminal shows. Pure.

use crate::agent::desk::{Changes, Documents, Hits, Overview};
use crate::memory::diff::diff_text;
use crate::memory::{Actor, EditCard, Outgoing};
use crate::store::{ResetReceipt, ResetWhat};
use crate::tools::{clip, page_note};

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
            format!(
                "While nobody talked I tended my memory; {facts} messages are found by more than their own words now.\n{}",
                cards.join("\n")
            )
        }
        Outgoing::Reaction { emoji } => emoji.clone(),
        Outgoing::Failure { sentence, trace } => format!("{sentence} (trace {trace})"),
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
        return "Nothing was changed yet.".into();
    }
    let line = |(number, card): (u64, &EditCard)| {
        let who = match card.edit.actor {
            Actor::Model => "the agent",
            Actor::Person(_) => "you",
            Actor::Background => "the agent, in a quiet hour",
            Actor::System => "the program",
        };
        let what = card.edit.after.lines().last().unwrap_or_default();
        let head = format!("{number:>3}. [{}] {}", card.edit.at.format("%Y-%m-%d %H:%M"), plain(&card.title));
        format!("{head}, {} by {who}: {}", card.edit.kind.as_str(), clip(&plain(what), 100))
    };
    let lines: Vec<String> = (changes.first..).zip(&changes.items).map(line).collect();
    format!("{}\n{}", page_note(changes.page, changes.pages, changes.total), lines.join("\n"))
}

/// A text without what could move the cursor or colour the screen.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || *c == '\n' || *c == '\t').collect()
}

/// All that the agent holds.
pub(super) fn overview(overview: &Overview) -> String {
    let block = |block: &crate::memory::Block| {
        format!("── {} ({}/{})\n{}", plain(&block.title()), block.used(), block.limit, plain(&block.value))
    };
    let mut parts: Vec<String> = overview.core.blocks.iter().map(block).collect();
    parts.push(format!(
        "── {} messages, {} archived passages and {} documents since {}",
        overview.messages,
        overview.passages,
        overview.documents,
        overview.since.format("%Y-%m-%d")
    ));
    parts.join("\n")
}

/// One page of the documents.
pub(super) fn documents(documents: &Documents) -> String {
    if documents.items.is_empty() {
        return "There are no documents: /docs add PATH adds some.".into();
    }
    let line = |document: &crate::memory::Document| {
        let pages = document.pages;
        let added = document.created_at.format("%Y-%m-%d");
        format!(
            "{:>3}. {} ({pages} {}), {added}",
            document.number,
            plain(&document.name),
            if pages == 1 { "page" } else { "pages" }
        )
    };
    let lines: Vec<String> = documents.items.iter().map(line).collect();
    format!("{}\n{}", page_note(documents.page, documents.pages, documents.total), lines.join("\n"))
}

/// One page of a search.
pub(super) fn hits(hits: &Hits) -> String {
    if hits.items.is_empty() {
        return "Nothing found.".into();
    }
    let line = |hit: &crate::agent::desk::Hit| {
        format!("[{}] {}: {}", hit.at.format("%Y-%m-%d %H:%M"), plain(&hit.who), plain(&hit.text))
    };
    let lines: Vec<String> = hits.items.iter().map(line).collect();
    format!("{}\n{}", page_note(hits.page, hits.pages, hits.total), lines.join("\n"))
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
    format!(
        "Reset {name}: {blocks} blocks, {passages} passages, {documents} documents, {messages} messages, {edits} edits."
    )
}
