//! The plain types of memory: what an agent is, what it remembers, and what may change.
//! Owns names, limits and the rules that need no database. Must not know SQL, Qdrant, models or Discord.

pub mod agent;
pub mod block;
pub mod change;
pub mod diff;
pub mod edit;
pub mod history;
pub mod ids;
pub mod message;
pub mod outgoing;
pub mod passage;

pub use agent::{Agent, AgentKey, Scope};
pub use block::{Block, CoreMemory, Label};
pub use change::{Afterwards, ChangedMessage, MessageChange};
pub use edit::{Actor, Edit, EditKind, EditTarget};
pub use ids::{AgentId, EditId, MessageId, OutboxId, PassageId, PersonId, TurnId};
pub use message::{Attachment, Body, Incoming, Message, Person, Quote, Source, ToolCall};
pub use outgoing::{EditCard, Outgoing};
pub use passage::Passage;
