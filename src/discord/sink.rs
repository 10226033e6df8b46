//! From the outbox to Discord. Owns [`DiscordSink`]: what is sent in which order, what happens to a part that Discord
//! refuses, and the sign of typing.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use serde_json::{Value, json};
use serenity::http::{Http, LightMethod, Route};
use serenity::model::channel::ReactionType;
use serenity::model::id::{ChannelId, MessageId};

use super::pace::Pace;
use super::post::{Post, body, posts};
use super::rest::{Rest, RestError};
use super::words::Languages;
use crate::agent::{Busy, DeliveryError, ReplySink};
use crate::memory::outgoing::{OutboxRow, Outgoing};
use crate::memory::{AgentKey, OutboxId, Source};

/// Discord's code for a reply without the permission to read the channel's history.
const NO_HISTORY: i64 = 160_002;
/// Discord's code for a body that breaks a rule.
const INVALID_BODY: i64 = 50_035;

/// Sends answers to Discord. Cheap to clone.
#[derive(Clone)]
pub struct DiscordSink {
    rest: Arc<Rest>,
    languages: Languages,
}

impl DiscordSink {
    /// A sink on `http`, made by [`super::http`].
    pub fn new(http: Arc<Http>, languages: Languages) -> Self {
        Self::with_pace(http, languages, Pace::default())
    }

    /// The same at another pace.
    pub fn with_pace(http: Arc<Http>, languages: Languages, pace: Pace) -> Self {
        Self { rest: Arc::new(Rest::new(http, pace)), languages }
    }

    /// Creates `post` as part `index` of the row `id`; what Discord will not have is left out rather than all of it lost.
    async fn post(&self, to: &Source, post: &Post, id: OutboxId, index: usize) -> Result<u64, RestError> {
        let channel = channel(to.channel)?;
        let answers = (index == 0 && to.message > 0).then_some(to);
        let full = body(post, id, index, answers);
        let error = match self.create(channel, &full).await {
            Ok(message) => return Ok(message),
            Err(error) => error,
        };
        let Some(less) = without_refused(&full, &error) else { return Err(error) };
        tracing::warn!(%error, outbox = %id, "Discord refused a part of an answer; it is sent without");
        self.create(channel, &less).await
    }

    /// The same; what is for one person goes to their direct messages where it cannot be said.
    async fn post_or_whisper(&self, to: &Source, post: &Post, id: OutboxId, index: usize) -> Result<u64, RestError> {
        let error = match (self.post(to, post, id, index).await, post.pings) {
            (Err(error), Some(person)) if !error.is_passing() => (error, person),
            (done, _) => return done,
        };
        let (error, person) = error;
        tracing::warn!(%error, outbox = %id, "a reminder goes to direct messages");
        let dm = self
            .rest
            .call(LightMethod::Post, Route::UserMeDmChannels, Some(&json!({"recipient_id": person.to_string()})))
            .await;
        let channel = dm.map(|dm| dm["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(0));
        let there = match channel {
            Ok(channel) => self.post(&Source { guild: None, channel, message: 0 }, post, id, index).await,
            Err(error) => Err(error),
        };
        there.map_err(|second| RestError { message: format!("{}; {}", error.message, second.message), ..second })
    }

    async fn create(&self, channel_id: ChannelId, body: &Value) -> Result<u64, RestError> {
        let answer = self.rest.call(LightMethod::Post, Route::ChannelMessages { channel_id }, Some(body)).await?;
        let id = answer["id"].as_str().and_then(|id| id.parse().ok());
        id.ok_or_else(|| RestError {
            status: None,
            code: 0,
            message: "the answer has no message id".into(),
            retry_after: None,
        })
    }

    async fn react(&self, to: &Source, emoji: &str) -> Result<(), RestError> {
        let reaction = reaction(emoji).ok_or_else(|| lasting(format!("`{emoji}` is no emoji")))?.as_data();
        let message_id = NonZeroU64::new(to.message)
            .map(MessageId::from)
            .ok_or_else(|| lasting("there is no message to react to"))?;
        let route =
            Route::ChannelMessageReactionMe { channel_id: channel(to.channel)?, message_id, reaction: &reaction };
        self.rest.call(LightMethod::Put, route, None).await.map(drop)
    }

    /// Says one sentence in answer to a message, outside any outbox.
    pub(super) async fn say(&self, to: &Source, text: String, id: OutboxId) -> Result<(), RestError> {
        self.post(to, &Post { text, ..Post::default() }, id, 0).await.map(drop)
    }
}

#[async_trait]
impl ReplySink for DiscordSink {
    fn serves(&self, key: &AgentKey) -> bool {
        !matches!(key, AgentKey::Terminal(_))
    }

    async fn deliver(&self, key: &AgentKey, row: &OutboxRow) -> Result<Vec<u64>, DeliveryError> {
        let failed = |sent: &[u64], error: &RestError| {
            let permanent = !error.is_passing();
            tracing::warn!(%key, outbox = %row.id, permanent, %error, "an answer was not delivered");
            DeliveryError { sent: sent.to_vec(), permanent, cause: error.to_string() }
        };
        if let Outgoing::Reaction { emoji } = &row.outgoing {
            self.react(&row.to, emoji).await.map_err(|error| failed(&row.sent, &error))?;
            return Ok(row.sent.clone());
        }
        let posts = posts(&row.outgoing, row.to.guild.is_some(), self.languages.at(key, &row.to));
        if posts.is_empty() {
            return Err(failed(&row.sent, &lasting("there is nothing in it to say")));
        }
        let mut sent = row.sent.clone();
        for (index, post) in posts.iter().enumerate().skip(row.sent.len()) {
            match self.post_or_whisper(&row.to, post, row.id, index).await {
                Ok(message) => sent.push(message),
                Err(error) => return Err(failed(&sent, &error)),
            }
        }
        Ok(sent)
    }

    fn busy(&self, _: &AgentKey, at: &Source) -> Busy {
        let (rest, channel) = (self.rest.clone(), at.channel);
        Box::new(Typing(tokio::spawn(async move { keep_typing(&rest, channel).await })))
    }
}

/// Typing that ends when this is dropped.
struct Typing(tokio::task::JoinHandle<()>);

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

/// The body without what Discord refused in it, if something is left that can be sent.
fn without_refused(body: &Value, error: &RestError) -> Option<Value> {
    let mut less = body.clone();
    let fields = less.as_object_mut()?;
    if error.code == NO_HISTORY {
        fields.remove("message_reference")?;
        return Some(less);
    }
    if error.code != INVALID_BODY {
        return None;
    }
    let embeds = fields.remove("embeds");
    let reference = fields.remove("message_reference");
    fields.contains_key("content").then_some(())?;
    embeds.or(reference).map(|_| less)
}

/// An emoji as Discord takes it: Unicode, a short name, or a custom one in the form `<:name:id>`.
fn reaction(emoji: &str) -> Option<ReactionType> {
    let emoji = emoji.trim();
    if emoji.starts_with('<') {
        return ReactionType::try_from(emoji).ok();
    }
    let known = emojis::get(emoji).or_else(|| emojis::get_by_shortcode(emoji.trim_matches(':')))?;
    Some(ReactionType::Unicode(known.as_str().to_owned()))
}

fn channel(id: u64) -> Result<ChannelId, RestError> {
    NonZeroU64::new(id).map(ChannelId::from).ok_or_else(|| lasting("this place is not in Discord"))
}

fn lasting(message: impl Into<String>) -> RestError {
    RestError { status: Some(400), code: 0, message: message.into(), retry_after: None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(code: i64) -> RestError {
        RestError { status: Some(400), code, message: String::new(), retry_after: None }
    }

    #[test]
    fn emoji_in_every_form_models_write_them() {
        assert_eq!(reaction("👍"), Some(ReactionType::Unicode("👍".into())));
        assert_eq!(reaction(":heart:").map(|emoji| emoji.as_data()), reaction("❤️").map(|emoji| emoji.as_data()));
        assert_eq!(reaction("<:miso:5>").map(|emoji| emoji.as_data()), Some("miso:5".into()));
        assert_eq!([reaction("nice"), reaction("../../x"), reaction("")], [None, None, None]);
    }

    #[test]
    fn f21_the_words_go_out_without_what_was_refused() {
        let body = json!({"content": "hi", "embeds": [{}], "message_reference": {}, "nonce": "1"});
        assert_eq!(without_refused(&body, &refused(INVALID_BODY)), Some(json!({"content": "hi", "nonce": "1"})));
        assert_eq!(
            without_refused(&body, &refused(NO_HISTORY)),
            Some(json!({"content": "hi", "embeds": [{}], "nonce": "1"}))
        );
        assert_eq!(without_refused(&body, &refused(50_013)), None);
        assert_eq!(without_refused(&json!({"embeds": [{}]}), &refused(INVALID_BODY)), None);
    }
}
