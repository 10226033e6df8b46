//! *Remember this*: a form with what a message says, which becomes a passage that points at it. Owns that nothing is kept as
//! a message's own that it does not say: whoever may not manage keeps its words, and other words are kept as their writer's.

use std::collections::HashSet;

use serenity::builder::{CreateActionRow, CreateInputText, CreateModal};
use serenity::client::Context as Serenity;
use serenity::model::application::{InputTextStyle, ModalInteraction};
use serenity::model::channel::Message;
use serenity::model::id::{ChannelId, MessageId, UserId};

use super::answer::{Doer, Outcome, Said, Taken, written};
use super::caller::Caller;
use super::edit_form::not_saved;
use super::memory_add::split_tags;
use super::{Context, Data, Done};
use crate::agent::desk::DeskError;
use crate::discord::events::CLOSED;
use crate::discord::on_error::CommandError;
use crate::discord::render::card::cut;
use crate::discord::render::edit_cards;
use crate::discord::words::Lang;
use crate::memory::passage::PassageError;
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
        let hidden = hidden(context.data(), &message).await?;
        if !caller.may_manage && offered(&message, &hidden).is_empty() {
            return Err(DeskError::Passage(PassageError::Empty).into());
        }
        Ok(form(&message, &hidden, caller.lang))
    };
    let doer = Doer::Command(call.interaction);
    Ok(doer.open_form(context.data(), context.serenity_context(), "remember", open).await?)
}

/// Those who are mentioned and of whom nothing is told.
async fn hidden(data: &Data, message: &Message) -> Result<HashSet<UserId>, CommandError> {
    let mut hidden = HashSet::new();
    for user in &message.mentions {
        if data.desk.is_closed(PersonId(user.id.get())).await? {
            hidden.insert(user.id);
        }
    }
    Ok(hidden)
}

/// The form with what the message says, without the names of those who are `hidden`.
fn form(message: &Message, hidden: &HashSet<UserId>, lang: Lang) -> CreateModal {
    let text = offered(message, hidden);
    let input = CreateInputText::new(InputTextStyle::Paragraph, cut(&lang.remember_label(), LABEL), TEXT)
        .max_length(4_000)
        .required(true);
    let input = if text.is_empty() { input } else { input.value(text) };
    let tags = CreateInputText::new(InputTextStyle::Short, cut(&lang.tags_label(), LABEL), TAGS)
        .max_length(400)
        .required(false);
    let id = format!("{FORM}{}/{}/{}", message.channel_id, message.id, message.author.id);
    CreateModal::new(id, cut(&lang.remember_title(), LABEL))
        .components(vec![CreateActionRow::InputText(input), CreateActionRow::InputText(tags)])
}

/// Before the words of a message: who says them.
fn speaker(message: &Message) -> String {
    format!("{}: ", message.author.global_name.as_deref().unwrap_or(&message.author.name))
}

/// What the form offers to keep, without the names of those who are `hidden`; empty where the message has no words.
fn offered(message: &Message, hidden: &HashSet<UserId>) -> String {
    let words = readable(message, hidden);
    if words.trim().is_empty() { String::new() } else { cut(&format!("{}{words}", speaker(message)), INPUT) }
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
    let kept = async |caller: &Caller| {
        let from = source(&form.data.custom_id, caller);
        let message = fetched(context, from.map(|(from, _)| from)).await;
        keep(data, caller, &Kept { from, message, text }, tags.clone()).await
    };
    Doer::Form(form).whisper(data, context, "remember", kept).await
}

/// What is to be kept of which message.
struct Kept<'a> {
    /// None for a form that was not opened in this place.
    from: Option<(Source, PersonId)>,
    /// The message as it is now; None where it cannot be read any more.
    message: Option<Message>,
    text: &'a str,
}

/// The message that a form was opened for, and who wrote it.
fn source(custom_id: &str, caller: &Caller) -> Option<(Source, PersonId)> {
    let mut numbers = custom_id.strip_prefix(FORM)?.split('/').map(|number| number.parse().ok());
    let (channel, message, author) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let here = channel == caller.channel;
    here.then_some((Source { guild: caller.guild, channel, message }, PersonId(author)))
}

/// The message itself: what comes back with the form may have been changed.
async fn fetched(context: &Serenity, from: Option<Source>) -> Option<Message> {
    let from = from?;
    let asked = context.http.get_message(ChannelId::new(from.channel.max(1)), MessageId::new(from.message.max(1)));
    asked.await.inspect_err(|error| tracing::info!(%error, "the message to remember cannot be read again")).ok()
}

async fn keep(data: &Data, caller: &Caller, kept: &Kept<'_>, tags: Vec<String>) -> Outcome {
    let Kept { from, message, text } = kept;
    let (from, author) = from.unzip();
    // They may have opted out while the form was open.
    if let Some(author) = author
        && data.desk.is_closed(author).await?
    {
        return Err(CommandError::Person(caller.lang.not_remembered()));
    }
    let own_words = match message {
        Some(message) => same_words(&offered(message, &hidden(data, message).await?), text),
        None => false,
    };
    if own_words {
        return add(data, caller, text, tags, from.zip(author)).await;
    }
    if !caller.may_manage {
        let why = if message.is_some() { caller.lang.remember_needs() } else { caller.lang.doctor_no_message() };
        return Ok(not_saved(why, text, caller.lang));
    }
    let own = about(text, message.as_ref(), from);
    if own.is_empty() {
        return Err(DeskError::Passage(PassageError::Empty).into());
    }
    let said = add(data, caller, &own, tags, None).await?;
    Ok(Said { text: caller.lang.remembered_as_yours(), ..said })
}

async fn add(data: &Data, caller: &Caller, text: &str, tags: Vec<String>, of: Option<(Source, PersonId)>) -> Outcome {
    let (from, author) = of.unzip();
    let author = author.filter(|author| author.0 != data.bot);
    let card = data.desk.add_passage(&caller.key, text, tags, from, author, caller.actor()).await?;
    caller.settle(data).await?;
    let rows = vec![super::undo::row(card.edit.id, caller)];
    Ok(Said { cards: edit_cards(&[card], caller.lang), rows, ..Said::default() })
}

/// Whether both say the same, whatever stands between the words.
fn same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// Somebody's own words about a message, not put into the mouth of whoever wrote it. Empty where there are none.
fn about(text: &str, message: Option<&Message>, from: Option<Source>) -> String {
    let text = text.trim();
    let text = message.and_then(|message| text.strip_prefix(speaker(message).trim_end())).unwrap_or(text).trim();
    match from.and_then(|from| from.jump_link()).filter(|_| !text.is_empty()) {
        Some(link) => format!("{text}\n(about {link})"),
        None => text.to_owned(),
    }
}
