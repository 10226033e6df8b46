//! An agent that begins with what another one knows.

use super::super::{Branch, StoreError};
use super::blocks::{NewBlock, core_in, create_block};
use super::db::Tx;
use super::statement::sql;
use super::{SqlLedger, agents};
use crate::clock::Moment;
use crate::memory::{Agent, AgentId};

impl SqlLedger {
    /// Makes the agent in one transaction.
    pub(super) async fn branch(&self, branch: &Branch<'_>, now: Moment) -> Result<Agent, StoreError> {
        let agent = Agent { id: AgentId::at(now), key: branch.to.clone(), created_at: now };
        let mut tx = self.db.begin().await?;
        let source = agents::lock_agent(&mut tx, branch.from).await?;
        let statement = sql("INSERT INTO agents (id, place, created_at, guild) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (place) DO NOTHING")
        .bind(agent.id)
        .bind(&agent.key)
        .bind(now)
        .bind(source.guild);
        if tx.execute(statement).await? == 0 {
            return Err(StoreError::Conflict(format!("the agent of {}", agent.key)));
        }
        copy(&mut tx, branch, &agent, now).await?;
        tx.commit().await?;
        Ok(agent)
    }
}

async fn copy(tx: &mut Tx, branch: &Branch<'_>, agent: &Agent, now: Moment) -> Result<(), StoreError> {
    for block in core_in(tx, branch.from).await? {
        let new = NewBlock {
            label: block.label,
            name: block.name.as_deref(),
            value: &block.value,
            limit: block.limit,
            actor: branch.by,
            cause: None,
        };
        create_block(tx, &agent.scope(), &new, now).await?;
    }
    let summary = sql("INSERT INTO summaries (agent_id, through_seq, text, at) \
         SELECT $2, 0, text, $3 FROM summaries WHERE agent_id = $1 ORDER BY n DESC LIMIT 1");
    tx.execute(summary.bind(branch.from).bind(agent.id).bind(now)).await?;
    Ok(())
}
