//! The tools a model may call. Owns [`Tool`], [`ToolContext`] and [`registry`]. A tool reads through the context and only
//! *says* what is to change; the turn writes it, together with the tool's answer, in one transaction.
//! Must not know Discord or SQL.

mod archival;
mod args;
mod conversation;
mod core_memory;
mod documents;
mod facts;
mod recall;
mod reminders;
mod when;

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;

use crate::clock::Moment;
use crate::llm::ToolSpec;
use crate::memory::ids::{MessageId, TurnId};
use crate::memory::{Actor, CoreMemory, Edit, Message, Passage, Person, Reminder, Scope};
use crate::search::MemorySearch;
use crate::store::StoreError;

pub use args::{clip, no_page, page_note};
pub use recall::excerpt_texts;
pub use reminders::Reminding;

/// Why a tool has no result.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The model can mend it: the text is its tool result.
    #[error("{0}")]
    Model(String),
    /// It cannot; the turn fails.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<StoreError> for ToolError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

/// What the tools of one step want changed.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Effects {
    pub edits: Vec<Edit>,
    pub passages: Vec<(Passage, Edit)>,
    /// New reminders, with the numbers that they are to have.
    pub reminders: Vec<Reminder>,
    /// Numbers of reminders to take away.
    pub cancelled: Vec<i64>,
    /// A reaction to the message that is answered.
    pub reaction: Option<String>,
    /// The model chose to say nothing, and why.
    pub silence: Option<String>,
}

/// What a tool has at hand.
pub struct ToolContext<'a> {
    pub scope: &'a Scope,
    /// A working copy: later calls of the same step see what earlier ones changed.
    pub core: &'a mut CoreMemory,
    pub effects: &'a mut Effects,
    pub search: &'a MemorySearch,
    /// In whose name memory is changed: the agent's, talking or in a quiet hour.
    pub actor: Actor,
    /// None in a quiet hour.
    pub turn: Option<TurnId>,
    /// What is read again in a quiet hour, by the numbers from 1 that the model is shown.
    pub reading: &'a [Message],
    /// The newest message that the turn answers.
    pub cause: Option<MessageId>,
    /// Whose messages the turn answers.
    pub speaking: &'a [Person],
    /// None in a quiet hour.
    pub reminding: Option<Reminding<'a>>,
    pub now: Moment,
}

/// One tool.
#[async_trait]
pub trait Tool: Send + Sync {
    /// Name, description and schema, as the model is told.
    fn spec(&self) -> ToolSpec;
    /// Does it. The answer is what the model reads.
    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError>;
}

/// Every tool, in the order the model is told of them.
pub fn registry() -> Vec<Arc<dyn Tool>> {
    let mut tools = core_memory::tools();
    tools.extend(archival::tools());
    tools.extend(recall::tools());
    tools.extend(reminders::tools());
    tools.extend(conversation::tools());
    tools.extend(documents::tools());
    tools
}

/// The tools of an agent that nobody talks to: those by which it tends its memory.
pub fn quiet_registry() -> Vec<Arc<dyn Tool>> {
    let mut tools = facts::tools();
    tools.extend(core_memory::tools());
    tools.extend(archival::tools());
    tools
}

/// What the names of tools begin with that only agents with documents are offered, so that the prompts of all others stay
/// small.
const FOR_DOCUMENTS: &str = "document_";

/// The tools at hand, each with what the model is told of it, which is worked out once.
pub struct Toolbox {
    specs: Arc<[ToolSpec]>,
    without_documents: Arc<[ToolSpec]>,
    tools: Vec<Arc<dyn Tool>>,
}

impl Toolbox {
    /// A box of those tools.
    pub fn new(tools: Vec<Arc<dyn Tool>>) -> Self {
        let specs: Arc<[ToolSpec]> = tools.iter().map(|tool| tool.spec()).collect();
        let few = specs.iter().filter(|spec| !spec.name.starts_with(FOR_DOCUMENTS)).cloned();
        Self { without_documents: few.collect(), specs, tools }
    }

    /// What the model is told of all of them.
    pub fn specs(&self) -> &[ToolSpec] {
        &self.specs
    }

    /// What an agent is offered that has documents, or has none.
    pub fn offered(&self, documents: bool) -> &Arc<[ToolSpec]> {
        if documents { &self.specs } else { &self.without_documents }
    }

    /// The names, in order.
    pub fn names(&self) -> Vec<&str> {
        self.specs.iter().map(|spec| spec.name.as_str()).collect()
    }

    /// The tool of that name.
    pub fn find(&self, name: &str) -> Option<(&ToolSpec, &dyn Tool)> {
        let at = self.specs.iter().position(|spec| spec.name == name)?;
        Some((&self.specs[at], self.tools[at].as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn strings(schema: &Value, found: &mut Vec<Value>) {
        if schema["type"] == "string" {
            found.push(schema.clone());
        }
        match schema {
            Value::Object(object) => object.values().for_each(|value| strings(value, found)),
            Value::Array(items) => items.iter().for_each(|value| strings(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_tool_and_argument_is_described_and_bounded() {
        let all = Toolbox::new(registry().into_iter().chain(quiet_registry()).collect());
        for spec in all.specs() {
            assert!(!spec.description.is_empty(), "{} has no description", spec.name);
            for (name, argument) in spec.parameters["properties"].as_object().expect("an object") {
                assert!(argument["description"].is_string(), "{}.{name} has no description", spec.name);
            }
            let mut found = Vec::new();
            strings(&spec.parameters, &mut found);
            assert!(found.iter().all(|schema| schema["maxLength"].is_u64()), "{}: a string without a bound", spec.name);
        }
    }

    #[test]
    fn what_the_model_is_told_of_tools() {
        insta::assert_json_snapshot!(
            "tools",
            Toolbox::new(registry().into_iter().chain(super::facts::tools()).collect())
                .specs()
                .iter()
                .map(|spec| serde_json::json!({
                    "name": spec.name, "description": spec.description, "parameters": spec.parameters,
                }))
                .collect::<Vec<_>>()
        );
    }
}
