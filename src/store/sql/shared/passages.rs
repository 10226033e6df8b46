//! Archival memory.

use async_trait::async_trait;
use sqlx::AssertSqlSafe;

use super::SqlLedger;
use super::rows::{PassageRow, clean, micros, to_json};
use crate::memory::{Passage, PassageId, Scope};
use crate::store::{Page, PassageFilter, PassageStore, StoreError};

/// The conditions of a filter with that many tags: `$1` is the agent, `$2` and `$3` the bounds, tags from `$4` on. Each
/// tag is looked for as it stands in the JSON list, which is exact because a quote inside a tag is escaped there.
fn filtered(head: &str, tags: usize, tail: &str) -> AssertSqlSafe<String> {
    let conditions: String = (0..tags).map(|at| format!(" AND tags LIKE ${} ESCAPE '!'", at + 4)).collect();
    AssertSqlSafe(format!(
        "{head} FROM passages WHERE agent_id = $1 AND ($2 IS NULL OR created_at >= $2) AND ($3 IS NULL OR created_at < $3){conditions}{tail}"
    ))
}

/// A pattern that finds the tag in the JSON list.
fn pattern(tag: &str) -> Result<String, StoreError> {
    let quoted = to_json(&clean(&tag.to_lowercase()))?;
    Ok(format!("%{}%", quoted.replace('!', "!!").replace('%', "!%").replace('_', "!_")))
}

#[async_trait]
impl PassageStore for SqlLedger {
    async fn passages(&self, scope: &Scope, ids: &[PassageId]) -> Result<Vec<Passage>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let row: Option<PassageRow> = sqlx::query_as("SELECT * FROM passages WHERE id = $1 AND agent_id = $2")
                .bind(id.to_string())
                .bind(scope.agent().to_string())
                .fetch_optional(&self.reader)
                .await?;
            found.extend(row.map(PassageRow::decode).transpose()?);
        }
        Ok(found)
    }

    async fn list_passages(
        &self,
        scope: &Scope,
        filter: &PassageFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Passage>, StoreError> {
        let patterns: Vec<String> = filter.tags.iter().map(|tag| pattern(tag)).collect::<Result<_, _>>()?;
        let (agent, after, before) = (scope.agent().to_string(), filter.after.map(micros), filter.before.map(micros));
        let mut count = sqlx::query_scalar(filtered("SELECT count(*)", patterns.len(), ""))
            .bind(agent.clone())
            .bind(after)
            .bind(before);
        let tail =
            format!(" ORDER BY created_at DESC, id DESC LIMIT ${} OFFSET ${}", patterns.len() + 4, patterns.len() + 5);
        let mut list = sqlx::query_as(filtered("SELECT *", patterns.len(), &tail)).bind(agent).bind(after).bind(before);
        for pattern in patterns {
            count = count.bind(pattern.clone());
            list = list.bind(pattern);
        }
        let total: i64 = count.fetch_one(&self.reader).await?;
        let list = list.bind(i64::try_from(limit).unwrap_or(i64::MAX)).bind(i64::try_from(offset).unwrap_or(i64::MAX));
        let rows: Vec<PassageRow> = list.fetch_all(&self.reader).await?;
        Ok(Page {
            items: rows.into_iter().map(PassageRow::decode).collect::<Result<_, _>>()?,
            total: total.unsigned_abs(),
        })
    }

    async fn count_passages(&self, scope: &Scope) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM passages WHERE agent_id = $1")
            .bind(scope.agent().to_string())
            .fetch_one(&self.reader)
            .await?;
        Ok(count.unsigned_abs())
    }
}
