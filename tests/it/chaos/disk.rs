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

/// The kinds of trouble.
pub const KINDS: [&str; 2] = ["full", "slow"];

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
        std::fs::write(&control, "000").expect("it is written");
        let disk = Self { control, library };
        disk.meet(Trouble::None);
        disk
    }

    /// From now on that happens.
    pub fn meet(&self, trouble: Trouble) {
        let sign = match trouble {
            Trouble::None => b"0",
            Trouble::Full => b"f",
            Trouble::Slow => b"s",
        };
        self.sign(0, sign);
    }

    /// The kinds of trouble that writes have met since this was asked last.
    pub fn met(&self) -> Vec<&'static str> {
        let signs = std::fs::read(&self.control).expect("the file is there");
        let met = KINDS.into_iter().enumerate().filter(|(at, _)| signs.get(at + 1) == Some(&b'1'));
        let met = met.map(|(_, kind)| kind).collect();
        self.sign(1, b"00");
        met
    }

    fn sign(&self, at: u64, signs: &[u8]) {
        // The file is the same one, which the program has in its memory.
        let file = std::fs::OpenOptions::new().write(true).open(&self.control).expect("the file opens");
        std::os::unix::fs::FileExt::write_all_at(&file, signs, at).expect("it is written");
    }

    /// What a program needs in its environment.
    pub fn environment(&self) -> [(&'static str, String); 2] {
        let text = |path: &Path| path.display().to_string();
        [("LD_PRELOAD", text(&self.library)), ("DISK_TROUBLE", text(&self.control))]
    }
}
