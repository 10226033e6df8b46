//! `/stop`, and the button on an answer that is being made: ends it.

use serenity::client::Context as Serenity;
use serenity::model::application::ComponentInteraction;

use super::answer::{self, Doer, Taken};
use super::caller::Caller;
use super::{Context, Data, Done};
use crate::agent::Stop;
use crate::agent::desk::DeskError;
use crate::memory::{OutboxId, PersonId};

const STOP: &str = "stop:";

/// The id of a button that stops the answer that will be in that row.
pub fn button(reply: OutboxId) -> String {
    format!("{STOP}{}", reply.0.simple())
}

/// Whether it is such a button.
pub fn is_stop(custom_id: &str) -> bool {
    custom_id.starts_with(STOP)
}

/// Stop the answer I am making
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn stop(context: Context<'_>) -> Done {
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
    let reply = click.data.custom_id.strip_prefix(STOP).and_then(|id| id.parse().ok());
    let stopped = async |caller: &Caller| {
        Ok(match reply {
            Some(reply) => told(data, caller, Some(reply)).await?,
            None => caller.lang.stop_nothing(),
        }
        .into())
    };
    Doer::Click(click).whisper(data, context, "stop", stopped).await
}

async fn told(data: &Data, caller: &Caller, reply: Option<OutboxId>) -> Result<String, DeskError> {
    let stop = data.desk.stop(&caller.key, reply, PersonId(caller.person), caller.may_manage).await?;
    Ok(match stop {
        Stop::Stopped => caller.lang.stop_done(),
        Stop::NotYours => caller.lang.stop_not_yours(),
        Stop::Nothing => caller.lang.stop_nothing(),
    })
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;

    #[test]
    fn a_button_names_its_answer() {
        let reply = OutboxId::at(Utc::now());
        let id = button(reply);
        assert!(is_stop(&id) && id.len() <= 100 && !is_stop("undo:1:2"));
        assert_eq!(id.strip_prefix(STOP).and_then(|id| id.parse().ok()), Some(reply));
    }
}
