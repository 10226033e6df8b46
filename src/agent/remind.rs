//! Reminders as they fall due, and what waits until quiet hours are over. Owns when something goes out that nobody asked
//! for at that moment; what goes out is in the outbox before it does, so that nothing is sent twice.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::Notify;

use super::wording::{attribute, harmless};
use super::{Agents, Inner};
use crate::clock::Moment;
use crate::memory::due::shown;
use crate::memory::outgoing::OutboxRow;
use crate::memory::{AgentKey, Label, OutboxId, Outgoing, PersonId, Reminder, Scope, Source};
use crate::settings::Rules;
use crate::store::{NewNote, NewOutbox, SentReminder, StoreError, WaitingReminder};

/// Reminders that are read at once.
const PAGE: u64 = 50;
/// The longest sleep: another program on the same ledger may have added something.
const LONGEST: Duration = Duration::from_secs(60);
/// The shortest, so that what cannot be done now does not keep the machine busy.
const SHORTEST: Duration = Duration::from_millis(200);
/// When something that failed is tried again.
const AGAIN: TimeDelta = TimeDelta::minutes(1);
/// From so late on a reminder says when it was due.
const LATE: TimeDelta = TimeDelta::minutes(2);

/// What waits for a moment: places with something in the outbox that is held back. Known only while the program runs; at a
/// start every outbox is looked through.
#[derive(Default)]
pub(super) struct Alarm {
    held: Mutex<HashMap<AgentKey, Moment>>,
    changed: Notify,
}

impl Alarm {
    /// Something is to be done at another time than was known.
    pub(super) fn ring(&self) {
        self.changed.notify_one();
    }

    /// The outbox of that place is looked through again at that moment.
    pub(super) fn hold(&self, key: &AgentKey, until: Moment) {
        let mut held = self.locked();
        let known = held.entry(key.clone()).or_insert(until);
        *known = until.min(*known);
        drop(held);
        self.ring();
    }

    /// Places whose moment has come, and the next such moment.
    fn over(&self, now: Moment) -> (Vec<AgentKey>, Option<Moment>) {
        let mut held = self.locked();
        let over: Vec<AgentKey> = held.iter().filter(|(_, until)| **until <= now).map(|(key, _)| key.clone()).collect();
        for key in &over {
            held.remove(key);
        }
        (over, held.values().min().copied())
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<AgentKey, Moment>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Agents {
    /// Sends reminders as they fall due, until the program ends.
    pub async fn remind_in_time(&self) {
        let inner = &self.0;
        while !inner.stopping.is_cancelled() {
            let next = self.remind().await;
            let wait = next.and_then(|next| (next - inner.parts.clock.now()).to_std().ok().or(Some(SHORTEST)));
            tokio::select! {
                () = inner.stopping.cancelled() => return,
                () = inner.alarm.changed.notified() => {}
                () = tokio::time::sleep(wait.map_or(LONGEST, |wait| wait.clamp(SHORTEST, LONGEST))) => {}
            }
        }
    }

    /// Sends what is due. Answers when the next is.
    pub async fn remind(&self) -> Option<Moment> {
        let now = self.0.parts.clock.now();
        let (over, held) = self.0.alarm.over(now);
        over.iter().for_each(|key| self.wake(key));
        let next = self.send_due(now).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "reminders cannot be looked up");
            Some(now + AGAIN)
        });
        [held, next].into_iter().flatten().min()
    }

    async fn send_due(&self, now: Moment) -> Result<Option<Moment>, StoreError> {
        let inner = &self.0;
        let mut behind = None;
        loop {
            let page = inner.parts.ledger.waiting_reminders(behind, PAGE).await?;
            for waiting in page.iter().filter(|waiting| inner.parts.sink.serves(&waiting.agent.key)) {
                if waiting.looks_at > now {
                    return Ok(Some(waiting.looks_at));
                }
                if inner.send(waiting, now).await? {
                    self.wake(&waiting.agent.key);
                }
            }
            match page.last() {
                Some(last) if page.len() as u64 == PAGE => behind = Some((last.looks_at, last.order)),
                _ => return Ok(None),
            }
        }
    }
}

impl Inner {
    /// Puts a reminder that is due into the outbox, or holds it back. Whether there is something to deliver.
    async fn send(&self, waiting: &WaitingReminder, now: Moment) -> Result<bool, StoreError> {
        let (ledger, scope) = (&self.parts.ledger, waiting.agent.scope());
        let Reminder { number, person, due, .. } = waiting.reminder;
        let rules = self.rules_at(&waiting.reminder.source).await?;
        if let Some(until) = quiet_until(&rules, now) {
            ledger.hold_reminder(&scope, number, until).await?;
            tracing::info!(agent = %waiting.agent.key, number, %until, "a reminder waits until quiet hours are over");
            return Ok(false);
        }
        let outgoing =
            Outgoing::Reminder { number, person, text: waiting.reminder.text.clone(), due, late: now - due > LATE };
        let sent = SentReminder {
            number,
            due,
            next: waiting.reminder.repeat.and_then(|repeat| repeat.next(now.max(due), waiting.reminder.zone)),
            outbox: NewOutbox { id: OutboxId::at(now), outgoing, to: waiting.reminder.source, at: now },
            note: self.note_of(&scope, &waiting.reminder, now).await?,
        };
        ledger.send_reminder(&scope, &sent).await
    }

    /// What the model is told of a reminder that was sent: that it was, and that it asks nothing.
    async fn note_of(&self, scope: &Scope, reminder: &Reminder, now: Moment) -> Result<NewNote, StoreError> {
        let name = self.name_of(scope, reminder.person).await?;
        let (number, text) = (reminder.number, harmless(&reminder.text));
        let when = shown(now, reminder.zone);
        Ok(NewNote {
            person: reminder.person,
            subject: format!("reminder:{number}"),
            part: String::new(),
            text: format!(
                "{} to {name} at {when}: “{text}” This is done and asks nothing of you.",
                delivered(&number.to_string())
            ),
            tail: String::new(),
            at: now,
        })
    }

    /// A person as a note names them.
    pub(super) async fn name_of(&self, scope: &Scope, person: PersonId) -> Result<String, StoreError> {
        let core = self.parts.ledger.core(scope).await?;
        let name = core.get(Label::Human(person)).and_then(|block| block.name.as_deref());
        Ok(name.map_or_else(|| person.to_string(), |name| format!("{} ({person})", attribute(name))))
    }

    /// What was set where that message stands.
    pub(super) async fn rules_at(&self, at: &Source) -> Result<Rules, StoreError> {
        self.parts.settings.rules(at.guild, at.channel).await
    }

    /// Until when a row must wait that nobody asked for.
    pub(super) async fn held_until(&self, row: &OutboxRow) -> Result<Option<Moment>, StoreError> {
        if !matches!(row.outgoing, Outgoing::Tended { .. }) {
            return Ok(None);
        }
        Ok(quiet_until(&self.rules_at(&row.to).await?, self.parts.clock.now()))
    }
}

/// When the quiet hours are over, if there are any now.
fn quiet_until(rules: &Rules, now: Moment) -> Option<Moment> {
    rules.quiet.filter(|quiet| quiet.holds(now, rules.zone)).map(|quiet| quiet.over(now, rules.zone))
}

fn delivered(number: &str) -> String {
    format!("Reminder {number} was delivered")
}

/// The number of the reminder of which a note tells.
pub(super) fn reminder_told(note: &str) -> Option<&str> {
    let number = note.strip_prefix("Reminder ")?.split_whitespace().next()?;
    note.starts_with(&delivered(number)).then_some(number)
}
