//! Turns that wait for the model to come back, and turns that failed and are tried again.

use async_trait::async_trait;

use super::super::{BegunTurn, NewOutbox, ParkStore, StoreError};
use super::db::Db;
use super::statement::{json_text, sql};
use super::turns::{found, shown_of};
use super::{SqlLedger, inbox, outbox, turns, usage};
use crate::clock::Moment;
use crate::memory::{Incoming, OutboxId, Parked, Scope, Shown, TurnId};

#[async_trait]
impl ParkStore for SqlLedger {
    async fn park_turn(
        &self,
        scope: &Scope,
        turn: TurnId,
        parked: &Parked,
        say: Option<&NewOutbox>,
    ) -> Result<(), StoreError> {
        park(&self.db, scope, turn, parked, say).await
    }

    async fn try_parked(
        &self,
        scope: &Scope,
        turn: TurnId,
        fresh: OutboxId,
    ) -> Result<(OutboxId, Option<Shown>), StoreError> {
        go_on(&self.db, scope, turn, fresh).await
    }

    async fn newest_turn(&self, scope: &Scope) -> Result<Option<BegunTurn>, StoreError> {
        turns::newest(&self.db, scope).await
    }

    async fn retry_failed(
        &self,
        scope: &Scope,
        failed: &BegunTurn,
        fresh: OutboxId,
        now: Moment,
    ) -> Result<(), StoreError> {
        retry(&self.db, scope, failed, fresh, now).await
    }

    async fn is_waiting(&self, scope: &Scope) -> Result<bool, StoreError> {
        inbox::any(&self.db, scope).await
    }

    async fn is_full(&self, incoming: &Incoming, here: usize, in_all: usize) -> Result<bool, StoreError> {
        inbox::is_full(&self.db, incoming, here, in_all).await
    }
}

/// It waits, and that is said.
async fn park(
    db: &Db,
    scope: &Scope,
    turn: TurnId,
    parked: &Parked,
    say: Option<&NewOutbox>,
) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let statement = sql("UPDATE turns SET parked = $3 WHERE id = $1 AND agent_id = $2 AND state = 'running'");
    found(tx.execute(statement.bind(turn).bind(scope).bind(json_text(parked)?)).await?, turn)?;
    if let Some(say) = say {
        outbox::insert(&mut tx, scope, turn, std::slice::from_ref(say)).await?;
    }
    tx.commit().await
}

/// It goes on. What was said meanwhile stands in the answer's row: if it was delivered, the answer is another message; if it
/// was not, it is not said any more, and what was shown of the answer is still that.
async fn go_on(db: &Db, scope: &Scope, turn: TurnId, fresh: OutboxId) -> Result<(OutboxId, Option<Shown>), StoreError> {
    let mut tx = db.begin().await?;
    let statement =
        sql("SELECT t.reply, t.shown, o.state FROM turns t JOIN outbox o ON o.id = COALESCE(t.reply, t.id) \
         WHERE t.id = $1 AND t.agent_id = $2");
    let Some(row) = tx.row(statement.bind(turn).bind(scope)).await? else {
        let statement = sql("SELECT reply, shown FROM turns WHERE id = $1 AND agent_id = $2").bind(turn).bind(scope);
        let row = tx.row(statement).await?.ok_or_else(|| StoreError::NotFound(format!("the running turn {turn}")))?;
        return Ok((row.parsed_or_null("reply")?.unwrap_or(OutboxId(turn.0)), shown_of(&row)?));
    };
    let said = row.parsed_or_null("reply")?.unwrap_or(OutboxId(turn.0));
    let shown = if row.text("state")? == "waiting" { shown_of(&row)? } else { None };
    tx.execute(sql("DELETE FROM outbox WHERE id = $1 AND state = 'waiting'").bind(said)).await?;
    let statement =
        sql("UPDATE turns SET reply = $3, shown = $4 WHERE id = $1 AND agent_id = $2 AND state = 'running'")
            .bind(turn)
            .bind(scope)
            .bind(fresh)
            .bind(shown.as_ref().map(json_text).transpose()?);
    found(tx.execute(statement).await?, turn)?;
    tx.commit().await?;
    Ok((fresh, shown))
}

/// One that failed runs again.
async fn retry(db: &Db, scope: &Scope, failed: &BegunTurn, fresh: OutboxId, now: Moment) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let id = failed.turn.id;
    let statement = sql("UPDATE turns SET state = 'running', steps = 0, error = NULL, ended_at = NULL, reply = $3, \
         shown = NULL, parked = NULL WHERE id = $1 AND agent_id = $2 AND state = 'failed'");
    found(tx.execute(statement.bind(id).bind(scope).bind(fresh)).await?, id)?;
    for message in &failed.messages {
        usage::count_again(&mut tx, message, now).await?;
    }
    tx.commit().await
}
