//! Slash commands, one file each and one line in [`all`]. A command acknowledges at once, asks the desk, and shows what
//! the renderer makes of it. Must not know how memory is kept.

mod answer;
mod blocks;
mod caller;
mod confirm;
mod context;
mod docs;
mod doctor;
pub(super) mod edit_form;
mod edit_rows;
mod forget;
mod help;
pub(super) mod history;
mod memory;
mod memory_add;
mod memory_delete;
mod memory_edit;
mod memory_export;
mod memory_import;
mod memory_reset;
mod memory_search;
mod memory_show;
mod memory_undo;
mod model;
mod persona;
mod persona_edit;
mod persona_import;
mod persona_preset;
mod persona_show;
mod privacy;
mod remember;
mod reminders;
mod restore;
pub(super) mod retry;
mod settings;
pub(super) mod stop;
mod target;
mod thread;
pub(super) mod undo;
mod upload;
mod usage;
mod why;

use std::sync::Arc;

use poise::Command;
use serde_json::json;
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
use super::seams::{Intake, MemoryDesk};
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
    pub intake: Arc<dyn Intake>,
    pub settings: SettingsBook,
    pub files: SharedFiles,
    pub questions: Questions,
    pub searches: memory_search::Searches,
    pub pace: Pace,
    /// Whether the words of messages that do not address the bot can be read.
    pub content: bool,
}

pub use memory_search::Searches;

pub type Data = Arc<Shared>;
pub type Context<'a> = poise::Context<'a, Data, CommandError>;
type Done = Result<(), CommandError>;

/// More messages than this one command never sends.
const MOST_PAGES: usize = 12;

/// Every command as Discord is told of it, in every language.
pub fn registered() -> serde_json::Value {
    let commands = poise::builtins::create_application_commands(&all());
    let mut commands: Vec<serde_json::Value> = commands.iter().map(|command| json!(command)).collect();
    words::localize_menus(&mut commands);
    commands.into()
}

/// Every command, in every language.
pub fn all() -> Vec<Command<Data, CommandError>> {
    let mut all = vec![
        memory::memory(),
        docs::docs(),
        reminders::reminders(),
        thread::thread(),
        persona::persona(),
        context::context(),
        settings::settings(),
        privacy::privacy(),
        usage::usage(),
        model::model(),
        doctor::doctor(),
        stop::stop(),
        retry::retry(),
        help::help(),
        remember::remember_this(),
        forget::forget_this(),
        why::why_that(),
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
    if let Some(taken) = settings::clicked(data, context, click).await {
        return taken;
    }
    match click.data.custom_id.as_str() {
        id if undo::is_undo(id) => undo::clicked(data, context, click).await,
        id if stop::is_stop(id) => stop::clicked(data, context, click).await,
        id if retry::is_retry(id) => retry::clicked(data, context, click).await,
        id if restore::is_restore(id) => restore::clicked(data, context, click).await,
        id if edit_form::is_open(id) => edit_form::clicked(data, context, click).await,
        id if history::is_history(id) => history::clicked(data, context, click).await,
        id if memory_search::is_search(id) => memory_search::clicked(data, context, click).await,
        _ => confirm::clicked(data, context, click).await,
    }
}

async fn submitted(data: &Data, context: &Serenity, form: &ModalInteraction) -> Taken {
    if let Some(taken) = settings::submitted(data, context, form).await {
        return taken;
    }
    match form.data.custom_id.as_str() {
        id if edit_form::is_form(id) => edit_form::submitted(data, context, form).await,
        id if remember::is_form(id) => remember::submitted(data, context, form).await,
        _ => Ok(()),
    }
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
        insta::with_settings!({sort_maps => true}, { insta::assert_json_snapshot!("commands", registered()) });
    }
}
