//! What the messages of a person brought about in memory. Owns that this is still known when the messages are gone: until
//! then an edit or passage points at its message, and from then on it names the person.

use super::super::StoreError;
use super::db::Tx;
use super::edits::{self, edit_of};
use super::passages::{self, passage_of};
use super::statement::{CHUNK, Statement, sql};
use crate::memory::{Edit, EditId, EditTarget, MessageId, Passage, PersonId, Scope};

/// Makes what those messages brought about, or all messages of the agent did, name the person instead. The messages must
/// still be there.
pub(super) async fn unlink(tx: &mut Tx, scope: &Scope, messages: Option<&[MessageId]>) -> Result<(), StoreError> {
    let unlinked = |table: &'static str| {
        sql("UPDATE ")
            .push(table)
            .push(" SET caused_by = (SELECT m.author FROM messages m WHERE m.id = ")
            .push(table)
            .push(".cause AND m.author <> 'agent'), cause = NULL WHERE agent_id = $1 AND cause IS NOT NULL")
            .bind(scope)
    };
    for table in ["edits", "passages"] {
        let Some(messages) = messages else {
            tx.execute(unlinked(table)).await?;
            continue;
        };
        for messages in messages.chunks(CHUNK) {
            let statement = unlinked(table).push(" AND cause IN ").push_list(messages.iter().copied());
            tx.execute(statement).await?;
        }
    }
    Ok(())
}

/// Edits that the person brought about, oldest first. `messages` are theirs that are still there.
pub(super) async fn edits_of(
    tx: &mut Tx,
    scope: &Scope,
    person: PersonId,
    messages: &[MessageId],
) -> Result<Vec<Edit>, StoreError> {
    let selected = || sql("SELECT ").push(edits::COLUMNS).push(" FROM edits");
    let rows = rows_of(tx, scope, person, messages, selected).await?;
    let mut caused = rows.iter().map(edit_of).collect::<Result<Vec<_>, _>>()?;
    caused.sort_by_key(|edit| (edit.at, edit.id));
    Ok(caused)
}

/// Passages that the person brought about, oldest first. `messages` are theirs that are still there.
pub(super) async fn passages_of(
    tx: &mut Tx,
    scope: &Scope,
    person: PersonId,
    messages: &[MessageId],
) -> Result<Vec<Passage>, StoreError> {
    let selected = || sql("SELECT ").push(passages::COLUMNS).push(" FROM passages");
    let rows = rows_of(tx, scope, person, messages, selected).await?;
    let mut caused = rows.iter().map(passage_of).collect::<Result<Vec<_>, _>>()?;
    caused.sort_by_key(|passage| passage.number);
    Ok(caused)
}

async fn rows_of(
    tx: &mut Tx,
    scope: &Scope,
    person: PersonId,
    messages: &[MessageId],
    selected: impl Fn() -> Statement,
) -> Result<Vec<super::rows::Row>, StoreError> {
    let named = selected().push(" WHERE caused_by IS NOT NULL AND caused_by = $1 AND agent_id = $2");
    let mut rows = tx.rows(named.bind(person).bind(scope)).await?;
    for messages in messages.chunks(CHUNK) {
        let linked = selected().push(" WHERE agent_id = $1 AND cause IS NOT NULL AND cause IN ").bind(scope);
        rows.extend(tx.rows(linked.push_list(messages.iter().copied())).await?);
    }
    Ok(rows)
}

/// Who brought about each edit of a target, as far as that is known.
pub(super) async fn causers(
    tx: &mut Tx,
    scope: &Scope,
    target: &EditTarget,
) -> Result<Vec<(EditId, PersonId)>, StoreError> {
    let statement = sql("SELECT e.id, COALESCE(e.caused_by, m.author) AS person FROM edits e \
         LEFT JOIN messages m ON m.id = e.cause AND m.author <> 'agent' \
         WHERE e.agent_id = $1 AND e.target = $2 AND (e.caused_by IS NOT NULL OR m.author IS NOT NULL) ORDER BY e.n");
    let rows = tx.rows(statement.bind(scope).bind(edits::target_text(target))).await?;
    rows.iter().map(|row| Ok((row.parsed("id")?, PersonId(row.parsed("person")?)))).collect()
}

/// Writes down who brought an edit about that points at no message.
pub(super) async fn name_causer(tx: &mut Tx, scope: &Scope, edit: EditId, by: PersonId) -> Result<(), StoreError> {
    let statement = sql("UPDATE edits SET caused_by = $3 WHERE agent_id = $1 AND id = $2");
    tx.execute(statement.bind(scope).bind(edit).bind(by)).await?;
    Ok(())
}
