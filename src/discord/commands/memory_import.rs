//! `/memory import`: what was exported is taken in again, once that was confirmed.

use std::sync::Arc;

use chrono::Utc;
use serenity::model::channel::Attachment;

use super::caller::Caller;
use super::{Context, Done, answer, confirm, upload};
use crate::agent::desk::DeskError;
use crate::agent::desk::transfer::Archive;
use crate::discord::questions::Wish;
use crate::discord::render;
use crate::discord::words::Lang;

/// Bytes of one file, a little more than an export writes.
const MOST: u64 = 10 * 1024 * 1024;

/// Take in what was exported, here or elsewhere
#[poise::command(slash_command)]
pub async fn import(
    context: Context<'_>,
    #[description = "A file that /memory export made"] file: Attachment,
    #[description = "The second file of the same export"] file2: Option<Attachment>,
    #[description = "The third file of the same export"] file3: Option<Attachment>,
    #[description = "The fourth file of the same export"] file4: Option<Attachment>,
    #[description = "The fifth file of the same export"] file5: Option<Attachment>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let data = context.data();
    let caller = Caller::of_command(data, call.interaction).await?;
    caller.must_manage(Lang::memory_needs)?;
    let mut files = Vec::new();
    for file in [Some(file), file2, file3, file4, file5].into_iter().flatten() {
        files.push(upload::bytes(data, &file, MOST, &caller).await?);
    }
    let archive = Archive::read(&files, Utc::now()).map_err(DeskError::from)?;
    let plan = data.desk.import_plan(&caller.key, &archive).await?;
    if plan.is_nothing() {
        return answer::show(context, caller.lang.import_nothing().into()).await;
    }
    let text = render::import_question(&plan, caller.lang);
    confirm::ask(context, &caller, Wish::Import(Arc::new(archive)), &text).await
}
