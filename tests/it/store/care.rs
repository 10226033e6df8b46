//! Whether the ledger notices that it is not sound.

use std::fs;

use keepsake::store::{self, Findable, StepCommit};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use super::documents::added;
use super::only_sqlite::file;
use super::plant::{at, dm, passage, person, step};
use super::{Backend, Home, contract};

contract![
    a_sound_ledger_has_nothing_to_tell,
    what_contradicts_itself_is_found,
    all_that_a_search_should_find_is_listed_within_its_scope,
];

pub fn more() -> Vec<libtest_mimic::Trial> {
    vec![
        crate::support::trial("store::sqlite::damage_is_found", damage_is_found),
        crate::support::trial("store::sqlite::an_end_without_closing_is_noticed", an_end_without_closing_is_noticed),
    ]
}

/// Changes the database behind the ledger's back.
async fn tamper(home: &Home, statement: &str) {
    let text = AssertSqlSafe(statement.to_owned());
    if home.url.starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(&home.url).await.expect("it opens");
        sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut connection).await.expect("it is set");
        sqlx::raw_sql(text).execute(&mut connection).await.expect("it is changed");
        connection.close().await.expect("it closes");
    } else {
        let mut connection = PgConnection::connect(&home.url).await.expect("it opens");
        sqlx::raw_sql(text).execute(&mut connection).await.expect("it is changed");
        connection.close().await.expect("it closes");
    }
}

async fn filled(home: &Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    let turn = home.turn(&agent, 2, &person(7), "more").await;
    home.commit(&turn, &StepCommit { passages: vec![passage("a lantern", &["light"], 3, Some(&turn))], ..step() })
        .await;
}

async fn a_sound_ledger_has_nothing_to_tell(home: Home) {
    filled(&home).await;
    let found = home.ledger.examine().await.expect("it is examined");
    assert!(found.damage.is_empty() && found.contradictions.is_empty(), "{found:?}");
    assert!(found.looked_at.contains("rules"), "{found:?}");
    assert_eq!(home.ledger.look_over().await.expect("it is looked over"), [""; 0]);
}

/// One case for each rule: what breaks it, what is then told, and what mends it again.
const BROKEN: &[(&str, &str, &str)] = &[
    (
        "UPDATE agents SET next_seq = next_seq + 5",
        "1 agent has another number of messages than it counts",
        "UPDATE agents SET next_seq = next_seq - 5",
    ),
    (
        "UPDATE agents SET passages = passages + 1",
        "1 agent has another number of passages than it counts",
        "UPDATE agents SET passages = passages - 1",
    ),
    (
        "UPDATE agents SET documents = documents + 1",
        "1 agent has another number of documents than it counts",
        "UPDATE agents SET documents = documents - 1",
    ),
    (
        "UPDATE agents SET next_seq = next_seq - 1, first_seq = first_seq - 1",
        "1 agent would give a number again that a message, passage or document has",
        "UPDATE agents SET next_seq = next_seq + 1, first_seq = first_seq + 1",
    ),
    (
        "UPDATE agents SET next_said = next_said - 1",
        "1 agent would give a number again that a message, passage or document has",
        "UPDATE agents SET next_said = next_said + 1",
    ),
    (
        "UPDATE agents SET next_passage = next_passage - 1",
        "1 agent would give a number again that a message, passage or document has",
        "UPDATE agents SET next_passage = next_passage + 1",
    ),
    (
        "UPDATE agents SET next_document = next_document - 1",
        "1 agent would give a number again that a message, passage or document has",
        "UPDATE agents SET next_document = next_document + 1",
    ),
    (
        "UPDATE messages SET searchable = 0 WHERE seq = 1",
        "1 searchable message has no place among what was said, or the other way round",
        "UPDATE messages SET searchable = 1 WHERE seq = 1",
    ),
    (
        "UPDATE blocks SET version = version - 1 WHERE label = 'persona'",
        "1 block is older than its own history",
        "UPDATE blocks SET version = version + 1 WHERE label = 'persona'",
    ),
    (
        "INSERT INTO edits (id, agent_id, target, kind, actor, before_text, after_text, expected_version, at) SELECT 'again', \
         agent_id, target, kind, actor, before_text, after_text, expected_version, at FROM edits WHERE target = 'persona'",
        "1 version of a block or passage was made twice",
        "DELETE FROM edits WHERE id = 'again'",
    ),
    (
        "UPDATE blocks SET value = value || '!' WHERE label = 'persona'",
        "1 block does not say what its newest change made of it",
        "UPDATE blocks SET value = substr(value, 1, length(value) - 1) WHERE label = 'persona'",
    ),
    (
        "UPDATE messages SET turn_id = 'nowhere' WHERE seq = 1; \
         INSERT INTO outbox (id, agent_id, turn_id, payload, channel, message, state, attempts, sent, created_at, changed_at) \
         SELECT 'stray', id, 'nowhere', '{}', 1, 1, 'waiting', 0, '[]', 1, 1 FROM agents",
        "1 answer waits for a turn that is not there",
        "UPDATE messages SET turn_id = (SELECT id FROM turns WHERE first_seq = 1) WHERE seq = 1; \
         DELETE FROM outbox WHERE id = 'stray'",
    ),
    (
        "UPDATE chunks SET agent_id = 'another' WHERE page = 2",
        "1 piece of a document belongs to another agent than the document",
        "UPDATE chunks SET agent_id = (SELECT agent_id FROM documents)",
    ),
    (
        "UPDATE passage_tags SET agent_id = 'another'",
        "1 tag belongs to another agent than its passage",
        "UPDATE passage_tags SET agent_id = (SELECT agent_id FROM passages)",
    ),
    (
        "UPDATE passages SET superseded_by = 'nowhere'",
        "1 passage was superseded by one that is not there",
        "UPDATE passages SET superseded_by = NULL",
    ),
    (
        "INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, 1 FROM passages",
        "1 thing that is there is to be taken out of the index",
        "DELETE FROM tombstones",
    ),
    (
        "INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, 1 FROM messages WHERE seq = 1",
        "1 thing that is there is to be taken out of the index",
        "DELETE FROM tombstones",
    ),
    (
        "INSERT INTO tombstones (point, agent_id, at) SELECT id, agent_id, 1 FROM chunks WHERE page = 2",
        "1 thing that is there is to be taken out of the index",
        "DELETE FROM tombstones",
    ),
];

async fn what_contradicts_itself_is_found(home: Home) {
    filled(&home).await;
    let agent = home.agent(&dm(1)).await;
    added(&home, &agent, "one.md", 3).await;
    for (broken, told, mended) in BROKEN {
        tamper(&home, broken).await;
        let found = home.ledger.examine().await.expect("it is examined");
        assert_eq!(found.contradictions, [*told], "{broken}");
        assert!(found.damage.is_empty(), "{found:?}");
        tamper(&home, mended).await;
    }
    let mended = home.ledger.examine().await.expect("it is examined");
    assert!(mended.contradictions.is_empty(), "each case stands for itself: {mended:?}");
    let told: std::collections::HashSet<&str> = BROKEN.iter().map(|(_, told, _)| *told).collect();
    assert!(mended.looked_at.ends_with(&format!(" {} rules", told.len())), "a rule has no case: {}", mended.looked_at);
}

async fn all_that_a_search_should_find_is_listed_within_its_scope(home: Home) {
    filled(&home).await;
    let other = home.agent(&dm(2)).await;
    home.talk(&other, 9, "theirs", "yes").await;
    let scope = home.agent(&dm(1)).await.scope();
    let first = home.ledger.unindexed(1).await.expect("one item").remove(0);
    home.ledger.mark_indexed(&[(first.item.id(), first.revision)], at(5)).await.expect("it is marked");
    let found = home.ledger.findable(&scope).await.expect("a list");
    // Two questions, an answer and a passage.
    assert_eq!(found.len(), 4);
    let indexed: Vec<&Findable> = found.iter().filter(|one| one.indexed).collect();
    assert_eq!(indexed, [&Findable { point: first.item.id().point(), indexed: true }]);
    assert_eq!(home.ledger.findable(&other.scope()).await.expect("a list").len(), 2);
}

async fn damage_is_found() {
    let home = Home::new(Backend::Sqlite).await;
    let agent = home.agent(&dm(1)).await;
    for number in 1..60 {
        home.talk(&agent, number, &format!("question {number} {}", "x".repeat(900)), "an answer").await;
    }
    tamper(&home, "DELETE FROM agents WHERE place = 'dm:1'").await;
    let dangling = home.ledger.examine().await.expect("it is examined").damage;
    assert!(dangling.iter().any(|line| line.contains("refer to rows of agents that are not there")), "{dangling:?}");
    home.ledger.close().await;
    let mut bytes = fs::read(file(&home)).expect("the file");
    let last = bytes.len() - 8 * 4096;
    bytes[last..].fill(0xEE);
    fs::write(file(&home), &bytes).expect("it is written");
    let ledger = store::open(&home.url).await.expect("it opens");
    let quick = ledger.look_over().await.expect("it is looked over");
    assert!(!quick.is_empty(), "the quick look finds broken pages");
    let found = ledger.examine().await.expect("it is examined");
    assert!(!found.damage.is_empty() && found.damage.len() <= 6, "{found:?}");
    let told: std::collections::HashSet<&String> = found.damage.iter().collect();
    assert_eq!(told.len(), found.damage.len(), "nothing is told twice");
    assert!(found.damage.iter().chain(&quick).all(|line| line.lines().count() == 1), "{found:?}");
    ledger.close().await;
}

async fn an_end_without_closing_is_noticed() {
    let home = Home::new(Backend::Sqlite).await;
    assert!(!home.ledger.ended_badly(), "a new one");
    filled(&home).await;
    let copy = tempfile::tempdir().expect("a folder");
    for name in ["ledger.db", "ledger.db-wal"] {
        fs::copy(file(&home).with_file_name(name), copy.path().join(name)).expect("a copy");
    }
    let crashed =
        store::open(&format!("sqlite://{}", copy.path().join("ledger.db").display())).await.expect("it opens");
    assert!(crashed.ended_badly());
    crashed.close().await;
    let orderly = home.reopened().await;
    assert!(!orderly.ledger.ended_badly());
    orderly.ledger.close().await;
}
