//! Notes that wait for the agent's next turn.

use async_trait::async_trait;

use super::super::{NewMessage, NewNote, NoteStore, StoreError};
use super::SqlLedger;
use super::db::Tx;
use super::statement::sql;
use crate::clock::Moment;
use crate::memory::traces::Traces;
use crate::memory::{Body, MessageId, PersonId, Scope, TurnId};

/// Notes of one turn, and parts of one note; the newest are taken.
const NOTES: usize = 20;
const PARTS: usize = 10;
/// Messages of a turn that are looked through for its words.
const LOOKED_THROUGH: i64 = 200;

/// Adds a part, or puts it in the place of what it was.
pub(super) async fn put(tx: &mut Tx, scope: &Scope, note: &NewNote) -> Result<(), StoreError> {
    let statement = sql("INSERT INTO notes (agent_id, subject, part, text, tail, at, person) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (agent_id, subject, part) DO UPDATE SET text = excluded.text, tail = excluded.tail, \
         at = excluded.at")
    .bind(scope)
    .bind(&note.subject)
    .bind(&note.part)
    .bind(&note.text)
    .bind(&note.tail)
    .bind(note.at)
    .bind(note.person);
    tx.execute(statement).await?;
    Ok(())
}

/// Takes what waits: a message for each subject, oldest first. The agent must be locked.
pub(super) async fn take(tx: &mut Tx, scope: &Scope, now: Moment) -> Result<Vec<NewMessage>, StoreError> {
    let waiting = sql("SELECT subject, text, tail FROM notes WHERE agent_id = $1 ORDER BY n");
    let rows = tx.rows(waiting.bind(scope)).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    tx.execute(sql("DELETE FROM notes WHERE agent_id = $1").bind(scope)).await?;
    let mut notes: Vec<(String, Vec<String>, String)> = Vec::new();
    for row in &rows {
        let (subject, text, tail) = (row.text("subject")?, row.text("text")?, row.text("tail")?);
        match notes.iter_mut().find(|(known, ..)| *known == subject) {
            Some((_, texts, _)) => texts.push(text),
            None => notes.push((subject, vec![text], tail)),
        }
    }
    let newest = notes.len().saturating_sub(NOTES);
    let body = |(_, mut texts, tail): (String, Vec<String>, String)| {
        texts.drain(..texts.len().saturating_sub(PARTS));
        Body::Note { text: texts.join(", ") + &tail }
    };
    let message = |body| NewMessage { id: MessageId::at(now), body, source: None, at: now };
    Ok(notes.into_iter().skip(newest).map(body).map(message).collect())
}

/// Takes those away that tell of a person, and out of the others what is of them.
pub(super) async fn drop_of(tx: &mut Tx, scope: &Scope, person: PersonId, traces: &Traces) -> Result<(), StoreError> {
    let waiting = sql("SELECT n, text, tail, person FROM notes WHERE agent_id = $1 ORDER BY n").bind(scope);
    for row in tx.rows(waiting).await? {
        let (text, tail, of) = (row.text("text")?, row.text("tail")?, row.text_or_null("person")?);
        let left = traces.without_in_note(&text);
        // Of old ones it is not written down of whom they tell.
        let theirs = of.as_ref().map_or(left.as_deref() == Some(""), |of| *of == person.to_string());
        if theirs {
            tx.execute(sql("DELETE FROM notes WHERE n = $1").bind(row.int("n")?)).await?;
            continue;
        }
        let behind = traces.without_all(&tail);
        if left.is_some() || behind.is_some() {
            let update = sql("UPDATE notes SET text = $2, tail = $3 WHERE n = $1").bind(row.int("n")?);
            tx.execute(update.bind(left.unwrap_or(text)).bind(behind.unwrap_or(tail))).await?;
        }
    }
    Ok(())
}

#[async_trait]
impl NoteStore for SqlLedger {
    async fn put_note(&self, scope: &Scope, note: &NewNote) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        put(&mut tx, scope, note).await?;
        tx.commit().await
    }

    async fn drop_notes(&self, scope: &Scope, subject: &str, part: &str) -> Result<(), StoreError> {
        let statement = sql("DELETE FROM notes WHERE agent_id = $1 AND subject = $2 \
             AND substr(part, 1, length($3)) = $4")
        .bind(scope)
        .bind(subject)
        .bind(part)
        .bind(part);
        self.db.execute(statement).await?;
        Ok(())
    }

    async fn words_of_turn(&self, scope: &Scope, turn: TurnId) -> Result<Option<String>, StoreError> {
        let first = sql("SELECT first_seq FROM turns WHERE id = $1 AND agent_id = $2").bind(turn).bind(scope);
        let Some(row) = self.db.row(first).await? else { return Ok(None) };
        let first = row.int("first_seq")?;
        let statement = sql("SELECT text FROM messages WHERE agent_id = $1 AND seq >= $2 AND seq < $3 \
             AND turn_id = $4 AND role = 'agent' AND text <> '' ORDER BY seq DESC LIMIT 1")
        .bind(scope)
        .bind(first)
        .bind(first + LOOKED_THROUGH)
        .bind(turn);
        self.db.row(statement).await?.map(|row| row.text("text")).transpose()
    }
}
