//! Agents: who takes a message in, thinks, remembers and answers. Owns the turn and everything it decides.
//! Knows traits only; must not know Discord, SQL or which model answers.

pub mod desk;

use std::sync::Arc;

use async_trait::async_trait;

use crate::memory::outgoing::OutboxRow;
use crate::memory::{AgentKey, Source};

/// Why something was not delivered.
#[derive(Debug)]
pub struct DeliveryError {
    /// What was delivered before it failed (Discord message ids, in order, with those of earlier tries).
    pub sent: Vec<u64>,
    /// Trying again cannot help (channel gone, permission missing).
    pub permanent: bool,
    /// For the log and the ledger; no secret.
    pub cause: String,
}

/// Keeps a sign of work ("typing") alive until it is dropped.
pub type Busy = Box<dyn Send>;

/// Where answers go.
#[async_trait]
pub trait ReplySink: Send + Sync {
    /// Delivers one outbox row, going on behind `row.sent`. Delivering the same row again must not show it twice.
    /// Answers the Discord ids of all its parts.
    async fn deliver(&self, key: &AgentKey, row: &OutboxRow) -> Result<Vec<u64>, DeliveryError>;
    /// Shows that the agent is at work there.
    fn busy(&self, key: &AgentKey, at: &Source) -> Busy;
}

/// A sink that many hold.
pub type SharedSink = Arc<dyn ReplySink>;
