//! Archival memory.

use std::collections::HashMap;

use async_trait::async_trait;

use super::super::{Page, PassageFilter, PassageStore, StoreError};
use super::SqlLedger;
use super::agents::size;
use super::body::search_key;
use super::db::Tx;
use super::edits;
use super::rows::{Row, actor_text};
use super::statement::{CHUNK, Statement, args, count, json_text, sql};
use crate::clock::Moment;
use crate::memory::passage::Superseded;
use crate::memory::{Edit, EditKind, EditTarget, Passage, PassageId, Scope};

/// What [`passage_of`] reads.
pub(super) const COLUMNS: &str = "id, text, tags, actor, cause, turn_id, created_at, number, version, valid_from, \
                                  valid_until, superseded_by, (SELECT newer.number FROM passages newer \
                                  WHERE newer.id = passages.superseded_by) AS superseder";

/// Reads a passage.
pub(super) fn passage_of(row: &Row) -> Result<Passage, StoreError> {
    Ok(Passage {
        id: row.parsed("id")?,
        text: row.text("text")?,
        tags: row.json("tags")?,
        by: row.actor()?,
        cause: row.parsed_or_null("cause")?,
        turn: row.parsed_or_null("turn_id")?,
        created_at: row.moment("created_at")?,
        number: row.int("number")?,
        version: row.int("version")?,
        valid_from: row.moment("valid_from")?,
        superseded: superseded_of(row)?,
    })
}

fn superseded_of(row: &Row) -> Result<Option<Superseded>, StoreError> {
    let Some(at) = row.moment_or_null("valid_until")? else { return Ok(None) };
    let by = row.parsed_or_null("superseded_by")?.zip(row.int_or_null("superseder")?);
    Ok(Some(Superseded { at, by }))
}

/// Adds passages and the edits that record them. The agent must be locked.
pub(super) async fn insert(tx: &mut Tx, scope: &Scope, passages: &[(Passage, Edit)]) -> Result<(), StoreError> {
    if passages.is_empty() {
        return Ok(());
    }
    let counted = sql("UPDATE agents SET passages = passages + $2, next_passage = next_passage + $2 WHERE id = $1 \
         RETURNING next_passage");
    let row = tx.row(counted.bind(scope).bind(size(passages.len()))).await?.ok_or(sqlx::Error::RowNotFound)?;
    let mut numbers = row.int("next_passage")? - size(passages.len())..;
    for passages in passages.chunks(CHUNK) {
        let mut rows = Vec::with_capacity(passages.len());
        for (passage, _) in passages {
            rows.push(args![
                passage.id,
                scope,
                &passage.text,
                json_text(&passage.tags)?,
                actor_text(passage.by),
                passage.cause,
                passage.turn,
                passage.created_at,
                passage.valid_from,
                numbers.next()
            ]);
        }
        let statement = sql(
            "INSERT INTO passages (id, agent_id, text, tags, actor, cause, turn_id, created_at, valid_from, number) \
             VALUES ",
        );
        tx.execute(statement.push_rows(rows)).await?;
    }
    insert_tags(tx, scope, passages).await?;
    let recorded: Vec<&Edit> = passages.iter().map(|(_, edit)| edit).collect();
    edits::insert(tx, scope, &recorded).await
}

async fn insert_tags(tx: &mut Tx, scope: &Scope, passages: &[(Passage, Edit)]) -> Result<(), StoreError> {
    let tag_rows = |passage: &Passage| {
        let id = passage.id;
        let keys: Vec<_> = passage.tags.iter().map(|tag| args![id, scope, search_key(tag)]).collect();
        keys
    };
    let rows: Vec<_> = passages.iter().flat_map(|(passage, _)| tag_rows(passage)).collect();
    for rows in rows.chunks(CHUNK) {
        let statement = sql("INSERT INTO passage_tags (passage_id, agent_id, tag) VALUES ").push_rows(rows.to_vec());
        tx.execute(statement.push(" ON CONFLICT (passage_id, tag) DO NOTHING")).await?;
    }
    Ok(())
}

/// Changes a passage as an edit says. The agent must be locked.
///
/// # Errors
/// [`StoreError::Conflict`] when it is not at the version that the edit expects.
pub(super) async fn change(tx: &mut Tx, scope: &Scope, id: PassageId, edit: &Edit) -> Result<(), StoreError> {
    let set = |what: &'static str, removed: &'static str| {
        sql("UPDATE passages SET version = version + 1, revision = revision + 1, indexed_at = ")
            .push(what)
            .push(" WHERE agent_id = $1 AND id = $2 AND version = $3 AND removed_at IS ")
            .push(removed)
            .bind(scope)
            .bind(id)
            .bind(edit.expected_version)
    };
    let statement = match edit.kind {
        EditKind::Supersede => {
            set("NULL, valid_until = $4, superseded_by = $5", "NULL").bind(edit.at).bind(edit.related)
        }
        EditKind::Revive => set("NULL, valid_until = NULL, superseded_by = NULL", "NULL"),
        EditKind::Remove => set("$4, removed_at = $4", "NULL").bind(edit.at),
        EditKind::Return => set("NULL, removed_at = NULL", "NOT NULL"),
        EditKind::Create
        | EditKind::Append
        | EditKind::Replace
        | EditKind::Rewrite
        | EditKind::Reset
        | EditKind::Undo
        | EditKind::Restore => set("NULL, text = $4", "NULL").bind(&edit.after),
    };
    if tx.execute(statement).await? != 1 {
        return Err(StoreError::Conflict(format!("the passage {id}")));
    }
    match edit.kind {
        EditKind::Remove => leave(tx, scope, id, edit).await,
        EditKind::Return => come_back(tx, scope, id).await,
        _ => Ok(()),
    }
}

async fn leave(tx: &mut Tx, scope: &Scope, id: PassageId, edit: &Edit) -> Result<(), StoreError> {
    let buried = sql("INSERT INTO tombstones (point, agent_id, at) VALUES ($1, $2, $3) ON CONFLICT (point) DO NOTHING");
    tx.execute(buried.bind(id).bind(scope).bind(edit.at)).await?;
    tx.execute(sql("UPDATE agents SET passages = passages - 1 WHERE id = $1").bind(scope)).await?;
    Ok(())
}

pub(super) async fn come_back(tx: &mut Tx, scope: &Scope, id: PassageId) -> Result<(), StoreError> {
    tx.execute(sql("DELETE FROM tombstones WHERE point = $1").bind(id)).await?;
    tx.execute(sql("UPDATE agents SET passages = passages + 1 WHERE id = $1").bind(scope)).await?;
    Ok(())
}

/// Takes passages away for good, with their history and what was superseded by them: that holds again. The agent must be
/// locked. Answers how many edits went with them.
pub(super) async fn remove(tx: &mut Tx, scope: &Scope, ids: &[PassageId], now: Moment) -> Result<u64, StoreError> {
    let mut edits = 0;
    for id in ids {
        let there = sql("SELECT 1 AS value FROM passages WHERE agent_id = $1 AND id = $2 AND removed_at IS NULL");
        if tx.row(there.bind(scope).bind(*id)).await?.is_some() {
            tx.execute(sql("UPDATE agents SET passages = passages - 1 WHERE id = $1").bind(scope)).await?;
        }
        let buried =
            sql("INSERT INTO tombstones (point, agent_id, at) VALUES ($1, $2, $3) ON CONFLICT (point) DO NOTHING");
        tx.execute(buried.bind(*id).bind(scope).bind(now)).await?;
        edits += edits::remove_history(tx, scope, &EditTarget::Passage(*id)).await?;
        edits +=
            tx.execute(sql("DELETE FROM edits WHERE agent_id = $1 AND related = $2").bind(scope).bind(*id)).await?;
        let revived = sql("UPDATE passages SET valid_until = NULL, superseded_by = NULL, version = version + 1, \
             revision = revision + 1, indexed_at = NULL WHERE agent_id = $1 AND superseded_by = $2");
        tx.execute(revived.bind(scope).bind(*id)).await?;
        tx.execute(sql("DELETE FROM passages WHERE agent_id = $1 AND id = $2").bind(scope).bind(*id)).await?;
    }
    Ok(edits)
}

/// Adds the conditions of a filter.
pub(super) fn filtered(statement: Statement, scope: &Scope, filter: &PassageFilter) -> Statement {
    let mut statement = statement.push(" FROM passages WHERE removed_at IS NULL AND agent_id = ").push_bind(scope);
    for tag in &filter.tags {
        statement =
            statement.push(" AND id IN (SELECT passage_id FROM passage_tags WHERE agent_id = ").push_bind(scope);
        statement = statement.push(" AND tag = ").push_bind(search_key(tag)).push(")");
    }
    if let Some(after) = filter.after {
        statement = statement.push(" AND created_at >= ").push_bind(after);
    }
    if let Some(before) = filter.before {
        statement = statement.push(" AND created_at < ").push_bind(before);
    }
    statement
}

#[async_trait]
impl PassageStore for SqlLedger {
    async fn passages(&self, scope: &Scope, ids: &[PassageId]) -> Result<Vec<Passage>, StoreError> {
        let mut found = HashMap::new();
        for ids in ids.chunks(CHUNK) {
            let statement = sql("SELECT ").push(COLUMNS).push(" FROM passages WHERE removed_at IS NULL AND ");
            for row in self.db.rows(statement.push_ids("passages", scope, ids.iter().copied())).await? {
                let passage = passage_of(&row)?;
                found.insert(passage.id, passage);
            }
        }
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    async fn passage_by_number(&self, scope: &Scope, number: i64) -> Result<Option<Passage>, StoreError> {
        let statement = sql("SELECT ")
            .push(COLUMNS)
            .push(" FROM passages WHERE agent_id = $1 AND removed_at IS NULL AND number = $2");
        self.db.row(statement.bind(scope).bind(number)).await?.as_ref().map(passage_of).transpose()
    }

    async fn superseded(
        &self,
        scope: &Scope,
        ids: &[PassageId],
    ) -> Result<Vec<(PassageId, Option<PassageId>)>, StoreError> {
        let mut found = Vec::new();
        for ids in ids.chunks(CHUNK) {
            let statement = sql("SELECT id, valid_until, superseded_by FROM passages WHERE ");
            for row in self.db.rows(statement.push_ids("passages", scope, ids.iter().copied())).await? {
                if row.moment_or_null("valid_until")?.is_some() {
                    found.push((row.parsed("id")?, row.parsed_or_null("superseded_by")?));
                }
            }
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
        let page =
            filtered(sql("SELECT ").push(COLUMNS), scope, filter).push(" ORDER BY created_at DESC, n DESC LIMIT ");
        let rows = self.db.rows(page.push_bind(count(limit)).push(" OFFSET ").push_bind(count(offset))).await?;
        let total = self.db.number(filtered(sql("SELECT count(*) AS value"), scope, filter)).await?;
        Ok(Page { items: rows.iter().map(passage_of).collect::<Result<_, _>>()?, total })
    }

    /// Read off the agent's own row, since it is asked for in every turn.
    async fn count_passages(&self, scope: &Scope) -> Result<u64, StoreError> {
        self.db.number(sql("SELECT passages AS value FROM agents WHERE id = $1").bind(scope)).await
    }
}
