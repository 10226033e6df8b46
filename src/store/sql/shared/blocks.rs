//! Core memory and the history of all memory.

use async_trait::async_trait;

use super::SqlLedger;
use super::rows::{BlockRow, EditRow, target_text};
use super::write::apply_edit;
use crate::memory::{CoreMemory, Edit, EditId, EditTarget, Scope, TurnId};
use crate::store::{BlockStore, Page, StoreError};

fn decode(rows: Vec<EditRow>) -> Result<Vec<Edit>, StoreError> {
    rows.into_iter().map(EditRow::decode).collect()
}

#[async_trait]
impl BlockStore for SqlLedger {
    async fn core(&self, scope: &Scope) -> Result<CoreMemory, StoreError> {
        let rows: Vec<BlockRow> = sqlx::query_as("SELECT * FROM blocks WHERE agent_id = $1 ORDER BY place, label")
            .bind(scope.agent().to_string())
            .fetch_all(&self.reader)
            .await?;
        Ok(CoreMemory { blocks: rows.into_iter().map(BlockRow::decode).collect::<Result<_, _>>()? })
    }

    async fn edit_block(&self, scope: &Scope, edit: &Edit) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        apply_edit(&mut tx, scope.agent(), edit, 0).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn list_edits(
        &self,
        scope: &Scope,
        target: Option<&EditTarget>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Edit>, StoreError> {
        let target = target.map(target_text);
        let total: i64 =
            sqlx::query_scalar("SELECT count(*) FROM edits WHERE agent_id = $1 AND ($2 IS NULL OR target = $2)")
                .bind(scope.agent().to_string())
                .bind(target.clone())
                .fetch_one(&self.reader)
                .await?;
        let rows: Vec<EditRow> = sqlx::query_as(
            "SELECT * FROM edits WHERE agent_id = $1 AND ($2 IS NULL OR target = $2) ORDER BY at DESC, place DESC, id DESC LIMIT $3 OFFSET $4",
        )
        .bind(scope.agent().to_string())
        .bind(target)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .bind(i64::try_from(offset).unwrap_or(i64::MAX))
        .fetch_all(&self.reader)
        .await?;
        Ok(Page { items: decode(rows)?, total: total.unsigned_abs() })
    }

    async fn edit(&self, scope: &Scope, id: EditId) -> Result<Option<Edit>, StoreError> {
        let row: Option<EditRow> = sqlx::query_as("SELECT * FROM edits WHERE id = $1 AND agent_id = $2")
            .bind(id.to_string())
            .bind(scope.agent().to_string())
            .fetch_optional(&self.reader)
            .await?;
        row.map(EditRow::decode).transpose()
    }

    async fn turn_edits(&self, scope: &Scope, turn: TurnId) -> Result<Vec<Edit>, StoreError> {
        let rows: Vec<EditRow> =
            sqlx::query_as("SELECT * FROM edits WHERE turn_id = $1 AND agent_id = $2 ORDER BY at, place, id")
                .bind(turn.to_string())
                .bind(scope.agent().to_string())
                .fetch_all(&self.reader)
                .await?;
        decode(rows)
    }
}
