//! An index that may not be there yet, or be gone for a while. Owns when it is opened again. Must not know which one it is.
//!
//! The program starts without its index and answers; whoever asks the index meanwhile gets an error at once, and the
//! opening is tried again when somebody asks after a pause. What turns out to be broken is let go of, and opened anew.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures::future::BoxFuture;
use tokio::sync::Mutex;
use uuid::Uuid;

use super::{Candidates, IndexError, IndexFilter, IndexQuery, MemoryIndex, Point, SharedIndex};
use crate::memory::Scope;

/// How long after a failed opening nobody tries again.
const PAUSE: Duration = Duration::from_secs(2);

/// How long a broken one may take to close.
const CLOSING: Duration = Duration::from_secs(5);

/// Opens the index.
pub type Opener = Box<dyn Fn() -> BoxFuture<'static, Result<SharedIndex, IndexError>> + Send + Sync>;

/// An index that opens when it can.
pub struct LateIndex {
    opener: Opener,
    pause: Duration,
    state: Mutex<State>,
}

enum State {
    Closed,
    Open(SharedIndex),
    /// When opening was last tried, and what came of it.
    Away(Option<(Instant, String)>),
}

impl LateIndex {
    /// Nothing is opened yet.
    pub fn new(opener: Opener) -> Self {
        Self { opener, pause: PAUSE, state: Mutex::new(State::Away(None)) }
    }

    /// With another pause between two tries.
    #[cfg(test)]
    fn trying_every(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// Opens it, if that is possible now.
    ///
    /// # Errors
    /// Those of opening it.
    pub async fn open(&self) -> Result<SharedIndex, IndexError> {
        let mut state = self.state.lock().await;
        match &*state {
            State::Open(index) => return Ok(index.clone()),
            State::Closed => return Err(IndexError::Unavailable("The index has been closed.".into())),
            State::Away(Some((tried, why))) if tried.elapsed() < self.pause => {
                return Err(IndexError::Away(why.clone()));
            }
            State::Away(_) => (),
        }
        match (self.opener)().await {
            Ok(index) => {
                *state = State::Open(index.clone());
                Ok(index)
            }
            Err(error) => {
                *state = State::Away(Some((Instant::now(), error.to_string())));
                Err(error)
            }
        }
    }

    /// Passes an outcome on; when it says that the index is broken, that one is let go of.
    async fn checked<T>(&self, asked: &SharedIndex, outcome: Result<T, IndexError>) -> Result<T, IndexError> {
        if let Err(IndexError::Broken(why)) = &outcome {
            let mut state = self.state.lock().await;
            // Somebody else may have noticed before, and opened a new one.
            if matches!(&*state, State::Open(held) if Arc::ptr_eq(held, asked)) {
                tracing::warn!(%why, "the index is broken and is opened anew");
                *state = State::Away(None);
                // It is of no use any more; that closing it fails, or never ends, tells nothing new.
                let _ = tokio::time::timeout(CLOSING, asked.close()).await;
            }
        }
        outcome
    }
}

#[async_trait]
impl MemoryIndex for LateIndex {
    async fn upsert(&self, points: Vec<Point>) -> Result<(), IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.upsert(points).await).await
    }

    async fn delete(&self, scope: &Scope, ids: &[Uuid]) -> Result<(), IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.delete(scope, ids).await).await
    }

    async fn clear(&self) -> Result<(), IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.clear().await).await
    }

    async fn search(&self, scope: &Scope, query: &IndexQuery) -> Result<Candidates, IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.search(scope, query).await).await
    }

    async fn count(&self, scope: &Scope, filter: &IndexFilter) -> Result<u64, IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.count(scope, filter).await).await
    }

    async fn total(&self) -> Result<u64, IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.total().await).await
    }

    async fn present(&self, scope: &Scope, ids: &[Uuid]) -> Result<u64, IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.present(scope, ids).await).await
    }

    async fn moved_aside(&self) -> Option<PathBuf> {
        self.open().await.ok()?.moved_aside().await
    }

    async fn filled(&self) {
        if let Ok(index) = self.open().await {
            index.filled().await;
        }
    }

    async fn describe(&self) -> Result<String, IndexError> {
        let index = self.open().await?;
        self.checked(&index, index.describe().await).await
    }

    async fn close(&self) -> Result<(), IndexError> {
        let held = std::mem::replace(&mut *self.state.lock().await, State::Closed);
        match held {
            State::Open(index) => index.close().await,
            State::Closed | State::Away(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex as Lock;

    use futures::FutureExt;

    use super::*;
    use crate::memory::AgentId;

    /// Answers what it is told to, and remembers whether it was closed.
    #[derive(Default)]
    struct Told {
        totals: Lock<Vec<Result<u64, IndexError>>>,
        closed: Lock<u32>,
    }

    #[async_trait]
    impl MemoryIndex for Told {
        async fn upsert(&self, _: Vec<Point>) -> Result<(), IndexError> {
            Ok(())
        }
        async fn delete(&self, _: &Scope, _: &[Uuid]) -> Result<(), IndexError> {
            Ok(())
        }
        async fn clear(&self) -> Result<(), IndexError> {
            Ok(())
        }
        async fn search(&self, _: &Scope, _: &IndexQuery) -> Result<Candidates, IndexError> {
            Ok(Candidates::default())
        }
        async fn count(&self, _: &Scope, _: &IndexFilter) -> Result<u64, IndexError> {
            Ok(0)
        }
        async fn present(&self, _: &Scope, _: &[Uuid]) -> Result<u64, IndexError> {
            Ok(0)
        }
        async fn total(&self) -> Result<u64, IndexError> {
            self.totals.lock().unwrap().pop().unwrap_or(Ok(7))
        }
        async fn describe(&self) -> Result<String, IndexError> {
            Ok("told".into())
        }
        async fn close(&self) -> Result<(), IndexError> {
            *self.closed.lock().unwrap() += 1;
            Ok(())
        }
    }

    /// Opens each of those in turn; an error where there is none.
    fn late(mut indexes: Vec<Option<Arc<Told>>>) -> (LateIndex, Arc<Lock<u32>>) {
        indexes.reverse();
        let (indexes, opened) = (Lock::new(indexes), Arc::new(Lock::new(0)));
        let counted = opened.clone();
        let opener: Opener = Box::new(move || {
            *counted.lock().unwrap() += 1;
            let next = indexes.lock().unwrap().pop().flatten();
            let opened = next.map(|index| index as SharedIndex).ok_or(IndexError::Away("it is away".into()));
            async move { opened }.boxed()
        });
        (LateIndex::new(opener), opened)
    }

    fn scope() -> Scope {
        Scope::of_item(AgentId(Uuid::nil()))
    }

    #[tokio::test]
    async fn what_is_away_is_asked_for_again_only_after_a_pause() {
        let (index, opened) = late(vec![None, Some(Arc::default())]);
        for _ in 0..5 {
            assert!(matches!(index.total().await, Err(IndexError::Away(_))));
        }
        assert_eq!(*opened.lock().unwrap(), 1);
        let (index, opened) = late(vec![None, None, Some(Arc::default())]);
        let index = index.trying_every(Duration::ZERO);
        assert!(index.search(&scope(), &IndexQuery::default()).await.is_err());
        assert!(index.describe().await.is_err());
        assert_eq!(index.total().await.unwrap(), 7);
        assert_eq!(index.total().await.unwrap(), 7);
        assert_eq!(*opened.lock().unwrap(), 3, "once it is open it stays so");
    }

    #[tokio::test]
    async fn what_is_broken_is_closed_and_opened_anew() {
        let (first, second) = (Arc::new(Told::default()), Arc::new(Told::default()));
        *first.totals.lock().unwrap() =
            vec![Err(IndexError::Broken("a panic".into())), Err(IndexError::Engine("no".into()))];
        let (index, opened) = late(vec![Some(first.clone()), Some(second.clone())]);
        assert!(matches!(index.total().await, Err(IndexError::Engine(_))));
        assert_eq!(*opened.lock().unwrap(), 1, "another failure is no reason");
        assert!(matches!(index.total().await, Err(IndexError::Broken(_))));
        assert_eq!(*first.closed.lock().unwrap(), 1);
        assert_eq!(index.total().await.unwrap(), 7);
        assert_eq!(*opened.lock().unwrap(), 2);
        index.close().await.unwrap();
        assert_eq!(*second.closed.lock().unwrap(), 1);
        assert!(matches!(index.total().await, Err(IndexError::Unavailable(_))), "closed for good");
    }
}
