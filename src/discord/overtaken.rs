//! What was done to messages before they came. Events may come in any order, and a page that is read back is as old as the
//! request for it, while what people do meanwhile comes at once. Owns that a message that is gone does not come any more, and
//! that one which was changed comes as it is now. Pure.

use std::collections::{HashMap, HashSet, VecDeque};

use serenity::model::channel::Message;

/// Deleted messages that are remembered. It is about seconds.
const GONE: usize = 4_096;
/// Changed ones, each of which is kept whole.
const CHANGED: usize = 512;

/// What is remembered.
#[derive(Default)]
pub struct Overtaken {
    gone: HashSet<u64>,
    gone_order: VecDeque<u64>,
    changed: HashMap<u64, Message>,
    changed_order: VecDeque<u64>,
}

impl Overtaken {
    /// These were deleted.
    pub fn deleted(&mut self, messages: &[u64]) {
        for &message in messages {
            self.changed.remove(&message);
            if self.gone.insert(message) {
                self.gone_order.push_back(message);
            }
        }
        while self.gone_order.len() > GONE {
            let oldest = self.gone_order.pop_front();
            oldest.map(|oldest| self.gone.remove(&oldest));
        }
    }

    /// One was changed, and is that now.
    pub fn edited(&mut self, message: &Message) {
        let id = message.id.get();
        if self.changed.insert(id, message.clone()).is_none() {
            self.changed_order.push_back(id);
        }
        while self.changed_order.len() > CHANGED {
            let oldest = self.changed_order.pop_front();
            oldest.map(|oldest| self.changed.remove(&oldest));
        }
    }

    /// The message as it is now; nothing if it is gone.
    pub fn as_it_is(&mut self, message: Message) -> Option<Message> {
        let id = message.id.get();
        if self.gone.contains(&id) {
            return None;
        }
        let newer = self.changed.get(&id).filter(|now| now.edited_timestamp > message.edited_timestamp);
        let guild = message.guild_id;
        let mut now = newer.cloned().unwrap_or(message);
        now.guild_id = now.guild_id.or(guild);
        Some(now)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(id: u64, text: &str, edited: Option<&str>) -> Message {
        let message = json!({
            "id": id.to_string(), "channel_id": "20", "content": text, "timestamp": "2026-01-02T03:04:05.678000+00:00",
            "author": {"id": "7", "username": "mara", "discriminator": "0", "global_name": "Mara", "avatar": null},
            "edited_timestamp": edited, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": false, "type": 0,
        });
        serde_json::from_value(message).unwrap()
    }

    #[test]
    fn what_is_gone_does_not_come_and_what_was_changed_comes_as_it_is() {
        let mut overtaken = Overtaken::default();
        overtaken.deleted(&[1]);
        overtaken.edited(&message(2, "new", Some("2026-01-02T03:05:00+00:00")));
        let mut now = |id, text, edited| overtaken.as_it_is(message(id, text, edited)).map(|message| message.content);
        assert_eq!(now(1, "old", None), None);
        assert_eq!(now(2, "old", None).as_deref(), Some("new"));
        assert_eq!(now(2, "newer", Some("2026-01-02T03:06:00+00:00")).as_deref(), Some("newer"));
        assert_eq!(now(3, "other", None).as_deref(), Some("other"));
    }

    #[test]
    fn only_the_newest_are_remembered() {
        let mut overtaken = Overtaken::default();
        (0..GONE as u64 + 10).for_each(|id| overtaken.deleted(&[id + 1, id + 1]));
        (0..CHANGED as u64 + 10).for_each(|id| overtaken.edited(&message(id + 1, "", None)));
        assert_eq!((overtaken.gone.len(), overtaken.gone_order.len()), (GONE, GONE));
        assert_eq!((overtaken.changed.len(), overtaken.changed_order.len()), (CHANGED, CHANGED));
    }
}
