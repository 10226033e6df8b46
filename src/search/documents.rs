//! Searching and reading documents.

use std::collections::HashMap;

use uuid::Uuid;

use super::{FoundPage, MemorySearch, in_order};
use crate::index::{IndexFilter, PointKind, key};
use crate::memory::{Chunk, ChunkId, Document, DocumentId, Scope};
use crate::store::{Page, StoreError};

/// Results on one page: pieces of documents are longer than what people say.
const DOCUMENT_PAGE: u64 = 5;

/// What to look for in documents.
#[derive(Debug, Clone, Default)]
pub struct DocumentQuery {
    pub text: String,
    /// Only in this one.
    pub document: Option<DocumentId>,
    /// From 1.
    pub page: u64,
}

impl MemorySearch {
    /// Searches documents.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn documents(&self, scope: &Scope, query: &DocumentQuery) -> Result<FoundPage<Chunk>, StoreError> {
        let tags = query.document.map(key::document_tag).into_iter().collect();
        let filter = IndexFilter { kind: Some(PointKind::Document), tags, ..IndexFilter::default() };
        let ranked = self.ranking(scope, &query.text, filter, query.page).await?;
        let found = &ranked.items;
        let from = usize::try_from((query.page.max(1) - 1).saturating_mul(DOCUMENT_PAGE)).unwrap_or(usize::MAX);
        let from = from.min(found.len());
        let wanted = &found[from..found.len().min(from + DOCUMENT_PAGE as usize)];
        let items = in_order(wanted, self.chunks(scope, wanted).await?);
        let total = found.len() as u64;
        let pages = total.div_ceil(DOCUMENT_PAGE).max(1);
        let page = FoundPage { items, page: query.page, pages, total, inexact: false, words_only: false };
        Ok(page.ranked_as(&ranked))
    }

    /// The document of that number.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn document(&self, scope: &Scope, number: i64) -> Result<Option<Document>, StoreError> {
        self.ledger.document(scope, number).await
    }

    /// The pieces of a page of a document, in reading order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn document_page(&self, scope: &Scope, document: &Document, page: u32) -> Result<Vec<Chunk>, StoreError> {
        self.ledger.document_page(scope, document.id, page).await
    }

    /// A page of the list of documents, `size` on each.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn list_documents(&self, scope: &Scope, page: u64, size: u64) -> Result<Page<Document>, StoreError> {
        self.ledger.list_documents(scope, (page.max(1) - 1).saturating_mul(size), size).await
    }

    pub(super) async fn chunks(
        &self,
        scope: &Scope,
        ranked: &[(Uuid, f32)],
    ) -> Result<HashMap<Uuid, Chunk>, StoreError> {
        let ids: Vec<ChunkId> = ranked.iter().map(|(id, _)| ChunkId(*id)).collect();
        let chunks = self.ledger.chunks(scope, &ids).await?;
        Ok(chunks.into_iter().map(|chunk| (chunk.id.0, chunk)).collect())
    }
}
