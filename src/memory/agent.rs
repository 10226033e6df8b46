//! Who remembers, and the boundary of what it may remember.

use std::fmt;
use std::str::FromStr;

use super::ids::{AgentId, PersonId};
use crate::clock::Moment;

/// The place an agent lives in. One place has exactly one agent. Numbers are Discord snowflakes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AgentKey {
    /// A user's direct messages.
    Dm(PersonId),
    /// A guild channel, with all who can read it.
    Channel(u64),
    /// A thread that was set apart from its channel.
    Thread(u64),
    /// One user inside one guild.
    Member { guild: u64, person: PersonId },
    /// A conversation in a terminal, by its name (letters, digits, `-`, `_`).
    Terminal(String),
}

impl AgentKey {
    /// Whether exactly one person ever speaks here.
    pub fn is_private(&self) -> bool {
        matches!(self, Self::Dm(_) | Self::Member { .. } | Self::Terminal(_))
    }
}

impl fmt::Display for AgentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dm(person) => write!(f, "dm:{person}"),
            Self::Channel(id) => write!(f, "channel:{id}"),
            Self::Thread(id) => write!(f, "thread:{id}"),
            Self::Member { guild, person } => write!(f, "member:{guild}:{person}"),
            Self::Terminal(name) => write!(f, "terminal:{name}"),
        }
    }
}

/// A text that names no place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an agent's key: use dm:USER, channel:ID or terminal:NAME")]
pub struct BadAgentKey(pub String);

impl FromStr for AgentKey {
    type Err = BadAgentKey;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || BadAgentKey(text.to_owned());
        let number = |part: &str| part.parse::<u64>().map_err(|_| bad());
        let (kind, rest) = text.split_once(':').ok_or_else(bad)?;
        match kind {
            "dm" => Ok(Self::Dm(PersonId(number(rest)?))),
            "channel" => Ok(Self::Channel(number(rest)?)),
            "thread" => Ok(Self::Thread(number(rest)?)),
            "member" => {
                let (guild, person) = rest.split_once(':').ok_or_else(bad)?;
                Ok(Self::Member { guild: number(guild)?, person: PersonId(number(person)?) })
            }
            "terminal" if is_terminal_name(rest) => Ok(Self::Terminal(rest.to_owned())),
            _ => Err(bad()),
        }
    }
}

/// Whether `name` may name a terminal conversation: 1 to 64 letters, digits, `-` or `_`.
pub fn is_terminal_name(name: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().count() <= 64 && name.chars().all(allowed)
}

/// One memory and one conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    pub id: AgentId,
    pub key: AgentKey,
    pub created_at: Moment,
}

impl Agent {
    /// The boundary of this agent's memory.
    pub fn scope(&self) -> Scope {
        Scope(self.id)
    }
}

/// The boundary that an agent's memory may not cross. Every read and search of memory takes one, and it can only be
/// had from an [`Agent`], which can only be had from the place it lives in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scope(AgentId);

impl Scope {
    /// The agent whose memory this is.
    pub fn agent(&self) -> AgentId {
        self.0
    }

    /// The scope of an item that the ledger handed out together with its agent, for the index's own upkeep.
    pub(crate) fn of_item(agent: AgentId) -> Self {
        Self(agent)
    }
}
