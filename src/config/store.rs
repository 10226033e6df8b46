//! Where memory is kept, and what turns text into vectors for it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};

use super::{ConfigError, Env};

/// Where the ledger and the index are.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    /// The folder of everything that is kept on this machine.
    pub data_dir: PathBuf,
    /// `sqlite://…` or `postgres://…`; may hold a password.
    pub database_url: SecretString,
    /// A Qdrant server instead of the index inside the process.
    pub qdrant: Option<QdrantConfig>,
}

/// A Qdrant server.
#[derive(Debug, Clone)]
pub struct QdrantConfig {
    /// The address of its gRPC side, usually port 6334.
    pub url: String,
    pub api_key: Option<SecretString>,
    /// The name that collections start with.
    pub collection: String,
}

impl StoreConfig {
    /// Whether several programs with data folders of their own may keep their memory there.
    pub fn is_shared(&self) -> bool {
        !self.database_url.expose_secret().starts_with("sqlite:")
    }

    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let data_dir = PathBuf::from(env.text("KEEPSAKE_DATA_DIR").unwrap_or_else(|| "data".into()));
        let database_url = env.0.get("DATABASE_URL").cloned().unwrap_or_else(|| sqlite_url(&data_dir).into());
        let known = ["sqlite:", "postgres://", "postgresql://"]
            .iter()
            .any(|scheme| database_url.expose_secret().starts_with(scheme));
        if !known {
            return Err(ConfigError("DATABASE_URL must start with sqlite:// or postgres://.".into()));
        }
        let collection = env.text("QDRANT_COLLECTION").unwrap_or_else(|| "keepsake".into());
        let api_key = env.secret("QDRANT_API_KEY")?;
        let qdrant = env.url("QDRANT_URL")?.map(|url| QdrantConfig { url, api_key, collection });
        if qdrant.is_none() && !cfg!(feature = "embedded-index") {
            return Err(ConfigError(
                "QDRANT_URL is not set: this build has no index of its own, so give the address of a Qdrant server."
                    .into(),
            ));
        }
        Ok(Self { data_dir, database_url, qdrant })
    }
}

/// The address of the database in that folder; signs that mean something in an address stand for themselves.
fn sqlite_url(data_dir: &Path) -> String {
    let path = data_dir.join("keepsake.db").display().to_string();
    format!("sqlite://{}", path.replace('%', "%25").replace('?', "%3F").replace('#', "%23"))
}

/// The embedder.
#[derive(Debug, Clone)]
pub enum EmbedConfig {
    /// The model inside the program, or another Model2Vec folder.
    Static { folder: Option<PathBuf> },
    /// An OpenAI-compatible `/embeddings` endpoint.
    Endpoint { base_url: String, api_key: Option<SecretString>, model: String, timeout: Duration },
}

impl EmbedConfig {
    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let Some(base_url) = env.url("EMBED_BASE_URL")? else {
            return Ok(Self::Static { folder: env.text("EMBED_MODEL_PATH").map(PathBuf::from) });
        };
        if env.text("EMBED_MODEL_PATH").is_some() {
            return Err(ConfigError("EMBED_MODEL_PATH and EMBED_BASE_URL are both set: keep one of them.".into()));
        }
        let model = env.text("EMBED_MODEL").ok_or_else(|| {
            ConfigError("EMBED_MODEL is not set: with EMBED_BASE_URL, give the name of the embedding model.".into())
        })?;
        let timeout = Duration::from_secs(env.number("EMBED_TIMEOUT_SECONDS", 30, 1, 600)?);
        Ok(Self::Endpoint { base_url, api_key: env.secret("EMBED_API_KEY")?, model, timeout })
    }
}
