//! What the Discord side needs of the rest of the program: who takes messages in, and who answers commands.

use async_trait::async_trait;

use crate::agent::desk::{Desk, DeskError, Documents, Hits, Overview, Wish};
use crate::agent::{Agents, Feedback};
use crate::memory::{Actor, AgentKey, Document, EditCard, EditId, Incoming, MessageChange, PersonId, Reminder, Source};
use crate::store::{Accepted, ResetReceipt, ResetWhat};

/// A channel, and the newest message of it that was taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastSeen {
    pub guild: Option<u64>,
    pub channel: u64,
    pub message: u64,
}

/// Takes messages in. When `accept` has answered, the message cannot be lost.
#[async_trait]
pub trait Intake: Send + Sync {
    /// Takes one message in.
    async fn accept(&self, incoming: Incoming) -> Result<Accepted, anyhow::Error>;

    /// Takes in that a message was changed or deleted.
    async fn changed(&self, change: MessageChange) -> Result<(), anyhow::Error>;

    /// Takes in what was done to the reactions below a message. Those below messages that no agent said are passed over.
    async fn reacted(&self, message: u64, feedback: Feedback) -> Result<(), anyhow::Error>;

    /// The newest messages of people in that channel that were taken in, newest first.
    async fn recently_said(&self, channel: u64, limit: u64) -> Result<Vec<u64>, anyhow::Error>;

    /// Up to which message each channel was read. What was said behind it while the program was away is read back at
    /// each start of the gateway. Without an answer nothing is read back.
    async fn last_seen(&self) -> Result<Vec<LastSeen>, anyhow::Error> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl Intake for Agents {
    async fn accept(&self, incoming: Incoming) -> Result<Accepted, anyhow::Error> {
        Ok(Agents::accept(self, &incoming).await?)
    }

    async fn changed(&self, change: MessageChange) -> Result<(), anyhow::Error> {
        Ok(Agents::changed(self, &change).await?)
    }

    async fn reacted(&self, message: u64, feedback: Feedback) -> Result<(), anyhow::Error> {
        Ok(Agents::reacted(self, message, &feedback).await?)
    }

    async fn recently_said(&self, channel: u64, limit: u64) -> Result<Vec<u64>, anyhow::Error> {
        Ok(Agents::recently_said(self, channel, limit).await?)
    }

    async fn last_seen(&self) -> Result<Vec<LastSeen>, anyhow::Error> {
        let answered = Agents::last_said(self).await?;
        Ok(answered
            .into_iter()
            .map(|Source { guild, channel, message }| LastSeen { guild, channel, message })
            .collect())
    }
}

/// Memory in people's hands: what [`Desk`] offers, so that commands can be tried without agents.
#[async_trait]
pub trait MemoryDesk: Send + Sync {
    /// See [`Desk::overview`].
    async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError>;
    /// See [`Desk::search`].
    async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError>;
    /// See [`Desk::reset`].
    async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError>;
    /// See [`Desk::documents`].
    async fn documents(&self, key: &AgentKey, page: u64) -> Result<Documents, DeskError>;
    /// See [`Desk::document`].
    async fn document(&self, key: &AgentKey, number: i64) -> Result<Document, DeskError>;
    /// See [`Desk::remove_document`].
    async fn remove_document(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<Document, DeskError>;
    /// See [`Desk::rewrite_persona`].
    async fn rewrite_persona(
        &self,
        key: &AgentKey,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError>;
    /// See [`Desk::persona`].
    async fn persona(&self, key: &AgentKey) -> Result<(String, i64, usize), DeskError>;
    /// See [`Desk::reminders`].
    async fn reminders(&self, key: &AgentKey) -> Result<Vec<Reminder>, DeskError>;
    /// See [`Desk::add_reminder`].
    async fn add_reminder(&self, key: &AgentKey, wish: &Wish) -> Result<Reminder, DeskError>;
    /// See [`Desk::cancel_reminder`].
    async fn cancel_reminder(
        &self,
        key: &AgentKey,
        number: i64,
        by: PersonId,
        of_anybody: bool,
    ) -> Result<Reminder, DeskError>;
    /// See [`Desk::branch`].
    async fn branch(&self, from: &AgentKey, to: &AgentKey, by: Actor) -> Result<bool, DeskError>;
    /// See [`Desk::undo`].
    async fn undo(&self, key: &AgentKey, edit: EditId, actor: Actor) -> Result<EditCard, DeskError>;
}

#[async_trait]
impl MemoryDesk for Desk {
    async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError> {
        Desk::overview(self, key).await
    }

    async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError> {
        Desk::search(self, key, text, page).await
    }

    async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError> {
        Desk::reset(self, key, what, actor).await
    }

    async fn documents(&self, key: &AgentKey, page: u64) -> Result<Documents, DeskError> {
        Desk::documents(self, key, page).await
    }

    async fn document(&self, key: &AgentKey, number: i64) -> Result<Document, DeskError> {
        Desk::document(self, key, number).await
    }

    async fn remove_document(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<Document, DeskError> {
        Desk::remove_document(self, key, number, actor).await
    }

    async fn rewrite_persona(
        &self,
        key: &AgentKey,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        Desk::rewrite_persona(self, key, version, text, actor).await
    }

    async fn persona(&self, key: &AgentKey) -> Result<(String, i64, usize), DeskError> {
        Desk::persona(self, key).await
    }

    async fn reminders(&self, key: &AgentKey) -> Result<Vec<Reminder>, DeskError> {
        Desk::reminders(self, key).await
    }

    async fn add_reminder(&self, key: &AgentKey, wish: &Wish) -> Result<Reminder, DeskError> {
        Desk::add_reminder(self, key, wish).await
    }

    async fn cancel_reminder(
        &self,
        key: &AgentKey,
        number: i64,
        by: PersonId,
        of_anybody: bool,
    ) -> Result<Reminder, DeskError> {
        Desk::cancel_reminder(self, key, number, by, of_anybody).await
    }

    async fn branch(&self, from: &AgentKey, to: &AgentKey, by: Actor) -> Result<bool, DeskError> {
        Desk::branch(self, from, to, by).await
    }

    async fn undo(&self, key: &AgentKey, edit: EditId, actor: Actor) -> Result<EditCard, DeskError> {
        Desk::undo(self, key, Some(edit), actor).await
    }
}
