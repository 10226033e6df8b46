//! What a person is told when something goes wrong: which trouble it is to them. The operator finds the cause by its id.

use crate::agent::turn::Failure;
use crate::llm::LlmError;
use crate::memory::Trouble;

/// What a turn that failed is to the person. The cause itself is for the log.
pub fn trouble(failure: &Failure) -> Trouble {
    match failure {
        Failure::Empty => Trouble::Empty,
        Failure::NoEnd => Trouble::NoEnd,
        Failure::Llm(error) => match error {
            LlmError::RateLimited { .. } => Trouble::Busy,
            LlmError::ContextOverflow(_) => Trouble::TooMuch,
            LlmError::Auth(_) | LlmError::Refused { .. } => Trouble::Refused,
            LlmError::Server { .. } | LlmError::Transport(_) => Trouble::Away,
            LlmError::Timeout(_) => Trouble::Slow,
            LlmError::Malformed(_) => Trouble::Unclear,
        },
    }
}
