//! Reminders, and the notes that the model is told at its next turn. Owns the traits.

use async_trait::async_trait;

use super::{NewOutbox, StoreError};
use crate::clock::Moment;
use crate::memory::{Agent, PersonId, Reminder, Scope, TurnId};

/// How many more reminders there can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderRoom {
    /// The number that the agent's next one gets.
    pub next: i64,
    pub of_agent: u64,
    /// In all places.
    pub of_person: u64,
}

/// A reminder that waits, with whoever sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingReminder {
    pub agent: Agent,
    pub reminder: Reminder,
    /// When it is to be looked at: when it is due, or later when it was held back.
    pub looks_at: Moment,
    /// Rises with each reminder that is made; tells apart those of one moment.
    pub order: i64,
}

/// A reminder that is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentReminder {
    pub number: i64,
    /// For which it is sent; one that is due at another time by now was sent by somebody else.
    pub due: Moment,
    /// When it comes again.
    pub next: Option<Moment>,
    pub outbox: NewOutbox,
    /// What the model is told of it.
    pub note: NewNote,
}

/// What people asked to be reminded of.
#[async_trait]
pub trait ReminderStore: Send + Sync {
    /// All of that agent that wait or are paused, by number.
    async fn reminders(&self, scope: &Scope) -> Result<Vec<Reminder>, StoreError>;
    /// How many there are of that agent and of that person.
    async fn reminder_room(&self, scope: &Scope, person: PersonId) -> Result<ReminderRoom, StoreError>;
    /// Adds one, and answers its number.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it was to have another number (with 0 it gets the next one).
    async fn add_reminder(&self, scope: &Scope, reminder: &Reminder, now: Moment) -> Result<i64, StoreError>;
    /// Takes one away. Whether it was there.
    async fn cancel_reminder(&self, scope: &Scope, number: i64) -> Result<bool, StoreError>;
    /// Those that wait, of all agents, by the moments at which they are to be looked at; behind that moment and order.
    async fn waiting_reminders(
        &self,
        behind: Option<(Moment, i64)>,
        limit: u64,
    ) -> Result<Vec<WaitingReminder>, StoreError>;
    /// It is not looked at before `until`.
    async fn hold_reminder(&self, scope: &Scope, number: i64, until: Moment) -> Result<(), StoreError>;
    /// Puts it into the outbox and the note to those for the model, and the reminder to when it comes again, in one
    /// transaction. Whether it still waited for that moment.
    async fn send_reminder(&self, scope: &Scope, sent: &SentReminder) -> Result<bool, StoreError>;
    /// It was delivered: one that does not come again is gone.
    async fn reminder_delivered(&self, scope: &Scope, number: i64) -> Result<(), StoreError>;
    /// It cannot be delivered; it stays, with the reason, until somebody takes it away.
    async fn pause_reminder(&self, scope: &Scope, number: i64, reason: &str) -> Result<(), StoreError>;
}

/// A part of a note to the model. Parts of one subject become one note at the next turn, and until then each is there once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNote {
    /// Of whom it tells.
    pub person: PersonId,
    pub subject: String,
    pub part: String,
    /// Stands beside those of the other parts.
    pub text: String,
    /// Stands once behind all parts.
    pub tail: String,
    pub at: Moment,
}

/// What the model is told at its next turn. [`super::QueueStore::begin_turn`] makes it part of the conversation.
#[async_trait]
pub trait NoteStore: Send + Sync {
    /// Adds a part, or puts it in the place of what it was.
    async fn put_note(&self, scope: &Scope, note: &NewNote) -> Result<(), StoreError>;
    /// Takes parts away that the model was not told yet: those that begin like that.
    async fn drop_notes(&self, scope: &Scope, subject: &str, part: &str) -> Result<(), StoreError>;
    /// What the agent said last in that turn, if it said anything.
    async fn words_of_turn(&self, scope: &Scope, turn: TurnId) -> Result<Option<String>, StoreError>;
}
