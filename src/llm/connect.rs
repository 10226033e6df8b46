//! The client that the rest of the program holds: one endpoint, and the protocol that its model speaks, found out by a
//! probe when it is first needed.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use serde_json::json;
use tokio::sync::OnceCell;

use super::openai::Endpoint;
use super::protocol::{self, Beginnings, Protocol};
use super::{ChatMessage, ChatReply, ChatRequest, Finish, LlmClient, LlmError, OnText, ToolSpec, ToolUse, Usage};
use crate::config::{LlmConfig, ProtocolChoice};

/// The tool that a probe asks for.
const PROBE_TOOL: &str = "show_word";
/// Tokens of a probe's answer: room for a model that reasons first.
const PROBE_TOKENS: u32 = 800;

/// A language model behind an OpenAI-compatible endpoint.
pub struct Llm {
    endpoint: Endpoint,
    /// Set once a probe has come to a result.
    found: OnceCell<Protocol>,
    beginnings: Beginnings,
    probe_tokens: u32,
}

impl fmt::Debug for Llm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Llm({})", self.describe())
    }
}

/// What a probe found.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeReport {
    pub model: String,
    pub host: String,
    pub protocol: Protocol,
    /// Whether the model called the tool it was asked to call. One that does not will hardly keep a memory.
    pub called: bool,
    /// Time of that one answer.
    pub took: Duration,
    pub usage: Option<Usage>,
}

impl fmt::Display for ProbeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = if self.called { "calls tools" } else { "answers, but did not call the tool it was asked to call" };
        let seconds = self.took.as_secs_f64();
        write!(f, "{} at {} {calls} (protocol {}, {seconds:.1} s)", self.model, self.host, self.protocol)
    }
}

/// A client for that configuration. Asks nothing yet.
///
/// # Errors
/// [`LlmError::Transport`] if the address cannot be used.
pub fn client(config: &LlmConfig) -> Result<Arc<Llm>, LlmError> {
    Ok(Arc::new(Llm::new(Endpoint::new(config)?, config)))
}

impl Llm {
    fn new(endpoint: Endpoint, config: &LlmConfig) -> Self {
        let found = match config.protocol {
            ProtocolChoice::Auto => OnceCell::new(),
            ProtocolChoice::Tools => OnceCell::new_with(Some(Protocol::Tools)),
            ProtocolChoice::Json => OnceCell::new_with(Some(Protocol::Json)),
        };
        let probe_tokens = config.max_tokens.min(PROBE_TOKENS);
        Self { endpoint, found, beginnings: Beginnings::default(), probe_tokens }
    }

    /// A client for another model of the same provider. It shares the way there, and nothing that was found out about
    /// this model.
    pub fn beside(&self, model: &str, config: &LlmConfig) -> Self {
        Self::new(self.endpoint.with_model(model), config)
    }

    /// The protocol in use. With `auto` the first call asks the model; a failure is not kept.
    ///
    /// # Errors
    /// What kept the model from answering.
    pub async fn protocol(&self) -> Result<Protocol, LlmError> {
        self.found.get_or_try_init(|| self.find_protocol()).await.copied()
    }

    /// Asks the model to call a tool, and reports whether it did. For `keepsake check`.
    ///
    /// # Errors
    /// What kept the model from answering.
    pub async fn probe(&self) -> Result<ProbeReport, LlmError> {
        let protocol = self.protocol().await?;
        let begun = Instant::now();
        let reply = self.ask(protocol, &self.probe_request(), None).await?;
        Ok(ProbeReport {
            model: self.endpoint.model().to_owned(),
            host: self.endpoint.host(),
            protocol,
            called: calls_probe_tool(&reply),
            took: begun.elapsed(),
            usage: reply.usage,
        })
    }

    async fn ask(
        &self,
        protocol: Protocol,
        request: &ChatRequest,
        on_text: Option<OnText<'_>>,
    ) -> Result<ChatReply, LlmError> {
        protocol::chat(&self.endpoint, protocol, &self.beginnings, request, on_text).await
    }

    async fn find_protocol(&self) -> Result<Protocol, LlmError> {
        let request = self.probe_request();
        let (protocol, why) = match self.native_call(&request).await {
            Ok(true) => (Protocol::Tools, "it calls tools"),
            // A refusal of the tools, or of everything: the second question tells which.
            Ok(false) | Err(LlmError::Refused { .. } | LlmError::Server { .. } | LlmError::Malformed(_)) => {
                self.fall_back(&request).await?
            }
            Err(error) => return Err(error),
        };
        tracing::info!(model = self.endpoint.model(), %protocol, why, "found out how the model calls tools");
        Ok(protocol)
    }

    /// Whether the model answers with a call of the provider's own kind: one written as text does not count, since it
    /// shows that model and server do not understand each other.
    async fn native_call(&self, request: &ChatRequest) -> Result<bool, LlmError> {
        let raw = self.endpoint.ask(&super::native::ask(request), &mut super::openai::Deaf).await?;
        Ok(raw.calls.iter().any(|call| call.name.contains(PROBE_TOOL)))
    }

    async fn fall_back(&self, request: &ChatRequest) -> Result<(Protocol, &'static str), LlmError> {
        let reply = self.ask(Protocol::Json, request, None).await?;
        // Words that are no step would be shown as they are; then calls as text are the better hope.
        if calls_probe_tool(&reply) || reply.finish == Finish::Stop && self.endpoint.holds_schema() {
            Ok((Protocol::Json, "it makes no native calls, but answers in JSON"))
        } else {
            Ok((
                Protocol::Tools,
                "it neither makes native calls nor answers in JSON; calls written as text are understood",
            ))
        }
    }

    fn probe_request(&self) -> ChatRequest {
        let word = json!({"type": "string", "description": "The word to show.", "maxLength": 40});
        let parameters = json!({"type": "object", "properties": {"word": word}, "required": ["word"], "additionalProperties": false});
        ChatRequest {
            messages: vec![
                ChatMessage::System("You do what you are asked to do by calling tools.".into()),
                ChatMessage::User(format!("Call the tool {PROBE_TOOL} with the word \"hello\".")),
            ],
            tools: Arc::new([ToolSpec {
                name: PROBE_TOOL.into(),
                description: "Shows a word to the person.".into(),
                parameters,
            }]),
            tool_use: ToolUse::Allowed,
            max_tokens: self.probe_tokens,
        }
    }
}

fn calls_probe_tool(reply: &ChatReply) -> bool {
    reply.calls.iter().any(|call| call.name == PROBE_TOOL)
}

#[async_trait]
impl LlmClient for Llm {
    async fn chat(&self, request: &ChatRequest, on_text: Option<OnText<'_>>) -> Result<ChatReply, LlmError> {
        // Without tools both protocols are the same, so there is nothing to find out.
        let protocol = if request.tools.is_empty() { Protocol::Tools } else { self.protocol().await? };
        self.ask(protocol, request, on_text).await
    }

    fn sees(&self) -> bool {
        self.endpoint.sees()
    }

    fn describe(&self) -> String {
        let protocol = self.found.get().map_or_else(|| "auto".to_owned(), Protocol::to_string);
        format!("{} at {}, protocol {protocol}", self.endpoint.model(), self.endpoint.host())
    }
}
