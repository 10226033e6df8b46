//! `/memory`, which holds its sub-commands.

use super::memory_reset::reset;
use super::memory_search::search;
use super::memory_show::show;
use super::{Context, Done};

/// What I remember here
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    install_context = "Guild",
    subcommands("show", "search", "reset"),
    subcommand_required
)]
pub async fn memory(_: Context<'_>) -> Done {
    Ok(())
}
