//! *Forget this*: a message goes from memory as if it had been deleted in Discord.

use serenity::model::channel::Message;

use super::answer::Outcome;
use super::caller::Caller;
use super::{Context, Data, Done, answer};
use crate::discord::on_error::CommandError;
use crate::discord::words::Lang;
use crate::memory::{Afterwards, MessageChange};

/// Forget what a message says
#[poise::command(context_menu_command = "Forget this", interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn forget_this(context: Context<'_>, message: Message) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let (channel, id) = (message.channel_id.get(), message.id.get());
    let said = forget(context.data(), &caller, channel, id).await?;
    answer::show(context, said).await
}

/// Lets memory forget a message of this place, if `caller` said it or manages the place. What was learned from it is
/// then listed where it stands, each change with a button.
pub async fn forget(data: &Data, caller: &Caller, channel: u64, message: u64) -> Outcome {
    let by = data.desk.who_said(&caller.key, channel, message).await?;
    let by = by.ok_or_else(|| CommandError::Person(caller.lang.forget_unknown()))?;
    if by != caller.person_id() {
        caller.must_manage(Lang::forget_needs)?;
    }
    let event = format!("discord:{message}");
    data.intake.changed(MessageChange { event, channel, message, now: Afterwards::Deleted }).await?;
    Ok(caller.lang.forgotten().into())
}
