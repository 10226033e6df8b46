//! `/docs list` and `/docs remove`: the documents of a place.

use super::answer;
use super::caller::Caller;
use super::{Context, Done, confirm};
use crate::discord::questions::Wish;
use crate::discord::render;
use crate::discord::words::Lang;

/// The documents I was given here
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    install_context = "Guild",
    subcommands("list", "remove"),
    subcommand_required
)]
pub async fn docs(_: Context<'_>) -> Done {
    Ok(())
}

/// List the documents I was given here
#[poise::command(slash_command)]
async fn list(
    context: Context<'_>,
    #[description = "Which page of the list, from 1"]
    #[min = 1]
    #[max = 100000]
    page: Option<u32>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let documents = context.data().desk.documents(&caller.key, page.unwrap_or(1).into()).await?;
    answer::show(context, vec![render::documents(&documents, caller.lang)].into()).await
}

/// Take a document away for good
#[poise::command(slash_command)]
async fn remove(
    context: Context<'_>,
    #[description = "The number of the document, as /docs list shows it"]
    #[min = 1]
    #[max = 1000000]
    number: u32,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    caller.must_manage(Lang::docs_needs)?;
    let document = context.data().desk.document(&caller.key, number.into()).await?;
    let text = render::removal(&document, caller.lang);
    confirm::ask(context, &caller, Wish::RemoveDocument(number.into()), &text).await
}
