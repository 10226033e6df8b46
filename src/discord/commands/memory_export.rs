//! `/memory export`: all that is remembered here, as files for the caller alone.

use poise::CreateReply;
use serenity::builder::CreateAttachment;

use super::caller::Caller;
use super::{Context, Done};
use crate::discord::words::Lang;

/// Bytes of one file. Discord takes 10 MiB from everybody (its reference, "Uploading Files").
const MOST: usize = 10 * 1024 * 1024 - 64 * 1024;

/// Give me everything you remember here as a file
#[poise::command(slash_command)]
pub async fn export(context: Context<'_>) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    caller.must_manage(Lang::export_needs)?;
    let exported = context.data().desk.export(&caller.key, MOST).await?;
    let mut text = caller.lang.exported(exported.files.len() as u64);
    // One file a message, so that no more than one is held at a time.
    for path in &exported.files {
        let file = CreateAttachment::path(path).await?;
        let mut reply = CreateReply::default().ephemeral(true).attachment(file);
        if !text.is_empty() {
            reply = reply.content(std::mem::take(&mut text));
        }
        context.send(reply).await?;
    }
    Ok(())
}
