//! PostgreSQL 15 or newer.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};

use super::{migration_failed, migrator};
use crate::store::{SharedLedger, StoreError};

/// The database whose types the shared statements use here.
pub(super) type Db = sqlx::Postgres;

/// The database's own version.
pub(super) const VERSION: &str = "SELECT 'PostgreSQL ' || current_setting('server_version')";

/// The oldest server whose SQL we use (`server_version_num`).
const OLDEST: i32 = 150_000;
/// Connections.
const CONNECTIONS: u32 = 10;

#[path = "shared/mod.rs"]
mod shared;

/// Each with its name; a new one goes to the end, and into the other database too.
const MIGRATIONS: &[(&str, &str)] = &[("ledger", include_str!("../../../migrations/postgres/0001_ledger.sql"))];

pub(super) async fn open(url: &str) -> Result<SharedLedger, StoreError> {
    // The parser's own words may quote the password.
    let options = PgConnectOptions::from_str(url).map_err(|_| {
        StoreError::Url("DATABASE_URL is not an address like postgres://user:password@host:5432/database".into())
    })?;
    let place = format!("{}:{}", options.get_host(), options.get_port());
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options)
        .await;
    let pool = pool.map_err(|error| {
        StoreError::Url(format!("DATABASE_URL names the PostgreSQL server {place}, which cannot be used: {error}"))
    })?;
    check_version(&pool).await?;
    migrator(MIGRATIONS).run(&pool).await.map_err(migration_failed)?;
    Ok(Arc::new(shared::SqlLedger { writer: pool.clone(), reader: pool }))
}

async fn check_version(pool: &PgPool) -> Result<(), StoreError> {
    let version: i32 = sqlx::query_scalar("SELECT current_setting('server_version_num')::int").fetch_one(pool).await?;
    if version < OLDEST {
        return Err(StoreError::Url(format!(
            "DATABASE_URL names a PostgreSQL server of version {}; 15 or newer is needed",
            version / 10_000
        )));
    }
    Ok(())
}
