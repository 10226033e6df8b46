//! A person's own data as JSON, to be handed out to them. Owns what in it is theirs: of a block that others share, only the
//! lines that their messages added or took away.

use serde_json::{Value, json};

use super::desk::{Desk, DeskError};
use crate::clock::Moment;
use crate::memory::diff::{DiffLine, diff_lines};
use crate::memory::{Agent, Attachment, Body, Edit, EditTarget, Passage, PersonId, Reminder};
use crate::store::{OwnData, OwnMessage};

/// Bytes of one file, far below what Discord takes.
const FILE: usize = 7_000_000;

impl Desk {
    /// All that is kept of that person and is theirs, in files of JSON that can be read each by itself.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn export_person(&self, person: PersonId) -> Result<Vec<String>, DeskError> {
        let ledger = &self.inner().parts.ledger;
        let now = self.inner().parts.clock.now();
        let mut items = Vec::new();
        for agent in ledger.agents_of_person(person).await? {
            items.extend(items_of(&agent, ledger.own_data(&agent.scope(), person).await?, person));
        }
        Ok(files(items, person, now))
    }
}

fn items_of(agent: &Agent, data: OwnData, person: PersonId) -> Vec<Value> {
    let OwnData { messages, block, block_edits, edits, passages, documents, reminders } = data;
    let place = agent.key.to_string();
    let item = |kind: &str, mut rest: Value| {
        rest["kind"] = json!(kind);
        rest["place"] = json!(place);
        rest
    };
    let said = messages.iter().filter_map(|message| Some(item("message", message_json(message)?)));
    let mut items: Vec<Value> = said.collect();
    items.extend(block.map(|text| item("block", json!({"label": format!("human:{person}"), "text": text}))));
    items.extend(block_edits.iter().map(|edit| item("block_edit", whole(edit))));
    items.extend(edits.iter().map(|edit| item("edit", part(edit))));
    items.extend(passages.iter().map(|passage| item("passage", passage_json(passage))));
    items.extend(documents.into_iter().map(|name| item("document", json!({"name": name}))));
    items.extend(reminders.iter().map(|reminder| item("reminder", reminder_json(reminder))));
    items
}

fn reminder_json(reminder: &Reminder) -> Value {
    let repeats = reminder.repeat.map(|repeat| repeat.to_string());
    json!({"number": reminder.number, "text": reminder.text, "due": reminder.due, "repeats": repeats})
}

/// None for what is only the mark of a deleted message.
fn message_json(message: &OwnMessage) -> Option<Value> {
    let Body::Person { person, text, attachments, .. } = &message.body else { return None };
    Some(json!({
        "at": message.at,
        "name": person.name,
        "text": text,
        "attachments": attachments.iter().map(attachment_json).collect::<Vec<_>>(),
        "link": message.source.and_then(|source| source.jump_link()),
    }))
}

/// With its words, where they were read or heard.
fn attachment_json(file: &Attachment) -> Value {
    json!({"name": file.name, "description": file.description, "text": file.words()})
}

fn whole(edit: &Edit) -> Value {
    json!({"at": edit.at, "what": edit.kind, "before": edit.before, "after": edit.after, "reason": edit.reason})
}

/// What the edit did, without the lines around it, which are others'.
fn part(edit: &Edit) -> Value {
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for line in diff_lines(&edit.before, &edit.after, 0) {
        match line {
            DiffLine::Added(line) => added.push(line),
            DiffLine::Removed(line) => removed.push(line),
            DiffLine::Kept(_) | DiffLine::Skipped(_) => {}
        }
    }
    let target = match edit.target {
        EditTarget::Block(label) => label.to_string(),
        EditTarget::Passage(_) => "passage".to_owned(),
        EditTarget::Facts(_) => "facts".to_owned(),
    };
    // Lines that went were there before, and need not be theirs: they are counted.
    json!({"at": edit.at, "what": edit.kind, "of": target, "added": added, "removed_lines": removed.len()})
}

fn passage_json(passage: &Passage) -> Value {
    json!({"at": passage.created_at, "number": passage.number, "text": passage.text, "tags": passage.tags})
}

/// As few files as can be; at least one.
fn files(items: Vec<Value>, person: PersonId, now: Moment) -> Vec<String> {
    let mut parts: Vec<Vec<Value>> = vec![Vec::new()];
    let mut size = 0;
    for item in items {
        let length = item.to_string().len();
        if size + length > FILE && size > 0 {
            parts.push(Vec::new());
            size = 0;
        }
        size += length;
        if let Some(part) = parts.last_mut() {
            part.push(item);
        }
    }
    let count = parts.len();
    let file = |(at, items): (usize, Vec<Value>)| json!({"person": person.to_string(), "exported_at": now, "part": at + 1, "parts": count, "items": items});
    parts.into_iter().enumerate().map(file).map(|file| format!("{file:#}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_exports_are_several_files() {
        let now = Moment::from_timestamp(1_790_000_000, 0).expect("a moment");
        let item = json!({"text": "x".repeat(FILE / 3)});
        let files = files(vec![item; 5], PersonId(7), now);
        let parts: Vec<Value> = files.iter().map(|file| serde_json::from_str(file).expect("JSON")).collect();
        let counts: Vec<usize> = parts.iter().map(|part| part["items"].as_array().map_or(0, Vec::len)).collect();
        assert_eq!((counts, &parts[0]["parts"]), (vec![2, 2, 1], &json!(3)));
    }
}
