//! What the index has to catch up with.

use async_trait::async_trait;
use uuid::Uuid;

use super::SqlLedger;
use super::rows::{MessageRow, PassageRow, micros, parse};
use crate::clock::Moment;
use crate::memory::{AgentId, MessageId, PassageId};
use crate::store::{IndexFeed, IndexItem, StoreError};

#[derive(sqlx::FromRow)]
struct OwnedMessage {
    agent_id: String,
    #[sqlx(flatten)]
    message: MessageRow,
}

#[derive(sqlx::FromRow)]
struct OwnedPassage {
    agent_id: String,
    #[sqlx(flatten)]
    passage: PassageRow,
}

impl SqlLedger {
    async fn with_previous(&self, row: OwnedMessage) -> Result<(AgentId, IndexItem), StoreError> {
        let message = row.message.decode()?;
        let previous: Option<MessageRow> = sqlx::query_as(
            "SELECT * FROM messages WHERE agent_id = $1 AND seq < $2 AND searchable = 1 ORDER BY seq DESC LIMIT 1",
        )
        .bind(row.agent_id.clone())
        .bind(message.seq)
        .fetch_optional(&self.reader)
        .await?;
        let previous = previous.map(MessageRow::decode).transpose()?;
        Ok((parse("the agent id", &row.agent_id)?, IndexItem::Message { message, previous }))
    }
}

#[async_trait]
impl IndexFeed for SqlLedger {
    async fn unindexed(&self, limit: u64) -> Result<Vec<(AgentId, IndexItem)>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let messages: Vec<OwnedMessage> =
            sqlx::query_as("SELECT * FROM messages WHERE searchable = 1 AND indexed_at IS NULL ORDER BY id LIMIT $1")
                .bind(limit)
                .fetch_all(&self.reader)
                .await?;
        let left = limit - i64::try_from(messages.len()).unwrap_or(limit);
        let passages: Vec<OwnedPassage> =
            sqlx::query_as("SELECT * FROM passages WHERE indexed_at IS NULL ORDER BY id LIMIT $1")
                .bind(left)
                .fetch_all(&self.reader)
                .await?;
        let mut items = Vec::with_capacity(messages.len() + passages.len());
        for row in messages {
            items.push(self.with_previous(row).await?);
        }
        for row in passages {
            items.push((parse("the agent id", &row.agent_id)?, IndexItem::Passage(row.passage.decode()?)));
        }
        Ok(items)
    }

    async fn mark_indexed(
        &self,
        messages: &[MessageId],
        passages: &[PassageId],
        now: Moment,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        for id in messages {
            sqlx::query("UPDATE messages SET indexed_at = $1 WHERE id = $2")
                .bind(micros(now))
                .bind(id.to_string())
                .execute(&mut *tx)
                .await?;
        }
        for id in passages {
            sqlx::query("UPDATE passages SET indexed_at = $1 WHERE id = $2")
                .bind(micros(now))
                .bind(id.to_string())
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn tombstones(&self, limit: u64) -> Result<Vec<(Uuid, AgentId)>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT point_id, agent_id FROM tombstones ORDER BY at, point_id LIMIT $1")
                .bind(i64::try_from(limit).unwrap_or(i64::MAX))
                .fetch_all(&self.reader)
                .await?;
        rows.iter().map(|(point, agent)| Ok((parse("the point id", point)?, parse("the agent id", agent)?))).collect()
    }

    async fn clear_tombstones(&self, points: &[Uuid]) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        for point in points {
            sqlx::query("DELETE FROM tombstones WHERE point_id = $1").bind(point.to_string()).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn rewind(&self) -> Result<u64, StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE messages SET indexed_at = NULL WHERE indexed_at IS NOT NULL").execute(&mut *tx).await?;
        sqlx::query("UPDATE passages SET indexed_at = NULL WHERE indexed_at IS NOT NULL").execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(self.backlog().await?.0)
    }

    async fn backlog(&self) -> Result<(u64, u64), StoreError> {
        let messages: i64 =
            sqlx::query_scalar("SELECT count(*) FROM messages WHERE searchable = 1 AND indexed_at IS NULL")
                .fetch_one(&self.reader)
                .await?;
        let passages: i64 = sqlx::query_scalar("SELECT count(*) FROM passages WHERE indexed_at IS NULL")
            .fetch_one(&self.reader)
            .await?;
        let tombstones: i64 = sqlx::query_scalar("SELECT count(*) FROM tombstones").fetch_one(&self.reader).await?;
        Ok(((messages + passages).unsigned_abs(), tombstones.unsigned_abs()))
    }
}
