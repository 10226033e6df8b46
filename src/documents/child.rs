//! The other side of [`super::DocumentReader`]: a child process that reads one file on standard input and writes what it
//! holds on standard output. It takes from itself what it does not need before it looks at the first byte: memory and time
//! beyond a limit, and every further file.

use std::io::{Read, Write};
use std::process::ExitCode;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::extract::contents;
use super::{Contents, Kind, Limits, Refusal};

/// What the child is told.
#[derive(Debug, Clone, Args)]
pub struct ChildArgs {
    /// What the file's name says it is.
    #[arg(long)]
    pub named: Option<Kind>,
    #[arg(long)]
    pub max_bytes: u64,
    #[arg(long)]
    pub max_pages: u32,
    /// Bytes of address space.
    #[arg(long)]
    pub memory: u64,
    /// Of the processor's time.
    #[arg(long)]
    pub seconds: u64,
}

/// What the child answers, as JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    Read(Contents),
    Refused(Refusal),
}

/// Reads the file. Must be called before the program has begun anything else.
pub fn run(args: &ChildArgs) -> ExitCode {
    limit_self(args.memory, args.seconds);
    let limits = Limits { bytes: args.max_bytes, pages: args.max_pages, per_agent: 0 };
    let mut bytes = Vec::new();
    if std::io::stdin().lock().take(args.max_bytes + 1).read_to_end(&mut bytes).is_err() {
        return ExitCode::FAILURE;
    }
    let read = limits.check_bytes(bytes.len() as u64).and_then(|()| contents(args.named, &bytes, &limits));
    let answer = read.map_or_else(Answer::Refused, Answer::Read);
    let Ok(json) = serde_json::to_vec(&answer) else { return ExitCode::FAILURE };
    let mut out = std::io::stdout().lock();
    if out.write_all(&json).and_then(|()| out.flush()).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Where a system has no such limit, the time that the parent waits is the only one.
#[cfg(unix)]
fn limit_self(memory: u64, seconds: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};

    /// Input, output and errors.
    const OPEN_FILES: u64 = 3;
    let most = [
        (Resource::As, memory),
        (Resource::Cpu, seconds),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nofile, OPEN_FILES),
    ];
    for (resource, most) in most {
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(unix))]
fn limit_self(_: u64, _: u64) {}
