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
}
