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

/// Why a passage is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PassageError {
    #[error("`content` must not be empty.")]
    Empty,
    /// By so many characters.
    #[error("A passage holds at most {PASSAGE_LIMIT} characters, this is {0} too long: store it in parts.")]
    TooLong(usize),
    #[error("A tag may have at most {TAG_LENGTH} characters.")]
    LongTag,
    #[error("At most {TAGS_LIMIT} tags, please.")]
    ManyTags,
}

/// The text of a passage as it is stored.
///
/// # Errors
/// [`PassageError::Empty`], [`PassageError::TooLong`].
pub fn tidy_text(text: &str) -> Result<String, PassageError> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(PassageError::Empty),
        length if length > PASSAGE_LIMIT => Err(PassageError::TooLong(length - PASSAGE_LIMIT)),
        _ => Ok(text.to_owned()),
    }
}

/// Tags as they are stored: trimmed, lower case, none twice.
///
/// # Errors
/// [`PassageError::LongTag`], [`PassageError::ManyTags`].
pub fn tidy_tags(tags: impl IntoIterator<Item = String>) -> Result<Vec<String>, PassageError> {
    let mut tidy: Vec<String> = Vec::new();
    for tag in tags {
        let tag = tag.trim().to_lowercase();
        if tag.chars().count() > TAG_LENGTH {
            return Err(PassageError::LongTag);
        }
        if !tag.is_empty() && !tidy.contains(&tag) {
            tidy.push(tag);
        }
    }
    if tidy.len() > TAGS_LIMIT { Err(PassageError::ManyTags) } else { Ok(tidy) }
}

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
