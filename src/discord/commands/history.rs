//! The history of memory: a list that is paged by buttons and can be asked for a change as a whole. `/memory history` and
//! the buttons below changes and blocks show it. It needs no memory of its own.

use serenity::builder::{
    CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};
use serenity::client::Context as Serenity;
use serenity::model::application::{ButtonStyle, ComponentInteraction, ComponentInteractionDataKind};

use super::answer::{Doer, Outcome, Said, Taken};
use super::caller::Caller;
use super::{Context, Data, Done, answer, blocks, edit_rows, target};
use crate::agent::desk::{Changes, DeskError};
use crate::discord::render;
use crate::discord::render::card::cut;
use crate::discord::words::Lang;
use crate::memory::{EditId, EditTarget};

const SHOW: &str = "history/";
const PAGE: &str = "history-page/";
const CHANGE: &str = "history-change/";
/// Stands for all that was changed.
const ALL: &str = "all";
/// Units of a menu's line (Discord's reference, "Select Option Structure").
const LINE: usize = 100;

/// Show what was changed in my memory, and take it back
#[poise::command(slash_command)]
pub async fn history(
    context: Context<'_>,
    #[description = "Of which block; of everything without it"]
    #[autocomplete = "blocks::complete"]
    #[max_length = 100]
    block: Option<String>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let target = match block {
        Some(typed) => Some(EditTarget::Block(blocks::block_of(context, &caller, &typed).await?)),
        None => None,
    };
    answer::show(context, list(context.data(), &caller, target.as_ref(), 1).await?).await
}

/// The id of a button that shows the history of `target`, the `number`th on its message.
pub fn button(target: &EditTarget, number: usize) -> String {
    format!("{SHOW}{}/{number}", target::written(target))
}

/// Whether a button or menu is of these.
pub fn is_history(custom_id: &str) -> bool {
    [SHOW, PAGE, CHANGE].iter().any(|start| custom_id.starts_with(start))
}

/// Somebody clicked one of the buttons or chose from the menu.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Taken {
    let (id, doer) = (click.data.custom_id.as_str(), Doer::Click(click));
    if let Some(rest) = id.strip_prefix(PAGE) {
        let turned = async |caller: &Caller| {
            let (target, page) = read(rest).ok_or(DeskError::NoEdit)?;
            list(data, caller, target.as_ref(), page).await
        };
        return doer.replace(data, context, "memory history", turned).await;
    }
    let shown = async |caller: &Caller| {
        if id.starts_with(CHANGE) {
            return whole(data, caller, chosen(click).ok_or(DeskError::NoEdit)?).await;
        }
        let (target, _) = id.strip_prefix(SHOW).and_then(read).ok_or(DeskError::NoEdit)?;
        list(data, caller, target.as_ref(), 1).await
    };
    doer.whisper(data, context, "memory history", shown).await
}

fn chosen(click: &ComponentInteraction) -> Option<EditId> {
    let ComponentInteractionDataKind::StringSelect { values } = &click.data.kind else { return None };
    values.first()?.parse().ok()
}

/// What the history is of, all without it, and which page.
fn read(rest: &str) -> Option<(Option<EditTarget>, u64)> {
    let (piece, page) = rest.split_once('/')?;
    let target = if piece == ALL { None } else { Some(target::read(piece)?) };
    Some((target, page.parse().ok()?))
}

async fn list(data: &Data, caller: &Caller, target: Option<&EditTarget>, page: u64) -> Outcome {
    let changes = data.desk.changes(&caller.key, target, page).await?;
    let card = render::history(&changes, caller.lang);
    Ok(Said { cards: vec![card], rows: rows(target, &changes, caller.lang), ..Said::default() })
}

fn rows(target: Option<&EditTarget>, changes: &Changes, lang: Lang) -> Vec<CreateActionRow> {
    let piece = target.map_or_else(|| ALL.to_owned(), target::written);
    let line = |(number, card)| {
        let name = render::change_line(number, card, lang);
        CreateSelectMenuOption::new(cut(&name, LINE), card.edit.id.0.simple().to_string())
    };
    let options: Vec<CreateSelectMenuOption> = (changes.first..).zip(&changes.items).map(line).collect();
    let mut rows = Vec::new();
    if !options.is_empty() {
        let menu = CreateSelectMenu::new(format!("{CHANGE}{piece}"), CreateSelectMenuKind::String { options });
        rows.push(CreateActionRow::SelectMenu(menu.placeholder(lang.choose_change())));
    }
    rows.extend(pager(changes.page, changes.pages, lang, |page| format!("{PAGE}{piece}/{page}")));
    rows
}

/// Buttons to the page before and the page behind; none where there is but one.
pub fn pager(page: u64, pages: u64, lang: Lang, id: impl Fn(u64) -> String) -> Option<CreateActionRow> {
    let to = |page: u64, label: String, there: bool| {
        CreateButton::new(id(page)).label(label).style(ButtonStyle::Secondary).disabled(!there)
    };
    (pages > 1).then(|| {
        CreateActionRow::Buttons(vec![
            to(page.saturating_sub(1), lang.page_back(), page > 1),
            to(page + 1, lang.page_on(), page < pages),
        ])
    })
}

/// One change, with its buttons.
async fn whole(data: &Data, caller: &Caller, id: EditId) -> Outcome {
    let card = data.desk.change(&caller.key, id).await?;
    let rows = vec![edit_rows::of_change(id, caller.lang)];
    Ok(Said { cards: render::edit_cards(&[card], caller.lang), rows, ..Said::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Label, PersonId};

    #[test]
    fn ids_say_what_they_show() {
        let target = EditTarget::Block(Label::Human(PersonId(u64::MAX)));
        let id = button(&target, 3);
        assert!(id.len() <= 100 && is_history(&id), "{id}");
        assert_eq!(id.strip_prefix(SHOW).and_then(read), Some((Some(target), 3)));
        assert_eq!(read("all/7"), Some((None, 7)));
        assert_eq!([read("all"), read("x/1"), read("persona/x")], [None, None, None]);
    }
}
