//! Files and folders for their owner only, where a system knows owners. Owns the modes. Must not know what is in them.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// From now on nothing that this process makes can be used by others, whatever makes it.
pub fn for_the_owner_alone() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Makes a folder, and those above it that are missing, for the owner only. One that is there is left as it is.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut maker = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
    maker.recursive(true).create(path)
}

/// How a file is opened that is made, if it is, for the owner only.
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a file for the owner only.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] when there is one; it is left alone.
pub fn new_file(path: &Path) -> io::Result<File> {
    options().read(true).write(true).create_new(true).open(path)
}

/// Takes a file or folder of ours back from group and others, or warns where that may not be done. What is not there is
/// passed over.
pub fn tighten(path: &Path) {
    #[cfg(unix)]
    if let Err(error) = unix::take_back(path) {
        tracing::warn!(path = %path.display(), %error, "others may read this, and that cannot be changed: chmod go= it");
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    pub(super) fn take_back(path: &Path) -> io::Result<()> {
        let about = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            other => other?,
        };
        let mode = about.permissions().mode();
        if mode & 0o077 == 0 {
            return Ok(());
        }
        fs::set_permissions(path, Permissions::from_mode(mode & 0o700))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_is_made_is_for_the_owner_and_what_others_read_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (inner, file) = (folder.path().join("a/b"), folder.path().join("a/b/c"));
        make_folder(&inner).unwrap();
        new_file(&file).unwrap();
        assert_eq!((mode(&inner), mode(&file)), (0o700, 0o600));
        assert_eq!(new_file(&file).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        fs::set_permissions(&file, Permissions::from_mode(0o664)).unwrap();
        tighten(&file);
        assert_eq!(mode(&file), 0o600);
        tighten(&folder.path().join("nothing"));
    }
}
