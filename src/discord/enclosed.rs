//! What comes along with a message beside its words, named so that the model knows of it. Pure.

use serenity::model::channel::{Embed, Message, MessageSnapshot, Poll};

use crate::memory::Attachment;

/// Files, stickers, polls, forwarded messages and embeds of `message`.
pub fn enclosed(message: &Message) -> Vec<Attachment> {
    let stickers = message.sticker_items.iter().map(|sticker| named("sticker", &sticker.name, None));
    let poll = message.poll.as_deref().map(poll);
    let mut all: Vec<Attachment> = message.attachments.iter().map(file).collect();
    all.extend(stickers);
    all.extend(poll);
    all.extend(message.message_snapshots.iter().flat_map(forwarded));
    all.extend(message.embeds.iter().filter_map(embed));
    all
}

fn named(kind: &str, name: &str, description: Option<String>) -> Attachment {
    Attachment { name: name.to_owned(), kind: kind.to_owned(), bytes: None, description, url: None, reading: None }
}

fn file(file: &serenity::model::channel::Attachment) -> Attachment {
    Attachment {
        name: file.filename.clone(),
        kind: file.content_type.clone().unwrap_or_else(|| "file".to_owned()),
        bytes: Some(file.size.into()),
        description: file.description.clone(),
        url: Some(file.url.clone()),
        reading: None,
    }
}

fn poll(poll: &Poll) -> Attachment {
    let question = poll.question.text.as_deref().unwrap_or("(no question)");
    let answers: Vec<&str> = poll.answers.iter().filter_map(|answer| answer.poll_media.text.as_deref()).collect();
    named("poll", question, Some(answers.join(" / ")))
}

/// A forwarded message with its words, and what came along with it.
fn forwarded(snapshot: &MessageSnapshot) -> Vec<Attachment> {
    let text = Some(snapshot.content.clone()).filter(|text| !text.trim().is_empty());
    let mut all = vec![named("forwarded message", "forwarded message", text)];
    all.extend(snapshot.attachments.iter().map(file));
    all.extend(snapshot.sticker_items.iter().map(|sticker| named("sticker", &sticker.name, None)));
    all.extend(snapshot.embeds.iter().filter_map(embed));
    all
}

fn embed(embed: &Embed) -> Option<Attachment> {
    let name = embed.title.as_deref().or(embed.url.as_deref())?;
    Some(named("embed", name, embed.description.clone()))
}
