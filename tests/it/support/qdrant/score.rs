//! How near a point is.

use std::collections::BTreeMap;

use qdrant_client::qdrant::vector_input::Variant;
use qdrant_client::qdrant::{Modifier, VectorInput};
use uuid::Uuid;

use super::Collection;

/// `vector` brought to length 1, as the real one stores it when it compares by cosine.
pub(super) fn unit(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length < f32::EPSILON { vector.to_vec() } else { vector.iter().map(|part| part / length).collect() }
}

/// The score of each candidate that has the vector `using`; by words only of those that have any of them. `corpus` are the
/// points among which the rarity of a word is counted; all of the collection if not given.
///
/// # Errors
/// What is wrong with the query.
pub(super) fn scored(
    collection: &Collection,
    query: &VectorInput,
    using: &str,
    candidates: &[Uuid],
    corpus: Option<&[Uuid]>,
) -> Result<Vec<(Uuid, f32)>, String> {
    match &query.variant {
        Some(Variant::Dense(query)) => {
            let size = collection.dense.get(using).map(|params| params.size);
            if size != Some(query.data.len() as u64) || corpus.is_some() {
                return Err(format!("a dense query that does not fit the vector `{using}`"));
            }
            Ok(by_cosine(collection, using, &unit(&query.data), candidates))
        }
        Some(Variant::Sparse(query)) => {
            let idf = collection.sparse.get(using).map(|params| params.modifier() == Modifier::Idf);
            let idf = idf.ok_or_else(|| format!("a sparse query for `{using}`"))?;
            let query = query.indices.iter().copied().zip(query.values.iter().copied()).collect();
            let query = if idf { with_rarity(collection, using, query, corpus) } else { query };
            Ok(by_words(collection, using, &query, candidates))
        }
        other => Err(format!("a query by something else: {other:?}")),
    }
}

fn by_cosine(collection: &Collection, using: &str, query: &[f32], candidates: &[Uuid]) -> Vec<(Uuid, f32)> {
    let score = |id: &Uuid| {
        let vector = collection.points.get(id)?.dense.get(using)?;
        Some((*id, query.iter().zip(vector).map(|(one, other)| one * other).sum()))
    };
    candidates.iter().filter_map(score).collect()
}

fn by_words(collection: &Collection, using: &str, query: &BTreeMap<u32, f32>, candidates: &[Uuid]) -> Vec<(Uuid, f32)> {
    let score = |id: &Uuid| {
        let vector = collection.points.get(id)?.sparse.get(using)?;
        let shared: Vec<f32> = query.iter().filter_map(|(index, weight)| Some(weight * vector.get(index)?)).collect();
        (!shared.is_empty()).then(|| (*id, shared.iter().sum()))
    };
    candidates.iter().filter_map(score).collect()
}

/// The query's weights times ln((N - n + 0.5) / (n + 0.5) + 1), where N points of the corpus have that vector and n of them
/// the word. From Qdrant's documentation of the modifier `idf`.
fn with_rarity(
    collection: &Collection,
    using: &str,
    query: BTreeMap<u32, f32>,
    corpus: Option<&[Uuid]>,
) -> BTreeMap<u32, f32> {
    let counted: Vec<&BTreeMap<u32, f32>> = match corpus {
        Some(ids) => ids.iter().filter_map(|id| collection.points.get(id)?.sparse.get(using)).collect(),
        None => collection.points.values().filter_map(|point| point.sparse.get(using)).collect(),
    };
    let all = counted.len() as f32;
    let rarity = |index: &u32| {
        let holders = counted.iter().filter(|vector| vector.contains_key(index)).count() as f32;
        ((all - holders + 0.5) / (holders + 0.5) + 1.0).ln()
    };
    query.into_iter().map(|(index, weight)| (index, weight * rarity(&index))).collect()
}
