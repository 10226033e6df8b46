//! Measuring memory by public data, through the very search that a model's call runs. Owns what is measured, each in a file
//! of its own, and how it is printed. Unless another home is named, everything happens in a folder that is thrown away.

mod freshness;
mod locomo;
mod nested;
mod prefix;
mod replay;
mod survival;
mod table;
mod world;

use std::path::PathBuf;

use clap::Subcommand;

pub use freshness::{FreshnessReport, freshness};
pub use locomo::{LocomoReport, Recalled, locomo};
pub use nested::{NestedLevel, nested};
pub use prefix::{PrefixReport, prefix};
pub use survival::{SurvivalReport, survival};
pub use world::Home;

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum Eval {
    /// How much of the evidence for a question about a long conversation is found (LoCoMo).
    Locomo {
        /// A file of conversations with questions, as LoCoMo publishes them.
        path: PathBuf,
    },
    /// How much of the evidence survives when old messages leave the prompt (LoCoMo).
    Survival {
        /// A file of conversations with questions, as LoCoMo publishes them.
        path: PathBuf,
    },
    /// How much of a prompt is the same as the one before (LoCoMo).
    Prefix {
        /// A file of conversations, as LoCoMo publishes them.
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
        /// How many are stored.
        #[arg(long, default_value_t = nested::PAIRS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(28..))]
        pairs: usize,
    },
}

/// Measures, and gives the table to print.
///
/// # Errors
/// When the data cannot be read or the stores fail.
pub async fn measure(what: Eval, home: &Home) -> anyhow::Result<String> {
    match what {
        Eval::Locomo { path } => Ok(locomo(&path, home).await?.to_table()),
        Eval::Survival { path } => Ok(survival(&path, home).await?.to_table()),
        Eval::Prefix { path } => Ok(prefix::to_table(&prefix(&path, home).await?)),
        Eval::Freshness { path } => Ok(freshness(&path, home).await?.to_table()),
        Eval::NestedKv { seed, pairs } => Ok(nested::to_table(pairs, &nested(seed, pairs, home).await?)),
    }
}
