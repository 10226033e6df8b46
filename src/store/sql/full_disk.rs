//! Test only: a disk that is full, as SQLite sees it, and that has room again; and one that became read-only.

use super::super::*;
use super::db::Db;
use super::{SqlLedger, sqlite};
use crate::memory::{AgentKey, Body, PersonId};

fn at(seconds: i64) -> Moment {
    chrono::DateTime::from_timestamp(1_790_000_000 + seconds, 0).expect("a moment")
}

fn incoming(event: u64, text: &str) -> Incoming {
    Incoming {
        event: format!("discord:{event}"),
        key: AgentKey::Dm(PersonId(1)),
        person: crate::memory::Person { id: PersonId(1), name: "Anna".into() },
        text: text.into(),
        attachments: Vec::new(),
        quote: None,
        source: Source { guild: None, channel: 7, message: event },
        at: at(0),
    }
}

/// A new ledger, and the folder that it is in.
async fn opened() -> (tempfile::TempDir, SqlLedger) {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let (db, ended_badly) = sqlite::open(&url).await.expect("it opens");
    (folder, SqlLedger { db, ended_badly })
}

async fn pages(ledger: &SqlLedger, pragma: String) -> i64 {
    let Db::Sqlite { writer, .. } = &ledger.db else { panic!("it is SQLite") };
    sqlx::query_scalar(sqlx::AssertSqlSafe(pragma)).fetch_one(writer).await.expect("a number of pages")
}

async fn fill_up(ledger: &SqlLedger) {
    let now = pages(ledger, "PRAGMA page_count".into()).await;
    pages(ledger, format!("PRAGMA max_page_count = {now}")).await;
}

async fn make_room(ledger: &SqlLedger) {
    pages(ledger, "PRAGMA max_page_count = 1000000".into()).await;
}

#[tokio::test]
async fn a_full_disk_passes_leaves_no_half_step_and_needs_no_restart() {
    let (_folder, ledger) = opened().await;
    let seed = AgentSeed { persona: "p".into(), human: "h".into(), block_limit: 10 };
    let agent = ledger.open_agent(&AgentKey::Dm(PersonId(1)), &seed, at(0)).await.expect("an agent");
    let scope = agent.scope();
    ledger.accept(&incoming(1, "hello"), at(0)).await.expect("taken in");
    let begun = ledger.begin_turn(&agent, &seed, at(0)).await.expect("a turn").expect("one waits");

    fill_up(&ledger).await;
    let large = "x".repeat(100_000);
    for event in 2..5 {
        let refused = ledger.accept(&incoming(event, &large), at(1)).await.expect_err("there is no room");
        assert!(refused.is_passing(), "{refused:?}");
    }
    let message = |text: &str| NewMessage {
        id: MessageId::at(at(1)),
        body: Body::Agent { text: text.into(), calls: Vec::new() },
        source: None,
        at: at(1),
    };
    let step = StepCommit { messages: vec![message("small"), message(&large)], at: at(1), ..StepCommit::default() };
    let before = ledger.queue(&scope).await.expect("the queue");
    for _ in 0..3 {
        let refused = ledger.commit_step(&scope, begun.turn.id, &step).await.expect_err("there is no room");
        assert!(refused.is_passing(), "{refused:?}");
        assert_eq!(ledger.queue(&scope).await.expect("the queue"), before, "no half step");
    }

    make_room(&ledger).await;
    ledger.commit_step(&scope, begun.turn.id, &step).await.expect("there is room again");
    assert_eq!(ledger.queue(&scope).await.expect("the queue").len(), before.len() + 2);
    assert_eq!(ledger.accept(&incoming(2, &large), at(2)).await.expect("taken in"), Accepted::New);
    assert_eq!(ledger.unfinished_turns().await.expect("turns")[0].turn.steps, 1);
    ledger.close().await;
}

#[tokio::test]
async fn what_became_read_only_is_told_with_what_to_do() {
    let (_folder, ledger) = opened().await;
    let Db::Sqlite { writer, .. } = &ledger.db else { panic!("it is SQLite") };
    sqlx::query("PRAGMA query_only = ON").execute(writer).await.expect("it is read-only");
    let refused = ledger.accept(&incoming(1, "hello"), at(1)).await.expect_err("it is read-only").to_string();
    assert!(refused.contains("cannot be written to") && refused.contains("(error returned"), "{refused}");
    assert!(
        !refused.contains('\n') && refused.ends_with("(code: 8) attempt to write a readonly database)."),
        "{refused}"
    );
    ledger.close().await;
}
