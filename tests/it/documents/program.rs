//! Documents through the program itself: on the command line, in the terminal, and in Discord.

use std::process::{Output, Stdio};

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::journey::{Bot, Home};
use crate::support::app::Database;
use crate::support::discord::FakeDiscord;
use crate::support::files::pdf;
use crate::support::model::{Script, ScriptedModel};

crate::trials_on_both![
    files_are_ingested_and_found_in_a_chat,
    files_are_ingested_while_the_bot_runs,
    an_attachment_becomes_a_document_in_discord,
];

async fn run(command: &mut Command) -> (Output, String, String) {
    let output = command.output().await.expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

/// A folder with a book, a manual, and what is not read.
fn library(home: &Home) {
    let folder = home.folder.path().join("library");
    std::fs::create_dir_all(folder.join("manuals/.git")).expect("folders");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("a file");
    write("book.pdf", &pdf(&["The harbour opens at six.", "Pilots are paid on Fridays."]));
    write("manuals/engine.md", b"# Engine\n\n## Starting\n\nTurn the blue key twice.\n");
    write("photo.jpg", b"\xFF\xD8\xFF\xE0\0\x10JFIF");
    write("manuals/.git/config", b"[core]");
    std::fs::write(
        home.folder.path().join("copy.pdf"),
        pdf(&["The harbour opens at six.", "Pilots are paid on Fridays."]),
    )
    .expect("a file");
}

async fn files_are_ingested_and_found_in_a_chat(database: Database) {
    let (home, model) = (Home::on(database).await, ScriptedModel::start().await);
    model.on(|_| Script::reply("Hello."));
    library(&home);
    let (output, out, err) = run(home.command(None).args(["ingest", "nowhere.pdf", "--agent", "dm:1"])).await;
    assert!(!output.status.success() && err.contains("Skipped nowhere.pdf. It cannot be opened"), "{out}{err}");
    assert!(!home.folder.path().join("data").exists(), "the files are looked for before anything is opened or made");
    let ingest = ["ingest", "library", "copy.pdf", "--agent", "terminal:main"];
    let (output, out, err) = run(home.command(None).args(ingest)).await;
    assert!(output.status.success(), "{out}{err}");
    insta::assert_snapshot!("ingested", out);
    for told in ["Skipped library/manuals/.git. It is hidden.", "Skipped library/photo.jpg. It is a binary file"] {
        assert!(err.contains(told), "{err}");
    }
    assert!(err.contains("3 pieces indexed"), "{err}");
    let (_, out, _) = run(home.command(None).arg("reindex")).await;
    assert_eq!(out, "Indexed 3 messages, passages and pieces of documents.\n");
    let (output, _, err) = run(home.command(None).args(["ingest", "copy.pdf", "--agent", "nobody"])).await;
    assert!(!output.status.success() && err.contains("use dm:USER, channel:ID"), "{err}");
    talk_about_them(&home, &model).await;
}

async fn talk_about_them(home: &Home, model: &ScriptedModel) {
    model
        .then(Script::call("document_search", json!({ "query": "which key starts the engine" })))
        .then(Script::reply("The blue one (library/manuals/engine.md, page 1)."));
    let mut command = home.command(Some(model));
    command.arg("chat").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let lines = "How do I start it?\n/docs\n/docs remove 2\n/docs remove 2\n/docs add library/manuals\n/docs list\n\
                 /search harbour\n/memory\n/quit\n";
    let mut input = child.stdin.take().expect("an input");
    input.write_all(lines.as_bytes()).await.expect("it listens");
    drop(input);
    let output = child.wait_with_output().await.expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = model.requests().iter().flat_map(|asked| asked.tool_results()).collect::<String>();
    assert!(found.contains("[library/manuals/engine.md, document 2, page 1: Engine > Starting]"), "{found}");
    for part in [
        "The blue one",
        "  2. library/manuals/engine.md (1 page)",
        "Removed document 2, library/manuals/engine.md.",
        "there is no document 2 here",
        "Read manuals/engine.md: 1 page, document 3.",
        "1 added, 0 there already, 1 skipped.",
        "  3. manuals/engine.md (1 page)",
        "library/book.pdf, document 1, page 1: The harbour opens at six.",
        "and 2 documents since",
    ] {
        assert!(out.contains(part), "`{part}` is missing in:\n{out}");
    }
}

async fn files_are_ingested_while_the_bot_runs(database: Database) {
    let (home, model, fake) = (Home::on(database).await, ScriptedModel::start().await, FakeDiscord::start().await);
    model.on(|_| Script::reply("Hello."));
    library(&home);
    let bot = Bot::start(&home, &model, &fake.url(), &fake.token(), fake.guild());
    fake.connected().await;
    let key = format!("dm:{}", fake.mara());
    let (output, out, err) = run(home.command(None).args(["ingest", "copy.pdf", "--agent", &key])).await;
    assert!(output.status.success() && out.starts_with("Read copy.pdf: 2 pages, document 1."), "{out}{err}");
    model
        .then(Script::call("document_search", json!({ "query": "pilots paid" })))
        .then(Script::reply("On Fridays (copy.pdf, page 2)."));
    fake.dm(fake.mara(), "When are pilots paid?");
    fake.next_message(fake.dm_channel(fake.mara()), |shown| shown.text().starts_with("On Fridays")).await;
    let found = model.last_request().tool_results().concat();
    assert!(found.contains("[copy.pdf, document 1, page 2]\nPilots are paid on Fridays."), "{found}");
    assert!(bot.stop().await.success());
}

async fn an_attachment_becomes_a_document_in_discord(database: Database) {
    let (home, model, fake) = (Home::on(database).await, ScriptedModel::start().await, FakeDiscord::start().await);
    model.on(|_| Script::reply("Hello."));
    model
        .then(Script::call("document_search", json!({ "query": "pilots paid" })))
        .then(Script::reply("On Fridays (book.pdf, page 2)."));
    let bot = Bot::start(&home, &model, &fake.url(), &fake.token(), fake.guild());
    fake.commands_registered().await;
    let attached =
        fake.attach("book.pdf", "application/pdf", &pdf(&["The harbour opens at six.", "Pilots are paid on Fridays."]));
    let dm = fake.dm_channel(fake.mara());
    fake.post(fake.mara(), dm, json!({"content": "When are pilots paid?", "attachments": [attached]}));
    let answer = fake.next_message(dm, |_| true).await;
    assert_eq!(answer.text(), "Read book.pdf: 2 pages, document 1.\n\nOn Fridays (book.pdf, page 2).");
    let found = model.last_request().tool_results().concat();
    assert!(found.contains("[book.pdf, document 1, page 2]\nPilots are paid on Fridays."), "{found}");
    let asked = fake.answer(&fake.slash(fake.mara(), dm, "docs", "remove", json!({"number": 1}))).await;
    let clicked = fake.click(fake.mara(), &asked, &asked.button("Take it away"));
    fake.answer_where(&clicked, |shown| shown.text() == "Taken away: document 1, book.pdf.").await;
    let listed = fake.answer(&fake.slash(fake.mara(), dm, "docs", "list", json!({}))).await;
    assert!(listed.embeds()[0]["description"].as_str().is_some_and(|text| text.starts_with("There are none.")));
    assert!(bot.stop().await.success());
    fake.assert_clean();
}
