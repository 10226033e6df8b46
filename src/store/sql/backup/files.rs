//! Files that have their name only when they are whole, and what is left of those that never were.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::super::super::StoreError;
use super::super::sqlite;
use super::backup_error;
use crate::private;

/// A new, empty file beside where it is to be, for its owner only. Gone when it is dropped without being kept. It is locked as
/// long as it is made: one that nobody holds was left by a program that was killed.
pub(super) struct Fresh(NamedTempFile);

impl Fresh {
    /// Refuses where there is a file of that name already. What earlier ones left behind is removed.
    pub(super) fn beside(target: &Path) -> Result<Self, StoreError> {
        if target.exists() {
            return Err(taken(target));
        }
        let (folder, name) = (folder_of(target), name_of(target));
        if !folder.is_dir() {
            return Err(backup_error(format!(
                "There is no folder {0}: make it (mkdir {0}) and try again.",
                folder.display()
            )));
        }
        // Nobody may take a new one for one that was left before it is locked.
        let _alone = sqlite::lock(target);
        remove_left(&folder, &name);
        let made = tempfile::Builder::new().prefix(&format!("{name}.")).suffix(PART).tempfile_in(&folder);
        let made = made.map_err(|error| {
            backup_error(format!("{} cannot be written ({error}): name a file in a folder that can.", target.display()))
        })?;
        // Where a disk knows no locks, none is ever removed either.
        let _ = made.as_file().try_lock();
        Ok(Self(made))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Puts it on the disk and gives it its name, if no other file has got it since.
    pub(super) fn keep(self, target: &Path) -> Result<(), StoreError> {
        let failed = |error: io::Error| backup_error(format!("{} cannot be written ({error}).", target.display()));
        // What wrote it had opened it by its name.
        File::options().write(true).open(self.path()).and_then(|file| file.sync_all()).map_err(failed)?;
        match self.0.persist_noclobber(target) {
            Ok(_) => sync_folder(&folder_of(target)).map_err(failed),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(taken(target)),
            Err(error) => Err(failed(error.error)),
        }
    }
}

/// How the name of a file ends that is not whole yet.
const PART: &str = ".part";

pub(super) fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a backup has this name because it was made into a folder.
pub(super) fn is_timed(name: &str) -> bool {
    name.starts_with("keepsake-") && name.ends_with(".db")
}

/// Whether `left` was to become `name`, or another backup of the same folder that has its name from the time.
fn is_left_of(name: &str, left: &str) -> bool {
    let meant = left.strip_suffix(PART).and_then(|left| left.rsplit_once('.')).map(|(meant, _)| meant);
    meant.is_some_and(|meant| meant == name || (is_timed(meant) && is_timed(name)))
}

/// Removes what programs that were killed left in the folder.
fn remove_left(folder: &Path, name: &str) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| is_left_of(name, &name_of(path))) {
        let held = File::options().write(true).open(&path);
        if held.as_ref().is_ok_and(|file| file.try_lock().is_ok()) {
            for name in ["-journal", "-wal", "-shm", ""] {
                // A backup is made beside it as well as without it.
                let _ = fs::remove_file(sqlite::beside(&path, name));
            }
        }
    }
}

/// The folders that a file needs. Those that were made for it go again when they are empty at the end.
pub(super) struct Folders(Vec<PathBuf>);

impl Folders {
    pub(super) fn of(file: &Path) -> io::Result<Self> {
        let folder = folder_of(file);
        let missing = folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let made = Self(missing.map(Path::to_owned).collect());
        private::make_folder(&folder)?;
        Ok(made)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        // Only empty ones can be removed so.
        self.0.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

fn taken(target: &Path) -> StoreError {
    backup_error(format!("{} is there already and is left alone: name another file.", target.display()))
}

pub(super) fn folder_of(file: &Path) -> PathBuf {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

/// A name outlives a loss of power once its folder is on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
