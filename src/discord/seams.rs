//! What the Discord side needs of the rest of the program: who takes messages in, and who answers commands.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;

use crate::agent::desk::transfer::{Archive, Exported, Import};
use crate::agent::desk::{Changes, Desk, DeskError, Documents, Editable, Filled, Hits, Overview, Why, Wish};
use crate::agent::rights::{Forgotten, Held, Standing, Usage};
use crate::agent::{Agents, Feedback, Retry, Stop};
use crate::memory::{
    Actor, AgentKey, Block, Document, EditCard, EditId, EditTarget, Incoming, Label, MessageChange, OutboxId, Passage,
    PassageId, PersonId, Reminder, Source,
};
use crate::settings::Site;
use crate::store::{Accepted, ResetReceipt, ResetWhat};

/// A channel of which something was taken in, and up to which message everything there was dealt with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastSeen {
    pub guild: Option<u64>,
    pub channel: u64,
    pub message: u64,
}

/// Takes messages in. When `accept` has answered, the message cannot be lost.
#[async_trait]
pub trait Intake: Send + Sync {
    /// Takes one message in.
    async fn accept(&self, incoming: Incoming) -> Result<Accepted, anyhow::Error>;

    /// Takes in that a program speaks under that number, and no person.
    async fn program(&self, _: PersonId) -> Result<(), anyhow::Error> {
        Ok(())
    }

    /// Takes in that a message was changed or deleted.
    async fn changed(&self, change: MessageChange) -> Result<(), anyhow::Error>;

    /// Takes in what was done to the reactions below a message. Those below messages that no agent said are passed over.
    async fn reacted(&self, message: u64, feedback: Feedback) -> Result<(), anyhow::Error>;

    /// The newest messages of people in that channel that were taken in, newest first.
    async fn recently_said(&self, channel: u64, limit: u64) -> Result<Vec<u64>, anyhow::Error>;

    /// Up to which message each channel was read. What was said behind it while the program was away is read back at
    /// each start of the gateway. Without an answer nothing is read back.
    async fn last_seen(&self) -> Result<Vec<LastSeen>, anyhow::Error> {
        Ok(Vec::new())
    }

    /// When memory was last made from a backup, if it was, as a number of Discord.
    async fn restored(&self) -> Result<Option<u64>, anyhow::Error> {
        Ok(None)
    }

    /// Everything that was said in those channels up to those messages was dealt with: taken in, or ignored for a reason.
    async fn seen_through(&self, _: &[(u64, u64)]) -> Result<(), anyhow::Error> {
        Ok(())
    }

    /// People of whom nothing is taken in.
    async fn closed_people(&self) -> Result<Arc<HashSet<u64>>, anyhow::Error> {
        Ok(Arc::default())
    }

    /// The bot is no longer in that guild, or that channel or thread was deleted.
    async fn left(&self, _: Site) -> Result<(), anyhow::Error> {
        Ok(())
    }

    /// The bot is in that guild.
    async fn came(&self, _: u64) -> Result<(), anyhow::Error> {
        Ok(())
    }

    /// Channels and threads of that guild of which anything is kept.
    async fn channels_of_guild(&self, _: u64) -> Result<Vec<u64>, anyhow::Error> {
        Ok(Vec::new())
    }

    /// All guilds that the bot is in, as far as that shard (its number, and how many there are) serves them.
    async fn present(&self, _: &[u64], _: (u32, u32)) -> Result<(), anyhow::Error> {
        Ok(())
    }
}

/// Whether that shard serves the guild (Discord's reference, "Sharding").
fn is_served(guild: u64, (shard, shards): (u32, u32)) -> bool {
    (guild >> 22) % u64::from(shards.max(1)) == u64::from(shard)
}

#[async_trait]
impl Intake for Agents {
    async fn accept(&self, incoming: Incoming) -> Result<Accepted, anyhow::Error> {
        Ok(Agents::accept(self, &incoming).await?)
    }

    async fn program(&self, program: PersonId) -> Result<(), anyhow::Error> {
        Ok(Agents::note_program(self, program).await?)
    }

    async fn changed(&self, change: MessageChange) -> Result<(), anyhow::Error> {
        Ok(Agents::changed(self, &change).await?)
    }

    async fn reacted(&self, message: u64, feedback: Feedback) -> Result<(), anyhow::Error> {
        Ok(Agents::reacted(self, message, &feedback).await?)
    }

    async fn recently_said(&self, channel: u64, limit: u64) -> Result<Vec<u64>, anyhow::Error> {
        Ok(Agents::recently_said(self, channel, limit).await?)
    }

    async fn last_seen(&self) -> Result<Vec<LastSeen>, anyhow::Error> {
        let answered = Agents::last_said(self).await?;
        Ok(answered
            .into_iter()
            .map(|Source { guild, channel, message }| LastSeen { guild, channel, message })
            .collect())
    }

    async fn restored(&self) -> Result<Option<u64>, anyhow::Error> {
        Ok(Agents::restored(self).await?)
    }

    async fn seen_through(&self, through: &[(u64, u64)]) -> Result<(), anyhow::Error> {
        Ok(Agents::seen_through(self, through).await?)
    }

    async fn closed_people(&self) -> Result<Arc<HashSet<u64>>, anyhow::Error> {
        Ok(Agents::closed_people(self).await?)
    }

    async fn left(&self, site: Site) -> Result<(), anyhow::Error> {
        Ok(Agents::left(self, site).await?)
    }

    async fn came(&self, guild: u64) -> Result<(), anyhow::Error> {
        Ok(Agents::came_back(self, Site::Guild(guild)).await?)
    }

    async fn channels_of_guild(&self, guild: u64) -> Result<Vec<u64>, anyhow::Error> {
        Ok(Agents::channels_of_guild(self, guild).await?)
    }

    async fn present(&self, guilds: &[u64], shard: (u32, u32)) -> Result<(), anyhow::Error> {
        Ok(Agents::present(self, guilds, &move |guild| is_served(guild, shard)).await?)
    }
}

/// Memory in people's hands: what [`Desk`] offers, so that commands can be tried without agents.
#[async_trait]
pub trait MemoryDesk: Send + Sync {
    /// See [`Desk::overview`].
    async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError>;
    /// See [`Desk::search`].
    async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError>;
    /// See [`Desk::reset`].
    async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError>;
    /// See [`Desk::documents`].
    async fn documents(&self, key: &AgentKey, page: u64) -> Result<Documents, DeskError>;
    /// See [`Desk::document`].
    async fn document(&self, key: &AgentKey, number: i64) -> Result<Document, DeskError>;
    /// See [`Desk::remove_document`].
    async fn remove_document(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<Document, DeskError>;
    /// See [`Desk::block`].
    async fn block(&self, key: &AgentKey, label: Label) -> Result<Block, DeskError>;
    /// See [`Desk::editable`].
    async fn editable(&self, key: &AgentKey, target: &EditTarget) -> Result<Editable, DeskError>;
    /// See [`Desk::rewrite`].
    async fn rewrite(
        &self,
        key: &AgentKey,
        target: &EditTarget,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError>;
    /// See [`Desk::owns`].
    async fn owns(&self, key: &AgentKey, target: &EditTarget, person: PersonId) -> Result<bool, DeskError>;
    /// See [`Desk::changes`].
    async fn changes(&self, key: &AgentKey, of: Option<&EditTarget>, page: u64) -> Result<Changes, DeskError>;
    /// See [`Desk::change`].
    async fn change(&self, key: &AgentKey, id: EditId) -> Result<EditCard, DeskError>;
    /// See [`Desk::is_theirs`].
    async fn is_theirs(&self, key: &AgentKey, id: EditId, person: PersonId) -> Result<bool, DeskError>;
    /// See [`Desk::settle`].
    async fn settle(&self, key: &AgentKey, guild: u64) -> Result<(), DeskError>;
    /// See [`Desk::reminders`].
    async fn reminders(&self, key: &AgentKey) -> Result<Vec<Reminder>, DeskError>;
    /// See [`Desk::add_reminder`].
    async fn add_reminder(&self, key: &AgentKey, wish: &Wish) -> Result<Reminder, DeskError>;
    /// See [`Desk::cancel_reminder`].
    async fn cancel_reminder(
        &self,
        key: &AgentKey,
        number: i64,
        by: PersonId,
        of_anybody: bool,
    ) -> Result<Reminder, DeskError>;
    /// See [`Desk::branch`].
    async fn branch(&self, from: &AgentKey, to: &AgentKey, by: Actor) -> Result<bool, DeskError>;
    /// See [`Desk::undo`].
    async fn undo(&self, key: &AgentKey, id: Option<EditId>, actor: Actor) -> Result<EditCard, DeskError>;
    /// See [`Agents::stop`].
    async fn stop(
        &self,
        key: &AgentKey,
        reply: Option<OutboxId>,
        by: PersonId,
        manages: bool,
    ) -> Result<Stop, DeskError>;
    /// See [`Agents::retry`].
    async fn retry(&self, key: &AgentKey, trace: Option<&str>, by: PersonId, manages: bool)
    -> Result<Retry, DeskError>;
    /// See [`Desk::undo_theirs`].
    async fn undo_theirs(&self, key: &AgentKey, person: PersonId) -> Result<EditCard, DeskError>;
    /// See [`Desk::restore`].
    async fn restore(&self, key: &AgentKey, id: EditId, actor: Actor) -> Result<EditCard, DeskError>;
    /// See [`Desk::add_passage`].
    async fn add_passage(
        &self,
        key: &AgentKey,
        text: &str,
        tags: Vec<String>,
        from: Option<Source>,
        said_by: Option<PersonId>,
        actor: Actor,
    ) -> Result<EditCard, DeskError>;
    /// See [`Desk::passages_like`].
    async fn passages_like(&self, key: &AgentKey, typed: &str) -> Result<Vec<Passage>, DeskError>;
    /// See [`Desk::passage_number`].
    async fn passage_number(&self, key: &AgentKey, number: i64) -> Result<PassageId, DeskError>;
    /// See [`Desk::remove_passage`].
    async fn remove_passage(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<EditCard, DeskError>;
    /// See [`Desk::who_said`].
    async fn who_said(&self, key: &AgentKey, channel: u64, message: u64) -> Result<Option<PersonId>, DeskError>;
    /// See [`Desk::why`].
    async fn why(&self, key: &AgentKey, message: u64) -> Result<Why, DeskError>;
    /// See [`Desk::prompt`].
    async fn prompt(&self, key: &AgentKey) -> Result<Filled, DeskError>;
    /// See [`Desk::export`].
    async fn export(&self, key: &AgentKey, most: usize) -> Result<Exported, DeskError>;
    /// See [`Desk::import_plan`].
    async fn import_plan(&self, key: &AgentKey, archive: &Archive) -> Result<Import, DeskError>;
    /// See [`Desk::import`].
    async fn import(&self, key: &AgentKey, archive: &Archive, actor: Actor) -> Result<Import, DeskError>;
    /// See [`Desk::held`].
    async fn held(&self, person: PersonId) -> Result<Held, DeskError>;
    /// See [`Desk::export_person`].
    async fn export_person(&self, person: PersonId) -> Result<Vec<String>, DeskError>;
    /// See [`Desk::forget_person`].
    async fn forget_person(&self, person: PersonId) -> Result<Forgotten, DeskError>;
    /// See [`Desk::opt_out`].
    async fn opt_out(&self, person: PersonId, out: bool) -> Result<bool, DeskError>;
    /// See [`Desk::usage`].
    async fn usage(&self, person: PersonId, guild: Option<u64>, channel: u64, whole: bool) -> Result<Usage, DeskError>;
    /// See [`Desk::is_closed`].
    async fn is_closed(&self, person: PersonId) -> Result<bool, DeskError>;
    /// See [`Desk::standing`].
    async fn standing(&self, person: PersonId, guild: Option<u64>, channel: u64) -> Result<Standing, DeskError>;
}

#[async_trait]
impl MemoryDesk for Desk {
    async fn overview(&self, key: &AgentKey) -> Result<Overview, DeskError> {
        Desk::overview(self, key).await
    }

    async fn search(&self, key: &AgentKey, text: &str, page: u64) -> Result<Hits, DeskError> {
        Desk::search(self, key, text, page).await
    }

    async fn reset(&self, key: &AgentKey, what: ResetWhat, actor: Actor) -> Result<ResetReceipt, DeskError> {
        Desk::reset(self, key, what, actor).await
    }

    async fn documents(&self, key: &AgentKey, page: u64) -> Result<Documents, DeskError> {
        Desk::documents(self, key, page).await
    }

    async fn document(&self, key: &AgentKey, number: i64) -> Result<Document, DeskError> {
        Desk::document(self, key, number).await
    }

    async fn remove_document(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<Document, DeskError> {
        Desk::remove_document(self, key, number, actor).await
    }

    async fn block(&self, key: &AgentKey, label: Label) -> Result<Block, DeskError> {
        Desk::block(self, key, label).await
    }

    async fn editable(&self, key: &AgentKey, target: &EditTarget) -> Result<Editable, DeskError> {
        Desk::editable(self, key, target).await
    }

    async fn rewrite(
        &self,
        key: &AgentKey,
        target: &EditTarget,
        version: i64,
        text: &str,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        Desk::rewrite(self, key, target, version, text, actor).await
    }

    async fn owns(&self, key: &AgentKey, target: &EditTarget, person: PersonId) -> Result<bool, DeskError> {
        Desk::owns(self, key, target, person).await
    }

    async fn settle(&self, key: &AgentKey, guild: u64) -> Result<(), DeskError> {
        Desk::settle(self, key, guild).await
    }

    async fn reminders(&self, key: &AgentKey) -> Result<Vec<Reminder>, DeskError> {
        Desk::reminders(self, key).await
    }

    async fn add_reminder(&self, key: &AgentKey, wish: &Wish) -> Result<Reminder, DeskError> {
        Desk::add_reminder(self, key, wish).await
    }

    async fn cancel_reminder(
        &self,
        key: &AgentKey,
        number: i64,
        by: PersonId,
        of_anybody: bool,
    ) -> Result<Reminder, DeskError> {
        Desk::cancel_reminder(self, key, number, by, of_anybody).await
    }

    async fn branch(&self, from: &AgentKey, to: &AgentKey, by: Actor) -> Result<bool, DeskError> {
        Desk::branch(self, from, to, by).await
    }

    async fn changes(&self, key: &AgentKey, of: Option<&EditTarget>, page: u64) -> Result<Changes, DeskError> {
        Desk::changes(self, key, of, page).await
    }

    async fn change(&self, key: &AgentKey, id: EditId) -> Result<EditCard, DeskError> {
        Desk::change(self, key, id).await
    }

    async fn is_theirs(&self, key: &AgentKey, id: EditId, person: PersonId) -> Result<bool, DeskError> {
        Desk::is_theirs(self, key, id, person).await
    }

    async fn undo(&self, key: &AgentKey, id: Option<EditId>, actor: Actor) -> Result<EditCard, DeskError> {
        Desk::undo(self, key, id, actor).await
    }

    async fn retry(
        &self,
        key: &AgentKey,
        trace: Option<&str>,
        by: PersonId,
        manages: bool,
    ) -> Result<Retry, DeskError> {
        Desk::retry(self, key, trace, by, manages).await
    }

    async fn undo_theirs(&self, key: &AgentKey, person: PersonId) -> Result<EditCard, DeskError> {
        Desk::undo_theirs(self, key, person).await
    }

    async fn restore(&self, key: &AgentKey, id: EditId, actor: Actor) -> Result<EditCard, DeskError> {
        Desk::restore(self, key, id, actor).await
    }

    async fn add_passage(
        &self,
        key: &AgentKey,
        text: &str,
        tags: Vec<String>,
        from: Option<Source>,
        said_by: Option<PersonId>,
        actor: Actor,
    ) -> Result<EditCard, DeskError> {
        Desk::add_passage(self, key, text, tags, from, said_by, actor).await
    }

    async fn passages_like(&self, key: &AgentKey, typed: &str) -> Result<Vec<Passage>, DeskError> {
        Desk::passages_like(self, key, typed).await
    }

    async fn passage_number(&self, key: &AgentKey, number: i64) -> Result<PassageId, DeskError> {
        Desk::passage_number(self, key, number).await
    }

    async fn remove_passage(&self, key: &AgentKey, number: i64, actor: Actor) -> Result<EditCard, DeskError> {
        Desk::remove_passage(self, key, number, actor).await
    }

    async fn who_said(&self, key: &AgentKey, channel: u64, message: u64) -> Result<Option<PersonId>, DeskError> {
        Desk::who_said(self, key, channel, message).await
    }

    async fn why(&self, key: &AgentKey, message: u64) -> Result<Why, DeskError> {
        Desk::why(self, key, message).await
    }

    async fn prompt(&self, key: &AgentKey) -> Result<Filled, DeskError> {
        Desk::prompt(self, key).await
    }

    async fn export(&self, key: &AgentKey, most: usize) -> Result<Exported, DeskError> {
        Desk::export(self, key, most).await
    }

    async fn import_plan(&self, key: &AgentKey, archive: &Archive) -> Result<Import, DeskError> {
        Desk::import_plan(self, key, archive).await
    }

    async fn import(&self, key: &AgentKey, archive: &Archive, actor: Actor) -> Result<Import, DeskError> {
        Desk::import(self, key, archive, actor).await
    }

    async fn stop(
        &self,
        key: &AgentKey,
        reply: Option<OutboxId>,
        by: PersonId,
        manages: bool,
    ) -> Result<Stop, DeskError> {
        Desk::stop(self, key, reply, by, manages).await
    }

    async fn held(&self, person: PersonId) -> Result<Held, DeskError> {
        Desk::held(self, person).await
    }

    async fn export_person(&self, person: PersonId) -> Result<Vec<String>, DeskError> {
        Desk::export_person(self, person).await
    }

    async fn forget_person(&self, person: PersonId) -> Result<Forgotten, DeskError> {
        Desk::forget_person(self, person).await
    }

    async fn opt_out(&self, person: PersonId, out: bool) -> Result<bool, DeskError> {
        Desk::opt_out(self, person, out).await
    }

    async fn usage(&self, person: PersonId, guild: Option<u64>, channel: u64, whole: bool) -> Result<Usage, DeskError> {
        Desk::usage(self, person, guild, channel, whole).await
    }

    async fn is_closed(&self, person: PersonId) -> Result<bool, DeskError> {
        Desk::is_closed(self, person).await
    }

    async fn standing(&self, person: PersonId, guild: Option<u64>, channel: u64) -> Result<Standing, DeskError> {
        Desk::standing(self, person, guild, channel).await
    }
}
