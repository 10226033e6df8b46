//! Documents and their chunks.

use std::collections::HashMap;

use async_trait::async_trait;

use super::super::{AddedDocument, DocumentStore, Page, StoreError};
use super::SqlLedger;
use super::agents::lock_agent;
use super::body::BodyColumns;
use super::changes::{change_later, withdrawn};
use super::db::{Db, Tx, past_deadlocks};
use super::messages::{self, message_of};
use super::rows::{Row, actor_text};
use super::statement::{CHUNK, Statement, args, count, sql};
use crate::clock::Moment;
use crate::documents::Piece;
use crate::memory::document::{Chunk, Document};
use crate::memory::{Body, ChunkId, DocumentId, Reading, Scope};

/// What the names of the tools begin with that show documents.
const TOOLS: &str = "document_";
/// The one that names them all.
const LIST: &str = "document_list";

const COLUMNS: &str = "id, number, name, kind, digest, pages, actor, created_at, \
     (SELECT MIN(o.origin) FROM document_origins o WHERE o.document_id = documents.id) AS origin";
/// Stands for the origin of what was added by hand.
const BY_HAND: &str = "";

/// What [`chunk_of`] reads, of `chunks c` with their `documents d`.
pub(super) const CHUNK_COLUMNS: &str = "c.id AS id, c.document_id AS document_id, d.number AS number, d.name AS name, c.page AS page, \
     c.headings AS headings, c.text AS text, c.created_at AS created_at";

fn document_of(row: &Row) -> Result<Document, StoreError> {
    Ok(Document {
        id: row.parsed("id")?,
        number: row.int("number")?,
        name: row.text("name")?,
        kind: row.parsed("kind")?,
        digest: row.text("digest")?,
        pages: row.size("pages")?,
        by: row.actor()?,
        origin: row.text_or_null("origin")?.filter(|origin| origin != BY_HAND),
        created_at: row.moment("created_at")?,
    })
}

/// Reads a chunk.
pub(super) fn chunk_of(row: &Row) -> Result<Chunk, StoreError> {
    Ok(Chunk {
        id: row.parsed("id")?,
        document: row.parsed("document_id")?,
        number: row.int("number")?,
        name: row.text("name")?,
        page: row.size("page")?,
        headings: row.text("headings")?,
        text: row.text("text")?,
        at: row.moment("created_at")?,
    })
}

/// The documents of an agent that a condition names.
fn selected(scope: &Scope, condition: &'static str) -> Statement {
    sql("SELECT ").push(COLUMNS).push(" FROM documents WHERE agent_id = $1 AND ").push(condition).bind(scope)
}

async fn one(db: &Db, statement: Statement) -> Result<Option<Document>, StoreError> {
    db.row(statement).await?.as_ref().map(document_of).transpose()
}

async fn add(
    db: &Db,
    scope: &Scope,
    document: &Document,
    pieces: &[Piece],
    most: u64,
) -> Result<AddedDocument, StoreError> {
    let mut tx = db.begin().await?;
    lock_agent(&mut tx, scope).await?;
    if let Some(row) = tx.row(selected(scope, "digest = $2").bind(&document.digest)).await? {
        let known = document_of(&row)?;
        add_origin(&mut tx, scope, known.id, document.origin.as_deref()).await?;
        tx.commit().await?;
        return Ok(AddedDocument::Known(known));
    }
    let counted = sql("UPDATE agents SET next_document = next_document + 1, documents = documents + 1 \
         WHERE id = $1 AND documents < $2 RETURNING next_document");
    let Some(row) = tx.row(counted.bind(scope).bind(count(most))).await? else { return Ok(AddedDocument::Full) };
    let added = Document { number: row.int("next_document")? - 1, ..document.clone() };
    let insert =
        sql("INSERT INTO documents (id, agent_id, number, name, kind, digest, pages, actor, created_at) VALUES ")
            .push_rows([args![
                added.id,
                scope,
                added.number,
                &added.name,
                added.kind.as_str(),
                &added.digest,
                i64::from(added.pages),
                actor_text(added.by),
                added.created_at
            ]]);
    tx.execute(insert).await?;
    add_origin(&mut tx, scope, added.id, added.origin.as_deref()).await?;
    add_chunks(&mut tx, scope, &added, pieces).await?;
    tx.commit().await?;
    Ok(AddedDocument::New(added))
}

async fn add_origin(tx: &mut Tx, scope: &Scope, id: DocumentId, origin: Option<&str>) -> Result<(), StoreError> {
    let statement = sql("INSERT INTO document_origins (document_id, agent_id, origin) VALUES ($1, $2, $3) \
         ON CONFLICT (document_id, origin) DO NOTHING");
    tx.execute(statement.bind(id).bind(scope).bind(origin.unwrap_or(BY_HAND))).await?;
    Ok(())
}

async fn add_chunks(tx: &mut Tx, scope: &Scope, document: &Document, pieces: &[Piece]) -> Result<(), StoreError> {
    let mut ordinal = 0..;
    for pieces in pieces.chunks(CHUNK) {
        let row = |piece: &Piece| {
            args![
                ChunkId::at(document.created_at),
                scope,
                document.id,
                i64::from(piece.page),
                ordinal.next().unwrap_or(i64::MAX),
                &piece.headings,
                &piece.text,
                document.created_at
            ]
        };
        let rows: Vec<_> = pieces.iter().map(row).collect();
        let statement =
            sql("INSERT INTO chunks (id, agent_id, document_id, page, ordinal, headings, text, created_at) VALUES ");
        tx.execute(statement.push_rows(rows)).await?;
    }
    Ok(())
}

/// Takes documents away, with a tombstone for each chunk: all of the agent, or the one of that id. The agent must be
/// locked. Answers how many there were.
pub(super) async fn take_away(
    tx: &mut Tx,
    scope: &Scope,
    only: Option<DocumentId>,
    now: Moment,
) -> Result<u64, StoreError> {
    let of = |statement: Statement, column: &'static str| match only {
        Some(id) => statement.push(" AND ").push(column).push(" = ").push_bind(id),
        None => statement,
    };
    let tombstones = sql("INSERT INTO tombstones (point, agent_id, at) SELECT c.id, c.agent_id, $1 \
         FROM documents d JOIN chunks c ON c.document_id = d.id WHERE d.agent_id = $2")
    .bind(now)
    .bind(scope);
    tx.execute(of(tombstones, "d.id").push(" ORDER BY c.n ON CONFLICT (point) DO NOTHING")).await?;
    let gone = tx.execute(of(sql("DELETE FROM documents WHERE agent_id = $1").bind(scope), "id")).await?;
    tx.execute(sql("UPDATE agents SET documents = documents - $2 WHERE id = $1").bind(scope).bind(count(gone))).await?;
    Ok(gone)
}

/// Takes away what only the message of that event brought, all of it or of the documents of those numbers, with what
/// tools have shown of it. The agent must be locked.
pub(super) async fn take_what_came_with(
    tx: &mut Tx,
    scope: &Scope,
    event: &str,
    only: Option<&[i64]>,
    now: Moment,
) -> Result<(), StoreError> {
    // `0` follows `/`, which stands between the event and the place of the file.
    let (from, to) = (format!("{event}/"), format!("{event}0"));
    let brought = selected(
        scope,
        "id IN (SELECT document_id FROM document_origins WHERE agent_id = $1 AND origin >= $2 AND origin < $3)",
    );
    for row in &tx.rows(brought.bind(&from).bind(&to)).await? {
        let document = document_of(row)?;
        if only.is_some_and(|numbers| !numbers.contains(&document.number)) {
            continue;
        }
        let gone = sql("DELETE FROM document_origins WHERE document_id = $1 AND origin >= $2 AND origin < $3");
        tx.execute(gone.bind(document.id).bind(&from).bind(&to)).await?;
        let left = sql("SELECT 1 AS value FROM document_origins WHERE document_id = $1 LIMIT 1").bind(document.id);
        if tx.row(left).await?.is_none() {
            take_away(tx, scope, Some(document.id), now).await?;
            withdraw(tx, scope, document.number).await?;
        }
    }
    Ok(())
}

/// Takes what tools have shown of a document out of the conversation.
async fn withdraw(tx: &mut Tx, scope: &Scope, number: i64) -> Result<(), StoreError> {
    change_later(tx, scope, i64::MIN, 0, |body| if shows(&body, number) { withdrawn(body) } else { None }).await
}

/// Takes the text of a document out of the messages that it came with.
async fn forget_text(tx: &mut Tx, scope: &Scope, number: i64) -> Result<(), StoreError> {
    let statement = sql("SELECT ")
        .push(messages::COLUMNS)
        .push(" FROM messages WHERE agent_id = $1 AND seq > $2 AND role = 'person' AND extra IS NOT NULL ORDER BY seq");
    for row in &tx.rows(statement.bind(scope).bind(0_i64)).await? {
        let mut message = message_of(row)?;
        let Body::Person { attachments, .. } = &mut message.body else { continue };
        let mut held = false;
        for file in attachments {
            match &mut file.reading {
                Some(Reading::Read { number: known, text, .. }) if *known == number => held |= text.take().is_some(),
                _ => {}
            }
        }
        if held {
            let update = sql("UPDATE messages SET extra = $3 WHERE agent_id = $1 AND id = $2");
            tx.execute(update.bind(scope).bind(message.id).bind(BodyColumns::of(&message.body)?.extra)).await?;
        }
    }
    Ok(())
}

/// Whether it is what a tool showed of that document.
fn shows(body: &Body, number: i64) -> bool {
    let Body::ToolResult { name, text, .. } = body else { return false };
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
    name == LIST || name.starts_with(TOOLS) && text.split(&format!("document {number}")).skip(1).any(ends)
}

async fn remove(db: &Db, scope: &Scope, number: i64, now: Moment) -> Result<Option<Document>, StoreError> {
    let mut tx = db.begin().await?;
    lock_agent(&mut tx, scope).await?;
    let Some(row) = tx.row(selected(scope, "number = $2").bind(number)).await? else { return Ok(None) };
    let document = document_of(&row)?;
    take_away(&mut tx, scope, Some(document.id), now).await?;
    withdraw(&mut tx, scope, number).await?;
    forget_text(&mut tx, scope, number).await?;
    tx.commit().await?;
    Ok(Some(document))
}

#[async_trait]
impl DocumentStore for SqlLedger {
    async fn add_document(
        &self,
        scope: &Scope,
        document: &Document,
        pieces: &[Piece],
        most: u64,
    ) -> Result<AddedDocument, StoreError> {
        past_deadlocks(|| add(&self.db, scope, document, pieces, most)).await
    }

    async fn document(&self, scope: &Scope, number: i64) -> Result<Option<Document>, StoreError> {
        one(&self.db, selected(scope, "number = $2").bind(number)).await
    }

    async fn document_of_origin(&self, scope: &Scope, origin: &str) -> Result<Option<Document>, StoreError> {
        let brought = "id IN (SELECT document_id FROM document_origins WHERE agent_id = $1 AND origin = $2) LIMIT 1";
        one(&self.db, selected(scope, brought).bind(origin)).await
    }

    async fn list_documents(&self, scope: &Scope, offset: u64, limit: u64) -> Result<Page<Document>, StoreError> {
        let page =
            selected(scope, "number > 0 ORDER BY number LIMIT $2 OFFSET $3").bind(count(limit)).bind(count(offset));
        let rows = self.db.rows(page).await?;
        let items = rows.iter().map(document_of).collect::<Result<_, _>>()?;
        Ok(Page { items, total: self.count_documents(scope).await? })
    }

    /// Read off the agent's own row, since it is asked for in every turn.
    async fn count_documents(&self, scope: &Scope) -> Result<u64, StoreError> {
        self.db.number(sql("SELECT documents AS value FROM agents WHERE id = $1").bind(scope)).await
    }

    async fn chunks(&self, scope: &Scope, ids: &[ChunkId]) -> Result<Vec<Chunk>, StoreError> {
        let mut found = HashMap::new();
        for ids in ids.chunks(CHUNK) {
            let statement = sql("SELECT ")
                .push(CHUNK_COLUMNS)
                .push(" FROM chunks c JOIN documents d ON d.id = c.document_id WHERE ");
            for row in self.db.rows(statement.push_ids("c", scope, ids.iter().copied())).await? {
                let chunk = chunk_of(&row)?;
                found.insert(chunk.id, chunk);
            }
        }
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    async fn document_page(&self, scope: &Scope, id: DocumentId, page: u32) -> Result<Vec<Chunk>, StoreError> {
        let statement = sql("SELECT ")
            .push(CHUNK_COLUMNS)
            .push(" FROM chunks c JOIN documents d ON d.id = c.document_id WHERE c.agent_id = $1 ")
            .push("AND c.document_id = $2 AND c.page = $3 ORDER BY c.ordinal")
            .bind(scope)
            .bind(id)
            .bind(i64::from(page));
        self.db.rows(statement).await?.iter().map(chunk_of).collect()
    }

    async fn remove_document(&self, scope: &Scope, number: i64, now: Moment) -> Result<Option<Document>, StoreError> {
        let removed = past_deadlocks(|| remove(&self.db, scope, number, now)).await?;
        if removed.is_some() {
            self.db.forget().await?;
        }
        Ok(removed)
    }
}
