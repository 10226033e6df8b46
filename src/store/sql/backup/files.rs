//! Files that have their name only when they are whole.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::super::super::StoreError;
use super::backup_error;

/// A new, empty file beside where it is to be, for its owner only. Gone when it is dropped without being kept.
pub(super) struct Fresh(NamedTempFile);

impl Fresh {
    /// Refuses where there is a file of that name already.
    pub(super) fn beside(target: &Path) -> Result<Self, StoreError> {
        if target.exists() {
            return Err(taken(target));
        }
        let start = format!("{}.", target.file_name().unwrap_or_default().to_string_lossy());
        let made = tempfile::Builder::new().prefix(&start).suffix(".part").tempfile_in(folder_of(target));
        made.map(Self).map_err(|error| {
            backup_error(format!("{} cannot be written ({error}): name a file in a folder that can.", target.display()))
        })
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
