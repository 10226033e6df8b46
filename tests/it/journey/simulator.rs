//! An independent Discord simulator as the world of the story: the Python package `simcord`, put on a loopback port by a
//! script outside this project (`TEST_SIMULATOR`: its path; `TEST_SIMULATOR_PYTHON`: a Python that has the package).

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::process::{Child, Command};

use super::ours::embed_text;
use super::story::{Seen, World};
use crate::support::app::until;
use crate::support::notes;

pub struct Simulator {
    _child: Child,
    folder: tempfile::TempDir,
    http: reqwest::Client,
    base: String,
    state: Value,
    seen: std::collections::HashSet<String>,
}

fn parts() -> Option<(PathBuf, PathBuf)> {
    let script = std::env::var_os("TEST_SIMULATOR")
        .map(PathBuf::from)
        .unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/simcord/simcord_server.py").into());
    let python = PathBuf::from(std::env::var_os("TEST_SIMULATOR_PYTHON")?);
    (script.exists() && python.exists()).then_some((script, python))
}

/// Whether there is a simulator to test with; where there is none the summary says so.
pub fn is_here() -> bool {
    let here = parts().is_some();
    if !here {
        assert!(std::env::var_os("TEST_REQUIRE_SIMULATOR").is_none(), "no simulator was found");
        notes::add(
            "the independent Discord simulator: not found (TEST_SIMULATOR, TEST_SIMULATOR_PYTHON), its tests were skipped",
        );
    }
    here
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Simulator {
    pub async fn start() -> Self {
        let (script, python) = parts().expect("it is here");
        let folder = tempfile::tempdir().expect("a folder");
        let port =
            std::net::TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address").port();
        let log = std::fs::File::create(folder.path().join("simulator.log")).expect("a log");
        let child = Command::new(python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/journey/simulator.py"))
            .arg(script)
            .env("SIM_PORT", port.to_string())
            .env("REC", folder.path().join("recorded.jsonl"))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("the simulator starts");
        let (http, base) = (reqwest::Client::new(), format!("http://127.0.0.1:{port}"));
        until("the simulator answers", async || {
            http.post(format!("{base}/_sim/state")).send().await.is_ok_and(|answer| answer.status().is_success())
        })
        .await;
        let mut world = Self { _child: child, folder, http, base, state: Value::Null, seen: Default::default() };
        world.state = world.ask("state", json!({})).await;
        world
    }

    async fn ask(&self, what: &str, body: Value) -> Value {
        let answer = self
            .http
            .post(format!("{}/_sim/{what}", self.base))
            .json(&body)
            .send()
            .await
            .expect("the simulator answers");
        let answer: Value = answer.json().await.expect("it answers in JSON");
        assert!(answer.get("error").is_none(), "{what}: {answer}");
        answer
    }

    fn id(&self, name: &str) -> u64 {
        text(&self.state[name]).parse().expect("an id")
    }

    async fn messages(&self, channel: u64) -> Vec<Value> {
        self.ask("messages", json!({ "channel": channel })).await.as_array().cloned().unwrap_or_default()
    }

    /// Calls a subcommand of `/memory` and waits for the message it leads to.
    async fn memory(&mut self, user: u64, channel: u64, sub: &str, options: Value) -> Value {
        let nested = json!([{ "name": sub, "type": 1, "options": options }]);
        let pressed =
            self.ask("slash", json!({ "name": "memory", "user": user, "channel": channel, "options": nested })).await;
        let message = self.answer_of(&pressed).await;
        self.message(channel, &message).await
    }

    async fn answer_of(&self, pressed: &Value) -> String {
        let mut found = String::new();
        until("the interaction is answered", async || {
            let state = self.ask("interaction", json!({ "id": pressed["id"] })).await;
            let ids = [&state["message_id"]].into_iter().chain(state["followup_ids"].as_array().into_iter().flatten());
            found = ids.filter(|id| !id.is_null()).map(text).next_back().unwrap_or_default();
            !found.is_empty() && state["loading"] != true
        })
        .await;
        found
    }

    async fn message(&self, channel: u64, id: &str) -> Value {
        self.messages(channel)
            .await
            .into_iter()
            .find(|message| text(&message["id"]) == id)
            .expect("the message is there")
    }
}

impl World for Simulator {
    fn api_base(&self) -> String {
        self.base.clone()
    }

    fn token(&self) -> String {
        "sim-token".into()
    }

    fn guild(&self) -> u64 {
        self.id("guild")
    }

    fn people(&self) -> (u64, u64) {
        let second = std::fs::read_to_string(self.folder.path().join("second_person")).expect("the second person");
        (self.id("user"), second.parse().expect("an id"))
    }

    fn channel(&self) -> u64 {
        self.id("channel")
    }

    async fn wait_for_bot(&mut self, _: bool) {
        let log = self.folder.path().join("recorded.jsonl");
        let before = std::fs::read_to_string(&log).unwrap_or_default().matches("\"READY\"").count();
        let waited = tokio::time::timeout(
            Duration::from_secs(5),
            until("the bot is ready", async || {
                std::fs::read_to_string(&log).unwrap_or_default().matches("\"GUILD_CREATE\"").count() > before
            }),
        );
        drop(waited.await);
        until("commands are registered", async || {
            self.ask("state", json!({})).await["commands"].to_string().contains("memory")
        })
        .await;
    }

    async fn dm(&mut self, user: u64, said: &str) -> u64 {
        let sent = self.ask("dm", json!({ "user": user, "content": said })).await;
        text(&sent["channel"]).parse().expect("a channel")
    }

    async fn mention(&mut self, user: u64, said: &str) {
        let said = format!("<@{}> {said}", self.id("bot"));
        self.ask("send", json!({ "user": user, "content": said })).await;
    }

    async fn next(&mut self, channel: u64) -> Seen {
        let bot = self.id("bot").to_string();
        let mut found = Value::Null;
        until("the bot writes", async || {
            let messages = self.messages(channel).await;
            let fresh = messages.into_iter().find(|message| {
                text(&message["author"]["id"]) == bot
                    && !self.seen.contains(&text(&message["id"]))
                    && !text(&message["content"]).starts_with("-# ")
            });
            found = fresh.unwrap_or_default();
            !found.is_null()
        })
        .await;
        self.seen.insert(text(&found["id"]));
        let embeds = found["embeds"].as_array().cloned().unwrap_or_default();
        Seen { text: text(&found["content"]), embeds: embed_text(&embeds) }
    }

    async fn reset(&mut self, user: u64, channel: u64, what: &str) -> String {
        // poise numbers the choices in the order they are declared in.
        let number = ["core", "archival", "history", "all"].iter().position(|known| *known == what);
        let options = json!([{ "name": "what", "type": 4, "value": number }]);
        let asked = self.memory(user, channel, "reset", options).await;
        self.seen.insert(text(&asked["id"]));
        let button = &asked["components"][0]["components"][0]["custom_id"];
        self.ask(
            "click",
            json!({ "user": user, "channel": channel, "message": text(&asked["id"]), "custom_id": button }),
        )
        .await;
        let mut shown = String::new();
        until("the reset is done", async || {
            let now = self.message(channel, &text(&asked["id"])).await;
            shown = format!(
                "{}\n{}",
                text(&now["content"]),
                embed_text(now["embeds"].as_array().map_or(&[], Vec::as_slice))
            );
            shown.starts_with("Taken away: ")
        })
        .await;
        shown
    }

    async fn show(&mut self, user: u64, channel: u64) -> String {
        let shown = self.memory(user, channel, "show", json!([])).await;
        self.seen.insert(text(&shown["id"]));
        format!("{}\n{}", text(&shown["content"]), embed_text(shown["embeds"].as_array().map_or(&[], Vec::as_slice)))
    }

    async fn finish(&mut self) {
        let log = std::fs::read_to_string(self.folder.path().join("recorded.jsonl")).expect("a recording");
        let refused: Vec<&str> = log
            .lines()
            .filter(|line| {
                line.contains("\"api->bot\"") && (line.contains("\"status\": 4") || line.contains("\"status\": 5"))
            })
            .collect();
        assert!(refused.is_empty(), "the simulator refused something: {refused:#?}");
    }
}
