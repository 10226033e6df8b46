//! The ledger in SQL. The statements are the same for both databases; they are compiled once for each, with its own types
//! (the folder `shared`), since a query over either database in one type would lose what each can do.

#[allow(clippy::duplicate_mod)]
mod postgres;
#[allow(clippy::duplicate_mod)]
mod sqlite;

use std::borrow::Cow;

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::{SharedLedger, StoreError};

/// Opens the ledger at `sqlite://PATH` or `postgres://…`, makes it where there is none, and brings it up to date.
///
/// # Errors
/// [`StoreError::Url`] with a sentence about `DATABASE_URL` (never with the password in it);
/// [`StoreError::Newer`] when it was written by a newer version.
pub async fn open(url: &str) -> Result<SharedLedger, StoreError> {
    if url.starts_with("sqlite:") {
        return sqlite::open(url).await;
    }
    if url.starts_with("postgres:") || url.starts_with("postgresql:") {
        return postgres::open(url).await;
    }
    Err(StoreError::Url("DATABASE_URL must start with sqlite:// or postgres://".into()))
}

/// The migrations of one database, by their names. Numbers are the same in both, and never change once they have landed.
fn migrator(steps: &[(&'static str, &'static str)]) -> Migrator {
    let step = |(number, (name, sql)): (i64, &(&'static str, &'static str))| {
        Migration::new(number, Cow::Borrowed(*name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(steps).map(step).collect())
}

fn migration_failed(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(version) => StoreError::Newer(version),
        other => StoreError::Migrate(other),
    }
}
