//! What only a server has.

use keepsake::store::{self, StoreError};
use sqlx::{Connection, PgConnection};

use super::{Backend, Home};
use crate::support::postgres::{PASSWORD, USER, database};

crate::trials![
    a_server_that_is_not_there_is_told,
    a_wrong_password_is_told_and_never_shown,
    a_database_that_is_not_there_is_told,
    an_address_that_cannot_be_read_is_told_and_never_shown,
    a_database_of_another_encoding_is_refused,
    a_database_of_a_newer_keepsake_is_refused,
    two_programs_may_open_a_new_database_at_once,
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
