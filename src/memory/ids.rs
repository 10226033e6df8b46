//! Identifiers. Owns how each is made and written; a type of its own for each, so that none is taken for another.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::{NoContext, Timestamp, Uuid};

use crate::clock::Moment;

macro_rules! uuid_ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new identifier (UUID version 7, RFC 9562) that sorts by the moment it was made.
            pub fn at(now: Moment) -> Self {
                let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
                Self(Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, now.timestamp_subsec_nanos())))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )+};
}

uuid_ids! {
    /// One agent.
    AgentId,
    /// One message of a conversation, as the ledger knows it (Discord's own id is [`super::Source::message`]).
    MessageId,
    /// One turn.
    TurnId,
    /// One change of a block or passage.
    EditId,
    /// One passage of archival memory.
    PassageId,
    /// One document.
    DocumentId,
    /// One piece of a document.
    ChunkId,
    /// One thing to be said or shown.
    OutboxId,
}

/// A person, by the id their platform gives them (a Discord user id). Names never identify.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u64);

impl PersonId {
    /// Whoever sits at the terminal of `keepsake chat`. Discord never hands out this id.
    pub const TERMINAL: Self = Self(0);
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
