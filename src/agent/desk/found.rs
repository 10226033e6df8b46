//! What people find when they search.

use std::fmt;

use super::{Desk, DeskError};
use crate::clock::Moment;
use crate::memory::{AgentKey, Body, MessageId, PersonId, Scope, Source, Spot};
use crate::search::{Found, Memory};

/// Where something that a search found comes from; its text is for a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whence {
    Archive,
    /// A document, and where in it.
    Document(Spot),
    /// The agent said it.
    Own,
    /// Somebody of that name said it.
    Person(String),
}

impl fmt::Display for Whence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Archive => f.write_str("archive"),
            Self::Document(spot) => spot.fmt(f),
            Self::Own => f.write_str("me"),
            Self::Person(name) => f.write_str(name),
        }
    }
}

/// One thing that a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub whence: Whence,
    pub text: String,
    pub at: Moment,
    /// Opens the message; for a passage, the one that it comes from.
    pub jump_link: Option<String>,
    pub tags: Vec<String>,
    pub of: HitOf,
    /// How well it fits, from 0 to 1.
    pub score: f32,
}

/// What a hit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HitOf {
    /// The passage of that number.
    Passage(i64),
    /// A message, who said it, and where it stands.
    Message { by: Option<PersonId>, source: Option<Source> },
    /// A piece of a document.
    Chunk,
}

/// One page of what a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hits {
    pub items: Vec<Hit>,
    /// From 1.
    pub page: u64,
    /// At least 1.
    pub pages: u64,
    pub total: u64,
    /// A phrase was asked for and stands nowhere: these are only near it.
    pub inexact: bool,
    /// The index could not be searched: only words were matched.
    pub words_only: bool,
}

impl Desk {
    /// Searches messages and passages of that place together.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet; [`DeskError::Store`].
    pub async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError> {
        let agent = self.agent(key).await?;
        let found = self.0.0.parts.search.anything(&agent.scope(), text, page).await?;
        let mut items: Vec<Hit> = Vec::with_capacity(found.items.len());
        for found in found.items {
            items.push(self.hit(&agent.scope(), found).await?);
        }
        let (inexact, words_only) = (found.inexact, found.words_only);
        Ok(Hits { items, page: found.page, pages: found.pages, total: found.total, inexact, words_only })
    }

    async fn hit(&self, scope: &Scope, Found { item, score }: Found<Memory>) -> Result<Hit, DeskError> {
        Ok(match item {
            Memory::Passage(passage) => Hit {
                whence: Whence::Archive,
                text: passage.text,
                at: passage.created_at,
                jump_link: self.link_of(scope, passage.cause).await?,
                tags: passage.tags,
                of: HitOf::Passage(passage.number),
                score,
            },
            Memory::Chunk(chunk) => Hit {
                whence: Whence::Document(chunk.spot()),
                text: chunk.text,
                at: chunk.at,
                jump_link: None,
                tags: Vec::new(),
                of: HitOf::Chunk,
                score,
            },
            Memory::Message(message) => {
                let (whence, by) = match &message.body {
                    Body::Person { person, .. } => (Whence::Person(person.name.clone()), Some(person.id)),
                    _ => (Whence::Own, None),
                };
                let jump_link = message.source.and_then(|source| source.jump_link());
                let text = message.body.text().to_owned();
                let of = HitOf::Message { by, source: message.source };
                Hit { whence, text, at: message.at, jump_link, tags: Vec::new(), of, score }
            }
        })
    }

    /// The address of the message that caused something.
    async fn link_of(&self, scope: &Scope, cause: Option<MessageId>) -> Result<Option<String>, DeskError> {
        let Some(cause) = cause else { return Ok(None) };
        let message = self.0.0.parts.ledger.messages(scope, &[cause]).await?.pop();
        Ok(message.and_then(|message| message.source).and_then(|source| source.jump_link()))
    }
}
