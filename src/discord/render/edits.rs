//! Edits of memory as people see them below an answer. Pure.

use super::card::{CARDS, Card, FIELD, TITLE, TOTAL, cut, fenced, plain};
use super::{counted, fill};
use crate::discord::split::units;
use crate::memory::diff::diff_text;
use crate::memory::{Actor, EditCard, EditKind};

/// Units of a diff when it stands alone, and when it shares a message with others.
const DIFF_ALONE: usize = 3_500;
const DIFF_SHARED: usize = 1_000;
/// Units kept free for the line that names what has no embed of its own.
const REST: usize = 600;
const REASON: usize = 400;

/// The embeds of one message for `cards`. Those for which there is no room are named in one line.
pub fn edit_cards(cards: &[EditCard]) -> Vec<Card> {
    let diff = if cards.len() == 1 { DIFF_ALONE } else { DIFF_SHARED };
    let mut shown: Vec<Card> = Vec::new();
    let mut used = 0;
    for (at, card) in cards.iter().enumerate() {
        let next = edit_card(card, diff);
        let last = at + 1 == cards.len();
        let room = if last { TOTAL } else { TOTAL - REST };
        let places = if last { CARDS } else { CARDS - 1 };
        if used + next.units() > room || shown.len() >= places {
            shown.push(rest(&cards[at..]));
            break;
        }
        used += next.units();
        shown.push(next);
    }
    shown
}

fn edit_card(card: &EditCard, diff: usize) -> Card {
    let edit = &card.edit;
    let mut fields = Vec::new();
    if let Some(reason) = edit.reason.as_deref().filter(|reason| !reason.trim().is_empty()) {
        fields.push(("Why".to_owned(), cut(&plain(reason.trim()), REASON.min(FIELD))));
    }
    fields.push(("Fill".to_owned(), fill(card.used, card.limit)));
    Card {
        title: cut(&plain(&card.title), TITLE),
        description: fenced("diff", &diff_text(&edit.before, &edit.after), diff),
        colour: colour(edit.kind),
        fields,
        footer: format!("{} by {}", verb(edit.kind), who(edit.actor)),
    }
}

/// The edits without an embed, by the names of what they changed.
fn rest(cards: &[EditCard]) -> Card {
    let head = format!("and {}: ", counted(cards.len() as u64, "more change", "more changes"));
    let names = cards.iter().map(|card| plain(&card.title)).collect::<Vec<_>>().join(", ");
    let room = REST - units(&head);
    Card { description: format!("{head}{}", cut(&names, room)), colour: 0x99_aa_b5, ..Card::default() }
}

fn verb(kind: EditKind) -> &'static str {
    match kind {
        EditKind::Create => "created",
        EditKind::Append => "extended",
        EditKind::Replace => "changed",
        EditKind::Rewrite => "rewritten",
        EditKind::Reset => "reset",
        EditKind::Undo => "taken back",
        EditKind::Restore => "restored",
        EditKind::Supersede => "no longer true",
        EditKind::Revive => "true again",
        EditKind::Remove => "removed",
        EditKind::Return => "put back",
    }
}

fn who(actor: Actor) -> &'static str {
    match actor {
        Actor::Model => "me",
        Actor::Person(_) => "a person",
        Actor::Background => "me, in a quiet hour",
        Actor::System => "the program",
    }
}

fn colour(kind: EditKind) -> u32 {
    match kind {
        EditKind::Create | EditKind::Append | EditKind::Return | EditKind::Revive => 0x57_f2_87,
        EditKind::Replace | EditKind::Rewrite | EditKind::Undo | EditKind::Restore | EditKind::Supersede => 0x58_65_f2,
        EditKind::Reset | EditKind::Remove => 0xed_42_45,
    }
}

#[cfg(test)]
#[path = "edits_tests.rs"]
mod tests;
