//! The rankings of the last searches, so that the second page continues the first one even when something was said in
//! between. Small and forgetful; must not know how a ranking is made.

use std::sync::Arc;

use chrono::TimeDelta;
use quick_cache::sync::Cache;
use uuid::Uuid;

use crate::clock::Moment;
use crate::index::IndexFilter;
use crate::memory::Scope;

/// Searches that are remembered, of all agents together. One takes about 10 KB.
const REMEMBERED: usize = 256;
/// How long a first page may lie back.
const FRESH: TimeDelta = TimeDelta::minutes(15);

/// What was asked, and where.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Asked {
    pub scope: Scope,
    pub text: String,
    pub filter: IndexFilter,
}

/// All that was found, best first, with scores from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    pub items: Vec<(Uuid, f32)>,
    /// A phrase was asked for, and none of these has it.
    pub inexact: bool,
    /// The index could not be searched.
    pub words_only: bool,
}

/// The last rankings.
pub struct Rankings(Cache<Asked, (Moment, Arc<Ranked>)>);

impl Default for Rankings {
    fn default() -> Self {
        Self(Cache::new(REMEMBERED))
    }
}

impl Rankings {
    /// What was found when that was asked, if it is not long ago.
    pub fn get(&self, asked: &Asked, now: Moment) -> Option<Arc<Ranked>> {
        let (made, ranked) = self.0.get(asked)?;
        (now - made <= FRESH).then_some(ranked)
    }

    /// Remembers what was found.
    pub fn put(&self, asked: Asked, ranked: Arc<Ranked>, now: Moment) {
        self.0.insert(asked, (now, ranked));
    }
}
