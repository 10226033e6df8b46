//! The index on a Qdrant server or cluster, over gRPC. Owns the connection, the collection it lives in, and what is said
//! when it fails. Must not know what the vectors mean.
//!
//! The client asks a failed request once more by itself, so every write here may arrive twice: upserts carry their ids, and
//! deleting or making a thing twice is no error.

mod collection;
mod request;

use std::time::Duration;

use async_trait::async_trait;
use qdrant_client::qdrant::{CountPointsBuilder, DeletePointsBuilder, QueryPoints, UpsertPointsBuilder};
use qdrant_client::{Qdrant, QdrantError};
use secrecy::ExposeSecret;
use uuid::Uuid;

use self::request::Scoped;
use super::payload::{SPARE, in_order, index_name};
use super::{Candidates, IndexError, IndexFilter, IndexQuery, MemoryIndex, Point, check};
use crate::config::QdrantConfig;
use crate::memory::Scope;

/// Time for the first answer.
const GREETING_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for any other answer.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Points sent in one request.
const CHUNK: usize = 256;

/// The index in a collection of a Qdrant server.
pub struct ServerIndex {
    client: Qdrant,
    /// Where the server is, without user or password.
    address: String,
    collection: String,
    dims: usize,
}

/// Connects, and makes the collection for one embedder if it is not there.
///
/// # Errors
/// [`IndexError::Unavailable`] when the server cannot be reached, does not let us in, or is too old; the text names the
/// variable to mend.
pub async fn open(config: &QdrantConfig, embedder_name: &str, dims: usize) -> Result<ServerIndex, IndexError> {
    let address = address_of(&config.url);
    let client = connect(config, &address)?;
    let collection = format!("{}-{}", config.collection, index_name(embedder_name, dims));
    let index = ServerIndex { client, address, collection, dims };
    let version = index.greet().await?;
    collection::check_version(&version, &index.address)?;
    collection::prepare(&index.client, &index.collection, dims).await.map_err(|error| index.refused(error))?;
    Ok(index)
}

fn connect(config: &QdrantConfig, address: &str) -> Result<Qdrant, IndexError> {
    let mut builder = Qdrant::from_url(&config.url).timeout(TIMEOUT).connect_timeout(GREETING_TIMEOUT);
    if let Some(key) = &config.api_key {
        let key = key.expose_secret();
        // The client would repeat a key that fits no header in its error.
        if key.is_empty() || !key.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            return Err(IndexError::Unavailable("QDRANT_API_KEY must be plain ASCII text.".into()));
        }
        builder = builder.api_key(key);
    }
    // Its own check of the server's version would block and print.
    let client = builder.skip_compatibility_check().build();
    client.map_err(|_| IndexError::Unavailable(format!("QDRANT_URL ({address}) is not an address that can be used.")))
}

impl ServerIndex {
    async fn greet(&self) -> Result<String, IndexError> {
        match tokio::time::timeout(GREETING_TIMEOUT, self.client.health_check()).await {
            Ok(Ok(reply)) => Ok(reply.version),
            Ok(Err(error)) => Err(match self.refused(error) {
                IndexError::Engine(cause) => self.unreachable(&cause),
                other => other,
            }),
            Err(_) => Err(self.unreachable("it does not answer")),
        }
    }

    fn unreachable(&self, cause: &str) -> IndexError {
        IndexError::Away(format!(
            "The Qdrant server at QDRANT_URL ({}) cannot be reached ({cause}): is it running, and is that its gRPC port, \
             usually 6334?",
            self.address
        ))
    }

    fn refused(&self, error: QdrantError) -> IndexError {
        let (QdrantError::ResponseError { status } | QdrantError::ResourceExhaustedError { status, .. }) = error else {
            return IndexError::Engine(error.to_string());
        };
        // The codes of gRPC, by number (https://grpc.io/docs/guides/status-codes), to need no crate for them.
        match i32::from(status.code()) {
            7 | 16 => IndexError::Unavailable(format!(
                "The Qdrant server at QDRANT_URL ({}) does not let us in: give its key in QDRANT_API_KEY.",
                self.address
            )),
            5 => IndexError::Broken(format!(
                "The collection {} is gone from the Qdrant server: it is made again and filled from the database.",
                self.collection
            )),
            1 | 4 | 14 => self.unreachable(status.message()),
            13 if status.message().starts_with("Failed to connect") => self.unreachable("no connection"),
            _ => IndexError::Engine(status.message().to_owned()),
        }
    }

    async fn nearest(&self, query: QueryPoints) -> Result<Vec<(Uuid, f32)>, IndexError> {
        let found = self.client.query(query).await.map_err(|error| self.refused(error))?;
        Ok(found.result.iter().filter_map(request::scored).collect())
    }

    async fn count_points(&self, count: CountPointsBuilder) -> Result<u64, IndexError> {
        let counted = self.client.count(count.exact(true)).await.map_err(|error| self.refused(error))?;
        Ok(counted.result.map_or(0, |result| result.count))
    }
}

#[async_trait]
impl MemoryIndex for ServerIndex {
    async fn upsert(&self, points: Vec<Point>) -> Result<(), IndexError> {
        let checked: Vec<_> =
            points.into_iter().map(|point| request::point(point, self.dims)).collect::<Result<_, _>>()?;
        for chunk in checked.chunks(CHUNK) {
            let write = UpsertPointsBuilder::new(&self.collection, chunk).wait(true);
            self.client.upsert_points(write).await.map_err(|error| self.refused(error))?;
        }
        Ok(())
    }

    async fn delete(&self, scope: &Scope, ids: &[Uuid]) -> Result<(), IndexError> {
        for chunk in ids.chunks(CHUNK) {
            let these = Scoped::new(scope, &IndexFilter::default()).only(chunk);
            let write = DeletePointsBuilder::new(&self.collection).points(these).wait(true);
            self.client.delete_points(write).await.map_err(|error| self.refused(error))?;
        }
        Ok(())
    }

    async fn clear(&self) -> Result<(), IndexError> {
        collection::remake(&self.client, &self.collection, self.dims).await.map_err(|error| self.refused(error))
    }

    async fn search(&self, scope: &Scope, query: &IndexQuery) -> Result<Candidates, IndexError> {
        let dense = check::query(query, self.dims)?;
        if query.limit == 0 {
            return Ok(Candidates::default());
        }
        let filter = Scoped::new(scope, &query.filter);
        let limit = query.limit.saturating_add(SPARE);
        let ask = |query: Option<QueryPoints>| async move {
            match query {
                Some(query) => self.nearest(query).await,
                None => Ok(Vec::new()),
            }
        };
        let dense = dense.map(|vector| request::by_meaning(&self.collection, vector, &filter, limit));
        let corpus = Scoped::corpus(scope, &query.filter);
        let words = (!query.sparse.is_empty())
            .then(|| request::by_words(&self.collection, &query.sparse, &filter, corpus, limit));
        let (dense, lexical) = tokio::try_join!(ask(dense), ask(words))?;
        Ok(in_order(Candidates { lexical, dense }, query.limit))
    }

    async fn count(&self, scope: &Scope, filter: &IndexFilter) -> Result<u64, IndexError> {
        self.count_points(CountPointsBuilder::new(&self.collection).filter(Scoped::new(scope, filter))).await
    }

    async fn present(&self, scope: &Scope, ids: &[Uuid]) -> Result<u64, IndexError> {
        let mut present = 0;
        for chunk in ids.chunks(CHUNK) {
            let these = Scoped::new(scope, &IndexFilter::default()).only(chunk);
            present += self.count_points(CountPointsBuilder::new(&self.collection).filter(these)).await?;
        }
        Ok(present)
    }

    async fn total(&self) -> Result<u64, IndexError> {
        self.count_points(CountPointsBuilder::new(&self.collection)).await
    }

    async fn describe(&self) -> Result<String, IndexError> {
        let version = self.greet().await?;
        let total = self.total().await?;
        Ok(format!("Qdrant {version} at {}, {total} points in {}", self.address, self.collection))
    }

    /// The server keeps what it has; there is nothing to put on disk here.
    async fn close(&self) -> Result<(), IndexError> {
        Ok(())
    }
}

/// An address fit to be shown: without the user and password that it may hold.
fn address_of(url: &str) -> String {
    let Ok(parsed) = reqwest::Url::parse(url) else { return "not a valid address".into() };
    let port = parsed.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}://{}{port}", parsed.scheme(), parsed.host_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_secrets() {
        assert_eq!(address_of("https://user:hunter2@q.example.org:6334/x?key=1"), "https://q.example.org:6334");
    }

    #[test]
    fn a_key_that_fits_no_header_is_refused_without_being_shown() {
        let config = QdrantConfig {
            url: "http://127.0.0.1:6334".into(),
            api_key: Some("hunter2\u{1}".to_owned().into()),
            collection: "k".into(),
        };
        let error = connect(&config, "x").err().unwrap().to_string();
        assert!(error.contains("QDRANT_API_KEY") && !error.contains("hunter2"), "{error}");
    }
}
