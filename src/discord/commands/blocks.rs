//! The option of a command that names a block. Owns what is offered while it is typed, and which block is meant.

use serenity::builder::{AutocompleteChoice, CreateAutocompleteResponse};

use super::Context;
use super::caller::Caller;
use crate::discord::on_error::CommandError;
use crate::discord::render::block_title;
use crate::discord::render::card::cut;
use crate::memory::{AgentKey, CoreMemory, Label};

/// Choices that are offered, and units of one (Discord's reference, "Application Command Option Choice").
pub const OFFERED: usize = 25;
pub const CHOICE: usize = 100;

/// Offers the blocks that are there.
pub async fn complete(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    CreateAutocompleteResponse::new().set_choices(choices(context, typed).await.unwrap_or_default())
}

async fn choices(context: Context<'_>, typed: &str) -> Result<Vec<AutocompleteChoice>, CommandError> {
    let poise::Context::Application(call) = context else { return Ok(Vec::new()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let core = context.data().desk.overview(&caller.key).await?.core;
    let typed = typed.trim().to_lowercase();
    let all = core.blocks.iter().map(|block| (block_title(block, caller.lang), block.label));
    let fitting = all.filter(|(title, _)| title.to_lowercase().contains(&typed)).take(OFFERED);
    Ok(fitting.map(|(title, label)| AutocompleteChoice::new(cut(&title, CHOICE), label.to_string())).collect())
}

/// The block that somebody means by what they chose or typed.
///
/// # Errors
/// A sentence for them where there is none.
pub fn meant(core: &CoreMemory, typed: &str, caller: &Caller) -> Result<Label, CommandError> {
    let typed = typed.trim();
    let known = |label: Label| core.get(label).is_some() || label == Label::Persona;
    let by_label = typed.to_lowercase().parse::<Label>().ok().filter(|label| known(*label));
    let by_title =
        || core.blocks.iter().find(|block| block_title(block, caller.lang) == typed).map(|block| block.label);
    let by_name = || match core.people_called(typed).as_slice() {
        [one] => Some(one.label),
        _ => None,
    };
    by_label.or_else(by_title).or_else(by_name).ok_or_else(|| CommandError::Person(caller.lang.no_block()))
}

/// The same, of the blocks of a place; where nobody has talked yet there is but the persona.
///
/// # Errors
/// As [`meant`], and when memory cannot be read.
pub async fn block_of(context: Context<'_>, caller: &Caller, typed: &str) -> Result<Label, CommandError> {
    let core = core_of(context, &caller.key).await?;
    meant(&core, typed, caller)
}

async fn core_of(context: Context<'_>, key: &AgentKey) -> Result<CoreMemory, CommandError> {
    use crate::agent::desk::DeskError;
    match context.data().desk.overview(key).await {
        Ok(overview) => Ok(overview.core),
        Err(DeskError::NoAgent) => Ok(CoreMemory::default()),
        Err(error) => Err(error.into()),
    }
}
