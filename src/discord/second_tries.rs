//! Messages of which something could not be looked up, and which are tried again a little later. Owns how often. Pure.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serenity::model::channel::Message;

use super::events::Place;

/// Tries in all.
const TRIES: u32 = 3;
/// Messages that may wait for theirs.
const MOST: usize = 256;

/// One try of a message.
pub struct Try {
    pub message: Box<Message>,
    pub thread: Option<Place>,
    number: u32,
}

impl Try {
    /// The first.
    pub fn first(message: Box<Message>, thread: Option<Place>) -> Self {
        Self { message, thread, number: 1 }
    }

    /// Whether there was one before.
    pub fn is_again(&self) -> bool {
        self.number > 1
    }
}

/// Those that wait, the next first.
pub struct SecondTries {
    pause: Duration,
    waiting: VecDeque<(Instant, Try)>,
}

impl SecondTries {
    /// With that pause between two tries.
    pub fn new(pause: Duration) -> Self {
        Self { pause, waiting: VecDeque::new() }
    }

    /// This try failed; there will be another one.
    ///
    /// # Errors
    /// The try, when it was the last.
    pub fn after(&mut self, failed: Try, now: Instant) -> Result<(), Try> {
        if failed.number >= TRIES || self.waiting.len() >= MOST {
            return Err(failed);
        }
        self.waiting.push_back((now + self.pause, Try { number: failed.number + 1, ..failed }));
        Ok(())
    }

    /// The next whose time has come.
    pub fn due(&mut self, now: Instant) -> Option<Try> {
        self.waiting
            .front()
            .is_some_and(|(due, _)| *due <= now)
            .then(|| self.waiting.pop_front())?
            .map(|(_, next)| next)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::discord::example;

    #[test]
    fn it_is_tried_three_times() {
        let (pause, mut now) = (Duration::from_secs(5), Instant::now());
        let mut tries = SecondTries::new(pause);
        let mut next = Try::first(Box::new(example::message("", json!({}))), None);
        for number in 2..=TRIES {
            assert!(tries.after(next, now).is_ok() && tries.due(now).is_none());
            now += pause;
            next = tries.due(now).unwrap();
            assert!(next.is_again() && next.number == number && tries.due(now).is_none());
        }
        assert!(tries.after(next, now).is_err());
    }
}
