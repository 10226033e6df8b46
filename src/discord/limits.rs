//! What Discord told of its rate limits, so that what it would refuse is not sent: it shuts out for a while who sends more
//! than 10,000 requests in ten minutes that are refused (its reference, "Rate Limits"). Pure: time is passed in.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;

/// Limits that are remembered; beyond it those that are over are let go.
const REMEMBERED: usize = 1_000;

/// What one answer told of the limit that its request fell under.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    /// Requests in one window, and how many of them are left.
    limit: u64,
    left: u64,
    /// Until the window is over.
    over_in: Duration,
}

impl Told {
    /// From the headers of an answer; None if they tell of no limit.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let text = |name: &str| headers.get(name)?.to_str().ok();
        let over_in = text("x-ratelimit-reset-after")?.parse().ok()?;
        Some(Self {
            limit: text("x-ratelimit-limit")?.parse::<u64>().ok()?.max(1),
            left: text("x-ratelimit-remaining")?.parse().ok()?,
            over_in: Duration::try_from_secs_f64(over_in).ok()?,
        })
    }
}

/// One limit, as far as it is known.
#[derive(Debug)]
struct Window {
    limit: u64,
    left: u64,
    over_at: Instant,
    length: Duration,
}

impl Window {
    /// Once it is over the next begins, which is taken to be like the last until an answer tells.
    fn renew(&mut self, now: Instant) {
        if self.over_at <= now {
            (self.left, self.over_at) = (self.limit, now + self.length);
        }
    }
}

/// All limits of one token, by what falls under the same one.
#[derive(Debug)]
pub struct Limits<Key> {
    windows: HashMap<Key, Window>,
    /// Until when nothing at all may be sent.
    closed: Option<Instant>,
}

impl<Key> Default for Limits<Key> {
    fn default() -> Self {
        Self { windows: HashMap::new(), closed: None }
    }
}

impl<Key: Eq + Hash> Limits<Key> {
    /// Takes one request's place.
    ///
    /// # Errors
    /// How long there will be none.
    pub fn take(&mut self, key: &Key, now: Instant) -> Result<(), Duration> {
        if let Some(closed) = self.closed.filter(|closed| *closed > now) {
            return Err(closed - now);
        }
        let Some(window) = self.windows.get_mut(key) else { return Ok(()) };
        window.renew(now);
        window.left = window.left.checked_sub(1).ok_or(window.over_at - now)?;
        Ok(())
    }

    /// What an answer told. One that is late does not give back places that were taken since.
    pub fn learn(&mut self, key: Key, told: Told, now: Instant) {
        let Told { limit, left, over_in } = told;
        if self.windows.len() >= REMEMBERED {
            self.windows.retain(|_, window| window.over_at > now);
        }
        let window = self.windows.entry(key).or_insert(Window { limit, left, over_at: now, length: over_in });
        window.left = if window.over_at > now { window.left.min(left) } else { left };
        (window.limit, window.over_at) = (limit, window.over_at.max(now + over_in));
        window.length = window.length.max(over_in);
    }

    /// A request was refused: nothing of its kind may be sent for so long.
    pub fn refused(&mut self, key: Key, wait: Duration, now: Instant) {
        let window =
            self.windows.entry(key).or_insert(Window { limit: 1, left: 0, over_at: now, length: Duration::ZERO });
        (window.left, window.over_at) = (0, window.over_at.max(now + wait));
    }

    /// The bot as a whole was refused.
    pub fn close(&mut self, wait: Duration, now: Instant) {
        self.closed = self.closed.max(Some(now + wait));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn told(limit: u64, left: u64) -> Told {
        Told { limit, left, over_in: 5 * SECOND }
    }

    #[test]
    fn headers_are_read() {
        let mut headers = HeaderMap::new();
        assert_eq!(Told::of(&headers), None);
        for (name, text) in
            [("x-ratelimit-limit", "5"), ("x-ratelimit-remaining", "3"), ("x-ratelimit-reset-after", "5.0")]
        {
            headers.insert(name, text.parse().expect("a header"));
        }
        assert_eq!(Told::of(&headers), Some(told(5, 3)));
        headers.insert("x-ratelimit-reset-after", "-1".parse().expect("a header"));
        assert_eq!(Told::of(&headers), None, "what cannot be is no limit");
    }

    #[test]
    fn no_more_is_sent_than_is_left() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        assert_eq!(limits.take(&"a", now), Ok(()), "nothing is known yet");
        limits.learn("a", told(5, 2), now);
        assert_eq!([(); 3].map(|()| limits.take(&"a", now)), [Ok(()), Ok(()), Err(5 * SECOND)]);
        assert_eq!(limits.take(&"b", now), Ok(()), "others have limits of their own");
        // The answers to those two come in the wrong order.
        limits.learn("a", told(5, 0), now);
        limits.learn("a", told(5, 1), now);
        assert_eq!(limits.take(&"a", now + SECOND), Err(4 * SECOND));
        // Those that waited do not all go at once.
        let later = now + 5 * SECOND;
        let gone = (0..9).filter(|_| limits.take(&"a", later).is_ok()).count();
        assert_eq!(gone, 5);
    }

    #[test]
    fn what_was_refused_waits() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        limits.refused("a", 2 * SECOND, now);
        assert_eq!((limits.take(&"a", now), limits.take(&"b", now)), (Err(2 * SECOND), Ok(())));
        limits.close(SECOND, now);
        assert_eq!(limits.take(&"b", now), Err(SECOND));
        assert_eq!((limits.take(&"b", now + SECOND), limits.take(&"a", now + 2 * SECOND)), (Ok(()), Ok(())));
    }
}
