//! The index: vectors, ids and the payload needed to filter. Owns [`MemoryIndex`], the fusion of its two candidate lists,
//! and the upkeep from the ledger ([`sync`]). Holds no text, and nothing that the ledger could not rebuild.
//! Must not know Discord, models or tools.

mod check;
pub mod compare;
mod fold;
pub mod fuse;
mod guess;
pub mod key;
mod language;
pub mod late;
pub mod lexical;
#[cfg(test)]
mod many_languages;
pub mod mend;
mod payload;
#[cfg(feature = "embedded-index")]
pub mod qdrant_edge;
pub mod qdrant_server;
pub mod sync;
pub mod terms;

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use crate::clock::Moment;
use crate::memory::Scope;

/// Why the index did not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// It cannot be opened or used; the text says what to do.
    #[error("{0}")]
    Unavailable(String),
    /// Another process has it.
    #[error("{0}")]
    InUse(String),
    /// It cannot be reached at the moment.
    #[error("{0}")]
    Away(String),
    /// What it keeps cannot be read, or its thread ended: it is to be opened anew and filled from the ledger.
    #[error("{0}")]
    Broken(String),
    /// A vector that must not be stored: wrong length, not finite, or nothing in it at all.
    #[error("{0}")]
    BadVector(String),
    #[error("the index failed: {0}")]
    Engine(String),
}

/// A sparse vector: dimension numbers in rising order, and their weights.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SparseVector {
    pub indices: Vec<u32>,
    pub values: Vec<f32>,
}

impl SparseVector {
    /// Whether no dimension is set.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }
}

/// What kind of thing a point stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PointKind {
    Message,
    Passage,
    /// A piece of a document.
    Document,
}

impl PointKind {
    /// The name it has in the payload.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Passage => "passage",
            Self::Document => "document",
        }
    }
}

/// One thing in the index.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The id of the message, passage or chunk.
    pub id: Uuid,
    pub scope: Scope,
    pub kind: PointKind,
    /// The author's id as text, or `agent`.
    pub author: Option<String>,
    /// The author's name, lower case.
    pub author_name: Option<String>,
    pub tags: Vec<String>,
    pub at: Moment,
    /// Of the embedder's length and finite. All zero where the text said nothing to the embedder: the point is then found
    /// by its words alone.
    pub dense: Vec<f32>,
    /// Term weights without the inverse document frequency, which the engine puts in.
    pub sparse: SparseVector,
}

/// Which points are meant, besides the scope. All given conditions must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct IndexFilter {
    pub kind: Option<PointKind>,
    /// The author's id as text, their name (case-insensitive), or `agent`.
    pub author: Option<String>,
    /// All of these.
    pub tags: Vec<String>,
    /// At or after.
    pub after: Option<Moment>,
    /// Before.
    pub before: Option<Moment>,
}

/// A search, already in vectors. One of the two may be missing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct IndexQuery {
    pub dense: Option<Vec<f32>>,
    pub sparse: SparseVector,
    pub filter: IndexFilter,
    /// Candidates wanted of each kind of vector.
    pub limit: usize,
}

/// What a search found: by words and by meaning, each best first, with the engine's own scores.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Candidates {
    pub lexical: Vec<(Uuid, f32)>,
    pub dense: Vec<(Uuid, f32)>,
}

/// A store of vectors that never answers beyond a scope.
#[async_trait]
pub trait MemoryIndex: Send + Sync {
    /// Puts points in, replacing those of the same id. When it returns, a crash of the process does not lose them.
    async fn upsert(&self, points: Vec<Point>) -> Result<(), IndexError>;
    /// Takes points out; ids that are not there are passed over.
    async fn delete(&self, scope: &Scope, ids: &[Uuid]) -> Result<(), IndexError>;
    /// Takes everything out, of all scopes, for a rebuild.
    async fn clear(&self) -> Result<(), IndexError>;
    /// The candidates inside one scope.
    async fn search(&self, scope: &Scope, query: &IndexQuery) -> Result<Candidates, IndexError>;
    /// How many points of a scope match.
    async fn count(&self, scope: &Scope, filter: &IndexFilter) -> Result<u64, IndexError>;
    /// How many of those points there are in that scope.
    async fn present(&self, scope: &Scope, ids: &[Uuid]) -> Result<u64, IndexError>;
    /// How many points there are in all scopes. An empty index beside a ledger that believes to be indexed (another
    /// embedder, a lost folder) is to be filled again.
    async fn total(&self) -> Result<u64, IndexError>;
    /// Where what stood in its place before is now, if it had to be moved aside and is still there.
    async fn moved_aside(&self) -> Option<PathBuf> {
        None
    }
    /// It has all that the ledger has: what is left of broken ones before it is of no use any more and goes.
    async fn filled(&self) {}
    /// The backend by name, version and size, for `keepsake check`; fails when it cannot be reached.
    async fn describe(&self) -> Result<String, IndexError>;
    /// Puts everything on disk and lets go of it. Nothing can be asked of it afterwards; a second call does nothing.
    async fn close(&self) -> Result<(), IndexError>;
}

/// An index that many hold.
pub type SharedIndex = Arc<dyn MemoryIndex>;
