//! `/memory show`.

use super::caller::Caller;
use super::{Context, Done, answer, blocks};
use crate::discord::render;
use crate::memory::EditTarget;

/// Show what I remember here
#[poise::command(slash_command)]
pub async fn show(
    context: Context<'_>,
    #[description = "Which block; all without it"]
    #[autocomplete = "blocks::complete"]
    #[max_length = 100]
    block: Option<String>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let overview = context.data().desk.overview(&caller.key).await?;
    let Some(typed) = block else {
        return answer::show(context, render::overview(&overview, caller.lang).into()).await;
    };
    let label = blocks::meant(&overview.core, &typed, &caller)?;
    let cards = overview.core.get(label).map(|block| render::block_cards(block, caller.lang)).unwrap_or_default();
    let target = EditTarget::Block(label);
    let rows = vec![super::edit_rows::row(&target, caller.lang)];
    answer::show(context, answer::Said { cards, rows, ..Default::default() }).await
}
