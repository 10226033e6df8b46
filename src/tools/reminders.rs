//! The tools by which an agent reminds people of something.

use std::sync::Arc;

use async_trait::async_trait;
use chrono_tz::Tz;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Tool, ToolContext, ToolError, args};
use crate::clock::Moment;
use crate::llm::ToolSpec;
use crate::memory::due::{ACCEPTED, DueError, due, shown};
use crate::memory::reminder::{PER_AGENT, PER_PERSON, TEXT_LIMIT};
use crate::memory::{Body, Message, Person, Reminder, Source};
use crate::search::common_words;
use crate::store::SharedLedger;

/// The two tools.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(Remind), Arc::new(Cancel)]
}

/// What reminders are made of, beside their words.
pub struct Reminding<'a> {
    pub ledger: &'a SharedLedger,
    /// By whose clock times are meant.
    pub zone: Tz,
    /// What people said in this turn, oldest first.
    pub said: Vec<&'a Message>,
}

impl Reminding<'_> {
    /// Who asked for that, and in which message. Where several speak, the one with whose words it has most in common;
    /// of those that fit alike the newest.
    fn asked(&self, text: &str) -> Option<(Person, Source)> {
        let near = |message: &&&Message| common_words(text, message.body.text());
        let asked = self.said.iter().max_by(|one, other| near(one).total_cmp(&near(other)))?;
        match &asked.body {
            Body::Person { person, .. } => Some((person.clone(), asked.source.unwrap_or_default())),
            _ => None,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct RemindArguments {
    #[schemars(length(max = 80))]
    when: String,
    #[schemars(length(max = 500))]
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct CancelArguments {
    #[schemars(range(min = 1))]
    number: i64,
}

struct Remind;
struct Cancel;

/// What the model is told of a time that cannot be.
fn no_time(when: &str, error: DueError, now: Moment, zone: Tz) -> ToolError {
    let when = args::clip(when, 60);
    ToolError::Model(format!("`when` is `{when}`: {error}. It is {} now. Accepted: {ACCEPTED}.", shown(now, zone)))
}

fn unavailable() -> ToolError {
    ToolError::Model("Nobody can be reminded from here.".into())
}

#[async_trait]
impl Tool for Remind {
    fn spec(&self) -> ToolSpec {
        args::spec::<RemindArguments>("remind")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let RemindArguments { when, text } = args::read(arguments)?;
        let text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > TEXT_LIMIT {
            return Err(ToolError::Model(format!("`text` must have 1 to {TEXT_LIMIT} characters.")));
        }
        let Some(reminding) = &context.reminding else { return Err(unavailable()) };
        let found = due(&when, context.now, reminding.zone)
            .map_err(|error| no_time(&when, error, context.now, reminding.zone))?;
        let Some((person, source)) = reminding.asked(&text) else { return Err(unavailable()) };
        let room = reminding.ledger.reminder_room(context.scope, person.id).await.map_err(anyhow::Error::from)?;
        let here = context.effects.reminders.len() as u64;
        if room.of_person + here >= PER_PERSON || room.of_agent + here >= PER_AGENT {
            return Err(ToolError::Model(format!(
                "Nothing was set: a person may have {PER_PERSON} reminders, a place {PER_AGENT}. One must be \
                 cancelled first."
            )));
        }
        let number = room.next + i64::try_from(here).unwrap_or(0);
        let repeat = found.repeat.map(|repeat| format!(", then {repeat}")).unwrap_or_default();
        let told = format!(
            "Done: reminder {number} is set for {}{repeat}. {} will be mentioned then.",
            shown(found.at, reminding.zone),
            person.name
        );
        context.effects.reminders.push(Reminder {
            number,
            person: person.id,
            text,
            source,
            due: found.at,
            repeat: found.repeat,
            zone: reminding.zone,
            paused: None,
        });
        Ok(told)
    }
}

#[async_trait]
impl Tool for Cancel {
    fn spec(&self) -> ToolSpec {
        args::spec::<CancelArguments>("cancel_reminder")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let CancelArguments { number } = args::read(arguments)?;
        let Some(reminding) = &context.reminding else { return Err(unavailable()) };
        let all = reminding.ledger.reminders(context.scope).await.map_err(anyhow::Error::from)?;
        let line = |one: &Reminder| {
            format!("{}: {} “{}”", one.number, shown(one.due, reminding.zone), args::clip(&one.text, 60))
        };
        let Some(reminder) = all.iter().find(|one| one.number == number) else {
            let known: Vec<String> = all.iter().take(20).map(line).collect();
            let known = if known.is_empty() { "There are none.".to_owned() } else { known.join("\n") };
            return Err(ToolError::Model(format!("There is no reminder {number}. {known}")));
        };
        if !context.speaking.iter().any(|person| person.id == reminder.person) {
            return Err(ToolError::Model(format!(
                "Reminder {number} is another person's ({}): only they can have it cancelled, or somebody who manages \
                 the channel with /reminders cancel.",
                reminder.person
            )));
        }
        let told = format!("Done: reminder {} is cancelled.", line(reminder));
        context.effects.cancelled.push(number);
        Ok(told)
    }
}
