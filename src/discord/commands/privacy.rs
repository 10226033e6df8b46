//! `/privacy`: what is kept of the caller, everywhere, and what they may have done with it. It is always about the caller and
//! nobody else, wherever it is called.

use serenity::builder::CreateAttachment;

use super::answer::{self, Said};
use super::caller::Caller;
use super::{Context, Done, confirm};
use crate::discord::questions::Wish;
use crate::discord::render;
use crate::memory::PersonId;

/// What is stored of you, and what you can have done with it
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    install_context = "Guild",
    subcommands("show", "export", "forget_me", "opt_out", "opt_in"),
    subcommand_required
)]
pub async fn privacy(_: Context<'_>) -> Done {
    Ok(())
}

/// Show what is stored of you, in all places, and where
#[poise::command(slash_command)]
async fn show(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let held = context.data().desk.held(PersonId(caller.person)).await?;
    answer::show(context, render::held(&held, caller.lang).into()).await
}

/// Get all that is yours of it as a file
#[poise::command(slash_command)]
async fn export(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let files = context.data().desk.export_person(PersonId(caller.person)).await?;
    for (at, file) in (1..).zip(files) {
        // One message each: Discord bounds what one request uploads.
        let files = vec![CreateAttachment::bytes(file.into_bytes(), format!("keepsake-{at}.json"))];
        let said = Said { text: caller.lang.own_exported(at), files, ..Said::default() };
        answer::show(context, said).await?;
    }
    Ok(())
}

/// Have me forget you, in all places
#[poise::command(slash_command, rename = "forget-me")]
async fn forget_me(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    confirm::ask(context, &caller, Wish::ForgetMe, &caller.lang.forget_question()).await
}

/// From now on I take in nothing that you say
#[poise::command(slash_command, rename = "opt-out")]
async fn opt_out(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let desk = &context.data().desk;
    let person = PersonId(caller.person);
    let done =
        if desk.opt_out(person, true).await? { caller.lang.opted_out() } else { caller.lang.opted_out_already() };
    if desk.held(person).await?.places.is_empty() {
        return answer::show(context, done.into()).await;
    }
    let text = format!("{done}\n\n{}", caller.lang.forget_question());
    confirm::ask(context, &caller, Wish::ForgetMe, &text).await
}

/// I may listen to you again
#[poise::command(slash_command, rename = "opt-in")]
async fn opt_in(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let changed = context.data().desk.opt_out(PersonId(caller.person), false).await?;
    let text = if changed { caller.lang.opted_in() } else { caller.lang.opted_in_already() };
    answer::show(context, text.into()).await
}
