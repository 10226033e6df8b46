//! Signs of life while an answer is made: typing, and, when it takes long, a reaction that says that the message was seen.

use std::sync::Arc;
use std::time::Instant;

use serenity::http::{LightMethod, Route};
use serenity::model::channel::ReactionType;
use tokio_util::sync::CancellationToken;

use super::rest::{Rest, RestError};
use super::send::{Sender, channel, message};
use crate::memory::Source;

/// Says that a message was seen.
const SEEN: &str = "👀";

/// Typing that ends when this is dropped.
pub struct Typing(tokio::task::JoinHandle<()>);

impl Typing {
    pub fn begin(sender: Arc<Sender>, at: u64) -> Self {
        Self(tokio::spawn(async move { keep_typing(&sender.rest, at).await }))
    }
}

impl Drop for Typing {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn keep_typing(rest: &Rest, at: u64) {
    let Ok(channel_id) = channel(at) else { return };
    let since = Instant::now();
    while since.elapsed() < rest.pace().typing_limit {
        if let Err(error) = rest.once(LightMethod::Post, Route::ChannelTyping { channel_id }, None).await {
            tracing::debug!(%error, "typing is not shown");
        }
        tokio::time::sleep(rest.pace().typing).await;
    }
}

/// A reaction that comes after a while and goes when this is dropped.
pub struct Seen(CancellationToken);

impl Seen {
    pub fn begin(sender: Arc<Sender>, at: Source) -> Self {
        let over = CancellationToken::new();
        let ended = over.clone();
        tokio::spawn(async move {
            let waited = ended.run_until_cancelled(tokio::time::sleep(sender.rest.pace().seen)).await;
            if waited.is_some() && at.message > 0 {
                show_until(&sender.rest, &at, &ended).await;
            }
        });
        Self(over)
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

async fn show_until(rest: &Rest, at: &Source, ended: &CancellationToken) {
    if let Err(error) = react(rest, LightMethod::Put, at).await {
        tracing::debug!(%error, "that a message was seen is not shown");
        return;
    }
    ended.cancelled().await;
    if let Err(error) = react(rest, LightMethod::Delete, at).await {
        tracing::debug!(%error, "that a message was seen is still shown");
    }
}

async fn react(rest: &Rest, method: LightMethod, at: &Source) -> Result<(), RestError> {
    let reaction = ReactionType::Unicode(SEEN.to_owned()).as_data();
    let (channel_id, message_id) = (channel(at.channel)?, message(at.message)?);
    let route = Route::ChannelMessageReactionMe { channel_id, message_id, reaction: &reaction };
    rest.call(method, route, None).await.map(drop)
}
