//! `/memory edit`: a form with a block in it, or the file that it was sent as.

use serenity::model::channel::Attachment;

use super::caller::Caller;
use super::{Context, Done, answer, blocks, edit_form, upload};
use crate::memory::EditTarget;

/// Bytes of the file that a block comes back as.
const MOST: u64 = 1 << 20;

/// Write a block anew
#[poise::command(slash_command)]
pub async fn edit(
    context: Context<'_>,
    #[description = "Which block"]
    #[autocomplete = "blocks::complete"]
    #[max_length = 100]
    block: String,
    #[description = "The block as a text file, where it is too long for a form"] file: Option<Attachment>,
) -> Done {
    let poise::Context::Application(call) = context else { return Ok(()) };
    let data = context.data();
    let Some(file) = file else {
        let named = async |caller: &Caller| Ok(EditTarget::Block(blocks::block_of(context, caller, &block).await?));
        return edit_form::open(context, "memory edit", named).await;
    };
    context.defer_ephemeral().await?;
    let caller = Caller::of_command(data, call.interaction).await?;
    let target = EditTarget::Block(blocks::block_of(context, &caller, &block).await?);
    let text = upload::text(data, &file, MOST, &caller).await?;
    let said = edit_form::write(data, &caller, &target, edit_form::version_in(&file.filename), &text).await;
    answer::show(context, said).await
}
