//! Edits of memory as people see them below an answer. Pure.

use super::card::{CARDS, Card, FIELD, TITLE, TOTAL, cut, fenced, plain};
use super::{fill, human};
use crate::discord::split::units;
use crate::discord::words::Lang;
use crate::memory::diff::diff_text;
use crate::memory::{Actor, Edit, EditCard, EditKind, EditTarget, Label};

/// Units of a diff when it stands alone, and when it shares a message with others.
const DIFF_ALONE: usize = 3_500;
const DIFF_SHARED: usize = 1_000;
/// Units kept free for the line that names what has no embed of its own.
const REST: usize = 600;
const REASON: usize = 400;
/// Units of all changes in one line.
const LINE: usize = 300;

/// The embeds of one message for `cards`. Those for which there is no room are named in one line.
pub fn edit_cards(cards: &[EditCard], lang: Lang) -> Vec<Card> {
    let diff = if cards.len() == 1 { DIFF_ALONE } else { DIFF_SHARED };
    let mut shown: Vec<Card> = Vec::new();
    let mut used = 0;
    for (at, card) in cards.iter().enumerate() {
        let next = edit_card(card, diff, lang);
        let last = at + 1 == cards.len();
        let room = if last { TOTAL } else { TOTAL - REST };
        let places = if last { CARDS } else { CARDS - 1 };
        if used + next.units() > room || shown.len() >= places {
            shown.push(rest(&cards[at..], lang));
            break;
        }
        used += next.units();
        shown.push(next);
    }
    shown
}

/// The changes in one line: what was changed, and how.
pub fn edit_line(cards: &[EditCard], lang: Lang) -> String {
    let one = |card: &EditCard| format!("{} ({})", plain(&title(card, lang)), done(card.edit.kind, lang));
    cut(&lang.all_of(cards.iter().map(one).collect()), LINE)
}

fn edit_card(card: &EditCard, diff: usize, lang: Lang) -> Card {
    let edit = &card.edit;
    let mut fields = Vec::new();
    if let Some(reason) = edit.reason.as_deref().filter(|reason| !reason.trim().is_empty()) {
        fields.push((lang.why(), cut(&plain(reason.trim()), REASON.min(FIELD))));
    }
    fields.push((lang.fill(), fill(card.used, card.limit)));
    Card {
        title: cut(&plain(&title(card, lang)), TITLE),
        description: fenced("diff", &diff_text(&edit.before, &edit.after), diff),
        colour: colour(edit.kind),
        fields,
        footer: done_by(edit, lang),
        ..Card::default()
    }
}

/// The edits without an embed, by the names of what they changed.
fn rest(cards: &[EditCard], lang: Lang) -> Card {
    let count = cards.len() as u64;
    let names = lang.all_of(cards.iter().map(|card| plain(&title(card, lang))).collect());
    let room = REST - units(&lang.more_changes(count, ""));
    Card { description: lang.more_changes(count, &cut(&names, room)), colour: 0x99_aa_b5, ..Card::default() }
}

/// What people call the thing that was changed.
pub fn title(card: &EditCard, lang: Lang) -> String {
    target_title(&card.edit.target, &card.title, lang)
}

/// The same of a thing that memory calls `title`.
pub fn target_title(target: &EditTarget, title: &str, lang: Lang) -> String {
    match target {
        EditTarget::Block(Label::Persona) => lang.persona_block(),
        EditTarget::Block(Label::Human(_)) => human(title, lang),
        EditTarget::Passage(_) => lang.archive(),
        EditTarget::Facts(_) => lang.search_of_message(),
    }
}

/// What was done, and by whom.
pub(super) fn done_by(edit: &Edit, lang: Lang) -> String {
    lang.done_by(&done(edit.kind, lang), &who(edit.actor, lang))
}

fn done(kind: EditKind, lang: Lang) -> String {
    match kind {
        EditKind::Create => lang.created(),
        EditKind::Append => lang.extended(),
        EditKind::Replace => lang.changed(),
        EditKind::Rewrite => lang.rewritten(),
        EditKind::Reset => lang.reset(),
        EditKind::Undo => lang.taken_back(),
        EditKind::Restore => lang.restored(),
        EditKind::Supersede => lang.no_longer_true(),
        EditKind::Revive => lang.true_again(),
        EditKind::Remove => lang.taken_out(),
        EditKind::Return => lang.put_back(),
    }
}

fn who(actor: Actor, lang: Lang) -> String {
    match actor {
        Actor::Model => lang.by_me(),
        Actor::Person(_) => lang.by_person(),
        Actor::Background => lang.by_me_quietly(),
        Actor::System => lang.by_program(),
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
