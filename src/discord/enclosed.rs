//! What comes along with a message beside its words, named so that the model knows of it. Owns how much of it is told, and
//! that whatever is left out is counted. Pure.

use serenity::model::application::{ActionRow, ActionRowComponent, SelectMenu};
use serenity::model::channel::{Embed, Message, MessageFlags, MessageSnapshot, Poll, PollMedia, PollMediaEmoji};
use serenity::model::sticker::StickerItem;

use super::events::is_automatic;
use super::inward::{Names, readable};
use crate::memory::Attachment;

/// Things of one message that are told.
const MOST: usize = 25;
/// Characters that are told of a name, of an embed or poll, and of the words of a forwarded message, which are as many as a
/// message may have ("Message Resource": 2,000, and 4,000 for some people).
const NAME: usize = 300;
const ABOUT: usize = 2_000;
const FORWARDED: usize = 4_000;

/// Files, stickers, polls, forwarded messages, embeds and components of `message`.
pub fn enclosed(message: &Message, names: &dyn Names) -> Vec<Attachment> {
    let is_voice = message.flags.is_some_and(|flags| flags.contains(MessageFlags::IS_VOICE_MESSAGE));
    let mut all: Vec<Attachment> = message.attachments.iter().map(|one| file(one, is_voice)).collect();
    all.extend(message.sticker_items.iter().map(sticker));
    all.extend(message.poll.as_deref().map(poll));
    all.extend(message.message_snapshots.iter().flat_map(|snapshot| forwarded(snapshot, names)));
    all.extend(message.embeds.iter().map(|one| {
        let kind = if is_preview(one, message) { Attachment::PREVIEW } else { "embed" };
        Attachment { kind: kind.to_owned(), ..embed(one, names) }
    }));
    all.extend(components(&message.components));
    within_bounds(all)
}

/// The first of them, and how many more there are.
fn within_bounds(mut all: Vec<Attachment>) -> Vec<Attachment> {
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    if more > 0 {
        let why = format!("only the first {MOST} things that came with a message are told");
        all.push(named("left out", &format!("{more} more"), Some(why)));
    }
    all
}

fn named(kind: &str, name: &str, description: Option<String>) -> Attachment {
    Attachment { name: bounded(name, NAME), kind: kind.to_owned(), bytes: None, description, url: None, reading: None }
}

/// The beginning of a text, with a note of how much is missing.
fn bounded(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} [… {} more characters]", &text[..end], text[end..].chars().count()),
        None => text.to_owned(),
    }
}

fn file(file: &serenity::model::channel::Attachment, is_voice: bool) -> Attachment {
    let length = file.duration_secs.map(|seconds| format!("{seconds:.0} seconds long"));
    let voice = (is_voice || file.waveform.is_some()).then(|| "voice message".to_owned());
    let about: Vec<String> =
        [voice, length, file.description.as_deref().map(|text| bounded(text, ABOUT))].into_iter().flatten().collect();
    Attachment {
        name: bounded(&file.filename, NAME),
        kind: bounded(file.content_type.as_deref().unwrap_or("file"), NAME),
        bytes: Some(file.size.into()),
        description: Some(about.join(", ")).filter(|about| !about.is_empty()),
        url: Some(file.url.clone()),
        reading: None,
    }
}

fn sticker(sticker: &StickerItem) -> Attachment {
    named("sticker", &sticker.name, None)
}

fn poll(poll: &Poll) -> Attachment {
    let question = poll.question.text.as_deref().unwrap_or("(no question)");
    let counted = poll.results.as_ref();
    let answer = |answer: &serenity::model::channel::PollAnswer| {
        // An answer that nobody chose is not in the list ("Poll Resource").
        let votes = |count: u64| format!(" ({count} {})", if count == 1 { "vote" } else { "votes" });
        let count = counted.map(|results| {
            let found = results.answer_counts.iter().find(|counted| counted.id == answer.answer_id);
            votes(found.map_or(0, |counted| counted.count))
        });
        format!("{}{}", poll_words(&answer.poll_media), count.unwrap_or_default())
    };
    let answers: Vec<String> = poll.answers.iter().map(answer).collect();
    let several = if poll.allow_multiselect { " [several answers may be chosen]" } else { "" };
    let over = if counted.is_some_and(|results| results.is_finalized) { " [the poll is over]" } else { "" };
    named("poll", question, Some(format!("{}{several}{over}", bounded(&answers.join(" / "), ABOUT))))
}

fn poll_words(media: &PollMedia) -> String {
    let emoji = match &media.emoji {
        Some(PollMediaEmoji::Name(name)) => Some(name.clone()),
        Some(PollMediaEmoji::Id(_)) | None => None,
    };
    let parts: Vec<String> = emoji.into_iter().chain(media.text.clone()).collect();
    if parts.is_empty() { "(no words)".to_owned() } else { parts.join(" ") }
}

/// A forwarded message with its words, and what came along with it. Discord does not tell who wrote it.
fn forwarded(snapshot: &MessageSnapshot, names: &dyn Names) -> Vec<Attachment> {
    let text = readable(&snapshot.content, &Mentioned { snapshot, outer: names });
    let text = Some(text.trim()).filter(|text| !text.is_empty()).map(|text| bounded(text, FORWARDED));
    let when = snapshot.timestamp.format("%Y-%m-%d %H:%M UTC");
    let name = format!("written elsewhere on {when}, its author is not known");
    let is_voice = snapshot.flags.is_some_and(|flags| flags.contains(MessageFlags::IS_VOICE_MESSAGE));
    let mut all = vec![named("forwarded message", &name, text)];
    all.extend(snapshot.attachments.iter().map(|one| file(one, is_voice)));
    all.extend(snapshot.sticker_items.iter().map(sticker));
    all.extend(snapshot.embeds.iter().map(|one| embed(one, names)));
    all.extend(components(&snapshot.components));
    all
}

/// Names of the people whom a forwarded message mentions.
struct Mentioned<'a> {
    snapshot: &'a MessageSnapshot,
    outer: &'a dyn Names,
}

impl Names for Mentioned<'_> {
    fn user(&self, id: u64) -> Option<String> {
        // Outside it is known of whom nothing is told, and what people are called in this guild.
        let user = || self.snapshot.mentions.iter().find(|user| user.id.get() == id);
        self.outer.user(id).or_else(|| user().map(|user| super::events::shown_name(user, None)))
    }

    fn channel(&self, id: u64) -> Option<String> {
        self.outer.channel(id)
    }

    fn role(&self, id: u64) -> Option<String> {
        self.outer.role(id)
    }
}

/// Whether Discord made it of a link: people cannot write embeds, and those that programs write are "rich" (Discord's
/// reference, "Embed Types").
fn is_preview(embed: &Embed, message: &Message) -> bool {
    !is_automatic(message) || embed.kind.as_deref().is_some_and(|kind| kind != "rich")
}

fn embed(embed: &Embed, names: &dyn Names) -> Attachment {
    let mut lines: Vec<String> = Vec::new();
    let provider = embed.provider.as_ref().and_then(|provider| provider.name.as_deref());
    lines.extend(provider.map(|name| format!("from {name}")));
    lines.extend(embed.author.as_ref().map(|author| format!("by {}", author.name)));
    lines.extend(embed.description.clone());
    lines.extend(embed.fields.iter().map(|field| format!("{}: {}", field.name, field.value)));
    lines.extend(embed.footer.as_ref().map(|footer| footer.text.clone()));
    if embed.image.is_some() || embed.thumbnail.is_some() {
        lines.push("[with a picture]".to_owned());
    }
    if embed.video.is_some() {
        lines.push("[with a film]".to_owned());
    }
    let about = readable(&lines.join("\n"), names);
    let name = embed.title.as_deref().or(embed.url.as_deref()).unwrap_or("(no title)");
    named("embed", &readable(name, names), Some(bounded(&about, ABOUT)).filter(|about| !about.is_empty()))
}

/// The words on buttons and lists. Other components are not told of by the library that reads Discord's events.
fn components(rows: &[ActionRow]) -> Option<Attachment> {
    let parts = rows.iter().flat_map(|row| &row.components);
    let words: Vec<String> = parts.filter_map(component).collect();
    let about = words.join(" / ");
    (!about.is_empty()).then(|| named("buttons and lists", "below the message", Some(bounded(&about, ABOUT))))
}

fn component(part: &ActionRowComponent) -> Option<String> {
    match part {
        ActionRowComponent::Button(button) => button.label.clone(),
        ActionRowComponent::SelectMenu(SelectMenu { placeholder, options, .. }) => {
            let labels = options.iter().map(|option| option.label.clone());
            let all: Vec<String> = placeholder.clone().into_iter().chain(labels).collect();
            (!all.is_empty()).then(|| all.join(", "))
        }
        ActionRowComponent::InputText(input) => input.label.clone(),
        _ => None,
    }
}
