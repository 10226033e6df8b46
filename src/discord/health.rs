//! Signs that Discord and the program no longer understand each other. Owns the count of gateway events that could not be
//! decoded (the library underneath passes them on as unknown without a word), and of connections that came to nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serenity::client::{Context, RawEventHandler};
use serenity::model::event::Event;

use super::watch::Pulse;

static STALLS: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());
static UNDECODABLE: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Events that the program lives on. One of these that cannot be decoded is a message or command that nobody answers.
const NEEDED: &[&str] = &[
    "READY",
    "GUILD_CREATE",
    "MESSAGE_CREATE",
    "INTERACTION_CREATE",
    "THREAD_CREATE",
    "THREAD_UPDATE",
    "THREAD_DELETE",
    "THREAD_LIST_SYNC",
    "THREAD_MEMBER_UPDATE",
    "THREAD_MEMBERS_UPDATE",
    "CHANNEL_CREATE",
    "CHANNEL_UPDATE",
    "CHANNEL_DELETE",
];

/// How many gateway events of the server at `api_base` could not be decoded since the program began.
pub fn undecodable(api_base: &str) -> u64 {
    UNDECODABLE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(api_base).copied().unwrap_or(0)
}

/// How often the connection to the server at `api_base` had come to nothing and was begun anew by the program itself.
pub fn stalls(api_base: &str) -> u64 {
    STALLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(api_base).copied().unwrap_or(0)
}

pub(super) fn count_stall(api_base: &str) {
    *STALLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).entry(api_base.to_owned()).or_default() += 1;
}

/// Counts events that could not be decoded, and notes that events come at all.
pub(super) struct Decoding {
    pub(super) server: String,
    pub(super) pulse: Arc<Pulse>,
}

#[serenity::async_trait]
impl RawEventHandler for Decoding {
    async fn raw_event(&self, context: Context, event: Event) {
        self.pulse.beat(context.shard_id.0);
        if matches!(event, Event::Ready(_)) {
            self.pulse.begun();
        }
        let Event::Unknown(event) = event else { return };
        *UNDECODABLE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).entry(self.server.clone()).or_default() +=
            1;
        if NEEDED.contains(&event.kind.as_str()) {
            tracing::warn!(kind = event.kind, id = ?event.value.get("id"), "undecodable gateway event: what it says is lost");
        } else {
            tracing::debug!(kind = event.kind, "a gateway event of an unknown kind");
        }
    }
}
