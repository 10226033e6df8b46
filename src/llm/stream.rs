//! Reading an answer off the wire: whole or as server-sent events, within bounds of size and time.

use std::time::Duration;

use eventsource_stream::{EventStreamError, Eventsource};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt};
use serde_json::Value;
use tokio::time::{Instant, timeout, timeout_at};

use super::LlmError;
use super::failure::{Failure, Secrets, malformed, transport};
use super::wire::{Assembler, RawAnswer};

/// Bytes of an answer on the wire, events and all: of a few letters an event, many times what its text may have.
const WIRE_LIMIT: usize = 16 << 20;
/// A streamed answer may take this many times the allowed silence. Else a server that only says that it lives would be
/// listened to for ever.
const WHOLE_IN_SILENCES: u32 = 10;
/// How long is waited for the usage after the model said that it is done.
const AFTERWORD: Duration = Duration::from_secs(5);

/// Bytes as they come, or why they end.
pub(super) type Bytes<'a> = BoxStream<'a, Result<Vec<u8>, Failure>>;

/// The bytes of a response. An error if nothing comes for `silence`, or if it does not end.
pub(super) fn bytes<'a>(response: reqwest::Response, silence: Duration, secrets: &'a Secrets) -> Bytes<'a> {
    let end = Instant::now() + silence.saturating_mul(WHOLE_IN_SILENCES);
    let pieces = response.bytes_stream().boxed();
    futures::stream::unfold((pieces, 0usize), move |(mut pieces, taken)| async move {
        let late = || Err(LlmError::Timeout(silence).into());
        let next = match timeout_at(end, timeout(silence, pieces.next())).await {
            Ok(Ok(next)) => next?.map_err(|error| transport(error, silence, secrets)),
            Ok(Err(_)) | Err(_) => late(),
        };
        let taken = taken + next.as_ref().map_or(0, |piece| piece.len());
        let next = match next {
            Ok(_) if taken > WIRE_LIMIT => Err(malformed("it is endless", secrets)),
            next => next.map(|piece| piece.to_vec()),
        };
        Some((next, (pieces, taken)))
    })
    .boxed()
}

/// At most `limit` bytes of a body, as text.
pub(super) async fn text(mut bytes: Bytes<'_>, limit: usize) -> Result<String, Failure> {
    let mut all = Vec::new();
    while let Some(piece) = bytes.next().await {
        all.extend_from_slice(&piece?);
        if all.len() >= limit {
            all.truncate(limit);
            break;
        }
    }
    Ok(String::from_utf8_lossy(&all).into_owned())
}

/// A whole answer in JSON. A server that sends events under another name is understood as well.
pub(super) async fn whole(
    bytes: Bytes<'_>,
    secrets: &Secrets,
    hear: &mut (dyn FnMut(&str) + Send),
) -> Result<RawAnswer, Failure> {
    let body = text(bytes, WIRE_LIMIT).await?;
    let start = body.trim_start();
    if ["data:", "event:", ":"].iter().any(|field| start.starts_with(field)) {
        let again = futures::stream::iter([Ok(body.clone().into_bytes())]);
        return events(again.boxed(), secrets, hear).await;
    }
    let value: Value =
        serde_json::from_str(&body).map_err(|error| malformed(&format!("it is not JSON ({error})"), secrets))?;
    let mut assembler = Assembler::default();
    let said = assembler.take(&value, secrets)?;
    if !said.is_empty() {
        hear(&said);
    }
    assembler.finish(secrets)
}

/// An answer in server-sent events. One that breaks off before the model said that it is done is an error.
pub(super) async fn events(
    bytes: Bytes<'_>,
    secrets: &Secrets,
    hear: &mut (dyn FnMut(&str) + Send),
) -> Result<RawAnswer, Failure> {
    let mut assembler = Assembler::default();
    let mut events = std::pin::pin!(bytes.eventsource());
    loop {
        let next = match next(&mut events, assembler.is_finished()).await {
            Some(Ok(event)) => event,
            None => break,
            // Only the afterword is missing.
            Some(Err(_)) if assembler.is_finished() => break,
            Some(Err(EventStreamError::Transport(failure))) => return Err(failure),
            Some(Err(_)) => return Err(malformed("its events are not UTF-8", secrets)),
        };
        let data = next.data.trim();
        if data == "[DONE]" {
            return assembler.finish(secrets);
        }
        if data.is_empty() {
            continue;
        }
        let piece: Value = serde_json::from_str(data)
            .map_err(|error| malformed(&format!("an event is not JSON ({error})"), secrets))?;
        let said = assembler.take(&piece, secrets)?;
        if !said.is_empty() {
            hear(&said);
        }
    }
    if assembler.is_finished() {
        return assembler.finish(secrets);
    }
    Err(LlmError::Transport("the answer broke off".into()).into())
}

type EventResult = Result<eventsource_stream::Event, EventStreamError<Failure>>;

async fn next(events: &mut (impl Stream<Item = EventResult> + Unpin), only_afterword: bool) -> Option<EventResult> {
    if only_afterword { timeout(AFTERWORD, events.next()).await.ok().flatten() } else { events.next().await }
}
