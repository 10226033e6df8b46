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

/// Further models at the most. With the one of `LLM_MODEL` and a line for "as usual" they fill a menu of Discord's.
const OTHERS: usize = 23;
/// Characters of a name that people choose, as Discord counts them (its reference, "Select Option Structure").
const NAME: usize = 100;

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
    /// Further models of the same provider, which a place may choose instead.
    pub others: Vec<String>,
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
        let others = others(env, &model)?;
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
            others,
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

/// The names in `LLM_MODELS`, which stand beside `usual`.
fn others(env: &Env, usual: &str) -> Result<Vec<String>, ConfigError> {
    let listed = env.text("LLM_MODELS").unwrap_or_default();
    let mut others: Vec<String> = Vec::new();
    for name in listed.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        if name == usual || others.iter().any(|known| known == name) {
            let twice = "must name each model once, and not the one of LLM_MODEL";
            return Err(ConfigError(format!("LLM_MODELS {twice}: `{name}` is there twice.")));
        }
        others.push(name.to_owned());
    }
    if others.len() > OTHERS {
        return Err(ConfigError(format!("LLM_MODELS may name at most {OTHERS} models, not {}.", others.len())));
    }
    let is_long = |name: &&str| name.encode_utf16().count() > NAME;
    match std::iter::once(usual).chain(others.iter().map(String::as_str)).find(is_long) {
        Some(long) if !others.is_empty() => Err(ConfigError(format!(
            "LLM_MODELS needs names of at most {NAME} characters, that of LLM_MODEL too, and `{long}` is longer."
        ))),
        _ => Ok(others),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_models_are_named_once_each() {
        let of = |usual: &str, listed: &str| {
            let pairs = [("LLM_BASE_URL", "http://127.0.0.1:9"), ("LLM_MODEL", usual), ("LLM_MODELS", listed)];
            LlmConfig::from_env(&Env::of(pairs)).map(|config| config.others).map_err(|error| error.to_string())
        };
        assert_eq!(of("m", ""), Ok(Vec::new()));
        assert_eq!(of("m", " a , org/b:free,, "), Ok(vec!["a".to_owned(), "org/b:free".to_owned()]));
        for twice in ["a,b,a", "b,a,m"] {
            assert!(of("m", twice).is_err_and(|told| told.starts_with("LLM_MODELS must name each model once")));
        }
        let numbered = |count: usize| (0..count).map(|n| format!("m{n}")).collect::<Vec<_>>().join(",");
        assert_eq!(of("m", &numbered(23)).map(|others| others.len()), Ok(23));
        assert_eq!(of("m", &numbered(24)), Err("LLM_MODELS may name at most 23 models, not 24.".into()));
        let long = "x".repeat(101);
        assert!(of("m", &long).is_err_and(|told| told.contains("100 characters")));
        assert!(of(&long, "a").is_err_and(|told| told.contains("100 characters")));
        assert_eq!((of(&long, ""), of("m", &long[1..])), (Ok(Vec::new()), Ok(vec![long[1..].to_owned()])));
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
