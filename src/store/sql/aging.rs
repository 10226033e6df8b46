//! Messages that are forgotten because of their age. Owns which go together: whole turns, from the first on, and what other
//! rows hold of them.

use std::collections::HashSet;

use super::super::{Aged, StoreError};
use super::agents::{LockedAgent, lock_agent};
use super::causes;
use super::changes::neighbours;
use super::db::{Db, Tx};
use super::messages::{self, key_again, message_of};
use super::rows::Row;
use super::statement::{CHUNK, Statement, count, sql};
use super::withdraw::{Gone, forget_facts, withdraw};
use crate::clock::Moment;
use crate::memory::traces::Traces;
use crate::memory::{Attachment, Message, MessageId, Scope, TurnId};

/// The oldest messages, and their places among what can be searched.
type Old = Vec<(Message, Option<i64>)>;

pub(super) async fn forget_before(db: &Db, scope: &Scope, before: Moment, limit: u64) -> Result<Aged, StoreError> {
    let oldest = sql("SELECT at FROM messages WHERE agent_id = $1 ORDER BY seq LIMIT 1").bind(scope);
    let copied = sql("SELECT at FROM summaries WHERE agent_id = $1 AND through_seq = 0").bind(scope);
    // A look without a lock: most often nothing is old enough.
    let is_due = |row: &Row| Ok::<_, StoreError>(row.moment("at")? < before);
    let (copied, oldest) = (db.row(copied).await?, db.row(oldest).await?);
    let copied = copied.as_ref().map_or(Ok(false), is_due)?;
    if !copied && !oldest.as_ref().map_or(Ok(false), is_due)? {
        return Ok(Aged::default());
    }
    let mut tx = db.begin().await?;
    let agent = lock_agent(&mut tx, scope).await?;
    if copied {
        // What was summed up since holds some of it.
        tx.execute(sql("DELETE FROM summaries WHERE agent_id = $1").bind(scope)).await?;
    }
    tx.execute(sql("DELETE FROM notes WHERE agent_id = $1 AND at < $2").bind(scope).bind(before)).await?;
    let (old, more) = old_messages(&mut tx, scope, before, limit).await?;
    if let Some(last) = old.last().map(|(message, _)| message.seq) {
        remove(&mut tx, scope, &agent, &old, last).await?;
        take_out_of_the_rest(&mut tx, scope, &old, before).await?;
    }
    tx.commit().await?;
    Ok(Aged { messages: old.len() as u64, copied, more: more && !old.is_empty() })
}

/// Whole turns that are older, and whether there may be more behind them.
async fn old_messages(tx: &mut Tx, scope: &Scope, before: Moment, limit: u64) -> Result<(Old, bool), StoreError> {
    let running = sql(
        "SELECT first_seq AS value FROM turns WHERE state = 'running' AND agent_id = $1 ORDER BY started_at, n LIMIT 1",
    );
    let running = tx.row(running.bind(scope)).await?.map_or(Ok(i64::MAX), |row| row.int("value"))?;
    let statement = sql("SELECT said, ")
        .push(messages::COLUMNS)
        .push(" FROM messages WHERE agent_id = $1 ORDER BY seq LIMIT $2")
        .bind(scope)
        .bind(count(limit.saturating_add(1)));
    let rows = tx.rows(statement).await?;
    let read = rows.iter().map(|row| Ok::<_, StoreError>((message_of(row)?, row.int_or_null("said")?)));
    let read = read.collect::<Result<Old, _>>()?;
    let is_old = |(message, _): &(Message, Option<i64>)| message.at < before && message.seq < running;
    let mut end = read.iter().take_while(|one| is_old(one)).count();
    let more = end == read.len();
    // A turn goes whole or not at all: a call and its result never part.
    let turn_at = |at: usize| read.get(at).and_then(|(message, _)| message.turn);
    end = end.min(usize::try_from(limit).unwrap_or(usize::MAX));
    while end > 0 && end < read.len() && turn_at(end).is_some() && turn_at(end) == turn_at(end - 1) {
        end -= 1;
    }
    let mut old = read;
    old.truncate(end);
    Ok((old, more))
}

/// The messages themselves, their turns, and what is drawn from them.
async fn remove(tx: &mut Tx, scope: &Scope, agent: &LockedAgent, old: &Old, last: i64) -> Result<(), StoreError> {
    let ids: Vec<MessageId> = old.iter().map(|(message, _)| message.id).collect();
    causes::unlink(tx, scope, Some(&ids)).await?;
    for ids in ids.chunks(CHUNK) {
        let of = |statement: Statement| statement.bind(scope).push_list(ids.iter().copied());
        let buried = of(sql("INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, at FROM messages \
             WHERE agent_id = $1 AND searchable = 1 AND id IN "));
        let buried = buried.push(" ON CONFLICT (point) DO NOTHING");
        tx.execute(buried).await?;
        forget_facts(tx, scope, ids.iter().copied()).await?;
    }
    tx.execute(sql("DELETE FROM messages WHERE agent_id = $1 AND seq <= $2").bind(scope).bind(last)).await?;
    let turns: HashSet<TurnId> = old.iter().filter_map(|(message, _)| message.turn).collect();
    let turns: Vec<TurnId> = turns.into_iter().collect();
    for turns in turns.chunks(CHUNK) {
        let of = |statement: Statement| statement.bind(scope).push_list(turns.iter().copied());
        for statement in [
            of(sql("DELETE FROM outbox WHERE agent_id = $1 AND turn_id IN ")),
            of(sql("DELETE FROM posted WHERE agent_id = $1 AND turn_id IN ")),
            of(sql("DELETE FROM turns WHERE agent_id = $1 AND state <> 'running' AND id IN ")),
        ] {
            tx.execute(statement).await?;
        }
    }
    tx.execute(sql("DELETE FROM summaries WHERE agent_id = $1").bind(scope)).await?;
    let marks = sql("UPDATE agents SET first_seq = $2, evicted_seq = $3 WHERE id = $1").bind(scope).bind(last + 1);
    tx.execute(marks.bind(agent.evicted_seq.max(last))).await?;
    Ok(())
}

/// What later messages hold of them: quotes, and what tools showed. The first that is left is found by other words now.
async fn take_out_of_the_rest(tx: &mut Tx, scope: &Scope, old: &Old, now: Moment) -> Result<(), StoreError> {
    let mut traces = Traces::default();
    for (message, _) in old.iter().filter(|(message, _)| message.body.is_searchable()) {
        traces.text(message.body.text());
        message.body.attachments().iter().filter_map(Attachment::words).for_each(|words| traces.text(words));
        if let Some(link) = message.source.and_then(|source| source.jump_link()) {
            traces.text(&link);
        }
    }
    let quoted = old.iter().filter_map(|(message, _)| message.source).map(|source| source.message);
    let quoted: HashSet<u64> = quoted.filter(|message| *message > 0).collect();
    let gone = Gone { traces: &traces, turns: &HashSet::new(), quoted: &quoted, person: None, words: false };
    withdraw(tx, scope, &gone, now).await?;
    if let Some(said) = old.iter().rev().find_map(|(_, said)| *said) {
        let beside = neighbours(tx, scope, said).await?;
        key_again(tx, scope, &beside).await?;
    }
    Ok(())
}
