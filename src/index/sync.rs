//! Keeps the index like the ledger: at once when it can, later when it cannot. The ledger says what is missing; losing the
//! index loses nothing.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{IndexError, Point, PointKind, SharedIndex, lexical};
use crate::clock::Clock;
use crate::embed::{EmbedError, SharedEmbedder};
use crate::memory::{AgentId, Body, Message, MessageId, Passage, PassageId, Scope};
use crate::store::{IndexFeed, IndexItem, StoreError};

/// Items taken in one go.
const BATCH: u64 = 128;
/// The first wait after a failure; each further one is twice as long, up to the longest.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Characters of the message before that go into a message's key.
const PREVIOUS: usize = 400;
/// Characters of one key.
const LONGEST_KEY: usize = 16_000;

/// Why the index is behind.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// These items cannot be indexed; everything else is.
    #[error("{0} items cannot be indexed; the log says why")]
    Refused(u64),
}

/// What was brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SyncReport {
    pub indexed: u64,
    pub removed: u64,
}

/// Brings the index up to date, one at a time.
pub struct IndexSync {
    feed: Arc<dyn IndexFeed>,
    index: SharedIndex,
    embedder: SharedEmbedder,
    clock: Arc<dyn Clock>,
    at_work: Mutex<()>,
    nudged: Notify,
}

impl IndexSync {
    /// Between that ledger and that index.
    pub fn new(feed: Arc<dyn IndexFeed>, index: SharedIndex, embedder: SharedEmbedder, clock: Arc<dyn Clock>) -> Self {
        Self { feed, index, embedder, clock, at_work: Mutex::default(), nudged: Notify::new() }
    }

    /// Says that there is something new. Returns at once.
    pub fn nudge(&self) {
        self.nudged.notify_one();
    }

    /// Catches up whenever nudged, and again after a failure, until told to stop.
    pub async fn run(&self, stopping: CancellationToken) {
        let mut wait = FIRST_WAIT;
        self.nudge();
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = self.nudged.notified() => {}
            }
            let Err(error) = self.catch_up().await else {
                wait = FIRST_WAIT;
                continue;
            };
            tracing::warn!(%error, again_in = ?wait, "the index is behind the ledger");
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(wait) => self.nudge(),
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Indexes what is new and takes out what is gone, until nothing is left.
    ///
    /// # Errors
    /// [`SyncError`]; what was done until then is done.
    pub async fn catch_up(&self) -> Result<SyncReport, SyncError> {
        self.catch_up_telling(&mut |_| {}).await
    }

    /// Empties the index and fills it again; `progress` hears how many of how many are done.
    ///
    /// # Errors
    /// [`SyncError`]; the next start goes on from there.
    pub async fn reindex(&self, progress: impl Fn(u64, u64) + Send + Sync) -> Result<SyncReport, SyncError> {
        self.index.clear().await?;
        let total = self.feed.rewind().await?;
        self.catch_up_telling(&mut |done| progress(done, total)).await
    }

    async fn catch_up_telling(&self, progress: &mut (dyn FnMut(u64) + Send)) -> Result<SyncReport, SyncError> {
        let _one_at_a_time = self.at_work.lock().await;
        let mut report = SyncReport::default();
        loop {
            let items = self.feed.unindexed(BATCH).await?;
            if items.is_empty() {
                break;
            }
            report.indexed += self.index_items(&items).await?;
            progress(report.indexed);
        }
        report.removed = self.bury().await?;
        Ok(report)
    }

    /// Indexes those items: together if it goes, else one by one, so that one the embedder or the engine refuses does not
    /// keep back the others.
    async fn index_items(&self, items: &[(AgentId, IndexItem)]) -> Result<u64, SyncError> {
        match self.index_batch(items).await {
            Ok(()) => return Ok(items.len() as u64),
            Err(error @ (SyncError::Store(_) | SyncError::Index(IndexError::Unavailable(_)))) => return Err(error),
            Err(_) if items.len() > 1 => {}
            Err(error) => return Err(error),
        }
        let (mut done, mut refused) = (0, 0);
        for item in items {
            match self.index_batch(std::slice::from_ref(item)).await {
                Ok(()) => done += 1,
                Err(error) => {
                    tracing::warn!(%error, item = %item_id(&item.1), "an item cannot be indexed");
                    refused += 1;
                }
            }
        }
        if refused > 0 { Err(SyncError::Refused(refused)) } else { Ok(done) }
    }

    async fn index_batch(&self, items: &[(AgentId, IndexItem)]) -> Result<(), SyncError> {
        let keys: Vec<String> = items.iter().map(|(_, item)| key_text(item)).collect();
        let vectors = self.embedder.embed(&keys).await?;
        let parts = items.iter().zip(&keys).zip(vectors);
        let points = parts.map(|(((agent, item), key), dense)| point(*agent, item, key, dense)).collect();
        self.index.upsert(points).await?;
        let messages: Vec<MessageId> = items.iter().filter_map(|(_, item)| message_id(item)).collect();
        let passages: Vec<PassageId> = items.iter().filter_map(|(_, item)| passage_id(item)).collect();
        self.feed.mark_indexed(&messages, &passages, self.clock.now()).await?;
        Ok(())
    }

    /// Takes out what the ledger no longer holds.
    async fn bury(&self) -> Result<u64, SyncError> {
        let mut removed = 0;
        loop {
            let graves = self.feed.tombstones(BATCH).await?;
            if graves.is_empty() {
                return Ok(removed);
            }
            let mut agents: Vec<AgentId> = graves.iter().map(|(_, agent)| *agent).collect();
            agents.sort_unstable();
            agents.dedup();
            for agent in agents {
                let ids: Vec<Uuid> = graves.iter().filter(|(_, owner)| *owner == agent).map(|(id, _)| *id).collect();
                self.index.delete(&Scope::of_item(agent), &ids).await?;
            }
            let ids: Vec<Uuid> = graves.iter().map(|(id, _)| *id).collect();
            self.feed.clear_tombstones(&ids).await?;
            removed += ids.len() as u64;
        }
    }
}

fn item_id(item: &IndexItem) -> Uuid {
    match item {
        IndexItem::Message { message, .. } => message.id.0,
        IndexItem::Passage(passage) => passage.id.0,
    }
}

fn message_id(item: &IndexItem) -> Option<MessageId> {
    match item {
        IndexItem::Message { message, .. } => Some(message.id),
        IndexItem::Passage(_) => None,
    }
}

fn passage_id(item: &IndexItem) -> Option<PassageId> {
    match item {
        IndexItem::Message { .. } => None,
        IndexItem::Passage(passage) => Some(passage.id),
    }
}

/// What a thing is found by: a message by its date, speaker and what was said before it too, since a bare line ("yes, on
/// Friday!") says little by itself. Pure.
pub fn key_text(item: &IndexItem) -> String {
    let text = match item {
        IndexItem::Passage(Passage { text, tags, .. }) => format!("{text}\n{}", tags.join(" ")),
        IndexItem::Message { message, previous } => {
            let before = previous.as_ref().map(|message| clip(&words(message), PREVIOUS)).unwrap_or_default();
            format!("{}\n{before}\n{}", message.at.format("%-d %B %Y"), words(message))
        }
    };
    clip(&text, LONGEST_KEY)
}

fn clip(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}

/// Who says what, with what came along.
fn words(message: &Message) -> String {
    let Body::Person { person, text, attachments, quote } = &message.body else {
        return message.body.text().to_owned();
    };
    let mut words = format!("{}: {text}", person.name);
    for attachment in attachments {
        words.push_str(&format!(" [{} {}]", attachment.name, attachment.description.as_deref().unwrap_or_default()));
    }
    if let Some(quote) = quote {
        words.push_str(&format!(" ({}: {})", quote.author, clip(&quote.text, PREVIOUS)));
    }
    words
}

fn point(agent: AgentId, item: &IndexItem, key: &str, dense: Vec<f32>) -> Point {
    let author = match item {
        IndexItem::Message { message, .. } => match &message.body {
            Body::Person { person, .. } => vec![person.id.to_string(), person.name.to_lowercase()],
            _ => vec!["agent".to_owned()],
        },
        IndexItem::Passage(_) => Vec::new(),
    };
    let (kind, tags, at) = match item {
        IndexItem::Message { message, .. } => (PointKind::Message, Vec::new(), message.at),
        IndexItem::Passage(passage) => (PointKind::Passage, passage.tags.clone(), passage.created_at),
    };
    Point {
        id: item_id(item),
        scope: Scope::of_item(agent),
        kind,
        author,
        tags,
        at,
        dense: Some(dense).filter(|vector| vector.iter().any(|value| *value != 0.0)),
        sparse: lexical::document_vector(key),
    }
}
