//! Time as a dependency. Owns the only call to the system's clock; everything else is handed a [`Clock`] or a moment.

use std::sync::Mutex;

use chrono::{DateTime, DurationRound, LocalResult, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// A moment in time. Kept to whole microseconds, because that is what the ledger stores.
pub type Moment = DateTime<Utc>;

/// The day of a moment in UTC, counted from 1970.
pub fn day_of(at: Moment) -> i64 {
    at.timestamp().div_euclid(86_400)
}

/// The moment at which clocks in `zone` show that. Of two (an hour that comes twice) it is the first; where clocks never
/// show it (an hour that is left out), they would if they had not been changed yet.
pub fn local(shown: NaiveDateTime, zone: Tz) -> Moment {
    match zone.from_local_datetime(&shown) {
        LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => at.to_utc(),
        LocalResult::None => {
            let before = zone.offset_from_utc_datetime(&(shown - TimeDelta::days(1))).fix();
            (shown - TimeDelta::seconds(before.local_minus_utc().into())).and_utc()
        }
    }
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
