//! Documents: files that were given to an agent, in the pieces in which they are found.

use std::fmt;

use super::edit::Actor;
use super::ids::{ChunkId, DocumentId};
use crate::clock::Moment;
use crate::documents::Kind;

/// A document without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub id: DocumentId,
    /// Its place among the agent's documents (1, 2, 3 …), by which people and models name it. Never used again.
    pub number: i64,
    /// The name of its file.
    pub name: String,
    pub kind: Kind,
    /// Tells what it holds from anything else.
    pub digest: String,
    pub pages: u32,
    /// Who added it.
    pub by: Actor,
    /// What brought it: the event of a message and the place of the file in it. None for what did not come by message.
    pub origin: Option<String>,
    pub created_at: Moment,
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    pub id: ChunkId,
    pub document: DocumentId,
    /// The number and name of its document.
    pub number: i64,
    pub name: String,
    /// From 1.
    pub page: u32,
    /// The headings above it, outermost first; empty where there are none.
    pub headings: String,
    pub text: String,
    /// When the document was added.
    pub at: Moment,
}

impl Chunk {
    /// `book.pdf, document 3, page 12: Installation > Linux`
    pub fn place(&self) -> String {
        self.spot().to_string()
    }

    /// Where in which document it stands.
    pub fn spot(&self) -> Spot {
        Spot { name: self.name.clone(), number: self.number, page: self.page, headings: self.headings.clone() }
    }
}

/// A place in a document; its text is as for [`Chunk::place`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Of the document, as its number.
    pub name: String,
    pub number: i64,
    /// From 1.
    pub page: u32,
    /// The headings above it, outermost first; empty where there are none.
    pub headings: String,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, document {}, page {}", self.name, self.number, self.page)?;
        if self.headings.is_empty() { Ok(()) } else { write!(f, ": {}", self.headings) }
    }
}
