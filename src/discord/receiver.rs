//! One message after the other, from the feed to the agents: looks up what must be known, decides, hands over. Owns that
//! whatever is ignored is ignored with a logged reason, and that a message that could not be taken in is answered.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use chrono::Utc;
use serenity::cache::Cache;
use serenity::http::Http;
use serenity::model::channel::{Channel, ChannelType, Message};
use serenity::model::id::{ChannelId, GuildId, MessageId, RoleId};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_util::sync::CancellationToken;

use super::bot_loop::BotLoop;
use super::events::{Facts, Ignored, Place, beginning, classify, deletion, edit, ignored_author, is_automatic};
use super::feed::{Arrived, Feed};
use super::inward::Names;
use super::opening::{Opening, introduced};
use super::seams::Intake;
use super::sink::DiscordSink;
use super::words::{Languages, start};
use super::{on_error, permissions};
use crate::agent::Feedback;
use crate::memory::{Incoming, MessageChange, OutboxId, Source};
use crate::settings::{Rules, SettingsBook};

/// How long a look-up may hold up the messages behind it.
const LOOK_UP: Duration = Duration::from_secs(5);
/// Threads that are remembered to have been introduced.
const INTRODUCED: usize = 20_000;

/// Hands messages over.
pub struct Receiver {
    pub bot: u64,
    pub cache: Arc<Cache>,
    pub http: Arc<Http>,
    pub feed: Arc<Feed>,
    pub intake: Arc<dyn Intake>,
    pub sink: DiscordSink,
    pub settings: SettingsBook,
    pub loops: BotLoop,
    pub languages: Languages,
    /// Threads in which the bot was addressed and of which the gateway has not yet said that it takes part.
    pub addressed: HashSet<u64>,
    /// Threads of which their agents know how they began.
    pub introduced: HashSet<u64>,
}

impl Receiver {
    /// Takes messages until `ended`, and then those that still wait.
    pub async fn run(mut self, mut queue: UnboundedReceiver<Arrived>, ended: CancellationToken) {
        loop {
            let arrived = tokio::select! {
                arrived = queue.recv() => arrived,
                () = ended.cancelled(), if !queue.is_closed() => {
                    queue.close();
                    continue;
                }
            };
            match arrived {
                Some(Arrived::Said { message, thread }) => self.receive(&message, thread).await,
                Some(Arrived::Edited(message)) => self.edited(&message).await,
                Some(Arrived::Deleted { channel, messages }) => self.deleted(channel, &messages).await,
                Some(Arrived::Reacted { message, feedback }) => self.reacted(message, feedback).await,
                None => return,
            }
        }
    }

    async fn receive(&mut self, message: &Message, thread: Option<Place>) {
        if let Some(reason) = ignored_author(message, self.bot) {
            return ignored(message, &reason);
        }
        if !is_automatic(message) {
            self.loops.person(message.channel_id.get());
        }
        let place = match self.place(message, thread).await {
            Ok(place) => self.joined(place, message.channel_id.get()),
            Err(cause) => return self.not_taken_in(message, &cause).await,
        };
        let rules = match self.rules(message, place).await {
            Ok(rules) => rules,
            Err(cause) => return self.not_taken_in(message, &cause).await,
        };
        match self.classify(message, place, &rules) {
            Err(reason) => ignored(message, &reason),
            Ok(_) if is_automatic(message) && !self.loops.admit(message.channel_id.get()) => {
                ignored(message, &Ignored::BotLoop);
            }
            Ok(mut incoming) => {
                if let Place::Thread { parent, .. } = place {
                    self.introduce(message, parent, &mut incoming).await;
                }
                if matches!(place, Place::Thread { joined: false, .. }) {
                    self.addressed.insert(message.channel_id.get());
                }
                self.accept(message, incoming).await;
            }
        }
    }

    fn classify(&self, message: &Message, place: Place, rules: &Rules) -> Result<Incoming, Ignored> {
        let names = CacheNames { cache: &self.cache, guild: message.guild_id, bot: self.bot };
        let facts = Facts {
            bot: self.bot,
            place,
            guild: message.guild_id.map(GuildId::get),
            names: &names,
            missing: self.missing(message, place),
            rules,
            own_roles: &self.own_roles(message.guild_id),
        };
        classify(message, &facts)
    }

    /// What was set where the message stands.
    async fn rules(&self, message: &Message, place: Place) -> Result<Rules, String> {
        let channel = message.channel_id.get();
        if let Place::Thread { parent, .. } = place {
            self.settings.note_thread(channel, parent);
        }
        let rules = self.settings.rules(message.guild_id.map(GuildId::get), channel).await;
        rules.map_err(|error| format!("the settings cannot be read: {error}"))
    }

    /// The roles that Discord made for the bot when it was invited.
    fn own_roles(&self, guild: Option<GuildId>) -> Vec<u64> {
        let Some(guild) = guild.and_then(|guild| self.cache.guild(guild)) else { return Vec::new() };
        let own = guild.roles.values().filter(|role| role.tags.bot_id.is_some_and(|id| id.get() == self.bot));
        own.map(|role| role.id.get()).collect()
    }

    /// Its author has changed it. What was never taken in stays so.
    async fn edited(&self, message: &Message) {
        let names = CacheNames { cache: &self.cache, guild: message.guild_id, bot: self.bot };
        if let Some(change) = edit(message, self.bot, &names) {
            self.changed(change).await;
        }
    }

    async fn deleted(&self, channel: u64, messages: &[u64]) {
        for message in messages {
            self.changed(deletion(channel, *message)).await;
        }
    }

    async fn reacted(&self, message_id: u64, feedback: Feedback) {
        if let Err(error) = self.intake.reacted(message_id, feedback).await {
            tracing::warn!(message_id, error = format!("{error:#}"), "a reaction was not taken in");
        }
    }

    /// Lets the first message of a thread that the bot hears bring along what the thread is called and how it began.
    async fn introduce(&mut self, message: &Message, parent: u64, incoming: &mut Incoming) {
        let thread = message.channel_id.get();
        if self.introduced.len() >= INTRODUCED {
            self.introduced.clear();
        }
        if !self.introduced.insert(thread) || !matches!(self.intake.recently_said(thread, 1).await.as_deref(), Ok([])) {
            return;
        }
        let title = self.feed.threads.title(thread);
        let own = message.id.get() == thread || incoming.quote.is_some();
        let opening = if own { None } else { self.opening(message, parent).await };
        incoming.quote = introduced(title.as_deref(), opening, incoming.quote.take());
    }

    /// The first message of a thread: it has the thread's number, and stands in the channel, of a forum's post in the post
    /// itself (Discord's reference, "Threads"). A thread that was opened without one has none.
    async fn opening(&self, message: &Message, parent: u64) -> Option<Opening> {
        let thread = message.channel_id;
        let number = MessageId::new(thread.get());
        let found = tokio::time::timeout(LOOK_UP, async {
            match self.http.get_message(ChannelId::new(parent), number).await {
                Ok(first) => Ok(first),
                Err(_) => self.http.get_message(thread, number).await,
            }
        });
        let first =
            found.await.ok()?.inspect_err(|error| tracing::debug!(%error, "a thread's beginning is not known")).ok()?;
        let names = CacheNames { cache: &self.cache, guild: message.guild_id, bot: self.bot };
        Some(beginning(&first, self.bot, &names))
    }

    async fn changed(&self, change: MessageChange) {
        let message_id = change.message;
        if let Err(error) = self.intake.changed(change).await {
            let error = format!("{error:#}");
            tracing::error!(message_id, error, "a message was changed or deleted, and memory still has it as it was");
        }
    }

    async fn accept(&self, message: &Message, incoming: Incoming) {
        let key = incoming.key.clone();
        match self.intake.accept(incoming).await {
            Ok(accepted) => tracing::info!(message_id = %message.id, %key, ?accepted, "a message was taken in"),
            Err(error) => self.not_taken_in(message, &format!("{error:#}")).await,
        }
    }

    /// A message is never met with silence: who wrote it is told that it was not taken in.
    async fn not_taken_in(&self, message: &Message, cause: &str) {
        let trace = on_error::trace();
        tracing::error!(message_id = %message.id, channel = %message.channel_id, trace, cause, "a message could not be taken in");
        let source = Source {
            guild: message.guild_id.map(GuildId::get),
            channel: message.channel_id.get(),
            message: message.id.get(),
        };
        let lang = self.languages.of(source.guild, Some(message.author.id.get()));
        let text = lang.traced(&lang.not_taken_in(), &trace);
        let said = self.sink.say(&source, text, OutboxId::at(Utc::now())).await;
        if let Err(error) = said {
            tracing::error!(trace, %error, "and that could not be said either");
        }
    }

    /// Whoever is addressed in a thread takes part in it from then on, also before the gateway says so.
    fn joined(&mut self, place: Place, channel: u64) -> Place {
        match place {
            Place::Thread { joined: true, .. } => {
                self.addressed.remove(&channel);
                place
            }
            Place::Thread { parent, .. } => Place::Thread { parent, joined: self.addressed.contains(&channel) },
            other => other,
        }
    }

    /// Where the message stands. What the gateway did not tell is asked.
    async fn place(&self, message: &Message, thread: Option<Place>) -> Result<Place, String> {
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
        let locked = in_thread && self.feed.threads.is_locked(message.channel_id.get());
        let mut missing = held.map(|held| permissions::missing_to_answer(held, in_thread)).unwrap_or_default();
        if locked && held.is_some_and(|held| !permissions::may_write_in_locked(held)) {
            missing.push("Manage Threads (the thread is locked)");
        }
        missing
    }
}

fn ignored(message: &Message, reason: &Ignored) {
    let (id, channel) = (message.id, message.channel_id);
    match reason {
        Ignored::Unreadable => {
            tracing::warn!(message_id = %id, %channel, %reason, hint = start::CONTENT_HINT, "ignored")
        }
        Ignored::CannotAnswer(_) => tracing::warn!(message_id = %id, %channel, %reason, "ignored"),
        _ => tracing::debug!(message_id = %id, %channel, %reason, "ignored"),
    }
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

/// Names as the library's cache knows them.
struct CacheNames<'a> {
    cache: &'a Cache,
    guild: Option<GuildId>,
    bot: u64,
}

impl Names for CacheNames<'_> {
    fn user(&self, id: u64) -> Option<String> {
        (id == self.bot).then(|| self.cache.current_user().name.clone())
    }

    fn channel(&self, id: u64) -> Option<String> {
        let id = NonZeroU64::new(id).map(ChannelId::from)?;
        let guild = self.cache.guild(self.guild?)?;
        let thread = || guild.threads.iter().find(|thread| thread.id == id);
        guild.channels.get(&id).or_else(thread).map(|channel| channel.name.clone())
    }

    fn role(&self, id: u64) -> Option<String> {
        let guild = self.cache.guild(self.guild?)?;
        guild.roles.get(&NonZeroU64::new(id).map(RoleId::from)?).map(|role| role.name.clone())
    }
}
