//! Identifiers. Owns how each is made and written; a type of its own for each, so that none is taken for another.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

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
            /// A new identifier (UUID version 7, RFC 9562). Identifiers sort by the moment they were made, and those that
            /// this process makes for one moment by their order.
            pub fn at(now: Moment) -> Self {
                Self(ordered(now))
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

/// Identifiers made by this process.
static MADE: AtomicU64 = AtomicU64::new(0);
/// Where the two counters stand in an identifier, and how many bits each has: the microseconds behind the milliseconds, and
/// what was made before. 38 random bits are left.
const MICROS: (u32, u128) = (64, 0xfff);
const COUNTER: (u32, u128) = (38, 0xff_ffff);

fn ordered(now: Moment) -> Uuid {
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    let random = Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, now.timestamp_subsec_nanos()));
    let micros = u128::from(now.timestamp_subsec_micros() % 1_000);
    let made = u128::from(MADE.fetch_add(1, Ordering::Relaxed));
    let put = |id: u128, (at, mask): (u32, u128), value: u128| (id & !(mask << at)) | ((value & mask) << at);
    Uuid::from_u128(put(put(random.as_u128(), MICROS, micros), COUNTER, made))
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

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn ids_sort_as_they_were_made() {
        let mut now = Moment::from_timestamp(1_777_000_000, 999_998_000).unwrap();
        let mut made = Vec::new();
        for at in 0..3_000 {
            now += TimeDelta::microseconds(at / 1_000 % 2);
            made.push(MessageId::at(now));
        }
        assert!(made.is_sorted_by(|one, next| one < next));
        assert!(made.iter().all(|id| id.0.get_version_num() == 7 && id.0.get_variant() == uuid::Variant::RFC4122));
        let seconds = made[0].0.get_timestamp().unwrap().to_unix().0;
        assert_eq!(seconds, 1_777_000_000);
    }
}
