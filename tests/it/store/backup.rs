//! Backups: of one moment, checked, and for either database.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use keepsake::documents::Piece;
use keepsake::memory::{Label, PersonId};
use keepsake::store::{self, Contents, StepCommit, StoreError};
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use tempfile::TempDir;

use super::only_sqlite::mode;
use super::plant::{at, dm, edit, ended, incoming, passage, person, reply, step, words};
use super::reminders::{add, reminder};
use super::{Backend, Home, contract};
use crate::support;

contract![
    a_backup_holds_everything_and_fits_into_both_databases,
    backups_while_somebody_writes_are_each_of_one_moment,
    a_database_that_holds_something_is_left_alone,
    what_waited_is_taken_up_after_a_restore,
    a_file_that_is_there_is_never_written_over,
    what_a_killed_backup_left_is_removed_by_the_next,
];

/// When backups are taken back here, as a number of Discord.
const MOMENT: u64 = 4_200_000;

pub fn more() -> Vec<libtest_mimic::Trial> {
    let postgres = support::postgres::is_here();
    vec![
        support::trial(
            "store::backup::damaged_and_foreign_backups_are_refused",
            damaged_and_foreign_backups_are_refused,
        ),
        support::trial(
            "store::backup::a_running_keepsake_is_not_restored_over",
            a_running_keepsake_is_not_restored_over,
        ),
        support::trial("store::sqlite::backups_of_all_versions_are_read", || versions(Backend::Sqlite)),
        support::trial("store::postgres::backups_of_all_versions_are_read", || versions(Backend::Postgres))
            .with_ignored_flag(!postgres),
    ]
}

/// All rows of all tables as text; not what is only about the index.
async fn rows(file: &Path) -> BTreeMap<String, Vec<String>> {
    let url = format!("sqlite://{}?immutable=1", file.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("it opens");
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
                  AND name NOT IN ('_sqlx_migrations', 'tombstones')";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut connection).await.expect("tables");
    let mut all = BTreeMap::new();
    for table in tables {
        let columns = sqlx::query("SELECT name FROM pragma_table_info($1) WHERE name <> 'indexed_at'").bind(&table);
        let columns = columns.fetch_all(&mut connection).await.expect("columns");
        let quoted: Vec<String> = columns.iter().map(|row| format!("quote({})", row.get::<String, _>(0))).collect();
        let text = format!("SELECT {} AS line FROM {table} ORDER BY line", quoted.join(" || '|' || "));
        let lines = sqlx::query_scalar(AssertSqlSafe(text)).fetch_all(&mut connection).await.expect("rows");
        all.insert(table, lines);
    }
    connection.close().await.expect("it closes");
    all
}

/// A ledger with something in every table that a conversation fills.
async fn fill(home: &Home) {
    let agent = home.agent(&dm(1)).await;
    for number in 1..30 {
        home.talk(&agent, number, &format!("question {number} – „Grüße“ 誕生日"), "an answer").await;
    }
    let turn = home.turn(&agent, 40, &person(7), "and now").await;
    let edits = vec![edit(Label::Human(PersonId(7)), 1, "", "Likes 'quotes' and \\ signs.", Some(&turn))];
    let passages = vec![passage("a lantern", &["Light", "boat"], 3, Some(&turn)), passage("an oar", &[], 3, None)];
    home.commit(&turn, &StepCommit { edits, passages, messages: vec![words("yes", 3)], ..step() }).await;
    home.commit(&turn, &StepCommit { outbox: vec![reply("yes", 4)], ..ended() }).await;
    let pieces = [1, 2].map(|page| Piece { page, headings: "Head".into(), text: format!("page {page}") });
    home.ledger
        .add_document(&agent.scope(), &super::documents::document("book.md", 1), &pieces, 9)
        .await
        .expect("it is added");
    add(home, &agent, &reminder(7, 900)).await;
    home.accept(&incoming(&agent.key, 50, &person(8), "I wait")).await;
    let items = home.ledger.unindexed(9).await.expect("items");
    let done: Vec<_> = items.iter().map(|waiting| (waiting.item.id(), waiting.revision)).collect();
    home.ledger.mark_indexed(&done, at(5)).await.expect("they are marked");
}

/// A database with nothing in it, not even tables.
async fn nowhere(backend: Backend, folder: &TempDir) -> String {
    match backend {
        Backend::Sqlite => format!("sqlite://{}", folder.path().join("restored/ledger.db").display()),
        Backend::Postgres => support::postgres::database().await,
    }
}

fn backends() -> Vec<Backend> {
    let mut all = vec![Backend::Sqlite];
    all.extend(support::postgres::is_here().then_some(Backend::Postgres));
    all
}

async fn a_backup_holds_everything_and_fits_into_both_databases(home: Home) {
    fill(&home).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("backup.db");
    let contents = store::back_up(&home.url, &file).await.expect("a backup");
    assert_eq!(contents, Contents { agents: 1, messages: 60 });
    assert_eq!(mode(&file), 0o600);
    let names: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("one").file_name()).collect();
    assert_eq!(names, ["backup.db"], "nothing else is left");
    let held = rows(&file).await;
    for table in [
        "agents",
        "blocks",
        "edits",
        "messages",
        "passages",
        "passage_tags",
        "chunks",
        "inbox",
        "turns",
        "outbox",
        "reminders",
    ] {
        assert!(!held[table].is_empty(), "{table}");
    }
    for backend in backends() {
        let place = tempfile::tempdir().expect("a folder");
        let url = nowhere(backend, &place).await;
        assert_eq!(store::restore(&url, &file, MOMENT).await.expect("it is restored"), contents, "{backend:?}");
        let again = place.path().join("again.db");
        store::back_up(&url, &again).await.expect("a backup of what was restored");
        let mut holds = rows(&again).await;
        assert_eq!(
            holds.insert("restored".into(), Vec::new()).expect("its table"),
            [MOMENT.to_string()],
            "{backend:?}"
        );
        assert_eq!(holds, held, "{backend:?}");
        let restored = Home { ledger: store::open(&url).await.expect("it opens"), url, folder: Some(place) };
        let found = restored.ledger.examine().await.expect("it is examined");
        assert!(found.damage.is_empty() && found.contradictions.is_empty(), "{backend:?}: {found:?}");
        let (waiting, tombstones) = restored.ledger.backlog().await.expect("a backlog");
        assert!(waiting > 40 && tombstones == 0, "all waits to be indexed: {waiting}");
        // The database goes on numbering where it was.
        let agent = restored.agent(&dm(1)).await;
        restored.begin(&agent).await.expect("what waited");
        restored.talk(&agent, 60, "new", "newer").await;
        let texts = restored.texts(&agent).await;
        assert_eq!(texts[texts.len() - 2..], ["new", "newer"]);
        restored.ledger.close().await;
    }
    assert_eq!(rows(&file).await, held, "the backup stays as it is");
}

async fn backups_while_somebody_writes_are_each_of_one_moment(home: Home) {
    fill(&home).await;
    let home = Arc::new(home);
    let over = Arc::new(AtomicBool::new(false));
    let writer = tokio::spawn({
        let (home, over) = (home.clone(), over.clone());
        async move {
            let agent = home.agent(&dm(2)).await;
            let mut number = 1_000;
            while !over.load(Ordering::Relaxed) {
                let turn = home.turn(&agent, number, &person(7), &"x".repeat(3_000)).await;
                let passages = vec![passage("kept", &["tag"], 3, Some(&turn))];
                home.commit(&turn, &StepCommit { passages, messages: vec![words("yes", 3)], ..ended() }).await;
                number += 1;
            }
            number - 1_000
        }
    });
    let folder = tempfile::tempdir().expect("a folder");
    let mut held = Vec::new();
    for number in 0..6 {
        let file = folder.path().join(format!("{number}.db"));
        let contents = store::back_up(&home.url, &file).await.expect("a backup");
        held.push(contents.messages);
        let url = format!("sqlite://{}", folder.path().join(format!("restored-{number}.db")).display());
        store::restore(&url, &file, MOMENT).await.expect("it is restored");
        let ledger = store::open(&url).await.expect("it opens");
        let found = ledger.examine().await.expect("it is examined");
        assert!(found.damage.is_empty() && found.contradictions.is_empty(), "{found:?}");
        ledger.close().await;
    }
    over.store(true, Ordering::Relaxed);
    let turns = writer.await.expect("the writer was never held up for long");
    assert!(turns > 0 && held.is_sorted() && held[0] < held[5], "{turns} turns, {held:?}");
}

async fn a_database_that_holds_something_is_left_alone(home: Home) {
    fill(&home).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (folder.path().join("first.db"), folder.path().join("second.db"));
    store::back_up(&home.url, &first).await.expect("a backup");
    let agent = home.agent(&dm(9)).await;
    home.talk(&agent, 99, "later", "yes").await;
    home.ledger.close().await;
    let refused = store::restore(&home.url, &first, MOMENT).await.expect_err("it holds something").to_string();
    assert!(refused.contains("holds something already") && refused.contains("DATABASE_URL"), "{refused}");
    store::back_up(&home.url, &second).await.expect("a backup");
    assert!(rows(&second).await["messages"].len() == rows(&first).await["messages"].len() + 2);
}

async fn what_waited_is_taken_up_after_a_restore(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let unfinished = home.turn(&agent, 1, &person(7), "half done").await;
    home.commit(&unfinished, &StepCommit { messages: vec![words("thinking", 2)], ..step() }).await;
    let other = home.agent(&dm(2)).await;
    let unsent = home.turn(&other, 2, &person(8), "hello").await;
    home.commit(&unsent, &StepCommit { outbox: vec![reply("to be sent", 3)], ..ended() }).await;
    home.accept(&incoming(&dm(3), 3, &person(9), "not yet taken")).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("backup.db");
    store::back_up(&home.url, &file).await.expect("a backup");
    for backend in backends() {
        let url = nowhere(backend, &tempfile::tempdir().expect("a folder")).await;
        store::restore(&url, &file, MOMENT).await.expect("it is restored");
        let ledger = store::open(&url).await.expect("it opens");
        assert_eq!(ledger.waiting().await.expect("what waits"), [dm(3)]);
        let turns = ledger.unfinished_turns().await.expect("turns");
        assert_eq!((turns.len(), turns[0].turn.steps), (1, 1));
        assert_eq!(ledger.unsent_agents().await.expect("agents").len(), 1);
        let again = ledger.accept(&incoming(&dm(1), 1, &person(7), "half done"), at(9)).await.expect("it is looked at");
        assert_eq!(again, keepsake::store::Accepted::Duplicate, "what was taken in is known again");
        ledger.close().await;
    }
}

async fn a_file_that_is_there_is_never_written_over(home: Home) {
    home.agent(&dm(1)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("precious.db");
    fs::write(&file, "precious").expect("a file");
    let refused = store::back_up(&home.url, &file).await.expect_err("it is there").to_string();
    assert!(refused.contains("is there already"), "{refused}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "precious");
    let nowhere = store::back_up(&home.url, &folder.path().join("no/folder/b.db")).await.expect_err("no folder");
    assert!(nowhere.to_string().contains("There is no folder"), "{nowhere}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

async fn what_a_killed_backup_left_is_removed_by_the_next(home: Home) {
    home.agent(&dm(1)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let timed = "keepsake-20260101-000000.db.QqQqQq.part";
    for name in ["kept.db.AbCdEf.part", "kept.db.AbCdEf.part-journal", timed, "kept.db.GhIjKl.part", "mine.part"] {
        fs::write(place(name), "half").expect("a file");
    }
    let held = fs::File::options().write(true).open(place("kept.db.GhIjKl.part")).expect("it opens");
    held.try_lock().expect("another backup that runs");
    let left = || {
        let entries = fs::read_dir(folder.path()).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("one").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    store::back_up(&home.url, &place("kept.db")).await.expect("a backup");
    assert_eq!(left(), [timed, "kept.db", "kept.db.GhIjKl.part", "mine.part"]);
    drop(held);
    store::back_up(&home.url, &place("keepsake-20260202-000000.db")).await.expect("a backup");
    assert_eq!(left(), ["keepsake-20260202-000000.db", "kept.db", "kept.db.GhIjKl.part", "mine.part"]);
    let refused = store::restore(&home.url, folder.path(), MOMENT).await.expect_err("a folder").to_string();
    assert!(refused.contains("is a folder") && refused.ends_with("keepsake-20260202-000000.db."), "{refused}");
}

async fn backup_of_a_talk(folder: &TempDir) -> PathBuf {
    let home = Home::new(Backend::Sqlite).await;
    fill(&home).await;
    let file = folder.path().join("backup.db");
    store::back_up(&home.url, &file).await.expect("a backup");
    home.ledger.close().await;
    file
}

async fn damaged_and_foreign_backups_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = backup_of_a_talk(&folder).await;
    let sound = fs::read(&file).expect("the backup");
    let url = nowhere(Backend::Sqlite, &folder).await;
    let refused = async |bytes: &[u8]| {
        fs::write(&file, bytes).expect("it is written");
        let error = store::restore(&url, &file, MOMENT).await.expect_err("it is refused");
        assert!(!folder.path().join("restored/ledger.db").exists(), "nothing was made");
        error
    };
    let mut torn = sound.clone();
    let middle = sound.len() / 2 / 4096 * 4096;
    torn[middle..middle + 8192].fill(0xEE);
    for bytes in [&torn[..], &sound[..sound.len() / 2], b"a letter", b""] {
        let error = refused(bytes).await;
        assert!(matches!(&error, StoreError::Backup(text) if text.contains("take another one")), "{error}");
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    fs::write(&file, &sound).expect("it is written");
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.expect("it opens");
    sqlx::query("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 10")
        .execute(&mut connection)
        .await
        .expect("ok");
    connection.close().await.expect("it closes");
    let newer = fs::read(&file).expect("the backup");
    assert!(matches!(refused(&newer).await, StoreError::Newer(9999)));
    assert!(
        store::restore(&url, &folder.path().join("none.db"), MOMENT)
            .await
            .expect_err("none")
            .to_string()
            .contains("no backup")
    );
    fs::write(&file, &sound).expect("it is written");
    store::restore(&url, &file, MOMENT).await.expect("a sound one is taken");
}

async fn a_running_keepsake_is_not_restored_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = backup_of_a_talk(&folder).await;
    let home = Home::new(Backend::Sqlite).await;
    let refused = store::restore(&home.url, &file, MOMENT).await.expect_err("somebody has it open").to_string();
    assert!(refused.contains("Another Keepsake uses the database"), "{refused}");
    home.ledger.close().await;
    store::restore(&home.url, &file, MOMENT).await.expect("nobody has it open, and it holds nothing");
    let ledger = store::open(&home.url).await.expect("it opens");
    assert_eq!(ledger.count_agents().await.expect("a number"), 1);
    ledger.close().await;
}

/// A database as each version left it, with what the first one knew.
async fn versions(backend: Backend) {
    let migrator = Migrator::new(Path::new("migrations/sqlite")).await.expect("the migrations");
    let versions: Vec<i64> = migrator.iter().map(|migration| migration.version).collect();
    assert!(versions.len() >= 9, "{versions:?}");
    for version in versions {
        let folder = tempfile::tempdir().expect("a folder");
        let old = folder.path().join("old.db");
        let mut connection =
            SqliteConnection::connect(&format!("sqlite://{}?mode=rwc", old.display())).await.expect("a file");
        migrator.run_to(version, &mut connection).await.expect("its tables");
        sqlx::raw_sql(OLD).execute(&mut connection).await.expect("its rows");
        connection.close().await.expect("it closes");
        let url = nowhere(backend, &folder).await;
        let contents =
            store::restore(&url, &old, MOMENT).await.unwrap_or_else(|error| panic!("version {version}: {error}"));
        assert_eq!(contents, Contents { agents: 1, messages: 2 }, "version {version}");
        let home = Home { ledger: store::open(&url).await.expect("it opens"), url, folder: None };
        let agent = home.agent(&dm(1)).await;
        assert_eq!(home.texts(&agent).await, ["an old question", "an old answer"], "version {version}");
        assert_eq!(home.block(&agent, Label::Persona).await, ("I am old.".into(), 1));
        assert!(home.ledger.backlog().await.expect("a backlog").0 >= 2);
        home.ledger.close().await;
    }
}

const OLD: &str = "
    INSERT INTO agents (id, place, created_at, next_seq) VALUES ('01900000-0000-7000-8000-000000000001', 'dm:1', 1, 3);
    INSERT INTO blocks (agent_id, label, ordinal, value, char_limit, version, updated_at)
        VALUES ('01900000-0000-7000-8000-000000000001', 'persona', 0, 'I am old.', 2000, 1, 1);
    INSERT INTO messages (id, agent_id, seq, role, author, author_key, person_name, text, at, searchable, indexed_at)
        VALUES ('01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', 1, 'person', '7', 'anna',
                'Anna', 'an old question', 5, 1, 6);
    INSERT INTO messages (id, agent_id, seq, role, author, text, at, searchable, indexed_at)
        VALUES ('01900000-0000-7000-8000-000000000003', '01900000-0000-7000-8000-000000000001', 2, 'agent', 'agent',
                'an old answer', 6, 1, 6);
";
