//! `/memory`, which holds its sub-commands.

use super::history::history;
use super::memory_add::add;
use super::memory_delete::delete;
use super::memory_edit::edit;
use super::memory_export::export;
use super::memory_import::import;
use super::memory_reset::reset;
use super::memory_search::search;
use super::memory_show::show;
use super::memory_undo::undo;
use super::{Context, Done};

/// What I remember here
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    install_context = "Guild",
    subcommands("show", "edit", "history", "search", "add", "delete", "undo", "export", "import", "reset"),
    subcommand_required
)]
pub async fn memory(_: Context<'_>) -> Done {
    Ok(())
}
