//! The form of an export: JSON, in one file or several. Each file is an object that says which version of the form it has,
//! whose memory it is, and which file of how many; behind that stand its items, one a line. Pure.
//!
//! A file that says something wrong is refused with the item that does; nothing is guessed.

use std::collections::HashSet;

use chrono::Datelike;
use serde::{Deserialize, Serialize};

use crate::clock::Moment;
use crate::documents::{Kind, Piece};
use crate::memory::passage::{tidy_tags, tidy_text};
use crate::memory::{
    Actor, Attachment, Body, Document, DocumentId, Edit, Label, Passage, Person, PersonId, Quote, Source, ToolCall,
};

/// The version of the form that is written. Files of a later one are refused.
pub const VERSION: u32 = 1;

/// Before that there was nothing that could be remembered here.
const FIRST_YEAR: i32 = 2000;

/// Why files cannot be taken in: what is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

fn unreadable<T>(why: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable(why.into()))
}

/// One file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    keepsake_export: u32,
    agent: String,
    since: Moment,
    exported_at: Moment,
    /// Which file it is, from 1.
    part: usize,
    items: Vec<Item>,
    /// Whether it is the last one.
    last: bool,
}

/// What a file begins with; its items follow, then its end.
pub fn head(agent: &str, since: Moment, exported_at: Moment, part: usize) -> String {
    let text = |value: &str| serde_json::Value::from(value).to_string();
    format!(
        "{{\"keepsake_export\":{VERSION},\"agent\":{},\"since\":{},\"exported_at\":{},\"part\":{part},\"items\":[",
        text(agent),
        text(&since.to_rfc3339()),
        text(&exported_at.to_rfc3339()),
    )
}

/// What a file ends with.
pub fn end(last: bool) -> String {
    format!("\n],\"last\":{last}}}\n")
}

/// One thing that is remembered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    Block(BlockItem),
    Summary {
        text: String,
        at: Moment,
    },
    Message(MessageItem),
    Passage(PassageItem),
    Document(DocumentItem),
    Chunk(ChunkItem),
    /// A change of memory, for people to read; it is not taken in again.
    Edit(Box<Edit>),
}

impl Item {
    fn name(&self) -> &'static str {
        match self {
            Self::Block(_) => "block",
            Self::Summary { .. } => "summary",
            Self::Message(_) => "message",
            Self::Passage(_) => "passage",
            Self::Document(_) => "document",
            Self::Chunk(_) => "chunk",
            Self::Edit(_) => "edit",
        }
    }
}

/// A block as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockItem {
    pub label: Label,
    pub name: Option<String>,
    pub value: String,
    pub version: i64,
    pub limit: usize,
    pub updated_at: Moment,
}

/// A message, in the order of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageItem {
    pub at: Moment,
    pub source: Option<Source>,
    pub body: BodyItem,
}

/// What a message is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BodyItem {
    Person { person: Person, text: String, attachments: Vec<Attachment>, quote: Option<Quote> },
    Agent { text: String, calls: Vec<ToolCall> },
    Tool { call_id: String, name: String, text: String, ok: bool },
    Note { text: String },
}

impl From<Body> for BodyItem {
    fn from(body: Body) -> Self {
        match body {
            Body::Person { person, text, attachments, quote } => Self::Person { person, text, attachments, quote },
            Body::Agent { text, calls } => Self::Agent { text, calls },
            Body::ToolResult { call_id, name, text, ok } => Self::Tool { call_id, name, text, ok },
            Body::Note { text } => Self::Note { text },
        }
    }
}

impl From<BodyItem> for Body {
    fn from(item: BodyItem) -> Self {
        match item {
            BodyItem::Person { person, text, attachments, quote } => Self::Person { person, text, attachments, quote },
            BodyItem::Agent { text, calls } => Self::Agent { text, calls },
            BodyItem::Tool { call_id, name, text, ok } => Self::ToolResult { call_id, name, text, ok },
            BodyItem::Note { text } => Self::Note { text },
        }
    }
}

/// A passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassageItem {
    pub number: i64,
    pub text: String,
    pub tags: Vec<String>,
    pub by: Actor,
    pub created_at: Moment,
    pub valid_from: Moment,
    pub superseded: Option<SupersededItem>,
}

/// Until when it held, and the number of what holds since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupersededItem {
    pub at: Moment,
    pub by: Option<i64>,
}

impl From<Passage> for PassageItem {
    fn from(passage: Passage) -> Self {
        let superseded = passage.superseded.map(|gone| SupersededItem { at: gone.at, by: gone.by.map(|(_, by)| by) });
        Self {
            number: passage.number,
            text: passage.text,
            tags: passage.tags,
            by: passage.by,
            created_at: passage.created_at,
            valid_from: passage.valid_from,
            superseded,
        }
    }
}

/// A document; its chunks follow it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentItem {
    pub number: i64,
    pub name: String,
    pub kind: Kind,
    pub digest: String,
    pub pages: u32,
    pub by: Actor,
    pub origin: Option<String>,
    pub created_at: Moment,
}

/// A piece of the document of that number, in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkItem {
    pub document: i64,
    pub page: u32,
    pub headings: String,
    pub text: String,
}

/// All that the files of one export hold, found to be right.
#[derive(Debug, Clone, PartialEq)]
pub struct Archive {
    /// Whose memory it was.
    pub agent: String,
    pub blocks: Vec<BlockItem>,
    pub summary: Option<String>,
    /// Oldest first.
    pub messages: Vec<MessageItem>,
    pub passages: Vec<PassageItem>,
    /// Each with its pieces.
    pub documents: Vec<(Document, Vec<Piece>)>,
}

impl Archive {
    /// Reads the files of one export, in any order.
    ///
    /// # Errors
    /// [`Unreadable`] when one of them is no such file, does not belong to the others or says something wrong, and when
    /// one is missing.
    pub fn read(files: &[Vec<u8>], now: Moment) -> Result<Self, Unreadable> {
        let mut parts = files.iter().enumerate().map(|(at, file)| part(at + 1, file)).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(|part| part.part);
        whole(&parts)?;
        let mut gathered = Gathered::default();
        let agent = parts.first().map(|part| part.agent.clone()).unwrap_or_default();
        for part in parts {
            for (at, item) in part.items.into_iter().enumerate() {
                let name = item.name();
                let wrong = |why| Unreadable(format!("file {}, item {} ({name}): {why}", part.part, at + 1));
                gathered.add(item, now).map_err(wrong)?;
            }
        }
        Ok(gathered.finish(agent))
    }
}

fn part(at: usize, file: &[u8]) -> Result<File, Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        keepsake_export: u32,
    }
    match serde_json::from_slice::<Head>(file) {
        Err(error) => return unreadable(format!("file {at} is no export of Keepsake ({error})")),
        Ok(Head { keepsake_export }) if keepsake_export > VERSION => {
            return unreadable(format!(
                "file {at} has version {keepsake_export} of the form, and this program knows those up to {VERSION}: \
                 use a newer one"
            ));
        }
        Ok(_) => {}
    }
    let read: File =
        serde_json::from_slice(file).map_err(|error| Unreadable(format!("file {at} cannot be read: {error}")))?;
    if read.keepsake_export == 0 { unreadable(format!("file {at} has no known version")) } else { Ok(read) }
}

/// Whether the files, in order, are all those of one export.
fn whole(parts: &[File]) -> Result<(), Unreadable> {
    let Some(first) = parts.first() else { return unreadable("there is no file") };
    let same =
        |part: &File| part.agent == first.agent && part.exported_at == first.exported_at && part.since == first.since;
    if !parts.iter().all(same) {
        return unreadable("the files are of different exports");
    }
    for (wanted, part) in (1..).zip(parts) {
        if part.part != wanted {
            return unreadable(format!("file {wanted} of this export is missing or stands twice"));
        }
    }
    match parts.iter().position(|part| part.last) {
        Some(at) if at + 1 == parts.len() => Ok(()),
        Some(at) => unreadable(format!("file {} is said to be the last, but there are more", at + 1)),
        None => unreadable(format!("file {} of this export is missing", parts.len() + 1)),
    }
}

/// Items that were found to be right, one by one.
#[derive(Default)]
struct Gathered {
    blocks: Vec<BlockItem>,
    summary: Option<String>,
    messages: Vec<MessageItem>,
    passages: Vec<PassageItem>,
    documents: Vec<(Document, Vec<Piece>)>,
    numbers: HashSet<i64>,
}

/// Refuses a date that nothing can have: before there was anything to remember, or one that has yet to come.
fn dated(what: &str, at: Moment, now: Moment) -> Result<(), String> {
    if at.year() < FIRST_YEAR {
        return Err(format!("{what} {}; a date before {FIRST_YEAR} cannot be right", at.to_rfc3339()));
    }
    if at > now {
        return Err(format!("{what} {}, which has yet to come", at.to_rfc3339()));
    }
    Ok(())
}

impl Gathered {
    fn add(&mut self, item: Item, now: Moment) -> Result<(), String> {
        match item {
            Item::Block(block) => self.block(block),
            Item::Summary { .. } if self.summary.is_some() => Err("there is one already".into()),
            Item::Summary { text, .. } => {
                self.summary = Some(text);
                Ok(())
            }
            Item::Message(message) => self.message(message, now),
            Item::Passage(passage) => self.passage(passage, now),
            Item::Document(document) => self.document(document, now),
            Item::Chunk(chunk) => self.chunk(chunk),
            Item::Edit(_) => Ok(()),
        }
    }

    fn block(&mut self, block: BlockItem) -> Result<(), String> {
        if self.blocks.iter().any(|known| known.label == block.label) {
            return Err(format!("the block {} stands twice", block.label));
        }
        if block.label == Label::Persona && block.value.trim().is_empty() {
            return Err("a persona cannot be empty".into());
        }
        self.blocks.push(block);
        Ok(())
    }

    fn message(&mut self, message: MessageItem, now: Moment) -> Result<(), String> {
        dated("it was said at", message.at, now)?;
        // The front of Discord's numbers is the time (its reference, "Snowflakes").
        let born = message.source.map_or(0, |source| (source.message >> 22) + 1_420_070_400_000);
        if i128::from(born) > i128::from(now.timestamp_millis()) {
            return Err("its number in Discord has yet to come".into());
        }
        self.messages.push(message);
        Ok(())
    }

    fn passage(&mut self, mut passage: PassageItem, now: Moment) -> Result<(), String> {
        dated("it was stored at", passage.created_at, now)?;
        dated("it holds since", passage.valid_from, now)?;
        if let Some(gone) = &passage.superseded {
            dated("it was superseded at", gone.at, now)?;
        }
        passage.text = tidy_text(&passage.text).map_err(|error| error.to_string())?;
        passage.tags = tidy_tags(passage.tags).map_err(|error| error.to_string())?;
        if passage.superseded.is_some_and(|gone| gone.by == Some(passage.number)) {
            return Err("it cannot supersede itself".into());
        }
        if !self.numbers.insert(passage.number) {
            return Err(format!("the number {} stands twice", passage.number));
        }
        self.passages.push(passage);
        Ok(())
    }

    fn document(&mut self, item: DocumentItem, now: Moment) -> Result<(), String> {
        dated("it was read at", item.created_at, now)?;
        if self.documents.iter().any(|(known, _)| known.number == item.number || known.digest == item.digest) {
            return Err(format!("the document {} stands twice", item.number));
        }
        let DocumentItem { number, name, kind, digest, pages, by, origin, created_at } = item;
        let id = DocumentId::at(created_at);
        self.documents.push((Document { id, number, name, kind, digest, pages, by, origin, created_at }, Vec::new()));
        Ok(())
    }

    fn chunk(&mut self, chunk: ChunkItem) -> Result<(), String> {
        let known = self.documents.iter_mut().rev().find(|(document, _)| document.number == chunk.document);
        let (document, pieces) = known.ok_or_else(|| format!("there is no document {} before it", chunk.document))?;
        if chunk.page == 0 || chunk.page > document.pages {
            return Err(format!("the document has {} pages and no page {}", document.pages, chunk.page));
        }
        pieces.push(Piece { page: chunk.page, headings: chunk.headings, text: chunk.text });
        Ok(())
    }

    fn finish(self, agent: String) -> Archive {
        let Self { blocks, summary, messages, passages, documents, .. } = self;
        Archive { agent, blocks, summary, messages, passages, documents }
    }
}

/// Whose block it is.
pub(super) fn person_of(label: Label) -> Option<PersonId> {
    match label {
        Label::Human(person) => Some(person),
        Label::Persona => None,
    }
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
