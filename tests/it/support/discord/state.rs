//! What the fake knows: people, guilds, channels, messages, commands, interactions. Owns ids and the log.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::faults::{Bucket, Fault, Trouble};
use super::gateway::{Session, Wire};

pub type Id = u64;

/// How long a nonce is known. Discord says "a few minutes".
const NONCE_LIFE: Duration = Duration::from_secs(300);

/// The first millisecond of Discord's ids.
const EPOCH: u64 = 1_420_070_400_000;

#[derive(Debug, Clone)]
pub struct User {
    pub id: Id,
    pub name: String,
    pub bot: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Member {
    pub nick: Option<String>,
    /// Holds Manage Channels and Manage Server.
    pub manager: bool,
    pub roles: BTreeSet<Id>,
}

#[derive(Debug, Clone)]
pub struct Role {
    pub id: Id,
    pub name: String,
    /// The bot that it stands for.
    pub of_bot: Option<Id>,
}

#[derive(Debug, Clone)]
pub struct Guild {
    pub id: Id,
    pub name: String,
    pub members: BTreeMap<Id, Member>,
    /// What everybody may do there.
    pub permissions: u64,
    /// Beside `@everyone`.
    pub roles: Vec<Role>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Of posts, which are threads.
    Forum,
    /// With that user.
    Dm(Id),
    Thread {
        parent: Id,
        owner: Id,
        members: BTreeSet<Id>,
        /// Only members read it.
        private: bool,
    },
}

#[derive(Debug, Clone)]
pub struct Channel {
    pub id: Id,
    pub guild: Option<Id>,
    pub name: String,
    pub kind: Kind,
    /// Permissions taken from everybody.
    pub denied: u64,
    /// Of threads: it sleeps until something is said in it.
    pub archived: bool,
    /// Of threads: only who manages threads can write there.
    pub locked: bool,
}

impl Channel {
    pub fn new(id: Id, guild: Option<Id>, name: &str, kind: Kind) -> Self {
        Self { id, guild, name: name.into(), kind, denied: 0, archived: false, locked: false }
    }
}

/// A message as it is stored.
#[derive(Debug, Clone)]
pub struct Stored {
    pub value: Value,
    pub channel: Id,
    pub author: Id,
    /// The only one who sees it.
    pub ephemeral_to: Option<Id>,
    pub born: Instant,
    pub deleted: bool,
    pub reactions: Vec<(String, Id)>,
    /// A test has looked at it.
    pub taken: bool,
}

/// How an interaction was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    None,
    Deferred { ephemeral: bool },
    DeferredUpdate,
    Shown,
    Modal,
}

#[derive(Debug, Clone)]
pub struct Interaction {
    pub id: Id,
    pub token: String,
    /// 2 command, 3 component, 4 typing, 5 form.
    pub kind: u64,
    pub user: Id,
    pub channel: Id,
    pub born: Instant,
    pub answer: Answer,
    /// The message that answers it.
    pub original: Option<Id>,
    pub followups: Vec<Id>,
    pub modal: Option<Value>,
    /// What was offered while somebody typed.
    pub choices: Option<Value>,
    /// The message whose button was clicked.
    pub message: Option<Id>,
}

pub struct State {
    pub bot: User,
    pub token: String,
    pub users: BTreeMap<Id, User>,
    pub guilds: BTreeMap<Id, Guild>,
    /// Of people and guilds; "en-US" where nothing stands.
    pub locales: BTreeMap<Id, String>,
    pub channels: BTreeMap<Id, Channel>,
    pub messages: BTreeMap<Id, Stored>,
    /// By guild; `None` for all guilds.
    pub commands: BTreeMap<Option<Id>, Vec<Value>>,
    pub interactions: BTreeMap<Id, Interaction>,
    pub sessions: Vec<Session>,
    /// Content of attachments, and where a request for one is led to instead, by path.
    pub files: BTreeMap<String, Result<Vec<u8>, String>>,
    pub faults: Vec<Fault>,
    pub buckets: Vec<Bucket>,
    /// What requests have met of that.
    pub met: Vec<Trouble>,
    /// Channels in which typing was shown, in order.
    pub typing: Vec<Id>,
    pub content_allowed: bool,
    /// How long an interaction waits for its first answer.
    pub life: Duration,
    /// Nonces of messages up to that one are forgotten.
    pub nonces_forgotten: Id,
    /// No request but for the gateway is served before.
    pub limited_until: Option<Instant>,
    pub wire: Wire,
    /// Paths of requests that were done and whose answer did not arrive: the bot cannot know.
    pub unanswered: Vec<String>,
    pub log: Vec<String>,
    pub violations: Vec<String>,
    pub url: String,
    last_ms: u64,
}

impl State {
    pub fn new(url: String) -> Self {
        let mut state = Self {
            bot: User { id: 0, name: "Keepsake".into(), bot: true },
            token: String::new(),
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            locales: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: BTreeMap::new(),
            sessions: Vec::new(),
            files: BTreeMap::new(),
            faults: Vec::new(),
            buckets: Vec::new(),
            met: Vec::new(),
            typing: Vec::new(),
            content_allowed: true,
            life: Duration::from_secs(3),
            nonces_forgotten: 0,
            limited_until: None,
            wire: Wire::default(),
            unanswered: Vec::new(),
            log: Vec::new(),
            violations: Vec::new(),
            url,
            last_ms: 0,
        };
        state.bot.id = state.fresh_id();
        state.token = format!("fake.{}.token", state.bot.id);
        state.users.insert(state.bot.id, state.bot.clone());
        state
    }

    /// A new id that is later than all before.
    pub fn fresh_id(&mut self) -> Id {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        self.last_ms = now.max(self.last_ms + 1);
        (self.last_ms - EPOCH) << 22
    }

    /// How long nothing is served, if a limit on all of the bot holds.
    pub fn limited_for(&self) -> Option<Duration> {
        self.limited_until?.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }

    /// Whether the nonce of that message is still known.
    pub fn knows_nonce(&self, stored: &Stored) -> bool {
        let id: Id = stored.value["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(0);
        id > self.nonces_forgotten && stored.born.elapsed() < NONCE_LIFE
    }

    pub fn channel(&self, id: Id) -> &Channel {
        self.channels.get(&id).unwrap_or_else(|| panic!("there is no channel {id}"))
    }

    /// The locale of a person or a guild.
    pub fn locale(&self, id: Id) -> &str {
        self.locales.get(&id).map_or("en-US", String::as_str)
    }

    pub fn note(&mut self, line: impl Into<String>) {
        let line: String = line.into();
        self.log.push(if line.chars().count() > 700 {
            line.chars().take(700).collect::<String>() + "…"
        } else {
            line
        });
    }

    /// Remembers that the bot broke a rule.
    pub fn violate(&mut self, what: impl Into<String>) {
        let what: String = what.into();
        self.note(format!("VIOLATION {what}"));
        self.violations.push(what);
    }

    /// What `bits` of the bot's permissions are missing there. In direct messages nothing is.
    pub fn bot_lacks(&self, channel: Id, bits: u64) -> bool {
        let channel = self.channel(channel);
        let Some(guild) = channel.guild.and_then(|guild| self.guilds.get(&guild)) else { return false };
        let parent = if let Kind::Thread { parent, .. } = channel.kind { self.channel(parent).denied } else { 0 };
        bits & !(guild.permissions & !channel.denied & !parent) != 0
    }

    /// Which permissions a member has there.
    pub fn held(&self, channel: Id, user: Id) -> u64 {
        let channel = self.channel(channel);
        let Some(guild) = channel.guild.and_then(|guild| self.guilds.get(&guild)) else { return 0 };
        let manager = guild.members.get(&user).is_some_and(|member| member.manager);
        (guild.permissions & !channel.denied) | if manager { 1 << 4 | 1 << 5 } else { 0 }
    }

    pub fn dump(&self) -> String {
        let from = self.log.len().saturating_sub(60);
        format!(
            "--- what happened (last {} of {}):\n{}",
            self.log.len() - from,
            self.log.len(),
            self.log[from..].join("\n")
        )
    }
}

/// The moment in an id, as Discord writes it.
pub fn timestamp(id: Id) -> String {
    let ms = i64::try_from((id >> 22) + EPOCH).expect("a moment");
    chrono::DateTime::from_timestamp_millis(ms).expect("a moment").format("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}
