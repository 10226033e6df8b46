//! Texts into vectors. Owns [`Embedder`]; must not know what the texts are.

pub mod endpoint;
mod folder;
mod safetensors;
pub mod static_model;
mod table;
mod word_piece;

use std::sync::Arc;

use async_trait::async_trait;

use crate::config::EmbedConfig;
use endpoint::{Endpoint, EndpointEmbedder};
use static_model::StaticModel;

/// Why there is no vector.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// The model's files cannot be used; the text says which and why.
    #[error("{0}")]
    Model(String),
    /// The endpoint cannot be reached or refused; the text names it, never the key.
    #[error("{0}")]
    Endpoint(String),
}

/// Something that turns texts into dense vectors.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// A vector for each text, in order: [`Embedder::dims`] long, of length 1, or all zero where the text says nothing
    /// to the model (the caller then leaves the dense half out).
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError>;
    /// How long its vectors are.
    fn dims(&self) -> usize;
    /// A name that changes whenever its vectors do: an index made with another one must be rebuilt.
    fn name(&self) -> &str;
}

/// An embedder that many hold.
pub type SharedEmbedder = Arc<dyn Embedder>;

/// The embedder that the configuration asks for, ready for use.
///
/// # Errors
/// A sentence that names the setting to change.
pub async fn open(config: &EmbedConfig) -> Result<SharedEmbedder, EmbedError> {
    match config {
        EmbedConfig::Static { folder } => {
            let folder = folder.clone();
            let load = move || match folder {
                None => StaticModel::builtin(),
                Some(path) => StaticModel::from_folder(&path),
            };
            let loaded = tokio::task::spawn_blocking(load).await;
            let model = loaded.map_err(|error| EmbedError::Model(format!("loading was broken off: {error}")))??;
            Ok(Arc::new(model))
        }
        EmbedConfig::Endpoint { base_url, api_key, model, timeout } => {
            let endpoint = Endpoint::new(base_url, api_key.clone(), model, *timeout);
            Ok(Arc::new(EndpointEmbedder::connect(endpoint).await?))
        }
    }
}

/// Brings a vector to length 1. One without a direction, or with something in it that is no number, becomes all zero.
fn normalise(vector: &mut [f32]) {
    let square: f64 = vector.iter().map(|number| f64::from(*number) * f64::from(*number)).sum();
    let length = square.sqrt();
    if length.is_finite() && length > 1e-12 {
        vector.iter_mut().for_each(|number| *number = (f64::from(*number) / length) as f32);
    } else {
        vector.fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_direction_becomes_zero() {
        let mut long = [3.0, 4.0];
        normalise(&mut long);
        assert_eq!(long, [0.6, 0.8]);
        for mut vector in [[0.0, 0.0], [f32::NAN, 1.0], [f32::INFINITY, 1.0]] {
            normalise(&mut vector);
            assert_eq!(vector, [0.0, 0.0]);
        }
    }
}
