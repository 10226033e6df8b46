//! What only a server has.

use keepsake::store::{self, StoreError};
use sqlx::{Connection, PgConnection};
use tokio_util::sync::CancellationToken;

use super::{Backend, Home};
use crate::support::app::until;
use crate::support::postgres::{PASSWORD, USER, database};

crate::trials![
    a_server_that_is_not_there_is_told,
    a_wrong_password_is_told_and_never_shown,
    a_database_that_is_not_there_is_told,
    an_address_that_cannot_be_read_is_told_and_never_shown,
    a_database_of_another_encoding_is_refused,
    a_database_of_a_newer_keepsake_is_refused,
    two_programs_may_open_a_new_database_at_once,
    a_bot_waits_for_the_one_before_and_takes_a_lost_session_up_again,
    a_bot_that_lost_the_database_to_another_one_ends,
];

/// What is said about an address that cannot be used. It names the variable, and never the password.
async fn refusal(url: &str) -> String {
    let text = match store::open(url).await {
        Err(StoreError::Url(text) | StoreError::Passing(text)) => text,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it opened"),
    };
    assert!(text.contains("DATABASE_URL"), "{text}");
    assert!(!text.contains(PASSWORD) && !text.contains("wrong-secret"), "{text}");
    text
}

async fn a_server_that_is_not_there_is_told() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("its number").port();
    drop(free);
    let text = refusal(&format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{port}/keepsake")).await;
    assert!(text.contains(&format!("127.0.0.1:{port}")) && text.contains("reached"), "{text}");
}

async fn a_wrong_password_is_told_and_never_shown() {
    let text = refusal(&database().await.replace(PASSWORD, "wrong-secret")).await;
    assert!(text.contains(USER) && text.contains("password"), "{text}");
}

async fn a_database_that_is_not_there_is_told() {
    let url = database().await;
    let (server, _) = url.rsplit_once('/').expect("a path");
    let text = refusal(&format!("{server}/nowhere")).await;
    assert!(text.contains("`nowhere`"), "{text}");
}

async fn an_address_that_cannot_be_read_is_told_and_never_shown() {
    for url in [
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:port/db"),
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:99999/db"),
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1/db?sslmode=perhaps"),
        format!("postgresql:{PASSWORD}"),
    ] {
        refusal(&url).await;
    }
}

async fn run(url: &str, statement: &'static str) {
    let mut connection = PgConnection::connect(url).await.expect("it connects");
    sqlx::raw_sql(statement).execute(&mut connection).await.expect("it runs");
    connection.close().await.expect("it closes");
}

async fn a_database_of_another_encoding_is_refused() {
    let url = database().await;
    run(&url, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0").await;
    let (server, _) = url.rsplit_once('/').expect("a path");
    let text = refusal(&format!("{server}/latin")).await;
    assert!(text.contains("LATIN1") && text.contains("UTF8"), "{text}");
}

async fn a_database_of_a_newer_keepsake_is_refused() {
    let home = Home::new(Backend::Postgres).await;
    home.ledger.close().await;
    run(
        &home.url,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of the future', TRUE, '\\x00', 1)",
    )
    .await;
    let refused = store::open(&home.url).await.err();
    assert!(matches!(refused, Some(StoreError::Newer(9999))), "{refused:?}");
}

async fn two_programs_may_open_a_new_database_at_once() {
    let url = database().await;
    let (one, two) = tokio::join!(store::open(&url), store::open(&url));
    let (one, two) = (one.expect("it opens"), two.expect("it opens"));
    let agent =
        one.open_agent(&super::plant::dm(1), &super::plant::seed(), super::plant::at(0)).await.expect("an agent");
    assert_eq!(two.find_agent(&super::plant::dm(1)).await.expect("a look"), Some(agent));
    one.close().await;
    two.close().await;
}

/// Ends the session that keeps the database for a bot, and says how many there were.
async fn end_the_keeper(url: &str) -> i64 {
    let mut other = PgConnection::connect(url).await.expect("another connection");
    let ended = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                 WHERE locktype = 'advisory' AND granted AND datname = current_database()";
    sqlx::query_scalar(ended).fetch_one(&mut other).await.expect("they are ended")
}

async fn a_bot_waits_for_the_one_before_and_takes_a_lost_session_up_again() {
    let (url, over) = (database().await, CancellationToken::new());
    let first = store::claim(&url, &over).await.expect("nobody has it");
    assert_eq!(end_the_keeper(&url).await, 1);
    until("the session is begun again", async || end_the_keeper(&url).await == 1).await;
    until("and again", async || held(&url).await == 1).await;
    assert!(!first.is_lost() && !over.is_cancelled());

    let waiting = tokio::spawn({
        let (url, over) = (url.clone(), over.clone());
        async move { store::claim(&url, &over).await.map(drop) }
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(!waiting.is_finished(), "two have it");
    let refused = store::claim_now(&url).await.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("stop it first"), "{refused}");
    drop(first);
    waiting.await.expect("it ends").expect("it has it now");
}

async fn a_bot_that_lost_the_database_to_another_one_ends() {
    let (url, over, others) = (database().await, CancellationToken::new(), CancellationToken::new());
    let first = store::claim(&url, &over).await.expect("nobody has it");
    let second = tokio::spawn({
        let (url, others) = (url.clone(), others.clone());
        async move { store::claim(&url, &others).await }
    });
    // The other one tries at least every two seconds, and looks first more often.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(end_the_keeper(&url).await, 1);
    let second = second.await.expect("it ends").expect("it has it now");
    over.cancelled().await;
    assert!(first.is_lost() && !second.is_lost() && !others.is_cancelled());
}

/// How many sessions keep the database for a bot.
async fn held(url: &str) -> i64 {
    let mut other = PgConnection::connect(url).await.expect("another connection");
    let held = "SELECT COUNT(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                WHERE locktype = 'advisory' AND granted AND datname = current_database()";
    sqlx::query_scalar(held).fetch_one(&mut other).await.expect("they are counted")
}
