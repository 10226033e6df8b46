//! The command line: run, chat, check, reindex, eval. Owns what each prints and its exit code.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use tokio_util::sync::CancellationToken;

use crate::agent::SharedSink;
use crate::app::{App, Stores};
use crate::chat::{self, ChatOptions};
use crate::check;
use crate::clock::SystemClock;
use crate::config::{Config, DiscordConfig, Env, LlmConfig};
use crate::discord::{self, DiscordParts, DiscordSink};
use crate::eval::{self, Eval};
use crate::output::print_line;
use crate::{llm, local_model};

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
    Check,
    /// Build the search index again from the database.
    Reindex,
    /// Measure memory by public data, in a folder that is thrown away.
    #[command(subcommand)]
    Eval(Eval),
}

impl Cli {
    /// Whether a person waits for the output, who should not be shown the log.
    pub fn is_interactive(&self) -> bool {
        matches!(self.command, Some(Command::Chat { .. } | Command::Check | Command::Reindex | Command::Eval(_)))
    }

    /// Does what was asked.
    ///
    /// # Errors
    /// What a person should read before the program ends with a failure.
    pub async fn execute(self, env: &Env) -> anyhow::Result<ExitCode> {
        match self.command.unwrap_or(Command::Run) {
            Command::Run => run(env).await,
            Command::Chat { once, name } => talk(env, ChatOptions { once, name }).await,
            Command::Check => Ok(print_check(env).await),
            Command::Reindex => reindex(env).await,
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
    let stores = Stores::open(&config, Arc::new(SystemClock)).await?;
    let llm = llm::client(&llm_config)?;
    tracing::info!(model = llm_config.model, embedder = stores.embedder.name(), "starting");
    let http = discord::http(&discord_config)?;
    let sink: SharedSink = Arc::new(DiscordSink::new(http.clone()));
    let app = App::build(&config.agent, &llm_config, stores, llm, sink)?;
    app.agents.resume().await?;
    let shutdown = CancellationToken::new();
    let signals = tokio::spawn(cancel_on_signal(shutdown.clone()));
    let parts = DiscordParts { intake: Arc::new(app.agents.clone()), desk: Arc::new(app.desk.clone()), http };
    let ended = discord::run(&discord_config, parts, shutdown).await;
    signals.abort();
    tracing::info!("stopping");
    app.stop().await;
    ended?;
    Ok(ExitCode::SUCCESS)
}

async fn cancel_on_signal(shutdown: CancellationToken) {
    if let Err(error) = wait_for_signal().await {
        tracing::warn!(%error, "signals cannot be heard; end the program by other means");
        std::future::pending::<()>().await;
    }
    shutdown.cancel();
}

#[cfg(unix)]
async fn wait_for_signal() -> std::io::Result<()> {
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        interrupted = tokio::signal::ctrl_c() => interrupted,
    }
}

#[cfg(not(unix))]
async fn wait_for_signal() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
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
    let stores = Stores::open(&config, Arc::new(SystemClock)).await?;
    let llm = llm::client(&llm_config)?;
    if let Some(local) = &local {
        chat::warm_up(local, llm.as_ref()).await;
    }
    let ended = chat::run(&config, &llm_config, stores, llm, options).await;
    if let Some(local) = local {
        local.stop().await;
    }
    ended
}

async fn print_check(env: &Env) -> ExitCode {
    let findings = check::check(env, Arc::new(SystemClock)).await;
    findings.iter().for_each(|finding| print_line(finding.to_line()));
    if findings.iter().all(|finding| finding.ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn reindex(env: &Env) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    let stores = Stores::open(&config, Arc::new(SystemClock)).await?;
    let report = stores.sync.reindex(&|done, total| eprint!("\r{done} of {total}")).await;
    stores.close().await;
    let report = report.context("the index could not be rebuilt")?;
    eprintln!();
    print_line(format_args!("Indexed {} messages and passages.", report.indexed));
    Ok(ExitCode::SUCCESS)
}
