//! What a person is told when something goes wrong: one sentence, and a short id by which the operator finds the cause.

use crate::agent::turn::Failure;
use crate::llm::LlmError;

/// The sentence for a turn that failed. The cause itself is for the log.
pub fn sentence(failure: &Failure) -> &'static str {
    match failure {
        Failure::Empty => "The model gave me no answer. Your message is kept; please say it again in a moment.",
        Failure::NoEnd => "I got lost in my own memory and found no answer. Your message is kept; please ask again.",
        Failure::Llm(error) => llm_sentence(error),
    }
}

fn llm_sentence(error: &LlmError) -> &'static str {
    match error {
        LlmError::RateLimited { .. } => {
            "The model is asked too much at the moment. Your message is kept; please try again in a minute."
        }
        LlmError::ContextOverflow(_) => {
            "That was more than the model can read at once. Your message is kept; please say it in a shorter way."
        }
        LlmError::Auth(_) | LlmError::Refused { .. } => {
            "The model does not accept my requests; whoever runs me has to look at its settings. Your message is kept."
        }
        LlmError::Server { .. } | LlmError::Transport(_) => {
            "I cannot reach the model at the moment. Your message is kept; please try again later."
        }
        LlmError::Timeout(_) => "The model took too long to answer. Your message is kept; please try again later.",
        LlmError::Malformed(_) => {
            "The model gave an answer that I cannot read. Your message is kept; please try again."
        }
    }
}

/// The sentence for a fault of the program itself.
pub const INTERNAL: &str = "Something went wrong inside me. Your message is kept; please try again.";
