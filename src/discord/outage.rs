//! The ledger is away for a while: what Discord tells waits in its order until it is back. Owns how long between two tries,
//! and who is told. Must not know what is being tried.

use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

use serenity::model::channel::Message;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_util::sync::CancellationToken;

use super::events::is_called_by_name;
use super::feed::Arrived;
use super::receiver::Receiver;
use super::refusals::Refusal;
use crate::store::StoreError;

/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_secs(5);
/// Tries that are still made when the program ends.
const LAST_TRIES: u32 = 3;

/// Why something was not dealt with.
#[derive(Debug)]
pub enum Hitch {
    /// For a cause that does not pass by itself.
    Lasting(String),
    /// The program ended first.
    Ended,
}

/// What waits to be dealt with, in its order.
pub struct Queue {
    coming: UnboundedReceiver<Arrived>,
    /// Came while something before it had to wait.
    behind: VecDeque<Arrived>,
    ended: CancellationToken,
}

impl Queue {
    /// Ends with the program, once all that waits is dealt with.
    pub fn new(coming: UnboundedReceiver<Arrived>, ended: CancellationToken) -> Self {
        Self { coming, behind: VecDeque::new(), ended }
    }

    /// What comes next; nothing at the end.
    pub async fn next(&mut self) -> Option<Arrived> {
        if let Some(first) = self.behind.pop_front() {
            return Some(first);
        }
        loop {
            tokio::select! {
                arrived = self.coming.recv() => return arrived,
                () = self.ended.cancelled(), if !self.coming.is_closed() => self.coming.close(),
            }
        }
    }

    /// Takes over what comes during that time. Ends sooner when the program does.
    async fn collect(&mut self, pause: Duration) {
        let pause = tokio::time::sleep(pause);
        let mut pause = std::pin::pin!(pause);
        let ending = self.ended.is_cancelled();
        loop {
            tokio::select! {
                () = &mut pause => return,
                Some(arrived) = self.coming.recv() => self.behind.push_back(arrived),
                () = self.ended.cancelled(), if !ending => return self.coming.close(),
            }
        }
    }
}

/// An outage that lasts.
#[derive(Debug)]
struct Lasts {
    since: Instant,
    pause: Duration,
    last_tries: u32,
}

/// Whether the ledger is away.
#[derive(Debug)]
pub struct Outage {
    first: Duration,
    /// After which people are told.
    silence: Duration,
    lasts: Option<Lasts>,
    /// Channels in which it was said.
    told: HashSet<u64>,
}

impl Outage {
    /// It is there. Between two tries is `first`, and more each time; people are told after `silence`.
    pub fn new(first: Duration, silence: Duration) -> Self {
        Self { first, silence, lasts: None, told: HashSet::new() }
    }

    /// It is there, again.
    pub fn over(&mut self) {
        if let Some(lasted) = self.lasts.take() {
            tracing::info!(
                seconds = lasted.since.elapsed().as_secs(),
                "memory is there again; what waited is taken in"
            );
            self.told.clear();
        }
    }

    /// How long to wait now. Nothing when the program ends and enough was tried.
    fn pause(&mut self, ends: bool) -> Option<Duration> {
        let first = self.first;
        let lasts = self.lasts.get_or_insert_with(|| Lasts { since: Instant::now(), pause: first, last_tries: 0 });
        if ends {
            lasts.last_tries += 1;
            return (lasts.last_tries <= LAST_TRIES).then_some(first);
        }
        let pause = lasts.pause;
        lasts.pause = (pause * 2).min(LONGEST);
        Some(pause)
    }

    fn is_aloud(&self) -> bool {
        self.lasts.as_ref().is_some_and(|lasts| lasts.since.elapsed() >= self.silence)
    }
}

impl Receiver {
    /// Waits a while because the ledger failed with `error`, so that the same may be tried again. `message` is what was
    /// about to be dealt with.
    ///
    /// # Errors
    /// When that is no use.
    pub(super) async fn wait_for_memory(
        &mut self,
        message: Option<&Message>,
        error: anyhow::Error,
    ) -> Result<(), Hitch> {
        if !error.downcast_ref().is_some_and(StoreError::is_passing) {
            return Err(Hitch::Lasting(format!("{error:#}")));
        }
        if self.outage.lasts.is_none() {
            tracing::warn!(error = format!("{error:#}"), "memory is away; what comes in waits for it");
        }
        let Some(pause) = self.outage.pause(self.queue.ended.is_cancelled()) else {
            tracing::warn!("memory is still away; what waits is read back at the next start");
            return Err(Hitch::Ended);
        };
        self.queue.collect(pause).await;
        if self.outage.is_aloud() {
            self.tell(message);
        }
        Ok(())
    }

    /// Tells those who wait for an answer, once in each channel.
    fn tell(&mut self, message: Option<&Message>) {
        let behind = self.queue.behind.iter().filter_map(|arrived| match arrived {
            Arrived::Said { message, .. } => Some(&**message),
            _ => None,
        });
        for message in message.into_iter().chain(behind) {
            if is_called_by_name(message, self.look_up.bot) && self.outage.told.insert(message.channel_id.get()) {
                self.refusals.say(message, Refusal::NotYet, |lang| lang.memory_away());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_grow_and_the_end_is_not_held_up() {
        let first = Duration::from_millis(200);
        let mut outage = Outage::new(first, Duration::from_secs(3600));
        let pauses: Vec<Duration> = (0..7).filter_map(|_| outage.pause(false)).collect();
        let expected = [200, 400, 800, 1600, 3200, 5000, 5000].map(Duration::from_millis);
        assert_eq!(pauses, expected);
        assert!(!outage.is_aloud());
        let last: Vec<Option<Duration>> = (0..4).map(|_| outage.pause(true)).collect();
        assert_eq!(last, [Some(first), Some(first), Some(first), None]);
        outage.over();
        assert_eq!(outage.pause(false), Some(first));
    }
}
