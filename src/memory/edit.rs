//! One versioned change of memory: before, after, who, why, and the message that caused it.

use serde::{Deserialize, Serialize};

use super::block::Label;
use super::ids::{EditId, MessageId, PassageId, PersonId, TurnId};
use crate::clock::Moment;

/// Who changed memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The agent itself, through a tool.
    Model,
    /// A person, through a command.
    Person(PersonId),
    /// The agent, while nobody talked to it.
    Background,
    /// The program: creation on first contact.
    System,
}

/// What was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditTarget {
    Block(Label),
    Passage(PassageId),
    /// The facts that a message is found by beside its own words.
    Facts(MessageId),
}

/// How it was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditKind {
    /// The block or passage came to be.
    Create,
    Append,
    Replace,
    Rewrite,
    /// Back to what it was when the agent was made.
    Reset,
    /// An earlier edit was taken back, or put in place again.
    Undo,
    /// Back to what it was after an earlier edit.
    Restore,
    /// A passage no longer holds; another one says what does.
    Supersede,
    /// It holds again.
    Revive,
    /// A passage is gone from memory, but not from history.
    Remove,
    /// It is there again.
    Return,
}

impl EditKind {
    /// Every kind there is.
    pub const ALL: [Self; 11] = [
        Self::Create,
        Self::Append,
        Self::Replace,
        Self::Rewrite,
        Self::Reset,
        Self::Undo,
        Self::Restore,
        Self::Supersede,
        Self::Revive,
        Self::Remove,
        Self::Return,
    ];

    /// The name it is stored under.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Append => "append",
            Self::Replace => "replace",
            Self::Rewrite => "rewrite",
            Self::Reset => "reset",
            Self::Undo => "undo",
            Self::Restore => "restore",
            Self::Supersede => "supersede",
            Self::Revive => "revive",
            Self::Remove => "remove",
            Self::Return => "return",
        }
    }
}

/// One change, as history keeps it. Append-only: an edit is never changed or removed by another edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub id: EditId,
    pub target: EditTarget,
    pub kind: EditKind,
    pub actor: Actor,
    /// The whole text before; empty where there was none.
    pub before: String,
    /// The whole text after.
    pub after: String,
    /// Why, in the actor's words.
    pub reason: Option<String>,
    /// The message that caused it.
    pub cause: Option<MessageId>,
    pub turn: Option<TurnId>,
    /// The version that the target had before and must still have for the edit to apply.
    pub expected_version: i64,
    /// The edit that this one takes back.
    #[serde(default)]
    pub undoes: Option<EditId>,
    /// The passage that says what holds instead.
    #[serde(default)]
    pub related: Option<PassageId>,
    pub at: Moment,
}

impl Edit {
    /// An edit of no turn, for the rest of it to be filled in.
    pub fn new(target: EditTarget, kind: EditKind, actor: Actor, at: Moment) -> Self {
        Self {
            id: EditId::at(at),
            target,
            kind,
            actor,
            before: String::new(),
            after: String::new(),
            reason: None,
            cause: None,
            turn: None,
            expected_version: 0,
            undoes: None,
            related: None,
            at,
        }
    }
}
