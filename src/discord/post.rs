//! The messages that an [`Outgoing`] becomes, and their bodies. Pure.

use serde_json::{Value, json};

use super::commands::undo;
use super::render::card::cut;
use super::render::{Card, edit_cards};
use super::rest::File;
use super::split::{MESSAGE_LIMIT, split, units};
use super::tables::without_tables;
use super::words;
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
    /// What goes along with it.
    pub file: Option<File>,
}

impl Post {
    /// Leaves of each embed only what it is about.
    fn hide(&mut self) {
        for card in &mut self.cards {
            card.description = words::HIDDEN.to_owned();
            card.fields.clear();
        }
    }
}

/// An answer of more messages than this goes along as a file.
pub const MOST_PARTS: usize = 6;
/// Bytes that a file may have (Discord's reference, "Uploading Files").
const FILE_LIMIT: usize = 10 << 20;
/// What a long answer is called as a file.
const FILE_NAME: &str = "answer.md";

/// Buttons side by side (Discord's reference, "Action Row").
const ROW: usize = 5;
/// Characters on a button (Discord's reference, "Button Structure").
const LABEL: usize = 80;

/// "SUPPRESS_NOTIFICATIONS" (Discord's reference, "Message Flags").
const SILENT: u64 = 1 << 12;

/// A button that takes an edit back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    pub id: String,
    pub label: String,
}

/// The messages that say `outgoing`, in order: the words in pieces, the embeds below the last. A reaction is none.
/// Where others read along (`shared`), what was learned from a deleted message is named and not shown again. Where a file
/// may go along (`files`), a very long answer is one.
pub fn posts(outgoing: &Outgoing, shared: bool, files: bool) -> Vec<Post> {
    let (text, cards) = match outgoing {
        Outgoing::Reply { text, cards } => (text.clone(), edit_cards(cards)),
        Outgoing::Stopped { text, cards } => (with_note(text, words::STOPPED), edit_cards(cards)),
        Outgoing::Failure { sentence, trace } => (words::with_trace(sentence, trace), Vec::new()),
        Outgoing::Learned { cards, by } => {
            let mut posts = with_undo(words::LEARNED.to_owned(), cards, *by);
            if shared {
                posts.iter_mut().for_each(Post::hide);
            }
            return posts;
        }
        Outgoing::Tended { cards, facts } => {
            let mut posts = with_undo(words::tended(*facts), cards, None);
            posts.iter_mut().for_each(|post| post.silent = true);
            return posts;
        }
        Outgoing::Reaction { .. } | Outgoing::Withdrawn => return Vec::new(),
    };
    let mut parts = pieces(&text);
    let mut file = None;
    if files && parts.len() > MOST_PARTS && text.len() <= FILE_LIMIT {
        parts = vec![first_part(&text)];
        file = Some(File { name: FILE_NAME, text });
    }
    let mut posts: Vec<Post> = parts.into_iter().map(|text| Post { text, ..Post::default() }).collect();
    if let Some(first) = posts.first_mut() {
        first.file = file;
    }
    if !cards.is_empty() {
        match posts.last_mut() {
            Some(last) => last.cards = cards,
            None => posts.push(Post { cards, ..Post::default() }),
        }
    }
    posts
}

/// A text in the pieces in which Discord shows it.
pub fn pieces(text: &str) -> Vec<String> {
    split(&without_tables(text), MESSAGE_LIMIT)
}

/// The start of an answer of which all is in a file.
fn first_part(text: &str) -> String {
    let room = MESSAGE_LIMIT - units(words::IN_FILE) - 1;
    with_note(&split(&without_tables(text), room).into_iter().next().unwrap_or_default(), words::IN_FILE)
}

/// `text` with a small line below it.
pub fn with_note(text: &str, note: &str) -> String {
    if text.is_empty() { note.to_owned() } else { format!("{text}\n{note}") }
}

/// `text`, and edits with a button each that takes it back: for `by`, else for the person whose block it is.
fn with_undo(text: String, cards: &[EditCard], by: Option<PersonId>) -> Vec<Post> {
    let mut posts: Vec<Post> = cards.chunks(ROW).map(|cards| undoable(cards, by)).collect();
    match posts.first_mut() {
        Some(first) => first.text = text,
        None => posts.push(Post { text, ..Post::default() }),
    }
    posts
}

fn undoable(cards: &[EditCard], by: Option<PersonId>) -> Post {
    let button = |(number, card): (usize, &EditCard)| {
        let number = if cards.len() > 1 { format!(" {number}") } else { String::new() };
        let label = cut(&format!("{}{number}: {}", words::UNDO, card.title), LABEL);
        let whose = match card.edit.target {
            EditTarget::Block(Label::Human(person)) => by.or(Some(person)),
            _ => by,
        };
        Button { id: undo::button(card.edit.id, whose), label }
    };
    Post { cards: edit_cards(cards), buttons: (1..).zip(cards).map(button).collect(), ..Post::default() }
}

/// The body of a request that creates `post` as part `index` of the row `id`. It pings nobody, and the same part sent
/// twice within a few minutes is one message.
pub fn body(post: &Post, id: OutboxId, index: usize, answers: Option<&Source>) -> Value {
    let mut body = json!({"allowed_mentions": no_mentions(), "nonce": nonce(id, index), "enforce_nonce": true});
    if !post.text.is_empty() {
        body["content"] = json!(post.text);
    }
    if !post.cards.is_empty() {
        body["embeds"] = post.cards.iter().map(Card::to_json).collect();
    }
    if !post.buttons.is_empty() {
        body["components"] = rows(&post.buttons);
    }
    if let Some(file) = &post.file {
        body["attachments"] = json!([{"id": "0", "filename": file.name}]);
    }
    if post.silent {
        body["flags"] = json!(SILENT);
    }
    if let Some(source) = answers {
        body["message_reference"] = json!({"message_id": source.message.to_string(), "fail_if_not_exists": false});
    }
    body
}

/// The body of a request that puts `post` in the place of what a message was. Nothing of that is left.
pub fn edit_body(post: &Post) -> Value {
    let embeds: Vec<Value> = post.cards.iter().map(Card::to_json).collect();
    let attachments = post.file.iter().map(|file| json!({"id": "0", "filename": file.name}));
    json!({
        "content": post.text,
        "embeds": embeds,
        "components": rows(&post.buttons),
        "attachments": attachments.collect::<Vec<_>>(),
        "allowed_mentions": no_mentions(),
    })
}

fn rows(buttons: &[Button]) -> Value {
    let button = |button: &Button| json!({"type": 2, "style": 2, "label": button.label, "custom_id": button.id});
    let row: Vec<Value> = buttons.iter().map(button).collect();
    if row.is_empty() { json!([]) } else { json!([{"type": 1, "components": row}]) }
}

/// Nobody is pinged.
pub fn no_mentions() -> Value {
    json!({"parse": [], "replied_user": false})
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
        let posts = posts(&Outgoing::Reply { text: "word ".repeat(700), cards: Vec::new() }, true, true);
        assert_eq!(posts.len(), 2);
        assert!(posts.iter().all(|post| post.cards.is_empty()));
    }

    #[test]
    fn a_very_long_answer_goes_along_as_a_file() {
        let text = "word ".repeat(3_000).trim_end().to_owned();
        let outgoing = Outgoing::Reply { text: text.clone(), cards: Vec::new() };
        let [post] = posts(&outgoing, true, true).try_into().expect("one message");
        assert!(units(&post.text) <= MESSAGE_LIMIT && post.text.ends_with(words::IN_FILE));
        assert_eq!(post.file, Some(File { name: FILE_NAME, text }));
        let plain = posts(&outgoing, true, false);
        assert!(plain.len() > MOST_PARTS && plain.iter().all(|post| post.file.is_none()));
    }

    #[test]
    fn a_stopped_answer_says_so() {
        let stopped = |text: &str| posts(&Outgoing::Stopped { text: text.into(), cards: Vec::new() }, true, true);
        assert_eq!(stopped("One, two")[0].text, format!("One, two\n{}", words::STOPPED));
        assert_eq!(stopped("")[0].text, words::STOPPED);
    }

    #[test]
    fn a_failure_carries_its_trace() {
        let failure = Outgoing::Failure { sentence: "The model did not answer.".into(), trace: "ab12cd34".into() };
        assert_eq!(posts(&failure, true, true)[0].text, "The model did not answer. (trace ab12cd34)");
    }
}
