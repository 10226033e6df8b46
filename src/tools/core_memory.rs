//! The tools that read and rewrite core memory. The rules are [`CoreMemory`]'s; here is only what the model says and hears.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Tool, ToolContext, ToolError, args};
use crate::llm::ToolSpec;
use crate::memory::block::{BlockChange, BlockError};
use crate::memory::{Block, CoreMemory, Edit, EditTarget, Label};

/// The four tools.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Append), Arc::new(Replace), Arc::new(Rewrite), Arc::new(Read)]
}

#[derive(Deserialize, JsonSchema)]
struct AppendArguments {
    #[schemars(length(max = 40))]
    label: String,
    #[schemars(length(max = 1000))]
    content: String,
    #[schemars(length(max = 200))]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct ReplaceArguments {
    #[schemars(length(max = 40))]
    label: String,
    #[schemars(length(max = 1000))]
    old: String,
    #[schemars(length(max = 1000))]
    new: String,
    #[schemars(length(max = 200))]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct RewriteArguments {
    #[schemars(length(max = 40))]
    label: String,
    #[schemars(length(max = 1900))]
    value: String,
    #[schemars(length(max = 200))]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct ReadArguments {
    #[schemars(length(max = 60))]
    person: Option<String>,
}

struct Append;
struct Replace;
struct Rewrite;
struct Read;

/// People whose blocks are shown whole at once.
const WHOLE: usize = 5;
/// People who are named at once.
const NAMED: usize = 50;

#[async_trait]
impl Tool for Append {
    fn spec(&self) -> ToolSpec {
        args::spec::<AppendArguments>("core_memory_append")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let AppendArguments { label, content, reason } = args::read(arguments)?;
        let now = context.now;
        edit(context, &label, reason, |core, label| core.append(label, &content, now))
    }
}

#[async_trait]
impl Tool for Replace {
    fn spec(&self) -> ToolSpec {
        args::spec::<ReplaceArguments>("core_memory_replace")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let ReplaceArguments { label, old, new, reason } = args::read(arguments)?;
        let now = context.now;
        edit(context, &label, reason, |core, label| core.replace(label, &old, &new, now))
    }
}

#[async_trait]
impl Tool for Rewrite {
    fn spec(&self) -> ToolSpec {
        args::spec::<RewriteArguments>("core_memory_rewrite")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let RewriteArguments { label, value, reason } = args::read(arguments)?;
        let now = context.now;
        edit(context, &label, reason, |core, label| core.rewrite(label, &value, now))
    }
}

fn edit(
    context: &mut ToolContext<'_>,
    label: &str,
    reason: Option<String>,
    change: impl FnOnce(&mut CoreMemory, Label) -> Result<BlockChange, BlockError>,
) -> Result<String, ToolError> {
    let mendable = |error: BlockError| ToolError::Model(error.to_string());
    let label = context.core.resolve(label, context.speaking).map_err(mendable)?;
    let change = change(context.core, label).map_err(mendable)?;
    let reason = args::reason(reason);
    context.effects.edits.push(Edit {
        before: change.before,
        after: change.after,
        reason,
        cause: context.cause,
        turn: context.turn,
        expected_version: change.expected_version,
        ..Edit::new(EditTarget::Block(label), change.kind, context.actor, context.now)
    });
    let fill = context.core.get(label).map(|block| format!("{} of {} characters", block.used(), block.limit));
    Ok(format!("Done. The block now holds {}.", fill.unwrap_or_default()))
}

#[async_trait]
impl Tool for Read {
    fn spec(&self) -> ToolSpec {
        args::spec::<ReadArguments>("core_memory_read")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let ReadArguments { person } = args::read(arguments)?;
        let person = person.unwrap_or_default();
        let person = person.trim();
        if person.is_empty() {
            return Ok(names("You know these people:", context.core.people().collect()));
        }
        let found = context.core.people_called(person);
        match found.len() {
            0 => Err(ToolError::Model(names(
                &format!("You know nobody called `{person}`. You know:"),
                context.core.people().collect(),
            ))),
            1..=WHOLE => Ok(found.into_iter().map(whole).collect::<Vec<_>>().join("\n\n")),
            _ => Ok(names("Several people are meant. Ask again with an ID:", found)),
        }
    }
}

fn named(block: &Block) -> String {
    let name = block.name.as_deref().map(|name| format!(" ({})", args::clip(name, 60))).unwrap_or_default();
    format!("{}{name}", block.label)
}

fn whole(block: &Block) -> String {
    format!("{}, {} of {} characters:\n{}", named(block), block.used(), block.limit, block.value)
}

/// People by name, those whose blocks were changed last first.
fn names(head: &str, mut people: Vec<&Block>) -> String {
    people.sort_by_key(|block| std::cmp::Reverse(block.updated_at));
    let more = people.len().saturating_sub(NAMED);
    let mut lines = vec![head.to_owned()];
    lines.extend(people.into_iter().take(NAMED).map(named));
    lines.extend((more > 0).then(|| format!("and {more} more")));
    lines.join("\n")
}
