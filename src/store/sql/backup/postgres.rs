//! The Postgres side of backups. A backup is of the same form as one of SQLite, so that it fits into both databases.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::super::super::StoreError;
use super::super::{migrations, postgres};
use super::{Contents, backup_error, carry, sqlite};

/// Copies the database into `to`, which is empty, as it is at one moment.
pub(super) async fn copy_out(url: &str, to: &Path) -> Result<(), StoreError> {
    let mut connection = postgres::connect(url).await?;
    let copied = copy_all(&mut connection, to).await;
    // What was read is read; how the parting goes does not matter.
    let _ = connection.close().await;
    copied
}

async fn copy_all(connection: &mut PgConnection, to: &Path) -> Result<(), StoreError> {
    let mut source = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let there: bool =
        sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL").fetch_one(&mut *source).await?;
    let version: Option<i64> = match there {
        true => sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut *source).await?,
        false => None,
    };
    let version = match version {
        None => return Err(backup_error("The database of DATABASE_URL holds no Keepsake: name the one to copy.")),
        Some(newer) if newer > migrations::newest() => return Err(StoreError::Newer(newer)),
        Some(version) => version,
    };
    let mut target = sqlite::empty(to, version).await?;
    let tables = carry::tables(&mut target).await?;
    sqlx::query("BEGIN").execute(&mut target).await?;
    for table in &tables {
        carry::out_of_postgres(&mut source, &mut target, table).await?;
    }
    sqlx::query("COMMIT").execute(&mut target).await?;
    target.close().await?;
    source.rollback().await?;
    Ok(())
}

/// Puts a backup into a database whose tables, if it has them, hold nothing. All or nothing.
pub(super) async fn take_in(url: &str, file: &Path, moment: u64) -> Result<Contents, StoreError> {
    let copy = tempfile::NamedTempFile::new().map_err(|error| {
        backup_error(format!("A copy of the backup cannot be made ({error}): set TMPDIR to a folder with room."))
    })?;
    sqlite::renewed(file, copy.path(), moment).await?;
    let contents = sqlite::check(copy.path()).await?;
    let mut connection = postgres::connect(url).await?;
    let taken = take_all(&mut connection, copy.path()).await;
    let _ = connection.close().await;
    taken.map(|()| contents)
}

async fn take_all(connection: &mut PgConnection, copy: &Path) -> Result<(), StoreError> {
    migrations::postgres().run(&mut *connection).await.map_err(migrations::failure)?;
    let mut source = sqlite::open_copy(copy).await?;
    let tables = carry::tables(&mut source).await?;
    let mut target = connection.begin().await?;
    for table in &tables {
        let name = &table.name;
        let locked = format!("LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE");
        sqlx::query(AssertSqlSafe(locked)).execute(&mut *target).await?;
        let held = format!("SELECT EXISTS (SELECT 1 FROM {name})");
        if sqlx::query_scalar(AssertSqlSafe(held)).fetch_one(&mut *target).await? {
            return Err(backup_error(
                "The database of DATABASE_URL holds something already and is left alone: make an empty one (CREATE \
                 DATABASE), name it in DATABASE_URL, and restore again.",
            ));
        }
    }
    for table in &tables {
        carry::to_postgres(&mut source, &mut target, table).await?;
    }
    target.commit().await?;
    source.close().await?;
    Ok(())
}
