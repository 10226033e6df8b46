//! Connections: the one place where the two databases are told apart when a statement runs. Owns the pools, transactions
//! and rows. Must not know any table.

use std::borrow::Cow;
use std::time::Duration;

use sqlx::postgres::{PgPool, PgRow};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr, SqlStr, Sqlite, Transaction};

use super::super::StoreError;
use super::rows::Row;
use super::statement::{Arg, Statement};
use crate::failpoint;

/// The pools of one database.
#[derive(Debug)]
pub(super) enum Db {
    /// One connection that writes, several that cannot.
    Sqlite {
        writer: SqlitePool,
        reader: SqlitePool,
    },
    Postgres(PgPool),
}

/// An open transaction. Dropped without [`Tx::commit`], it leaves nothing.
pub(super) enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

fn safe(text: Cow<'static, str>) -> SqlStr {
    match text {
        Cow::Borrowed(text) => text.into_sql_str(),
        Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
    }
}

/// The statement as a query of whichever database it is then run on.
macro_rules! query {
    ($statement:expr) => {{
        let (text, args) = $statement.into_parts();
        #[cfg(test)]
        super::plans::note(&text);
        args.into_iter().fold(sqlx::query(safe(text)), |query, arg| match arg {
            Arg::Int(value) => query.bind(value),
            Arg::Text(value) => query.bind(value),
        })
    }};
}

fn sqlite_rows(rows: Vec<SqliteRow>) -> Vec<Row> {
    rows.into_iter().map(Row::Sqlite).collect()
}

fn postgres_rows(rows: Vec<PgRow>) -> Vec<Row> {
    rows.into_iter().map(Row::Postgres).collect()
}

impl Db {
    /// All rows of a read.
    pub(super) async fn rows(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite { reader, .. } => sqlite_rows(query!(statement.without_names()).fetch_all(reader).await?),
            Self::Postgres(pool) => postgres_rows(query!(statement).fetch_all(pool).await?),
        })
    }

    /// The first row of a read, if there is one.
    pub(super) async fn row(&self, statement: Statement) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(statement).await?.into_iter().next())
    }

    /// The whole number that a read answers in its column `value`; 0 without a row.
    pub(super) async fn number(&self, statement: Statement) -> Result<u64, StoreError> {
        let Some(row) = self.row(statement).await? else { return Ok(0) };
        Ok(u64::try_from(row.int("value")?).unwrap_or(0))
    }

    /// One write that is a transaction by itself. Answers how many rows it touched.
    pub(super) async fn execute(&self, statement: Statement) -> Result<u64, StoreError> {
        failpoint::reach("ledger-commit");
        let touched = match self {
            Self::Sqlite { writer, .. } => query!(statement.without_names()).execute(writer).await?.rows_affected(),
            Self::Postgres(pool) => query!(statement).execute(pool).await?.rows_affected(),
        };
        failpoint::reach("ledger-committed");
        Ok(touched)
    }

    /// Begins a transaction. On SQLite it takes the write lock at once, so that it cannot fail half way for want of it.
    pub(super) async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(match self {
            Self::Sqlite { writer, .. } => Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => Tx::Postgres(pool.begin().await?),
        })
    }

    /// Makes sure that what was deleted is no longer on the disk, as far as that is ours to do: SQLite's write-ahead
    /// log, which still holds it, is folded in and cut to nothing. Postgres cleans up behind itself.
    pub(super) async fn forget(&self) -> Result<(), StoreError> {
        if let Self::Sqlite { writer, .. } = self {
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await?;
        }
        Ok(())
    }

    /// Ends all connections; on SQLite the writer last, since the last one to leave folds the write-ahead log in.
    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite { writer, reader } => {
                reader.close().await;
                writer.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Tx {
    /// All rows of a read, or of a write with `RETURNING`.
    pub(super) async fn rows(&mut self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(tx) => sqlite_rows(query!(statement.without_names()).fetch_all(&mut **tx).await?),
            Self::Postgres(tx) => postgres_rows(query!(statement).fetch_all(&mut **tx).await?),
        })
    }

    /// The first row, if there is one.
    pub(super) async fn row(&mut self, statement: Statement) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(statement).await?.into_iter().next())
    }

    /// A write. Answers how many rows it touched.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Sqlite(tx) => query!(statement.without_names()).execute(&mut **tx).await?.rows_affected(),
            Self::Postgres(tx) => query!(statement).execute(&mut **tx).await?.rows_affected(),
        })
    }

    /// Makes it last.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        failpoint::reach("ledger-commit");
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        failpoint::reach("ledger-committed");
        Ok(())
    }
}

/// As often as a transaction that another one got in the way of is tried.
const TRIES: u32 = 10;
/// The pause before it is tried again, longer each time: of two that wait for each other Postgres ends one, and the other
/// one is to be through by then.
const PAUSE: Duration = Duration::from_millis(10);

/// Does a whole transaction again when Postgres ended it because it and another waited for each other (SQLSTATE 40P01).
pub(super) async fn past_deadlocks<T, Work>(work: impl Fn() -> Work) -> Result<T, StoreError>
where
    Work: Future<Output = Result<T, StoreError>>,
{
    let mut tries = 1;
    loop {
        match work().await {
            Err(error) if tries < TRIES && is_deadlock(&error) => {
                tokio::time::sleep(PAUSE * tries).await;
                tries += 1;
            }
            done => return done,
        }
    }
}

fn is_deadlock(error: &StoreError) -> bool {
    let StoreError::Sql(sqlx::Error::Database(error)) = error else { return false };
    error.code().as_deref() == Some("40P01")
}
