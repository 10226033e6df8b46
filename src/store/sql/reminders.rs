//! Reminders.

use async_trait::async_trait;

use super::super::{ReminderRoom, ReminderStore, SentReminder, StoreError, WaitingReminder};
use super::SqlLedger;
use super::agents::{agent_of, lock_agent};
use super::changes::NO_TURN;
use super::db::{Db, Tx, past_deadlocks};
use super::rows::Row;
use super::statement::{count, sql};
use super::{notes, outbox};
use crate::clock::Moment;
use crate::memory::{PersonId, Reminder, Scope};

/// What [`reminder_of`] reads.
const COLUMNS: &str = "r.number, r.person, r.text, r.guild, r.channel, r.message, r.due, r.repeats, r.zone, r.reason";

fn reminder_of(row: &Row) -> Result<Reminder, StoreError> {
    Ok(Reminder {
        number: row.int("number")?,
        person: PersonId(row.parsed("person")?),
        text: row.text("text")?,
        source: row.source()?,
        due: row.moment("due")?,
        repeat: row.parsed_or_null("repeats")?,
        zone: row.parsed("zone")?,
        paused: row.text_or_null("reason")?,
    })
}

/// All of that person, by number, also those that are on their way.
pub(super) async fn list(tx: &mut Tx, scope: &Scope, person: PersonId) -> Result<Vec<Reminder>, StoreError> {
    let statement = sql("SELECT ")
        .push(COLUMNS)
        .push(" FROM reminders r WHERE r.person = $1 AND r.agent_id = $2 ORDER BY r.number");
    tx.rows(statement.bind(person).bind(scope)).await?.iter().map(reminder_of).collect()
}

/// Adds one. The agent must be locked.
pub(super) async fn insert(tx: &mut Tx, scope: &Scope, new: &Reminder, now: Moment) -> Result<i64, StoreError> {
    let next = sql("UPDATE agents SET reminders = reminders + 1 WHERE id = $1 RETURNING reminders");
    let number = tx.row(next.bind(scope)).await?.ok_or(sqlx::Error::RowNotFound)?.int("reminders")?;
    if new.number != 0 && new.number != number {
        return Err(StoreError::Conflict("the list of reminders".into()));
    }
    let statement =
        sql("INSERT INTO reminders (agent_id, number, person, text, guild, channel, message, due, looks_at, \
         repeats, zone, state, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting', $12)")
        .bind(scope)
        .bind(number)
        .bind(new.person)
        .bind(&new.text)
        .bind(new.source.guild)
        .bind(new.source.channel)
        .bind(new.source.message)
        .bind(new.due)
        .bind(new.due)
        .bind(new.repeat.map(|repeat| repeat.to_string()))
        .bind(new.zone.name())
        .bind(now);
    tx.execute(statement).await?;
    Ok(number)
}

/// Takes one away. Whether it was there.
pub(super) async fn cancel(tx: &mut Tx, scope: &Scope, number: i64) -> Result<bool, StoreError> {
    let statement = sql("DELETE FROM reminders WHERE agent_id = $1 AND number = $2 AND state <> 'sent'");
    Ok(tx.execute(statement.bind(scope).bind(number)).await? == 1)
}

async fn add(db: &Db, scope: &Scope, new: &Reminder, now: Moment) -> Result<i64, StoreError> {
    let mut tx = db.begin().await?;
    let number = insert(&mut tx, scope, new, now).await?;
    tx.commit().await?;
    Ok(number)
}

async fn waiting(db: &Db, behind: Option<(Moment, i64)>, limit: u64) -> Result<Vec<WaitingReminder>, StoreError> {
    let (at, order) = behind.map_or((i64::MIN, i64::MIN), |(at, order)| (at.timestamp_micros(), order));
    let statement = sql("SELECT r.n, r.looks_at, a.id AS agent_id, a.place, a.created_at AS agent_since, ")
        .push(COLUMNS)
        .push(
            " FROM reminders r JOIN agents a ON a.id = r.agent_id \
             WHERE r.state = 'waiting' AND (r.looks_at, r.n) > ($1, $2) ORDER BY r.looks_at, r.n LIMIT $3",
        )
        .bind(at)
        .bind(order)
        .bind(count(limit));
    let read = |row: &Row| {
        let (looks_at, order) = (row.moment("looks_at")?, row.int("n")?);
        Ok(WaitingReminder { agent: agent_of(row)?, reminder: reminder_of(row)?, looks_at, order })
    };
    db.rows(statement).await?.iter().map(read).collect()
}

async fn send(db: &Db, scope: &Scope, sent: &SentReminder) -> Result<bool, StoreError> {
    let mut tx = db.begin().await?;
    lock_agent(&mut tx, scope).await?;
    let state = if sent.next.is_some() { "waiting" } else { "sent" };
    let due = sent.next.unwrap_or(sent.due);
    let statement = sql("UPDATE reminders SET state = $4, due = $5, looks_at = $6 \
         WHERE agent_id = $1 AND number = $2 AND due = $3 AND state = 'waiting'")
    .bind(scope)
    .bind(sent.number)
    .bind(sent.due)
    .bind(state)
    .bind(due)
    .bind(due);
    if tx.execute(statement).await? == 0 {
        return Ok(false);
    }
    outbox::insert(&mut tx, scope, NO_TURN, std::slice::from_ref(&sent.outbox)).await?;
    notes::put(&mut tx, scope, &sent.note).await?;
    tx.commit().await?;
    Ok(true)
}

#[async_trait]
impl ReminderStore for SqlLedger {
    async fn reminders(&self, scope: &Scope) -> Result<Vec<Reminder>, StoreError> {
        let statement = sql("SELECT ")
            .push(COLUMNS)
            .push(" FROM reminders r WHERE r.agent_id = $1 AND r.state <> 'sent' ORDER BY r.number");
        self.db.rows(statement.bind(scope)).await?.iter().map(reminder_of).collect()
    }

    async fn reminder_room(&self, scope: &Scope, person: PersonId) -> Result<ReminderRoom, StoreError> {
        let statement = sql("SELECT a.reminders + 1 AS next, \
             (SELECT count(*) FROM reminders WHERE agent_id = a.id AND state <> 'sent') AS of_agent, \
             (SELECT count(*) FROM reminders WHERE person = $2 AND state <> 'sent') AS of_person \
             FROM agents a WHERE a.id = $1");
        let row = self.db.row(statement.bind(scope).bind(person)).await?.ok_or(sqlx::Error::RowNotFound)?;
        Ok(ReminderRoom { next: row.int("next")?, of_agent: row.size("of_agent")?, of_person: row.size("of_person")? })
    }

    async fn add_reminder(&self, scope: &Scope, reminder: &Reminder, now: Moment) -> Result<i64, StoreError> {
        past_deadlocks(|| add(&self.db, scope, reminder, now)).await
    }

    async fn cancel_reminder(&self, scope: &Scope, number: i64) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let there = cancel(&mut tx, scope, number).await?;
        tx.commit().await?;
        Ok(there)
    }

    async fn waiting_reminders(
        &self,
        behind: Option<(Moment, i64)>,
        limit: u64,
    ) -> Result<Vec<WaitingReminder>, StoreError> {
        waiting(&self.db, behind, limit).await
    }

    async fn hold_reminder(&self, scope: &Scope, number: i64, until: Moment) -> Result<(), StoreError> {
        let statement =
            sql("UPDATE reminders SET looks_at = $3 WHERE agent_id = $1 AND number = $2 AND state = 'waiting'");
        self.db.execute(statement.bind(scope).bind(number).bind(until)).await?;
        Ok(())
    }

    async fn send_reminder(&self, scope: &Scope, sent: &SentReminder) -> Result<bool, StoreError> {
        past_deadlocks(|| send(&self.db, scope, sent)).await
    }

    async fn reminder_delivered(&self, scope: &Scope, number: i64) -> Result<(), StoreError> {
        let statement = sql("DELETE FROM reminders WHERE agent_id = $1 AND number = $2 AND state = 'sent'");
        self.db.execute(statement.bind(scope).bind(number)).await?;
        Ok(())
    }

    async fn pause_reminder(&self, scope: &Scope, number: i64, reason: &str) -> Result<(), StoreError> {
        let statement = sql("UPDATE reminders SET state = 'paused', reason = $3 WHERE agent_id = $1 AND number = $2");
        self.db.execute(statement.bind(scope).bind(number).bind(reason)).await?;
        Ok(())
    }
}
