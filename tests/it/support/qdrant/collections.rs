//! Collections: made, looked at, removed.

use std::collections::HashMap;
use std::sync::Arc;

use qdrant_client::qdrant::vectors_config::Config;
use qdrant_client::qdrant::{
    ChangeAliases, CollectionClusterInfoRequest, CollectionClusterInfoResponse, CollectionConfig,
    CollectionDescription, CollectionExists, CollectionExistsRequest, CollectionExistsResponse, CollectionInfo,
    CollectionOperationResponse, CollectionParams, CollectionStatus, CreateCollection, CreateShardKeyRequest,
    CreateShardKeyResponse, DeleteCollection, DeleteShardKeyRequest, DeleteShardKeyResponse, Distance,
    GetCollectionInfoRequest, GetCollectionInfoResponse, ListAliasesRequest, ListAliasesResponse,
    ListCollectionAliasesRequest, ListCollectionsRequest, ListCollectionsResponse, ListShardKeysRequest,
    ListShardKeysResponse, PayloadSchemaInfo, SparseVectorConfig, UpdateCollection,
    UpdateCollectionClusterSetupRequest, UpdateCollectionClusterSetupResponse, VectorParamsMap, VectorsConfig,
    collections_server,
};
use tonic::{Request, Response, Status};

use super::{Collection, Later, Reply, State, refuse};

pub(super) struct Collections(pub(super) Arc<State>);

#[tonic::async_trait]
impl collections_server::Collections for Collections {
    async fn get(&self, request: Request<GetCollectionInfoRequest>) -> Reply<GetCollectionInfoResponse> {
        let info = self.0.with(&request.into_inner().collection_name, |collection| Ok(info(collection)))?;
        Ok(Response::new(GetCollectionInfoResponse { result: Some(info), time: 0.0 }))
    }

    async fn list(&self, _: Request<ListCollectionsRequest>) -> Reply<ListCollectionsResponse> {
        let names = self.0.collections().keys().cloned().map(|name| CollectionDescription { name }).collect();
        Ok(Response::new(ListCollectionsResponse { collections: names, time: 0.0 }))
    }

    async fn create(&self, request: Request<CreateCollection>) -> Reply<CollectionOperationResponse> {
        let request = request.into_inner();
        let made = self.made(&request)?;
        let name = request.collection_name;
        if self.0.collections().contains_key(&name) {
            return Err(Status::already_exists(format!("Collection `{name}` already exists!")));
        }
        self.0.collections().insert(name, made);
        done(true)
    }

    async fn delete(&self, request: Request<DeleteCollection>) -> Reply<CollectionOperationResponse> {
        done(self.0.collections().remove(&request.into_inner().collection_name).is_some())
    }

    async fn collection_exists(&self, request: Request<CollectionExistsRequest>) -> Reply<CollectionExistsResponse> {
        let exists = self.0.collections().contains_key(&request.into_inner().collection_name);
        Ok(Response::new(CollectionExistsResponse { result: Some(CollectionExists { exists }), time: 0.0 }))
    }

    refuse! {
        update: UpdateCollection => CollectionOperationResponse,
        update_aliases: ChangeAliases => CollectionOperationResponse,
        list_collection_aliases: ListCollectionAliasesRequest => ListAliasesResponse,
        list_aliases: ListAliasesRequest => ListAliasesResponse,
        collection_cluster_info: CollectionClusterInfoRequest => CollectionClusterInfoResponse,
        update_collection_cluster_setup: UpdateCollectionClusterSetupRequest => UpdateCollectionClusterSetupResponse,
        create_shard_key: CreateShardKeyRequest => CreateShardKeyResponse,
        delete_shard_key: DeleteShardKeyRequest => DeleteShardKeyResponse,
        list_shard_keys: ListShardKeysRequest => ListShardKeysResponse,
    }
}

impl Collections {
    fn made(&self, request: &CreateCollection) -> Result<Collection, Status> {
        let Some(Config::ParamsMap(VectorParamsMap { map: dense })) =
            request.vectors_config.clone().and_then(|config| config.config)
        else {
            return Err(self.0.violation("a collection without named dense vectors"));
        };
        if dense.values().any(|params| params.distance() != Distance::Cosine) {
            return Err(self.0.violation("a distance other than cosine"));
        }
        // A graph over the points of all tenants would be built for nothing; one for each tenant is what pays.
        let graph = request.hnsw_config.unwrap_or_default();
        if graph.m != Some(0) || graph.payload_m.is_none_or(|links| links == 0) {
            return Err(self.0.violation("a collection for many tenants without m = 0 and a payload_m"));
        }
        let sparse = request.sparse_vectors_config.clone().unwrap_or_default().map;
        Ok(Collection { dense, sparse, ..Default::default() })
    }
}

fn done(result: bool) -> Reply<CollectionOperationResponse> {
    Ok(Response::new(CollectionOperationResponse { result, time: 0.0 }))
}

fn info(collection: &Collection) -> CollectionInfo {
    let dense = Config::ParamsMap(VectorParamsMap { map: collection.dense.clone() });
    let params = CollectionParams {
        vectors_config: Some(VectorsConfig { config: Some(dense) }),
        sparse_vectors_config: Some(SparseVectorConfig { map: collection.sparse.clone() }),
        ..Default::default()
    };
    let schema: HashMap<String, PayloadSchemaInfo> =
        collection.fields.keys().map(|field| (field.clone(), PayloadSchemaInfo::default())).collect();
    CollectionInfo {
        status: CollectionStatus::Green.into(),
        config: Some(CollectionConfig { params: Some(params), ..Default::default() }),
        payload_schema: schema,
        points_count: Some(collection.points.len() as u64),
        ..Default::default()
    }
}
