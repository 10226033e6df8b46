//! Messages without what was in them. Owns how a message is emptied in place, and how later ones lose what they showed of
//! messages that are gone. An emptied message keeps its number, so that the conversation stays whole around it.

use std::collections::HashSet;

use serde_json::Value;

use super::super::StoreError;
use super::body::BodyColumns;
use super::changes::{DELETED_QUOTE, neighbours, rewrite, withdrawn};
use super::db::Tx;
use super::messages::{self, key_again, message_of};
use super::statement::{CHUNK, sql};
use crate::clock::Moment;
use crate::memory::traces::{SOMEONE, Traces};
use crate::memory::{Attachment, Body, Heading, Message, MessageId, PersonId, Quote, Scope, ToolCall, TurnId};

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
             text = '', extra = NULL, facts = NULL, quotes = NULL, quoted = NULL, titled = NULL, searchable = 0, \
             said = NULL, indexed_at = NULL, revision = revision + 1 \
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
    /// Numbers in Discord of the messages whose quotes went.
    pub quoted: Vec<u64>,
}

/// Goes through the conversation and takes out of it what is gone.
pub(super) async fn withdraw(
    tx: &mut Tx,
    scope: &Scope,
    gone: &Gone<'_>,
    now: Moment,
) -> Result<Withdrawn, StoreError> {
    let mut statement = sql("SELECT said, ").push(messages::COLUMNS).push(
        " FROM messages WHERE agent_id = $1 AND (role = 'tool' OR role = 'agent' OR role = 'note' \
         OR quotes IS NOT NULL OR quoted IS NOT NULL OR titled IS NOT NULL",
    );
    statement = statement.bind(scope);
    if let Some(person) = gone.person {
        for pattern in ["%@%".to_owned(), format!("%{person}%")] {
            for column in [" OR text LIKE ", " OR extra LIKE "] {
                statement = statement.push(column).push_bind(&pattern);
            }
        }
    }
    let statement = statement.push(") ORDER BY seq");
    let rows = tx.rows(statement).await?;
    let (mut done, mut emptied, mut again) = (Withdrawn::default(), Vec::new(), Vec::new());
    for row in &rows {
        let (message, said) = (message_of(row)?, row.int_or_null("said")?);
        let before = (done.answers, done.quotes);
        if gone.is_part_of(&message) {
            emptied.push((message.id, said));
            done.answers += u64::from(matches!(message.body, Body::Agent { .. }));
        } else if let Some(body) = gone.without(&message.body) {
            if matches!(&body, Body::Note { text } if text.is_empty()) {
                emptied.push((message.id, said));
            } else if matches!(body, Body::Agent { .. }) {
                rewrite(tx, scope, &message, said, &body, now).await?;
            } else {
                done.quoted.extend(message.body.quotes().filter(|_| body.quotes().is_none()));
                let columns = BodyColumns::of(&body)?;
                let update = sql("UPDATE messages SET text = $3, extra = $4, quotes = $5, quoted = $6, titled = $7 \
                     WHERE agent_id = $1 AND id = $2")
                .bind(scope)
                .bind(message.id)
                .bind(columns.text)
                .bind(columns.extra)
                .bind(body.quotes())
                .bind(body.quoted().map(|person| person.to_string()))
                .bind(body.titled().map(|person| person.to_string()));
                tx.execute(update).await?;
                if let Some(said) = said {
                    again.extend(neighbours(tx, scope, said).await?);
                    again.push(said);
                }
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
    pub(super) fn without(&self, body: &Body) -> Option<Body> {
        match body {
            Body::ToolResult { text, .. } if self.traces.are_said_in(text) => withdrawn(body.clone()),
            Body::ToolResult { call_id, name, text, ok } => {
                let text = self.traces.without_names(text).filter(|_| self.words)?;
                Some(Body::ToolResult { call_id: call_id.clone(), name: name.clone(), text, ok: *ok })
            }
            Body::Agent { text, calls } if self.words => self.without_in_answer(text, calls),
            Body::Person { person, text, attachments, quote } => {
                let (said, came) = (self.traces.without_mentions(text), self.without_in_files(attachments));
                let cited = quote.as_ref().and_then(|quote| self.without_in_quote(quote));
                (said.is_some() || came.is_some() || cited.is_some()).then(|| Body::Person {
                    person: person.clone(),
                    text: said.unwrap_or_else(|| text.clone()),
                    attachments: came.unwrap_or_else(|| attachments.clone()),
                    quote: cited.or_else(|| quote.clone()),
                })
            }
            Body::Note { text } if self.words => self.traces.without_in_note(text).map(|text| Body::Note { text }),
            Body::Agent { .. } | Body::Note { .. } => None,
        }
    }

    /// What the agent said to others: it stays, but for what repeats their words, and without their name.
    fn without_in_answer(&self, text: &str, calls: &[ToolCall]) -> Option<Body> {
        let repeats = |call: &ToolCall| strings(&call.arguments).iter().any(|text| self.traces.are_said_in(text));
        if self.traces.are_said_in(text) || calls.iter().any(repeats) {
            if calls.is_empty() {
                return Some(Body::Note { text: String::new() });
            }
            let calls = calls.iter().cloned().map(|call| ToolCall { arguments: serde_json::json!({}), ..call });
            return Some(Body::Agent { text: String::new(), calls: calls.collect() });
        }
        let mut changed = self.traces.without_names(text);
        let mut left = calls.to_vec();
        for call in &mut left {
            if reworded(&mut call.arguments, &|text| self.traces.without_names(text)) {
                changed.get_or_insert_with(|| text.to_owned());
            }
        }
        changed.map(|text| Body::Agent { text, calls: left })
    }

    fn without_in_files(&self, files: &[Attachment]) -> Option<Vec<Attachment>> {
        let mut left = files.to_vec();
        for file in &mut left {
            if let Some(about) = file.description.as_deref().and_then(|about| self.traces.without_mentions(about)) {
                file.description = Some(about);
            }
        }
        (left != files).then_some(left)
    }

    /// The quote without their words and the title that they gave.
    fn without_in_quote(&self, quote: &Quote) -> Option<Quote> {
        let theirs = quote.by.is_some() && quote.by == self.person;
        let titled = |heading: &Heading| heading.by.is_some() && heading.by == self.person;
        let (mut left, mut heading) = (quote.clone(), quote.heading.clone());
        if heading.as_ref().is_some_and(titled) {
            let words = heading.take().and_then(|heading| left.text.strip_prefix(&heading.text).map(str::to_owned));
            left.text = words.unwrap_or_default().trim_start().to_owned();
        }
        if theirs || quote.of.is_some_and(|of| self.quoted.contains(&of)) {
            let author = if theirs { SOMEONE.to_owned() } else { quote.author.clone() };
            let words = heading.as_ref().map(|heading| format!("{} ", heading.text)).unwrap_or_default();
            left = Quote { author, text: format!("{words}{DELETED_QUOTE}"), ..Quote::default() };
        } else {
            left.text = self.traces.without_mentions(&left.text).unwrap_or(left.text);
            left.attachments = self.without_in_files(&left.attachments).unwrap_or(left.attachments);
        }
        left.heading = heading;
        (left != *quote).then_some(left)
    }
}

/// All texts in a JSON value.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(fields) => fields.values().flat_map(strings).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// Puts other texts into a JSON value; whether any was.
fn reworded(value: &mut Value, without: &impl Fn(&str) -> Option<String>) -> bool {
    match value {
        Value::String(text) => without(text).map(|left| *text = left).is_some(),
        Value::Array(items) => items.iter_mut().fold(false, |any, item| reworded(item, without) | any),
        Value::Object(fields) => fields.values_mut().fold(false, |any, field| reworded(field, without) | any),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
