//! Memory taken away on somebody's wish. Owns the trait, and what can be taken away.

use async_trait::async_trait;

use super::{AgentSeed, StoreError};
use crate::clock::Moment;
use crate::memory::{Actor, Scope};

/// What a reset takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResetWhat {
    /// Blocks go back to their seeds: an edit each, so that history keeps them.
    Core,
    /// All passages and documents.
    Archival,
    /// All messages with their facts, summaries, turns, waiting messages and reminders.
    History,
    /// All of it, and the history of edits.
    All,
}

/// What a reset took away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ResetReceipt {
    pub blocks: u64,
    pub passages: u64,
    pub documents: u64,
    pub messages: u64,
    pub edits: u64,
}

/// Taking memory away.
#[async_trait]
pub trait ResetStore: Send + Sync {
    /// Takes away what is named, in one transaction; leaves a tombstone for each point that the index may hold.
    /// With [`ResetWhat::Archival`] the edits of the removed passages go too; with [`ResetWhat::History`] edits stay, but
    /// no longer point at a message.
    async fn reset(
        &self,
        scope: &Scope,
        what: ResetWhat,
        seed: &AgentSeed,
        actor: Actor,
        now: Moment,
    ) -> Result<ResetReceipt, StoreError>;
}
