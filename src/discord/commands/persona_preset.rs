//! `/persona preset`: one of the program's own personas.

use poise::ChoiceParameter;

use super::answer::{self, Outcome};
use super::caller::Caller;
use super::{Context, Data, Done};
use crate::discord::render::edit_cards;
use crate::discord::words::Lang;
use crate::memory::{EditTarget, Label};
use crate::persona::Preset;

/// Which one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub enum Which {
    #[name = "companion"]
    Companion,
    #[name = "assistant"]
    Assistant,
    #[name = "tutor"]
    Tutor,
    #[name = "storyteller"]
    Storyteller,
    #[name = "coach"]
    Coach,
}

impl From<Which> for Preset {
    fn from(which: Which) -> Self {
        match which {
            Which::Companion => Self::Companion,
            Which::Assistant => Self::Assistant,
            Which::Tutor => Self::Tutor,
            Which::Storyteller => Self::Storyteller,
            Which::Coach => Self::Coach,
        }
    }
}

/// Make me one of a few who are ready
#[poise::command(slash_command)]
pub async fn preset(context: Context<'_>, #[description = "Who I shall be"] who: Which) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let said = become_one(context.data(), &caller, Preset::from(who).text()).await?;
    answer::show(context, said).await
}

/// Rewrites the persona of that place.
pub async fn become_one(data: &Data, caller: &Caller, text: &str) -> Outcome {
    caller.must_manage(Lang::persona_needs)?;
    let persona = EditTarget::Block(Label::Persona);
    let version = data.desk.block(&caller.key, Label::Persona).await?.version;
    let card = data.desk.rewrite(&caller.key, &persona, version, text, caller.actor()).await?;
    caller.settle(data).await?;
    Ok(edit_cards(&[card], caller.lang).into())
}
