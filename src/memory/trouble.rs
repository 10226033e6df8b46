//! Why a person gets no answer, as far as it concerns them. Must not know models or who says it.

use serde::{Deserialize, Serialize};

/// What went wrong in a turn. Its sentence is the English one; the cause itself is for the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// The model answered with nothing.
    #[error("The model gave me no answer. Your message is kept; please say it again in a moment.")]
    Empty,
    /// The model went on calling tools.
    #[error("I got lost in my own memory and found no answer. Your message is kept; please ask again.")]
    NoEnd,
    #[error("The model is asked too much at the moment. Your message is kept; please try again in a minute.")]
    Busy,
    #[error("That was more than the model can read at once. Your message is kept; please say it in a shorter way.")]
    TooMuch,
    /// Only the operator can mend it.
    #[error(
        "The model does not accept my requests; whoever runs me has to look at its settings. Your message is kept."
    )]
    Refused,
    #[error("I cannot reach the model at the moment. Your message is kept; please try again later.")]
    Away,
    #[error("The model took too long to answer. Your message is kept; please try again later.")]
    Slow,
    #[error("The model gave an answer that I cannot read. Your message is kept; please try again.")]
    Unclear,
    /// A fault of the program itself.
    #[error("Something went wrong inside me. Your message is kept; please try again.")]
    Internal,
    /// A sentence that was written down as such, as earlier versions did.
    #[error("{0}")]
    #[serde(untagged)]
    Said(String),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::memory::Outgoing;

    #[test]
    fn what_earlier_versions_wrote_down_is_read() {
        let old = json!({"kind": "failure", "sentence": "It failed.", "trace": "ab12cd34"});
        let read: Outgoing = serde_json::from_value(old).expect("an outgoing");
        assert_eq!(read, Outgoing::Failure { cause: Trouble::Said("It failed.".into()), trace: "ab12cd34".into() });
        let now = Outgoing::Failure { cause: Trouble::TooMuch, trace: "ab12cd34".into() };
        let written = serde_json::to_value(&now).expect("JSON");
        assert_eq!(written["cause"], "too_much");
        assert_eq!(serde_json::from_value::<Outgoing>(written).expect("an outgoing"), now);
    }
}
