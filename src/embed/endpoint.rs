//! An OpenAI-compatible `/embeddings` endpoint as an embedder: batches, bounded retries, vectors checked and brought to
//! length 1. Must not know what the texts are.

mod wire;

use std::time::Duration;

use async_trait::async_trait;
use reqwest::Url;
use secrecy::SecretString;

use super::{EmbedError, Embedder};
use wire::{Failure, Wire};

/// Texts that one request holds.
const BATCH_TEXTS: usize = 64;
/// Characters that one request holds, unless a single text has more.
const BATCH_CHARS: usize = 48_000;
/// Characters of a text that are sent, at first and then when the model finds it too long.
const CUTS: [usize; 4] = [16_000, 4_000, 1_500, 500];

/// Where an endpoint is and how it is asked.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The address that `/embeddings` is added to.
    pub base_url: String,
    pub api_key: Option<SecretString>,
    pub model: String,
    /// Time for one request.
    pub timeout: Duration,
    /// How often a request is asked again where that may help.
    pub retries: u32,
    /// The pause before it is asked again, doubled each time, unless the endpoint names one.
    pub pause: Duration,
}

impl Endpoint {
    /// With two retries, half a second and a second apart.
    pub fn new(base_url: &str, api_key: Option<SecretString>, model: &str, timeout: Duration) -> Self {
        let (base_url, model) = (base_url.trim_end_matches('/').to_owned(), model.to_owned());
        Self { base_url, api_key, model, timeout, retries: 2, pause: Duration::from_millis(500) }
    }

    /// The address as it may be shown: without a name, a password or a query in it.
    fn shown(&self) -> String {
        let Ok(mut url) = Url::parse(&self.base_url) else { return "the address in EMBED_BASE_URL".into() };
        // Both fail only for addresses that cannot hold a name.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.set_query(None);
        url.to_string().trim_end_matches('/').to_owned()
    }
}

/// A connected endpoint.
pub struct EndpointEmbedder {
    wire: Wire,
    dims: usize,
    name: String,
}

impl EndpointEmbedder {
    /// Asks for one vector, to learn whether the endpoint works and how long its vectors are.
    ///
    /// # Errors
    /// A sentence that names EMBED_BASE_URL, EMBED_MODEL or EMBED_API_KEY.
    pub async fn connect(endpoint: Endpoint) -> Result<Self, EmbedError> {
        let model = endpoint.model.clone();
        let wire = Wire::new(endpoint)?;
        let probe = wire.ask(&["dimension"]).await.map_err(Failure::into_error)?;
        let dims = probe.first().map_or(0, Vec::len);
        if dims == 0 {
            return Err(wire.odd("gave an empty vector"));
        }
        Ok(Self { wire, dims, name: format!("{model}-{dims}") })
    }

    /// Vectors of texts that say something, in order.
    async fn batch(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let cut: Vec<&str> = texts.iter().map(|text| head(text, CUTS[0])).collect();
        match self.wire.ask(&cut).await {
            Ok(vectors) => Ok(vectors),
            Err(Failure::TooLong(_)) => {
                // One text too long fails the whole batch, and which one is not said.
                let mut vectors = Vec::with_capacity(texts.len());
                for text in texts {
                    vectors.push(self.alone(text).await?);
                }
                Ok(vectors)
            }
            Err(failure) => Err(failure.into_error()),
        }
    }

    /// The vector of as much of a text as the model takes.
    async fn alone(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let mut last = None;
        for limit in CUTS {
            let part = head(text, limit);
            match self.wire.ask(&[part]).await {
                Ok(vectors) => return Ok(vectors.into_iter().next().unwrap_or_default()),
                Err(failure @ Failure::TooLong(_)) => last = Some(failure),
                Err(failure) => return Err(failure.into_error()),
            }
        }
        Err(last.map_or_else(|| self.wire.odd("gave nothing"), Failure::into_error))
    }

    fn checked(&self, mut vector: Vec<f32>) -> Result<Vec<f32>, EmbedError> {
        if vector.len() != self.dims {
            let (got, dims) = (vector.len(), self.dims);
            return Err(self.wire.odd(&format!("gave a vector of {got} numbers where it gave {dims} before")));
        }
        super::normalise(&mut vector);
        Ok(vector)
    }
}

#[async_trait]
impl Embedder for EndpointEmbedder {
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = vec![vec![0f32; self.dims]; texts.len()];
        // A blank text has no direction, and some providers refuse it.
        let speaking = texts.iter().enumerate().filter(|(_, text)| !text.trim().is_empty());
        let speaking: Vec<(usize, &str)> = speaking.map(|(at, text)| (at, text.as_str())).collect();
        for batch in batches(&speaking) {
            let words: Vec<&str> = batch.iter().map(|(_, text)| *text).collect();
            for ((at, _), vector) in batch.iter().zip(self.batch(&words).await?) {
                vectors[*at] = self.checked(vector)?;
            }
        }
        Ok(vectors)
    }

    fn dims(&self) -> usize {
        self.dims
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// The first `limit` characters.
fn head(text: &str, limit: usize) -> &str {
    text.char_indices().nth(limit).map_or(text, |(at, _)| &text[..at])
}

/// Cuts the texts into runs that one request can hold.
fn batches<'a, 'b>(texts: &'a [(usize, &'b str)]) -> Vec<&'a [(usize, &'b str)]> {
    let (mut runs, mut start, mut chars) = (Vec::new(), 0, 0);
    for (at, (_, text)) in texts.iter().enumerate() {
        let size = head(text, CUTS[0]).chars().count();
        if at > start && (at - start == BATCH_TEXTS || chars + size > BATCH_CHARS) {
            runs.push(&texts[start..at]);
            (start, chars) = (at, 0);
        }
        chars += size;
    }
    if start < texts.len() {
        runs.push(&texts[start..]);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_hold_every_text_once_and_not_too_much() {
        let long = "x".repeat(20_000);
        let texts: Vec<(usize, &str)> =
            (0..150).map(|at| (at, if at % 10 == 0 { long.as_str() } else { "short" })).collect();
        let runs = batches(&texts);
        assert_eq!(runs.concat(), texts);
        for run in runs {
            assert!(run.len() <= BATCH_TEXTS);
            assert!(run.iter().map(|(_, text)| head(text, CUTS[0]).len()).sum::<usize>() <= BATCH_CHARS);
        }
    }

    #[test]
    fn an_address_is_shown_without_secrets() {
        let endpoint = Endpoint::new("https://me:pass@example.com/v1?key=sk-1", None, "m", Duration::from_secs(1));
        assert_eq!(endpoint.shown(), "https://example.com/v1");
    }
}
