//! `/memory add`.

use super::caller::Caller;
use super::{Context, Done, answer};
use crate::discord::render::edit_cards;
use crate::discord::words::Lang;

/// Store something in the archive
#[poise::command(slash_command)]
pub async fn add(
    context: Context<'_>,
    #[description = "What I shall keep"]
    #[max_length = 6000]
    text: String,
    #[description = "Words to find it by, with commas between them"]
    #[max_length = 500]
    tags: Option<String>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    caller.must_manage(Lang::memory_needs)?;
    let tags = split_tags(tags.as_deref().unwrap_or_default());
    let card = context.data().desk.add_passage(&caller.key, &text, tags, None, None, caller.actor()).await?;
    caller.settle(context.data()).await?;
    answer::show(context, edit_cards(&[card], caller.lang).into()).await
}

/// Tags with commas between them.
pub fn split_tags(tags: &str) -> Vec<String> {
    tags.split([',', '、', '，']).map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect()
}
