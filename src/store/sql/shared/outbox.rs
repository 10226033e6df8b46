//! Messages on their way out.

use super::SqlLedger;
use super::agents::AgentRow;
use super::rows::{OutRow, clean, micros, to_json};
use crate::clock::Moment;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{Agent, OutboxId, Scope};
use crate::store::StoreError;

impl SqlLedger {
    pub(super) async fn unsent_rows(&self, scope: &Scope) -> Result<Vec<OutboxRow>, StoreError> {
        let rows: Vec<OutRow> =
            sqlx::query_as("SELECT * FROM outbox WHERE agent_id = $1 AND sent_at IS NULL AND gave_up_at IS NULL ORDER BY created_at, place, id")
                .bind(scope.agent().to_string())
                .fetch_all(&self.reader)
                .await?;
        rows.into_iter().map(OutRow::decode).collect()
    }

    pub(super) async fn agents_with_unsent(&self) -> Result<Vec<Agent>, StoreError> {
        let rows: Vec<AgentRow> = sqlx::query_as(
            "SELECT id, key, created_at FROM agents WHERE id IN (SELECT agent_id FROM outbox WHERE sent_at IS NULL AND gave_up_at IS NULL) ORDER BY id",
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter().map(AgentRow::decode).collect()
    }

    pub(super) async fn set_sent(&self, id: OutboxId, sent: &[u64], now: Moment) -> Result<(), StoreError> {
        sqlx::query("UPDATE outbox SET sent = $1, sent_at = $2, error = NULL WHERE id = $3")
            .bind(to_json(&sent)?)
            .bind(micros(now))
            .bind(id.to_string())
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    pub(super) async fn set_unsent(
        &self,
        id: OutboxId,
        sent: &[u64],
        error: &str,
        give_up: bool,
        now: Moment,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE outbox SET sent = $1, error = $2, attempts = attempts + 1, gave_up_at = $3 WHERE id = $4")
            .bind(to_json(&sent)?)
            .bind(clean(error))
            .bind(give_up.then(|| micros(now)))
            .bind(id.to_string())
            .execute(&self.writer)
            .await?;
        Ok(())
    }
}
