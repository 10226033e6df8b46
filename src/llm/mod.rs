//! Talking with a language model. Owns [`LlmClient`] and the shapes of a request and an answer, free of any provider.
//! Must not know memory, tools' meaning or Discord.

mod bpe;
mod connect;
mod ear;
mod failure;
mod json_steps;
mod json_text;
mod mend;
mod models;
mod native;
mod openai;
pub mod protocol;
mod quirks;
pub mod repair;
mod retry;
mod schema;
mod stream;
mod think;
pub mod tokens;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;

pub use crate::memory::ToolCall;
pub use connect::{Llm, ProbeReport, client};
pub use models::Models;
pub use protocol::Protocol;

/// One message to the model.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatMessage {
    System(String),
    User(String),
    /// The same with pictures to look at. A model that cannot see is given the words alone.
    Shown {
        text: String,
        pictures: Vec<Picture>,
    },
    Assistant {
        text: String,
        calls: Vec<ToolCall>,
    },
    /// The result of the call of that id, which an `Assistant` message before it holds.
    Tool {
        call_id: String,
        name: String,
        text: String,
    },
}

impl ChatMessage {
    /// What people said, with pictures if there are any.
    pub fn of_people(text: String, pictures: Vec<Picture>) -> Self {
        if pictures.is_empty() { Self::User(text) } else { Self::Shown { text, pictures } }
    }
}

/// A picture as it goes to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Which picture it is, in words that stand before it.
    pub caption: String,
    /// The picture itself, as a `data:` address.
    pub url: Arc<str>,
}

/// A tool as the model is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    /// JSON schema of the arguments: an object, each string with a `maxLength`.
    pub parameters: Value,
}

/// Whether the model may call tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolUse {
    #[default]
    Allowed,
    /// Words only, though the tools are still named (so that the prompt's prefix stays the same).
    Forbidden,
}

/// What is asked of the model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChatRequest {
    pub messages: Vec<ChatMessage>,
    pub tools: Arc<[ToolSpec]>,
    pub tool_use: ToolUse,
    /// Tokens that the answer may have.
    pub max_tokens: u32,
}

/// Tokens as the provider counted them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    /// Those of the prompt that came from the provider's cache, if it says so.
    pub cached_tokens: Option<u64>,
}

/// Why the model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    Stop,
    /// It ran into the token limit: the text may be cut, the last tool call broken.
    Length,
    ToolCalls,
    /// The provider refused to show it.
    Filtered,
}

/// What the model answered. Reasoning is already taken out of the text; calls written as text are already calls.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatReply {
    pub text: String,
    pub calls: Vec<ToolCall>,
    pub finish: Finish,
    pub usage: Option<Usage>,
}

/// Why there is no answer. No variant ever holds a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    #[error("the model's provider asks to wait (rate limit)")]
    RateLimited { retry_after: Option<Duration> },
    #[error("the prompt is larger than the model's context window: {0}")]
    ContextOverflow(String),
    #[error("the model's provider does not accept LLM_API_KEY (HTTP {0})")]
    Auth(u16),
    /// No such model, or a request that the provider will never take.
    #[error("the model's provider refused the request (HTTP {status}): {message}")]
    Refused { status: u16, message: String },
    #[error("the model's provider is in trouble (HTTP {status}): {message}")]
    Server { status: u16, message: String },
    #[error("the model gave an answer that cannot be read: {0}")]
    Malformed(String),
    #[error("the model did not answer within {0:?}")]
    Timeout(Duration),
    #[error("the model cannot be reached: {0}")]
    Transport(String),
}

impl LlmError {
    /// Whether asking again may help.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::RateLimited { .. } | Self::Server { .. } | Self::Malformed(_) | Self::Timeout(_) | Self::Transport(_)
        )
    }
}

/// Hears the reply's words as they come. Only words meant for the person: no reasoning, no calls, no JSON.
pub type OnText<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// A language model.
#[async_trait]
pub trait LlmClient: Send + Sync {
    /// Asks once (with bounded retries where asking again may help). With `on_text`, the words are also told piece by
    /// piece as they come; an attempt that has told words is not retried.
    async fn chat(&self, request: &ChatRequest, on_text: Option<OnText<'_>>) -> Result<ChatReply, LlmError>;
    /// Whether pictures are worth sending, as far as is known.
    fn sees(&self) -> bool;
    /// The model by name and protocol, for `keepsake check` and the log.
    fn describe(&self) -> String;
}

/// A model that many hold.
pub type SharedLlm = Arc<dyn LlmClient>;
