//! How one message reads in a prompt, and that no text of anybody's can be taken for a part of the prompt. Pure; must
//! not know how much room there is.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

use super::files::is_unheard;
use crate::llm::ChatMessage;
use crate::memory::{Attachment, Body, Message, Person, Quote, Reading};
use crate::output::indented;
use crate::tools::clip;

pub(super) fn chat_message(message: &Message) -> ChatMessage {
    match &message.body {
        Body::Person { person, text, attachments, quote } => {
            ChatMessage::User(person_message(message, person, text, attachments, quote.as_ref()))
        }
        Body::Agent { text, calls } => ChatMessage::Assistant { text: text.clone(), calls: calls.clone() },
        Body::ToolResult { call_id, name, text, .. } => {
            ChatMessage::Tool { call_id: call_id.clone(), name: name.clone(), text: harmless(text) }
        }
        Body::Note { text } => ChatMessage::User(note(text)),
    }
}

pub(super) fn note(text: &str) -> String {
    format!("<note>{}</note>", text.trim())
}

/// Characters of a quoted message, of what a quoted thing is about, and things of one that are told.
const QUOTED: usize = 500;
const QUOTED_ABOUT: usize = 300;
const QUOTED_THINGS: usize = 5;
/// Characters of what a thing that came along is about: more than the Discord side lets through.
const ABOUT: usize = 4_200;

/// Characters of the name of a thing that came along: the question of a poll may have as many.
const TITLE: usize = 300;
/// Said of a recording where nothing turns speech into text.
const DEAF: &str = "Not heard. There is nothing here that turns speech into text (TRANSCRIBE_BASE_URL).";

fn person_message(
    message: &Message,
    person: &Person,
    text: &str,
    attachments: &[Attachment],
    quote: Option<&Quote>,
) -> String {
    let when = message.at.format("%Y-%m-%d %H:%M UTC, %a");
    let mut inside = String::new();
    if let Some(quote) = quote {
        inside.push_str(&quoted(quote));
    }
    inside.push_str(&harmless(&calm(text)));
    for attachment in attachments {
        inside.push_str(&format!("\n{}", attached(attachment, false)));
    }
    format!("<message from=\"{}\" id=\"{}\" at=\"{when}\">{inside}</message>", attribute(&person.name), person.id)
}

/// The message that is answered: whose it is, its words, and by name what came along with it.
fn quoted(quote: &Quote) -> String {
    let id = quote.by.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
    let mut inside = harmless(&calm(&clip(&quote.text, QUOTED)));
    for attachment in quote.attachments.iter().take(QUOTED_THINGS) {
        inside.push_str(&format!("\n{}", attached(attachment, true)));
    }
    let more = quote.attachments.len().saturating_sub(QUOTED_THINGS);
    if more > 0 {
        inside.push_str(&format!("\n[{more} more things came with it]"));
    }
    format!("<quote from=\"{}\"{id}>{inside}</quote>\n", attribute(&quote.author))
}

/// What came along, and what became of it when it was read or heard.
fn attached(attachment: &Attachment, quoted: bool) -> String {
    let most = if quoted { QUOTED_ABOUT } else { ABOUT };
    let told = |text: &str| harmless(&calm(&clip(text, most)));
    let about = attachment.description.as_deref().map(|text| format!(": {}", told(text))).unwrap_or_default();
    let size = attachment.bytes.map(|bytes| format!(" size=\"{}\"", size(bytes))).unwrap_or_default();
    let (document, became) = match &attachment.reading {
        Some(Reading::Read { number, pages, text }) => {
            let all = text.as_deref().map(|text| format!(" All of its text:\n{}", harmless(&calm(text))));
            (format!(" document=\"{number}\" pages=\"{pages}\""), all.unwrap_or_default())
        }
        Some(Reading::Refused(why)) => (String::new(), format!(" Not read. {}", harmless(&why.to_string()))),
        Some(Reading::Heard(text)) => (
            String::new(),
            format!(" Transcript, made by a program that may have misheard:\n{}", harmless(&calm(text))),
        ),
        Some(Reading::Unheard(why)) => (String::new(), format!(" Not heard. {}", harmless(why))),
        None if !quoted && is_unheard(attachment) => (String::new(), format!(" {DEAF}")),
        Some(Reading::Begun) | None => (String::new(), String::new()),
    };
    let (name, kind) = (attribute_up_to(&attachment.name, TITLE), attribute(&attachment.kind));
    format!("<attachment name=\"{name}\" kind=\"{kind}\"{size}{document}>{about}{became}</attachment>")
}

/// A size as people write it.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// The words of a message, with what was heard in it, for a list of what was said: lines behind the first stand in, so that
/// none can be taken for another message.
pub(super) fn in_lines(body: &Body) -> String {
    let mut text = body.text().to_owned();
    for attachment in body.attachments() {
        if let Some(heard) = attachment.transcript() {
            text.push_str(&format!("\n[heard in {}: {heard}]", attribute(&attachment.name)));
        }
    }
    indented(text.trim())
}

/// The tags that mean something in a prompt.
pub(super) const TAGS: &[&str] =
    &["message", "quote", "attachment", "picture", "note", "core_memory", "block", "summary", "conversation"];

/// Signs that are read as the one that opens a tag: the full-width and the small one.
const LIKE_OPENING: &[char] = &['<', '＜', '﹤'];

/// A text that cannot be taken for one of the prompt's own tags, and after which the reading direction is as it was before.
/// Everything else stays as it is, code and HTML too.
pub(super) fn harmless(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(LIKE_OPENING) {
        safe.push_str(&rest[..at]);
        let sign = rest[at..].chars().next().map_or(1, char::len_utf8);
        let (opening, after) = rest[at..].split_at(sign);
        safe.push_str(if opens_tag(after) { "&lt;" } else { opening });
        rest = after;
    }
    safe.push_str(rest);
    close_directions(&mut safe);
    safe
}

fn opens_tag(after: &str) -> bool {
    let hidden = |c: char| c.is_whitespace() || c.is_control() || c == '/' || c == '／' || is_unseen(c);
    let seen = after.trim_start_matches(hidden).chars().filter(|c| !is_unseen(*c)).take(16);
    let name: String = seen.map(narrow).flat_map(char::to_lowercase).collect();
    TAGS.iter().any(|tag| name.starts_with(tag))
}

/// A full-width letter as the plain one that it looks like.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// Characters that take no room, beside those that join letters and emoji.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Closes what a text has opened of embeddings and isolates (Unicode Standard Annex 9), so that it cannot turn round what
/// stands behind it. They end with their line in any case.
fn close_directions(text: &mut String) {
    let mut open: Vec<char> = Vec::new();
    for c in text.chars() {
        match c {
            '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' => open.push('\u{202c}'),
            '\u{2066}'..='\u{2068}' => open.push('\u{2069}'),
            '\u{202c}' if open.last() == Some(&c) => drop(open.pop()),
            // An isolate that ends takes the embeddings inside it along.
            '\u{2069}' => {
                if let Some(at) = open.iter().rposition(|closing| *closing == c) {
                    open.truncate(at);
                }
            }
            '\n' | '\r' | '\u{2029}' => open.clear(),
            _ => {}
        }
    }
    text.extend(open.iter().rev());
}

/// Marks that may stand on one letter: more than any language has.
const MARKS_ON_A_LETTER: usize = 6;

/// A text without the marks that are stacked on a letter only to fill the screen.
fn calm(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut marks = 0;
    let fits = |c: &char| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        marks <= MARKS_ON_A_LETTER
    };
    Cow::Owned(text.chars().filter(fits).collect())
}

/// A name as the value of an attribute: one line, no quotes, nothing unseen, not endless.
pub(super) fn attribute(text: &str) -> String {
    attribute_up_to(text, 80)
}

fn attribute_up_to(text: &str, most: usize) -> String {
    let shown = |c: char| match c {
        '"' => '\'',
        '<' | '＜' | '﹤' => '‹',
        '>' | '＞' | '﹥' => '›',
        c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => ' ',
        c => c,
    };
    // Those that join letters and emoji, and choose how an emoji looks, belong to names.
    let is_kept = |c: &char| !is_unseen(*c) || matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}');
    let kept = text.chars().filter(is_kept);
    let short: String = kept.take(most + 1).map(shown).collect();
    clip(&calm(&short), most)
}

#[cfg(test)]
#[path = "wording_tests.rs"]
mod tests;
