//! People's rights and what they cost: who was told, who opted out, who is to be forgotten, what a day has cost, and what is
//! forgotten by age or because its place is gone. Owns the traits.

use async_trait::async_trait;

use super::{NewOutbox, StoreError};
use crate::clock::Moment;
use crate::memory::{Agent, Body, Edit, Passage, PersonId, Reminder, Scope, Source};
use crate::settings::Site;

/// Something that is said to each of some people once, or once in a while. Whether it was said is written down in the same
/// transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Once {
    pub what: OnceWhat,
    pub people: Vec<PersonId>,
    /// Said if it is due to any of them.
    pub say: NewOutbox,
    /// Said if it is due to none.
    pub otherwise: Option<NewOutbox>,
}

/// What is said only once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnceWhat {
    /// That what they say is stored: once and never again.
    Notice,
    /// That a limit is reached: again when it was last said before that moment.
    Limit { last_before: Moment },
}

/// What a person caused, on one day in one guild or in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    pub messages: u64,
    pub tokens: u64,
}

/// Tokens that a person caused somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge {
    pub person: PersonId,
    pub guild: Option<u64>,
    pub tokens: u64,
}

/// What one agent holds of one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldOfPerson {
    pub messages: u64,
    /// Characters of the block about them.
    pub block: u64,
    /// Edits that they made and that their messages caused, passages that they stored and that came of their messages.
    pub edits: u64,
    pub passages: u64,
    pub documents: u64,
    pub reminders: u64,
    /// Where they spoke last.
    pub at: Option<Source>,
}

impl HeldOfPerson {
    /// Whether it is nothing.
    pub fn is_nothing(&self) -> bool {
        Self { at: None, ..*self } == Self::default()
    }
}

/// A message of a person, as it is handed out to them.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnMessage {
    pub body: Body,
    pub source: Option<Source>,
    pub at: Moment,
}

/// All that one agent holds of one person and that is theirs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnData {
    pub messages: Vec<OwnMessage>,
    /// The block about them, as it is now.
    pub block: Option<String>,
    /// Its history, oldest first.
    pub block_edits: Vec<Edit>,
    /// Other edits that they made or that their messages caused, oldest first.
    pub edits: Vec<Edit>,
    pub passages: Vec<Passage>,
    /// Names of the documents that came with their messages.
    pub documents: Vec<String>,
    /// What they asked to be reminded of.
    pub reminders: Vec<Reminder>,
}

/// What was forgotten of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ForgetReceipt {
    /// Agents that were theirs alone.
    pub agents: u64,
    pub messages: u64,
    /// What agents had answered to them or said of them.
    pub answers: u64,
    /// Quotes of them in what others said.
    pub quotes: u64,
    pub blocks: u64,
    pub edits: u64,
    pub passages: u64,
    pub documents: u64,
    pub summaries: u64,
    pub reminders: u64,
    /// Messages that waited for an answer, and answers that waited to be sent.
    pub waiting: u64,
    /// Days of usage, and lines of settings' history that named them.
    pub records: u64,
}

impl ForgetReceipt {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            agents: self.agents + other.agents,
            messages: self.messages + other.messages,
            answers: self.answers + other.answers,
            quotes: self.quotes + other.quotes,
            blocks: self.blocks + other.blocks,
            edits: self.edits + other.edits,
            passages: self.passages + other.passages,
            documents: self.documents + other.documents,
            summaries: self.summaries + other.summaries,
            reminders: self.reminders + other.reminders,
            waiting: self.waiting + other.waiting,
            records: self.records + other.records,
        }
    }
}

/// People, wherever they speak.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// Those of whom nothing is taken in: they opted out, or are being forgotten.
    async fn closed_people(&self) -> Result<Vec<PersonId>, StoreError>;
    /// Whether that person opted out.
    async fn opted_out(&self, person: PersonId) -> Result<bool, StoreError>;
    /// That one is a program: nobody is there to be told that what it says is stored.
    async fn note_program(&self, program: PersonId, now: Moment) -> Result<(), StoreError>;
    /// Opts out, or in again. Answers whether that is a change.
    async fn set_opted_out(&self, person: PersonId, out: bool, now: Moment) -> Result<bool, StoreError>;
    /// Agents that hold anything of that person.
    async fn agents_of_person(&self, person: PersonId) -> Result<Vec<Agent>, StoreError>;
    /// What that agent holds of the person.
    async fn held_of(&self, scope: &Scope, person: PersonId) -> Result<HeldOfPerson, StoreError>;
    /// What that agent holds of the person and is theirs.
    async fn own_data(&self, scope: &Scope, person: PersonId) -> Result<OwnData, StoreError>;
    /// Writes down that the person wants to be forgotten. From here on nothing of them is taken in until that is done.
    async fn ask_to_forget(&self, person: PersonId, now: Moment) -> Result<(), StoreError>;
    /// Those who asked and are not forgotten yet.
    async fn to_forget(&self) -> Result<Vec<PersonId>, StoreError>;
    /// Forgets the person in that agent, which goes as a whole where it is theirs alone. No turn of it may run.
    async fn forget_person_in(&self, agent: &Agent, person: PersonId, now: Moment)
    -> Result<ForgetReceipt, StoreError>;
    /// Forgets what no agent holds. Whether the person opted out is kept; that they asked is, too.
    async fn forget_person_elsewhere(&self, person: PersonId) -> Result<ForgetReceipt, StoreError>;
    /// The person is forgotten.
    async fn forgotten(&self, person: PersonId) -> Result<(), StoreError>;
}

/// What people cost. Days are counted from 1970, in UTC.
#[async_trait]
pub trait UsageStore: Send + Sync {
    /// What a person caused since that day: in that guild, or everywhere.
    async fn spent(&self, person: PersonId, guild: Option<u64>, since_day: i64) -> Result<Spent, StoreError>;
    /// What all people of a guild caused since that day.
    async fn spent_in_guild(&self, guild: u64, since_day: i64) -> Result<Spent, StoreError>;
    /// Those who caused most tokens in a guild since that day.
    async fn top_of_guild(&self, guild: u64, since_day: i64, limit: u64) -> Result<Vec<(PersonId, Spent)>, StoreError>;
}

/// An agent, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    pub agent: Agent,
    pub guild: Option<u64>,
    /// Where it was last spoken to.
    pub channel: Option<u64>,
}

/// What was forgotten because of its age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aged {
    pub messages: u64,
    /// Whether a summary went that had come with the agent, from the one that it branched off.
    pub copied: bool,
    /// Whether there may be more of it.
    pub more: bool,
}

/// What goes by itself: by age, or because its place is gone.
#[async_trait]
pub trait HouseStore: Send + Sync {
    /// Agents in the order of their ids, behind that one.
    async fn homes(&self, after: Option<Scope>, limit: u64) -> Result<Vec<Home>, StoreError>;
    /// Forgets messages that are older, at most so many, oldest first and whole turns at a time; with them their facts,
    /// quotes of them, what searches showed of them, and summaries that hold them. Blocks and passages stay. No turn of the
    /// agent may run.
    async fn forget_before(&self, scope: &Scope, before: Moment, limit: u64) -> Result<Aged, StoreError>;
    /// That place is gone, if it was not known before. Answers whether that is new.
    async fn note_departure(&self, site: Site, now: Moment) -> Result<bool, StoreError>;
    /// It is there (again). Answers whether it had been gone.
    async fn note_return(&self, site: Site) -> Result<bool, StoreError>;
    /// Places that are gone since before that moment.
    async fn departed(&self, before: Moment) -> Result<Vec<Site>, StoreError>;
    /// Guilds of which anything is kept: agents, settings, who set them, usage.
    async fn guilds(&self) -> Result<Vec<u64>, StoreError>;
    /// Channels and threads of that guild of which anything is kept: agents, settings, who set them.
    async fn channels_of_guild(&self, guild: u64) -> Result<Vec<u64>, StoreError>;
    /// Takes a whole agent away. No turn of it may run. Answers how many messages it had.
    async fn remove_agent(&self, agent: &Agent, now: Moment) -> Result<u64, StoreError>;
    /// Takes away what is kept of a place beside its agents, and that it is gone.
    async fn remove_site(&self, site: Site) -> Result<(), StoreError>;
}
