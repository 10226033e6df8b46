//! The gateway's events in their order. The library hands each event to a task of its own, where they overtake each other;
//! its collectors run inside the loop that reads them and keep the order. Owns that, that a message comes once, and that no
//! more wait than there is room for: what comes faster than it can be dealt with is read back from its channel later.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serenity::gateway::{CollectorCallback, ShardMessenger};
use serenity::model::channel::{Message, Reaction, ReactionType};
use serenity::model::event::{Event, MessageUpdateEvent};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::events::{Place, shown_name};
use super::frontier::Frontier;
use super::overtaken::Overtaken;
use super::recent::Recent;
use super::threads::ThreadBook;
use super::words::Languages;
use crate::agent::Feedback;
use crate::memory::PersonId;
use crate::settings::Site;

/// What the gateway told of messages, and waits to be taken in.
pub enum Arrived {
    /// Something was said.
    Said {
        message: Box<Message>,
        /// The thread it stands in as the gateway knew it at that moment: events behind it may have changed it by now.
        thread: Option<Place>,
    },
    /// What was said is something else now.
    Edited(Box<Message>),
    /// These are gone, by their numbers.
    Deleted { channel: u64, messages: Vec<u64> },
    /// A guild is gone with the bot, or a channel or thread was deleted.
    Left(Site),
    /// The bot is in that guild.
    Came(u64),
    /// All guilds that the bot is in, as far as that shard (its number, and how many there are) serves them.
    Present { guilds: Vec<u64>, shard: (u32, u32) },
    /// Something was done to the reactions below it.
    Reacted { message: u64, feedback: Feedback },
    /// What was missed in that channel stands before this.
    CaughtUp(u64),
}

/// A channel in which more was said than there was room for.
#[derive(Debug, Clone, Copy)]
pub struct Flood {
    pub channel: u64,
    pub guild: Option<u64>,
    /// The first message that was passed over.
    pub first: u64,
    /// How often one was.
    passed_over: u64,
}

/// Takes messages from the gateway and queues each once, in order.
pub struct Feed {
    bot: u64,
    pub threads: ThreadBook,
    languages: Languages,
    seen: Mutex<Recent>,
    overtaken: Mutex<Overtaken>,
    queue: UnboundedSender<Arrived>,
    /// How many wait, and may.
    waiting: AtomicUsize,
    most: usize,
    floods: Mutex<HashMap<u64, Flood>>,
    /// Edits were passed over, somewhere.
    lagging: AtomicBool,
    /// There is room again.
    room: Notify,
    drained: Notify,
    frontier: Arc<Frontier>,
    /// Which listener of each shard is the current one.
    listeners: Mutex<HashMap<u32, u64>>,
}

impl Feed {
    /// A feed, and the queue that it fills.
    /// At most `most` messages wait in it.
    pub fn new(
        bot: u64,
        languages: Languages,
        frontier: Arc<Frontier>,
        most: usize,
    ) -> (Arc<Self>, UnboundedReceiver<Arrived>) {
        let (queue, receiver) = unbounded_channel();
        let feed = Self {
            bot,
            threads: ThreadBook::new(bot),
            languages,
            seen: Mutex::default(),
            overtaken: Mutex::default(),
            queue,
            waiting: AtomicUsize::new(0),
            most,
            floods: Mutex::default(),
            lagging: AtomicBool::new(false),
            room: Notify::new(),
            drained: Notify::new(),
            frontier,
            listeners: Mutex::default(),
        };
        (Arc::new(feed), receiver)
    }

    /// Whether the bot itself wrote it.
    pub fn is_own(&self, message: &Message) -> bool {
        message.author.id.get() == self.bot
    }

    /// Listens to that shard from now on. A shard that was begun anew has lost its listeners, so this is called at every
    /// change of its state; the listener before ends.
    pub fn listen(self: &Arc<Self>, shard: u32, messenger: &ShardMessenger) {
        let mine = locked(&self.listeners).get(&shard).copied().unwrap_or(0) + 1;
        let feed = self.clone();
        messenger.add_collector(CollectorCallback(Box::new(move |event| {
            let current = locked(&feed.listeners).get(&shard).is_none_or(|current| mine >= *current);
            if current {
                feed.hear(event);
            }
            current
        })));
        // Only now does the one before end: for a moment both listen, and what comes twice is queued once.
        locked(&self.listeners).insert(shard, mine);
    }

    fn hear(&self, event: &Event) {
        self.threads.see(event);
        self.languages.see(event);
        match event {
            Event::MessageCreate(event) => self.offer(&event.message),
            Event::MessageUpdate(event) => {
                if let Some(message) = edited(event) {
                    self.hear_edited(message);
                }
            }
            Event::MessageDelete(event) => self.offer_deleted(event.channel_id.get(), vec![event.message_id.get()]),
            Event::MessageDeleteBulk(event) => {
                self.offer_deleted(event.channel_id.get(), event.ids.iter().map(|id| id.get()).collect());
            }
            // A guild that is only out of reach for now was not left (Discord's reference, "Guild Delete").
            Event::GuildDelete(event) if !event.guild.unavailable => {
                let guild = event.guild.id.get();
                self.queue(guild, Arrived::Left(Site::Guild(guild)));
            }
            Event::GuildCreate(event) => self.queue(event.guild.id.get(), Arrived::Came(event.guild.id.get())),
            Event::ChannelDelete(event) => self.gone(event.channel.id.get()),
            Event::ThreadDelete(event) => self.gone(event.thread.id.get()),
            Event::ReactionAdd(event) => self.react(&event.reaction, true),
            Event::ReactionRemove(event) => self.react(&event.reaction, false),
            Event::ReactionRemoveAll(event) => {
                let message = event.message_id.get();
                self.queue(message, Arrived::Reacted { message, feedback: Feedback::Cleared });
            }
            _ => {}
        }
    }

    /// Queues an edit. Where there is no room the channel is read back from there, if the message is still to come.
    fn hear_edited(&self, message: Message) {
        locked(&self.overtaken).edited(&message);
        let waits =
            locked(&self.floods).get(&message.channel_id.get()).is_some_and(|flood| message.id.get() >= flood.first);
        if waits {
            return;
        }
        // An edit holds a whole message.
        if self.is_overrun() {
            self.frontier.missed();
            self.lagging.store(true, Ordering::SeqCst);
            return;
        }
        self.offer_edited(message);
    }

    /// Whether so much waits that only what must not be passed over is queued.
    fn is_overrun(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) >= self.most * 2
    }

    /// Whether edits were passed over since this was asked: everything is to be read back for them.
    pub fn has_lagged(&self) -> bool {
        self.lagging.swap(false, Ordering::SeqCst)
    }

    fn gone(&self, channel: u64) {
        self.queue(channel, Arrived::Left(Site::Channel(channel)));
    }

    /// Queues which guilds there are.
    pub fn offer_present(&self, guilds: Vec<u64>, shard: (u32, u32)) {
        self.queue(shard.0.into(), Arrived::Present { guilds, shard });
    }

    /// Queues a reaction of a person to a message that may be the bot's.
    fn react(&self, reaction: &Reaction, added: bool) {
        let others = reaction.message_author_id.is_some_and(|author| author.get() != self.bot);
        if let Some(feedback) = feedback(reaction, added, self.bot).filter(|_| !others) {
            if self.is_overrun() {
                tracing::debug!("too much waits; a reaction is passed over");
                return;
            }
            let message = reaction.message_id.get();
            self.queue(message, Arrived::Reacted { message, feedback });
        }
    }

    /// The message was not dealt with: when it comes again it is queued again.
    pub fn forget(&self, message: u64) {
        locked(&self.seen).remove(message);
    }

    /// Queues the message unless it was queued before. Where there is no room it is read back later.
    pub fn offer(&self, message: &Message) {
        if !locked(&self.seen).insert(message.id.get()) {
            return;
        }
        let (channel, guild) = (message.channel_id.get(), message.guild_id.map(|guild| guild.get()));
        if self.passes_over(channel, guild, message.id.get()) {
            locked(&self.seen).remove(message.id.get());
            return;
        }
        self.offer_new(message);
    }

    /// Whether something in that channel has to wait in Discord.
    fn passes_over(&self, channel: u64, guild: Option<u64>, first: u64) -> bool {
        let mut floods = locked(&self.floods);
        if let Some(flood) = floods.get_mut(&channel) {
            flood.passed_over += 1;
            flood.first = flood.first.min(first);
            return true;
        }
        if self.waiting.load(Ordering::SeqCst) < self.most {
            return false;
        }
        tracing::warn!(channel, "messages come faster than they can be dealt with; they are read back later");
        self.frontier.falls_behind(channel);
        floods.insert(channel, Flood { channel, guild, first, passed_over: 1 });
        true
    }

    /// Queues a message that was read back, unless it was queued before. Whoever offers waits for room.
    pub fn offer_back(&self, message: Message) {
        if locked(&self.seen).insert(message.id.get()) {
            self.offer_new(&message);
        }
    }

    /// Waits for room.
    pub async fn room(&self) {
        loop {
            let room = self.room.notified();
            // What comes meanwhile needs room too.
            if self.waiting.load(Ordering::SeqCst) < self.most.div_ceil(2) {
                return;
            }
            room.await;
        }
    }

    /// One of the queue was dealt with.
    pub fn dealt_with(&self) {
        let before = self.waiting.fetch_sub(1, Ordering::SeqCst);
        if before <= self.most {
            self.room.notify_waiters();
        }
        let behind = || self.lagging.load(Ordering::SeqCst) || !locked(&self.floods).is_empty();
        if before <= self.most / 2 + 1 && behind() {
            self.drained.notify_one();
        }
    }

    /// Waits until there is room for what was passed over.
    pub async fn drained(&self) {
        self.drained.notified().await;
    }

    /// Channels in which something was passed over.
    pub fn floods(&self) -> Vec<Flood> {
        locked(&self.floods).values().copied().collect()
    }

    /// They are to be tried again.
    pub fn still_flooded(&self) {
        self.drained.notify_one();
    }

    /// How often something was passed over in that channel, if it still is.
    pub fn passed_over(&self, channel: u64) -> Option<u64> {
        locked(&self.floods).get(&channel).map(|flood| flood.passed_over)
    }

    /// All of it was read, as long as no more than that was passed over. Whether it was.
    pub fn flood_ends(&self, channel: u64, passed_over: Option<u64>) -> bool {
        let mut floods = locked(&self.floods);
        if passed_over.is_some_and(|known| floods.get(&channel).is_some_and(|flood| flood.passed_over != known)) {
            return false;
        }
        floods.remove(&channel);
        self.queue(channel, Arrived::CaughtUp(channel));
        true
    }

    /// Queues that what was missed in that channel was queued, unless there is a flood there, which ends later.
    pub fn offer_caught_up(&self, channel: u64) {
        if !locked(&self.floods).contains_key(&channel) {
            self.queue(channel, Arrived::CaughtUp(channel));
        }
    }

    fn offer_new(&self, message: &Message) {
        let Some(message) = locked(&self.overtaken).as_it_is(message.clone()) else {
            return tracing::debug!(message_id = %message.id, "a message was deleted before it came");
        };
        let thread = self.threads.place(message.channel_id.get());
        self.queue(message.id.get(), Arrived::Said { message: Box::new(message), thread });
    }

    /// Queues that a message was changed. A channel that is read back is read for that too.
    pub fn offer_edited(&self, message: Message) {
        self.queue(message.id.get(), Arrived::Edited(Box::new(message)));
    }

    /// Queues that messages were deleted.
    pub fn offer_deleted(&self, channel: u64, messages: Vec<u64>) {
        locked(&self.overtaken).deleted(&messages);
        self.queue(channel, Arrived::Deleted { channel, messages });
    }

    fn queue(&self, id: u64, arrived: Arrived) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        if self.queue.send(arrived).is_err() {
            tracing::warn!(id, "an event came after the end");
        }
    }
}

/// What the reaction tells; nothing when the bot itself or another one made it.
fn feedback(reaction: &Reaction, added: bool, bot: u64) -> Option<Feedback> {
    let member = reaction.member.as_ref();
    let by = reaction.user_id?.get();
    if by == bot || member.is_some_and(|member| member.user.bot) {
        return None;
    }
    let emoji = match &reaction.emoji {
        ReactionType::Unicode(emoji) => emoji.clone(),
        ReactionType::Custom { name, id, .. } => format!(":{}:", name.clone().unwrap_or_else(|| id.to_string())),
        _ => return None,
    };
    let person = PersonId(by);
    Some(if added {
        let name = member.map(|member| shown_name(&member.user, member.nick.as_deref()));
        Feedback::Added { person, name, emoji }
    } else {
        Feedback::TakenBack { person, emoji }
    })
}

/// The whole message after its author has changed it. Discord also tells of previews that it adds itself; those carry
/// no time of an edit.
fn edited(event: &MessageUpdateEvent) -> Option<Message> {
    event.edited_timestamp?;
    let mut whole = serde_json::to_value(event).ok()?;
    whole.as_object_mut()?.retain(|_, value| !value.is_null());
    serde_json::from_value(whole)
        .inspect_err(|error| tracing::warn!(message_id = %event.id, %error, "an edit came without the whole message"))
        .ok()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
