//! How a command, a button, a menu or a form is answered: acknowledged at once, then filled in with what the work came to.
//! Owns that everybody who does something is answered, with a sentence where it fails. Must not know what is done.

use std::time::Duration;

use poise::CreateReply;
use serenity::builder::{
    CreateActionRow, CreateAttachment, CreateInteractionResponse, CreateInteractionResponseMessage, CreateModal,
    EditInteractionResponse,
};
use serenity::client::Context as Serenity;
use serenity::model::application::{ActionRowComponent, CommandInteraction, ComponentInteraction, ModalInteraction};

use super::caller::Caller;
use super::{Context, Data, Done, MOST_PAGES, nobody};
use crate::discord::on_error::CommandError;
use crate::discord::render::{Card, pages};
use crate::discord::words::Lang;

/// What has to be known for a form must be found out in this time: a form is the first answer to a command or click, which
/// Discord waits three seconds for (its reference, "Receiving and Responding").
const IN_TIME: Duration = Duration::from_secs(2);

/// What is answered.
#[derive(Default)]
pub struct Said {
    pub text: String,
    pub cards: Vec<Card>,
    pub rows: Vec<CreateActionRow>,
    pub files: Vec<CreateAttachment>,
}

impl From<String> for Said {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl From<Vec<Card>> for Said {
    fn from(cards: Vec<Card>) -> Self {
        Self { cards, ..Self::default() }
    }
}

/// What somebody who wants to write something is given.
pub enum Opened {
    Form(CreateModal),
    /// What is said in its place, so that only they see it.
    Said(Said),
}

impl From<CreateModal> for Opened {
    fn from(form: CreateModal) -> Self {
        Self::Form(form)
    }
}

/// What it comes to when somebody does something.
pub type Outcome = Result<Said, CommandError>;

/// Answers a command, to its caller only; in as many messages as it takes.
pub async fn show(context: Context<'_>, said: Said) -> Done {
    let mut pages: Vec<Vec<Card>> = pages(said.cards).into_iter().take(MOST_PAGES).collect();
    if pages.is_empty() {
        pages.push(Vec::new());
    }
    let (mut text, last) = (said.text, pages.len() - 1);
    let (mut rows, mut files) = (said.rows, said.files);
    for (at, page) in pages.iter().enumerate() {
        let mut reply = CreateReply::default().ephemeral(true);
        if !text.is_empty() {
            reply = reply.content(std::mem::take(&mut text));
        }
        reply = page.iter().fold(reply, |reply, card| reply.embed(card.to_embed()));
        if at == last {
            reply = reply.components(std::mem::take(&mut rows));
            reply = std::mem::take(&mut files).into_iter().fold(reply, CreateReply::attachment);
        }
        context.send(reply).await?;
    }
    Ok(())
}

/// Somebody who called a command, clicked a button, chose from a menu or sent a form.
#[derive(Clone, Copy)]
pub enum Doer<'a> {
    Command(&'a CommandInteraction),
    Click(&'a ComponentInteraction),
    Form(&'a ModalInteraction),
}

impl Doer<'_> {
    /// Their language.
    pub fn lang(&self) -> Lang {
        Lang::of(match self {
            Self::Command(command) => &command.locale,
            Self::Click(click) => &click.locale,
            Self::Form(form) => &form.locale,
        })
    }

    async fn caller(&self, data: &Data) -> Result<Caller, CommandError> {
        match self {
            Self::Command(command) => Caller::of_command(data, command).await,
            Self::Click(click) => Caller::of_click(data, click).await,
            Self::Form(form) => Caller::of_form(data, form).await,
        }
    }

    async fn respond(&self, context: &Serenity, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        match self {
            Self::Command(command) => command.create_response(context, response).await,
            Self::Click(click) => click.create_response(context, response).await,
            Self::Form(form) => form.create_response(context, response).await,
        }
    }

    async fn fill_in(&self, context: &Serenity, answer: EditInteractionResponse) -> Result<(), serenity::Error> {
        match self {
            Self::Command(command) => command.edit_response(context, answer).await.map(drop),
            Self::Click(click) => click.edit_response(context, answer).await.map(drop),
            Self::Form(form) => form.edit_response(context, answer).await.map(drop),
        }
    }

    /// Answers with what `work` comes to, so that only they see it.
    ///
    /// # Errors
    /// When Discord did not take the answer.
    pub async fn whisper<Work>(self, data: &Data, context: &Serenity, what: &str, work: Work) -> Taken
    where
        Work: AsyncFnOnce(&Caller) -> Outcome,
    {
        let waiting = CreateInteractionResponseMessage::new().ephemeral(true);
        self.respond(context, CreateInteractionResponse::Defer(waiting)).await?;
        let said = self.outcome(data, work).await.unwrap_or_else(|error| error.told(what, self.lang()).into());
        self.fill_in(context, filled(said)).await
    }

    /// Puts what `work` comes to in the place of the message with the button, menu or form. When it fails the message
    /// stays, and only they are told.
    ///
    /// # Errors
    /// When Discord did not take the answer.
    pub async fn replace<Work>(self, data: &Data, context: &Serenity, what: &str, work: Work) -> Taken
    where
        Work: AsyncFnOnce(&Caller) -> Outcome,
    {
        self.respond(context, CreateInteractionResponse::Acknowledge).await?;
        match self.outcome(data, work).await {
            Ok(said) => self.fill_in(context, filled(said)).await,
            Err(error) => self.follow_up(context, &error.told(what, self.lang())).await,
        }
    }

    async fn outcome<Work: AsyncFnOnce(&Caller) -> Outcome>(&self, data: &Data, work: Work) -> Outcome {
        work(&self.caller(data).await?).await
    }

    async fn follow_up(&self, context: &Serenity, text: &str) -> Result<(), serenity::Error> {
        use serenity::builder::CreateInteractionResponseFollowup;
        let message = CreateInteractionResponseFollowup::new().content(text).ephemeral(true).allowed_mentions(nobody());
        match self {
            Self::Command(command) => command.create_followup(context, message).await.map(drop),
            Self::Click(click) => click.create_followup(context, message).await.map(drop),
            Self::Form(form) => form.create_followup(context, message).await.map(drop),
        }
    }

    /// Opens the form that `work` comes to, or says what it says instead; when it fails or takes too long, only they are told.
    ///
    /// # Errors
    /// When Discord did not take the answer.
    pub async fn open_form<Work, Made>(self, data: &Data, context: &Serenity, what: &str, work: Work) -> Taken
    where
        Work: AsyncFnOnce(&Caller) -> Result<Made, CommandError>,
        Made: Into<Opened>,
    {
        let made = async { Ok(work(&self.caller(data).await?).await?.into()) };
        let made = tokio::time::timeout(IN_TIME, made).await;
        let made = made.unwrap_or_else(|_| Err(CommandError::Person(self.lang().slow())));
        let response = match made.unwrap_or_else(|error| Opened::Said(error.told(what, self.lang()).into())) {
            Opened::Form(form) => CreateInteractionResponse::Modal(form),
            Opened::Said(said) => CreateInteractionResponse::Message(whispered(said)),
        };
        self.respond(context, response).await
    }
}

/// Whether Discord took an answer.
pub type Taken = Result<(), serenity::Error>;

/// One message that says it: what does not fit one message is left out, since a click has one answer.
fn filled(said: Said) -> EditInteractionResponse {
    let cards = pages(said.cards).into_iter().next().unwrap_or_default();
    let answer = EditInteractionResponse::new()
        .content(said.text)
        .embeds(cards.iter().map(Card::to_embed).collect())
        .components(said.rows)
        .allowed_mentions(nobody());
    said.files.into_iter().fold(answer, EditInteractionResponse::new_attachment)
}

/// The same as a first answer, which only they see.
fn whispered(said: Said) -> CreateInteractionResponseMessage {
    let cards = pages(said.cards).into_iter().next().unwrap_or_default();
    let answer = CreateInteractionResponseMessage::new()
        .content(said.text)
        .embeds(cards.iter().map(Card::to_embed).collect())
        .components(said.rows)
        .ephemeral(true)
        .allowed_mentions(nobody());
    said.files.into_iter().fold(answer, CreateInteractionResponseMessage::add_file)
}

/// What was written into the field of a form.
pub fn written<'a>(form: &'a ModalInteraction, field: &str) -> &'a str {
    let inputs = form.data.components.iter().flat_map(|row| &row.components);
    inputs
        .filter_map(|input| if let ActionRowComponent::InputText(input) = input { Some(input) } else { None })
        .find(|input| input.custom_id == field)
        .and_then(|input| input.value.as_deref())
        .unwrap_or_default()
}
