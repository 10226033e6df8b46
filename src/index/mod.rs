//! The index: vectors, ids and the payload needed to filter. Owns [`MemoryIndex`], the fusion of its two candidate lists,
//! and the upkeep from the ledger ([`sync`]). Holds no text, and nothing that the ledger could not rebuild.
//! Must not know Discord, models or tools.

pub mod fuse;
pub mod lexical;
#[cfg(feature = "embedded-index")]
pub mod qdrant_edge;
pub mod qdrant_server;
pub mod sync;

use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use crate::clock::Moment;
use crate::memory::Scope;

/// Why the index did not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// It cannot be reached or opened; the text says what to do.
    #[error("{0}")]
    Unavailable(String),
    /// A vector that must not be stored: wrong length, not finite, or all zero.
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
}

impl PointKind {
    /// The name it has in the payload.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Passage => "passage",
        }
    }
}

/// One thing in the index.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The id of the message or passage.
    pub id: Uuid,
    pub scope: Scope,
    pub kind: PointKind,
    /// What the author can be asked for by: their id as text and their name in lower case, or `agent`.
    pub author: Vec<String>,
    pub tags: Vec<String>,
    pub at: Moment,
    /// Of the embedder's length and finite; none where the text says nothing to the embedder.
    pub dense: Option<Vec<f32>>,
    /// Term weights without the inverse document frequency, which the engine puts in.
    pub sparse: SparseVector,
}

/// Which points are meant, besides the scope. All given conditions must hold.
#[derive(Debug, Clone, PartialEq, Default)]
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
    /// How many points there are in all scopes, to tell an index that must be filled.
    async fn total(&self) -> Result<u64, IndexError>;
    /// Takes everything out, of all scopes, for a rebuild.
    async fn clear(&self) -> Result<(), IndexError>;
    /// The candidates inside one scope.
    async fn search(&self, scope: &Scope, query: &IndexQuery) -> Result<Candidates, IndexError>;
    /// How many points of a scope match.
    async fn count(&self, scope: &Scope, filter: &IndexFilter) -> Result<u64, IndexError>;
    /// The backend by name, version and size, for `keepsake check`; fails when it cannot be reached.
    async fn describe(&self) -> Result<String, IndexError>;
    /// Puts everything on disk and lets go of it.
    async fn close(&self) -> Result<(), IndexError>;
}

/// The name of the dense vector of a point.
const DENSE: &str = "dense";
/// The name of the sparse vector of a point.
const SPARSE: &str = "lexical";

/// The fields of a point's payload.
mod field {
    pub(super) const SCOPE: &str = "scope";
    pub(super) const KIND: &str = "kind";
    pub(super) const AUTHOR: &str = "author";
    pub(super) const TAGS: &str = "tags";
    pub(super) const AT: &str = "at";
    /// Those matched as whole words.
    pub(super) const KEYWORDS: [&str; 3] = [KIND, AUTHOR, TAGS];
}

/// Engines take any number for a vector, and then find it everywhere or nowhere: so it is looked at before.
fn check_dense(vector: &[f32], dims: usize) -> Result<(), IndexError> {
    if vector.len() != dims {
        return Err(IndexError::BadVector(format!(
            "the embedder gave {} numbers where the index holds {dims}",
            vector.len()
        )));
    }
    if vector.iter().any(|value| !value.is_finite()) {
        return Err(IndexError::BadVector("the embedder gave a number that is not finite".into()));
    }
    if vector.iter().all(|value| *value == 0.0) {
        return Err(IndexError::BadVector("the embedder gave a vector of zeros".into()));
    }
    Ok(())
}

fn check_point(point: &Point, dims: usize) -> Result<(), IndexError> {
    let sparse = &point.sparse;
    if sparse.indices.len() != sparse.values.len() || sparse.values.iter().any(|value| !value.is_finite()) {
        return Err(IndexError::BadVector("a sparse vector is broken".into()));
    }
    point.dense.as_deref().map_or(Ok(()), |dense| check_dense(dense, dims))
}

/// A name for what one embedder's vectors are kept in: another embedder's can never be mixed with them.
fn space_name(embedder: &str, dims: usize) -> String {
    let safe: String = embedder
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(40)
        .collect();
    format!("{safe}-{dims}-{:08x}", xxhash_rust::xxh32::xxh32(embedder.as_bytes(), 0))
}

/// An index that many hold.
pub type SharedIndex = Arc<dyn MemoryIndex>;
