//! A model server that runs for as long as we do: started on a free port, waited for, ended with us. Must not know
//! where its files came from.

mod failure;

use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use reqwest::Client;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::Instant;
use xxhash_rust::xxh32::xxh32;

use super::LocalModelError;
use super::bundle::Bundle;
use super::hardware;
use super::log_file;
use crate::config::{LlmConfig, ProtocolChoice, VisionChoice};

/// Runs a program until it ends or standard input closes. That closes when the one who holds its other end lets go or
/// dies, in whatever way; nothing else tells a program on every Unix that its parent is gone.
const GUARD: &str = r#"
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
( read -r line <&3; kill "$server"; sleep 5; kill -9 "$server" ) 2>/dev/null &
watch=$!
exec 3<&-
wait "$server"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
"#;

/// The server's window.
const WINDOW: u32 = 8_192;
/// Tokens of it that we count on: our count and the model's own are not the same.
const CONTEXT: u32 = 6_144;
/// Memory below which the model is not kept in a second, faster form: 0.8 GB less, a third of the speed.
const ROOMY: u64 = 2_800_000_000;
/// How long a start may take. A slow disk reads a gigabyte in half a minute.
const START_LIMIT: Duration = Duration::from_secs(300);
/// How long an end may take; the guard ends it by force before.
const STOP_LIMIT: Duration = Duration::from_secs(8);

/// A running server.
#[derive(Debug)]
pub(super) struct Server {
    guard: Child,
    /// The guard ends the server when this closes.
    held: Option<ChildStdin>,
    base: String,
    key: SecretString,
    client: Client,
    prompts: PathBuf,
    /// What a kept prompt depends on beside its words.
    identity: String,
}

impl Server {
    /// Starts the bundle's server with the bundle's model and waits until it can be asked.
    pub(super) async fn start(
        bundle: &Bundle,
        cache: &Path,
        client: Client,
    ) -> Result<(Self, LlmConfig), LocalModelError> {
        let prompts = cache.join("prompts");
        let unusable = |error: std::io::Error| LocalModelError::Cache { path: prompts.clone(), why: error.to_string() };
        std::fs::create_dir_all(&prompts).map_err(unusable)?;
        let port = free_port().map_err(|error| LocalModelError::Start(format!("no port is free: {error}")))?;
        // So that no other user and no web page can talk to it.
        let key = SecretString::from(uuid::Uuid::now_v7().simple().to_string());
        let log = cache.join("llama-server.log");
        let mut guard = spawn(bundle, cache, port, &key, &prompts, &log)?;
        let held = guard.stdin.take();
        let base = format!("http://127.0.0.1:{port}");
        let identity = format!("{} {} {WINDOW}", bundle.server.sha256, bundle.model.sha256);
        let mut server = Self { guard, held, base, key, client, prompts, identity };
        server.wait_until_ready(&log).await?;
        let config = server.config(&bundle.model.name);
        Ok((server, config))
    }

    fn config(&self, model: &str) -> LlmConfig {
        LlmConfig {
            base_url: format!("{}/v1", self.base),
            api_key: Some(self.key.clone()),
            model: model.to_owned(),
            others: Vec::new(),
            // A model this small only calls tools well when it is held to a schema.
            protocol: ProtocolChoice::Json,
            context_tokens: CONTEXT,
            max_tokens: 512,
            temperature: Some(0.2),
            // A processor may read a full prompt for minutes before the first word.
            timeout: Duration::from_secs(900),
            retries: 1,
            stream: true,
            vision: VisionChoice::Never,
        }
    }

    async fn wait_until_ready(&mut self, log: &Path) -> Result<(), LocalModelError> {
        let end = Instant::now() + START_LIMIT;
        let health = format!("{}/health", self.base);
        loop {
            if let Ok(Some(status)) = self.guard.try_wait() {
                return Err(LocalModelError::Start(failure::explain(status, log)));
            }
            let asked = self.client.get(&health).send().await;
            if asked.is_ok_and(|response| response.status().is_success()) {
                return Ok(());
            }
            if Instant::now() > end {
                let (seconds, tail) = (START_LIMIT.as_secs(), log_file::tail(log, 12));
                return Err(LocalModelError::Start(format!("the model did not start within {seconds} s. {tail}")));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub(super) fn process(&self) -> Option<u32> {
        self.guard.id()
    }

    fn kept(&self, key: &str) -> String {
        format!("prompt-{:08x}.bin", xxh32(format!("{} {key}", self.identity).as_bytes(), 0))
    }

    pub(super) async fn restore_prompt(&self, key: &str) -> bool {
        let name = self.kept(key);
        self.prompts.join(&name).is_file() && self.slot("restore", &name).await
    }

    pub(super) async fn save_prompt(&self, key: &str) -> bool {
        let name = self.kept(key);
        // Under a name of its own first: another process may be reading the one that is there.
        let new = format!("{name}.{}", std::process::id());
        if !self.slot("save", &new).await {
            return false;
        }
        let saved = std::fs::rename(self.prompts.join(&new), self.prompts.join(&name)).is_ok();
        self.forget_others(&name);
        saved
    }

    /// One kept prompt is tens of megabytes, and only the newest is ever asked for.
    fn forget_others(&self, name: &str) {
        for entry in std::fs::read_dir(&self.prompts).into_iter().flatten().flatten() {
            if entry.file_name() != name {
                // What cannot be removed now is removed the next time.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    async fn slot(&self, action: &str, file: &str) -> bool {
        let request = self.client.post(format!("{}/slots/0?action={action}", self.base));
        let request = request.bearer_auth(self.key.expose_secret()).timeout(Duration::from_secs(30));
        let answer = request.json(&json!({ "filename": file })).send().await;
        match answer.and_then(reqwest::Response::error_for_status) {
            Ok(_) => true,
            Err(error) => {
                tracing::debug!(%error, action, "the model's prompt cannot be kept or brought back");
                false
            }
        }
    }

    pub(super) async fn stop(mut self) {
        drop(self.held.take());
        if tokio::time::timeout(STOP_LIMIT, self.guard.wait()).await.is_err() {
            tracing::warn!("the model's server does not end");
        }
    }
}

/// A port that was free a moment ago.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

fn spawn(
    bundle: &Bundle,
    cache: &Path,
    port: u16,
    key: &SecretString,
    prompts: &Path,
    log: &Path,
) -> Result<Child, LocalModelError> {
    let program = bundle.program(cache);
    let (out, errors) = {
        let file = log_file::create(log)?;
        (file.try_clone(), file)
    };
    let out = out.map_err(|error| LocalModelError::Cache { path: log.to_owned(), why: error.to_string() })?;
    let mut command = Command::new("sh");
    command.args(["-c", GUARD, "guard"]).arg(&program).arg("-m").arg(bundle.model_file(cache));
    command.args(["--host", "127.0.0.1", "--port", &port.to_string()]);
    command.args(["-c", &WINDOW.to_string(), "-np", "1", "-t", &hardware::cores().to_string()]);
    command.args(["--device", "none", "--jinja", "--no-webui", "--slot-save-path"]).arg(prompts);
    command.args(memory_arguments(hardware::memory().map(|memory| memory.available)));
    // The libraries stand beside the program. The key goes where the list of processes does not show it.
    command.env("LD_LIBRARY_PATH", library_path(&program)).env("LLAMA_API_KEY", key.expose_secret());
    // Ctrl-C in a terminal goes to us alone; the guard ends the server when we let go.
    #[cfg(unix)]
    command.process_group(0);
    command.stdin(Stdio::piped()).stdout(out).stderr(errors);
    command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => LocalModelError::Start("starting a model needs `sh`, which is not there".into()),
        _ => LocalModelError::Start(format!("the model cannot be started: {error}")),
    })
}

/// With little memory, no second form of the weights and no memory of earlier prompts.
fn memory_arguments(available: Option<u64>) -> &'static [&'static str] {
    match available {
        Some(bytes) if bytes < ROOMY => &["--no-repack", "--cache-ram", "0"],
        _ => &["--cache-ram", "512"],
    }
}

fn library_path(program: &Path) -> std::ffi::OsString {
    let mut path = program.parent().map(|folder| folder.as_os_str().to_owned()).unwrap_or_default();
    if let Some(before) = std::env::var_os("LD_LIBRARY_PATH").filter(|before| !before.is_empty()) {
        path.push(":");
        path.push(before);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_memory_gives_up_speed() {
        assert!(memory_arguments(Some(2_000_000_000)).contains(&"--no-repack"));
        assert!(!memory_arguments(Some(8_000_000_000)).contains(&"--no-repack"));
        assert!(!memory_arguments(None).contains(&"--no-repack"));
    }

    #[test]
    fn libraries_beside_the_program_come_first() {
        let path = library_path(Path::new("/cache/bin/llama-server"));
        assert!(path.to_string_lossy().starts_with("/cache/bin"));
    }
}
