//! Sentences below messages that are not dealt with, or not yet. Owns that saying one holds up nobody: it is done beside
//! what comes in, a few at a time, and one that could not be said lets its message come again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serenity::model::channel::Message;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use super::feed::Feed;
use super::frontier::Frontier;
use super::receiver::source_of;
use super::sink::DiscordSink;
use super::snowflake;
use super::words::{Lang, Languages};
use crate::memory::OutboxId;

/// Sentences that are said at the same time.
const AT_ONCE: usize = 16;

/// What a sentence says of its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing more comes of it.
    Final = 0,
    /// It waits.
    NotYet = 1,
}

/// Says them. Cheap to clone.
#[derive(Clone)]
pub struct Refusals {
    sink: DiscordSink,
    languages: Languages,
    feed: Arc<Feed>,
    frontier: Arc<Frontier>,
    tasks: TaskTracker,
    room: Arc<Semaphore>,
    unsaid: Arc<AtomicBool>,
}

impl Refusals {
    pub fn new(
        sink: DiscordSink,
        languages: Languages,
        feed: Arc<Feed>,
        frontier: Arc<Frontier>,
        tasks: TaskTracker,
    ) -> Self {
        let (room, unsaid) = (Arc::new(Semaphore::new(AT_ONCE)), Arc::default());
        Self { sink, languages, feed, frontier, tasks, room, unsaid }
    }

    /// Says that sentence below the message, in the language of who wrote it. Until it is said, a message of which nothing
    /// more comes does not count as dealt with.
    pub fn say(&self, message: &Message, what: Refusal, text: impl FnOnce(&Lang) -> String) {
        let source = source_of(message);
        let (channel, number) = (source.channel, source.message);
        let text = text(&self.languages.of(source.guild, Some(message.author.id.get())));
        let Ok(permit) = self.room.clone().try_acquire_owned() else {
            tracing::warn!(message_id = number, channel, "so much is refused that this could not be said");
            return self.came_to_nothing(what, number);
        };
        self.frontier.hold(channel);
        let this = self.clone();
        self.tasks.spawn(async move {
            if let Err(error) = this.sink.say(&source, text, id_of(number, what)).await {
                tracing::error!(message_id = number, channel, %error, "what becomes of a message could not be said");
                this.came_to_nothing(what, number);
            }
            this.frontier.release(channel);
            drop(permit);
        });
    }

    /// Whether one could not be said since this was asked.
    pub fn were_unsaid(&self) -> bool {
        self.unsaid.swap(false, Ordering::SeqCst)
    }

    /// Lets the message come again, if nothing else would.
    fn came_to_nothing(&self, what: Refusal, message: u64) {
        if what == Refusal::Final {
            self.feed.forget(message);
            self.frontier.missed();
            self.unsaid.store(true, Ordering::SeqCst);
        }
    }
}

/// The id of the sentence: always the same for a message, so that it is said once.
fn id_of(message: u64, what: Refusal) -> OutboxId {
    let mut rest = [0; 10];
    rest[1] = what as u8;
    rest[2..].copy_from_slice(&message.to_be_bytes());
    OutboxId(uuid::Builder::from_unix_timestamp_millis(snowflake::millis(message), &rest).into_uuid())
}
