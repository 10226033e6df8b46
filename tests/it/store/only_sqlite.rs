//! What only a file has.

use std::fs;
use std::path::{Path, PathBuf};

use keepsake::documents::Piece;
use keepsake::memory::{Actor, Label, Person, PersonId};
use keepsake::store::{self, ResetWhat, StepCommit, StoreError};

use super::plant::{at, dm, edit, ended, incoming, new_message, passage, person, reply, result, seed, step, words};
use super::{Backend, Home};

crate::trials![
    a_turn_with_an_edit_takes_at_most_six_commits,
    what_writes_nothing_commits_nothing,
    what_was_reset_is_no_longer_on_the_disk,
    a_removed_document_is_no_longer_on_the_disk,
    everything_is_there_after_a_sudden_end,
    the_file_and_its_folder_are_made_for_their_owner_only,
    an_address_that_cannot_be_used_is_told,
    a_new_file_may_be_opened_by_many_at_once,
];

pub fn file(home: &Home) -> PathBuf {
    home.folder.as_ref().expect("a folder").path().join("ledger.db")
}

/// Transactions in the write-ahead log since the database was opened. The last frame of each says how many pages the
/// database then has, the others say 0 (<https://www.sqlite.org/fileformat2.html#walformat>).
fn commits(home: &Home) -> usize {
    let log = fs::read(file(home).with_extension("db-wal")).expect("a write-ahead log");
    let number = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().expect("four bytes"));
    let page = usize::try_from(number(8)).expect("a page size");
    let salt = &log[16..24];
    let frames = (32..).step_by(24 + page).take_while(|at| at + 24 + page <= log.len());
    frames.filter(|at| &log[at + 8..at + 16] == salt && number(at + 4) > 0).count()
}

async fn a_turn_with_an_edit_takes_at_most_six_commits() {
    let home = Home::new(Backend::Sqlite).await;
    let agent = home.agent(&dm(1)).await;
    let mut seen = commits(&home);
    assert!(seen > 0, "the log holds what made the agent");
    let mut spent = Vec::new();
    let mut count = |what: &'static str| {
        let now = commits(&home);
        spent.push((what, now - seen));
        seen = now;
    };
    home.accept(&incoming(&agent.key, 1, &person(7), "I am Anna")).await;
    count("accept");
    home.agent(&dm(1)).await;
    count("open");
    let turn = home.begin(&agent).await.expect("a turn");
    count("begin");
    let human = Label::Human(keepsake::memory::PersonId(7));
    let messages = vec![new_message(super::plant::call("c", "t"), 2), new_message(result("c", "t", "ok"), 2)];
    let edits = vec![edit(human, 1, "", "Is Anna.", Some(&turn))];
    let passages = vec![passage("fact", &["x"], 2, Some(&turn))];
    home.commit(&turn, &StepCommit { messages, edits, passages, ..step() }).await;
    count("first step");
    let answer = reply("Hello Anna", 3);
    home.commit(&turn, &StepCommit { messages: vec![words("Hello Anna", 3)], outbox: vec![answer.clone()], ..ended() })
        .await;
    count("last step");
    home.ledger.mark_sent(answer.id, &[1], at(4)).await.expect("it is marked");
    count("sent");
    let items = home.ledger.unindexed(10).await.expect("items");
    let done: Vec<_> = items.iter().map(|waiting| (waiting.item.id(), waiting.revision)).collect();
    home.ledger.mark_indexed(&done, at(5)).await.expect("they are marked");
    count("indexed");
    let expected =
        [("accept", 1), ("open", 0), ("begin", 1), ("first step", 1), ("last step", 1), ("sent", 1), ("indexed", 1)];
    assert_eq!(spent, expected);
}

async fn what_writes_nothing_commits_nothing() {
    let home = Home::new(Backend::Sqlite).await;
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "hello").await;
    let before = commits(&home);
    home.accept(&incoming(&agent.key, 1, &person(7), "hello")).await;
    home.begin(&agent).await;
    home.ledger.join_turn(&agent, turn.turn.id, &seed(), at(3)).await.expect("nothing joins");
    home.ledger.mark_indexed(&[], at(3)).await.expect("nothing to mark");
    home.ledger.clear_tombstones(&[]).await.expect("nothing to clear");
    let conflict = StepCommit { edits: vec![edit(Label::Persona, 9, "", "x", None)], ..step() };
    home.ledger.commit_step(&agent.scope(), turn.turn.id, &conflict).await.expect_err("a conflict");
    assert_eq!(commits(&home), before);
}

async fn what_was_reset_is_no_longer_on_the_disk() {
    let home = Home::new(Backend::Sqlite).await;
    let agent = home.agent(&dm(1)).await;
    for number in 1..40 {
        let who = Person { id: PersonId(number), name: "zebraname".into() };
        let turn = home.turn(&agent, number, &who, &format!("zebraword {}", "x".repeat(700))).await;
        let edits = vec![edit(Label::Human(who.id), 1, "", "zebrafact", Some(&turn))];
        home.commit(
            &turn,
            &StepCommit { edits, passages: vec![passage("zebrapassage", &["zebratag"], 2, None)], ..step() },
        )
        .await;
        home.commit(&turn, &StepCommit { outbox: vec![reply("zebrareply", 3)], ..ended() }).await;
    }
    assert!(on_disk(&home) > 100);
    home.ledger.reset(&agent.scope(), ResetWhat::All, &seed(), Actor::System, at(9)).await.expect("a reset");
    assert_eq!(on_disk(&home), 0);
}

/// How often the word that the tests write stands in the files.
fn on_disk(home: &Home) -> usize {
    let folder = file(home).parent().expect("a folder").to_owned();
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path());
    files.map(|path| String::from_utf8_lossy(&fs::read(path).expect("a file")).matches("zebra").count()).sum()
}

async fn a_removed_document_is_no_longer_on_the_disk() {
    let home = Home::new(Backend::Sqlite).await;
    let scope = home.agent(&dm(1)).await.scope();
    let document = super::documents::document("zebraname", 1);
    let piece = |page| Piece { page, headings: "zebraheading".into(), text: format!("zebratext {}", "x".repeat(900)) };
    let pieces: Vec<Piece> = (1..40).map(piece).collect();
    home.ledger.add_document(&scope, &document, &pieces, 9).await.expect("it is added");
    assert!(on_disk(&home) > 70);
    home.ledger.remove_document(&scope, 1, at(9)).await.expect("it goes").expect("it was there");
    assert_eq!(on_disk(&home), 0);
}

async fn everything_is_there_after_a_sudden_end() {
    let home = Home::new(Backend::Sqlite).await;
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    home.accept(&incoming(&agent.key, 2, &person(7), "three")).await;
    // The files as they are while the ledger is open are what a power cut leaves.
    let copy = tempfile::tempdir().expect("a folder");
    for name in ["ledger.db", "ledger.db-wal"] {
        fs::copy(file(&home).with_file_name(name), copy.path().join(name)).expect("a copy");
    }
    let url = format!("sqlite://{}", copy.path().join("ledger.db").display());
    let found = Home { ledger: store::open(&url).await.expect("it opens"), url, folder: Some(copy) };
    assert_eq!(found.texts(&agent).await, ["one", "two"]);
    assert_eq!(found.ledger.find_agent(&dm(1)).await.expect("a look"), Some(agent.clone()));
    assert_eq!(found.begin(&agent).await.expect("a turn").messages.len(), 1);
    found.ledger.close().await;
    assert!(!file(&found).with_extension("db-wal").exists(), "a ledger that is closed is one file");
    let again = found.reopened().await;
    assert_eq!(again.texts(&agent).await, ["one", "two", "three"]);
}

#[cfg(unix)]
pub fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[cfg(not(unix))]
pub fn mode(_: &Path) -> u32 {
    0o600
}

async fn the_file_and_its_folder_are_made_for_their_owner_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new folder/inside/ledger.db");
    let url = format!("sqlite://{}", path.display());
    let ledger = store::open(&url).await.expect("it opens");
    ledger.open_agent(&dm(1), &seed(), at(0)).await.expect("it writes");
    for name in ["ledger.db", "ledger.db-wal", "ledger.db-shm"] {
        assert_eq!(mode(&path.with_file_name(name)), 0o600, "{name}");
    }
    if cfg!(unix) {
        assert_eq!(mode(&folder.path().join("new folder/inside")), 0o700);
    }
    ledger.close().await;
}

/// What is said about an address that cannot be used.
async fn refusal(url: &str) -> String {
    match store::open(url).await {
        Err(StoreError::Url(text)) => text,
        Err(other) => panic!("{url}: {other:?}"),
        Ok(_) => panic!("{url} opened"),
    }
}

async fn an_address_that_cannot_be_used_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = |name: &str| format!("sqlite://{}", folder.path().join(name).display());
    fs::write(folder.path().join("letter.txt"), "Dear reader, this is no database. ".repeat(200)).expect("a file");
    for url in [
        "sqlite::memory:".to_owned(),
        format!("{}?mode=memory", here("x.db")),
        "sqlite://".to_owned(),
        "mysql://user@host/db".to_owned(),
        "".to_owned(),
        format!("{}?colour=blue", here("x.db")),
        here("letter.txt/inside.db"),
        here("letter.txt"),
        here(""),
    ] {
        let text = refusal(&url).await;
        assert!(text.contains("DATABASE_URL"), "{url}: {text}");
    }
    assert!(refusal("sqlite::memory:").await.contains("memory"));
    let letter = fs::read_to_string(folder.path().join("letter.txt")).expect("it is still there");
    assert!(letter.starts_with("Dear reader"));
}

async fn a_new_file_may_be_opened_by_many_at_once() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("ledger.db").display());
        let opened = futures::future::join_all((0..6).map(|_| store::open(&url))).await;
        for ledger in opened {
            ledger.expect("it opens").close().await;
        }
    }
}
