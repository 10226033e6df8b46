//! One message after the other, from the feed to the agents: looks up what must be known, decides, hands over. Owns that
//! whatever is ignored is ignored with a logged reason, and that a message that could not be taken in is answered.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::model::channel::Message;
use serenity::model::id::GuildId;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use super::again::Again;
use super::bot_loop::BotLoop;
use super::events::{Ignored, Place, deletion, edit, ignored_author, is_automatic};
use super::feed::Arrived;
use super::frontier::Frontier;
use super::ignored_log::IgnoredLog;
use super::look_up::LookUp;
use super::on_error;
use super::opening::introduced;
use super::read_back::ReadBack;
use super::rest::RestError;
use super::seams::Intake;
use super::sink::DiscordSink;
use super::snowflake;
use super::words::{Lang, Languages, start};
use crate::agent::Feedback;
use crate::memory::{AgentKey, Incoming, MessageChange, OutboxId, Source};
use crate::store::Accepted;

/// Threads that are remembered to have been introduced.
const INTRODUCED: usize = 20_000;

/// Places that are remembered to be crowded.
const CROWDED: usize = 20_000;

/// Hands messages over.
pub struct Receiver {
    pub look_up: LookUp,
    pub intake: Arc<dyn Intake>,
    pub sink: DiscordSink,
    pub ignored: IgnoredLog,
    pub loops: BotLoop,
    pub languages: Languages,
    /// Threads in which the bot was addressed and of which the gateway has not yet said that it takes part.
    pub addressed: HashSet<u64>,
    /// Threads of which their agents know how they began.
    pub introduced: HashSet<u64>,
    /// Places where it was said that too much waits.
    pub crowded: HashSet<AgentKey>,
    /// Up to where messages were dealt with, and how often that is written down.
    pub frontier: Arc<Frontier>,
    pub written: Duration,
    /// Reads back what could not be taken in, and when.
    pub read_back: Arc<ReadBack>,
    pub again: Again,
}

fn source_of(message: &Message) -> Source {
    Source { guild: message.guild_id.map(GuildId::get), channel: message.channel_id.get(), message: message.id.get() }
}

impl Receiver {
    /// Takes messages until `ended`, and then those that still wait.
    pub async fn run(mut self, mut queue: UnboundedReceiver<Arrived>, ended: CancellationToken) {
        let mut write = tokio::time::interval(self.written);
        write.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let arrived = tokio::select! {
                arrived = queue.recv() => arrived,
                () = ended.cancelled(), if !queue.is_closed() => {
                    queue.close();
                    continue;
                }
                _ = write.tick() => {
                    self.write().await;
                    if self.again.is_due(Instant::now()) {
                        self.read_back.missed();
                    }
                    continue;
                }
            };
            let Some(arrived) = arrived else { return self.write().await };
            self.deal_with(arrived).await;
            self.look_up.feed.dealt_with();
        }
    }

    async fn deal_with(&mut self, arrived: Arrived) {
        match arrived {
            Arrived::Said { message, thread } => match self.receive(&message, thread).await {
                Some(taken) => {
                    self.frontier.dealt_with(message.channel_id.get(), message.id.get(), taken);
                    self.again.went_well();
                }
                None => self.failed(),
            },
            Arrived::Edited(message) => self.edited(&message).await,
            Arrived::Deleted { channel, messages } => self.deleted(channel, &messages).await,
            Arrived::Left(site) => heeded("a place that is gone", self.intake.left(site).await),
            Arrived::Came(guild) => heeded("a guild", self.intake.came(guild).await),
            Arrived::Present { guilds, shard } => {
                heeded("which guilds there are", self.intake.present(&guilds, shard).await);
            }
            Arrived::Reacted { message, feedback } => self.reacted(message, feedback).await,
            Arrived::CaughtUp(channel) => self.frontier.caught_up(channel),
        }
    }

    /// Something could not be taken in: it is read back later, and until then nothing counts as dealt with.
    fn failed(&mut self) {
        self.frontier.missed();
        self.again.failed(Instant::now());
    }

    /// Writes down up to where messages were dealt with.
    async fn write(&self) {
        let through = self.frontier.take();
        if !through.is_empty() {
            heeded("up to where messages were dealt with", self.intake.seen_through(&through).await);
        }
    }

    /// Whether it was taken in; none if nothing was done with it, so that it is to come again.
    async fn receive(&mut self, message: &Message, thread: Option<Place>) -> Option<bool> {
        if let Some(reason) = ignored_author(message, self.look_up.bot) {
            return self.ignore(message, reason);
        }
        let closed = match self.intake.closed_people().await {
            Ok(closed) => closed,
            Err(error) => return self.not_taken_in(message, &format!("{error:#}")).await,
        };
        if closed.contains(&message.author.id.get()) {
            return self.ignore(message, Ignored::OptedOut);
        }
        if !is_automatic(message) {
            self.loops.person(message.channel_id.get());
        }
        let place = match self.look_up.place(message, thread).await {
            Ok(place) => self.joined(place, message.channel_id.get()),
            Err(cause) => return self.not_taken_in(message, &cause).await,
        };
        let rules = match self.look_up.rules(message, place).await {
            Ok(rules) => rules,
            Err(cause) => return self.not_taken_in(message, &cause).await,
        };
        match self.look_up.classify(message, place, &rules, &closed) {
            Err(reason) => self.ignore(message, reason),
            Ok(_) if is_automatic(message) && !self.loops.admit(message.channel_id.get()) => {
                self.ignore(message, Ignored::BotLoop)
            }
            Ok(mut incoming) => {
                if let Some(found) = self.look_up.answered(message, &closed).await {
                    incoming.quote = Some(found);
                }
                if let Place::Thread { parent, .. } = place {
                    self.introduce(message, parent, &closed, &mut incoming).await;
                }
                if matches!(place, Place::Thread { joined: false, .. }) {
                    self.addressed.insert(message.channel_id.get());
                }
                self.accept(message, incoming).await
            }
        }
    }

    /// Its author has changed it. What was never taken in stays so.
    async fn edited(&mut self, message: &Message) {
        let closed = match self.intake.closed_people().await {
            Ok(closed) => closed,
            Err(error) => {
                self.failed();
                return heeded("an edit", Err(error));
            }
        };
        if closed.contains(&message.author.id.get()) {
            self.ignore(message, Ignored::OptedOut);
            return;
        }
        if let Some(change) = edit(message, self.look_up.bot, &self.look_up.names(message, &closed), &closed) {
            self.changed(change).await;
        }
    }

    async fn deleted(&mut self, channel: u64, messages: &[u64]) {
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
    async fn introduce(&mut self, message: &Message, parent: u64, closed: &HashSet<u64>, incoming: &mut Incoming) {
        let thread = message.channel_id.get();
        if self.introduced.len() >= INTRODUCED {
            self.introduced.clear();
        }
        if !self.introduced.insert(thread) || !matches!(self.intake.recently_said(thread, 1).await.as_deref(), Ok([])) {
            return;
        }
        let own = message.id.get() == thread || incoming.quote.is_some();
        let opening = if own { None } else { self.look_up.opening(message, parent, closed).await };
        let title = self.look_up.feed.threads.title(thread, closed);
        incoming.quote = introduced(title, opening, incoming.quote.take());
    }

    async fn changed(&mut self, change: MessageChange) {
        let message_id = change.message;
        if let Err(error) = self.intake.changed(change).await {
            let error = format!("{error:#}");
            tracing::error!(message_id, error, "a message was changed or deleted, and memory still has it as it was");
            self.failed();
        }
    }

    async fn accept(&mut self, message: &Message, incoming: Incoming) -> Option<bool> {
        let key = incoming.key.clone();
        if is_automatic(message) {
            heeded("that a program speaks", self.intake.program(incoming.person.id).await);
        }
        match self.intake.accept(incoming).await {
            // Between the look and the write they may have opted out.
            Ok(Accepted::Refused) => self.ignore(message, Ignored::OptedOut),
            Ok(Accepted::Full) => self.no_room(message, key).await,
            Ok(accepted) => {
                self.crowded.remove(&key);
                tracing::info!(message_id = %message.id, %key, ?accepted, "a message was taken in");
                Some(true)
            }
            Err(error) => self.not_taken_in(message, &format!("{error:#}")).await,
        }
    }

    /// Too much waits. That is said once in each place until something is taken in there again.
    async fn no_room(&mut self, message: &Message, key: AgentKey) -> Option<bool> {
        let passed = self.ignore(message, Ignored::Crowded);
        if self.crowded.len() >= CROWDED {
            self.crowded.clear();
        }
        if self.crowded.insert(key)
            && let Err(error) = self.refuse(message, |lang| lang.no_room()).await
        {
            tracing::error!(%error, "and that could not be said");
        }
        passed
    }

    /// A message is never met with silence: who wrote it is told that it was not taken in.
    async fn not_taken_in(&self, message: &Message, cause: &str) -> Option<bool> {
        let trace = on_error::trace_of(message.id.get());
        tracing::error!(message_id = %message.id, channel = %message.channel_id, trace, cause, "a message could not be taken in");
        let said = self.refuse(message, |lang| lang.traced(&lang.not_taken_in(), &trace)).await;
        if let Err(error) = said {
            tracing::error!(trace, %error, "and that could not be said either");
            return None;
        }
        Some(false)
    }

    /// Says below a message why it is not dealt with, in the language of who wrote it.
    async fn refuse(&self, message: &Message, text: impl Fn(&Lang) -> String) -> Result<(), RestError> {
        let source = source_of(message);
        let lang = self.languages.of(source.guild, Some(message.author.id.get()));
        self.sink.say(&source, text(&lang), refusal(message.id.get())).await
    }

    /// Whoever is addressed in a thread takes part in it from then on, also before the gateway says so.
    fn joined(&mut self, place: Place, channel: u64) -> Place {
        match place {
            Place::Thread { joined: true, .. } => {
                self.addressed.remove(&channel);
                place
            }
            Place::Thread { parent, private, .. } => {
                Place::Thread { parent, joined: self.addressed.contains(&channel), private }
            }
            other => other,
        }
    }

    fn ignore(&self, message: &Message, reason: Ignored) -> Option<bool> {
        ignored(message, &reason);
        self.ignored.note(message.channel_id.get(), message.id.get(), message.author.id.get(), reason);
        Some(false)
    }
}

/// The id under which it is said that a message was not taken in: always the same, so that it is said once.
fn refusal(message: u64) -> OutboxId {
    let mut rest = [0; 10];
    rest[2..].copy_from_slice(&message.to_be_bytes());
    OutboxId(uuid::Builder::from_unix_timestamp_millis(snowflake::millis(message), &rest).into_uuid())
}

fn ignored(message: &Message, reason: &Ignored) {
    let (id, channel) = (message.id, message.channel_id);
    match reason {
        Ignored::Unreadable => {
            tracing::warn!(message_id = %id, %channel, %reason, hint = start::CONTENT_HINT, "ignored")
        }
        Ignored::CannotAnswer(_) | Ignored::Crowded => tracing::warn!(message_id = %id, %channel, %reason, "ignored"),
        _ => tracing::debug!(message_id = %id, %channel, %reason, "ignored"),
    }
}

fn heeded(what: &str, done: Result<(), anyhow::Error>) {
    if let Err(error) = done {
        let error = format!("{error:#}");
        tracing::error!(what, error, "what Discord told could not be written down");
    }
}

#[cfg(test)]
#[path = "receiver_tests.rs"]
mod tests;
