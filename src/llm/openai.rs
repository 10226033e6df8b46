//! The OpenAI-compatible chat completions endpoint. Owns requests, retries and what is learnt of a provider's quirks.
//! Knows nothing of what tools mean.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

use super::LlmError;
use super::answer::{RawReply, add_piece, error_of, message_of};
use super::retry::{retry_after, wait_before};
use super::stream;
use crate::config::LlmConfig;

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(15);
/// Bytes of an error that are read.
const ERROR_BODY: usize = 64 << 10;

/// What a provider turned out not to accept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Quirks {
    /// It wants `max_completion_tokens` instead of `max_tokens`.
    new_max_tokens: bool,
    no_temperature: bool,
    no_stream_options: bool,
}

/// One endpoint with one model.
pub(super) struct OpenAi {
    http: reqwest::Client,
    url: String,
    key: Option<SecretString>,
    pub(super) model: String,
    temperature: Option<f32>,
    timeout: Duration,
    retries: u32,
    stream: bool,
    quirks: Mutex<Quirks>,
}

impl OpenAi {
    pub(super) fn new(config: &LlmConfig) -> Result<Self, LlmError> {
        let mut builder = reqwest::Client::builder().connect_timeout(CONNECT);
        if is_loopback(&config.base_url) {
            // A proxy that the environment names cannot reach a model on this machine.
            builder = builder.no_proxy();
        }
        let http = builder.build().map_err(|error| LlmError::Transport(plain_cause(&error)))?;
        Ok(Self {
            http,
            url: format!("{}/chat/completions", config.base_url),
            key: config.api_key.clone(),
            model: config.model.clone(),
            temperature: config.temperature,
            timeout: config.timeout,
            retries: config.retries,
            stream: config.stream,
            quirks: Mutex::default(),
        })
    }

    /// Asks, with retries. `body` holds messages and whatever else the protocol needs.
    pub(super) async fn complete(&self, body: Value, max_tokens: u32) -> Result<RawReply, LlmError> {
        let mut attempt = 0;
        loop {
            let error = match self.adapt(&body, max_tokens).await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            attempt += 1;
            let Some(wait) = wait_before(attempt, &error).filter(|_| attempt <= self.retries) else {
                return Err(error);
            };
            tracing::info!(%error, attempt, ?wait, "asking the model again");
            tokio::time::sleep(wait).await;
        }
    }

    /// Asks; when the provider does not know a parameter, asks without it and remembers.
    async fn adapt(&self, body: &Value, max_tokens: u32) -> Result<RawReply, LlmError> {
        loop {
            let quirks = *self.quirks();
            match self.once(self.with_settings(body, max_tokens, quirks)).await {
                Err(LlmError::Refused { status, message }) => match learn(quirks, &message) {
                    Some(learnt) => *self.quirks() = learnt,
                    None => return Err(LlmError::Refused { status, message }),
                },
                other => return other,
            }
        }
    }

    fn quirks(&self) -> MutexGuard<'_, Quirks> {
        self.quirks.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn with_settings(&self, body: &Value, max_tokens: u32, quirks: Quirks) -> Value {
        let mut body = body.clone();
        body["model"] = json!(self.model);
        body[if quirks.new_max_tokens { "max_completion_tokens" } else { "max_tokens" }] = json!(max_tokens);
        if let Some(temperature) = self.temperature.filter(|_| !quirks.no_temperature) {
            body["temperature"] = json!(temperature);
        }
        if self.stream {
            body["stream"] = json!(true);
            if !quirks.no_stream_options {
                body["stream_options"] = json!({ "include_usage": true });
            }
        }
        body
    }

    async fn once(&self, body: Value) -> Result<RawReply, LlmError> {
        let mut request = self.http.post(&self.url).json(&body);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose_secret());
        }
        let response = self.in_time(request.send()).await?;
        let status = response.status();
        if !status.is_success() {
            let wait = retry_after(header(&response, "retry-after"), SystemTime::now());
            let body = self.in_time(bounded(response, ERROR_BODY)).await.unwrap_or_default();
            return Err(error_of(status.as_u16(), wait, &String::from_utf8_lossy(&body)));
        }
        if header(&response, "content-type").is_some_and(|kind| kind.starts_with("text/event-stream")) {
            return stream::read(response, self.timeout).await;
        }
        let body = self.in_time(bounded(response, stream::LARGEST)).await?;
        whole(&String::from_utf8_lossy(&body))
    }

    async fn in_time<T>(&self, what: impl Future<Output = Result<T, reqwest::Error>>) -> Result<T, LlmError> {
        let done = tokio::time::timeout(self.timeout, what).await.map_err(|_| LlmError::Timeout(self.timeout))?;
        done.map_err(|error| LlmError::Transport(plain_cause(&error)))
    }
}

fn is_loopback(url: &str) -> bool {
    let url = reqwest::Url::parse(url).ok();
    let host = url.as_ref().and_then(reqwest::Url::host_str).map(|host| host.trim_matches(['[', ']']));
    host.is_some_and(|host| {
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

/// An answer that came in one piece.
fn whole(body: &str) -> Result<RawReply, LlmError> {
    let mut reply = RawReply::default();
    add_piece(&mut reply, body)?;
    if reply.finish.is_none() && reply.text.is_empty() && reply.calls.is_empty() {
        return Err(LlmError::Malformed(format!("it holds no choice: {}", message_of(body))));
    }
    Ok(reply)
}

fn header<'a>(response: &'a reqwest::Response, name: &str) -> Option<&'a str> {
    response.headers().get(name)?.to_str().ok()
}

/// At most so many bytes of a body.
async fn bounded(mut response: reqwest::Response, most: usize) -> Result<Vec<u8>, reqwest::Error> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        body.extend_from_slice(&piece[..piece.len().min(most - body.len())]);
        if body.len() >= most {
            break;
        }
    }
    Ok(body)
}

/// What can be left out or said otherwise after that complaint; none when nothing can.
fn learn(quirks: Quirks, message: &str) -> Option<Quirks> {
    let mut learnt = quirks;
    learnt.new_max_tokens |= message.contains("max_completion_tokens");
    learnt.no_temperature |= message.contains("temperature");
    learnt.no_stream_options |= message.contains("stream_options");
    (learnt != quirks).then_some(learnt)
}

/// What went wrong, without the address, which may hold a key.
pub(super) fn plain_cause(error: &reqwest::Error) -> String {
    let mut source = std::error::Error::source(error);
    let mut deepest = None;
    while let Some(cause) = source {
        deepest = Some(cause.to_string());
        source = cause.source();
    }
    let kind = match error {
        error if error.is_connect() => "no connection",
        error if error.is_timeout() => "no answer in time",
        error if error.is_builder() => "the address cannot be used",
        _ => "the connection broke off",
    };
    deepest.map_or_else(|| kind.to_owned(), |deepest| format!("{kind} ({deepest})"))
}
