//! Work for one agent: what waits is done turn by turn, and between two turns the others have theirs. Owns what happens
//! when the ledger fails meanwhile, and when the program is to end. Must not know how a turn is run.

use std::time::Duration;

use tracing::Instrument;

use super::{Agents, Inner};
use crate::failpoint;
use crate::memory::{Agent, AgentKey};
use crate::store::StoreError;

/// The longest pause between two tries when the ledger fails.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How long is waited for what cannot be put down at once when the program ends: a message that is on its way.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// What came of one go at an agent's work.
enum Went {
    /// Nothing is left but what somebody knocks for.
    Done,
    /// There may be more.
    On,
}

/// How a turn that was half done went on.
enum Half {
    None,
    Ended,
    /// It waits for the model to come back, and whatever is said meanwhile waits with it.
    Waits,
}

impl Agents {
    /// Sees to it that somebody works for that agent.
    pub(super) fn wake(&self, key: &AgentKey) {
        let inner = self.0.clone();
        let key = key.clone();
        let span = tracing::info_span!("agent", %key);
        let work = async move {
            tokio::select! {
                biased;
                () = inner.gone.cancelled() => tracing::warn!("work was broken off; it is taken up at the next start"),
                () = inner.work(&key) => {}
            }
        };
        self.0.tasks.spawn(work.instrument(span));
    }

    /// Waits until running turns are done, at most `deadline`; those that are not are put down where they are, to be taken
    /// up at the next start. When this returns, nobody works for any agent. Call it after `stopping` was cancelled.
    pub async fn drain(&self, deadline: Duration) {
        let tasks = &self.0.tasks;
        tasks.close();
        if tokio::time::timeout(deadline, tasks.wait()).await.is_ok() {
            return;
        }
        tracing::warn!(?deadline, "turns still run; they are put down and go on at the next start");
        self.0.ending.cancel();
        if tokio::time::timeout(LAST_WORDS, tasks.wait()).await.is_ok() {
            return;
        }
        self.0.gone.cancel();
        if tokio::time::timeout(LAST_WORDS, tasks.wait()).await.is_err() {
            tracing::error!("something does not let itself be put down");
        }
    }
}

impl Inner {
    /// Works for one agent until nothing is left to do. The right to run a turn is asked for anew for each, so that an
    /// agent with endless work stands in line behind those that wait.
    async fn work(&self, key: &AgentKey) {
        let Some(mut worker) = self.mailboxes.knock(key) else { return };
        let mut pause = self.parts.config.ledger_pause;
        loop {
            worker.settle(self.parts.config.debounce).await;
            let permit = tokio::select! {
                biased;
                () = self.stopping.cancelled() => return,
                permit = self.turns.acquire() => permit,
            };
            let Ok(permit) = permit else { return };
            let turn = worker.turn().await;
            let went = self.go(key).await;
            drop((turn, permit));
            if self.stopping.is_cancelled() {
                return;
            }
            match went {
                Ok(Went::On) => worker.begin_anew(),
                Err(error) if is_worth_it(&error) => {
                    tracing::warn!(%error, ?pause, "the ledger failed; what waits is tried again");
                    tokio::select! {
                        () = self.stopping.cancelled() => return,
                        () = tokio::time::sleep(pause) => {}
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    worker.begin_anew();
                    continue;
                }
                Ok(Went::Done) if worker.finished() => return,
                Ok(Went::Done) => {}
                Err(error) => {
                    tracing::error!(%error, "what waits cannot be worked at; it is taken up with the next message or start");
                    if worker.finished() {
                        return;
                    }
                }
            }
            pause = self.parts.config.ledger_pause;
        }
    }

    /// One turn at most, and what was left of the last. What is written is written, so that nothing is repeated when the
    /// ledger fails in between.
    async fn go(&self, key: &AgentKey) -> Result<Went, StoreError> {
        let ledger = &self.parts.ledger;
        let agent = match ledger.find_agent(key).await? {
            Some(agent) => agent,
            None => ledger.open_agent(key, &self.parts.seed, self.parts.clock.now()).await?,
        };
        self.follow_changes(&agent).await?;
        let half = self.finish_half_done(&agent).await?;
        self.deliver(&agent).await?;
        match half {
            Half::None => self.outages.over(key),
            Half::Ended => return Ok(Went::On),
            Half::Waits => return Ok(Went::Done),
        }
        if self.stopping.is_cancelled() {
            return Ok(Went::Done);
        }
        if let Some(begun) = ledger.begin_turn(&agent, &self.parts.seed, self.parts.clock.now()).await? {
            failpoint::reach("turn-begun");
            self.run_turn(begun).await?;
            // A turn takes only so much.
            if ledger.is_waiting(&agent.scope()).await? {
                return Ok(Went::On);
            }
        }
        Ok(Went::Done)
    }

    /// The turn of this agent that was running when the program ended or the ledger failed, or that waits for the model.
    async fn finish_half_done(&self, agent: &Agent) -> Result<Half, StoreError> {
        let mut half = Half::None;
        for mut begun in self.parts.ledger.unfinished_turns_of(&agent.scope()).await? {
            if self.stopping.is_cancelled() || !self.may_go_on(&mut begun).await? {
                return Ok(Half::Waits);
            }
            self.run_turn(begun).await?;
            half = Half::Ended;
        }
        Ok(half)
    }
}

/// Whether it is worth trying again: what the ledger failed at passes, or the turn was taken away while it ran. A fault that
/// the driver cannot explain is tried again too, at most once a minute.
fn is_worth_it(error: &StoreError) -> bool {
    error.is_passing() || matches!(error, StoreError::Sql(_) | StoreError::Conflict(_) | StoreError::NotFound(_))
}
