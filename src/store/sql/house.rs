//! Places that are gone, and whole agents that go with them.

use std::collections::BTreeSet;

use async_trait::async_trait;

use super::super::{Aged, Home, HouseStore, StoreError};
use super::SqlLedger;
use super::agents::{agent_of, lock_agent};
use super::aging;
use super::db::{Tx, past_deadlocks};
use super::rows::Row;
use super::statement::{count, sql};
use crate::clock::Moment;
use crate::memory::{Agent, AgentKey, Scope};
use crate::settings::Site;

/// Takes an agent away with all that is its own, and what waits for it.
pub(super) async fn remove_agent(tx: &mut Tx, agent: &Agent, now: Moment) -> Result<u64, StoreError> {
    let scope = agent.scope();
    let locked = lock_agent(tx, &scope).await?;
    for (start, rest) in [
        (
            "INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, $1 FROM messages ",
            "WHERE agent_id = $2 AND searchable = 1",
        ),
        ("INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, $1 FROM passages ", "WHERE agent_id = $2"),
        (
            "INSERT INTO tombstones (point, agent_id, at) SELECT c.id, c.agent_id, $1 FROM documents d \
             JOIN chunks c ON c.document_id = d.id ",
            "WHERE d.agent_id = $2",
        ),
    ] {
        let statement = sql(start).push(rest).push(" ON CONFLICT (point) DO NOTHING");
        tx.execute(statement.bind(now).bind(&scope)).await?;
    }
    if matches!(agent.key, AgentKey::Dm(_)) {
        let channels = sql("SELECT DISTINCT channel FROM turns WHERE agent_id = $1").bind(&scope);
        for row in tx.rows(channels).await? {
            remove_settings(tx, Site::Channel(row.int("channel")?.cast_unsigned())).await?;
        }
    }
    tx.execute(sql("DELETE FROM inbox WHERE place = $1").bind(&agent.key)).await?;
    tx.execute(sql("DELETE FROM message_changes WHERE place = $1").bind(&agent.key)).await?;
    tx.execute(sql("DELETE FROM agents WHERE id = $1").bind(&scope)).await?;
    Ok(u64::try_from(locked.next_seq - locked.first_seq).unwrap_or(0))
}

/// What was set at a place, and who set it; of a guild, also what was set in its channels.
async fn remove_settings(tx: &mut Tx, site: Site) -> Result<(), StoreError> {
    tx.execute(sql("DELETE FROM settings WHERE site = $1").bind(site.to_string())).await?;
    tx.execute(sql("DELETE FROM audit WHERE site = $1").bind(site.to_string())).await?;
    if let Site::Guild(guild) = site {
        tx.execute(sql("DELETE FROM settings WHERE guild = $1").bind(guild)).await?;
        tx.execute(sql("DELETE FROM audit WHERE guild = $1").bind(guild)).await?;
        tx.execute(sql("DELETE FROM usage WHERE guild = $1").bind(guild)).await?;
    }
    Ok(())
}

fn home_of(row: &Row) -> Result<Home, StoreError> {
    let number = |column| Ok::<_, StoreError>(row.int_or_null(column)?.map(i64::cast_unsigned));
    Ok(Home { agent: agent_of(row)?, guild: number("guild")?, channel: number("channel")? })
}

#[async_trait]
impl HouseStore for SqlLedger {
    async fn homes(&self, after: Option<Scope>, limit: u64) -> Result<Vec<Home>, StoreError> {
        let statement = sql("SELECT a.id AS agent_id, a.place, a.created_at AS agent_since, a.guild, \
             (SELECT t.channel FROM turns t WHERE t.agent_id = a.id ORDER BY t.n DESC LIMIT 1) AS channel \
             FROM agents a WHERE a.id > $1 ORDER BY a.id LIMIT $2");
        let after = after.map_or_else(String::new, |scope| scope.agent().to_string());
        self.db.rows(statement.bind(after).bind(count(limit))).await?.iter().map(home_of).collect()
    }

    async fn forget_before(&self, scope: &Scope, before: Moment, limit: u64) -> Result<Aged, StoreError> {
        let aged = past_deadlocks(|| aging::forget_before(&self.db, scope, before, limit)).await?;
        if aged != Aged::default() {
            self.db.forget().await?;
        }
        Ok(aged)
    }

    async fn note_departure(&self, site: Site, now: Moment) -> Result<bool, StoreError> {
        let statement = sql("INSERT INTO departures (site, left_at) VALUES ($1, $2) ON CONFLICT (site) DO NOTHING");
        Ok(self.db.execute(statement.bind(site.to_string()).bind(now)).await? == 1)
    }

    async fn note_return(&self, site: Site) -> Result<bool, StoreError> {
        let known = sql("SELECT 1 AS value FROM departures WHERE site = $1").bind(site.to_string());
        // A look first: it is asked of every guild at every start.
        if self.db.row(known).await?.is_none() {
            return Ok(false);
        }
        let statement = sql("DELETE FROM departures WHERE site = $1").bind(site.to_string());
        Ok(self.db.execute(statement).await? == 1)
    }

    async fn departed(&self, before: Moment) -> Result<Vec<Site>, StoreError> {
        let statement = sql("SELECT site FROM departures WHERE left_at <= $1 ORDER BY left_at, site").bind(before);
        self.db.rows(statement).await?.iter().map(|row| row.parsed("site")).collect()
    }

    async fn guilds(&self) -> Result<Vec<u64>, StoreError> {
        let rows = self.db.rows(sql("SELECT DISTINCT a.guild FROM agents a WHERE a.guild IS NOT NULL")).await?;
        let mut guilds = rows.iter().map(|row| row.int("guild")).collect::<Result<BTreeSet<i64>, _>>()?;
        for table in ["settings", "audit", "usage"] {
            // Stepped through by the index: there are few guilds, and many rows. What was used in no guild is under 0.
            let mut last = 0;
            let next = || sql("SELECT MIN(guild) AS guild FROM ").push(table).push(" WHERE guild > $1");
            while let Some(row) = self.db.row(next().bind(last)).await?
                && let Some(guild) = row.int_or_null("guild")?
            {
                guilds.insert(guild);
                last = guild;
            }
        }
        Ok(guilds.into_iter().map(i64::cast_unsigned).collect())
    }

    async fn channels_of_guild(&self, guild: u64) -> Result<Vec<u64>, StoreError> {
        let mut channels = BTreeSet::new();
        let agents = sql("SELECT place FROM agents WHERE guild IS NOT NULL AND guild = $1").bind(guild);
        for row in self.db.rows(agents).await? {
            if let AgentKey::Channel(id) | AgentKey::Thread(id) = row.parsed("place")? {
                channels.insert(id);
            }
        }
        for table in ["settings", "audit"] {
            let sites = sql("SELECT site FROM ").push(table).push(" WHERE guild = $1").bind(guild);
            for row in self.db.rows(sites).await? {
                if let Site::Channel(id) = row.parsed("site")? {
                    channels.insert(id);
                }
            }
        }
        Ok(channels.into_iter().collect())
    }

    async fn remove_agent(&self, agent: &Agent, now: Moment) -> Result<u64, StoreError> {
        let mut tx = self.db.begin().await?;
        let messages = remove_agent(&mut tx, agent, now).await?;
        tx.commit().await?;
        self.db.forget().await?;
        Ok(messages)
    }

    async fn remove_site(&self, site: Site) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        remove_settings(&mut tx, site).await?;
        tx.execute(sql("DELETE FROM departures WHERE site = $1").bind(site.to_string())).await?;
        tx.commit().await?;
        self.db.forget().await
    }
}
