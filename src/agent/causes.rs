//! Which message a change of memory comes from, where several may have caused it: the one with whose words it has the
//! most in common. Pure.

use crate::memory::{Body, Edit, EditTarget, Message, MessageId};
use crate::search::common_words;
use crate::tools::Effects;

/// Lets each change point at the message of people that it most likely comes from, so that it is offered for removal
/// with it. What has nothing in common with any of them keeps the cause it has.
pub(super) fn name_causes<'a>(effects: &mut Effects, said: impl IntoIterator<Item = &'a Message>) {
    let said: Vec<&Message> = said.into_iter().filter(|message| matches!(message.body, Body::Person { .. })).collect();
    // Facts name the message that they are of themselves.
    for edit in effects.edits.iter_mut().filter(|edit| !matches!(edit.target, EditTarget::Facts(_))) {
        edit.cause = cause(&added(edit), &said).or(edit.cause);
    }
    for (passage, edit) in &mut effects.passages {
        edit.cause = cause(&passage.text, &said).or(edit.cause);
        passage.cause = edit.cause;
    }
}

/// The lines that an edit put in; those that it took out, where it put in none.
fn added(edit: &Edit) -> String {
    let new = |text: &str, old: &str| {
        let old: Vec<&str> = old.lines().collect();
        text.lines().filter(|line| !old.contains(line)).collect::<Vec<_>>().join("\n")
    };
    let added = new(&edit.after, &edit.before);
    if added.is_empty() { new(&edit.before, &edit.after) } else { added }
}

/// Of messages that fit alike the newest.
fn cause(text: &str, said: &[&Message]) -> Option<MessageId> {
    let near = said.iter().map(|message| (common_words(text, message.body.text()), message.id));
    near.filter(|(common, _)| *common > 0.0).max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, id)| id)
}
