//! Documents in people's hands.

use std::path::PathBuf;

use super::{Desk, DeskError};
use crate::documents::{Ingested, Told, ingest};
use crate::memory::{Actor, AgentKey, Document};

/// One page of an agent's documents, by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Documents {
    pub items: Vec<Document>,
    /// From 1.
    pub page: u64,
    /// At least 1.
    pub pages: u64,
    pub total: u64,
}

/// Documents on one page.
const LISTED: u64 = 20;

impl Desk {
    /// The documents of that place.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet.
    pub async fn documents(&self, key: &AgentKey, page: u64) -> Result<Documents, DeskError> {
        let agent = self.agent(key).await?;
        let offset = (page.max(1) - 1).saturating_mul(LISTED);
        let listed = self.0.0.parts.ledger.list_documents(&agent.scope(), offset, LISTED).await?;
        let pages = listed.total.div_ceil(LISTED).max(1);
        Ok(Documents { items: listed.items, page, pages, total: listed.total })
    }

    /// The document of that number.
    ///
    /// # Errors
    /// [`DeskError::NoDocument`].
    pub async fn document(&self, key: &AgentKey, number: i64) -> Result<Document, DeskError> {
        let agent = self.agent(key).await?;
        let found = self.0.0.parts.ledger.document(&agent.scope(), number).await?;
        found.ok_or(DeskError::NoDocument(number))
    }

    /// Adds files and folders of this machine; the agent is made if there is none. `tell` hears of each file.
    ///
    /// # Errors
    /// [`DeskError::Store`]; a file that cannot be read is told of and passed over.
    pub async fn add_documents(
        &self,
        key: &AgentKey,
        paths: &[PathBuf],
        actor: Actor,
        tell: &(dyn Fn(&Told) + Send + Sync),
    ) -> Result<Ingested, DeskError> {
        let parts = &self.0.0.parts;
        let agent = parts.ledger.open_agent(key, &parts.seed, parts.clock.now()).await?;
        let ingested = ingest(&parts.library, &agent.scope(), paths, actor, tell).await?;
        parts.sync.nudge();
        Ok(ingested)
    }

    /// Takes a document away for good. Waits for a running turn of that agent to end.
    ///
    /// # Errors
    /// [`DeskError::NoDocument`].
    pub async fn remove_document(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<Document, DeskError> {
        let inner = &self.0.0;
        let agent = self.agent(key).await?;
        let still = inner.mailboxes.still(key).await;
        let removed = inner.parts.ledger.remove_document(&agent.scope(), number, inner.parts.clock.now()).await?;
        drop(still);
        let removed = removed.ok_or(DeskError::NoDocument(number))?;
        tracing::info!(%key, number, ?actor, "a document was removed");
        self.forget_in_index().await;
        Ok(removed)
    }
}
