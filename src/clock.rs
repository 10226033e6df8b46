//! Time as a dependency. Owns the only call to the system's clock; everything else is handed a [`Clock`] or a moment.

use std::sync::Mutex;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

/// A moment in time. Kept to whole microseconds, because that is what the ledger stores.
pub type Moment = DateTime<Utc>;

/// The day of a moment in UTC, counted from 1970.
pub fn day_of(at: Moment) -> i64 {
    at.timestamp().div_euclid(86_400)
}

/// Where the program reads the time.
pub trait Clock: Send + Sync {
    /// The present moment, in whole microseconds.
    fn now(&self) -> Moment;
}

/// The machine's clock.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        let now = Utc::now();
        now.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(now)
    }
}

/// A clock that moves only when it is told to, for tests and replays.
#[derive(Debug)]
pub struct ManualClock(Mutex<Moment>);

impl ManualClock {
    /// Starts at `at`.
    pub fn new(at: Moment) -> Self {
        Self(Mutex::new(at))
    }

    /// Moves the clock forward by `by`.
    pub fn advance(&self, by: TimeDelta) {
        let mut now = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *now += by;
    }

    /// Sets the clock to `at`.
    pub fn set(&self, at: Moment) {
        *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = at;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Moment {
        *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
