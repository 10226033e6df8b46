//! The ledger in SQL, on SQLite and on Postgres: one statement text for both, one file per trait. Owns [`open`].
//! Only [`sqlite`] and [`postgres`] (how a database is opened) and [`db`] (how a statement is run) know which one it is.

mod agents;
mod aging;
mod alone;
mod backup;
mod blocks;
mod body;
mod branch;
mod care;
mod causes;
mod changes;
mod db;
mod documents;
mod edits;
mod feed;
mod forget;
#[cfg(test)]
mod full_disk;
mod house;
mod inbox;
mod messages;
mod migrations;
mod notes;
mod outbox;
mod parked;
mod passages;
mod people;
#[cfg(test)]
mod plans;
mod posted;
mod postgres;
mod queue;
mod records;
mod reminders;
mod reopen;
mod reset;
mod rows;
mod settings;
mod sqlite;
mod statement;
mod summaries;
mod tending;
mod turns;
mod usage;
mod waits;
mod withdraw;
mod words;

use std::sync::Arc;

use async_trait::async_trait;

pub use self::alone::{Alone, claim, claim_now};
pub use self::backup::{Contents, back_up, restore};
use self::db::Db;
use self::statement::sql;
use super::{AgentStore, Ledger, SharedLedger, StoreError};
use crate::output::counted;

/// A ledger in a SQL database.
struct SqlLedger {
    db: Db,
    /// The program that had it before ended without closing it.
    ended_badly: bool,
}

/// Opens the ledger behind `DATABASE_URL` and brings its tables up to date: `sqlite://FILE` (made if it is not there,
/// readable by its owner only) or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` (version 15 or newer, UTF-8).
///
/// # Errors
/// [`StoreError::Url`] when it cannot be used, with what to do, and never with the password; [`StoreError::Newer`] when
/// a newer version wrote it.
pub async fn open(url: &str) -> Result<SharedLedger, StoreError> {
    let (db, ended_badly) = match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => sqlite::open(url).await?,
        Some("postgres" | "postgresql") => (postgres::open(url).await?, false),
        _ => return Err(StoreError::Url("DATABASE_URL must start with sqlite:// or postgres://.".into())),
    };
    Ok(Arc::new(SqlLedger { db, ended_badly }))
}

/// The SQLite file of that address, where it is there and has no bytes: it held a ledger, or is being made.
pub fn emptied(url: &str) -> Option<std::path::PathBuf> {
    if url.starts_with("sqlite:") { sqlite::emptied(url) } else { None }
}

#[async_trait]
impl Ledger for SqlLedger {
    async fn describe(&self) -> Result<String, StoreError> {
        let (name, version) = match &self.db {
            Db::Sqlite { .. } => ("SQLite", sql("SELECT sqlite_version() AS version")),
            Db::Postgres(_) => ("PostgreSQL", sql("SELECT current_setting('server_version') AS version")),
        };
        let version = self.db.row(version).await?.ok_or(sqlx::Error::RowNotFound)?.text("version")?;
        let agents = self.count_agents().await?;
        let held = sql("SELECT CAST(COALESCE(SUM(next_seq - first_seq), 0) AS BIGINT) AS value FROM agents");
        let (agents, messages) =
            (counted(agents, "agent", "agents"), counted(self.db.number(held).await?, "message", "messages"));
        Ok(format!("{name} {version}, {agents}, {messages}"))
    }

    async fn close(&self) {
        self.db.close().await;
    }
}
