//! What agents do with their memory in quiet hours.

use async_trait::async_trait;

use super::super::{Idle, StoreError, TendStore, Tended};
use super::SqlLedger;
use super::agents::{agent_of, lock_agent};
use super::blocks::apply_edit;
use super::changes::NO_TURN;
use super::db::{Db, Tx};
use super::messages::{self, message_of};
use super::rows::Row;
use super::statement::{count, sql};
use super::{outbox, passages};
use crate::clock::Moment;
use crate::memory::{Edit, Message, MessageId, Scope};

/// Puts facts to a message that can be found, or takes them away. Their version is 1 where there are any.
pub(super) async fn change_facts(tx: &mut Tx, scope: &Scope, id: MessageId, edit: &Edit) -> Result<(), StoreError> {
    let statement = sql("UPDATE messages SET facts = $3, revision = revision + 1, indexed_at = NULL \
         WHERE agent_id = $1 AND id = $2 AND searchable = 1 \
         AND (CASE WHEN facts IS NULL THEN 0 ELSE 1 END) = $4")
    .bind(scope)
    .bind(id)
    .bind(Some(edit.after.as_str()).filter(|facts| !facts.is_empty()))
    .bind(edit.expected_version);
    match tx.execute(statement).await? {
        1 => Ok(()),
        _ => Err(StoreError::Conflict("what a message is found by".into())),
    }
}

async fn idle(db: &Db, before: Moment, day: i64, budget: u64, limit: u64) -> Result<Vec<Idle>, StoreError> {
    let statement =
        sql("SELECT a.id AS agent_id, a.place, a.created_at AS agent_since, t.guild, t.channel, t.message, \
         CASE WHEN a.tended_day = $2 THEN a.tended_tokens ELSE 0 END AS spent FROM agents a \
         JOIN messages m ON m.agent_id = a.id AND m.seq = a.next_seq - 1 \
         JOIN turns t ON t.n = (SELECT MAX(newest.n) FROM turns newest WHERE newest.agent_id = a.id) \
         WHERE a.tended_seq < a.next_seq - 1 AND m.at < $1 AND t.state <> 'running' \
         AND (a.tended_day <> $2 OR a.tended_tokens < $3) LIMIT $4")
        .bind(before)
        .bind(day)
        .bind(count(budget))
        .bind(count(limit));
    let read = |row: &Row| Ok(Idle { agent: agent_of(row)?, at: row.source()?, spent: row.size("spent")? });
    db.rows(statement).await?.iter().map(read).collect()
}

async fn untended(db: &Db, scope: &Scope, limit: u64) -> Result<(Vec<Message>, i64), StoreError> {
    let newest = sql("SELECT next_seq - 1 AS value FROM agents WHERE id = $1").bind(scope);
    let newest = db.row(newest).await?.ok_or(sqlx::Error::RowNotFound)?.int("value")?;
    let statement = sql("SELECT ")
        .push(messages::COLUMNS)
        .push(
            " FROM messages WHERE agent_id = $1 AND seq > (SELECT tended_seq FROM agents WHERE id = $1) \
             ORDER BY seq LIMIT $2",
        )
        .bind(scope)
        .bind(count(limit));
    let messages = db.rows(statement).await?.iter().map(message_of).collect::<Result<_, _>>()?;
    Ok((messages, newest))
}

async fn write(db: &Db, scope: &Scope, tended: &Tended) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let agent = lock_agent(&mut tx, scope).await?;
    if agent.next_seq != tended.newest_seq + 1 || tended.through_seq < agent.first_seq {
        return Err(StoreError::Conflict("the conversation".into()));
    }
    let changing = sql("SELECT 1 AS value FROM message_changes WHERE place = $1 LIMIT 1").bind(&agent.key);
    if tx.row(changing).await?.is_some() {
        return Err(StoreError::Conflict("a message of the conversation".into()));
    }
    for edit in &tended.edits {
        apply_edit(&mut tx, scope, edit).await?;
    }
    passages::insert(&mut tx, scope, &tended.passages).await?;
    outbox::insert(&mut tx, scope, NO_TURN, &tended.outbox).await?;
    let mark = sql("UPDATE agents SET tended_seq = $2 WHERE id = $1 AND tended_seq < $2");
    if tx.execute(mark.bind(scope).bind(tended.through_seq)).await? == 0 {
        // Somebody was forgotten meanwhile: what was read of them must not come back.
        return Err(StoreError::Conflict("what was to be gone through".into()));
    }
    tx.commit().await
}

#[async_trait]
impl TendStore for SqlLedger {
    async fn idle(&self, before: Moment, day: i64, budget: u64, limit: u64) -> Result<Vec<Idle>, StoreError> {
        idle(&self.db, before, day, budget, limit).await
    }

    async fn untended(&self, scope: &Scope, limit: u64) -> Result<(Vec<Message>, i64), StoreError> {
        untended(&self.db, scope, limit).await
    }

    async fn spend(&self, scope: &Scope, day: i64, tokens: u64) -> Result<(), StoreError> {
        let statement =
            sql("UPDATE agents SET tended_tokens = $3 + CASE WHEN tended_day = $2 THEN tended_tokens ELSE 0 END, \
             tended_day = $2 WHERE id = $1");
        self.db.execute(statement.bind(scope).bind(day).bind(count(tokens))).await?;
        Ok(())
    }

    async fn tend(&self, scope: &Scope, tended: &Tended) -> Result<(), StoreError> {
        super::db::past_deadlocks(|| write(&self.db, scope, tended)).await
    }

    async fn facts(&self, scope: &Scope, message: MessageId) -> Result<Option<String>, StoreError> {
        let statement = sql("SELECT facts FROM messages WHERE id = $2 AND agent_id = $1");
        let row = self.db.row(statement.bind(scope).bind(message)).await?;
        row.map_or(Ok(None), |row| row.text_or_null("facts"))
    }
}
