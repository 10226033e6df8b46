//! A ledger, an index and an embedder in memory that fail when they are told to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use keepsake::clock::Moment;
use keepsake::embed::{EmbedError, Embedder};
use keepsake::index::{Candidates, IndexError, IndexFilter, IndexQuery, MemoryIndex, Point};
use keepsake::memory::{Actor, AgentId, Body, Message, MessageId, Passage, PassageId, Person, PersonId, Scope};
use keepsake::store::{IndexFeed, IndexItem, ItemId, StoreError, Unindexed};
use tokio::sync::watch;
use uuid::Uuid;

use super::super::texts::{DIMS, embed, message, minutes, scope};

pub fn id(n: u64) -> Uuid {
    Uuid::from_u64_pair(3, n)
}

/// A message of the agent `n % 3`.
pub fn said(n: u64, name: &str, text: &str) -> (AgentId, IndexItem) {
    let person = Person { id: PersonId(7), name: name.into() };
    let body = Body::Person { person, text: text.into(), attachments: Vec::new(), quote: None };
    let message =
        Message { id: MessageId(id(n)), seq: n as i64, turn: None, body, source: None, at: minutes(n as i64) };
    (scope(n % 3).agent(), IndexItem::Message { message, previous: None, next: None, facts: String::new() })
}

pub fn passage(n: u64, text: &str, tags: &[&str]) -> (AgentId, IndexItem) {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    let passage = Passage { id: PassageId(id(n)), ..Passage::new(text.into(), tags, Actor::Model, minutes(n as i64)) };
    (scope(n % 3).agent(), IndexItem::Passage(passage))
}

#[derive(Default)]
struct Books {
    items: BTreeMap<Uuid, (AgentId, IndexItem)>,
    indexed: BTreeSet<Uuid>,
    tombstones: Vec<(Uuid, AgentId)>,
}

impl Books {
    fn waiting(&self) -> usize {
        self.items.keys().filter(|id| !self.indexed.contains(id)).count()
    }
}

/// The part of a ledger that the upkeep sees. Ids rise with time.
pub struct Feed {
    books: Mutex<Books>,
    changed: watch::Sender<()>,
}

impl Default for Feed {
    fn default() -> Self {
        Self { books: Mutex::default(), changed: watch::channel(()).0 }
    }
}

impl Feed {
    pub fn add(&self, item: (AgentId, IndexItem)) {
        self.books.lock().unwrap().items.insert(item.1.id().point(), item);
    }

    /// Removes the `n`th item and leaves a tombstone.
    pub fn reset(&self, n: u64) {
        let mut books = self.books.lock().unwrap();
        let (agent, _) = books.items.remove(&id(n)).unwrap();
        books.tombstones.push((id(n), agent));
    }

    pub fn waiting(&self) -> usize {
        self.books.lock().unwrap().waiting()
    }

    pub fn buried(&self) -> usize {
        self.books.lock().unwrap().tombstones.len()
    }

    pub async fn until_waiting(&self, count: usize) {
        self.changed.subscribe().wait_for(|()| self.waiting() == count).await.unwrap();
    }
}

#[async_trait]
impl IndexFeed for Feed {
    async fn unindexed(&self, limit: u64) -> Result<Vec<Unindexed>, StoreError> {
        let books = self.books.lock().unwrap();
        let waiting = books.items.iter().filter(|(id, _)| !books.indexed.contains(id)).map(|(_, item)| item.clone());
        let waiting = waiting.map(|(agent, item)| Unindexed { agent, item, revision: 1 });
        Ok(waiting.take(limit as usize).collect())
    }

    async fn mark_indexed(&self, done: &[(ItemId, i64)], _: Moment) -> Result<(), StoreError> {
        self.books.lock().unwrap().indexed.extend(done.iter().map(|(id, _)| id.point()));
        self.changed.send_replace(());
        Ok(())
    }

    async fn mark_lost(&self, points: &[Uuid]) -> Result<(), StoreError> {
        self.books.lock().unwrap().indexed.retain(|id| !points.contains(id));
        Ok(())
    }

    async fn tombstones(&self, limit: u64) -> Result<Vec<(Uuid, AgentId)>, StoreError> {
        Ok(self.books.lock().unwrap().tombstones.iter().take(limit as usize).copied().collect())
    }

    async fn clear_tombstones(&self, points: &[Uuid]) -> Result<(), StoreError> {
        self.books.lock().unwrap().tombstones.retain(|(id, _)| !points.contains(id));
        Ok(())
    }

    async fn rewind(&self) -> Result<u64, StoreError> {
        let mut books = self.books.lock().unwrap();
        books.indexed.clear();
        Ok(books.items.len() as u64)
    }

    async fn indexed(&self) -> Result<u64, StoreError> {
        Ok(self.books.lock().unwrap().indexed.len() as u64)
    }

    async fn backlog(&self) -> Result<(u64, u64), StoreError> {
        let books = self.books.lock().unwrap();
        Ok((books.waiting() as u64, books.tombstones.len() as u64))
    }
}

/// An index that only keeps.
#[derive(Default)]
pub struct Shelf {
    points: Mutex<BTreeMap<Uuid, Point>>,
    pub writes: AtomicUsize,
    pub down: AtomicBool,
}

impl Shelf {
    pub fn points(&self) -> BTreeMap<Uuid, Point> {
        self.points.lock().unwrap().clone()
    }

    pub fn lose(&self) {
        self.points.lock().unwrap().clear();
    }

    pub fn put_stray(&self, id: Uuid) {
        self.points.lock().unwrap().insert(id, message(0, scope(0), "stray"));
    }

    fn writing(&self) -> Result<(), IndexError> {
        self.writes.fetch_add(1, Ordering::SeqCst);
        match self.down.load(Ordering::SeqCst) {
            true => Err(IndexError::Unavailable("the shelf is away".into())),
            false => Ok(()),
        }
    }
}

#[async_trait]
impl MemoryIndex for Shelf {
    async fn upsert(&self, points: Vec<Point>) -> Result<(), IndexError> {
        self.writing()?;
        self.points.lock().unwrap().extend(points.into_iter().map(|point| (point.id, point)));
        Ok(())
    }

    async fn delete(&self, scope: &Scope, ids: &[Uuid]) -> Result<(), IndexError> {
        self.writing()?;
        self.points.lock().unwrap().retain(|id, point| point.scope != *scope || !ids.contains(id));
        Ok(())
    }

    async fn clear(&self) -> Result<(), IndexError> {
        self.writing()?;
        self.lose();
        Ok(())
    }

    async fn search(&self, _: &Scope, _: &IndexQuery) -> Result<Candidates, IndexError> {
        panic!("the upkeep does not search")
    }

    async fn count(&self, _: &Scope, _: &IndexFilter) -> Result<u64, IndexError> {
        panic!("the upkeep does not count within a scope")
    }

    async fn present(&self, _: &Scope, _: &[Uuid]) -> Result<u64, IndexError> {
        panic!("the upkeep does not look for points")
    }

    async fn total(&self) -> Result<u64, IndexError> {
        Ok(self.points.lock().unwrap().len() as u64)
    }

    async fn describe(&self) -> Result<String, IndexError> {
        Ok("a shelf".into())
    }

    async fn close(&self) -> Result<(), IndexError> {
        Ok(())
    }
}

/// The embedder of these tests. It fails a batch that holds `REFUSED`, unless it is lenient, and answers nonsense to `NAN`.
pub struct Words {
    pub calls: AtomicUsize,
    /// Texts embedded in calls that went well.
    pub texts: AtomicUsize,
    pub down: AtomicBool,
    pub lenient: AtomicBool,
    /// It never answers.
    pub stuck: AtomicBool,
    called: watch::Sender<()>,
}

impl Default for Words {
    fn default() -> Self {
        Self {
            calls: AtomicUsize::default(),
            texts: AtomicUsize::default(),
            down: AtomicBool::default(),
            lenient: AtomicBool::default(),
            stuck: AtomicBool::default(),
            called: watch::channel(()).0,
        }
    }
}

impl Words {
    pub async fn until_calls(&self, count: usize) {
        let enough = |(): &()| self.calls.load(Ordering::SeqCst) >= count;
        self.called.subscribe().wait_for(enough).await.unwrap();
    }
}

#[async_trait]
impl Embedder for Words {
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.called.send_replace(());
        if self.stuck.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        let refused = !self.lenient.load(Ordering::SeqCst) && texts.iter().any(|text| text.contains("REFUSED"));
        if refused || self.down.load(Ordering::SeqCst) {
            return Err(EmbedError::Endpoint("not this".into()));
        }
        self.texts.fetch_add(texts.len(), Ordering::SeqCst);
        let vector = |text: &String| match text.as_str() {
            text if text.contains("NAN") => vec![f32::NAN; DIMS],
            text if text.contains(char::is_alphanumeric) => embed(text),
            _ => vec![0.0; DIMS],
        };
        Ok(texts.iter().map(vector).collect())
    }

    fn dims(&self) -> usize {
        DIMS
    }

    fn name(&self) -> &str {
        "words"
    }
}
