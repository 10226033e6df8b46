//! `/reminders list`, `add` and `cancel`: what people are reminded of in a place.

use serenity::builder::{AutocompleteChoice, CreateAutocompleteResponse};

use super::answer;
use super::blocks::OFFERED;
use super::caller::Caller;
use super::{Context, Done};
use crate::agent::desk::Wish;
use crate::discord::on_error::CommandError;
use crate::discord::render;
use crate::memory::{PersonId, Source};

/// What I remind people of here
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    install_context = "Guild",
    subcommands("list", "add", "cancel"),
    subcommand_required
)]
pub async fn reminders(_: Context<'_>) -> Done {
    Ok(())
}

/// List what I remind people of here
#[poise::command(slash_command)]
async fn list(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let all = context.data().desk.reminders(&caller.key).await?;
    answer::show(context, render::reminders(&all, caller.lang).into()).await
}

/// Have me remind you of something here
#[poise::command(slash_command)]
async fn add(
    context: Context<'_>,
    #[description = "When: tomorrow 9:00, in 20 minutes, 2026-05-31 18:30, every monday 8:00"]
    #[max_length = 80]
    when: String,
    #[description = "What I shall say then"]
    #[max_length = 500]
    text: String,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let at = Source { guild: caller.guild, channel: caller.channel, message: 0 };
    let wish = Wish { person: PersonId(caller.person), when, text, at };
    let reminder = context.data().desk.add_reminder(&caller.key, &wish).await?;
    caller.settle(context.data()).await?;
    answer::show(context, render::reminder_set(&reminder, caller.lang).into()).await
}

/// Cancel a reminder
#[poise::command(slash_command)]
async fn cancel(
    context: Context<'_>,
    #[description = "The number of the reminder, as /reminders list shows it"]
    #[autocomplete = "known"]
    #[min = 1]
    #[max = 1000000]
    number: u32,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let (number, person) = (i64::from(number), PersonId(caller.person));
    let cancelled = context.data().desk.cancel_reminder(&caller.key, number, person, caller.may_manage).await?;
    answer::show(context, render::reminder_cancelled(&cancelled, caller.lang).into()).await
}

/// The reminders that the caller may cancel, as far as they fit what was typed.
async fn known(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    CreateAutocompleteResponse::new().set_choices(choices(context, typed).await.unwrap_or_default())
}

async fn choices(context: Context<'_>, typed: &str) -> Result<Vec<AutocompleteChoice>, CommandError> {
    let poise::Context::Application(call) = context else { return Ok(Vec::new()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let all = context.data().desk.reminders(&caller.key).await?;
    let typed = typed.trim().to_lowercase();
    let mine = all.iter().filter(|one| caller.may_manage || one.person == PersonId(caller.person));
    let offered = mine.map(|one| (one.number, render::reminder_choice(one)));
    let fitting = offered.filter(|(_, name)| name.to_lowercase().contains(&typed)).take(OFFERED);
    Ok(fitting.map(|(number, name)| AutocompleteChoice::new(name, number)).collect())
}
