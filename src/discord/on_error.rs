//! What a person sees of an error, and what the log says. Owns that each cause is logged once, with an id that the person
//! is shown too.

use poise::{CreateReply, FrameworkError};
use uuid::Uuid;

use super::commands::Data;
use super::rest::rest_error;
use super::words::Lang;
use crate::agent::desk::transfer::Unreadable;
use crate::agent::desk::{DeskError, ReminderError};
use crate::memory::block::BlockError;
use crate::memory::due::DueError;
use crate::memory::history::NotUndone;
use crate::memory::passage::{PassageError, TAG_LENGTH, TAGS_LIMIT};
use crate::memory::reminder::{PER_AGENT, PER_PERSON, TEXT_LIMIT};

/// Why a command was not done.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A sentence for the person; nothing is wrong with the program.
    #[error("{0}")]
    Person(String),
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<serenity::Error> for CommandError {
    /// Without the address that was asked: that of an interaction holds its token, and the library's error tells it.
    fn from(error: serenity::Error) -> Self {
        Self::Internal(anyhow::Error::new(rest_error(error)))
    }
}

impl CommandError {
    /// The sentence for the person. A cause inside the program is logged, and the sentence bears its trace.
    pub fn told(self, what: &str, lang: Lang) -> String {
        let error = match self {
            Self::Person(sentence) => return sentence,
            Self::Desk(error) => match refused(&error, lang) {
                Some(sentence) => return sentence,
                None => error.into(),
            },
            Self::Internal(error) => error,
        };
        let trace = trace();
        tracing::error!(trace, what, error = format!("{error:#}"), "a command failed");
        lang.traced(&lang.failed(), &trace)
    }
}

/// Why a wish was not done, where that is no fault of the program.
fn refused(error: &DeskError, lang: Lang) -> Option<String> {
    Some(match error {
        DeskError::NoAgent => lang.no_memory(),
        DeskError::NotUndone(cause) => not_undone(cause, lang),
        DeskError::NoEdit => lang.undo_gone(),
        DeskError::NoDocument(number) => lang.no_document(*number),
        DeskError::Reminder(error) => no_reminder(*error, lang),
        DeskError::Private => lang.thread_private(),
        DeskError::NoBlock(_) => lang.no_block(),
        DeskError::NoPassage(number) => lang.no_passage(*number),
        DeskError::NoTurn => lang.no_turn(),
        DeskError::Passage(error) => no_passage(*error, lang),
        DeskError::Nothing("restore") => lang.restore_same(),
        DeskError::Nothing("undo") => lang.nothing_to_undo(),
        DeskError::Import(Unreadable(why)) => lang.import_wrong(why),
        DeskError::Changed => lang.block_changed(),
        DeskError::Block(BlockError::TooLong { limit, would, .. }) => {
            lang.block_too_long(*limit, *would, would.saturating_sub(*limit))
        }
        DeskError::Block(BlockError::Unchanged(_)) | DeskError::Nothing(_) => lang.block_same(),
        DeskError::Block(BlockError::Empty(_)) => lang.block_empty(),
        DeskError::Block(_) | DeskError::Store(_) | DeskError::File(_) => return None,
    })
}

fn no_reminder(error: ReminderError, lang: Lang) -> String {
    match error {
        ReminderError::When { error, now, zone } => {
            let now = now.with_timezone(&zone.0).format("%Y-%m-%d %H:%M").to_string();
            let why = match error {
                DueError::Unreadable => lang.time_unreadable(),
                DueError::Past => lang.time_past(),
                DueError::Far => lang.time_far(),
            };
            lang.reminder_time(&why, &now, &zone.to_string())
        }
        ReminderError::Text => lang.reminder_text(TEXT_LIMIT as u64),
        ReminderError::PersonFull => lang.reminders_of_person(PER_PERSON),
        ReminderError::AgentFull => lang.reminders_here(PER_AGENT),
        ReminderError::None(number) => lang.no_reminder(&number.to_string()),
        ReminderError::NotYours => lang.reminder_needs(),
    }
}

fn no_passage(error: PassageError, lang: Lang) -> String {
    match error {
        PassageError::Empty => lang.passage_empty(),
        PassageError::TooLong(over) => lang.passage_too_long(over as u64),
        PassageError::LongTag => lang.tag_too_long(TAG_LENGTH as u64),
        PassageError::ManyTags => lang.too_many_tags(TAGS_LIMIT as u64),
    }
}

fn not_undone(cause: &NotUndone, lang: Lang) -> String {
    match cause {
        NotUndone::Beginning => lang.undo_beginning(),
        NotUndone::Already => lang.undo_already(),
        NotUndone::Conflict(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| lang.line_gone(line)).collect();
            lang.undo_conflict(&lines.join("; "))
        }
    }
}

/// An id to find a cause in the log by: 8 hex digits.
pub fn trace() -> String {
    Uuid::now_v7().simple().to_string()[24..].to_owned()
}

/// The same for what became of one message: always that one, so that the same is said of it whenever it is said.
pub fn trace_of(message: u64) -> String {
    // What counts within a millisecond stands in the lowest bits (Discord's reference, "Snowflakes").
    format!("{:08x}", (message ^ (message >> 22)) & 0xffff_ffff)
}

/// What the command framework calls for every error.
pub async fn on_error(error: FrameworkError<'_, Data, CommandError>) {
    let Some(context) = error.ctx() else {
        tracing::error!(%error, "the command framework failed");
        return;
    };
    let what = context.command().qualified_name.to_string();
    let lang = context.locale().map(Lang::of).unwrap_or_default();
    let told = match error {
        FrameworkError::Command { error, .. } => error.told(&what, lang),
        FrameworkError::CommandPanic { payload, .. } => {
            CommandError::Internal(anyhow::anyhow!("panic: {}", payload.unwrap_or_default())).told(&what, lang)
        }
        FrameworkError::ArgumentParse { error, input, .. } => {
            tracing::debug!(what, %error, ?input, "an argument that cannot be read");
            lang.unreadable(&error.to_string())
        }
        other => CommandError::Internal(anyhow::anyhow!("{other}")).told(&what, lang),
    };
    let reply = CreateReply::default().content(told).ephemeral(true);
    if let Err(error) = context.send(reply).await {
        tracing::error!(what, %error, "a command's failure could not be said");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Label;
    use crate::store::StoreError;

    #[test]
    fn people_get_a_sentence_and_the_log_gets_the_cause() {
        let broken = CommandError::from(DeskError::Store(StoreError::Corrupt("row 17".into())))
            .told("memory show", Lang::English);
        assert!(broken.contains("(trace ") && !broken.contains("row 17"), "{broken}");
        let long = DeskError::Block(BlockError::TooLong { label: Label::Persona, limit: 200, would: 250, over: 50 });
        let told = CommandError::from(long).told("persona edit", Lang::English);
        assert!(told.contains("shorten it by at least 50") && !told.contains("core_memory"), "{told}");
    }

    #[tokio::test]
    async fn the_token_of_an_interaction_is_not_told() {
        let asked = reqwest::get("http://127.0.0.1:1/api/v10/interactions/7/the-token/callback").await;
        let error = CommandError::from(serenity::Error::from(asked.expect_err("nobody is there")));
        let CommandError::Internal(cause) = &error else { panic!("{error:?}") };
        let told = format!("{error} {error:?} {cause:#} {cause:?}");
        assert!(!told.contains("the-token") && told.contains("request"), "{told}");
    }

    #[test]
    fn a_trace_is_eight_hex_digits() {
        let trace = trace();
        assert!(trace.len() == 8 && trace.chars().all(|c| c.is_ascii_hexdigit()), "{trace}");
    }
}
