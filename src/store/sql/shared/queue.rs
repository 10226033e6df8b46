//! Turns, and the one trait that inbox, turns and outbox make up.

use async_trait::async_trait;

use super::agents::agent_by_id;
use super::rows::{MessageRow, TurnRow, big, clean, decode_messages, micros};
use super::write::{apply_edit, insert_edit, insert_messages, insert_outbox, insert_passage, put_summary, take_seqs};
use super::{SqlLedger, Tx, inbox};
use crate::clock::Moment;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{Agent, AgentKey, Incoming, Message, OutboxId, Scope, Source, TurnId};
use crate::store::{
    Accepted, AgentSeed, BegunTurn, QueueStore, StepCommit, StoreError, Summary, Turn, TurnEnd, TurnState,
};

/// The short id of a turn: eight hexadecimal digits from the random part of its id.
fn trace_of(id: TurnId) -> String {
    let digits = id.0.simple().to_string();
    digits[digits.len() - 8..].to_owned()
}

async fn set_answers(tx: &mut Tx, turn: TurnId, answers: Source) -> Result<(), StoreError> {
    sqlx::query("UPDATE turns SET guild = $1, channel = $2, message = $3 WHERE id = $4")
        .bind(answers.guild.map(big))
        .bind(big(answers.channel))
        .bind(big(answers.message))
        .bind(turn.to_string())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn newest_source(messages: &[Message]) -> Source {
    messages.iter().rev().find_map(|message| message.source).unwrap_or_default()
}

async fn insert_turn(tx: &mut Tx, agent: &Agent, turn: &Turn) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO turns (id, agent_id, state, trace, guild, channel, message, started_at) VALUES ($1, $2, 'running', $3, $4, $5, $6, $7)")
        .bind(turn.id.to_string())
        .bind(agent.id.to_string())
        .bind(turn.trace.clone())
        .bind(turn.answers.guild.map(big))
        .bind(big(turn.answers.channel))
        .bind(big(turn.answers.message))
        .bind(micros(turn.started_at))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

async fn begun(tx: &mut Tx, row: TurnRow) -> Result<BegunTurn, StoreError> {
    let agent = agent_by_id(tx, &row.agent_id).await?;
    let turn = row.decode()?;
    let rows: Vec<MessageRow> =
        sqlx::query_as("SELECT * FROM messages WHERE turn_id = $1 AND role = 'person' ORDER BY seq")
            .bind(turn.id.to_string())
            .fetch_all(&mut **tx)
            .await?;
    Ok(BegunTurn { agent, turn, messages: decode_messages(rows)? })
}

async fn write_step(tx: &mut Tx, scope: &Scope, turn: TurnId, commit: &StepCommit) -> Result<(), StoreError> {
    let agent = scope.agent();
    advance(tx, scope, turn, commit).await?;
    let first = take_seqs(tx, agent, commit.messages.len()).await?;
    insert_messages(tx, agent, turn, first, &commit.messages).await?;
    for (place, edit) in commit.edits.iter().enumerate() {
        apply_edit(tx, agent, edit, place).await?;
    }
    for (place, (passage, edit)) in commit.passages.iter().enumerate() {
        insert_passage(tx, agent, passage).await?;
        insert_edit(tx, agent, edit, commit.edits.len() + place).await?;
    }
    for (place, new) in commit.outbox.iter().enumerate() {
        insert_outbox(tx, agent, turn, new, place).await?;
    }
    if let Some(summary) = &commit.summary {
        put_summary(tx, agent, summary).await?;
    }
    Ok(())
}

/// Counts the step, and ends the turn if it is over. Comes first: nothing may be written for a turn that has ended.
async fn advance(tx: &mut Tx, scope: &Scope, turn: TurnId, commit: &StepCommit) -> Result<(), StoreError> {
    let (state, error) = match &commit.end {
        None => ("running", None),
        Some(TurnEnd::Done) => ("done", None),
        Some(TurnEnd::Failed(cause)) => ("failed", Some(clean(cause))),
    };
    let changed = sqlx::query("UPDATE turns SET steps = steps + 1, state = $1, error = $2, ended_at = $3 WHERE id = $4 AND agent_id = $5 AND state = 'running'")
        .bind(state)
        .bind(error)
        .bind(commit.end.as_ref().map(|_| micros(commit.at)))
        .bind(turn.to_string())
        .bind(scope.agent().to_string())
        .execute(&mut **tx)
        .await?;
    if changed.rows_affected() == 0 {
        return Err(StoreError::NotFound(format!("the running turn {turn}")));
    }
    Ok(())
}

#[async_trait]
impl QueueStore for SqlLedger {
    async fn accept(&self, incoming: &Incoming, now: Moment) -> Result<Accepted, StoreError> {
        self.accept_once(incoming, now).await
    }

    async fn begin_turn(&self, agent: &Agent, seed: &AgentSeed, now: Moment) -> Result<Option<BegunTurn>, StoreError> {
        let key = agent.key.to_string();
        if !self.anything_waits(&key).await? {
            return Ok(None);
        }
        let id = TurnId::at(now);
        let mut tx = self.begin().await?;
        let messages = inbox::take(&mut tx, agent.id, &key, id, seed, now).await?;
        if messages.is_empty() {
            return Ok(None);
        }
        let answers = newest_source(&messages);
        let turn = Turn { id, state: TurnState::Running, steps: 0, trace: trace_of(id), answers, started_at: now };
        insert_turn(&mut tx, agent, &turn).await?;
        tx.commit().await?;
        Ok(Some(BegunTurn { agent: agent.clone(), turn, messages }))
    }

    async fn join_turn(
        &self,
        agent: &Agent,
        turn: TurnId,
        seed: &AgentSeed,
        now: Moment,
    ) -> Result<Vec<Message>, StoreError> {
        let key = agent.key.to_string();
        if !self.anything_waits(&key).await? {
            return Ok(Vec::new());
        }
        let mut tx = self.begin().await?;
        let messages = inbox::take(&mut tx, agent.id, &key, turn, seed, now).await?;
        if !messages.is_empty() {
            set_answers(&mut tx, turn, newest_source(&messages)).await?;
        }
        tx.commit().await?;
        Ok(messages)
    }

    async fn commit_step(&self, scope: &Scope, turn: TurnId, commit: &StepCommit) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        write_step(&mut tx, scope, turn, commit).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn put_summary(&self, scope: &Scope, summary: &Summary) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        put_summary(&mut tx, scope.agent(), summary).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn unfinished_turns(&self) -> Result<Vec<BegunTurn>, StoreError> {
        let mut tx = self.reader.begin().await?;
        let rows: Vec<TurnRow> = sqlx::query_as("SELECT * FROM turns WHERE state = 'running' ORDER BY started_at, id")
            .fetch_all(&mut *tx)
            .await?;
        let mut turns = Vec::with_capacity(rows.len());
        for row in rows {
            turns.push(begun(&mut tx, row).await?);
        }
        Ok(turns)
    }

    async fn unfinished_turns_of(&self, scope: &Scope) -> Result<Vec<BegunTurn>, StoreError> {
        let mut tx = self.reader.begin().await?;
        let rows: Vec<TurnRow> =
            sqlx::query_as("SELECT * FROM turns WHERE agent_id = $1 AND state = 'running' ORDER BY started_at, id")
                .bind(scope.agent().to_string())
                .fetch_all(&mut *tx)
                .await?;
        let mut turns = Vec::with_capacity(rows.len());
        for row in rows {
            turns.push(begun(&mut tx, row).await?);
        }
        Ok(turns)
    }

    async fn waiting(&self) -> Result<Vec<AgentKey>, StoreError> {
        self.waiting_keys().await
    }

    async fn last_answered(&self) -> Result<Vec<Source>, StoreError> {
        let rows: Vec<TurnRow> = sqlx::query_as(
            "SELECT t.* FROM agents a JOIN turns t ON t.id = (SELECT max(id) FROM turns WHERE agent_id = a.id) WHERE t.message <> 0 ORDER BY t.id",
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter().map(|row| Ok(row.decode()?.answers)).collect()
    }

    async fn unsent(&self, scope: &Scope) -> Result<Vec<OutboxRow>, StoreError> {
        self.unsent_rows(scope).await
    }

    async fn unsent_agents(&self) -> Result<Vec<Agent>, StoreError> {
        self.agents_with_unsent().await
    }

    async fn mark_sent(&self, id: OutboxId, sent: &[u64], now: Moment) -> Result<(), StoreError> {
        self.set_sent(id, sent, now).await
    }

    async fn mark_unsent(
        &self,
        id: OutboxId,
        sent: &[u64],
        error: &str,
        give_up: bool,
        now: Moment,
    ) -> Result<(), StoreError> {
        self.set_unsent(id, sent, error, give_up, now).await
    }
}
