//! The thread that owns all writes of the embedded index, and when they are put on disk. Must not know what is written.

use std::fs::File;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use qdrant_edge::{EdgeShard, Filter, OperationResult, PointOperations, UpdateOperation};
use tokio::sync::oneshot;

use super::{IndexError, engine};

/// How long a write may stay in the log before everything is put on disk. A flush takes a third of a second, so never one
/// per write.
const FLUSH_AFTER: Duration = Duration::from_secs(10);
/// Removed points leave holes. After so many the holes are closed, which takes seconds.
const VACUUM_AFTER: usize = 20_000;

/// Where the outcome of a command goes.
pub(super) type Reply = oneshot::Sender<Result<(), IndexError>>;

/// What the writer is asked to do.
pub(super) enum Command {
    /// One operation of the engine, and how many points it takes out.
    Update { operation: Box<UpdateOperation>, removes: usize, reply: Reply },
    /// Takes everything out.
    Clear(Reply),
    /// Flushes, lets go of the folder, and ends.
    Close(Reply),
}

struct Writer {
    shard: Arc<EdgeShard>,
    /// When the oldest write that is not on disk yet was made.
    dirty: Option<Instant>,
    removed: usize,
}

/// Starts the thread. It ends with [`Command::Close`] or when no sender is left; the shard is flushed either way. `lock`
/// is held for as long.
pub(super) fn start(shard: Arc<EdgeShard>, lock: File) -> std::io::Result<Sender<Command>> {
    let (sender, commands) = channel();
    let work = move || {
        let mut writer = Writer { shard, dirty: None, removed: 0 };
        let last = writer.run(&commands);
        let flushed = writer.flush();
        // The last owner closes the engine's files. Only then may somebody else open the folder, and the caller be told.
        drop(writer);
        drop(lock);
        if let Some(reply) = last {
            answer(reply, flushed);
        }
    };
    std::thread::Builder::new().name("keepsake-index".into()).spawn(work)?;
    Ok(sender)
}

impl Writer {
    fn run(&mut self, commands: &Receiver<Command>) -> Option<Reply> {
        loop {
            match self.next(commands) {
                Ok(Command::Update { operation, removes, reply }) => {
                    self.removed += removes;
                    answer(reply, self.update(*operation));
                }
                Ok(Command::Clear(reply)) => answer(reply, self.clear()),
                Ok(Command::Close(reply)) => return Some(reply),
                Err(RecvTimeoutError::Timeout) => self.tidy(),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn next(&self, commands: &Receiver<Command>) -> Result<Command, RecvTimeoutError> {
        match self.dirty {
            None => commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(since) => commands.recv_timeout(FLUSH_AFTER.saturating_sub(since.elapsed())),
        }
    }

    fn update(&mut self, operation: UpdateOperation) -> OperationResult<()> {
        self.dirty.get_or_insert_with(Instant::now);
        self.shard.update(operation)
    }

    fn clear(&mut self) -> OperationResult<()> {
        self.update(UpdateOperation::PointOperation(PointOperations::DeletePointsByFilter(Filter::default())))?;
        self.vacuum()
    }

    fn vacuum(&mut self) -> OperationResult<()> {
        self.removed = 0;
        self.dirty.get_or_insert_with(Instant::now);
        self.shard.optimize().map(drop)
    }

    fn flush(&mut self) -> OperationResult<()> {
        if self.dirty.is_some() {
            self.shard.flush()?;
            self.dirty = None;
        }
        Ok(())
    }

    fn tidy(&mut self) {
        let flushed = self.flush();
        if let Err(error) = flushed {
            tracing::error!(%error, "the index could not be put on disk; trying again");
            self.dirty = Some(Instant::now());
        }
        if self.removed >= VACUUM_AFTER
            && let Err(error) = self.vacuum()
        {
            tracing::warn!(%error, "the index could not be tidied up");
        }
    }
}

/// Nobody may be waiting any more; the outcome is the same.
fn answer(reply: Reply, outcome: OperationResult<()>) {
    let _ = reply.send(outcome.map_err(engine));
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};
    use qdrant_edge::PointStruct;
    use uuid::Uuid;

    use super::super::request::{self, Scoped};
    use super::*;
    use crate::index::lexical::{document_vector, query_vector};
    use crate::index::{IndexFilter, Point, PointKind};
    use crate::memory::{AgentId, Scope};

    fn point(n: u128, text: &str) -> PointStruct {
        let point = Point {
            id: Uuid::from_u128(n),
            scope: scope(),
            kind: PointKind::Message,
            author: None,
            author_name: None,
            tags: Vec::new(),
            at: Utc.with_ymd_and_hms(2024, 1, 1, 0, 0, 0).unwrap(),
            dense: vec![n as f32 + 1.0, 1.0],
            sparse: document_vector(text),
        };
        request::point(point, 2).unwrap()
    }

    fn scope() -> Scope {
        Scope::of_item(AgentId(Uuid::from_u128(1)))
    }

    fn all() -> Scoped {
        Scoped::new(&scope(), &IndexFilter::default()).unwrap()
    }

    /// Tidying moves the points that are left into a part of the engine that it does not change any more. Later writes to
    /// them go another way inside it.
    #[test]
    fn after_tidying_up_points_are_found_replaced_and_removed_as_before() {
        let folder = tempfile::tempdir().unwrap();
        let shard = Arc::new(super::super::open_shard(folder.path(), request::config(2)).unwrap());
        request::make_field_indexes(&shard).unwrap();
        let mut writer = Writer { shard: shard.clone(), dirty: None, removed: 0 };
        writer.update(request::upsert((0..3_000).map(|n| point(n, "apple pie")).collect())).unwrap();
        let dead: Vec<Uuid> = (0..2_000).map(Uuid::from_u128).collect();
        writer.update(request::delete(all(), &dead)).unwrap();
        writer.removed = VACUUM_AFTER;
        writer.tidy();
        assert_eq!(writer.removed, 0);
        let by_words = |text: &str| request::by_words(&shard, query_vector(text, &[]), &all(), all(), 5_000).unwrap();
        assert_eq!(by_words("apple").len(), 1_000);
        writer.update(request::upsert(vec![point(2_500, "plum cake"), point(9_000, "plum")])).unwrap();
        writer.update(request::delete(all(), &[Uuid::from_u128(2_600)])).unwrap();
        assert_eq!(by_words("apple").len(), 998);
        assert_eq!(by_words("plum").len(), 2);
        assert_eq!(request::count(&shard, &all()).unwrap(), 1_000);
        assert_eq!(shard.info().unwrap().points_count, 1_000);
        let near = request::by_meaning(&shard, vec![1.0, 0.0], &all(), 5_000).unwrap();
        assert_eq!((near.len(), near[0].0), (1_000, Uuid::from_u128(9_000)));
    }
}
