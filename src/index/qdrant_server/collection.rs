//! The collection on the server: how it is made. One for all agents, with the scope as its tenant.

use qdrant_client::qdrant::{
    CollectionInfo, CreateCollectionBuilder, CreateFieldIndexCollectionBuilder, DatetimeIndexParamsBuilder, Distance,
    FieldType, HnswConfigDiffBuilder, KeywordIndexParamsBuilder, Modifier, SparseVectorParamsBuilder,
    SparseVectorsConfigBuilder, VectorParamsBuilder, VectorsConfigBuilder,
};
use qdrant_client::{Qdrant, QdrantError};

use super::IndexError;
use crate::index::payload::{AT, DENSE, KEYWORDS, SCOPE, SPARSE};

/// The first version that surely reads the form in which the client sends vectors.
const OLDEST: (u32, u32) = (1, 16);

/// Fails when the server is older than what is asked of it.
pub(super) fn check_version(version: &str, address: &str) -> Result<(), IndexError> {
    let mut parts = version.split('.').map_while(|part| part.parse::<u32>().ok());
    match (parts.next(), parts.next()) {
        (Some(major), Some(minor)) if (major, minor) < OLDEST => Err(IndexError::Unavailable(format!(
            "The Qdrant server at QDRANT_URL ({address}) is version {version}: Keepsake needs {}.{} or later.",
            OLDEST.0, OLDEST.1
        ))),
        _ => Ok(()),
    }
}

/// Makes whatever is missing of the collection and its payload indexes.
pub(super) async fn prepare(client: &Qdrant, name: &str, dims: usize) -> Result<(), QdrantError> {
    if !client.collection_exists(name).await? {
        create(client, name, dims).await?;
    }
    let info = client.collection_info(name).await?.result.unwrap_or_default();
    make_field_indexes(client, name, &info).await
}

/// Removes the collection and makes it anew.
pub(super) async fn remake(client: &Qdrant, name: &str, dims: usize) -> Result<(), QdrantError> {
    client.delete_collection(name).await?;
    prepare(client, name, dims).await
}

/// No graph over everything (`m = 0`), one for each large tenant (`payload_m`): every search is within a scope. A search
/// without one would silently miss most points.
async fn create(client: &Qdrant, name: &str, dims: usize) -> Result<(), QdrantError> {
    let mut dense = VectorsConfigBuilder::default();
    dense.add_named_vector_params(DENSE, VectorParamsBuilder::new(dims as u64, Distance::Cosine));
    let mut sparse = SparseVectorsConfigBuilder::default();
    sparse.add_named_vector_params(SPARSE, SparseVectorParamsBuilder::default().modifier(Modifier::Idf));
    let request = CreateCollectionBuilder::new(name)
        .vectors_config(dense)
        .sparse_vectors_config(sparse)
        .hnsw_config(HnswConfigDiffBuilder::default().m(0).payload_m(16));
    match client.create_collection(request).await {
        // Somebody else made it at the same time.
        Err(_) if client.collection_exists(name).await? => Ok(()),
        other => other.map(drop),
    }
}

async fn make_field_indexes(client: &Qdrant, name: &str, info: &CollectionInfo) -> Result<(), QdrantError> {
    let keyword = |field: &str, tenant| {
        let params = KeywordIndexParamsBuilder::default().is_tenant(tenant);
        let params = if tenant { params } else { params.enable_hnsw(false) };
        CreateFieldIndexCollectionBuilder::new(name, field, FieldType::Keyword).field_index_params(params)
    };
    let date = DatetimeIndexParamsBuilder::default().enable_hnsw(false);
    let date = CreateFieldIndexCollectionBuilder::new(name, AT, FieldType::Datetime).field_index_params(date);
    let mut wanted = vec![(SCOPE, keyword(SCOPE, true)), (AT, date)];
    wanted.extend(KEYWORDS.map(|field| (field, keyword(field, false))));
    for (field, request) in wanted {
        if !info.payload_schema.contains_key(field) {
            client.create_field_index(request.wait(true)).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_servers_are_refused_and_unknown_versions_tried() {
        for (version, good) in [("1.16.0", true), ("1.20.1", true), ("2.0.0", true), ("dev", true), ("1.9.7", false)] {
            assert_eq!(check_version(version, "x").is_ok(), good, "{version}");
        }
    }
}
