//! Archival memory: what was stored to be searched on demand.

use super::edit::Actor;
use super::ids::{MessageId, PassageId, TurnId};
use crate::clock::Moment;

/// Characters that one passage may hold.
pub const PASSAGE_LIMIT: usize = 8_000;
/// Tags that one passage may carry.
pub const TAGS_LIMIT: usize = 10;
/// Characters of one tag.
pub const TAG_LENGTH: usize = 40;

/// One passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub id: PassageId,
    pub text: String,
    pub tags: Vec<String>,
    pub by: Actor,
    /// The message that caused it.
    pub cause: Option<MessageId>,
    pub turn: Option<TurnId>,
    pub created_at: Moment,
    /// Its place among the agent's passages (1, 2, 3 …), by which a model names it. The ledger gives it; 0 until then.
    pub number: i64,
    /// Counts up by one with each edit; 1 when made.
    pub version: i64,
    /// Since when it holds.
    pub valid_from: Moment,
    /// What has taken its place, if it no longer holds.
    pub superseded: Option<Superseded>,
}

/// That a passage no longer holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Superseded {
    /// Until when it held.
    pub at: Moment,
    /// The passage that says what holds since then, and its number.
    pub by: Option<(PassageId, i64)>,
}

impl Passage {
    /// A new one, for the ledger to number.
    pub fn new(text: String, tags: Vec<String>, by: Actor, now: Moment) -> Self {
        Self {
            id: PassageId::at(now),
            text,
            tags,
            by,
            cause: None,
            turn: None,
            created_at: now,
            number: 0,
            version: 1,
            valid_from: now,
            superseded: None,
        }
    }
}
