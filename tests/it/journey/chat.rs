//! `keepsake chat` and the other commands, as a person runs them.

use std::process::Output;

use keepsake::memory::{AgentKey, Incoming, Person, PersonId, Source};
use keepsake::store::{self, Accepted, AgentSeed};
use serde_json::json;
use tokio::process::Command;

use super::bot::Home;
use crate::support::app::Database;
use crate::support::discord::FakeDiscord;
use crate::support::model::{Script, ScriptedModel};

crate::trials![
    a_message_is_answered_and_remembered_by_a_new_process,
    a_conversation_with_commands,
    bad_settings_are_one_sentence,
    check_says_what_is_wrong_and_how_to_mend_it,
    check_says_that_all_is_well,
    memory_is_exported_and_imported,
    the_index_is_rebuilt,
    a_folder_may_have_any_name,
    what_discord_waits_for_is_left_alone,
];

/// A model that says "Hello." when nothing else is scripted.
async fn greeter() -> ScriptedModel {
    let model = ScriptedModel::start().await;
    model.on(|_| Script::reply("Hello."));
    model
}

async fn run(command: &mut Command) -> (Output, String, String) {
    let output = command.output().await.expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

async fn a_message_is_answered_and_remembered_by_a_new_process() {
    let (home, model) = (Home::on(Database::Sqlite).await, greeter().await);
    let append = json!({ "label": "human", "content": "Birthday: May 3rd", "reason": "told so" });
    model.then(Script::call("core_memory_append", append)).then(Script::reply("Noted!"));
    let (output, out, err) =
        run(home.command(Some(&model)).args(["chat", "--once", "My birthday is on May 3rd."])).await;
    assert!(output.status.success(), "{err}");
    assert!(
        out.contains("+ Birthday: May 3rd")
            && out.contains("human · mara")
            && out.contains("told so")
            && out.ends_with("Noted!\n"),
        "{out}"
    );
    model.then(Script::reply("On May 3rd."));
    let (_, out, _) = run(home.command(Some(&model)).args(["chat", "--once", "When is my birthday?"])).await;
    assert_eq!(out, "On May 3rd.\n");
    assert!(model.last_request().prompt().contains("Birthday: May 3rd"));
    let (_, out, _) = run(home.command(Some(&model)).args(["chat", "--name", "other", "--once", "Who am I?"])).await;
    assert_eq!(out, "Hello.\n");
    assert!(!model.last_request().prompt().contains("Birthday"), "each name has a memory of its own");
    run(home.command(Some(&model)).env_remove("USER").args(["chat", "--name", "nobody", "--once", "Who am I?"])).await;
    let prompt = model.last_request().prompt();
    assert!(prompt.contains("<message from=\"somebody\""), "{prompt}");
    model.then(Script::status(401, &[], ""));
    let (output, out, _) = run(home.command(Some(&model)).args(["chat", "--once", "Hello?"])).await;
    assert!(!output.status.success());
    assert!(out.contains("Your message is kept") && out.contains("(trace "), "{out}");
}

async fn a_conversation_with_commands() {
    use tokio::io::AsyncWriteExt;
    let (home, model) = (Home::on(Database::Sqlite).await, greeter().await);
    model
        .then(Script::call("core_memory_append", json!({ "label": "human", "content": "Keeps bees" })))
        .then(Script::reply("Bees!"));
    let mut command = home.command(Some(&model));
    command.arg("chat").stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let lines = "I keep bees.\n/memory\n/search bees\n/search 9 bees\n/search \"bees keep I\"\n/history\n/reset core\n/reset core yes\n/memory\n/nonsense\n/quit\n";
    let mut input = child.stdin.take().expect("an input");
    input.write_all(lines.as_bytes()).await.expect("it listens");
    drop(input);
    let output = child.wait_with_output().await.expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success());
    for part in [
        "Bees!",
        "── human · mara",
        "Keeps bees",
        "page 1/1, 2 found\n",
        "There is no page 9: page 1/1, 2 found.",
        "found; the exact words stand nowhere, these come nearest",
        "by the agent: + Keeps bees",
        "If you are sure",
        "Reset core memory: 1 block, 0 passages",
        "There is no command /nonsense",
    ] {
        assert!(out.contains(part), "`{part}` is missing in:\n{out}");
    }
}

async fn bad_settings_are_one_sentence() {
    let home = Home::on(Database::Sqlite).await;
    let cases: [(&[(&str, &str)], &str); 13] = [
        (&[], "DISCORD_TOKEN is not set"),
        (&[("DISCORD_TOKEN", "x")], "LLM_BASE_URL is not set"),
        (&[("DISCORD_TOKEN", "x"), ("LLM_BASE_URL", "localhost")], "LLM_BASE_URL must be an address"),
        (
            &[("DISCORD_TOKEN", "x"), ("LLM_BASE_URL", "http://me:secret@localhost/v1"), ("LLM_MODEL", "m")],
            "LLM_BASE_URL must not hold a user name or password",
        ),
        (&[("DISCORD_TOKEN", "x"), ("LLM_BASE_URL", "http://127.0.0.1:1/v1")], "LLM_MODEL is not set"),
        (&[("KEEPSAKE_MAX_STEP", "3")], "KEEPSAKE_MAX_STEP is not a setting"),
        (&[("KEEPSAKE_MAX_STEPS", "many")], "KEEPSAKE_MAX_STEPS must be a number from 2 to 100"),
        (&[("DATABASE_URL", "mysql://root:hunter2@x/y")], "DATABASE_URL must start with"),
        (&[("KEEPSAKE_LOG", "=x=")], "KEEPSAKE_LOG must be a filter"),
        (&[("KEEPSAKE_LOG", "loud")], "KEEPSAKE_LOG must be a filter"),
        (&[("DISCORD_TOKEN", "a\nb")], "DISCORD_TOKEN holds a line break"),
        (
            &[
                ("DISCORD_TOKEN", "x"),
                ("LLM_BASE_URL", "http://127.0.0.1:1/v1"),
                ("LLM_MODEL", "m"),
                ("LLM_API_KEY", "a\nb"),
            ],
            "LLM_API_KEY holds a line break",
        ),
        (&[("QDRANT_URL", "http://127.0.0.1:1"), ("QDRANT_API_KEY", "naïve")], "QDRANT_API_KEY holds"),
    ];
    for (settings, expected) in cases {
        let (output, _, err) = run(home.command(None).envs(settings.iter().copied()).arg("run")).await;
        assert!(!output.status.success());
        assert!(
            err.starts_with("keepsake: ") && err.contains(expected) && err.lines().count() == 1,
            "{settings:?}: {err}"
        );
        assert!(!err.contains("hunter2"));
    }
}

async fn check_says_what_is_wrong_and_how_to_mend_it() {
    let home = Home::on(Database::Sqlite).await;
    let mut command = home.command(None);
    command.env("LLM_BASE_URL", "http://127.0.0.1:1/v1").env("LLM_MODEL", "m").env("LLM_RETRIES", "0").arg("check");
    let (output, out, _) = run(&mut command).await;
    assert!(!output.status.success());
    assert!(
        out.contains("FAIL token") && out.contains("FAIL model") && out.contains("→ Look at LLM_BASE_URL"),
        "{out}"
    );
    assert!(
        out.contains("ok   database    SQLite 3.") && out.contains("ok   embedder") && out.contains("ok   index"),
        "{out}"
    );
}

async fn check_says_that_all_is_well() {
    let (home, model, fake) = (Home::on(Database::Sqlite).await, greeter().await, FakeDiscord::start().await);
    let mut command = home.command(Some(&model));
    command.env("DISCORD_TOKEN", fake.token()).env("DISCORD_API_BASE", fake.url()).arg("check");
    let (output, out, err) = run(&mut command).await;
    assert!(output.status.success(), "{out}{err}");
    assert!(!out.contains("FAIL") && out.contains("model"), "{out}");
}

async fn memory_is_exported_and_imported() {
    let (home, model) = (Home::on(Database::Sqlite).await, greeter().await);
    let append = json!({ "label": "human", "content": "Birthday: May 3rd" });
    model.then(Script::call("core_memory_append", append)).then(Script::reply("Noted!"));
    run(home.command(Some(&model)).args(["chat", "--once", "My birthday is on May 3rd."])).await;
    let export = ["export", "--agent", "terminal:main", "memory.json"];
    let (output, out, err) = run(home.command(None).args(export)).await;
    assert!(output.status.success() && out == "All that terminal:main remembers is in memory.json.\n", "{out}{err}");
    let (output, _, err) = run(home.command(None).args(export)).await;
    assert!(!output.status.success() && err.contains("memory.json could not be written"), "{err}");
    let import = ["import", "--agent", "terminal:other", "memory.json"];
    let (output, out, err) = run(home.command(None).args(import)).await;
    assert!(output.status.success() && out.starts_with("Taken in: 1 block, 4 messages."), "{out}{err}");
    let (_, out, _) = run(home.command(None).args(import)).await;
    assert_eq!(out, "Nothing was changed.\n");
    run(home.command(Some(&model)).args(["chat", "--name", "other", "--once", "When is my birthday?"])).await;
    assert!(model.last_request().prompt().contains("Birthday: May 3rd"));
    std::fs::write(home.folder.path().join("wrong.json"), "{}").expect("a file");
    let wrong = ["import", "--agent", "terminal:other", "wrong.json"];
    let (output, _, err) = run(home.command(None).args(wrong)).await;
    assert!(!output.status.success() && err.contains("file 1 is no export of Keepsake"), "{err}");
}

async fn the_index_is_rebuilt() {
    let (home, model) = (Home::on(Database::Sqlite).await, greeter().await);
    run(home.command(Some(&model)).args(["chat", "--once", "The ferry leaves at noon."])).await;
    let index = home.folder.path().join("data/index");
    std::fs::remove_dir_all(&index).expect("the index is lost");
    let (_, out, err) = run(home.command(None).arg("check")).await;
    assert!(
        out.contains("WARN index") && out.contains("was lost; it is filled again") && out.contains("(2 things)"),
        "{out}{err}"
    );
    let (_, out, err) = run(home.command(None).args(["check", "--full"])).await;
    assert!(!out.contains("WARN") && out.contains("it has all 2 things"), "{out}{err}");
    let mut engine = std::fs::read_dir(&index).expect("a folder").map(|entry| entry.expect("one").path());
    let engine = engine.find(|path| path.is_dir()).expect("the engine's");
    for asked in [&["check"][..], &["chat", "--once", "Hello?"]] {
        std::fs::write(engine.join("edge_config.json"), "{").expect("it is broken");
        let (_, out, err) = run(home.command(Some(&model)).args(asked)).await;
        let said = format!("{out}{err}");
        assert!(said.contains("was moved aside to data/index.broken-"), "{asked:?}: {said}");
    }
    let (_, out, err) = run(home.command(None).arg("check")).await;
    assert!(!out.contains("WARN") && !out.contains("index.broken-"), "{out}{err}");
    std::fs::remove_dir_all(&index).expect("the index is lost");
    let (output, out, err) = run(home.command(None).arg("reindex")).await;
    assert!(output.status.success(), "{err}");
    assert_eq!(out, "Indexed 4 messages, passages and pieces of documents.\n");
    model.then(Script::call("conversation_search", json!({ "query": "ferry" }))).then(Script::reply("At noon."));
    run(home.command(Some(&model)).args(["chat", "--once", "When?"])).await;
    assert!(model.last_request().text().contains("The ferry leaves at noon."), "{:?}", model.last_request());
}

async fn a_folder_may_have_any_name() {
    let (home, model) = (Home::on(Database::Sqlite).await, greeter().await);
    let folder = tempfile::tempdir().expect("a folder");
    let odd = folder.path().join("a%20b?c#d é");
    let mut command = home.command(Some(&model));
    command.env_remove("DATABASE_URL").env("KEEPSAKE_DATA_DIR", &odd);
    #[cfg(unix)]
    command.env("NOT_TEXT", <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"\xff"));
    let (output, out, err) = run(command.args(["chat", "--once", "Hello?"])).await;
    assert!(output.status.success() && out == "Hello.\n", "{out}{err}");
    assert!(odd.join("keepsake.db").is_file() && odd.join("index").is_dir());
    let others = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(others, 1, "everything is in the folder that was named");
}

/// A bot that was killed in the middle of an answer, and then a chat on the same folder.
async fn what_discord_waits_for_is_left_alone() {
    let (home, model) = (Home::on(Database::Sqlite).await, greeter().await);
    let url = format!("sqlite://{}", home.folder.path().join("data/keepsake.db").display());
    let now = "2026-05-14T10:30:00Z".parse().expect("a moment");
    let ledger = store::open(&url).await.expect("it opens");
    let seed = AgentSeed { persona: "p".into(), human: "h".into(), block_limit: 100 };
    for (person, begun) in [(PersonId(1), true), (PersonId(2), false)] {
        let key = AgentKey::Dm(person);
        let said = Incoming {
            event: format!("discord:{person}"),
            key: key.clone(),
            person: Person { id: person, name: "Anna".into() },
            text: "private question".into(),
            attachments: Vec::new(),
            quote: None,
            source: Source { guild: None, channel: 5, message: 6 },
            at: now,
        };
        assert_eq!(ledger.accept(&said, now).await.expect("it comes in"), Accepted::New);
        if begun {
            let agent = ledger.open_agent(&key, &seed, now).await.expect("an agent");
            ledger.begin_turn(&agent, &seed, now).await.expect("a turn").expect("something waits");
        }
    }
    ledger.close().await;
    let (output, out, err) = run(home.command(Some(&model)).args(["chat", "--once", "Hello?"])).await;
    assert!(output.status.success() && out == "Hello.\n", "{out}{err}");
    assert!(model.requests().iter().all(|request| !request.prompt().contains("private question")));
    let ledger = store::open(&url).await.expect("it opens");
    let left: Vec<_> =
        ledger.unfinished_turns().await.expect("turns").into_iter().map(|begun| begun.agent.key).collect();
    assert_eq!(left, [AgentKey::Dm(PersonId(1))]);
    assert_eq!(ledger.waiting().await.expect("places"), [AgentKey::Dm(PersonId(2))]);
    ledger.close().await;
}
