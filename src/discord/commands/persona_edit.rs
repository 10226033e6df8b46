//! `/persona edit`: a form with the persona in it. The form carries the version it shows, so that nobody's change is
//! overwritten unseen, and it needs no memory of its own: it can be sent after a restart too.

use std::time::Duration;

use serenity::builder::{
    CreateActionRow, CreateEmbed, CreateInputText, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateModal, EditInteractionResponse,
};
use serenity::client::Context as Serenity;
use serenity::model::application::{ActionRowComponent, InputTextStyle, ModalInteraction};

use super::caller::Caller;
use super::{Context, Data, Done, nobody};
use crate::discord::on_error::CommandError;
use crate::discord::render::card::fenced;
use crate::discord::render::{Card, edit_cards};
use crate::discord::words::Lang;

/// Characters that the input of a form may hold.
const FORM_LIMIT: usize = 4_000;
/// A form must be the first answer to a command, which Discord waits three seconds for.
const IN_TIME: Duration = Duration::from_secs(2);
const FORM: &str = "persona:";
const FIELD: &str = "persona";

/// Make me somebody else
#[poise::command(slash_command)]
pub async fn edit(context: Context<'_>) -> Done {
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(call.interaction);
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
pub async fn submitted(data: &Data, context: &Serenity, form: &ModalInteraction) -> Result<(), serenity::Error> {
    let Some(version) = form.data.custom_id.strip_prefix(FORM).and_then(|version| version.parse::<i64>().ok()) else {
        return Ok(());
    };
    let waiting = CreateInteractionResponseMessage::new().ephemeral(true);
    form.create_response(context, CreateInteractionResponse::Defer(waiting)).await?;
    let (caller, text) = (Caller::of_form(form), written(form).unwrap_or_default());
    let answer = EditInteractionResponse::new().allowed_mentions(nobody());
    let answer = match rewrite(data, &caller, version, text).await {
        Ok(cards) => answer.embeds(cards.iter().map(Card::to_embed).collect()),
        Err(error) => {
            let kept =
                CreateEmbed::new().description(format!("{}\n{}", caller.lang.not_saved(), fenced("", text, 4_000)));
            answer.content(error.told("persona edit", caller.lang)).embeds(vec![kept])
        }
    };
    form.edit_response(context, answer).await?;
    Ok(())
}

async fn rewrite(data: &Data, caller: &Caller, version: i64, text: &str) -> Result<Vec<Card>, CommandError> {
    caller.must_manage(Lang::persona_needs)?;
    if text.trim().is_empty() {
        return Err(CommandError::Person(caller.lang.persona_empty()));
    }
    let card = data.desk.rewrite_persona(&caller.key, version, text, caller.actor()).await?;
    Ok(edit_cards(&[card], caller.lang))
}

fn written(form: &ModalInteraction) -> Option<&str> {
    let inputs = form.data.components.iter().flat_map(|row| &row.components);
    inputs
        .filter_map(|input| if let ActionRowComponent::InputText(input) = input { Some(input) } else { None })
        .find(|input| input.custom_id == FIELD)?
        .value
        .as_deref()
}
