//! The plain types of memory: what an agent is, what it remembers, and what may change.
//! Owns names, limits and the rules that need no database. Must not know SQL, Qdrant, models or Discord.

pub mod agent;
pub mod block;
pub mod change;
pub mod diff;
pub mod document;
pub mod due;
pub mod edit;
pub mod history;
pub mod ids;
pub mod message;
pub mod outgoing;
pub mod parked;
pub mod passage;
pub mod reminder;
pub mod taint;
pub mod traces;
pub mod trouble;

pub use agent::{Agent, AgentKey, Scope};
pub use block::{Block, CoreMemory, Label};
pub use change::{Afterwards, ChangedMessage, MessageChange};
pub use document::{Chunk, Document, Spot};
pub use edit::{Actor, Edit, EditKind, EditTarget};
pub use ids::{AgentId, ChunkId, DocumentId, EditId, MessageId, OutboxId, PassageId, PersonId, TurnId};
pub use message::{Attachment, Body, Heading, Incoming, Message, Person, Quote, Reading, Source, ToolCall};
pub use outgoing::{EditCard, FileNews, Limit, Outgoing, Shown};
pub use parked::Parked;
pub use passage::Passage;
pub use reminder::{Reminder, Repeat};
pub use trouble::Trouble;
