//! `/memory undo`.

use super::caller::Caller;
use super::{Context, Done, answer};
use crate::discord::render::edit_cards;

/// Take the newest change of my memory back
#[poise::command(slash_command)]
pub async fn undo(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let desk = &context.data().desk;
    let card = if caller.may_manage {
        desk.undo(&caller.key, None, caller.actor()).await?
    } else {
        desk.undo_theirs(&caller.key, caller.person_id()).await?
    };
    answer::show(context, edit_cards(&[card], caller.lang).into()).await
}
