//! The history of memory in people's hands: what was changed, and whose change it is.

use super::{Desk, DeskError};
use crate::memory::{Actor, Agent, AgentKey, Body, Edit, EditCard, EditId, EditTarget, Label, MessageId, PersonId};

/// One page of what was changed, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Changes {
    pub items: Vec<EditCard>,
    /// The place of the first one among all changes, from 1.
    pub first: u64,
    /// From 1.
    pub page: u64,
    /// At least 1.
    pub pages: u64,
    pub total: u64,
}

/// Changes on one page.
const CHANGES: u64 = 10;

impl Desk {
    /// What was changed, newest first: in all, or of one block or passage.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet.
    pub async fn changes(&self, key: &AgentKey, of: Option<&EditTarget>, page: u64) -> Result<Changes, DeskError> {
        let agent = self.agent(key).await?;
        let (ledger, scope) = (&self.0.0.parts.ledger, agent.scope());
        let offset = (page.max(1) - 1).saturating_mul(CHANGES);
        let found = ledger.list_edits(&scope, of, offset, CHANGES).await?;
        let core = ledger.core(&scope).await?;
        let items = found.items.into_iter().map(|edit| EditCard::of(edit, &core)).collect();
        Ok(Changes { items, first: offset + 1, page, pages: found.total.div_ceil(CHANGES).max(1), total: found.total })
    }

    /// One change.
    ///
    /// # Errors
    /// [`DeskError::NoEdit`].
    pub async fn change(&self, key: &AgentKey, id: EditId) -> Result<EditCard, DeskError> {
        let agent = self.agent(key).await?;
        let (ledger, scope) = (&self.0.0.parts.ledger, agent.scope());
        let edit = ledger.edit(&scope, id).await?.ok_or(DeskError::NoEdit)?;
        Ok(EditCard::of(edit, &ledger.core(&scope).await?))
    }

    /// The edit that stands at that place in the list of changes, from 1.
    ///
    /// # Errors
    /// [`DeskError::NoEdit`].
    pub async fn change_number(&self, key: &AgentKey, number: u64) -> Result<EditId, DeskError> {
        let agent = self.agent(key).await?;
        let found = self.0.0.parts.ledger.list_edits(&agent.scope(), None, number.saturating_sub(1), 1).await?;
        found.items.first().map(|edit| edit.id).ok_or(DeskError::NoEdit)
    }

    /// Whether a change is theirs: they made it, it came from what they said, or it is of the block about them.
    ///
    /// # Errors
    /// [`DeskError::NoEdit`].
    pub async fn is_theirs(&self, key: &AgentKey, id: EditId, person: PersonId) -> Result<bool, DeskError> {
        let agent = self.agent(key).await?;
        let edit = self.0.0.parts.ledger.edit(&agent.scope(), id).await?.ok_or(DeskError::NoEdit)?;
        self.concerns(&agent, &edit, Some(person)).await
    }

    /// The same of an edit at hand; where nobody is named, every one is meant.
    pub(super) async fn concerns(
        &self,
        agent: &Agent,
        edit: &Edit,
        whose: Option<PersonId>,
    ) -> Result<bool, DeskError> {
        let Some(person) = whose else { return Ok(true) };
        let own = edit.actor == Actor::Person(person) || edit.target == EditTarget::Block(Label::Human(person));
        if own {
            return Ok(true);
        }
        self.is_said_by(agent, edit.cause, person).await
    }

    /// Whether they said that message.
    pub(super) async fn is_said_by(
        &self,
        agent: &Agent,
        message: Option<MessageId>,
        person: PersonId,
    ) -> Result<bool, DeskError> {
        let Some(message) = message else { return Ok(false) };
        let said = self.0.0.parts.ledger.messages(&agent.scope(), &[message]).await?.pop();
        Ok(said.is_some_and(|said| matches!(said.body, Body::Person { person: by, .. } if by.id == person)))
    }
}
