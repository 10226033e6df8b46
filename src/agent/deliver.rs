//! The outbox on its way out: in order, again when it fails, never for ever.

use std::time::Duration;

use chrono::TimeDelta;

use super::Inner;
use crate::clock::Moment;
use crate::failpoint;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{Agent, Outgoing};
use crate::store::StoreError;

/// Tries within one go; what then is still there is tried again after a while.
const TRIES: u32 = 4;
/// A row is left to the operator when it was tried so often and is so old: Discord may be away for hours.
const TRIES_IN_ALL: u32 = 20;
const OLD: TimeDelta = TimeDelta::hours(24);
/// The first pause between two goes; each further one is twice as long, up to the longest.
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(1);
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(10);
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
            let give_up = error.permanent || is_hopeless(&row, clock.now());
            tracing::warn!(cause = error.cause, attempts = row.attempts, give_up, "a message was not delivered");
            ledger.mark_unsent(row.id, &row.sent, &error.cause, give_up, clock.now()).await?;
            if give_up {
                if let Outgoing::Reminder { number, .. } = row.outgoing {
                    ledger.pause_reminder(&agent.scope(), number, &error.cause).await?;
                }
                return Ok(true);
            }
            if attempt < TRIES {
                tokio::select! {
                    () = self.ending.cancelled() => return Ok(false),
                    () = tokio::time::sleep(wait) => wait *= 2,
                }
            }
        }
        // Nobody else may ask for it soon.
        self.alarm.hold(&agent.key, clock.now() + pause_after(row.attempts));
        Ok(false)
    }
}

/// Whether a row that could not be delivered is given up.
fn is_hopeless(row: &OutboxRow, now: Moment) -> bool {
    row.attempts >= TRIES_IN_ALL && now - row.created_at >= OLD
}

/// How long a row that was tried so often waits for its next go.
fn pause_after(attempts: u32) -> TimeDelta {
    let doublings = (attempts / TRIES).saturating_sub(1).min(10);
    (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;
    use crate::memory::{OutboxId, Source};

    #[test]
    fn a_row_outlives_a_day_without_discord() {
        let now = Utc::now();
        let row = |attempts, hours| OutboxRow {
            id: OutboxId::at(now),
            outgoing: Outgoing::Withdrawn,
            to: Source::default(),
            created_at: now - TimeDelta::hours(hours),
            attempts,
            sent: Vec::new(),
            shown: None,
        };
        assert!(!is_hopeless(&row(600, 23), now) && !is_hopeless(&row(19, 500), now) && is_hopeless(&row(20, 24), now));
    }

    #[test]
    fn pauses_grow_up_to_the_longest() {
        let minutes: Vec<i64> = [4, 8, 12, 16, 20, 4_000].map(|tries| pause_after(tries).num_minutes()).into();
        assert_eq!(minutes, [1, 2, 4, 8, 10, 10]);
    }
}
