//! `/persona edit`.

use super::caller::Caller;
use super::{Context, Done, edit_form};
use crate::memory::{EditTarget, Label};

/// Make me somebody else
#[poise::command(slash_command)]
pub async fn edit(context: Context<'_>) -> Done {
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    edit_form::open(context, &caller, &EditTarget::Block(Label::Persona)).await
}
