//! *Why did you say that?*: the turn behind an answer.

use serenity::model::channel::Message;

use super::caller::Caller;
use super::{Context, Done, answer};
use crate::discord::render;

/// Show what an answer of mine came from
#[poise::command(
    context_menu_command = "Why did you say that?",
    interaction_context = "Guild|BotDm",
    install_context = "Guild"
)]
pub async fn why_that(context: Context<'_>, message: Message) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let why = context.data().desk.why(&caller.key, message.id.get()).await?;
    answer::show(context, render::why(&why, caller.lang).into()).await
}
