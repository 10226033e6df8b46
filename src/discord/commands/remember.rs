//! *Remember this*: a form with what a message says, which becomes a passage that points at it.

use std::collections::HashSet;

use serenity::builder::{CreateActionRow, CreateInputText, CreateModal};
use serenity::client::Context as Serenity;
use serenity::model::application::{InputTextStyle, ModalInteraction};
use serenity::model::channel::Message;
use serenity::model::id::UserId;

use super::answer::{Doer, Outcome, Taken, written};
use super::caller::Caller;
use super::memory_add::split_tags;
use super::{Context, Data, Done};
use crate::discord::events::CLOSED;
use crate::discord::on_error::CommandError;
use crate::discord::render::card::cut;
use crate::discord::render::edit_cards;
use crate::discord::words::Lang;
use crate::memory::{PersonId, Source};

const FORM: &str = "remember/";
const TEXT: &str = "text";
const TAGS: &str = "tags";
/// Units of an input, and of its label (Discord's reference, "Text Input").
const INPUT: usize = 4_000;
const LABEL: usize = 45;

/// Keep what a message says
#[poise::command(
    context_menu_command = "Remember this",
    interaction_context = "Guild|BotDm",
    install_context = "Guild"
)]
pub async fn remember_this(context: Context<'_>, message: Message) -> Done {
    let poise::Context::Application(call) = context else { return Ok(()) };
    let author = PersonId(message.author.id.get());
    let open = async |caller: &Caller| {
        if context.data().desk.is_closed(author).await? {
            return Err(CommandError::Person(caller.lang.not_remembered()));
        }
        let mut hidden = HashSet::new();
        for user in &message.mentions {
            if context.data().desk.is_closed(PersonId(user.id.get())).await? {
                hidden.insert(user.id);
            }
        }
        Ok(form(&message, &hidden, caller.lang))
    };
    let doer = Doer::Command(call.interaction);
    Ok(doer.open_form(context.data(), context.serenity_context(), "remember", open).await?)
}

/// The form with what the message says, without the names of those who are `hidden`.
fn form(message: &Message, hidden: &HashSet<UserId>, lang: Lang) -> CreateModal {
    let name = message.author.global_name.as_deref().unwrap_or(&message.author.name);
    let words = readable(message, hidden);
    let text = if words.is_empty() { String::new() } else { format!("{name}: {words}") };
    let input = CreateInputText::new(InputTextStyle::Paragraph, cut(&lang.remember_label(), LABEL), TEXT)
        .max_length(4_000)
        .required(true);
    let input = if text.is_empty() { input } else { input.value(cut(&text, INPUT)) };
    let tags = CreateInputText::new(InputTextStyle::Short, cut(&lang.tags_label(), LABEL), TAGS)
        .max_length(400)
        .required(false);
    let id = format!("{FORM}{}/{}/{}", message.channel_id, message.id, message.author.id);
    CreateModal::new(id, cut(&lang.remember_title(), LABEL))
        .components(vec![CreateActionRow::InputText(input), CreateActionRow::InputText(tags)])
}

/// The words, with names in place of the numbers of whom they mention.
fn readable(message: &Message, hidden: &HashSet<UserId>) -> String {
    message.mentions.iter().fold(message.content.clone(), |text, user| {
        let name = user.global_name.as_deref().unwrap_or(&user.name);
        let name = format!("@{}", if hidden.contains(&user.id) { CLOSED } else { name });
        text.replace(&format!("<@{}>", user.id), &name).replace(&format!("<@!{}>", user.id), &name)
    })
}

/// Whether it is such a form.
pub fn is_form(custom_id: &str) -> bool {
    custom_id.starts_with(FORM)
}

/// Somebody sent the form.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn submitted(data: &Data, context: &Serenity, form: &ModalInteraction) -> Taken {
    let (text, tags) = (written(form, TEXT), split_tags(written(form, TAGS)));
    let kept = async |caller: &Caller| keep(data, caller, &form.data.custom_id, text, tags.clone()).await;
    Doer::Form(form).whisper(data, context, "remember", kept).await
}

/// The message that the form is about, and who wrote it.
fn origin(custom_id: &str, guild: Option<u64>) -> Option<(Source, PersonId)> {
    let mut numbers = custom_id.strip_prefix(FORM)?.split('/').map(|number| number.parse().ok());
    let (channel, message, author) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some((Source { guild, channel, message }, PersonId(author)))
}

async fn keep(data: &Data, caller: &Caller, custom_id: &str, text: &str, tags: Vec<String>) -> Outcome {
    let (from, author) = origin(custom_id, caller.guild).unzip();
    // They may have opted out while the form was open.
    if let Some(author) = author
        && data.desk.is_closed(author).await?
    {
        return Err(CommandError::Person(caller.lang.not_remembered()));
    }
    let author = author.filter(|author| author.0 != data.bot);
    let card = data.desk.add_passage(&caller.key, text, tags, from, author, caller.actor()).await?;
    caller.settle(data).await?;
    let rows = vec![super::undo::row(card.edit.id, caller)];
    Ok(super::answer::Said { cards: edit_cards(&[card], caller.lang), rows, ..Default::default() })
}
