//! A question with two buttons before something is taken away for good. Owns how it is asked and answered, whatever it is
//! about; nothing happens before the one who asked has confirmed, and still may.

use poise::CreateReply;
use serenity::builder::{
    CreateActionRow, CreateButton, CreateInteractionResponse, CreateInteractionResponseMessage, EditInteractionResponse,
};
use serenity::client::Context as Serenity;
use serenity::model::application::{ButtonStyle, ComponentInteraction};

use super::caller::Caller;
use super::{Context, Data, Done, nobody};
use crate::discord::on_error::CommandError;
use crate::discord::questions::{Asked, Click, Question, Wish};
use crate::discord::render;
use crate::discord::words::Lang;

/// Asks whether `what` shall be done, and waits for the answer.
pub async fn ask(context: Context<'_>, caller: &Caller, what: Wish, text: &str) -> Done {
    let data = context.data();
    let words = Words::of(&what, caller.lang);
    let mut question = data.questions.ask(Asked { person: caller.person, key: caller.key.clone(), what });
    let asked =
        CreateReply::default().content(text).ephemeral(true).components(vec![buttons(&question, false, &words)]);
    let shown = context.send(asked).await?;
    if tokio::time::timeout(data.pace.question, question.answered()).await.is_err() {
        let over = CreateReply::default()
            .content(format!("{text}\n\n{}", words.expired))
            .ephemeral(true)
            .components(vec![buttons(&question, true, &words)]);
        drop(question);
        shown.edit(context, over).await?;
    }
    Ok(())
}

/// What a question says beside what it asks.
struct Words {
    yes: String,
    no: String,
    working: String,
    kept: String,
    expired: String,
    style: ButtonStyle,
}

impl Words {
    fn of(wish: &Wish, lang: Lang) -> Self {
        match wish {
            Wish::Reset(_) | Wish::RemoveDocument(_) | Wish::ForgetMe => Self {
                yes: lang.confirm(),
                no: lang.cancel(),
                working: lang.working(),
                kept: lang.kept(),
                expired: lang.expired(),
                style: ButtonStyle::Danger,
            },
            Wish::Import(_) => Self {
                yes: lang.import_confirm(),
                no: lang.import_cancel(),
                working: lang.import_working(),
                kept: lang.import_kept(),
                expired: lang.import_expired(),
                style: ButtonStyle::Primary,
            },
        }
    }
}

fn buttons(question: &Question, disabled: bool, words: &Words) -> CreateActionRow {
    let [yes, no] = question.buttons();
    CreateActionRow::Buttons(vec![
        CreateButton::new(yes).label(&words.yes).style(words.style).disabled(disabled),
        CreateButton::new(no).label(&words.no).style(ButtonStyle::Secondary).disabled(disabled),
    ])
}

/// Somebody clicked a button.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Result<(), serenity::Error> {
    let (person, lang) = (click.user.id.get(), Lang::of(&click.locale));
    match data.questions.click(&click.data.custom_id, person) {
        None => Ok(()),
        Some(Click::NotYours) => whisper(context, click, &lang.not_yours()).await,
        Some(Click::Over) => whisper(context, click, &lang.question_over()).await,
        Some(Click::No(asked)) => replace(context, click, &Words::of(&asked.what, lang).kept).await,
        Some(Click::Yes(asked)) => {
            replace(context, click, &Words::of(&asked.what, lang).working).await?;
            let command = command(&asked.what);
            let done = match Caller::of_click(data, click).await {
                Ok(caller) => do_it(data, &caller, asked).await,
                Err(error) => Err(error),
            };
            let told = done.unwrap_or_else(|error| error.told(command, lang));
            click
                .edit_response(context, EditInteractionResponse::new().content(told).allowed_mentions(nobody()))
                .await?;
            Ok(())
        }
    }
}

/// The command that asked.
fn command(wish: &Wish) -> &'static str {
    match wish {
        Wish::Reset(_) => "memory reset",
        Wish::RemoveDocument(_) => "docs remove",
        Wish::ForgetMe => "privacy forget-me",
        Wish::Import(_) => "memory import",
    }
}

/// Whether `caller` still may do what they asked for: much can change before they confirm.
fn still_may(caller: &Caller, asked: &Asked) -> Result<(), CommandError> {
    let needs: fn(Lang) -> String = match asked.what {
        Wish::Reset(_) => Lang::reset_needs,
        Wish::RemoveDocument(_) => Lang::docs_needs,
        Wish::Import(_) => Lang::memory_needs,
        Wish::ForgetMe => return Ok(()),
    };
    caller.must_manage(needs)?;
    // What they manage now may be another memory: whose this place has, can be set.
    if caller.key == asked.key { Ok(()) } else { Err(CommandError::Person(caller.lang.question_over())) }
}

/// Does what was confirmed. Answers what is told of it.
async fn do_it(data: &Data, caller: &Caller, asked: Asked) -> Result<String, CommandError> {
    still_may(caller, &asked)?;
    let (desk, key, actor, lang) = (&data.desk, &asked.key, caller.actor(), caller.lang);
    Ok(match asked.what {
        Wish::Reset(what) => render::receipt(&desk.reset(key, what, actor).await?, lang),
        Wish::RemoveDocument(number) => render::removed(&desk.remove_document(key, number, actor).await?, lang),
        Wish::ForgetMe => render::forgotten(&desk.forget_person(caller.person_id()).await?, lang),
        Wish::Import(archive) => {
            let import = desk.import(key, &archive, actor).await?;
            caller.settle(data).await?;
            render::imported(&import, lang)
        }
    })
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
