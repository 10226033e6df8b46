//! Turns: begun for what waits, written step by step, found again after a crash.

use super::super::{AgentSeed, BegunTurn, NewMessage, StepCommit, StoreError, Turn, TurnEnd, TurnState};
use super::agents::{LockedAgent, agent_of, lock_agent, note_guild};
use super::db::{Db, Tx};
use super::rows::Row;
use super::statement::{from_json, json_text, sql};
use super::{blocks, inbox, messages, notes, outbox, passages, people, reminders, summaries, usage};
use crate::clock::Moment;
use crate::memory::{Agent, Body, Incoming, Message, MessageId, OutboxId, Person, Scope, Shown, Source, TurnId};

const RUNNING: &str = "running";

fn state_of(row: &Row) -> Result<TurnState, StoreError> {
    match row.text("state")?.as_str() {
        RUNNING => Ok(TurnState::Running),
        "done" => Ok(TurnState::Done),
        "failed" => Ok(TurnState::Failed),
        other => Err(StoreError::Corrupt(format!("a turn in the state `{other}`"))),
    }
}

pub(super) fn turn_of(row: &Row) -> Result<Turn, StoreError> {
    let id: TurnId = row.parsed("id")?;
    Ok(Turn {
        id,
        state: state_of(row)?,
        steps: row.size("steps")?,
        trace: row.text("trace")?,
        answers: row.source()?,
        started_at: row.moment("started_at")?,
        reply: row.parsed_or_null("reply")?.unwrap_or(OutboxId(id.0)),
        shown: shown_of(row)?,
        parked: row.text_or_null("parked")?.map(|text| from_json(&text, "how long a turn waits")).transpose()?,
    })
}

/// A few random characters of the turn's id; the front of it is the time.
fn trace_of(turn: TurnId) -> String {
    let id = turn.0.simple().to_string();
    id.get(id.len().saturating_sub(8)..).unwrap_or(&id).to_owned()
}

/// A person's message as part of the conversation.
fn said(incoming: Incoming, now: Moment) -> NewMessage {
    let Incoming { person, text, attachments, quote, source, at, .. } = incoming;
    NewMessage {
        id: MessageId::at(now),
        body: Body::Person { person, text, attachments, quote },
        source: Some(source),
        at,
    }
}

/// Makes what waits part of the conversation and of that turn, behind the notes that wait for a turn that `begins`. Nothing
/// is written when nothing was said.
async fn take_in(
    tx: &mut Tx,
    scope: &Scope,
    agent: &LockedAgent,
    turn: TurnId,
    seed: &AgentSeed,
    begins: bool,
    now: Moment,
) -> Result<Vec<Message>, StoreError> {
    let said: Vec<_> =
        inbox::take(tx, &agent.key, turn).await?.into_iter().map(|incoming| said(incoming, now)).collect();
    if said.is_empty() {
        return Ok(Vec::new());
    }
    let guild = said.iter().find_map(|message| message.source?.guild);
    if let (None, Some(guild)) = (agent.guild, guild) {
        note_guild(tx, scope, guild).await?;
    }
    usage::count_messages(tx, &said, now).await?;
    let mut notes = if begins { notes::take(tx, scope, now).await? } else { Vec::new() };
    let told = notes.len();
    notes.extend(said);
    let taken = messages::append(tx, scope, turn, &notes).await?.split_off(told);
    let people: Vec<(&Person, MessageId)> = taken.iter().filter_map(speaker).collect();
    blocks::meet(tx, scope, &people, seed, now).await?;
    Ok(taken)
}

fn speaker(message: &Message) -> Option<(&Person, MessageId)> {
    match &message.body {
        Body::Person { person, .. } => Some((person, message.id)),
        Body::Agent { .. } | Body::ToolResult { .. } | Body::Note { .. } => None,
    }
}

/// Begins a turn for all that waits.
pub(super) async fn begin(
    db: &Db,
    agent: &Agent,
    seed: &AgentSeed,
    now: Moment,
) -> Result<Option<BegunTurn>, StoreError> {
    let scope = agent.scope();
    if !inbox::any(db, &scope).await? {
        return Ok(None);
    }
    let mut tx = db.begin().await?;
    let locked = lock_agent(&mut tx, &scope).await?;
    let id = TurnId::at(now);
    let taken = take_in(&mut tx, &scope, &locked, id, seed, true, now).await?;
    let Some(answers) = taken.last().and_then(|message| message.source) else {
        // What was passed over, since its author opted out, waits no more.
        tx.commit().await?;
        return Ok(None);
    };
    let turn = Turn {
        id,
        state: TurnState::Running,
        steps: 0,
        trace: trace_of(id),
        answers,
        started_at: now,
        reply: OutboxId(id.0),
        shown: None,
        parked: None,
    };
    insert(&mut tx, &scope, &turn, locked.next_seq).await?;
    tx.commit().await?;
    let agent = Agent { id: agent.id, key: locked.key, created_at: agent.created_at };
    Ok(Some(BegunTurn { agent, turn, messages: taken }))
}

async fn insert(tx: &mut Tx, scope: &Scope, turn: &Turn, first_seq: i64) -> Result<(), StoreError> {
    let statement =
        sql("INSERT INTO turns (id, agent_id, state, steps, trace, first_seq, guild, channel, message, started_at) \
         VALUES ($1, $2, 'running', 0, $3, $4, $5, $6, $7, $8)")
        .bind(turn.id)
        .bind(scope)
        .bind(&turn.trace)
        .bind(first_seq)
        .bind(turn.answers.guild)
        .bind(turn.answers.channel)
        .bind(turn.answers.message)
        .bind(turn.started_at);
    tx.execute(statement).await?;
    Ok(())
}

/// Takes what came since into a running turn.
pub(super) async fn join(
    db: &Db,
    scope: &Scope,
    turn: TurnId,
    seed: &AgentSeed,
    now: Moment,
) -> Result<Vec<Message>, StoreError> {
    if !inbox::any(db, scope).await? {
        return Ok(Vec::new());
    }
    let mut tx = db.begin().await?;
    let locked = lock_agent(&mut tx, scope).await?;
    let taken = take_in(&mut tx, scope, &locked, turn, seed, false, now).await?;
    let Some(answers) = taken.last().and_then(|message| message.source) else { return Ok(Vec::new()) };
    answer_there(&mut tx, scope, turn, &answers).await?;
    tx.commit().await?;
    Ok(taken)
}

async fn answer_there(tx: &mut Tx, scope: &Scope, turn: TurnId, answers: &Source) -> Result<(), StoreError> {
    let statement = sql("UPDATE turns SET guild = $3, channel = $4, message = $5 \
         WHERE id = $1 AND agent_id = $2 AND state = 'running'")
    .bind(turn)
    .bind(scope)
    .bind(answers.guild)
    .bind(answers.channel)
    .bind(answers.message);
    found(tx.execute(statement).await?, turn)
}

/// What stands for the answer.
pub(super) async fn shown(db: &Db, scope: &Scope, turn: TurnId) -> Result<Option<Shown>, StoreError> {
    let statement = sql("SELECT shown FROM turns WHERE id = $1 AND agent_id = $2").bind(turn).bind(scope);
    db.row(statement).await?.as_ref().map_or(Ok(None), shown_of)
}

pub(super) fn shown_of(row: &Row) -> Result<Option<Shown>, StoreError> {
    row.text_or_null("shown")?.map(|text| from_json(&text, "what shows an answer")).transpose()
}

/// What stands for the answer now.
pub(super) async fn set_shown(db: &Db, scope: &Scope, turn: TurnId, shown: &Shown) -> Result<(), StoreError> {
    let statement = sql("UPDATE turns SET shown = $3 WHERE id = $1 AND agent_id = $2 AND state = 'running'");
    found(db.execute(statement.bind(turn).bind(scope).bind(json_text(shown)?)).await?, turn)
}

pub(super) fn found(rows: u64, turn: TurnId) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(StoreError::NotFound(format!("the running turn {turn}"))) }
}

/// Writes one step.
pub(super) async fn commit_step(db: &Db, scope: &Scope, turn: TurnId, commit: &StepCommit) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let agent = lock_agent(&mut tx, scope).await?;
    count_step(&mut tx, scope, turn, commit).await?;
    messages::append(&mut tx, scope, turn, &commit.messages).await?;
    for edit in &commit.edits {
        blocks::apply_edit(&mut tx, scope, edit).await?;
    }
    passages::insert(&mut tx, scope, &commit.passages).await?;
    for reminder in &commit.reminders {
        reminders::insert(&mut tx, scope, reminder, commit.at).await?;
    }
    for number in &commit.cancelled {
        reminders::cancel(&mut tx, scope, *number).await?;
    }
    if let Some(summary) = &commit.summary {
        summaries::put(&mut tx, scope, &agent, summary).await?;
    }
    outbox::insert(&mut tx, scope, turn, &commit.outbox).await?;
    if let Some(once) = &commit.once {
        let said = people::say_once(&mut tx, once, commit.at).await?;
        outbox::insert(&mut tx, scope, turn, said.as_slice()).await?;
    }
    usage::charge(&mut tx, &commit.charges, commit.at).await?;
    tx.commit().await
}

/// Only a running turn can take a step: one that was ended or reset in between must write nothing more.
async fn count_step(tx: &mut Tx, scope: &Scope, turn: TurnId, commit: &StepCommit) -> Result<(), StoreError> {
    let (state, error) = match &commit.end {
        None => (RUNNING, None),
        Some(TurnEnd::Done) => ("done", None),
        Some(TurnEnd::Failed(cause)) => ("failed", Some(cause.as_str())),
        Some(TurnEnd::Stopped(by)) => ("done", Some(by.as_str())),
    };
    let statement = sql("UPDATE turns SET steps = steps + 1, state = $3, error = $4, ended_at = $5 \
         WHERE id = $1 AND agent_id = $2 AND state = 'running'")
    .bind(turn)
    .bind(scope)
    .bind(state)
    .bind(error)
    .bind(commit.end.as_ref().map(|_| commit.at));
    found(tx.execute(statement).await?, turn)
}

const BEGUN: &str = "SELECT t.id, t.state, t.steps, t.trace, t.first_seq, t.guild, t.channel, t.message, \
                          t.started_at, t.reply, t.shown, t.parked, a.id AS agent_id, a.place, a.created_at AS agent_since \
                          FROM turns t JOIN agents a ON a.id = t.agent_id";

const RUNNING_ONES: &str = " WHERE t.state = 'running'";

/// A turn and the place of its first message in the conversation.
pub(super) async fn find(db: &Db, scope: &Scope, id: TurnId) -> Result<Option<(Turn, i64)>, StoreError> {
    let statement = sql(
        "SELECT id, state, steps, trace, first_seq, guild, channel, message, started_at, reply, shown, parked FROM turns \
         WHERE id = $1 AND agent_id = $2",
    );
    let Some(row) = db.row(statement.bind(id).bind(scope)).await? else { return Ok(None) };
    Ok(Some((turn_of(&row)?, row.int("first_seq")?)))
}

/// Turns that were never ended, oldest first; those of one agent if it is given. They are sorted as the indexes over
/// running turns are, so that SQLite does not go through all others.
pub(super) async fn unfinished(db: &Db, of: Option<&Scope>) -> Result<Vec<BegunTurn>, StoreError> {
    let statement = match of {
        None => sql(BEGUN).push(RUNNING_ONES),
        Some(scope) => sql(BEGUN).push(RUNNING_ONES).push(" AND t.agent_id = ").push_bind(scope),
    };
    let mut begun = Vec::new();
    for row in db.rows(statement.push(" ORDER BY t.started_at, t.n")).await? {
        begun.push(begun_of(db, &row).await?);
    }
    Ok(begun)
}

/// The newest turn of that agent.
pub(super) async fn newest(db: &Db, scope: &Scope) -> Result<Option<BegunTurn>, StoreError> {
    let statement = sql(BEGUN).push(" WHERE t.agent_id = ").push_bind(scope).push(" ORDER BY t.n DESC LIMIT 1");
    match db.row(statement).await? {
        Some(row) => Ok(Some(begun_of(db, &row).await?)),
        None => Ok(None),
    }
}

async fn begun_of(db: &Db, row: &Row) -> Result<BegunTurn, StoreError> {
    let (agent, turn) = (agent_of(row)?, turn_of(row)?);
    let messages = answered(db, &agent.scope(), turn.id, row.int("first_seq")?).await?;
    Ok(BegunTurn { agent, turn, messages })
}

/// What people said in that turn. The agent's other turns are not looked through: all of it lies behind `first_seq`.
async fn answered(db: &Db, scope: &Scope, turn: TurnId, first_seq: i64) -> Result<Vec<Message>, StoreError> {
    let statement = sql("SELECT ")
        .push(messages::COLUMNS)
        .push(" FROM messages WHERE agent_id = $1 AND seq >= $2 AND turn_id = $3 AND role = 'person' ORDER BY seq");
    let rows = db.rows(statement.bind(scope).bind(first_seq).bind(turn)).await?;
    rows.iter().map(messages::message_of).collect()
}
