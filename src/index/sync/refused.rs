//! What the embedder would not take, and when it is tried again. Pure but for being remembered; a restart forgets it and so
//! tries at once.

use std::collections::HashMap;
use std::time::Duration;

use chrono::TimeDelta;
use uuid::Uuid;

use crate::clock::Moment;

/// Minutes until the first further try, doubled with each.
const FIRST_MINUTES: i64 = 1;
/// Minutes between tries in the end.
const LONGEST_MINUTES: i64 = 24 * 60;

/// The refused items.
#[derive(Debug, Default)]
pub(super) struct Refused(HashMap<Uuid, Refusal>);

#[derive(Debug)]
struct Refusal {
    times: u32,
    next_try: Moment,
}

impl Refused {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn add(&mut self, id: Uuid, now: Moment) {
        let refusal = self.0.entry(id).or_insert(Refusal { times: 0, next_try: now });
        let minutes = FIRST_MINUTES << refusal.times.min(16);
        refusal.next_try = now + TimeDelta::minutes(minutes.min(LONGEST_MINUTES));
        refusal.times += 1;
    }

    pub(super) fn forget(&mut self, id: Uuid) {
        self.0.remove(&id);
    }

    /// Whether `id` was never refused or is to be tried again.
    pub(super) fn is_due(&self, id: Uuid, now: Moment) -> bool {
        self.0.get(&id).is_none_or(|refusal| refusal.next_try <= now)
    }

    /// Time until something is to be tried again, if anything is.
    pub(super) fn next_try_in(&self, now: Moment) -> Option<Duration> {
        let next = self.0.values().map(|refusal| refusal.next_try).min()?;
        Some((next - now).to_std().unwrap_or(Duration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    #[test]
    fn each_refusal_waits_longer_up_to_a_day() {
        let (id, mut now) = (Uuid::from_u128(1), Utc.with_ymd_and_hms(2024, 1, 1, 0, 0, 0).unwrap());
        let mut refused = Refused::default();
        assert!(refused.is_due(id, now));
        let mut waits = Vec::new();
        for _ in 0..14 {
            refused.add(id, now);
            assert!(!refused.is_due(id, now));
            let wait = refused.next_try_in(now).unwrap();
            waits.push(wait.as_secs() / 60);
            now += TimeDelta::from_std(wait).unwrap();
            assert!(refused.is_due(id, now));
        }
        assert_eq!(waits[..4], [1, 2, 4, 8]);
        assert_eq!(waits[13], 1440);
        refused.forget(id);
        assert_eq!((refused.len(), refused.next_try_in(now)), (0, None));
    }
}
