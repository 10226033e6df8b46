//! The button below a change of memory that takes it back. It needs no memory of its own, so it works after a restart too.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::client::Context as Serenity;
use serenity::model::application::{ButtonStyle, ComponentInteraction};

use super::Data;
use super::answer::{Doer, Outcome, Said, Taken};
use super::caller::Caller;
use super::edit_form::stands_now;
use crate::agent::desk::DeskError;
use crate::discord::on_error::CommandError;
use crate::discord::render::{Card, edit_cards};
use crate::discord::words::Lang;
use crate::memory::history::NotUndone;
use crate::memory::{EditId, PersonId};

const UNDO: &str = "undo:";
/// Stands for the person where nobody but those who manage the place may click.
const NOBODY: &str = "-";

/// The id of a button that takes `edit` back, for the person whose it is and those who manage the place.
pub fn button(edit: EditId, whose: Option<PersonId>) -> String {
    let whose = whose.map_or_else(|| NOBODY.to_owned(), |person| person.to_string());
    format!("{UNDO}{whose}:{}", edit.0.simple())
}

/// Whether it is such a button.
pub fn is_undo(custom_id: &str) -> bool {
    custom_id.starts_with(UNDO)
}

fn read(custom_id: &str) -> Option<(Option<u64>, EditId)> {
    let (whose, edit) = custom_id.strip_prefix(UNDO)?.split_once(':')?;
    Some((whose.parse().ok(), edit.parse().ok()?))
}

/// Somebody clicked it.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Taken {
    let undone = async |caller: &Caller| undo(data, caller, &click.data.custom_id).await;
    Doer::Click(click).whisper(data, context, "undo", undone).await
}

/// Only what belongs to the memory of the place where the button stands can be taken back, whatever its id says.
async fn undo(data: &Data, caller: &Caller, custom_id: &str) -> Outcome {
    let (whose, edit) = read(custom_id).ok_or(DeskError::NoEdit)?;
    let theirs = whose == Some(caller.person) || caller.may_manage;
    if !theirs && !data.desk.is_theirs(&caller.key, edit, caller.person_id()).await? {
        caller.must_manage(Lang::undo_needs)?;
    }
    match data.desk.undo(&caller.key, Some(edit), caller.actor()).await {
        Ok(card) => Ok(edit_cards(&[card], caller.lang).into()),
        Err(DeskError::Changed) => Err(CommandError::Person(caller.lang.undo_changed())),
        Err(error @ DeskError::NotUndone(NotUndone::Conflict(_))) => {
            let told = CommandError::from(error).told("undo", caller.lang);
            Ok(Said { cards: now(data, caller, edit).await, ..Said::from(told) })
        }
        Err(error) => Err(error.into()),
    }
}

/// What stands now where a change cannot be taken back.
async fn now(data: &Data, caller: &Caller, edit: EditId) -> Vec<Card> {
    let there = async {
        let change = data.desk.change(&caller.key, edit).await?;
        data.desk.editable(&caller.key, &change.edit.target).await
    };
    there.await.map(|there| vec![stands_now(&there, caller.lang)]).unwrap_or_default()
}

/// A row with the button, for who has just made the change.
pub fn row(edit: EditId, caller: &Caller) -> CreateActionRow {
    let id = button(edit, Some(caller.person_id()));
    CreateActionRow::Buttons(vec![CreateButton::new(id).label(caller.lang.undo()).style(ButtonStyle::Secondary)])
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;

    #[test]
    fn a_button_names_the_edit_and_whose_it_is() {
        let edit = EditId::at(Utc::now());
        let mine = button(edit, Some(PersonId(u64::MAX)));
        assert!(mine.len() <= 100, "Discord takes no more: {mine}");
        assert_eq!(read(&mine), Some((Some(u64::MAX), edit)));
        assert_eq!(read(&button(edit, None)), Some((None, edit)));
        assert!(is_undo(&mine) && read("undo:7:nonsense").is_none() && !is_undo("reset:yes:7:x"));
    }
}
