//! `/memory search`.

use super::answer;
use super::caller::Caller;
use super::{Context, Done};
use crate::discord::render;

/// Search what was said here and what I keep in the archive
#[poise::command(slash_command)]
pub async fn search(
    context: Context<'_>,
    #[description = "What to look for"]
    #[max_length = 200]
    text: String,
    #[description = "Which page of the results, from 1"]
    #[min = 1]
    #[max = 100000]
    page: Option<u32>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let hits = context.data().desk.search(&caller.key, &text, page.unwrap_or(1).into()).await?;
    answer::show(context, vec![render::results(&text, &hits, caller.lang)].into()).await
}
