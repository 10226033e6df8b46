//! Agents, and the lock by which all that changes one agent goes one after the other.

use async_trait::async_trait;

use super::super::{AgentSeed, AgentStore, Branch, StoreError};
use super::SqlLedger;
use super::blocks::{NewBlock, create_block};
use super::db::{Db, Tx};
use super::rows::Row;
use super::statement::sql;
use crate::clock::Moment;
use crate::memory::{Actor, Agent, AgentId, AgentKey, Label, Scope};

/// Reads an agent from the columns agent_id, place and agent_since.
pub(super) fn agent_of(row: &Row) -> Result<Agent, StoreError> {
    Ok(Agent {
        id: AgentId(row.parsed("agent_id")?),
        key: row.parsed("place")?,
        created_at: row.moment("agent_since")?,
    })
}

/// What an agent's own row says, while the transaction holds it.
pub(super) struct LockedAgent {
    pub key: AgentKey,
    /// Of the next message.
    pub next_seq: i64,
    /// Of the oldest message that is still there.
    pub first_seq: i64,
    /// Of the newest message that has left the prompt.
    pub evicted_seq: i64,
    /// Where its place is, if that is known and in a guild.
    pub guild: Option<i64>,
}

/// Takes the agent for this transaction: whoever else wants to change it waits.
pub(super) async fn lock_agent(tx: &mut Tx, scope: &Scope) -> Result<LockedAgent, StoreError> {
    let statement = sql("UPDATE agents SET next_seq = next_seq WHERE id = $1 \
         RETURNING place, next_seq, first_seq, evicted_seq, guild")
    .bind(scope);
    let row = tx.row(statement).await?.ok_or_else(|| no_agent(scope))?;
    Ok(LockedAgent {
        key: row.parsed("place")?,
        next_seq: row.int("next_seq")?,
        first_seq: row.int("first_seq")?,
        evicted_seq: row.int("evicted_seq")?,
        guild: row.int_or_null("guild")?,
    })
}

fn no_agent(scope: &Scope) -> StoreError {
    StoreError::NotFound(format!("the agent {}", scope.agent()))
}

/// Writes down in which guild the agent's place is.
pub(super) async fn note_guild(tx: &mut Tx, scope: &Scope, guild: u64) -> Result<(), StoreError> {
    tx.execute(sql("UPDATE agents SET guild = $2 WHERE id = $1").bind(scope).bind(guild)).await?;
    Ok(())
}

/// Numbers that were set aside for messages.
pub(super) struct Numbers {
    /// The `seq` of the first.
    pub seq: i64,
    /// The `said` of the first that can be searched.
    pub said: i64,
}

/// Sets aside numbers for so many messages, of which so many can be searched.
pub(super) async fn number_messages(
    tx: &mut Tx,
    scope: &Scope,
    messages: usize,
    searchable: usize,
) -> Result<Numbers, StoreError> {
    let statement = sql("UPDATE agents SET next_seq = next_seq + $2, next_said = next_said + $3 WHERE id = $1 \
         RETURNING next_seq, next_said")
    .bind(scope)
    .bind(size(messages))
    .bind(size(searchable));
    let row = tx.row(statement).await?.ok_or_else(|| no_agent(scope))?;
    Ok(Numbers { seq: row.int("next_seq")? - size(messages), said: row.int("next_said")? - size(searchable) })
}

/// A length as a column holds it.
pub(super) fn size(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

async fn find(db: &Db, key: &AgentKey) -> Result<Option<Agent>, StoreError> {
    let statement =
        sql("SELECT id AS agent_id, place, created_at AS agent_since FROM agents WHERE place = $1").bind(key);
    db.row(statement).await?.as_ref().map(agent_of).transpose()
}

/// Makes the agent and its persona; None when somebody else was faster.
async fn create(db: &Db, key: &AgentKey, seed: &AgentSeed, now: Moment) -> Result<Option<Agent>, StoreError> {
    let agent = Agent { id: AgentId::at(now), key: key.clone(), created_at: now };
    let mut tx = db.begin().await?;
    let statement =
        sql("INSERT INTO agents (id, place, created_at) VALUES ($1, $2, $3) ON CONFLICT (place) DO NOTHING")
            .bind(agent.id)
            .bind(key)
            .bind(now);
    if tx.execute(statement).await? == 0 {
        return Ok(None);
    }
    let persona = NewBlock {
        label: Label::Persona,
        name: None,
        value: &seed.persona,
        limit: seed.block_limit,
        actor: Actor::System,
        cause: None,
    };
    create_block(&mut tx, &agent.scope(), &persona, now).await?;
    tx.commit().await?;
    Ok(Some(agent))
}

#[async_trait]
impl AgentStore for SqlLedger {
    async fn open_agent(&self, key: &AgentKey, seed: &AgentSeed, now: Moment) -> Result<Agent, StoreError> {
        if let Some(agent) = find(&self.db, key).await? {
            return Ok(agent);
        }
        if let Some(agent) = create(&self.db, key, seed, now).await? {
            return Ok(agent);
        }
        find(&self.db, key).await?.ok_or_else(|| StoreError::NotFound(format!("the agent of {key}")))
    }

    async fn find_agent(&self, key: &AgentKey) -> Result<Option<Agent>, StoreError> {
        find(&self.db, key).await
    }

    async fn count_agents(&self) -> Result<u64, StoreError> {
        self.db.number(sql("SELECT count(*) AS value FROM agents")).await
    }

    async fn branch_agent(&self, branch: &Branch<'_>, now: Moment) -> Result<Agent, StoreError> {
        self.branch(branch, now).await
    }

    async fn note_guild(&self, scope: &Scope, guild: u64) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        note_guild(&mut tx, scope, guild).await?;
        tx.commit().await
    }

    async fn agents_of_guild(&self, guild: u64) -> Result<Vec<Agent>, StoreError> {
        let statement = sql("SELECT id AS agent_id, place, created_at AS agent_since FROM agents \
             WHERE guild IS NOT NULL AND guild = $1");
        self.db.rows(statement.bind(guild)).await?.iter().map(agent_of).collect()
    }
}
