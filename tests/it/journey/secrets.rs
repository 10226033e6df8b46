//! Every secret that the program is given, and each that Discord gives it, is looked for in all that it writes for whoever
//! runs it: with everything logged, and where everything goes wrong.

use serde_json::json;
use tokio::process::Command;

use super::{Bot, Home};
use crate::support::app::Database;
use crate::support::discord::{FakeDiscord, Trouble};
use crate::support::model::{KEY, Script, ScriptedModel};
use crate::support::postgres::PASSWORD;
use crate::support::transcriber::FakeTranscriber;

crate::trials_on_both![no_secret_is_told];

/// Those that are made for this test; the others have their own places.
const PLANTED: [&str; 5] = ["embed-key-31", "embed-query-32", "hear-key-33", "hear-query-34", "llm-query-35"];

/// A home in which each setting that may hold a secret holds one, and everything is logged.
async fn planted(database: Database, model: &ScriptedModel, ears: &FakeTranscriber) -> Home {
    let mut home = Home::on(database).await;
    let [embed_key, embed_query, hear_key, hear_query, _] = PLANTED;
    home.set("EMBED_BASE_URL", &format!("{}?key={embed_query}", model.url()));
    home.set("EMBED_API_KEY", embed_key);
    home.set("EMBED_MODEL", "scripted");
    home.set("TRANSCRIBE_BASE_URL", &format!("{}?key={hear_query}", ears.config().base_url));
    home.set("TRANSCRIBE_API_KEY", hear_key);
    home.set("LLM_RETRIES", "0");
    home.set("KEEPSAKE_LOG", "trace");
    home
}

/// An address of the model with a secret behind it.
fn llm_url(model: &ScriptedModel) -> String {
    format!("{}?api-key={}", model.url(), PLANTED[4])
}

/// A day on which each service fails once, in a way that tells what it was asked.
async fn bad_day(home: &Home, model: &ScriptedModel, fake: &FakeDiscord) {
    let echo = format!("wrong: {KEY} {}", PLANTED.join(" "));
    model.on(|_| Script::reply("Well."));
    let more = [("KEEPSAKE_LOG", "trace".to_owned()), ("LLM_BASE_URL", llm_url(model))];
    let bot = Bot::start_with(home, model, (&fake.url(), &fake.token(), fake.guild()), &more);
    fake.commands_registered().await;
    let dm = fake.dm_channel(fake.mara());
    model.status(401, &[], &json!({"error": {"message": echo}}).to_string());
    fake.dm(fake.mara(), "hello");
    fake.next_message(dm, |_| true).await;
    model.fail_embeddings(401, 3);
    let voice = fake.attach("voice-message.ogg", "audio/ogg", b"OggS sound");
    fake.post(fake.mara(), dm, json!({"content": "listen", "attachments": [voice]}));
    fake.next_message(dm, |shown| shown.text().contains("Well.")).await;
    // What failed is known by the address that was asked, in which the interaction's token stands.
    for path in ["/callback", "/webhooks/"] {
        for trouble in [Trouble::ResetBefore, Trouble::Status(500), Trouble::Redirect] {
            fake.trouble("POST", path, 1, trouble);
            fake.slash(fake.mara(), fake.general(), "memory", "show", json!({}));
            let met = |state: &mut crate::support::discord::State| state.faults.iter().all(|fault| fault.left == 0);
            fake.wait("the trouble is met", |state| met(state).then_some(())).await;
        }
    }
    bot.log_says(home, "a command failed", 2).await;
    assert!(bot.stop().await.success());
}

/// What a command says of everything, however it ends.
async fn told(command: &mut Command) -> String {
    let output = command.output().await.expect("it runs");
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

async fn no_secret_is_told(database: Database) {
    let (model, fake, ears) =
        (ScriptedModel::start().await, FakeDiscord::start().await, FakeTranscriber::start().await);
    let home = planted(database, &model, &ears).await;
    bad_day(&home, &model, &fake).await;
    let log = std::fs::read_to_string(home.folder.path().join("bot.log")).expect("a log");
    assert!(log.contains("TRACE"), "everything was logged");
    let mut all = vec![("the bot's log".to_owned(), log)];
    let command = || {
        let mut command = home.command(Some(&model));
        command.env("LLM_BASE_URL", llm_url(&model));
        command.env("DISCORD_TOKEN", fake.token()).env("DISCORD_API_BASE", fake.url());
        command
    };
    for line in [
        "check",
        "check --full",
        "reindex",
        "chat --once hello",
        "export --agent dm:1 out.json",
        "backup copy",
        "restore copy",
    ] {
        all.push((line.to_owned(), told(command().args(line.split(' '))).await));
    }
    // The same where nobody is there.
    let nowhere = "127.0.0.1:1";
    for (name, value) in [
        ("EMBED_BASE_URL", format!("http://{nowhere}/v1?key={}", PLANTED[1])),
        ("LLM_BASE_URL", format!("http://{nowhere}/v1?api-key={}", PLANTED[4])),
        ("DATABASE_URL", format!("postgres://keepsake:{PASSWORD}@{nowhere}/keepsake")),
        ("QDRANT_URL", format!("http://{nowhere}")),
    ] {
        let mut check = command();
        check.arg("check").env("QDRANT_API_KEY", "qdrant-secret").env(name, value);
        all.push((format!("check without {name}"), told(&mut check).await));
    }
    let mut secrets: Vec<String> =
        [PLANTED.as_slice(), &[KEY, PASSWORD, "qdrant-secret"]].concat().into_iter().map(String::from).collect();
    secrets.push(fake.token());
    let tokens = fake.read(|state| state.interactions.values().map(|one| one.token.clone()).collect::<Vec<_>>());
    assert!(tokens.len() >= 6);
    secrets.extend(tokens);
    for (what, text) in &all {
        for secret in &secrets {
            let line = text.lines().find(|line| line.contains(secret));
            assert!(line.is_none(), "{what} tells {secret}: {}", line.unwrap_or_default());
        }
    }
}
