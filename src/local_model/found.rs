//! Models that already run on this machine: Ollama's, or a llama.cpp server's. Must not know how one is started.

use std::time::Duration;

use reqwest::Client;
use serde::Deserialize;
use serde_json::json;

use super::hardware;
use crate::config::{LlmConfig, ProtocolChoice, VisionChoice};

/// The window of an Ollama model for which nothing else is set. Ollama cuts a longer prompt without a word, so it must
/// never be taken for larger (github.com/ollama/ollama/blob/main/docs/faq.md).
const OLLAMA_CONTEXT: u32 = 4_096;
/// A window larger than this is of little use to a machine at home.
const MOST_CONTEXT: u32 = 16_384;
/// The smallest window that an agent can work in.
const LEAST_CONTEXT: u32 = 3_000;
/// Parts of names of models that do not chat.
const NO_CHAT: [&str; 9] = ["embed", "minilm", "bge-", "gte-", "e5-", "rerank", "paraphrase", "whisper", "clip"];

#[derive(Debug, Clone, Deserialize)]
struct Tags {
    models: Vec<Tag>,
}

#[derive(Debug, Clone, Deserialize)]
struct Tag {
    name: String,
    #[serde(default)]
    size: u64,
    /// Set where the model runs in somebody's cloud.
    remote_host: Option<String>,
    #[serde(default)]
    details: Details,
}

#[derive(Debug, Clone, Default, Deserialize)]
struct Details {
    #[serde(default)]
    family: String,
}

impl Tag {
    fn chats_here(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        let elsewhere = self.remote_host.is_some() || name.ends_with("cloud");
        !elsewhere && !self.details.family.contains("bert") && !NO_CHAT.iter().any(|part| name.contains(part))
    }
}

#[derive(Deserialize)]
struct Shown {
    /// Absent in old versions.
    capabilities: Option<Vec<String>>,
    /// Lines like `num_ctx 8192`.
    #[serde(default)]
    parameters: String,
}

impl Shown {
    fn chats(&self) -> bool {
        self.capabilities.as_ref().is_none_or(|all| all.iter().any(|one| one == "completion"))
    }

    fn context(&self) -> Option<u32> {
        self.parameters.lines().find_map(|line| line.trim().strip_prefix("num_ctx")?.trim().parse().ok())
    }
}

/// The largest chat model of the Ollama at `base` that fits this machine's memory.
pub(super) async fn ollama(client: &Client, base: &str) -> Option<LlmConfig> {
    let tags: Tags = get(client, &format!("{base}/api/tags")).await?;
    let memory = hardware::memory().map_or(u64::MAX, |memory| memory.total / 10 * 8);
    for tag in in_order(tags.models, memory) {
        let request = client.post(format!("{base}/api/show")).json(&json!({ "model": tag.name }));
        let shown: Option<Shown> = answer(request).await;
        if shown.as_ref().is_none_or(Shown::chats) {
            let context = shown.as_ref().and_then(Shown::context).unwrap_or(OLLAMA_CONTEXT);
            if context >= LEAST_CONTEXT {
                return Some(config(format!("{base}/v1"), tag.name, context));
            }
        }
    }
    None
}

/// Chat models, the best first: those that fit from large to small, then the others from small to large.
fn in_order(tags: Vec<Tag>, memory: u64) -> Vec<Tag> {
    let (mut fit, mut others): (Vec<Tag>, Vec<Tag>) =
        tags.into_iter().filter(Tag::chats_here).partition(|tag| tag.size <= memory);
    fit.sort_by(|a, b| b.size.cmp(&a.size).then_with(|| a.name.cmp(&b.name)));
    others.sort_by(|a, b| a.size.cmp(&b.size).then_with(|| a.name.cmp(&b.name)));
    fit.append(&mut others);
    fit
}

#[derive(Deserialize)]
struct Models {
    data: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
    owned_by: Option<String>,
}

#[derive(Deserialize)]
struct Props {
    default_generation_settings: Settings,
}

#[derive(Deserialize)]
struct Settings {
    n_ctx: u32,
}

/// The model of the llama.cpp server at `base`. Other programs that like its port are told from it by what they answer.
pub(super) async fn llama_cpp(client: &Client, base: &str) -> Option<LlmConfig> {
    let models: Models = get(client, &format!("{base}/v1/models")).await?;
    let model = models.data.into_iter().find(|model| model.owned_by.as_deref() == Some("llamacpp"))?;
    let name = model.id.to_ascii_lowercase();
    let props: Props = get(client, &format!("{base}/props")).await?;
    let context = props.default_generation_settings.n_ctx;
    let usable = context >= LEAST_CONTEXT && !NO_CHAT.iter().any(|part| name.contains(part));
    usable.then(|| config(format!("{base}/v1"), model.id, context))
}

fn config(base_url: String, model: String, context: u32) -> LlmConfig {
    let context_tokens = context.min(MOST_CONTEXT);
    LlmConfig {
        base_url,
        api_key: None,
        model,
        others: Vec::new(),
        protocol: ProtocolChoice::Auto,
        context_tokens,
        max_tokens: (context_tokens / 4).min(1_024),
        temperature: None,
        // A model may first have to be loaded from disk.
        timeout: Duration::from_secs(300),
        retries: 2,
        stream: true,
        vision: VisionChoice::Auto,
    }
}

async fn get<T: serde::de::DeserializeOwned>(client: &Client, url: &str) -> Option<T> {
    answer(client.get(url)).await
}

/// What was answered, if it is what was expected. Nobody there is no error here, only nobody there.
async fn answer<T: serde::de::DeserializeOwned>(request: reqwest::RequestBuilder) -> Option<T> {
    request.send().await.ok()?.error_for_status().ok()?.json().await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(name: &str, size: u64) -> Tag {
        Tag { name: name.into(), size, remote_host: None, details: Details::default() }
    }

    #[test]
    fn the_largest_that_fits_comes_first() {
        let tags = vec![
            tag("nomic-embed-text:latest", 9),
            tag("llama3.2:3b", 2),
            tag("qwen3:8b", 5),
            tag("gemma3:8b", 5),
            tag("huge:70b", 40),
            tag("giant:405b", 200),
            tag("gpt-oss:120b-cloud", 0),
            Tag { details: Details { family: "nomic-bert".into() }, ..tag("mine:latest", 1) },
            Tag { remote_host: Some("https://example.com".into()), ..tag("far:latest", 1) },
        ];
        let names: Vec<String> = in_order(tags, 10).into_iter().map(|tag| tag.name).collect();
        assert_eq!(names, ["gemma3:8b", "qwen3:8b", "llama3.2:3b", "huge:70b", "giant:405b"]);
    }

    #[test]
    fn a_window_set_for_the_model_is_read() {
        let shown = |parameters: &str| Shown { capabilities: None, parameters: parameters.into() };
        assert_eq!(shown("stop   \"<|end|>\"\nnum_ctx        8192").context(), Some(8_192));
        assert_eq!(shown("temperature 1").context(), None);
    }
}
