//! Slash commands, one file each and one line in [`all`]. A command acknowledges at once, asks the desk, and shows what
//! the renderer makes of it. Must not know how memory is kept.

mod answer;
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
mod reminders;
mod settings;
mod thread;
pub(super) mod undo;

use std::sync::Arc;

use poise::Command;
use serenity::builder::CreateAllowedMentions;
use serenity::client::Context as Serenity;
use serenity::model::application::{ComponentInteraction, Interaction, ModalInteraction};

use answer::Taken;
pub use settings::Knob;

use super::on_error::CommandError;
use super::pace::Pace;
use super::questions::Questions;
use super::seams::MemoryDesk;
use super::words::{self, Lang};
use crate::settings::SettingsBook;

/// What commands have at hand.
pub struct Shared {
    pub desk: Arc<dyn MemoryDesk>,
    pub settings: SettingsBook,
    pub questions: Questions,
    pub pace: Pace,
    /// Whether the words of messages that do not address the bot can be read.
    pub content: bool,
}

pub type Data = Arc<Shared>;
pub type Context<'a> = poise::Context<'a, Data, CommandError>;
type Done = Result<(), CommandError>;

/// More messages than this one command never sends.
const MOST_PAGES: usize = 12;

/// Every command, in every language.
pub fn all() -> Vec<Command<Data, CommandError>> {
    let mut all = vec![
        memory::memory(),
        docs::docs(),
        reminders::reminders(),
        thread::thread(),
        persona::persona(),
        settings::settings(),
        help::help(),
    ];
    words::localize(&mut all);
    all
}

/// Answers a button, a menu or a form. Those of other makers are left alone.
pub async fn interaction(data: &Data, context: &Serenity, interaction: &Interaction) {
    let taken = match interaction {
        Interaction::Component(click) => clicked(data, context, click).await,
        Interaction::Modal(form) => submitted(data, context, form).await,
        _ => Ok(()),
    };
    if let Err(error) = taken {
        CommandError::from(error).told("a button, menu or form", Lang::English);
    }
}

async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Taken {
    if undo::is_undo(&click.data.custom_id) {
        return undo::clicked(data, context, click).await;
    }
    if let Some(taken) = settings::clicked(data, context, click).await {
        return taken;
    }
    confirm::clicked(data, context, click).await
}

async fn submitted(data: &Data, context: &Serenity, form: &ModalInteraction) -> Taken {
    if let Some(taken) = settings::submitted(data, context, form).await {
        return taken;
    }
    persona_edit::submitted(data, context, form).await
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
