//! Messages without what was in them. Owns how a message is emptied in place, and how later ones lose what they showed of
//! messages that are gone. An emptied message keeps its number, so that the conversation stays whole around it.

use std::collections::HashSet;

use super::super::StoreError;
use super::body::BodyColumns;
use super::changes::{DELETED_QUOTE, neighbours, rewrite, withdrawn};
use super::db::Tx;
use super::messages::{self, key_again, message_of};
use super::statement::{CHUNK, sql};
use crate::clock::Moment;
use crate::memory::traces::Traces;
use crate::memory::{Body, Message, MessageId, PersonId, Quote, Scope, ToolCall, TurnId};

/// Who said what a quote no longer tells.
pub(super) const SOMEONE: &str = "someone";

/// Empties messages: nothing of them is left but that there were some. `said` are their places among what can be searched.
pub(super) async fn empty(
    tx: &mut Tx,
    scope: &Scope,
    ids: &[(MessageId, Option<i64>)],
    now: Moment,
) -> Result<(), StoreError> {
    for ids in ids.chunks(CHUNK) {
        let buried = sql("INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, $1 FROM messages \
             WHERE agent_id = $2 AND searchable = 1 AND id IN ")
        .bind(now)
        .bind(scope)
        .push_list(ids.iter().map(|(id, _)| *id));
        tx.execute(buried.push(" ON CONFLICT (point) DO NOTHING")).await?;
        let emptied = sql("UPDATE messages SET role = 'note', author = NULL, author_key = NULL, person_name = NULL, \
             text = '', extra = NULL, facts = NULL, quotes = NULL, quoted = NULL, searchable = 0, said = NULL, \
             indexed_at = NULL, revision = revision + 1 \
             WHERE agent_id = $1 AND id IN ")
        .bind(scope);
        tx.execute(emptied.push_list(ids.iter().map(|(id, _)| *id))).await?;
        forget_facts(tx, scope, ids.iter().map(|(id, _)| *id)).await?;
    }
    let mut again = HashSet::new();
    for said in ids.iter().filter_map(|(_, said)| *said) {
        again.extend(neighbours(tx, scope, said).await?);
    }
    let again: Vec<i64> = again.into_iter().collect();
    for again in again.chunks(CHUNK) {
        key_again(tx, scope, again).await?;
    }
    Ok(())
}

/// Takes the history of messages' facts away. At most [`CHUNK`] of them.
pub(super) async fn forget_facts(
    tx: &mut Tx,
    scope: &Scope,
    ids: impl Iterator<Item = MessageId>,
) -> Result<(), StoreError> {
    let facts = sql("DELETE FROM edits WHERE agent_id = $1 AND target IN ").bind(scope);
    tx.execute(facts.push_list(ids.map(|id| format!("{}{id}", super::edits::FACTS)))).await?;
    Ok(())
}

/// What is looked for in the messages that stay.
pub(super) struct Gone<'a> {
    pub traces: &'a Traces,
    /// Whole turns of which the agent's part goes.
    pub turns: &'a HashSet<TurnId>,
    /// Numbers in Discord of messages whose quotes go.
    pub quoted: &'a HashSet<u64>,
    /// The person whose quotes go.
    pub person: Option<PersonId>,
    /// Whether what the agent said goes where it bears a trace.
    pub words: bool,
}

/// What was changed in the messages that stay.
#[derive(Default)]
pub(super) struct Withdrawn {
    pub answers: u64,
    pub quotes: u64,
    /// The first of them.
    pub first_seq: Option<i64>,
}

/// Goes through the conversation and takes out of it what is gone.
pub(super) async fn withdraw(
    tx: &mut Tx,
    scope: &Scope,
    gone: &Gone<'_>,
    now: Moment,
) -> Result<Withdrawn, StoreError> {
    let statement = sql("SELECT said, ").push(messages::COLUMNS).push(
        " FROM messages WHERE agent_id = $1 AND (role = 'tool' OR role = 'agent' OR role = 'note' \
         OR quotes IS NOT NULL OR quoted IS NOT NULL) ORDER BY seq",
    );
    let rows = tx.rows(statement.bind(scope)).await?;
    let (mut done, mut emptied, mut again) = (Withdrawn::default(), Vec::new(), Vec::new());
    for row in &rows {
        let (message, said) = (message_of(row)?, row.int_or_null("said")?);
        let before = (done.answers, done.quotes);
        if gone.is_part_of(&message) {
            emptied.push((message.id, said));
            done.answers += u64::from(matches!(message.body, Body::Agent { .. }));
        } else if let Some(body) = gone.without(&message.body) {
            if matches!(body, Body::Note { .. }) {
                emptied.push((message.id, said));
            } else if matches!(body, Body::Agent { .. }) {
                rewrite(tx, scope, &message, said, &body, now).await?;
            } else {
                let columns = BodyColumns::of(&body)?;
                let update = sql("UPDATE messages SET text = $3, extra = $4, quotes = $5, quoted = $6 \
                     WHERE agent_id = $1 AND id = $2")
                .bind(scope)
                .bind(message.id)
                .bind(columns.text)
                .bind(columns.extra)
                .bind(body.quotes())
                .bind(body.quoted().map(|person| person.to_string()));
                tx.execute(update).await?;
                again.extend(said);
            }
            match message.body {
                Body::Person { .. } => done.quotes += 1,
                Body::Agent { .. } => done.answers += 1,
                Body::Note { .. } => done.first_seq = done.first_seq.or(Some(message.seq)),
                Body::ToolResult { .. } => {}
            }
        } else {
            continue;
        }
        if before != (done.answers, done.quotes) {
            done.first_seq = done.first_seq.or(Some(message.seq));
        }
    }
    empty(tx, scope, &emptied, now).await?;
    for again in again.chunks(CHUNK) {
        key_again(tx, scope, again).await?;
    }
    Ok(done)
}

impl Gone<'_> {
    /// Whether it is the agent's part of a turn that goes.
    fn is_part_of(&self, message: &Message) -> bool {
        let own = !matches!(message.body, Body::Person { .. });
        own && message.turn.is_some_and(|turn| self.turns.contains(&turn))
    }

    /// The message without what is gone; none where nothing of it is in there.
    fn without(&self, body: &Body) -> Option<Body> {
        match body {
            Body::ToolResult { text, .. } => self.traces.are_in(text).then(|| withdrawn(body.clone())).flatten(),
            Body::Agent { text, calls } if self.words => {
                let asked = |call: &ToolCall| self.traces.are_in(&call.arguments.to_string());
                if !self.traces.are_in(text) && !calls.iter().any(asked) {
                    return None;
                }
                if calls.is_empty() {
                    return Some(Body::Note { text: String::new() });
                }
                let calls = calls.iter().cloned().map(|call| ToolCall { arguments: serde_json::json!({}), ..call });
                Some(Body::Agent { text: String::new(), calls: calls.collect() })
            }
            Body::Person { person, text, attachments, quote: Some(quote) } => {
                let theirs = quote.by.is_some() && quote.by == self.person;
                if !theirs && quote.of.is_none_or(|of| !self.quoted.contains(&of)) {
                    return None;
                }
                let author = if theirs { SOMEONE.to_owned() } else { quote.author.clone() };
                let quote = Some(Quote { author, text: DELETED_QUOTE.to_owned(), ..Quote::default() });
                Some(Body::Person {
                    person: person.clone(),
                    text: text.clone(),
                    attachments: attachments.clone(),
                    quote,
                })
            }
            Body::Note { text } if self.words => self.traces.are_in(text).then(|| Body::Note { text: String::new() }),
            Body::Agent { .. } | Body::Person { .. } | Body::Note { .. } => None,
        }
    }
}
