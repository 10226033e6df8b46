//! `/memory reset`: asks with two buttons, and takes away only when the caller has confirmed.

use poise::{ChoiceParameter, CreateReply};
use serenity::builder::{
    CreateActionRow, CreateButton, CreateInteractionResponse, CreateInteractionResponseMessage, EditInteractionResponse,
};
use serenity::client::Context as Serenity;
use serenity::model::application::{ButtonStyle, ComponentInteraction};

use super::caller::Caller;
use super::{Context, Data, Done, nobody};
use crate::discord::on_error::CommandError;
use crate::discord::questions::{Asked, Click, Question};
use crate::discord::{render, words};
use crate::memory::{Actor, PersonId};
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
    let caller = Caller::of_command(call.interaction);
    caller.must_manage(words::RESET_NEEDS)?;
    let data = context.data();
    let what = ResetWhat::from(what);
    let text = render::question(what, &data.desk.overview(&caller.key).await?);
    let mut question = data.questions.ask(Asked { person: caller.person, key: caller.key, what });
    let asked = CreateReply::default().content(&text).ephemeral(true).components(vec![buttons(&question, false)]);
    let shown = context.send(asked).await?;
    if tokio::time::timeout(data.pace.question, question.answered()).await.is_err() {
        let over = CreateReply::default()
            .content(format!("{text}\n\n{}", words::EXPIRED))
            .ephemeral(true)
            .components(vec![buttons(&question, true)]);
        drop(question);
        shown.edit(context, over).await?;
    }
    Ok(())
}

fn buttons(question: &Question, disabled: bool) -> CreateActionRow {
    let [yes, no] = question.buttons();
    CreateActionRow::Buttons(vec![
        CreateButton::new(yes).label(words::CONFIRM).style(ButtonStyle::Danger).disabled(disabled),
        CreateButton::new(no).label(words::CANCEL).style(ButtonStyle::Secondary).disabled(disabled),
    ])
}

/// Somebody clicked a button.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Result<(), serenity::Error> {
    let person = click.user.id.get();
    match data.questions.click(&click.data.custom_id, person) {
        None => Ok(()),
        Some(Click::NotYours) => whisper(context, click, words::NOT_YOURS).await,
        Some(Click::Over) => whisper(context, click, words::QUESTION_OVER).await,
        Some(Click::No) => replace(context, click, words::KEPT).await,
        Some(Click::Yes(asked)) => {
            replace(context, click, words::WORKING).await?;
            let taken = data.desk.reset(&asked.key, asked.what, Actor::Person(PersonId(person))).await;
            let told = match taken {
                Ok(receipt) => render::receipt(&receipt),
                Err(error) => CommandError::from(error).told("memory reset"),
            };
            click
                .edit_response(context, EditInteractionResponse::new().content(told).allowed_mentions(nobody()))
                .await?;
            Ok(())
        }
    }
}

/// Answers so that only who clicked sees it.
async fn whisper(context: &Serenity, click: &ComponentInteraction, text: &str) -> Result<(), serenity::Error> {
    let message = CreateInteractionResponseMessage::new().content(text).ephemeral(true);
    click.create_response(context, CreateInteractionResponse::Message(message)).await
}

/// Puts `text` in the question's place, without its buttons.
async fn replace(context: &Serenity, click: &ComponentInteraction, text: &str) -> Result<(), serenity::Error> {
    let message = CreateInteractionResponseMessage::new().content(text).components(Vec::new());
    click.create_response(context, CreateInteractionResponse::UpdateMessage(message)).await
}
