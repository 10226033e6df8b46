//! Recursive summaries, and the mark behind which the prompt's queue starts.

use super::super::{StoreError, Summary};
use super::agents::LockedAgent;
use super::db::{Db, Tx};
use super::statement::sql;
use crate::memory::Scope;

/// The newest one.
pub(super) async fn newest(db: &Db, scope: &Scope) -> Result<Option<Summary>, StoreError> {
    let statement =
        sql("SELECT text, through_seq, at FROM summaries WHERE agent_id = $1 ORDER BY n DESC LIMIT 1").bind(scope);
    let Some(row) = db.row(statement).await? else { return Ok(None) };
    Ok(Some(Summary { text: row.text("text")?, through_seq: row.int("through_seq")?, at: row.moment("at")? }))
}

/// Adds one and moves the mark. The agent must be locked. One that was made before a reset or before another summary is
/// passed over: its text would bring back what is gone, or leave out what was evicted since.
///
/// # Errors
/// [`StoreError::NotFound`] for messages that do not exist yet.
pub(super) async fn put(tx: &mut Tx, scope: &Scope, agent: &LockedAgent, summary: &Summary) -> Result<(), StoreError> {
    let through = summary.through_seq;
    if through < agent.first_seq || through < agent.evicted_seq {
        return Ok(());
    }
    if through >= agent.next_seq {
        return Err(StoreError::NotFound(format!("message {through} of the conversation to summarise")));
    }
    let statement = sql("INSERT INTO summaries (agent_id, through_seq, text, at) VALUES ($1, $2, $3, $4)");
    tx.execute(statement.bind(scope).bind(through).bind(&summary.text).bind(summary.at)).await?;
    tx.execute(sql("UPDATE agents SET evicted_seq = $2 WHERE id = $1").bind(scope).bind(through)).await?;
    Ok(())
}
