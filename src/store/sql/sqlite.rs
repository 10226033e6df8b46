//! Opening a SQLite file. Owns its place, its mode and its settings.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

use super::super::StoreError;
use super::super::trouble;
use super::db::Db;
use super::migrations;
use crate::private;

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

/// The file that an address names, and how it is opened.
pub(super) fn of_url(url: &str) -> Result<(PathBuf, SqliteConnectOptions), StoreError> {
    let options = parse(url)?;
    Ok((options.get_filename().to_owned(), options))
}

/// The same for reading only.
pub(super) fn reading(options: &SqliteConnectOptions) -> SqliteConnectOptions {
    options.clone().read_only(true).create_if_missing(false).busy_timeout(BUSY)
}

/// Opens the file, which is made if it is not there. Answers with it whether the program that had it open before ended
/// without closing it: then its log is still there.
pub(super) async fn open(url: &str) -> Result<(Db, bool), StoreError> {
    let (path, options) = of_url(url)?;
    prepare(&path).map_err(|error| unusable(&path, &error.to_string()))?;
    let refused = |error: sqlx::Error| refusal(&path, &error);
    let ended_badly = std::fs::metadata(beside(&path, "-wal")).is_ok_and(|log| log.len() > 0);
    // Two programs that open a new or an older file at once must not both make its tables.
    let alone = tokio::task::spawn_blocking({
        let path = path.clone();
        move || lock(&path)
    });
    let alone = alone.await.map_err(|error| unusable(&path, &error.to_string()))?;
    probe(&path, &options).await?;
    let writer = pool(1, writing(options.clone())).await.map_err(refused)?;
    migrations::sqlite().run(&writer).await.map_err(|error| not_migrated(&path, error))?;
    drop(alone);
    let reader = reading(&options).statement_cache_capacity(STATEMENTS).row_buffer_size(ROWS);
    let reader = pool(READERS, reader).await.map_err(refused)?;
    Ok((Db::Sqlite { writer, reader }, ended_badly))
}

/// Looks at the first page, the tables and their version through a connection that cannot write, so that a file that is
/// damaged, of another program or of a newer version is left as it is. This costs the same however much is stored; all
/// pages are gone through by `keepsake check --full`, and in the background after a start that follows a crash.
pub(super) async fn probe(path: &Path, options: &SqliteConnectOptions) -> Result<(), StoreError> {
    if std::fs::metadata(path).is_ok_and(|about| about.len() == 0) {
        return Ok(());
    }
    let refused = |error: sqlx::Error| refusal(path, &error);
    let mut connection = reading(options).connect().await.map_err(refused)?;
    let tables = "SELECT COUNT(*), COUNT(*) FILTER (WHERE name = '_sqlx_migrations') FROM sqlite_schema";
    let (tables, versions): (i64, i64) = sqlx::query_as(tables).fetch_one(&mut connection).await.map_err(refused)?;
    let newest: Option<i64> = match (tables, versions) {
        (0, _) => None,
        (_, 0) => {
            return Err(StoreError::Url(format!(
                "The SQLite file {} (DATABASE_URL) holds the tables of another program, not of Keepsake, and is left as it \
                 is: name another file.",
                path.display()
            )));
        }
        _ => sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
            .fetch_one(&mut connection)
            .await
            .map_err(refused)?,
    };
    connection.close().await.map_err(refused)?;
    match newest {
        Some(newest) if newest > migrations::newest() => Err(StoreError::Newer(newest)),
        _ => Ok(()),
    }
}

/// Keeps the file for one bot until the answer is dropped. Others may still open it: `ingest`, `backup` and `check` do. Links
/// to the file are followed; a second name of the same file (a hard link) is another file here, as it is for SQLite.
pub(super) fn claim(url: &str) -> Result<File, StoreError> {
    let (path, _) = of_url(url)?;
    prepare(&path).map_err(|error| unusable(&path, &error.to_string()))?;
    // A link to a file that is not there yet has nothing to be followed to.
    let path = path.canonicalize().unwrap_or(path);
    let file = private::options().create(true).write(true).truncate(false).open(beside(&path, ".lock"));
    let file = file.map_err(|error| unusable(&path, &error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Url(format!(
            "Another Keepsake bot runs on the SQLite file {} (DATABASE_URL): stop it, or give this one a KEEPSAKE_DATA_DIR of \
             its own; two would answer everything twice.",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(unusable(&path, &error.to_string())),
    }
}

/// The file, where it is there and has no bytes. Keepsake leaves none like that but for an instant while it makes it.
pub(super) fn emptied(url: &str) -> Option<PathBuf> {
    let (path, _) = of_url(url).ok()?;
    std::fs::metadata(&path).is_ok_and(|about| about.is_file() && about.len() == 0).then_some(path)
}

/// Holds the folder of the file until it is dropped, where a system can lock a folder.
pub(super) fn lock(path: &Path) -> Option<File> {
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
    // SQLite takes some transactions back by itself, as when the disk is full. The connection still believes to be in one,
    // and could begin no other: a new one takes its place. The ping is answered once a rollback on the way is done.
    let pool = pool.after_release(|connection, _| {
        Box::pin(async move {
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    });
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
/// A file that others may read is taken back from them.
fn prepare(path: &Path) -> io::Result<()> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        private::make_folder(parent)?;
    }
    match private::new_file(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            ["", "-wal", "-shm"].iter().for_each(|name| private::tighten(&beside(path, name)));
            Ok(())
        }
        other => other.map(drop),
    }
}

/// The file itself, or one that SQLite keeps beside it: `-wal`, `-shm`.
pub(super) fn beside(path: &Path, name: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(name);
    beside.into()
}

fn unusable(path: &Path, cause: &str) -> StoreError {
    StoreError::Url(format!(
        "The SQLite file {} (DATABASE_URL, or else in KEEPSAKE_DATA_DIR) cannot be used ({cause}): check that its folder \
         can be written to and that it is a database of Keepsake.",
        path.display()
    ))
}

/// What is to be done about a file that does not open. It is left as it is.
pub(super) fn refusal(path: &Path, error: &sqlx::Error) -> StoreError {
    match trouble::sentence(&format!("The SQLite file {} (DATABASE_URL)", path.display()), error) {
        Some(text) if trouble::is_passing(error) => StoreError::Passing(text),
        Some(text) => StoreError::Url(text),
        None => unusable(path, &error.to_string()),
    }
}

fn not_migrated(path: &Path, error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(_) => migrations::failure(error),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => refusal(path, &error),
        other => unusable(path, &other.to_string()),
    }
}
