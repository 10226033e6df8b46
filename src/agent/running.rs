//! Turns that run now, and what people may do to them meanwhile: stop them, or change what they answer. Owns that a turn is
//! either stopped or answered, never both and never neither. Must not know how a turn is run.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::memory::{Afterwards, AgentKey, Attachment, Body, Message, MessageChange, OutboxId, PersonId};

/// How often one turn is begun anew because what it answers was changed; what is changed after that is followed at the
/// next step.
const RESTARTS: u32 = 10;

/// What came of the wish to stop an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// It ends.
    Stopped,
    /// Somebody else asked for it.
    NotYours,
    /// No answer is being made.
    Nothing,
}

/// What a turn that is about to end finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It ends as it is; nobody can stop it any more.
    Go,
    /// It was stopped.
    Stopped(PersonId),
    /// What it answers was changed.
    Changed,
}

/// The turns that run, one at most in each place.
#[derive(Default)]
pub(super) struct Running(Mutex<HashMap<AgentKey, Arc<Control>>>);

impl Running {
    fn turns(&self) -> MutexGuard<'_, HashMap<AgentKey, Arc<Control>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hold on the turn in that place whose answer will be `reply`. The same one again where a turn is run anew after
    /// an error: what was wished for meanwhile holds.
    pub(super) fn hold(&self, key: &AgentKey, reply: OutboxId) -> Hold<'_> {
        let mut turns = self.turns();
        let known = turns.get(key).filter(|control| control.reply == reply).cloned();
        let control = known.unwrap_or_else(|| Arc::new(Control { reply, state: watch::Sender::default() }));
        turns.insert(key.clone(), control.clone());
        Hold { running: self, key: key.clone(), control }
    }

    /// Whether a turn runs in that place.
    pub(super) fn is_at(&self, key: &AgentKey) -> bool {
        self.turns().get(key).is_some_and(|control| !control.state.borrow().over)
    }

    /// Wishes the turn in that place stopped.
    pub(super) fn stop(&self, key: &AgentKey, reply: Option<OutboxId>, by: PersonId, manages: bool) -> Stop {
        let control = self.turns().get(key).cloned();
        match control.filter(|control| reply.is_none_or(|reply| control.reply == reply)) {
            Some(control) => control.stop(by, manages),
            None => Stop::Nothing,
        }
    }

    /// A message was changed or deleted.
    pub(super) fn changed(&self, key: &AgentKey, change: &MessageChange) {
        if let Some(control) = self.turns().get(key) {
            control.changed(change);
        }
    }
}

/// Keeps a turn within reach until it is over.
pub(super) struct Hold<'a> {
    running: &'a Running,
    key: AgentKey,
    control: Arc<Control>,
}

impl std::ops::Deref for Hold<'_> {
    type Target = Control;

    fn deref(&self) -> &Control {
        &self.control
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        let mut turns = self.running.turns();
        let mine = turns.get(&self.key).is_some_and(|control| Arc::ptr_eq(control, &self.control));
        if mine && self.control.state.borrow().over {
            turns.remove(&self.key);
        }
    }
}

/// What people may do to one turn.
pub(super) struct Control {
    reply: OutboxId,
    state: watch::Sender<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Who is answered.
    people: HashSet<PersonId>,
    /// The words of each message that is answered, and how much people put beside them, by its number in Discord.
    messages: HashMap<u64, (String, usize)>,
    stopped: Option<PersonId>,
    changed: bool,
    restarts: u32,
    over: bool,
}

impl State {
    fn differs(&self, change: &MessageChange) -> bool {
        match (self.messages.get(&change.message), &change.now) {
            (None, _) => false,
            (Some(_), Afterwards::Deleted) => true,
            (Some((known, files)), Afterwards::Edited { text, attachments }) => {
                known != text || *files != Attachment::put_there(attachments).count()
            }
        }
    }
}

impl Control {
    fn stop(&self, by: PersonId, manages: bool) -> Stop {
        let mut answer = Stop::Nothing;
        self.state.send_if_modified(|state| {
            answer = match state {
                State { over: true, .. } => Stop::Nothing,
                State { people, .. } if !manages && !people.contains(&by) => Stop::NotYours,
                _ => Stop::Stopped,
            };
            let stops = answer == Stop::Stopped && state.stopped.is_none();
            if stops {
                state.stopped = Some(by);
            }
            stops
        });
        answer
    }

    fn changed(&self, change: &MessageChange) {
        self.state.send_if_modified(|state| {
            let restart = state.differs(change) && !state.over && state.restarts < RESTARTS;
            state.changed |= restart;
            restart
        });
    }

    /// These messages are answered.
    pub(super) fn heed<'a>(&self, answered: impl Iterator<Item = &'a Message>) {
        let mut messages = HashMap::new();
        let mut people = HashSet::new();
        for message in answered {
            if let (Body::Person { person, text, attachments, .. }, Some(source)) = (&message.body, message.source) {
                people.insert(person.id);
                messages.insert(source.message, (text.clone(), Attachment::put_there(attachments).count()));
            }
        }
        self.state.send_modify(|state| {
            state.people.extend(people);
            state.messages = messages;
        });
    }

    /// Who stopped it.
    pub(super) fn stopped(&self) -> Option<PersonId> {
        self.state.borrow().stopped
    }

    /// Changes until now are known.
    pub(super) fn seen(&self) {
        self.state.send_if_modified(|state| {
            state.restarts += u32::from(state.changed);
            state.changed = false;
            false
        });
    }

    /// Waits until somebody stops it or changes what it answers.
    pub(super) async fn interrupted(&self) {
        let mut state = self.state.subscribe();
        if state.wait_for(|state| state.stopped.is_some() || state.changed).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// The turn wants to end. After [`Verdict::Go`] it must, and after [`Verdict::Stopped`] it must end as a stopped one.
    pub(super) fn close(&self) -> Verdict {
        let mut verdict = Verdict::Go;
        self.state.send_if_modified(|state| {
            verdict = match (state.stopped, state.changed) {
                (Some(by), _) => Verdict::Stopped(by),
                (None, true) => Verdict::Changed,
                (None, false) => Verdict::Go,
            };
            state.over = verdict != Verdict::Changed;
            false
        });
        verdict
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;
    use crate::memory::{MessageId, Person, Source};

    fn key() -> AgentKey {
        AgentKey::Channel(1)
    }

    fn said(number: u64, by: u64, text: &str) -> Message {
        let person = Person { id: PersonId(by), name: "Mara".into() };
        let body = Body::Person { person, text: text.into(), attachments: Vec::new(), quote: None };
        let source = Some(Source { guild: None, channel: 1, message: number });
        Message { id: MessageId::at(Utc::now()), seq: 1, turn: None, body, source, at: Utc::now() }
    }

    fn edited(message: u64, text: &str) -> MessageChange {
        let now = Afterwards::Edited { text: text.into(), attachments: Vec::new() };
        MessageChange { event: "e".into(), channel: 1, message, now }
    }

    fn reply() -> OutboxId {
        OutboxId::at(Utc::now())
    }

    #[test]
    fn only_who_is_answered_or_looks_after_the_place_may_stop() {
        let running = Running::default();
        assert_eq!(running.stop(&key(), None, PersonId(7), true), Stop::Nothing);
        let id = reply();
        let hold = running.hold(&key(), id);
        hold.heed([said(5, 7, "hi")].iter());
        assert_eq!(running.stop(&key(), None, PersonId(8), false), Stop::NotYours);
        assert_eq!(running.stop(&key(), Some(reply()), PersonId(7), false), Stop::Nothing, "another answer's button");
        assert_eq!(running.stop(&key(), Some(id), PersonId(8), true), Stop::Stopped);
        assert_eq!(running.stop(&key(), None, PersonId(7), false), Stop::Stopped, "it ends already");
        assert_eq!(hold.close(), Verdict::Stopped(PersonId(8)));
        drop(hold);
        assert!(running.turns().is_empty());
    }

    #[test]
    fn what_is_over_cannot_be_stopped() {
        let running = Running::default();
        let hold = running.hold(&key(), reply());
        hold.heed([said(5, 7, "hi")].iter());
        assert_eq!(hold.close(), Verdict::Go);
        assert_eq!(running.stop(&key(), None, PersonId(7), true), Stop::Nothing);
    }

    #[test]
    fn a_wish_outlives_an_error() {
        let running = Running::default();
        let id = reply();
        drop(running.hold(&key(), id));
        assert_eq!(running.stop(&key(), None, PersonId(7), true), Stop::Stopped);
        assert_eq!(running.hold(&key(), id).close(), Verdict::Stopped(PersonId(7)));
        assert_eq!(running.hold(&key(), reply()).close(), Verdict::Go, "the next turn is another one");
    }

    #[test]
    fn f44_only_other_words_begin_a_step_anew_and_not_for_ever() {
        let running = Running::default();
        let hold = running.hold(&key(), reply());
        hold.heed([said(5, 7, "hi")].iter());
        running.changed(&key(), &edited(6, "another message"));
        running.changed(&key(), &edited(5, "hi"));
        assert!(!hold.state.borrow().changed);
        for _ in 0..RESTARTS {
            running.changed(&key(), &edited(5, "ho"));
            assert_eq!(hold.close(), Verdict::Changed);
            hold.seen();
        }
        running.changed(&key(), &edited(5, "ho"));
        assert_eq!(hold.close(), Verdict::Go);
    }

    #[tokio::test]
    async fn whoever_waits_is_woken_at_once() {
        let running = Running::default();
        let hold = running.hold(&key(), reply());
        hold.heed([said(5, 7, "hi")].iter());
        let waiting = tokio::time::timeout(std::time::Duration::from_millis(10), hold.interrupted()).await;
        assert!(waiting.is_err());
        running.stop(&key(), None, PersonId(7), false);
        hold.interrupted().await;
    }
}
