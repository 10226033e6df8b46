//! What must be known of a message before it can be heard: where it stands, what was set there, what the bot may do there.
//! Owns the look-ups; decides nothing.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use serenity::cache::Cache;
use serenity::http::{Http, StatusCode};
use serenity::model::channel::{Channel, Message};
use serenity::model::id::{ChannelId, GuildId, MessageId, RoleId};

use super::events::{CLOSED, Facts, Ignored, Place, answered, classify, deleted_quote, quote_of, unknown_quote};
use super::feed::Feed;
use super::inward::Names;
use super::permissions;
use super::threads::is_thread;
use crate::memory::{Incoming, Quote};
use crate::settings::{Rules, SettingsBook};
use crate::store::StoreError;

/// How long a look-up may hold up the messages behind it.
const LOOK_UP: Duration = Duration::from_secs(5);

/// Looks things up. Cheap to clone.
#[derive(Clone)]
pub struct LookUp {
    /// The bot's user id.
    pub bot: u64,
    pub cache: Arc<Cache>,
    pub http: Arc<Http>,
    pub feed: Arc<Feed>,
    pub settings: SettingsBook,
}

impl LookUp {
    /// The message as agents take it in, with nothing of those who are `closed`.
    ///
    /// # Errors
    /// Why it is ignored.
    pub fn classify(
        &self,
        message: &Message,
        place: Place,
        rules: &Rules,
        closed: &HashSet<u64>,
    ) -> Result<Incoming, Ignored> {
        let names = self.names(message, closed);
        let facts = Facts {
            bot: self.bot,
            place,
            guild: message.guild_id.map(GuildId::get),
            names: &names,
            missing: self.missing(message, place),
            rules,
            own_roles: &self.own_roles(message),
            closed,
        };
        classify(message, &facts)
    }

    /// What was set where the message stands.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger does not answer.
    pub async fn rules(&self, message: &Message, place: Place) -> Result<Rules, StoreError> {
        let channel = message.channel_id.get();
        if let Place::Thread { parent, .. } = place {
            self.settings.note_thread(channel, parent);
        }
        self.settings.rules(message.guild_id.map(GuildId::get), channel).await
    }

    /// The roles that Discord made for the bot when it was invited; none are looked for where no role is mentioned.
    fn own_roles(&self, message: &Message) -> Vec<u64> {
        let mentioned = message.guild_id.filter(|_| !message.mention_roles.is_empty());
        let Some(guild) = mentioned.and_then(|guild| self.cache.guild(guild)) else { return Vec::new() };
        let own = guild.roles.values().filter(|role| role.tags.bot_id.is_some_and(|id| id.get() == self.bot));
        own.map(|role| role.id.get()).collect()
    }

    /// The message that is answered, where the event did not bring it: Discord leaves it out when it is gone, and when it
    /// did not look ("Message Object", `referenced_message`). It is asked for once.
    pub async fn answered(&self, message: &Message, closed: &HashSet<u64>) -> Option<Quote> {
        let reference = answered(message).filter(|_| message.referenced_message.is_none())?;
        let asked = self.http.get_message(reference.channel_id, reference.message_id?);
        Some(match tokio::time::timeout(LOOK_UP, asked).await {
            Ok(Ok(quoted)) => quote_of(&quoted, self.bot, &self.names(message, closed), closed),
            Ok(Err(error)) if is_gone(&error) => deleted_quote(reference),
            Ok(Err(error)) => {
                tracing::info!(message_id = %message.id, %error, "the message that is answered cannot be read");
                unknown_quote(reference, "(it cannot be read here)")
            }
            Err(_) => unknown_quote(reference, "(it could not be read in time)"),
        })
    }

    /// The first message of a thread: it has the thread's number, and stands in the channel, of a forum's post in the post
    /// itself (Discord's reference, "Threads"). A thread that was opened without one has none.
    pub async fn opening(&self, message: &Message, parent: u64, closed: &HashSet<u64>) -> Option<Quote> {
        let (thread, parent) = (message.channel_id, NonZeroU64::new(parent).map(ChannelId::from)?);
        let number = MessageId::new(thread.get());
        let found = tokio::time::timeout(LOOK_UP, async {
            match self.http.get_message(parent, number).await {
                Ok(first) => Ok(first),
                Err(_) => self.http.get_message(thread, number).await,
            }
        });
        let first =
            found.await.ok()?.inspect_err(|error| tracing::debug!(%error, "a thread's beginning is not known")).ok()?;
        Some(quote_of(&first, self.bot, &self.names(message, closed), closed))
    }

    /// The names of what the message may mention.
    pub fn names<'a>(&'a self, message: &Message, closed: &'a HashSet<u64>) -> CacheNames<'a> {
        CacheNames { cache: &self.cache, guild: message.guild_id, bot: self.bot, closed }
    }

    /// Where the message stands. What the gateway did not tell is asked.
    ///
    /// # Errors
    /// A cause, for the log.
    pub async fn place(&self, message: &Message, thread: Option<Place>) -> Result<Place, String> {
        if let Some(thread) = thread {
            return Ok(thread);
        }
        let Some(guild) = message.guild_id else { return Ok(Place::Dm) };
        let channel = message.channel_id;
        if let Some(place) = self.feed.threads.place(channel.get()) {
            return Ok(place);
        }
        if self.cache.guild(guild).is_some_and(|guild| guild.channels.contains_key(&channel)) {
            return Ok(Place::Channel);
        }
        match tokio::time::timeout(LOOK_UP, self.http.get_channel(channel)).await {
            Ok(Ok(Channel::Guild(found))) if is_thread(found.kind) => {
                self.feed.threads.learn(&found).ok_or_else(|| "a thread without a channel".to_owned())
            }
            Ok(Ok(Channel::Private(_))) => Ok(Place::Dm),
            Ok(Ok(_)) => Ok(Place::Channel),
            Ok(Err(error)) => Err(format!("its channel cannot be looked up: {error}")),
            Err(_) => Err("its channel cannot be looked up in time".to_owned()),
        }
    }

    /// What the bot lacks to answer there; nothing where that is not known.
    fn missing(&self, message: &Message, place: Place) -> Vec<&'static str> {
        let (channel, in_thread) = match place {
            Place::Thread { parent, .. } => (NonZeroU64::new(parent).map(ChannelId::from), true),
            Place::Channel | Place::Dm => (Some(message.channel_id), false),
        };
        let held = message.guild_id.and_then(|guild| self.cache.guild(guild)).and_then(|guild| {
            let member = guild.members.iter().find(|(id, _)| id.get() == self.bot)?.1;
            Some(guild.user_permissions_in(guild.channels.get(&channel?)?, member))
        });
        let mut missing = held.map(|held| permissions::missing_to_answer(held, in_thread)).unwrap_or_default();
        let locked = in_thread && self.feed.threads.is_locked(message.channel_id.get());
        if locked && held.is_some_and(|held| !permissions::may_write_in_locked(held)) {
            missing.push("Manage Threads (the thread is locked)");
        }
        missing
    }
}

fn is_gone(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(error) if error.status_code() == Some(StatusCode::NOT_FOUND))
}

/// Names as the library's cache knows them.
pub struct CacheNames<'a> {
    cache: &'a Cache,
    guild: Option<GuildId>,
    bot: u64,
    /// People whose titles are not told.
    closed: &'a HashSet<u64>,
}

impl Names for CacheNames<'_> {
    fn user(&self, id: u64) -> Option<String> {
        (id == self.bot).then(|| self.cache.current_user().name.clone())
    }

    fn channel(&self, id: u64) -> Option<String> {
        let id = NonZeroU64::new(id).map(ChannelId::from)?;
        let guild = self.cache.guild(self.guild?)?;
        let thread = || guild.threads.iter().find(|thread| thread.id == id);
        let channel = guild.channels.get(&id).or_else(thread)?;
        let hidden = channel.owner_id.is_some_and(|owner| self.closed.contains(&owner.get()));
        Some(if hidden { format!("a thread of {CLOSED}") } else { channel.name.clone() })
    }

    fn role(&self, id: u64) -> Option<String> {
        let guild = self.cache.guild(self.guild?)?;
        guild.roles.get(&NonZeroU64::new(id).map(RoleId::from)?).map(|role| role.name.clone())
    }
}
