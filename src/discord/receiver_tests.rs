use std::io;
use std::sync::{Mutex, PoisonError};

use serde_json::json;

use super::*;
use crate::discord::example::message;

/// Where the log of a test goes.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The reason behind that one; a new one does not build before it has a place here.
fn after(reason: Option<&Ignored>) -> Option<Ignored> {
    Some(match reason {
        None => Ignored::Own,
        Some(Ignored::Own) => Ignored::Bot,
        Some(Ignored::Bot) => Ignored::Webhook,
        Some(Ignored::Webhook) => Ignored::System(6),
        Some(Ignored::System(_)) => Ignored::NotAddressed,
        Some(Ignored::NotAddressed) => Ignored::Everyone,
        Some(Ignored::Everyone) => Ignored::SwitchedOff,
        Some(Ignored::SwitchedOff) => Ignored::NotPermitted,
        Some(Ignored::NotPermitted) => Ignored::OptedOut,
        Some(Ignored::OptedOut) => Ignored::BotLoop,
        Some(Ignored::BotLoop) => Ignored::Crowded,
        Some(Ignored::Crowded) => Ignored::Unreadable,
        Some(Ignored::Unreadable) => Ignored::CannotAnswer(vec!["Send Messages"]),
        Some(Ignored::CannotAnswer(_)) => return None,
    })
}

#[test]
fn f27_every_ignored_message_has_a_logged_reason() {
    let message = message("hello", json!({}));
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let mut reasons = Vec::new();
    tracing::subscriber::with_default(subscriber, || {
        while let Some(reason) = after(reasons.last()) {
            ignored(&message, &reason);
            reasons.push(reason);
        }
    });
    let logged = log.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let lines: Vec<String> = String::from_utf8(logged).expect("a log").lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), reasons.len(), "{lines:#?}");
    for (line, reason) in lines.iter().zip(&reasons) {
        assert!(line.contains("message_id=1000") && line.contains(&reason.to_string()), "{line}");
    }
}
