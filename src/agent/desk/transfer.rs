//! All that an agent remembers as files, and back. Owns how it is written out and taken in; the form is [`format`]'s.

mod export;
pub mod format;
mod import;

use std::path::PathBuf;

use tempfile::TempDir;

pub use format::{Archive, Unreadable};
pub use import::Import;

/// What was written out: whole files, in order, in a folder that goes with this.
#[derive(Debug)]
pub struct Exported {
    pub folder: TempDir,
    pub files: Vec<PathBuf>,
}
