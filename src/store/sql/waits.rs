//! What waits, without a person who is forgotten: messages for an answer, and rows to be said. What waits to be said to
//! others is said, but not to them and nothing of them.

use std::collections::HashSet;

use super::super::StoreError;
use super::changes::NO_TURN;
use super::db::Tx;
use super::rows::Row;
use super::statement::{json_text, sql};
use super::withdraw::Gone;
use crate::memory::traces::Traces;
use crate::memory::{Actor, Body, EditCard, EditTarget, Incoming, Label, Outgoing, PersonId};

/// Stands for a person who is forgotten, where somebody must stand.
pub(super) const NOBODY: Actor = Actor::Person(PersonId(0));

/// Takes a message that waits out of the inbox if it is theirs, or what is of them out of it. Whether it was theirs.
pub(super) async fn take_out_of_inbox(
    tx: &mut Tx,
    row: &Row,
    person: PersonId,
    traces: Option<&Traces>,
) -> Result<bool, StoreError> {
    let (n, waiting): (i64, Incoming) = (row.int("n")?, row.json("payload")?);
    if waiting.person.id == person {
        let gone = sql("UPDATE inbox SET place = '', payload = '', turn_id = $2 WHERE n = $1");
        tx.execute(gone.bind(n).bind(NO_TURN)).await?;
        return Ok(true);
    }
    let nothing = Traces::default();
    let none = (HashSet::new(), HashSet::new());
    let gone =
        Gone { traces: traces.unwrap_or(&nothing), turns: &none.0, quoted: &none.1, person: Some(person), words: true };
    let Incoming { person: by, text, attachments, quote, .. } = waiting.clone();
    let said = Body::Person { person: by, text, attachments, quote };
    if let Some(Body::Person { text, attachments, quote, .. }) = gone.without(&said) {
        let left = Incoming { text, attachments, quote, ..waiting };
        tx.execute(sql("UPDATE inbox SET payload = $2 WHERE n = $1").bind(n).bind(json_text(&left)?)).await?;
    }
    Ok(false)
}

/// What waits to be said, without them; none where it is for them, or nothing of it is left.
pub(super) fn without_in_outgoing(waits: &Outgoing, person: PersonId, traces: &Traces) -> Option<Outgoing> {
    let words = |text: &str| traces.without_all(text).unwrap_or_else(|| text.to_owned());
    let cards = |cards: &[EditCard]| -> Vec<EditCard> {
        cards.iter().filter_map(|card| without_in_card(card, person, &words)).collect()
    };
    match waits {
        Outgoing::Reminder { person: of, .. } if *of == person => None,
        Outgoing::Learned { by: Some(by), .. } if *by == person => None,
        Outgoing::Learned { cards: told, by } => {
            Some(Outgoing::Learned { cards: cards(told), by: *by }).filter(|_| !cards(told).is_empty())
        }
        Outgoing::Tended { cards: told, facts } => {
            let left = Outgoing::Tended { cards: cards(told), facts: *facts };
            Some(left).filter(|_| *facts > 0 || !cards(told).is_empty())
        }
        Outgoing::Reply { text, cards: told } => {
            let (text, told) = (words(text), cards(told));
            (!text.is_empty() || !told.is_empty()).then_some(Outgoing::Reply { text, cards: told })
        }
        Outgoing::Stopped { text, cards: told } => Some(Outgoing::Stopped { text: words(text), cards: cards(told) }),
        other => Some(other.clone()),
    }
}

/// The card of an edit that is not of their block.
fn without_in_card(card: &EditCard, person: PersonId, words: &impl Fn(&str) -> String) -> Option<EditCard> {
    if card.edit.target == EditTarget::Block(Label::Human(person)) {
        return None;
    }
    let mut left = card.clone();
    left.edit.before = words(&left.edit.before);
    left.edit.after = words(&left.edit.after);
    left.edit.reason = left.edit.reason.as_deref().map(words);
    if left.edit.actor == Actor::Person(person) {
        left.edit.actor = NOBODY;
    }
    Some(left)
}
