//! Reading a file without trusting it. Owns the child process that does it: what it is given, how long it may take, and
//! what its end means.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

use super::child::Answer;
use super::{Contents, Kind, Limits, Refusal};

/// Bytes of address space of a child.
const MEMORY: u64 = 1 << 30;
/// How long a child may take.
const TIME: Duration = Duration::from_secs(60);
/// Files that are read at the same time.
const AT_ONCE: usize = 2;
/// Bytes that a child may answer for each character that a document may have: JSON writes some with six.
const ANSWER: u64 = 6;

/// Reads files, each in a process of its own.
#[derive(Debug)]
pub struct DocumentReader {
    program: PathBuf,
    limits: Limits,
    time: Duration,
    memory: u64,
    slots: Semaphore,
}

impl DocumentReader {
    /// A reader that runs `program`, which must be Keepsake.
    pub fn new(program: PathBuf, limits: Limits) -> Self {
        Self { program, limits, time: TIME, memory: MEMORY, slots: Semaphore::new(AT_ONCE) }
    }

    /// The same with another limit to how long a file may take.
    pub fn with_time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// The same with another limit to how many bytes of address space a file may take.
    pub fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// How much is read.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the file of that name holds.
    ///
    /// # Errors
    /// A sentence that says why it is not read.
    pub async fn read(&self, name: &str, media_type: Option<&str>, bytes: &[u8]) -> Result<Contents, Refusal> {
        self.limits.check_bytes(bytes.len() as u64)?;
        let named = Kind::of_name(name).or_else(|| Kind::of_media_type(media_type?));
        // Spares a process where a look is enough.
        Kind::of_content(named, bytes)?;
        let _slot = self.slots.acquire().await;
        let mut child = self.start(named).map_err(|error| {
            tracing::error!(program = %self.program.display(), %error, "the program that reads files does not start");
            Refusal::OutOfOrder
        })?;
        let Ok(answer) = tokio::time::timeout(self.time, self.ask(&mut child, bytes)).await else {
            // Dropped, it is killed.
            return Err(self.too_long());
        };
        match answer {
            Ok(Answer::Read(contents)) => Ok(contents),
            Ok(Answer::Refused(refusal)) => Err(refusal),
            Err(_) => Err(self.died(&mut child).await),
        }
    }

    fn start(&self, named: Option<Kind>) -> std::io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.arg("read-document");
        if let Some(kind) = named {
            command.args(["--named", kind.as_str()]);
        }
        let numbers = [
            ("--max-bytes", self.limits.bytes),
            ("--max-pages", self.limits.pages.into()),
            ("--memory", self.memory),
            ("--seconds", self.time.as_secs().max(1)),
        ];
        for (name, number) in numbers {
            command.args([name, &number.to_string()]);
        }
        // Nothing of what the program knows: neither settings nor secrets, nor a folder to look into.
        command.env_clear().current_dir(Path::new("/"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        command.spawn()
    }

    async fn ask(&self, child: &mut Child, bytes: &[u8]) -> std::io::Result<Answer> {
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        input.write_all(bytes).await?;
        drop(input);
        let most = self.limits.chars() as u64 * ANSWER + 1_000_000;
        let mut answer = Vec::new();
        output.take(most).read_to_end(&mut answer).await?;
        Ok(serde_json::from_slice(&answer)?)
    }

    /// What it means that a child ended without an answer.
    async fn died(&self, child: &mut Child) -> Refusal {
        let ended = tokio::time::timeout(Duration::from_secs(1), child.wait()).await;
        tracing::warn!(?ended, "reading a file broke the process that did it");
        #[cfg(unix)]
        if let Ok(Ok(status)) = ended {
            use std::os::unix::process::ExitStatusExt;
            let out_of_time =
                [rustix::process::Signal::XCPU, rustix::process::Signal::KILL].map(|signal| signal.as_raw());
            if status.signal().is_some_and(|signal| out_of_time.contains(&signal)) {
                return self.too_long();
            }
        }
        Refusal::Memory
    }

    fn too_long(&self) -> Refusal {
        Refusal::Slow { seconds: self.time.as_secs().max(1) }
    }
}
