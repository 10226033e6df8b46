//! What becomes of a folder that the engine cannot read: it is moved aside, so that a new one can be filled from the ledger
//! and the old one looked at. Must not know what is in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::Utc;

/// Broken folders that are kept.
const KEPT: usize = 2;
/// What stands between the name of the folder above and the time.
const MARK: &str = ".broken-";

/// Moves `folder` beside the folder that it is in, as `NAME.broken-TIME`, and removes the oldest of those that were moved
/// before. Answers where it is now.
///
/// # Errors
/// When it cannot be moved.
pub(super) fn move_aside(folder: &Path) -> io::Result<PathBuf> {
    let home = folder.parent().ok_or_else(|| io::Error::other("it is in no folder"))?;
    let start = format!("{}{MARK}", home.file_name().unwrap_or_default().to_string_lossy());
    let beside = home.parent().unwrap_or(Path::new(""));
    let name = format!("{start}{}", Utc::now().format("%Y%m%dT%H%M%S%.6fZ"));
    let aside = beside.join(name);
    fs::rename(folder, &aside)?;
    for old in older(beside, &start)? {
        if let Err(error) = fs::remove_dir_all(&old) {
            tracing::warn!(%error, path = %old.display(), "a broken index of long ago cannot be removed");
        }
    }
    Ok(aside)
}

/// All that were moved aside but for the newest few. Their names tell their age.
fn older(beside: &Path, start: &str) -> io::Result<Vec<PathBuf>> {
    let place = if beside.as_os_str().is_empty() { Path::new(".") } else { beside };
    let mut found = Vec::new();
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(start) && entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    found.sort();
    found.truncate(found.len().saturating_sub(KEPT));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_are_kept() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("index/words-32");
        let mut moved = Vec::new();
        for number in 0..4 {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("segment"), number.to_string()).unwrap();
            moved.push(move_aside(&folder).unwrap());
            assert!(!folder.exists());
        }
        let there: Vec<bool> = moved.iter().map(|path| path.exists()).collect();
        assert_eq!(there, [false, false, true, true]);
        assert_eq!(fs::read_to_string(moved[3].join("segment")).unwrap(), "3");
        assert!(moved[3].file_name().unwrap().to_string_lossy().starts_with("index.broken-2"));
    }
}
