//! `/usage`: what the caller has cost; to those who manage the server also what all have.

use super::answer;
use super::caller::Caller;
use super::{Context, Done};
use crate::discord::render;
use crate::memory::PersonId;

/// What you have cost today and this month
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn usage(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let (desk, person) = (&context.data().desk, PersonId(caller.person));
    let usage = desk.usage(person, caller.guild, caller.channel, caller.may_manage_guild).await?;
    answer::show(context, vec![render::usage(&usage, caller.lang)].into()).await
}
