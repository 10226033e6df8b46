//! The messages that an [`Outgoing`] becomes, and their bodies. Pure.

use serde_json::{Value, json};

use super::commands::undo;
use super::render::card::cut;
use super::render::{Card, edit_cards, title, when};
use super::split::{MESSAGE_LIMIT, split};
use super::words::Lang;
use crate::memory::outgoing::Outgoing;
use crate::memory::{EditCard, EditTarget, Label, OutboxId, PersonId, Source};

/// One Discord message to be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Post {
    pub text: String,
    pub cards: Vec<Card>,
    /// At most [`ROW`].
    pub buttons: Vec<Button>,
    /// Whether nobody is notified.
    pub silent: bool,
    /// The one person who is pinged.
    pub pings: Option<PersonId>,
}

impl Post {
    /// Leaves of each embed only what it is about.
    fn hide(&mut self, lang: Lang) {
        for card in &mut self.cards {
            card.description = lang.hidden();
            card.fields.clear();
        }
    }
}

/// Buttons side by side (Discord's reference, "Action Row").
const ROW: usize = 5;
/// Characters on a button (Discord's reference, "Button Structure").
const LABEL: usize = 80;

/// What a reminder begins with.
pub const REMINDER: &str = "⏰";

/// "SUPPRESS_NOTIFICATIONS" (Discord's reference, "Message Flags").
const SILENT: u64 = 1 << 12;

/// A button that takes an edit back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    pub id: String,
    pub label: String,
}

/// The messages that say `outgoing`, in order: the words in pieces, the embeds below the last. A reaction is none.
/// Where others read along (`shared`), what was learned from a deleted message is named and not shown again.
pub fn posts(outgoing: &Outgoing, shared: bool, lang: Lang) -> Vec<Post> {
    let (text, cards) = match outgoing {
        Outgoing::Reply { text, cards } => (text.clone(), edit_cards(cards, lang)),
        Outgoing::Failure { cause, trace } => (lang.traced(&lang.trouble(cause), trace), Vec::new()),
        Outgoing::Learned { cards, by } => {
            let mut posts = with_undo(lang.learned(), cards, *by, lang);
            if shared {
                posts.iter_mut().for_each(|post| post.hide(lang));
            }
            return posts;
        }
        Outgoing::Tended { cards, facts } => {
            let mut posts = with_undo(lang.tended(*facts), cards, None, lang);
            posts.iter_mut().for_each(|post| post.silent = true);
            return posts;
        }
        Outgoing::Reminder { person, text, due, late, .. } => {
            let late = if *late { format!("\n-# {}", lang.reminder_late(&when(*due))) } else { String::new() };
            let text = format!("{REMINDER} <@{person}> {text}{late}");
            return vec![Post { text, pings: Some(*person), ..Post::default() }];
        }
        Outgoing::Reaction { .. } => return Vec::new(),
    };
    let mut posts: Vec<Post> =
        split(&text, MESSAGE_LIMIT).into_iter().map(|text| Post { text, ..Post::default() }).collect();
    if !cards.is_empty() {
        match posts.last_mut() {
            Some(last) => last.cards = cards,
            None => posts.push(Post { cards, ..Post::default() }),
        }
    }
    posts
}

/// `text`, and edits with a button each that takes it back: for `by`, else for the person whose block it is.
fn with_undo(text: String, cards: &[EditCard], by: Option<PersonId>, lang: Lang) -> Vec<Post> {
    let mut posts: Vec<Post> = cards.chunks(ROW).map(|cards| undoable(cards, by, lang)).collect();
    match posts.first_mut() {
        Some(first) => first.text = text,
        None => posts.push(Post { text, ..Post::default() }),
    }
    posts
}

fn undoable(cards: &[EditCard], by: Option<PersonId>, lang: Lang) -> Post {
    let button = |(number, card): (usize, &EditCard)| {
        let number = if cards.len() > 1 { format!(" {number}") } else { String::new() };
        let label = cut(&format!("{}{number}: {}", lang.undo(), title(card, lang)), LABEL);
        let whose = match card.edit.target {
            EditTarget::Block(Label::Human(person)) => by.or(Some(person)),
            _ => by,
        };
        Button { id: undo::button(card.edit.id, whose), label }
    };
    Post { cards: edit_cards(cards, lang), buttons: (1..).zip(cards).map(button).collect(), ..Post::default() }
}

/// The body of a request that creates `post` as part `index` of the row `id`. It pings nobody but whom the post is for, and the same part sent
/// twice within a few minutes is one message.
pub fn body(post: &Post, id: OutboxId, index: usize, answers: Option<&Source>) -> Value {
    let mut body = json!({"allowed_mentions": mentions(post.pings), "nonce": nonce(id, index), "enforce_nonce": true});
    if !post.text.is_empty() {
        body["content"] = json!(post.text);
    }
    if !post.cards.is_empty() {
        body["embeds"] = post.cards.iter().map(Card::to_json).collect();
    }
    if !post.buttons.is_empty() {
        let button = |button: &Button| json!({"type": 2, "style": 2, "label": button.label, "custom_id": button.id});
        let row: Vec<Value> = post.buttons.iter().map(button).collect();
        body["components"] = json!([{"type": 1, "components": row}]);
    }
    if post.silent {
        body["flags"] = json!(SILENT);
    }
    if let Some(source) = answers {
        body["message_reference"] = json!({"message_id": source.message.to_string(), "fail_if_not_exists": false});
    }
    body
}

/// Nobody is pinged, or only that person.
fn mentions(person: Option<PersonId>) -> Value {
    let mut mentions = json!({"parse": [], "replied_user": false});
    if let Some(person) = person {
        mentions["users"] = json!([person.to_string()]);
    }
    mentions
}

/// At most 25 characters: the row's id in base 62 (22 of them), and the part.
pub fn nonce(id: OutboxId, index: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let digits = |mut number: u128, least: usize| {
        let mut text = String::new();
        while number > 0 || text.len() < least {
            text.insert(0, char::from(DIGITS[(number % 62) as usize]));
            number /= 62;
        }
        text
    };
    format!("{}{}", digits(id.0.as_u128(), 22), digits(index as u128 % 62u128.pow(3), 1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use uuid::Uuid;

    use super::*;
    use crate::memory::Trouble;

    #[test]
    fn nonces_are_short_and_each_part_has_its_own() {
        let all: HashSet<String> = (0..4_000)
            .flat_map(|index| [nonce(OutboxId(Uuid::max()), index), nonce(OutboxId(Uuid::nil()), index)])
            .collect();
        assert_eq!(all.len(), 8_000);
        assert!(all.iter().all(|nonce| nonce.len() <= 25 && nonce.len() >= 23));
    }

    #[test]
    fn embeds_stand_below_the_last_piece() {
        let posts = posts(&Outgoing::Reply { text: "word ".repeat(700), cards: Vec::new() }, true, Lang::English);
        assert_eq!(posts.len(), 2);
        assert!(posts.iter().all(|post| post.cards.is_empty()));
    }

    #[test]
    fn a_reminder_pings_whom_it_is_for_and_nobody_else() {
        let due = chrono::DateTime::from_timestamp(1_777_000_000, 0).expect("a moment");
        let text = "call <@8> and @everyone".to_owned();
        let reminder = Outgoing::Reminder { number: 1, person: PersonId(7), text, due, late: true };
        let posts = posts(&reminder, true, Lang::English);
        let body = body(&posts[0], OutboxId(Uuid::nil()), 0, None);
        assert_eq!(body["allowed_mentions"], json!({"parse": [], "replied_user": false, "users": ["7"]}));
        let said = "⏰ <@7> call <@8> and @everyone\n-# This was due <t:1777000000:F>.";
        assert_eq!(body["content"], said);
    }

    #[test]
    fn a_failure_carries_its_trace() {
        let failure = Outgoing::Failure { cause: Trouble::Slow, trace: "ab12cd34".into() };
        assert_eq!(posts(&failure, true, Lang::English)[0].text, format!("{} (trace ab12cd34)", Trouble::Slow));
    }
}
