//! Messages that came in and wait for a turn.

use std::collections::HashSet;

use super::super::{Accepted, StoreError};
use super::db::{Db, Tx};
use super::statement::{CHUNK, json_text, sql};
use crate::clock::Moment;
use crate::memory::{AgentKey, Incoming, Scope, TurnId};

/// Takes a message in, once.
pub(super) async fn accept(db: &Db, incoming: &Incoming, now: Moment) -> Result<Accepted, StoreError> {
    let statement = sql("INSERT INTO inbox (event, place, payload, at, seen_at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (event) DO NOTHING")
    .bind(&incoming.event)
    .bind(&incoming.key)
    .bind(json_text(incoming)?)
    .bind(incoming.at)
    .bind(now);
    Ok(if db.execute(statement).await? == 1 { Accepted::New } else { Accepted::Duplicate })
}

/// Whether anything waits for that agent. A look without a lock, since most often nothing does.
pub(super) async fn any(db: &Db, scope: &Scope) -> Result<bool, StoreError> {
    let statement = sql("SELECT 1 AS value FROM inbox WHERE turn_id IS NULL \
         AND place = (SELECT place FROM agents WHERE id = $1) LIMIT 1");
    Ok(db.row(statement.bind(scope)).await?.is_some())
}

/// Takes all that waits there for that turn, oldest first by Discord's number, then by arrival. The agent must be locked,
/// so that nobody else takes the same.
pub(super) async fn take(tx: &mut Tx, place: &AgentKey, turn: TurnId) -> Result<Vec<Incoming>, StoreError> {
    let waiting = sql("SELECT n, payload FROM inbox WHERE place = $1 AND turn_id IS NULL ORDER BY n").bind(place);
    let rows = tx.rows(waiting).await?;
    let mut taken = rows.iter().map(|row| row.json("payload")).collect::<Result<Vec<Incoming>, _>>()?;
    let numbers = rows.iter().map(|row| row.int("n")).collect::<Result<Vec<_>, _>>()?;
    for numbers in numbers.chunks(CHUNK) {
        let statement = sql("UPDATE inbox SET turn_id = $1, payload = '' WHERE n IN ").bind(turn);
        tx.execute(statement.push_list(numbers.iter().copied())).await?;
    }
    taken.sort_by_key(|incoming| incoming.source.message);
    Ok(taken)
}

/// Places for which something waits, by their oldest message. Each place once: grouping in SQL would make SQLite go
/// through the index of all that ever came in.
pub(super) async fn waiting(db: &Db) -> Result<Vec<AgentKey>, StoreError> {
    let rows = db.rows(sql("SELECT place FROM inbox WHERE turn_id IS NULL ORDER BY at, n")).await?;
    let (mut known, mut places) = (HashSet::new(), Vec::new());
    for row in &rows {
        let place: AgentKey = row.parsed("place")?;
        if known.insert(place.clone()) {
            places.push(place);
        }
    }
    Ok(places)
}
