//! Configuration from environment variables: one small struct per concern. Owns every name, default and bound.
//! Secrets are typed so that neither logs nor errors can show them.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};

use crate::documents::Limits;

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
        Ok(Self { token, api_base: env.url("DISCORD_API_BASE")?, dev_guilds })
    }
}

/// How tool calls travel to and from the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProtocolChoice {
    /// Found out by a probe at start.
    #[default]
    Auto,
    /// The provider's own tool calls.
    Tools,
    /// One JSON object a step, held to a schema.
    Json,
}

/// Whether pictures are sent to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VisionChoice {
    /// Until it refuses them.
    #[default]
    Auto,
    Always,
    Never,
}

/// The model.
#[derive(Debug, Clone)]
pub struct LlmConfig {
    /// The address that `/chat/completions` is added to.
    pub base_url: String,
    pub api_key: Option<SecretString>,
    pub model: String,
    pub protocol: ProtocolChoice,
    /// Tokens of prompt and answer together.
    pub context_tokens: u32,
    /// Tokens that one answer may have.
    pub max_tokens: u32,
    pub temperature: Option<f32>,
    /// Time for a whole answer; when streaming, for each piece.
    pub timeout: Duration,
    /// How often a request is asked again where that may help.
    pub retries: u32,
    pub stream: bool,
    pub vision: VisionChoice,
}

impl LlmConfig {
    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let base_url = env.url("LLM_BASE_URL")?.ok_or_else(|| ConfigError("LLM_BASE_URL is not set: give the address of an OpenAI-compatible API, for example http://127.0.0.1:11434/v1 for Ollama.".into()))?;
        let model = env.text("LLM_MODEL").ok_or_else(|| {
            ConfigError("LLM_MODEL is not set: give the name of the model as its provider writes it.".into())
        })?;
        let protocol = match env.text("LLM_PROTOCOL").as_deref() {
            None | Some("auto") => ProtocolChoice::Auto,
            Some("tools") => ProtocolChoice::Tools,
            Some("json") => ProtocolChoice::Json,
            Some(other) => {
                return Err(ConfigError(format!("LLM_PROTOCOL must be auto, tools or json, not `{other}`.")));
            }
        };
        let vision = match env.text("LLM_VISION").map(|text| text.to_ascii_lowercase()).as_deref() {
            None | Some("auto") => VisionChoice::Auto,
            Some("true") => VisionChoice::Always,
            Some("false") => VisionChoice::Never,
            Some(other) => {
                return Err(ConfigError(format!("LLM_VISION must be auto, true or false, not `{other}`.")));
            }
        };
        let temperature =
            env.text("LLM_TEMPERATURE").map(|_| env.number("LLM_TEMPERATURE", 0.0, 0.0, 2.0)).transpose()?;
        let config = Self {
            base_url,
            api_key: env.secret("LLM_API_KEY")?,
            model,
            protocol,
            context_tokens: env.number("LLM_CONTEXT_TOKENS", 16_384, 3_000, 2_000_000)?,
            max_tokens: env.number("LLM_MAX_TOKENS", 1_024, 64, 65_536)?,
            temperature,
            timeout: Duration::from_secs(env.number("LLM_TIMEOUT_SECONDS", 180, 1, 3_600)?),
            retries: env.number("LLM_RETRIES", 3, 0, 10)?,
            stream: env.flag("LLM_STREAM", true)?,
            vision,
        };
        if config.max_tokens > config.context_tokens / 2 {
            return Err(ConfigError(format!(
                "LLM_MAX_TOKENS must be at most half of LLM_CONTEXT_TOKENS ({}), not {}.",
                config.context_tokens, config.max_tokens
            )));
        }
        Ok(config)
    }
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

/// How agents behave.
#[derive(Debug, Clone)]
pub struct AgentConfig {
    /// LLM calls that one turn may take.
    pub max_steps: u32,
    /// How long messages that follow each other are waited for.
    pub debounce: Duration,
    /// Characters that one block may hold.
    pub block_limit: usize,
    /// Turns that may run at once, over all agents.
    pub parallel_turns: usize,
    /// Tokens that each agent may cost a day while nobody talks to it; 0: it does nothing then.
    pub background_tokens: u64,
    /// How long nobody must have talked to an agent before it tends its memory.
    pub background_idle: Duration,
    /// Whether answers are shown while they are made.
    pub stream_replies: bool,
    /// How long after its answer a message that is edited is answered again; zero: never.
    pub reask: Duration,
    /// The text of a new agent's persona instead of the one in the program.
    pub persona_file: Option<PathBuf>,
    /// Pictures that one answer may look at; 0: none.
    pub pictures: usize,
    /// Bytes of one picture.
    pub picture_bytes: u64,
    /// What turns speech into text; none: nothing does.
    pub transcribe: Option<TranscribeConfig>,
}

/// An OpenAI-compatible endpoint that turns speech into text.
#[derive(Debug, Clone)]
pub struct TranscribeConfig {
    /// The address that `/audio/transcriptions` is added to.
    pub base_url: String,
    pub api_key: Option<SecretString>,
    pub model: String,
    /// Time for one request.
    pub timeout: Duration,
    /// Bytes of one recording.
    pub bytes: u64,
}

impl TranscribeConfig {
    /// None where no endpoint is named.
    ///
    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Option<Self>, ConfigError> {
        let base_url = env.url("TRANSCRIBE_BASE_URL")?;
        let stray = ["TRANSCRIBE_API_KEY", "TRANSCRIBE_MODEL"].iter().find(|name| env.text(name).is_some());
        let Some(base_url) = base_url else {
            return match stray {
                Some(name) => Err(ConfigError(format!(
                    "{name} is set, but TRANSCRIBE_BASE_URL is not: give the address of an OpenAI-compatible API."
                ))),
                None => Ok(None),
            };
        };
        Ok(Some(Self {
            base_url,
            api_key: env.secret("TRANSCRIBE_API_KEY")?,
            model: env.text("TRANSCRIBE_MODEL").unwrap_or_else(|| "whisper-1".into()),
            timeout: Duration::from_secs(env.number("TRANSCRIBE_TIMEOUT_SECONDS", 60, 1, 600)?),
            bytes: env.number("TRANSCRIBE_MAX_BYTES", 25 << 20, 1_000, 200 << 20)?,
        }))
    }
}

impl AgentConfig {
    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            max_steps: env.number("KEEPSAKE_MAX_STEPS", 12, 2, 100)?,
            debounce: Duration::from_millis(env.number("KEEPSAKE_DEBOUNCE_MS", 800, 0, 60_000)?),
            block_limit: env.number("KEEPSAKE_BLOCK_LIMIT", 2_000, 200, 20_000)?,
            parallel_turns: env.number("KEEPSAKE_PARALLEL_TURNS", 32, 1, 10_000)?,
            background_tokens: env.number("KEEPSAKE_BACKGROUND_TOKENS", 0, 0, 100_000_000)?,
            background_idle: Duration::from_secs(60 * env.number("KEEPSAKE_BACKGROUND_IDLE_MINUTES", 30, 1, 10_080)?),
            stream_replies: env.flag("KEEPSAKE_STREAM_REPLIES", true)?,
            reask: Duration::from_secs(env.number("KEEPSAKE_REASK_SECONDS", 120, 0, 86_400)?),
            persona_file: env.text("KEEPSAKE_PERSONA_FILE").map(PathBuf::from),
            pictures: env.number("KEEPSAKE_IMAGE_MAX", 4, 0, 20)?,
            picture_bytes: env.number("KEEPSAKE_IMAGE_MAX_BYTES", 3 << 20, 1_000, 20 << 20)?,
            transcribe: TranscribeConfig::from_env(env)?,
        })
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
    "KEEPSAKE_BLOCK_LIMIT",
    "KEEPSAKE_PARALLEL_TURNS",
    "KEEPSAKE_BACKGROUND_TOKENS",
    "KEEPSAKE_BACKGROUND_IDLE_MINUTES",
    "KEEPSAKE_STREAM_REPLIES",
    "KEEPSAKE_REASK_SECONDS",
    "KEEPSAKE_PERSONA_FILE",
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

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(pairs: &[(&str, &str)]) -> Result<AgentConfig, String> {
        AgentConfig::from_env(&Env::of(pairs.iter().copied())).map_err(|error| error.to_string())
    }

    #[test]
    fn ears_and_eyes_have_defaults_and_bounds() {
        let config = agent(&[]).expect("defaults");
        assert_eq!((config.pictures, config.picture_bytes, config.transcribe.is_none()), (4, 3 << 20, true));
        let ears = agent(&[("TRANSCRIBE_BASE_URL", "http://127.0.0.1:9/v1/")]).expect("ears").transcribe.expect("ears");
        assert_eq!((ears.base_url.as_str(), ears.model.as_str()), ("http://127.0.0.1:9/v1", "whisper-1"));
        let wrong = [
            (("KEEPSAKE_IMAGE_MAX", "21"), "KEEPSAKE_IMAGE_MAX must be a number from 0 to 20, not `21`."),
            (("TRANSCRIBE_BASE_URL", "nowhere"), "TRANSCRIBE_BASE_URL must be an address like"),
            (("TRANSCRIBE_MODEL", "whisper-1"), "TRANSCRIBE_MODEL is set, but TRANSCRIBE_BASE_URL is not:"),
        ];
        for (pair, sentence) in wrong {
            let said = agent(&[pair]).expect_err("it is refused");
            assert!(said.starts_with(sentence), "{said}");
        }
    }

    #[test]
    fn vision_is_auto_true_or_false() {
        let of = |text: &str| {
            let pairs = [("LLM_BASE_URL", "http://127.0.0.1:9"), ("LLM_MODEL", "m"), ("LLM_VISION", text)];
            LlmConfig::from_env(&Env::of(pairs)).map(|config| config.vision).map_err(|error| error.to_string())
        };
        assert_eq!(of(""), Ok(VisionChoice::Auto));
        assert_eq!((of("TRUE"), of("false")), (Ok(VisionChoice::Always), Ok(VisionChoice::Never)));
        assert_eq!(of("maybe"), Err("LLM_VISION must be auto, true or false, not `maybe`.".into()));
    }
}
