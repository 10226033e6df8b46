//! Speech to text by an OpenAI-compatible `/audio/transcriptions`. Owns how often and how long it is asked, and that no
//! key is in an error. Must not know whose recording it is.

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use reqwest::multipart::{Form, Part};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use secrecy::ExposeSecret;
use serde::Deserialize;

use crate::config::TranscribeConfig;
use crate::tools::clip;

/// How often a recording is sent again where that may help.
const RETRIES: usize = 2;
const PAUSE: Duration = Duration::from_millis(500);
const CONNECT: Duration = Duration::from_secs(10);
/// Bytes of an answer, and characters of a transcript.
const ANSWER: usize = 1 << 20;
const TRANSCRIPT: usize = 8_000;

/// A recording.
#[derive(Debug, Clone)]
pub struct Recording {
    pub name: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
}

/// Why there is no transcript: a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotHeard(pub String);

/// Why one request failed, and whether the next may not.
#[derive(Debug)]
struct Failure {
    cause: String,
    is_passing: bool,
}

#[derive(Deserialize)]
struct Answer {
    text: String,
}

/// Turns speech into text.
#[derive(Debug)]
pub struct Transcriber {
    http: Client,
    url: Url,
    config: TranscribeConfig,
}

impl Transcriber {
    /// A client for that endpoint. Asks nothing yet.
    ///
    /// # Errors
    /// A sentence that names TRANSCRIBE_BASE_URL.
    pub fn new(config: TranscribeConfig) -> Result<Self, NotHeard> {
        let unusable = || NotHeard("TRANSCRIBE_BASE_URL is not an http or https address.".into());
        let mut url = Url::parse(&config.base_url).map_err(|_| unusable())?;
        url.path_segments_mut().map_err(|()| unusable())?.pop_if_empty().extend(["audio", "transcriptions"]);
        // Redirects might carry the key elsewhere.
        let http = Client::builder().redirect(Policy::none()).connect_timeout(CONNECT).timeout(config.timeout).build();
        Ok(Self { http: http.map_err(|_| unusable())?, url, config })
    }

    /// Bytes that a recording may have.
    pub fn limit(&self) -> u64 {
        self.config.bytes
    }

    /// What is said in a recording.
    ///
    /// # Errors
    /// A sentence for whoever would have read it.
    pub async fn transcribe(&self, recording: &Recording) -> Result<String, NotHeard> {
        let pauses = ExponentialBuilder::default().with_min_delay(PAUSE).with_max_times(RETRIES).with_jitter();
        let asked = (|| self.ask(recording)).retry(pauses).when(|failure: &Failure| failure.is_passing).await;
        let text = asked.map_err(|Failure { cause, .. }| {
            tracing::warn!(cause, "a recording was not transcribed");
            NotHeard("The transcription failed.".into())
        })?;
        match text.trim() {
            "" => Err(NotHeard("No words were found in it.".into())),
            text => Ok(clip(text, TRANSCRIPT)),
        }
    }

    async fn ask(&self, recording: &Recording) -> Result<String, Failure> {
        let mut request = self.http.post(self.url.clone()).multipart(self.form(recording)?);
        if let Some(key) = &self.config.api_key {
            request = request.bearer_auth(key.expose_secret());
        }
        let failed = |error: reqwest::Error| {
            let is_passing = !error.is_builder() && !error.is_timeout();
            Failure { cause: error.without_url().to_string(), is_passing }
        };
        let mut response = request.send().await.map_err(failed)?;
        let status = response.status();
        if !status.is_success() {
            let is_passing = status.is_server_error() || matches!(status.as_u16(), 408 | 429);
            return Err(Failure { cause: format!("status {status}"), is_passing });
        }
        let mut bytes = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(failed)? {
            bytes.extend_from_slice(&piece);
            if bytes.len() > ANSWER {
                return Err(Failure { cause: "the answer is endless".into(), is_passing: false });
            }
        }
        let answer: Result<Answer, _> = serde_json::from_slice(&bytes);
        answer
            .map(|answer| answer.text)
            .map_err(|_| Failure { cause: "an answer without text".into(), is_passing: true })
    }

    fn form(&self, recording: &Recording) -> Result<Form, Failure> {
        let part = Part::bytes(recording.bytes.clone()).file_name(recording.name.clone());
        let part = part.mime_str(recording.media_type.split(';').next().unwrap_or_default());
        let part =
            part.map_err(|_| Failure { cause: "the kind of the recording is none".into(), is_passing: false })?;
        Ok(Form::new().part("file", part).text("model", self.config.model.clone()).text("response_format", "json"))
    }
}
