//! What a person sees of an error, and what the log says. Owns that each cause is logged once, with an id that the person
//! is shown too.

use poise::{CreateReply, FrameworkError};
use uuid::Uuid;

use super::commands::Data;
use super::words;
use crate::agent::desk::DeskError;
use crate::memory::block::BlockError;

/// Why a command was not done.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A sentence for the person; nothing is wrong with the program.
    #[error("{0}")]
    Person(String),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<serenity::Error> for CommandError {
    fn from(error: serenity::Error) -> Self {
        Self::Internal(error.into())
    }
}

impl From<DeskError> for CommandError {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::NoAgent => Self::Person(words::NO_MEMORY.to_owned()),
            DeskError::NotUndone(cause) => Self::Person(words::not_undone(&cause.to_string())),
            DeskError::NoEdit => Self::Person(words::UNDO_GONE.to_owned()),
            DeskError::NoDocument(number) => Self::Person(words::no_document(number)),
            DeskError::Changed => Self::Person(words::PERSONA_CHANGED.to_owned()),
            DeskError::Block(BlockError::TooLong { limit, would, .. }) => {
                Self::Person(words::persona_too_long(limit, would))
            }
            DeskError::Block(BlockError::Unchanged(_)) => Self::Person(words::PERSONA_SAME.to_owned()),
            DeskError::Block(BlockError::Empty(_)) => Self::Person(words::PERSONA_EMPTY.to_owned()),
            other => Self::Internal(other.into()),
        }
    }
}

impl CommandError {
    /// The sentence for the person. A cause inside the program is logged, and the sentence bears its trace.
    pub fn told(&self, what: &str) -> String {
        match self {
            Self::Person(sentence) => sentence.clone(),
            Self::Internal(error) => {
                let trace = trace();
                tracing::error!(trace, what, error = format!("{error:#}"), "a command failed");
                words::failed(&trace)
            }
        }
    }
}

/// An id to find a cause in the log by: 8 hex digits.
pub fn trace() -> String {
    Uuid::now_v7().simple().to_string()[24..].to_owned()
}

/// What the command framework calls for every error.
pub async fn on_error(error: FrameworkError<'_, Data, CommandError>) {
    let Some(context) = error.ctx() else {
        tracing::error!(%error, "the command framework failed");
        return;
    };
    let what = context.command().qualified_name.to_string();
    let told = match error {
        FrameworkError::Command { error, .. } => error.told(&what),
        FrameworkError::CommandPanic { payload, .. } => {
            CommandError::Internal(anyhow::anyhow!("panic: {}", payload.unwrap_or_default())).told(&what)
        }
        FrameworkError::ArgumentParse { error, input, .. } => {
            tracing::debug!(what, %error, ?input, "an argument that cannot be read");
            format!("I cannot read that: {error}.")
        }
        other => CommandError::Internal(anyhow::anyhow!("{other}")).told(&what),
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
        let broken = CommandError::from(DeskError::Store(StoreError::Corrupt("row 17".into()))).told("memory show");
        assert!(broken.contains("(trace ") && !broken.contains("row 17"), "{broken}");
        let long = DeskError::Block(BlockError::TooLong { label: Label::Persona, limit: 200, would: 250, over: 50 });
        let told = CommandError::from(long).told("persona edit");
        assert!(told.contains("shorten it by at least 50") && !told.contains("core_memory"), "{told}");
    }

    #[test]
    fn a_trace_is_eight_hex_digits() {
        let trace = trace();
        assert!(trace.len() == 8 && trace.chars().all(|c| c.is_ascii_hexdigit()), "{trace}");
    }
}
