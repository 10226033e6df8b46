//! Rows into the plain types, and back. What cannot be read is [`StoreError::Corrupt`], never a panic.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sqlx::FromRow;

use crate::clock::Moment;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{
    Actor, Attachment, Block, Body, Edit, EditKind, EditTarget, Message, Passage, Person, PersonId, Quote, Source,
    ToolCall,
};
use crate::store::{StoreError, Turn, TurnState};

/// Microseconds since 1970.
pub(super) fn micros(at: Moment) -> i64 {
    at.timestamp_micros()
}

/// A snowflake as SQL holds it: the same bits.
pub(super) fn big(id: u64) -> i64 {
    id as i64
}

/// A snowflake as it was.
pub(super) fn unbig(id: i64) -> u64 {
    id as u64
}

/// Text that both databases can hold: PostgreSQL has no room for U+0000.
pub(super) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

pub(super) fn corrupt(what: &str, value: impl Display) -> StoreError {
    StoreError::Corrupt(format!("{what} `{value}`"))
}

pub(super) fn moment(micros: i64) -> Result<Moment, StoreError> {
    Moment::from_timestamp_micros(micros).ok_or_else(|| corrupt("the moment", micros))
}

pub(super) fn parse<T: FromStr>(what: &str, text: &str) -> Result<T, StoreError> {
    text.parse().map_err(|_| corrupt(what, text))
}

pub(super) fn parse_maybe<T: FromStr>(what: &str, text: Option<&str>) -> Result<Option<T>, StoreError> {
    text.map(|text| parse(what, text)).transpose()
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| corrupt("a value that cannot be written:", error))
}

pub(super) fn from_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| corrupt(what, error))
}

fn source(guild: Option<i64>, channel: Option<i64>, message: Option<i64>) -> Option<Source> {
    Some(Source { guild: guild.map(unbig), channel: unbig(channel?), message: unbig(message?) })
}

/// What a message has beside its text.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Extra {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attachments: Vec<Attachment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<Quote>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<ToolCall>,
    #[serde(skip_serializing_if = "Option::is_none")]
    call_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
}

/// The parts of a body that have no column of their own, as JSON; none where there are none.
pub(super) fn extra(body: &Body) -> Result<Option<String>, StoreError> {
    let extra = match body.clone() {
        Body::Person { attachments, quote, .. } => Extra { attachments, quote, ..Extra::default() },
        Body::Agent { calls, .. } => Extra { calls, ..Extra::default() },
        Body::ToolResult { call_id, name, ok, .. } => {
            Extra { call_id: Some(call_id), tool: Some(name), ok: Some(ok), ..Extra::default() }
        }
        Body::Note { .. } => Extra::default(),
    };
    let json = to_json(&extra)?;
    Ok((json != "{}").then_some(json))
}

#[derive(FromRow)]
pub(super) struct MessageRow {
    id: String,
    seq: i64,
    turn_id: Option<String>,
    role: String,
    author: Option<i64>,
    author_name: Option<String>,
    text: String,
    extra: Option<String>,
    guild: Option<i64>,
    channel: Option<i64>,
    message: Option<i64>,
    at: i64,
}

impl MessageRow {
    pub(super) fn decode(self) -> Result<Message, StoreError> {
        let extra: Extra = self
            .extra
            .as_deref()
            .map(|text| from_json("the parts of a message:", text))
            .transpose()?
            .unwrap_or_default();
        let text = self.text;
        let body = match self.role.as_str() {
            "person" => {
                let id = PersonId(self.author.map(unbig).ok_or_else(|| corrupt("a message without author", &self.id))?);
                let person = Person { id, name: self.author_name.unwrap_or_default() };
                Body::Person { person, text, attachments: extra.attachments, quote: extra.quote }
            }
            "agent" => Body::Agent { text, calls: extra.calls },
            "tool" => {
                let (call_id, name) = (extra.call_id.unwrap_or_default(), extra.tool.unwrap_or_default());
                Body::ToolResult { call_id, name, text, ok: extra.ok.unwrap_or(true) }
            }
            "note" => Body::Note { text },
            other => return Err(corrupt("the role", other)),
        };
        Ok(Message {
            id: parse("the message id", &self.id)?,
            seq: self.seq,
            turn: parse_maybe("the turn id", self.turn_id.as_deref())?,
            body,
            source: source(self.guild, self.channel, self.message),
            at: moment(self.at)?,
        })
    }
}

pub(super) fn decode_messages(rows: Vec<MessageRow>) -> Result<Vec<Message>, StoreError> {
    rows.into_iter().map(MessageRow::decode).collect()
}

#[derive(FromRow)]
pub(super) struct BlockRow {
    label: String,
    name: Option<String>,
    value: String,
    char_limit: i64,
    version: i64,
    updated_at: i64,
}

impl BlockRow {
    pub(super) fn decode(self) -> Result<Block, StoreError> {
        Ok(Block {
            label: parse("the label", &self.label)?,
            name: self.name,
            value: self.value,
            limit: usize::try_from(self.char_limit).map_err(|_| corrupt("the limit", self.char_limit))?,
            version: self.version,
            updated_at: moment(self.updated_at)?,
        })
    }
}

pub(super) fn actor_text(actor: Actor) -> String {
    match actor {
        Actor::Model => "model".into(),
        Actor::System => "system".into(),
        Actor::Person(id) => format!("person:{id}"),
    }
}

fn actor(text: &str) -> Result<Actor, StoreError> {
    match (text, text.strip_prefix("person:")) {
        ("model", _) => Ok(Actor::Model),
        ("system", _) => Ok(Actor::System),
        (_, Some(id)) => Ok(Actor::Person(PersonId(parse("the person", id)?))),
        _ => Err(corrupt("the actor", text)),
    }
}

pub(super) fn target_text(target: &EditTarget) -> String {
    match target {
        EditTarget::Block(label) => format!("block:{label}"),
        EditTarget::Passage(id) => format!("passage:{id}"),
    }
}

fn target(text: &str) -> Result<EditTarget, StoreError> {
    match text.split_once(':') {
        Some(("block", label)) => Ok(EditTarget::Block(parse("the label", label)?)),
        Some(("passage", id)) => Ok(EditTarget::Passage(parse("the passage", id)?)),
        _ => Err(corrupt("the target", text)),
    }
}

fn kind(text: &str) -> Result<EditKind, StoreError> {
    let all = [EditKind::Create, EditKind::Append, EditKind::Replace, EditKind::Rewrite, EditKind::Reset];
    all.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| corrupt("the kind of edit", text))
}

#[derive(FromRow)]
pub(super) struct EditRow {
    id: String,
    target: String,
    kind: String,
    actor: String,
    before_text: String,
    after_text: String,
    reason: Option<String>,
    cause: Option<String>,
    turn_id: Option<String>,
    expected_version: i64,
    at: i64,
}

impl EditRow {
    pub(super) fn decode(self) -> Result<Edit, StoreError> {
        Ok(Edit {
            id: parse("the edit id", &self.id)?,
            target: target(&self.target)?,
            kind: kind(&self.kind)?,
            actor: actor(&self.actor)?,
            before: self.before_text,
            after: self.after_text,
            reason: self.reason,
            cause: parse_maybe("the message id", self.cause.as_deref())?,
            turn: parse_maybe("the turn id", self.turn_id.as_deref())?,
            expected_version: self.expected_version,
            at: moment(self.at)?,
        })
    }
}

#[derive(FromRow)]
pub(super) struct PassageRow {
    id: String,
    text: String,
    tags: String,
    actor: String,
    cause: Option<String>,
    turn_id: Option<String>,
    created_at: i64,
}

impl PassageRow {
    pub(super) fn decode(self) -> Result<Passage, StoreError> {
        Ok(Passage {
            id: parse("the passage id", &self.id)?,
            text: self.text,
            tags: from_json("the tags:", &self.tags)?,
            by: actor(&self.actor)?,
            cause: parse_maybe("the message id", self.cause.as_deref())?,
            turn: parse_maybe("the turn id", self.turn_id.as_deref())?,
            created_at: moment(self.created_at)?,
        })
    }
}

#[derive(FromRow)]
pub(super) struct TurnRow {
    id: String,
    pub(super) agent_id: String,
    state: String,
    steps: i64,
    trace: String,
    guild: Option<i64>,
    channel: i64,
    message: i64,
    started_at: i64,
}

impl TurnRow {
    pub(super) fn decode(self) -> Result<Turn, StoreError> {
        let state = match self.state.as_str() {
            "running" => TurnState::Running,
            "done" => TurnState::Done,
            "failed" => TurnState::Failed,
            other => return Err(corrupt("the state of a turn", other)),
        };
        Ok(Turn {
            id: parse("the turn id", &self.id)?,
            state,
            steps: u32::try_from(self.steps).map_err(|_| corrupt("the steps of a turn", self.steps))?,
            trace: self.trace,
            answers: Source {
                guild: self.guild.map(unbig),
                channel: unbig(self.channel),
                message: unbig(self.message),
            },
            started_at: moment(self.started_at)?,
        })
    }
}

#[derive(FromRow)]
pub(super) struct OutRow {
    id: String,
    payload: String,
    guild: Option<i64>,
    channel: i64,
    message: i64,
    attempts: i64,
    sent: String,
    created_at: i64,
}

impl OutRow {
    pub(super) fn decode(self) -> Result<OutboxRow, StoreError> {
        Ok(OutboxRow {
            id: parse("the outbox id", &self.id)?,
            outgoing: from_json("what is to be delivered:", &self.payload)?,
            to: Source { guild: self.guild.map(unbig), channel: unbig(self.channel), message: unbig(self.message) },
            created_at: moment(self.created_at)?,
            attempts: u32::try_from(self.attempts).unwrap_or(u32::MAX),
            sent: from_json("what was delivered:", &self.sent)?,
        })
    }
}
