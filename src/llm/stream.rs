//! An answer that comes piece by piece (server-sent events).

use std::time::Duration;

use eventsource_stream::Eventsource;
use futures::StreamExt;

use super::LlmError;
use super::answer::{RawReply, add_piece};

/// Bytes that one answer may have; more is not an answer.
pub(super) const LARGEST: usize = 8 << 20;

/// Reads the stream to its end. `silence` is how long the next piece may take.
///
/// # Errors
/// [`LlmError::Transport`] when it breaks off: half an answer is none.
pub(super) async fn read(response: reqwest::Response, silence: Duration) -> Result<RawReply, LlmError> {
    let mut events = response.bytes_stream().eventsource();
    let mut reply = RawReply::default();
    let mut size = 0;
    loop {
        let event = tokio::time::timeout(silence, events.next()).await.map_err(|_| LlmError::Timeout(silence))?;
        let event = match event {
            Some(Ok(event)) => event,
            Some(Err(error)) => return Err(LlmError::Transport(format!("the answer broke off: {}", cause(&error)))),
            None if reply.finish.is_some() => return Ok(reply),
            None => return Err(LlmError::Transport("the answer broke off".into())),
        };
        if event.data.trim() == "[DONE]" {
            return Ok(reply);
        }
        size += event.data.len();
        if size > LARGEST {
            return Err(LlmError::Malformed(format!("it is larger than {LARGEST} bytes")));
        }
        if !event.data.trim().is_empty() {
            add_piece(&mut reply, &event.data)?;
        }
    }
}

/// What went wrong, without addresses, which may hold a key.
fn cause(error: &eventsource_stream::EventStreamError<reqwest::Error>) -> String {
    match error {
        eventsource_stream::EventStreamError::Transport(error) => super::openai::plain_cause(error),
        other => other.to_string(),
    }
}
