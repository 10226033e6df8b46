//! Opening a SQLite file. Owns its place, its mode and its settings.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};

use super::super::StoreError;
use super::db::Db;
use super::migrations;

/// Connections that read.
const READERS: u32 = 4;
/// Rows that the thread of a connection reads ahead: a whole queue, or it would wake its reader for every few.
const ROWS: usize = 1_000;
/// Statements that each connection keeps ready: all there are, with lists of all lengths.
const STATEMENTS: usize = 300;
/// How long another program's lock on the file is waited for.
const BUSY: Duration = Duration::from_secs(5);
/// Bytes that the write-ahead log is cut back to when it has grown beyond.
const LOG_BYTES: &str = "67108864";

/// Opens the file, which is made if it is not there.
pub(super) async fn open(url: &str) -> Result<Db, StoreError> {
    let options = parse(url)?;
    let path = options.get_filename().to_owned();
    prepare(&path).map_err(|error| unusable(&path, &error.to_string()))?;
    let refused = |error: sqlx::Error| unusable(&path, &error.to_string());
    // Two programs that open a new or an older file at once must not both make its tables.
    let alone = tokio::task::spawn_blocking({
        let path = path.clone();
        move || lock(&path)
    });
    let alone = alone.await.map_err(|error| unusable(&path, &error.to_string()))?;
    let writer = pool(1, writing(options.clone())).await.map_err(refused)?;
    migrations::sqlite().run(&writer).await.map_err(|error| not_migrated(&path, error))?;
    drop(alone);
    let reader = pool(
        READERS,
        options.busy_timeout(BUSY).statement_cache_capacity(STATEMENTS).row_buffer_size(ROWS).read_only(true),
    )
    .await
    .map_err(refused)?;
    Ok(Db::Sqlite { writer, reader })
}

/// Holds the folder of the file until it is dropped, where a system can lock a folder.
fn lock(path: &Path) -> Option<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// FULL: what was acknowledged outlives a power cut.
fn writing(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .statement_cache_capacity(STATEMENTS)
        .row_buffer_size(ROWS)
        .pragma("journal_size_limit", LOG_BYTES)
        // What is deleted is overwritten, and not only let go of.
        .pragma("secure_delete", "ON")
}

/// A pool whose connections stay: a new one would have to prepare every statement again.
async fn pool(connections: u32, options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    let pool = SqlitePoolOptions::new().min_connections(1).max_connections(connections);
    pool.idle_timeout(None).max_lifetime(None).test_before_acquire(false).connect_with(options).await
}

fn parse(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    let bad =
        |why: String| StoreError::Url(format!("DATABASE_URL {why}: give a file, as in sqlite://data/keepsake.db."));
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(bad(
            "asks for a SQLite database in memory, which Keepsake cannot use (nothing would be kept)".into()
        ));
    }
    let options = SqliteConnectOptions::from_str(url).map_err(|error| bad(format!("cannot be read ({error})")))?;
    if options.get_filename().as_os_str().is_empty() {
        return Err(bad("names no SQLite file".into()));
    }
    Ok(options)
}

/// Makes the folder and the file, both for their owner only. The files beside it get the mode of the file from SQLite.
fn prepare(path: &Path) -> io::Result<()> {
    let mut folder = DirBuilder::new();
    let mut file = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
        folder.mode(0o700);
        file.mode(0o600);
    }
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        folder.recursive(true).create(parent)?;
    }
    match file.write(true).create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn unusable(path: &Path, cause: &str) -> StoreError {
    StoreError::Url(format!(
        "The SQLite file {} (DATABASE_URL, or else in KEEPSAKE_DATA_DIR) cannot be used ({cause}): check that its folder \
         can be written to and that it is a database of Keepsake.",
        path.display()
    ))
}

fn not_migrated(path: &Path, error: sqlx::migrate::MigrateError) -> StoreError {
    match error {
        sqlx::migrate::MigrateError::VersionMissing(_) => migrations::failure(error),
        other => unusable(path, &other.to_string()),
    }
}
