//! Recall memory: every message of a conversation.

use serde::{Deserialize, Serialize};

use super::agent::AgentKey;
use super::ids::{MessageId, PersonId, TurnId};
use crate::clock::Moment;
use crate::documents::Refusal;

/// A person who speaks. The name is what they are called now; only the id identifies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub id: PersonId,
    pub name: String,
}

/// Where a message stands in Discord. Numbers are snowflakes; all zero in a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Source {
    pub guild: Option<u64>,
    pub channel: u64,
    pub message: u64,
}

impl Source {
    /// What names the message there, as in [`Incoming::event`].
    pub fn event(&self) -> String {
        format!("discord:{}", self.message)
    }

    /// The address that opens the message in a Discord client; none outside Discord.
    pub fn jump_link(&self) -> Option<String> {
        if self.message == 0 {
            return None;
        }
        let guild = self.guild.map_or_else(|| "@me".to_owned(), |id| id.to_string());
        Some(format!("https://discord.com/channels/{guild}/{}/{}", self.channel, self.message))
    }
}

/// Something that came along with a message, as far as the model is told of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    pub name: String,
    /// The media type if known, else what it is ("sticker").
    pub kind: String,
    pub bytes: Option<u64>,
    /// A caption or alternative text.
    pub description: Option<String>,
    /// Where its content can be fetched from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What came of reading or hearing it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
}

impl Attachment {
    /// The kind of what was made of a link in the words by who carries them, and not put there by who wrote them.
    pub const PREVIEW: &str = "link preview";

    /// Whether nobody put it there. Such things come and go without an edit.
    pub fn is_preview(&self) -> bool {
        self.kind == Self::PREVIEW
    }

    /// What of it people put there.
    pub fn put_there(all: &[Self]) -> impl Iterator<Item = &Self> {
        all.iter().filter(|one| !one.is_preview())
    }

    /// Whether both are the same file. Discord signs its addresses anew every time, so only what stands before the
    /// signature tells.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let place = |file: &Self| file.url.as_deref().map(|url| url.split('?').next().unwrap_or(url).to_owned());
        self.name == other.name
            && self.kind == other.kind
            && self.bytes == other.bytes
            && self.description == other.description
            && place(self) == place(other)
    }

    /// What is told of what is in it: all of its words where they are few, or what was heard.
    pub fn words(&self) -> Option<&str> {
        match &self.reading {
            Some(Reading::Read { text: Some(words), .. } | Reading::Heard(words)) => Some(words),
            _ => None,
        }
    }

    /// What a program heard in it.
    pub fn transcript(&self) -> Option<&str> {
        if let Some(Reading::Heard(text)) = &self.reading { Some(text) } else { None }
    }
}

/// What came of reading an attachment as a document, or of hearing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// It takes long; whoever sent it was told so.
    Begun,
    /// It is the agent's document of that number.
    Read {
        number: i64,
        pages: u32,
        /// All of its words, where they are few enough to stand in the message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// What a program heard in it.
    Heard(String),
    /// It was not heard, for the reason that the sentence tells.
    Unheard(String),
    /// It is not read, for that reason.
    Refused(Refusal),
}

/// The message that a message answers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Quote {
    /// What its author is called: "you" is the agent itself. Only `by` identifies a person.
    pub author: String,
    pub text: String,
    /// Who wrote it, where that is known and not the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonId>,
    /// What came along with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<Attachment>,
    /// The number in Discord of the message it is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// What its text begins with and is nobody's words in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Heading>,
}

/// The beginning of a quote, which tells in which thread it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    pub text: String,
    /// Who gave the thread its title, if that is known.
    pub by: Option<PersonId>,
}

/// One call of a tool, as the model asked for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The provider's id of the call, or one of our own making.
    pub id: String,
    pub name: String,
    /// The arguments. An object, unless the model failed to write one: then the raw text as a JSON string.
    pub arguments: serde_json::Value,
}

/// What a message is.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Said by a person.
    Person { person: Person, text: String, attachments: Vec<Attachment>, quote: Option<Quote> },
    /// Said or asked for by the agent: words, tool calls, or both.
    Agent { text: String, calls: Vec<ToolCall> },
    /// What a tool answered. Always follows the agent message that holds its call.
    ToolResult { call_id: String, name: String, text: String, ok: bool },
    /// A note of the program to the model. Never shown to people, never searched.
    Note { text: String },
}

impl Body {
    /// The name the kind of message is stored under.
    pub fn role(&self) -> &'static str {
        match self {
            Self::Person { .. } => "person",
            Self::Agent { .. } => "agent",
            Self::ToolResult { .. } => "tool",
            Self::Note { .. } => "note",
        }
    }

    /// The words.
    pub fn text(&self) -> &str {
        match self {
            Self::Person { text, .. }
            | Self::Agent { text, .. }
            | Self::ToolResult { text, .. }
            | Self::Note { text } => text,
        }
    }

    /// The Discord message that it answers, with its words.
    pub fn quotes(&self) -> Option<u64> {
        if let Self::Person { quote: Some(quote), .. } = self { quote.of } else { None }
    }

    /// The person whose words it quotes.
    pub fn quoted(&self) -> Option<PersonId> {
        if let Self::Person { quote: Some(quote), .. } = self { quote.by } else { None }
    }

    /// The person whose title of a thread its quote tells.
    pub fn titled(&self) -> Option<PersonId> {
        let Self::Person { quote: Some(Quote { heading: Some(heading), .. }), .. } = self else { return None };
        heading.by
    }

    /// What came along with a person's message.
    pub fn attachments(&self) -> &[Attachment] {
        match self {
            Self::Person { attachments, .. } => attachments,
            Self::Agent { .. } | Self::ToolResult { .. } | Self::Note { .. } => &[],
        }
    }

    /// Whether recall search can find it: what people and the agent said, with words or attachments in it.
    pub fn is_searchable(&self) -> bool {
        match self {
            Self::Person { text, attachments, .. } => !text.trim().is_empty() || !attachments.is_empty(),
            Self::Agent { text, .. } => !text.trim().is_empty(),
            Self::ToolResult { .. } | Self::Note { .. } => false,
        }
    }
}

/// One message of an agent's conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub id: MessageId,
    /// Its place in the agent's conversation: 1, 2, 3 … without end, never reused. What was taken in later from a file
    /// stands before 1.
    pub seq: i64,
    /// The turn that it belongs to.
    pub turn: Option<TurnId>,
    pub body: Body,
    pub source: Option<Source>,
    pub at: Moment,
}

/// A message as it comes in, before it belongs to a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incoming {
    /// What makes it one message however often it arrives: `discord:ID`, or a fresh id in a terminal.
    pub event: String,
    /// Whose conversation it belongs to, in the text form of [`AgentKey`].
    #[serde(with = "key_text")]
    pub key: AgentKey,
    pub person: Person,
    pub text: String,
    pub attachments: Vec<Attachment>,
    pub quote: Option<Quote>,
    pub source: Source,
    pub at: Moment,
}

mod key_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::AgentKey;

    pub(super) fn serialize<S: Serializer>(key: &AgentKey, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(key)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<AgentKey, D::Error> {
        String::deserialize(input)?.parse().map_err(D::Error::custom)
    }
}
