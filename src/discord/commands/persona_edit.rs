//! `/persona edit`: a form with the persona in it. The form carries the version it shows, so that nobody's change is
//! overwritten unseen, and it needs no memory of its own: it can be sent after a restart too.

use serenity::builder::{CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal};
use serenity::client::Context as Serenity;
use serenity::model::application::{InputTextStyle, ModalInteraction};

use super::answer::{Doer, IN_TIME, Outcome, Said, Taken, written};
use super::caller::Caller;
use super::{Context, Data, Done};
use crate::discord::on_error::CommandError;
use crate::discord::render::card::fenced;
use crate::discord::render::{Card, edit_cards};
use crate::discord::words::Lang;

/// Characters that the input of a form may hold.
const FORM_LIMIT: usize = 4_000;
const FORM: &str = "persona:";
const FIELD: &str = "persona";

/// Make me somebody else
#[poise::command(slash_command)]
pub async fn edit(context: Context<'_>) -> Done {
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    caller.must_manage(Lang::persona_needs)?;
    let persona = tokio::time::timeout(IN_TIME, context.data().desk.persona(&caller.key)).await;
    let (text, version, limit) = persona.map_err(|_| CommandError::Person(caller.lang.slow()))??;
    if text.chars().count() > FORM_LIMIT {
        return Err(CommandError::Person(caller.lang.persona_too_long_for_form()));
    }
    let input = CreateInputText::new(InputTextStyle::Paragraph, caller.lang.persona_label(), FIELD)
        .max_length(u16::try_from(limit.min(FORM_LIMIT)).unwrap_or(4_000))
        .required(true);
    let input = if text.is_empty() { input } else { input.value(text) };
    let form = CreateModal::new(format!("{FORM}{version}"), caller.lang.persona_title())
        .components(vec![CreateActionRow::InputText(input)]);
    call.interaction.create_response(context.serenity_context(), CreateInteractionResponse::Modal(form)).await?;
    Ok(())
}

/// Somebody sent the form.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn submitted(data: &Data, context: &Serenity, form: &ModalInteraction) -> Taken {
    let Some(version) = form.data.custom_id.strip_prefix(FORM).and_then(|version| version.parse::<i64>().ok()) else {
        return Ok(());
    };
    let text = written(form, FIELD);
    let rewritten = async |caller: &Caller| match rewrite(data, caller, version, text).await {
        Ok(said) => Ok(said),
        Err(error) => Ok(not_saved(error.told("persona edit", caller.lang), text, caller.lang)),
    };
    Doer::Form(form).whisper(data, context, "persona edit", rewritten).await
}

/// Why it was not saved, with what was written, so that it is not lost.
fn not_saved(why: String, text: &str, lang: Lang) -> Said {
    let kept = Card { description: format!("{}\n{}", lang.not_saved(), fenced("", text, 4_000)), ..Card::default() };
    Said { text: why, cards: vec![kept], ..Said::default() }
}

async fn rewrite(data: &Data, caller: &Caller, version: i64, text: &str) -> Outcome {
    caller.must_manage(Lang::persona_needs)?;
    if text.trim().is_empty() {
        return Err(CommandError::Person(caller.lang.persona_empty()));
    }
    let card = data.desk.rewrite_persona(&caller.key, version, text, caller.actor()).await?;
    Ok(edit_cards(&[card], caller.lang).into())
}
