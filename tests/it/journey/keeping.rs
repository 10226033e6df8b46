//! Backup, restore and check on the command line, beside a bot that runs and without one.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Output;

use tokio::process::Command;

use super::{Bot, Home};
use crate::support::app::Database;
use crate::support::discord::FakeDiscord;
use crate::support::model::{Script, ScriptedModel};

crate::trials_on_both![a_bot_is_backed_up_while_it_runs_and_comes_back_elsewhere];

async fn run(command: &mut Command) -> (Output, String, String) {
    let output = command.output().await.expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

/// A folder and all that is in it.
fn all_below(folder: PathBuf) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(&folder) else { return vec![folder] };
    let inside = entries.flat_map(|entry| all_below(entry.expect("an entry").path()));
    let mut all: Vec<PathBuf> = inside.collect();
    all.push(folder);
    all
}

fn others_may(path: &PathBuf) -> bool {
    std::fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o077 != 0)
}

/// The lines of a full check about what is kept.
async fn checked(home: &Home) -> String {
    let (_, out, err) = run(home.command(None).args(["check", "--full"])).await;
    let kept = |line: &&str| ["database", "integrity", "index"].iter().any(|what| line[5..].starts_with(what));
    let lines: Vec<&str> = out.lines().filter(|line| line.len() > 5 && line.is_char_boundary(5)).filter(kept).collect();
    assert!(lines.len() >= 2, "{out}{err}");
    lines.join("\n")
}

async fn a_bot_is_backed_up_while_it_runs_and_comes_back_elsewhere(database: Database) {
    let (home, model, fake) = (Home::on(database).await, ScriptedModel::start().await, FakeDiscord::start().await);
    model.on(|_| Script::reply("Noted."));
    let bot = Bot::start(&home, &model, &fake.url(), &fake.token(), fake.guild());
    fake.connected().await;
    fake.dm(fake.mara(), "The lantern hangs in the boathouse.");
    fake.next_message(fake.dm_channel(fake.mara()), |shown| shown.text() == "Noted.").await;

    let (output, out, err) = run(home.command(None).args(["backup", "kept.db"])).await;
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(out, "1 agent and 2 messages are in kept.db. It has been checked.\n");
    let (output, _, err) = run(home.command(None).args(["backup", "kept.db"])).await;
    assert!(!output.status.success() && err.contains("is there already"), "{err}");
    let while_it_runs = checked(&home).await;
    assert!(while_it_runs.contains("the database is sound"), "{while_it_runs}");
    assert!(!while_it_runs.contains("FAIL"), "{while_it_runs}");
    if database == Database::Sqlite {
        assert!(while_it_runs.contains("in use by a Keepsake that runs"), "{while_it_runs}");
        let mut second = home.command(Some(&model));
        second.env("DISCORD_TOKEN", fake.token()).env("DISCORD_API_BASE", fake.url());
        let (output, _, err) = run(second.arg("run")).await;
        assert!(!output.status.success() && err.contains("Another Keepsake bot runs on the SQLite file"), "{err}");
    }
    let mut second = None;
    if database == Database::Postgres {
        second = Some(Bot::start(&home, &model, &fake.url(), &fake.token(), fake.guild()));
        bot.log_says(&home, "another Keepsake bot runs on the database", 1).await;
    }
    let (output, _, err) = run(home.command(None).args(["restore", "kept.db"])).await;
    assert!(!output.status.success() && err.contains("nothing was restored"), "{err}");
    let dm = fake.dm(fake.mara(), "The anchor lies in the shed.");
    fake.next_message(fake.dm_channel(fake.mara()), |shown| shown.answers(dm)).await;
    assert!(bot.stop().await.success());
    if let Some(second) = second {
        fake.identified(2).await;
        assert!(second.stop().await.success());
    }

    let open: Vec<PathBuf> = all_below(home.folder.path().join("data")).into_iter().filter(others_may).collect();
    assert!(open.is_empty(), "others may use {open:?}");
    let at_rest = checked(&home).await;
    assert!(at_rest.contains("it has all 4 things of the database, and nothing else"), "{at_rest}");
    let (output, _, err) = run(home.command(None).args(["restore", "kept.db"])).await;
    assert!(!output.status.success() && err.contains("holds something already"), "{err}");

    let elsewhere = Home::on(database).await;
    std::fs::copy(home.folder.path().join("kept.db"), elsewhere.folder.path().join("kept.db")).expect("a copy");
    std::fs::write(elsewhere.folder.path().join("bad.db"), "a letter").expect("a file");
    let (output, _, err) = run(elsewhere.command(None).args(["restore", "bad.db"])).await;
    assert!(!output.status.success() && err.contains("take another one"), "{err}");
    assert!(!elsewhere.folder.path().join("data/index").exists(), "what fails leaves nothing");
    let (output, out, err) = run(elsewhere.command(None).args(["restore", "kept.db"])).await;
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(
        out,
        "1 agent and 2 messages are in the database again.\nThe search index is filled at the next start.\n"
    );
    let restored = checked(&elsewhere).await;
    assert!(restored.contains("it has all 2 things of the database, and nothing else"), "{restored}");
    assert!(restored.contains("the database is sound") && !restored.contains("wait to be added"), "{restored}");

    // What was answered since is not answered again; what was said meanwhile is.
    let meanwhile = fake.post_unheard(fake.mara(), fake.dm_channel(fake.mara()), "And the oars?");
    let bot = Bot::start(&elsewhere, &model, &fake.url(), &fake.token(), fake.guild());
    fake.next_message(fake.dm_channel(fake.mara()), |shown| shown.answers(meanwhile)).await;
    assert!(bot.stop().await.success());
    assert_eq!(model.requests().len(), 3);
    if database == Database::Sqlite {
        an_emptied_database_is_not_taken_for_a_new_one(&elsewhere).await;
        what_is_damaged_is_told_in_one_sentence_everywhere(&elsewhere, &model).await;
    }
}

/// Spoils the last pages of the database, as many as that.
fn spoil(home: &Home, pages: usize) {
    let file = home.folder.path().join("data/keepsake.db");
    let mut bytes = std::fs::read(&file).expect("the database");
    let sound = bytes.len().saturating_sub(pages * 4096).max(4096);
    bytes[sound..].fill(0xEE);
    std::fs::write(file, bytes).expect("it is written");
}

/// What to do, and what SQLite said once.
async fn what_is_damaged_is_told_in_one_sentence_everywhere(home: &Home, model: &ScriptedModel) {
    spoil(home, 4);
    let (_, out, err) = run(home.command(None).args(["check", "--full"])).await;
    assert!(out.contains("FAIL integrity") && out.contains("the database is damaged"), "{out}{err}");
    assert!(!out.contains("keepsake backup"), "no backup can be made of it: {out}");
    spoil(home, usize::MAX >> 16);
    for asked in [&["chat", "--once", "Hello?"][..], &["reindex"], &["backup", "again.db"], &["check"]] {
        let (output, out, err) = run(home.command(Some(model)).args(asked)).await;
        let said =
            if asked[0] == "check" { out.lines().filter(|line| line.contains("malformed")).collect() } else { err };
        assert!(!output.status.success(), "{asked:?}: {said}");
        assert!(said.contains("keepsake restore BACKUP") && said.contains(".recover"), "{asked:?}: {said}");
        assert_eq!((said.lines().count(), said.matches("malformed").count()), (1, 1), "{asked:?}: {said}");
        assert!(said.matches("no backup").count() <= 1, "{said}");
    }
}

/// What is lost is said, and brought back.
async fn an_emptied_database_is_not_taken_for_a_new_one(home: &Home) {
    let file = home.folder.path().join("data/keepsake.db");
    std::fs::File::options().write(true).open(&file).expect("the database").set_len(0).expect("it is emptied");
    let (_, out, err) = run(home.command(None).arg("check")).await;
    assert!(out.contains("it was lost") && out.contains("keepsake restore BACKUP"), "{out}{err}");
    let (output, out, err) = run(home.command(None).args(["restore", "kept.db"])).await;
    assert!(output.status.success(), "{out}{err}");
    let restored = checked(home).await;
    assert!(restored.contains("it has all 2 things of the database, and nothing else"), "{restored}");
}
