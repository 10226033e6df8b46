//! Messages that came in and wait for a turn.

use std::collections::HashSet;

use super::super::{Accepted, StoreError};
use super::changes::NO_TURN;
use super::db::{Db, Tx};
use super::rows::Row;
use super::statement::{CHUNK, count, json_text, sql};
use crate::clock::Moment;
use crate::memory::{AgentKey, Incoming, PersonId, Scope, TurnId};

/// Messages that one turn may answer: of more, so little of each would be in the prompt that nothing could be answered.
const MOST_AT_ONCE: usize = 50;

/// Takes a message in, once. Whether anything of that person is taken in is asked by the same statement, so that nothing
/// of them slips in while they are being forgotten.
pub(super) async fn accept(db: &Db, incoming: &Incoming, now: Moment) -> Result<Accepted, StoreError> {
    let statement = sql("INSERT INTO inbox (event, place, payload, at, seen_at) SELECT $1, $2, $3, $4, $5 \
         WHERE NOT EXISTS (SELECT 1 FROM people WHERE person = $6 AND (opted_out_at IS NOT NULL OR forget_at IS NOT NULL)) \
         ON CONFLICT (event) DO NOTHING")
    .bind(&incoming.event)
    .bind(&incoming.key)
    .bind(json_text(incoming)?)
    .bind(incoming.at)
    .bind(now)
    .bind(incoming.person.id);
    if db.execute(statement).await? == 1 {
        return Ok(Accepted::New);
    }
    let known = sql("SELECT n FROM inbox WHERE event = $1").bind(&incoming.event);
    Ok(if db.row(known).await?.is_some() { Accepted::Duplicate } else { Accepted::Refused })
}

/// Whether anything waits for that agent. A look without a lock, since most often nothing does.
pub(super) async fn any(db: &Db, scope: &Scope) -> Result<bool, StoreError> {
    let statement = sql("SELECT 1 AS value FROM inbox WHERE turn_id IS NULL \
         AND place = (SELECT place FROM agents WHERE id = $1) LIMIT 1");
    Ok(db.row(statement.bind(scope)).await?.is_some())
}

/// Whether another message finds no room there, or anywhere. One that came before needs none. Sorted as the indexes over
/// what waits are, so that SQLite does not go through all that ever came in.
pub(super) async fn is_full(db: &Db, incoming: &Incoming, here: usize, in_all: usize) -> Result<bool, StoreError> {
    let last = |most: usize| count(most.saturating_sub(1) as u64);
    let there = sql("SELECT n FROM inbox WHERE place = $1 AND turn_id IS NULL ORDER BY n LIMIT 1 OFFSET $2");
    let anywhere = sql("SELECT n FROM inbox WHERE turn_id IS NULL ORDER BY at, n LIMIT 1 OFFSET $1");
    if db.row(there.bind(&incoming.key).bind(last(here))).await?.is_none()
        && db.row(anywhere.bind(last(in_all))).await?.is_none()
    {
        return Ok(false);
    }
    let known = sql("SELECT n FROM inbox WHERE event = $1").bind(&incoming.event);
    Ok(db.row(known).await?.is_none())
}

/// Takes what waits there for that turn, the first that came and no more than a turn may have, oldest first by Discord's
/// number, then by arrival. It is marked before it is read, so that one which is changed or deleted at this moment is either taken as it is then or not taken at all. What
/// somebody said who has opted out since is not taken.
pub(super) async fn take(tx: &mut Tx, place: &AgentKey, turn: TurnId) -> Result<Vec<Incoming>, StoreError> {
    let had = sql("SELECT n FROM inbox WHERE place = $1 AND turn_id = $2").bind(place).bind(turn);
    let room = MOST_AT_ONCE.saturating_sub(tx.rows(had).await?.len());
    let waiting = sql("UPDATE inbox SET turn_id = $2 WHERE turn_id IS NULL AND n IN \
         (SELECT n FROM inbox WHERE place = $1 AND turn_id IS NULL ORDER BY n LIMIT $3) RETURNING n, payload");
    let rows = tx.rows(waiting.bind(place).bind(turn).bind(count(room as u64))).await?;
    let read = |row: &Row| Ok::<_, StoreError>((row.int("n")?, row.json("payload")?));
    let taken = rows.iter().map(read).collect::<Result<Vec<(i64, Incoming)>, _>>()?;
    for taken in taken.chunks(CHUNK) {
        let statement = sql("UPDATE inbox SET payload = '' WHERE n IN ");
        tx.execute(statement.push_list(taken.iter().map(|(n, _)| *n))).await?;
    }
    let closed = closed(tx, &taken).await?;
    let (theirs, mut taken): (Vec<_>, Vec<_>) =
        taken.into_iter().partition(|(_, incoming)| closed.contains(&incoming.person.id));
    for theirs in theirs.chunks(CHUNK) {
        let statement = sql("UPDATE inbox SET place = '', turn_id = $1 WHERE n IN ").bind(NO_TURN);
        tx.execute(statement.push_list(theirs.iter().map(|(n, _)| *n))).await?;
    }
    taken.sort_by_key(|(n, incoming)| (incoming.source.message, *n));
    Ok(taken.into_iter().map(|(_, incoming)| incoming).collect())
}

/// Those of whom nothing is taken in.
async fn closed(tx: &mut Tx, taken: &[(i64, Incoming)]) -> Result<HashSet<PersonId>, StoreError> {
    let people: Vec<PersonId> = taken.iter().map(|(_, incoming)| incoming.person.id).collect();
    let mut closed = HashSet::new();
    for people in people.chunks(CHUNK) {
        let statement =
            sql("SELECT person FROM people WHERE (opted_out_at IS NOT NULL OR forget_at IS NOT NULL) AND person IN ");
        for row in tx.rows(statement.push_list(people.iter().copied())).await? {
            closed.insert(PersonId(row.parsed("person")?));
        }
    }
    Ok(closed)
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
