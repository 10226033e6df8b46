//! One bot for one ledger: two would answer everything twice. Owns how a ledger is kept for one bot, on either database. Must
//! not know what the bot does with it.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::super::StoreError;
use super::{postgres, sqlite};

/// The advisory lock that a bot holds in a Postgres database: "Keep", and its first kind.
const LOCK: (i32, i32) = (0x4b65_6570, 1);
/// From one try to the next, at first and at most. A bot that was killed a moment ago is gone in the next one.
const SOON: Duration = Duration::from_millis(50);
const SELDOM: Duration = Duration::from_secs(2);
/// How long it is waited without a word.
const QUIET: Duration = Duration::from_secs(3);
/// How often the session that holds the lock is looked after.
const ROUNDS: Duration = Duration::from_secs(5);

/// A ledger that is kept for this bot until this is dropped. Other programs may still open it: `ingest`, `backup` and `check`
/// do.
pub struct Alone {
    _held: Held,
    lost: Arc<AtomicBool>,
}

enum Held {
    File { _file: File },
    Session { _kept: AbortOnDropHandle<()> },
    Connection { _open: Box<PgConnection> },
}

impl Alone {
    /// Another bot has it now: the server lost the session, and the other one was faster.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::SeqCst)
    }
}

/// Keeps the ledger for one bot. On Postgres the one before is waited for, as long as that takes; when a session is lost and
/// another bot has the ledger meanwhile, `over` is cancelled.
///
/// # Errors
/// [`StoreError::Url`] when another bot has the SQLite file; the others as for opening the ledger.
pub async fn claim(url: &str, over: &CancellationToken) -> Result<Alone, StoreError> {
    let lost = Arc::new(AtomicBool::new(false));
    if url.starts_with("sqlite:") {
        return Ok(Alone { _held: Held::File { _file: sqlite::claim(url)? }, lost });
    }
    let session = wait_for(url).await?;
    let kept = tokio::spawn(keep(session, url.to_owned(), over.clone(), lost.clone()));
    Ok(Alone { _held: Held::Session { _kept: AbortOnDropHandle::new(kept) }, lost })
}

/// The same for a program that keeps an index in a folder of its own for a while: what it took into its index, a bot with
/// another one would take for its own and never find.
///
/// # Errors
/// [`StoreError::Url`] when a bot has the ledger; the others as for opening the ledger.
pub async fn claim_now(url: &str) -> Result<Alone, StoreError> {
    let held = if url.starts_with("sqlite:") {
        Held::File { _file: sqlite::claim(url)? }
    } else {
        let mut connection = connect(url).await?;
        if !take(&mut connection).await? {
            return Err(StoreError::Url(
                "A Keepsake bot runs on the database of DATABASE_URL, and its search index is not the one in \
                 KEEPSAKE_DATA_DIR: stop it first, or give both a Qdrant server (QDRANT_URL)."
                    .into(),
            ));
        }
        Held::Connection { _open: Box::new(connection) }
    };
    Ok(Alone { _held: held, lost: Arc::default() })
}

/// A session that holds the lock. It ends with its connection, and so with the program, however that ends.
struct Session {
    connection: PgConnection,
    /// Its number at the server.
    pid: i32,
}

impl Session {
    /// Of a connection that has the lock.
    async fn of(mut connection: PgConnection) -> Result<Self, StoreError> {
        let pid = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await?;
        Ok(Self { connection, pid })
    }
}

/// A connection of which the server notices within a minute that the machine at its other end is gone.
async fn connect(url: &str) -> Result<PgConnection, StoreError> {
    let mut connection = postgres::connect(url).await?;
    for setting in ["tcp_keepalives_idle = 20", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 4"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("SET {setting}"))).execute(&mut connection).await?;
    }
    Ok(connection)
}

async fn wait_for(url: &str) -> Result<Session, StoreError> {
    let mut connection = connect(url).await?;
    let (begun, mut pause, mut told) = (Instant::now(), SOON, false);
    while !take(&mut connection).await? {
        if begun.elapsed() > QUIET && !std::mem::replace(&mut told, true) {
            tracing::warn!(
                "another Keepsake bot runs on the database of DATABASE_URL; this one waits until it has ended, since two \
                 would answer everything twice"
            );
        }
        sleep(pause).await;
        pause = (pause * 2).min(SELDOM);
    }
    Session::of(connection).await
}

async fn take(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let taking = sqlx::query_scalar("SELECT pg_try_advisory_lock($1, $2)").bind(LOCK.0).bind(LOCK.1);
    taking.fetch_one(connection).await
}

/// Looks after the session, for as long as the program lives.
async fn keep(mut session: Session, url: String, over: CancellationToken, lost: Arc<AtomicBool>) {
    loop {
        sleep(ROUNDS).await;
        if matches!(timeout(ROUNDS, session.connection.ping()).await, Ok(Ok(()))) {
            continue;
        }
        tracing::warn!("the session that keeps the database for this bot has ended; it is begun again");
        match begin_again(&url, session.pid).await {
            Some(again) => session = again,
            None => {
                tracing::error!("another Keepsake bot has the database of DATABASE_URL now; this one ends");
                lost.store(true, Ordering::SeqCst);
                return over.cancel();
            }
        }
    }
}

/// The same with a new session, as soon as the server is there; nothing when another bot has the lock.
async fn begin_again(url: &str, before: i32) -> Option<Session> {
    loop {
        match take_from(url, before).await {
            Ok(taken) => return taken,
            Err(error) => tracing::debug!(%error, "the database cannot be kept for this bot yet"),
        }
        sleep(SELDOM).await;
    }
}

async fn take_from(url: &str, before: i32) -> Result<Option<Session>, StoreError> {
    let mut connection = connect(url).await?;
    // Where only the way to the server was cut, it may still take the session before for alive.
    let leave = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND pid = $1 \
                 AND classid = $2::int4::oid AND objid = $3::int4::oid";
    let left = sqlx::query_scalar::<_, i64>(leave).bind(before).bind(LOCK.0).bind(LOCK.1);
    let left = left.fetch_one(&mut connection).await?;
    let begun = Instant::now();
    while !take(&mut connection).await? {
        if left == 0 || begun.elapsed() > QUIET {
            return Ok(None);
        }
        sleep(SOON).await;
    }
    Session::of(connection).await.map(Some)
}
