//! What people cost: a row for each person, day and guild.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::super::{Charge, NewMessage, Spent, StoreError, UsageStore};
use super::SqlLedger;
use super::db::Tx;
use super::rows::Row;
use super::statement::{CHUNK, Statement, args, count, sql};
use crate::clock::{Moment, day_of};
use crate::memory::{Body, Message, PersonId, Source};

/// Messages and tokens, by person and guild: in an order, so that two transactions never wait for each other.
type Added = BTreeMap<(PersonId, u64), (u64, u64)>;

/// Counts messages of people that become part of a conversation.
pub(super) async fn count_messages(tx: &mut Tx, said: &[NewMessage], now: Moment) -> Result<(), StoreError> {
    count_all(tx, said.iter().map(|message| (&message.body, message.source)), now).await
}

/// Counts a message once more that is answered once more.
pub(super) async fn count_again(tx: &mut Tx, said: &Message, now: Moment) -> Result<(), StoreError> {
    count_all(tx, std::iter::once((&said.body, said.source)), now).await
}

async fn count_all(
    tx: &mut Tx,
    said: impl Iterator<Item = (&Body, Option<Source>)>,
    now: Moment,
) -> Result<(), StoreError> {
    let mut added = Added::new();
    for (body, source) in said {
        if let Body::Person { person, .. } = body {
            let guild = source.and_then(|source| source.guild).unwrap_or(0);
            added.entry((person.id, guild)).or_default().0 += 1;
        }
    }
    add(tx, added, now).await
}

/// Writes down tokens.
pub(super) async fn charge(tx: &mut Tx, charges: &[Charge], now: Moment) -> Result<(), StoreError> {
    let mut added = Added::new();
    for charge in charges.iter().filter(|charge| charge.tokens > 0) {
        added.entry((charge.person, charge.guild.unwrap_or(0))).or_default().1 += charge.tokens;
    }
    add(tx, added, now).await
}

async fn add(tx: &mut Tx, added: Added, now: Moment) -> Result<(), StoreError> {
    let row = |((person, guild), (messages, tokens))| args![person, day_of(now), guild, count(messages), count(tokens)];
    let rows: Vec<_> = added.into_iter().map(row).collect();
    for rows in rows.chunks(CHUNK) {
        let statement =
            sql("INSERT INTO usage (person, day, guild, messages, tokens) VALUES ").push_rows(rows.to_vec());
        let statement = statement.push(
            " ON CONFLICT (person, day, guild) DO UPDATE SET messages = usage.messages + excluded.messages, \
             tokens = usage.tokens + excluded.tokens",
        );
        tx.execute(statement).await?;
    }
    Ok(())
}

/// SUM of a BIGINT is a NUMERIC in Postgres.
const SUMS: &str =
    "CAST(COALESCE(SUM(messages), 0) AS BIGINT) AS messages, CAST(COALESCE(SUM(tokens), 0) AS BIGINT) AS tokens";

fn spent_of(row: &Row) -> Result<Spent, StoreError> {
    Ok(Spent { messages: row.size("messages")?, tokens: row.size("tokens")? })
}

async fn one(ledger: &SqlLedger, statement: Statement) -> Result<Spent, StoreError> {
    ledger.db.row(statement).await?.as_ref().map_or(Ok(Spent::default()), spent_of)
}

#[async_trait]
impl UsageStore for SqlLedger {
    async fn spent(&self, person: PersonId, guild: Option<u64>, since_day: i64) -> Result<Spent, StoreError> {
        let statement = sql("SELECT ")
            .push(SUMS)
            .push(" FROM usage WHERE person = ")
            .push_bind(person)
            .push(" AND day >= ")
            .push_bind(since_day);
        let statement = match guild {
            Some(guild) => statement.push(" AND guild = ").push_bind(guild),
            None => statement,
        };
        one(self, statement).await
    }

    async fn spent_in_guild(&self, guild: u64, since_day: i64) -> Result<Spent, StoreError> {
        let statement = sql("SELECT ").push(SUMS).push(" FROM usage WHERE guild = $1 AND day >= $2");
        one(self, statement.bind(guild).bind(since_day)).await
    }

    async fn top_of_guild(&self, guild: u64, since_day: i64, limit: u64) -> Result<Vec<(PersonId, Spent)>, StoreError> {
        let statement = sql("SELECT person, ")
            .push(SUMS)
            .push(" FROM usage WHERE guild = $1 AND day >= $2 GROUP BY person ORDER BY tokens DESC, person LIMIT $3");
        let rows = self.db.rows(statement.bind(guild).bind(since_day).bind(count(limit))).await?;
        rows.iter().map(|row| Ok((PersonId(row.parsed("person")?), spent_of(row)?))).collect()
    }
}
