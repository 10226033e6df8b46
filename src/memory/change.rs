//! What became of a message after it was said: its author changed it, or somebody deleted it. What is said here must
//! follow.

use serde::{Deserialize, Serialize};

use super::ids::{MessageId, PersonId, TurnId};
use super::message::{Attachment, Source};

/// A message that was said is another one now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageChange {
    /// As in [`super::Incoming::event`].
    pub event: String,
    /// Where it stands in Discord.
    pub channel: u64,
    /// Its number there.
    pub message: u64,
    pub now: Afterwards,
}

/// What a message is afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Afterwards {
    Edited { text: String, attachments: Vec<Attachment> },
    Deleted,
}

/// The message that a change is about, as the conversation has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedMessage {
    pub id: MessageId,
    pub turn: Option<TurnId>,
    pub source: Source,
    /// Who said it.
    pub by: Option<PersonId>,
    /// Whether this change gave it other words or files.
    pub anew: bool,
}
