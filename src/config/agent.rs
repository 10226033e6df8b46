//! How agents behave, and what they see and hear with.

use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;

use super::{ConfigError, Env, RightsConfig};

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
    /// How long a turn waits for a model that is away; zero: it fails at once.
    pub retry: Duration,
    /// Messages that may wait for one agent, and for all together. Beyond that nothing is taken in.
    pub waiting: usize,
    pub waiting_in_all: usize,
    /// How long running turns may take to end when the program is to stop.
    pub shutdown: Duration,
    /// The first pause when the ledger fails; each further one is twice as long. Not a setting.
    pub ledger_pause: Duration,
    pub rights: RightsConfig,
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
            parallel_turns: env.number("KEEPSAKE_PARALLEL_TURNS", 256, 1, 10_000)?,
            background_tokens: env.number("KEEPSAKE_BACKGROUND_TOKENS", 0, 0, 100_000_000)?,
            background_idle: Duration::from_secs(60 * env.number("KEEPSAKE_BACKGROUND_IDLE_MINUTES", 30, 1, 10_080)?),
            stream_replies: env.flag("KEEPSAKE_STREAM_REPLIES", true)?,
            reask: Duration::from_secs(env.number("KEEPSAKE_REASK_SECONDS", 120, 0, 86_400)?),
            persona_file: env.text("KEEPSAKE_PERSONA_FILE").map(PathBuf::from),
            retry: Duration::from_secs(3_600 * env.number("KEEPSAKE_RETRY_HOURS", 6, 0, 168)?),
            waiting: env.number("KEEPSAKE_MAX_WAITING", 200, 1, 100_000)?,
            waiting_in_all: env.number("KEEPSAKE_MAX_WAITING_IN_ALL", 10_000, 1, 1_000_000)?,
            shutdown: Duration::from_secs(env.number("KEEPSAKE_SHUTDOWN_SECONDS", 20, 0, 600)?),
            ledger_pause: Duration::from_millis(500),
            rights: RightsConfig::from_env(env)?,
            pictures: env.number("KEEPSAKE_IMAGE_MAX", 4, 0, 20)?,
            picture_bytes: env.number("KEEPSAKE_IMAGE_MAX_BYTES", 3 << 20, 1_000, 20 << 20)?,
            transcribe: TranscribeConfig::from_env(env)?,
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
}
