//! The index inside the process: one `qdrant-edge` shard for all agents.
//!
//! Every call of the engine blocks, so none runs on the runtime's own threads. Nothing in it runs by itself: a write is
//! safe from a crash of the process at once (its log), and from loss of power after a flush, which happens some seconds
//! after the last write and on closing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use qdrant_edge::external::serde_json::json;
use qdrant_edge::{
    Condition, CountRequest, CreateIndex, DateTimeWrapper, DatetimeIndexParamsBuilder, Distance, EdgeConfig,
    EdgeOptimizersConfig, EdgeShard, EdgeSparseVectorParams, EdgeVectorParams, FieldCondition, FieldIndexOperations,
    Filter, HasIdCondition, IdfCorpusParams, IdfParams, KeywordIndexParamsBuilder, Match, Modifier, NamedQuery,
    PayloadFieldSchema, PayloadSchemaParams, PointId, PointInsertOperations, PointOperations, PointStruct, QueryEnum,
    QueryRequestBuilder, Range, ScoredPoint, ScoringQuery, SearchParams, UpdateOperation, ValueVariants, Vector,
    VectorInternal, Vectors, WalOptions,
};
use tokio::sync::RwLock;
use uuid::Uuid;

use super::{
    Candidates, DENSE, IndexError, IndexFilter, IndexQuery, MemoryIndex, Point, SPARSE, SparseVector, check_dense,
    check_point, field, space_name,
};
use crate::memory::Scope;

/// How long after a write everything is put on disk.
const FLUSH_AFTER: Duration = Duration::from_secs(10);
/// Bytes of one segment of the write-ahead log.
const LOG_SEGMENT: usize = 8 << 20;

/// The index in a folder.
pub struct EdgeIndex {
    /// None once closed.
    shard: Arc<RwLock<Option<Arc<EdgeShard>>>>,
    folder: PathBuf,
    dims: usize,
    dirty: Arc<AtomicBool>,
}

/// Opens the index of that embedder under `folder`, or makes it.
///
/// # Errors
/// [`IndexError::Unavailable`] when another process has it open or the folder cannot be used.
pub async fn open(folder: &Path, embedder: &str, dims: usize) -> Result<EdgeIndex, IndexError> {
    let folder = folder.join(space_name(embedder, dims));
    let path = folder.clone();
    let shard = tokio::task::spawn_blocking(move || open_shard(&path, dims))
        .await
        .map_err(|error| IndexError::Engine(error.to_string()))??;
    Ok(EdgeIndex { shard: Arc::new(RwLock::new(Some(Arc::new(shard)))), folder, dims, dirty: Arc::default() })
}

fn open_shard(path: &Path, dims: usize) -> Result<EdgeShard, IndexError> {
    let unusable = |error: &dyn std::fmt::Display| {
        IndexError::Unavailable(format!("the folder {} cannot be used: {error}", path.display()))
    };
    std::fs::create_dir_all(path).map_err(|error| unusable(&error))?;
    let known = path.join("edge_config.json").exists();
    let opened = if known { EdgeShard::load(path, Some(config(dims))) } else { EdgeShard::new(path, config(dims)) };
    let shard = opened.map_err(|error| {
        let text = error.to_string();
        if text.contains("WouldBlock") {
            return IndexError::Unavailable(format!(
                "another Keepsake uses {}: stop it, or give this one another KEEPSAKE_DATA_DIR",
                path.display()
            ));
        }
        unusable(&text)
    })?;
    if !known {
        create_payload_indexes(&shard)?;
    }
    Ok(shard)
}

fn config(dims: usize) -> EdgeConfig {
    EdgeConfig::builder()
        .vector(DENSE, EdgeVectorParams::builder(dims, Distance::Cosine).build())
        .sparse_vector(SPARSE, EdgeSparseVectorParams { modifier: Some(Modifier::Idf), ..Default::default() })
        // Never an approximate index: within one scope an exact search is as fast, and always right.
        .optimizers(EdgeOptimizersConfig { indexing_threshold: Some(0), ..Default::default() })
        .max_search_threads(1)
        .wal_options(WalOptions { segment_capacity: LOG_SEGMENT, ..Default::default() })
        .build()
}

fn create_payload_indexes(shard: &EdgeShard) -> Result<(), IndexError> {
    let keyword = |tenant: bool| {
        PayloadSchemaParams::Keyword(KeywordIndexParamsBuilder::new().is_tenant(tenant).enable_hnsw(false).build())
    };
    create_payload_index(shard, field::SCOPE, keyword(true))?;
    for name in field::KEYWORDS {
        create_payload_index(shard, name, keyword(false))?;
    }
    let datetime = PayloadSchemaParams::Datetime(DatetimeIndexParamsBuilder::new().enable_hnsw(false).build());
    create_payload_index(shard, field::AT, datetime)
}

fn create_payload_index(shard: &EdgeShard, name: &str, params: PayloadSchemaParams) -> Result<(), IndexError> {
    let index = CreateIndex { field_name: key(name)?, field_schema: Some(PayloadFieldSchema::FieldParams(params)) };
    shard.update(UpdateOperation::FieldIndexOperation(FieldIndexOperations::CreateIndex(index))).map_err(engine)
}

fn engine(error: impl std::fmt::Display) -> IndexError {
    IndexError::Engine(error.to_string())
}

fn key(name: &str) -> Result<qdrant_edge::JsonPath, IndexError> {
    name.try_into().map_err(|()| IndexError::Engine(format!("`{name}` is no payload field")))
}

fn matches(name: &str, value: &str) -> Result<Condition, IndexError> {
    let value = Match::new_value(ValueVariants::String(value.to_owned()));
    Ok(Condition::Field(FieldCondition::new_match(key(name)?, value)))
}

/// The one place where a filter is made: it always holds the scope.
fn filter(scope: &Scope, wanted: &IndexFilter) -> Result<Filter, IndexError> {
    let mut must = vec![matches(field::SCOPE, &scope.agent().to_string())?];
    if let Some(kind) = wanted.kind {
        must.push(matches(field::KIND, kind.as_str())?);
    }
    if let Some(author) = &wanted.author {
        must.push(matches(field::AUTHOR, &author.to_lowercase())?);
    }
    for tag in &wanted.tags {
        must.push(matches(field::TAGS, &tag.to_lowercase())?);
    }
    if wanted.after.is_some() || wanted.before.is_some() {
        let range = Range {
            gte: wanted.after.map(DateTimeWrapper),
            lt: wanted.before.map(DateTimeWrapper),
            gt: None,
            lte: None,
        };
        must.push(Condition::Field(FieldCondition::new_datetime_range(key(field::AT)?, range)));
    }
    Ok(Filter { must: Some(must), ..Default::default() })
}

fn to_engine(point: Point) -> Result<qdrant_edge::PointStructPersisted, IndexError> {
    let mut vectors: Vec<(&str, Vector)> = Vec::new();
    if let Some(dense) = point.dense {
        vectors.push((DENSE, Vector::new_dense(dense)));
    }
    if !point.sparse.is_empty() {
        vectors.push((SPARSE, sparse(point.sparse)?));
    }
    let payload = json!({
        (field::SCOPE): point.scope.agent().to_string(),
        (field::KIND): point.kind.as_str(),
        (field::AUTHOR): point.author,
        (field::TAGS): point.tags.iter().map(|tag| tag.to_lowercase()).collect::<Vec<_>>(),
        (field::AT): point.at.to_rfc3339(),
    });
    Ok(PointStruct::new(PointId::Uuid(point.id), Vectors::new_named(vectors), payload).into())
}

fn sparse(vector: SparseVector) -> Result<Vector, IndexError> {
    Vector::new_sparse(vector.indices, vector.values).map_err(engine)
}

fn found(points: Vec<ScoredPoint>) -> Vec<(Uuid, f32)> {
    let pair = |point: ScoredPoint| match point.id {
        PointId::Uuid(id) => Some((id, point.score)),
        PointId::NumId(_) => None,
    };
    points.into_iter().filter_map(pair).collect()
}

fn nearest(
    shard: &EdgeShard,
    vector: NamedQuery<VectorInternal>,
    scope: &Scope,
    wanted: &IndexFilter,
    limit: usize,
) -> Result<Vec<(Uuid, f32)>, IndexError> {
    let mut params = SearchParams { exact: true, ..Default::default() };
    if vector.using.as_deref() == Some(SPARSE) {
        // Words are rare or common within the scope, not among all people: others' words must not sway the ranking.
        let corpus = filter(scope, &IndexFilter::default())?;
        params.idf = Some(IdfParams::Corpus(IdfCorpusParams { corpus }));
    }
    let query = ScoringQuery::Vector(QueryEnum::Nearest(vector));
    let request = QueryRequestBuilder::new(limit).query(query).filter(filter(scope, wanted)?).params(params).build();
    Ok(found(shard.query(request).map_err(engine)?))
}

fn search(shard: &EdgeShard, scope: &Scope, query: IndexQuery) -> Result<Candidates, IndexError> {
    let mut candidates = Candidates::default();
    if let Some(dense) = query.dense {
        let named = NamedQuery { query: dense.into(), using: Some(DENSE.into()) };
        candidates.dense = nearest(shard, named, scope, &query.filter, query.limit)?;
    }
    if !query.sparse.is_empty() {
        let named = NamedQuery { query: sparse(query.sparse)?.into(), using: Some(SPARSE.into()) };
        candidates.lexical = nearest(shard, named, scope, &query.filter, query.limit)?;
    }
    Ok(candidates)
}

impl EdgeIndex {
    /// Runs something on the engine, on a thread that may block.
    async fn on_shard<T: Send + 'static>(
        &self,
        act: impl FnOnce(&EdgeShard) -> Result<T, IndexError> + Send + 'static,
    ) -> Result<T, IndexError> {
        let shard =
            self.shard.read().await.clone().ok_or_else(|| IndexError::Unavailable("the index is closed".into()))?;
        tokio::task::spawn_blocking(move || act(&shard)).await.map_err(|error| IndexError::Engine(error.to_string()))?
    }

    async fn write(&self, operation: PointOperations) -> Result<(), IndexError> {
        self.on_shard(move |shard| shard.update(UpdateOperation::PointOperation(operation)).map_err(engine)).await?;
        self.flush_soon();
        Ok(())
    }

    /// Puts everything on disk in a while, once for all writes until then.
    fn flush_soon(&self) {
        if self.dirty.swap(true, Ordering::SeqCst) {
            return;
        }
        let (shard, dirty) = (Arc::downgrade(&self.shard), self.dirty.clone());
        tokio::spawn(async move {
            tokio::time::sleep(FLUSH_AFTER).await;
            dirty.store(false, Ordering::SeqCst);
            let Some(shard) = shard.upgrade() else { return };
            let Some(shard) = shard.read().await.clone() else { return };
            let flushed = tokio::task::spawn_blocking(move || shard.flush().map_err(engine)).await;
            if let Ok(Err(error)) = flushed {
                tracing::warn!(%error, "the index was not put on disk; it is tried again after the next write");
            }
        });
    }
}

#[async_trait]
impl MemoryIndex for EdgeIndex {
    async fn upsert(&self, points: Vec<Point>) -> Result<(), IndexError> {
        points.iter().try_for_each(|point| check_point(point, self.dims))?;
        let points = points.into_iter().map(to_engine).collect::<Result<_, _>>()?;
        self.write(PointOperations::UpsertPoints(PointInsertOperations::PointsList(points))).await
    }

    async fn delete(&self, scope: &Scope, ids: &[Uuid]) -> Result<(), IndexError> {
        let ids: HasIdCondition = ids.iter().map(|id| PointId::Uuid(*id)).collect();
        let mut filter = filter(scope, &IndexFilter::default())?;
        filter.must.get_or_insert_default().push(Condition::HasId(ids));
        self.write(PointOperations::DeletePointsByFilter(filter)).await
    }

    async fn total(&self) -> Result<u64, IndexError> {
        self.on_shard(|shard| Ok(shard.count(CountRequest { filter: None, exact: true }).map_err(engine)? as u64)).await
    }

    async fn clear(&self) -> Result<(), IndexError> {
        // A filter without conditions means every point.
        self.write(PointOperations::DeletePointsByFilter(Filter::default())).await
    }

    async fn search(&self, scope: &Scope, query: &IndexQuery) -> Result<Candidates, IndexError> {
        query.dense.as_deref().map_or(Ok(()), |dense| check_dense(dense, self.dims))?;
        let (scope, query) = (*scope, query.clone());
        self.on_shard(move |shard| search(shard, &scope, query)).await
    }

    async fn count(&self, scope: &Scope, wanted: &IndexFilter) -> Result<u64, IndexError> {
        let filter = Some(filter(scope, wanted)?);
        self.on_shard(move |shard| Ok(shard.count(CountRequest { filter, exact: true }).map_err(engine)? as u64)).await
    }

    async fn describe(&self) -> Result<String, IndexError> {
        Ok(format!("in this program, {} points in {}", self.total().await?, self.folder.display()))
    }

    async fn close(&self) -> Result<(), IndexError> {
        let Some(shard) = self.shard.write().await.take() else { return Ok(()) };
        let closed = tokio::task::spawn_blocking(move || {
            let flushed = shard.flush().map_err(engine);
            drop(shard);
            flushed
        });
        closed.await.map_err(|error| IndexError::Engine(error.to_string()))?
    }
}
