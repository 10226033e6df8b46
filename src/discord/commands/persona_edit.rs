//! `/persona edit`.

use super::caller::Caller;
use super::{Context, Done, edit_form};
use crate::memory::{EditTarget, Label};

/// Make me somebody else
#[poise::command(slash_command)]
pub async fn edit(context: Context<'_>) -> Done {
    edit_form::open(context, "persona edit", async |_: &Caller| Ok(EditTarget::Block(Label::Persona))).await
}
