//! `/memory reset`: asks with two buttons, and takes away only when the caller has confirmed.

use poise::ChoiceParameter;

use super::caller::Caller;
use super::{Context, Done, confirm};
use crate::discord::questions::Wish;
use crate::discord::render;
use crate::discord::words::Lang;
use crate::store::ResetWhat;

/// What can be taken away.
#[derive(Debug, Clone, Copy, ChoiceParameter)]
pub enum What {
    #[name = "core"]
    Core,
    #[name = "archival"]
    Archival,
    #[name = "history"]
    History,
    #[name = "all"]
    All,
}

impl From<What> for ResetWhat {
    fn from(what: What) -> Self {
        match what {
            What::Core => Self::Core,
            What::Archival => Self::Archival,
            What::History => Self::History,
            What::All => Self::All,
        }
    }
}

/// Make me forget what I remember here
#[poise::command(slash_command)]
pub async fn reset(context: Context<'_>, #[description = "What I shall forget"] what: What) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    caller.must_manage(Lang::reset_needs)?;
    let what = ResetWhat::from(what);
    let text = render::question(what, &context.data().desk.overview(&caller.key).await?, caller.lang);
    confirm::ask(context, &caller, Wish::Reset(what), &text).await
}
