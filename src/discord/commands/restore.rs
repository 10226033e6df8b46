//! The button that brings memory back to how it was after a change. It needs no memory of its own.

use serenity::client::Context as Serenity;
use serenity::model::application::ComponentInteraction;

use super::Data;
use super::answer::{Doer, Outcome, Taken};
use super::caller::Caller;
use crate::agent::desk::DeskError;
use crate::discord::render::edit_cards;
use crate::memory::EditId;

const RESTORE: &str = "restore/";

/// The id of the button.
pub fn button(edit: EditId) -> String {
    format!("{RESTORE}{}", edit.0.simple())
}

/// Whether it is such a button.
pub fn is_restore(custom_id: &str) -> bool {
    custom_id.starts_with(RESTORE)
}

/// Somebody clicked it.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Taken {
    let edit = click.data.custom_id.strip_prefix(RESTORE).and_then(|id| id.parse().ok());
    let restored = async |caller: &Caller| restore(data, caller, edit.ok_or(DeskError::NoEdit)?).await;
    Doer::Click(click).whisper(data, context, "restore", restored).await
}

/// What is about them they may bring back, and what they own; the rest is for those who manage the place.
async fn restore(data: &Data, caller: &Caller, edit: EditId) -> Outcome {
    let change = data.desk.change(&caller.key, edit).await?;
    if !caller.may_manage && !data.desk.owns(&caller.key, &change.edit.target, caller.person_id()).await? {
        caller.must_manage(crate::discord::words::Lang::memory_needs)?;
    }
    let card = data.desk.restore(&caller.key, edit, caller.actor()).await?;
    Ok(edit_cards(&[card], caller.lang).into())
}
