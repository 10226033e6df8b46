//! Configuration from environment variables: one small struct per concern. Owns every name, default and bound.
//! Secrets are typed so that neither logs nor errors can show them.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use secrecy::{ExposeSecret, SecretString};

use crate::documents::Limits;

mod agent;
mod llm;
mod rights;
mod store;

pub use agent::{AgentConfig, TranscribeConfig};
pub use llm::{LlmConfig, ProtocolChoice, VisionChoice};
pub use rights::RightsConfig;
pub use store::{EmbedConfig, QdrantConfig, StoreConfig};

/// A setting that cannot be used: one sentence that names the variable and what it accepts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);

/// The environment, read once. A variable that is set to nothing counts as not set.
#[derive(Debug, Clone, Default)]
pub struct Env(BTreeMap<String, SecretString>);

impl Env {
    /// The process's own environment.
    pub fn of_process() -> Self {
        // What is not text cannot be a setting; where it is one all the same, its check says so.
        Self::of(
            std::env::vars_os()
                .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())),
        )
    }

    /// An environment of given pairs.
    pub fn of<K: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        let kept = pairs
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .filter(|(_, value): &(String, String)| !value.trim().is_empty());
        Self(kept.map(|(name, value)| (name, SecretString::from(value.trim().to_owned()))).collect())
    }

    /// The value of `name`, if set.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).map(|value| value.expose_secret().to_owned())
    }

    /// A secret that is sent along with requests.
    fn secret(&self, name: &str) -> Result<Option<SecretString>, ConfigError> {
        let Some(secret) = self.0.get(name) else { return Ok(None) };
        if secret.expose_secret().chars().any(|c| c.is_control() || !c.is_ascii()) {
            return Err(ConfigError(format!("{name} holds a line break or a letter that no key has: copy it again.")));
        }
        Ok(Some(secret.clone()))
    }

    fn number<T: FromStr + PartialOrd + Display + Copy>(
        &self,
        name: &str,
        default: T,
        from: T,
        to: T,
    ) -> Result<T, ConfigError> {
        let Some(text) = self.text(name) else { return Ok(default) };
        let value = text.parse::<T>().ok().filter(|value| *value >= from && *value <= to);
        value.ok_or_else(|| ConfigError(format!("{name} must be a number from {from} to {to}, not `{text}`.")))
    }

    fn flag(&self, name: &str, default: bool) -> Result<bool, ConfigError> {
        match self.text(name).map(|text| text.to_ascii_lowercase()).as_deref() {
            None => Ok(default),
            Some("1" | "true" | "yes" | "on") => Ok(true),
            Some("0" | "false" | "no" | "off") => Ok(false),
            Some(other) => Err(ConfigError(format!("{name} must be true or false, not `{other}`."))),
        }
    }

    fn url(&self, name: &str) -> Result<Option<String>, ConfigError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let parsed =
            reqwest::Url::parse(&text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let parsed = parsed.ok_or_else(|| {
            ConfigError(format!("{name} must be an address like https://example.com/v1, with http or https."))
        })?;
        // An address is shown in logs and errors; what is secret has a variable of its own, which is not.
        if !parsed.username().is_empty() || parsed.password().is_some() {
            return Err(ConfigError(format!(
                "{name} must not hold a user name or password: give the key by its own variable."
            )));
        }
        Ok(Some(text.trim_end_matches('/').to_owned()))
    }
}

/// Discord.
#[derive(Debug, Clone)]
pub struct DiscordConfig {
    pub token: SecretString,
    /// Another server to talk to instead of Discord, without `/api`. For tests and simulators.
    pub api_base: Option<String>,
    /// Guilds in which commands are registered at once.
    pub dev_guilds: Vec<u64>,
    pub catch_up: CatchUp,
}

/// How much of what was said while the program was away is answered when it is back.
#[derive(Debug, Clone, Copy)]
pub struct CatchUp {
    /// Messages of one channel, the newest.
    pub messages: usize,
    /// How old they may be.
    pub age: chrono::TimeDelta,
}

impl DiscordConfig {
    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let token = env.secret("DISCORD_TOKEN")?.ok_or_else(|| ConfigError("DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications, copy its token and put it into .env.".into()))?;
        let guild = |part: &str| part.parse::<u64>().ok().filter(|id| *id > 0);
        let listed = env.text("DISCORD_DEV_GUILDS").unwrap_or_default();
        let parts = listed.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty());
        let dev_guilds = parts
            .map(|part| {
                guild(part).ok_or_else(|| {
                    ConfigError(format!("DISCORD_DEV_GUILDS must be guild ids with commas between, not `{part}`."))
                })
            })
            .collect::<Result<_, _>>()?;
        let catch_up = CatchUp {
            messages: env.number("KEEPSAKE_CATCH_UP_MESSAGES", 500, 0, 10_000)?,
            age: chrono::TimeDelta::hours(env.number("KEEPSAKE_CATCH_UP_HOURS", 24, 0, 8_760)?),
        };
        Ok(Self { token, api_base: env.url("DISCORD_API_BASE")?, dev_guilds, catch_up })
    }
}

/// Documents.
#[derive(Debug, Clone)]
pub struct DocumentsConfig {
    pub limits: Limits,
    /// The Keepsake program that reads files in a process of its own, when it is not the one that runs. For tests.
    pub program: Option<PathBuf>,
}

impl DocumentsConfig {
    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let limits = Limits {
            bytes: env.number("KEEPSAKE_DOC_MAX_BYTES", 10 << 20, 1_000, 200 << 20)?,
            pages: env.number("KEEPSAKE_DOC_MAX_PAGES", 500, 1, 10_000)?,
            per_agent: env.number("KEEPSAKE_DOC_MAX_PER_AGENT", 100, 1, 10_000)?,
        };
        Ok(Self { limits, program: None })
    }
}

/// Every name that starts with `KEEPSAKE_` and means something.
const KNOWN: &[&str] = &[
    "KEEPSAKE_DATA_DIR",
    "KEEPSAKE_MAX_STEPS",
    "KEEPSAKE_DEBOUNCE_MS",
    "KEEPSAKE_CATCH_UP_MESSAGES",
    "KEEPSAKE_CATCH_UP_HOURS",
    "KEEPSAKE_BLOCK_LIMIT",
    "KEEPSAKE_PARALLEL_TURNS",
    "KEEPSAKE_BACKGROUND_TOKENS",
    "KEEPSAKE_BACKGROUND_IDLE_MINUTES",
    "KEEPSAKE_STREAM_REPLIES",
    "KEEPSAKE_REASK_SECONDS",
    "KEEPSAKE_PERSONA_FILE",
    "KEEPSAKE_RETRY_HOURS",
    "KEEPSAKE_MAX_WAITING",
    "KEEPSAKE_MAX_WAITING_IN_ALL",
    "KEEPSAKE_SHUTDOWN_SECONDS",
    "KEEPSAKE_RETENTION_DAYS",
    "KEEPSAKE_GUILD_GRACE_DAYS",
    "KEEPSAKE_USER_DAILY_MESSAGES",
    "KEEPSAKE_USER_DAILY_TOKENS",
    "KEEPSAKE_GUILD_DAILY_TOKENS",
    "KEEPSAKE_USER_HOURLY_TOOL_CALLS",
    "KEEPSAKE_IMAGE_MAX",
    "KEEPSAKE_IMAGE_MAX_BYTES",
    "KEEPSAKE_DOC_MAX_BYTES",
    "KEEPSAKE_DOC_MAX_PAGES",
    "KEEPSAKE_DOC_MAX_PER_AGENT",
    "KEEPSAKE_LOG",
    "KEEPSAKE_LOG_FORMAT",
    "KEEPSAKE_CACHE_DIR",
];

/// All but Discord and the model, which not every command needs.
#[derive(Debug, Clone)]
pub struct Config {
    pub store: StoreConfig,
    pub embed: EmbedConfig,
    pub agent: AgentConfig,
    pub documents: DocumentsConfig,
}

impl Config {
    /// # Errors
    /// A sentence naming the variable; also for a name that starts with `KEEPSAKE_` and means nothing.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let unknown = env.0.keys().find(|name| name.starts_with("KEEPSAKE_") && !KNOWN.contains(&name.as_str()));
        if let Some(name) = unknown {
            return Err(ConfigError(format!("{name} is not a setting of Keepsake: it accepts {}.", KNOWN.join(", "))));
        }
        Ok(Self {
            store: StoreConfig::from_env(env)?,
            embed: EmbedConfig::from_env(env)?,
            agent: AgentConfig::from_env(env)?,
            documents: DocumentsConfig::from_env(env)?,
        })
    }
}
