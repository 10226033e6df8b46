//! Documents: from a file to the pieces of text that are stored, searched and read. Owns which files can be read
//! ([`Kind`]), how they become text and chunks, and that a hostile file cannot take the program down: a file is only ever
//! opened in a child process ([`DocumentReader`] on this side, [`child`] on the other).
//! Must not know Discord, models or databases but for the ledger's traits ([`Library`]).

pub mod child;
mod chunk;
mod decode;
mod extract;
mod headings;
mod ingest;
mod kind;
mod library;
mod lines;
mod reader;
mod refusal;
mod table;

use serde::{Deserialize, Serialize};

pub use ingest::{Ingested, Told, all_missing, ingest};
pub use kind::Kind;
pub use library::{Added, Library, LibraryError, NewFile, shown_name};
pub use reader::DocumentReader;
pub use refusal::Refusal;

/// Characters that the pages of a document have at most, on average. What stands between two pages of a book is fewer
/// by far.
const CHARS_A_PAGE: usize = 6_000;

/// How much is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Of one file.
    pub bytes: u64,
    /// Of one document.
    pub pages: u32,
    /// Documents that one agent may have.
    pub per_agent: u32,
}

impl Limits {
    /// Characters of one document.
    pub fn chars(&self) -> usize {
        self.pages as usize * CHARS_A_PAGE
    }

    /// # Errors
    /// [`Refusal::Bytes`], when a file has more bytes.
    pub fn check_bytes(&self, bytes: u64) -> Result<(), Refusal> {
        if bytes <= self.bytes {
            return Ok(());
        }
        Err(Refusal::Bytes { bytes, most: self.bytes })
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    pub kind: Kind,
    /// How many pages there are; the last may be without text.
    pub pages: u32,
    /// In reading order.
    pub pieces: Vec<Piece>,
}

/// A stretch of text of about 1,200 characters. The pieces of a page in order are the page ([`page_text`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// From 1.
    pub page: u32,
    /// The headings above it, outermost first: `Installation > Linux`. Empty where there are none.
    pub headings: String,
    pub text: String,
}

/// The text of a page from its pieces in order.
pub fn page_text<'a>(kind: Kind, pieces: impl IntoIterator<Item = &'a str>) -> String {
    if kind.is_table() { table::joined(pieces) } else { pieces.into_iter().collect() }
}
