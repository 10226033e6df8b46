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

/// Moves `what`, which is `home` or in it, beside `home`, as `NAME.broken-TIME`, and removes the oldest of those that were
/// moved before. Answers where it is now.
///
/// # Errors
/// When it cannot be moved.
pub(super) fn move_aside(what: &Path, home: &Path) -> io::Result<PathBuf> {
    let (beside, start) = place(home);
    let aside = beside.join(format!("{start}{}", Utc::now().format("%Y%m%dT%H%M%S%.6fZ")));
    fs::rename(what, &aside)?;
    let mut old = moved(home)?;
    old.truncate(old.len().saturating_sub(KEPT));
    for old in old {
        if let Err(error) = remove(&old) {
            tracing::warn!(%error, path = %old.display(), "a broken index of long ago cannot be removed");
        }
    }
    Ok(aside)
}

/// Removes all that were moved aside: what is in them is in the new index, or was forgotten since.
///
/// # Errors
/// When one cannot be removed.
pub(super) fn remove_all(home: &Path) -> io::Result<()> {
    for old in moved(home)? {
        remove(&old)?;
        tracing::info!(path = %old.display(), "the new index is filled; the broken one was removed");
    }
    Ok(())
}

fn place(home: &Path) -> (&Path, String) {
    let beside = home.parent().filter(|beside| !beside.as_os_str().is_empty()).unwrap_or(Path::new("."));
    (beside, format!("{}{MARK}", home.file_name().unwrap_or_default().to_string_lossy()))
}

/// All that were moved aside, oldest first. Their names tell their age.
fn moved(home: &Path) -> io::Result<Vec<PathBuf>> {
    let (beside, start) = place(home);
    let mut found = Vec::new();
    for entry in fs::read_dir(beside)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(&start) {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// A folder with all that is in it, or what stood in its place.
fn remove(old: &Path) -> io::Result<()> {
    match fs::symlink_metadata(old)?.is_dir() {
        true => fs::remove_dir_all(old),
        false => fs::remove_file(old),
    }
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
            moved.push(move_aside(&folder, &data.path().join("index")).unwrap());
            assert!(!folder.exists());
        }
        let there: Vec<bool> = moved.iter().map(|path| path.exists()).collect();
        assert_eq!(there, [false, false, true, true]);
        assert_eq!(fs::read_to_string(moved[3].join("segment")).unwrap(), "3");
        assert!(moved[3].file_name().unwrap().to_string_lossy().starts_with("index.broken-2"));
        remove_all(&data.path().join("index")).unwrap();
        assert!(moved.iter().all(|path| !path.exists()), "none is left once the new one is filled");
    }
}
