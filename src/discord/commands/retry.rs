//! `/retry`, and the button below what is said of a failure: has the answer made that failed, or that waits for the model.

use serenity::client::Context as Serenity;
use serenity::model::application::ComponentInteraction;

use super::super::on_error::CommandError;
use super::answer::{self, Doer, Taken};
use super::caller::Caller;
use super::{Context, Data, Done};
use crate::agent::Retry;
use crate::memory::PersonId;

const RETRY: &str = "retry:";

/// The id of a button that has the turn of that trace tried again.
pub fn button(trace: &str) -> String {
    format!("{RETRY}{trace}")
}

/// Whether it is such a button.
pub fn is_retry(custom_id: &str) -> bool {
    custom_id.starts_with(RETRY)
}

/// Answer again what failed or still waits for the model
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn retry(context: Context<'_>) -> Done {
    let poise::Context::Application(call) = context else { return Ok(()) };
    context.defer_ephemeral().await?;
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    answer::show(context, told(context.data(), &caller, None).await?.into()).await
}

/// Somebody clicked the button.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Taken {
    let trace = click.data.custom_id.strip_prefix(RETRY);
    let tried = async |caller: &Caller| Ok(told(data, caller, trace).await?.into());
    Doer::Click(click).whisper(data, context, "retry", tried).await
}

async fn told(data: &Data, caller: &Caller, trace: Option<&str>) -> Result<String, CommandError> {
    let tried = data.desk.retry(&caller.key, trace, PersonId(caller.person), caller.may_manage).await?;
    Ok(match tried {
        Retry::Again => caller.lang.retry_done(),
        Retry::NotYours => caller.lang.retry_not_yours(),
        Retry::Running => caller.lang.retry_running(),
        Retry::Nothing => caller.lang.retry_nothing(),
    })
}
