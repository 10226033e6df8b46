//! `/doctor`: why was there no answer? Owns what is looked at: the bot's permissions, what was set, who asks and whether they
//! opted out or used up a limit, and one message or those that were ignored of late.

use std::collections::HashSet;

use serenity::client::Context as Serenity;
use serenity::model::channel::Message;
use serenity::model::id::{ChannelId, MessageId};

use super::answer;
use super::caller::Caller;
use super::{Context, Data, Done};
use crate::discord::events::{Ignored, ignored_author};
use crate::discord::look_up::LookUp;
use crate::discord::on_error::CommandError;
use crate::discord::permissions;
use crate::discord::render::doctor as render;
use crate::discord::words::Lang;
use crate::memory::PersonId;

/// Messages that are told of.
const TOLD: usize = 3;

/// Why I did not answer here
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn doctor(
    context: Context<'_>,
    #[description = "The link of the message, or its number"]
    #[max_length = 200]
    message: Option<String>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let data = context.data();
    let caller = Caller::of_command(data, call.interaction).await?;
    let rules = data.settings.rules(caller.guild, caller.channel).await.map_err(anyhow::Error::from)?;
    let roles: Vec<u64> =
        call.interaction.member.iter().flat_map(|member| &member.roles).map(|role| role.get()).collect();
    let missing = match (caller.guild, call.interaction.app_permissions) {
        (Some(_), Some(held)) => permissions::missing_in(held, caller.in_thread),
        _ => Vec::new(),
    };
    let about = match message {
        Some(text) => vec![one(data, context.serenity_context(), &caller, &text).await?],
        None => {
            let ignored = data.ignored.of(caller.channel, caller.person);
            ignored.into_iter().take(TOLD).map(|passed| (passed.message, Some(passed.reason))).collect()
        }
    };
    let standing = data.desk.standing(PersonId(caller.person), caller.guild, caller.channel).await?;
    let found = render::Found {
        standing: &standing,
        content: data.content,
        missing,
        permitted: rules.access.permits(caller.person, &roles),
        rules: &rules,
        about,
        caller: &caller,
    };
    answer::show(context, vec![render::doctor(&found)].into()).await
}

/// What became of one message: why it was ignored, or nothing of that kind.
async fn one(
    data: &Data,
    context: &Serenity,
    caller: &Caller,
    text: &str,
) -> Result<(u64, Option<Ignored>), CommandError> {
    let person = |sentence: fn(Lang) -> String| CommandError::Person(sentence(caller.lang));
    let number = message_number(text).ok_or_else(|| person(Lang::doctor_no_number))?;
    let channel = ChannelId::new(caller.channel.max(1));
    let asked = context.http.get_message(channel, MessageId::new(number)).await;
    let mut message = asked.map_err(|_| person(Lang::doctor_no_message))?;
    // Only the gateway says in which guild a message is, and as what member it was written.
    message.guild_id = caller.guild.map(|guild| guild.max(1).into());
    Ok((number, why(data, context, &message).await?))
}

async fn why(data: &Data, context: &Serenity, message: &Message) -> Result<Option<Ignored>, CommandError> {
    if let Some(reason) = ignored_author(message, data.bot) {
        return Ok(Some(reason));
    }
    let known = data.ignored.of(message.channel_id.get(), message.author.id.get());
    if let Some(passed) = known.into_iter().find(|passed| passed.message == message.id.get()) {
        return Ok(Some(passed.reason));
    }
    let look_up = LookUp {
        bot: data.bot,
        cache: context.cache.clone(),
        http: context.http.clone(),
        feed: data.feed.clone(),
        settings: data.settings.clone(),
    };
    let author = PersonId(message.author.id.get());
    if data.desk.is_closed(author).await? {
        return Ok(Some(Ignored::OptedOut));
    }
    let place = look_up.place(message, None).await.map_err(anyhow::Error::msg)?;
    let rules = look_up.rules(message, place).await.map_err(anyhow::Error::from)?;
    // Whoever else may have opted out is only mentioned: that is no reason to ignore it.
    Ok(look_up.classify(message, place, &rules, &HashSet::new()).err())
}

/// The number of a message, from its link or as it is.
fn message_number(text: &str) -> Option<u64> {
    let text = text.trim().trim_matches(['<', '>']);
    text.rsplit('/').next()?.parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_named_by_link_or_number() {
        assert_eq!(message_number(" <https://discord.com/channels/1/2/345> "), Some(345));
        assert_eq!(message_number("345"), Some(345));
        assert_eq!([message_number("hello"), message_number("0"), message_number("")], [None; 3]);
    }
}
