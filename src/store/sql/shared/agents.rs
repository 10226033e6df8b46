//! Agents.

use async_trait::async_trait;

use super::rows::{micros, moment, parse};
use super::write::create_block;
use super::{SqlLedger, Tx};
use crate::clock::Moment;
use crate::memory::{Agent, AgentId, AgentKey, Label};
use crate::store::{AgentSeed, AgentStore, StoreError};

#[derive(sqlx::FromRow)]
pub(super) struct AgentRow {
    id: String,
    key: String,
    created_at: i64,
}

impl AgentRow {
    pub(super) fn decode(self) -> Result<Agent, StoreError> {
        Ok(Agent {
            id: parse("the agent id", &self.id)?,
            key: parse("the agent key", &self.key)?,
            created_at: moment(self.created_at)?,
        })
    }
}

pub(super) async fn agent_by_id(tx: &mut Tx, id: &str) -> Result<Agent, StoreError> {
    let row: AgentRow =
        sqlx::query_as("SELECT id, key, created_at FROM agents WHERE id = $1").bind(id).fetch_one(&mut **tx).await?;
    row.decode()
}

#[async_trait]
impl AgentStore for SqlLedger {
    async fn open_agent(&self, key: &AgentKey, seed: &AgentSeed, now: Moment) -> Result<Agent, StoreError> {
        if let Some(agent) = self.find_agent(key).await? {
            return Ok(agent);
        }
        let mut tx = self.begin().await?;
        let id = AgentId::at(now);
        let made =
            sqlx::query("INSERT INTO agents (id, key, created_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING")
                .bind(id.to_string())
                .bind(key.to_string())
                .bind(micros(now))
                .execute(&mut *tx)
                .await?;
        if made.rows_affected() == 1 {
            create_block(&mut tx, id, Label::Persona, None, &seed.persona, seed, now).await?;
        }
        tx.commit().await?;
        self.find_agent(key).await?.ok_or_else(|| StoreError::NotFound(format!("the agent {key}")))
    }

    async fn find_agent(&self, key: &AgentKey) -> Result<Option<Agent>, StoreError> {
        let row: Option<AgentRow> = sqlx::query_as("SELECT id, key, created_at FROM agents WHERE key = $1")
            .bind(key.to_string())
            .fetch_optional(&self.reader)
            .await?;
        row.map(AgentRow::decode).transpose()
    }

    async fn count_agents(&self) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM agents").fetch_one(&self.reader).await?;
        Ok(count.unsigned_abs())
    }
}
