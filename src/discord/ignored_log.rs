//! What was ignored of late, and why, so that people can ask. Owns how much of it is kept: a little, and nothing of what was
//! said.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::events::Ignored;

/// Messages of one channel, and channels.
const MESSAGES: usize = 20;
const CHANNELS: usize = 2_000;

/// One message that was ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    pub message: u64,
    pub author: u64,
    pub reason: Ignored,
}

/// The newest that were ignored in each channel. Cheap to clone.
#[derive(Clone, Default)]
pub struct IgnoredLog(Arc<Mutex<HashMap<u64, VecDeque<Passed>>>>);

impl IgnoredLog {
    /// Writes one down.
    pub fn note(&self, channel: u64, message: u64, author: u64, reason: Ignored) {
        let mut log = self.lock();
        if log.len() >= CHANNELS && !log.contains_key(&channel) {
            log.clear();
        }
        let of_channel = log.entry(channel).or_default();
        if of_channel.len() == MESSAGES {
            of_channel.pop_front();
        }
        of_channel.push_back(Passed { message, author, reason });
    }

    /// Those of one author in that channel, newest first.
    pub fn of(&self, channel: u64, author: u64) -> Vec<Passed> {
        let log = self.lock();
        let here = log.get(&channel).into_iter().flatten();
        here.rev().filter(|passed| passed.author == author).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, VecDeque<Passed>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_of_one_author_are_kept() {
        let log = IgnoredLog::default();
        (0..50).for_each(|message| log.note(1, message, message % 2, Ignored::NotAddressed));
        let kept: Vec<u64> = log.of(1, 1).iter().map(|passed| passed.message).collect();
        assert_eq!((kept.first(), kept.len(), log.of(2, 1).len()), (Some(&49), 10, 0));
    }
}
