//! An agent that begins with what another one knows.

use super::super::{Branch, StoreError};
use super::blocks::{NewBlock, apply_edit, core_in, create_block};
use super::db::Tx;
use super::statement::sql;
use super::{SqlLedger, agents, causes, edits};
use crate::clock::Moment;
use crate::memory::taint::layers;
use crate::memory::{Agent, AgentId, Block, Edit, EditKind, EditTarget, Label};

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

/// A block, in as many edits as there are people who brought something of it about: so it can be taken out again.
async fn copy_block(
    tx: &mut Tx,
    branch: &Branch<'_>,
    agent: &Agent,
    block: &Block,
    now: Moment,
) -> Result<(), StoreError> {
    let (target, scope) = (EditTarget::Block(block.label), agent.scope());
    let history = edits::history(tx, branch.from, &target).await?;
    let mut causers = causes::causers(tx, branch.from, &target).await?;
    // A block about somebody goes as a whole with them.
    causers.retain(|(_, person)| block.label != Label::Human(*person));
    let (value, people) = layers(&history, &causers, &block.value);
    let (name, limit) = (block.name.as_deref(), block.limit);
    let new = NewBlock { label: block.label, name, value: &value, limit, actor: branch.by, cause: None };
    create_block(tx, &scope, &new, now).await?;
    for (version, (person, before, after)) in (1..).zip(people) {
        let edit = Edit {
            before,
            after,
            expected_version: version,
            ..Edit::new(target.clone(), EditKind::Rewrite, branch.by, now)
        };
        apply_edit(tx, &scope, &edit).await?;
        causes::name_causer(tx, &scope, edit.id, person).await?;
    }
    Ok(())
}

async fn copy(tx: &mut Tx, branch: &Branch<'_>, agent: &Agent, now: Moment) -> Result<(), StoreError> {
    for block in core_in(tx, branch.from).await? {
        copy_block(tx, branch, agent, &block, now).await?;
    }
    let summary = sql("INSERT INTO summaries (agent_id, through_seq, text, at) \
         SELECT $2, 0, text, $3 FROM summaries WHERE agent_id = $1 ORDER BY n DESC LIMIT 1");
    tx.execute(summary.bind(branch.from).bind(agent.id).bind(now)).await?;
    Ok(())
}
