//! The tool that searches everything ever said.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Tool, ToolContext, ToolError, args};
use crate::llm::ToolSpec;
use crate::memory::{Body, Message};
use crate::search::{Found, RecallQuery};

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
    #[schemars(length(max = 30))]
    after: Option<String>,
    #[schemars(length(max = 30))]
    before: Option<String>,
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
        let SearchArguments { query, author, after, before, page } = args::read(arguments)?;
        let query = RecallQuery {
            text: query.unwrap_or_default(),
            author: author.map(|author| author.trim().to_owned()).filter(|author| !author.is_empty()),
            after: args::date("after", after.as_deref())?,
            before: args::date("before", before.as_deref())?,
            page: page.unwrap_or(1).max(1),
        };
        let found = context.search.recall(context.scope, &query).await?;
        Ok(found.to_text("Nothing that fits was said here.", |found: &Found<Message>| line(&found.item)))
    }
}

/// One message as a line: when, who, what, where to find it.
fn line(message: &Message) -> String {
    let who = match &message.body {
        Body::Person { person, .. } => format!("{} ({})", args::clip(&person.name, 60), person.id),
        _ => "you".to_owned(),
    };
    let link = message.source.and_then(|source| source.jump_link()).map(|link| format!(" {link}")).unwrap_or_default();
    let text = args::clip(message.body.text(), 1_500);
    format!("[{}] {who}: {text}{link}", message.at.format("%Y-%m-%d %H:%M"))
}
