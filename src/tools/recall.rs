//! The tool that searches everything ever said.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::args::{self, Times};
use super::{Tool, ToolContext, ToolError};
use crate::llm::ToolSpec;
use crate::memory::{Attachment, Body, Message, PersonId};
use crate::output::{indented, plain_line};
use crate::search::{Excerpt, FoundPage, RecallQuery};

/// The tool.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Search)]
}

#[derive(Deserialize, JsonSchema)]
struct SearchArguments {
    #[schemars(length(max = 400))]
    query: Option<String>,
    #[schemars(length(max = 60))]
    author: Option<String>,
    #[serde(flatten)]
    times: Times,
    #[schemars(range(min = 1, max = 1000))]
    page: Option<u64>,
}

struct Search;

#[async_trait]
impl Tool for Search {
    fn spec(&self) -> ToolSpec {
        args::spec::<SearchArguments>("conversation_search")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let SearchArguments { query, author, times, page } = args::read(arguments)?;
        let (after, before) = times.read(context.now)?;
        let query = RecallQuery {
            text: query.unwrap_or_default(),
            author: author.map(|author| author.trim().to_owned()).filter(|author| !author.is_empty()),
            after,
            before,
            page: page.unwrap_or(1).max(1),
        };
        let found = context.search.recall(context.scope, &query).await?;
        Ok(text_of(&found))
    }
}

/// Characters of a found message that are shown.
const HIT_CHARS: usize = 1_500;
/// Characters of what was said beside it.
const BESIDE_CHARS: usize = 400;

/// A page of excerpts as the model reads it.
fn text_of(found: &FoundPage<Excerpt>) -> String {
    let shared = shared_names(found);
    found.to_text("Nothing that fits was said here.", |found| excerpt_text(&found.item, &shared))
}

/// Each excerpt of a page as the model reads it.
pub fn excerpt_texts(found: &FoundPage<Excerpt>) -> Vec<String> {
    let shared = shared_names(found);
    found.items.iter().map(|found| excerpt_text(&found.item, &shared)).collect()
}

/// Names on the page that more than one has: two people, or a person and the agent, which is `you`.
fn shared_names(found: &FoundPage<Excerpt>) -> HashSet<String> {
    let mut ids: HashMap<&str, PersonId> = HashMap::new();
    let mut shared = HashSet::new();
    for message in found.items.iter().flat_map(|found| &found.item.messages) {
        if let Body::Person { person, .. } = &message.body
            && (*ids.entry(&person.name).or_insert(person.id) != person.id || is_you(&person.name))
        {
            shared.insert(person.name.clone());
        }
    }
    shared
}

fn is_you(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("you")
}

/// When it was said and where to find it, then a line for each message; the one that was found is marked.
fn excerpt_text(excerpt: &Excerpt, shared: &HashSet<String>) -> String {
    let hit = excerpt.messages.iter().find(|message| message.id == excerpt.hit);
    let head = hit.map(|message| {
        let link = message.source.and_then(|source| source.jump_link()).map(|link| format!(" {link}"));
        format!("[{}]{}", message.at.format("%Y-%m-%d %H:%M"), link.unwrap_or_default())
    });
    let line = |message: &Message| {
        let (mark, limit) = if message.id == excerpt.hit { ("> ", HIT_CHARS) } else { ("", BESIDE_CHARS) };
        format!("{mark}{}", spoken(message, limit, shared))
    };
    head.into_iter().chain(excerpt.messages.iter().map(line)).collect::<Vec<_>>().join("\n")
}

/// One message: who, what, and what came with it.
fn spoken(message: &Message, limit: usize, shared: &HashSet<String>) -> String {
    let text = indented(&args::clip(message.body.text(), limit));
    let Body::Person { person, attachments, .. } = &message.body else { return format!("you: {text}") };
    let id = if shared.contains(&person.name) { format!(" ({})", person.id) } else { String::new() };
    let with: String = attachments.iter().map(attached).collect();
    format!("{}{id}: {text}{with}", args::clip(&plain_line(&person.name), 60))
}

fn attached(attachment: &Attachment) -> String {
    let about = attachment.description.as_deref().map(|text| format!(": {}", args::clip(text, 200)));
    let heard = attachment.transcript().map(|text| format!(" (heard: {})", args::clip(text, 400)));
    let name = plain_line(&attachment.name);
    indented(&format!(" [{}{}{}]", args::clip(&name, 100), about.unwrap_or_default(), heard.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::memory::{MessageId, Person};
    use crate::search::Found;

    #[test]
    fn a_person_called_you_is_not_taken_for_the_agent() {
        let at = DateTime::from_timestamp(1_767_323_045, 0).expect("a moment");
        let said = |body| Message { id: MessageId::at(at), seq: 1, turn: None, body, source: None, at };
        let person = |id, name: &str| {
            let person = Person { id: PersonId(id), name: name.into() };
            said(Body::Person { person, text: "tea".into(), attachments: Vec::new(), quote: None })
        };
        let answer = said(Body::Agent { text: "tea indeed".into(), calls: Vec::new() });
        let messages = vec![person(7, "You"), answer, person(8, "Mara")];
        let excerpt = Excerpt { hit: messages[0].id, messages };
        let items = vec![Found { item: excerpt, score: 1.0 }];
        let page = FoundPage { items, page: 1, pages: 1, total: 1, inexact: false, words_only: false };
        let text = text_of(&page);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines, ["> You (7): tea", "you: tea indeed", "Mara: tea"]);
    }
}
