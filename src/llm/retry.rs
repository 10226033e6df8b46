//! When to ask again, and how long to wait before. Pure but for the waiting.

use std::time::{Duration, SystemTime};

use super::LlmError;

/// The first wait; each further one is twice as long.
const FIRST: Duration = Duration::from_millis(500);
/// The longest wait that a person is made to sit through.
pub(super) const LONGEST: Duration = Duration::from_secs(60);

/// How long to wait before the attempt of that number (from 1) after that error; none when it is not worth it.
pub(super) fn wait_before(attempt: u32, error: &LlmError) -> Option<Duration> {
    if !error.is_passing() {
        return None;
    }
    let doubled = FIRST.saturating_mul(1 << attempt.saturating_sub(1).min(10)).min(LONGEST);
    match error {
        LlmError::RateLimited { retry_after: Some(wait) } if *wait > LONGEST => None,
        LlmError::RateLimited { retry_after: Some(wait) } => Some(*wait),
        // Whoever did not answer for so long will hardly answer the same now: once more, then the person is told.
        LlmError::Timeout(_) if attempt > 1 => None,
        _ => Some(doubled),
    }
}

/// The `retry-after` header: seconds (also with a fraction) or a date (RFC 9110, 10.2.3).
pub(super) fn retry_after(header: Option<&str>, now: SystemTime) -> Option<Duration> {
    let header = header?.trim();
    if let Ok(seconds) = header.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(header).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_provider_asks_for_is_heeded() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770);
        assert_eq!(retry_after(Some("1.5"), now), Some(Duration::from_millis(1_500)));
        assert_eq!(retry_after(Some("Sun, 06 Nov 1994 08:49:37 GMT"), now), Some(Duration::from_secs(7)));
        assert_eq!(retry_after(Some("-3"), now), None);
        assert_eq!(retry_after(Some("soon"), now), None);
        let limited = |seconds| LlmError::RateLimited { retry_after: Some(Duration::from_secs(seconds)) };
        assert_eq!(wait_before(1, &limited(7)), Some(Duration::from_secs(7)));
        assert_eq!(wait_before(1, &limited(3_600)), None);
    }

    #[test]
    fn f44_what_cannot_help_is_not_tried_again() {
        assert_eq!(wait_before(1, &LlmError::Auth(401)), None);
        assert_eq!(wait_before(1, &LlmError::ContextOverflow(String::new())), None);
        assert!(
            wait_before(3, &LlmError::Transport(String::new())) > wait_before(2, &LlmError::Transport(String::new()))
        );
    }
}
