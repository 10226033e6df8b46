//! One request to an `/embeddings` endpoint and what can become of it (platform.openai.com/docs/api-reference/embeddings).
//! Must not know about batches or what a caller does with a text that is too long.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, header};
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Endpoint;
use crate::embed::EmbedError;

/// The longest pause an endpoint may ask for; beyond it the request fails.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Bytes of an answer: 64 vectors of 8,192 numbers, 24 characters each, and some more.
const ANSWER: usize = 16 << 20;
/// Characters of a provider's own words that an error shows.
const SHOWN_WORDS: usize = 300;

/// Why a request came to nothing.
#[derive(Debug)]
pub(super) enum Failure {
    /// The model's window is smaller than the text.
    TooLong(String),
    /// Asking again may help, after the named pause if there is one.
    Passing {
        why: String,
        after: Option<Duration>,
    },
    Final(String),
}

impl Failure {
    pub(super) fn into_error(self) -> EmbedError {
        match self {
            Self::TooLong(why) | Self::Final(why) | Self::Passing { why, .. } => EmbedError::Endpoint(why),
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// The endpoint, ready to be asked.
pub(super) struct Wire {
    client: Client,
    endpoint: Endpoint,
    shown: String,
}

impl Wire {
    pub(super) fn new(endpoint: Endpoint) -> Result<Self, EmbedError> {
        // A redirect would carry what people said, and perhaps the key, elsewhere.
        let client = Client::builder().redirect(Policy::none()).timeout(endpoint.timeout).build();
        let client = client.map_err(|error| EmbedError::Endpoint(format!("HTTPS cannot be set up: {error}")))?;
        Ok(Self { client, shown: endpoint.shown(), endpoint })
    }

    /// A vector for each text, in order, as the model gave it.
    pub(super) async fn ask(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Failure> {
        let mut pause = self.endpoint.pause;
        for _ in 0..self.endpoint.retries {
            match self.once(texts).await {
                Err(Failure::Passing { after, .. }) if after.is_none_or(|after| after <= LONGEST_PAUSE) => {
                    tokio::time::sleep(after.unwrap_or(pause)).await;
                    pause *= 2;
                }
                settled => return settled,
            }
        }
        self.once(texts).await
    }

    /// An error about an answer that is not what the protocol promises.
    pub(super) fn odd(&self, what: &str) -> EmbedError {
        EmbedError::Endpoint(self.odd_words(what))
    }

    fn odd_words(&self, what: &str) -> String {
        let (shown, model) = (&self.shown, &self.endpoint.model);
        format!(
            "the embedding endpoint {shown} {what}: check that EMBED_MODEL ({model}) is an embedding model and EMBED_BASE_URL an OpenAI-compatible API"
        )
    }

    async fn once(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Failure> {
        let body = json!({ "model": self.endpoint.model, "input": texts });
        let mut request = self.client.post(self.url()).json(&body);
        if let Some(key) = &self.endpoint.api_key {
            request = request.bearer_auth(key.expose_secret());
        }
        let response = request.send().await.map_err(|error| self.unreachable(error))?;
        if !response.status().is_success() {
            return Err(self.refusal(response).await);
        }
        let body = self.body(response).await?;
        self.vectors(&body, texts.len())
    }

    /// A whole answer, if it is no longer than one may be.
    async fn body(&self, mut response: Response) -> Result<Vec<u8>, Failure> {
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|error| self.unreachable(error))? {
            body.extend_from_slice(&piece);
            if body.len() > ANSWER {
                return Err(Failure::Final(self.odd_words("gave an endless answer")));
            }
        }
        Ok(body)
    }

    /// `/embeddings` behind the address's path, before its query if it has one.
    fn url(&self) -> String {
        match self.endpoint.base_url.split_once('?') {
            Some((path, query)) => format!("{}/embeddings?{query}", path.trim_end_matches('/')),
            None => format!("{}/embeddings", self.endpoint.base_url),
        }
    }

    fn unreachable(&self, error: reqwest::Error) -> Failure {
        let shown = &self.shown;
        let why = if error.is_timeout() {
            let seconds = self.endpoint.timeout.as_secs_f32();
            format!("the embedding endpoint {shown} did not answer within {seconds} s (EMBED_TIMEOUT_SECONDS)")
        } else {
            format!(
                "the embedding endpoint {shown} cannot be reached (EMBED_BASE_URL): {}",
                innermost(&error.without_url())
            )
        };
        Failure::Passing { why, after: None }
    }

    async fn refusal(&self, response: Response) -> Failure {
        let status = response.status();
        let after = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        let after = after.and_then(|text| text.trim().parse::<u64>().ok()).map(Duration::from_secs);
        let words = self.words(&self.body(response).await.unwrap_or_default());
        let (shown, model) = (&self.shown, &self.endpoint.model);
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Failure::Final(format!(
                "the embedding endpoint {shown} does not accept EMBED_API_KEY (HTTP {})",
                status.as_u16()
            )),
            StatusCode::NOT_FOUND => Failure::Final(format!(
                "the embedding endpoint {shown} does not know EMBED_MODEL ({model}), or EMBED_BASE_URL is not the part before /embeddings: {words}"
            )),
            _ if tells_of_length(status, &words) => {
                Failure::TooLong(format!("EMBED_MODEL ({model}) takes no text of this length: {words}"))
            }
            _ if status.is_redirection() => Failure::Final(format!(
                "the embedding endpoint {shown} sends elsewhere (HTTP {}), and redirects are not followed: set EMBED_BASE_URL to the address itself",
                status.as_u16()
            )),
            StatusCode::TOO_MANY_REQUESTS => Failure::Passing {
                why: format!("the embedding endpoint {shown} asks to wait (rate limit): {words}"),
                after,
            },
            _ if status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT => Failure::Passing {
                why: format!("the embedding endpoint {shown} is in trouble (HTTP {}): {words}", status.as_u16()),
                after,
            },
            _ => Failure::Final(format!(
                "the embedding endpoint {shown} refused EMBED_MODEL ({model}) (HTTP {}): {words}",
                status.as_u16()
            )),
        }
    }

    /// What a provider said, short and without the key, which some repeat.
    fn words(&self, body: &[u8]) -> String {
        let text = String::from_utf8_lossy(body);
        let parsed: Option<Value> = serde_json::from_str(&text).ok();
        let message = parsed.as_ref().and_then(|value| {
            let error = value.get("error").unwrap_or(value);
            error.get("message").unwrap_or(error).as_str()
        });
        let words = message.unwrap_or(&text).split_whitespace().collect::<Vec<_>>().join(" ");
        let words = match &self.endpoint.api_key {
            Some(key) => words.replace(key.expose_secret(), "[key]"),
            None => words,
        };
        super::head(&words, SHOWN_WORDS).to_owned()
    }

    fn vectors(&self, body: &[u8], wanted: usize) -> Result<Vec<Vec<f32>>, Failure> {
        let odd = |what: &str| Failure::Final(self.odd_words(what));
        let Answer { mut data } =
            serde_json::from_slice(body).map_err(|_| odd("gave an answer that is not a list of vectors"))?;
        if data.len() != wanted {
            return Err(odd(&format!("gave {} vectors for {wanted} texts", data.len())));
        }
        data.sort_by_key(|row| row.index);
        let in_order = data.iter().enumerate().all(|(at, row)| row.index.is_none_or(|index| index == at));
        if !in_order {
            return Err(odd("numbered its vectors in a way that fits no text"));
        }
        if data.iter().flat_map(|row| &row.embedding).any(|number| !number.is_finite()) {
            return Err(odd("gave a vector with something in it that is no number"));
        }
        Ok(data.into_iter().map(|row| row.embedding).collect())
    }
}

/// Whether a refusal says that a text is too long. There is no code for it that all providers share.
fn tells_of_length(status: StatusCode, words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    let said = ["context length", "too long", "too large", "maximum context", "context size", "token limit", "exceeds"];
    let possible = [StatusCode::BAD_REQUEST, StatusCode::PAYLOAD_TOO_LARGE, StatusCode::UNPROCESSABLE_ENTITY];
    // llama.cpp tells of it with 500.
    (possible.contains(&status) || status == StatusCode::INTERNAL_SERVER_ERROR)
        && said.iter().any(|said| words.contains(said))
}

/// The cause at the bottom: "connection refused" says more than "error sending request".
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}
