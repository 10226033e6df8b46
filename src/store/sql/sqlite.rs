//! SQLite: one connection that writes, several that read.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::{migration_failed, migrator};
use crate::store::{SharedLedger, StoreError};

/// The database whose types the shared statements use here.
pub(super) type Db = sqlx::Sqlite;

/// The database's own version.
pub(super) const VERSION: &str = "SELECT 'SQLite ' || sqlite_version()";

#[path = "shared/mod.rs"]
mod shared;

/// Each with its name; a new one goes to the end, and into the other database too.
const MIGRATIONS: &[(&str, &str)] = &[("ledger", include_str!("../../../migrations/sqlite/0001_ledger.sql"))];

/// Connections that read.
const READERS: u32 = 4;

pub(super) async fn open(url: &str) -> Result<SharedLedger, StoreError> {
    let options = SqliteConnectOptions::from_str(url)
        .map_err(|error| StoreError::Url(format!("DATABASE_URL is not an address of SQLite: {error}")))?;
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(StoreError::Url("DATABASE_URL must name a file: a database in memory would be forgotten".into()));
    }
    let path = options.get_filename().to_path_buf();
    let file = path.clone();
    let prepared = tokio::task::spawn_blocking(move || prepare(&file)).await;
    prepared.unwrap_or_else(|error| Err(error.into())).map_err(|error| unusable(&path, error))?;
    let options = options
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .pragma("cache_size", "-8000")
        .optimize_on_close(true, None);
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options.clone())
        .await
        .map_err(|error| unusable(&path, error))?;
    migrator(MIGRATIONS).run(&writer).await.map_err(migration_failed)?;
    let reader = SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(0)
        .connect_with(options.read_only(true).optimize_on_close(false, None))
        .await
        .map_err(|error| unusable(&path, error))?;
    Ok(Arc::new(shared::SqlLedger { writer, reader }))
}

fn unusable(path: &Path, error: impl std::fmt::Display) -> StoreError {
    StoreError::Url(format!("DATABASE_URL names {}, which cannot be opened: {error}", path.display()))
}

/// Makes the folder and the file, which only its owner may read.
fn prepare(path: &PathBuf) -> std::io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
