//! Packages of a test: a server program and a model in three parts, and a Python whose pip knows nothing else.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use keepsake::local_model::{Bundle, ModelPackages, ServerPackage, Sources};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::notes;

/// Bytes of a part.
pub const PART: usize = 1_000;
pub const PARTS: [(u8, usize); 3] = [(b'a', PART), (b'b', PART), (b'c', 10)];
/// The program that stands in for llama-server.
pub const SERVER: &str = include_str!("server.py");

/// An address where nobody answers.
pub const NOBODY: &str = "http://127.0.0.1:1";

pub struct Index {
    folder: TempDir,
    pub cache: PathBuf,
    pub sources: Sources,
}

/// Packages with this server program, or `None` with a note where there is no Python to fetch with.
pub fn index(server: &str) -> Option<Index> {
    if !Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success()) {
        notes::add("local model: fetching and starting were not tested, for want of python3");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("modules/pip")).unwrap();
    fs::create_dir_all(at("index")).unwrap();
    fs::write(at("modules/pip/__init__.py"), "").unwrap();
    fs::write(at("modules/pip/__main__.py"), include_str!("pip.py")).unwrap();
    fs::write(at("server"), server).unwrap();
    for (number, (letter, bytes)) in PARTS.iter().enumerate() {
        fs::write(at(&format!("part{number}")), vec![*letter; *bytes]).unwrap();
    }
    let mut make = Command::new("python3");
    make.arg("-c").arg(include_str!("index.py")).arg(at("index")).arg(at("server"));
    let made = make.args((0..PARTS.len()).map(|number| at(&format!("part{number}")))).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let sums: Value = serde_json::from_slice(&made.stdout).unwrap();
    let python = at("python3");
    let wrapper = "#!/bin/sh\nhere=$(dirname \"$0\")\nTEST_INDEX=\"$here/index\" PYTHONPATH=\"$here/modules\" exec python3 \"$@\"\n";
    program(&python, wrapper);
    let bundle = bundle(sums["server"].as_str().unwrap(), sums["model"].as_str().unwrap());
    let sources = Sources { ollama: NOBODY.into(), llama_cpp: NOBODY.into(), python, bundle: Some(bundle) };
    Some(Index { cache: at("cache"), sources, folder })
}

fn bundle(server: &str, model: &str) -> Bundle {
    Bundle {
        server: ServerPackage {
            package: "server==1".into(),
            sha256: server.into(),
            inside: "server/".into(),
            folder: "server-1".into(),
            program: "bin/llama-server".into(),
            room: 1_000,
        },
        model: ModelPackages {
            packages: (1..=PARTS.len()).map(|part| format!("part{part}==1")).collect(),
            part_bytes: PART as u64,
            file: "model.gguf".into(),
            bytes: PARTS.iter().map(|(_, bytes)| *bytes as u64).sum(),
            sha256: model.into(),
            name: "little".into(),
        },
    }
}

/// Writes a program that can be run.
pub fn program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

impl Index {
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("index").join(name)
    }

    pub fn bundle(&mut self) -> &mut Bundle {
        self.sources.bundle.as_mut().unwrap()
    }

    /// The packages that pip was asked for, in order.
    pub fn asked(&self) -> Vec<String> {
        fs::read_to_string(self.path("asked")).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}
