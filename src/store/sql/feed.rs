//! What the index has to catch up with.

use std::collections::HashMap;

use async_trait::async_trait;

use super::super::{IndexFeed, IndexItem, ItemId, StoreError, Unindexed};
use super::SqlLedger;
use super::db::{Db, Tx};
use super::documents::{self, chunk_of};
use super::messages::{self, message_of};
use super::passages::{self, passage_of};
use super::rows::Row;
use super::statement::{Arg, CHUNK, Statement, args, count, sql};
use crate::clock::Moment;
use crate::memory::{AgentId, Message, MessageId};

/// The conditions are those of the indexes over what is not indexed yet, so that history costs nothing.
const UNINDEXED_MESSAGES: &str = " FROM messages WHERE searchable = 1 AND indexed_at IS NULL";
const UNINDEXED_PASSAGES: &str = " FROM passages WHERE indexed_at IS NULL";
const UNINDEXED_CHUNKS: &str = " FROM chunks c JOIN documents d ON d.id = c.document_id WHERE c.indexed_at IS NULL";

/// What waits, with the moment it is sorted by.
type Waiting = (Moment, Unindexed);

async fn waiting_messages(db: &Db, limit: u64) -> Result<Vec<Waiting>, StoreError> {
    let statement = sql("SELECT agent_id, revision, facts, ")
        .push(messages::COLUMNS)
        .push(
            ", (SELECT p.id FROM messages p WHERE p.agent_id = messages.agent_id AND p.said IS NOT NULL \
             AND p.said < messages.said ORDER BY p.said DESC LIMIT 1) AS previous_id, \
             (SELECT f.id FROM messages f WHERE f.agent_id = messages.agent_id AND f.said IS NOT NULL \
             AND f.said > messages.said ORDER BY f.said LIMIT 1) AS next_id",
        )
        .push(UNINDEXED_MESSAGES)
        .push(" ORDER BY at, seq LIMIT $1");
    let rows = db.rows(statement.bind(count(limit))).await?;
    let mut neighbours = Vec::with_capacity(2 * rows.len());
    for row in &rows {
        neighbours.extend(row.parsed_or_null::<MessageId>("previous_id")?);
        neighbours.extend(row.parsed_or_null::<MessageId>("next_id")?);
    }
    let known = messages::by_id(db, &neighbours).await?;
    rows.iter().map(|row| waiting_message(row, &known)).collect()
}

fn waiting_message(row: &Row, known: &HashMap<MessageId, Message>) -> Result<Waiting, StoreError> {
    let neighbour = |column| Ok::<_, StoreError>(row.parsed_or_null(column)?.and_then(|id| known.get(&id).cloned()));
    let message = message_of(row)?;
    let at = message.at;
    let (previous, next) = (neighbour("previous_id")?, neighbour("next_id")?);
    let facts = row.text_or_null("facts")?.unwrap_or_default();
    let item = IndexItem::Message { message, previous, next, facts };
    Ok((at, Unindexed { agent: agent_of(row)?, item, revision: row.int("revision")? }))
}

async fn waiting_passages(db: &Db, limit: u64) -> Result<Vec<Waiting>, StoreError> {
    let statement = sql("SELECT agent_id, revision, ")
        .push(passages::COLUMNS)
        .push(UNINDEXED_PASSAGES)
        .push(" ORDER BY created_at, n LIMIT $1")
        .bind(count(limit));
    let read = |row: &Row| {
        let passage = passage_of(row)?;
        let (at, item) = (passage.created_at, IndexItem::Passage(passage));
        Ok((at, Unindexed { agent: agent_of(row)?, item, revision: row.int("revision")? }))
    };
    db.rows(statement).await?.iter().map(read).collect()
}

async fn waiting_chunks(db: &Db, limit: u64) -> Result<Vec<Waiting>, StoreError> {
    let statement = sql("SELECT c.agent_id AS agent_id, c.revision AS revision, ")
        .push(documents::CHUNK_COLUMNS)
        .push(UNINDEXED_CHUNKS)
        .push(" ORDER BY c.created_at, c.n LIMIT $1")
        .bind(count(limit));
    let read = |row: &Row| {
        let chunk = chunk_of(row)?;
        let (at, item) = (chunk.at, IndexItem::Chunk(chunk));
        Ok((at, Unindexed { agent: agent_of(row)?, item, revision: row.int("revision")? }))
    };
    db.rows(statement).await?.iter().map(read).collect()
}

fn agent_of(row: &Row) -> Result<AgentId, StoreError> {
    row.parsed("agent_id")
}

/// Runs the statement for as many ids at once as fit.
async fn for_ids<Id: Copy + Into<Arg>>(tx: &mut Tx, start: &Statement, ids: &[Id]) -> Result<(), StoreError> {
    for ids in ids.chunks(CHUNK) {
        tx.execute(start.clone().push_list(ids.iter().copied())).await?;
    }
    Ok(())
}

async fn mark(db: &Db, done: &[(ItemId, i64)], now: Moment) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    for done in done.chunks(CHUNK) {
        let (mut messages, mut passages, mut chunks) = (Vec::new(), Vec::new(), Vec::new());
        for (id, revision) in done {
            match id {
                ItemId::Message(id) => messages.push(args![*id, *revision]),
                ItemId::Passage(id) => passages.push(args![*id, *revision]),
                ItemId::Chunk(id) => chunks.push(args![*id, *revision]),
            }
        }
        let messages_of = sql("UPDATE messages SET indexed_at = $1 WHERE (id, revision) IN (VALUES ");
        mark_rows(&mut tx, messages_of.bind(now), messages).await?;
        let passages_of =
            sql("UPDATE passages SET indexed_at = $1 WHERE removed_at IS NULL AND (id, revision) IN (VALUES ");
        mark_rows(&mut tx, passages_of.bind(now), passages).await?;
        let chunks_of = sql("UPDATE chunks SET indexed_at = $1 WHERE (id, revision) IN (VALUES ");
        mark_rows(&mut tx, chunks_of.bind(now), chunks).await?;
    }
    tx.commit().await
}

async fn mark_rows(tx: &mut Tx, start: Statement, rows: Vec<Vec<Arg>>) -> Result<(), StoreError> {
    if !rows.is_empty() {
        tx.execute(start.push_row_list(rows).push(")")).await?;
    }
    Ok(())
}

async fn unindexed_count(db: &Db) -> Result<u64, StoreError> {
    let messages = db.number(sql("SELECT count(*) AS value").push(UNINDEXED_MESSAGES)).await?;
    let passages = db.number(sql("SELECT count(*) AS value").push(UNINDEXED_PASSAGES)).await?;
    let chunks = db.number(sql("SELECT count(*) AS value FROM chunks WHERE indexed_at IS NULL")).await?;
    Ok(messages + passages + chunks)
}

#[async_trait]
impl IndexFeed for SqlLedger {
    async fn unindexed(&self, limit: u64) -> Result<Vec<Unindexed>, StoreError> {
        let mut waiting = waiting_messages(&self.db, limit).await?;
        waiting.extend(waiting_passages(&self.db, limit).await?);
        waiting.extend(waiting_chunks(&self.db, limit).await?);
        waiting.sort_by_key(|(at, _)| *at);
        waiting.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(waiting.into_iter().map(|(_, item)| item).collect())
    }

    async fn mark_indexed(&self, done: &[(ItemId, i64)], now: Moment) -> Result<(), StoreError> {
        if done.is_empty() {
            return Ok(());
        }
        super::db::past_deadlocks(|| mark(&self.db, done, now)).await
    }

    async fn mark_lost(&self, points: &[uuid::Uuid]) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        for start in [
            "UPDATE messages SET indexed_at = NULL WHERE id IN ",
            "UPDATE passages SET indexed_at = NULL WHERE removed_at IS NULL AND id IN ",
            "UPDATE chunks SET indexed_at = NULL WHERE id IN ",
        ] {
            for_ids(&mut tx, &sql(start), points).await?;
        }
        tx.commit().await
    }

    async fn tombstones(&self, limit: u64) -> Result<Vec<(uuid::Uuid, AgentId)>, StoreError> {
        let statement = sql("SELECT point, agent_id FROM tombstones ORDER BY n LIMIT $1").bind(count(limit));
        let read = |row: &Row| Ok((row.parsed("point")?, agent_of(row)?));
        self.db.rows(statement).await?.iter().map(read).collect()
    }

    async fn clear_tombstones(&self, points: &[uuid::Uuid]) -> Result<(), StoreError> {
        if points.is_empty() {
            return Ok(());
        }
        let mut tx = self.db.begin().await?;
        for_ids(&mut tx, &sql("DELETE FROM tombstones WHERE point IN "), points).await?;
        tx.commit().await
    }

    async fn rewind(&self) -> Result<u64, StoreError> {
        let mut tx = self.db.begin().await?;
        tx.execute(sql("UPDATE messages SET indexed_at = NULL WHERE indexed_at IS NOT NULL")).await?;
        tx.execute(sql("UPDATE passages SET indexed_at = NULL WHERE indexed_at IS NOT NULL AND removed_at IS NULL"))
            .await?;
        tx.execute(sql("UPDATE chunks SET indexed_at = NULL WHERE indexed_at IS NOT NULL")).await?;
        tx.commit().await?;
        unindexed_count(&self.db).await
    }

    async fn indexed(&self) -> Result<u64, StoreError> {
        let messages = sql("SELECT count(*) AS value FROM messages WHERE indexed_at IS NOT NULL");
        let passages =
            sql("SELECT count(*) AS value FROM passages WHERE indexed_at IS NOT NULL AND removed_at IS NULL");
        let chunks = sql("SELECT count(*) AS value FROM chunks WHERE indexed_at IS NOT NULL");
        let mut indexed = 0;
        for count in [messages, passages, chunks] {
            indexed += self.db.number(count).await?;
        }
        Ok(indexed)
    }

    async fn backlog(&self) -> Result<(u64, u64), StoreError> {
        let items = unindexed_count(&self.db).await?;
        Ok((items, self.db.number(sql("SELECT count(*) AS value FROM tombstones")).await?))
    }
}
