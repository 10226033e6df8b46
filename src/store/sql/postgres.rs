//! Opening a Postgres database. Owns what is asked of the server, and the words for what may be wrong with it.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, Row as _};

use super::super::{StoreError, trouble};
use super::db::Db;
use super::migrations;

const CONNECTIONS: u32 = 10;
/// How long the server may take to accept a connection.
const PATIENCE: Duration = Duration::from_secs(10);
/// As the server counts: 15.0.
const OLDEST: i32 = 150_000;

/// Connects, and checks the server before anything is written.
pub(super) async fn open(url: &str) -> Result<Db, StoreError> {
    let options = parse(url)?;
    check(&options).await?;
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    let pool: PgPool = pool.connect_with(options.clone()).await.map_err(|error| refusal(&options, &error))?;
    migrations::postgres().run(&pool).await.map_err(migrations::failure)?;
    Ok(Db::Postgres(pool))
}

/// One connection of its own, to a server that was checked. Nothing is written.
pub(super) async fn connect(url: &str) -> Result<PgConnection, StoreError> {
    let options = parse(url)?;
    check(&options).await?;
    options.connect().await.map_err(|error| refusal(&options, &error))
}

fn parse(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|_| {
        StoreError::Url(
            "DATABASE_URL cannot be read: write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of \
             the password percent-encoded."
                .into(),
        )
    })?;
    Ok(options.application_name("keepsake"))
}

/// One connection, so that a server which is not there is found out at once and not after a pool's retries.
async fn check(options: &PgConnectOptions) -> Result<(), StoreError> {
    let connecting = tokio::time::timeout(PATIENCE, options.connect()).await;
    let mut connection = connecting
        .map_err(|_| refusal(options, &sqlx::Error::PoolTimedOut))?
        .map_err(|error| refusal(options, &error))?;
    let checked = check_server(&mut connection).await;
    // The answer is known; how the parting goes does not matter.
    let _ = connection.close().await;
    checked
}

async fn check_server(connection: &mut PgConnection) -> Result<(), StoreError> {
    let question = "SELECT current_setting('server_version_num')::int4 AS number, \
                    current_setting('server_version') AS version, current_setting('server_encoding') AS encoding";
    let row = sqlx::query(question).fetch_one(connection).await?;
    if row.try_get::<i32, _>("number")? < OLDEST {
        let version: String = row.try_get("version")?;
        let text = format!("DATABASE_URL leads to PostgreSQL {version}: Keepsake needs version 15 or newer.");
        return Err(StoreError::Url(text));
    }
    match row.try_get::<String, _>("encoding")?.as_str() {
        "UTF8" => Ok(()),
        other => Err(StoreError::Url(format!(
            "The database of DATABASE_URL stores text as {other}: make one with ENCODING 'UTF8' TEMPLATE template0."
        ))),
    }
}

/// Why the server would not have us, in words that never hold the password.
fn refusal(options: &PgConnectOptions, error: &sqlx::Error) -> StoreError {
    let (host, port) = (options.get_host(), options.get_port());
    let (user, database) = (options.get_username(), options.get_database().unwrap_or(options.get_username()));
    let code = error.as_database_error().and_then(|error| error.code());
    let text = match (code.as_deref(), error) {
        (Some("28P01" | "28000"), _) => {
            format!(
                "The Postgres server at {host}:{port} does not let user `{user}` in: check user and password in DATABASE_URL."
            )
        }
        (Some("3D000"), _) => format!(
            "The Postgres server at {host}:{port} has no database `{database}`: make it (CREATE DATABASE) or correct \
             DATABASE_URL."
        ),
        (Some(_), other) => format!("The Postgres server at {host}:{port} of DATABASE_URL refused: {other}."),
        (None, sqlx::Error::PoolTimedOut) => format!(
            "The Postgres server at {host}:{port} of DATABASE_URL did not answer within {} seconds: check that it runs.",
            PATIENCE.as_secs()
        ),
        (None, other) => format!(
            "The Postgres server at {host}:{port} of DATABASE_URL cannot be reached ({other}): check that it runs, and host \
             and port."
        ),
    };
    if code.is_none() || trouble::is_passing(error) { StoreError::Passing(text) } else { StoreError::Url(text) }
}
