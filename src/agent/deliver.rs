//! The outbox on its way out: in order, again when it fails, never for ever.

use std::time::Duration;

use super::Inner;
use crate::failpoint;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{Agent, Outgoing};
use crate::store::StoreError;

/// Tries within one go; what then is still there waits for the agent's next turn or the next start.
const TRIES: u32 = 4;
/// Tries in all, after which a row is left to the operator.
const TRIES_IN_ALL: u32 = 20;
/// The first wait between two tries; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);

impl Inner {
    /// Delivers what waits for that agent, oldest first.
    pub(super) async fn deliver(&self, agent: &Agent) -> Result<(), StoreError> {
        for row in self.parts.ledger.unsent(&agent.scope()).await? {
            if let Some(until) = self.held_until(&row).await? {
                self.alarm.hold(&agent.key, until);
                continue;
            }
            if !self.deliver_row(agent, row).await? {
                break;
            }
        }
        Ok(())
    }

    /// Whether the rows behind it may go on.
    async fn deliver_row(&self, agent: &Agent, mut row: OutboxRow) -> Result<bool, StoreError> {
        let (ledger, clock) = (&self.parts.ledger, &self.parts.clock);
        let mut wait = FIRST_WAIT;
        for attempt in 1..=TRIES {
            let error = match self.parts.sink.deliver(&agent.key, &row).await {
                Ok(sent) => {
                    failpoint::reach("answer-delivered");
                    ledger.mark_sent(row.id, &sent, clock.now()).await?;
                    if let Outgoing::Reminder { number, .. } = row.outgoing {
                        ledger.reminder_delivered(&agent.scope(), number).await?;
                    }
                    return Ok(true);
                }
                Err(error) => error,
            };
            row.attempts += 1;
            row.sent = error.sent;
            let give_up = error.permanent || row.attempts >= TRIES_IN_ALL;
            tracing::warn!(cause = error.cause, attempts = row.attempts, give_up, "a message was not delivered");
            ledger.mark_unsent(row.id, &row.sent, &error.cause, give_up, clock.now()).await?;
            if give_up {
                if let Outgoing::Reminder { number, .. } = row.outgoing {
                    ledger.pause_reminder(&agent.scope(), number, &error.cause).await?;
                }
                return Ok(true);
            }
            if attempt < TRIES {
                tokio::time::sleep(wait).await;
                wait *= 2;
            }
        }
        self.try_again(&agent.key, &row);
        Ok(false)
    }
}
