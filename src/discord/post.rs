//! The messages that an [`Outgoing`] becomes, and their bodies. Pure.

use serde_json::{Value, json};

use super::commands::{edit_form, history, retry, undo};
use super::render::card::cut;
use super::render::{Card, edit_cards, edit_line, title, when};
use super::rest::File;
use super::split::{MESSAGE_LIMIT, split, units};
use super::tables::without_tables;
use super::words::Lang;
use crate::memory::outgoing::Outgoing;
use crate::memory::{EditCard, EditTarget, Label, OutboxId, PersonId, Source};
use crate::settings::Display;

/// One Discord message to be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Post {
    pub text: String,
    pub cards: Vec<Card>,
    /// Rows of at most [`ROW`] buttons each, at most [`ROWS`] of them.
    pub rows: Vec<Vec<Button>>,
    /// Whether nobody is notified.
    pub silent: bool,
    /// The one person who is pinged.
    pub pings: Option<PersonId>,
    /// What goes along with it.
    pub file: Option<File>,
}

impl Post {
    /// Leaves of each embed only what it is about.
    fn hide(&mut self, lang: Lang) {
        for card in &mut self.cards {
            card.description = lang.hidden();
            card.fields.clear();
        }
    }
}

/// An answer of more messages than this goes along as a file.
pub const MOST_PARTS: usize = 6;
/// Bytes that a file may have (Discord's reference, "Uploading Files").
const FILE_LIMIT: usize = 10 << 20;
/// What a long answer is called as a file.
const FILE_NAME: &str = "answer.md";

/// Buttons side by side (Discord's reference, "Action Row").
const ROW: usize = 5;
/// Rows below one message.
const ROWS: usize = 5;
/// Characters on a button (Discord's reference, "Button Structure").
const LABEL: usize = 80;

/// What a reminder begins with.
pub const REMINDER: &str = "⏰";

/// "SUPPRESS_NOTIFICATIONS" (Discord's reference, "Message Flags").
const SILENT: u64 = 1 << 12;

/// A button below an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    pub id: String,
    pub label: String,
}

/// The messages that say `outgoing`, in order: the words in pieces, the embeds below the last. A reaction is none.
/// Where others read along (`shared`), what was learned from a deleted message is named and not shown again. Where a file
/// may go along (`files`), a very long answer is one.
pub fn posts(outgoing: &Outgoing, shared: bool, files: bool, lang: Lang) -> Vec<Post> {
    let (text, cards) = match outgoing {
        Outgoing::Reply { text, cards } => (text.clone(), edit_cards(cards, lang)),
        Outgoing::Stopped { text, cards } => (with_note(text, &lang.stopped()), edit_cards(cards, lang)),
        Outgoing::Failure { cause, trace } => {
            let text = lang.traced(&lang.trouble(cause), trace);
            let rows = vec![vec![Button { id: retry::button(trace), label: lang.retry_button() }]];
            return vec![Post { text, rows, ..Post::default() }];
        }
        Outgoing::Waits { cause } => (lang.waits(cause), Vec::new()),
        Outgoing::Learned { cards, by } => {
            let mut posts = with_undo(lang.learned(), cards, *by, lang);
            if shared {
                posts.iter_mut().for_each(|post| post.hide(lang));
            }
            return posts;
        }
        Outgoing::Tended { cards, facts } => {
            let mut posts = with_undo(lang.tended(*facts), cards, None, lang);
            posts.iter_mut().for_each(|post| post.silent = true);
            return posts;
        }
        Outgoing::Notice => return vec![Post { text: lang.notice(), silent: true, ..Post::default() }],
        Outgoing::LimitReached { limit, most, until } => (lang.limit_reached(*limit, *most, *until), Vec::new()),
        Outgoing::Reminder { person, text, due, late, .. } => {
            let late = if *late { format!("\n-# {}", lang.reminder_late(&when(*due))) } else { String::new() };
            let text = format!("{REMINDER} <@{person}> {text}{late}");
            return vec![Post { text, pings: Some(*person), ..Post::default() }];
        }
        Outgoing::Reaction { .. } | Outgoing::Withdrawn => return Vec::new(),
    };
    let mut parts = pieces(&text);
    let mut file = None;
    if files && parts.len() > MOST_PARTS && text.len() <= FILE_LIMIT {
        parts = vec![first_part(&text, lang)];
        file = Some(File { name: FILE_NAME, text });
    }
    let mut posts: Vec<Post> = parts.into_iter().map(|text| Post { text, ..Post::default() }).collect();
    if let Some(first) = posts.first_mut() {
        first.file = file;
    }
    if !cards.is_empty() {
        let rows = edit_rows(outgoing, lang);
        match posts.last_mut() {
            Some(last) => (last.cards, last.rows) = (cards, rows),
            None => posts.push(Post { cards, rows, ..Post::default() }),
        }
    }
    posts
}

/// What is shown of `outgoing` where changes of memory are shown in that way; none if nothing is left of it. What was
/// learned from a deleted message is always shown, since it is there to be taken back.
pub fn shown_as(outgoing: &Outgoing, display: Display, lang: Lang) -> Option<Outgoing> {
    let line = |cards: &[EditCard]| match display {
        Display::Compact if !cards.is_empty() => lang.memory_line(&edit_line(cards, lang)),
        _ => String::new(),
    };
    let noted = |text: &str, cards: &[EditCard]| {
        let line = line(cards);
        if line.is_empty() { text.to_owned() } else { with_note(text, &line) }
    };
    if display == Display::Full {
        return Some(outgoing.clone());
    }
    let cards = Vec::new();
    Some(match outgoing {
        Outgoing::Reply { text, cards: all } => match noted(text, all) {
            text if text.is_empty() => return None,
            text => Outgoing::Reply { text, cards },
        },
        Outgoing::Stopped { text, cards: all } => Outgoing::Stopped { text: noted(text, all), cards },
        Outgoing::Tended { .. } if display != Display::Compact => return None,
        Outgoing::Tended { cards: all, facts } => Outgoing::Reply { text: noted(&lang.tended(*facts), all), cards },
        other => other.clone(),
    })
}

/// A text in the pieces in which Discord shows it.
pub fn pieces(text: &str) -> Vec<String> {
    split(&without_tables(text), MESSAGE_LIMIT)
}

/// The start of an answer of which all is in a file.
fn first_part(text: &str, lang: Lang) -> String {
    let note = lang.in_file();
    let room = MESSAGE_LIMIT - units(&note) - 1;
    with_note(&split(&without_tables(text), room).into_iter().next().unwrap_or_default(), &note)
}

/// `text` with a small line below it.
pub fn with_note(text: &str, note: &str) -> String {
    if text.is_empty() { note.to_owned() } else { format!("{text}\n{note}") }
}

/// The buttons below an answer: a row for each edit; where there is not room for that, only those that take back.
fn edit_rows(outgoing: &Outgoing, lang: Lang) -> Vec<Vec<Button>> {
    let Outgoing::Reply { cards, .. } = outgoing else { return Vec::new() };
    let number = |at: usize| if cards.len() > 1 { format!(" {at}") } else { String::new() };
    if cards.len() > ROWS {
        let undo = |(at, card)| undo_button(at, card, None, lang);
        let buttons: Vec<Button> = (1..).zip(cards).take(ROW * ROWS).map(undo).collect();
        return buttons.chunks(ROW).map(<[Button]>::to_vec).collect();
    }
    let row = |(at, card): (usize, &EditCard)| {
        let target = &card.edit.target;
        let edit = Button { id: edit_form::button(target, at), label: format!("{}{}", lang.edit_button(), number(at)) };
        let history =
            Button { id: history::button(target, at), label: format!("{}{}", lang.history_button(), number(at)) };
        let undo = Button { label: format!("{}{}", lang.undo(), number(at)), ..undo_button(at, card, None, lang) };
        // What a message is found by is not written by hand.
        let edit = (!matches!(target, EditTarget::Facts(_))).then_some(edit);
        [Some(undo), edit, Some(history)].into_iter().flatten().collect()
    };
    (1..).zip(cards).map(row).collect()
}

/// The button that takes an edit back: for `by`, else for the person whose block it is.
fn undo_button(at: usize, card: &EditCard, by: Option<PersonId>, lang: Lang) -> Button {
    let label = cut(&format!("{} {at}: {}", lang.undo(), title(card, lang)), LABEL);
    let whose = match card.edit.target {
        EditTarget::Block(Label::Human(person)) => by.or(Some(person)),
        _ => by,
    };
    Button { id: undo::button(card.edit.id, whose), label }
}

/// `text`, and edits with a button each that takes it back: for `by`, else for the person whose block it is.
fn with_undo(text: String, cards: &[EditCard], by: Option<PersonId>, lang: Lang) -> Vec<Post> {
    let mut posts: Vec<Post> = cards.chunks(ROW).map(|cards| undoable(cards, by, lang)).collect();
    match posts.first_mut() {
        Some(first) => first.text = text,
        None => posts.push(Post { text, ..Post::default() }),
    }
    posts
}

fn undoable(cards: &[EditCard], by: Option<PersonId>, lang: Lang) -> Post {
    let mut row: Vec<Button> = (1..).zip(cards).map(|(at, card)| undo_button(at, card, by, lang)).collect();
    if let ([only], [card]) = (row.as_mut_slice(), cards) {
        only.label = cut(&format!("{}: {}", lang.undo(), title(card, lang)), LABEL);
    }
    Post { cards: edit_cards(cards, lang), rows: vec![row], ..Post::default() }
}

/// The body of a request that creates `post` as part `index` of the row `id`. It pings nobody but whom the post is for, and
/// the same part sent twice within a few minutes is one message.
pub fn body(post: &Post, id: OutboxId, index: usize, answers: Option<&Source>) -> Value {
    let mut body = json!({"allowed_mentions": mentions(post.pings), "nonce": nonce(id, index), "enforce_nonce": true});
    if !post.text.is_empty() {
        body["content"] = json!(post.text);
    }
    if !post.cards.is_empty() {
        body["embeds"] = post.cards.iter().map(Card::to_json).collect();
    }
    if !post.rows.is_empty() {
        body["components"] = rows(&post.rows);
    }
    if let Some(file) = &post.file {
        body["attachments"] = json!([{"id": "0", "filename": file.name}]);
    }
    if post.silent {
        body["flags"] = json!(SILENT);
    }
    if let Some(source) = answers {
        body["message_reference"] = json!({"message_id": source.message.to_string(), "fail_if_not_exists": false});
    }
    body
}

/// The body of a request that puts `post` in the place of what a message was. Nothing of that is left.
pub fn edit_body(post: &Post) -> Value {
    let embeds: Vec<Value> = post.cards.iter().map(Card::to_json).collect();
    let attachments = post.file.iter().map(|file| json!({"id": "0", "filename": file.name}));
    json!({
        "content": post.text,
        "embeds": embeds,
        "components": rows(&post.rows),
        "attachments": attachments.collect::<Vec<_>>(),
        "allowed_mentions": no_mentions(),
    })
}

fn rows(rows: &[Vec<Button>]) -> Value {
    let button = |button: &Button| json!({"type": 2, "style": 2, "label": button.label, "custom_id": button.id});
    let row = |row: &Vec<Button>| json!({"type": 1, "components": row.iter().map(button).collect::<Vec<_>>()});
    rows.iter().filter(|row| !row.is_empty()).map(row).collect()
}

/// Nobody is pinged.
pub fn no_mentions() -> Value {
    json!({"parse": [], "replied_user": false})
}

/// Nobody is pinged, or only that person.
fn mentions(person: Option<PersonId>) -> Value {
    let mut mentions = no_mentions();
    if let Some(person) = person {
        mentions["users"] = json!([person.to_string()]);
    }
    mentions
}

/// At most 25 characters: the row's id in base 62 (22 of them), and the part.
pub fn nonce(id: OutboxId, index: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let digits = |mut number: u128, least: usize| {
        let mut text = String::new();
        while number > 0 || text.len() < least {
            text.insert(0, char::from(DIGITS[(number % 62) as usize]));
            number /= 62;
        }
        text
    };
    format!("{}{}", digits(id.0.as_u128(), 22), digits(index as u128 % 62u128.pow(3), 1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use uuid::Uuid;

    use super::*;
    use crate::memory::{Actor, Edit, EditId, EditKind, Trouble};

    #[test]
    fn nonces_are_short_and_each_part_has_its_own() {
        let all: HashSet<String> = (0..4_000)
            .flat_map(|index| [nonce(OutboxId(Uuid::max()), index), nonce(OutboxId(Uuid::nil()), index)])
            .collect();
        assert_eq!(all.len(), 8_000);
        assert!(all.iter().all(|nonce| nonce.len() <= 25 && nonce.len() >= 23));
    }

    #[test]
    fn embeds_stand_below_the_last_piece() {
        let reply = Outgoing::Reply { text: "word ".repeat(700), cards: Vec::new() };
        let posts = posts(&reply, true, true, Lang::English);
        assert_eq!(posts.len(), 2);
        assert!(posts.iter().all(|post| post.cards.is_empty()));
    }

    #[test]
    fn a_reminder_pings_whom_it_is_for_and_nobody_else() {
        let due = chrono::DateTime::from_timestamp(1_777_000_000, 0).expect("a moment");
        let text = "call <@8> and @everyone".to_owned();
        let reminder = Outgoing::Reminder { number: 1, person: PersonId(7), text, due, late: true };
        let posts = posts(&reminder, true, true, Lang::English);
        let body = body(&posts[0], OutboxId(Uuid::nil()), 0, None);
        assert_eq!(body["allowed_mentions"], json!({"parse": [], "replied_user": false, "users": ["7"]}));
        let said = "⏰ <@7> call <@8> and @everyone\n-# This was due <t:1777000000:F>.";
        assert_eq!(body["content"], said);
        assert_eq!(shown_as(&reminder, Display::Off, Lang::English), Some(reminder));
    }

    #[test]
    fn a_very_long_answer_goes_along_as_a_file() {
        let text = "word ".repeat(3_000).trim_end().to_owned();
        let outgoing = Outgoing::Reply { text: text.clone(), cards: Vec::new() };
        let [post] = posts(&outgoing, true, true, Lang::English).try_into().expect("one message");
        assert!(units(&post.text) <= MESSAGE_LIMIT && post.text.ends_with(&Lang::English.in_file()));
        assert_eq!(post.file, Some(File { name: FILE_NAME, text }));
        let plain = posts(&outgoing, true, false, Lang::English);
        assert!(plain.len() > MOST_PARTS && plain.iter().all(|post| post.file.is_none()));
    }

    #[test]
    fn a_stopped_answer_says_so() {
        let stopped =
            |text: &str| posts(&Outgoing::Stopped { text: text.into(), cards: Vec::new() }, true, true, Lang::English);
        assert_eq!(stopped("One, two")[0].text, "One, two\n-# Stopped.");
        assert_eq!(stopped("")[0].text, "-# Stopped.");
    }

    /// Something was added to the persona.
    fn extended() -> EditCard {
        let at = chrono::DateTime::UNIX_EPOCH;
        let edit = Edit {
            id: EditId(Uuid::nil()),
            before: "I am.".into(),
            after: "I am. I think.".into(),
            expected_version: 1,
            ..Edit::new(EditTarget::Block(Label::Persona), EditKind::Append, Actor::Model, at)
        };
        EditCard { title: "persona".into(), used: 14, limit: 2_000, edit }
    }

    #[test]
    fn changes_of_memory_are_shown_as_it_was_set() {
        let cards = vec![extended()];
        let reply = |text: &str| Outgoing::Reply { text: text.into(), cards: cards.clone() };
        let shown = |display| shown_as(&reply("Hello."), display, Lang::English);
        let words = |text: &str| Some(Outgoing::Reply { text: text.into(), cards: Vec::new() });
        assert_eq!(shown(Display::Full), Some(reply("Hello.")));
        assert_eq!(shown(Display::Compact), words("Hello.\n-# 📝 persona (extended)"));
        assert_eq!([shown(Display::Reaction), shown(Display::Off)], [words("Hello."), words("Hello.")]);
        assert_eq!(shown_as(&reply(""), Display::Off, Lang::English), None);
        let tended = Outgoing::Tended { cards: vec![extended()], facts: 0 };
        assert_eq!(shown_as(&tended, Display::Off, Lang::English), None);
        let learned = Outgoing::Learned { cards: vec![extended()], by: None };
        assert_eq!(shown_as(&learned, Display::Off, Lang::English), Some(learned.clone()));
    }

    #[test]
    fn a_failure_carries_its_trace() {
        let failure = Outgoing::Failure { cause: Trouble::Slow, trace: "ab12cd34".into() };
        assert_eq!(posts(&failure, true, true, Lang::English)[0].text, format!("{} (trace ab12cd34)", Trouble::Slow));
    }
}
