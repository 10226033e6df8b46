//! What people may write anew: blocks, and passages.

use super::{Desk, DeskError};
use crate::memory::passage::{PASSAGE_LIMIT, tidy_text};
use crate::memory::{
    Actor, Agent, AgentKey, Block, CoreMemory, Edit, EditCard, EditKind, EditTarget, Label, Passage, PassageId,
    PersonId,
};

/// A block or passage as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editable {
    /// What it is called, as in [`EditCard::title`].
    pub title: String,
    pub text: String,
    pub version: i64,
    /// Characters that it may hold.
    pub limit: usize,
}

impl From<&Block> for Editable {
    fn from(block: &Block) -> Self {
        Self { title: block.title(), text: block.value.clone(), version: block.version, limit: block.limit }
    }
}

impl Desk {
    /// A block of that place. Of the persona, the one that a new agent would have where there is none yet.
    ///
    /// # Errors
    /// [`DeskError::NoBlock`]; [`DeskError::NoAgent`] where nobody has talked yet.
    pub async fn block(&self, key: &AgentKey, label: Label) -> Result<Block, DeskError> {
        let parts = &self.0.0.parts;
        match parts.ledger.find_agent(key).await? {
            Some(agent) => {
                let core = parts.ledger.core(&agent.scope()).await?;
                core.get(label).cloned().ok_or(DeskError::NoBlock(label))
            }
            None if label == Label::Persona => Ok(Block {
                label,
                name: None,
                value: parts.seed.persona.clone(),
                limit: parts.seed.block_limit,
                version: 1,
                updated_at: parts.clock.now(),
            }),
            None => Err(DeskError::NoAgent),
        }
    }

    /// A block or passage of that place, to be written anew.
    ///
    /// # Errors
    /// As for [`Desk::block`]; [`DeskError::NoEdit`] for a passage that is not there, and for what cannot be written.
    pub async fn editable(&self, key: &AgentKey, target: &EditTarget) -> Result<Editable, DeskError> {
        match target {
            EditTarget::Block(label) => Ok((&self.block(key, *label).await?).into()),
            EditTarget::Passage(id) => {
                let passage = self.passage(&self.agent(key).await?, *id).await?;
                let (text, version) = (passage.text, passage.version);
                Ok(Editable { title: "archive".to_owned(), text, version, limit: PASSAGE_LIMIT })
            }
            EditTarget::Facts(_) => Err(DeskError::NoEdit),
        }
    }

    /// Writes a block or passage anew that was at `version`; for the persona the agent is made if there is none.
    ///
    /// # Errors
    /// [`DeskError::Changed`] when it is at another version by now; [`DeskError::Block`] or [`DeskError::Passage`] when
    /// the text does not fit; otherwise as for [`Desk::editable`].
    pub async fn rewrite(
        &self,
        key: &AgentKey,
        target: &EditTarget,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        let parts = &self.0.0.parts;
        let agent = match target {
            EditTarget::Block(Label::Persona) => parts.ledger.open_agent(key, &parts.seed, parts.clock.now()).await?,
            _ => self.agent(key).await?,
        };
        let (edit, core) = match target {
            EditTarget::Block(label) => self.block_rewritten(&agent, *label, version, text, actor).await?,
            EditTarget::Passage(id) => self.passage_rewritten(&agent, *id, version, text, actor).await?,
            EditTarget::Facts(_) => return Err(DeskError::NoEdit),
        };
        parts.ledger.write_edit(&agent.scope(), &edit).await?;
        parts.sync.nudge();
        Ok(EditCard::of(edit, &core))
    }

    async fn block_rewritten(
        &self,
        agent: &Agent,
        label: Label,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<(Edit, CoreMemory), DeskError> {
        let parts = &self.0.0.parts;
        let mut core = parts.ledger.core(&agent.scope()).await?;
        if core.get(label).ok_or(DeskError::NoBlock(label))?.version != version {
            return Err(DeskError::Changed);
        }
        let now = parts.clock.now();
        let change = core.rewrite(label, text, now)?;
        let edit = Edit {
            before: change.before,
            after: change.after,
            expected_version: change.expected_version,
            ..Edit::new(EditTarget::Block(label), EditKind::Rewrite, actor, now)
        };
        Ok((edit, core))
    }

    async fn passage_rewritten(
        &self,
        agent: &Agent,
        id: PassageId,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<(Edit, CoreMemory), DeskError> {
        let parts = &self.0.0.parts;
        let passage = self.passage(agent, id).await?;
        if passage.version != version {
            return Err(DeskError::Changed);
        }
        let after = tidy_text(text)?;
        if after == passage.text {
            return Err(DeskError::Nothing("change"));
        }
        let edit = Edit {
            before: passage.text,
            after,
            cause: passage.cause,
            expected_version: version,
            ..Edit::new(EditTarget::Passage(id), EditKind::Rewrite, actor, parts.clock.now())
        };
        Ok((edit, parts.ledger.core(&agent.scope()).await?))
    }

    async fn passage(&self, agent: &Agent, id: PassageId) -> Result<Passage, DeskError> {
        self.0.0.parts.ledger.passages(&agent.scope(), &[id]).await?.pop().ok_or(DeskError::NoEdit)
    }

    /// Whether a block or passage is theirs: the block is about them; they stored the passage, or it comes from what they
    /// said.
    ///
    /// # Errors
    /// As for [`Desk::editable`].
    pub async fn owns(&self, key: &AgentKey, target: &EditTarget, person: PersonId) -> Result<bool, DeskError> {
        match target {
            EditTarget::Block(label) => Ok(*label == Label::Human(person)),
            EditTarget::Passage(id) => {
                let agent = self.agent(key).await?;
                let passage = self.passage(&agent, *id).await?;
                Ok(passage.by == Actor::Person(person) || self.is_said_by(&agent, passage.cause, person).await?)
            }
            EditTarget::Facts(_) => Ok(false),
        }
    }
}
