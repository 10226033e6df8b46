//! Connections to the gateway that came to nothing without anybody noticing. Owns when one is given up, and that what is left
//! of it ends. Must not know what is said.
//!
//! Two of the library's ways need it: where the server closes without a code it reads on from a connection that has ended, as
//! fast as it can, until the next heartbeat fails; and for an answer to IDENTIFY, RESUME or the handshake it waits for ever.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use serenity::all::ShardId;
use serenity::client::EventHandler;
use serenity::gateway::{ConnectionStage, ShardManager};
use tokio_tungstenite::tungstenite::Message;

use super::pace::Pace;

/// How long a client that was given up is waited for, so that what it still begins is ended.
const LEAVING: Duration = Duration::from_secs(600);
/// The time in which sessions are counted.
const LATELY: Duration = Duration::from_secs(600);
/// How long all its connections may take to close.
const GOODBYE: Duration = Duration::from_secs(10);

/// When each shard was last heard of, and when sessions were begun.
#[derive(Default)]
pub struct Pulse {
    heard: Mutex<HashMap<u32, Instant>>,
    begun: Mutex<Vec<Instant>>,
}

impl Pulse {
    /// Something was heard.
    pub fn beat(&self, shard: u32) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).insert(shard, Instant::now());
    }

    /// A session was begun.
    pub fn begun(&self) {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
    }

    fn of(&self, shard: u32) -> Option<Instant> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).get(&shard).copied()
    }

    /// How many sessions were begun lately.
    fn sessions(&self) -> usize {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.retain(|at| at.elapsed() < LATELY);
        begun.len()
    }
}

/// Why a client is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenUp {
    /// Nothing comes of it.
    Stalled,
    /// Its sessions end again and again. Each new one counts against a limit of a day, beyond which Discord takes the token
    /// away (its reference, "Session Start Limit"), and the library begins one after the other.
    Flapping,
}

/// What each connection holds while it lives: the library tells in no other way that one has ended.
pub struct Lifeline;

impl EventHandler for Lifeline {}

/// Looks after the connections of one client.
pub struct Watch {
    manager: Arc<ShardManager>,
    pulse: Arc<Pulse>,
    held: Weak<Lifeline>,
    /// Who else holds it.
    others: usize,
    shards: u32,
    pace: Pace,
    /// When each shard was last known to be well, and how fast its last heartbeat was answered.
    well: HashMap<u32, (Instant, Option<Duration>)>,
    /// When a connection was last begun.
    grown: (Instant, usize),
}

impl Watch {
    /// Of a client that has not begun to connect.
    pub fn new(manager: Arc<ShardManager>, pulse: Arc<Pulse>, held: Weak<Lifeline>, shards: u32, pace: Pace) -> Self {
        let (others, grown) = (held.strong_count(), (Instant::now(), 0));
        Self { manager, pulse, held, others, shards, pace, well: HashMap::new(), grown }
    }

    /// Until the client is to be given up. A single connection that has ended is begun anew before.
    pub async fn until_given_up(mut self) -> GivenUp {
        loop {
            tokio::time::sleep(self.pace.watch).await;
            let shards = self.look().await;
            if let Some(why) = self.stalled(&shards) {
                tracing::warn!(why, "the connection to Discord came to nothing; it is begun anew");
                return GivenUp::Stalled;
            }
            let sessions = self.pulse.sessions();
            if sessions > self.shards as usize + self.pace.sessions {
                tracing::warn!(sessions, "sessions at Discord end again and again; connecting is paused");
                return GivenUp::Flapping;
            }
            if self.held.strong_count() < self.others + shards.len()
                && let Some(shard) = self.quietest(&shards)
            {
                tracing::warn!(shard, "a connection to Discord has ended without a word; it is begun anew");
                self.manager.restart(ShardId(shard)).await;
                self.well.insert(shard, (Instant::now(), None));
            }
            // One that is heard is left alone: what it has still to read it may resume from.
            let quiet = |shard| self.pulse.of(shard).is_none_or(|heard| heard.elapsed() > self.pace.watch);
            probe(&self.manager, quiet).await;
        }
    }

    async fn look(&mut self) -> Vec<u32> {
        let now = Instant::now();
        let runners = self.manager.runners.lock().await;
        for (id, runner) in runners.iter() {
            let (well, latency) = self.well.entry(id.0).or_insert((now, None));
            if runner.stage == ConnectionStage::Connected {
                if *latency != runner.latency {
                    (*well, *latency) = (now, runner.latency);
                }
                *well = self.pulse.of(id.0).map_or(*well, |heard| heard.max(*well));
            }
        }
        if runners.len() != self.grown.1 {
            self.grown = (now, runners.len());
        }
        runners.keys().map(|id| id.0).collect()
    }

    /// Why there is no hope for the client.
    fn stalled(&self, shards: &[u32]) -> Option<&'static str> {
        let long_ago = |since: Instant| since.elapsed() > self.pace.stall;
        if self.grown.1 < self.shards as usize && long_ago(self.grown.0) {
            return Some("no connection could be begun");
        }
        let silent = |shard: &u32| self.well.get(shard).is_some_and(|(well, _)| long_ago(*well));
        shards.iter().any(silent).then_some("nothing was heard")
    }

    fn quietest(&self, shards: &[u32]) -> Option<u32> {
        shards.iter().copied().min_by_key(|shard| self.well.get(shard).map(|(well, _)| *well))
    }
}

/// Lets connections notice that they have ended: such a one cannot send, and ends then. Where they have not, a pong that
/// nobody asked for is heard by nobody (RFC 6455, section 5.5.3).
async fn probe(manager: &ShardManager, which: impl Fn(u32) -> bool) {
    for (_, runner) in manager.runners.lock().await.iter().filter(|(shard, _)| which(shard.0)) {
        runner.runner_tx.websocket_message(Message::Pong(Vec::new()));
    }
}

/// Closes all connections; whether that took no longer than it may.
pub async fn close(manager: &ShardManager) -> bool {
    // What has ended would else wait for a goodbye for ever, without letting anything else run.
    probe(manager, |_| true).await;
    tokio::time::timeout(GOODBYE, manager.shutdown_all()).await.is_ok()
}

/// Closes the connections of a client that was given up, also one that it begins only later.
pub async fn leave(manager: Arc<ShardManager>) {
    let begun = Instant::now();
    while begun.elapsed() < LEAVING {
        if !manager.runners.lock().await.is_empty() {
            close(&manager).await;
            return;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
