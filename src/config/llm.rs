//! The language model and what it is asked with.

use std::time::Duration;

use secrecy::SecretString;

use super::{ConfigError, Env};

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

#[cfg(test)]
mod tests {
    use super::*;

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
