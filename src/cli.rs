//! The command line: run, chat, check, reindex, backup, restore, ingest, export, import, eval. Owns what each prints and its exit code.

mod backup;
mod transfer;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use secrecy::ExposeSecret;
use tokio_util::sync::CancellationToken;

use crate::agent::{SharedFiles, SharedSink};
use crate::app::{self, App, Stores};
use crate::chat::{self, ChatOptions};
use crate::check;
use crate::clock::{Clock, SystemClock};
use crate::config::{Config, DiscordConfig, Env, LlmConfig};
use crate::discord::{self, DiscordFiles, DiscordParts, DiscordSink, Languages};
use crate::documents::child::{self, ChildArgs};
use crate::documents::{self, Library, Told, ingest};
use crate::eval::{self, Eval};
use crate::llm::Models;
use crate::local_model;
use crate::memory::{Actor, AgentKey, PersonId};
use crate::output::{causes, counted, print_line};
use crate::store;

/// A Discord bot whose agents remember. Settings come from the environment and from .env.
#[derive(Debug, Parser)]
#[command(name = "keepsake", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the Discord bot (this is also done without a command).
    Run,
    /// Talk with an agent in this terminal, without Discord.
    Chat {
        /// Answer one message and exit.
        #[arg(long, value_name = "TEXT")]
        once: Option<String>,
        /// Which conversation: each name has an agent and a memory of its own.
        #[arg(long, default_value = "main", value_name = "NAME")]
        name: String,
    },
    /// Say what is configured and reachable, and how to mend what is not.
    Check {
        /// Go through all that is stored as well, and compare the index with it.
        #[arg(long)]
        full: bool,
    },
    /// Build the search index again from the database.
    Reindex,
    /// Copy the whole database into one file, checked, while the bot may run.
    Backup {
        /// The file to make; one that is there is left alone. In a folder it gets a name with the time.
        file: PathBuf,
    },
    /// Make the database from a backup. It must hold nothing yet, and the bot must not run.
    Restore {
        /// What `keepsake backup` made.
        file: PathBuf,
    },
    /// Add files and folders to the documents of an agent.
    Ingest {
        /// Files, and folders with files in them (hidden and binary files are passed over).
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Whose documents they become: dm:USER, channel:ID or terminal:NAME (`keepsake chat` is terminal:main). The
        /// agent need not exist yet.
        #[arg(long, value_name = "KEY", value_parser = somebodys_agent)]
        agent: AgentKey,
    },
    /// Write all that an agent remembers into a file.
    Export {
        /// Whose memory: dm:USER, channel:ID or terminal:NAME.
        #[arg(long, value_name = "KEY")]
        agent: AgentKey,
        /// The file to make; one that is there is left alone.
        file: PathBuf,
    },
    /// Take in what was exported: blocks as changes that can be taken back, the rest beside what is there.
    Import {
        /// Into whose memory: dm:USER, channel:ID or terminal:NAME. The agent need not exist yet.
        #[arg(long, value_name = "KEY", value_parser = somebodys_agent)]
        agent: AgentKey,
        /// All files of one export.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Do not ask before anything is changed.
        #[arg(long)]
        yes: bool,
    },
    /// Read one file from standard input; the program runs this itself, to read files apart from everything else.
    #[command(hide = true)]
    ReadDocument(ChildArgs),
    /// Measure memory by public data, in a folder that is thrown away.
    #[command(subcommand)]
    Eval(Eval),
}

/// The key of an agent that somebody can talk to.
fn somebodys_agent(text: &str) -> Result<AgentKey, String> {
    let why = match text.parse::<AgentKey>().map_err(|error| error.to_string())? {
        AgentKey::Dm(PersonId(0)) | AgentKey::Channel(0) => "nobody and nothing in Discord has the number 0",
        AgentKey::Thread(_) => "a thread shares the agent of its channel",
        AgentKey::Member { .. } => "a member of a server has no agent there but the channels'",
        key => return Ok(key),
    };
    Err(format!("{why}: use dm:USER, channel:ID or terminal:NAME"))
}

impl Cli {
    /// Whether a person waits for the output, who should not be shown the log.
    pub fn is_interactive(&self) -> bool {
        matches!(
            self.command,
            Some(
                Command::Chat { .. }
                    | Command::Check { .. }
                    | Command::Backup { .. }
                    | Command::Restore { .. }
                    | Command::Reindex
                    | Command::Ingest { .. }
                    | Command::Export { .. }
                    | Command::Import { .. }
                    | Command::Eval(_)
            )
        )
    }

    /// Does what needs neither settings nor a runtime, if that was asked.
    pub fn execute_alone(&self) -> Option<ExitCode> {
        match &self.command {
            Some(Command::ReadDocument(args)) => Some(child::run(args)),
            _ => None,
        }
    }

    /// Does what was asked.
    ///
    /// # Errors
    /// What a person should read before the program ends with a failure.
    pub async fn execute(self, env: &Env) -> anyhow::Result<ExitCode> {
        match self.command.unwrap_or(Command::Run) {
            Command::Run => run(env).await,
            Command::Chat { once, name } => talk(env, ChatOptions { once, name }).await,
            Command::Check { full } => Ok(print_check(env, full).await),
            Command::Backup { file } => backup::back_up(env, &file).await,
            Command::Restore { file } => backup::restore(env, &file).await,
            Command::Reindex => reindex(env).await,
            Command::Ingest { paths, agent } => add_documents(env, &paths, &agent).await,
            Command::Export { agent, file } => transfer::export(env, &agent, &file).await,
            Command::Import { agent, files, yes } => transfer::import(env, &agent, &files, yes).await,
            Command::ReadDocument(args) => Ok(child::run(&args)),
            Command::Eval(what) => {
                print_line(eval::measure(what, &eval::Home::default()).await?.trim_end());
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

async fn run(env: &Env) -> anyhow::Result<ExitCode> {
    let (config, discord_config, llm_config) =
        (Config::from_env(env)?, DiscordConfig::from_env(env)?, LlmConfig::from_env(env)?);
    // Heard from the beginning: the first process of a container is not ended by a signal that it does not hear.
    let shutdown = CancellationToken::new();
    let signals = tokio::spawn(heed_signals(shutdown.clone()));
    let alone = tokio::select! {
        alone = store::claim(config.store.database_url.expose_secret(), &shutdown) => alone?,
        () = shutdown.cancelled() => return Ok(ExitCode::SUCCESS),
    };
    let stores = tokio::select! {
        stores = Stores::open(&config, Arc::new(SystemClock)) => stores?,
        () = shutdown.cancelled() => return Ok(ExitCode::SUCCESS),
    };
    let models = Models::open(&llm_config)?;
    tracing::info!(model = llm_config.model, embedder = stores.embedder.name(), "starting");
    let http = discord::http(&discord_config)?;
    let languages = Languages::default();
    let sink: SharedSink =
        Arc::new(DiscordSink::new(http.clone(), languages.clone()).with_settings(stores.settings.clone()));
    let files: SharedFiles = Arc::new(DiscordFiles::new(&discord_config)?);
    let app = App::build(&config.agent, &llm_config, stores, models, sink, files.clone())?;
    app.agents.resume().await?;
    let parts = DiscordParts {
        intake: Arc::new(app.agents.clone()),
        desk: Arc::new(app.desk.clone()),
        settings: app.stores.settings.clone(),
        files,
        http,
        languages,
    };
    let ended = discord::run(&discord_config, parts, shutdown).await;
    tracing::info!("stopping");
    app.stop().await;
    signals.abort();
    ended?;
    if alone.is_lost() {
        bail!("another Keepsake bot has the database of DATABASE_URL now: run only one");
    }
    Ok(ExitCode::SUCCESS)
}

/// The first signal asks the program to end, which puts down what is not done; the second ends it at once. Either way what is
/// not done is taken up at the next start.
async fn heed_signals(shutdown: CancellationToken) {
    if let Err(error) = end_on_signals(&shutdown).await {
        tracing::warn!(%error, "signals cannot be heard; end the program by other means");
    }
}

async fn end_on_signals(shutdown: &CancellationToken) -> std::io::Result<()> {
    let mut signals = Signals::new()?;
    signals.next().await?;
    shutdown.cancel();
    let code = signals.next().await?;
    tracing::warn!("asked to end once more; ending at once");
    std::process::exit(code)
}

/// What asks the program to end. Each comes with the exit code by which a shell tells of it: 128 and the signal's number.
#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) -> std::io::Result<i32> {
        tokio::select! {
            _ = self.terminate.recv() => Ok(143),
            _ = self.interrupt.recv() => Ok(130),
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> std::io::Result<i32> {
        tokio::signal::ctrl_c().await.map(|()| 130)
    }
}

async fn talk(env: &Env, options: ChatOptions) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    chat::check_name(&options.name)?;
    let nothing_set = env.text("LLM_BASE_URL").is_none();
    if nothing_set && let Some(lonely) = ["LLM_MODEL", "LLM_API_KEY"].iter().find(|name| env.text(name).is_some()) {
        bail!("{lonely} is set but LLM_BASE_URL is not: set both, or none to talk with a model on this machine.");
    }
    // Kept until the end: it may own the model's server.
    let local = if nothing_set {
        Some(local_model::find_or_start(&local_model::default_cache_dir(env), |line: &str| eprintln!("{line}")).await?)
    } else {
        None
    };
    let llm_config = match &local {
        Some(local) => local.config().clone(),
        None => LlmConfig::from_env(env)?,
    };
    let _alone = claim_own_index(&config).await?;
    let stores = Stores::open(&config, Arc::new(SystemClock)).await?;
    let models = Models::open(&llm_config)?;
    if let Some(local) = &local {
        chat::warm_up(local, models.usual().as_ref()).await;
    }
    let ended = chat::run(&config, &llm_config, stores, models, options).await;
    if let Some(local) = local {
        local.stop().await;
    }
    ended
}

async fn print_check(env: &Env, full: bool) -> ExitCode {
    let findings = check::check(env, full, Arc::new(SystemClock)).await;
    findings.iter().for_each(|finding| print_line(finding.to_line()));
    if findings.iter().all(|finding| finding.ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn add_documents(env: &Env, paths: &[PathBuf], key: &AgentKey) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    if let Some(missing) = documents::all_missing(paths) {
        missing.iter().for_each(|told| eprintln!("{told}"));
        return Ok(ExitCode::FAILURE);
    }
    let seed = app::seed(&config.agent)?;
    let clock = Arc::new(SystemClock);
    let ledger = app::open_ledger(&config.store).await?;
    let library = Library::new(ledger.clone(), app::document_reader(&config.documents)?, clock.clone());
    let tell = |told: &Told| match told {
        Told::Added { .. } => print_line(told),
        Told::Reading { .. } | Told::Skipped { .. } => eprintln!("{told}"),
    };
    let added = async {
        let agent = ledger.open_agent(key, &seed, clock.now()).await?;
        ingest(&library, &agent.scope(), paths, Actor::System, &tell).await
    };
    let added = added.await;
    ledger.close().await;
    let added = added.context("the documents could not be added")?;
    if added.added > 0 {
        index_stored(&config, clock).await;
    }
    print_line(added);
    Ok(if added.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Sees to it that what was stored just now is found.
async fn index_stored(config: &Config, clock: Arc<SystemClock>) {
    if config.store.qdrant.is_none() && config.store.is_shared() {
        // Whose index they belong into cannot be told: marked as indexed here, a bot elsewhere would never find them.
        eprintln!("They are stored. The bot that keeps the index takes them in when it next searches or starts.");
    } else if let Err(error) = index_now(config, clock).await {
        eprintln!(
            "They are stored. A running bot finds them; otherwise the next start indexes them ({}).",
            causes(&error)
        );
    }
}

/// Brings the index up to the ledger. While a bot runs whose index is inside the program, only the bot can do that.
async fn index_now(config: &Config, clock: Arc<SystemClock>) -> anyhow::Result<()> {
    let stores = Stores::open(config, clock).await?;
    let indexed = stores.sync.catch_up_telling(&|done| eprint!("\r{} indexed", counted(done, "piece", "pieces"))).await;
    stores.close().await;
    if indexed?.indexed > 0 {
        eprintln!();
    }
    Ok(())
}

/// Keeps the ledger for this program while it fills an index in a folder of its own.
async fn claim_own_index(config: &Config) -> anyhow::Result<Option<store::Alone>> {
    if config.store.qdrant.is_some() {
        return Ok(None);
    }
    Ok(Some(store::claim_now(config.store.database_url.expose_secret()).await?))
}

async fn reindex(env: &Env) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    let _alone = claim_own_index(&config).await?;
    let stores = Stores::open(&config, Arc::new(SystemClock)).await?;
    let report = stores.sync.reindex(&|done, total| eprint!("\r{done} of {total}")).await;
    stores.close().await;
    let report = report.context("the index could not be rebuilt")?;
    eprintln!();
    print_line(format_args!("Indexed {} messages, passages and pieces of documents.", report.indexed));
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_go_to_agents_that_somebody_can_talk_to() {
        for key in ["dm:1", "channel:2", "terminal:main"] {
            assert_eq!(somebodys_agent(key).map(|key| key.to_string()).as_deref(), Ok(key));
        }
        for key in ["dm:0", "channel:0", "thread:3", "member:1:2", "terminal:", "dm:me", "nobody"] {
            let refused = somebodys_agent(key).expect_err(key);
            assert!(refused.ends_with(": use dm:USER, channel:ID or terminal:NAME"), "{refused}");
        }
    }
}
