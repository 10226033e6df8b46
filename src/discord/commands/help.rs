//! `/help`.

use poise::CreateReply;

use super::{Context, Done};
use crate::discord::words::Lang;

/// What I am and what you can ask me
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn help(context: Context<'_>) -> Done {
    let lang = context.locale().map(Lang::of).unwrap_or_default();
    context.send(CreateReply::default().content(lang.help()).ephemeral(true)).await?;
    Ok(())
}
