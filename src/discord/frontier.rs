//! Up to which message each channel was dealt with: taken in, or ignored for a reason. Owns that no message is passed over by
//! it: while a channel may still have to be read back, what is dealt with there moves nothing.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Channels that still have to be read back.
#[derive(Debug)]
enum Behind {
    /// Which ones is not known yet.
    All,
    These(HashSet<u64>),
}

/// How far everything is.
#[derive(Debug)]
pub struct Frontier(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    behind: Behind,
    /// Channels of which something was ever taken in.
    ours: HashSet<u64>,
    /// The newest message that was dealt with, by channel, where that is not written down.
    newest: HashMap<u64, u64>,
    /// Channels in which something that counts as dealt with is not yet quite done, and how often.
    held: HashMap<u64, usize>,
}

impl Default for Frontier {
    /// At the start nothing has been read back.
    fn default() -> Self {
        Self(Mutex::new(Inner {
            behind: Behind::All,
            ours: HashSet::new(),
            newest: HashMap::new(),
            held: HashMap::new(),
        }))
    }
}

impl Frontier {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something may have been missed anywhere.
    pub fn missed(&self) {
        self.inner().behind = Behind::All;
    }

    /// Just these channels are read back.
    pub fn reads(&self, channels: impl Iterator<Item = u64>) {
        let channels: HashSet<u64> = channels.collect();
        let mut inner = self.inner();
        inner.ours.extend(&channels);
        inner.behind = Behind::These(channels);
    }

    /// That channel has to be read back too.
    pub fn falls_behind(&self, channel: u64) {
        if let Behind::These(channels) = &mut self.inner().behind {
            channels.insert(channel);
        }
    }

    /// Everything that was said in that channel before now has been dealt with.
    pub fn caught_up(&self, channel: u64) {
        if let Behind::These(channels) = &mut self.inner().behind {
            channels.remove(&channel);
        }
    }

    /// A message was dealt with, and perhaps taken in.
    pub fn dealt_with(&self, channel: u64, message: u64, taken: bool) {
        let mut inner = self.inner();
        if taken {
            inner.ours.insert(channel);
        }
        if inner.ours.contains(&channel) {
            let newest = inner.newest.entry(channel).or_default();
            *newest = message.max(*newest);
        }
    }

    /// Until [`Frontier::release`] nothing is written down of that channel.
    pub fn hold(&self, channel: u64) {
        *self.inner().held.entry(channel).or_default() += 1;
    }

    /// The end of one [`Frontier::hold`].
    pub fn release(&self, channel: u64) {
        let mut inner = self.inner();
        let Some(times) = inner.held.get_mut(&channel) else { return };
        *times -= 1;
        if *times == 0 {
            inner.held.remove(&channel);
        }
    }

    /// What is to be written down now: channels, and the message up to which each was dealt with.
    pub fn take(&self) -> Vec<(u64, u64)> {
        let mut inner = self.inner();
        let Inner { behind: Behind::These(behind), newest, held, .. } = &mut *inner else { return Vec::new() };
        newest.extract_if(|channel, _| !behind.contains(channel) && !held.contains_key(channel)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_that_may_have_to_be_read_back_does_not_move() {
        let frontier = Frontier::default();
        frontier.dealt_with(1, 10, true);
        assert_eq!(frontier.take(), [], "nobody knows yet what has to be read");
        frontier.reads([1, 2].into_iter());
        frontier.dealt_with(2, 20, false);
        frontier.caught_up(2);
        assert_eq!(frontier.take(), [(2, 20)]);
        frontier.dealt_with(1, 9, false);
        frontier.caught_up(1);
        assert_eq!(frontier.take(), [(1, 10)], "the newest counts");
        frontier.dealt_with(2, 21, false);
        frontier.falls_behind(2);
        assert_eq!(frontier.take(), []);
        frontier.missed();
        frontier.caught_up(2);
        assert_eq!(frontier.take(), [], "it was read before that");
    }

    #[test]
    fn a_channel_that_is_held_does_not_move() {
        let frontier = Frontier::default();
        frontier.reads(std::iter::empty());
        frontier.dealt_with(1, 10, true);
        frontier.hold(1);
        frontier.hold(1);
        frontier.release(1);
        assert_eq!(frontier.take(), []);
        frontier.release(1);
        assert_eq!(frontier.take(), [(1, 10)]);
    }

    #[test]
    fn channels_in_which_nothing_is_taken_in_are_not_kept() {
        let frontier = Frontier::default();
        frontier.reads(std::iter::empty());
        frontier.dealt_with(5, 50, false);
        assert_eq!(frontier.take(), []);
        frontier.dealt_with(5, 51, true);
        assert_eq!((frontier.take(), frontier.take()), (vec![(5, 51)], vec![]));
    }
}
