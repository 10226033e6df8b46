//! `/context`: what is in the prompt of the place, as a picture and in numbers.

use serenity::builder::CreateAttachment;

use super::answer::Said;
use super::caller::Caller;
use super::{Context, Done, answer};
use crate::discord::render;

/// Show what I have in mind here and how much room is left
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn context(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let filled = context.data().desk.prompt(&caller.key).await?;
    let mut card = render::context(&filled, caller.lang);
    let mut files = Vec::new();
    // Without the picture the numbers say the same.
    match render::bar(&filled) {
        Ok(picture) => {
            let alt = render::alt(&filled, caller.lang);
            files.push(CreateAttachment::bytes(picture, render::PICTURE).description(alt));
            card.image = format!("attachment://{}", render::PICTURE);
        }
        Err(error) => tracing::error!(%error, "the picture of the context cannot be drawn"),
    }
    answer::show(context, Said { cards: vec![card], files, ..Said::default() }).await
}
