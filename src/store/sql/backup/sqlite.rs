//! The SQLite side of backups.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::super::super::{StoreError, trouble};
use super::super::{migrations, sqlite};
use super::files::{Folders, Fresh, folder_of};
use super::{Contents, backup_error, carry, files, number};
use crate::private;

/// Copies the file behind `url` into `to`, which is empty. `VACUUM INTO` reads in one transaction, so the copy is of one
/// moment however much is written meanwhile; it is one file, without a log beside it.
pub(super) async fn copy_out(url: &str, to: &Path) -> Result<(), StoreError> {
    let (path, options) = sqlite::of_url(url)?;
    if !path.exists() {
        return Err(backup_error(format!(
            "There is no database at {}: name the one to copy in DATABASE_URL.",
            path.display()
        )));
    }
    sqlite::probe(&path, &options).await.or_else(|error| match error {
        // A newer version's file is backed up as well: it is copied, not understood.
        StoreError::Newer(_) => Ok(()),
        other => Err(other),
    })?;
    let refused = |error: sqlx::Error| sqlite::refusal(&path, &error);
    let mut connection = sqlite::reading(&options).connect().await.map_err(refused)?;
    let copied = sqlx::query("VACUUM INTO $1").bind(to.display().to_string()).execute(&mut connection).await;
    connection.close().await.map_err(refused)?;
    copied.map(drop).map_err(|error| match trouble::sqlite_code_of(&error) {
        Some(trouble::FULL) => backup_error(format!(
            "The disk of {} is full: make room, or name a file on another disk.",
            folder_of(to).display()
        )),
        _ => refused(error),
    })
}

/// Looks at every page, every row and every reference of a backup, through a connection that cannot write.
pub(super) async fn check(file: &Path) -> Result<Contents, StoreError> {
    let (name, unread) = (file.display(), |why: String| {
        backup_error(format!("The backup {} cannot be used ({why}): take another one.", file.display()))
    });
    if file.is_dir() {
        return Err(backup_error(a_folder(file)));
    }
    if !file.is_file() {
        return Err(backup_error(format!("There is no backup at {name}: name the file that `keepsake backup` made.")));
    }
    // Nobody writes to it, and no log belongs to it: nothing is to be made beside it.
    let mut connection = open_copy(file).await.map_err(|error| unread(error.to_string()))?;
    let checked = check_all(&mut connection).await;
    // It was read only; the outcome of the parting tells nothing.
    let _ = connection.close().await;
    checked.map_err(|error| match error {
        // What it says of the database does not fit a backup.
        StoreError::Sql(error) => unread(error.to_string()),
        StoreError::Backup(why) => unread(why),
        other => other,
    })
}

/// What to name instead of a folder.
fn a_folder(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let backups = entries.filter(|path| files::is_timed(&files::name_of(path)));
    // Their names tell their age.
    match backups.max() {
        Some(newest) => {
            format!("{} is a folder: name the backup in it; the newest is {}.", folder.display(), newest.display())
        }
        None => format!("{} is a folder: name the file in it that `keepsake backup` made.", folder.display()),
    }
}

async fn check_all(connection: &mut SqliteConnection) -> Result<Contents, StoreError> {
    let versions = "SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if number(connection, versions).await? == 0 {
        return Err(backup_error("it is no database of Keepsake"));
    }
    let newest: Option<i64> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut *connection).await?;
    if let Some(newest) = newest.filter(|newest| *newest > migrations::newest()) {
        return Err(StoreError::Newer(newest));
    }
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await?;
    if sound != "ok" {
        return Err(backup_error(format!(
            "it is damaged: {}",
            trouble::damages(&sound).collect::<Vec<_>>().join("; ")
        )));
    }
    if sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut *connection).await?.is_some() {
        return Err(backup_error("rows in it refer to rows that are not there"));
    }
    Ok(Contents {
        agents: number(connection, "SELECT COUNT(*) FROM agents").await?,
        messages: number(connection, "SELECT COUNT(*) FROM messages").await?,
    })
}

/// A copy of a backup, brought up to date, in which everything waits to be indexed and which knows when it was taken back.
/// It is one file.
pub(super) async fn renewed(file: &Path, to: &Path, moment: u64) -> Result<(), StoreError> {
    let unwritten = |error: std::io::Error| backup_error(format!("{} cannot be written ({error}).", to.display()));
    // Into the file that is there, which is for its owner only.
    let (mut source, mut copy) = (
        std::fs::File::open(file).map_err(unwritten)?,
        private::options().write(true).truncate(true).open(to).map_err(unwritten)?,
    );
    std::io::copy(&mut source, &mut copy).map_err(unwritten)?;
    drop(copy);
    let mut connection = writing(to).connect().await?;
    migrations::sqlite().run(&mut connection).await.map_err(migrations::failure)?;
    // What the index has to be told of old points is nothing: it is made anew.
    for statement in [
        "UPDATE messages SET indexed_at = NULL WHERE indexed_at IS NOT NULL",
        "UPDATE passages SET indexed_at = NULL WHERE indexed_at IS NOT NULL AND removed_at IS NULL",
        "UPDATE chunks SET indexed_at = NULL WHERE indexed_at IS NOT NULL",
        "DELETE FROM tombstones",
    ] {
        sqlx::query(statement).execute(&mut connection).await?;
    }
    let noted = sqlx::query("INSERT INTO restored (message) VALUES ($1) ON CONFLICT (message) DO NOTHING");
    noted.bind(moment.cast_signed()).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// A copy of our own, to be read.
pub(super) async fn open_copy(file: &Path) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::new().filename(file).read_only(true).immutable(true).connect().await
}

/// A connection to a copy of our own, which nobody else sees: it is on the disk when it is done, not while it is made.
pub(super) fn writing(file: &Path) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new().filename(file).journal_mode(SqliteJournalMode::Memory);
    options.synchronous(SqliteSynchronous::Off).foreign_keys(false)
}

/// Puts a backup in the place of a file that is not there or holds nothing.
pub(super) async fn take_in(url: &str, file: &Path, moment: u64) -> Result<Contents, StoreError> {
    let (path, options) = sqlite::of_url(url)?;
    let _folders = Folders::of(&path).map_err(|error| {
        let folder = folder_of(&path);
        backup_error(format!("The folder {} cannot be made ({error}): name another in DATABASE_URL.", folder.display()))
    })?;
    if path.exists() {
        make_way(&path, &options).await?;
    }
    let fresh = Fresh::beside(&path)?;
    renewed(file, fresh.path(), moment).await?;
    let contents = check(fresh.path()).await?;
    fresh.keep(&path)?;
    Ok(contents)
}

/// Removes a database that holds nothing, if nobody has it open.
async fn make_way(path: &Path, options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let held = || {
        backup_error(format!(
            "The database {} (DATABASE_URL) holds something already and is left alone: move it aside with its -wal and \
             -shm, or name another file in DATABASE_URL, and restore again.",
            path.display()
        ))
    };
    if std::fs::metadata(path).is_ok_and(|about| about.len() > 0) {
        sqlite::probe(path, options).await?;
        let refused = |error: sqlx::Error| sqlite::refusal(path, &error);
        let mut connection = options.clone().create_if_missing(false).connect().await.map_err(refused)?;
        let rows = rows_alone(&mut connection).await;
        connection.close().await.map_err(refused)?;
        match rows {
            Ok(0) => (),
            Ok(_) => return Err(held()),
            Err(StoreError::Sql(error)) if trouble::sqlite_code_of(&error) == Some(trouble::BUSY) => {
                let path = path.display();
                return Err(backup_error(format!(
                    "Another Keepsake uses the database {path}: stop it and restore again."
                )));
            }
            Err(StoreError::Sql(error)) => return Err(refused(error)),
            Err(other) => return Err(other),
        }
    }
    for name in ["", "-wal", "-shm"] {
        match std::fs::remove_file(sqlite::beside(path, name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(backup_error(format!("{} cannot be replaced ({error}).", path.display())));
            }
            _ => (),
        }
    }
    Ok(())
}

/// How many rows there are in all tables, once nobody else has the file open.
async fn rows_alone(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    sqlx::query("PRAGMA locking_mode = EXCLUSIVE").execute(&mut *connection).await?;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut *connection).await?;
    let mut rows = 0;
    for table in carry::tables(connection).await? {
        rows += number(connection, &format!("SELECT COUNT(*) FROM {}", table.name)).await?;
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(rows)
}

/// A new, empty file with the tables of that version.
pub(super) async fn empty(to: &Path, version: i64) -> Result<SqliteConnection, StoreError> {
    let mut connection = writing(to).connect().await?;
    migrations::sqlite().run_to(version, &mut connection).await.map_err(migrations::failure)?;
    Ok(connection)
}
