//! Finding by words in the ledger itself, for when the index cannot be asked.

use async_trait::async_trait;

use super::{MessageFilter, PassageFilter, StoreError};
use crate::memory::{Chunk, DocumentId, Message, Passage, Scope};

/// What has some of the given words in it. A word is found as a part of others too, and its letters beyond ASCII stand for
/// any letter: whoever asks looks closer at what comes. What has most of the words comes first, then the newest; at most
/// `limit`. Without words nothing is found.
#[async_trait]
pub trait WordStore: Send + Sync {
    /// Searchable messages, each with its facts (empty where there are none).
    async fn messages_with(
        &self,
        scope: &Scope,
        words: &[String],
        filter: &MessageFilter,
        limit: u64,
    ) -> Result<Vec<(Message, String)>, StoreError>;
    /// Passages.
    async fn passages_with(
        &self,
        scope: &Scope,
        words: &[String],
        filter: &PassageFilter,
        limit: u64,
    ) -> Result<Vec<Passage>, StoreError>;
    /// Pieces of documents, or of one of them.
    async fn chunks_with(
        &self,
        scope: &Scope,
        words: &[String],
        document: Option<DocumentId>,
        limit: u64,
    ) -> Result<Vec<Chunk>, StoreError>;
}
