//! A desk that plays memory.

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use keepsake::agent::context::Measure;
use keepsake::agent::desk::transfer::{Archive, Exported, Import};
use keepsake::agent::desk::{
    Changes, DeskError, Documents, Editable, Filled, Hit, HitOf, Hits, Overview, ReminderError, Whence, Why, Wish,
};
use keepsake::agent::rights::{Forgotten, GuildUsage, Held, HeldAt, Standing, Usage};
use keepsake::agent::{Retry, Stop};
use keepsake::discord::MemoryDesk;
use keepsake::documents::Kind;
use keepsake::memory::block::{BlockError, Label};
use keepsake::memory::due::DueError;
use keepsake::memory::history::NotUndone;
use keepsake::memory::{
    Actor, AgentKey, Block, CoreMemory, Document, DocumentId, Edit, EditCard, EditId, EditKind, EditTarget, OutboxId,
    Passage, PassageId, PersonId, Reminder, Source, Spot,
};
use keepsake::settings::Zone;
use keepsake::store::{ForgetReceipt, HeldOfPerson, ResetReceipt, ResetWhat, Spent, StoreError};

/// Whose block there is.
pub const MARA: u64 = 7;
pub const PERSONA: &str = "I am Keepsake.";

/// What was asked of the desk.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    Overview(AgentKey),
    Search(AgentKey, String, u64),
    Reset(AgentKey, ResetWhat, Actor),
    Rewrite(AgentKey, EditTarget, i64, String, Actor),
    Block(AgentKey, Label),
    Editable(AgentKey, EditTarget),
    Changes(AgentKey, Option<EditTarget>, u64),
    Change(AgentKey, EditId),
    Undo(AgentKey, Option<EditId>, Actor),
    UndoTheirs(AgentKey, PersonId),
    Restore(AgentKey, EditId, Actor),
    Add(AgentKey, String, Vec<String>, Option<Source>, Actor),
    Offered(AgentKey, String),
    RemovePassage(AgentKey, i64, Actor),
    Why(AgentKey, u64),
    Prompt(AgentKey),
    Export(AgentKey, usize),
    Plan(AgentKey, usize),
    Import(AgentKey, usize, Actor),
    Documents(AgentKey, u64),
    Document(AgentKey, i64),
    Remove(AgentKey, i64, Actor),
    Held(PersonId),
    ExportPerson(PersonId),
    Forget(PersonId),
    OptOut(PersonId, bool),
    Usage(PersonId, Option<u64>, bool),
    Stop(AgentKey, Option<OutboxId>, PersonId, bool),
    Retry(AgentKey, Option<String>, PersonId, bool),
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
    /// Messages in memory, and who said them.
    said: Mutex<Vec<(u64, u64)>>,
    /// Those of whom nothing is taken in.
    pub closed: Mutex<Vec<PersonId>>,
    /// How everybody stands.
    pub standing: Mutex<Standing>,
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

    /// That message is in memory, said by that person.
    pub fn remember(&self, message: u64, by: u64) {
        self.said.lock().expect("a lock").push((message, by));
    }

    fn is(&self, mood: Mood) -> bool {
        *self.mood.lock().expect("a lock") == mood
    }

    fn block_of(&self, label: Label) -> Block {
        let (name, value) = match label {
            Label::Persona => (None, self.persona_text()),
            Label::Human(_) => (Some("Mara".to_owned()), "Has a cat.".to_owned()),
        };
        Block { label, name, value, limit: 20_000, version: 5, updated_at: moment() }
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

/// A change of a passage.
fn passage_card(before: &str, after: &str) -> EditCard {
    let mut card = persona_card(before, after, 1, Actor::Model);
    card.edit.target = EditTarget::Passage(PassageId::at(moment()));
    card.title = "archive".into();
    card
}

#[async_trait]
impl MemoryDesk for PlayedDesk {
    async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError> {
        self.call(Call::Overview(key.clone())).await?;
        let blocks = [Label::Persona, Label::Human(PersonId(MARA))].map(|label| self.block_of(label)).to_vec();
        Ok(Overview { core: CoreMemory { blocks }, messages: 12, passages: 3, documents: 0, since: moment() })
    }

    async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError> {
        self.call(Call::Search(key.clone(), text.into(), page)).await?;
        let hit = |whence: Whence, of: HitOf| Hit {
            whence,
            text: format!("about {text}"),
            at: moment(),
            jump_link: None,
            tags: vec!["pets".into()],
            of,
            score: 0.5,
        };
        let source = Some(Source { guild: None, channel: 5, message: 6 });
        let spot = Spot { name: "book.pdf".into(), number: 1, page: 2, headings: String::new() };
        let items = vec![
            hit(Whence::Person("Mara".into()), HitOf::Message { by: Some(PersonId(MARA)), source }),
            hit(Whence::Archive, HitOf::Passage(12)),
            hit(Whence::Document(spot), HitOf::Chunk),
        ];
        Ok(Hits { items, page, pages: 2, total: 9, inexact: false, words_only: false })
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

    async fn block(&self, key: &AgentKey, label: Label) -> Result<Block, DeskError> {
        self.call(Call::Block(key.clone(), label)).await?;
        Ok(self.block_of(label))
    }

    async fn editable(&self, key: &AgentKey, target: &EditTarget) -> Result<Editable, DeskError> {
        self.call(Call::Editable(key.clone(), target.clone())).await?;
        match target {
            EditTarget::Block(label) => Ok((&self.block_of(*label)).into()),
            EditTarget::Passage(_) => {
                Ok(Editable { title: "archive".into(), text: "A passage.".into(), version: 1, limit: 8_000 })
            }
            EditTarget::Facts(_) => Err(DeskError::NoEdit),
        }
    }

    async fn rewrite(
        &self,
        key: &AgentKey,
        target: &EditTarget,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        self.call(Call::Rewrite(key.clone(), target.clone(), version, text.into(), actor)).await?;
        if self.is(Mood::Contested) {
            return Err(DeskError::Changed);
        }
        if text == PERSONA {
            return Err(DeskError::Block(BlockError::Unchanged(Label::Persona)));
        }
        let mut card = persona_card(&self.persona_text(), text, version, actor);
        card.edit.target = target.clone();
        if *target == EditTarget::Block(Label::Persona) {
            self.set_persona(text);
        }
        Ok(card)
    }

    async fn reminders(&self, key: &AgentKey) -> Result<Vec<Reminder>, DeskError> {
        self.call(Call::Reminders(key.clone())).await?;
        Ok((1..=40).map(|number| reminder(number, PersonId(number.unsigned_abs() % 2))).collect())
    }

    async fn settle(&self, _key: &AgentKey, _guild: u64) -> Result<(), DeskError> {
        Ok(())
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

    async fn owns(&self, _: &AgentKey, target: &EditTarget, person: PersonId) -> Result<bool, DeskError> {
        Ok(*target == EditTarget::Block(Label::Human(person)))
    }

    async fn changes(&self, key: &AgentKey, of: Option<&EditTarget>, page: u64) -> Result<Changes, DeskError> {
        self.call(Call::Changes(key.clone(), of.cloned(), page)).await?;
        let items = vec![persona_card("I was Kept.", PERSONA, 1, Actor::Model)];
        Ok(Changes { items, first: (page - 1) * 10 + 1, page, pages: 3, total: 21 })
    }

    async fn change(&self, key: &AgentKey, id: EditId) -> Result<EditCard, DeskError> {
        self.call(Call::Change(key.clone(), id)).await?;
        Ok(persona_card("I was Kept.", PERSONA, 1, Actor::Model))
    }

    async fn is_theirs(&self, _: &AgentKey, _: EditId, _: PersonId) -> Result<bool, DeskError> {
        Ok(false)
    }

    async fn undo(&self, key: &AgentKey, edit: Option<EditId>, actor: Actor) -> Result<EditCard, DeskError> {
        self.call(Call::Undo(key.clone(), edit, actor)).await?;
        if self.is(Mood::Contested) {
            return Err(DeskError::NotUndone(NotUndone::Conflict(vec!["as it is".into()])));
        }
        Ok(persona_card("as it is", "as it was", 2, actor))
    }

    async fn held(&self, person: PersonId) -> Result<Held, DeskError> {
        self.call(Call::Held(person)).await?;
        let held = HeldOfPerson { messages: 12, ..HeldOfPerson::default() };
        let places = vec![HeldAt { key: AgentKey::Dm(person), held, retention_days: Some(30) }];
        Ok(Held { places, ..Held::default() })
    }

    async fn export_person(&self, person: PersonId) -> Result<Vec<String>, DeskError> {
        self.call(Call::ExportPerson(person)).await?;
        Ok(vec![format!("{{\"person\": \"{person}\"}}"), "{}".to_owned()])
    }

    async fn forget_person(&self, person: PersonId) -> Result<Forgotten, DeskError> {
        self.call(Call::Forget(person)).await?;
        let receipt = ForgetReceipt { messages: 12, ..ForgetReceipt::default() };
        Ok(Forgotten { receipt, verified: true })
    }

    async fn opt_out(&self, person: PersonId, out: bool) -> Result<bool, DeskError> {
        self.call(Call::OptOut(person, out)).await?;
        Ok(true)
    }

    async fn usage(&self, person: PersonId, guild: Option<u64>, _: u64, whole: bool) -> Result<Usage, DeskError> {
        self.call(Call::Usage(person, guild, whole)).await?;
        let today = Spent { messages: 3, tokens: 900 };
        let guild = guild.filter(|_| whole).map(|_| GuildUsage { top: vec![(person, today)], ..GuildUsage::default() });
        Ok(Usage { today, guild, ..Usage::default() })
    }

    async fn is_closed(&self, person: PersonId) -> Result<bool, DeskError> {
        Ok(self.closed.lock().expect("a lock").contains(&person))
    }

    async fn standing(&self, _: PersonId, _: Option<u64>, _: u64) -> Result<Standing, DeskError> {
        Ok(*self.standing.lock().expect("a lock"))
    }

    async fn retry(
        &self,
        key: &AgentKey,
        trace: Option<&str>,
        by: PersonId,
        manages: bool,
    ) -> Result<Retry, DeskError> {
        let call = Call::Retry(key.clone(), trace.map(str::to_owned), by, manages);
        self.calls.lock().expect("a lock").push(call);
        Ok(match *self.mood.lock().expect("a lock") {
            Mood::Empty => Retry::Nothing,
            Mood::Contested => Retry::NotYours,
            _ => Retry::Again,
        })
    }

    async fn stop(
        &self,
        key: &AgentKey,
        reply: Option<OutboxId>,
        by: PersonId,
        manages: bool,
    ) -> Result<Stop, DeskError> {
        self.calls.lock().expect("a lock").push(Call::Stop(key.clone(), reply, by, manages));
        Ok(match *self.mood.lock().expect("a lock") {
            Mood::Empty => Stop::Nothing,
            Mood::Contested => Stop::NotYours,
            _ => Stop::Stopped,
        })
    }

    async fn undo_theirs(&self, key: &AgentKey, person: PersonId) -> Result<EditCard, DeskError> {
        self.call(Call::UndoTheirs(key.clone(), person)).await?;
        Err(DeskError::Nothing("undo"))
    }

    async fn restore(&self, key: &AgentKey, edit: EditId, actor: Actor) -> Result<EditCard, DeskError> {
        self.call(Call::Restore(key.clone(), edit, actor)).await?;
        Ok(persona_card("as it is", "as it was", 2, actor))
    }

    async fn add_passage(
        &self,
        key: &AgentKey,
        text: &str,
        tags: Vec<String>,
        from: Option<Source>,
        _: Option<PersonId>,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        self.call(Call::Add(key.clone(), text.into(), tags, from, actor)).await?;
        Ok(passage_card("", text))
    }

    async fn passages_like(&self, key: &AgentKey, typed: &str) -> Result<Vec<Passage>, DeskError> {
        self.call(Call::Offered(key.clone(), typed.into())).await?;
        let passage = |number: i64| Passage {
            number,
            ..Passage::new(format!("{}{number}", "é".repeat(200)), Vec::new(), Actor::Model, moment())
        };
        Ok((1..=25).map(passage).collect())
    }

    async fn passage_number(&self, _: &AgentKey, number: i64) -> Result<PassageId, DeskError> {
        Some(PassageId::at(moment())).filter(|_| number < 100).ok_or(DeskError::NoPassage(number))
    }

    async fn remove_passage(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<EditCard, DeskError> {
        self.call(Call::RemovePassage(key.clone(), number, actor)).await?;
        Ok(passage_card("about cats", ""))
    }

    async fn who_said(&self, _: &AgentKey, _: u64, message: u64) -> Result<Option<PersonId>, DeskError> {
        Ok(self.said.lock().expect("a lock").iter().find(|(known, _)| *known == message).map(|(_, by)| PersonId(*by)))
    }

    async fn why(&self, key: &AgentKey, message: u64) -> Result<Why, DeskError> {
        self.call(Call::Why(key.clone(), message)).await?;
        Err(DeskError::NoTurn)
    }

    async fn prompt(&self, key: &AgentKey) -> Result<Filled, DeskError> {
        self.call(Call::Prompt(key.clone())).await?;
        let parts = Measure { instructions: 900, persona: 300, people: 150, summary: 400, queue: 3_000, newest: 250 };
        Ok(Filled { window: 16_384, answer: 1_024, tools: 1_500, parts, budget: 13_000, warning: 9_750 })
    }

    async fn export(&self, key: &AgentKey, most: usize) -> Result<Exported, DeskError> {
        self.call(Call::Export(key.clone(), most)).await?;
        let folder = tempfile::tempdir()?;
        let files = ["memory-1.json", "memory-2.json"].map(|name| folder.path().join(name));
        for file in &files {
            std::fs::write(file, "{}")?;
        }
        Ok(Exported { folder, files: files.to_vec() })
    }

    async fn import_plan(&self, key: &AgentKey, archive: &Archive) -> Result<Import, DeskError> {
        self.call(Call::Plan(key.clone(), archive.messages.len())).await?;
        Ok(Import { blocks: 1, messages: archive.messages.len() as u64, ..Import::default() })
    }

    async fn import(&self, key: &AgentKey, archive: &Archive, actor: Actor) -> Result<Import, DeskError> {
        self.call(Call::Import(key.clone(), archive.messages.len(), actor)).await?;
        Ok(Import { blocks: 1, messages: archive.messages.len() as u64, ..Import::default() })
    }
}
