//! Slash commands, one file each and one line in [`all`]. A command acknowledges at once, asks the desk, and shows what
//! the renderer makes of it. Must not know how memory is kept.

mod answer;
mod caller;
mod confirm;
mod docs;
mod doctor;
mod help;
mod memory;
mod memory_reset;
mod memory_search;
mod memory_show;
mod persona;
mod persona_edit;
mod persona_import;
mod persona_preset;
mod persona_show;
mod settings;
pub(super) mod stop;
pub(super) mod undo;

use std::sync::Arc;

use poise::Command;
use serenity::builder::CreateAllowedMentions;
use serenity::client::Context as Serenity;
use serenity::model::application::{ComponentInteraction, Interaction, ModalInteraction};

use answer::Taken;
pub use caller::Caller;
pub use settings::Knob;

use super::feed::Feed;
use super::ignored_log::IgnoredLog;
use super::on_error::CommandError;
use super::pace::Pace;
use super::questions::Questions;
use super::seams::MemoryDesk;
use super::words::{self, Lang};
use crate::agent::SharedFiles;
use crate::settings::SettingsBook;

/// What commands have at hand.
pub struct Shared {
    /// The bot's user id.
    pub bot: u64,
    pub feed: Arc<Feed>,
    pub ignored: IgnoredLog,
    pub desk: Arc<dyn MemoryDesk>,
    pub settings: SettingsBook,
    pub files: SharedFiles,
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
        persona::persona(),
        settings::settings(),
        doctor::doctor(),
        stop::stop(),
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
    if stop::is_stop(&click.data.custom_id) {
        return stop::clicked(data, context, click).await;
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
        let commands = poise::builtins::create_application_commands(&all());
        insta::with_settings!({sort_maps => true}, { insta::assert_json_snapshot!("commands", commands) });
    }
}
