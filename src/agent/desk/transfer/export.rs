//! Writing out all that an agent remembers. What is read is written at once, so that a large memory takes no more room
//! than a small one.

use std::path::Path;

use serde_json::to_string;
use tokio::fs::File;
use tokio::io::{AsyncWriteExt, BufWriter};

use super::format::{BlockItem, ChunkItem, DocumentItem, Item, MessageItem, end, head};
use super::{Carrier, Exported};
use crate::agent::desk::DeskError;
use crate::clock::Moment;
use crate::memory::{Agent, Document, Scope};
use crate::store::PassageFilter;

/// Rows that are read at once.
const AT_ONCE: u64 = 500;

/// Writes items into files of at most so many bytes each; an item that is larger by itself has a file of its own.
struct Files<'a> {
    folder: &'a Path,
    most: usize,
    agent: &'a Agent,
    at: Moment,
    files: Vec<std::path::PathBuf>,
    open: BufWriter<File>,
    written: usize,
    items: usize,
}

impl<'a> Files<'a> {
    async fn begin(folder: &'a Path, most: usize, agent: &'a Agent, at: Moment) -> Result<Self, DeskError> {
        let path = folder.join("memory-1.json");
        let open = BufWriter::new(File::create(&path).await?);
        let mut files = Self { folder, most, agent, at, files: vec![path], open, written: 0, items: 0 };
        files.write_head().await?;
        Ok(files)
    }

    async fn write_head(&mut self) -> Result<(), DeskError> {
        let head = head(&self.agent.key.to_string(), self.agent.created_at, self.at, self.files.len());
        self.open.write_all(head.as_bytes()).await?;
        (self.written, self.items) = (head.len(), 0);
        Ok(())
    }

    async fn put(&mut self, item: &Item) -> Result<(), DeskError> {
        let line = to_string(item).map_err(std::io::Error::other)?;
        let room = line.len() + end(false).len() + 2;
        if self.items > 0 && self.written + room > self.most {
            self.close(false).await?;
            let path = self.folder.join(format!("memory-{}.json", self.files.len() + 1));
            self.open = BufWriter::new(File::create(&path).await?);
            self.files.push(path);
            self.write_head().await?;
        }
        let before = if self.items == 0 { "\n" } else { ",\n" };
        self.open.write_all(before.as_bytes()).await?;
        self.open.write_all(line.as_bytes()).await?;
        self.written += before.len() + line.len();
        self.items += 1;
        Ok(())
    }

    async fn close(&mut self, last: bool) -> Result<(), DeskError> {
        self.open.write_all(end(last).as_bytes()).await?;
        self.open.flush().await?;
        Ok(())
    }
}

impl Carrier<'_> {
    /// Writes all that an agent remembers into files of at most `most` bytes each.
    ///
    /// # Errors
    /// [`DeskError::File`].
    pub async fn export(&self, agent: &Agent, most: usize) -> Result<Exported, DeskError> {
        let folder = tempfile::tempdir()?;
        let mut files = Files::begin(folder.path(), most, agent, self.clock.now()).await?;
        let scope = agent.scope();
        self.export_core(&scope, &mut files).await?;
        self.export_messages(&scope, &mut files).await?;
        self.export_passages(&scope, &mut files).await?;
        self.export_documents(&scope, &mut files).await?;
        self.export_edits(&scope, &mut files).await?;
        files.close(true).await?;
        let files = files.files;
        tracing::info!(key = %agent.key, files = files.len(), "memory was exported");
        Ok(Exported { folder, files })
    }

    async fn export_core(&self, scope: &Scope, files: &mut Files<'_>) -> Result<(), DeskError> {
        let ledger = self.ledger;
        for block in ledger.core(scope).await?.blocks {
            let item = BlockItem {
                label: block.label,
                name: block.name,
                value: block.value,
                version: block.version,
                limit: block.limit,
                updated_at: block.updated_at,
            };
            files.put(&Item::Block(item)).await?;
        }
        if let Some(summary) = ledger.summary(scope).await? {
            files.put(&Item::Summary { text: summary.text, at: summary.at }).await?;
        }
        Ok(())
    }

    async fn export_messages(&self, scope: &Scope, files: &mut Files<'_>) -> Result<(), DeskError> {
        let mut behind = i64::MIN;
        loop {
            let messages = self.ledger.messages_after(scope, behind, AT_ONCE).await?;
            let Some(last) = messages.last() else { return Ok(()) };
            behind = last.seq;
            for message in messages {
                let item = MessageItem { at: message.at, source: message.source, body: message.body.into() };
                files.put(&Item::Message(item)).await?;
            }
        }
    }

    async fn export_passages(&self, scope: &Scope, files: &mut Files<'_>) -> Result<(), DeskError> {
        let filter = PassageFilter::default();
        for offset in (0..).step_by(AT_ONCE as usize) {
            let page = self.ledger.list_passages(scope, &filter, offset, AT_ONCE).await?;
            if page.items.is_empty() {
                break;
            }
            for passage in page.items {
                files.put(&Item::Passage(passage.into())).await?;
            }
        }
        Ok(())
    }

    async fn export_documents(&self, scope: &Scope, files: &mut Files<'_>) -> Result<(), DeskError> {
        for offset in (0..).step_by(AT_ONCE as usize) {
            let page = self.ledger.list_documents(scope, offset, AT_ONCE).await?;
            if page.items.is_empty() {
                break;
            }
            for document in page.items {
                self.export_document(scope, document, files).await?;
            }
        }
        Ok(())
    }

    async fn export_document(&self, scope: &Scope, document: Document, files: &mut Files<'_>) -> Result<(), DeskError> {
        let Document { id, number, name, kind, digest, pages, by, origin, created_at } = document;
        files.put(&Item::Document(DocumentItem { number, name, kind, digest, pages, by, origin, created_at })).await?;
        for page in 1..=pages {
            for chunk in self.ledger.document_page(scope, id, page).await? {
                let (headings, text) = (chunk.headings, chunk.text);
                files.put(&Item::Chunk(ChunkItem { document: number, page, headings, text })).await?;
            }
        }
        Ok(())
    }

    /// Newest first.
    async fn export_edits(&self, scope: &Scope, files: &mut Files<'_>) -> Result<(), DeskError> {
        for offset in (0..).step_by(AT_ONCE as usize) {
            let page = self.ledger.list_edits(scope, None, offset, AT_ONCE).await?;
            if page.items.is_empty() {
                break;
            }
            for edit in page.items {
                files.put(&Item::Edit(Box::new(edit))).await?;
            }
        }
        Ok(())
    }
}
