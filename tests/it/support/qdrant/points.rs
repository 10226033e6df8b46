//! Points: stored, removed, counted, searched.

use std::sync::Arc;

use qdrant_client::qdrant::payload_index_params::IndexParams;
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::points_selector::PointsSelectorOneOf;
use qdrant_client::qdrant::query::Variant;
use qdrant_client::qdrant::vector::Vector as VectorKind;
use qdrant_client::qdrant::vectors::VectorsOptions;
use qdrant_client::qdrant::{
    ClearPayloadPoints, CountPoints, CountResponse, CountResult, CreateFieldIndexCollection, CreateVectorNameRequest,
    DeleteFieldIndexCollection, DeletePayloadPoints, DeletePointVectors, DeletePoints, DeleteVectorNameRequest,
    DiscoverBatchPoints, DiscoverBatchResponse, DiscoverPoints, DiscoverResponse, FacetCounts, FacetResponse,
    FieldType, Filter, GetPoints, GetResponse, PointId, PointStruct, PointsOperationResponse, QueryBatchPoints,
    QueryBatchResponse, QueryGroupsResponse, QueryPointGroups, QueryPoints, QueryResponse, RecommendBatchPoints,
    RecommendBatchResponse, RecommendGroupsResponse, RecommendPointGroups, RecommendPoints, RecommendResponse,
    ScoredPoint, ScrollPoints, ScrollResponse, SearchBatchPoints, SearchBatchResponse, SearchGroupsResponse,
    SearchMatrixOffsetsResponse, SearchMatrixPairsResponse, SearchMatrixPoints, SearchPointGroups, SearchPoints,
    SearchResponse, SetPayloadPoints, UpdateBatchPoints, UpdateBatchResponse, UpdatePointVectors, UpdateResult,
    UpdateStatus, UpsertPoints, points_server,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::score::{self, unit};
use super::{Collection, Later, Reply, State, Stored, filter, refuse};

pub(super) struct Points(pub(super) Arc<State>);

#[tonic::async_trait]
impl points_server::Points for Points {
    async fn upsert(&self, request: Request<UpsertPoints>) -> Reply<PointsOperationResponse> {
        let request = request.into_inner();
        self.waits(request.wait)?;
        if request.update_filter.is_some() || request.update_mode.is_some() {
            return Err(self.0.violation("an upsert under a condition"));
        }
        self.0.with(&request.collection_name, |collection| {
            let stored: Vec<_> =
                request.points.into_iter().map(|point| stored(collection, point)).collect::<Result<_, _>>()?;
            collection.points.extend(stored);
            Ok(())
        })?;
        completed()
    }

    async fn delete(&self, request: Request<DeletePoints>) -> Reply<PointsOperationResponse> {
        let request = request.into_inner();
        self.waits(request.wait)?;
        let Some(PointsSelectorOneOf::Filter(meant)) = request.points.and_then(|points| points.points_selector_one_of)
        else {
            return Err(self.0.violation("a delete without a filter"));
        };
        self.0.with(&request.collection_name, |collection| {
            self.held_in_scope(collection, Some(&meant), "a delete")?;
            let dead = self.matching(collection, &meant)?;
            collection.points.retain(|id, _| !dead.contains(id));
            Ok(())
        })?;
        completed()
    }

    /// A count of everything tells no more than how large the collection is; any other must be held within a scope.
    async fn count(&self, request: Request<CountPoints>) -> Reply<CountResponse> {
        let request = request.into_inner();
        let count = self.0.with(&request.collection_name, |collection| match &request.filter {
            None => Ok(collection.points.len()),
            Some(meant) => {
                self.held_in_scope(collection, Some(meant), "a count")?;
                Ok(self.matching(collection, meant)?.len())
            }
        })?;
        let result = Some(CountResult { count: count as u64 });
        Ok(Response::new(CountResponse { result, ..Default::default() }))
    }

    async fn query(&self, request: Request<QueryPoints>) -> Reply<QueryResponse> {
        let request = request.into_inner();
        let result = self.0.with(&request.collection_name, |collection| self.found(collection, &request))?;
        Ok(Response::new(QueryResponse { result, ..Default::default() }))
    }

    async fn create_field_index(&self, request: Request<CreateFieldIndexCollection>) -> Reply<PointsOperationResponse> {
        let request = request.into_inner();
        self.waits(request.wait)?;
        let params = request.field_index_params.as_ref().and_then(|params| params.index_params.as_ref());
        let tenant = match (request.field_type(), params) {
            (FieldType::Keyword, Some(IndexParams::KeywordIndexParams(params))) => params.is_tenant.unwrap_or(false),
            (FieldType::Datetime, Some(IndexParams::DatetimeIndexParams(_))) => false,
            other => return Err(self.0.violation(format!("an index of the kind {other:?}"))),
        };
        self.0.with(&request.collection_name, |collection| {
            collection.fields.insert(request.field_name.clone(), tenant);
            Ok(())
        })?;
        completed()
    }

    refuse! {
        get: GetPoints => GetResponse,
        update_vectors: UpdatePointVectors => PointsOperationResponse,
        delete_vectors: DeletePointVectors => PointsOperationResponse,
        set_payload: SetPayloadPoints => PointsOperationResponse,
        overwrite_payload: SetPayloadPoints => PointsOperationResponse,
        delete_payload: DeletePayloadPoints => PointsOperationResponse,
        clear_payload: ClearPayloadPoints => PointsOperationResponse,
        delete_field_index: DeleteFieldIndexCollection => PointsOperationResponse,
        create_vector_name: CreateVectorNameRequest => PointsOperationResponse,
        delete_vector_name: DeleteVectorNameRequest => PointsOperationResponse,
        search: SearchPoints => SearchResponse,
        search_batch: SearchBatchPoints => SearchBatchResponse,
        search_groups: SearchPointGroups => SearchGroupsResponse,
        scroll: ScrollPoints => ScrollResponse,
        recommend: RecommendPoints => RecommendResponse,
        recommend_batch: RecommendBatchPoints => RecommendBatchResponse,
        recommend_groups: RecommendPointGroups => RecommendGroupsResponse,
        discover: DiscoverPoints => DiscoverResponse,
        discover_batch: DiscoverBatchPoints => DiscoverBatchResponse,
        update_batch: UpdateBatchPoints => UpdateBatchResponse,
        query_batch: QueryBatchPoints => QueryBatchResponse,
        query_groups: QueryPointGroups => QueryGroupsResponse,
        facet: FacetCounts => FacetResponse,
        search_matrix_pairs: SearchMatrixPoints => SearchMatrixPairsResponse,
        search_matrix_offsets: SearchMatrixPoints => SearchMatrixOffsetsResponse,
    }
}

impl Points {
    /// A write that does not wait may not be there for the read that follows.
    fn waits(&self, wait: Option<bool>) -> Result<(), Status> {
        if wait == Some(true) { Ok(()) } else { Err(self.0.violation("a write that does not wait")) }
    }

    fn held_in_scope(&self, collection: &Collection, meant: Option<&Filter>, what: &str) -> Result<(), Status> {
        let tenants = collection.fields.iter().filter(|(_, tenant)| **tenant);
        let held = |field: &str| meant.is_some_and(|meant| filter::holds_to(meant, field));
        match tenants.map(|(field, _)| field).collect::<Vec<_>>()[..] {
            [field] if held(field) => Ok(()),
            _ => Err(self.0.violation(format!("{what} that is not held within one scope: {meant:?}"))),
        }
    }

    fn matching(&self, collection: &Collection, meant: &Filter) -> Result<Vec<Uuid>, Status> {
        let mut found = Vec::new();
        for (id, point) in &collection.points {
            if filter::matches(meant, *id, point).map_err(|unknown| self.0.violation(unknown))? {
                found.push(*id);
            }
        }
        Ok(found)
    }

    fn found(&self, collection: &Collection, request: &QueryPoints) -> Result<Vec<ScoredPoint>, Status> {
        self.held_in_scope(collection, request.filter.as_ref(), "a search")?;
        let plain = request.prefetch.is_empty() && request.lookup_from.is_none() && request.score_threshold.is_none();
        let Some(Variant::Nearest(query)) = request.query.as_ref().and_then(|query| query.variant.as_ref()) else {
            return Err(self.0.violation("a query other than for the nearest"));
        };
        if !plain || request.offset.is_some() {
            return Err(self.0.violation("a query of several steps"));
        }
        let meant = request.filter.clone().unwrap_or_default();
        let candidates = self.matching(collection, &meant)?;
        let corpus = request.params.as_ref().and_then(|params| params.idf.as_ref()?.corpus.as_ref());
        let corpus = match corpus {
            Some(corpus) => {
                self.held_in_scope(collection, Some(corpus), "a count of words")?;
                Some(self.matching(collection, corpus)?)
            }
            None => None,
        };
        let using = request.using.as_deref().unwrap_or_default();
        let scored = score::scored(collection, query, using, &candidates, corpus.as_deref());
        let mut scored = scored.map_err(|problem| self.0.violation(problem))?;
        scored.sort_by(|(one, one_score), (other, other_score)| other_score.total_cmp(one_score).then(one.cmp(other)));
        scored.truncate(request.limit.unwrap_or(10) as usize);
        Ok(scored.into_iter().map(answer).collect())
    }
}

fn answer((id, score): (Uuid, f32)) -> ScoredPoint {
    ScoredPoint { id: Some(PointId::from(id.to_string())), score, ..Default::default() }
}

fn completed() -> Reply<PointsOperationResponse> {
    let result = UpdateResult { operation_id: Some(1), status: UpdateStatus::Completed.into() };
    Ok(Response::new(PointsOperationResponse { result: Some(result), ..Default::default() }))
}

pub(super) fn uuid_of(id: Option<&PointId>) -> Option<Uuid> {
    match id?.point_id_options.as_ref()? {
        PointIdOptions::Uuid(text) => Uuid::parse_str(text).ok(),
        PointIdOptions::Num(_) => None,
    }
}

fn stored(collection: &Collection, point: PointStruct) -> Result<(Uuid, Stored), Status> {
    let id = uuid_of(point.id.as_ref()).ok_or_else(|| Status::invalid_argument("a point id that is no UUID"))?;
    let Some(VectorsOptions::Vectors(named)) = point.vectors.and_then(|vectors| vectors.vectors_options) else {
        return Err(Status::invalid_argument("Expected some vectors"));
    };
    let mut stored = Stored { payload: point.payload, ..Default::default() };
    for (name, vector) in named.vectors {
        match vector.vector {
            Some(VectorKind::Dense(dense)) => {
                let size = collection.dense.get(&name).map(|params| params.size);
                if size != Some(dense.data.len() as u64) {
                    return Err(Status::invalid_argument(format!("Vector dimension error: expected dim: {size:?}")));
                }
                stored.dense.insert(name, unit(&dense.data));
            }
            Some(VectorKind::Sparse(sparse)) if collection.sparse.contains_key(&name) => {
                stored.sparse.insert(name, sparse.indices.into_iter().zip(sparse.values).collect());
            }
            _ => return Err(Status::invalid_argument(format!("Not existing vector name error: {name}"))),
        }
    }
    Ok((id, stored))
}
