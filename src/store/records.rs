//! The record of a conversation as people go through it: a turn as it was, all that was said; and a record of elsewhere
//! that is taken in. Owns the trait.

use async_trait::async_trait;

use super::{AgentSeed, NewMessage, StoreError, Turn};
use crate::clock::Moment;
use crate::memory::{Edit, Message, Passage, PersonId, Scope, TurnId};

/// What is taken into an agent's memory from elsewhere. It is written in one transaction or not at all.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// People who are to have a block, with what they are called; those who have one are passed over.
    pub people: Vec<(PersonId, Option<String>)>,
    /// Edits of blocks. Each must find its block at `expected_version`.
    pub edits: Vec<Edit>,
    /// New passages, each with the edit that records it. Those that no longer hold say so.
    pub passages: Vec<(Passage, Edit)>,
    /// Oldest first. They come to stand before all that was said here, and not in the prompt.
    pub messages: Vec<NewMessage>,
    /// What the prompt is to know of them; passed over where there is a summary already.
    pub summary: Option<String>,
}

/// The record.
#[async_trait]
pub trait RecordStore: Send + Sync {
    /// One turn and its messages of all kinds, oldest first (at most 500).
    async fn turn(&self, scope: &Scope, id: TurnId) -> Result<Option<(Turn, Vec<Message>)>, StoreError>;
    /// The messages of all kinds behind that place in the conversation, oldest first.
    async fn messages_after(&self, scope: &Scope, seq: i64, limit: u64) -> Result<Vec<Message>, StoreError>;
    /// The message that stands there in Discord.
    async fn message_at(&self, scope: &Scope, channel: u64, message: u64) -> Result<Option<Message>, StoreError>;
    /// Adds passages, each with the edit that records it.
    async fn add_passages(
        &self,
        scope: &Scope,
        passages: &[(Passage, Edit)],
        said_by: Option<PersonId>,
    ) -> Result<(), StoreError>;
    /// Takes a record in.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when a block was changed in between; nothing is written then.
    async fn take_in(&self, scope: &Scope, record: &Record, seed: &AgentSeed, now: Moment) -> Result<(), StoreError>;
}
