//! Archival memory in people's hands.

use super::{Desk, DeskError};
use crate::memory::passage::{tidy_tags, tidy_text};
use crate::memory::{
    Actor, AgentKey, Body, Edit, EditCard, EditKind, EditTarget, Passage, PassageId, PersonId, Source,
};
use crate::search::ArchivalQuery;

/// Passages that are offered to choose from.
const OFFERED: usize = 25;

impl Desk {
    /// Stores a passage that a person wrote, which comes from the message that stands there in Discord, if one is named; it
    /// is that message's author's too, though the agent may never have heard it. The agent is made if there is none.
    ///
    /// # Errors
    /// [`DeskError::Passage`].
    pub async fn add_passage(
        &self,
        key: &AgentKey,
        text: &str,
        tags: Vec<String>,
        from: Option<Source>,
        said_by: Option<PersonId>,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        let (mut text, tags) = (tidy_text(text)?, tidy_tags(tags)?);
        let parts = &self.0.0.parts;
        let now = parts.clock.now();
        let agent = parts.ledger.open_agent(key, &parts.seed, now).await?;
        let scope = agent.scope();
        let mut cause = None;
        if let Some(from) = from {
            cause = parts.ledger.message_at(&scope, from.channel, from.message).await?.map(|message| message.id);
            // What was never said to the agent is linked in words.
            if let (None, Some(link)) = (cause, from.jump_link()) {
                text = tidy_text(&format!("{text}\n({link})"))?;
            }
        }
        let passage = Passage { cause, ..Passage::new(text.clone(), tags, actor, now) };
        let target = EditTarget::Passage(passage.id);
        let edit = Edit { after: text, cause, ..Edit::new(target, EditKind::Create, actor, now) };
        parts.ledger.add_passages(&scope, &[(passage, edit.clone())], said_by).await?;
        parts.sync.nudge();
        Ok(EditCard::of(edit, &parts.ledger.core(&scope).await?))
    }

    /// Who said the message that stands there in Discord, if somebody said it to this agent; None for what is not there.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet.
    pub async fn who_said(&self, key: &AgentKey, channel: u64, message: u64) -> Result<Option<PersonId>, DeskError> {
        let scope = self.agent(key).await?.scope();
        let found = self.0.0.parts.ledger.message_at(&scope, channel, message).await?;
        Ok(found.and_then(|message| match message.body {
            Body::Person { person, .. } => Some(person.id),
            _ => None,
        }))
    }

    /// Passages to choose from, by number: those that fit what was typed, else the newest; at most 25.
    ///
    /// # Errors
    /// [`DeskError::NoAgent`] where nobody has talked yet; [`DeskError::Store`].
    pub async fn passages_like(&self, key: &AgentKey, typed: &str) -> Result<Vec<Passage>, DeskError> {
        let scope = self.agent(key).await?.scope();
        let search = &self.0.0.parts.search;
        let mut found: Vec<Passage> = Vec::new();
        if let Ok(number) = typed.trim().trim_start_matches('#').parse() {
            found.extend(search.passage(&scope, number).await?);
        }
        for page in 1..=3 {
            let query = ArchivalQuery { text: typed.to_owned(), page, ..ArchivalQuery::default() };
            let listed = search.archival(&scope, &query).await?;
            let new = listed.items.into_iter().map(|found| found.item);
            found.extend(new.filter(|passage| passage.number > 0));
            if page >= listed.pages || found.len() >= OFFERED {
                break;
            }
        }
        let mut seen = std::collections::HashSet::new();
        found.retain(|passage| seen.insert(passage.number));
        found.truncate(OFFERED);
        Ok(found)
    }

    /// The passage of that number.
    ///
    /// # Errors
    /// [`DeskError::NoPassage`].
    pub async fn passage_number(&self, key: &AgentKey, number: i64) -> Result<PassageId, DeskError> {
        let scope = self.agent(key).await?.scope();
        let found = self.0.0.parts.ledger.passage_by_number(&scope, number).await?;
        found.map(|passage| passage.id).ok_or(DeskError::NoPassage(number))
    }

    /// Takes the passage of that number out of memory; that can be taken back.
    ///
    /// # Errors
    /// [`DeskError::NoPassage`].
    pub async fn remove_passage(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<EditCard, DeskError> {
        let agent = self.agent(key).await?;
        let _still = self.0.0.mailboxes.still(key).await;
        let (parts, scope) = (&self.0.0.parts, agent.scope());
        let passage = parts.ledger.passage_by_number(&scope, number).await?.ok_or(DeskError::NoPassage(number))?;
        let edit = Edit {
            before: passage.text,
            cause: passage.cause,
            expected_version: passage.version,
            ..Edit::new(EditTarget::Passage(passage.id), EditKind::Remove, actor, parts.clock.now())
        };
        parts.ledger.write_edit(&scope, &edit).await?;
        self.forget_in_index().await;
        Ok(EditCard::of(edit, &parts.ledger.core(&scope).await?))
    }
}
