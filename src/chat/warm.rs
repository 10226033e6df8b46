//! A local model reads slowly: some 50 tokens a second on two cores. What it is told before every conversation, it reads
//! once; what it made of that is kept in the cache folder. Nothing of any person is in it.

use xxhash_rust::xxh32::xxh32;

use crate::agent::context::instructions;
use crate::llm::{ChatMessage, ChatRequest, LlmClient, ToolUse};
use crate::local_model::LocalModel;
use crate::memory::AgentKey;
use crate::tools::{Toolbox, registry};

/// Lets a model that was started here know the instructions and tools, from the cache where it can.
pub async fn warm_up(local: &LocalModel, llm: &dyn LlmClient) {
    if local.process().is_none() {
        return;
    }
    let request = opening();
    let key = format!("{:08x}", xxh32(format!("{request:?}").as_bytes(), 0));
    if local.restore_prompt(&key).await {
        return;
    }
    eprintln!("The model reads its instructions; this is done once and takes about a minute.");
    // Only that it reads matters here; one token is no answer.
    let answer = llm.chat(&request, None).await;
    tracing::debug!(?answer, "the model has read its instructions");
    if !local.save_prompt(&key).await {
        tracing::warn!("what the model has read cannot be kept; it will be read again at the next start");
    }
}

/// The beginning that every request of a terminal chat shares.
fn opening() -> ChatRequest {
    let key = AgentKey::Terminal(String::new());
    ChatRequest {
        messages: vec![ChatMessage::System(instructions(&key)), ChatMessage::User("Hello".into())],
        tools: Toolbox::new(registry()).offered(false).clone(),
        tool_use: ToolUse::Allowed,
        max_tokens: 1,
    }
}
