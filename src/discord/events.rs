//! From a gateway message to [`Incoming`], or to the reason why it is ignored. Pure: all that must be looked up is in
//! [`Facts`]. Owns who is heard and which agent hears it.

use std::collections::HashSet;
use std::fmt;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use serenity::model::channel::{Message, MessageReference, MessageReferenceKind, MessageType};
use serenity::model::user::User;

use super::enclosed::enclosed;
use super::inward::{Names, readable, without_address};
use super::keywords::has_keyword;
use crate::memory::{Afterwards, AgentKey, Incoming, MessageChange, Person, PersonId, Quote, Source};
use crate::settings::{AgentsBy, Rules, Trigger};
use crate::tools::clip;

/// Characters of a name. Discord's have 32 at the most ("Usernames and Nicknames").
const NAME: usize = 100;

/// The kind of place a message stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Dm,
    Channel,
    /// A thread of the channel `parent`; `joined` if the bot is a member of it, `private` if only its members read it.
    Thread {
        parent: u64,
        joined: bool,
        private: bool,
    },
}

impl Place {
    /// Whose conversation `channel` of `guild` is for `person`. A thread belongs to the agent of its channel, unless it
    /// was set apart, or others read the channel than read the thread.
    pub fn key(self, guild: Option<u64>, channel: u64, person: u64, rules: &Rules) -> AgentKey {
        match (self, guild) {
            (Self::Dm, _) => AgentKey::Dm(PersonId(person)),
            (Self::Thread { private, .. }, _) if private || rules.apart => AgentKey::Thread(channel),
            (_, Some(guild)) if rules.agents == AgentsBy::Member => {
                AgentKey::Member { guild, person: PersonId(person) }
            }
            (Self::Channel, _) => AgentKey::Channel(channel),
            (Self::Thread { parent, .. }, _) => AgentKey::Channel(parent),
        }
    }
}

/// What must be known beside the message.
pub struct Facts<'a> {
    pub bot: u64,
    pub place: Place,
    pub guild: Option<u64>,
    pub names: &'a dyn Names,
    /// Permissions without which an answer cannot be sent there, by name.
    pub missing: Vec<&'static str>,
    /// What was set there.
    pub rules: &'a Rules,
    /// The roles that stand for the bot itself: people often mention them instead of it.
    pub own_roles: &'a [u64],
    /// People of whom nothing is taken in, neither words nor name.
    pub closed: &'a HashSet<u64>,
}

/// Stands for the name and the words of somebody of whom nothing is taken in. For the model, like all that it reads.
pub const CLOSED: &str = "a person who opted out";

/// Why a message is not taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ignored {
    Own,
    Bot,
    Webhook,
    System(u8),
    NotAddressed,
    /// It calls everybody, and not the bot in particular.
    Everyone,
    /// The bot was switched off there.
    SwitchedOff,
    /// Its author is not among those who are answered there.
    NotPermitted,
    /// Its author opted out.
    OptedOut,
    /// Too many messages of bots were answered since a person spoke.
    BotLoop,
    /// More waits there than there is room for.
    Crowded,
    /// Neither words nor anything enclosed.
    Unreadable,
    CannotAnswer(Vec<&'static str>),
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("it is my own"),
            Self::Bot => f.write_str("a bot wrote it"),
            Self::Webhook => f.write_str("a webhook wrote it"),
            Self::System(kind) => write!(f, "it is a system message (type {kind})"),
            Self::NotAddressed => f.write_str("it does not address me"),
            Self::Everyone => f.write_str("it calls everybody, and not me in particular"),
            Self::SwitchedOff => f.write_str("I was switched off there (/settings)"),
            Self::NotPermitted => f.write_str("its author is not among those I may answer there (/settings)"),
            Self::OptedOut => f.write_str("its author opted out (/privacy)"),
            Self::BotLoop => {
                f.write_str("bots have talked among themselves for long enough; a person must speak first")
            }
            Self::Crowded => f.write_str("too much waits there"),
            Self::Unreadable => f.write_str("there is nothing in it that I can read"),
            Self::CannotAnswer(missing) => write!(f, "I may not answer there; missing: {}", missing.join(", ")),
        }
    }
}

/// Why the message would be ignored whatever it says and whatever was set, if so.
pub fn ignored_author(message: &Message, bot: u64) -> Option<Ignored> {
    let own_kind = matches!(message.kind, MessageType::Regular | MessageType::InlineReply);
    if message.author.id.get() == bot || message.application_id.is_some_and(|id| id.get() == bot) {
        Some(Ignored::Own)
    } else if !own_kind || message.author.system {
        Some(Ignored::System(message.kind.into()))
    } else {
        None
    }
}

/// Whether a program wrote it and not a person.
pub fn is_automatic(message: &Message) -> bool {
    message.webhook_id.is_some() || message.author.bot
}

/// The message as agents take it in.
///
/// # Errors
/// Why it is ignored.
pub fn classify(message: &Message, facts: &Facts<'_>) -> Result<Incoming, Ignored> {
    if facts.closed.contains(&message.author.id.get()) {
        return Err(Ignored::OptedOut);
    }
    if let Some(reason) = ignored_author(message, facts.bot).or_else(|| not_allowed(message, facts)) {
        return Err(reason);
    }
    if called(message, facts).is_none() {
        let everyone = message.mention_everyone && facts.rules.triggers.contains(&Trigger::Always);
        return Err(if everyone { Ignored::Everyone } else { Ignored::NotAddressed });
    }
    if !facts.missing.is_empty() {
        return Err(Ignored::CannotAnswer(facts.missing.clone()));
    }
    let text = words(message, facts.bot, facts.names, facts.closed);
    let attachments = enclosed(message, &MessageNames { message, outer: facts.names, closed: facts.closed });
    if text.is_empty() && attachments.is_empty() {
        return Err(Ignored::Unreadable);
    }
    let person = message.author.id.get();
    let source = Source { guild: facts.guild, channel: message.channel_id.get(), message: message.id.get() };
    Ok(Incoming {
        event: event(message.id.get()),
        key: facts.place.key(facts.guild, source.channel, person, facts.rules),
        person: Person { id: PersonId(person), name: speaker_name(message) },
        text,
        attachments,
        quote: quote(message, facts),
        source,
        at: moment(message),
    })
}

/// What names a message wherever it is told of.
fn event(message: u64) -> String {
    Source { message, ..Source::default() }.event()
}

/// The message as it is after its author has changed it; none when there is nothing in it to read.
pub fn edit(message: &Message, bot: u64, names: &dyn Names, closed: &HashSet<u64>) -> Option<MessageChange> {
    let text = words(message, bot, names, closed);
    let attachments = enclosed(message, &MessageNames { message, outer: names, closed });
    if text.is_empty() && attachments.is_empty() {
        return None;
    }
    let now = Afterwards::Edited { text, attachments };
    let (channel, number) = (message.channel_id.get(), message.id.get());
    Some(MessageChange { event: event(number), channel, message: number, now })
}

/// The message is gone.
pub fn deletion(channel: u64, message: u64) -> MessageChange {
    MessageChange { event: event(message), channel, message, now: Afterwards::Deleted }
}

/// What was set against the message, if anything was.
fn not_allowed(message: &Message, facts: &Facts<'_>) -> Option<Ignored> {
    let roles: Vec<u64> = message.member.iter().flat_map(|member| &member.roles).map(|role| role.get()).collect();
    if !facts.rules.heard {
        Some(Ignored::SwitchedOff)
    } else if message.webhook_id.is_some() && !facts.rules.bots {
        Some(Ignored::Webhook)
    } else if message.author.bot && !facts.rules.bots {
        Some(Ignored::Bot)
    } else if !facts.rules.access.permits(message.author.id.get(), &roles) {
        Some(Ignored::NotPermitted)
    } else {
        None
    }
}

/// What of the message calls the bot, if anything does. What everybody is called with (@everyone, @here) does not.
fn called(message: &Message, facts: &Facts<'_>) -> Option<Trigger> {
    let rules = facts.rules;
    let roles = || message.mention_roles.iter().any(|role| facts.own_roles.contains(&role.get()));
    let holds = |trigger: &Trigger| match trigger {
        Trigger::Mention => message.mentions.iter().any(|user| user.id.get() == facts.bot) || roles(),
        Trigger::Reply => message.referenced_message.as_ref().is_some_and(|quoted| quoted.author.id.get() == facts.bot),
        Trigger::Thread => matches!(facts.place, Place::Thread { joined: true, .. }),
        Trigger::Keyword => !message.mention_everyone && has_keyword(&message.content, &rules.keywords),
        Trigger::Always => !message.mention_everyone,
    };
    if facts.place == Place::Dm {
        return Some(Trigger::Always);
    }
    Trigger::ALL.into_iter().filter(|trigger| rules.triggers.contains(trigger)).find(holds)
}

/// Whether it calls the bot whatever was set: in direct messages, by its name, in answer to it.
pub fn is_called_by_name(message: &Message, bot: u64) -> bool {
    let answers = || message.referenced_message.as_ref().is_some_and(|quoted| quoted.author.id.get() == bot);
    let names = || message.mentions.iter().any(|user| user.id.get() == bot);
    !is_automatic(message) && (message.guild_id.is_none() || names() || answers())
}

/// The words, without the address. A message that is nothing but the bot's name keeps it.
fn words(message: &Message, bot: u64, names: &dyn Names, closed: &HashSet<u64>) -> String {
    let names = MessageNames { message, outer: names, closed };
    let rest = without_address(&message.content, bot);
    let said = if rest.trim().is_empty() { message.content.as_str() } else { rest };
    readable(said, &names).trim().to_owned()
}

/// What the message answers, as far as the event tells.
fn quote(message: &Message, facts: &Facts<'_>) -> Option<Quote> {
    match message.referenced_message.as_deref() {
        Some(quoted) => Some(quote_of(quoted, facts.bot, facts.names, facts.closed)),
        None => answered(message).map(|reference| unknown_quote(reference, "(it cannot be read here)")),
    }
}

/// The message of the same channel that this one answers, whether or not the event brought it.
pub(super) fn answered(message: &Message) -> Option<&MessageReference> {
    let reference = message.message_reference.as_ref()?;
    let is_answer = message.kind == MessageType::InlineReply && reference.kind == MessageReferenceKind::Default;
    (is_answer && reference.message_id.is_some() && reference.channel_id == message.channel_id).then_some(reference)
}

/// A message that is there, as the one that is answered. Whoever wrote it is named as what they are; of those who are
/// `closed` nothing is told.
pub(super) fn quote_of(quoted: &Message, bot: u64, names: &dyn Names, closed: &HashSet<u64>) -> Quote {
    let (number, of) = (quoted.author.id.get(), Some(quoted.id.get()));
    if closed.contains(&number) {
        return Quote { author: CLOSED.to_owned(), text: format!("[{CLOSED}]"), of, ..Quote::default() };
    }
    let names = MessageNames { message: quoted, outer: names, closed };
    let (author, by) =
        if number == bot { ("you".to_owned(), None) } else { (speaker_name(quoted), Some(PersonId(number))) };
    let text = readable(&quoted.content, &names);
    let attachments = enclosed(quoted, &names);
    let text = match text.trim().is_empty() {
        true if attachments.is_empty() => "(nothing in it can be read)".to_owned(),
        true => String::new(),
        false => text,
    };
    Quote { author, text, by, attachments, of, heading: None }
}

/// A message of which nothing is known but that it is answered.
pub(super) fn unknown_quote(reference: &MessageReference, why: &str) -> Quote {
    let of = reference.message_id.map(|id| id.get());
    Quote { author: "a message".to_owned(), text: why.to_owned(), of, ..Quote::default() }
}

/// A message that was answered and is gone.
pub(super) fn deleted_quote(reference: &MessageReference) -> Quote {
    Quote { author: "a deleted message".to_owned(), ..unknown_quote(reference, "(deleted)") }
}

/// The name of who speaks; of a program it says that it is one.
fn speaker_name(message: &Message) -> String {
    let name = author_name(message);
    match (message.webhook_id, message.author.bot) {
        (Some(_), _) => format!("{name} (webhook)"),
        (None, true) => format!("{name} (bot)"),
        (None, false) => name,
    }
}

fn author_name(message: &Message) -> String {
    let nick = message.member.as_ref().and_then(|member| member.nick.as_deref());
    shown_name(&message.author, nick)
}

/// What a user is called: the name in this guild, else the display name, else the user name.
pub fn shown_name(user: &User, nick: Option<&str>) -> String {
    clip(nick.or(user.global_name.as_deref()).unwrap_or(&user.name), NAME)
}

fn moment(message: &Message) -> DateTime<Utc> {
    let at: DateTime<Utc> = *message.timestamp;
    at.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(at)
}

/// Names of the people whom Discord lists as mentioned; channels and roles from outside.
struct MessageNames<'a> {
    message: &'a Message,
    outer: &'a dyn Names,
    closed: &'a HashSet<u64>,
}

impl Names for MessageNames<'_> {
    fn user(&self, id: u64) -> Option<String> {
        if self.closed.contains(&id) {
            return Some(CLOSED.to_owned());
        }
        let user = self.message.mentions.iter().find(|user| user.id.get() == id);
        let named = user.map(|user| shown_name(user, user.member.as_ref().and_then(|member| member.nick.as_deref())));
        named.or_else(|| self.outer.user(id))
    }

    fn channel(&self, id: u64) -> Option<String> {
        self.outer.channel(id)
    }

    fn role(&self, id: u64) -> Option<String> {
        self.outer.role(id)
    }
}

#[cfg(test)]
#[path = "events_tests.rs"]
mod tests;
