//! Keeps the index up to the ledger: at once when it can, later when it cannot. Owns the order of the work and the
//! memory of what the embedder refused. Must not know which ledger, index or embedder it has.
//!
//! Every step can be done twice without harm (a point is stored again, a mark set again), so a crash between two steps, or
//! a caller that stops waiting, loses nothing. New points come before tombstones: whatever was reset while it was being
//! stored has left a tombstone, and so goes again.

mod refused;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::refused::Refused;
use super::key::Key;
use super::{IndexError, IndexFilter, Point, SharedIndex, check, key, lexical};
use crate::clock::Clock;
use crate::embed::{EmbedError, SharedEmbedder};
use crate::failpoint;
use crate::memory::Scope;
use crate::store::{IndexFeed, ItemId, StoreError, Unindexed};

/// Items embedded and stored together.
const BATCH: usize = 64;
/// Tombstones taken away together.
const TOMBSTONES: u64 = 1_000;
/// How long a search waits for the index to catch up, and for how long when it is known to be behind. The catching-up goes
/// on in the background.
const PATIENCE: Duration = Duration::from_secs(5);
const SHORT_PATIENCE: Duration = Duration::from_millis(100);
/// A text that any embedder takes. Whether it does tells a bad text from a bad embedder.
const PROBE: &str = "hello";

/// What stopped the upkeep. It goes on where it stopped when it is called again.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Embed(#[from] EmbedError),
}

/// What one catching-up did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SyncReport {
    /// Items that are now in the index.
    pub indexed: u64,
    /// Points that are gone from it.
    pub removed: u64,
    /// Items that the embedder refuses. They are tried again later.
    pub refused: u64,
}

/// How long failed upkeep waits before it tries again: from `first`, doubled each time, up to `longest`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    pub first: Duration,
    pub longest: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { first: Duration::from_secs(1), longest: Duration::from_secs(60) }
    }
}

/// The upkeep of one index from one ledger.
pub struct IndexSync {
    ledger: Arc<dyn IndexFeed>,
    index: SharedIndex,
    embedder: SharedEmbedder,
    clock: Arc<dyn Clock>,
    /// Held while working: one at a time.
    refused: Mutex<Refused>,
    nudged: Notify,
    /// The index failed: what it holds is to be compared with the ledger before it is trusted again.
    doubted: AtomicBool,
    /// It cannot be searched as it is: it fails, or lacks much.
    behind: AtomicBool,
    /// It may lack single things.
    suspect: Notify,
}

/// How the index stands to the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Health {
    /// It fails or is being filled, so that searches match words only.
    pub degraded: bool,
    /// Items that wait to be indexed.
    pub waiting: u64,
}

impl IndexSync {
    /// The parts that it works with. Nothing happens yet.
    pub fn new(
        ledger: Arc<dyn IndexFeed>,
        index: SharedIndex,
        embedder: SharedEmbedder,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            ledger,
            index,
            embedder,
            clock,
            refused: Mutex::default(),
            nudged: Notify::new(),
            doubted: AtomicBool::new(false),
            behind: AtomicBool::new(false),
            suspect: Notify::new(),
        }
    }

    /// Brings the index up to the ledger. Whoever calls while it is being done waits, and then does what has come since.
    ///
    /// # Errors
    /// [`SyncError`] when the ledger, the index or the embedder as a whole fails.
    pub async fn catch_up(&self) -> Result<SyncReport, SyncError> {
        self.catch_up_telling(&|_| ()).await
    }

    /// The same; `progress` is told after each batch how many items are indexed.
    ///
    /// # Errors
    /// As for [`IndexSync::catch_up`].
    pub async fn catch_up_telling(&self, progress: &(dyn Fn(u64) + Send + Sync)) -> Result<SyncReport, SyncError> {
        let mut refused = self.refused.lock().await;
        let done = self.catch_up_trusting(&mut refused, progress).await;
        match &done {
            Ok(_) => self.is_filled().await,
            Err(SyncError::Index(_)) => self.doubt(),
            Err(SyncError::Embed(_)) => self.behind.store(true, Ordering::Relaxed),
            Err(SyncError::Store(_)) => (),
        }
        done
    }

    async fn catch_up_trusting(
        &self,
        refused: &mut Refused,
        progress: &(dyn Fn(u64) + Send + Sync),
    ) -> Result<SyncReport, SyncError> {
        if self.doubted.load(Ordering::Relaxed) {
            match self.rewind_if_lost().await? {
                Some(waiting) => {
                    tracing::warn!(waiting, "the index has lost what it held; filling it from the ledger");
                }
                // Much is there; whether all is, only an exact comparison can tell.
                None => self.suspect(),
            }
            self.doubted.store(false, Ordering::Relaxed);
        }
        self.work(refused, progress).await
    }

    /// The same for a search, which cannot wait for long: whether the index has all that the ledger has.
    ///
    /// # Errors
    /// [`StoreError`]; what else stops the upkeep only leaves the index behind.
    pub async fn catch_up_soon(&self) -> Result<bool, StoreError> {
        let patience = if self.behind.load(Ordering::Relaxed) { SHORT_PATIENCE } else { PATIENCE };
        match tokio::time::timeout(patience, self.catch_up()).await {
            Ok(Ok(_)) => Ok(true),
            Ok(Err(SyncError::Store(error))) => Err(error),
            Ok(Err(error)) => {
                tracing::warn!(%error, "the index is behind the ledger");
                Ok(false)
            }
            Err(_) => {
                self.behind.store(true, Ordering::Relaxed);
                Ok(false)
            }
        }
    }

    /// Tells that the index failed somebody. It is compared with the ledger when it next works, and filled where it lacks
    /// much.
    pub fn doubt(&self) {
        self.doubted.store(true, Ordering::Relaxed);
        self.behind.store(true, Ordering::Relaxed);
        self.nudge();
    }

    /// It has all that the ledger has.
    async fn is_filled(&self) {
        self.behind.store(false, Ordering::Relaxed);
        self.index.filled().await;
    }

    /// Tells that the index may lack single things.
    pub fn suspect(&self) {
        self.suspect.notify_one();
    }

    /// Waits until it does.
    pub async fn suspected(&self) {
        self.suspect.notified().await;
    }

    /// How the index stands to the ledger.
    ///
    /// # Errors
    /// [`StoreError`]
    pub async fn health(&self) -> Result<Health, StoreError> {
        let (waiting, _) = self.ledger.backlog().await?;
        Ok(Health { degraded: self.behind.load(Ordering::Relaxed), waiting })
    }

    /// Makes the index anew from the ledger. `progress` is told (items indexed, items there are) after each batch.
    ///
    /// # Errors
    /// [`SyncError`]; whatever is missing then is made up for by [`IndexSync::catch_up`].
    pub async fn reindex(&self, progress: &(dyn Fn(u64, u64) + Send + Sync)) -> Result<SyncReport, SyncError> {
        let mut refused = self.refused.lock().await;
        *refused = Refused::default();
        // The ledger first: if the rest fails, it knows that everything is to be done.
        let total = self.ledger.rewind().await?;
        self.index.clear().await?;
        progress(0, total);
        self.doubted.store(false, Ordering::Relaxed);
        self.behind.store(true, Ordering::Relaxed);
        let report = self.work(&mut refused, &|indexed| progress(indexed, total.max(indexed))).await?;
        self.is_filled().await;
        Ok(report)
    }

    /// Whether the index has nothing, or much too little, of a ledger that takes it for filled (another embedder, a lost or
    /// damaged folder). Then the ledger is told that everything is to be indexed, and the next catching-up does it. Answers
    /// how many items that is.
    ///
    /// # Errors
    /// [`SyncError`]
    pub async fn rewind_if_lost(&self) -> Result<Option<u64>, SyncError> {
        let (held, meant) = (self.index.total().await?, self.ledger.indexed().await?);
        // Some texts have nothing to be found by and never come into the index.
        if meant == 0 || held >= meant - meant / 10 {
            return Ok(None);
        }
        let waiting = self.ledger.rewind().await?;
        self.behind.store(true, Ordering::Relaxed);
        Ok(Some(waiting))
    }

    /// How many points of a scope the index holds.
    ///
    /// # Errors
    /// [`IndexError`] when it cannot be asked.
    pub async fn count(&self, scope: &Scope, filter: &IndexFilter) -> Result<u64, IndexError> {
        self.index.count(scope, filter).await
    }

    /// Tells [`IndexSync::run`] that something has come.
    pub fn nudge(&self) {
        self.nudged.notify_one();
    }

    /// Catches up at the start, whenever nudged, and when refused items are due again, until `shutdown`. Flushing and
    /// closing the index is left to its owner.
    pub async fn run(&self, shutdown: CancellationToken, backoff: Backoff) {
        let mut wait = backoff.first;
        loop {
            let outcome = tokio::select! {
                () = shutdown.cancelled() => return,
                outcome = self.catch_up() => outcome,
            };
            let pause = match outcome {
                Ok(_) => {
                    wait = backoff.first;
                    self.refused.lock().await.next_try_in(self.clock.now())
                }
                Err(error) => {
                    tracing::warn!(%error, "the index is behind the ledger; trying again in {wait:?}");
                    let pause = wait;
                    wait = (wait * 2).min(backoff.longest);
                    // A nudge is no reason to ask a failing embedder at once.
                    tokio::select! {
                        () = shutdown.cancelled() => return,
                        () = tokio::time::sleep(pause) => continue,
                    }
                }
            };
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = self.nudged.notified() => (),
                () = sleep_or_for_ever(pause) => (),
            }
        }
    }

    async fn work(
        &self,
        refused: &mut Refused,
        progress: &(dyn Fn(u64) + Send + Sync),
    ) -> Result<SyncReport, SyncError> {
        let mut report = SyncReport::default();
        loop {
            let batch = self.next_batch(refused).await?;
            if batch.is_empty() {
                break;
            }
            report.indexed += self.store(batch, refused).await?;
            progress(report.indexed);
        }
        report.removed = self.bury().await?;
        report.refused = refused.len() as u64;
        Ok(report)
    }

    /// What is to be indexed next, without what was refused and is not due yet. The ledger gives the oldest first, so it is
    /// asked for as many more as are to be passed over.
    async fn next_batch(&self, refused: &Refused) -> Result<Vec<Unindexed>, SyncError> {
        let now = self.clock.now();
        let found = self.ledger.unindexed((BATCH + refused.len()) as u64).await?;
        Ok(found.into_iter().filter(|waiting| refused.is_due(waiting.item.id().point(), now)).take(BATCH).collect())
    }

    /// Indexes `batch` but for what the embedder refuses. Answers how many were indexed.
    async fn store(&self, batch: Vec<Unindexed>, refused: &mut Refused) -> Result<u64, SyncError> {
        let keys: Vec<Key> = batch.iter().map(|waiting| key::key(&waiting.item)).collect();
        let (words, meanings): (Vec<String>, Vec<String>) =
            keys.into_iter().map(|key| (key.words, key.meaning)).unzip();
        let vectors = self.embed(&meanings).await?;
        let (mut points, mut done): (Vec<Point>, Vec<(ItemId, i64)>) = (Vec::new(), Vec::new());
        for ((waiting, words), vector) in batch.into_iter().zip(&words).zip(vectors) {
            let id = waiting.item.id().point();
            match vector {
                Ok(dense) => {
                    refused.forget(id);
                    let point = key::point(waiting.agent, &waiting.item, dense, lexical::document_vector(words));
                    points.extend(findable(point));
                    done.push((waiting.item.id(), waiting.revision));
                }
                Err(error) => {
                    tracing::warn!(%id, %error, "this cannot be indexed; it is tried again later");
                    refused.add(id, self.clock.now());
                }
            }
        }
        self.index.upsert(points).await?;
        failpoint::reach("index-stored");
        if !done.is_empty() {
            self.ledger.mark_indexed(&done, self.clock.now()).await?;
        }
        Ok(done.len() as u64)
    }

    /// A vector for each text, or why there is none. When a batch fails though the embedder works, it is halved until the
    /// texts that it does not take stand alone.
    ///
    /// # Errors
    /// The embedder takes nothing at all.
    async fn embed(&self, texts: &[String]) -> Result<Vec<Result<Vec<f32>, String>>, SyncError> {
        let first = match self.embed_checked(texts).await {
            Ok(vectors) => return Ok(vectors),
            Err(error) => error,
        };
        if self.embed_checked(&[PROBE.to_owned()]).await.is_err() {
            return Err(first.into());
        }
        if texts.len() == 1 {
            return Ok(vec![Err(first.to_string())]);
        }
        let (front, back) = texts.split_at(texts.len() / 2);
        let mut vectors = Box::pin(self.embed(front)).await?;
        vectors.extend(Box::pin(self.embed(back)).await?);
        Ok(vectors)
    }

    async fn embed_checked(&self, texts: &[String]) -> Result<Vec<Result<Vec<f32>, String>>, EmbedError> {
        let vectors = self.embedder.embed(texts).await?;
        if vectors.len() != texts.len() {
            let (asked, got) = (texts.len(), vectors.len());
            return Err(EmbedError::Endpoint(format!("The embedder gave {got} vectors for {asked} texts.")));
        }
        let dims = self.embedder.dims();
        let checked = |vector: Vec<f32>| match check::dense(&vector, dims) {
            Ok(_) => Ok(vector),
            Err(error) => Err(error.to_string()),
        };
        Ok(vectors.into_iter().map(checked).collect())
    }

    /// Takes what was reset out of the index. Answers how many points that were.
    async fn bury(&self) -> Result<u64, SyncError> {
        let mut removed = 0;
        loop {
            let mut dead = self.ledger.tombstones(TOMBSTONES).await?;
            if dead.is_empty() {
                return Ok(removed);
            }
            removed += dead.len() as u64;
            dead.sort_by_key(|(_, agent)| *agent);
            for of_one in dead.chunk_by(|(_, one), (_, other)| one == other) {
                let ids: Vec<Uuid> = of_one.iter().map(|(id, _)| *id).collect();
                if let Some((_, agent)) = of_one.first() {
                    self.index.delete(&Scope::of_item(*agent), &ids).await?;
                    failpoint::reach("index-removed");
                }
                self.ledger.clear_tombstones(&ids).await?;
            }
        }
    }
}

/// A text of signs alone can have neither words nor meaning. Nothing could ever find it, so nothing is stored.
fn findable(point: Point) -> Option<Point> {
    let empty = point.sparse.is_empty() && point.dense.iter().all(|part| *part == 0.0);
    (!empty).then_some(point)
}

async fn sleep_or_for_ever(pause: Option<Duration>) {
    match pause {
        Some(pause) => tokio::time::sleep(pause).await,
        None => std::future::pending().await,
    }
}
