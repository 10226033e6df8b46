//! The tools that search and read documents.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Tool, ToolContext, ToolError, args};
use crate::documents::page_text;
use crate::llm::ToolSpec;
use crate::memory::{Chunk, Document};
use crate::output::counted;
use crate::search::DocumentQuery;

/// Documents on one page of the list.
const LISTED: u64 = 20;

/// The tools.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Search), Arc::new(Read), Arc::new(List)]
}

#[derive(Deserialize, JsonSchema)]
struct SearchArguments {
    #[schemars(length(max = 400))]
    query: String,
    #[schemars(range(min = 1))]
    document: Option<i64>,
    #[schemars(range(min = 1, max = 1000))]
    page: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
struct ReadArguments {
    #[schemars(range(min = 1))]
    document: i64,
    #[schemars(range(min = 1, max = 100000))]
    page: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
struct ListArguments {
    #[schemars(range(min = 1, max = 1000))]
    page: Option<u64>,
}

struct Search;
struct Read;
struct List;

/// The document of that number.
async fn document(context: &ToolContext<'_>, number: i64) -> Result<Document, ToolError> {
    let found = context.search.document(context.scope, number).await?;
    found.ok_or_else(|| {
        ToolError::Model(format!("There is no document {number}. document_list says which documents there are."))
    })
}

fn found(chunk: &Chunk) -> String {
    format!("[{}]\n{}", chunk.place(), chunk.text.trim())
}

#[async_trait]
impl Tool for Search {
    fn spec(&self) -> ToolSpec {
        args::spec::<SearchArguments>("document_search")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let SearchArguments { query, document: only, page } = args::read(arguments)?;
        if query.trim().is_empty() {
            return Err(ToolError::Model("`query` must not be empty: document_list lists the documents.".into()));
        }
        let only = match only {
            Some(number) => Some(document(context, number).await?.id),
            None => None,
        };
        let query = DocumentQuery { text: query, document: only, page: page.unwrap_or(1).max(1) };
        let page = context.search.documents(context.scope, &query).await?;
        Ok(page.to_text("No document holds anything that fits.", |one| found(&one.item)))
    }
}

#[async_trait]
impl Tool for Read {
    fn spec(&self) -> ToolSpec {
        args::spec::<ReadArguments>("document_read")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let ReadArguments { document: number, page } = args::read(arguments)?;
        let document = document(context, number).await?;
        let (page, pages) = (page.unwrap_or(1), document.pages);
        if page == 0 || page > pages {
            return Err(ToolError::Model(no_page_of(&document, page)));
        }
        let chunks = context.search.document_page(context.scope, &document, page).await?;
        let text = page_text(document.kind, chunks.iter().map(|chunk| chunk.text.as_str()));
        let text = if chunks.is_empty() { "(no text on this page)" } else { text.trim_end() };
        Ok(format!("{}, document {number}, page {page}/{pages}\n{text}", document.name))
    }
}

#[async_trait]
impl Tool for List {
    fn spec(&self) -> ToolSpec {
        args::spec::<ListArguments>("document_list")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let ListArguments { page } = args::read(arguments)?;
        let page = page.unwrap_or(1).max(1);
        let listed = context.search.list_documents(context.scope, page, LISTED).await?;
        let pages = listed.total.div_ceil(LISTED).max(1);
        if listed.items.is_empty() {
            return Ok(match listed.total {
                0 => "There are no documents.".to_owned(),
                total => args::no_page(page, pages, total),
            });
        }
        let lines: Vec<String> = listed.items.iter().map(line).collect();
        Ok(format!("{}\n{}", args::page_note(page, pages, listed.total), lines.join("\n")))
    }
}

/// What is said of a page beyond a document's last one.
fn no_page_of(document: &Document, page: u32) -> String {
    format!("There is no page {page}: {} has {}.", document.name, pages(document))
}

fn pages(document: &Document) -> String {
    counted(document.pages.into(), "page", "pages")
}

/// A document in a list.
fn line(document: &Document) -> String {
    let Document { number, name, created_at, .. } = document;
    format!("{number}: {name} ({}, added {})", pages(document), created_at.format("%Y-%m-%d"))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::documents::Kind;
    use crate::memory::{Actor, DocumentId};

    #[test]
    fn a_single_page_is_told_as_one() {
        let created_at = DateTime::from_timestamp(1_767_323_045, 0).expect("a moment");
        let mut document = Document {
            id: DocumentId::at(created_at),
            number: 4,
            name: "okay.html".into(),
            kind: Kind::Html,
            digest: "d".into(),
            pages: 1,
            by: Actor::System,
            origin: None,
            created_at,
        };
        assert_eq!(no_page_of(&document, 2), "There is no page 2: okay.html has 1 page.");
        document.pages = 3;
        assert_eq!(no_page_of(&document, 9), "There is no page 9: okay.html has 3 pages.");
    }
}
