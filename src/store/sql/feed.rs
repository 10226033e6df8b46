//! What the index has to catch up with.

use std::collections::HashMap;

use async_trait::async_trait;

use super::super::{IndexFeed, IndexItem, StoreError};
use super::SqlLedger;
use super::db::{Db, Tx};
use super::messages::{self, message_of};
use super::passages::{self, passage_of};
use super::rows::Row;
use super::statement::{Arg, CHUNK, Statement, count, sql};
use crate::clock::Moment;
use crate::memory::{AgentId, MessageId, PassageId};

/// The conditions are those of the indexes over what is not indexed yet, so that history costs nothing.
const UNINDEXED_MESSAGES: &str = " FROM messages WHERE searchable = 1 AND indexed_at IS NULL";
const UNINDEXED_PASSAGES: &str = " FROM passages WHERE indexed_at IS NULL";

/// An item with its agent and the moment it is sorted by.
type Waiting = (Moment, AgentId, IndexItem);

async fn waiting_messages(db: &Db, limit: u64) -> Result<Vec<Waiting>, StoreError> {
    let statement = sql("SELECT agent_id, ")
        .push(messages::COLUMNS)
        .push(
            ", (SELECT p.id FROM messages p WHERE p.agent_id = messages.agent_id AND p.seq < messages.seq \
             AND p.searchable = 1 ORDER BY p.seq DESC LIMIT 1) AS previous_id",
        )
        .push(UNINDEXED_MESSAGES)
        .push(" ORDER BY at, seq LIMIT $1");
    let rows = db.rows(statement.bind(count(limit))).await?;
    let mut read = Vec::with_capacity(rows.len());
    for row in &rows {
        let previous: Option<MessageId> = row.parsed_or_null("previous_id")?;
        read.push((agent_of(row)?, message_of(row)?, previous));
    }
    let wanted: Vec<MessageId> = read.iter().filter_map(|(_, _, previous)| *previous).collect();
    let previous = messages::by_id(db, &wanted).await?;
    let item =
        |(agent, message, before): (AgentId, _, Option<MessageId>)| with_previous(agent, message, before, &previous);
    Ok(read.into_iter().map(item).collect())
}

fn with_previous(
    agent: AgentId,
    message: crate::memory::Message,
    before: Option<MessageId>,
    known: &HashMap<MessageId, crate::memory::Message>,
) -> Waiting {
    let previous = before.and_then(|id| known.get(&id).cloned());
    (message.at, agent, IndexItem::Message { message, previous })
}

async fn waiting_passages(db: &Db, limit: u64) -> Result<Vec<Waiting>, StoreError> {
    let statement = sql("SELECT agent_id, ")
        .push(passages::COLUMNS)
        .push(UNINDEXED_PASSAGES)
        .push(" ORDER BY created_at, n LIMIT $1")
        .bind(count(limit));
    let read = |row: &Row| {
        let passage = passage_of(row)?;
        Ok((passage.created_at, agent_of(row)?, IndexItem::Passage(passage)))
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

async fn mark(db: &Db, messages: &[MessageId], passages: &[PassageId], now: Moment) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    for_ids(&mut tx, &sql("UPDATE messages SET indexed_at = $1 WHERE id IN ").bind(now), messages).await?;
    for_ids(&mut tx, &sql("UPDATE passages SET indexed_at = $1 WHERE id IN ").bind(now), passages).await?;
    tx.commit().await
}

async fn unindexed_count(db: &Db) -> Result<u64, StoreError> {
    let messages = db.number(sql("SELECT count(*) AS value").push(UNINDEXED_MESSAGES)).await?;
    let passages = db.number(sql("SELECT count(*) AS value").push(UNINDEXED_PASSAGES)).await?;
    Ok(messages + passages)
}

#[async_trait]
impl IndexFeed for SqlLedger {
    async fn unindexed(&self, limit: u64) -> Result<Vec<(AgentId, IndexItem)>, StoreError> {
        let mut waiting = waiting_messages(&self.db, limit).await?;
        waiting.extend(waiting_passages(&self.db, limit).await?);
        waiting.sort_by_key(|(at, _, _)| *at);
        waiting.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(waiting.into_iter().map(|(_, agent, item)| (agent, item)).collect())
    }

    async fn mark_indexed(
        &self,
        messages: &[MessageId],
        passages: &[PassageId],
        now: Moment,
    ) -> Result<(), StoreError> {
        if messages.is_empty() && passages.is_empty() {
            return Ok(());
        }
        super::db::past_deadlocks(|| mark(&self.db, messages, passages, now)).await
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
        tx.execute(sql("UPDATE passages SET indexed_at = NULL WHERE indexed_at IS NOT NULL")).await?;
        tx.commit().await?;
        unindexed_count(&self.db).await
    }

    async fn backlog(&self) -> Result<(u64, u64), StoreError> {
        let items = unindexed_count(&self.db).await?;
        Ok((items, self.db.number(sql("SELECT count(*) AS value FROM tombstones")).await?))
    }
}
