//! Inbox, turns and outbox behind one trait; each has a file of its own.

use async_trait::async_trait;

use super::super::{Accepted, AgentSeed, BegunTurn, QueueStore, StepCommit, StoreError, Summary};
use super::agents::lock_agent;
use super::{SqlLedger, inbox, outbox, reopen, summaries, turns};
use crate::clock::Moment;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{Agent, AgentKey, ChangedMessage, Incoming, Message, OutboxId, Scope, Shown, TurnId};

#[async_trait]
impl QueueStore for SqlLedger {
    async fn accept(&self, incoming: &Incoming, now: Moment) -> Result<Accepted, StoreError> {
        inbox::accept(&self.db, incoming, now).await
    }

    async fn begin_turn(&self, agent: &Agent, seed: &AgentSeed, now: Moment) -> Result<Option<BegunTurn>, StoreError> {
        turns::begin(&self.db, agent, seed, now).await
    }

    async fn join_turn(
        &self,
        agent: &Agent,
        turn: TurnId,
        seed: &AgentSeed,
        now: Moment,
    ) -> Result<Vec<Message>, StoreError> {
        turns::join(&self.db, &agent.scope(), turn, seed, now).await
    }

    async fn commit_step(&self, scope: &Scope, turn: TurnId, commit: &StepCommit) -> Result<(), StoreError> {
        turns::commit_step(&self.db, scope, turn, commit).await
    }

    async fn put_summary(&self, scope: &Scope, summary: &Summary) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        let agent = lock_agent(&mut tx, scope).await?;
        summaries::put(&mut tx, scope, &agent, summary).await?;
        tx.commit().await
    }

    async fn set_shown(&self, scope: &Scope, turn: TurnId, shown: &Shown) -> Result<(), StoreError> {
        turns::set_shown(&self.db, scope, turn, shown).await
    }

    async fn shown(&self, scope: &Scope, turn: TurnId) -> Result<Option<Shown>, StoreError> {
        turns::shown(&self.db, scope, turn).await
    }

    async fn reopen_turn(
        &self,
        scope: &Scope,
        message: &ChangedMessage,
        since: Moment,
        now: Moment,
    ) -> Result<bool, StoreError> {
        reopen::reopen(&self.db, scope, message, since, now).await
    }

    async fn unfinished_turns(&self) -> Result<Vec<BegunTurn>, StoreError> {
        turns::unfinished(&self.db, None).await
    }

    async fn unfinished_turns_of(&self, scope: &Scope) -> Result<Vec<BegunTurn>, StoreError> {
        turns::unfinished(&self.db, Some(scope)).await
    }

    async fn waiting(&self) -> Result<Vec<AgentKey>, StoreError> {
        inbox::waiting(&self.db).await
    }

    async fn unsent(&self, scope: &Scope) -> Result<Vec<OutboxRow>, StoreError> {
        outbox::unsent(&self.db, scope).await
    }

    async fn unsent_agents(&self) -> Result<Vec<Agent>, StoreError> {
        outbox::unsent_agents(&self.db).await
    }

    async fn mark_sent(&self, id: OutboxId, sent: &[u64], now: Moment) -> Result<(), StoreError> {
        outbox::mark_sent(&self.db, id, sent, now).await
    }

    async fn mark_unsent(
        &self,
        id: OutboxId,
        sent: &[u64],
        error: &str,
        give_up: bool,
        now: Moment,
    ) -> Result<(), StoreError> {
        outbox::mark_unsent(&self.db, id, sent, error, give_up, now).await
    }
}
