//! What waits to be delivered.

use super::super::{NewOutbox, StoreError};
use super::agents::agent_of;
use super::db::{Db, Tx};
use super::posted;
use super::rows::Row;
use super::statement::{CHUNK, Statement, args, from_json, json_text, sql};
use crate::clock::Moment;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{Agent, OutboxId, Scope, TurnId};

fn outbox_of(row: &Row) -> Result<OutboxRow, StoreError> {
    Ok(OutboxRow {
        id: row.parsed("id")?,
        outgoing: row.json("payload")?,
        to: row.source()?,
        created_at: row.moment("created_at")?,
        attempts: row.size("attempts")?,
        sent: row.json("sent")?,
        shown: row.text_or_null("shown")?.map(|text| from_json(&text, "what shows an answer")).transpose()?,
    })
}

/// Adds what a step wants said, in that order.
pub(super) async fn insert(tx: &mut Tx, scope: &Scope, turn: TurnId, new: &[NewOutbox]) -> Result<(), StoreError> {
    for new in new.chunks(CHUNK) {
        let mut rows = Vec::with_capacity(new.len());
        for NewOutbox { id, outgoing, to, at } in new {
            let payload = json_text(outgoing)?;
            let (at, state) = (*at, "waiting");
            rows.push(args![*id, scope, turn, payload, to.guild, to.channel, to.message, state, 0_i64, "[]", at, at]);
        }
        let statement =
            sql("INSERT INTO outbox (id, agent_id, turn_id, payload, guild, channel, message, state, attempts, \
             sent, created_at, changed_at) VALUES ");
        tx.execute(statement.push_rows(rows)).await?;
    }
    Ok(())
}

/// What waits of one agent, oldest first.
pub(super) async fn unsent(db: &Db, scope: &Scope) -> Result<Vec<OutboxRow>, StoreError> {
    let statement =
        sql("SELECT o.id, o.payload, o.guild, o.channel, o.message, o.created_at, o.attempts, o.sent, t.shown \
         FROM outbox o LEFT JOIN turns t ON t.id = o.turn_id AND COALESCE(t.reply, t.id) = o.id \
         WHERE o.state = 'waiting' AND o.agent_id = $1 ORDER BY o.n");
    db.rows(statement.bind(scope)).await?.iter().map(outbox_of).collect()
}

/// Agents of which something waits, by their oldest row.
pub(super) async fn unsent_agents(db: &Db) -> Result<Vec<Agent>, StoreError> {
    let statement = sql("SELECT a.id AS agent_id, a.place, a.created_at AS agent_since FROM \
         (SELECT agent_id, MIN(n) AS oldest FROM outbox WHERE state = 'waiting' GROUP BY agent_id) w \
         JOIN agents a ON a.id = w.agent_id ORDER BY w.oldest");
    db.rows(statement).await?.iter().map(agent_of).collect()
}

/// It was delivered. Its text is given up: the conversation holds it. A row that was reset in between is passed over.
pub(super) async fn mark_sent(db: &Db, id: OutboxId, sent: &[u64], now: Moment) -> Result<(), StoreError> {
    let statement =
        sql("UPDATE outbox SET state = 'sent', sent = $2, changed_at = $3, payload = '', error = NULL WHERE id = $1 \
             RETURNING agent_id, turn_id, channel");
    mark(db, id, sent, statement.bind(id).bind(json_text(&sent)?).bind(now)).await
}

/// It was not delivered, or not whole. A row that no longer waits is passed over.
pub(super) async fn mark_unsent(
    db: &Db,
    id: OutboxId,
    sent: &[u64],
    error: &str,
    give_up: bool,
    now: Moment,
) -> Result<(), StoreError> {
    let statement =
        sql("UPDATE outbox SET state = $2, sent = $3, error = $4, changed_at = $5, attempts = attempts + 1 \
         WHERE id = $1 AND state = 'waiting' RETURNING agent_id, turn_id, channel")
        .bind(id)
        .bind(if give_up { "given_up" } else { "waiting" })
        .bind(json_text(&sent)?)
        .bind(error)
        .bind(now);
    mark(db, id, sent, statement).await
}

/// Marks the row and writes down which messages of Discord it has become.
async fn mark(db: &Db, id: OutboxId, sent: &[u64], statement: Statement) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    if let Some(row) = tx.row(statement).await? {
        posted::insert(&mut tx, &row, id, sent).await?;
    }
    tx.commit().await
}
