//! The program as its own process.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::support::app::Database;
use crate::support::model::{KEY, ScriptedModel};
use crate::support::{postgres, qdrant};

/// Where the program keeps its memory, over all its runs.
pub struct Home {
    pub folder: TempDir,
    settings: Vec<(String, String)>,
    _qdrant: Option<qdrant::FakeQdrant>,
}

impl Home {
    pub async fn on(database: Database) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = Vec::new();
        let mut server = None;
        if database == Database::Postgres {
            let started = qdrant::start_with_key("qdrant-secret").await;
            settings.push(("DATABASE_URL".to_owned(), postgres::database().await));
            settings.push(("QDRANT_URL".to_owned(), started.url()));
            settings.push(("QDRANT_API_KEY".to_owned(), "qdrant-secret".to_owned()));
            server = Some(started);
        }
        Self { folder, settings, _qdrant: server }
    }

    /// A setting for all its runs.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// What `DATABASE_URL` is, or would be.
    pub fn database_url(&self) -> String {
        let set = self.settings.iter().find(|(name, _)| name == "DATABASE_URL");
        let own = || format!("sqlite://{}", self.folder.path().join("data/keepsake.db").display());
        set.map_or_else(own, |(_, url)| url.clone())
    }

    /// The settings that are not usual ones.
    pub fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// The program, with nothing in its environment but what is set here.
    pub fn command(&self, model: Option<&ScriptedModel>) -> Command {
        // Another build of it may be measured.
        let program = std::env::var("TEST_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_keepsake").to_owned());
        let mut command = Command::new(program);
        command.env_clear().current_dir(self.folder.path()).kill_on_drop(true);
        for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.envs(self.settings.iter().cloned()).env("USER", "mara").env("KEEPSAKE_DEBOUNCE_MS", "50");
        if let Some(model) = model {
            command
                .env("LLM_BASE_URL", model.url())
                .env("LLM_MODEL", "scripted")
                .env("LLM_PROTOCOL", "tools")
                .env("LLM_API_KEY", KEY);
        }
        command
    }
}

/// The running bot.
pub struct Bot {
    child: Child,
}

impl Bot {
    /// Starts it against the Discord at that address.
    pub fn start(home: &Home, model: &ScriptedModel, api_base: &str, token: &str, guild: u64) -> Self {
        Self::start_with(home, model, (api_base, token, guild), &[])
    }

    /// The same with more in its environment.
    pub fn start_with(
        home: &Home,
        model: &ScriptedModel,
        (api_base, token, guild): (&str, &str, u64),
        more: &[(&str, String)],
    ) -> Self {
        let log = home.folder.path().join("bot.log");
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log).expect("a log");
        let mut command = home.command(Some(model));
        command
            .env("DISCORD_TOKEN", token)
            .env("DISCORD_API_BASE", api_base)
            .env("DISCORD_DEV_GUILDS", guild.to_string());
        command.env("KEEPSAKE_LOG", "warn,keepsake=debug").envs(more.iter().map(|(name, value)| (name, value)));
        let child = command.arg("run").stdout(Stdio::null()).stderr(file).spawn().expect("the program starts");
        Self { child }
    }

    /// Its number, while it runs.
    pub fn pid(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Ends it at once, as a power cut would.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("it can be killed");
    }

    /// Waits until it ends by itself, at most so long.
    pub async fn ends_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let ended = tokio::time::timeout(patience, self.child.wait()).await.ok()?;
        Some(ended.expect("it can be waited for"))
    }

    /// Asks it to end, and waits until it has.
    pub async fn stop(self) -> ExitStatus {
        self.signal("TERM").await;
        self.ended().await
    }

    /// Sends it that signal.
    pub async fn signal(&self, name: &str) {
        // Whoever has just ended has no id any more.
        let Some(pid) = self.child.id() else { return };
        Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status().await.expect("kill runs");
    }

    /// Waits until the log of all its runs has said that so often.
    pub async fn log_says(&self, home: &Home, text: &str, times: usize) {
        let log = home.folder.path().join("bot.log");
        let said = async || std::fs::read_to_string(&log).unwrap_or_default().matches(text).count() >= times;
        crate::support::app::until(text, said).await;
    }

    /// Waits until it has ended.
    pub async fn ended(mut self) -> ExitStatus {
        let ended = tokio::time::timeout(Duration::from_secs(30), self.child.wait()).await;
        ended.expect("it ends in time").expect("it ends")
    }
}
