//! What may go wrong in the ledger, and whether it passes by itself. Owns the codes of both databases. Pure.

use std::borrow::Cow;

/// Why the ledger did not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else changed the block or passage in between; read it again.
    #[error("{0} was changed by someone else in the meantime")]
    Conflict(String),
    /// What was named is not in that scope.
    #[error("{0} was not found")]
    NotFound(String),
    /// `DATABASE_URL` cannot be used.
    #[error("{0}")]
    Url(String),
    /// `DATABASE_URL` cannot be used at the moment: a lock, a full disk, a server that is not there.
    #[error("{0}")]
    Passing(String),
    /// A backup cannot be made, read or taken back.
    #[error("{0}")]
    Backup(String),
    /// A stored value that this version does not understand.
    #[error("the ledger holds something unreadable: {0}")]
    Corrupt(String),
    /// The database was written by a newer version.
    #[error(
        "the database was written by a newer version of Keepsake (migration {0} is unknown here): update this program, or \
         restore a backup that is older; nothing was changed"
    )]
    Newer(i64),
    /// The database failed; the text says what to do where that is known, and what the database itself said.
    #[error("{}", said(.0))]
    Sql(#[from] sqlx::Error),
    #[error("the tables of the database cannot be brought up to date: {}", said_migrating(.0))]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

impl StoreError {
    /// Whether the same may succeed later without anybody mending the database or the program: the disk is full or does
    /// not answer, another program holds a lock, the server is gone or is starting. Nothing was written, and what is there
    /// is unhurt.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Sql(error) | Self::Migrate(sqlx::migrate::MigrateError::Execute(error)) => is_passing(error),
            Self::Passing(_) => true,
            Self::Conflict(_)
            | Self::NotFound(_)
            | Self::Url(_)
            | Self::Backup(_)
            | Self::Corrupt(_)
            | Self::Newer(_)
            | Self::Migrate(_) => false,
        }
    }
}

/// The same of a failure as the driver tells it.
pub(super) fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| match sqlite_code(&code) {
            Some(number) if error.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() => passes_sqlite(number),
            _ => passes_postgres(&code),
        }),
        _ => false,
    }
}

/// A failure in the middle of the work, where the file's name is not at hand.
fn said(error: &sqlx::Error) -> String {
    match sentence("The SQLite file of DATABASE_URL", error) {
        Some(sentence) => sentence,
        None if is_passing(error) => {
            format!(
                "The database of DATABASE_URL does not do its work at the moment ({error}): look whether it runs and has room."
            )
        }
        None => error.to_string(),
    }
}

fn said_migrating(error: &sqlx::migrate::MigrateError) -> String {
    use sqlx::migrate::MigrateError::{Execute, ExecuteMigration};
    match error {
        Execute(error) | ExecuteMigration(error, _) => said(error),
        other => other.to_string(),
    }
}

/// What a failure of SQLite means for `file`, and what to do, with what SQLite itself said; none where that is not known.
pub(super) fn sentence(file: &str, error: &sqlx::Error) -> Option<String> {
    let what_to_do = match sqlite_code_of(error)? {
        BUSY | LOCKED => "is locked by another program: end that program, or wait until it is done",
        FULL => "lies on a disk that is full: make room and try again; nothing was changed",
        // A disk that is read-only cannot take the log that belongs to the file either.
        READONLY | CANTOPEN => {
            "cannot be written to: give it and its folder to the user that Keepsake runs as, on a disk that is not read-only"
        }
        CORRUPT => {
            "is damaged and was left as it is: stop what uses it, move it aside with its -wal and -shm, and run `keepsake \
             restore BACKUP`; without a backup, `sqlite3 FILE .recover` saves what can be read"
        }
        NOTADB => {
            "is not a SQLite database, or its first page is damaged; it was left as it is: name another file, or move it \
             aside and run `keepsake restore BACKUP`"
        }
        IOERR => {
            "lies on a disk that is full or fails: make room, or look at the disk, and try again; nothing was changed"
        }
        _ => return None,
    };
    Some(format!("{file} {what_to_do} ({error})."))
}

/// What SQLite tells of damage, a line each: it puts several into one text, under a heading.
pub(super) fn damages(told: &str) -> impl Iterator<Item = &str> {
    told.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "ok" && !line.starts_with("*** in database"))
}

/// SQLite's primary result code (<https://www.sqlite.org/rescode.html>): the low byte of what it answers.
pub(super) fn sqlite_code(code: &str) -> Option<i32> {
    code.parse::<i32>().ok().map(|extended| extended & 0xff)
}

/// The code of a failure of SQLite.
pub(super) fn sqlite_code_of(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    let code: Cow<'_, str> = error.code()?;
    sqlite_code(&code)
}

pub(super) const BUSY: i32 = 5;
const READONLY: i32 = 8;
pub(super) const CORRUPT: i32 = 11;
pub(super) const FULL: i32 = 13;
pub(super) const NOTADB: i32 = 26;
const IOERR: i32 = 10;
const LOCKED: i32 = 6;
const NOMEM: i32 = 7;
const INTERRUPT: i32 = 9;
const CANTOPEN: i32 = 14;
const PROTOCOL: i32 = 15;

fn passes_sqlite(code: i32) -> bool {
    matches!(code, BUSY | LOCKED | NOMEM | INTERRUPT | IOERR | FULL | CANTOPEN | PROTOCOL)
}

/// SQLSTATE (<https://www.postgresql.org/docs/current/errcodes-appendix.html>): connections, resources (a full disk too), an
/// operator who stops the server, transactions that got in each other's way, a server that only reads while it takes over.
fn passes_postgres(state: &str) -> bool {
    ["08", "53", "57P", "40", "58"].iter().any(|class| state.starts_with(class))
        || matches!(state, "55P03" | "25006" | "57014")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_passes_and_a_broken_file_does_not() {
        // With the extended codes that SQLite gives (261: a lock during recovery; 778, 1034: writing and fsync failed).
        for code in ["5", "6", "10", "13", "14", "261", "778", "1034"] {
            assert!(sqlite_code(code).is_some_and(passes_sqlite), "{code}");
        }
        for code in ["1", "8", "11", "19", "26", "267", "1032", "2067"] {
            assert!(!sqlite_code(code).is_some_and(passes_sqlite), "{code}");
        }
        for state in ["08006", "53100", "53300", "57P01", "57P03", "40001", "40P01", "55P03", "58030"] {
            assert!(passes_postgres(state), "{state}");
        }
        for state in ["23505", "42P01", "28P01", "3D000", "XX001", "22021"] {
            assert!(!passes_postgres(state), "{state}");
        }
    }

    #[test]
    fn what_is_gone_for_a_while_passes() {
        let gone = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        for error in [sqlx::Error::Io(gone), sqlx::Error::PoolTimedOut] {
            assert!(StoreError::from(error).is_passing());
        }
        for error in [sqlx::Error::RowNotFound, sqlx::Error::PoolClosed, sqlx::Error::WorkerCrashed] {
            assert!(!StoreError::from(error).is_passing());
        }
        assert!(!StoreError::Conflict("a block".into()).is_passing());
    }
}
