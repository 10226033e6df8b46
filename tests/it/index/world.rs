//! A place where an index lives, for each backend.

use std::path::Path;
use std::sync::Arc;

use keepsake::config::QdrantConfig;
#[cfg(feature = "embedded-index")]
use keepsake::index::qdrant_edge;
use keepsake::index::{IndexError, SharedIndex, qdrant_server};
use tempfile::TempDir;
use uuid::Uuid;

use super::texts::DIMS;
use crate::support::qdrant::{self, FakeQdrant};

/// The embedder's name in these tests.
pub const EMBEDDER: &str = "test-words";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// The engine in the process.
    Edge,
    /// The client against a server of our own.
    Server,
    /// The client against the server at `QDRANT_URL`.
    Real,
}

impl Backend {
    pub fn name(self) -> &'static str {
        match self {
            Self::Edge => "edge",
            Self::Server => "server",
            Self::Real => "real",
        }
    }
}

pub fn real_url() -> Option<String> {
    std::env::var("QDRANT_URL").ok().filter(|url| !url.trim().is_empty())
}

enum Place {
    Folder(TempDir),
    Fake(FakeQdrant, QdrantConfig),
    Real(QdrantConfig),
}

pub struct World {
    pub index: SharedIndex,
    place: Place,
}

impl World {
    pub async fn open(backend: Backend) -> Self {
        let place = match backend {
            Backend::Edge => Place::Folder(tempfile::tempdir().unwrap()),
            Backend::Server => {
                let fake = qdrant::start().await;
                let config = config(fake.url());
                Place::Fake(fake, config)
            }
            Backend::Real => {
                let mut config = config(real_url().unwrap());
                config.api_key = std::env::var("QDRANT_API_KEY").ok().map(Into::into);
                config.collection = format!("keepsake-test-{}", Uuid::now_v7());
                Place::Real(config)
            }
        };
        let index = open_at(&place).await;
        Self { index, place }
    }

    /// Closes the index and opens it again at the same place.
    pub async fn reopen(&mut self) {
        self.index.close().await.unwrap();
        self.index = open_at(&self.place).await;
    }

    pub async fn end(self) {
        self.index.close().await.unwrap();
        match &self.place {
            Place::Folder(_) => (),
            Place::Fake(fake, _) => assert_eq!(fake.take_violations(), Vec::<String>::new()),
            Place::Real(config) => remove_collections(config).await,
        }
    }
}

async fn open_at(place: &Place) -> SharedIndex {
    match place {
        Place::Folder(folder) => open_edge(folder.path()).await.unwrap(),
        Place::Fake(_, config) | Place::Real(config) => {
            Arc::new(qdrant_server::open(config, EMBEDDER, DIMS).await.unwrap())
        }
    }
}

#[cfg(feature = "embedded-index")]
pub async fn open_edge(folder: &Path) -> Result<SharedIndex, IndexError> {
    Ok(Arc::new(qdrant_edge::open(folder, EMBEDDER, DIMS).await?))
}

#[cfg(not(feature = "embedded-index"))]
pub async fn open_edge(_: &Path) -> Result<SharedIndex, IndexError> {
    Err(IndexError::Unavailable("this build has no index of its own".into()))
}

pub fn config(url: String) -> QdrantConfig {
    QdrantConfig { url, api_key: None, collection: "keepsake".into() }
}

pub async fn remove_collections(config: &QdrantConfig) {
    use secrecy::ExposeSecret;
    let mut client = qdrant_client::Qdrant::from_url(&config.url).skip_compatibility_check();
    client.api_key = config.api_key.as_ref().map(|key| key.expose_secret().to_owned());
    let client = client.build().unwrap();
    for collection in client.list_collections().await.unwrap().collections {
        if collection.name.starts_with(&config.collection) {
            client.delete_collection(collection.name).await.unwrap();
        }
    }
}
