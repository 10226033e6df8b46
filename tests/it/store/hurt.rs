//! Files that are damaged, locked, of others or readable by others: refused in one sentence that says what to do, and left as
//! they are.

use std::fs;
use std::time::Duration;

use keepsake::store::{self, StoreError};
use sqlx::{Connection, SqliteConnection};

use super::only_sqlite::{file, mode};
use super::plant::{dm, incoming, person};
use super::{Backend, Home};

crate::trials![
    a_damaged_first_page_is_refused_and_left_as_it_is,
    damaged_pages_are_told_and_nothing_ends,
    a_database_of_another_program_is_refused_and_left_as_it_is,
    a_file_of_a_newer_keepsake_is_refused_and_left_as_it_is,
    a_lock_that_is_held_for_long_is_told_and_passes,
    what_others_may_read_is_taken_back_from_them,
    a_folder_that_cannot_be_written_is_told,
    a_link_to_the_file_is_no_second_file,
    a_disk_that_fills_up_is_told_and_needs_no_restart,
    a_disk_that_is_read_only_is_told_and_left_as_it_is,
];

async fn refused(url: &str) -> StoreError {
    match store::open(url).await {
        Err(error) => error,
        Ok(_) => panic!("{url} opened"),
    }
}

/// A ledger of one conversation, closed.
async fn closed() -> Home {
    let home = Home::new(Backend::Sqlite).await;
    let agent = home.agent(&dm(1)).await;
    for number in 1..60 {
        home.talk(&agent, number, &format!("question {number} {}", "x".repeat(900)), "an answer").await;
    }
    home.ledger.close().await;
    home
}

async fn a_link_to_the_file_is_no_second_file() {
    let home = closed().await;
    let link = tempfile::tempdir().expect("a folder");
    let link = (link.path().join("other.db"), link);
    std::os::unix::fs::symlink(file(&home), &link.0).expect("a link");
    let _alone = store::claim_now(&home.url).await.expect("nobody has it");
    let refused = store::claim_now(&format!("sqlite://{}", link.0.display())).await;
    let refused = refused.err().expect("it is the same").to_string();
    assert!(refused.contains("Another Keepsake bot runs"), "{refused}");
}

async fn a_damaged_first_page_is_refused_and_left_as_it_is() {
    let home = closed().await;
    let sound = fs::read(file(&home)).expect("the file");
    // The name of the format; the size of a page; the number of tables' root page header.
    for damage in [0..16, 16..18, 100..110] {
        let mut bytes = sound.clone();
        bytes[damage.clone()].fill(0xEE);
        fs::write(file(&home), &bytes).expect("it is written");
        let error = refused(&home.url).await;
        let text = error.to_string();
        assert!(text.contains("damaged") && text.contains("keepsake restore"), "{damage:?}: {text}");
        assert!(text.contains(&file(&home).display().to_string()) && !error.is_passing(), "{damage:?}: {text}");
        assert!(fs::read(file(&home)).expect("the file") == bytes, "{damage:?}: it was changed");
    }
    fs::write(file(&home), sound).expect("it is mended");
    home.reopened().await.ledger.close().await;
}

async fn damaged_pages_are_told_and_nothing_ends() {
    let home = closed().await;
    let mut bytes = fs::read(file(&home)).expect("the file");
    let page = 4096;
    for damaged in bytes.len() / page * 4 / 5..bytes.len() / page {
        bytes[damaged * page..][..page].fill(0xEE);
    }
    fs::write(file(&home), &bytes).expect("it is written");
    let ledger = store::open(&home.url).await.expect("what stands at the beginning is sound");
    let agent = ledger.find_agent(&dm(1)).await.expect("it can be read").expect("an agent");
    let error = ledger.queue(&agent.scope()).await.expect_err("pages are broken");
    let text = error.to_string();
    assert!(!error.is_passing() && text.contains("is damaged") && text.contains("keepsake restore"), "{text}");
    assert!(text.matches("malformed").count() == 1 && text.lines().count() == 1, "{text}");
    assert!(ledger.find_agent(&dm(1)).await.expect("it can still be read").is_some());
    ledger.close().await;
}

async fn a_database_of_another_program_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("songs.db");
    let mut theirs = SqliteConnection::connect(&format!("sqlite://{}?mode=rwc", path.display())).await.expect("a file");
    sqlx::raw_sql("CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('one')")
        .execute(&mut theirs)
        .await
        .expect("a table");
    theirs.close().await.expect("it closes");
    let before = fs::read(&path).expect("the file");
    let text = refused(&format!("sqlite://{}", path.display())).await.to_string();
    assert!(text.contains("another program") && text.contains("DATABASE_URL"), "{text}");
    assert!(fs::read(&path).expect("the file") == before, "it was changed");
}

async fn a_file_of_a_newer_keepsake_is_refused_and_left_as_it_is() {
    let home = closed().await;
    let mut connection = SqliteConnection::connect(&home.url).await.expect("it opens");
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'of the future', TRUE, x'00', 1)";
    sqlx::query(newer).execute(&mut connection).await.expect("it is written");
    connection.close().await.expect("it closes");
    let before = fs::read(file(&home)).expect("the file");
    let error = refused(&home.url).await;
    assert!(matches!(error, StoreError::Newer(9999)) && error.to_string().contains("update this program"), "{error}");
    assert!(fs::read(file(&home)).expect("the file") == before, "it was changed");
}

/// Another program that has the file for itself keeps a start waiting; one that writes keeps a write waiting.
async fn a_lock_that_is_held_for_long_is_told_and_passes() {
    let (whole, writing) = (closed().await, Home::new(Backend::Sqlite).await);
    let mut has_it_all = SqliteConnection::connect(&whole.url).await.expect("it opens");
    sqlx::raw_sql("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE agents SET next_seq = next_seq")
        .execute(&mut has_it_all)
        .await
        .expect("it is locked");
    let mut writes = SqliteConnection::connect(&writing.url).await.expect("it opens");
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut writes).await.expect("it is locked");
    let message = incoming(&dm(1), 1, &person(7), "hello");
    let (start, write) = tokio::join!(refused(&whole.url), writing.ledger.accept(&message, super::plant::at(1)));
    assert!(start.is_passing() && start.to_string().contains("locked by another program"), "{start}");
    let write = write.expect_err("it is locked");
    assert!(write.is_passing() && write.to_string().contains("locked by another program"), "{write}");
    has_it_all.close().await.expect("it lets go");
    writes.close().await.expect("it lets go");
    writing.accept(&message).await;
    whole.reopened().await.ledger.close().await;
}

async fn what_others_may_read_is_taken_back_from_them() {
    let home = Home::new(Backend::Sqlite).await;
    home.agent(&dm(1)).await;
    #[cfg(unix)]
    for name in ["ledger.db", "ledger.db-wal", "ledger.db-shm"] {
        use std::os::unix::fs::PermissionsExt;
        let path = file(&home).with_file_name(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).expect("it can be changed");
    }
    let again = store::open(&home.url).await.expect("it opens a second time");
    for name in ["ledger.db", "ledger.db-wal", "ledger.db-shm"] {
        assert_eq!(mode(&file(&home).with_file_name(name)), 0o600, "{name}");
    }
    again.close().await;
    home.ledger.close().await;
}

async fn a_folder_that_cannot_be_written_is_told() {
    if !cfg!(target_os = "linux") {
        return;
    }
    // Nobody may make files there, whoever the tests run as.
    let waited = tokio::time::timeout(Duration::from_secs(30), refused("sqlite:///proc/keepsake/ledger.db")).await;
    let text = waited.expect("it does not hang").to_string();
    assert!(text.contains("/proc/keepsake/ledger.db") && text.contains("can be written to"), "{text}");
}

/// A small disk of its own, where the tests may mount one.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mounted() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = std::process::Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", "size=4m", "keepsake-test"]).arg(folder.path());
        mount.output().is_ok_and(|done| done.status.success()).then_some(Self(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Whatever still has a file open there keeps it until it lets go.
        let _ = std::process::Command::new("umount").arg("--lazy").arg(self.0.path()).output();
    }
}

/// A disk that is full in the middle of a commit makes SQLite take the transaction back by itself, of which the driver
/// knows nothing. What comes after must not be refused for that.
async fn a_disk_that_fills_up_is_told_and_needs_no_restart() {
    let Some(disk) = SmallDisk::mounted() else {
        crate::support::notes::add(
            "no small disk can be mounted here: a disk that fills up was tested inside SQLite only.",
        );
        return;
    };
    let url = format!("sqlite://{}", disk.0.path().join("ledger.db").display());
    let home = Home { ledger: store::open(&url).await.expect("it opens"), url, folder: None };
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "hello").await;
    let ballast = disk.0.path().join("ballast");
    let left = |path: &std::path::Path| {
        let _ = fs::write(path, vec![0; 8 << 20]);
    };
    left(&ballast);
    let texts = home.texts(&agent).await;
    let messages: Vec<_> = (0..40).map(|_| super::plant::words(&"x".repeat(2_000), 2)).collect();
    let commit = keepsake::store::StepCommit { messages, ..super::plant::step() };
    for _ in 0..4 {
        let error = home.ledger.commit_step(&agent.scope(), turn.turn.id, &commit).await.expect_err("it is full");
        assert!(error.is_passing() && error.to_string().contains("make room"), "{error}");
        assert_eq!(home.texts(&agent).await, texts, "no half step");
    }
    let message = incoming(&dm(1), 2, &person(7), &"x".repeat(60_000));
    let error = home.ledger.accept(&message, super::plant::at(2)).await.expect_err("it is full");
    assert!(error.is_passing(), "{error:?}");
    fs::remove_file(&ballast).expect("it goes");
    home.commit(&turn, &commit).await;
    assert_eq!(home.texts(&agent).await.len(), texts.len() + 40);
    home.accept(&message).await;
    home.ledger.close().await;
}

async fn a_disk_that_is_read_only_is_told_and_left_as_it_is() {
    let Some(disk) = SmallDisk::mounted() else {
        crate::support::notes::add("no small disk can be mounted here: a disk that is read-only was not tested.");
        return;
    };
    let path = disk.0.path().join("ledger.db");
    let url = format!("sqlite://{}", path.display());
    store::open(&url).await.expect("it opens").close().await;
    let before = fs::read(&path).expect("the file");
    let mut mount = std::process::Command::new("mount");
    let remounted = mount.args(["-o", "remount,ro"]).arg(disk.0.path()).output().expect("mount runs");
    assert!(remounted.status.success(), "{remounted:?}");
    let refused = refused(&url).await.to_string();
    assert!(refused.contains("cannot be written to") && refused.contains("a disk that is not read-only"), "{refused}");
    assert!(refused.contains("ledger.db") && refused.lines().count() == 1, "{refused}");
    assert!(fs::read(&path).expect("the file") == before, "it was changed");
}
