//! An OpenAI-compatible endpoint over HTTP: asks, asks again where that may help, learns what it does not accept.
//! Knows neither tools nor protocols. Owns the key.

use std::time::Duration;

use chrono::Utc;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, Url};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::LlmError;
use super::failure::{Failure, Secrets, of_status, transport};
use super::quirks::{OnPictures, Quirks, SchemaForm, on_pictures};
use super::retry::{Pauses, retry_after};
use super::stream;
use super::wire::{Ask, RawAnswer, Setup};
use crate::config::{LlmConfig, VisionChoice};

/// How long reaching the server may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of a refusal that are read.
const REFUSAL_LIMIT: usize = 64 << 10;

/// Hears an answer while it comes.
pub(super) trait Ear: Send {
    /// Another piece of the model's text.
    fn hear(&mut self, piece: &str);
    /// Whether a person has been told any of it.
    fn has_told(&self) -> bool;
    /// The answer starts anew.
    fn restart(&mut self);
}

/// Hears nothing.
pub(super) struct Deaf;

impl Ear for Deaf {
    fn hear(&mut self, _: &str) {}
    fn has_told(&self) -> bool {
        false
    }
    fn restart(&mut self) {}
}

/// One endpoint with one model.
pub(super) struct Endpoint {
    http: Client,
    url: Url,
    key: Option<SecretString>,
    secrets: Secrets,
    model: String,
    temperature: Option<f32>,
    timeout: Duration,
    retries: u32,
    stream: bool,
    vision: VisionChoice,
    quirks: Quirks,
}

impl Endpoint {
    /// # Errors
    /// [`LlmError::Transport`] if the address or the machine's certificates cannot be used.
    pub fn new(config: &LlmConfig) -> Result<Self, LlmError> {
        let unusable = || LlmError::Transport("LLM_BASE_URL is not an http or https address".into());
        let mut url = Url::parse(&config.base_url).map_err(|_| unusable())?;
        url.path_segments_mut().map_err(|()| unusable())?.pop_if_empty().extend(["chat", "completions"]);
        let secrets = Secrets::of(config.api_key.as_ref(), &url);
        if config.api_key.is_some() {
            // Else there would be two authorizations, the address's and the key's.
            url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| unusable())?;
        }
        let http =
            http_client(&url, config.timeout).map_err(|error| transport(error, config.timeout, &secrets).error)?;
        Ok(Self {
            http,
            url,
            key: config.api_key.clone(),
            secrets,
            model: config.model.clone(),
            temperature: config.temperature,
            timeout: config.timeout,
            retries: config.retries,
            stream: config.stream,
            vision: config.vision,
            quirks: Quirks::default(),
        })
    }

    /// The same endpoint with another of its models. What the first was found not to accept says nothing of this one.
    pub fn with_model(&self, model: &str) -> Self {
        Self {
            http: self.http.clone(),
            url: self.url.clone(),
            key: self.key.clone(),
            secrets: self.secrets.clone(),
            model: model.to_owned(),
            temperature: self.temperature,
            timeout: self.timeout,
            retries: self.retries,
            stream: self.stream,
            vision: self.vision,
            quirks: Quirks::default(),
        }
    }

    pub fn model(&self) -> &str {
        &self.model
    }

    /// Where it is, without anything that may be secret.
    pub fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Whether the server takes a schema, as far as is known.
    pub fn holds_schema(&self) -> bool {
        self.quirks.schema_form() <= SchemaForm::Loose
    }

    /// Whether the model sees pictures, as far as is known.
    pub fn sees(&self) -> bool {
        match self.vision {
            VisionChoice::Auto => self.quirks.pictures(),
            VisionChoice::Always => true,
            VisionChoice::Never => false,
        }
    }

    /// Asks until there is an answer or no hope of one. An attempt of which a person has heard words is the last.
    pub async fn ask(&self, ask: &Ask, ear: &mut dyn Ear) -> Result<RawAnswer, LlmError> {
        let mut pauses = Pauses::new(self.retries);
        loop {
            ear.restart();
            let failure = match self.ask_adapting(ask, ear).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            let pause = if ear.has_told() { None } else { pauses.next(&failure) };
            let Some(pause) = pause else { return Err(failure.error) };
            tracing::warn!(error = %failure.error, ?pause, "the model did not answer; asking again");
            tokio::time::sleep(pause).await;
        }
    }

    /// Asks, and at once again without what the provider said it does not accept.
    async fn ask_adapting(&self, ask: &Ask, ear: &mut dyn Ear) -> Result<RawAnswer, Failure> {
        let mut pictures = ask.has_pictures() && self.sees();
        loop {
            let setup = Setup {
                model: &self.model,
                temperature: self.temperature,
                stream: self.stream,
                pictures,
                quirks: &self.quirks,
            };
            let body = ask.body(&setup);
            let failure = match self.ask_once(&body, ear).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            if pictures && self.is_over_pictures(&failure) {
                pictures = false;
                continue;
            }
            let LlmError::Refused { status, message } = &failure.error else { return Err(failure) };
            if !self.quirks.learn(*status, &failure.words, &body) {
                return Err(failure);
            }
            tracing::info!(message, "the model's provider does not accept a field; asking without it from now on");
        }
    }

    /// Whether the request may be taken without its pictures. That the model sees none at all is remembered, unless the
    /// settings say that it does.
    fn is_over_pictures(&self, failure: &Failure) -> bool {
        let on = match &failure.error {
            // What is too long without pictures will be said again.
            LlmError::ContextOverflow(_) => Some(OnPictures::NotThese),
            LlmError::Refused { status, .. } | LlmError::Server { status, .. } => on_pictures(*status, &failure.words),
            _ => None,
        };
        if on == Some(OnPictures::Blind) && self.vision == VisionChoice::Auto {
            self.quirks.learn_blindness();
        }
        if on.is_some() {
            tracing::warn!(error = %failure.error, remembered = !self.sees(), "the model does not take pictures; asking without");
        }
        on.is_some()
    }

    async fn ask_once(&self, body: &Value, ear: &mut dyn Ear) -> Result<RawAnswer, Failure> {
        if self.stream {
            return self.exchange(body, ear).await;
        }
        let whole = tokio::time::timeout(self.timeout, self.exchange(body, ear)).await;
        whole.unwrap_or_else(|_| Err(LlmError::Timeout(self.timeout).into()))
    }

    async fn exchange(&self, body: &Value, ear: &mut dyn Ear) -> Result<RawAnswer, Failure> {
        let response = self.send(body).await?;
        let status = response.status().as_u16();
        if status != 200 {
            let wish = retry_after(response.headers(), Utc::now());
            let bytes = stream::bytes(response, self.timeout.min(CONNECT_TIMEOUT), &self.secrets);
            // A refusal whose words break off is still a refusal.
            let said = stream::text(bytes, REFUSAL_LIMIT).await.unwrap_or_default();
            return Err(of_status(status, &said, wish, &self.secrets));
        }
        let as_events = is_event_stream(&response);
        let bytes = stream::bytes(response, self.timeout, &self.secrets);
        let mut hear = |piece: &str| ear.hear(piece);
        if as_events {
            stream::events(bytes, &self.secrets, &mut hear).await
        } else {
            stream::whole(bytes, &self.secrets, &mut hear).await
        }
    }

    async fn send(&self, body: &Value) -> Result<Response, Failure> {
        let mut request = self.http.post(self.url.clone()).json(body);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose_secret());
        }
        let sent = tokio::time::timeout(self.timeout, request.send()).await;
        let late = || LlmError::Timeout(self.timeout);
        sent.map_err(|_| late())?.map_err(|error| transport(error, self.timeout, &self.secrets))
    }
}

/// Redirects are not followed: they would turn the question into another one, and might carry the key elsewhere.
fn http_client(url: &Url, limit: Duration) -> reqwest::Result<Client> {
    let local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    let builder = Client::builder()
        .connect_timeout(CONNECT_TIMEOUT.min(limit))
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("keepsake/", env!("CARGO_PKG_VERSION")));
    if local { builder.no_proxy().build() } else { builder.build() }
}

fn is_event_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.trim_start().to_ascii_lowercase().starts_with("text/event-stream")
}
