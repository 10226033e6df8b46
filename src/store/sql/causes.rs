//! What the messages of a person brought about in memory. Owns that this is still known when the messages are gone: until
//! then an edit or passage points at its message, and from then on it names the person.

use super::super::StoreError;
use super::db::Tx;
use super::edits::{self, edit_of};
use super::passages::{self, passage_of};
use super::people::BY_PEOPLE;
use super::rows::actor_text;
use super::statement::{CHUNK, Statement, sql};
use crate::memory::{Actor, Edit, EditId, EditKind, EditTarget, MessageId, Passage, PassageId, PersonId, Scope};

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

/// Edits that the person made by commands, oldest first.
pub(super) async fn edits_by(tx: &mut Tx, scope: &Scope, person: PersonId) -> Result<Vec<Edit>, StoreError> {
    let statement = sql("SELECT ").push(edits::COLUMNS).push(" FROM edits WHERE actor = $1 AND agent_id = $2");
    let by = statement.push(BY_PEOPLE).push(" ORDER BY n").bind(actor_text(Actor::Person(person))).bind(scope);
    tx.rows(by).await?.iter().map(edit_of).collect()
}

/// Whether what a person wrote by that command is theirs, and goes with them: their words in the archive. What those who
/// manage a place wrote into the persona or into blocks of others is the place's; a block about themselves goes as a whole.
pub(super) fn are_own_words(edit: &Edit) -> bool {
    let writes = matches!(edit.kind, EditKind::Append | EditKind::Replace | EditKind::Rewrite);
    writes && matches!(edit.target, EditTarget::Passage(_))
}

/// Passages that the person brought about or stored, oldest first. `messages` are theirs that are still there.
pub(super) async fn passages_of(
    tx: &mut Tx,
    scope: &Scope,
    person: PersonId,
    messages: &[MessageId],
) -> Result<Vec<Passage>, StoreError> {
    let selected = || sql("SELECT ").push(passages::COLUMNS).push(" FROM passages");
    let rows = rows_of(tx, scope, person, messages, selected).await?;
    let mut caused = rows.iter().map(passage_of).collect::<Result<Vec<_>, _>>()?;
    let stored = selected().push(" WHERE actor = $1 AND agent_id = $2").push(BY_PEOPLE);
    for row in tx.rows(stored.bind(actor_text(Actor::Person(person))).bind(scope)).await? {
        caused.push(passage_of(&row)?);
    }
    caused.sort_by_key(|passage| passage.number);
    caused.dedup_by_key(|passage| passage.id);
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

/// Writes down whose words a passage holds that points at no message.
pub(super) async fn name_causer_of_passage(
    tx: &mut Tx,
    scope: &Scope,
    passage: PassageId,
    by: PersonId,
) -> Result<(), StoreError> {
    let statement = sql("UPDATE passages SET caused_by = $3 WHERE agent_id = $1 AND id = $2");
    tx.execute(statement.bind(scope).bind(passage).bind(by)).await?;
    Ok(())
}

/// Writes down who brought an edit about that points at no message.
pub(super) async fn name_causer(tx: &mut Tx, scope: &Scope, edit: EditId, by: PersonId) -> Result<(), StoreError> {
    let statement = sql("UPDATE edits SET caused_by = $3 WHERE agent_id = $1 AND id = $2");
    tx.execute(statement.bind(scope).bind(edit).bind(by)).await?;
    Ok(())
}
