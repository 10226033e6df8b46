//! Reminders in people's hands.

use super::{Desk, DeskError};
use crate::clock::Moment;
use crate::memory::due::{DueError, due};
use crate::memory::reminder::{PER_AGENT, PER_PERSON, TEXT_LIMIT};
use crate::memory::{AgentKey, PersonId, Reminder, Source};
use crate::settings::Zone;

/// What somebody wants to be reminded of, as they wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    pub person: PersonId,
    pub when: String,
    pub text: String,
    /// Where they are reminded.
    pub at: Source,
}

/// Why there is no such reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReminderError {
    #[error("{error}; it is {now} ({zone}) now")]
    When { error: DueError, now: Moment, zone: Zone },
    #[error("a reminder says something, in at most {TEXT_LIMIT} characters")]
    Text,
    #[error("one person has at most {PER_PERSON} reminders")]
    PersonFull,
    #[error("there are at most {PER_AGENT} reminders here")]
    AgentFull,
    #[error("there is no reminder {0} here")]
    None(i64),
    #[error("it is somebody else's reminder")]
    NotYours,
}

impl Desk {
    /// The reminders of that place, by number; none where nobody has talked yet.
    ///
    /// # Errors
    /// When the ledger cannot be read.
    pub async fn reminders(&self, key: &AgentKey) -> Result<Vec<Reminder>, DeskError> {
        let ledger = &self.0.0.parts.ledger;
        match ledger.find_agent(key).await? {
            Some(agent) => Ok(ledger.reminders(&agent.scope()).await?),
            None => Ok(Vec::new()),
        }
    }

    /// Makes a reminder, by the clock of that place.
    ///
    /// # Errors
    /// [`DeskError::Reminder`] when there can be no such one.
    pub async fn add_reminder(&self, key: &AgentKey, wish: &Wish) -> Result<Reminder, DeskError> {
        let inner = &self.0.0;
        let (ledger, now) = (&inner.parts.ledger, inner.parts.clock.now());
        let zone = inner.rules_at(&wish.at).await?.zone;
        let text = wish.text.trim().to_owned();
        if text.is_empty() || text.chars().count() > TEXT_LIMIT {
            return Err(ReminderError::Text.into());
        }
        let found = due(&wish.when, now, zone.0).map_err(|error| ReminderError::When { error, now, zone })?;
        let agent = ledger.open_agent(key, &inner.parts.seed, now).await?;
        let room = ledger.reminder_room(&agent.scope(), wish.person).await?;
        if room.of_person >= PER_PERSON {
            return Err(ReminderError::PersonFull.into());
        }
        if room.of_agent >= PER_AGENT {
            return Err(ReminderError::AgentFull.into());
        }
        let mut reminder = Reminder {
            number: 0,
            person: wish.person,
            text,
            source: wish.at,
            due: found.at,
            repeat: found.repeat,
            zone: zone.0,
            paused: None,
        };
        reminder.number = ledger.add_reminder(&agent.scope(), &reminder, now).await?;
        inner.alarm.ring();
        Ok(reminder)
    }

    /// Takes a reminder away: one's own, or with `of_anybody` whosever it is.
    ///
    /// # Errors
    /// [`DeskError::Reminder`] when there is none, or when it is somebody else's.
    pub async fn cancel_reminder(
        &self,
        key: &AgentKey,
        number: i64,
        by: PersonId,
        of_anybody: bool,
    ) -> Result<Reminder, DeskError> {
        let known = self.reminders(key).await?.into_iter().find(|known| known.number == number);
        let Some(reminder) = known else { return Err(ReminderError::None(number).into()) };
        if reminder.person != by && !of_anybody {
            return Err(ReminderError::NotYours.into());
        }
        let scope = self.agent(key).await?.scope();
        if self.0.0.parts.ledger.cancel_reminder(&scope, number).await? {
            Ok(reminder)
        } else {
            Err(ReminderError::None(number).into())
        }
    }
}
