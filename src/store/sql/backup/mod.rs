//! Backups: one SQLite file that holds a whole ledger, whichever database it came from, and fits into either. Owns how it is
//! made while a bot runs, how it is checked, and how it is taken back. Must not know the index or what is written on a
//! command line.

mod carry;
mod files;
mod postgres;
mod sqlite;

use std::path::Path;

use sqlx::{AssertSqlSafe, SqliteConnection};

use self::files::Fresh;
use super::super::StoreError;
use crate::output::counted;

/// What a backup holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents {
    pub agents: u64,
    /// Of all kinds.
    pub messages: u64,
}

impl std::fmt::Display for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let agents = counted(self.agents, "agent", "agents");
        write!(f, "{agents} and {}", counted(self.messages, "message", "messages"))
    }
}

/// Copies the whole ledger behind `DATABASE_URL`, as it is at one moment, into a new file that only its owner may read.
/// Whatever runs on the ledger goes on meanwhile, and nothing of it is changed.
///
/// The copy is checked and on the disk before it has its name, so that a file of that name is a whole backup.
///
/// # Errors
/// [`StoreError::Backup`] when the file is there already or cannot be written; the others as for opening the ledger.
pub async fn back_up(url: &str, file: &Path) -> Result<Contents, StoreError> {
    let fresh = Fresh::beside(file)?;
    match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => sqlite::copy_out(url, fresh.path()).await?,
        _ => postgres::copy_out(url, fresh.path()).await?,
    }
    let contents = sqlite::check(fresh.path()).await?;
    fresh.keep(file)?;
    Ok(contents)
}

/// Makes a ledger from a backup, in a database that holds nothing yet. A backup of an older version is brought up to date
/// on the way; the backup itself stays as it is. Everything waits to be indexed afterwards, and the database knows that it
/// was made from a backup at `moment`, a number of Discord: what was said before may have been answered already.
///
/// # Errors
/// [`StoreError::Backup`] when the backup cannot be read or the database holds something, with what to do;
/// [`StoreError::Newer`] for a backup of a newer version. Nothing is changed then.
pub async fn restore(url: &str, file: &Path, moment: u64) -> Result<Contents, StoreError> {
    sqlite::check(file).await?;
    match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => sqlite::take_in(url, file, moment).await,
        _ => postgres::take_in(url, file, moment).await,
    }
}

fn backup_error(text: impl Into<String>) -> StoreError {
    StoreError::Backup(text.into())
}

/// One number.
async fn number(connection: &mut SqliteConnection, question: &str) -> Result<u64, sqlx::Error> {
    let number: i64 = sqlx::query_scalar(AssertSqlSafe(question.to_owned())).fetch_one(connection).await?;
    Ok(u64::try_from(number).unwrap_or(0))
}
