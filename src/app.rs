//! The only wiring: which database, index, embedder and model stand behind the traits. Owns start and end.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use futures::FutureExt;
use secrecy::ExposeSecret;
use tokio_util::sync::CancellationToken;

use crate::agent::desk::Desk;
use crate::agent::rights::Keeping;
use crate::agent::{AgentParts, Agents, SharedFiles, SharedSink};
use crate::clock::Clock;
use crate::config::{AgentConfig, Config, ConfigError, DocumentsConfig, EmbedConfig, LlmConfig, StoreConfig};
use crate::documents::{DocumentReader, Library};
use crate::embed::{self, SharedEmbedder};
use crate::failpoint;
use crate::index::late::LateIndex;
use crate::index::sync::{Backoff, IndexSync, SyncError};
use crate::index::{IndexError, SharedIndex, mend, qdrant_server};
use crate::llm::Models;
use crate::llm::tokens::TokenCounter;
use crate::output::counted;
use crate::prompts;
use crate::search::MemorySearch;
use crate::settings::{Settings, SettingsBook};
use crate::store::{self, AgentSeed, SharedLedger};
use crate::tools::{Toolbox, registry};
use crate::transcribe::Transcriber;

/// Tokens that the queue must have at least, beside instructions and tools, for a conversation to be one.
const LEAST_QUEUE: usize = 800;
/// How long the program's other tasks, the index and the stores may take to end, each, when the program stops.
const LAST: Duration = Duration::from_secs(5);

/// The stores, opened and in step.
#[derive(Clone)]
pub struct Stores {
    pub ledger: SharedLedger,
    pub index: SharedIndex,
    pub embedder: SharedEmbedder,
    pub sync: Arc<IndexSync>,
    pub library: Library,
    pub settings: SettingsBook,
    /// Where it all is kept, but for the model.
    pub keeping: Keeping,
    pub clock: Arc<dyn Clock>,
    /// Items that the index should have held and did not when it was opened.
    lost: Option<u64>,
}

impl Stores {
    /// Opens what the configuration names. An index that is empty though the ledger is not is filled again; a server of the
    /// index that cannot be reached is left for later.
    ///
    /// # Errors
    /// A sentence that names the variable to look at.
    pub async fn open(config: &Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let ledger = open_ledger(&config.store).await?;
        let embedder = embed::open(&config.embed).await.context("the embedder cannot be used")?;
        let index = open_index(&config.store, &embedder).await.context("the index cannot be opened")?;
        let sync = Arc::new(IndexSync::new(ledger.clone(), index.clone(), embedder.clone(), clock.clone()));
        let lost = match sync.rewind_if_lost().await {
            Ok(lost) => lost,
            Err(SyncError::Index(error)) => {
                tracing::warn!(%error, "starting without the index; only words are matched until it is there");
                sync.doubt();
                None
            }
            Err(error) => return Err(error.into()),
        };
        if let Some(waiting) = lost {
            tracing::info!(waiting, "the index is empty; filling it from the ledger");
        }
        let library = Library::new(ledger.clone(), document_reader(&config.documents)?, clock.clone());
        let usual = Settings { retention_days: Some(config.agent.rights.retention_days), ..Settings::default() };
        let settings = SettingsBook::new(ledger.clone(), clock.clone()).with_defaults(usual);
        Ok(Self { ledger, index, embedder, sync, library, settings, keeping: keeping(config), clock, lost })
    }

    /// What whoever started the program should know of how the index was found, if it was not well.
    pub async fn news_of_index(&self) -> Option<String> {
        let lost = self.lost.map(|items| counted(items, "thing", "things"));
        match (self.index.moved_aside().await, lost) {
            (Some(aside), _) => Some(format!(
                "the search index could not be read and was moved aside to {}; a new one is filled from the database",
                aside.display()
            )),
            (None, Some(things)) => {
                Some(format!("the search index was lost; it is filled again from the database ({things})"))
            }
            (None, None) => None,
        }
    }

    /// Puts everything on disk and lets go of it.
    pub async fn close(&self) {
        if let Err(error) = self.index.close().await {
            tracing::warn!(%error, "the index was not closed cleanly; it recovers at the next start");
        }
        failpoint::reach("index-closed");
        self.ledger.close().await;
    }

    /// A search over these stores.
    pub fn search(&self) -> MemorySearch {
        MemorySearch::new(
            self.ledger.clone(),
            self.index.clone(),
            self.embedder.clone(),
            self.sync.clone(),
            self.clock.clone(),
        )
    }
}

/// Opens the ledger that the configuration names.
///
/// # Errors
/// A sentence that names the variable to look at.
pub async fn open_ledger(config: &StoreConfig) -> anyhow::Result<SharedLedger> {
    let index = config.data_dir.join("index");
    let has_index = std::fs::read_dir(&index).is_ok_and(|mut entries| entries.any(|entry| entry.is_ok()));
    if let Some(file) = store::emptied(config.database_url.expose_secret()).filter(|_| has_index) {
        let (file, index) = (file.display(), index.display());
        bail!(
            "The database {file} is empty (0 bytes) though there is an index of it in {index}: it was lost. Bring it back with \
             `keepsake restore BACKUP`; to start anew on purpose, remove {file} and {index}."
        );
    }
    store::open(config.database_url.expose_secret()).await.context("the database cannot be opened")
}

/// What reads files: this same program, in another process.
///
/// # Errors
/// When the program cannot find itself.
pub fn document_reader(config: &DocumentsConfig) -> anyhow::Result<DocumentReader> {
    let program = match &config.program {
        Some(program) => program.clone(),
        None => std::env::current_exe().context("the program does not know where it is")?,
    };
    Ok(DocumentReader::new(program, config.limits))
}

/// Opens the index that the configuration names, now or, where it is only away, as soon as it can be.
///
/// # Errors
/// [`IndexError`] but for [`IndexError::Away`].
pub async fn open_index(config: &StoreConfig, embedder: &SharedEmbedder) -> Result<SharedIndex, IndexError> {
    let (config, embedder) = (config.clone(), embedder.clone());
    let index = LateIndex::new(Box::new(move || open_now(config.clone(), embedder.clone()).boxed()));
    match index.open().await {
        Ok(_) | Err(IndexError::Away(_)) => Ok(Arc::new(index)),
        Err(error) => Err(error),
    }
}

async fn open_now(config: StoreConfig, embedder: SharedEmbedder) -> Result<SharedIndex, IndexError> {
    match &config.qdrant {
        Some(server) => Ok(Arc::new(qdrant_server::open(server, embedder.name(), embedder.dims()).await?)),
        None => open_embedded(&config, &embedder).await,
    }
}

#[cfg(feature = "embedded-index")]
async fn open_embedded(config: &StoreConfig, embedder: &SharedEmbedder) -> Result<SharedIndex, IndexError> {
    let folder = config.data_dir.join("index");
    Ok(Arc::new(crate::index::qdrant_edge::open(&folder, embedder.name(), embedder.dims()).await?))
}

#[cfg(not(feature = "embedded-index"))]
async fn open_embedded(_: &StoreConfig, _: &SharedEmbedder) -> Result<SharedIndex, IndexError> {
    Err(IndexError::Unavailable("QDRANT_URL is not set, and this build has no index of its own".into()))
}

/// The program, ready to take messages in.
pub struct App {
    pub agents: Agents,
    pub desk: Desk,
    pub stores: Stores,
    /// Cancelled when the program is to end.
    pub stopping: CancellationToken,
    /// How long running turns may take to end.
    shutdown: Duration,
    indexing: tokio::task::JoinHandle<()>,
    looking_over: tokio::task::JoinHandle<()>,
    tending: tokio::task::JoinHandle<()>,
    house: tokio::task::JoinHandle<()>,
    reminding: tokio::task::JoinHandle<()>,
}

impl App {
    /// Builds the program on opened stores.
    ///
    /// # Errors
    /// A sentence that names the variable to look at.
    pub fn build(
        config: &AgentConfig,
        llm_config: &LlmConfig,
        mut stores: Stores,
        models: Models,
        sink: SharedSink,
        files: SharedFiles,
    ) -> anyhow::Result<Self> {
        let stopping = CancellationToken::new();
        let tokens = Arc::new(TokenCounter::new());
        let tools = Toolbox::new(registry());
        check_window(llm_config, &tokens, &tools)?;
        stores.settings = stores.settings.with_models(models.names());
        let parts = AgentParts {
            ledger: stores.ledger.clone(),
            search: stores.search(),
            sync: stores.sync.clone(),
            models,
            sink,
            library: stores.library.clone(),
            files,
            transcriber: config.transcribe.clone().map(Transcriber::new).transpose()?,
            tools,
            tokens,
            settings: stores.settings.clone(),
            clock: stores.clock.clone(),
            seed: seed(config)?,
            keeping: Keeping { model: host(&llm_config.base_url), ..stores.keeping.clone() },
            config: config.clone(),
            context_tokens: llm_config.context_tokens,
            max_tokens: llm_config.max_tokens,
        };
        let agents = Agents::new(parts, stopping.clone());
        let indexing = tokio::spawn({
            let (sync, stopping) = (stores.sync.clone(), stopping.clone());
            async move { sync.run(stopping, Backoff::default()).await }
        });
        let looking_over = tokio::spawn({
            let (stores, stopping) = (stores.clone(), stopping.clone());
            async move { stopping.run_until_cancelled(look_after(&stores)).await.unwrap_or_default() }
        });
        let tending = tokio::spawn({
            let agents = agents.clone();
            async move { agents.tend_in_quiet_hours().await }
        });
        let house = tokio::spawn({
            let agents = agents.clone();
            async move { agents.keep_house().await }
        });
        let reminding = tokio::spawn({
            let agents = agents.clone();
            async move { agents.remind_in_time().await }
        });
        Ok(Self {
            desk: Desk::new(agents.clone()),
            agents,
            stores,
            stopping,
            shutdown: config.shutdown,
            indexing,
            looking_over,
            tending,
            house,
            reminding,
        })
    }

    /// Ends: no new turns, running ones are waited for, the index catches up, everything is closed.
    pub async fn stop(self) {
        self.stopping.cancel();
        self.agents.drain(self.shutdown).await;
        failpoint::reach("turns-drained");
        tokio::join!(
            ended("the task for quiet hours", self.tending),
            ended("the task that forgets what is too old", self.house),
            ended("the task for reminders", self.reminding),
            ended("the task that looks the database over", self.looking_over),
            ended("the indexing task", self.indexing),
        );
        match tokio::time::timeout(LAST, self.stores.sync.catch_up()).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the index is behind the ledger; it catches up at the next start"),
            Err(_) => tracing::warn!("the index is behind the ledger; it catches up at the next start"),
        }
        if tokio::time::timeout(LAST, self.stores.close()).await.is_err() {
            tracing::warn!("the stores were not closed in good order; they recover at the next start");
        }
    }
}

/// Waits for a task that was asked to end, and ends it when it does not.
async fn ended(what: &str, mut task: tokio::task::JoinHandle<()>) {
    match tokio::time::timeout(LAST, &mut task).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "{what} ended badly"),
        Err(_) => {
            tracing::warn!("{what} did not end by itself");
            task.abort();
        }
    }
}

/// Looks at what is kept where something has gone wrong: after a bad end, and when the index failed.
async fn look_after(stores: &Stores) {
    if stores.ledger.ended_badly() {
        look_over(&stores.ledger).await;
        stores.sync.suspect();
    }
    mend::run(stores.ledger.as_ref(), stores.index.as_ref(), &stores.sync).await;
}

/// Goes through the pages of the database where the program before did not end in good order. In the background, since it
/// reads every page (0.3 to 0.7 s for 100,000 messages, more than a start may take); whoever writes meanwhile is not held
/// up. After an orderly end there is nothing to suspect that `keepsake check --full` and every backup would not find.
async fn look_over(ledger: &SharedLedger) {
    match ledger.look_over().await {
        Ok(damage) if damage.is_empty() => tracing::info!("the database is sound after an end that was not orderly"),
        Ok(damage) => tracing::error!(
            damage = damage.join("; "),
            "the database is damaged: stop, keep a copy of it, run `keepsake check --full`, and restore a backup"
        ),
        Err(error) => tracing::warn!(%error, "the database could not be looked over"),
    }
}

/// Where things are kept, in words for people.
fn keeping(config: &Config) -> Keeping {
    let database = if config.store.is_shared() { "PostgreSQL" } else { "SQLite" };
    let index = if config.store.qdrant.is_some() { "Qdrant server" } else { "Qdrant, embedded" };
    let embedder = match &config.embed {
        EmbedConfig::Static { .. } => None,
        EmbedConfig::Endpoint { base_url, .. } => Some(host(base_url)),
    };
    Keeping { database: database.to_owned(), index: index.to_owned(), model: String::new(), embedder }
}

/// The host of an address.
fn host(url: &str) -> String {
    let parsed = reqwest::Url::parse(url).ok();
    parsed.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_else(|| url.to_owned())
}

/// What a new agent starts with.
///
/// # Errors
/// A sentence that names the variable to look at.
pub fn seed(config: &AgentConfig) -> anyhow::Result<AgentSeed> {
    let persona = match &config.persona_file {
        None => prompts::PERSONA.to_owned(),
        Some(path) => std::fs::read_to_string(path)
            .with_context(|| format!("KEEPSAKE_PERSONA_FILE names {}, which cannot be read", path.display()))?,
    };
    let persona = persona.trim().to_owned();
    let used = persona.chars().count();
    if persona.is_empty() || used > config.block_limit {
        bail!(ConfigError(format!(
            "KEEPSAKE_PERSONA_FILE must hold 1 to {} characters (KEEPSAKE_BLOCK_LIMIT), not {used}.",
            config.block_limit
        )));
    }
    Ok(AgentSeed { persona, human: prompts::HUMAN.trim().to_owned(), block_limit: config.block_limit })
}

/// A window in which instructions and tools leave room to talk.
///
/// # Errors
/// A sentence that names the variable to look at.
pub fn check_window(config: &LlmConfig, tokens: &TokenCounter, tools: &Toolbox) -> Result<(), ConfigError> {
    let fixed = tokens.text(prompts::SYSTEM) + tokens.tools(tools.specs()) + config.max_tokens as usize;
    let least = fixed + LEAST_QUEUE;
    if (config.context_tokens as usize) < least {
        return Err(ConfigError(format!(
            "LLM_CONTEXT_TOKENS must be at least {least} with LLM_MAX_TOKENS at {}, not {}.",
            config.max_tokens, config.context_tokens
        )));
    }
    Ok(())
}
