//! The history of memory.

use super::super::{Page, StoreError};
use super::db::{Db, Tx};
use super::rows::{Row, actor_text};
use super::statement::{CHUNK, Statement, args, count, sql};
use crate::memory::{Edit, EditId, EditKind, EditTarget, MessageId, Scope, TurnId};

/// What the targets of passages start with.
pub(super) const PASSAGE: &str = "passage:";
/// What the targets of messages' facts start with.
pub(super) const FACTS: &str = "facts:";
/// Sorts behind every target of facts.
pub(super) const BEHIND_FACTS: &str = "facts;";
/// Sorts behind every target of a passage.
pub(super) const BEHIND_PASSAGES: &str = "passage;";

/// What [`edit_of`] reads.
pub(super) const COLUMNS: &str =
    "id, target, kind, actor, before_text, after_text, reason, cause, turn_id, expected_version, undoes, related, at";

pub(super) fn target_text(target: &EditTarget) -> String {
    match target {
        EditTarget::Block(label) => label.to_string(),
        EditTarget::Passage(id) => format!("{PASSAGE}{id}"),
        EditTarget::Facts(id) => format!("{FACTS}{id}"),
    }
}

fn target_of(row: &Row) -> Result<EditTarget, StoreError> {
    let text = row.text("target")?;
    let unreadable = || StoreError::Corrupt(format!("an edit of `{text}`"));
    if let Some(id) = text.strip_prefix(PASSAGE) {
        return id.parse().map(EditTarget::Passage).map_err(|_| unreadable());
    }
    match text.strip_prefix(FACTS) {
        Some(id) => id.parse().map(EditTarget::Facts).map_err(|_| unreadable()),
        None => text.parse().map(EditTarget::Block).map_err(|_| unreadable()),
    }
}

fn kind_of(row: &Row) -> Result<EditKind, StoreError> {
    let text = row.text("kind")?;
    let kind = EditKind::ALL.into_iter().find(|kind| kind.as_str() == text);
    kind.ok_or_else(|| StoreError::Corrupt(format!("an edit of the kind `{text}`")))
}

/// Reads an edit.
pub(super) fn edit_of(row: &Row) -> Result<Edit, StoreError> {
    Ok(Edit {
        id: row.parsed("id")?,
        target: target_of(row)?,
        kind: kind_of(row)?,
        actor: row.actor()?,
        before: row.text("before_text")?,
        after: row.text("after_text")?,
        reason: row.text_or_null("reason")?,
        cause: row.parsed_or_null("cause")?,
        turn: row.parsed_or_null("turn_id")?,
        expected_version: row.int("expected_version")?,
        undoes: row.parsed_or_null("undoes")?,
        related: row.parsed_or_null("related")?,
        at: row.moment("at")?,
    })
}

/// Records edits, in that order.
pub(super) async fn insert(tx: &mut Tx, scope: &Scope, edits: &[&Edit]) -> Result<(), StoreError> {
    for edits in edits.chunks(CHUNK) {
        let rows = edits.iter().map(|edit| {
            args![
                edit.id,
                scope,
                target_text(&edit.target),
                edit.kind.as_str(),
                actor_text(edit.actor),
                &edit.before,
                &edit.after,
                edit.reason.as_deref(),
                edit.cause,
                edit.turn,
                edit.expected_version,
                edit.undoes,
                edit.related,
                edit.at
            ]
        });
        let statement =
            sql("INSERT INTO edits (id, agent_id, target, kind, actor, before_text, after_text, reason, cause, \
             turn_id, expected_version, undoes, related, at) VALUES ");
        tx.execute(statement.push_rows(rows)).await?;
    }
    Ok(())
}

/// One page, newest first.
pub(super) async fn list(
    db: &Db,
    scope: &Scope,
    target: Option<&EditTarget>,
    offset: u64,
    limit: u64,
) -> Result<Page<Edit>, StoreError> {
    let which = |statement: Statement| {
        let statement = statement.push(" FROM edits WHERE agent_id = ").push_bind(scope);
        match target {
            Some(target) => statement.push(" AND target = ").push_bind(target_text(target)),
            None => statement,
        }
    };
    let page = which(sql("SELECT ").push(COLUMNS)).push(" ORDER BY n DESC LIMIT ").push_bind(count(limit));
    let rows = db.rows(page.push(" OFFSET ").push_bind(count(offset))).await?;
    let total = db.number(which(sql("SELECT count(*) AS value"))).await?;
    Ok(Page { items: rows.iter().map(edit_of).collect::<Result<_, _>>()?, total })
}

/// One edit.
pub(super) async fn find(db: &Db, scope: &Scope, id: EditId) -> Result<Option<Edit>, StoreError> {
    let statement = sql("SELECT ").push(COLUMNS).push(" FROM edits WHERE id = $1 AND agent_id = $2");
    db.row(statement.bind(id).bind(scope)).await?.as_ref().map(edit_of).transpose()
}

/// The newest edit that took `id` back.
pub(super) async fn undoing(db: &Db, scope: &Scope, id: EditId) -> Result<Option<Edit>, StoreError> {
    let statement = sql("SELECT ")
        .push(COLUMNS)
        .push(" FROM edits WHERE agent_id = $1 AND undoes IS NOT NULL AND undoes = $2 ORDER BY n DESC LIMIT 1");
    db.row(statement.bind(scope).bind(id)).await?.as_ref().map(edit_of).transpose()
}

/// Those of one turn, oldest first.
pub(super) async fn of_turn(db: &Db, scope: &Scope, turn: TurnId) -> Result<Vec<Edit>, StoreError> {
    let statement = sql("SELECT ").push(COLUMNS).push(" FROM edits WHERE agent_id = $1 AND turn_id = $2 ORDER BY n");
    db.rows(statement.bind(scope).bind(turn)).await?.iter().map(edit_of).collect()
}

/// Those that one message caused, oldest first.
pub(super) async fn caused_by(db: &Db, scope: &Scope, message: MessageId) -> Result<Vec<Edit>, StoreError> {
    let statement = sql("SELECT ")
        .push(COLUMNS)
        .push(" FROM edits WHERE agent_id = $1 AND cause IS NOT NULL AND cause = $2 ORDER BY n");
    db.rows(statement.bind(scope).bind(message)).await?.iter().map(edit_of).collect()
}

/// The history of one target, oldest first.
pub(super) async fn history(tx: &mut Tx, scope: &Scope, target: &EditTarget) -> Result<Vec<Edit>, StoreError> {
    let statement = sql("SELECT ").push(COLUMNS).push(" FROM edits WHERE agent_id = $1 AND target = $2 ORDER BY n");
    tx.rows(statement.bind(scope).bind(target_text(target))).await?.iter().map(edit_of).collect()
}

/// Takes the history of one target away. Answers how many edits that were.
pub(super) async fn remove_history(tx: &mut Tx, scope: &Scope, target: &EditTarget) -> Result<u64, StoreError> {
    let statement = sql("DELETE FROM edits WHERE agent_id = $1 AND target = $2");
    tx.execute(statement.bind(scope).bind(target_text(target))).await
}

/// Takes edits away.
pub(super) async fn remove(tx: &mut Tx, scope: &Scope, ids: &[EditId]) -> Result<u64, StoreError> {
    let mut gone = 0;
    for ids in ids.chunks(CHUNK) {
        let statement = sql("DELETE FROM edits WHERE agent_id = $1 AND id IN ").bind(scope);
        gone += tx.execute(statement.push_list(ids.iter().copied())).await?;
    }
    Ok(gone)
}

/// Gives an edit other texts, and no reason: that may have told what the texts no longer do.
pub(super) async fn reword(
    tx: &mut Tx,
    scope: &Scope,
    id: EditId,
    before: &str,
    after: &str,
) -> Result<(), StoreError> {
    let statement =
        sql("UPDATE edits SET before_text = $3, after_text = $4, reason = NULL WHERE agent_id = $1 AND id = $2");
    tx.execute(statement.bind(scope).bind(id).bind(before).bind(after)).await?;
    Ok(())
}
