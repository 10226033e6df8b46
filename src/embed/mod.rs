//! Texts into vectors. Owns [`Embedder`]; must not know what the texts are.

pub mod endpoint;
pub mod static_model;

use std::sync::Arc;

use async_trait::async_trait;

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
