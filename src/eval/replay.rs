//! A conversation replayed through the whole program: agents, prompts, compaction, real stores. Only the model is a script,
//! and nothing is shown to anybody.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;

use super::world::{Home, Said, World};
use crate::agent::{Busy, DeliveryError, NoFiles, ReplySink};
use crate::app::App;
use crate::config::{AgentConfig, Env, LlmConfig};
use crate::llm::tokens::TokenCounter;
use crate::llm::{ChatMessage, ChatReply, ChatRequest, Finish, LlmClient, LlmError, Models, OnText};
use crate::memory::outgoing::OutboxRow;
use crate::memory::{Agent, AgentKey, Source, ToolCall};
use crate::tools::{Toolbox, registry};

/// Tokens that an answer may have.
const ANSWER: u32 = 256;

/// A model that says what it was given to say, else "I see.", and keeps what it was asked. It makes no summaries.
#[derive(Default)]
pub struct Script {
    replies: Mutex<VecDeque<ChatReply>>,
    prompts: Mutex<Vec<String>>,
}

fn reply(text: &str, calls: Vec<ToolCall>) -> ChatReply {
    let finish = if calls.is_empty() { Finish::Stop } else { Finish::ToolCalls };
    ChatReply { text: text.to_owned(), calls, finish, usage: None }
}

impl Script {
    /// The next answer is those words.
    pub fn say(&self, text: &str) {
        self.lock_replies().push_back(reply(text, Vec::new()));
    }

    /// The next answer is that call.
    pub fn call(&self, name: &str, arguments: serde_json::Value) {
        let call = ToolCall { id: "call".into(), name: name.to_owned(), arguments };
        self.lock_replies().push_back(reply("", vec![call]));
    }

    /// All prompts so far, each as one text.
    pub fn prompts(&self) -> Vec<String> {
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn lock_replies(&self) -> std::sync::MutexGuard<'_, VecDeque<ChatReply>> {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl LlmClient for Script {
    async fn chat(&self, request: &ChatRequest, _: Option<OnText<'_>>) -> Result<ChatReply, LlmError> {
        if request.tools.is_empty() {
            return Ok(reply("", Vec::new()));
        }
        // Providers put the tools in front of everything else.
        let tools =
            request.tools.iter().map(|tool| format!("{} {} {}\n", tool.name, tool.description, tool.parameters));
        let prompt = tools.chain(request.messages.iter().map(message_text)).collect();
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).push(prompt);
        Ok(self.lock_replies().pop_front().unwrap_or_else(|| reply("I see.", Vec::new())))
    }

    fn sees(&self) -> bool {
        false
    }

    fn describe(&self) -> String {
        "a script".into()
    }
}

/// A message of a prompt, with its role, as a provider would read it.
fn message_text(message: &ChatMessage) -> String {
    match message {
        ChatMessage::System(text) => format!("\n<|system|>\n{text}"),
        ChatMessage::User(text) | ChatMessage::Shown { text, .. } => format!("\n<|user|>\n{text}"),
        ChatMessage::Tool { text, .. } => format!("\n<|tool|>\n{text}"),
        ChatMessage::Assistant { text, calls } => {
            let calls: String = calls.iter().map(|call| format!("\n{} {}", call.name, call.arguments)).collect();
            format!("\n<|assistant|>\n{text}{calls}")
        }
    }
}

/// A place to which everything can be delivered.
struct Nowhere;

#[async_trait]
impl ReplySink for Nowhere {
    fn serves(&self, _: &AgentKey) -> bool {
        true
    }

    async fn deliver(&self, _: &AgentKey, _: &OutboxRow) -> Result<Vec<u64>, DeliveryError> {
        Ok(Vec::new())
    }

    fn busy(&self, _: &AgentKey, _: &Source) -> Busy {
        Box::new(())
    }
}

/// The program on a world's stores.
pub struct Replay {
    pub world: World,
    pub script: Arc<Script>,
    app: App,
}

/// How large the model's window is.
#[derive(Debug, Clone, Copy)]
pub enum Window {
    /// So many tokens for all that a request holds.
    Whole(usize),
    /// So many for the messages alone, beside the tools and the answer.
    Messages(usize),
}

impl Replay {
    /// The program in that home, with a model of that window.
    pub async fn open(window: Window, home: &Home) -> anyhow::Result<Self> {
        let world = World::open(home).await?;
        let script = Arc::new(Script::default());
        let tokens = match window {
            Window::Whole(tokens) => tokens,
            // What the agent takes off a window: the answer, the tools, and a fiftieth to be on the safe side.
            Window::Messages(tokens) => {
                let tools = TokenCounter::new().tools(Toolbox::new(registry()).offered(false));
                (tokens + tools + ANSWER as usize) * 50 / 49
            }
        };
        let env = Env::of([
            ("LLM_BASE_URL", "http://script.invalid".to_owned()),
            ("LLM_MODEL", "script".to_owned()),
            ("LLM_CONTEXT_TOKENS", tokens.to_string()),
            ("LLM_MAX_TOKENS", ANSWER.to_string()),
            ("KEEPSAKE_DEBOUNCE_MS", "0".to_owned()),
        ]);
        let (agent, llm) = (AgentConfig::from_env(&env)?, LlmConfig::from_env(&env)?);
        let models = Models::only(&llm.model, script.clone());
        let app = App::build(&agent, &llm, world.stores.clone(), models, Arc::new(Nowhere), Arc::new(NoFiles))?;
        Ok(Self { world, script, app })
    }

    /// People say that there, and the agent answers it all in one turn.
    pub async fn say(&self, agent: &Agent, said: &[Said]) -> anyhow::Result<()> {
        self.world.take_in(agent, said).await?;
        self.app.agents.resume().await?;
        self.app.agents.idle().await;
        Ok(())
    }

    /// Ends it all.
    pub async fn close(self) {
        self.app.stop().await;
    }
}
