//! Core memory: the blocks as they are now. Each change goes together with the edit that records it.

use std::collections::HashMap;

use async_trait::async_trait;

use super::super::{AgentSeed, BlockStore, Page, StoreError};
use super::SqlLedger;
use super::agents::{lock_agent, size};
use super::db::Tx;
use super::rows::Row;
use super::statement::sql;
use super::{edits, passages, tending};
use crate::clock::Moment;
use crate::memory::{
    Actor, Block, CoreMemory, Edit, EditId, EditKind, EditTarget, Label, MessageId, Person, Scope, TurnId,
};

/// A block that is to be made.
pub(super) struct NewBlock<'a> {
    pub label: Label,
    pub name: Option<&'a str>,
    pub value: &'a str,
    /// Characters that it may hold.
    pub limit: usize,
    /// Who made it.
    pub actor: Actor,
    /// The message that brought it about.
    pub cause: Option<MessageId>,
}

fn block_of(row: &Row) -> Result<Block, StoreError> {
    Ok(Block {
        label: row.parsed("label")?,
        name: row.text_or_null("name")?,
        value: row.text("value")?,
        limit: row.size("char_limit")?,
        version: row.int("version")?,
        updated_at: row.moment("updated_at")?,
    })
}

const CORE: &str = "SELECT label, name, value, char_limit, version, updated_at FROM blocks WHERE agent_id = $1 \
                    ORDER BY ordinal";

/// All blocks as this transaction sees them.
pub(super) async fn core_in(tx: &mut Tx, scope: &Scope) -> Result<Vec<Block>, StoreError> {
    tx.rows(sql(CORE).bind(scope)).await?.iter().map(block_of).collect()
}

/// Makes a block, and the edit that records it: no turn's, since none asked for it. The agent must be locked, or new.
pub(super) async fn create_block(
    tx: &mut Tx,
    scope: &Scope,
    block: &NewBlock<'_>,
    now: Moment,
) -> Result<(), StoreError> {
    let statement = sql("INSERT INTO blocks (agent_id, label, ordinal, name, value, char_limit, version, updated_at) \
         SELECT $1, $2, COALESCE(MAX(ordinal) + 1, 0), $3, $4, $5, 1, $6 FROM blocks WHERE agent_id = $1")
    .bind(scope)
    .bind(block.label)
    .bind(block.name)
    .bind(block.value)
    .bind(size(block.limit))
    .bind(now);
    tx.execute(statement).await?;
    let edit = Edit {
        after: block.value.to_owned(),
        cause: block.cause,
        ..Edit::new(EditTarget::Block(block.label), EditKind::Create, block.actor, now)
    };
    edits::insert(tx, scope, &[&edit]).await
}

/// Changes a block or passage as the edit says, and records the edit. The agent must be locked.
///
/// # Errors
/// [`StoreError::Conflict`] also for one that is gone: whoever wants to change it must read again.
pub(super) async fn apply_edit(tx: &mut Tx, scope: &Scope, edit: &Edit) -> Result<(), StoreError> {
    match edit.target {
        EditTarget::Block(label) => change_block(tx, scope, label, edit).await?,
        EditTarget::Passage(id) => passages::change(tx, scope, id, edit).await?,
        EditTarget::Facts(id) => tending::change_facts(tx, scope, id, edit).await?,
    }
    edits::insert(tx, scope, &[edit]).await
}

async fn change_block(tx: &mut Tx, scope: &Scope, label: Label, edit: &Edit) -> Result<(), StoreError> {
    let statement = sql("UPDATE blocks SET value = $4, version = version + 1, updated_at = $5 \
         WHERE agent_id = $1 AND label = $2 AND version = $3")
    .bind(scope)
    .bind(label)
    .bind(edit.expected_version)
    .bind(&edit.after)
    .bind(edit.at);
    match tx.execute(statement).await? {
        1 => Ok(()),
        _ => Err(StoreError::Conflict(format!("the block {label}"))),
    }
}

/// Sees to it that each of those people has a block with their present name. `people` come with the message by which they
/// were met, oldest first. The agent must be locked.
pub(super) async fn meet(
    tx: &mut Tx,
    scope: &Scope,
    people: &[(&Person, MessageId)],
    seed: &AgentSeed,
    now: Moment,
) -> Result<(), StoreError> {
    let mut known = names(tx, scope, people).await?;
    for (person, message) in people {
        let label = Label::Human(person.id);
        let name = Some(super::statement::storable(&person.name).into_owned());
        match known.insert(label, name.clone()) {
            None => {
                let block = NewBlock {
                    label,
                    name: name.as_deref(),
                    value: &seed.human,
                    limit: seed.block_limit,
                    actor: Actor::System,
                    cause: Some(*message),
                };
                create_block(tx, scope, &block, now).await?;
            }
            Some(before) if before != name => {
                let statement = sql("UPDATE blocks SET name = $3 WHERE agent_id = $1 AND label = $2");
                tx.execute(statement.bind(scope).bind(label).bind(name)).await?;
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// What those people's blocks call them, for those who have one.
async fn names(
    tx: &mut Tx,
    scope: &Scope,
    people: &[(&Person, MessageId)],
) -> Result<HashMap<Label, Option<String>>, StoreError> {
    let mut labels: Vec<Label> = people.iter().map(|(person, _)| Label::Human(person.id)).collect();
    labels.sort_unstable();
    labels.dedup();
    let mut known = HashMap::new();
    for labels in labels.chunks(super::statement::CHUNK) {
        let statement = sql("SELECT label, name FROM blocks WHERE agent_id = $1 AND label IN ").bind(scope);
        for row in tx.rows(statement.push_list(labels.iter().copied())).await? {
            known.insert(row.parsed("label")?, row.text_or_null("name")?);
        }
    }
    Ok(known)
}

#[async_trait]
impl BlockStore for SqlLedger {
    async fn core(&self, scope: &Scope) -> Result<CoreMemory, StoreError> {
        let rows = self.db.rows(sql(CORE).bind(scope)).await?;
        Ok(CoreMemory { blocks: rows.iter().map(block_of).collect::<Result<_, _>>()? })
    }

    async fn write_edit(&self, scope: &Scope, edit: &Edit) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        lock_agent(&mut tx, scope).await?;
        apply_edit(&mut tx, scope, edit).await?;
        tx.commit().await
    }

    async fn list_edits(
        &self,
        scope: &Scope,
        target: Option<&EditTarget>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<Edit>, StoreError> {
        edits::list(&self.db, scope, target, offset, limit).await
    }

    async fn edit(&self, scope: &Scope, id: EditId) -> Result<Option<Edit>, StoreError> {
        edits::find(&self.db, scope, id).await
    }

    async fn undoing(&self, scope: &Scope, id: EditId) -> Result<Option<Edit>, StoreError> {
        edits::undoing(&self.db, scope, id).await
    }

    async fn turn_edits(&self, scope: &Scope, turn: TurnId) -> Result<Vec<Edit>, StoreError> {
        edits::of_turn(&self.db, scope, turn).await
    }
}
