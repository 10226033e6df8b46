//! `/memory delete`: a passage goes, and can be brought back.

use serenity::builder::{AutocompleteChoice, CreateAutocompleteResponse};

use super::answer::{Outcome, Said};
use super::blocks::CHOICE;
use super::caller::Caller;
use super::{Context, Data, Done, answer, undo};
use crate::discord::on_error::CommandError;
use crate::discord::render::card::cut;
use crate::discord::render::edit_cards;
use crate::discord::words::Lang;
use crate::memory::EditTarget;

/// Delete a passage of the archive
#[poise::command(slash_command)]
pub async fn delete(
    context: Context<'_>,
    #[description = "The number of the passage"]
    #[autocomplete = "complete"]
    #[min = 1]
    #[max = 1000000]
    number: i64,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    answer::show(context, remove(context.data(), &caller, number).await?).await
}

/// Takes a passage out, and offers to take that back.
pub async fn remove(data: &Data, caller: &Caller, number: i64) -> Outcome {
    let id = data.desk.passage_number(&caller.key, number).await?;
    if !caller.may_manage && !data.desk.owns(&caller.key, &EditTarget::Passage(id), caller.person_id()).await? {
        caller.must_manage(Lang::memory_needs)?;
    }
    let card = data.desk.remove_passage(&caller.key, number, caller.actor()).await?;
    let rows = vec![undo::row(card.edit.id, caller)];
    Ok(Said { cards: edit_cards(&[card], caller.lang), rows, ..Said::default() })
}

async fn complete(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    CreateAutocompleteResponse::new().set_choices(choices(context, typed).await.unwrap_or_default())
}

async fn choices(context: Context<'_>, typed: &str) -> Result<Vec<AutocompleteChoice>, CommandError> {
    let poise::Context::Application(call) = context else { return Ok(Vec::new()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let passages = context.data().desk.passages_like(&caller.key, typed).await?;
    let choice = |passage: crate::memory::Passage| {
        let line = passage.text.split_whitespace().collect::<Vec<_>>().join(" ");
        AutocompleteChoice::new(cut(&format!("#{} {line}", passage.number), CHOICE), passage.number)
    };
    Ok(passages.into_iter().map(choice).collect())
}
