//! One turn at a time for each agent, agents in parallel, and messages that follow each other closely taken together.
//! Owns who may work for an agent now; must not know what the work is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

use crate::memory::AgentKey;

/// A flood of messages may put a turn off by at most so many waiting times.
const LONGEST_WAIT: u32 = 5;

/// All agents that someone works for at the moment. An idle agent takes no room.
#[derive(Default)]
pub(super) struct Mailboxes {
    slots: Mutex<HashMap<AgentKey, Arc<Slot>>>,
}

struct Slot {
    turn: Arc<tokio::sync::Mutex<()>>,
    knocks: Mutex<Knocks>,
}

struct Knocks {
    working: bool,
    count: u64,
    first: Instant,
    last: Instant,
}

/// The right, and the duty, to work for one agent until nobody knocks any more.
pub(super) struct Worker<'a> {
    mailboxes: &'a Mailboxes,
    key: AgentKey,
    slot: Arc<Slot>,
    seen: u64,
    done: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Mailboxes {
    fn slot(&self, key: &AgentKey) -> Arc<Slot> {
        let fresh = || {
            let now = Instant::now();
            let knocks = Knocks { working: false, count: 0, first: now, last: now };
            Arc::new(Slot { turn: Arc::default(), knocks: Mutex::new(knocks) })
        };
        lock(&self.slots).entry(key.clone()).or_insert_with(fresh).clone()
    }

    /// Says that there is something to do for that agent. Whoever gets a worker must do it; otherwise one is at it and
    /// will see to it.
    pub(super) fn knock(&self, key: &AgentKey) -> Option<Worker<'_>> {
        let slot = self.slot(key);
        let mut knocks = lock(&slot.knocks);
        knocks.count += 1;
        knocks.last = Instant::now();
        if std::mem::replace(&mut knocks.working, true) {
            return None;
        }
        knocks.first = knocks.last;
        drop(knocks);
        Some(Worker { mailboxes: self, key: key.clone(), slot, seen: 0, done: false })
    }

    /// Waits until no turn of that agent runs, and keeps any from starting while the guard lives.
    pub(super) async fn still(&self, key: &AgentKey) -> Still<'_> {
        let slot = self.slot(key);
        let guard = slot.turn.clone().lock_owned().await;
        Still { mailboxes: self, key: key.clone(), guard: Some(guard), slot: Some(slot) }
    }

    /// Whether somebody works for any agent.
    pub(super) fn busy(&self) -> bool {
        lock(&self.slots).values().any(|slot| lock(&slot.knocks).working)
    }

    /// Forgets an agent that nobody works for or waits for.
    fn tidy(&self, key: &AgentKey) {
        let mut slots = lock(&self.slots);
        let idle = |slot: &Arc<Slot>| Arc::strong_count(slot) == 1 && !lock(&slot.knocks).working;
        if slots.get(key).is_some_and(idle) {
            slots.remove(key);
        }
    }
}

/// No turn of that agent runs while this lives.
pub(super) struct Still<'a> {
    mailboxes: &'a Mailboxes,
    key: AgentKey,
    guard: Option<OwnedMutexGuard<()>>,
    slot: Option<Arc<Slot>>,
}

impl Drop for Still<'_> {
    fn drop(&mut self) {
        self.guard.take();
        self.slot.take();
        self.mailboxes.tidy(&self.key);
    }
}

/// When a burst of knocks counts as over: it was quiet for long enough, or has gone on for too long.
fn settled_at(first: Instant, last: Instant, quiet: Duration) -> Instant {
    (last + quiet).min(first + quiet * LONGEST_WAIT)
}

impl Worker<'_> {
    /// Waits until nobody has knocked for `quiet`, though not for ever.
    pub(super) async fn settle(&mut self, quiet: Duration) {
        loop {
            let (first, last) = {
                let knocks = lock(&self.slot.knocks);
                (knocks.first, knocks.last)
            };
            let ready = settled_at(first, last, quiet);
            if ready <= Instant::now() {
                return;
            }
            tokio::time::sleep_until(ready).await;
        }
    }

    /// The turn's own right. What is knocked for from here on is not seen yet.
    pub(super) async fn turn(&mut self) -> OwnedMutexGuard<()> {
        let guard = self.slot.turn.clone().lock_owned().await;
        self.seen = lock(&self.slot.knocks).count;
        guard
    }

    /// The next turn is waited for as the first was: messages that follow each other are taken together.
    pub(super) fn begin_anew(&mut self) {
        let mut knocks = lock(&self.slot.knocks);
        knocks.first = knocks.last;
    }

    /// Whether the work is done: nobody knocked since [`Worker::turn`]. If somebody did, the worker goes on.
    pub(super) fn finished(&mut self) -> bool {
        let mut knocks = lock(&self.slot.knocks);
        if knocks.count == self.seen {
            knocks.working = false;
            self.done = true;
        } else {
            knocks.first = knocks.last;
        }
        self.done
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if !self.done {
            // A turn that panicked must not leave the agent deaf.
            lock(&self.slot.knocks).working = false;
        }
        let placeholder = Arc::new(Slot {
            turn: Arc::default(),
            knocks: Mutex::new(Knocks { working: false, count: 0, first: Instant::now(), last: Instant::now() }),
        });
        drop(std::mem::replace(&mut self.slot, placeholder));
        self.mailboxes.tidy(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> AgentKey {
        AgentKey::Channel(1)
    }

    #[tokio::test]
    async fn one_worker_at_a_time_and_no_knock_is_lost() {
        let mailboxes = Mailboxes::default();
        let mut worker = mailboxes.knock(&key()).expect("nobody works yet");
        assert!(mailboxes.knock(&key()).is_none());
        drop(worker.turn().await);
        assert!(mailboxes.knock(&key()).is_none(), "the worker is still there");
        assert!(!worker.finished(), "somebody knocked in between");
        drop(worker.turn().await);
        assert!(worker.finished());
        drop(worker);
        assert!(lock(&mailboxes.slots).is_empty(), "an idle agent takes no room");
        assert!(mailboxes.knock(&key()).is_some());
    }

    #[tokio::test]
    async fn a_lost_worker_leaves_nobody_deaf() {
        let mailboxes = Mailboxes::default();
        drop(mailboxes.knock(&key()));
        assert!(mailboxes.knock(&key()).is_some());
    }

    #[test]
    fn f16_close_messages_are_waited_for_but_not_for_ever() {
        let quiet = Duration::from_millis(800);
        let first = Instant::now();
        let after = |millis| first + Duration::from_millis(millis);
        assert_eq!(settled_at(first, first, quiet), after(800));
        assert_eq!(settled_at(first, after(700), quiet), after(1_500));
        assert_eq!(settled_at(first, after(100_000), quiet), after(4_000));
    }

    #[tokio::test]
    async fn a_reset_waits_for_the_turn() {
        let mailboxes = Mailboxes::default();
        let mut worker = mailboxes.knock(&key()).expect("nobody works yet");
        let turn = worker.turn().await;
        let waiting = tokio::time::timeout(Duration::from_millis(20), mailboxes.still(&key())).await;
        assert!(waiting.is_err());
        drop(turn);
        drop(mailboxes.still(&key()).await);
        assert!(worker.finished());
    }
}
