//! Discord: gateway events in, answers and commands out. Owns the connection and everything that is shown there.
//! Knows `agent` by its seams ([`Intake`], [`MemoryDesk`], [`crate::agent::ReplySink`]); must not know stores or models.

mod again;
mod bot_loop;
pub mod check;
mod commands;
mod draft;
mod enclosed;
pub mod events;
#[cfg(test)]
mod example;
mod feed;
mod files;
mod frontier;
mod gateway;
mod gone;
pub mod health;
mod ignored_log;
mod inward;
mod keywords;
mod limits;
mod look_up;
mod on_error;
mod opening;
mod outage;
mod outcome;
mod overtaken;
mod pace;
pub mod permissions;
mod post;
mod questions;
mod read_back;
mod receiver;
mod recent;
mod refusals;
mod register;
mod render;
mod reopening;
mod rest;
mod seams;
mod second_tries;
mod send;
mod sent_before;
mod signs;
mod sink;
pub mod snowflake;
pub mod split;
mod start;
mod tables;
mod threads;
mod watch;
mod words;

use std::sync::Arc;
use std::time::{Duration, Instant};

use secrecy::ExposeSecret;
use serenity::gateway::GatewayError;
use serenity::http::{Http, HttpBuilder};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::agent::SharedFiles;
use crate::config::DiscordConfig;
use crate::settings::SettingsBook;

use gateway::Surroundings;
use watch::GivenUp;

pub use files::DiscordFiles;
pub use pace::Pace;
pub use seams::{Intake, LastSeen, MemoryDesk};
pub use sink::DiscordSink;
pub use words::Languages;

/// How long messages that were received but not yet handed over may take.
const DRAIN: Duration = Duration::from_secs(10);

/// What the Discord side is given.
pub struct DiscordParts {
    pub intake: Arc<dyn Intake>,
    pub desk: Arc<dyn MemoryDesk>,
    /// Fetches what comes with commands.
    pub settings: SettingsBook,
    pub files: SharedFiles,
    /// The one from [`http`], which the sink uses too.
    pub http: Arc<Http>,
    /// The ones that the sink has too.
    pub languages: Languages,
}

/// Why the Discord side ended or never began. Each is a sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    #[error("{}", words::start::TOKEN)]
    Token,
    #[error("{}", words::start::INTENTS)]
    Intents,
    #[error("DISCORD_TOKEN cannot be a token: it has characters that no token has. Copy it anew.")]
    MalformedToken,
    #[error("the Discord client failed: {0}")]
    Client(String),
}

/// A client of Discord's REST API that pings nobody unless it is told to.
///
/// # Errors
/// [`DiscordError::MalformedToken`].
pub fn http(config: &DiscordConfig) -> Result<Arc<Http>, DiscordError> {
    build_http(config).map(Arc::new)
}

fn build_http(config: &DiscordConfig) -> Result<Http, DiscordError> {
    let token = config.token.expose_secret();
    if !token.chars().all(|c| c.is_ascii_graphic()) {
        return Err(DiscordError::MalformedToken);
    }
    let mut builder = HttpBuilder::new(token).default_allowed_mentions(commands::nobody());
    if let Some(client) = rest::client(Pace::default().timeout) {
        builder = builder.client(client);
    }
    // With its limiter on, serenity goes to Discord whatever the proxy.
    if let Some(base) = &config.api_base {
        builder = builder.proxy(base).ratelimiter_disabled(true);
    }
    Ok(builder.build())
}

/// Connects and runs until `shutdown`.
///
/// # Errors
/// [`DiscordError`]; one that passes by itself is waited out instead.
pub async fn run(config: &DiscordConfig, parts: DiscordParts, shutdown: CancellationToken) -> Result<(), DiscordError> {
    run_at_pace(config, parts, Pace::default(), shutdown).await
}

/// The same at another pace.
///
/// # Errors
/// As [`run`].
pub async fn run_at_pace(
    config: &DiscordConfig,
    parts: DiscordParts,
    pace: Pace,
    shutdown: CancellationToken,
) -> Result<(), DiscordError> {
    let Some(found) = start::find(&parts.http, pace, &shutdown).await? else { return Ok(()) };
    tracing::info!(bot = found.name, gateway = found.gateway, "connecting to Discord");
    let rest = rest::Rest::new(parts.http.clone(), pace);
    let ended = CancellationToken::new();
    let tasks = TaskTracker::new();
    let mut content = true;
    let mut pause = pace.flapping;
    let result = loop {
        let begun = Instant::now();
        let attempt = ended.child_token();
        let around = Surroundings { pace, found: &found, content, tasks: &tasks, ended: &attempt };
        let mut client = gateway::client(config, &parts, &around).await?;
        match hold(&mut client, &around, &rest, &shutdown).await {
            Err(DiscordError::Intents) if content => {
                tracing::warn!(mend = words::start::INTENTS_MEND, "{}", words::start::WITHOUT_CONTENT);
                content = false;
            }
            Ok(Ended::GivenUp(why)) => {
                tokio::spawn(watch::leave(client.client.shard_manager.clone()));
                attempt.cancel();
                match why {
                    GivenUp::Stalled => health::count_stall(&gateway::server(config)),
                    GivenUp::Flapping => start::calm(&mut pause, pace.flapping, begun.elapsed(), &shutdown).await,
                }
            }
            Ok(Ended::Stopped) => break Ok(()),
            Err(error) => break Err(error),
        }
        attempt.cancel();
    };
    ended.cancel();
    tasks.close();
    if tokio::time::timeout(DRAIN, tasks.wait()).await.is_err() {
        tracing::warn!("messages that were just received may not have been taken in");
    }
    result
}

/// How a client ended.
enum Ended {
    /// It was asked to.
    Stopped,
    /// The program begins another.
    GivenUp(GivenUp),
}

/// Keeps the gateway connected until `shutdown`, until it is given up, or until Discord will not have the bot.
async fn hold(
    client: &mut gateway::Connected,
    around: &Surroundings<'_>,
    rest: &rest::Rest,
    shutdown: &CancellationToken,
) -> Result<Ended, DiscordError> {
    let Some(shards) = start::sessions(rest, around.pace, shutdown).await? else { return Ok(Ended::Stopped) };
    let manager = client.client.shard_manager.clone();
    let watch = watch::Watch::new(manager.clone(), client.pulse.clone(), client.held.clone(), shards, around.pace);
    tokio::select! {
        ended = client.client.start_shards(shards) => match ended {
            Ok(()) => Ok(Ended::Stopped),
            Err(error) => Err(fatal(&error)),
        },
        why = watch.until_given_up() => Ok(Ended::GivenUp(why)),
        () = shutdown.cancelled() => {
            if !watch::close(&manager).await {
                tracing::warn!("the gateway did not close in time");
            }
            Ok(Ended::Stopped)
        }
    }
}

fn fatal(error: &serenity::Error) -> DiscordError {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication | GatewayError::NoAuthentication) => {
            DiscordError::Token
        }
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents) => {
            DiscordError::Intents
        }
        other => DiscordError::Client(other.to_string()),
    }
}
