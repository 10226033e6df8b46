//! Memory in people's hands: what commands (in Discord or a terminal) may see and do.

use super::Agents;
use crate::clock::Moment;
use crate::memory::block::BlockError;
use crate::memory::{Actor, Agent, AgentKey, Block, Body, CoreMemory, Edit, EditCard, EditId, EditTarget, Label};
use crate::search::{Found, Memory, SearchError};
use crate::store::{ResetReceipt, ResetWhat, StoreError};

/// Why a person's wish was not done.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// Nobody has talked there yet.
    #[error("there is no memory here yet: say something to me first")]
    NoAgent,
    #[error(transparent)]
    Block(#[from] BlockError),
    /// The block was changed since the person saw it.
    #[error("it was changed in the meantime: look at it again before you change it")]
    Changed,
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for DeskError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict(_) => Self::Changed,
            other => Self::Store(other),
        }
    }
}

/// What an agent holds.
#[derive(Debug, Clone)]
pub struct Overview {
    pub core: CoreMemory,
    /// All messages, also those that left the prompt.
    pub messages: u64,
    pub passages: u64,
    pub since: Moment,
}

/// One thing that a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Who said it; for a passage, `archive`.
    pub who: String,
    pub text: String,
    pub at: Moment,
    pub jump_link: Option<String>,
    pub tags: Vec<String>,
}

/// One page of what a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hits {
    pub items: Vec<Hit>,
    /// From 1.
    pub page: u64,
    /// At least 1.
    pub pages: u64,
    pub total: u64,
}

/// Where commands turn to. Cheap to clone.
#[derive(Clone)]
pub struct Desk(Agents);

impl Desk {
    /// The desk of those agents.
    pub fn new(agents: Agents) -> Self {
        Self(agents)
    }

    async fn agent(&self, key: &AgentKey) -> Result<Agent, DeskError> {
        self.0.0.parts.ledger.find_agent(key).await?.ok_or(DeskError::NoAgent)
    }

    /// What the agent of that place holds.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet.
    pub async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError> {
        let agent = self.agent(key).await?;
        let (ledger, scope) = (&self.0.0.parts.ledger, agent.scope());
        Ok(Overview {
            core: ledger.core(&scope).await?,
            messages: ledger.count_messages(&scope).await?,
            passages: ledger.count_passages(&scope).await?,
            since: agent.created_at,
        })
    }

    /// Searches messages and passages of that place together.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet; [`DeskError::Search`].
    pub async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError> {
        let agent = self.agent(key).await?;
        let found = self.0.0.parts.search.anything(&agent.scope(), text, page).await?;
        Ok(Hits {
            items: found.items.into_iter().map(hit).collect(),
            page: found.page,
            pages: found.pages,
            total: found.total,
        })
    }

    /// Takes memory away. Waits for a running turn of that agent to end.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where there is nothing.
    pub async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError> {
        let inner = &self.0.0;
        let agent = self.agent(key).await?;
        let still = inner.mailboxes.still(key).await;
        let receipt =
            inner.parts.ledger.reset(&agent.scope(), what, &inner.parts.seed, actor, inner.parts.clock.now()).await?;
        drop(still);
        tracing::info!(%key, ?what, ?receipt, "memory was reset");
        if let Err(error) = inner.parts.sync.catch_up().await {
            tracing::warn!(%error, "the index still holds what was reset, out of reach; it is taken out when the index answers");
        }
        Ok(receipt)
    }

    /// The persona of that place, its version, and how many characters it may hold: the one a new agent would have where
    /// there is none yet (version 1).
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn persona(&self, key: &AgentKey) -> Result<(String, i64, usize), DeskError> {
        let parts = &self.0.0.parts;
        let Some(agent) = parts.ledger.find_agent(key).await? else {
            return Ok((parts.seed.persona.clone(), 1, parts.seed.block_limit));
        };
        let core = parts.ledger.core(&agent.scope()).await?;
        let block = core.get(Label::Persona).ok_or(DeskError::NoAgent)?;
        Ok((block.value.clone(), block.version, block.limit))
    }

    /// Rewrites the persona that was at `version`; makes the agent if there is none.
    ///
    /// # Errors
    /// [`DeskError::Changed`] when it is at another version by now; [`DeskError::Block`] when the text does not fit.
    pub async fn rewrite_persona(
        &self,
        key: &AgentKey,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        let parts = &self.0.0.parts;
        let now = parts.clock.now();
        let agent = parts.ledger.open_agent(key, &parts.seed, now).await?;
        let mut core = parts.ledger.core(&agent.scope()).await?;
        if core.get(Label::Persona).is_none_or(|block| block.version != version) {
            return Err(DeskError::Changed);
        }
        let change = core.rewrite(Label::Persona, text, now)?;
        let edit = Edit {
            id: EditId::at(now),
            target: EditTarget::Block(Label::Persona),
            kind: change.kind,
            actor,
            before: change.before,
            after: change.after,
            reason: None,
            cause: None,
            turn: None,
            expected_version: change.expected_version,
            at: now,
        };
        parts.ledger.edit_block(&agent.scope(), &edit).await?;
        let block = core.get(Label::Persona);
        let title = block.map(Block::title).unwrap_or_default();
        Ok(EditCard { title, used: edit.after.chars().count(), limit: parts.seed.block_limit, edit })
    }
}

fn hit(found: Found<Memory>) -> Hit {
    match found.item {
        Memory::Passage(passage) => Hit {
            who: "archive".into(),
            text: passage.text,
            at: passage.created_at,
            jump_link: None,
            tags: passage.tags,
        },
        Memory::Message(message) => {
            let who = match &message.body {
                Body::Person { person, .. } => person.name.clone(),
                _ => "me".to_owned(),
            };
            let jump_link = message.source.and_then(|source| source.jump_link());
            Hit { who, text: message.body.text().to_owned(), at: message.at, jump_link, tags: Vec::new() }
        }
    }
}
