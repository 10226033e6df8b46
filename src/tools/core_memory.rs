//! The tools that rewrite core memory. The rules are [`CoreMemory`]'s; here is only what the model says and hears.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Tool, ToolContext, ToolError, args};
use crate::llm::ToolSpec;
use crate::memory::block::{BlockChange, BlockError};
use crate::memory::{Actor, CoreMemory, Edit, EditId, EditTarget, Label};

/// The three tools.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Append), Arc::new(Replace), Arc::new(Rewrite)]
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

struct Append;
struct Replace;
struct Rewrite;

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
        id: EditId::at(context.now),
        target: EditTarget::Block(label),
        kind: change.kind,
        actor: Actor::Model,
        before: change.before,
        after: change.after,
        reason,
        cause: context.cause,
        turn: Some(context.turn),
        expected_version: change.expected_version,
        undoes: None,
        related: None,
        at: context.now,
    });
    let fill = context.core.get(label).map(|block| format!("{} of {} characters", block.used(), block.limit));
    Ok(format!("Done. The block now holds {}.", fill.unwrap_or_default()))
}
