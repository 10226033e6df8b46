//! A question with two buttons before something is taken away for good. Owns how it is asked and answered, whatever it is
//! about; nothing happens before the one who asked has confirmed.

use poise::CreateReply;
use serenity::builder::{
    CreateActionRow, CreateButton, CreateInteractionResponse, CreateInteractionResponseMessage, EditInteractionResponse,
};
use serenity::client::Context as Serenity;
use serenity::model::application::{ButtonStyle, ComponentInteraction};
use serenity::model::id::GuildId;

use super::caller::Caller;
use super::{Context, Data, Done, nobody};
use crate::discord::on_error::CommandError;
use crate::discord::questions::{Asked, Click, Question, Wish};
use crate::discord::render;
use crate::discord::words::Lang;
use crate::memory::{Actor, PersonId};

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
            let told = do_it(data, asked, click.guild_id.map(GuildId::get), lang).await;
            click
                .edit_response(context, EditInteractionResponse::new().content(told).allowed_mentions(nobody()))
                .await?;
            Ok(())
        }
    }
}

/// Does what was confirmed. Answers what is told of it.
async fn do_it(data: &Data, asked: Asked, guild: Option<u64>, lang: Lang) -> String {
    let Asked { person, key, what } = asked;
    let actor = Actor::Person(PersonId(person));
    let (done, command) = match what {
        Wish::Reset(what) => {
            (data.desk.reset(&key, what, actor).await.map(|receipt| render::receipt(&receipt, lang)), "memory reset")
        }
        Wish::RemoveDocument(number) => {
            let removed = data.desk.remove_document(&key, number, actor).await;
            (removed.map(|document| render::removed(&document, lang)), "docs remove")
        }
        Wish::ForgetMe => {
            let forgotten = data.desk.forget_person(PersonId(person)).await;
            (forgotten.map(|done| render::forgotten(&done, lang)), "privacy forget-me")
        }
        Wish::Import(archive) => {
            let mut imported = data.desk.import(&key, &archive, actor).await;
            if let (Ok(_), Some(guild)) = (&imported, guild) {
                imported = data.desk.settle(&key, guild).await.and(imported);
            }
            (imported.map(|import| render::imported(&import, lang)), "memory import")
        }
    };
    done.unwrap_or_else(|error| CommandError::from(error).told(command, lang))
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
