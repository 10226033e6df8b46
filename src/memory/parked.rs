//! A turn that waits for the model to come back. Owns when it is tried again. Pure.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::clock::Moment;

/// Seconds from one try to the next.
const PAUSES: [i64; 6] = [30, 60, 120, 300, 600, 1_800];
/// Whatever speaks for an earlier try, so long is waited at least.
const LEAST: TimeDelta = TimeDelta::seconds(30);

/// How long it has waited, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parked {
    /// When the model failed first, and when last.
    pub since: Moment,
    pub tried: Moment,
    /// When the model is asked again.
    pub until: Moment,
    pub tries: u32,
}

impl Parked {
    /// A turn that has now failed once more, and may wait for `most` in all; the model asks to be left alone for `wish`. None
    /// when it has waited for long enough.
    pub fn after(before: Option<Self>, now: Moment, most: TimeDelta, wish: TimeDelta) -> Option<Self> {
        let (since, tries) = before.map_or((now, 0), |before| (before.since, before.tries));
        let end = since + most;
        let pause = PAUSES.get(tries as usize).or(PAUSES.last()).copied().unwrap_or(30);
        let until = (now + TimeDelta::seconds(pause).max(wish)).min(end);
        (now < end).then_some(Self { since, tried: now, until, tries: tries.saturating_add(1) })
    }

    /// When it is tried again; `sooner` if something speaks for that: the model is known to be back, or people ask.
    pub fn next(&self, sooner: bool) -> Moment {
        if sooner { self.until.min(self.tried + LEAST) } else { self.until }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> Moment {
        DateTime::from_timestamp(1_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn pauses_grow_and_end() {
        let (mut parked, mut now, mut pauses) = (None, at(0), Vec::new());
        while let Some(next) = Parked::after(parked, now, TimeDelta::hours(2), TimeDelta::zero()) {
            pauses.push((next.until - now).num_seconds());
            (now, parked) = (next.until, Some(next));
        }
        assert_eq!(pauses, [30, 60, 120, 300, 600, 1_800, 1_800, 1_800, 690]);
        assert_eq!(now, at(7_200), "the last try is at the very end");
        assert_eq!(Parked::after(None, at(0), TimeDelta::zero(), TimeDelta::zero()), None);
    }

    #[test]
    fn what_speaks_for_an_earlier_try_is_heard_after_half_a_minute() {
        let parked = Parked { since: at(0), tried: at(100), until: at(1_900), tries: 6 };
        assert_eq!((parked.next(false), parked.next(true)), (at(1_900), at(130)));
    }

    proptest! {
        #[test]
        fn it_never_waits_longer_than_it_may(wishes in prop::collection::vec(0..100_000_i64, 1..40), hours in 1..48_i64) {
            let most = TimeDelta::hours(hours);
            let (mut parked, mut now) = (None, at(0));
            for wish in wishes {
                let Some(next) = Parked::after(parked, now, most, TimeDelta::seconds(wish)) else {
                    prop_assert!(now >= at(0) + most);
                    break;
                };
                prop_assert!(next.until > now && next.until <= at(0) + most);
                (now, parked) = (next.until, Some(next));
            }
        }
    }
}
