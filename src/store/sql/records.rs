//! The record of a conversation, read and taken in.

use async_trait::async_trait;

use super::super::{AgentSeed, NewMessage, Record, RecordStore, StoreError, Summary, Turn};
use super::SqlLedger;
use super::agents::{LockedAgent, lock_agent, size};
use super::blocks::{NewBlock, apply_edit, core_in, create_block};
use super::changes::NO_TURN;
use super::db::{Db, Tx, past_deadlocks};
use super::messages::{COLUMNS, key_again, message_of, put};
use super::statement::{CHUNK, args, count, sql};
use super::{causes, passages, summaries, turns};
use crate::clock::Moment;
use crate::memory::{Actor, Edit, Label, Message, Passage, PersonId, Scope, TurnId};

/// Messages of a turn that are read; none has as many.
const OF_A_TURN: u64 = 500;

async fn messages_after(db: &Db, scope: &Scope, seq: i64, limit: u64) -> Result<Vec<Message>, StoreError> {
    let statement =
        sql("SELECT ").push(COLUMNS).push(" FROM messages WHERE agent_id = $1 AND seq > $2 ORDER BY seq LIMIT $3");
    db.rows(statement.bind(scope).bind(seq).bind(count(limit))).await?.iter().map(message_of).collect()
}

/// A turn's messages stand side by side, so that they are read without looking for them.
async fn turn(db: &Db, scope: &Scope, id: TurnId) -> Result<Option<(Turn, Vec<Message>)>, StoreError> {
    let Some((turn, first_seq)) = turns::find(db, scope, id).await? else { return Ok(None) };
    let messages = messages_after(db, scope, first_seq - 1, OF_A_TURN).await?;
    let of_it = messages.into_iter().take_while(|message| message.turn == Some(id)).collect();
    Ok(Some((turn, of_it)))
}

async fn add_passages(
    db: &Db,
    scope: &Scope,
    new: &[(Passage, Edit)],
    said_by: Option<PersonId>,
) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    lock_agent(&mut tx, scope).await?;
    passages::insert(&mut tx, scope, new).await?;
    if let Some(by) = said_by {
        for (passage, edit) in new {
            causes::name_causer(&mut tx, scope, edit.id, by).await?;
            causes::name_causer_of_passage(&mut tx, scope, passage.id, by).await?;
        }
    }
    tx.commit().await
}

async fn take_in(db: &Db, scope: &Scope, record: &Record, seed: &AgentSeed, now: Moment) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let agent = lock_agent(&mut tx, scope).await?;
    let known = core_in(&mut tx, scope).await?;
    for (person, name) in &record.people {
        let label = Label::Human(*person);
        if known.iter().all(|block| block.label != label) {
            let (name, limit) = (name.as_deref(), seed.block_limit);
            let block = NewBlock { label, name, value: &seed.human, limit, actor: Actor::System, cause: None };
            create_block(&mut tx, scope, &block, now).await?;
        }
    }
    for edit in &record.edits {
        apply_edit(&mut tx, scope, edit).await?;
    }
    passages::insert(&mut tx, scope, &record.passages).await?;
    for (passage, _) in &record.passages {
        if let Some(gone) = &passage.superseded {
            let statement =
                sql("UPDATE passages SET valid_until = $3, superseded_by = $4 WHERE agent_id = $1 AND id = $2");
            let by = gone.by.map(|(id, _)| id);
            tx.execute(statement.bind(scope).bind(passage.id).bind(gone.at).bind(by)).await?;
        }
    }
    put_before(&mut tx, scope, &agent, &record.messages, now).await?;
    if let Some(text) = &record.summary {
        summarize(&mut tx, scope, text, now).await?;
    }
    tx.commit().await
}

/// Puts messages before all others: with smaller numbers than any has, also where that is below 1. So they are behind
/// the mark from which on messages are in the prompt.
async fn put_before(
    tx: &mut Tx,
    scope: &Scope,
    agent: &LockedAgent,
    messages: &[NewMessage],
    now: Moment,
) -> Result<(), StoreError> {
    if messages.is_empty() {
        return Ok(());
    }
    let first_seq = agent.first_seq - size(messages.len());
    let searchable = size(messages.iter().filter(|message| message.body.is_searchable()).count());
    let oldest = sql("SELECT COALESCE((SELECT MIN(said) FROM messages WHERE agent_id = $1 AND said IS NOT NULL), \
         (SELECT next_said FROM agents WHERE id = $1)) AS value");
    let oldest = tx.row(oldest.bind(scope)).await?.ok_or(sqlx::Error::RowNotFound)?.int("value")?;
    let numbered: Vec<Message> = (first_seq..)
        .zip(messages)
        .map(|(seq, NewMessage { id, body, source, at })| Message {
            id: *id,
            seq,
            turn: None,
            body: body.clone(),
            source: *source,
            at: *at,
        })
        .collect();
    put(tx, scope, &numbered, oldest - searchable).await?;
    key_again(tx, scope, &[oldest]).await?;
    let moved = sql("UPDATE agents SET first_seq = $2 WHERE id = $1");
    tx.execute(moved.bind(scope).bind(first_seq)).await?;
    know_again(tx, agent, messages, now).await
}

/// What came from Discord is known as having been said here, so that it is not answered when it comes once more, and
/// follows when it is changed or deleted there.
async fn know_again(tx: &mut Tx, agent: &LockedAgent, messages: &[NewMessage], now: Moment) -> Result<(), StoreError> {
    let from_discord = |message: &&NewMessage| message.source.is_some_and(|source| source.message > 0);
    let rows: Vec<_> = messages
        .iter()
        .filter(from_discord)
        .filter_map(|message| {
            let event = format!("discord:{}", message.source?.message);
            Some(args![event, &agent.key, "", NO_TURN, message.at, now])
        })
        .collect();
    for rows in rows.chunks(CHUNK) {
        let statement = sql("INSERT INTO inbox (event, place, payload, turn_id, at, seen_at) VALUES ");
        tx.execute(statement.push_rows(rows.to_vec()).push(" ON CONFLICT (event) DO NOTHING")).await?;
    }
    Ok(())
}

async fn summarize(tx: &mut Tx, scope: &Scope, text: &str, now: Moment) -> Result<(), StoreError> {
    let known = sql("SELECT 1 AS value FROM summaries WHERE agent_id = $1 LIMIT 1").bind(scope);
    if tx.row(known).await?.is_some() {
        return Ok(());
    }
    let agent = lock_agent(tx, scope).await?;
    let summary = Summary { text: text.to_owned(), through_seq: agent.evicted_seq, at: now };
    summaries::put(tx, scope, &agent, &summary).await
}

#[async_trait]
impl RecordStore for SqlLedger {
    async fn turn(&self, scope: &Scope, id: TurnId) -> Result<Option<(Turn, Vec<Message>)>, StoreError> {
        turn(&self.db, scope, id).await
    }

    async fn messages_after(&self, scope: &Scope, seq: i64, limit: u64) -> Result<Vec<Message>, StoreError> {
        messages_after(&self.db, scope, seq, limit).await
    }

    async fn message_at(&self, scope: &Scope, channel: u64, message: u64) -> Result<Option<Message>, StoreError> {
        let statement = sql("SELECT ")
            .push(COLUMNS)
            .push(" FROM messages WHERE agent_id = $1 AND message IS NOT NULL AND channel = $2 AND message = $3");
        let row = self.db.row(statement.bind(scope).bind(channel).bind(message)).await?;
        row.as_ref().map(message_of).transpose()
    }

    async fn add_passages(
        &self,
        scope: &Scope,
        passages: &[(Passage, Edit)],
        said_by: Option<PersonId>,
    ) -> Result<(), StoreError> {
        past_deadlocks(|| add_passages(&self.db, scope, passages, said_by)).await
    }

    async fn take_in(&self, scope: &Scope, record: &Record, seed: &AgentSeed, now: Moment) -> Result<(), StoreError> {
        past_deadlocks(|| take_in(&self.db, scope, record, seed, now)).await
    }
}
