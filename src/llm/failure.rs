//! What went wrong, told apart. Owns how a provider's status and body become an [`LlmError`], and that no secret is in
//! one. Pure.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::LlmError;

/// Characters of a provider's words that an error may hold.
const MESSAGE_LENGTH: usize = 300;
/// Characters of a provider's words that are looked at.
const READ_LENGTH: usize = 4_000;

/// An error, with what only the transport needs to know of it.
#[derive(Debug)]
pub(super) struct Failure {
    pub error: LlmError,
    /// The provider's words in lower case, to learn from.
    pub words: String,
    /// How long the provider asks to wait.
    pub retry_after: Option<Duration>,
}

impl From<LlmError> for Failure {
    fn from(error: LlmError) -> Self {
        Self { error, words: String::new(), retry_after: None }
    }
}

/// What must never be shown.
#[derive(Clone)]
pub(super) struct Secrets(Vec<SecretString>);

impl Secrets {
    /// The key, and whatever stands in the address where secrets are put: user, password and values of the query.
    pub fn of(key: Option<&SecretString>, url: &reqwest::Url) -> Self {
        let mut all: Vec<String> = key.map(|key| key.expose_secret().to_owned()).into_iter().collect();
        all.push(url.username().to_owned());
        all.extend(url.password().map(str::to_owned));
        all.extend(url.query_pairs().map(|(_, value)| value.into_owned()));
        all.extend(
            url.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('=')).map(|p| p.1.into()),
        );
        all.retain(|secret| secret.len() >= 4);
        Self(all.into_iter().map(SecretString::from).collect())
    }

    /// The text without any of them.
    pub fn scrub(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret.expose_secret(), "***"))
    }
}

/// Reads an answer that says no.
pub(super) fn of_status(status: u16, body: &str, retry_after: Option<Duration>, secrets: &Secrets) -> Failure {
    let said = Said::read(body);
    let words = format!("{} {} {}", said.message, said.code, said.detail).to_lowercase();
    let message = short(&secrets.scrub(&said.message));
    let error = match status {
        413 => LlmError::ContextOverflow(message),
        400 | 422 | 500 if is_overflow(&words) => LlmError::ContextOverflow(message),
        403 if words.contains("moderation") || words.contains("flagged") => LlmError::Refused { status, message },
        401 | 403 => LlmError::Auth(status),
        // Nothing left to pay with: waiting does not help.
        429 if words.contains("insufficient_quota") => LlmError::Refused { status, message },
        429 => LlmError::RateLimited { retry_after },
        500.. => LlmError::Server { status, message },
        300..400 => LlmError::Refused {
            status,
            message: "it sends the request to another address; put the final address into LLM_BASE_URL".into(),
        },
        _ => LlmError::Refused { status, message },
    };
    Failure { error, words, retry_after }
}

/// Reads an error that stands in the body of an answer which otherwise says yes.
pub(super) fn of_error_object(error: &Value, secrets: &Secrets) -> Failure {
    let number = |value: &Value| value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let status = ["code", "status"].iter().find_map(|key| error.get(key).and_then(number));
    let status = status.and_then(|status| u16::try_from(status).ok()).filter(|status| (400..600).contains(status));
    let body = serde_json::json!({ "error": error }).to_string();
    of_status(status.unwrap_or(502), &body, None, secrets)
}

/// An answer that cannot be read.
pub(super) fn malformed(what: &str, secrets: &Secrets) -> Failure {
    LlmError::Malformed(short(&secrets.scrub(what))).into()
}

/// What the transport says, without the address, which may hold a key.
pub(super) fn transport(error: reqwest::Error, limit: Duration, secrets: &Secrets) -> Failure {
    if error.is_timeout() && !error.is_connect() {
        return LlmError::Timeout(limit).into();
    }
    let error = error.without_url();
    let mut words = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        words = format!("{words}: {cause}");
        source = cause.source();
    }
    LlmError::Transport(short(&secrets.scrub(&words))).into()
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MESSAGE_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.is_empty() => "no reason given".to_owned(),
        None => line,
    }
}

/// How the many providers say that a prompt is too long, in lower case.
const OVERFLOW: &[&str] = &[
    "context_length_exceeded",
    "exceed_context_size",
    "exceeds the available context size",
    "maximum context length",
    "max context length",
    "context length",
    "context window",
    "context size",
    "prompt is too long",
    "prompt_too_long",
    "prompt too long",
    "input is too long",
    "input too long",
    "too many input tokens",
    "exceeds the maximum number of tokens",
    "maximum number of tokens allowed",
    "reduce the length of the messages",
    "request too large",
    "string_above_max_length",
];

fn is_overflow(words: &str) -> bool {
    OVERFLOW.iter().any(|known| words.contains(known))
}

/// A provider's words, from the shapes that are met: `{"error": {"message", "code", "type"}}`, the same inside a list,
/// `{"error": "…"}`, `{"message": "…"}`, `{"detail": "…"}`, and plain text.
#[derive(Default)]
struct Said {
    message: String,
    code: String,
    detail: String,
}

impl Said {
    fn read(body: &str) -> Self {
        let body = &body[..body.floor_char_boundary(READ_LENGTH * 4)];
        let Ok(value) = serde_json::from_str::<Value>(body) else {
            return Self { message: body.chars().take(READ_LENGTH).collect(), ..Self::default() };
        };
        let value = value.get(0).unwrap_or(&value);
        let inner = value.get("error").filter(|error| !error.is_null()).unwrap_or(value);
        let text = |key: &str| inner.get(key).map(plain).filter(|text| !text.is_empty());
        let message = inner.as_str().map(str::to_owned).or_else(|| text("message")).or_else(|| text("detail"));
        let codes = ["code", "type", "status", "param"].iter().filter_map(|key| text(key)).collect::<Vec<_>>();
        Self {
            message: message.unwrap_or_else(|| value.to_string()),
            code: codes.join(" "),
            detail: text("metadata").unwrap_or_default(),
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, body: &str) -> LlmError {
        let url = reqwest::Url::parse("https://me:pass-word@example.com/v1?key=query-key").unwrap();
        of_status(status, body, None, &Secrets::of(Some(&"sk-secret".into()), &url)).error
    }

    #[test]
    fn a_prompt_that_is_too_long_is_known_by_the_words_of_each_provider() {
        for body in [
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
            r#"{"error":{"code":400,"message":"request (9030 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9030,"n_ctx":8192}}"#,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
            r#"[{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]"#,
            r#"{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.","type":"BadRequestError","code":400}"#,
            r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"message\":\"Input is too long for requested model.\"}"}}}"#,
        ] {
            assert!(matches!(of(400, body), LlmError::ContextOverflow(_)), "{body}");
        }
        assert!(matches!(of(413, "Request Entity Too Large"), LlmError::ContextOverflow(_)));
    }

    #[test]
    fn other_errors_are_told_apart() {
        assert_eq!(of(401, r#"{"error":{"message":"Incorrect API key provided: sk-secret"}}"#), LlmError::Auth(401));
        assert_eq!(of(403, "{}"), LlmError::Auth(403));
        assert_eq!(of(429, "{}"), LlmError::RateLimited { retry_after: None });
        assert!(matches!(of(429, r#"{"error":{"code":"insufficient_quota"}}"#), LlmError::Refused { status: 429, .. }));
        assert!(
            matches!(of(404, r#"{"error":"model 'x' not found"}"#), LlmError::Refused { status: 404, message } if message == "model 'x' not found")
        );
        assert!(matches!(of(503, "<html>down</html>"), LlmError::Server { status: 503, .. }));
        assert!(matches!(of(302, ""), LlmError::Refused { status: 302, .. }));
        let tokens = r#"{"error":{"message":"max_tokens is too large: 99999. This model supports at most 4096 completion tokens."}}"#;
        assert!(matches!(of(400, tokens), LlmError::Refused { .. }));
    }

    #[test]
    fn no_secret_is_shown_and_no_message_is_long() {
        let body = format!("{} sk-secret and pass-word and query-key", "x ".repeat(40));
        let shown = of(400, &body).to_string();
        assert!(shown.contains("*** and *** and ***"), "{shown}");
        let long = of(500, &"é".repeat(100_000)).to_string();
        assert!(long.chars().count() < 400);
    }

    #[test]
    fn an_error_inside_an_answer_keeps_its_status() {
        let secrets = Secrets(Vec::new());
        let limited = of_error_object(&serde_json::json!({"code": 429, "message": "slow down"}), &secrets);
        assert!(matches!(limited.error, LlmError::RateLimited { .. }));
        let unknown = of_error_object(&serde_json::json!("overloaded"), &secrets);
        assert!(matches!(unknown.error, LlmError::Server { status: 502, .. }));
    }
}
