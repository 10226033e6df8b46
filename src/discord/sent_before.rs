//! What was sent before, and nobody knows of: the program was killed behind the request, or the answer to it was lost. Owns
//! how long Discord is trusted to know a nonce, and what in a channel is taken for the message in question.
//!
//! A nonce is looked for in "the past few minutes" only (Discord's reference, "Create Message", `enforce_nonce`), and the
//! messages of a channel are listed without theirs. So what may have been tried longer ago is looked for by what it shows.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use serde_json::Value;
use serenity::http::{LightMethod, Route};
use tokio::sync::OnceCell;

use super::commands::stop;
use super::outcome::Outcome;
use super::post::with_note;
use super::rest::{Ask, Rest, RestError};
use super::send::{Part, channel, id_of, is_draft};
use super::snowflake;
use crate::clock::Moment;
use crate::failpoint;

/// How long Discord is trusted to know a nonce. It says "a few minutes".
const NONCE_KNOWN: Duration = Duration::from_secs(120);
/// How far the program's clock may be ahead of Discord's.
const SKEW: TimeDelta = TimeDelta::minutes(5);
/// Messages in one request, which is Discord's most, and requests.
const AT_ONCE: usize = 100;
const PAGES: usize = 5;

impl Part<'_> {
    /// How long Discord will still know it by its nonce; nothing where it may have forgotten it.
    pub fn known_for(&self) -> Option<Duration> {
        let left = NONCE_KNOWN.checked_sub(self.age()).filter(|left| !left.is_zero());
        left.filter(|_| !failpoint::is_set("nonces-forgotten"))
    }

    /// How long it is known if it is sent now, for the first time as far as the channel shows.
    pub fn known_from_now(&self) -> Duration {
        self.known_for().unwrap_or(NONCE_KNOWN)
    }

    /// When it may have been tried first, as its number tells.
    fn born(&self) -> Moment {
        let stamp = self.id.0.get_timestamp().map(|stamp| stamp.to_unix());
        let (seconds, nanos) = stamp.unwrap_or_default();
        i64::try_from(seconds).ok().and_then(|seconds| Moment::from_timestamp(seconds, nanos)).unwrap_or_default()
    }

    /// How long ago that is.
    fn age(&self) -> Duration {
        (Utc::now() - self.born()).to_std().unwrap_or_default()
    }

    /// The message it answers.
    fn answers(&self) -> Option<u64> {
        Some(self.to.message).filter(|message| self.index == 0 && *message > 0)
    }
}

/// Looks in channels for what was sent before.
#[derive(Default)]
pub struct SentBefore {
    /// Whose messages are looked at: the bot's user id.
    me: OnceCell<String>,
}

impl SentBefore {
    /// The message that is that part, or a draft of it; nothing while Discord itself still knows. It is not `instead_of`,
    /// in the place of which the part is sent.
    ///
    /// # Errors
    /// [`RestError`] that passes: as long as nobody knows, nothing is sent. Where the channel cannot be read it is not
    /// known to be there.
    pub async fn find(
        &self,
        rest: &Rest,
        part: &Part<'_>,
        instead_of: Option<u64>,
    ) -> Result<Option<Value>, RestError> {
        if part.known_for().is_some() {
            return Ok(None);
        }
        match self.look(rest, part, instead_of).await {
            Err(error) if !Outcome::of(&error).is_passing() => {
                tracing::debug!(%error, outbox = %part.id, "whether it was sent before cannot be seen");
                Ok(None)
            }
            looked => looked,
        }
    }

    async fn look(&self, rest: &Rest, part: &Part<'_>, instead_of: Option<u64>) -> Result<Option<Value>, RestError> {
        let route = Route::ChannelMessages { channel_id: channel(part.to.channel)? };
        let me = self.me.get_or_try_init(|| who_am_i(rest)).await?;
        let mut after = part.behind.max(part.answers().unwrap_or(0)).max(snowflake::at(part.born() - SKEW));
        for _ in 0..PAGES {
            let params = vec![("after", after.to_string()), ("limit", AT_ONCE.to_string())];
            let page = rest.ask(&Ask::new(LightMethod::Get, route).params(params)).await?;
            let mut page: Vec<(u64, Value)> = page
                .as_array()
                .into_iter()
                .flatten()
                .map(|message| Ok((id_of(message)?, message.clone())))
                .collect::<Result<_, RestError>>()?;
            page.sort_by_key(|(id, _)| *id);
            let full = page.len() >= AT_ONCE;
            after = page.last().map_or(after, |(id, _)| *id);
            let mut mine = page.into_iter().filter(|(id, message)| {
                message["author"]["id"] == me.as_str() && Some(*id) != instead_of && is(message, part)
            });
            if let Some((_, found)) = mine.next() {
                return Ok(Some(found));
            }
            if !full {
                break;
            }
        }
        Ok(None)
    }
}

async fn who_am_i(rest: &Rest) -> Result<String, RestError> {
    let me = rest.call(LightMethod::Get, Route::UserMe, None).await?;
    id_of(&me).map(|id| id.to_string())
}

/// Whether the message is the part, whole or in the form in which Discord took it, or a draft of it.
fn is(message: &Value, part: &Part<'_>) -> bool {
    if is_draft(message) {
        return message.to_string().contains(&stop::button(part.id));
    }
    let answered = message["message_reference"]["message_id"].as_str().and_then(|id| id.parse().ok());
    if answered.is_some() && answered != part.answers() {
        return false;
    }
    let (said, words) = (message["content"].as_str().unwrap_or_default().trim(), part.post.text.trim());
    let without = with_note(words, &part.lang.no_embeds());
    if words.is_empty() {
        return shows_cards(message, part) || said == without.trim();
    }
    // What Discord would not have was said in other words, which are told from others by what they answer.
    let instead = [Outcome::AutoMod, Outcome::BadBody].map(|outcome| outcome.instead(part.lang).unwrap_or_default());
    said == words || said == without.trim() || (answered.is_some() && instead.iter().any(|other| said == other))
}

/// Whether the message shows the cards of the part. Discord tells more of each than it was given.
fn shows_cards(message: &Value, part: &Part<'_>) -> bool {
    let shown = message["embeds"].as_array().map(Vec::as_slice).unwrap_or_default();
    let same = |embed: &Value, card: &Value| {
        ["title", "description"].iter().all(|name| {
            let text = |of: &Value| of[*name].as_str().unwrap_or_default().trim().to_owned();
            text(embed) == text(card)
        })
    };
    let cards: Vec<Value> = part.post.cards.iter().map(super::render::Card::to_json).collect();
    !cards.is_empty() && cards.len() == shown.len() && cards.iter().zip(shown).all(|(card, embed)| same(embed, card))
}
