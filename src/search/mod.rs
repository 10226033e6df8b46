//! Searching memory: the one way from a query to what it finds, for tools and people alike. Owns paging and the meeting of
//! index (which ids) and ledger (which words). Must not know who asks.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use crate::clock::Moment;
use crate::embed::{EmbedError, SharedEmbedder};
use crate::index::fuse::{Weights, fuse};
use crate::index::sync::IndexSync;
use crate::index::{Candidates, IndexError, IndexFilter, IndexQuery, PointKind, SharedIndex, lexical};
use crate::memory::{Message, MessageId, Passage, PassageId, Scope};
use crate::store::{MessageFilter, PassageFilter, SharedLedger, StoreError};
use crate::tools::{ToolError, page_note};

/// Results on one page.
pub const PAGE_SIZE: u64 = 8;
/// Candidates asked for of each kind of vector, and so the most that all pages together hold about twice of.
const CANDIDATES: usize = 200;
/// A point without a shared word counts as found from this cosine on; below, a static model sees likeness in anything.
const MEANING_FLOOR: f32 = 0.25;

/// Why a search has no result.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    #[error("the search index is out of order: {0}")]
    Index(#[from] IndexError),
    #[error("the embedder is out of order: {0}")]
    Embed(#[from] EmbedError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SearchError> for ToolError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Store(error) => Self::Internal(error.into()),
            other => {
                tracing::warn!(error = %other, "search failed");
                Self::Model("Searching is out of order at the moment. Say so if it matters, and go on without.".into())
            }
        }
    }
}

/// What to look for in archival memory. An empty text lists by time, newest first.
#[derive(Debug, Clone, Default)]
pub struct ArchivalQuery {
    pub text: String,
    pub tags: Vec<String>,
    pub after: Option<Moment>,
    pub before: Option<Moment>,
    /// From 1.
    pub page: u64,
}

/// What to look for among the messages. An empty text lists by time, newest first.
#[derive(Debug, Clone, Default)]
pub struct RecallQuery {
    pub text: String,
    pub author: Option<String>,
    pub after: Option<Moment>,
    pub before: Option<Moment>,
    /// From 1.
    pub page: u64,
}

/// Something found, with its fused score from 0 to 1 (0 in a listing by time).
#[derive(Debug, Clone, PartialEq)]
pub struct Found<T> {
    pub item: T,
    pub score: f32,
}

/// A message or a passage.
#[derive(Debug, Clone, PartialEq)]
pub enum Memory {
    Message(Message),
    Passage(Passage),
}

/// One page of what was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPage<T> {
    pub items: Vec<Found<T>>,
    /// From 1.
    pub page: u64,
    /// At least 1.
    pub pages: u64,
    pub total: u64,
}

impl<T> FoundPage<T> {
    fn of(items: Vec<Found<T>>, page: u64, total: u64) -> Self {
        Self { items, page, pages: total.div_ceil(PAGE_SIZE).max(1), total }
    }

    /// As a model reads it: the page, and a line for each thing found.
    pub fn to_text(&self, nothing: &str, line: impl Fn(&Found<T>) -> String) -> String {
        match (self.items.is_empty(), self.total) {
            (true, 0) => nothing.to_owned(),
            (true, _) => format!("There is no page {}: {}.", self.page, page_note(self.pages, self.pages, self.total)),
            (false, _) => {
                let lines: Vec<String> = self.items.iter().map(line).collect();
                format!("{}\n{}", page_note(self.page, self.pages, self.total), lines.join("\n"))
            }
        }
    }
}

/// Searches memory, always inside one scope.
#[derive(Clone)]
pub struct MemorySearch {
    ledger: SharedLedger,
    index: SharedIndex,
    embedder: SharedEmbedder,
    sync: Arc<IndexSync>,
}

impl MemorySearch {
    /// A search over that ledger and index, which `sync` keeps alike.
    pub fn new(ledger: SharedLedger, index: SharedIndex, embedder: SharedEmbedder, sync: Arc<IndexSync>) -> Self {
        Self { ledger, index, embedder, sync }
    }

    /// Searches archival memory.
    ///
    /// # Errors
    /// [`SearchError`].
    pub async fn archival(&self, scope: &Scope, query: &ArchivalQuery) -> Result<FoundPage<Passage>, SearchError> {
        let offset = (query.page.max(1) - 1).saturating_mul(PAGE_SIZE);
        if query.text.trim().is_empty() {
            let filter = PassageFilter { tags: query.tags.clone(), after: query.after, before: query.before };
            let page = self.ledger.list_passages(scope, &filter, offset, PAGE_SIZE).await?;
            return Ok(FoundPage::of(by_time(page.items), query.page, page.total));
        }
        let filter = IndexFilter {
            kind: Some(PointKind::Passage),
            tags: query.tags.clone(),
            after: query.after,
            before: query.before,
            author: None,
        };
        let ranked = self.ranked(scope, &query.text, filter).await?;
        let passages = self.passages(scope, page_of(&ranked, query.page)).await?;
        Ok(FoundPage::of(in_order(page_of(&ranked, query.page), passages), query.page, ranked.len() as u64))
    }

    /// Searches the messages.
    ///
    /// # Errors
    /// [`SearchError`].
    pub async fn recall(&self, scope: &Scope, query: &RecallQuery) -> Result<FoundPage<Message>, SearchError> {
        let offset = (query.page.max(1) - 1).saturating_mul(PAGE_SIZE);
        if query.text.trim().is_empty() {
            let filter = MessageFilter { author: query.author.clone(), after: query.after, before: query.before };
            let page = self.ledger.list_messages(scope, &filter, offset, PAGE_SIZE).await?;
            return Ok(FoundPage::of(by_time(page.items), query.page, page.total));
        }
        let filter = IndexFilter {
            kind: Some(PointKind::Message),
            author: query.author.clone(),
            after: query.after,
            before: query.before,
            tags: Vec::new(),
        };
        let ranked = self.ranked(scope, &query.text, filter).await?;
        let messages = self.messages(scope, page_of(&ranked, query.page)).await?;
        Ok(FoundPage::of(in_order(page_of(&ranked, query.page), messages), query.page, ranked.len() as u64))
    }

    /// Searches messages and passages together.
    ///
    /// # Errors
    /// [`SearchError`].
    pub async fn anything(&self, scope: &Scope, text: &str, page: u64) -> Result<FoundPage<Memory>, SearchError> {
        let ranked = self.ranked(scope, text, IndexFilter::default()).await?;
        let wanted = page_of(&ranked, page);
        let passages = self.passages(scope, wanted).await?.into_iter().map(|(id, item)| (id, Memory::Passage(item)));
        let messages = self.messages(scope, wanted).await?.into_iter().map(|(id, item)| (id, Memory::Message(item)));
        let found = passages.chain(messages).collect();
        Ok(FoundPage::of(in_order(wanted, found), page, ranked.len() as u64))
    }

    async fn ranked(&self, scope: &Scope, text: &str, filter: IndexFilter) -> Result<Vec<(Uuid, f32)>, SearchError> {
        // What was said a moment ago must be found; when the index cannot catch up it may still find what is older.
        if let Err(error) = self.sync.catch_up().await {
            tracing::warn!(%error, "the index is behind the ledger");
        }
        let mut vectors = self.embedder.embed(&[text.to_owned()]).await?;
        let dense = vectors.pop().filter(|vector| vector.iter().any(|value| *value != 0.0));
        let query = IndexQuery { dense, sparse: lexical::query_vector(text), filter, limit: CANDIDATES };
        let mut candidates = self.index.search(scope, &query).await?;
        drop_noise(&mut candidates);
        Ok(fuse(&candidates, Weights::default()))
    }

    async fn messages(&self, scope: &Scope, ranked: &[(Uuid, f32)]) -> Result<HashMap<Uuid, Message>, StoreError> {
        let ids: Vec<MessageId> = ranked.iter().map(|(id, _)| MessageId(*id)).collect();
        let messages = self.ledger.messages(scope, &ids).await?;
        Ok(messages.into_iter().map(|message| (message.id.0, message)).collect())
    }

    async fn passages(&self, scope: &Scope, ranked: &[(Uuid, f32)]) -> Result<HashMap<Uuid, Passage>, StoreError> {
        let ids: Vec<PassageId> = ranked.iter().map(|(id, _)| PassageId(*id)).collect();
        let passages = self.ledger.passages(scope, &ids).await?;
        Ok(passages.into_iter().map(|passage| (passage.id.0, passage)).collect())
    }
}

fn by_time<T>(items: Vec<T>) -> Vec<Found<T>> {
    items.into_iter().map(|item| Found { item, score: 0.0 }).collect()
}

fn page_of(ranked: &[(Uuid, f32)], page: u64) -> &[(Uuid, f32)] {
    let from = usize::try_from((page.max(1) - 1).saturating_mul(PAGE_SIZE)).unwrap_or(usize::MAX).min(ranked.len());
    &ranked[from..ranked.len().min(from + PAGE_SIZE as usize)]
}

/// The items in the order of the ranking; ids that the ledger no longer holds are passed over.
fn in_order<T>(ranked: &[(Uuid, f32)], mut items: HashMap<Uuid, T>) -> Vec<Found<T>> {
    ranked.iter().filter_map(|(id, score)| items.remove(id).map(|item| Found { item, score: *score })).collect()
}

/// Leaves out what shares no word with the query and is hardly like it.
fn drop_noise(candidates: &mut Candidates) {
    let lexical: std::collections::HashSet<Uuid> = candidates.lexical.iter().map(|(id, _)| *id).collect();
    candidates.dense.retain(|(id, cosine)| *cosine >= MEANING_FLOOR || lexical.contains(id));
}
