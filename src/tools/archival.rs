//! The tools of archival memory.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::args::{self, Times};
use super::{Tool, ToolContext, ToolError};
use crate::llm::ToolSpec;
use crate::memory::passage::{PassageError, tidy_tags, tidy_text};
use crate::memory::{Edit, EditKind, EditTarget, Passage, PassageId};
use crate::search::{ArchivalQuery, Likeness};

/// The tools.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Insert), Arc::new(Search), Arc::new(Retire)]
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
    #[schemars(length(max = 5))]
    supersedes: Option<Vec<i64>>,
}

#[derive(Deserialize, JsonSchema)]
struct RetireArguments {
    #[schemars(range(min = 1))]
    number: i64,
    superseded_by: Option<i64>,
    #[schemars(length(max = 200))]
    reason: Option<String>,
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
struct Retire;
struct Search;

impl From<PassageError> for ToolError {
    fn from(error: PassageError) -> Self {
        Self::Model(error.to_string())
    }
}

/// The tags that were given, as they are stored.
fn given(tags: Option<Vec<Tag>>) -> Result<Vec<String>, ToolError> {
    Ok(tidy_tags(tags.unwrap_or_default().into_iter().map(|Tag(tag)| tag))?)
}

#[async_trait]
impl Tool for Insert {
    fn spec(&self) -> ToolSpec {
        args::spec::<InsertArguments>("archival_memory_insert")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let InsertArguments { content, tags, supersedes } = args::read(arguments)?;
        let text = tidy_text(&content)?;
        let tags = given(tags)?;
        let old = superseded(context, &supersedes.unwrap_or_default()).await?;
        let alike = if old.is_empty() { context.search.alike(context.scope, &text).await? } else { Vec::new() };
        if let Some(known) = said_already(context, &text, &alike) {
            return Ok(known);
        }
        let mut passage = Passage::new(text.clone(), tags, context.actor, context.now);
        passage.cause = context.cause;
        passage.turn = context.turn;
        let id = passage.id;
        for old in &old {
            let reason = Some("it is no longer true".to_owned());
            let after = text.clone();
            let retired =
                Edit { reason, related: Some(id), ..edit(context, old.id, EditKind::Supersede, &old.text, after) };
            context.effects.edits.push(Edit { expected_version: old.version, ..retired });
        }
        let created = edit(context, id, EditKind::Create, "", text);
        context.effects.passages.push((passage, created));
        Ok(stored(&old, &alike))
    }
}

fn edit(context: &ToolContext<'_>, passage: PassageId, kind: EditKind, before: &str, after: String) -> Edit {
    Edit {
        before: before.to_owned(),
        after,
        cause: context.cause,
        turn: context.turn,
        ..Edit::new(EditTarget::Passage(passage), kind, context.actor, context.now)
    }
}

/// The passages of those numbers, all of which must be there and hold.
async fn superseded(context: &ToolContext<'_>, numbers: &[i64]) -> Result<Vec<Passage>, ToolError> {
    let mut old: Vec<Passage> = Vec::new();
    for number in numbers {
        let passage = context.search.passage(context.scope, *number).await?;
        let passage = passage.ok_or_else(|| {
            ToolError::Model(format!(
                "There is no passage #{number}. Search for it first; its number stands in front of it."
            ))
        })?;
        if let Some(gone) = &passage.superseded {
            let by = gone.by.map(|(_, number)| format!(" by #{number}")).unwrap_or_default();
            return Err(ToolError::Model(format!(
                "Passage #{number} has been superseded already{by}: name the newest one."
            )));
        }
        // Written together, the second change of one passage would find it at another version than it was read at.
        if context.effects.edits.iter().any(|edit| edit.target == EditTarget::Passage(passage.id)) {
            return Err(ToolError::Model(format!("Passage #{number} was superseded a moment ago, in this same step.")));
        }
        if !old.iter().any(|known| known.id == passage.id) {
            old.push(passage);
        }
    }
    Ok(old)
}

/// The answer when the same statement is there already, or is being stored in this very step.
fn said_already(context: &ToolContext<'_>, text: &str, alike: &[(Passage, Likeness)]) -> Option<String> {
    let same = alike.iter().find(|(_, likeness)| *likeness == Likeness::Same).map(|(passage, _)| passage);
    let pending = context.effects.passages.iter().any(|(passage, _)| passage.text == text);
    match same {
        Some(passage) => Some(format!("Archival memory says that already, so nothing was added:\n{}", line(passage))),
        None if pending => Some("That was stored a moment ago; nothing was added.".to_owned()),
        None => None,
    }
}

/// The answer when it was stored, with what it may contradict.
fn stored(old: &[Passage], alike: &[(Passage, Likeness)]) -> String {
    if !old.is_empty() {
        let numbers: Vec<String> = old.iter().map(|passage| format!("#{}", passage.number)).collect();
        return format!("Done: stored, in place of {}.", numbers.join(", "));
    }
    if alike.is_empty() {
        return "Done: stored in archival memory.".to_owned();
    }
    let lines: Vec<String> = alike.iter().take(3).map(|(passage, _)| line(passage)).collect();
    format!(
        "Done: stored in archival memory. These speak of the same; if one is no longer true, retire it with \
         archival_memory_retire:\n{}",
        lines.join("\n")
    )
}

/// One passage as the model reads it: number, date, whether it still holds, tags, text.
fn line(passage: &Passage) -> String {
    let tags = if passage.tags.is_empty() { String::new() } else { format!(" ({})", passage.tags.join(", ")) };
    let gone = passage.superseded.as_ref().map(|gone| {
        let by = gone.by.map(|(_, number)| format!(", now #{number}")).unwrap_or_default();
        format!(", was true until {}{by}", gone.at.format("%Y-%m-%d"))
    });
    let since = passage.created_at.format("%Y-%m-%d");
    format!("#{} [{since}{}]{tags} {}", passage.number, gone.unwrap_or_default(), passage.text)
}

#[async_trait]
impl Tool for Retire {
    fn spec(&self) -> ToolSpec {
        args::spec::<RetireArguments>("archival_memory_retire")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let RetireArguments { number, superseded_by, reason } = args::read(arguments)?;
        let old = superseded(context, &[number]).await?.remove(0);
        let newer = match superseded_by {
            Some(by) if by == number => return Err(ToolError::Model("A passage cannot supersede itself.".into())),
            Some(by) => Some(superseded(context, &[by]).await?.remove(0)),
            None => None,
        };
        let after = newer.as_ref().map(|newer| newer.text.clone()).unwrap_or_default();
        let reason = args::reason(reason);
        let retired = edit(context, old.id, EditKind::Supersede, &old.text, after);
        let related = newer.map(|newer| newer.id);
        context.effects.edits.push(Edit { reason, related, expected_version: old.version, ..retired });
        Ok(format!("Done: #{number} is kept as something that was true until now."))
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
            tags: given(tags)?,
            after,
            before,
            page: page.unwrap_or(1).max(1),
        };
        let found = context.search.archival(context.scope, &query).await?;
        Ok(found.to_text("Archival memory holds nothing that fits.", |found| line(&found.item)))
    }
}
