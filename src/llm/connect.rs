//! The model with the protocol that it speaks: chosen by configuration, or found out when it is first asked.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::json;
use tokio::sync::OnceCell;

use super::openai::OpenAi;
use super::{ChatMessage, ChatReply, ChatRequest, LlmClient, LlmError, ToolSpec, ToolUse, json_steps, native};
use crate::config::{LlmConfig, ProtocolChoice};

/// How tool calls travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    Native,
    JsonSteps,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "its own tool calls",
            Self::JsonSteps => "one JSON object a step",
        })
    }
}

/// What a probe found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeReport {
    model: String,
    protocol: Protocol,
}

impl fmt::Display for ProbeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answers, tools by {}", self.model, self.protocol)
    }
}

/// A model behind an OpenAI-compatible endpoint.
pub struct Llm {
    api: OpenAi,
    /// Empty until it is found out.
    protocol: OnceCell<Protocol>,
}

/// A client for the configured model. Nothing is sent yet.
///
/// # Errors
/// [`LlmError::Transport`] when no client can be made.
pub fn connect(config: &LlmConfig) -> Result<Arc<Llm>, LlmError> {
    let protocol = match config.protocol {
        ProtocolChoice::Auto => OnceCell::new(),
        ProtocolChoice::Tools => OnceCell::new_with(Some(Protocol::Native)),
        ProtocolChoice::Json => OnceCell::new_with(Some(Protocol::JsonSteps)),
    };
    Ok(Arc::new(Llm { api: OpenAi::new(config)?, protocol }))
}

impl Llm {
    /// Asks the model something small: whether it answers, and by which protocol.
    ///
    /// # Errors
    /// [`LlmError`] when it does not answer.
    pub async fn probe(&self) -> Result<ProbeReport, LlmError> {
        let known = self.protocol.get().copied();
        let protocol = self.protocol().await?;
        if known.is_some() {
            self.ask(protocol, &probe_request()).await?;
        }
        Ok(ProbeReport { model: self.api.model.clone(), protocol })
    }

    async fn protocol(&self) -> Result<Protocol, LlmError> {
        self.protocol.get_or_try_init(|| self.find_protocol()).await.copied()
    }

    /// A model that calls a tool when asked to speaks the provider's own calls; else it is held to JSON, if its server can.
    async fn find_protocol(&self) -> Result<Protocol, LlmError> {
        let request = probe_request();
        let native = self.api.complete(native::body(&request), request.max_tokens).await;
        let found = match native {
            Ok(reply) if reply.calls.iter().any(|call| call.name == PROBE_TOOL) => Protocol::Native,
            Ok(_) | Err(LlmError::Refused { .. } | LlmError::Malformed(_)) => {
                match self.ask(Protocol::JsonSteps, &request).await {
                    Ok(reply) if !reply.calls.is_empty() => Protocol::JsonSteps,
                    Ok(_) | Err(LlmError::Refused { .. } | LlmError::Malformed(_)) => Protocol::Native,
                    Err(error) => return Err(error),
                }
            }
            Err(error) => return Err(error),
        };
        tracing::info!(model = self.api.model, protocol = %found, "found out how the model calls tools");
        Ok(found)
    }

    async fn ask(&self, protocol: Protocol, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        match protocol {
            Protocol::Native => {
                let raw = self.api.complete(native::body(request), request.max_tokens).await?;
                Ok(native::reply(raw, request))
            }
            Protocol::JsonSteps => {
                let raw = self.api.complete(json_steps::body(request), request.max_tokens).await?;
                json_steps::reply(raw, request)
            }
        }
    }
}

#[async_trait]
impl LlmClient for Llm {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        let protocol = self.protocol().await?;
        match self.ask(protocol, request).await {
            // A broken object is chance; the next one is mostly whole.
            Err(LlmError::Malformed(what)) => {
                tracing::info!(what, "the answer cannot be read; asking again");
                self.ask(protocol, request).await
            }
            other => other,
        }
    }

    fn describe(&self) -> String {
        self.api.model.clone()
    }
}

const PROBE_TOOL: &str = "note_word";

/// A request that any model which can call tools answers with a call.
fn probe_request() -> ChatRequest {
    let parameters = json!({
        "type": "object",
        "properties": { "word": { "type": "string", "maxLength": 20, "description": "The word." } },
        "required": ["word"],
    });
    ChatRequest {
        messages: vec![
            ChatMessage::System("You note words with the tool note_word.".into()),
            ChatMessage::User("Note the word blue with the tool note_word.".into()),
        ],
        tools: vec![ToolSpec { name: PROBE_TOOL.into(), description: "Notes a word.".into(), parameters }],
        tool_use: ToolUse::Allowed,
        max_tokens: 256,
    }
}
