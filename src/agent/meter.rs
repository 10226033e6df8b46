//! What a turn costs: every call of the model is counted for the turn that makes it, whoever makes it on its behalf.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;

use super::context::Tokens;
use crate::llm::tokens::TokenCounter;
use crate::llm::{ChatReply, ChatRequest, LlmClient, LlmError, OnText, SharedLlm};

tokio::task_local! {
    /// Tokens of the turn that this task runs, as far as they are not written down.
    static SPENT: AtomicU64;
}

/// Runs a turn whose calls are counted.
pub(super) async fn counted<T>(turn: impl Future<Output = T>) -> T {
    SPENT.scope(AtomicU64::new(0), turn).await
}

/// Tokens that the turn has cost since this was last asked; 0 outside turns.
pub(super) fn take() -> u64 {
    SPENT.try_with(|spent| spent.swap(0, Ordering::Relaxed)).unwrap_or(0)
}

/// A model that counts.
pub(super) struct Metered {
    pub llm: SharedLlm,
    pub tokens: Arc<TokenCounter>,
}

impl Metered {
    /// As the provider says, else as we count.
    fn cost(&self, request: &ChatRequest, reply: &ChatReply) -> u64 {
        if let Some(usage) = reply.usage {
            return usage.prompt_tokens + usage.completion_tokens;
        }
        let tokens: &dyn Tokens = self.tokens.as_ref();
        let called: usize = reply.calls.iter().map(|call| tokens.count(&call.arguments.to_string())).sum();
        self.asked(request) + (tokens.count(&reply.text) + called) as u64
    }

    /// What the question alone costs.
    fn asked(&self, request: &ChatRequest) -> u64 {
        let tokens: &dyn Tokens = self.tokens.as_ref();
        let messages: usize = request.messages.iter().map(|message| tokens.message(message)).sum();
        (messages + self.tokens.tools(&request.tools)) as u64
    }
}

/// Outside turns nobody is charged.
fn charge(cost: u64) {
    let _ = SPENT.try_with(|spent| spent.fetch_add(cost, Ordering::Relaxed));
}

/// A call under way. When somebody stops it, the provider has read the question all the same.
struct UnderWay<'a> {
    metered: &'a Metered,
    request: &'a ChatRequest,
    ended: bool,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        if !self.ended {
            charge(self.metered.asked(self.request));
        }
    }
}

#[async_trait]
impl LlmClient for Metered {
    async fn chat(&self, request: &ChatRequest, on_text: Option<OnText<'_>>) -> Result<ChatReply, LlmError> {
        let mut call = UnderWay { metered: self, request, ended: false };
        let reply = self.llm.chat(request, on_text).await;
        call.ended = true;
        if let Ok(reply) = &reply {
            charge(self.cost(request, reply));
        }
        reply
    }

    fn sees(&self) -> bool {
        self.llm.sees()
    }

    fn describe(&self) -> String {
        self.llm.describe()
    }
}
