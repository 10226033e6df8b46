//! The index is down, slow, lost or broken: people are answered all the same, searches match words in the ledger and say so,
//! and it mends by itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use keepsake::index::SharedIndex;
use keepsake::store::Accepted;
use keepsake::{app, embed};
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::support::app::{Database, TestApp, dm, person, until};
use crate::support::model::{Script, ScriptedModel};
use crate::support::qdrant;

crate::trials![
    a_server_that_is_down_at_the_start_is_joined_later,
    a_server_that_comes_back_empty_is_filled_again,
    a_broken_index_is_moved_aside_and_filled_while_people_are_answered,
    what_an_index_lost_of_much_is_found_again_after_a_bad_end,
    a_server_that_never_answers_holds_nobody_up,
    words_find_messages_passages_and_documents_of_their_own_place_only,
];

/// Keeps a passage and says something in the place of that person.
async fn keep(test: &TestApp, who: u64, passage: &str, words: &str) {
    test.model.then(Script::call("archival_memory_insert", json!({ "content": passage }))).then(Script::reply("Kept."));
    test.say(&dm(who), &person(who, "Mara"), words).await;
}

/// What the model is told when it searches the conversation.
async fn told(test: &TestApp, who: u64, query: &str) -> String {
    test.model.then(Script::call("conversation_search", json!({ "query": query }))).then(Script::reply("There."));
    test.say(&dm(who), &person(who, "Mara"), "Where was it?").await;
    test.model.last_request().tool_results().pop().expect("a result")
}

async fn is_degraded(test: &TestApp) -> bool {
    test.app().desk.search(&dm(1), "lantern", 1).await.expect("a search").words_only
}

async fn a_server_that_is_down_at_the_start_is_joined_later() {
    let mut down = qdrant::start().await;
    down.stop().await;
    let test = TestApp::with_qdrant(ScriptedModel::start().await, down.url()).await;
    keep(&test, 1, "The lantern hangs in the boathouse", "I hung the lanterns up.").await;
    let told_down = told(&test, 1, "lantern").await;
    assert!(told_down.contains("search is degraded: only words are matched"), "{told_down}");
    assert!(told_down.contains("I hung the lanterns up."), "{told_down}");
    let standing = test.app().desk.standing(person(1, "Mara").id, None, 77).await.expect("it is known").search;
    assert!(standing.degraded && standing.waiting > 0, "{standing:?}");
    assert!(test.app().stores.index.describe().await.is_err());
    let found = test.app().desk.search(&dm(1), "lantern", 1).await.expect("a search");
    assert!(found.words_only && found.items.len() >= 2, "{found:?}");

    let up = down.anew().await;
    until("the index is searched", async || !is_degraded(&test).await).await;
    assert_eq!(test.app().stores.ledger.backlog().await.expect("a backlog"), (0, 0));
    let told_up = told(&test, 1, "lantern").await;
    assert!(!told_up.contains("degraded") && told_up.contains("I hung the lanterns up."), "{told_up}");
    assert_eq!(test.replies(&dm(1)), ["Kept.", "There.", "There."], "nobody was kept waiting for an answer");
    test.end().await;
    drop(up);
}

async fn a_server_that_comes_back_empty_is_filled_again() {
    let mut first = qdrant::start().await;
    let test = TestApp::with_qdrant(ScriptedModel::start().await, first.url()).await;
    keep(&test, 1, "The lantern hangs in the boathouse", "I hung the lanterns up.").await;
    assert!(!is_degraded(&test).await);
    let stores = test.app().stores.clone();
    until("all is indexed", async || stores.ledger.backlog().await.expect("a backlog") == (0, 0)).await;
    let held = stores.index.total().await.expect("a number");
    first.stop().await;
    assert!(is_degraded(&test).await);
    let second = first.anew().await;
    until("the index is searched", async || !is_degraded(&test).await).await;
    until("all is there again", async || stores.index.total().await.is_ok_and(|total| total >= held)).await;
    test.end().await;
    drop(second);
}

/// The folders of the engine below `data`, and those that were moved aside.
fn folders(data: &Path, start: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(data).expect("a folder").map(|entry| entry.expect("an entry").path());
    let named = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start));
    entries.filter(|path| path.is_dir() && named(path)).collect()
}

async fn a_broken_index_is_moved_aside_and_filled_while_people_are_answered() {
    if cfg!(not(feature = "embedded-index")) {
        return;
    }
    let mut test = TestApp::on(Database::Sqlite, ScriptedModel::start().await).await;
    keep(&test, 1, "The lantern hangs in the boathouse", "I hung the lanterns up.").await;
    assert!(!is_degraded(&test).await);
    let data = test.config.store.data_dir.clone();
    test.stop().await;
    let engine = folders(&data.join("index"), "").pop().expect("the engine's folder");
    fs::write(engine.join("edge_config.json"), "{").expect("it can be broken");
    test.start_again().await;
    assert!(told(&test, 1, "lantern").await.contains("I hung the lanterns up."));
    let stores = test.app().stores.clone();
    until("all is indexed", async || stores.ledger.backlog().await.expect("a backlog") == (0, 0)).await;
    assert!(!is_degraded(&test).await);
    assert!(stores.index.total().await.expect("a number") >= 3);
    // It holds what people said, and nobody forgets in there.
    until("the broken one is removed", async || folders(&data, "index.broken-").is_empty()).await;
    test.end().await;
}

/// The index, opened behind the app's back.
async fn opened(test: &TestApp) -> SharedIndex {
    let embedder = embed::open(&test.config.embed).await.expect("an embedder");
    app::open_index(&test.config.store, &embedder).await.expect("it opens")
}

async fn what_an_index_lost_of_much_is_found_again_after_a_bad_end() {
    if cfg!(not(feature = "embedded-index")) {
        return;
    }
    let mut test = TestApp::on(Database::Sqlite, ScriptedModel::start().await).await;
    test.config.agent.waiting = 1_000;
    test.restart().await;
    for number in 0..300 {
        let said = test.incoming(&dm(1), &person(1, "Mara"), &format!("The lantern number {number} hangs there."));
        assert_eq!(test.app().agents.accept(&said).await.expect("taken in"), Accepted::New);
    }
    test.app().agents.idle().await;
    let scope = test.scope(&dm(1)).await;
    let all = test.app().stores.ledger.findable(&scope).await.expect("a list");
    let all: Vec<Uuid> = all.iter().map(|one| one.point).collect();
    let stores = test.app().stores.clone();
    until("all is indexed", async || stores.ledger.backlog().await.expect("a backlog") == (0, 0)).await;
    let held = stores.index.total().await.expect("a number");
    assert_eq!(stores.index.present(&scope, &all).await.expect("a number"), held);
    assert!(held >= 300, "{held}");
    test.stop().await;
    let index = opened(&test).await;
    index.delete(&scope, &all[..20]).await.expect("they are lost");
    assert_eq!(index.total().await.expect("a number"), held - 20);
    index.close().await.expect("it closes");
    // Whoever has it open, with a log that is not folded in, looks like a program that was killed.
    let mut killed = SqliteConnection::connect(&test.database_url()).await.expect("it opens");
    let touched = "UPDATE agents SET created_at = created_at + 1";
    sqlx::query(touched).execute(&mut killed).await.expect("it writes");
    test.start_again().await;
    assert!(test.app().stores.ledger.ended_badly());
    let index = test.app().stores.index.clone();
    until("all is there again", async || index.present(&scope, &all).await.is_ok_and(|total| total == held)).await;
    killed.close().await.expect("it closes");
    test.end().await;
}

/// A line to a server that can fall silent: what is connected stays so, and nothing comes any more.
struct Silence {
    url: String,
    silent: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Silence {
    async fn before(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = format!("http://{}", listener.local_addr().expect("an address"));
        let (silent, heard) = watch::channel(false);
        let to = url.trim_start_matches("http://").to_owned();
        let task = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (to, mut heard) = (to.clone(), heard.clone());
                tokio::spawn(async move {
                    let passed_on = async {
                        let mut far = TcpStream::connect(to).await?;
                        tokio::io::copy_bidirectional(&mut near, &mut far).await
                    };
                    let fell_silent = tokio::select! {
                        biased;
                        fell = heard.wait_for(|silent| *silent) => fell.is_ok(),
                        _ = passed_on => false,
                    };
                    if fell_silent {
                        std::future::pending::<()>().await;
                    }
                });
            }
        });
        Self { url: own, silent, task }
    }
}

async fn a_server_that_never_answers_holds_nobody_up() {
    // Less than the client's own patience, twice over, and more than ours.
    const PATIENCE: Duration = Duration::from_secs(20);
    let server = qdrant::start().await;
    let line = Silence::before(&server.url()).await;
    let mut test = TestApp::with_qdrant(ScriptedModel::start().await, line.url.clone()).await;
    keep(&test, 1, "The lantern hangs in the boathouse", "I hung the lanterns up.").await;
    assert!(!is_degraded(&test).await);
    let stores = test.app().stores.clone();
    until("all is indexed", async || stores.ledger.backlog().await.expect("a backlog") == (0, 0)).await;
    line.silent.send_replace(true);
    for round in ["it fell silent", "it is silent from the start"] {
        let searches = async { tokio::join!(is_degraded(&test), is_degraded(&test), is_degraded(&test)) };
        let degraded = tokio::time::timeout(PATIENCE, searches).await;
        assert_eq!(degraded.ok(), Some((true, true, true)), "{round}");
        let (mara, before) = (person(1, "Mara"), test.replies(&dm(1)).len());
        let answered = tokio::time::timeout(PATIENCE, test.say(&dm(1), &mara, "Good morning.")).await;
        assert!(answered.is_ok() && test.replies(&dm(1)).len() == before + 1, "{round}");
        test.restart().await;
    }
    test.end().await;
    line.task.abort();
    drop(server);
}

async fn words_find_messages_passages_and_documents_of_their_own_place_only() {
    let mut down = qdrant::start().await;
    down.stop().await;
    let test = TestApp::with_qdrant(ScriptedModel::start().await, down.url()).await;
    keep(&test, 1, "The lantern hangs in the boathouse", "I hung the lanterns up.").await;
    keep(&test, 2, "The secretword lantern of the other one", "My secretword lantern is elsewhere.").await;
    let here = test.app().desk.search(&dm(1), "lantern secretword", 1).await.expect("a search");
    assert!(here.words_only && here.total >= 2, "{here:?}");
    assert!(here.items.iter().all(|hit| !hit.text.contains("secretword")), "{here:?}");
    let there = test.app().desk.search(&dm(2), "secretword", 1).await.expect("a search");
    assert!(there.total >= 2 && there.items.iter().all(|hit| !hit.text.contains("boathouse")), "{there:?}");
    let phrase = test.app().desk.search(&dm(1), "\"hung the lanterns\"", 1).await.expect("a search");
    assert_eq!((phrase.items.len(), phrase.inexact), (1, false), "{phrase:?}");
    let nothing = told(&test, 1, "zeppelin").await;
    assert!(nothing.contains("(Search is degraded: only words are matched.)"), "{nothing}");
    test.end().await;
}
