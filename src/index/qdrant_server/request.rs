//! What the server is asked: points, filters and queries in the client's types. [`Scoped`] is the only filter there is, and
//! it cannot be made without a scope.

use std::collections::HashMap;

use qdrant_client::Payload;
use qdrant_client::qdrant::r#match::MatchValue;
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::points_selector::PointsSelectorOneOf;
use qdrant_client::qdrant::{
    Condition, DatetimeRange, Filter, IdfParamsBuilder, NamedVectors, PointId, PointStruct, Query, QueryPoints,
    QueryPointsBuilder, ScoredPoint, SearchParamsBuilder, Timestamp, Vector, VectorInput,
};
use uuid::Uuid;

use crate::clock::Moment;
use crate::index::payload::{self, AT, AUTHOR, AUTHOR_NAME, DENSE, KIND, SCOPE, SPARSE, TAGS};
use crate::index::{IndexError, IndexFilter, Point, SparseVector, check};
use crate::memory::Scope;

/// A point in the client's form. A vector that says nothing is left out: the server then passes the point over when it
/// searches by that vector.
pub(super) fn point(point: Point, dims: usize) -> Result<PointStruct, IndexError> {
    let has_meaning = check::point(&point, dims)?;
    let payload = Payload::try_from(payload::payload(&point)).map_err(|error| IndexError::Engine(error.to_string()))?;
    let mut vectors: HashMap<String, Vector> = HashMap::new();
    if has_meaning {
        vectors.insert(DENSE.to_owned(), Vector::new_dense(point.dense));
    }
    if !point.sparse.is_empty() {
        vectors.insert(SPARSE.to_owned(), Vector::new_sparse(point.sparse.indices, point.sparse.values));
    }
    Ok(PointStruct::new(point.id.to_string(), NamedVectors { vectors }, payload))
}

/// A filter that holds within one scope.
#[derive(Clone)]
pub(super) struct Scoped(Filter);

impl Scoped {
    /// The points of `scope` that match `filter`.
    pub(super) fn new(scope: &Scope, filter: &IndexFilter) -> Self {
        let IndexFilter { kind, author, tags, after, before } = filter;
        let mut must = vec![keyword(SCOPE, payload::scope_text(scope))];
        must.extend(kind.map(|kind| keyword(KIND, kind.as_str().to_owned())));
        if let Some(author) = author {
            let by_id = keyword(AUTHOR, author.clone());
            let by_name = keyword(AUTHOR_NAME, payload::word_key(&author.to_lowercase()));
            must.push(Filter::should([by_id, by_name]).into());
        }
        must.extend(tags.iter().map(|tag| keyword(TAGS, payload::word_key(tag))));
        if after.is_some() || before.is_some() {
            let range = DatetimeRange { gte: after.map(timestamp), lt: before.map(timestamp), ..Default::default() };
            must.push(Condition::datetime_range(AT, range));
        }
        Self(Filter::must(must))
    }

    /// The points among which the rarity of a word is counted: those of the scope and kind, whoever said them and when.
    /// What other scopes hold must not show, not even in the order of results. (A server before that setting counts over
    /// all scopes.)
    pub(super) fn corpus(scope: &Scope, filter: &IndexFilter) -> Self {
        Self::new(scope, &IndexFilter { kind: filter.kind, ..Default::default() })
    }

    /// Those of `ids` that the filter allows.
    pub(super) fn only(mut self, ids: &[Uuid]) -> Self {
        self.0.must.push(Condition::has_id(ids.iter().map(|id| PointId::from(id.to_string()))));
        self
    }
}

impl From<Scoped> for Filter {
    fn from(scoped: Scoped) -> Self {
        scoped.0
    }
}

impl From<Scoped> for PointsSelectorOneOf {
    fn from(scoped: Scoped) -> Self {
        Self::Filter(scoped.0)
    }
}

/// The whole value, letter for letter. (The client takes a plain string with a space in it for a search in text.)
fn keyword(field: &str, value: String) -> Condition {
    Condition::matches(field, MatchValue::Keyword(value))
}

fn timestamp(at: Moment) -> Timestamp {
    Timestamp { seconds: at.timestamp(), nanos: i32::try_from(at.timestamp_subsec_nanos()).unwrap_or(0) }
}

pub(super) fn by_meaning(collection: &str, vector: &[f32], filter: &Scoped, limit: usize) -> QueryPoints {
    let query = Query::new_nearest(vector.to_vec());
    nearest(collection, DENSE, query, filter, limit).into()
}

pub(super) fn by_words(
    collection: &str,
    words: &SparseVector,
    filter: &Scoped,
    corpus: Scoped,
    limit: usize,
) -> QueryPoints {
    let query = Query::new_nearest(VectorInput::new_sparse(words.indices.clone(), words.values.clone()));
    let idf = SearchParamsBuilder::default().idf(IdfParamsBuilder::new().corpus(corpus));
    nearest(collection, SPARSE, query, filter, limit).params(idf).into()
}

fn nearest(collection: &str, using: &str, query: Query, filter: &Scoped, limit: usize) -> QueryPointsBuilder {
    QueryPointsBuilder::new(collection)
        .query(query)
        .using(using)
        .filter(filter.clone())
        .limit(limit as u64)
        .with_payload(false)
}

pub(super) fn scored(point: &ScoredPoint) -> Option<(Uuid, f32)> {
    match point.id.as_ref()?.point_id_options.as_ref()? {
        PointIdOptions::Uuid(text) => Some((Uuid::parse_str(text).ok()?, point.score)),
        PointIdOptions::Num(_) => None,
    }
}
