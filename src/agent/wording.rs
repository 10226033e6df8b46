//! How one message reads in a prompt, and that no text of anybody's can be taken for a part of the prompt. Pure; must
//! not know how much room there is.

use crate::llm::ChatMessage;
use crate::memory::{Attachment, Body, Message, Person, Quote, Reading};

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
        let quoted: String = quote.text.chars().take(500).collect();
        inside.push_str(&format!("<quote from=\"{}\">{}</quote>\n", attribute(&quote.author), harmless(&quoted)));
    }
    inside.push_str(&harmless(text));
    for attachment in attachments {
        inside.push_str(&format!("\n{}", attached(attachment)));
    }
    format!("<message from=\"{}\" id=\"{}\" at=\"{when}\">{inside}</message>", attribute(&person.name), person.id)
}

/// What came along, and what became of it when it was read as a document.
fn attached(attachment: &Attachment) -> String {
    let about = attachment.description.as_deref().map(|text| format!(": {}", harmless(text))).unwrap_or_default();
    let (document, unread) = match &attachment.reading {
        Some(Reading::Read { number, pages }) => (format!(" document=\"{number}\" pages=\"{pages}\""), String::new()),
        Some(Reading::Refused(why)) => (String::new(), format!(" Not read. {}", harmless(why))),
        Some(Reading::Begun) | None => (String::new(), String::new()),
    };
    let (name, kind) = (attribute(&attachment.name), attribute(&attachment.kind));
    format!("<attachment name=\"{name}\" kind=\"{kind}\"{document}>{about}{unread}</attachment>")
}

/// The tags that mean something in a prompt.
pub(super) const TAGS: &[&str] =
    &["message", "quote", "attachment", "note", "core_memory", "block", "summary", "conversation"];

/// A text that cannot be taken for one of the prompt's own tags. Everything else stays as it is, code and HTML too.
pub(super) fn harmless(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let mut safe = String::with_capacity(text.len());
    for (at, part) in text.split('<').enumerate() {
        if at > 0 {
            safe.push_str(if opens_tag(part) { "&lt;" } else { "<" });
        }
        safe.push_str(part);
    }
    safe
}

fn opens_tag(after: &str) -> bool {
    let hidden = |c: char| {
        c.is_whitespace() || c.is_control() || c == '/' || ('\u{200b}'..='\u{200f}').contains(&c) || c == '\u{feff}'
    };
    let name: String = after.trim_start_matches(hidden).chars().take(16).flat_map(char::to_lowercase).collect();
    TAGS.iter().any(|tag| name.starts_with(tag))
}

/// A name as the value of an attribute: one line, no quotes, not endless.
pub(super) fn attribute(text: &str) -> String {
    let shown = |c: char| match c {
        '"' => '\'',
        '<' => '‹',
        '>' => '›',
        c if c.is_control() => ' ',
        c => c,
    };
    text.chars().take(80).map(shown).collect()
}
