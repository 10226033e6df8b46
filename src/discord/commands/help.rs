//! `/help`.

use poise::CreateReply;

use super::{Context, Done};
use crate::discord::words;

/// What I am and what you can ask me
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn help(context: Context<'_>) -> Done {
    context.send(CreateReply::default().content(words::HELP).ephemeral(true)).await?;
    Ok(())
}
