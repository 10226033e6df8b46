//! What several statements write inside their transaction.

use super::Tx;
use super::rows::{actor_text, big, clean, corrupt, extra, micros, target_text, to_json};
use crate::clock::Moment;
use crate::memory::{
    Actor, AgentId, Body, Edit, EditId, EditKind, EditTarget, Label, Message, Passage, Person, TurnId,
};
use crate::store::{AgentSeed, NewMessage, NewOutbox, StoreError, Summary};

/// Takes `count` numbers for messages; answers the first. On PostgreSQL this also keeps others from writing to the agent.
pub(super) async fn take_seqs(tx: &mut Tx, agent: AgentId, count: usize) -> Result<i64, StoreError> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let next: Option<i64> =
        sqlx::query_scalar("UPDATE agents SET next_seq = next_seq + $1 WHERE id = $2 RETURNING next_seq")
            .bind(count)
            .bind(agent.to_string())
            .fetch_optional(&mut **tx)
            .await?;
    let next = next.ok_or_else(|| StoreError::NotFound("the agent".into()))?;
    Ok(next - count)
}

/// Adds messages to the conversation, numbered from `first`.
pub(super) async fn insert_messages(
    tx: &mut Tx,
    agent: AgentId,
    turn: TurnId,
    first: i64,
    messages: &[NewMessage],
) -> Result<Vec<Message>, StoreError> {
    let mut added = Vec::with_capacity(messages.len());
    for (new, seq) in messages.iter().zip(first..) {
        insert_message(tx, agent, turn, seq, new).await?;
        let NewMessage { id, body, source, at } = new.clone();
        added.push(Message { id, seq, turn: Some(turn), body, source, at });
    }
    Ok(added)
}

async fn insert_message(
    tx: &mut Tx,
    agent: AgentId,
    turn: TurnId,
    seq: i64,
    new: &NewMessage,
) -> Result<(), StoreError> {
    let person = match &new.body {
        Body::Person { person, .. } => Some(person),
        _ => None,
    };
    sqlx::query(
        "INSERT INTO messages (id, agent_id, seq, turn_id, role, author, author_name, author_key, text, extra, guild, channel, message, searchable, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
    )
    .bind(new.id.to_string())
    .bind(agent.to_string())
    .bind(seq)
    .bind(turn.to_string())
    .bind(new.body.role())
    .bind(person.map(|person| big(person.id.0)))
    .bind(person.map(|person| clean(&person.name)))
    .bind(person.map(|person| clean(&person.name).to_lowercase()))
    .bind(clean(new.body.text()))
    .bind(extra(&new.body)?)
    .bind(new.source.and_then(|source| source.guild).map(big))
    .bind(new.source.map(|source| big(source.channel)))
    .bind(new.source.map(|source| big(source.message)))
    .bind(i64::from(new.body.is_searchable()))
    .bind(micros(new.at))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Writes an edit into history. `place` orders the edits of one moment.
pub(super) async fn insert_edit(tx: &mut Tx, agent: AgentId, edit: &Edit, place: usize) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO edits (id, agent_id, target, kind, actor, before_text, after_text, reason, cause, turn_id, expected_version, place, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(edit.id.to_string())
    .bind(agent.to_string())
    .bind(target_text(&edit.target))
    .bind(edit.kind.as_str())
    .bind(actor_text(edit.actor))
    .bind(clean(&edit.before))
    .bind(clean(&edit.after))
    .bind(edit.reason.as_deref().map(clean))
    .bind(edit.cause.map(|id| id.to_string()))
    .bind(edit.turn.map(|id| id.to_string()))
    .bind(edit.expected_version)
    .bind(i64::try_from(place).unwrap_or(i64::MAX))
    .bind(micros(edit.at))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Changes a block and records it.
pub(super) async fn apply_edit(tx: &mut Tx, agent: AgentId, edit: &Edit, place: usize) -> Result<(), StoreError> {
    let EditTarget::Block(label) = &edit.target else {
        return Err(corrupt("an edit of a block that is of", target_text(&edit.target)));
    };
    let changed = sqlx::query("UPDATE blocks SET value = $1, version = version + 1, updated_at = $2 WHERE agent_id = $3 AND label = $4 AND version = $5")
        .bind(clean(&edit.after))
        .bind(micros(edit.at))
        .bind(agent.to_string())
        .bind(label.to_string())
        .bind(edit.expected_version)
        .execute(&mut **tx)
        .await?;
    if changed.rows_affected() == 0 {
        return Err(StoreError::Conflict(format!("the block {label}")));
    }
    insert_edit(tx, agent, edit, place).await
}

/// Makes a block where there is none, and records it. Whether it did.
pub(super) async fn create_block(
    tx: &mut Tx,
    agent: AgentId,
    label: Label,
    name: Option<&str>,
    value: &str,
    seed: &AgentSeed,
    now: Moment,
) -> Result<bool, StoreError> {
    let made = sqlx::query(
        "INSERT INTO blocks (agent_id, label, name, value, char_limit, version, place, updated_at)
         VALUES ($1, $2, $3, $4, $5, 1, (SELECT count(*) FROM blocks WHERE agent_id = $1), $6)
         ON CONFLICT (agent_id, label) DO NOTHING",
    )
    .bind(agent.to_string())
    .bind(label.to_string())
    .bind(name.map(clean))
    .bind(clean(value))
    .bind(i64::try_from(seed.block_limit).unwrap_or(i64::MAX))
    .bind(micros(now))
    .execute(&mut **tx)
    .await?;
    if made.rows_affected() == 0 {
        return Ok(false);
    }
    let edit = Edit {
        id: EditId::at(now),
        target: EditTarget::Block(label),
        kind: EditKind::Create,
        actor: Actor::System,
        before: String::new(),
        after: value.to_owned(),
        reason: None,
        cause: None,
        turn: None,
        expected_version: 0,
        at: now,
    };
    insert_edit(tx, agent, &edit, 0).await?;
    Ok(true)
}

/// Makes the block of a person met for the first time, and brings the name of one known up to date.
pub(super) async fn meet(
    tx: &mut Tx,
    agent: AgentId,
    person: &Person,
    seed: &AgentSeed,
    now: Moment,
) -> Result<(), StoreError> {
    let label = Label::Human(person.id);
    if !create_block(tx, agent, label, Some(&person.name), &seed.human, seed, now).await? {
        sqlx::query("UPDATE blocks SET name = $1 WHERE agent_id = $2 AND label = $3 AND name <> $1")
            .bind(clean(&person.name))
            .bind(agent.to_string())
            .bind(label.to_string())
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

pub(super) async fn insert_passage(tx: &mut Tx, agent: AgentId, passage: &Passage) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO passages (id, agent_id, text, tags, actor, cause, turn_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
        .bind(passage.id.to_string())
        .bind(agent.to_string())
        .bind(clean(&passage.text))
        .bind(to_json(&passage.tags)?)
        .bind(actor_text(passage.by))
        .bind(passage.cause.map(|id| id.to_string()))
        .bind(passage.turn.map(|id| id.to_string()))
        .bind(micros(passage.created_at))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(super) async fn insert_outbox(
    tx: &mut Tx,
    agent: AgentId,
    turn: TurnId,
    new: &NewOutbox,
    place: usize,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO outbox (id, agent_id, turn_id, payload, guild, channel, message, place, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
        .bind(new.id.to_string())
        .bind(agent.to_string())
        .bind(turn.to_string())
        .bind(to_json(&new.outgoing)?)
        .bind(new.to.guild.map(big))
        .bind(big(new.to.channel))
        .bind(big(new.to.message))
        .bind(i64::try_from(place).unwrap_or(i64::MAX))
        .bind(micros(new.at))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Adds a summary and moves the start of the queue behind it, never back.
pub(super) async fn put_summary(tx: &mut Tx, agent: AgentId, summary: &Summary) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO summaries (agent_id, through_seq, text, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (agent_id, through_seq) DO UPDATE SET text = excluded.text, at = excluded.at",
    )
    .bind(agent.to_string())
    .bind(summary.through_seq)
    .bind(clean(&summary.text))
    .bind(micros(summary.at))
    .execute(&mut **tx)
    .await?;
    sqlx::query("UPDATE agents SET evicted_through = $1 WHERE id = $2 AND evicted_through < $1")
        .bind(summary.through_seq)
        .bind(agent.to_string())
        .execute(&mut **tx)
        .await?;
    Ok(())
}
