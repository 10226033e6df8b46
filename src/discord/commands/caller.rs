//! Who calls a command, and whose memory it is about: the same as for a message in that place.

use serenity::model::application::{CommandInteraction, ComponentInteraction, ModalInteraction};
use serenity::model::channel::{ChannelType, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::id::{ChannelId, GuildId, UserId};

use super::Data;
use crate::discord::events::Place;
use crate::discord::on_error::CommandError;
use crate::discord::permissions::{may_manage, may_manage_guild};
use crate::discord::threads::is_thread;
use crate::discord::words::Lang;
use crate::memory::{Actor, AgentKey, PersonId};

/// The caller of a command or the sender of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub person: u64,
    pub guild: Option<u64>,
    /// The channel or thread they are in.
    pub channel: u64,
    pub key: AgentKey,
    /// Whether they may change what the agent there remembers: what is theirs alone, or what a channel shares.
    pub may_manage: bool,
    /// Whether they may change settings of the channel, and of the whole guild. In direct messages they may.
    pub may_manage_channel: bool,
    pub may_manage_guild: bool,
    pub in_thread: bool,
    /// Whether it is a thread that may share its channel's memory.
    pub may_share: bool,
    /// Their language.
    pub lang: Lang,
}

/// What Discord tells of whoever does something.
struct Told<'a> {
    guild: Option<GuildId>,
    channel: ChannelId,
    details: Option<&'a PartialChannel>,
    user: UserId,
    member: Option<&'a Member>,
    locale: &'a str,
}

impl Caller {
    /// # Errors
    /// When the settings of that place cannot be read.
    pub async fn of_command(data: &Data, command: &CommandInteraction) -> Result<Self, CommandError> {
        let (details, member) = (command.channel.as_ref(), command.member.as_deref());
        let (guild, channel, user) = (command.guild_id, command.channel_id, command.user.id);
        Self::of(data, Told { guild, channel, details, user, member, locale: &command.locale }).await
    }

    /// # Errors
    /// When the settings of that place cannot be read.
    pub async fn of_click(data: &Data, click: &ComponentInteraction) -> Result<Self, CommandError> {
        let (details, member) = (click.channel.as_ref(), click.member.as_ref());
        let (guild, channel, user) = (click.guild_id, click.channel_id, click.user.id);
        Self::of(data, Told { guild, channel, details, user, member, locale: &click.locale }).await
    }

    /// # Errors
    /// When the settings of that place cannot be read.
    pub async fn of_form(data: &Data, form: &ModalInteraction) -> Result<Self, CommandError> {
        let (details, member) = (form.channel.as_ref(), form.member.as_ref());
        let (guild, channel, user) = (form.guild_id, form.channel_id, form.user.id);
        Self::of(data, Told { guild, channel, details, user, member, locale: &form.locale }).await
    }

    async fn of(data: &Data, told: Told<'_>) -> Result<Self, CommandError> {
        let place = if told.guild.is_none() { Place::Dm } else { told.details.map_or(Place::Channel, place) };
        let (guild, channel, person) = (told.guild.map(GuildId::get), told.channel.get(), told.user.get());
        if let Place::Thread { parent, .. } = place {
            data.settings.note_thread(channel, parent);
        }
        let rules = data.settings.rules(guild, channel).await.map_err(anyhow::Error::from)?;
        let key = place.key(guild, channel, person, &rules);
        let held = told.member.and_then(|member| member.permissions).unwrap_or_default();
        let in_dm = place == Place::Dm;
        Ok(Self {
            person,
            guild,
            channel,
            may_manage: key.is_private() || may_manage(held),
            key,
            may_manage_channel: in_dm || may_manage(held),
            may_manage_guild: in_dm || may_manage_guild(held),
            in_thread: matches!(place, Place::Thread { .. }),
            may_share: matches!(place, Place::Thread { private: false, .. }),
            lang: Lang::of(told.locale),
        })
    }

    /// After something that may have made an agent: it is known then in which guild that is.
    ///
    /// # Errors
    /// When it could not be written down.
    pub async fn settle(&self, data: &Data) -> Result<(), CommandError> {
        if let Some(guild) = self.guild {
            data.desk.settle(&self.key, guild).await?;
        }
        Ok(())
    }

    pub fn actor(&self) -> Actor {
        Actor::Person(self.person_id())
    }

    pub fn person_id(&self) -> PersonId {
        PersonId(self.person)
    }

    /// # Errors
    /// `sentence`, if the caller may not change what a channel shares.
    pub fn must_manage(&self, sentence: fn(Lang) -> String) -> Result<(), CommandError> {
        if self.may_manage { Ok(()) } else { Err(CommandError::Person(sentence(self.lang))) }
    }
}

fn place(channel: &PartialChannel) -> Place {
    match channel.parent_id.filter(|_| is_thread(channel.kind)) {
        Some(parent) => {
            let private = channel.kind == ChannelType::PrivateThread;
            Place::Thread { parent: parent.get(), joined: true, private }
        }
        None => Place::Channel,
    }
}
