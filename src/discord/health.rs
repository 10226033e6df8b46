//! Signs that Discord and the program no longer understand each other. Owns the count of gateway events that could not be
//! decoded: the library underneath passes them on as unknown without a word.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serenity::client::{Context, RawEventHandler};
use serenity::model::event::Event;

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

/// Counts events that could not be decoded.
pub(super) struct Decoding {
    pub(super) server: String,
}

#[serenity::async_trait]
impl RawEventHandler for Decoding {
    async fn raw_event(&self, _: Context, event: Event) {
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
