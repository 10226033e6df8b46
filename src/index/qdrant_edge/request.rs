//! What the embedded engine is asked: its settings, points, filters and queries in its own types. [`Scoped`] is the only
//! filter that reads take, and it cannot be made without a scope.

use qdrant_edge::external::serde_json::Value;
use qdrant_edge::{
    Condition, CountRequest, CreateIndex, DateTimeWrapper, DatetimeIndexParamsBuilder, Distance, EdgeConfig,
    EdgeOptimizersConfig, EdgeShard, EdgeSparseVectorParams, EdgeVectorParams, FieldCondition, FieldIndexOperations,
    Filter, HasIdCondition, IdfCorpusParams, IdfParams, JsonPath, KeywordIndexParamsBuilder, Match, Modifier,
    NamedQuery, OperationError, OperationResult, PayloadFieldSchema, PayloadSchemaParams, PointId,
    PointInsertOperations, PointOperations, PointStruct, QueryEnum, QueryRequestBuilder, Range, ScoredPoint,
    ScoringQuery, SearchParams, UpdateOperation, ValueVariants, Vector, VectorInternal, Vectors, WalOptions,
};
use uuid::Uuid;

use crate::clock::Moment;
use crate::index::payload::{self, AT, AUTHOR, AUTHOR_NAME, DENSE, KEYWORDS, KIND, SCOPE, SPARSE, TAGS};
use crate::index::{IndexError, IndexFilter, Point, SparseVector, check};
use crate::memory::{AgentId, Scope};

/// Bytes of one file of the write-ahead log. Two are laid out ahead.
const LOG_FILE: usize = 8 << 20;

/// Exact search over the points of a scope is fast enough without a graph, which would cost minutes to build.
pub(super) fn config(dims: usize) -> EdgeConfig {
    EdgeConfig::builder()
        .vector(DENSE, EdgeVectorParams::builder(dims, Distance::Cosine).build())
        .sparse_vector(SPARSE, EdgeSparseVectorParams { modifier: Some(Modifier::Idf), ..Default::default() })
        .optimizers(EdgeOptimizersConfig { indexing_threshold: Some(0), ..Default::default() })
        .max_search_threads(1)
        .wal_options(WalOptions { segment_capacity: LOG_FILE, ..Default::default() })
        .build()
}

/// Makes the indexes over the payload that are not there yet.
pub(super) fn make_field_indexes(shard: &EdgeShard) -> OperationResult<()> {
    let keyword = |tenant| {
        let params = KeywordIndexParamsBuilder::new().is_tenant(tenant).enable_hnsw(false).build();
        PayloadSchemaParams::Keyword(params)
    };
    let date = PayloadSchemaParams::Datetime(DatetimeIndexParamsBuilder::new().enable_hnsw(false).build());
    let mut wanted = vec![(SCOPE, keyword(true)), (AT, date)];
    wanted.extend(KEYWORDS.map(|name| (name, keyword(false))));
    let present = shard.info()?.payload_schema;
    for (name, params) in wanted {
        let field_name = field(name)?;
        if !present.contains_key(&field_name) {
            let field_schema = Some(PayloadFieldSchema::FieldParams(params));
            shard.update(UpdateOperation::FieldIndexOperation(FieldIndexOperations::CreateIndex(CreateIndex {
                field_name,
                field_schema,
            })))?;
        }
    }
    Ok(())
}

fn field(name: &str) -> OperationResult<JsonPath> {
    name.parse().map_err(|()| OperationError::service_error_light(format!("{name} is no name for a field")))
}

/// A point in the engine's form. A vector that says nothing is left out: the engine then passes the point over when it
/// searches by that vector.
pub(super) fn point(point: Point, dims: usize) -> Result<PointStruct, IndexError> {
    let has_meaning = check::point(&point, dims)?;
    let payload: Value = payload::payload(&point);
    let mut vectors = Vec::new();
    if has_meaning {
        vectors.push((DENSE, Vector::new_dense(point.dense)));
    }
    if !point.sparse.is_empty() {
        let words = Vector::new_sparse(point.sparse.indices, point.sparse.values);
        vectors.push((SPARSE, words.map_err(|error| IndexError::BadVector(error.to_string()))?));
    }
    Ok(PointStruct::new(PointId::Uuid(point.id), Vectors::new_named(vectors), payload))
}

pub(super) fn upsert(points: Vec<PointStruct>) -> UpdateOperation {
    let points = points.into_iter().map(Into::into).collect();
    UpdateOperation::PointOperation(PointOperations::UpsertPoints(PointInsertOperations::PointsList(points)))
}

/// Takes out those of `ids` that `filter` allows.
pub(super) fn delete(filter: Scoped, ids: &[Uuid]) -> UpdateOperation {
    UpdateOperation::PointOperation(PointOperations::DeletePointsByFilter(filter.only(ids).0))
}

/// Reads something of each kind, so that what cannot be read is found out when the index is opened.
pub(super) fn probe(shard: &EdgeShard, dims: usize) -> OperationResult<()> {
    let nobody = Scope::of_item(AgentId(Uuid::nil()));
    let all = Scoped::new(&nobody, &IndexFilter::default())?;
    let words = SparseVector { indices: vec![1], values: vec![1.0] };
    by_words(shard, words, &all, all.clone(), 1)?;
    let mut meaning = vec![0.0; dims];
    meaning.iter_mut().take(1).for_each(|part| *part = 1.0);
    by_meaning(shard, meaning, &all, 1)?;
    shard.info().map(drop)
}

/// A filter that holds within one scope.
#[derive(Clone)]
pub(super) struct Scoped(Filter);

impl Scoped {
    /// The points of `scope` that match `filter`.
    pub(super) fn new(scope: &Scope, filter: &IndexFilter) -> OperationResult<Self> {
        let IndexFilter { kind, author, tags, after, before } = filter;
        let mut must = vec![matches(SCOPE, payload::scope_text(scope))?];
        if let Some(kind) = kind {
            must.push(matches(KIND, kind.as_str().to_owned())?);
        }
        if let Some(author) = author {
            let any = vec![
                matches(AUTHOR, author.clone())?,
                matches(AUTHOR_NAME, payload::word_key(&author.to_lowercase()))?,
            ];
            must.push(Condition::Filter(Filter { should: Some(any), ..Default::default() }));
        }
        for tag in tags {
            must.push(matches(TAGS, payload::word_key(tag))?);
        }
        if after.is_some() || before.is_some() {
            let moment = |at: &Option<Moment>| at.map(DateTimeWrapper);
            let range = Range { gte: moment(after), lt: moment(before), gt: None, lte: None };
            must.push(Condition::Field(FieldCondition::new_datetime_range(field(AT)?, range)));
        }
        Ok(Self(Filter { must: Some(must), ..Default::default() }))
    }

    /// Only those of `ids`.
    pub(super) fn only(self, ids: &[Uuid]) -> Self {
        let Self(mut filter) = self;
        let ids = ids.iter().map(|id| PointId::Uuid(*id));
        filter.must.get_or_insert_default().push(Condition::HasId(HasIdCondition::from_iter(ids)));
        Self(filter)
    }

    /// The points among which the rarity of a word is counted: those of the scope and kind, whoever said them and when.
    /// What other scopes hold must not show, not even in the order of results.
    pub(super) fn corpus(scope: &Scope, filter: &IndexFilter) -> OperationResult<Self> {
        Self::new(scope, &IndexFilter { kind: filter.kind, ..Default::default() })
    }
}

fn matches(name: &str, value: String) -> OperationResult<Condition> {
    let value = Match::new_value(ValueVariants::String(value));
    Ok(Condition::Field(FieldCondition::new_match(field(name)?, value)))
}

pub(super) fn by_meaning(
    shard: &EdgeShard,
    vector: Vec<f32>,
    filter: &Scoped,
    limit: usize,
) -> OperationResult<Vec<(Uuid, f32)>> {
    let params = SearchParams { exact: true, ..Default::default() };
    nearest(shard, DENSE, vector.into(), filter, params, limit)
}

pub(super) fn by_words(
    shard: &EdgeShard,
    words: SparseVector,
    filter: &Scoped,
    corpus: Scoped,
    limit: usize,
) -> OperationResult<Vec<(Uuid, f32)>> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let vector = qdrant_edge::SparseVector::new(words.indices, words.values)
        .map_err(|error| OperationError::validation_error(error.to_string()))?;
    let idf = IdfParams::Corpus(IdfCorpusParams { corpus: corpus.0 });
    let params = SearchParams { idf: Some(idf), ..Default::default() };
    nearest(shard, SPARSE, vector.into(), filter, params, limit)
}

fn nearest(
    shard: &EdgeShard,
    using: &str,
    query: VectorInternal,
    filter: &Scoped,
    params: SearchParams,
    limit: usize,
) -> OperationResult<Vec<(Uuid, f32)>> {
    let query = ScoringQuery::Vector(QueryEnum::Nearest(NamedQuery { query, using: Some(using.into()) }));
    let request = QueryRequestBuilder::new(limit).query(query).filter(filter.0.clone()).params(params).build();
    Ok(shard.query(request)?.iter().filter_map(scored).collect())
}

fn scored(point: &ScoredPoint) -> Option<(Uuid, f32)> {
    match point.id {
        PointId::Uuid(id) => Some((id, point.score)),
        PointId::NumId(_) => None,
    }
}

pub(super) fn count(shard: &EdgeShard, filter: &Scoped) -> OperationResult<u64> {
    Ok(shard.count(CountRequest { filter: Some(filter.0.clone()), exact: true })? as u64)
}
