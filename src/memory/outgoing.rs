//! What a turn wants said or shown, told without knowing who shows it.

use serde::{Deserialize, Serialize};

use super::block::{Block, CoreMemory};
use super::edit::{Edit, EditTarget};
use super::ids::{OutboxId, PersonId};
use super::message::Source;
use super::passage::PASSAGE_LIMIT;
use super::trouble::Trouble;
use crate::clock::Moment;
use crate::documents::Refusal;
use crate::output::counted;

/// One edit as people are shown it, whole in itself: showing it needs no further read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditCard {
    /// What the thing is called: `persona`, `human · Mara`, `archive`.
    pub title: String,
    pub edit: Edit,
    /// Characters now in the block; for a passage, its length.
    pub used: usize,
    /// Characters it may hold.
    pub limit: usize,
}

impl EditCard {
    /// The card of an edit, with the blocks as they are now.
    pub fn of(edit: Edit, core: &CoreMemory) -> Self {
        let block = match edit.target {
            EditTarget::Block(label) => core.get(label),
            EditTarget::Passage(_) | EditTarget::Facts(_) => None,
        };
        let title = match edit.target {
            EditTarget::Block(label) => block.map_or_else(|| label.to_string(), Block::title),
            EditTarget::Passage(_) => "archive".to_owned(),
            EditTarget::Facts(_) => "search · a message".to_owned(),
        };
        let limit = block.map_or(PASSAGE_LIMIT, |block| block.limit);
        Self { title, used: edit.after.chars().count(), limit, edit }
    }
}

/// What has become of a file that came with a message. Its sentence is the English one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileNews {
    /// Reading it takes long.
    #[error("Reading {name}; this may take a while.")]
    Begun { name: String },
    /// It is the document of that number now.
    #[error("Read {name}: {}, document {number}.", counted((*pages).into(), "page", "pages"))]
    Read { name: String, number: i64, pages: u32 },
    #[error("Did not read {name}. {why}")]
    Refused { name: String, why: Refusal },
}

/// One logical message to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outgoing {
    /// The agent's words, the edits of the turn, or both. Never neither.
    Reply { text: String, cards: Vec<EditCard> },
    /// What was learned from a message that was deleted since, for people to take back.
    Learned {
        cards: Vec<EditCard>,
        /// Who had said it.
        by: Option<PersonId>,
    },
    /// What the agent changed in its memory while nobody talked to it.
    Tended {
        cards: Vec<EditCard>,
        /// Messages that are found by more than their own words since.
        facts: u64,
    },
    /// That what is said is stored, and what can be done about it. Said to each person once.
    Notice,
    /// A limit is reached, so that nothing is answered until then.
    LimitReached { limit: Limit, most: u64, until: Moment },
    /// What somebody asked to be reminded of. The only message that notifies a person, and only that one.
    Reminder { number: i64, person: PersonId, text: String, due: Moment, late: bool },
    /// A reaction to the message that was answered.
    Reaction { emoji: String },
    /// Something went wrong: what, and the id to find it in the log by.
    Failure {
        #[serde(alias = "sentence")]
        cause: Trouble,
        trace: String,
    },
    /// The model is away; the answer is made when it is back.
    Waits { cause: Trouble },
    /// The agent's words as far as they had come when a person stopped it (perhaps none), and the edits of the turn.
    Stopped { text: String, cards: Vec<EditCard> },
    /// Nothing is said after all: what was shown of the answer goes away.
    Withdrawn,
}

/// The messages that stand for an answer where people read: a draft of it, or the answer that it takes the place of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    pub channel: u64,
    /// Discord ids of its parts, in order.
    pub messages: Vec<u64>,
}

/// What a day may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    PersonMessages,
    PersonTokens,
    GuildMessages,
    GuildTokens,
}

/// A stored [`Outgoing`] that waits to be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    pub id: OutboxId,
    pub outgoing: Outgoing,
    /// The message it answers, and so the channel it goes to.
    pub to: Source,
    pub created_at: Moment,
    /// How often delivery was tried and failed.
    pub attempts: u32,
    /// Discord ids of the parts that were already delivered, in order. A long reply is several messages.
    pub sent: Vec<u64>,
    /// What already stands for it there and is to be changed into it.
    pub shown: Option<Shown>,
}
