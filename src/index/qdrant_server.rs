//! The index on a Qdrant server or cluster, over gRPC. The same collection for all agents, the scope as its tenant.

use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use qdrant_client::qdrant::{
    Condition, CountPointsBuilder, CreateCollectionBuilder, CreateFieldIndexCollectionBuilder,
    DatetimeIndexParamsBuilder, DatetimeRange, DeletePointsBuilder, Distance, FieldType, Filter, HnswConfigDiffBuilder,
    IdfParamsBuilder, KeywordIndexParamsBuilder, Modifier, NamedVectors, PointId, PointStruct, Query,
    QueryPointsBuilder, ScoredPoint, SearchParamsBuilder, SparseVectorParamsBuilder, SparseVectorsConfigBuilder,
    Timestamp, UpsertPointsBuilder, Value, Vector, VectorInput, VectorParamsBuilder, VectorsConfigBuilder,
    point_id::PointIdOptions,
};
use qdrant_client::{Payload, Qdrant, QdrantError};
use secrecy::ExposeSecret;
use serde_json::json;
use uuid::Uuid;

use super::{
    Candidates, DENSE, IndexError, IndexFilter, IndexQuery, MemoryIndex, Point, SPARSE, SparseVector, check_dense,
    check_point, field, space_name,
};
use crate::clock::Moment;
use crate::config::QdrantConfig;
use crate::memory::Scope;

/// How long any one request may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long the server may take to say that it is there.
const HELLO: Duration = Duration::from_secs(10);

/// The index on a server.
pub struct ServerIndex {
    client: Qdrant,
    url: String,
    collection: String,
    dims: usize,
}

/// Connects, and makes the collection of that embedder where there is none.
///
/// # Errors
/// [`IndexError::Unavailable`] naming `QDRANT_URL` or `QDRANT_API_KEY`.
pub async fn open(config: &QdrantConfig, embedder: &str, dims: usize) -> Result<ServerIndex, IndexError> {
    let key = config.api_key.as_ref().map(|key| key.expose_secret().to_owned());
    let client = Qdrant::from_url(&config.url)
        .api_key(key)
        .timeout(TIMEOUT)
        .connect_timeout(HELLO)
        .skip_compatibility_check()
        .build();
    let client = client.map_err(|error| IndexError::Unavailable(format!("QDRANT_URL cannot be used: {error}")))?;
    let collection = format!("{}-{}", config.collection, space_name(embedder, dims));
    let index = ServerIndex { client, url: config.url.clone(), collection, dims };
    let hello = tokio::time::timeout(HELLO, index.client.health_check()).await;
    hello.map_err(|_| index.unreachable("it does not answer"))?.map_err(|error| index.fault(error))?;
    index.create_if_missing().await?;
    Ok(index)
}

/// The one place where a filter is made: it always holds the scope.
fn filter(scope: &Scope, wanted: &IndexFilter) -> Filter {
    let mut must = vec![Condition::matches(field::SCOPE, scope.agent().to_string())];
    must.extend(wanted.kind.map(|kind| Condition::matches(field::KIND, kind.as_str().to_owned())));
    must.extend(wanted.author.as_ref().map(|author| Condition::matches(field::AUTHOR, author.to_lowercase())));
    must.extend(wanted.tags.iter().map(|tag| Condition::matches(field::TAGS, tag.to_lowercase())));
    if wanted.after.is_some() || wanted.before.is_some() {
        let range =
            DatetimeRange { gte: wanted.after.map(timestamp), lt: wanted.before.map(timestamp), ..Default::default() };
        must.push(Condition::datetime_range(field::AT, range));
    }
    Filter::must(must)
}

fn timestamp(at: Moment) -> Timestamp {
    Timestamp { seconds: at.timestamp(), nanos: i32::try_from(at.timestamp_subsec_nanos()).unwrap_or(0) }
}

fn to_server(point: Point) -> Result<PointStruct, IndexError> {
    let mut vectors = NamedVectors::default();
    if let Some(dense) = point.dense {
        vectors = vectors.add_vector(DENSE, Vector::new_dense(dense));
    }
    if !point.sparse.is_empty() {
        vectors = vectors.add_vector(SPARSE, Vector::new_sparse(point.sparse.indices, point.sparse.values));
    }
    let payload = json!({
        (field::SCOPE): point.scope.agent().to_string(),
        (field::KIND): point.kind.as_str(),
        (field::AUTHOR): point.author,
        (field::TAGS): point.tags.iter().map(|tag| tag.to_lowercase()).collect::<Vec<_>>(),
        (field::AT): point.at.to_rfc3339(),
    });
    let payload = Payload::try_from(payload).map_err(|error| IndexError::Engine(error.to_string()))?;
    Ok(PointStruct::new(point.id.to_string(), vectors, HashMap::<String, Value>::from(payload)))
}

fn found(points: Vec<ScoredPoint>) -> Vec<(Uuid, f32)> {
    let pair = |point: ScoredPoint| match point.id?.point_id_options? {
        PointIdOptions::Uuid(id) => Some((Uuid::parse_str(&id).ok()?, point.score)),
        PointIdOptions::Num(_) => None,
    };
    points.into_iter().filter_map(pair).collect()
}

impl ServerIndex {
    fn unreachable(&self, why: &str) -> IndexError {
        IndexError::Unavailable(format!("the Qdrant server at {} (QDRANT_URL) cannot be used: {why}", self.url))
    }

    /// What an error of the client means. Its text never holds the key.
    fn fault(&self, error: QdrantError) -> IndexError {
        let QdrantError::ResponseError { status } = &error else { return IndexError::Engine(error.to_string()) };
        match status.code() {
            tonic::Code::Unauthenticated | tonic::Code::PermissionDenied => {
                self.unreachable("it does not accept QDRANT_API_KEY")
            }
            tonic::Code::Unavailable | tonic::Code::DeadlineExceeded | tonic::Code::Cancelled => {
                self.unreachable("it does not answer")
            }
            _ => IndexError::Engine(format!("{}: {}", status.code(), status.message())),
        }
    }

    async fn create_if_missing(&self) -> Result<(), IndexError> {
        let exists = self.client.collection_exists(&self.collection).await.map_err(|error| self.fault(error))?;
        if !exists && let Err(error) = self.client.create_collection(self.layout()).await {
            // Another Keepsake may have made it in between.
            let exists = self.client.collection_exists(&self.collection).await.map_err(|error| self.fault(error))?;
            if !exists {
                return Err(self.fault(error));
            }
        }
        self.create_payload_indexes().await
    }

    fn layout(&self) -> CreateCollectionBuilder {
        let mut dense = VectorsConfigBuilder::default();
        dense.add_named_vector_params(DENSE, VectorParamsBuilder::new(self.dims as u64, Distance::Cosine));
        let mut sparse = SparseVectorsConfigBuilder::default();
        sparse.add_named_vector_params(SPARSE, SparseVectorParamsBuilder::default().modifier(Modifier::Idf));
        // A graph for each tenant, none over all: every query has a tenant.
        let graph = HnswConfigDiffBuilder::default().m(0).payload_m(16);
        CreateCollectionBuilder::new(&self.collection)
            .vectors_config(dense)
            .sparse_vectors_config(sparse)
            .hnsw_config(graph)
    }

    async fn create_payload_indexes(&self) -> Result<(), IndexError> {
        let keyword = |name: &str, tenant: bool| {
            CreateFieldIndexCollectionBuilder::new(&self.collection, name, FieldType::Keyword)
                .field_index_params(KeywordIndexParamsBuilder::default().is_tenant(tenant))
                .wait(true)
        };
        let mut indexes = vec![keyword(field::SCOPE, true)];
        indexes.extend(field::KEYWORDS.iter().map(|name| keyword(name, false)));
        let datetime = CreateFieldIndexCollectionBuilder::new(&self.collection, field::AT, FieldType::Datetime);
        indexes.push(datetime.field_index_params(DatetimeIndexParamsBuilder::default()).wait(true));
        for index in indexes {
            self.client.create_field_index(index).await.map_err(|error| self.fault(error))?;
        }
        Ok(())
    }

    async fn nearest(
        &self,
        vector: VectorInput,
        using: &str,
        scope: &Scope,
        query: &IndexQuery,
    ) -> Result<Vec<(Uuid, f32)>, IndexError> {
        // Words are rare or common within the scope, not among all people: others' words must not sway the ranking.
        let corpus = IdfParamsBuilder::default().corpus(filter(scope, &IndexFilter::default()));
        let params = if using == SPARSE {
            SearchParamsBuilder::default().exact(true).idf(corpus)
        } else {
            SearchParamsBuilder::default().exact(true)
        };
        let request = QueryPointsBuilder::new(&self.collection)
            .query(Query::new_nearest(vector))
            .using(using)
            .filter(filter(scope, &query.filter))
            .params(params)
            .limit(query.limit as u64);
        Ok(found(self.client.query(request).await.map_err(|error| self.fault(error))?.result))
    }

    async fn remove(&self, which: Filter) -> Result<(), IndexError> {
        let request = DeletePointsBuilder::new(&self.collection).points(which).wait(true);
        self.client.delete_points(request).await.map_err(|error| self.fault(error))?;
        Ok(())
    }

    async fn count_points(&self, which: Option<Filter>) -> Result<u64, IndexError> {
        let mut request = CountPointsBuilder::new(&self.collection).exact(true);
        if let Some(filter) = which {
            request = request.filter(filter);
        }
        let counted = self.client.count(request).await.map_err(|error| self.fault(error))?;
        Ok(counted.result.map_or(0, |result| result.count))
    }
}

#[async_trait]
impl MemoryIndex for ServerIndex {
    async fn upsert(&self, points: Vec<Point>) -> Result<(), IndexError> {
        points.iter().try_for_each(|point| check_point(point, self.dims))?;
        let points = points.into_iter().map(to_server).collect::<Result<Vec<_>, _>>()?;
        let request = UpsertPointsBuilder::new(&self.collection, points).wait(true);
        self.client.upsert_points(request).await.map_err(|error| self.fault(error))?;
        Ok(())
    }

    async fn delete(&self, scope: &Scope, ids: &[Uuid]) -> Result<(), IndexError> {
        let mut which = filter(scope, &IndexFilter::default());
        which.must.push(Condition::has_id(ids.iter().map(|id| PointId::from(id.to_string()))));
        self.remove(which).await
    }

    async fn total(&self) -> Result<u64, IndexError> {
        self.count_points(None).await
    }

    async fn clear(&self) -> Result<(), IndexError> {
        // A filter without conditions means every point.
        self.remove(Filter::default()).await
    }

    async fn search(&self, scope: &Scope, query: &IndexQuery) -> Result<Candidates, IndexError> {
        let mut candidates = Candidates::default();
        if let Some(dense) = &query.dense {
            check_dense(dense, self.dims)?;
            candidates.dense = self.nearest(VectorInput::new_dense(dense.clone()), DENSE, scope, query).await?;
        }
        if !query.sparse.is_empty() {
            let SparseVector { indices, values } = query.sparse.clone();
            candidates.lexical = self.nearest(VectorInput::new_sparse(indices, values), SPARSE, scope, query).await?;
        }
        Ok(candidates)
    }

    async fn count(&self, scope: &Scope, wanted: &IndexFilter) -> Result<u64, IndexError> {
        self.count_points(Some(filter(scope, wanted))).await
    }

    async fn describe(&self) -> Result<String, IndexError> {
        let hello = self.client.health_check().await.map_err(|error| self.fault(error))?;
        Ok(format!("Qdrant {} at {}, {} points in {}", hello.version, self.url, self.total().await?, self.collection))
    }

    async fn close(&self) -> Result<(), IndexError> {
        Ok(())
    }
}
