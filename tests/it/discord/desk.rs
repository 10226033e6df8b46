//! A desk that plays memory.

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use keepsake::agent::desk::{DeskError, Documents, Hit, Hits, Overview, ReminderError, Wish};
use keepsake::discord::MemoryDesk;
use keepsake::documents::Kind;
use keepsake::memory::block::{BlockError, Label};
use keepsake::memory::due::DueError;
use keepsake::memory::history::NotUndone;
use keepsake::memory::{
    Actor, AgentKey, Block, CoreMemory, Document, DocumentId, Edit, EditCard, EditId, EditKind, EditTarget, PersonId,
    Reminder, Source,
};
use keepsake::settings::Zone;
use keepsake::store::{ResetReceipt, ResetWhat, StoreError};

pub const PERSONA: &str = "I am Keepsake.";

/// What was asked of the desk.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    Overview(AgentKey),
    Search(AgentKey, String, u64),
    Reset(AgentKey, ResetWhat, Actor),
    Rewrite(AgentKey, i64, String, Actor),
    Persona(AgentKey),
    Undo(AgentKey, EditId, Actor),
    Documents(AgentKey, u64),
    Document(AgentKey, i64),
    Remove(AgentKey, i64, Actor),
    Reminders(AgentKey),
    Remind(AgentKey, Wish),
    Cancel(AgentKey, i64, PersonId, bool),
    Branch(AgentKey, AgentKey, Actor),
}

/// How it behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mood {
    #[default]
    Well,
    /// Nobody has talked there yet.
    Empty,
    Broken,
    /// Somebody else changes everything in between.
    Contested,
    /// Answers after a second.
    Slow,
}

#[derive(Default)]
pub struct PlayedDesk {
    calls: Mutex<Vec<Call>>,
    mood: Mutex<Mood>,
    persona: Mutex<Option<String>>,
}

impl PlayedDesk {
    pub fn calls(&self) -> Vec<Call> {
        self.calls.lock().expect("a lock").clone()
    }

    pub fn resets(&self) -> Vec<Call> {
        self.calls().into_iter().filter(|call| matches!(call, Call::Reset(..))).collect()
    }

    pub fn set_mood(&self, mood: Mood) {
        *self.mood.lock().expect("a lock") = mood;
    }

    pub fn set_persona(&self, text: &str) {
        *self.persona.lock().expect("a lock") = Some(text.to_owned());
    }

    fn persona_text(&self) -> String {
        self.persona.lock().expect("a lock").clone().unwrap_or_else(|| PERSONA.to_owned())
    }

    async fn call(&self, call: Call) -> Result<(), DeskError> {
        self.calls.lock().expect("a lock").push(call);
        let mood = *self.mood.lock().expect("a lock");
        match mood {
            Mood::Well | Mood::Contested => Ok(()),
            Mood::Empty => Err(DeskError::NoAgent),
            Mood::Broken => Err(DeskError::Store(StoreError::Corrupt("page 3 of the secret ledger".into()))),
            Mood::Slow => {
                tokio::time::sleep(Duration::from_secs(4)).await;
                Ok(())
            }
        }
    }
}

/// The only document there is.
fn book() -> Document {
    Document {
        id: DocumentId::at(moment()),
        number: 3,
        name: "book.pdf".into(),
        kind: Kind::Pdf,
        digest: "d".into(),
        pages: 12,
        by: Actor::System,
        origin: None,
        created_at: moment(),
    }
}

fn reminder(number: i64, person: PersonId) -> Reminder {
    let (text, source, zone) = (format!("thing {number}"), Source::default(), chrono_tz::Europe::Berlin);
    Reminder { number, person, text, source, due: moment(), repeat: None, zone, paused: None }
}

fn moment() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_323_045, 0).expect("a moment")
}

/// An edit of the persona as it is shown.
pub fn persona_card(before: &str, after: &str, version: i64, actor: Actor) -> EditCard {
    let edit = Edit {
        id: EditId::at(moment()),
        target: EditTarget::Block(Label::Persona),
        kind: EditKind::Rewrite,
        actor,
        before: before.into(),
        after: after.into(),
        reason: None,
        cause: None,
        turn: None,
        expected_version: version,
        undoes: None,
        related: None,
        at: moment(),
    };
    EditCard { title: "persona".into(), edit, used: after.chars().count(), limit: 20_000 }
}

#[async_trait]
impl MemoryDesk for PlayedDesk {
    async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError> {
        self.call(Call::Overview(key.clone())).await?;
        let value = self.persona_text();
        let persona =
            Block { label: Label::Persona, name: None, value, limit: 20_000, version: 1, updated_at: moment() };
        Ok(Overview {
            core: CoreMemory { blocks: vec![persona] },
            messages: 12,
            passages: 3,
            documents: 0,
            since: moment(),
        })
    }

    async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError> {
        self.call(Call::Search(key.clone(), text.into(), page)).await?;
        let hit =
            Hit { who: "Mara".into(), text: format!("about {text}"), at: moment(), jump_link: None, tags: Vec::new() };
        Ok(Hits { items: vec![hit], page, pages: 2, total: 9, inexact: false })
    }

    async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError> {
        self.call(Call::Reset(key.clone(), what, actor)).await?;
        Ok(ResetReceipt { blocks: 0, passages: 3, documents: 0, messages: 12, edits: 0 })
    }

    async fn documents(&self, key: &AgentKey, page: u64) -> Result<Documents, DeskError> {
        self.call(Call::Documents(key.clone(), page)).await?;
        Ok(Documents { items: vec![book()], page, pages: 2, total: 21 })
    }

    async fn document(&self, key: &AgentKey, number: i64) -> Result<Document, DeskError> {
        self.call(Call::Document(key.clone(), number)).await?;
        Some(book()).filter(|book| book.number == number).ok_or(DeskError::NoDocument(number))
    }

    async fn remove_document(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<Document, DeskError> {
        self.call(Call::Remove(key.clone(), number, actor)).await?;
        Ok(book())
    }

    async fn rewrite_persona(
        &self,
        key: &AgentKey,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        self.call(Call::Rewrite(key.clone(), version, text.into(), actor)).await?;
        if *self.mood.lock().expect("a lock") == Mood::Contested {
            return Err(DeskError::Changed);
        }
        if text == PERSONA {
            return Err(DeskError::Block(BlockError::Unchanged(Label::Persona)));
        }
        let card = persona_card(&self.persona_text(), text, version, actor);
        self.set_persona(text);
        Ok(card)
    }

    async fn reminders(&self, key: &AgentKey) -> Result<Vec<Reminder>, DeskError> {
        self.call(Call::Reminders(key.clone())).await?;
        Ok((1..=40).map(|number| reminder(number, PersonId(number.unsigned_abs() % 2))).collect())
    }

    async fn add_reminder(&self, key: &AgentKey, wish: &Wish) -> Result<Reminder, DeskError> {
        self.call(Call::Remind(key.clone(), wish.clone())).await?;
        let error = DueError::Past;
        if wish.when == "yesterday" {
            return Err(ReminderError::When { error, now: moment(), zone: Zone(chrono_tz::Europe::Berlin) }.into());
        }
        Ok(reminder(7, wish.person))
    }

    async fn cancel_reminder(
        &self,
        key: &AgentKey,
        number: i64,
        by: PersonId,
        of_anybody: bool,
    ) -> Result<Reminder, DeskError> {
        self.call(Call::Cancel(key.clone(), number, by, of_anybody)).await?;
        if of_anybody { Ok(reminder(number, by)) } else { Err(ReminderError::NotYours.into()) }
    }

    async fn branch(&self, from: &AgentKey, to: &AgentKey, by: Actor) -> Result<bool, DeskError> {
        self.call(Call::Branch(from.clone(), to.clone(), by)).await?;
        Ok(true)
    }

    async fn undo(&self, key: &AgentKey, edit: EditId, actor: Actor) -> Result<EditCard, DeskError> {
        self.call(Call::Undo(key.clone(), edit, actor)).await?;
        if *self.mood.lock().expect("a lock") == Mood::Contested {
            return Err(DeskError::NotUndone(NotUndone::Already));
        }
        Ok(persona_card("as it is", "as it was", 2, actor))
    }

    async fn persona(&self, key: &AgentKey) -> Result<(String, i64, usize), DeskError> {
        self.call(Call::Persona(key.clone())).await?;
        Ok((self.persona_text(), 5, 20_000))
    }
}
