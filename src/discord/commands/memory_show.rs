//! `/memory show`.

use super::answer;
use super::caller::Caller;
use super::{Context, Done};
use crate::discord::render;

/// Show what I remember here
#[poise::command(slash_command)]
pub async fn show(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let overview = context.data().desk.overview(&caller.key).await?;
    answer::show(context, render::overview(&overview, caller.lang).into()).await
}
