//! The ledger: the truth, in SQL. Owns the traits by which everything else reads and writes it, and [`open`].
//! Must not know Discord, models or the index.
//!
//! Every read of memory takes a [`Scope`]. Whatever belongs together is one call and one transaction, since on SQLite
//! each commit waits for the disk.

mod care;
mod changes;
mod documents;
mod parked;
mod people;
mod records;
mod reminders;
mod reset;
mod settings;
mod sql;
mod tending;
mod trouble;
mod words;

use std::sync::Arc;

use async_trait::async_trait;

use crate::clock::Moment;
use crate::memory::ids::{AgentId, ChunkId, EditId, MessageId, OutboxId, PassageId, TurnId};
use crate::memory::outgoing::OutboxRow;
use crate::memory::{
    Actor, Agent, AgentKey, Attachment, Body, ChangedMessage, Chunk, CoreMemory, Edit, EditTarget, Incoming, Message,
    Outgoing, Parked, Passage, Reminder, Scope, Shown, Source,
};

pub use care::{CareStore, Examination, Findable};
pub use changes::{ChangeStore, Unsummarized, WaitingChange};
pub use documents::{AddedDocument, DocumentStore};
pub use parked::ParkStore;
pub use people::{
    Aged, Charge, ForgetReceipt, HeldOfPerson, Home, HouseStore, Once, OnceWhat, OwnData, OwnMessage, PeopleStore,
    Spent, UsageStore,
};
pub use records::{Record, RecordStore};
pub use reminders::{NewNote, NoteStore, ReminderRoom, ReminderStore, SentReminder, WaitingReminder};
pub use reset::{ResetReceipt, ResetStore, ResetWhat};
pub use settings::{AuditLine, Posted, PostedStore, SettingsStore};
pub use sql::{Alone, Contents, back_up, claim, claim_now, emptied, open, restore};
pub use tending::{Idle, TendStore, Tended};
pub use trouble::StoreError;
pub use words::WordStore;

/// What a new agent starts with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentSeed {
    pub persona: String,
    /// The text of a new person's `human` block.
    pub human: String,
    /// Characters that each block may hold.
    pub block_limit: usize,
}

/// An agent that is to begin with what another one knows.
#[derive(Debug, Clone, Copy)]
pub struct Branch<'a> {
    pub from: &'a Scope,
    pub to: &'a AgentKey,
    /// Who wants it so; the edits that record the copies name them.
    pub by: Actor,
}

/// Whether an incoming message was new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    New,
    /// The same event had come before; nothing was written.
    Duplicate,
    /// Nothing of that person is taken in; nothing was written.
    Refused,
    /// Too much waits already; nothing was written.
    Full,
}

/// How a turn stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnState {
    Running,
    /// It ended with a reply, a reaction or chosen silence.
    Done,
    /// It ended with an error that the person was told of.
    Failed,
}

/// One turn as the ledger keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub id: TurnId,
    pub state: TurnState,
    /// LLM calls whose outcome has been written.
    pub steps: u32,
    /// The short id by which a person's error and the log find each other.
    pub trace: String,
    /// The newest message it answers, and so where the answer goes.
    pub answers: Source,
    pub started_at: Moment,
    /// The row of the outbox that will hold the answer.
    pub reply: OutboxId,
    /// What already stands for the answer where people read.
    pub shown: Option<Shown>,
    /// It waits for the model to come back, or has waited.
    pub parked: Option<Parked>,
}

/// A turn that has been begun (or found unfinished after a restart), with the messages it was begun for.
#[derive(Debug, Clone, PartialEq)]
pub struct BegunTurn {
    pub agent: Agent,
    pub turn: Turn,
    /// The people's messages that it answers, oldest first; they are already part of the conversation.
    pub messages: Vec<Message>,
}

/// A recursive summary of what was evicted from the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub text: String,
    /// Every message up to this one has left the queue.
    pub through_seq: i64,
    pub at: Moment,
}

/// A message that is to be added; the ledger gives it its `seq`.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMessage {
    pub id: MessageId,
    pub body: Body,
    pub source: Option<Source>,
    pub at: Moment,
}

/// What to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOutbox {
    pub id: OutboxId,
    pub outgoing: Outgoing,
    pub to: Source,
    pub at: Moment,
}

/// How a turn ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnEnd {
    Done,
    /// The cause, for the operator.
    Failed(String),
    /// A person ended it. Who, for the operator.
    Stopped(String),
}

/// All that one step of a turn changes. It is written in one transaction or not at all, so that a resumed turn never
/// repeats an edit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepCommit {
    pub messages: Vec<NewMessage>,
    /// Edits of blocks and of passages that are there. Each must find its target at `expected_version`.
    pub edits: Vec<Edit>,
    /// New passages, each with the edit that records it.
    pub passages: Vec<(Passage, Edit)>,
    /// A new summary; moves the start of the queue behind `through_seq`.
    pub summary: Option<Summary>,
    pub outbox: Vec<NewOutbox>,
    /// Behind `outbox`.
    pub once: Option<Once>,
    /// What the step cost.
    pub charges: Vec<Charge>,
    /// New reminders, with the numbers that they are to have.
    pub reminders: Vec<Reminder>,
    /// Numbers of reminders to take away.
    pub cancelled: Vec<i64>,
    pub end: Option<TurnEnd>,
    pub at: Moment,
}

/// Agents and turns.
#[async_trait]
pub trait AgentStore: Send + Sync {
    /// The agent of that place; made, with its persona block (and the edit that records it), if there was none.
    /// Two callers at once get the same one.
    async fn open_agent(&self, key: &AgentKey, seed: &AgentSeed, now: Moment) -> Result<Agent, StoreError>;
    /// The agent of that place, if there is one.
    async fn find_agent(&self, key: &AgentKey) -> Result<Option<Agent>, StoreError>;
    /// How many agents there are.
    async fn count_agents(&self) -> Result<u64, StoreError>;
    /// Makes the agent of a place, with copies of the blocks and of the newest summary that another one has.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where there is an agent already.
    async fn branch_agent(&self, branch: &Branch<'_>, now: Moment) -> Result<Agent, StoreError>;
    /// The agent's place is in that guild. Messages say so by themselves.
    async fn note_guild(&self, scope: &Scope, guild: u64) -> Result<(), StoreError>;
    /// All agents of places in that guild.
    async fn agents_of_guild(&self, guild: u64) -> Result<Vec<Agent>, StoreError>;
}

/// What a page of a listing holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// How many there are on all pages.
    pub total: u64,
}

/// Which messages are meant, besides the words searched for. All given conditions must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MessageFilter {
    /// The author's id as text, their name (whole, case-insensitive), or `agent`.
    pub author: Option<String>,
    /// At or after.
    pub after: Option<Moment>,
    /// Before.
    pub before: Option<Moment>,
}

/// Recall memory. Messages are never removed but by [`ResetStore::reset`]; what people change or delete is changed by
/// [`ChangeStore`].
#[async_trait]
pub trait MessageStore: Send + Sync {
    /// The messages still in the prompt, oldest first.
    async fn queue(&self, scope: &Scope) -> Result<Vec<Message>, StoreError>;
    /// Writes down what has become of what came along with a message. A message that was reset is passed over.
    async fn set_attachments(&self, scope: &Scope, id: MessageId, attachments: &[Attachment])
    -> Result<(), StoreError>;
    /// The newest summary.
    async fn summary(&self, scope: &Scope) -> Result<Option<Summary>, StoreError>;
    /// Those messages, in the order asked for; ids of other scopes are not found.
    async fn messages(&self, scope: &Scope, ids: &[MessageId]) -> Result<Vec<Message>, StoreError>;
    /// The places of those messages among the searchable ones (1, 2, 3 … as they were said) and their moments. In no
    /// order; messages that are not there or not searchable are passed over.
    async fn places(&self, scope: &Scope, ids: &[MessageId]) -> Result<Vec<(MessageId, i64, Moment)>, StoreError>;
    /// The searchable messages at those places, each with its place, in the order in which they were said.
    async fn said_at(&self, scope: &Scope, places: &[i64]) -> Result<Vec<(i64, Message)>, StoreError>;
    /// Searchable messages ([`Body::is_searchable`]) by time, newest first.
    async fn list_messages(
        &self,
        scope: &Scope,
        filter: &MessageFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Message>, StoreError>;
    /// How many messages there are of all kinds, also those that left the prompt.
    async fn count_messages(&self, scope: &Scope) -> Result<u64, StoreError>;
}

/// Core memory and the history of all memory.
#[async_trait]
pub trait BlockStore: Send + Sync {
    /// All blocks.
    async fn core(&self, scope: &Scope) -> Result<CoreMemory, StoreError>;
    /// Writes one edit of a block or passage that a person or the program made.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it is not at `expected_version`.
    async fn write_edit(&self, scope: &Scope, edit: &Edit) -> Result<(), StoreError>;
    /// Edits, newest first; of one target if given.
    async fn list_edits(
        &self,
        scope: &Scope,
        target: Option<&EditTarget>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Edit>, StoreError>;
    /// One edit.
    async fn edit(&self, scope: &Scope, id: EditId) -> Result<Option<Edit>, StoreError>;
    /// The newest edit that took that one back.
    async fn undoing(&self, scope: &Scope, id: EditId) -> Result<Option<Edit>, StoreError>;
    /// The edits of one turn, oldest first.
    async fn turn_edits(&self, scope: &Scope, turn: TurnId) -> Result<Vec<Edit>, StoreError>;
}

/// Which passages are meant. All given conditions must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PassageFilter {
    /// All of these.
    pub tags: Vec<String>,
    /// At or after.
    pub after: Option<Moment>,
    /// Before.
    pub before: Option<Moment>,
}

/// Archival memory.
#[async_trait]
pub trait PassageStore: Send + Sync {
    /// Those passages, in the order asked for; ids of other scopes are not found.
    async fn passages(&self, scope: &Scope, ids: &[PassageId]) -> Result<Vec<Passage>, StoreError>;
    /// The passage of that number.
    async fn passage_by_number(&self, scope: &Scope, number: i64) -> Result<Option<Passage>, StoreError>;
    /// Which of those passages no longer hold, and the passages that took their places.
    async fn superseded(
        &self,
        scope: &Scope,
        ids: &[PassageId],
    ) -> Result<Vec<(PassageId, Option<PassageId>)>, StoreError>;
    /// Passages by time, newest first.
    async fn list_passages(
        &self,
        scope: &Scope,
        filter: &PassageFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Passage>, StoreError>;
    /// How many there are.
    async fn count_passages(&self, scope: &Scope) -> Result<u64, StoreError>;
}

/// Inbox, turns and outbox: what makes a message neither lost nor answered twice.
#[async_trait]
pub trait QueueStore: Send + Sync {
    /// Takes a message in, once. From here it cannot be lost.
    async fn accept(&self, incoming: &Incoming, now: Moment) -> Result<Accepted, StoreError>;
    /// Begins a turn for the waiting messages of that agent (the first that came, if there are many), oldest first by Discord id, and makes them part of the
    /// conversation; `human` blocks are made for people met for the first time (with the edit that records it) and names
    /// are brought up to date. None when nothing waits.
    async fn begin_turn(&self, agent: &Agent, seed: &AgentSeed, now: Moment) -> Result<Option<BegunTurn>, StoreError>;
    /// Takes messages that came since into the running turn. They are appended to the conversation; `answers` moves on.
    async fn join_turn(
        &self,
        agent: &Agent,
        turn: TurnId,
        seed: &AgentSeed,
        now: Moment,
    ) -> Result<Vec<Message>, StoreError>;
    /// Writes what one step changed and counts the step, all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when a block was changed in between; nothing is written then.
    async fn commit_step(&self, scope: &Scope, turn: TurnId, commit: &StepCommit) -> Result<(), StoreError>;
    /// A new summary outside a step; same effect as [`StepCommit::summary`].
    async fn put_summary(&self, scope: &Scope, summary: &Summary) -> Result<(), StoreError>;
    /// Writes down what stands for the answer of a running turn where people read.
    async fn set_shown(&self, scope: &Scope, turn: TurnId, shown: &Shown) -> Result<(), StoreError>;
    /// What stands for the answer of that turn where people read.
    async fn shown(&self, scope: &Scope, turn: TurnId) -> Result<Option<Shown>, StoreError>;
    /// Opens the turn of a message again that was changed after it was answered, so that it is answered anew: what was
    /// the answer leaves the conversation, and what shows it becomes that of the answer to come. Only if that turn is the
    /// newest, ended at or after `since`, and nobody has said anything since. Whether it did.
    async fn reopen_turn(
        &self,
        scope: &Scope,
        message: &ChangedMessage,
        since: Moment,
        now: Moment,
    ) -> Result<bool, StoreError>;
    /// Turns that were running when the program ended, oldest first.
    async fn unfinished_turns(&self) -> Result<Vec<BegunTurn>, StoreError>;
    /// Those of one agent.
    async fn unfinished_turns_of(&self, scope: &Scope) -> Result<Vec<BegunTurn>, StoreError>;
    /// Places for which messages wait that no turn has taken, oldest message first.
    async fn waiting(&self) -> Result<Vec<AgentKey>, StoreError>;
    /// Outbox rows of one agent that are not delivered yet, oldest first.
    async fn unsent(&self, scope: &Scope) -> Result<Vec<OutboxRow>, StoreError>;
    /// Agents that have undelivered outbox rows.
    async fn unsent_agents(&self) -> Result<Vec<Agent>, StoreError>;
    /// The row was delivered whole, as these Discord messages.
    async fn mark_sent(&self, id: OutboxId, sent: &[u64], now: Moment) -> Result<(), StoreError>;
    /// Delivery failed after these parts. `give_up` ends the tries; the row stays for the operator to see.
    async fn mark_unsent(
        &self,
        id: OutboxId,
        sent: &[u64],
        error: &str,
        give_up: bool,
        now: Moment,
    ) -> Result<(), StoreError>;
}

/// Something that the index should hold.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "most items are messages, and they are held a batch at a time")]
pub enum IndexItem {
    /// A searchable message, and the ones that people or the agent said right before and after it.
    Message {
        message: Message,
        previous: Option<Message>,
        next: Option<Message>,
        /// What was drawn from it afterwards, a line each; empty where nothing was.
        facts: String,
    },
    Passage(Passage),
    Chunk(Chunk),
}

impl IndexItem {
    /// Its id.
    pub fn id(&self) -> ItemId {
        match self {
            Self::Message { message, .. } => ItemId::Message(message.id),
            Self::Passage(passage) => ItemId::Passage(passage.id),
            Self::Chunk(chunk) => ItemId::Chunk(chunk.id),
        }
    }
}

/// The id of something that the index should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemId {
    Message(MessageId),
    Passage(PassageId),
    Chunk(ChunkId),
}

impl ItemId {
    /// The same without its kind: the id of the point in the index.
    pub fn point(self) -> uuid::Uuid {
        match self {
            Self::Message(id) => id.0,
            Self::Passage(id) => id.0,
            Self::Chunk(id) => id.0,
        }
    }
}

/// An item that waits to be indexed.
#[derive(Debug, Clone, PartialEq)]
pub struct Unindexed {
    pub agent: AgentId,
    pub item: IndexItem,
    /// Rises whenever what the item is found by changes.
    pub revision: i64,
}

/// What the index has to catch up with. For the index's own upkeep: items come with the agent they belong to.
#[async_trait]
pub trait IndexFeed: Send + Sync {
    /// Items not indexed yet, oldest first.
    async fn unindexed(&self, limit: u64) -> Result<Vec<Unindexed>, StoreError>;
    /// Those are in the index now, at that revision. An item that was reset or has changed in between is passed over.
    async fn mark_indexed(&self, done: &[(ItemId, i64)], now: Moment) -> Result<(), StoreError>;
    /// Those are not in the index though they are marked as indexed, and so are to be indexed again.
    async fn mark_lost(&self, points: &[uuid::Uuid]) -> Result<(), StoreError>;
    /// Points that must leave the index: (point id, its agent), oldest first.
    async fn tombstones(&self, limit: u64) -> Result<Vec<(uuid::Uuid, AgentId)>, StoreError>;
    /// The index has confirmed that those are gone.
    async fn clear_tombstones(&self, points: &[uuid::Uuid]) -> Result<(), StoreError>;
    /// Forgets what was indexed, so that everything is indexed again. Answers how many items that is.
    async fn rewind(&self) -> Result<u64, StoreError>;
    /// How many items are marked as indexed.
    async fn indexed(&self) -> Result<u64, StoreError>;
    /// How many items wait, and how many tombstones.
    async fn backlog(&self) -> Result<(u64, u64), StoreError>;
}

/// The whole ledger.
#[async_trait]
pub trait Ledger:
    AgentStore
    + MessageStore
    + ChangeStore
    + TendStore
    + BlockStore
    + PassageStore
    + DocumentStore
    + QueueStore
    + ParkStore
    + IndexFeed
    + ResetStore
    + SettingsStore
    + PostedStore
    + PeopleStore
    + UsageStore
    + HouseStore
    + RecordStore
    + ReminderStore
    + NoteStore
    + WordStore
    + CareStore
{
    /// The database by name and version, for `keepsake check`.
    async fn describe(&self) -> Result<String, StoreError>;
    /// Ends all connections. SQLite folds its write-ahead log in.
    async fn close(&self);
}

/// A ledger that many hold.
pub type SharedLedger = Arc<dyn Ledger>;
