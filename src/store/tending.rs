//! Memory in quiet hours: whose turn it is to be tended, and what came of it. Owns the trait.

use async_trait::async_trait;

use super::{NewOutbox, StoreError};
use crate::clock::Moment;
use crate::memory::{Agent, Edit, Message, MessageId, Passage, Scope, Source};

/// An agent that nobody talks to at the moment and that has not gone through all that was said.
#[derive(Debug, Clone, PartialEq)]
pub struct Idle {
    pub agent: Agent,
    /// Where its newest turn was answered.
    pub at: Source,
    /// Tokens that were spent on it today.
    pub spent: u64,
}

/// What one go through messages came to. It is written in one transaction or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct Tended {
    /// The newest message that was gone through.
    pub through_seq: i64,
    /// The newest message that there was.
    pub newest_seq: i64,
    /// Edits of blocks, passages and facts. Each must find its target at `expected_version`.
    pub edits: Vec<Edit>,
    /// New passages, each with the edit that records it.
    pub passages: Vec<(Passage, Edit)>,
    pub outbox: Vec<NewOutbox>,
}

/// Agents in quiet hours.
#[async_trait]
pub trait TendStore: Send + Sync {
    /// Agents to which nobody has said anything since `before`, with messages that were not gone through, and on which
    /// fewer than `budget` tokens were spent on that day (days since 1970).
    async fn idle(&self, before: Moment, day: i64, budget: u64, limit: u64) -> Result<Vec<Idle>, StoreError>;
    /// The oldest messages that were not gone through, and the `seq` of the newest one there is.
    async fn untended(&self, scope: &Scope, limit: u64) -> Result<(Vec<Message>, i64), StoreError>;
    /// Tokens were spent on that agent on that day.
    async fn spend(&self, scope: &Scope, day: i64, tokens: u64) -> Result<(), StoreError>;
    /// Writes what came of it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when something was said or changed in between; nothing is written then.
    async fn tend(&self, scope: &Scope, tended: &Tended) -> Result<(), StoreError>;
    /// The facts that a message is found by, a line each.
    async fn facts(&self, scope: &Scope, message: MessageId) -> Result<Option<String>, StoreError>;
}
