//! A turn that ended and is opened again, because the message it answered was changed soon after.

use super::super::{StoreError, Turn};
use super::agents::{LockedAgent, lock_agent};
use super::changes::rewrite;
use super::db::{Db, Tx};
use super::messages::{self, message_of};
use super::rows::Row;
use super::statement::{json_text, sql};
use super::turns::turn_of;
use super::usage;
use crate::clock::Moment;
use crate::memory::{Body, ChangedMessage, Message, OutboxId, Scope, Shown};
use crate::prompts;

/// Opens it again if it may be; whether it was.
pub(super) async fn reopen(
    db: &Db,
    scope: &Scope,
    changed: &ChangedMessage,
    since: Moment,
    now: Moment,
) -> Result<bool, StoreError> {
    let mut tx = db.begin().await?;
    let agent = lock_agent(&mut tx, scope).await?;
    let Some(turn) = newest(&mut tx, scope, since).await?.filter(|turn| changed.turn == Some(turn.id)) else {
        return Ok(false);
    };
    let Some(question) = question(&mut tx, scope, &agent, changed).await? else { return Ok(false) };
    take_back(&mut tx, scope, &question, now).await?;
    let shown = shown_now(&mut tx, &turn).await?;
    let statement = sql("UPDATE turns SET state = 'running', steps = 0, error = NULL, ended_at = NULL, reply = $3, \
         shown = $4, parked = NULL WHERE id = $1 AND agent_id = $2")
    .bind(turn.id)
    .bind(scope)
    .bind(OutboxId::at(now))
    .bind(shown.as_ref().map(json_text).transpose()?);
    tx.execute(statement).await?;
    usage::count_again(&mut tx, &question, now).await?;
    tx.commit().await?;
    Ok(true)
}

/// The newest turn, if it ended since.
async fn newest(tx: &mut Tx, scope: &Scope, since: Moment) -> Result<Option<Turn>, StoreError> {
    let statement =
        sql("SELECT id, state, steps, trace, guild, channel, message, started_at, reply, shown, parked, ended_at \
         FROM turns WHERE agent_id = $1 ORDER BY n DESC LIMIT 1");
    let Some(row) = tx.row(statement.bind(scope)).await? else { return Ok(None) };
    let ended = row.moment_or_null("ended_at")?.is_some_and(|ended| ended >= since);
    if ended { turn_of(&row).map(Some) } else { Ok(None) }
}

/// The changed message, if it is still in the prompt and the last that anybody said.
async fn question(
    tx: &mut Tx,
    scope: &Scope,
    agent: &LockedAgent,
    changed: &ChangedMessage,
) -> Result<Option<Message>, StoreError> {
    let statement = sql("SELECT ").push(messages::COLUMNS).push(" FROM messages WHERE id = $1 AND agent_id = $2");
    let Some(row) = tx.row(statement.bind(changed.id).bind(scope)).await? else { return Ok(None) };
    let message = message_of(&row)?;
    let later =
        sql("SELECT seq FROM messages WHERE agent_id = $1 AND seq > $2 AND role = 'person' ORDER BY seq LIMIT 1");
    let waiting = sql("SELECT n FROM inbox WHERE place = $1 AND turn_id IS NULL ORDER BY n LIMIT 1");
    let last = message.seq > agent.evicted_seq
        && tx.row(later.bind(scope).bind(message.seq)).await?.is_none()
        && tx.row(waiting.bind(&agent.key)).await?.is_none();
    Ok(last.then_some(message))
}

/// Puts a note in the place of the answer. Words between tool calls stay: they belong to what was done.
async fn take_back(tx: &mut Tx, scope: &Scope, question: &Message, now: Moment) -> Result<(), StoreError> {
    let statement = sql("SELECT said, ")
        .push(messages::COLUMNS)
        .push(" FROM messages WHERE agent_id = $1 AND seq > $2 ORDER BY seq DESC LIMIT 2");
    for row in tx.rows(statement.bind(scope).bind(question.seq)).await? {
        let message = message_of(&row)?;
        let is_answer = matches!(&message.body, Body::Agent { calls, .. } if calls.is_empty());
        if is_answer && message.turn == question.turn {
            let note = Body::Note { text: prompts::TAKEN_BACK.trim().to_owned() };
            return rewrite(tx, scope, &message, row.int_or_null("said")?, &note, now).await;
        }
    }
    Ok(())
}

/// What stands for the old answer. Its row goes, so that the new one is told from it.
async fn shown_now(tx: &mut Tx, turn: &Turn) -> Result<Option<Shown>, StoreError> {
    let row = tx.row(sql("SELECT channel, sent FROM outbox WHERE id = $1").bind(turn.reply)).await?;
    tx.execute(sql("DELETE FROM outbox WHERE id = $1").bind(turn.reply)).await?;
    let sent = |row: &Row| -> Result<Shown, StoreError> {
        let mut messages: Vec<u64> = row.json("sent")?;
        // No message has that number: it marks how a delivery went on.
        messages.retain(|message| *message > 0);
        Ok(Shown { channel: row.int("channel")?.cast_unsigned(), messages })
    };
    let sent = row.as_ref().map(sent).transpose()?.filter(|sent| !sent.messages.is_empty());
    Ok(sent.or_else(|| turn.shown.clone()))
}
