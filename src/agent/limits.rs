//! What a day may cost: looked at before the model is asked. Owns which limit is reached, and what is said then.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta};

use super::Inner;
use super::memory_step::Conversation;
use crate::clock::{Moment, day_of};
use crate::memory::{Limit, Outgoing, PersonId, Source};
use crate::store::{NewOutbox, Once, OnceWhat, Spent, StepCommit, StoreError, Turn, TurnEnd};

/// How long after a limit was told it is not told again.
const TOLD_FOR: TimeDelta = TimeDelta::hours(1);
/// What stands under a message instead.
const LATER: &str = "⏳";

/// A limit that is reached.
pub(super) struct Reached {
    pub limit: Limit,
    most: u64,
}

/// The limit that `spent` reaches, if it does. Messages count those that are to be answered.
fn reached(spent: Spent, messages: Option<u64>, tokens: Option<u64>, kinds: [Limit; 2]) -> Option<Reached> {
    let over = |most: Option<u64>, is: fn(u64, u64) -> bool, spent: u64, limit: Limit| {
        most.filter(|most| is(spent, *most)).map(|most| Reached { limit, most })
    };
    over(messages, |spent, most| spent > most, spent.messages, kinds[0])
        .or_else(|| over(tokens, |spent, most| spent >= most, spent.tokens, kinds[1]))
}

/// The lower of two limits, of which each may be missing.
pub(super) fn lower(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

fn with(more: u64, spent: Spent) -> Spent {
    Spent { messages: spent.messages + more, ..spent }
}

impl Inner {
    /// The limit that lets the turn cost nothing more, before its first step.
    pub(super) async fn limit_reached(&self, conversation: &Conversation) -> Result<Option<Reached>, StoreError> {
        if conversation.turn.steps > 0 {
            return Ok(None);
        }
        self.reached(&conversation.turn.answers, &conversation.people(), 0).await
    }

    /// Answers a turn that must not cost anything more.
    pub(super) async fn refuse(&self, conversation: &mut Conversation, reached: Reached) -> Result<(), StoreError> {
        let now = self.parts.clock.now();
        let until = self.tomorrow();
        let Turn { answers: to, reply: id, .. } = conversation.turn;
        let row = |outgoing| NewOutbox { id, outgoing, to, at: now };
        let Reached { limit, most } = reached;
        tracing::info!(?limit, most, "a limit is reached; the model is not asked");
        let once = Once {
            what: OnceWhat::Limit { last_before: now - TOLD_FOR },
            people: conversation.people(),
            say: row(Outgoing::LimitReached { limit, most, until }),
            otherwise: Some(row(Outgoing::Reaction { emoji: LATER.to_owned() })),
        };
        let commit = StepCommit { once: Some(once), end: Some(TurnEnd::Done), at: now, ..StepCommit::default() };
        conversation.commit(&self.parts, Vec::new(), commit).await
    }

    /// The limit that stands against answering these people there: that of the guild, or one for each of them. `more` messages
    /// are to come that were not counted yet.
    pub(super) async fn reached(
        &self,
        at: &Source,
        people: &[PersonId],
        more: u64,
    ) -> Result<Option<Reached>, StoreError> {
        let ledger = &self.parts.ledger;
        let (usual, today) = (&self.parts.config.rights, day_of(self.parts.clock.now()));
        let budgets = self.parts.settings.rules(at.guild, at.channel).await?.budgets;
        let in_guild = (budgets.guild_messages, lower(budgets.guild_tokens, usual.guild_tokens));
        if let Some(guild) = at.guild.filter(|_| in_guild != (None, None)) {
            let spent = with(more, ledger.spent_in_guild(guild, today).await?);
            let over = reached(spent, in_guild.0, in_guild.1, [Limit::GuildMessages, Limit::GuildTokens]);
            if over.is_some() {
                return Ok(over);
            }
        }
        let mut first = None;
        let limits = (budgets.person_messages, budgets.person_tokens);
        for person in people {
            match self.reached_by(*person, at.guild, limits, more).await? {
                Some(over) => first = first.or(Some(over)),
                None => return Ok(None),
            }
        }
        Ok(first)
    }

    /// What was set for the guild counts what the person did there; the operator's, which no guild can lift, what they did
    /// anywhere.
    async fn reached_by(
        &self,
        person: PersonId,
        guild: Option<u64>,
        (messages, tokens): (Option<u64>, Option<u64>),
        more: u64,
    ) -> Result<Option<Reached>, StoreError> {
        const KINDS: [Limit; 2] = [Limit::PersonMessages, Limit::PersonTokens];
        let today = day_of(self.parts.clock.now());
        let usual = &self.parts.config.rights;
        let usual = (usual.person_messages, usual.person_tokens);
        if (messages, tokens) != (None, None) {
            let spent = with(more, self.parts.ledger.spent(person, guild.or(Some(0)), today).await?);
            let over = reached(spent, messages, tokens, KINDS);
            if over.is_some() {
                return Ok(over);
            }
        }
        if usual == (None, None) {
            return Ok(None);
        }
        let spent = with(more, self.parts.ledger.spent(person, None, today).await?);
        Ok(reached(spent, usual.0, usual.1, KINDS))
    }

    /// When the day ends.
    pub(super) fn tomorrow(&self) -> Moment {
        let now = self.parts.clock.now();
        DateTime::from_timestamp((day_of(now) + 1) * 86_400, 0).unwrap_or(now)
    }

    /// How many tool calls may still be made for those who speak in the turn: as many as for the one of them who has caused
    /// the fewest.
    pub(super) fn tools_left(&self, conversation: &Conversation) -> usize {
        let (most, now) = (self.parts.config.rights.person_tool_calls, self.parts.clock.now());
        let left = |person| most.saturating_sub(self.tool_calls.count(person, now));
        conversation.people().into_iter().map(left).max().map_or(usize::MAX, |left| left as usize)
    }

    /// Writes down calls of the turn.
    pub(super) fn note_tool_calls(&self, conversation: &Conversation, calls: usize) {
        let now = self.parts.clock.now();
        for person in conversation.people() {
            self.tool_calls.add(person, calls, now);
        }
    }
}

/// Tool calls of the last hour, by whom they were caused. Not kept: a restart begins anew.
#[derive(Default)]
pub(super) struct ToolCalls(Mutex<HashMap<PersonId, VecDeque<(Moment, u32)>>>);

impl ToolCalls {
    fn add(&self, person: PersonId, calls: usize, now: Moment) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, calls| calls.back().is_some_and(|(at, _)| now - *at < TimeDelta::hours(1)));
        all.entry(person).or_default().push_back((now, u32::try_from(calls).unwrap_or(u32::MAX)));
    }

    fn count(&self, person: PersonId, now: Moment) -> u32 {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(calls) = all.get_mut(&person) else { return 0 };
        while calls.front().is_some_and(|(at, _)| now - *at >= TimeDelta::hours(1)) {
            calls.pop_front();
        }
        calls.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_calls_count_for_an_hour() {
        let calls = ToolCalls::default();
        let at = |minutes: i64| DateTime::from_timestamp(1_790_000_000 + minutes * 60, 0).expect("a moment");
        calls.add(PersonId(1), 3, at(0));
        calls.add(PersonId(1), 4, at(30));
        assert_eq!((calls.count(PersonId(1), at(59)), calls.count(PersonId(2), at(59))), (7, 0));
        assert_eq!((calls.count(PersonId(1), at(60)), calls.count(PersonId(1), at(90))), (4, 0));
    }

    #[test]
    fn a_limit_is_reached_by_one_message_too_many_or_by_all_tokens() {
        let of = |messages, tokens| {
            let kinds = [Limit::PersonMessages, Limit::PersonTokens];
            reached(Spent { messages, tokens }, Some(3), Some(100), kinds).map(|reached| reached.limit)
        };
        assert_eq!((of(3, 99), of(4, 0), of(1, 100)), (None, Some(Limit::PersonMessages), Some(Limit::PersonTokens)));
    }
}
