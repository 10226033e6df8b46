//! Memory in people's hands: what commands (in Discord or a terminal) may see and do.

mod blocks;
mod documents;
mod found;
mod history;
mod passages;
mod prompt;
mod reminders;
pub mod transfer;
mod why;

use std::collections::HashSet;

use super::{Agents, Inner, Retry, Stop};
use crate::clock::Moment;
use crate::memory::block::BlockError;
use crate::memory::history::{Inverse, NotUndone, Now, inverse};
use crate::memory::passage::PassageError;
use crate::memory::{
    Actor, Agent, AgentKey, CoreMemory, Edit, EditCard, EditId, EditKind, EditTarget, Label, OutboxId, Passage,
    PersonId,
};
use crate::store::{Branch, ResetReceipt, ResetWhat, StoreError};

pub use blocks::Editable;
pub use documents::Documents;
pub use found::{Hit, HitOf, Hits, Whence};
pub use history::Changes;
pub use prompt::Filled;
pub use reminders::{ReminderError, Wish};
pub use why::{ToolUsed, Why};

/// Why a person's wish was not done.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// Nobody has talked there yet.
    #[error("there is no memory here yet: say something to me first")]
    NoAgent,
    #[error(transparent)]
    Block(#[from] BlockError),
    /// The block was changed since the person saw it.
    #[error("it was changed in the meantime: look at it again before you change it")]
    Changed,
    /// There is no document of that number here.
    #[error("there is no document {0} here")]
    NoDocument(i64),
    /// There is no such block here.
    #[error("there is no block {0} here")]
    NoBlock(Label),
    /// There is no passage of that number here.
    #[error("there is no passage {0} here")]
    NoPassage(i64),
    #[error(transparent)]
    Passage(#[from] PassageError),
    /// There is no such edit here.
    #[error("there is no such change here")]
    NoEdit,
    /// It is no answer of the agent of this place, or its turn is gone.
    #[error("that is no answer whose turn is known here")]
    NoTurn,
    /// A file that cannot be taken in.
    #[error(transparent)]
    Import(#[from] transfer::Unreadable),
    /// A file could not be written.
    #[error("a file could not be written: {0}")]
    File(#[from] std::io::Error),
    /// There is nothing to take back.
    #[error("there is nothing to {0}")]
    Nothing(&'static str),
    /// What one person told in private is not copied to where others read it.
    #[error("this is one person's memory and is not copied")]
    Private,
    #[error(transparent)]
    Reminder(#[from] ReminderError),
    #[error(transparent)]
    NotUndone(#[from] NotUndone),
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for DeskError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict(_) => Self::Changed,
            other => Self::Store(other),
        }
    }
}

/// What an agent holds.
#[derive(Debug, Clone)]
pub struct Overview {
    pub core: CoreMemory,
    /// All messages, also those that left the prompt.
    pub messages: u64,
    pub passages: u64,
    pub documents: u64,
    pub since: Moment,
}

/// Changes that are looked through for the one to take back.
const LOOKED_THROUGH: u64 = 500;

/// Where commands turn to. Cheap to clone.
#[derive(Clone)]
pub struct Desk(Agents);

impl Desk {
    /// The desk of those agents.
    pub fn new(agents: Agents) -> Self {
        Self(agents)
    }

    pub(super) fn agents(&self) -> &Agents {
        &self.0
    }

    pub(super) fn inner(&self) -> &Inner {
        &self.0.0
    }

    /// See [`Agents::stop`].
    ///
    /// # Errors
    /// When the ledger does not answer.
    pub async fn stop(
        &self,
        key: &AgentKey,
        reply: Option<OutboxId>,
        by: PersonId,
        manages: bool,
    ) -> Result<Stop, DeskError> {
        Ok(self.0.stop(key, reply, by, manages).await?)
    }

    /// See [`Agents::retry`].
    ///
    /// # Errors
    /// When the ledger does not answer.
    pub async fn retry(
        &self,
        key: &AgentKey,
        trace: Option<&str>,
        by: PersonId,
        manages: bool,
    ) -> Result<Retry, DeskError> {
        Ok(self.0.retry(key, trace, by, manages).await?)
    }

    async fn agent(&self, key: &AgentKey) -> Result<Agent, DeskError> {
        self.0.0.parts.ledger.find_agent(key).await?.ok_or(DeskError::NoAgent)
    }

    /// That the place is in that guild, so that an agent which a command made goes when the guild is left.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where there is none.
    pub async fn settle(&self, key: &AgentKey, guild: u64) -> Result<(), DeskError> {
        let agent = self.agent(key).await?;
        Ok(self.0.0.parts.ledger.note_guild(&agent.scope(), guild).await?)
    }

    /// What the agent of that place holds.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet.
    pub async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError> {
        let agent = self.agent(key).await?;
        let (ledger, scope) = (&self.0.0.parts.ledger, agent.scope());
        Ok(Overview {
            core: ledger.core(&scope).await?,
            messages: ledger.count_messages(&scope).await?,
            passages: ledger.count_passages(&scope).await?,
            documents: ledger.count_documents(&scope).await?,
            since: agent.created_at,
        })
    }

    /// Lets the agent of `to` begin with the blocks and the summary that the agent of `from` has now. False where that one
    /// knows nothing, since nobody has talked there.
    ///
    /// # Errors
    /// [`DeskError::Changed`] where there is an agent already; [`DeskError::Private`] when it is one person's memory.
    pub async fn branch(&self, from: &AgentKey, to: &AgentKey, by: Actor) -> Result<bool, DeskError> {
        if from.is_private() {
            return Err(DeskError::Private);
        }
        let (ledger, now) = (&self.0.0.parts.ledger, self.0.0.parts.clock.now());
        let Some(agent) = ledger.find_agent(from).await? else { return Ok(false) };
        ledger.branch_agent(&Branch { from: &agent.scope(), to, by }, now).await?;
        Ok(true)
    }

    /// Takes an edit back: the one of that id, else the newest that was not taken back. Later edits stay.
    ///
    /// # Errors
    /// [`DeskError::NotUndone`] when later edits stand in the way; [`DeskError::Nothing`].
    pub async fn undo(&self, key: &AgentKey, id: Option<EditId>, actor: Actor) -> Result<EditCard, DeskError> {
        let agent = self.agent(key).await?;
        let _still = self.0.0.mailboxes.still(key).await;
        let edit = match id {
            Some(id) => self.0.0.parts.ledger.edit(&agent.scope(), id).await?.ok_or(DeskError::NoEdit)?,
            None => self.newest(&agent, |edit| edit.undoes.is_none(), None, "undo").await?,
        };
        self.take_back(&agent, &edit, actor).await
    }

    /// Takes the newest edit back that is theirs ([`Desk::is_theirs`]) and was not taken back.
    ///
    /// # Errors
    /// As for [`Desk::undo`].
    pub async fn undo_theirs(&self, key: &AgentKey, person: PersonId) -> Result<EditCard, DeskError> {
        let agent = self.agent(key).await?;
        let _still = self.0.0.mailboxes.still(key).await;
        let edit = self.newest(&agent, |edit| edit.undoes.is_none(), Some(person), "undo").await?;
        self.take_back(&agent, &edit, Actor::Person(person)).await
    }

    /// Puts the newest edit that was taken back in place again.
    ///
    /// # Errors
    /// As for [`Desk::undo`].
    pub async fn redo(&self, key: &AgentKey, actor: Actor) -> Result<EditCard, DeskError> {
        let agent = self.agent(key).await?;
        let _still = self.0.0.mailboxes.still(key).await;
        let edit = self.newest(&agent, |edit| edit.undoes.is_some(), None, "redo").await?;
        self.take_back(&agent, &edit, actor).await
    }

    /// Brings a block, a passage or the facts of a message back to how it was after that edit.
    ///
    /// # Errors
    /// [`DeskError::NoEdit`]; [`DeskError::Nothing`] when it is like that now.
    pub async fn restore(&self, key: &AgentKey, id: EditId, actor: Actor) -> Result<EditCard, DeskError> {
        let agent = self.agent(key).await?;
        let _still = self.0.0.mailboxes.still(key).await;
        let edit = self.0.0.parts.ledger.edit(&agent.scope(), id).await?.ok_or(DeskError::NoEdit)?;
        let now = self.now(&agent, &edit).await?;
        if now.text == edit.after || !now.there {
            return Err(DeskError::Nothing("restore"));
        }
        let back = Inverse { kind: EditKind::Restore, after: edit.after.clone(), related: None };
        self.write(&agent, &edit, None, &now, back, actor).await
    }

    /// The newest edit of that kind that was not taken back itself, and that can be; of all, or of those that are theirs.
    async fn newest(
        &self,
        agent: &Agent,
        wanted: impl Fn(&Edit) -> bool,
        whose: Option<PersonId>,
        what: &'static str,
    ) -> Result<Edit, DeskError> {
        let edits = self.0.0.parts.ledger.list_edits(&agent.scope(), None, 0, LOOKED_THROUGH).await?.items;
        let mut taken_back: HashSet<EditId> = HashSet::new();
        for edit in edits {
            if taken_back.contains(&edit.id) {
                continue;
            }
            let began = edit.kind == EditKind::Create && matches!(edit.target, EditTarget::Block(_));
            let redone = edit.undoes.is_some() && self.is_redo(agent, &edit).await?;
            if wanted(&edit) && !began && !redone && self.concerns(agent, &edit, whose).await? {
                return Ok(edit);
            }
            taken_back.extend(edit.undoes);
        }
        Err(DeskError::Nothing(what))
    }

    /// Whether it took back an edit that took something back.
    async fn is_redo(&self, agent: &Agent, edit: &Edit) -> Result<bool, DeskError> {
        let Some(id) = edit.undoes else { return Ok(false) };
        let undone = self.0.0.parts.ledger.edit(&agent.scope(), id).await?;
        Ok(undone.is_some_and(|undone| undone.undoes.is_some()))
    }

    async fn take_back(&self, agent: &Agent, edit: &Edit, actor: Actor) -> Result<EditCard, DeskError> {
        if self.0.0.is_undone(&agent.scope(), edit.id).await? {
            return Err(NotUndone::Already.into());
        }
        let now = self.now(agent, edit).await?;
        let back = inverse(edit, &now)?;
        self.write(agent, edit, Some(edit.id), &now, back, actor).await
    }

    /// How the target of an edit stands.
    async fn now(&self, agent: &Agent, edit: &Edit) -> Result<Now, DeskError> {
        let (ledger, scope) = (&self.0.0.parts.ledger, agent.scope());
        match edit.target {
            EditTarget::Block(label) => {
                let core = ledger.core(&scope).await?;
                let block = core.get(label).ok_or(DeskError::NoEdit)?;
                Ok(Now { text: block.value.clone(), version: block.version, there: true, holds: true })
            }
            EditTarget::Facts(id) => {
                let facts = ledger.facts(&scope, id).await?;
                let (there, text) = (facts.is_some(), facts.unwrap_or_default());
                Ok(Now { text, version: i64::from(there), there, holds: true })
            }
            EditTarget::Passage(id) => match ledger.passages(&scope, &[id]).await?.pop() {
                Some(Passage { text, version, superseded, .. }) => {
                    Ok(Now { text, version, there: true, holds: superseded.is_none() })
                }
                None => {
                    let last = ledger.list_edits(&scope, Some(&edit.target), 0, 1).await?.items.pop();
                    let last = last.ok_or(DeskError::NoEdit)?;
                    let version = last.expected_version + 1;
                    Ok(Now { text: last.before, version, there: false, holds: true })
                }
            },
        }
    }

    async fn write(
        &self,
        agent: &Agent,
        of: &Edit,
        undoes: Option<EditId>,
        now: &Now,
        change: Inverse,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        let parts = &self.0.0.parts;
        let at = parts.clock.now();
        let before = if now.there { now.text.clone() } else { String::new() };
        let edit = Edit {
            before,
            after: change.after,
            cause: of.cause,
            expected_version: now.version,
            undoes,
            related: change.related,
            ..Edit::new(of.target.clone(), change.kind, actor, at)
        };
        parts.ledger.write_edit(&agent.scope(), &edit).await?;
        parts.sync.nudge();
        Ok(EditCard::of(edit, &parts.ledger.core(&agent.scope()).await?))
    }

    /// Takes memory away. Waits for a running turn of that agent to end.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where there is nothing.
    pub async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError> {
        let inner = &self.0.0;
        let agent = self.agent(key).await?;
        let still = inner.mailboxes.still(key).await;
        let receipt =
            inner.parts.ledger.reset(&agent.scope(), what, &inner.parts.seed, actor, inner.parts.clock.now()).await?;
        drop(still);
        tracing::info!(%key, ?what, ?receipt, "memory was reset");
        self.forget_in_index().await;
        Ok(receipt)
    }

    /// Takes what was taken away out of the index too, at once where it can.
    async fn forget_in_index(&self) {
        if let Err(error) = self.0.0.parts.sync.catch_up().await {
            tracing::warn!(%error, "the index still holds what was taken away, out of reach; it is taken out when the index answers");
        }
    }
}
