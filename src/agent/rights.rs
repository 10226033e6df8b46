//! What people may have done with what is kept of them: seen, handed out, forgotten, and no more taken in. Owns the order in
//! which a person is forgotten, and that it is checked afterwards.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tracing::Instrument;

use super::desk::{Desk, DeskError};
use super::limits::lower;
use super::{Agents, Inner};
use crate::clock::{Moment, day_of};
use crate::index::IndexFilter;
use crate::index::sync::Health;
use crate::memory::{Agent, AgentKey, Limit, PersonId, Source};
use crate::settings::{Budgets, Rules};
use crate::store::{ForgetReceipt, HeldOfPerson, Spent, StoreError};

/// How long it is believed who is closed, since another program on the same ledger may change it.
const BELIEVED: Duration = Duration::from_secs(15);
/// How often it is looked again for agents that hold something.
const ROUNDS: usize = 3;
/// Days of the longer usage.
const MONTH: i64 = 30;
/// People in a guild's list.
const TOP: u64 = 10;

/// Where what people say is kept, and who else sees it. For people to read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keeping {
    /// The kind of database.
    pub database: String,
    /// The kind of index.
    pub index: String,
    /// The host whose model answers.
    pub model: String,
    /// The host that makes vectors, if that is not done in the program.
    pub embedder: Option<String>,
}

/// What one place holds of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldAt {
    pub key: AgentKey,
    pub held: HeldOfPerson,
    /// None: for good.
    pub retention_days: Option<u32>,
}

/// All that is kept of a person, by numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    pub places: Vec<HeldAt>,
    pub keeping: Keeping,
    pub opted_out: bool,
    /// Of the last 30 days.
    pub spent: Spent,
}

/// What forgetting came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forgotten {
    pub receipt: ForgetReceipt,
    /// Points of theirs that the index no longer holds were counted, and nothing is left anywhere.
    pub verified: bool,
}

/// What a person, and where they may see it the guild, has cost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Usage {
    /// As far as the limits count it.
    pub today: Spent,
    pub month: Spent,
    /// Limits of one person a day, as they hold there.
    pub budgets: Budgets,
    pub guild: Option<GuildUsage>,
}

/// Whether anything that a person says there is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Nothing of them is taken in: they opted out, or are being forgotten.
    pub opted_out: bool,
    /// The limit that stands against their next message.
    pub used_up: Option<UsedUp>,
    /// How well memory can be searched.
    pub search: Health,
}

/// A limit that is used up until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsedUp {
    pub limit: Limit,
    pub until: Moment,
}

/// What a guild has cost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GuildUsage {
    pub today: Spent,
    pub month: Spent,
    /// Of the last 30 days, who caused most tokens first.
    pub top: Vec<(PersonId, Spent)>,
}

/// Those of whom nothing is taken in, as they were last read.
#[derive(Default)]
pub(super) struct Closed(Mutex<Option<(Instant, Arc<HashSet<u64>>)>>);

impl Closed {
    fn known(&self) -> Option<Arc<HashSet<u64>>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_ref().filter(|(at, _)| at.elapsed() < BELIEVED).map(|(_, people)| people.clone())
    }

    fn set(&self, people: Option<Arc<HashSet<u64>>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = people.map(|people| (Instant::now(), people));
    }
}

impl Agents {
    /// Those of whom nothing is taken in: they opted out, or are being forgotten.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn closed_people(&self) -> Result<Arc<HashSet<u64>>, StoreError> {
        if let Some(known) = self.0.closed.known() {
            return Ok(known);
        }
        let people = self.0.parts.ledger.closed_people().await?;
        let people: Arc<HashSet<u64>> = Arc::new(people.into_iter().map(|person| person.0).collect());
        self.0.closed.set(Some(people.clone()));
        Ok(people)
    }

    /// That one of those who speak is a program and no person: it is not told that what it says is stored.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be written.
    pub async fn note_program(&self, program: PersonId) -> Result<(), StoreError> {
        self.0.parts.ledger.note_program(program, self.0.parts.clock.now()).await
    }

    /// Takes up what was asked before the program ended.
    pub(super) async fn resume_forgetting(&self) -> Result<(), StoreError> {
        for person in self.0.parts.ledger.to_forget().await? {
            let agents = self.clone();
            let forget = async move {
                if let Err(error) = agents.forget(person).await {
                    tracing::error!(%error, "a person who asked for it is not forgotten yet; the next start tries again");
                }
            };
            self.0.tasks.spawn(forget.instrument(tracing::info_span!("forgetting")));
        }
        Ok(())
    }

    /// Forgets a person who asked for it.
    async fn forget(&self, person: PersonId) -> Result<Forgotten, StoreError> {
        let (inner, ledger) = (&self.0, &self.0.parts.ledger);
        let mut receipt = ForgetReceipt::default();
        let mut touched: Vec<Agent> = Vec::new();
        for _ in 0..ROUNDS {
            let agents = ledger.agents_of_person(person).await?;
            if agents.is_empty() {
                break;
            }
            for agent in agents {
                receipt = receipt.and(inner.forget_in(&agent, person).await?);
                touched.push(agent);
            }
        }
        receipt = receipt.and(ledger.forget_person_elsewhere(person).await?);
        let verified = inner.nothing_left(&touched, person).await?;
        ledger.forgotten(person).await?;
        inner.closed.set(None);
        tracing::info!(?receipt, verified, "a person was forgotten");
        Ok(Forgotten { receipt, verified })
    }
}

impl Inner {
    /// Takes the person out of one agent while no turn of it runs. A summary that held them is made again.
    async fn forget_in(&self, agent: &Agent, person: PersonId) -> Result<ForgetReceipt, StoreError> {
        let still = self.mailboxes.still(&agent.key).await;
        let receipt = self.parts.ledger.forget_person_in(agent, person, self.parts.clock.now()).await?;
        if receipt.agents == 0 {
            self.summarize_again(&agent.scope()).await?;
        }
        drop(still);
        Ok(receipt)
    }

    /// Whether neither the ledger nor the index holds anything of the person any more.
    async fn nothing_left(&self, touched: &[Agent], person: PersonId) -> Result<bool, StoreError> {
        let left = self.parts.ledger.agents_of_person(person).await?;
        if let Some(agent) = left.first() {
            tracing::error!(agent = %agent.key, "something of a person who was forgotten is left");
            return Ok(false);
        }
        if let Err(error) = self.parts.sync.catch_up().await {
            tracing::warn!(%error, "the index still holds who was forgotten, out of reach; it is taken out when it answers");
            return Ok(false);
        }
        let by_them = IndexFilter { author: Some(person.to_string()), ..IndexFilter::default() };
        for agent in touched {
            let filter = if agent.key.is_private() { IndexFilter::default() } else { by_them.clone() };
            match self.parts.sync.count(&agent.scope(), &filter).await {
                Ok(0) => {}
                Ok(points) => {
                    tracing::error!(points, "the index holds points of a person who was forgotten");
                    return Ok(false);
                }
                Err(error) => {
                    tracing::warn!(%error, "the index cannot be counted");
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The rules in an agent's place.
    pub(super) async fn rules_of(
        &self,
        key: &AgentKey,
        guild: Option<u64>,
        channel: Option<u64>,
    ) -> Result<Rules, StoreError> {
        let (guild, channel) = match key {
            AgentKey::Channel(id) | AgentKey::Thread(id) => (guild, *id),
            AgentKey::Member { guild, .. } => (Some(*guild), 0),
            AgentKey::Dm(_) => (None, channel.unwrap_or(0)),
            AgentKey::Terminal(_) => (None, 0),
        };
        self.parts.settings.rules(guild, channel).await
    }

    pub(super) async fn held_at(&self, agent: &Agent, person: PersonId) -> Result<HeldAt, StoreError> {
        let held = self.parts.ledger.held_of(&agent.scope(), person).await?;
        let (guild, channel) = (held.at.and_then(|at| at.guild), held.at.map(|at| at.channel));
        let rules = self.rules_of(&agent.key, guild, channel).await?;
        Ok(HeldAt { key: agent.key.clone(), held, retention_days: rules.retention_days })
    }
}

impl Desk {
    /// What is kept of that person, everywhere.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn held(&self, person: PersonId) -> Result<Held, DeskError> {
        let inner = self.inner();
        let ledger = &inner.parts.ledger;
        let mut places = Vec::new();
        for agent in ledger.agents_of_person(person).await? {
            let place = inner.held_at(&agent, person).await?;
            if !place.held.is_nothing() {
                places.push(place);
            }
        }
        let since = day_of(inner.parts.clock.now()) - MONTH + 1;
        Ok(Held {
            places,
            keeping: inner.parts.keeping.clone(),
            opted_out: ledger.opted_out(person).await?,
            spent: ledger.spent(person, None, since).await?,
        })
    }

    /// Forgets the person everywhere. When the program ends half way, the next start goes on.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn forget_person(&self, person: PersonId) -> Result<Forgotten, DeskError> {
        let inner = self.inner();
        inner.parts.ledger.ask_to_forget(person, inner.parts.clock.now()).await?;
        inner.closed.set(None);
        Ok(self.agents().forget(person).await?)
    }

    /// From now on nothing of that person is taken in, or it is again. Answers whether that is a change.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn opt_out(&self, person: PersonId, out: bool) -> Result<bool, DeskError> {
        let inner = self.inner();
        let changed = inner.parts.ledger.set_opted_out(person, out, inner.parts.clock.now()).await?;
        inner.closed.set(None);
        tracing::info!(out, changed, "a person opted out or in");
        Ok(changed)
    }

    /// Whether nothing of that person is taken in: they opted out, or are being forgotten.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn is_closed(&self, person: PersonId) -> Result<bool, DeskError> {
        Ok(self.agents().closed_people().await?.contains(&person.0))
    }

    /// Whether the person's next message there is answered, as far as it is for them to say or for limits.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn standing(&self, person: PersonId, guild: Option<u64>, channel: u64) -> Result<Standing, DeskError> {
        let inner = self.inner();
        let opted_out = self.is_closed(person).await?;
        let reached = inner.reached(&Source { guild, channel, message: 0 }, &[person], 1).await?;
        let used_up = reached.map(|reached| UsedUp { limit: reached.limit, until: inner.tomorrow() });
        Ok(Standing { opted_out, used_up, search: inner.parts.search.health().await? })
    }

    /// What the person has cost there; with `whole`, also what the guild has.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn usage(
        &self,
        person: PersonId,
        guild: Option<u64>,
        channel: u64,
        whole: bool,
    ) -> Result<Usage, DeskError> {
        let inner = self.inner();
        let (ledger, usual) = (&inner.parts.ledger, &inner.parts.config.rights);
        let today = day_of(inner.parts.clock.now());
        let month = today - MONTH + 1;
        let mut budgets = inner.parts.settings.rules(guild, channel).await?.budgets;
        // A limit that was set for the guild counts what was said there, the operator's what was said anywhere.
        let is_lower = |one: Option<u64>, other: Option<u64>| one.is_some() && lower(one, other) == one;
        let set_here = is_lower(budgets.person_messages, usual.person_messages)
            || is_lower(budgets.person_tokens, usual.person_tokens);
        let counted_in = if set_here { guild.or(Some(0)) } else { None };
        budgets.person_messages = lower(budgets.person_messages, usual.person_messages);
        budgets.person_tokens = lower(budgets.person_tokens, usual.person_tokens);
        budgets.guild_tokens = lower(budgets.guild_tokens, usual.guild_tokens);
        let guild = match guild.filter(|_| whole) {
            Some(guild) => Some(GuildUsage {
                today: ledger.spent_in_guild(guild, today).await?,
                month: ledger.spent_in_guild(guild, month).await?,
                top: ledger.top_of_guild(guild, month, TOP).await?,
            }),
            None => None,
        };
        Ok(Usage {
            today: ledger.spent(person, counted_in, today).await?,
            month: ledger.spent(person, None, month).await?,
            budgets,
            guild,
        })
    }
}
