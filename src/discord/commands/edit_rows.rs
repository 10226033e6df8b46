//! The buttons below a block that is shown, and below a change of memory.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use super::{edit_form, history, restore, undo};
use crate::discord::words::Lang;
use crate::memory::{EditId, EditTarget};

fn plain(id: String, label: String) -> CreateButton {
    CreateButton::new(id).label(label).style(ButtonStyle::Secondary)
}

/// Below a block: **Edit · History**.
pub fn row(target: &EditTarget, lang: Lang) -> CreateActionRow {
    CreateActionRow::Buttons(vec![
        plain(edit_form::button(target, 0), lang.edit_button()),
        plain(history::button(target, 0), lang.history_button()),
    ])
}

/// Below one change: **Undo · Restore**.
pub fn of_change(edit: EditId, lang: Lang) -> CreateActionRow {
    CreateActionRow::Buttons(vec![
        plain(undo::button(edit, None), lang.undo()),
        plain(restore::button(edit), lang.restore_button()),
    ])
}
