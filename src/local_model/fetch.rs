//! Runs `fetch.py` and tells what it says. Must not know what is fetched or what it is for.

use std::path::Path;
use std::process::Stdio;

use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::LocalModelError;
use super::bundle::Bundle;
use super::log_file;

const SCRIPT: &str = include_str!("fetch.py");

/// One line of the script.
#[derive(Deserialize)]
struct Line {
    progress: Option<String>,
    error: Option<String>,
    #[serde(default)]
    done: bool,
}

/// Brings the bundle into the cache folder, unless it is there. If the future is dropped, the script ends and what it
/// has fetched stays for the next time.
pub(super) async fn fetch(
    python: &Path,
    cache: &Path,
    bundle: &Bundle,
    progress: &impl Fn(&str),
) -> Result<(), LocalModelError> {
    if bundle.is_in(cache) {
        return Ok(());
    }
    let log = cache.join("fetch.log");
    let mut child = start(python, cache, bundle, &log)?;
    // Held to the end: the script leaves when it is closed.
    let held = child.stdin.take();
    let mut failure = None;
    let mut done = false;
    if let Some(stdout) = child.stdout.take() {
        let mut lines = BufReader::new(stdout).lines();
        while let Ok(Some(text)) = lines.next_line().await {
            let Ok(line) = serde_json::from_str::<Line>(&text) else { continue };
            if let Some(text) = line.progress {
                progress(&text);
            }
            failure = failure.or(line.error);
            done |= line.done;
        }
    }
    let status = child.wait().await;
    drop(held);
    match failure {
        Some(why) => Err(LocalModelError::Fetch(why)),
        None if done && bundle.is_in(cache) => Ok(()),
        None => {
            let ended = status.map_or_else(|error| error.to_string(), |status| status.to_string());
            let tail = log_file::tail(&log, 6);
            Err(LocalModelError::Fetch(format!(
                "fetching a model was broken off ({ended}): start again to go on. {tail}"
            )))
        }
    }
}

fn start(python: &Path, cache: &Path, bundle: &Bundle, log: &Path) -> Result<Child, LocalModelError> {
    let manifest = serde_json::to_string(bundle).map_err(|error| LocalModelError::Fetch(error.to_string()))?;
    let errors = log_file::create(log)?;
    let mut command = Command::new(python);
    command.args(["-c", SCRIPT, &manifest]).current_dir(cache);
    // Ctrl-C in a terminal goes to us alone; the script ends when we close its input.
    #[cfg(unix)]
    command.process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
    command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => LocalModelError::NoPython,
        _ => LocalModelError::Fetch(format!("python3 cannot be started: {error}")),
    })
}
