//! `/stop`, and the button on an answer that is being made: ends it.

use poise::CreateReply;
use serenity::builder::{CreateInteractionResponse, CreateInteractionResponseMessage};
use serenity::client::Context as Serenity;
use serenity::model::application::ComponentInteraction;

use super::caller::Caller;
use super::{Context, Data, Done, nobody};
use crate::agent::Stop;
use crate::discord::words;
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
    let told = told(context.data(), &Caller::of_command(call.interaction), None);
    context.send(CreateReply::default().content(told).ephemeral(true)).await?;
    Ok(())
}

/// Somebody clicked the button.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Result<(), serenity::Error> {
    let reply = click.data.custom_id.strip_prefix(STOP).and_then(|id| id.parse().ok());
    let told = match reply {
        Some(reply) => told(data, &Caller::of_click(click), Some(reply)),
        None => words::STOP_NOTHING,
    };
    let message = CreateInteractionResponseMessage::new().content(told).ephemeral(true).allowed_mentions(nobody());
    click.create_response(context, CreateInteractionResponse::Message(message)).await
}

fn told(data: &Data, caller: &Caller, reply: Option<OutboxId>) -> &'static str {
    match data.desk.stop(&caller.key, reply, PersonId(caller.person), caller.may_manage) {
        Stop::Stopped => words::STOP_DONE,
        Stop::NotYours => words::STOP_NOT_YOURS,
        Stop::Nothing => words::STOP_NOTHING,
    }
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
