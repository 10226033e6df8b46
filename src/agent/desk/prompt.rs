//! What is in the prompt of a place right now. Looks and changes nothing.

use super::{Desk, DeskError};
use crate::agent::compact::PRESSURE;
use crate::agent::context::{Measure, Parts, measure};
use crate::memory::AgentKey;

/// How full the prompt is. All sizes in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filled {
    /// Of prompt and answer together.
    pub window: usize,
    /// Kept free for the answer.
    pub answer: usize,
    pub tools: usize,
    pub parts: Measure,
    /// What all but tools and answer may take.
    pub budget: usize,
    /// From there on the model is told to save what matters.
    pub warning: usize,
}

impl Filled {
    /// What is used of the budget.
    pub fn used(&self) -> usize {
        self.parts.total()
    }

    /// What may be added before the model is warned.
    pub fn until_warning(&self) -> usize {
        self.warning.saturating_sub(self.used())
    }

    /// What may be added before the oldest part leaves the prompt.
    pub fn until_eviction(&self) -> usize {
        self.budget.saturating_sub(self.used())
    }
}

impl Desk {
    /// What the next prompt of that place has in it, before anything new is said.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet.
    pub async fn prompt(&self, key: &AgentKey) -> Result<Filled, DeskError> {
        let agent = self.agent(key).await?;
        let (inner, scope) = (&self.0.0, agent.scope());
        let ledger = &inner.parts.ledger;
        let (core, queue) = (ledger.core(&scope).await?, ledger.queue(&scope).await?);
        let summary = ledger.summary(&scope).await?;
        let documents = ledger.count_documents(&scope).await? > 0;
        let tools = inner.tool_tokens[usize::from(documents)];
        let budget = inner.prompt_budget(tools);
        let summary = summary.as_ref().map(|summary| summary.text.as_str());
        let parts = Parts { key, core: &core, summary, documents, queue: &queue };
        Ok(Filled {
            window: inner.parts.context_tokens as usize,
            answer: inner.parts.max_tokens as usize,
            tools,
            parts: measure(&parts, budget, inner.parts.tokens.as_ref()),
            budget,
            warning: (budget as f64 * PRESSURE) as usize,
        })
    }
}
