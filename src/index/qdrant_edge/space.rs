//! Room on the disk. The engine maps files that are mostly holes; a page that the disk has no room for would end the
//! process with SIGBUS and no word, so it is looked for before.

use std::path::Path;

use super::super::IndexError;

/// What a new index takes when its files are filled.
const NEW: u64 = 160 << 20;
/// What should be left beside it.
const SPARE: u64 = 16 << 20;

/// Refuses a folder on a disk without room for the index, until there is.
pub(super) fn check(folder: &Path) -> Result<(), IndexError> {
    let (Some(free), needed) = (free(folder), holes(folder).unwrap_or(NEW) + SPARE) else { return Ok(()) };
    if free >= needed {
        return Ok(());
    }
    Err(IndexError::Away(format!(
        "The disk of the index folder {} has {} MB left and the index needs {}: make room, or give KEEPSAKE_DATA_DIR a folder \
         on another disk.",
        folder.display(),
        free >> 20,
        needed >> 20
    )))
}

/// Bytes that this user may still write there.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// Bytes that the files in there promise and do not take up yet. None when there are no files.
#[cfg(unix)]
fn holes(folder: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    let mut sum = None;
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let Ok(about) = entry.metadata() else { continue };
        let inside =
            if about.is_dir() { holes(&entry.path()) } else { Some(about.len().saturating_sub(about.blocks() * 512)) };
        sum = inside.map(|inside| inside + sum.unwrap_or(0)).or(sum);
    }
    sum
}

#[cfg(not(unix))]
fn holes(_: &Path) -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn holes_in_files_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(holes(folder.path()), None);
        let inner = folder.path().join("segments");
        std::fs::create_dir(&inner).unwrap();
        File::create(inner.join("map")).unwrap().set_len(8 << 20).unwrap();
        assert_eq!(holes(folder.path()), Some(8 << 20));
        assert!(free(folder.path()).is_some());
    }
}
