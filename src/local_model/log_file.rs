//! Logs of what is started here: made, and their end shown when something fails. Must not know what writes them.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::LocalModelError;
use crate::private;

/// Bytes from the end that are looked at.
const TAIL_BYTES: u64 = 16 * 1024;
/// Characters of a line that are shown.
const LINE_CHARS: usize = 240;

/// A new, empty log.
pub(super) fn create(path: &Path) -> Result<File, LocalModelError> {
    let cannot = |error: std::io::Error| LocalModelError::Cache { path: path.to_owned(), why: error.to_string() };
    private::options().create(true).write(true).truncate(true).open(path).map_err(cannot)?;
    // Two processes may write to it, and neither over the other.
    OpenOptions::new().append(true).open(path).map_err(cannot)
}

/// The last lines of a log.
pub(super) fn tail(path: &Path, lines: usize) -> String {
    let text = read_end(path).unwrap_or_default();
    let all: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let last = &all[all.len().saturating_sub(lines)..];
    let short = |line: &&str| line.chars().take(LINE_CHARS).collect::<String>();
    match last.is_empty() {
        true => format!("Its log {} is empty.", path.display()),
        false => {
            format!("The end of its log {}:\n{}", path.display(), last.iter().map(short).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn read_end(path: &Path) -> std::io::Result<String> {
    let mut file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
    let mut bytes = Vec::new();
    file.take(TAIL_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
