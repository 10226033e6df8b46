//! Test only: a message as Discord tells of it.

use serde_json::{Value, json};
use serenity::model::channel::Message;

/// Somebody, as Discord tells of them.
pub fn user(id: u64, name: &str) -> Value {
    json!({"id": id.to_string(), "username": name.to_lowercase(), "discriminator": "0", "global_name": name, "avatar": null})
}

/// A message as Discord tells of it, with that changed.
pub fn raw(content: &str, change: Value) -> Value {
    let mut message = json!({
        "id": "1000", "channel_id": "20", "author": user(7, "Mara"), "content": content,
        "timestamp": "2026-01-02T03:04:05.678000+00:00", "edited_timestamp": null, "tts": false,
        "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
        "pinned": false, "type": 0,
    });
    for (name, value) in change.as_object().cloned().unwrap_or_default() {
        message[name] = value;
    }
    message
}

/// The same as the library reads it.
pub fn message(content: &str, change: Value) -> Message {
    serde_json::from_value(raw(content, change)).expect("a message as Discord sends it")
}
