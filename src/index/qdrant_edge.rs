//! The index inside the process: one `qdrant-edge` shard for all agents, in a folder of its own. Owns how the engine is set
//! up and kept safe. Must not know what the vectors mean.
//!
//! The engine blocks and does nothing by itself. One thread owns all writes and the flush timer (`writer`); reads run on
//! the runtime's threads for blocking work, a bounded number at once. Whatever `upsert` has accepted is in the engine's
//! write-ahead log and survives a crash of the process; the timer puts it on disk for a loss of power.

mod aside;
mod request;
mod space;
mod writer;

use std::fs::{File, TryLockError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use qdrant_edge::{EdgeConfig, EdgeShard, OperationResult};
use tokio::sync::{Semaphore, oneshot};
use uuid::Uuid;

use self::request::Scoped;
use self::writer::Command;
use super::payload::{SPARE, in_order, index_name};
use super::{Candidates, IndexError, IndexFilter, IndexQuery, MemoryIndex, Point, check};
use crate::memory::Scope;
use crate::private;

/// The engine by name and version, as in Cargo.toml.
const ENGINE: &str = "qdrant-edge 0.9";
/// Reads that may run at once.
const READERS: u32 = 8;
/// Points written in one operation of the engine.
const CHUNK: usize = 256;

/// The index in a folder of this machine.
pub struct EdgeIndex {
    /// None once it is closed.
    shard: RwLock<Option<Arc<EdgeShard>>>,
    commands: Sender<Command>,
    readers: Arc<Semaphore>,
    folder: PathBuf,
    dims: usize,
    /// Broken ones may stand beside it.
    has_broken: AtomicBool,
    /// Where the one before is, if it was moved aside when this one was opened.
    moved: Option<PathBuf>,
}

/// Opens the index for one embedder in `folder` (made if it is not there), or makes it. What cannot be read is moved aside
/// and made anew, empty.
///
/// # Errors
/// [`IndexError::InUse`] when another process has it open, and [`IndexError::Unavailable`] when there is no room for it or
/// the folder cannot be used; the text says what to do.
pub async fn open(folder: &Path, embedder_name: &str, dims: usize) -> Result<EdgeIndex, IndexError> {
    let folder = folder.join(index_name(embedder_name, dims));
    let opened = tokio::task::spawn_blocking(move || EdgeIndex::open_blocking(folder, dims)).await;
    opened.map_err(|error| IndexError::Engine(format!("opening it was broken off: {error}")))?
}

impl EdgeIndex {
    fn open_blocking(folder: PathBuf, dims: usize) -> Result<Self, IndexError> {
        let (lock, mut moved) = lock(&folder)?;
        space::check(&folder)?;
        let shard = match read_shard(&folder, dims) {
            Err(IndexError::Broken(why)) => {
                moved = Some(begin_anew(&folder, &why)?);
                read_shard(&folder, dims)
            }
            other => other,
        };
        let shard = Arc::new(shard?);
        let commands = writer::start(shard.clone(), lock).map_err(|error| unusable(&folder, &error))?;
        let readers = Arc::new(Semaphore::new(READERS as usize));
        let (shard, has_broken) = (RwLock::new(Some(shard)), AtomicBool::new(true));
        Ok(Self { shard, commands, readers, folder, dims, has_broken, moved })
    }

    /// Runs `ask` on the shard. What it holds is given back before the next reader, or a close, goes on, also when the
    /// caller has stopped waiting.
    async fn read<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&EdgeShard) -> OperationResult<T> + Send + 'static,
    ) -> Result<T, IndexError> {
        let permit = self.readers.clone().acquire_owned().await.map_err(|_| closed())?;
        let held = self.shard.read().unwrap_or_else(PoisonError::into_inner).clone();
        let shard = held.ok_or_else(closed)?;
        let asked = tokio::task::spawn_blocking(move || {
            let answer = ask(&shard);
            drop(shard);
            drop(permit);
            answer
        });
        let answer = asked.await.map_err(|error| match error.is_panic() {
            true => IndexError::Broken("the engine of the index failed while it was asked".into()),
            false => IndexError::Engine(format!("a search was broken off: {error}")),
        });
        answer?.map_err(engine)
    }

    async fn write(&self, command: impl FnOnce(writer::Reply) -> Command) -> Result<(), IndexError> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(command(reply)).map_err(|_| self.ended())?;
        answer.await.map_err(|_| self.ended())?
    }

    /// Why the thread is no more: it was told to end, or it failed.
    fn ended(&self) -> IndexError {
        match self.shard.read().unwrap_or_else(PoisonError::into_inner).is_some() {
            true => IndexError::Broken("the thread of the index failed".into()),
            false => closed(),
        }
    }
}

#[async_trait]
impl MemoryIndex for EdgeIndex {
    async fn upsert(&self, points: Vec<Point>) -> Result<(), IndexError> {
        let checked: Vec<_> =
            points.into_iter().map(|point| request::point(point, self.dims)).collect::<Result<_, _>>()?;
        for chunk in checked.chunks(CHUNK) {
            let operation = request::upsert(chunk.to_vec());
            self.write(|reply| Command::Update { operation: Box::new(operation), removes: 0, reply }).await?;
        }
        Ok(())
    }

    async fn delete(&self, scope: &Scope, ids: &[Uuid]) -> Result<(), IndexError> {
        for chunk in ids.chunks(CHUNK) {
            let all = Scoped::new(scope, &IndexFilter::default()).map_err(engine)?;
            let operation = Box::new(request::delete(all, chunk));
            self.write(|reply| Command::Update { operation, removes: chunk.len(), reply }).await?;
        }
        Ok(())
    }

    async fn clear(&self) -> Result<(), IndexError> {
        self.write(Command::Clear).await
    }

    async fn search(&self, scope: &Scope, query: &IndexQuery) -> Result<Candidates, IndexError> {
        let dense = check::query(query, self.dims)?.map(<[f32]>::to_vec);
        if query.limit == 0 {
            return Ok(Candidates::default());
        }
        let filter = Scoped::new(scope, &query.filter).map_err(engine)?;
        let corpus = Scoped::corpus(scope, &query.filter).map_err(engine)?;
        let (sparse, limit) = (query.sparse.clone(), query.limit.saturating_add(SPARE));
        let found = self.read(move |shard| {
            let dense = dense.map(|vector| request::by_meaning(shard, vector, &filter, limit)).transpose()?;
            let lexical = request::by_words(shard, sparse, &filter, corpus, limit)?;
            Ok(Candidates { lexical, dense: dense.unwrap_or_default() })
        });
        Ok(in_order(found.await?, query.limit))
    }

    async fn count(&self, scope: &Scope, filter: &IndexFilter) -> Result<u64, IndexError> {
        let filter = Scoped::new(scope, filter).map_err(engine)?;
        self.read(move |shard| request::count(shard, &filter)).await
    }

    async fn present(&self, scope: &Scope, ids: &[Uuid]) -> Result<u64, IndexError> {
        let mut present = 0;
        for chunk in ids.chunks(CHUNK) {
            let these = Scoped::new(scope, &IndexFilter::default()).map_err(engine)?.only(chunk);
            present += self.read(move |shard| request::count(shard, &these)).await?;
        }
        Ok(present)
    }

    async fn total(&self) -> Result<u64, IndexError> {
        self.read(|shard| Ok(shard.info()?.points_count as u64)).await
    }

    async fn moved_aside(&self) -> Option<PathBuf> {
        self.moved.clone().filter(|moved| std::fs::symlink_metadata(moved).is_ok())
    }

    async fn filled(&self) {
        if !self.has_broken.swap(false, Ordering::Relaxed) {
            return;
        }
        let home = home_of(&self.folder).to_owned();
        let removed = tokio::task::spawn_blocking(move || aside::remove_all(&home)).await;
        if let Ok(Err(error)) = removed {
            tracing::warn!(%error, "an old index.broken-* cannot be removed; it holds what people said: remove it by hand");
            self.has_broken.store(true, Ordering::Relaxed);
        }
    }

    async fn describe(&self) -> Result<String, IndexError> {
        let total = self.total().await?;
        Ok(format!("{ENGINE} (embedded), {total} points in {}", self.folder.display()))
    }

    async fn close(&self) -> Result<(), IndexError> {
        let Ok(all) = self.readers.acquire_many(READERS).await else { return Ok(()) };
        self.readers.close();
        drop(all);
        self.shard.write().unwrap_or_else(PoisonError::into_inner).take();
        self.write(Command::Close).await
    }
}

fn open_shard(folder: &Path, config: EdgeConfig) -> OperationResult<EdgeShard> {
    // The file that the engine writes first, once the folder is sound.
    if folder.join("edge_config.json").exists() {
        EdgeShard::load(folder, Some(config))
    } else {
        EdgeShard::new(folder, config)
    }
}

/// Takes the folder for this process; answers also where what stood in its place is now. The engine has a lock too, but looks
/// at it after it has begun to tidy up.
fn lock(folder: &Path) -> Result<(File, Option<PathBuf>), IndexError> {
    let refused = |error: std::io::Error| {
        IndexError::Unavailable(format!(
            "The index folder {} cannot be written ({error}): give KEEPSAKE_DATA_DIR a folder that can.",
            folder.display()
        ))
    };
    let home = home_of(folder);
    let moved = make_way(home, home).map_err(refused)?;
    private::make_folder(home).map_err(refused)?;
    let file = private::options().create(true).write(true).truncate(false).open(folder.with_extension("lock"));
    let file = file.map_err(refused)?;
    match file.try_lock() {
        Ok(()) => {
            let moved = make_way(folder, home).map_err(refused)?.or(moved);
            private::make_folder(folder).map_err(refused)?;
            Ok((file, moved))
        }
        Err(TryLockError::WouldBlock) => Err(IndexError::InUse(format!(
            "Another Keepsake process uses the index in {}: stop it, or give this one a KEEPSAKE_DATA_DIR of its own.",
            folder.display()
        ))),
        Err(TryLockError::Error(error)) => Err(refused(error)),
    }
}

/// The folder of all indexes, one for each embedder.
fn home_of(folder: &Path) -> &Path {
    folder.parent().unwrap_or(folder)
}

/// Moves aside what stands where a folder is to be: a file, or a link to nothing. Answers where it is now.
fn make_way(place: &Path, home: &Path) -> std::io::Result<Option<PathBuf>> {
    if place.is_dir() || std::fs::symlink_metadata(place).is_err() {
        return Ok(None);
    }
    let aside = aside::move_aside(place, home)?;
    tracing::warn!(moved_to = %aside.display(), "the index was no folder; a new one is filled from the database");
    Ok(Some(aside))
}

/// Opens what is in the folder, and asks it once. The engine panics at some of what it cannot read.
fn read_shard(folder: &Path, dims: usize) -> Result<EdgeShard, IndexError> {
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let shard = open_shard(folder, request::config(dims))?;
        request::make_field_indexes(&shard)?;
        request::probe(&shard, dims)?;
        Ok(shard)
    }));
    match opened {
        Ok(Ok(shard)) => Ok(shard),
        Ok(Err(error)) => Err(failure(folder, &error)),
        Err(_) => Err(IndexError::Broken("the engine failed while it read it".into())),
    }
}

/// Whether the folder is broken, or only cannot be used: no room, no right, too many open files.
fn failure(folder: &Path, error: &qdrant_edge::OperationError) -> IndexError {
    const OF_THE_SYSTEM: [u32; 8] = [5, 12, 13, 23, 24, 28, 30, 122];
    let text = error.to_string();
    match OF_THE_SYSTEM.iter().any(|number| text.contains(&format!("(os error {number})"))) {
        true => unusable(folder, error),
        false => IndexError::Broken(text),
    }
}

/// Moves what is broken aside, and answers where it is now. The lock of the folder is held.
fn begin_anew(folder: &Path, why: &str) -> Result<PathBuf, IndexError> {
    let aside = aside::move_aside(folder, home_of(folder)).map_err(|error| unusable(folder, &error))?;
    tracing::warn!(%why, moved_to = %aside.display(), "the index was broken; a new one is filled from the database");
    private::make_folder(folder).map_err(|error| unusable(folder, &error))?;
    Ok(aside)
}

fn unusable(folder: &Path, error: &dyn std::fmt::Display) -> IndexError {
    IndexError::Unavailable(format!(
        "The index in {0} cannot be opened ({error}). Nothing is lost: mend that, or remove {0} and start again, and it is \
         rebuilt.",
        folder.display()
    ))
}

fn closed() -> IndexError {
    IndexError::Unavailable("The index has been closed.".into())
}

fn engine(error: qdrant_edge::OperationError) -> IndexError {
    IndexError::Engine(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_is_called_by_its_version() {
        let (name, version) = super::ENGINE.split_once(' ').unwrap();
        assert!(include_str!("../../Cargo.toml").contains(&format!("{name} = {{ version = \"{version}\"")));
    }

    /// What a panic in it leaves: nobody is there who answers.
    #[tokio::test]
    async fn a_thread_that_is_gone_is_an_error_and_no_hang() {
        let folder = tempfile::tempdir().unwrap();
        let index = super::open(folder.path(), "test", 2).await.unwrap();
        let (reply, gone) = oneshot::channel();
        index.commands.send(Command::Close(reply)).ok().unwrap();
        gone.await.unwrap().unwrap();
        assert!(matches!(index.clear().await, Err(IndexError::Broken(_))));
        assert!(matches!(index.close().await, Err(IndexError::Unavailable(_))));
        super::open(folder.path(), "test", 2).await.unwrap().close().await.unwrap();
    }
}
