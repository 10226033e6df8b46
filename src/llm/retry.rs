//! When to ask again. Owns what a provider's wish to wait means, and how long is waited at most. Pure.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use chrono::{DateTime, Utc};
use reqwest::header::{HeaderMap, RETRY_AFTER};

use super::LlmError;
use super::failure::Failure;

/// A wish to wait longer than this is handed to whoever asked.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// What all waits for one answer may take together.
const TOTAL_WAIT: Duration = Duration::from_secs(90);

/// How long the provider asks to wait: `retry-after-ms`, or `retry-after` in seconds (also fractions) or as an HTTP-date
/// (RFC 9110, section 10.2.3).
pub(super) fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let seconds = |text: &str| text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    if let Some(wait) = text("retry-after-ms").and_then(seconds) {
        return Some(wait / 1_000);
    }
    let wish = text(RETRY_AFTER.as_str())?;
    seconds(wish).or_else(|| {
        let until = DateTime::<Utc>::from(httpdate::parse_http_date(wish).ok()?);
        Some((until - now).to_std().unwrap_or(Duration::ZERO))
    })
}

/// The pauses between the attempts at one answer.
pub(super) struct Pauses {
    left: u32,
    waited: Duration,
    timed_out: bool,
    backoff: ExponentialBackoff,
}

impl Pauses {
    /// For so many attempts after the first.
    pub fn new(retries: u32) -> Self {
        let backoff = ExponentialBuilder::default()
            .with_min_delay(Duration::from_millis(250))
            .with_max_delay(Duration::from_secs(8))
            .with_jitter()
            .without_max_times();
        Self { left: retries, waited: Duration::ZERO, timed_out: false, backoff: backoff.build() }
    }

    /// How long to wait before asking again; none if asking again does not help, or not soon enough.
    pub fn next(&mut self, failure: &Failure) -> Option<Duration> {
        if !failure.error.is_passing() {
            return None;
        }
        // A second full timeout would keep a person waiting for minutes with little hope.
        let timed_out = matches!(failure.error, LlmError::Timeout(_));
        if timed_out && std::mem::replace(&mut self.timed_out, true) {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let own = self.backoff.next().unwrap_or(Duration::from_secs(8));
        let wait = failure.retry_after.unwrap_or(own);
        self.waited = self.waited.saturating_add(wait);
        (wait <= LONGEST_WAIT && self.waited <= TOTAL_WAIT).then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(name: &'static str, value: &str) -> Option<Duration> {
        let now = DateTime::parse_from_rfc3339("2026-05-03T10:00:00Z").unwrap().to_utc();
        retry_after(&HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())]), now)
    }

    fn limited(seconds: u64) -> Failure {
        let retry_after = Some(Duration::from_secs(seconds));
        Failure { error: LlmError::RateLimited { retry_after }, words: String::new(), retry_after }
    }

    #[test]
    fn the_wish_to_wait_is_read_in_each_form() {
        assert_eq!(wish("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(wish("retry-after", "0.25"), Some(Duration::from_millis(250)));
        assert_eq!(wish("retry-after", "Sun, 03 May 2026 10:00:30 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(wish("retry-after", "Sun, 03 May 2026 09:00:30 GMT"), Some(Duration::ZERO));
        assert_eq!(wish("retry-after-ms", "1500"), Some(Duration::from_millis(1_500)));
        for nonsense in ["soon", "-3", "1e300", "NaN", ""] {
            assert_eq!(wish("retry-after", nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn waits_are_bounded_each_and_together() {
        assert_eq!(Pauses::new(3).next(&limited(61)), None);
        let mut pauses = Pauses::new(10);
        assert_eq!(pauses.next(&limited(60)), Some(Duration::from_secs(60)));
        assert_eq!(pauses.next(&limited(31)), None);
        assert_eq!(Pauses::new(0).next(&limited(0)), None);
    }

    #[test]
    fn only_what_may_pass_is_asked_again_and_a_timeout_once() {
        assert_eq!(Pauses::new(5).next(&LlmError::Auth(401).into()), None);
        let mut pauses = Pauses::new(5);
        assert!(pauses.next(&LlmError::Timeout(Duration::ZERO).into()).is_some());
        assert!(pauses.next(&LlmError::Timeout(Duration::ZERO).into()).is_none());
        let mut pauses = Pauses::new(5);
        let waits: Vec<Duration> =
            std::iter::from_fn(|| pauses.next(&LlmError::Transport("x".into()).into())).collect();
        assert_eq!(waits.len(), 5);
        assert!(waits.iter().all(|wait| *wait <= Duration::from_secs(16)));
    }
}
