//! What the ledger offers for documents.

use async_trait::async_trait;

use super::{Page, StoreError};
use crate::clock::Moment;
use crate::documents::Piece;
use crate::memory::{Chunk, ChunkId, Document, DocumentId, Scope};

/// What came of adding a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddedDocument {
    New(Document),
    /// The agent had one that holds the same; nothing was written.
    Known(Document),
    /// The agent has as many as it may have; nothing was written.
    Full,
}

/// Documents and their chunks.
#[async_trait]
pub trait DocumentStore: Send + Sync {
    /// Adds a document with its pieces, in one transaction, unless the agent has it or `most` others already. The ledger
    /// gives it its number.
    async fn add_document(
        &self,
        scope: &Scope,
        document: &Document,
        pieces: &[Piece],
        most: u64,
    ) -> Result<AddedDocument, StoreError>;
    /// The document of that number.
    async fn document(&self, scope: &Scope, number: i64) -> Result<Option<Document>, StoreError>;
    /// The document that came from there.
    async fn document_of_origin(&self, scope: &Scope, origin: &str) -> Result<Option<Document>, StoreError>;
    /// Documents by number.
    async fn list_documents(&self, scope: &Scope, offset: u64, limit: u64) -> Result<Page<Document>, StoreError>;
    /// How many there are.
    async fn count_documents(&self, scope: &Scope) -> Result<u64, StoreError>;
    /// Those chunks, in the order asked for; ids of other scopes are not found.
    async fn chunks(&self, scope: &Scope, ids: &[ChunkId]) -> Result<Vec<Chunk>, StoreError>;
    /// The chunks of a page, in reading order.
    async fn document_page(&self, scope: &Scope, id: DocumentId, page: u32) -> Result<Vec<Chunk>, StoreError>;
    /// Takes a document away for good, and leaves a tombstone for each of its chunks. None where there is none.
    async fn remove_document(&self, scope: &Scope, number: i64, now: Moment) -> Result<Option<Document>, StoreError>;
}
