//! Measuring memory by public data, through the very search that a model's call runs. Owns what is measured, each in a file
//! of its own, and how it is printed. Everything happens in a folder that is thrown away.

mod freshness;
mod locomo;
mod nested;
mod table;
mod world;

use std::path::PathBuf;

use clap::Subcommand;

pub use freshness::{FreshnessReport, freshness};
pub use locomo::{LocomoReport, Recalled, locomo};
pub use nested::{NestedLevel, nested};

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum Eval {
    /// How much of the evidence for a question about a long conversation is found (LoCoMo).
    Locomo {
        /// A file of conversations with questions, as LoCoMo publishes them.
        path: PathBuf,
    },
    /// Whether a corrected fact is found before the one it corrects.
    Freshness {
        /// A file of facts, each with what contradicts it and a question.
        path: PathBuf,
    },
    /// Whether chains of keys and values are followed to their ends.
    NestedKv {
        /// Decides on the keys and values.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// Measures, and gives the table to print.
///
/// # Errors
/// When the data cannot be read or the stores fail.
pub async fn measure(what: Eval) -> anyhow::Result<String> {
    match what {
        Eval::Locomo { path } => Ok(locomo(&path).await?.to_table()),
        Eval::Freshness { path } => Ok(freshness(&path).await?.to_table()),
        Eval::NestedKv { seed } => Ok(nested::to_table(&nested(seed).await?)),
    }
}
