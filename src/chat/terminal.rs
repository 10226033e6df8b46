//! The terminal as a place where answers go.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;

use super::render;
use crate::agent::{Busy, DeliveryError, ReplySink};
use crate::memory::outgoing::OutboxRow;
use crate::memory::{AgentKey, Outgoing, Source};

/// Prints what comes from one conversation.
#[derive(Debug)]
pub(super) struct TerminalSink {
    key: AgentKey,
    failed: AtomicBool,
}

impl TerminalSink {
    /// For that conversation.
    pub(super) fn new(key: AgentKey) -> Self {
        Self { key, failed: AtomicBool::new(false) }
    }

    /// Whether anything that was printed since this was last asked was a failure.
    pub(super) fn failed(&self) -> bool {
        self.failed.swap(false, Ordering::Relaxed)
    }
}

#[async_trait]
impl ReplySink for TerminalSink {
    fn serves(&self, key: &AgentKey) -> bool {
        *key == self.key
    }

    async fn deliver(&self, _: &AgentKey, row: &OutboxRow) -> Result<Vec<u64>, DeliveryError> {
        if matches!(row.outgoing, Outgoing::Failure { .. }) {
            self.failed.store(true, Ordering::Relaxed);
        }
        let written = writeln!(std::io::stdout(), "{}", render::outgoing(&row.outgoing));
        written.map_err(|error| DeliveryError { sent: Vec::new(), permanent: true, cause: error.to_string() })?;
        Ok(Vec::new())
    }

    fn busy(&self, _: &AgentKey, _: &Source) -> Busy {
        Box::new(Thinking::start())
    }
}

/// A sign that the agent thinks, taken away when it is done. Shown to people only, not to scripts.
struct Thinking {
    shown: bool,
}

impl Thinking {
    fn start() -> Self {
        let shown = std::io::stderr().is_terminal();
        if shown {
            eprint!("(thinking …)\r");
        }
        Self { shown }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if self.shown {
            eprint!("             \r");
        }
    }
}
