//! Taking memory away.

use async_trait::async_trait;

use super::rows::{BlockRow, micros};
use super::write::{apply_edit, insert_edit, take_seqs};
use super::{SqlLedger, Tx};
use crate::clock::Moment;
use crate::memory::{Actor, Edit, EditId, EditKind, EditTarget, Label, Scope};
use crate::store::{AgentSeed, ResetReceipt, ResetStore, ResetWhat, StoreError};

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
        let mut tx = self.begin().await?;
        // The agent's row first: on PostgreSQL nobody else then writes to the agent.
        take_seqs(&mut tx, scope.agent(), 0).await?;
        let agent = scope.agent().to_string();
        let mut receipt = ResetReceipt::default();
        if matches!(what, ResetWhat::Archival | ResetWhat::All) {
            receipt.passages = remove_passages(&mut tx, &agent, now).await?;
            receipt.edits +=
                remove(&mut tx, "DELETE FROM edits WHERE agent_id = $1 AND target LIKE 'passage:%'", &agent).await?;
        }
        if matches!(what, ResetWhat::History | ResetWhat::All) {
            receipt.messages = remove_history(&mut tx, &agent, now).await?;
        }
        match what {
            ResetWhat::Core => receipt.blocks = reset_blocks(&mut tx, scope, seed, actor, now).await?,
            ResetWhat::All => {
                receipt.blocks = remove_blocks(&mut tx, scope, seed, actor, now, &mut receipt.edits).await?;
            }
            ResetWhat::Archival | ResetWhat::History => {}
        }
        tx.commit().await?;
        Ok(receipt)
    }
}

async fn remove(tx: &mut Tx, statement: &'static str, agent: &str) -> Result<u64, StoreError> {
    Ok(sqlx::query(statement).bind(agent).execute(&mut **tx).await?.rows_affected())
}

async fn remove_passages(tx: &mut Tx, agent: &str, now: Moment) -> Result<u64, StoreError> {
    sqlx::query("INSERT INTO tombstones (point_id, agent_id, at) SELECT id, agent_id, $2 FROM passages WHERE agent_id = $1 ON CONFLICT (point_id) DO NOTHING")
        .bind(agent)
        .bind(micros(now))
        .execute(&mut **tx)
        .await?;
    remove(tx, "DELETE FROM passages WHERE agent_id = $1", agent).await
}

async fn remove_history(tx: &mut Tx, agent: &str, now: Moment) -> Result<u64, StoreError> {
    sqlx::query(
        "INSERT INTO tombstones (point_id, agent_id, at) SELECT id, agent_id, $2 FROM messages WHERE agent_id = $1 AND searchable = 1 ON CONFLICT (point_id) DO NOTHING",
    )
    .bind(agent)
    .bind(micros(now))
    .execute(&mut **tx)
    .await?;
    remove(tx, "DELETE FROM inbox WHERE agent_key = (SELECT key FROM agents WHERE id = $1)", agent).await?;
    remove(tx, "DELETE FROM outbox WHERE agent_id = $1", agent).await?;
    remove(tx, "DELETE FROM turns WHERE agent_id = $1", agent).await?;
    remove(tx, "DELETE FROM summaries WHERE agent_id = $1", agent).await?;
    remove(tx, "UPDATE agents SET evicted_through = 0 WHERE id = $1", agent).await?;
    remove(tx, "UPDATE edits SET cause = NULL, turn_id = NULL WHERE agent_id = $1", agent).await?;
    remove(tx, "UPDATE passages SET cause = NULL, turn_id = NULL WHERE agent_id = $1", agent).await?;
    remove(tx, "DELETE FROM messages WHERE agent_id = $1", agent).await
}

async fn blocks(tx: &mut Tx, scope: &Scope) -> Result<Vec<crate::memory::Block>, StoreError> {
    let rows: Vec<BlockRow> = sqlx::query_as("SELECT * FROM blocks WHERE agent_id = $1 ORDER BY place")
        .bind(scope.agent().to_string())
        .fetch_all(&mut **tx)
        .await?;
    rows.into_iter().map(BlockRow::decode).collect()
}

fn reset_edit(label: Label, before: String, after: String, version: i64, actor: Actor, now: Moment) -> Edit {
    Edit {
        id: EditId::at(now),
        target: EditTarget::Block(label),
        kind: EditKind::Reset,
        actor,
        before,
        after,
        reason: None,
        cause: None,
        turn: None,
        expected_version: version,
        at: now,
    }
}

/// Blocks go back to their seeds; history keeps what they were.
async fn reset_blocks(
    tx: &mut Tx,
    scope: &Scope,
    seed: &AgentSeed,
    actor: Actor,
    now: Moment,
) -> Result<u64, StoreError> {
    let mut changed = 0;
    for (place, block) in blocks(tx, scope).await?.into_iter().enumerate() {
        let fresh = if block.label == Label::Persona { &seed.persona } else { &seed.human };
        if block.value == *fresh {
            continue;
        }
        let edit = reset_edit(block.label, block.value, fresh.clone(), block.version, actor, now);
        apply_edit(tx, scope.agent(), &edit, place).await?;
        changed += 1;
    }
    Ok(changed)
}

/// People's blocks and the whole history go; the persona starts anew.
async fn remove_blocks(
    tx: &mut Tx,
    scope: &Scope,
    seed: &AgentSeed,
    actor: Actor,
    now: Moment,
    edits: &mut u64,
) -> Result<u64, StoreError> {
    let agent = scope.agent().to_string();
    let all = blocks(tx, scope).await?;
    let changed = all.iter().filter(|block| block.label != Label::Persona || block.value != seed.persona).count();
    *edits += remove(tx, "DELETE FROM edits WHERE agent_id = $1", &agent).await?;
    remove(tx, "DELETE FROM blocks WHERE agent_id = $1 AND label <> 'persona'", &agent).await?;
    sqlx::query("UPDATE blocks SET value = $1, version = version + 1, updated_at = $2 WHERE agent_id = $3")
        .bind(seed.persona.clone())
        .bind(micros(now))
        .bind(agent)
        .execute(&mut **tx)
        .await?;
    let version = all.iter().find(|block| block.label == Label::Persona).map_or(0, |block| block.version);
    let edit = reset_edit(Label::Persona, String::new(), seed.persona.clone(), version, actor, now);
    insert_edit(tx, scope.agent(), &edit, 0).await?;
    Ok(changed as u64)
}
