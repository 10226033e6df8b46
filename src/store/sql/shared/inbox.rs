//! Messages on their way in: each once, each taken by exactly one turn.

use super::rows::{big, from_json, micros, parse, to_json};
use super::write::{insert_messages, meet, take_seqs};
use super::{SqlLedger, Tx};
use crate::clock::Moment;
use crate::memory::{AgentId, AgentKey, Body, Incoming, Message, MessageId, TurnId};
use crate::store::{Accepted, AgentSeed, NewMessage, StoreError};

#[derive(sqlx::FromRow)]
struct InboxRow {
    event: String,
    payload: String,
}

impl SqlLedger {
    pub(super) async fn accept_once(&self, incoming: &Incoming, now: Moment) -> Result<Accepted, StoreError> {
        let new = sqlx::query("INSERT INTO inbox (event, agent_key, message, payload, received_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (event) DO NOTHING")
            .bind(incoming.event.clone())
            .bind(incoming.key.to_string())
            .bind(big(incoming.source.message))
            .bind(to_json(incoming)?)
            .bind(micros(now))
            .execute(&self.writer)
            .await?;
        Ok(if new.rows_affected() == 1 { Accepted::New } else { Accepted::Duplicate })
    }

    pub(super) async fn waiting_keys(&self) -> Result<Vec<AgentKey>, StoreError> {
        let keys: Vec<(String, i64)> =
            sqlx::query_as("SELECT agent_key, min(received_at) AS first FROM inbox WHERE turn_id IS NULL GROUP BY agent_key ORDER BY first").fetch_all(&self.reader).await?;
        keys.iter().map(|(key, _)| parse("the agent key", key)).collect()
    }

    /// Whether anything waits, without keeping others from writing.
    pub(super) async fn anything_waits(&self, key: &str) -> Result<bool, StoreError> {
        let waits: Option<i64> =
            sqlx::query_scalar("SELECT message FROM inbox WHERE agent_key = $1 AND turn_id IS NULL LIMIT 1")
                .bind(key)
                .fetch_optional(&self.reader)
                .await?;
        Ok(waits.is_some())
    }
}

/// Takes what waits for that agent into the turn: it becomes part of the conversation, oldest first.
pub(super) async fn take(
    tx: &mut Tx,
    agent: AgentId,
    key: &str,
    turn: TurnId,
    seed: &AgentSeed,
    now: Moment,
) -> Result<Vec<Message>, StoreError> {
    // The agent's row first: on PostgreSQL two takers then come one after the other.
    take_seqs(tx, agent, 0).await?;
    let rows: Vec<InboxRow> = sqlx::query_as("SELECT event, payload FROM inbox WHERE agent_key = $1 AND turn_id IS NULL ORDER BY message, received_at, event")
        .bind(key)
        .fetch_all(&mut **tx)
        .await?;
    let mut messages = Vec::with_capacity(rows.len());
    for row in &rows {
        sqlx::query("UPDATE inbox SET turn_id = $1 WHERE event = $2")
            .bind(turn.to_string())
            .bind(row.event.clone())
            .execute(&mut **tx)
            .await?;
        let incoming: Incoming = from_json("a waiting message:", &row.payload)?;
        meet(tx, agent, &incoming.person, seed, now).await?;
        messages.push(to_message(incoming, now));
    }
    let first = take_seqs(tx, agent, messages.len()).await?;
    insert_messages(tx, agent, turn, first, &messages).await
}

fn to_message(incoming: Incoming, now: Moment) -> NewMessage {
    let Incoming { person, text, attachments, quote, source, at, .. } = incoming;
    NewMessage {
        id: MessageId::at(now),
        body: Body::Person { person, text, attachments, quote },
        source: Some(source),
        at,
    }
}
