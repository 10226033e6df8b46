//! The tool by which an agent notes, in a quiet hour, what a message says beyond its own words, so that it is found by
//! that too.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Tool, ToolContext, ToolError, args};
use crate::llm::ToolSpec;
use crate::memory::{Edit, EditKind, EditTarget};

/// Facts of one message, and characters of one fact.
const FACTS: usize = 5;
const FACT: usize = 200;

/// The tool.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Note)]
}

#[derive(Deserialize, JsonSchema)]
struct NoteArguments {
    #[schemars(range(min = 1, max = 1000))]
    message: usize,
    #[schemars(length(min = 1, max = 5), inner(length(max = 200)))]
    facts: Vec<String>,
}

struct Note;

#[async_trait]
impl Tool for Note {
    fn spec(&self) -> ToolSpec {
        args::spec::<NoteArguments>("note_facts")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let NoteArguments { message: number, facts } = args::read(arguments)?;
        let count = context.reading.len();
        let message = number.checked_sub(1).and_then(|at| context.reading.get(at)).ok_or_else(|| {
            ToolError::Model(format!("There is no message {number}: they are numbered from 1 to {count}."))
        })?;
        let target = EditTarget::Facts(message.id);
        if context.effects.edits.iter().any(|edit| edit.target == target) {
            return Err(ToolError::Model(format!("Facts of message {number} were noted already.")));
        }
        if context.search.facts(context.scope, message.id).await?.is_some() {
            return Err(ToolError::Model(format!("Message {number} has facts from an earlier time.")));
        }
        let facts = tidy(&facts)?;
        context.effects.edits.push(Edit {
            after: facts,
            cause: Some(message.id),
            turn: context.turn,
            ..Edit::new(target, EditKind::Create, context.actor, context.now)
        });
        Ok(format!("Done: message {number} is found by that too."))
    }
}

/// The facts as they are stored: a line each.
fn tidy(facts: &[String]) -> Result<String, ToolError> {
    let line = |fact: &String| args::clip(fact.split_whitespace().collect::<Vec<_>>().join(" ").as_str(), FACT);
    let lines: Vec<String> = facts.iter().map(line).filter(|fact| !fact.is_empty()).take(FACTS).collect();
    if lines.is_empty() {
        return Err(ToolError::Model("`facts` must hold at least one statement.".into()));
    }
    Ok(lines.join("\n"))
}
