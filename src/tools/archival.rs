//! The tools of archival memory.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::args::{self, Times};
use super::{Tool, ToolContext, ToolError};
use crate::llm::ToolSpec;
use crate::memory::passage::{PASSAGE_LIMIT, TAG_LENGTH, TAGS_LIMIT};
use crate::memory::{Actor, Edit, EditId, EditKind, EditTarget, Passage, PassageId};
use crate::search::{ArchivalQuery, Found};

/// The two tools.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Insert), Arc::new(Search)]
}

/// A tag, bounded so that a constrained model cannot ramble.
#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
struct Tag(#[schemars(length(max = 40))] String);

#[derive(Deserialize, JsonSchema)]
struct InsertArguments {
    #[schemars(length(max = 1900))]
    content: String,
    #[schemars(length(max = 10))]
    tags: Option<Vec<Tag>>,
}

#[derive(Deserialize, JsonSchema)]
struct SearchArguments {
    #[schemars(length(max = 400))]
    query: Option<String>,
    #[schemars(length(max = 10))]
    tags: Option<Vec<Tag>>,
    #[serde(flatten)]
    times: Times,
    #[schemars(range(min = 1, max = 1000))]
    page: Option<u64>,
}

struct Insert;
struct Search;

/// Tags as they are stored: trimmed, lower case, none twice.
fn tidy_tags(tags: Option<Vec<Tag>>) -> Result<Vec<String>, ToolError> {
    let mut tidy: Vec<String> = Vec::new();
    for Tag(tag) in tags.unwrap_or_default() {
        let tag = tag.trim().to_lowercase();
        if tag.chars().count() > TAG_LENGTH {
            return Err(ToolError::Model(format!("A tag may have at most {TAG_LENGTH} characters.")));
        }
        if !tag.is_empty() && !tidy.contains(&tag) {
            tidy.push(tag);
        }
    }
    if tidy.len() > TAGS_LIMIT {
        return Err(ToolError::Model(format!("At most {TAGS_LIMIT} tags, please.")));
    }
    Ok(tidy)
}

#[async_trait]
impl Tool for Insert {
    fn spec(&self) -> ToolSpec {
        args::spec::<InsertArguments>("archival_memory_insert")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let InsertArguments { content, tags } = args::read(arguments)?;
        let text = content.trim().to_owned();
        let length = text.chars().count();
        if text.is_empty() {
            return Err(ToolError::Model("`content` must not be empty.".into()));
        }
        if length > PASSAGE_LIMIT {
            let over = length - PASSAGE_LIMIT;
            return Err(ToolError::Model(format!(
                "A passage holds at most {PASSAGE_LIMIT} characters, this is {over} too long: store it in parts."
            )));
        }
        let tags = tidy_tags(tags)?;
        let id = PassageId::at(context.now);
        let passage = Passage {
            id,
            text: text.clone(),
            tags,
            by: Actor::Model,
            cause: context.cause,
            turn: Some(context.turn),
            created_at: context.now,
        };
        let edit = Edit {
            id: EditId::at(context.now),
            target: EditTarget::Passage(id),
            kind: EditKind::Create,
            actor: Actor::Model,
            before: String::new(),
            after: text,
            reason: None,
            cause: context.cause,
            turn: Some(context.turn),
            expected_version: 0,
            at: context.now,
        };
        context.effects.passages.push((passage, edit));
        Ok("Done: stored in archival memory.".to_owned())
    }
}

#[async_trait]
impl Tool for Search {
    fn spec(&self) -> ToolSpec {
        args::spec::<SearchArguments>("archival_memory_search")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let SearchArguments { query, tags, times, page } = args::read(arguments)?;
        let (after, before) = times.read(context.now)?;
        let query = ArchivalQuery {
            text: query.unwrap_or_default(),
            tags: tidy_tags(tags)?,
            after,
            before,
            page: page.unwrap_or(1).max(1),
        };
        let found = context.search.archival(context.scope, &query).await?;
        let line = |item: &Found<Passage>| {
            let Found { item, .. } = item;
            let tags = if item.tags.is_empty() { String::new() } else { format!(" ({})", item.tags.join(", ")) };
            format!("[{}]{tags} {}", item.created_at.format("%Y-%m-%d"), item.text)
        };
        Ok(found.to_text("Archival memory holds nothing that fits.", line))
    }
}
