//! `/persona import`: a character card becomes the persona.

use serenity::model::channel::Attachment;

use super::answer::{self, Outcome};
use super::caller::Caller;
use super::persona_preset::become_one;
use super::{Context, Data, Done, upload};
use crate::discord::on_error::CommandError;
use crate::discord::render::card::{cut, plain};
use crate::discord::words::Lang;
use crate::memory::Label;
use crate::persona::{BadCard, CharacterCard};

/// Bytes of a card, with its picture.
const LARGEST: u64 = 10 << 20;

/// Make me a character from a card
#[poise::command(slash_command)]
pub async fn import(
    context: Context<'_>,
    #[description = "A character card (V2 or V3), as a PNG picture or JSON"] card: Attachment,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    answer::show(context, take_over(context.data(), &caller, &card).await?).await
}

async fn take_over(data: &Data, caller: &Caller, file: &Attachment) -> Outcome {
    let lang = caller.lang;
    caller.must_manage(Lang::persona_needs)?;
    let bytes = upload::bytes(data, file, LARGEST, caller).await?;
    let card =
        CharacterCard::read(&bytes).map_err(|error| CommandError::Person(lang.bad_card(&refused(error, lang))))?;
    let limit = data.desk.block(&caller.key, Label::Persona).await?.limit;
    let composed = card.persona(limit);
    let mut said = become_one(data, caller, &composed.text).await?;
    let mut told = vec![lang.card_taken(&cut(&plain(&card.name), 100))];
    told.extend(composed.cut.then(|| lang.card_cut(limit)));
    told.extend(card.instructions.then(|| lang.card_instructions()));
    told.extend((card.lore > 0).then(|| lang.card_lore(card.lore as u64)));
    said.text = told.join("\n");
    Ok(said)
}

fn refused(error: BadCard, lang: Lang) -> String {
    match error {
        BadCard::Neither => lang.card_neither(),
        BadCard::Picture => lang.card_picture(),
        BadCard::NoCharacter => lang.card_no_character(),
        BadCard::Unreadable => lang.card_unreadable(),
        BadCard::Empty => lang.card_empty(),
        BadCard::TooLarge => lang.card_too_large(),
    }
}
