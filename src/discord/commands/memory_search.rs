//! `/memory search`: pages to turn, and a menu by which what was found is deleted or forgotten.

use quick_cache::sync::Cache;
use serenity::builder::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};
use serenity::client::Context as Serenity;
use serenity::model::application::{ComponentInteraction, ComponentInteractionDataKind};
use uuid::Uuid;

use super::answer::{Doer, Outcome, Said, Taken};
use super::caller::Caller;
use super::{Context, Data, Done, answer, forget, history, memory_delete};
use crate::agent::desk::{DeskError, Hit, HitOf, Hits};
use crate::discord::on_error::CommandError;
use crate::discord::render;
use crate::discord::render::card::cut;
use crate::discord::words::Lang;

const PAGE: &str = "search-page/";
const FOUND: &str = "search-found/";
/// Searches whose pages can be turned; the oldest are let go.
const KEPT: usize = 1_000;
/// Units of a menu's line (Discord's reference, "Select Option Structure").
const LINE: usize = 100;

/// What was searched for, by the id that the buttons carry: a query may be longer than an id. After a restart a search is
/// to be made again.
pub struct Searches(Cache<String, String>);

impl Default for Searches {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

/// Search what was said here and what I keep in the archive
#[poise::command(slash_command)]
pub async fn search(
    context: Context<'_>,
    #[description = "What to look for"]
    #[max_length = 200]
    text: String,
    #[description = "Which page of the results, from 1"]
    #[min = 1]
    #[max = 100000]
    page: Option<u32>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let id = Uuid::now_v7().simple().to_string();
    context.data().searches.0.insert(id.clone(), text.clone());
    answer::show(context, results(context.data(), &caller, &id, &text, page.unwrap_or(1).into()).await?).await
}

async fn results(data: &Data, caller: &Caller, id: &str, text: &str, page: u64) -> Outcome {
    let hits = data.desk.search(&caller.key, text, page).await?;
    let card = render::results(text, &hits, caller.lang);
    let mut rows: Vec<CreateActionRow> = menu(&hits, id, caller.lang).into_iter().collect();
    rows.extend(history::pager(hits.page, hits.pages, caller.lang, |page| format!("{PAGE}{id}/{page}")));
    Ok(Said { cards: vec![card], rows, ..Said::default() })
}

/// What was found and can go: passages, and messages of people in Discord.
fn menu(hits: &Hits, id: &str, lang: Lang) -> Option<CreateActionRow> {
    let options: Vec<CreateSelectMenuOption> = hits.items.iter().filter_map(|hit| option(hit, lang)).collect();
    let menu = CreateSelectMenu::new(format!("{FOUND}{id}"), CreateSelectMenuKind::String { options: options.clone() });
    (!options.is_empty()).then(|| CreateActionRow::SelectMenu(menu.placeholder(lang.choose_found())))
}

fn option(hit: &Hit, lang: Lang) -> Option<CreateSelectMenuOption> {
    let line = hit.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (name, value) = match hit.of {
        HitOf::Passage(number) => (lang.delete_choice(number, &line), format!("passage/{number}")),
        HitOf::Message { by: Some(_), source: Some(source) } if source.message > 0 => (
            lang.forget_choice(&render::whence(&hit.whence, lang), &line),
            format!("message/{}/{}", source.channel, source.message),
        ),
        HitOf::Message { .. } | HitOf::Chunk => return None,
    };
    Some(CreateSelectMenuOption::new(cut(&name, LINE), value))
}

/// Whether a button or menu is of these.
pub fn is_search(custom_id: &str) -> bool {
    custom_id.starts_with(PAGE) || custom_id.starts_with(FOUND)
}

/// Somebody turned the page or chose something that was found.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Taken {
    let doer = Doer::Click(click);
    if let Some(rest) = click.data.custom_id.strip_prefix(PAGE) {
        let turned = async |caller: &Caller| turn(data, caller, rest).await;
        return doer.replace(data, context, "memory search", turned).await;
    }
    let gone = async |caller: &Caller| match &click.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => {
            take_away(data, caller, values.first().map_or("", String::as_str)).await
        }
        _ => Err(DeskError::NoEdit.into()),
    };
    doer.whisper(data, context, "memory search", gone).await
}

async fn turn(data: &Data, caller: &Caller, rest: &str) -> Outcome {
    let old = || CommandError::Person(caller.lang.list_old());
    let (id, page) = rest.split_once('/').ok_or_else(old)?;
    let text = data.searches.0.get(id).ok_or_else(old)?;
    results(data, caller, id, &text, page.parse().unwrap_or(1)).await
}

async fn take_away(data: &Data, caller: &Caller, value: &str) -> Outcome {
    let mut parts = value.split('/');
    let number = |part: Option<&str>| part.and_then(|part| part.parse::<u64>().ok()).unwrap_or(0);
    match parts.next() {
        Some("passage") => {
            let number = i64::try_from(number(parts.next())).unwrap_or(0);
            memory_delete::remove(data, caller, number).await
        }
        Some("message") => {
            let (channel, message) = (number(parts.next()), number(parts.next()));
            forget::forget(data, caller, channel, message).await
        }
        _ => Err(DeskError::NoEdit.into()),
    }
}
