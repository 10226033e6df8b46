//! One message after the other, from the feed to the agents: looks up what must be known, decides, hands over. Owns that
//! whatever is ignored is ignored with a logged reason, and that a message that could not be taken in is answered.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::model::channel::Message;
use serenity::model::id::GuildId;
use tokio::time::MissedTickBehavior;

use super::again::Again;
use super::bot_loop::BotLoop;
use super::events::{Ignored, Place, deletion, edit, ignored_author, is_automatic, is_called_by_name};
use super::feed::Arrived;
use super::frontier::Frontier;
use super::ignored_log::IgnoredLog;
use super::look_up::LookUp;
use super::on_error;
use super::opening::introduced;
use super::outage::{Hitch, Outage, Queue};
use super::read_back::ReadBack;
use super::refusals::{Refusal, Refusals};
use super::seams::Intake;
use super::second_tries::{SecondTries, Try};
use super::words::start;
use crate::memory::{AgentKey, Incoming, MessageChange, Source};
use crate::store::Accepted;

/// Threads that are remembered to have been introduced.
const INTRODUCED: usize = 20_000;

/// Places that are remembered to be crowded.
const CROWDED: usize = 20_000;

/// Hands messages over.
pub struct Receiver {
    pub queue: Queue,
    pub outage: Outage,
    pub look_up: LookUp,
    pub intake: Arc<dyn Intake>,
    pub refusals: Refusals,
    pub ignored: IgnoredLog,
    pub loops: BotLoop,
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
    pub second_tries: SecondTries,
}

/// Where the message stands.
pub fn source_of(message: &Message) -> Source {
    Source { guild: message.guild_id.map(GuildId::get), channel: message.channel_id.get(), message: message.id.get() }
}

impl Receiver {
    /// Takes messages until the end, and then those that still wait.
    pub async fn run(mut self) {
        let mut write = tokio::time::interval(self.written);
        write.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let arrived = tokio::select! {
                arrived = self.queue.next() => arrived,
                _ = write.tick() => {
                    self.write().await;
                    match self.look_again().await {
                        Ok(()) => continue,
                        Err(_) => return,
                    }
                }
            };
            let Some(arrived) = arrived else { return self.write().await };
            if let Err(Hitch::Ended) = self.deal_with(arrived).await {
                return;
            }
            self.outage.over();
            self.look_up.feed.dealt_with();
        }
    }

    /// Tries again or reads back what could not be dealt with, when it is time.
    async fn look_again(&mut self) -> Result<(), Hitch> {
        while let Some(next) = self.second_tries.due(Instant::now()) {
            self.said(next).await?;
            self.outage.over();
        }
        if self.refusals.were_unsaid() {
            self.failed();
        }
        if self.again.is_due(Instant::now()) {
            self.read_back.missed();
        }
        Ok(())
    }

    /// Deals with one event. While the ledger is away it waits, and all that is behind it.
    ///
    /// # Errors
    /// [`Hitch::Ended`]: it was not dealt with.
    async fn deal_with(&mut self, arrived: Arrived) -> Result<(), Hitch> {
        match arrived {
            Arrived::Said { message, thread } => return self.said(Try::first(message, thread)).await,
            Arrived::Edited(message) => return self.edited(&message).await,
            Arrived::Deleted { channel, messages } => {
                for message in messages {
                    self.changed(deletion(channel, message)).await?;
                }
            }
            Arrived::CaughtUp(channel) => self.frontier.caught_up(channel),
            other => return self.write_down(other).await,
        }
        Ok(())
    }

    /// What nobody said.
    async fn write_down(&mut self, arrived: Arrived) -> Result<(), Hitch> {
        let what = match arrived {
            Arrived::Left(_) => "a place that is gone",
            Arrived::Came(_) => "a guild",
            Arrived::Present { .. } => "which guilds there are",
            _ => "a reaction",
        };
        while let Err(error) = noted(&*self.intake, &arrived).await {
            match self.wait_for_memory(None, error).await {
                Ok(()) => (),
                Err(Hitch::Lasting(error)) => {
                    tracing::error!(what, error, "what Discord told could not be written down");
                    break;
                }
                Err(ended) => return Err(ended),
            }
        }
        Ok(())
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

    /// Something was said. What could not be looked up is tried again; whoever called the bot is told when that is no use.
    async fn said(&mut self, now: Try) -> Result<(), Hitch> {
        let (channel, number) = (now.message.channel_id.get(), now.message.id.get());
        if now.is_again() {
            self.frontier.release(channel);
        }
        let cause = match self.receive(&now.message, now.thread).await {
            Ok(taken) => {
                self.frontier.dealt_with(channel, number, taken);
                self.again.went_well();
                return Ok(());
            }
            Err(Hitch::Lasting(cause)) => cause,
            Err(ended) => return Err(ended),
        };
        let trace = on_error::trace_of(number);
        let Err(last) = self.second_tries.after(now, Instant::now()) else {
            tracing::warn!(
                message_id = number,
                channel,
                trace,
                cause,
                "a message could not be taken in; it is tried again"
            );
            self.frontier.hold(channel);
            return Ok(());
        };
        tracing::error!(message_id = number, channel, trace, cause, "a message could not be taken in");
        if is_called_by_name(&last.message, self.look_up.bot) {
            self.refusals.say(&last.message, Refusal::Final, |lang| lang.traced(&lang.not_taken_in(), &trace));
        }
        self.frontier.dealt_with(channel, number, false);
        Ok(())
    }

    /// Whether it was taken in.
    async fn receive(&mut self, message: &Message, thread: Option<Place>) -> Result<bool, Hitch> {
        if let Some(reason) = ignored_author(message, self.look_up.bot) {
            return Ok(self.ignore(message, reason));
        }
        let closed = self.closed_people(Some(message)).await?;
        if closed.contains(&message.author.id.get()) {
            return Ok(self.ignore(message, Ignored::OptedOut));
        }
        if !is_automatic(message) {
            self.loops.person(message.channel_id.get());
        }
        let place = self.look_up.place(message, thread).await.map_err(Hitch::Lasting)?;
        let place = self.joined(place, message.channel_id.get());
        let rules = loop {
            match self.look_up.rules(message, place).await {
                Ok(rules) => break rules,
                Err(error) => self.wait_for_memory(Some(message), error.into()).await?,
            }
        };
        match self.look_up.classify(message, place, &rules, &closed) {
            Err(reason) => Ok(self.ignore(message, reason)),
            Ok(_) if is_automatic(message) && !self.loops.admit(message.channel_id.get()) => {
                Ok(self.ignore(message, Ignored::BotLoop))
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

    /// Those who opted out.
    async fn closed_people(&mut self, message: Option<&Message>) -> Result<Arc<HashSet<u64>>, Hitch> {
        loop {
            match self.intake.closed_people().await {
                Ok(closed) => return Ok(closed),
                Err(error) => self.wait_for_memory(message, error).await?,
            }
        }
    }

    /// Its author has changed it. What was never taken in stays so.
    async fn edited(&mut self, message: &Message) -> Result<(), Hitch> {
        let closed = match self.closed_people(None).await {
            Err(Hitch::Lasting(error)) => {
                tracing::error!(error, "an edit could not be written down");
                self.failed();
                return Ok(());
            }
            closed => closed?,
        };
        if closed.contains(&message.author.id.get()) {
            self.ignore(message, Ignored::OptedOut);
            return Ok(());
        }
        match edit(message, self.look_up.bot, &self.look_up.names(message, &closed), &closed) {
            Some(change) => self.changed(change).await,
            None => Ok(()),
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

    async fn changed(&mut self, change: MessageChange) -> Result<(), Hitch> {
        let message_id = change.message;
        while let Err(error) = self.intake.changed(change.clone()).await {
            match self.wait_for_memory(None, error).await {
                Ok(()) => (),
                Err(Hitch::Lasting(error)) => {
                    tracing::error!(
                        message_id,
                        error,
                        "a message was changed or deleted, and memory still has it as it was"
                    );
                    self.failed();
                    break;
                }
                Err(ended) => return Err(ended),
            }
        }
        Ok(())
    }

    async fn accept(&mut self, message: &Message, incoming: Incoming) -> Result<bool, Hitch> {
        let key = incoming.key.clone();
        if is_automatic(message) {
            heeded("that a program speaks", self.intake.program(incoming.person.id).await);
        }
        // A try of which the answer was lost may have been written: then the next one finds it.
        let accepted = loop {
            match self.intake.accept(incoming.clone()).await {
                Ok(accepted) => break accepted,
                Err(error) => self.wait_for_memory(Some(message), error).await?,
            }
        };
        Ok(match accepted {
            // Between the look and the write they may have opted out.
            Accepted::Refused => self.ignore(message, Ignored::OptedOut),
            Accepted::Full => self.no_room(message, key),
            accepted => {
                self.crowded.remove(&key);
                tracing::info!(message_id = %message.id, %key, ?accepted, "a message was taken in");
                true
            }
        })
    }

    /// Too much waits. That is said once in each place until something is taken in there again.
    fn no_room(&mut self, message: &Message, key: AgentKey) -> bool {
        if self.crowded.len() >= CROWDED {
            self.crowded.clear();
        }
        if self.crowded.insert(key) {
            self.refusals.say(message, Refusal::Final, |lang| lang.no_room());
        }
        self.ignore(message, Ignored::Crowded)
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

    /// It is not taken in, for that reason.
    fn ignore(&self, message: &Message, reason: Ignored) -> bool {
        ignored(message, &reason);
        self.ignored.note(message.channel_id.get(), message.id.get(), message.author.id.get(), reason);
        false
    }
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

/// Hands what nobody said over.
async fn noted(intake: &dyn Intake, arrived: &Arrived) -> Result<(), anyhow::Error> {
    match arrived {
        Arrived::Left(site) => intake.left(*site).await,
        Arrived::Came(guild) => intake.came(*guild).await,
        Arrived::Present { guilds, shard } => intake.present(guilds, *shard).await,
        Arrived::Reacted { message, feedback } => intake.reacted(*message, feedback.clone()).await,
        Arrived::Said { .. } | Arrived::Edited(_) | Arrived::Deleted { .. } | Arrived::CaughtUp(_) => Ok(()),
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
