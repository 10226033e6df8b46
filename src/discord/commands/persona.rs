//! `/persona`, which holds its sub-commands.

use super::persona_edit::edit;
use super::persona_import::import;
use super::persona_preset::preset;
use super::persona_show::show;
use super::{Context, Done};

/// Who I am here
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    install_context = "Guild",
    subcommands("show", "edit", "preset", "import"),
    subcommand_required
)]
pub async fn persona(_: Context<'_>) -> Done {
    Ok(())
}
