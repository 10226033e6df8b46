//! The text by which a message, a passage or a piece of a document is found. Owns what goes into it beside the words
//! themselves, because a turn of chat says little alone: its date, who spoke, what came right before, what it answers,
//! what was attached. Pure; must not know vectors.

use chrono::TimeDelta;

use crate::clock::Moment;
use crate::memory::{Actor, AgentId, Attachment, Body, Chunk, DocumentId, Message, Passage, Quote, Scope};
use crate::store::IndexItem;

use super::{Point, PointKind, SparseVector};

/// Counts up whenever the same item gives another text: an index made with another version is made anew.
pub const VERSION: u32 = 2;

/// Characters taken from the end of the message before (what was asked last is what is answered) and from the start of the
/// one that follows.
const NEIGHBOUR_CHARS: usize = 500;
/// Characters taken from the start of a quoted message.
const QUOTE_CHARS: usize = 300;

/// What was said longer before or after belongs to another talk and tells nothing about a message.
pub const SAME_TALK: TimeDelta = TimeDelta::hours(8);

/// How the agent's own words are attributed.
pub const AGENT: &str = "agent";

/// What an item is found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The text whose words are searched for.
    pub words: String,
    /// The text whose meaning is compared. It also has what was said next: an answer tells what a question was about. Among
    /// the words that would only put the neighbours of what is asked for beside it.
    pub meaning: String,
}

/// What `item` is found by.
pub fn key(item: &IndexItem) -> Key {
    match item {
        IndexItem::Message { message, previous, next, facts } => {
            let near = |other: &&Message| (other.at - message.at).abs() <= SAME_TALK;
            message_key(message, previous.as_ref().filter(near), next.as_ref().filter(near), facts)
        }
        IndexItem::Passage(passage) => {
            let text = passage_key(passage);
            Key { words: text.clone(), meaning: text }
        }
        IndexItem::Chunk(chunk) => {
            let text = chunk_key(chunk);
            Key { words: text.clone(), meaning: text }
        }
    }
}

fn message_key(message: &Message, previous: Option<&Message>, next: Option<&Message>, facts: &str) -> Key {
    let mut lines = vec![date_in_words(message.at)];
    lines.extend(previous.map(|before| said(before, last_chars(before.body.text(), NEIGHBOUR_CHARS))));
    if let Body::Person { quote: Some(Quote { author, text, .. }), .. } = &message.body {
        lines.push(format!("{author}: {}", first_chars(text, QUOTE_CHARS)));
    }
    lines.push(said(message, message.body.text()));
    if !facts.is_empty() {
        lines.push(facts.to_owned());
    }
    let words = lines.join("\n");
    lines.extend(next.map(|after| said(after, first_chars(after.body.text(), NEIGHBOUR_CHARS))));
    Key { words, meaning: lines.join("\n") }
}

/// Who spoke, the words, and what came with them.
fn said(message: &Message, words: &str) -> String {
    let mut lines = vec![spoken(&message.body, words)];
    lines.extend(message.body.attachments().iter().map(attached));
    lines.join("\n")
}

fn passage_key(passage: &Passage) -> String {
    if passage.tags.is_empty() { passage.text.clone() } else { format!("{}\n{}", passage.text, passage.tags.join(" ")) }
}

/// A piece of a long text seldom says what it is about: the name of the document and the headings above do.
fn chunk_key(chunk: &Chunk) -> String {
    let about = [chunk.name.as_str(), chunk.headings.as_str(), chunk.text.trim()];
    about.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The tag by which the chunks of one document are told from those of others.
pub(crate) fn document_tag(id: DocumentId) -> String {
    format!("document:{id}")
}

/// The document that such a tag names.
pub(crate) fn tagged_document(tag: &str) -> Option<DocumentId> {
    tag.strip_prefix("document:")?.parse().ok()
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
    let named = format!("{} {description}", attachment.name).trim_end().to_owned();
    attachment.transcript().map_or(named.clone(), |heard| format!("{named}\n{heard}"))
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
        IndexItem::Chunk(chunk) => (PointKind::Document, vec![document_tag(chunk.document)], chunk.at),
    };
    Point { id: item.id().point(), scope: Scope::of_item(agent), kind, author, author_name, tags, at, dense, sparse }
}

fn author(item: &IndexItem) -> (Option<String>, Option<String>) {
    match item {
        IndexItem::Message { message, .. } => match &message.body {
            Body::Person { person, .. } => (Some(person.id.to_string()), Some(person.name.to_lowercase())),
            Body::Agent { .. } => (Some(AGENT.to_owned()), None),
            Body::ToolResult { .. } | Body::Note { .. } => (None, None),
        },
        IndexItem::Passage(passage) => match passage.by {
            Actor::Model | Actor::Background => (Some(AGENT.to_owned()), None),
            Actor::Person(person) => (Some(person.to_string()), None),
            Actor::System => (None, None),
        },
        IndexItem::Chunk(_) => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;
    use crate::memory::{ChunkId, MessageId, Person, PersonId};

    fn at() -> Moment {
        Utc.with_ymd_and_hms(2023, 5, 7, 13, 56, 0).unwrap()
    }

    fn said(name: &str, text: &str, quote: Option<Quote>, attachments: Vec<Attachment>) -> Message {
        let person = Person { id: PersonId(7), name: name.into() };
        let body = Body::Person { person, text: text.into(), attachments, quote };
        Message { id: MessageId::at(at()), seq: 1, turn: None, body, source: None, at: at() }
    }

    fn photo(name: &str, shows: &str) -> Attachment {
        Attachment {
            name: name.into(),
            kind: "image/jpeg".into(),
            bytes: None,
            description: Some(shows.into()),
            url: None,
            reading: None,
        }
    }

    #[test]
    fn a_message_is_found_by_its_circumstances() {
        let quote = Quote { author: "Tom".into(), text: "the old harbour".into(), of: None, ..Quote::default() };
        let file = Attachment {
            name: "notes.txt".into(),
            kind: "text/plain".into(),
            bytes: Some(12),
            description: None,
            url: None,
            reading: None,
        };
        let message = said("Mara", "There it is", Some(quote), vec![photo("boat.jpg", "a red boat"), file]);
        let mut previous = said("Tom", "", None, vec![]);
        previous.body = Body::Agent { text: "Where was it?".into(), calls: vec![] };
        let next = said("Tom", "I see", None, vec![photo("pier.jpg", "a pier")]);
        let key =
            key(&IndexItem::Message { message, previous: Some(previous), next: Some(next), facts: String::new() });
        let words = "Sunday 7 May 2023\nagent: Where was it?\nTom: the old harbour\nMara: There it is\nboat.jpg a red boat\nnotes.txt";
        assert_eq!(key.words, words);
        assert_eq!(key.meaning, format!("{words}\nTom: I see\npier.jpg a pier"));
    }

    #[test]
    fn of_long_neighbours_only_what_is_near_is_taken() {
        let previous = said("Tom", &format!("{}é?", "x".repeat(2_000)), None, vec![]);
        let next = said("Tom", &format!("oh{}", "y".repeat(2_000)), None, vec![]);
        let message = said("Mara", "yes", None, vec![]);
        let key =
            key(&IndexItem::Message { message, previous: Some(previous), next: Some(next), facts: String::new() });
        let lines: Vec<&str> = key.meaning.lines().collect();
        assert!([lines[1], lines[3]].iter().all(|line| line.chars().count() == "Tom: ".len() + NEIGHBOUR_CHARS));
        assert!(lines[1].ends_with("xé?") && lines[3].starts_with("Tom: ohy"));
    }

    #[test]
    fn another_talk_is_no_neighbour() {
        let mut previous = said("Tom", "good night", None, vec![]);
        previous.at = at() - SAME_TALK - TimeDelta::seconds(1);
        let mut next = previous.clone();
        next.at = at() + SAME_TALK + TimeDelta::seconds(1);
        let message = said("Mara", "good morning", None, vec![]);
        let key =
            key(&IndexItem::Message { message, previous: Some(previous), next: Some(next), facts: String::new() });
        assert_eq!(key.meaning, "Sunday 7 May 2023\nMara: good morning");
    }

    #[test]
    fn a_passage_is_found_by_its_text_and_tags() {
        let tags = vec!["food".into(), "mara".into()];
        let mut passage = Passage::new("Likes tea".into(), tags, Actor::Person(PersonId(7)), at());
        assert_eq!(key(&IndexItem::Passage(passage.clone())).words, "Likes tea\nfood mara");
        passage.tags.clear();
        let plain = key(&IndexItem::Passage(passage));
        assert_eq!((plain.words.as_str(), plain.meaning.as_str()), ("Likes tea", "Likes tea"));
    }

    #[test]
    fn a_piece_of_a_document_is_found_by_what_it_belongs_to() {
        let document = DocumentId::at(at());
        let chunk = Chunk {
            id: ChunkId::at(at()),
            document,
            number: 3,
            name: "manual.md".into(),
            page: 2,
            headings: "Setup > Linux".into(),
            text: "Run it.\n".into(),
            at: at(),
        };
        let item = IndexItem::Chunk(chunk);
        let key = key(&item);
        assert_eq!((key.words.as_str(), key.words == key.meaning), ("manual.md\nSetup > Linux\nRun it.", true));
        let point = point(AgentId::at(at()), &item, vec![1.0], SparseVector::default());
        assert_eq!((point.kind, point.tags), (PointKind::Document, vec![document_tag(document)]));
    }

    #[test]
    fn a_point_carries_what_it_is_filtered_by() {
        let message = said("Mara Ås", "hello", None, vec![]);
        let agent = AgentId::at(at());
        let item =
            IndexItem::Message { message: message.clone(), previous: None, next: None, facts: "Mara greets".into() };
        let point = point(agent, &item, vec![1.0], SparseVector::default());
        assert_eq!(point.id, message.id.0);
        assert_eq!(point.scope.agent(), agent);
        assert_eq!((point.author.as_deref(), point.author_name.as_deref()), (Some("7"), Some("mara ås")));
        assert_eq!((point.kind, point.at), (PointKind::Message, at()));
    }
}
