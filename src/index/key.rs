//! The text by which a message or passage is found. Owns what goes into it beside the words themselves, because a turn of
//! chat says little alone: its date, who spoke, what came right before, what it answers, what was attached. Pure; must not
//! know vectors.

use uuid::Uuid;

use crate::clock::Moment;
use crate::memory::{Actor, AgentId, Attachment, Body, Message, Passage, Quote, Scope};
use crate::store::IndexItem;

use super::{Point, PointKind, SparseVector};

/// Counts up whenever the same item gives another text: an index made with another version is made anew.
pub const VERSION: u32 = 1;

/// Characters taken from the end of the message before: what was asked last is what is answered.
const PREVIOUS_CHARS: usize = 500;
/// Characters taken from the start of a quoted message.
const QUOTE_CHARS: usize = 300;

/// How the agent's own words are attributed.
pub const AGENT: &str = "agent";

/// The text that `item` is found by, in words and in meaning.
pub fn key_text(item: &IndexItem) -> String {
    match item {
        IndexItem::Message { message, previous } => message_key(message, previous.as_ref()),
        IndexItem::Passage(passage) => passage_key(passage),
    }
}

fn message_key(message: &Message, previous: Option<&Message>) -> String {
    let mut lines = vec![date_in_words(message.at)];
    lines.extend(previous.map(|before| spoken(&before.body, last_chars(before.body.text(), PREVIOUS_CHARS))));
    if let Body::Person { quote: Some(Quote { author, text }), .. } = &message.body {
        lines.push(format!("{author}: {}", first_chars(text, QUOTE_CHARS)));
    }
    lines.push(spoken(&message.body, message.body.text()));
    if let Body::Person { attachments, .. } = &message.body {
        lines.extend(attachments.iter().map(attached));
    }
    lines.join("\n")
}

fn passage_key(passage: &Passage) -> String {
    if passage.tags.is_empty() { passage.text.clone() } else { format!("{}\n{}", passage.text, passage.tags.join(" ")) }
}

fn spoken(body: &Body, words: &str) -> String {
    match body {
        Body::Person { person, .. } => format!("{}: {words}", person.name),
        Body::Agent { .. } => format!("{AGENT}: {words}"),
        Body::ToolResult { .. } | Body::Note { .. } => words.to_owned(),
    }
}

fn attached(attachment: &Attachment) -> String {
    let description = attachment.description.as_deref().unwrap_or_default();
    format!("{} {description}", attachment.name).trim_end().to_owned()
}

/// `Sunday 7 May 2023`
fn date_in_words(at: Moment) -> String {
    at.format("%A %-d %B %Y").to_string()
}

fn first_chars(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(end, _)| &text[..end])
}

fn last_chars(text: &str, count: usize) -> &str {
    let surplus = text.chars().count().saturating_sub(count);
    text.char_indices().nth(surplus).map_or("", |(start, _)| &text[start..])
}

/// The point that stands for `item`, with its two vectors.
pub(crate) fn point(agent: AgentId, item: &IndexItem, dense: Vec<f32>, sparse: SparseVector) -> Point {
    let (author, author_name) = author(item);
    let (kind, tags, at) = match item {
        IndexItem::Message { message, .. } => (PointKind::Message, Vec::new(), message.at),
        IndexItem::Passage(passage) => (PointKind::Passage, passage.tags.clone(), passage.created_at),
    };
    Point { id: id(item), scope: Scope::of_item(agent), kind, author, author_name, tags, at, dense, sparse }
}

/// The id that `item` has in the index.
pub fn id(item: &IndexItem) -> Uuid {
    match item {
        IndexItem::Message { message, .. } => message.id.0,
        IndexItem::Passage(passage) => passage.id.0,
    }
}

fn author(item: &IndexItem) -> (Option<String>, Option<String>) {
    match item {
        IndexItem::Message { message, .. } => match &message.body {
            Body::Person { person, .. } => (Some(person.id.to_string()), Some(person.name.to_lowercase())),
            Body::Agent { .. } => (Some(AGENT.to_owned()), None),
            Body::ToolResult { .. } | Body::Note { .. } => (None, None),
        },
        IndexItem::Passage(passage) => match passage.by {
            Actor::Model => (Some(AGENT.to_owned()), None),
            Actor::Person(person) => (Some(person.to_string()), None),
            Actor::System => (None, None),
        },
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;
    use crate::memory::{MessageId, PassageId, Person, PersonId};

    fn at() -> Moment {
        Utc.with_ymd_and_hms(2023, 5, 7, 13, 56, 0).unwrap()
    }

    fn said(name: &str, text: &str, quote: Option<Quote>, attachments: Vec<Attachment>) -> Message {
        let person = Person { id: PersonId(7), name: name.into() };
        let body = Body::Person { person, text: text.into(), attachments, quote };
        Message { id: MessageId::at(at()), seq: 1, turn: None, body, source: None, at: at() }
    }

    #[test]
    fn a_message_is_found_by_its_circumstances() {
        let quote = Quote { author: "Tom".into(), text: "the old harbour".into() };
        let photo = Attachment {
            name: "boat.jpg".into(),
            kind: "image/jpeg".into(),
            bytes: None,
            description: Some("a red boat".into()),
        };
        let file =
            Attachment { name: "notes.txt".into(), kind: "text/plain".into(), bytes: Some(12), description: None };
        let message = said("Mara", "There it is", Some(quote), vec![photo, file]);
        let mut previous = said("Tom", "", None, vec![]);
        previous.body = Body::Agent { text: "Where was it?".into(), calls: vec![] };
        let key = key_text(&IndexItem::Message { message, previous: Some(previous) });
        assert_eq!(
            key,
            "Sunday 7 May 2023\nagent: Where was it?\nTom: the old harbour\nMara: There it is\nboat.jpg a red boat\nnotes.txt"
        );
    }

    #[test]
    fn of_a_long_message_before_only_the_end_is_taken() {
        let previous = said("Tom", &format!("{}é?", "x".repeat(2_000)), None, vec![]);
        let key =
            key_text(&IndexItem::Message { message: said("Mara", "yes", None, vec![]), previous: Some(previous) });
        let line = key.lines().nth(1).unwrap();
        assert_eq!(line.chars().count(), "Tom: ".len() + PREVIOUS_CHARS);
        assert!(line.ends_with("xé?"));
    }

    #[test]
    fn a_passage_is_found_by_its_text_and_tags() {
        let mut passage = Passage {
            id: PassageId::at(at()),
            text: "Likes tea".into(),
            tags: vec!["food".into(), "mara".into()],
            by: Actor::Person(PersonId(7)),
            cause: None,
            turn: None,
            created_at: at(),
        };
        assert_eq!(key_text(&IndexItem::Passage(passage.clone())), "Likes tea\nfood mara");
        passage.tags.clear();
        assert_eq!(key_text(&IndexItem::Passage(passage)), "Likes tea");
    }

    #[test]
    fn a_point_carries_what_it_is_filtered_by() {
        let message = said("Mara Ås", "hello", None, vec![]);
        let agent = AgentId::at(at());
        let item = IndexItem::Message { message: message.clone(), previous: None };
        let point = point(agent, &item, vec![1.0], SparseVector::default());
        assert_eq!(point.id, message.id.0);
        assert_eq!(point.scope.agent(), agent);
        assert_eq!((point.author.as_deref(), point.author_name.as_deref()), (Some("7"), Some("mara ås")));
        assert_eq!((point.kind, point.at), (PointKind::Message, at()));
    }
}
