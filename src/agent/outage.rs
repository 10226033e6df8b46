//! The model is away: turns that wait for it, are tried again and are answered then. Owns who is told what meanwhile, and
//! who may ask for another try. Must not know why a model is away.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use super::memory_step::Conversation;
use super::turn::Failure;
use super::{Agents, Inner, Stop};
use crate::error;
use crate::llm::LlmError;
use crate::memory::{AgentKey, Body, Message, MessageId, OutboxId, Outgoing, Parked, PersonId, Scope};
use crate::prompts;
use crate::store::{BegunTurn, NewMessage, NewOutbox, StepCommit, StoreError, Turn, TurnEnd, TurnState};

/// From one turn that waits to the next, when the model is back.
const STAGGER: TimeDelta = TimeDelta::seconds(1);

/// What came of the wish to try a turn again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// It is.
    Again,
    /// Somebody else asked for the answer.
    NotYours,
    /// It is being made.
    Running,
    /// No turn failed or waits.
    Nothing,
}

/// Places whose turn waits for the model, and whether there is reason to try it sooner. Known only while the program runs;
/// the ledger knows which turns wait, and until when.
#[derive(Default)]
pub(super) struct Outages(Mutex<HashMap<AgentKey, bool>>);

impl Outages {
    fn places(&self) -> MutexGuard<'_, HashMap<AgentKey, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, key: &AgentKey) {
        self.places().insert(key.clone(), false);
    }

    pub(super) fn over(&self, key: &AgentKey) {
        self.places().remove(key);
    }

    fn hurries(&self, key: &AgentKey) -> bool {
        self.places().get(key).copied().unwrap_or(false)
    }

    /// There is reason to try all of them soon. Answers those for which that is news.
    fn hurry(&self) -> Vec<AgentKey> {
        let mut places = self.places();
        let news =
            places.iter_mut().filter_map(|(key, hurries)| (!std::mem::replace(hurries, true)).then(|| key.clone()));
        news.collect()
    }
}

/// Whether the model may answer later what it did not answer now, and how long it asks to be left alone.
fn passes(error: &LlmError) -> Option<TimeDelta> {
    match error {
        LlmError::RateLimited { retry_after } => {
            Some(retry_after.and_then(|wish| TimeDelta::from_std(wish).ok()).unwrap_or_default())
        }
        LlmError::Server { .. } | LlmError::Timeout(_) | LlmError::Transport(_) => Some(TimeDelta::zero()),
        LlmError::ContextOverflow(_) | LlmError::Auth(_) | LlmError::Refused { .. } | LlmError::Malformed(_) => None,
    }
}

impl Inner {
    /// Until when a turn waits that fails for this; none if it does not. Who sits at a terminal asks again by themselves.
    pub(super) fn worth_waiting(&self, conversation: &Conversation, error: &LlmError) -> Option<Parked> {
        if matches!(conversation.agent.key, AgentKey::Terminal(_)) {
            return None;
        }
        let most = TimeDelta::from_std(self.parts.config.retry).unwrap_or_default();
        Parked::after(conversation.turn.parked, self.parts.clock.now(), most, passes(error)?)
    }

    /// Lets the turn wait as it is written. People are told the first time; what was shown of the answer goes away.
    pub(super) async fn park(
        &self,
        conversation: &Conversation,
        parked: Parked,
        error: &LlmError,
    ) -> Result<(), StoreError> {
        let (ledger, turn) = (&self.parts.ledger, &conversation.turn);
        tracing::warn!(%error, until = %parked.until, tries = parked.tries, "the turn waits for the model");
        let outgoing = if turn.parked.is_none() {
            Some(Outgoing::Waits { cause: error::trouble(&Failure::Llm(error.clone())) })
        } else {
            ledger.shown(&conversation.scope, turn.id).await?.map(|_| Outgoing::Withdrawn)
        };
        let at = self.parts.clock.now();
        let say = outgoing.map(|outgoing| NewOutbox { id: turn.reply, outgoing, to: turn.answers, at });
        ledger.park_turn(&conversation.scope, turn.id, &parked, say.as_ref()).await?;
        self.wait_for_model(&conversation.agent.key, &parked);
        Ok(())
    }

    /// The turn in that place is looked at again when it is due.
    pub(super) fn wait_for_model(&self, key: &AgentKey, parked: &Parked) {
        self.outages.begin(key);
        self.alarm.hold(key, parked.until);
    }

    /// Whether an unfinished turn may go on now. One that waits for the model may when it is due, or somewhat sooner when
    /// the model was heard elsewhere or people say more; its answer will be a new message then.
    pub(super) async fn may_go_on(&self, begun: &mut BegunTurn) -> Result<bool, StoreError> {
        let Some(parked) = begun.turn.parked else { return Ok(true) };
        let (ledger, key, scope) = (&self.parts.ledger, &begun.agent.key, begun.agent.scope());
        let now = self.parts.clock.now();
        if now < parked.until {
            let sooner = self.outages.hurries(key) || ledger.is_waiting(&scope).await?;
            let next = parked.next(sooner);
            if now < next {
                self.alarm.hold(key, next);
                return Ok(false);
            }
        }
        self.outages.over(key);
        (begun.turn.reply, begun.turn.shown) = ledger.try_parked(&scope, begun.turn.id, OutboxId::at(now)).await?;
        tracing::info!(
            trace = begun.turn.trace,
            tries = parked.tries,
            "the turn that waits for the model is tried again"
        );
        Ok(true)
    }

    /// The model has answered: turns that wait for it are tried soon, one after the other.
    pub(super) fn model_is_back(&self) {
        let mut at = self.parts.clock.now();
        for key in self.outages.hurry() {
            at += STAGGER;
            self.alarm.hold(&key, at);
        }
    }
}

impl Agents {
    /// Tries the turn of that place again that failed last or waits (only that of this trace, if it is given), because `by`
    /// asks for it, who may look after the place (`manages`). It goes on behind its last written step.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger does not answer.
    pub async fn retry(
        &self,
        key: &AgentKey,
        trace: Option<&str>,
        by: PersonId,
        manages: bool,
    ) -> Result<Retry, StoreError> {
        let (inner, ledger) = (&self.0, &self.0.parts.ledger);
        let Some(agent) = ledger.find_agent(key).await? else { return Ok(Retry::Nothing) };
        if inner.running.is_at(key) {
            return Ok(Retry::Running);
        }
        let still = inner.mailboxes.still(key).await;
        let wanted = |turn: &Turn| turn.state != TurnState::Done && trace.is_none_or(|trace| trace == turn.trace);
        let newest = match self.newest_of(&agent.scope(), wanted, by, manages).await? {
            Newest::None => return Ok(Retry::Nothing),
            Newest::OfOthers => return Ok(Retry::NotYours),
            Newest::Theirs(newest) => newest,
        };
        let is_over = match (newest.turn.state, newest.turn.parked) {
            (TurnState::Running, None) => return Ok(Retry::Running),
            (state, _) => state == TurnState::Failed,
        };
        let now = inner.parts.clock.now();
        if is_over {
            ledger.retry_failed(&agent.scope(), &newest, OutboxId::at(now), now).await?;
        } else if let Some(parked) = newest.turn.parked {
            let due = Parked { until: now, ..parked };
            ledger.park_turn(&agent.scope(), newest.turn.id, &due, None).await?;
        }
        drop(still);
        tracing::info!(%by, trace = newest.turn.trace, "a turn is tried again, as somebody asked");
        self.wake(key);
        Ok(Retry::Again)
    }

    /// The newest turn there, if it is a wanted one, and `by` may decide about it.
    async fn newest_of(
        &self,
        scope: &Scope,
        wanted: impl Fn(&Turn) -> bool,
        by: PersonId,
        manages: bool,
    ) -> Result<Newest, StoreError> {
        let newest = self.0.parts.ledger.newest_turn(scope).await?;
        Ok(match newest.filter(|newest| wanted(&newest.turn)) {
            None => Newest::None,
            Some(newest) if !manages && !asked_by(&newest, by) => Newest::OfOthers,
            Some(newest) => Newest::Theirs(Box::new(newest)),
        })
    }

    /// Ends the turn of that place that waits for the model, and says so below what people were told.
    pub(super) async fn stop_waiting(&self, key: &AgentKey, by: PersonId, manages: bool) -> Result<Stop, StoreError> {
        let (inner, ledger) = (&self.0, &self.0.parts.ledger);
        let Some(agent) = ledger.find_agent(key).await? else { return Ok(Stop::Nothing) };
        let still = inner.mailboxes.still(key).await;
        let waits = |turn: &Turn| turn.state == TurnState::Running && turn.parked.is_some();
        let newest = match self.newest_of(&agent.scope(), waits, by, manages).await? {
            Newest::None => return Ok(Stop::Nothing),
            Newest::OfOthers => return Ok(Stop::NotYours),
            Newest::Theirs(newest) => newest,
        };
        let at = inner.parts.clock.now();
        let note = stopped_note();
        let outgoing = Outgoing::Stopped { text: String::new(), cards: Vec::new() };
        let end = StepCommit {
            messages: vec![NewMessage { id: MessageId::at(at), body: note, source: None, at }],
            outbox: vec![NewOutbox { id: OutboxId::at(at), outgoing, to: newest.turn.answers, at }],
            end: Some(TurnEnd::Stopped(format!("stopped by {by}"))),
            at,
            ..StepCommit::default()
        };
        ledger.commit_step(&agent.scope(), newest.turn.id, &end).await?;
        drop(still);
        inner.outages.over(key);
        self.wake(key);
        Ok(Stop::Stopped)
    }
}

/// The newest turn of a place, for somebody who wants something done to it.
enum Newest {
    /// There is none of the wanted kind.
    None,
    /// Others asked for the answer.
    OfOthers,
    Theirs(Box<BegunTurn>),
}

/// What the conversation keeps of an answer that a person ended.
pub(super) fn stopped_note() -> Body {
    Body::Note { text: prompts::STOPPED.trim().to_owned() }
}

/// Whether that person said something that the turn answers.
fn asked_by(begun: &BegunTurn, by: PersonId) -> bool {
    let asked = |message: &Message| matches!(&message.body, Body::Person { person, .. } if person.id == by);
    begun.messages.iter().any(asked)
}
