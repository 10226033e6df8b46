//! Measuring memory by public data, through the very search that a model's call runs. Owns what is measured, each in a file
//! of its own, and how it is printed. Everything happens in a folder that is thrown away.

mod locomo;
mod table;
mod world;

use std::path::PathBuf;

use clap::Subcommand;

pub use locomo::{LocomoReport, Recalled, locomo};

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum Eval {
    /// How much of the evidence for a question about a long conversation is found (LoCoMo).
    Locomo {
        /// A file of conversations with questions, as LoCoMo publishes them.
        path: PathBuf,
    },
}

/// Measures, and gives the table to print.
///
/// # Errors
/// When the data cannot be read or the stores fail.
pub async fn measure(what: Eval) -> anyhow::Result<String> {
    match what {
        Eval::Locomo { path } => Ok(locomo(&path).await?.to_table()),
    }
}
