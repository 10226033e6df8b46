//! Taking memory away. Each kind of reset is one transaction that leaves a tombstone for every point the index may hold:
//! also for what is not marked as indexed, since it may be on its way.

use async_trait::async_trait;

use super::super::{AgentSeed, ResetReceipt, ResetStore, ResetWhat, StoreError};
use super::SqlLedger;
use super::agents::{LockedAgent, lock_agent};
use super::blocks::{apply_edit, core_in};
use super::db::{Db, Tx, past_deadlocks};
use super::edits::{BEHIND_FACTS, BEHIND_PASSAGES, FACTS, PASSAGE};
use super::statement::sql;
use super::{causes, documents};
use crate::clock::Moment;
use crate::memory::{Actor, Block, Edit, EditKind, EditTarget, Label, Scope};

/// A reset under way.
struct Reset<'a> {
    tx: Tx,
    scope: &'a Scope,
    agent: LockedAgent,
    seed: &'a AgentSeed,
    now: Moment,
    receipt: ResetReceipt,
}

impl Reset<'_> {
    fn seed_of(&self, label: Label) -> &str {
        match label {
            Label::Persona => &self.seed.persona,
            Label::Human(_) => &self.seed.human,
        }
    }

    /// Runs a statement that only asks for the agent.
    async fn run(&mut self, text: &'static str) -> Result<u64, StoreError> {
        self.tx.execute(sql(text).bind(self.scope)).await
    }

    /// Blocks go back to their seeds, each with an edit.
    async fn core(&mut self, actor: Actor) -> Result<(), StoreError> {
        for block in core_in(&mut self.tx, self.scope).await? {
            let seed = super::statement::storable(self.seed_of(block.label)).into_owned();
            if block.value != seed {
                let edit = back_to(&block, seed, actor, self.now);
                apply_edit(&mut self.tx, self.scope, &edit).await?;
                self.receipt.blocks += 1;
            }
        }
        Ok(())
    }

    /// The persona goes back to its seed and people's blocks are removed, without a trace. Versions go on, so that a change
    /// meant for what is gone cannot hit what is there now.
    async fn core_without_trace(&mut self) -> Result<(), StoreError> {
        let humans = sql("DELETE FROM blocks WHERE agent_id = $1 AND label <> $2");
        self.receipt.blocks += self.tx.execute(humans.bind(self.scope).bind(Label::Persona)).await?;
        let persona = sql("UPDATE blocks SET value = $3, version = version + 1, updated_at = $4 \
             WHERE agent_id = $1 AND label = $2 AND value <> $3")
        .bind(self.scope)
        .bind(Label::Persona)
        .bind(&self.seed.persona)
        .bind(self.now);
        self.receipt.blocks += self.tx.execute(persona).await?;
        Ok(())
    }

    /// Passages with their edits, and documents.
    async fn archival(&mut self) -> Result<(), StoreError> {
        let edits = sql("DELETE FROM edits WHERE agent_id = $1 AND target >= $2 AND target < $3");
        let edits = edits.bind(self.scope).bind(PASSAGE).bind(BEHIND_PASSAGES);
        self.receipt.edits += self.tx.execute(edits).await?;
        let tombstones = sql("INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, $2 FROM passages \
             WHERE agent_id = $1 ORDER BY n ON CONFLICT (point) DO NOTHING");
        self.tx.execute(tombstones.bind(self.scope).bind(self.now)).await?;
        self.receipt.passages += self.run("DELETE FROM passages WHERE agent_id = $1").await?;
        self.run("UPDATE agents SET passages = 0 WHERE id = $1").await?;
        self.receipt.documents += documents::take_away(&mut self.tx, self.scope, None, self.now).await?;
        Ok(())
    }

    /// The whole conversation, also what waits to become part of it. Numbers go on: a message of the past must never be
    /// taken for one of the future.
    async fn history(&mut self) -> Result<(), StoreError> {
        let tombstones = sql("INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, $2 FROM messages \
             WHERE agent_id = $1 AND searchable = 1 ORDER BY seq ON CONFLICT (point) DO NOTHING");
        self.tx.execute(tombstones.bind(self.scope).bind(self.now)).await?;
        let facts = sql("DELETE FROM edits WHERE agent_id = $1 AND target >= $2 AND target < $3");
        self.receipt.edits += self.tx.execute(facts.bind(self.scope).bind(FACTS).bind(BEHIND_FACTS)).await?;
        causes::unlink(&mut self.tx, self.scope, None).await?;
        self.receipt.messages += self.run("DELETE FROM messages WHERE agent_id = $1").await?;
        self.tx.execute(sql("DELETE FROM inbox WHERE place = $1").bind(&self.agent.key)).await?;
        self.tx.execute(sql("DELETE FROM message_changes WHERE place = $1").bind(&self.agent.key)).await?;
        self.run("DELETE FROM summaries WHERE agent_id = $1").await?;
        self.run("DELETE FROM outbox WHERE agent_id = $1").await?;
        self.run("DELETE FROM posted WHERE agent_id = $1").await?;
        self.run("DELETE FROM turns WHERE agent_id = $1").await?;
        self.run("DELETE FROM reminders WHERE agent_id = $1").await?;
        self.run("DELETE FROM notes WHERE agent_id = $1").await?;
        self.run("UPDATE agents SET first_seq = next_seq, evicted_seq = next_seq - 1 WHERE id = $1").await?;
        Ok(())
    }

    async fn all(&mut self) -> Result<(), StoreError> {
        self.archival().await?;
        self.receipt.edits += self.run("DELETE FROM edits WHERE agent_id = $1").await?;
        self.history().await?;
        self.core_without_trace().await
    }
}

fn back_to(block: &Block, seed: String, actor: Actor, now: Moment) -> Edit {
    Edit {
        before: block.value.clone(),
        after: seed,
        expected_version: block.version,
        ..Edit::new(EditTarget::Block(block.label), EditKind::Reset, actor, now)
    }
}

async fn reset(
    db: &Db,
    scope: &Scope,
    what: ResetWhat,
    seed: &AgentSeed,
    actor: Actor,
    now: Moment,
) -> Result<ResetReceipt, StoreError> {
    let mut tx = db.begin().await?;
    let agent = lock_agent(&mut tx, scope).await?;
    let mut reset = Reset { tx, scope, agent, seed, now, receipt: ResetReceipt::default() };
    match what {
        ResetWhat::Core => reset.core(actor).await?,
        ResetWhat::Archival => reset.archival().await?,
        ResetWhat::History => reset.history().await?,
        ResetWhat::All => reset.all().await?,
    }
    reset.tx.commit().await?;
    Ok(reset.receipt)
}

#[async_trait]
impl ResetStore for SqlLedger {
    async fn reset(
        &self,
        scope: &Scope,
        what: ResetWhat,
        seed: &AgentSeed,
        actor: Actor,
        now: Moment,
    ) -> Result<ResetReceipt, StoreError> {
        let receipt = past_deadlocks(|| reset(&self.db, scope, what, seed, actor, now)).await?;
        self.db.forget().await?;
        Ok(receipt)
    }
}
