//! One message to Discord: created, put in the place of another, deleted. Owns what becomes of a message that Discord does
//! not take whole. Must not know why it is sent.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU64;
use std::time::Instant;

use quick_cache::sync::Cache;
use serde_json::{Value, json};
use serenity::http::{LightMethod, Route};
use serenity::model::id::{ChannelId, MessageId};

use super::commands::stop;
use super::outcome::Outcome;
use super::post::{Post, body, edit_body, with_note};
use super::rest::{Ask, Rest, RestError};
use super::sent_before::SentBefore;
use super::words::Lang;
use crate::memory::{OutboxId, Source};

/// Added to the number of a part in its nonce when it is sent again.
const AGAIN: usize = 10_000;

/// Messages of which it is remembered what they show.
const REMEMBERED: usize = 1_024;

/// Part `index` of the row `id`, and where it goes.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    pub to: &'a Source,
    pub post: &'a Post,
    pub id: OutboxId,
    pub index: usize,
    /// The message of the part before it, 0 if there is none: this one comes after it.
    pub behind: u64,
    /// In which what cannot be shown is told.
    pub lang: Lang,
}

impl Part<'_> {
    /// The `again` tells what is sent anew from what was sent and deleted since.
    fn body(&self, again: bool) -> Value {
        let answers = (self.index == 0 && self.to.message > 0).then_some(self.to);
        body(self.post, self.id, self.index + if again { AGAIN } else { 0 }, answers)
    }
}

/// Sends messages, and remembers what they show, so that none is changed into what it is.
pub struct Sender {
    pub rest: Rest,
    before: SentBefore,
    /// By message: a digest of what it shows.
    looks: Cache<u64, u64>,
}

impl Sender {
    pub fn new(rest: Rest) -> Self {
        Self { rest, before: SentBefore::default(), looks: Cache::new(REMEMBERED) }
    }

    /// Creates it once, as it is. The answer is its id.
    pub async fn create_once(&self, part: &Part<'_>) -> Result<u64, RestError> {
        let route = Route::ChannelMessages { channel_id: channel(part.to.channel)? };
        let made = match self.before.find(&self.rest, part, None).await? {
            Some(made) => made,
            None => self.rest.once(LightMethod::Post, route, Some(&part.body(false))).await?,
        };
        let id = id_of(&made)?;
        // By its nonce Discord finds what was sent before, which may show something else.
        if made["content"] == part.post.text.as_str() {
            self.looks.insert(id, look(part.post));
        }
        Ok(id)
    }

    /// Whether that message shows just that, as far as is known.
    pub fn shows(&self, there: u64, post: &Post) -> bool {
        self.looks.get(&there) == Some(look(post))
    }

    /// Puts it in the place of a message, once, as it is.
    pub async fn replace_once(&self, part: &Part<'_>, there: u64) -> Result<(), RestError> {
        let route = Route::ChannelMessage { channel_id: channel(part.to.channel)?, message_id: message(there)? };
        let done = self.rest.once(LightMethod::Patch, route, Some(&edit_body(part.post))).await;
        self.remember(there, part.post, done.as_ref().map(|_| true));
        done.map(drop)
    }

    /// Creates it; what Discord will not have is left out rather than all of it lost.
    pub async fn create(&self, part: &Part<'_>) -> Result<u64, RestError> {
        let (made, whole) = self.send_new(part, None).await?;
        let id = id_of(&made)?;
        // By its nonce Discord finds what was sent before: perhaps a draft of this, which has a button, or the first part of a
        // long one, which has none and says something else.
        let said = made["content"].as_str().unwrap_or_default().trim();
        if is_draft(&made) || (whole && said != part.post.text.trim()) {
            return self.replace(part, id).await;
        }
        if whole {
            self.looks.insert(id, look(part.post));
        }
        Ok(id)
    }

    /// Puts it in the place of a message, or creates it if that is gone. A message that shows it already is left alone.
    pub async fn replace(&self, part: &Part<'_>, there: u64) -> Result<u64, RestError> {
        if self.shows(there, part.post) {
            return Ok(there);
        }
        let route = Route::ChannelMessage { channel_id: channel(part.to.channel)?, message_id: message(there)? };
        let done = self.send(part, LightMethod::Patch, route, edit_body(part.post), None).await;
        self.remember(there, part.post, done.as_ref().map(|(_, whole)| *whole));
        match done {
            Ok(_) => Ok(there),
            Err(error) if Outcome::of(&error) == Outcome::MessageGone => {
                id_of(&self.send_new(part, Some(there)).await?.0)
            }
            // Nothing can be changed in an archived thread, but a new message wakes it.
            Err(error) if Outcome::of(&error) == Outcome::ThreadClosed => {
                let id = id_of(&self.send_new(part, Some(there)).await?.0)?;
                if let Err(error) = self.delete(part.to.channel, there).await {
                    tracing::warn!(%error, "what a message in an archived thread took the place of is still there");
                }
                Ok(id)
            }
            Err(error) => Err(error),
        }
    }

    /// What a message shows after it was changed, or was not: whether all of the post, if it is known that it was.
    fn remember(&self, there: u64, post: &Post, whole: Result<bool, &RestError>) {
        match whole {
            Ok(true) => self.looks.insert(there, look(post)),
            Err(error) if !Outcome::of(error).is_passing() => {}
            _ => drop(self.looks.remove(&there)),
        }
    }

    /// Sends it as a new message, perhaps instead of one that is there no more or cannot be changed. What is tried again
    /// while Discord knows the nonce is one message; after that the channel tells whether it is there already.
    async fn send_new(&self, part: &Part<'_>, instead_of: Option<u64>) -> Result<(Value, bool), RestError> {
        if let Some(there) = self.before.find(&self.rest, part, instead_of).await? {
            tracing::info!(outbox = %part.id, part = part.index, "what was sent before and not written down is there");
            return Ok((there, false));
        }
        let route = Route::ChannelMessages { channel_id: channel(part.to.channel)? };
        self.send(
            part,
            LightMethod::Post,
            route,
            part.body(instead_of.is_some()),
            Some(Instant::now() + part.known_from_now()),
        )
        .await
    }

    /// Sends it whole, or what of it Discord takes; and which of the two.
    async fn send(
        &self,
        part: &Part<'_>,
        method: LightMethod,
        route: Route<'_>,
        mut body: Value,
        until: Option<Instant>,
    ) -> Result<(Value, bool), RestError> {
        let file = part.post.file.as_ref();
        let mut whole = true;
        loop {
            let ask = Ask::new(method, route).body(Some(&body)).file(file);
            let ask = until.into_iter().fold(ask, Ask::until);
            let error = match self.rest.ask(&ask).await {
                Ok(answer) => return Ok((answer, whole)),
                Err(error) => error,
            };
            let outcome = Outcome::of(&error);
            let less = if file.is_some() { None } else { lesser(&body, outcome, part.lang) };
            // What is for one person is said to them in other words nowhere: they get it elsewhere.
            let less = less.filter(|less| part.post.pings.is_none() || less["content"] == body["content"]);
            let Some(less) = less else { return Err(error) };
            let meaning = outcome.meaning();
            tracing::warn!(%error, outbox = %part.id, meaning, "Discord refused a part of an answer; it is sent without");
            (body, whole) = (less, false);
        }
    }

    /// Deletes a message; one that is gone is as good.
    pub async fn delete(&self, at: u64, there: u64) -> Result<(), RestError> {
        let route = Route::ChannelMessage { channel_id: channel(at)?, message_id: message(there)? };
        match self.rest.call(LightMethod::Delete, route, None).await {
            Err(error) if Outcome::of(&error) != Outcome::MessageGone => Err(error),
            _ => Ok(()),
        }
    }
}

/// A digest of what a message shows.
fn look(post: &Post) -> u64 {
    let mut hasher = DefaultHasher::new();
    edit_body(post).to_string().hash(&mut hasher);
    post.file.as_ref().map(|file| &file.text).hash(&mut hasher);
    hasher.finish()
}

/// The body without what stands in the way, if something is left that can be sent.
pub fn lesser(body: &Value, outcome: Outcome, lang: Lang) -> Option<Value> {
    let mut less = body.clone();
    let fields = less.as_object_mut()?;
    let has_words = fields.get("content").and_then(Value::as_str).is_some_and(|text| !text.is_empty());
    match outcome {
        Outcome::NoHistory | Outcome::MessageGone => fields.remove("message_reference").map(|_| less),
        Outcome::NoPermission | Outcome::BadBody | Outcome::TooLarge | Outcome::AutoMod => {
            let embeds = fields.remove("embeds").filter(|embeds| embeds.as_array().is_some_and(|all| !all.is_empty()));
            // The buttons are of what the embeds show.
            if embeds.is_some()
                && let Some(components) = fields.get_mut("components")
            {
                *components = json!([]);
            }
            let reference = (outcome == Outcome::BadBody).then(|| fields.remove("message_reference")).flatten();
            if embeds.is_some() && outcome == Outcome::NoPermission {
                let said = fields.get("content").and_then(Value::as_str).unwrap_or_default();
                let noted = with_note(said, &lang.no_embeds());
                fields.insert("content".to_owned(), json!(noted));
                return Some(less);
            }
            if has_words && outcome != Outcome::AutoMod && (embeds.is_some() || reference.is_some()) {
                return Some(less);
            }
            let instead = json!(outcome.instead(lang)?);
            (fields.insert("content".to_owned(), instead.clone()) != Some(instead)).then_some(less)
        }
        _ => None,
    }
}

/// Whether a message has the button that stops an answer.
pub fn is_draft(made: &Value) -> bool {
    let rows = made["components"].as_array().into_iter().flatten();
    let mut buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    buttons.any(|button| button["custom_id"].as_str().is_some_and(stop::is_stop))
}

pub fn id_of(message: &Value) -> Result<u64, RestError> {
    let id = message["id"].as_str().and_then(|id| id.parse().ok());
    id.ok_or_else(|| RestError {
        status: None,
        code: 0,
        message: "the answer has no message id".into(),
        retry_after: None,
    })
}

pub fn channel(id: u64) -> Result<ChannelId, RestError> {
    NonZeroU64::new(id).map(ChannelId::from).ok_or_else(|| lasting("this place is not in Discord"))
}

pub fn message(id: u64) -> Result<MessageId, RestError> {
    NonZeroU64::new(id).map(MessageId::from).ok_or_else(|| lasting("there is no such message"))
}

pub fn lasting(message: impl Into<String>) -> RestError {
    RestError { status: Some(400), code: 0, message: message.into(), retry_after: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesser(body: &Value, outcome: Outcome) -> Option<Value> {
        super::lesser(body, outcome, Lang::English)
    }

    #[test]
    fn f21_the_words_go_out_without_what_was_refused() {
        let body = json!({"content": "hi", "embeds": [{}], "message_reference": {}, "nonce": "1"});
        assert_eq!(lesser(&body, Outcome::BadBody), Some(json!({"content": "hi", "nonce": "1"})));
        assert_eq!(lesser(&body, Outcome::NoHistory), Some(json!({"content": "hi", "embeds": [{}], "nonce": "1"})));
        assert_eq!(lesser(&body, Outcome::MessageGone), lesser(&body, Outcome::NoHistory));
        let noted = lesser(&body, Outcome::NoPermission).expect("the words");
        assert!(noted["embeds"].is_null() && noted["content"].as_str().is_some_and(|text| text.starts_with("hi\n-# ")));
        assert_eq!(lesser(&noted, Outcome::NoPermission), None, "the words themselves may not be sent");
        assert_eq!([lesser(&body, Outcome::ChannelGone), lesser(&body, Outcome::Away)], [None, None]);
    }

    #[test]
    fn people_are_told_where_nothing_else_can_be_shown() {
        for outcome in [Outcome::AutoMod, Outcome::BadBody] {
            let told = lesser(&json!({"content": "hi", "nonce": "1"}), outcome).expect("a sentence");
            assert_eq!(told["content"], outcome.instead(Lang::English).expect("a sentence"));
            assert_eq!(lesser(&told, outcome), None, "and not for ever");
        }
        let cards = lesser(&json!({"embeds": [{}]}), Outcome::NoPermission).expect("a sentence");
        assert_eq!(cards["content"], Lang::English.no_embeds());
    }
}
