//! Memory in people's hands: what commands (in Discord or a terminal) may see and do.

use crate::clock::Moment;
use crate::memory::block::BlockError;
use crate::memory::{Actor, AgentKey, CoreMemory, EditCard};
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
    Store(#[from] StoreError),
}

/// What an agent holds, for `/memory show`.
#[derive(Debug, Clone)]
pub struct Overview {
    pub core: CoreMemory,
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
    pub pages: u64,
    pub total: u64,
}

/// Where commands turn to.
#[derive(Clone)]
pub struct Desk {}

impl Desk {
    /// What the agent of that place holds.
    pub async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError> {
        let _ = key;
        unimplemented!()
    }
    /// Searches messages and passages of that place together.
    pub async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError> {
        let _ = (key, text, page);
        unimplemented!()
    }
    /// Takes memory away. Waits for a running turn of that agent to end.
    pub async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError> {
        let _ = (key, what, actor);
        unimplemented!()
    }
    /// Rewrites the persona that was at `version`; makes the agent if there is none (version 1).
    pub async fn rewrite_persona(
        &self,
        key: &AgentKey,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        let _ = (key, version, text, actor);
        unimplemented!()
    }
    /// The persona of that place and its version: the one a new agent would have where there is none yet.
    pub async fn persona(&self, key: &AgentKey) -> Result<(String, i64, usize), DeskError> {
        let _ = key;
        unimplemented!()
    }
}
