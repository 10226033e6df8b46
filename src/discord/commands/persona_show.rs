//! `/persona show`.

use super::answer;
use super::caller::Caller;
use super::{Context, Done};
use crate::discord::render;
use crate::memory::Label;

/// Show who I am here
#[poise::command(slash_command)]
pub async fn show(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let persona = context.data().desk.block(&caller.key, Label::Persona).await?;
    answer::show(context, render::persona(&persona.value, persona.version, persona.limit, caller.lang).into()).await
}
