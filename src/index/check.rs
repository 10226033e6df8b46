//! What may go into the index. Owns the checks that the engines do not make: they take a vector of no length or with
//! something that is no number without a word, and answer nonsense later. Pure.

use super::{IndexError, IndexQuery, Point, SparseVector};

/// Below this squared length a vector points nowhere.
const NOTHING: f32 = f32::EPSILON * f32::EPSILON;

/// Whether `vector` says anything; all zero is what an embedder answers for a text that says nothing to it.
///
/// # Errors
/// [`IndexError::BadVector`] for another length than `dims`, for parts that are no finite numbers, and for a vector too
/// long to be compared.
pub fn dense(vector: &[f32], dims: usize) -> Result<bool, IndexError> {
    if vector.len() != dims {
        let found = vector.len();
        return Err(IndexError::BadVector(format!("a vector has {found} dimensions where the index has {dims}")));
    }
    let length: f32 = vector.iter().map(|part| part * part).sum();
    if !length.is_finite() {
        return Err(IndexError::BadVector("a vector holds something that is not a finite number".into()));
    }
    Ok(length > NOTHING)
}

fn sparse(vector: &SparseVector) -> Result<(), IndexError> {
    let rising = vector.indices.windows(2).all(|pair| pair[0] < pair[1]);
    if vector.indices.len() != vector.values.len() || !rising {
        return Err(IndexError::BadVector("a sparse vector must have one value for each of its rising indices".into()));
    }
    if vector.values.iter().any(|value| !value.is_finite()) {
        return Err(IndexError::BadVector("a sparse vector holds something that is not a finite number".into()));
    }
    Ok(())
}

/// Checks `point`; answers whether its dense vector is to be stored.
///
/// # Errors
/// [`IndexError::BadVector`], also when the point has neither words nor meaning and so could never be found.
pub fn point(point: &Point, dims: usize) -> Result<bool, IndexError> {
    let says = dense(&point.dense, dims)?;
    sparse(&point.sparse)?;
    if !says && point.sparse.is_empty() {
        return Err(IndexError::BadVector(format!("point {} has neither words nor meaning", point.id)));
    }
    Ok(says)
}

/// Checks `query` and answers the dense vector to search with, if it says anything.
///
/// # Errors
/// [`IndexError::BadVector`]
pub fn query(query: &IndexQuery, dims: usize) -> Result<Option<&[f32]>, IndexError> {
    sparse(&query.sparse)?;
    let Some(vector) = query.dense.as_deref() else { return Ok(None) };
    Ok(dense(vector, dims)?.then_some(vector))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_vectors_of_the_right_length_pass() {
        assert!(dense(&[0.6, 0.8], 2).unwrap());
        assert!(!dense(&[0.0, 0.0], 2).unwrap());
        for bad in [&[][..], &[1.0], &[1.0, 0.0, 0.0], &[f32::NAN, 1.0], &[f32::INFINITY, 0.0], &[f32::MAX, f32::MAX]] {
            assert!(matches!(dense(bad, 2), Err(IndexError::BadVector(_))), "{bad:?}");
        }
    }

    #[test]
    fn only_sound_sparse_vectors_pass() {
        let vector = |indices: &[u32], values: &[f32]| SparseVector { indices: indices.into(), values: values.into() };
        assert!(sparse(&vector(&[1, 5], &[0.5, 0.5])).is_ok());
        assert!(sparse(&SparseVector::default()).is_ok());
        for bad in
            [vector(&[5, 1], &[0.5, 0.5]), vector(&[1, 1], &[0.5, 0.5]), vector(&[1], &[]), vector(&[1], &[f32::NAN])]
        {
            assert!(matches!(sparse(&bad), Err(IndexError::BadVector(_))), "{bad:?}");
        }
    }
}
