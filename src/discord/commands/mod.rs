//! Slash commands, one file each and one line in [`all`]. A command acknowledges at once, asks the desk, and shows what
//! the renderer makes of it. Must not know how memory is kept.

mod caller;
mod confirm;
mod docs;
mod help;
mod memory;
mod memory_reset;
mod memory_search;
mod memory_show;
mod persona;
mod persona_edit;
mod persona_show;
pub(super) mod stop;
pub(super) mod undo;

use std::sync::Arc;

use poise::{Command, CreateReply};
use serenity::builder::CreateAllowedMentions;
use serenity::client::Context as Serenity;
use serenity::model::application::Interaction;

use super::on_error::CommandError;
use super::pace::Pace;
use super::questions::Questions;
use super::render::{Card, pages};
use super::seams::MemoryDesk;

/// What commands have at hand.
pub struct Shared {
    pub desk: Arc<dyn MemoryDesk>,
    pub questions: Questions,
    pub pace: Pace,
}

pub type Data = Arc<Shared>;
pub type Context<'a> = poise::Context<'a, Data, CommandError>;
type Done = Result<(), CommandError>;

/// More messages than this one command never sends.
const MOST_PAGES: usize = 12;

/// Every command.
pub fn all() -> Vec<Command<Data, CommandError>> {
    vec![memory::memory(), docs::docs(), persona::persona(), stop::stop(), help::help()]
}

/// Answers a button or a form. Those of other makers are left alone.
pub async fn interaction(data: &Data, context: &Serenity, interaction: &Interaction) {
    let done = match interaction {
        Interaction::Component(click) if undo::is_undo(&click.data.custom_id) => {
            undo::clicked(data, context, click).await
        }
        Interaction::Component(click) if stop::is_stop(&click.data.custom_id) => {
            stop::clicked(data, context, click).await
        }
        Interaction::Component(click) => confirm::clicked(data, context, click).await,
        Interaction::Modal(form) => persona_edit::submitted(data, context, form).await,
        _ => Ok(()),
    };
    if let Err(error) = done {
        let error = CommandError::from(error);
        error.told("a button or form");
    }
}

/// Shows embeds to the caller only, in as many messages as it takes.
async fn show(context: Context<'_>, cards: Vec<Card>) -> Done {
    for page in pages(cards).into_iter().take(MOST_PAGES) {
        let reply =
            page.iter().fold(CreateReply::default().ephemeral(true), |reply, card| reply.embed(card.to_embed()));
        context.send(reply).await?;
    }
    Ok(())
}

/// Nobody is pinged.
pub(super) fn nobody() -> CreateAllowedMentions {
    CreateAllowedMentions::new().replied_user(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_as_they_are_registered() {
        insta::assert_json_snapshot!("commands", poise::builtins::create_application_commands(&all()));
    }
}
