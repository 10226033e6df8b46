//! Pictures of the running turn, as the model is shown them. Owns which of them, how many, and that each one that is not
//! shown is named with the reason. Only what was said in this turn is looked at, so that the prompt stays the same where it
//! is older.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures::future::join_all;
use tokio::sync::OwnedSemaphorePermit;

use super::Inner;
use super::context::Shown;
use super::memory_step::Conversation;
use super::wording::{attribute, note};
use crate::llm::Picture;
use crate::llm::tokens::PER_PICTURE;
use crate::memory::{Attachment, Body, Message, MessageId};

/// The part of a prompt that pictures may take.
const SHARE: usize = 2;
/// Pictures that turns hold at once, over all agents: each is there as text, in the request, and as it is sent.
pub(super) const HELD: usize = 32;
/// The kinds that models take, by the first bytes of a file.
const ACCEPTED: &str = "png, jpeg, webp and gif";
const BLIND: &str = "You cannot see pictures: of those that came with this message you know only what stands here.";

/// What came of looking at a picture: its address in `data:` form, or why it is not shown.
type Look = Result<Arc<str>, String>;

/// Where a picture stands: with a message, or with the one that it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    message: MessageId,
    quoted: bool,
    at: usize,
}

/// What has been looked at in this turn.
#[derive(Debug, Default)]
pub(super) struct Looked {
    looks: HashMap<Place, Look>,
    /// Room for as many pictures as a turn may show, taken once, so that no two turns wait for each other.
    room: Option<OwnedSemaphorePermit>,
}

impl Inner {
    /// The pictures of this turn's messages, in a prompt of `budget` tokens. Each is fetched once in a turn.
    pub(super) async fn look_at_pictures(&self, conversation: &mut Conversation, budget: usize) -> Vec<Shown> {
        let config = &self.parts.config;
        let said: Vec<Message> = conversation.of_this_turn().filter(|message| has_pictures(message)).cloned().collect();
        if !conversation.model.sees() || config.pictures == 0 {
            let blind = |message: &Message| Shown { seq: message.seq, pictures: Vec::new(), note: note(BLIND) };
            return said.iter().map(blind).collect();
        }
        let most = config.pictures.min(budget / SHARE / PER_PICTURE);
        let places: Vec<(Place, &Attachment)> = said.iter().rev().flat_map(pictures).collect();
        let looked = &mut conversation.looked;
        if most > 0 && !places.is_empty() && looked.room.is_none() {
            let room = config.pictures.min(HELD) as u32;
            looked.room = self.pictures.clone().acquire_many_owned(room).await.ok();
        }
        let new = places.iter().take(most).filter(|(place, _)| !looked.looks.contains_key(place));
        let fetched = join_all(new.map(async |(place, file)| (*place, self.look(file).await))).await;
        looked.looks.extend(fetched);
        let chosen: HashMap<Place, Look> = places
            .iter()
            .enumerate()
            .map(|(at, (place, _))| {
                let look = looked.looks.get(place).filter(|_| at < most).cloned();
                (*place, look.unwrap_or_else(|| Err(format!("{most} pictures at once are the most."))))
            })
            .collect();
        said.iter().map(|message| shown(message, &chosen)).collect()
    }

    async fn look(&self, file: &Attachment) -> Look {
        let most = self.parts.config.picture_bytes;
        if file.bytes.is_some_and(|bytes| bytes > most) {
            return Err(format!("It has more than {most} bytes, the limit."));
        }
        // While it is fetched it is held as bytes and, once more, as text.
        let _slot = self.files.acquire().await;
        let fetched = self.parts.files.fetch(file.url.as_deref().unwrap_or_default(), most).await;
        let bytes = fetched.map_err(|why| why.to_string())?;
        if bytes.len() as u64 > most {
            return Err(format!("It has more than {most} bytes, the limit."));
        }
        let media_type = media_type(&bytes).ok_or_else(|| format!("Only {ACCEPTED} can be shown."))?;
        Ok(format!("data:{media_type};base64,{}", STANDARD.encode(&bytes)).into())
    }
}

fn has_pictures(message: &Message) -> bool {
    !pictures(message).is_empty()
}

/// The pictures of a message, and of the one that it answers.
fn pictures(message: &Message) -> Vec<(Place, &Attachment)> {
    let Body::Person { attachments, quote, .. } = &message.body else { return Vec::new() };
    let quoted = quote.as_ref().map(|quote| quote.attachments.as_slice()).unwrap_or_default();
    let place = |quoted: bool| move |(at, file)| (Place { message: message.id, quoted, at }, file);
    let own = attachments.iter().enumerate().map(place(false));
    own.chain(quoted.iter().enumerate().map(place(true))).filter(|(_, file)| is_picture(file)).collect()
}

/// Whether it is shown as a picture, and not read as text (as a drawing in SVG is).
fn is_picture(file: &Attachment) -> bool {
    file.url.is_some() && file.kind.starts_with("image/") && !file.kind.starts_with("image/svg")
}

fn shown(message: &Message, looks: &HashMap<Place, Look>) -> Shown {
    let mut shown = Shown { seq: message.seq, pictures: Vec::new(), note: String::new() };
    let mut missing: Vec<String> = Vec::new();
    for (place, file) in pictures(message) {
        let name = attribute(&file.name);
        match looks.get(&place) {
            Some(Ok(url)) => {
                let of = if place.quoted { " of=\"quote\"" } else { "" };
                let caption = format!("<picture name=\"{name}\"{of}/>");
                shown.pictures.push(Picture { caption, url: url.clone() });
            }
            Some(Err(why)) => missing.push(format!("{name} is not shown. {why}")),
            None => {}
        }
    }
    if !missing.is_empty() {
        shown.note = note(&missing.join("\n"));
    }
    shown
}

/// What a file is by its first bytes, whatever its name says.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_its_first_bytes() {
        assert_eq!(media_type(b"\x89PNG\r\n\x1a\nrest"), Some("image/png"));
        assert_eq!(media_type(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        assert_eq!(media_type(b"GIF89a.."), Some("image/gif"));
        assert_eq!(media_type(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        for other in [b"<svg>".as_slice(), b"BM..", b"RIFF\0\0\0\0WAVE", b""] {
            assert_eq!(media_type(other), None);
        }
    }
}
