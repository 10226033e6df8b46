//! A disk that is full or slow when a test wants it to be: a library that stands between the program and the system.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What happens to writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    None,
    /// There is no room (ENOSPC).
    Full,
    /// Each write takes 2 ms more, and each that is to be on the disk 150 ms.
    Slow,
}

/// Says what happens, and makes a program heed it.
pub struct Disk {
    control: PathBuf,
    library: PathBuf,
}

impl Disk {
    /// Builds the library into that folder, with the C compiler that the program's own build needs too.
    pub fn new(folder: &Path) -> Self {
        let (control, library) = (folder.join("disk.trouble"), folder.join("disk.so"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/chaos/disk.c");
        let mut build = Command::new("cc");
        build.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
        assert!(build.status().expect("there is a C compiler").success(), "the library is built");
        let disk = Self { control, library };
        disk.meet(Trouble::None);
        disk
    }

    /// From now on that happens.
    pub fn meet(&self, trouble: Trouble) {
        let sign = match trouble {
            Trouble::None => "0",
            Trouble::Full => "f",
            Trouble::Slow => "s",
        };
        // The file is the same one, which the program has in its memory.
        let mut file = std::fs::OpenOptions::new().create(true).write(true).truncate(false).open(&self.control);
        std::io::Write::write_all(file.as_mut().expect("the file opens"), sign.as_bytes()).expect("it is written");
    }

    /// What a program needs in its environment.
    pub fn environment(&self) -> [(&'static str, String); 2] {
        let text = |path: &Path| path.display().to_string();
        [("LD_PRELOAD", text(&self.library)), ("DISK_TROUBLE", text(&self.control))]
    }
}
