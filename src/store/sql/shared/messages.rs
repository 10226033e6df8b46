//! Recall memory.

use async_trait::async_trait;

use super::SqlLedger;
use super::rows::{MessageRow, clean, decode_messages, micros, moment};
use crate::memory::{Message, MessageId, Scope};
use crate::store::{MessageFilter, MessageStore, Page, StoreError, Summary};

#[derive(sqlx::FromRow)]
struct SummaryRow {
    through_seq: i64,
    text: String,
    at: i64,
}

/// Which messages a filter means. `$1` is the agent, `$2` the author, `$3` and `$4` the bounds.
macro_rules! filtered {
    ($head:literal, $tail:literal) => {
        concat!(
            $head,
            " FROM messages WHERE agent_id = $1 AND searchable = 1",
            " AND ($2 IS NULL OR (role = 'agent' AND $2 = 'agent') OR CAST(author AS TEXT) = $2 OR author_key = $2)",
            " AND ($3 IS NULL OR at >= $3) AND ($4 IS NULL OR at < $4)",
            $tail
        )
    };
}

#[async_trait]
impl MessageStore for SqlLedger {
    async fn queue(&self, scope: &Scope) -> Result<Vec<Message>, StoreError> {
        let rows: Vec<MessageRow> = sqlx::query_as(
            "SELECT * FROM messages WHERE agent_id = $1 AND seq > (SELECT evicted_through FROM agents WHERE id = $1) ORDER BY seq",
        )
        .bind(scope.agent().to_string())
        .fetch_all(&self.reader)
        .await?;
        decode_messages(rows)
    }

    async fn summary(&self, scope: &Scope) -> Result<Option<Summary>, StoreError> {
        let row: Option<SummaryRow> = sqlx::query_as(
            "SELECT through_seq, text, at FROM summaries WHERE agent_id = $1 ORDER BY through_seq DESC LIMIT 1",
        )
        .bind(scope.agent().to_string())
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| Ok(Summary { text: row.text, through_seq: row.through_seq, at: moment(row.at)? })).transpose()
    }

    async fn messages(&self, scope: &Scope, ids: &[MessageId]) -> Result<Vec<Message>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let row: Option<MessageRow> = sqlx::query_as("SELECT * FROM messages WHERE id = $1 AND agent_id = $2")
                .bind(id.to_string())
                .bind(scope.agent().to_string())
                .fetch_optional(&self.reader)
                .await?;
            found.extend(row.map(MessageRow::decode).transpose()?);
        }
        Ok(found)
    }

    async fn list_messages(
        &self,
        scope: &Scope,
        filter: &MessageFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Message>, StoreError> {
        let author = filter.author.as_deref().map(|author| clean(author).to_lowercase());
        let (after, before) = (filter.after.map(micros), filter.before.map(micros));
        let total: i64 = sqlx::query_scalar(filtered!("SELECT count(*)", ""))
            .bind(scope.agent().to_string())
            .bind(author.clone())
            .bind(after)
            .bind(before)
            .fetch_one(&self.reader)
            .await?;
        let rows: Vec<MessageRow> =
            sqlx::query_as(filtered!("SELECT *", " ORDER BY at DESC, seq DESC LIMIT $5 OFFSET $6"))
                .bind(scope.agent().to_string())
                .bind(author)
                .bind(after)
                .bind(before)
                .bind(i64::try_from(limit).unwrap_or(i64::MAX))
                .bind(i64::try_from(offset).unwrap_or(i64::MAX))
                .fetch_all(&self.reader)
                .await?;
        Ok(Page { items: decode_messages(rows)?, total: total.unsigned_abs() })
    }

    async fn count_messages(&self, scope: &Scope) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM messages WHERE agent_id = $1")
            .bind(scope.agent().to_string())
            .fetch_one(&self.reader)
            .await?;
        Ok(count.unsigned_abs())
    }
}
