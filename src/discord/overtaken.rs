//! What was done to messages before they came. Events may come in any order, and a page that is read back is as old as the
//! request for it, while what people do meanwhile comes at once. Owns that a message that is gone does not come any more, and
//! that one which was changed comes as it is now. Pure.

use std::collections::{HashMap, VecDeque};

use serenity::model::channel::Message;

use super::recent::Recent;

/// Changed messages that are remembered, each of which is kept whole.
const CHANGED: usize = 512;

/// What is remembered.
#[derive(Default)]
pub struct Overtaken {
    gone: Recent,
    changed: HashMap<u64, Message>,
    changed_order: VecDeque<u64>,
}

impl Overtaken {
    /// These were deleted.
    pub fn deleted(&mut self, messages: &[u64]) {
        for &message in messages {
            self.changed.remove(&message);
            self.gone.insert(message);
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
        if self.gone.contains(id) {
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
    use crate::discord::example;

    fn message(id: u64, text: &str, edited: Option<&str>) -> Message {
        example::message(text, json!({"id": id.to_string(), "edited_timestamp": edited}))
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
        (1..=5_000).for_each(|id| overtaken.deleted(&[id, id]));
        let known = (1..=5_000).filter(|id| overtaken.gone.contains(*id)).count();
        assert!(known == 4_096 && overtaken.gone.contains(5_000), "{known}");
        (0..CHANGED as u64 + 10).for_each(|id| overtaken.edited(&message(id + 1, "", None)));
        assert_eq!((overtaken.changed.len(), overtaken.changed_order.len()), (CHANGED, CHANGED));
    }
}
