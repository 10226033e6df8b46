//! When channels are read back because something that Discord told could not be taken in. Owns that it is tried later each
//! time, until something is taken in again. Pure.

use std::time::{Duration, Instant};

/// The longest wait.
const LONGEST: Duration = Duration::from_secs(300);

/// The next try, if there is to be one.
#[derive(Debug)]
pub struct Again {
    first: Duration,
    wait: Duration,
    due: Option<Instant>,
}

impl Again {
    /// None yet; the first will come after `first`.
    pub fn new(first: Duration) -> Self {
        Self { first, wait: first, due: None }
    }

    /// Something failed. It is one try for all that fail until then.
    pub fn failed(&mut self, now: Instant) {
        if self.due.is_none() {
            self.due = Some(now + self.wait);
            self.wait = (self.wait * 2).min(LONGEST);
        }
    }

    /// Something was taken in.
    pub fn went_well(&mut self) {
        self.wait = self.first;
    }

    /// Whether it is time; it is asked once.
    pub fn is_due(&mut self, now: Instant) -> bool {
        self.due.take_if(|due| *due <= now).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_tried_later_each_time_until_it_goes_well() {
        let (first, mut now) = (Duration::from_secs(5), Instant::now());
        let mut again = Again::new(first);
        assert!(!again.is_due(now));
        for wait in [5, 10, 20, 40, 80, 160, 300, 300] {
            again.failed(now);
            again.failed(now + Duration::from_secs(1));
            assert!(!again.is_due(now + Duration::from_secs(wait - 1)));
            now += Duration::from_secs(wait);
            assert!(again.is_due(now) && !again.is_due(now), "after {wait} s, once");
        }
        again.went_well();
        again.failed(now);
        assert!(again.is_due(now + first));
    }
}
