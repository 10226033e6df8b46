//! All that an agent remembers as files, and back. Owns how it is written out and taken in; the form is [`mod@format`]'s.

mod export;
pub mod format;
mod import;

use std::path::PathBuf;

use tempfile::TempDir;

use super::{Desk, DeskError};
use crate::clock::Clock;
use crate::memory::{Actor, AgentKey};
use crate::store::{AgentSeed, SharedLedger};

pub use format::{Archive, Unreadable};
pub use import::Import;

/// What was written out: whole files, in order, in a folder that goes with this.
#[derive(Debug)]
pub struct Exported {
    pub folder: TempDir,
    pub files: Vec<PathBuf>,
}

/// Carries memory out and in, on a ledger alone: no model and no index is needed.
pub struct Carrier<'a> {
    pub ledger: &'a SharedLedger,
    pub seed: &'a AgentSeed,
    /// Documents that one agent may have.
    pub most_documents: u32,
    pub clock: &'a dyn Clock,
}

impl Desk {
    fn carrier(&self) -> Carrier<'_> {
        let parts = &self.0.0.parts;
        Carrier {
            ledger: &parts.ledger,
            seed: &parts.seed,
            most_documents: parts.library.limits().per_agent,
            clock: parts.clock.as_ref(),
        }
    }

    /// Writes all that the agent of that place remembers into files of at most `most` bytes each. Waits for a running turn
    /// to end, so that it is of one moment.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where there is nothing; [`DeskError::File`].
    pub async fn export(&self, key: &AgentKey, most: usize) -> Result<Exported, DeskError> {
        let agent = self.agent(key).await?;
        let _still = self.0.0.mailboxes.still(key).await;
        self.carrier().export(&agent, most).await
    }

    /// What taking these files into the memory of that place would change.
    ///
    /// # Errors
    /// [`DeskError::Import`] when they cannot be taken in there.
    pub async fn import_plan(&self, key: &AgentKey, archive: &Archive) -> Result<Import, DeskError> {
        self.carrier().plan(key, archive).await
    }

    /// Takes them in: blocks as edits, which can be taken back, passages as new ones, messages as history. What is there
    /// already stays as it is. The agent is made if there is none. Waits for a running turn to end.
    ///
    /// # Errors
    /// [`DeskError::Import`]; nothing is written then.
    pub async fn import(&self, key: &AgentKey, archive: &Archive, actor: Actor) -> Result<Import, DeskError> {
        let still = self.0.0.mailboxes.still(key).await;
        let import = self.carrier().import(key, archive, actor).await?;
        drop(still);
        self.0.0.parts.sync.nudge();
        Ok(import)
    }
}
