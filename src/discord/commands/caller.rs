//! Who calls a command, and whose memory it is about: the same as for a message in that place. Pure.

use serenity::model::application::{CommandInteraction, ComponentInteraction, ModalInteraction};
use serenity::model::channel::{ChannelType, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::id::{ChannelId, GuildId, UserId};

use crate::discord::events::Place;
use crate::discord::on_error::CommandError;
use crate::discord::permissions::may_manage;
use crate::discord::words::Lang;
use crate::memory::{Actor, AgentKey, PersonId};

/// The caller of a command or the sender of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub person: u64,
    pub key: AgentKey,
    /// Whether they may change what a channel shares. In direct messages everything is theirs.
    pub may_manage: bool,
    /// Their language.
    pub lang: Lang,
}

impl Caller {
    pub fn of_command(command: &CommandInteraction) -> Self {
        Self::of(
            command.guild_id,
            command.channel_id,
            command.channel.as_ref(),
            command.user.id,
            command.member.as_deref(),
            &command.locale,
        )
    }

    pub fn of_click(click: &ComponentInteraction) -> Self {
        Self::of(
            click.guild_id,
            click.channel_id,
            click.channel.as_ref(),
            click.user.id,
            click.member.as_ref(),
            &click.locale,
        )
    }

    pub fn of_form(form: &ModalInteraction) -> Self {
        Self::of(
            form.guild_id,
            form.channel_id,
            form.channel.as_ref(),
            form.user.id,
            form.member.as_ref(),
            &form.locale,
        )
    }

    fn of(
        guild: Option<GuildId>,
        channel_id: ChannelId,
        channel: Option<&PartialChannel>,
        user: UserId,
        member: Option<&Member>,
        locale: &str,
    ) -> Self {
        let place = if guild.is_none() { Place::Dm } else { channel.map_or(Place::Channel, place) };
        let held = member.and_then(|member| member.permissions);
        Self {
            person: user.get(),
            key: place.key(channel_id.get(), user.get()),
            may_manage: place == Place::Dm || held.is_some_and(may_manage),
            lang: Lang::of(locale),
        }
    }

    pub fn actor(&self) -> Actor {
        Actor::Person(PersonId(self.person))
    }

    /// # Errors
    /// `sentence`, if the caller may not change what a channel shares.
    pub fn must_manage(&self, sentence: fn(Lang) -> String) -> Result<(), CommandError> {
        if self.may_manage { Ok(()) } else { Err(CommandError::Person(sentence(self.lang))) }
    }
}

fn place(channel: &PartialChannel) -> Place {
    let threads = [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread];
    match channel.parent_id.filter(|_| threads.contains(&channel.kind)) {
        Some(parent) => Place::Thread { parent: parent.get(), joined: true },
        None => Place::Channel,
    }
}
