//! Reactions of people to what an agent said. Owns that the model is told of them at its next turn, as a note, and that
//! nobody can flood it with them. No turn is begun for them.

use super::wording::{attribute, harmless};
use super::{Agents, Inner};
use crate::memory::traces::{REACTED, TO_A_MESSAGE};
use crate::memory::{Agent, PersonId};
use crate::store::{NewNote, Posted, StoreError};
use crate::tools::clip;

/// Reactions of one person that are heard within an hour.
const AN_HOUR: u32 = 20;
/// People whose reactions are counted at once.
pub(super) const COUNTED: usize = 10_000;
/// Characters of the words that were reacted to.
const QUOTED: usize = 120;

/// What somebody did to the reactions below a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Feedback {
    Added {
        person: PersonId,
        /// What they are called there, if that is known.
        name: Option<String>,
        /// The emoji itself, or the name of one that a server made.
        emoji: String,
    },
    TakenBack {
        person: PersonId,
        emoji: String,
    },
    /// All of them are gone.
    Cleared,
}

impl Agents {
    /// Takes in what was done to the reactions below that message of Discord, if an agent said it.
    ///
    /// # Errors
    /// [`StoreError`] when it could not be written down.
    pub async fn reacted(&self, message: u64, feedback: &Feedback) -> Result<(), StoreError> {
        let inner = &self.0;
        let Some(posted) = inner.parts.ledger.posted(message).await? else { return Ok(()) };
        let Some(agent) = inner.parts.ledger.find_agent(&posted.key).await? else { return Ok(()) };
        let subject = format!("reaction:{message}");
        match feedback {
            // Of whoever opted out nothing is written down.
            Feedback::Added { person, .. } if self.closed_people().await?.contains(&person.0) => Ok(()),
            Feedback::Added { person, name, emoji } => {
                if !inner.hears(*person) {
                    tracing::debug!(%person, message, "a reaction too many within an hour; passed over");
                    return Ok(());
                }
                let note = inner.note_of_reaction(&agent, &posted, subject, *person, name.as_deref(), emoji).await?;
                inner.parts.ledger.put_note(&agent.scope(), &note).await
            }
            Feedback::TakenBack { person, emoji } => {
                inner.parts.ledger.drop_notes(&agent.scope(), &subject, &part(emoji, *person)).await
            }
            Feedback::Cleared => inner.parts.ledger.drop_notes(&agent.scope(), &subject, "").await,
        }
    }
}

/// The part of a note that tells of one reaction. The end keeps one person's number from being the beginning of another's.
fn part(emoji: &str, person: PersonId) -> String {
    format!("{}|{person}|", clip(&attribute(emoji), 40))
}

impl Inner {
    /// Whether a reaction of that person is still among those that are heard within this hour.
    fn hears(&self, person: PersonId) -> bool {
        let hour = self.parts.clock.now().timestamp().div_euclid(3_600);
        let count = self.reactions.get(&person).filter(|(known, _)| *known == hour).map_or(0, |(_, count)| count);
        self.reactions.insert(person, (hour, count + 1));
        count < AN_HOUR
    }

    async fn note_of_reaction(
        &self,
        agent: &Agent,
        posted: &Posted,
        subject: String,
        person: PersonId,
        name: Option<&str>,
        emoji: &str,
    ) -> Result<NewNote, StoreError> {
        let (ledger, scope) = (&self.parts.ledger, agent.scope());
        let who = match name {
            Some(name) => format!("{} ({person})", attribute(name)),
            None => self.name_of(&scope, person).await?,
        };
        let said = match posted.turn {
            Some(turn) => ledger.words_of_turn(&scope, turn).await?,
            None => None,
        };
        let said = said.map(|words| words.split_whitespace().collect::<Vec<_>>().join(" "));
        let quoted = said.map(|words| format!(": “{}”", harmless(&clip(&words, QUOTED)))).unwrap_or_default();
        Ok(NewNote {
            person,
            subject,
            part: part(emoji, person),
            text: format!("{who}{REACTED}{}", attribute(emoji)),
            tail: format!("{TO_A_MESSAGE}{quoted}. This is feedback and asks nothing of you."),
            at: self.parts.clock.now(),
        })
    }
}
