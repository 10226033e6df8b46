//! Recall memory.

use std::collections::HashMap;

use async_trait::async_trait;

use super::super::{MessageFilter, MessageStore, NewMessage, Page, StoreError, Summary};
use super::SqlLedger;
use super::agents::{lock_agent, number_messages};
use super::body::{BodyColumns, body_of, name_key};
use super::db::{Db, Tx, past_deadlocks};
use super::rows::Row;
use super::statement::{Arg, CHUNK, Statement, args, count, sql};
use super::summaries;
use crate::clock::Moment;
use crate::memory::{Attachment, Body, Message, MessageId, Scope, TurnId};

/// What [`message_of`] reads.
pub(super) const COLUMNS: &str =
    "id, seq, turn_id, role, author, person_name, text, extra, guild, channel, message, at";

/// Reads a message.
pub(super) fn message_of(row: &Row) -> Result<Message, StoreError> {
    Ok(Message {
        id: row.parsed("id")?,
        seq: row.int("seq")?,
        turn: row.parsed_or_null("turn_id")?,
        body: body_of(row)?,
        source: row.source_or_null()?,
        at: row.moment("at")?,
    })
}

/// Adds messages to a turn. The agent must be locked.
pub(super) async fn append(
    tx: &mut Tx,
    scope: &Scope,
    turn: TurnId,
    messages: &[NewMessage],
) -> Result<Vec<Message>, StoreError> {
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    let searchable = messages.iter().filter(|message| message.body.is_searchable()).count();
    let numbers = number_messages(tx, scope, messages.len(), searchable).await?;
    let numbered: Vec<Message> =
        (numbers.seq..).zip(messages).map(|(seq, message)| numbered(seq, turn, message)).collect();
    put(tx, scope, &numbered, numbers.said).await?;
    if searchable > 0 {
        key_again(tx, scope, &[numbers.said - 1]).await?;
    }
    Ok(numbered)
}

/// Writes messages with the numbers they have; those that can be searched are numbered from `said` on.
pub(super) async fn put(tx: &mut Tx, scope: &Scope, numbered: &[Message], said: i64) -> Result<(), StoreError> {
    let mut said = said..;
    for messages in numbered.chunks(CHUNK) {
        let rows = messages.iter().map(|message| columns(scope, message, &mut said)).collect::<Result<Vec<_>, _>>()?;
        let statement =
            sql("INSERT INTO messages (id, agent_id, seq, turn_id, role, author, author_key, person_name, text, \
             extra, guild, channel, message, at, searchable, said, quotes, quoted, titled) VALUES ");
        tx.execute(statement.push_rows(rows)).await?;
    }
    Ok(())
}

/// What was said there is to be indexed anew, since what stands beside it has changed.
pub(super) async fn key_again(tx: &mut Tx, scope: &Scope, said: &[i64]) -> Result<(), StoreError> {
    if said.is_empty() {
        return Ok(());
    }
    let statement = sql("UPDATE messages SET revision = revision + 1, indexed_at = NULL \
         WHERE agent_id = $1 AND said IS NOT NULL AND said IN ")
    .bind(scope);
    tx.execute(statement.push_list(said.iter().copied())).await?;
    Ok(())
}

fn numbered(seq: i64, turn: TurnId, message: &NewMessage) -> Message {
    let NewMessage { id, body, source, at } = message.clone();
    Message { id, seq, turn: Some(turn), body, source, at }
}

fn columns(scope: &Scope, message: &Message, said: &mut impl Iterator<Item = i64>) -> Result<Vec<Arg>, StoreError> {
    let body = BodyColumns::of(&message.body)?;
    let source = message.source.as_ref();
    let searchable = message.body.is_searchable();
    let said = if searchable { said.next() } else { None };
    Ok(args![
        message.id,
        scope,
        message.seq,
        message.turn,
        body.role,
        body.author,
        body.author_key,
        body.person_name,
        body.text,
        body.extra,
        source.and_then(|source| source.guild),
        source.map(|source| source.channel),
        source.map(|source| source.message),
        message.at,
        i64::from(searchable),
        said,
        message.body.quotes(),
        message.body.quoted().map(|person| person.to_string()),
        message.body.titled().map(|person| person.to_string())
    ])
}

/// Adds the conditions of a filter. The literals let both databases use the index over searchable messages.
pub(super) fn filtered(statement: Statement, scope: &Scope, filter: &MessageFilter) -> Statement {
    let mut statement = statement.push(" FROM messages WHERE searchable = 1 AND agent_id = ").push_bind(scope);
    if let Some(author) = &filter.author {
        statement = statement.push(" AND (author = ").push_bind(author.trim().to_lowercase());
        statement = statement.push(" OR author_key = ").push_bind(name_key(author.trim())).push(")");
    }
    if let Some(after) = filter.after {
        statement = statement.push(" AND at >= ").push_bind(after);
    }
    if let Some(before) = filter.before {
        statement = statement.push(" AND at < ").push_bind(before);
    }
    statement
}

/// Those messages, in no order.
pub(super) async fn by_id(db: &Db, ids: &[MessageId]) -> Result<HashMap<MessageId, Message>, StoreError> {
    let mut found = HashMap::new();
    for ids in ids.chunks(CHUNK) {
        let statement = sql("SELECT ").push(COLUMNS).push(" FROM messages WHERE id IN ");
        collect(db, statement.push_list(ids.iter().copied()), &mut found).await?;
    }
    Ok(found)
}

async fn collect(db: &Db, statement: Statement, into: &mut HashMap<MessageId, Message>) -> Result<(), StoreError> {
    for row in db.rows(statement).await? {
        let message = message_of(&row)?;
        into.insert(message.id, message);
    }
    Ok(())
}

async fn set_attachments(db: &Db, scope: &Scope, id: MessageId, came: &[Attachment]) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    lock_agent(&mut tx, scope).await?;
    let statement = sql("SELECT said, ").push(COLUMNS).push(" FROM messages WHERE agent_id = $1 AND id = $2");
    let Some(row) = tx.row(statement.bind(scope).bind(id)).await? else { return Ok(()) };
    let mut body = body_of(&row)?;
    if let Body::Person { attachments, .. } = &mut body {
        *attachments = came.to_vec();
    }
    let written = sql("UPDATE messages SET extra = $3 WHERE agent_id = $1 AND id = $2");
    tx.execute(written.bind(scope).bind(id).bind(BodyColumns::of(&body)?.extra)).await?;
    if came.iter().any(|file| file.transcript().is_some()) {
        // It is found by what was heard in it, too.
        let said: Vec<i64> = row.int_or_null("said")?.into_iter().collect();
        key_again(&mut tx, scope, &said).await?;
    }
    tx.commit().await
}

#[async_trait]
impl MessageStore for SqlLedger {
    async fn queue(&self, scope: &Scope) -> Result<Vec<Message>, StoreError> {
        let statement = sql("SELECT ").push(COLUMNS).push(
            " FROM messages WHERE agent_id = $1 AND seq > (SELECT evicted_seq FROM agents WHERE id = $1) ORDER BY seq",
        );
        self.db.rows(statement.bind(scope)).await?.iter().map(message_of).collect()
    }

    async fn set_attachments(
        &self,
        scope: &Scope,
        id: MessageId,
        attachments: &[Attachment],
    ) -> Result<(), StoreError> {
        past_deadlocks(|| set_attachments(&self.db, scope, id, attachments)).await
    }

    async fn summary(&self, scope: &Scope) -> Result<Option<Summary>, StoreError> {
        summaries::newest(&self.db, scope).await
    }

    async fn messages(&self, scope: &Scope, ids: &[MessageId]) -> Result<Vec<Message>, StoreError> {
        let mut found = HashMap::new();
        for ids in ids.chunks(CHUNK) {
            let statement = sql("SELECT ").push(COLUMNS).push(" FROM messages WHERE ");
            collect(&self.db, statement.push_ids("messages", scope, ids.iter().copied()), &mut found).await?;
        }
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    async fn places(&self, scope: &Scope, ids: &[MessageId]) -> Result<Vec<(MessageId, i64, Moment)>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(CHUNK) {
            // Whether they were said is seen on the rows: a condition would lead SQLite to the index over all that was
            // said.
            let statement = sql("SELECT id, said, at FROM messages WHERE ");
            for row in self.db.rows(statement.push_ids("messages", scope, ids.iter().copied())).await? {
                if let Some(said) = row.int_or_null("said")? {
                    found.push((row.parsed("id")?, said, row.moment("at")?));
                }
            }
        }
        Ok(found)
    }

    async fn said_at(&self, scope: &Scope, places: &[i64]) -> Result<Vec<(i64, Message)>, StoreError> {
        let mut found = Vec::with_capacity(places.len());
        for places in places.chunks(CHUNK) {
            let statement = sql("SELECT said, ")
                .push(COLUMNS)
                .push(" FROM messages WHERE agent_id = $1 AND said IS NOT NULL AND said IN ")
                .bind(scope);
            for row in self.db.rows(statement.push_list(places.iter().copied())).await? {
                found.push((row.int("said")?, message_of(&row)?));
            }
        }
        found.sort_by_key(|(place, _)| *place);
        Ok(found)
    }

    async fn list_messages(
        &self,
        scope: &Scope,
        filter: &MessageFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Message>, StoreError> {
        let page = filtered(sql("SELECT ").push(COLUMNS), scope, filter).push(" ORDER BY at DESC, seq DESC LIMIT ");
        let rows = self.db.rows(page.push_bind(count(limit)).push(" OFFSET ").push_bind(count(offset))).await?;
        let total = self.db.number(filtered(sql("SELECT count(*) AS value"), scope, filter)).await?;
        Ok(Page { items: rows.iter().map(message_of).collect::<Result<_, _>>()?, total })
    }

    /// Read off the agent's own row, since it is asked for in every turn.
    async fn count_messages(&self, scope: &Scope) -> Result<u64, StoreError> {
        self.db.number(sql("SELECT next_seq - first_seq AS value FROM agents WHERE id = $1").bind(scope)).await
    }
}
