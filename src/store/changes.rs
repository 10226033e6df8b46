//! What follows when a message is changed or deleted where it was said. Owns the trait.

use async_trait::async_trait;

use super::{NewOutbox, StoreError, Summary};
use crate::clock::Moment;
use crate::memory::{AgentKey, ChangedMessage, Edit, Message, MessageChange, MessageId, Scope, Source};

/// A change that was written down and is not done yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingChange {
    pub number: i64,
    pub change: MessageChange,
}

/// Messages that left the prompt and are in no summary, since the one that held them went with a change.
#[derive(Debug, Clone, PartialEq)]
pub struct Unsummarized {
    /// The summary of what came before them.
    pub base: Option<Summary>,
    /// The newest of them.
    pub through_seq: i64,
    /// Oldest first.
    pub messages: Vec<Message>,
}

/// Messages that were changed after they were said.
#[async_trait]
pub trait ChangeStore: Send + Sync {
    /// Notes up to which message everything in those channels of Discord was dealt with. Channels of which nothing is kept
    /// are passed over, and none goes back.
    async fn seen_through(&self, through: &[(u64, u64)]) -> Result<(), StoreError>;
    /// When the ledger was last made from a backup, if ever, as a number of Discord.
    async fn restored(&self) -> Result<Option<u64>, StoreError>;
    /// Up to which message each channel of Discord was dealt with, else the newest of people there: what was said later may
    /// have been missed.
    async fn last_said(&self) -> Result<Vec<Source>, StoreError>;
    /// The newest messages of people that were said in that channel of Discord, by their numbers, newest first.
    async fn recently_said(&self, channel: u64, limit: u64) -> Result<Vec<u64>, StoreError>;
    /// Writes the change down if the message is known, or quoted by one that is. One that no turn has taken yet is
    /// changed at once. Answers the places where something is left to do; from here on it cannot be lost.
    async fn note_change(&self, change: &MessageChange) -> Result<Vec<AgentKey>, StoreError>;
    /// Places where changes wait.
    async fn changed_places(&self) -> Result<Vec<AgentKey>, StoreError>;
    /// The changes that wait for that agent, oldest first.
    async fn changes(&self, scope: &Scope) -> Result<Vec<WaitingChange>, StoreError>;
    /// Does one change, everywhere the old words are: in the conversation, in quotes of it, in what searches had shown
    /// of it, in summaries. What is found by other words now is to be indexed anew; a deleted message leaves a
    /// tombstone and a note in its place. Doing it again changes nothing. None where the message is not part of the
    /// conversation.
    async fn apply_change(
        &self,
        scope: &Scope,
        change: &MessageChange,
        now: Moment,
    ) -> Result<Option<ChangedMessage>, StoreError>;
    /// The change is done. What is to be said of it is written in the same transaction.
    async fn finish_change(
        &self,
        scope: &Scope,
        number: i64,
        message: Option<&ChangedMessage>,
        say: &[NewOutbox],
    ) -> Result<(), StoreError>;
    /// What the newest summary lacks; none when it holds all that left the prompt.
    async fn unsummarized(&self, scope: &Scope) -> Result<Option<Unsummarized>, StoreError>;
    /// The edits that a message caused, oldest first.
    async fn edits_caused_by(&self, scope: &Scope, message: MessageId) -> Result<Vec<Edit>, StoreError>;
}
