//! Messages: written, listed, changed, deleted, reacted to.

use serde_json::{Value, json};

use crate::support::discord::http::{Asked, Reply, refuse};
use crate::support::discord::shown::number;
use crate::support::discord::state::{Id, Kind, State, Stored};
use crate::support::discord::{payloads, rules};

const SEND: u64 = 1 << 11;
const SEND_IN_THREADS: u64 = 1 << 38;
const VIEW: u64 = 1 << 10;
const HISTORY: u64 = 1 << 16;
const REACT: u64 = 1 << 6;
const EMBED: u64 = 1 << 14;
const ATTACH: u64 = 1 << 15;

/// Stores a message and tells everybody who may see it.
pub fn write(state: &mut State, channel: Id, author: Id, body: &Value, ephemeral_to: Option<Id>) -> Id {
    let id = state.fresh_id();
    write_as(state, id, channel, author, body, ephemeral_to)
}

/// The same with that number. Whatever is said in a thread wakes it.
pub fn write_as(state: &mut State, id: Id, channel: Id, author: Id, body: &Value, ephemeral_to: Option<Id>) -> Id {
    if state.channel(channel).archived {
        state.channels.get_mut(&channel).expect("a thread").archived = false;
        let payload = payloads::channel(state, channel, Some(state.bot.id));
        state.dispatch("THREAD_UPDATE", payload);
    }
    let content = body["content"].as_str().unwrap_or_default();
    let mut value = payloads::message(state, id, channel, author, content);
    for name in [
        "embeds",
        "components",
        "attachments",
        "sticker_items",
        "poll",
        "message_snapshots",
        "nonce",
        "webhook_id",
        "type",
    ] {
        if !body[name].is_null() {
            value[name] = body[name].clone();
        }
    }
    for file in value["attachments"].as_array_mut().into_iter().flatten().filter(|file| file["url"].is_null()) {
        // What comes with a request is told of with an id and an address of its own.
        let url = format!("{}/attachments/1/{id}/{}", state.url, file["filename"].as_str().unwrap_or_default());
        file["id"] = json!(state.fresh_id().to_string());
        (file["size"], file["url"], file["proxy_url"]) = (json!(1), json!(url), json!(url));
    }
    let allowed = body["allowed_mentions"]["parse"].as_array();
    if allowed.is_some_and(Vec::is_empty) {
        value["mentions"] = json!([]);
    }
    value["flags"] = json!(body["flags"].as_u64().unwrap_or(0) | if ephemeral_to.is_some() { 64 } else { 0 });
    refer(state, &mut value, channel, &body["message_reference"]);
    let (born, deleted, taken) = (std::time::Instant::now(), false, false);
    let stored = Stored { value, channel, author, ephemeral_to, born, deleted, reactions: Vec::new(), taken };
    state.messages.insert(id, stored);
    if ephemeral_to.is_none() {
        announce(state, "MESSAGE_CREATE", id);
    }
    id
}

fn refer(state: &State, value: &mut Value, channel: Id, reference: &Value) {
    let Some(quoted) = state.messages.get(&number(&reference["message_id"])) else { return };
    value["message_reference"] =
        json!({"type": 0, "channel_id": channel.to_string(), "message_id": quoted.value["id"]});
    if reference["type"] != 1 {
        value["type"] = json!(19);
        // What is gone is null; sometimes Discord does not look, and then it is not there at all.
        if quoted.deleted {
            value["referenced_message"] = Value::Null;
        } else if reference["looked_up"] != false {
            value["referenced_message"] = quoted.value.clone();
            value["referenced_message"]["referenced_message"] = Value::Null;
        }
    }
}

/// Sends a message event, with what only the gateway adds.
pub fn announce(state: &mut State, event: &str, id: Id) {
    let stored = state.messages[&id].clone();
    let mut payload = if event == "MESSAGE_CREATE" { stored.value } else { read_later(&stored) };
    if let Some(guild) = state.channel(stored.channel).guild {
        payload["guild_id"] = json!(guild.to_string());
        if payload["webhook_id"].is_null() {
            payload["member"] = payloads::member(state, guild, stored.author);
        }
    }
    state.dispatch(event, payload);
}

pub fn create(state: &mut State, asked: &Asked, channel: Id) -> Reply {
    if let Some(error) = barred(state, channel) {
        return error;
    }
    let body = asked.body();
    let wrong = rules::message(&body, false);
    if !wrong.is_empty() {
        return refuse(state, asked, &wrong);
    }
    if let Some(known) = same_nonce(state, &body) {
        state.note(format!("the nonce {} was there already: no new message", body["nonce"]));
        // A message that was deleted since is not made anew (discord-api-docs, pull request 6647).
        if state.messages[&known].deleted {
            return Reply::error(404, 10008, "Unknown Message");
        }
        return Reply::ok(state.messages[&known].value.clone());
    }
    let reference = &body["message_reference"];
    if !reference.is_null() {
        if state.bot_lacks(channel, HISTORY) {
            return Reply::error(400, 160_002, "Cannot reply without permission to read message history");
        }
        let there = state
            .messages
            .get(&number(&reference["message_id"]))
            .is_some_and(|one| !one.deleted && one.channel == channel);
        if !there && reference["fail_if_not_exists"] != false {
            return refuse(state, asked, &["message_reference: Unknown message".to_owned()]);
        }
    }
    if let Some(error) = bare(state, channel, &body) {
        return error;
    }
    join_thread(state, channel);
    let id = write(state, channel, state.bot.id, &body, None);
    Reply::ok(state.messages[&id].value.clone())
}

/// Why the bot may not send that along.
fn bare(state: &State, channel: Id, body: &Value) -> Option<Reply> {
    let has = |name: &str| body[name].as_array().is_some_and(|all| !all.is_empty());
    let lacks =
        (has("embeds") && state.bot_lacks(channel, EMBED)) || (has("attachments") && state.bot_lacks(channel, ATTACH));
    lacks.then(|| Reply::error(403, 50013, "Missing Permissions"))
}

/// Why the bot may not write there.
fn barred(state: &State, channel: Id) -> Option<Reply> {
    let known = state.channels.get(&channel);
    let Some(known) = known else { return Some(Reply::error(404, 10003, "Unknown Channel")) };
    let send = if matches!(known.kind, Kind::Thread { .. }) { SEND_IN_THREADS } else { SEND };
    if state.bot_lacks(channel, VIEW) {
        return Some(Reply::error(403, 50001, "Missing Access"));
    }
    if known.locked {
        return Some(Reply::error(403, 160_005, "Thread is locked"));
    }
    state.bot_lacks(channel, send).then(|| Reply::error(403, 50013, "Missing Permissions"))
}

fn same_nonce(state: &State, body: &Value) -> Option<Id> {
    if body["enforce_nonce"] != true || body["nonce"].is_null() {
        return None;
    }
    // Only those of "the past few minutes" are looked at (Discord's reference, "Create Message").
    let same = |stored: &&Stored| {
        stored.author == state.bot.id && stored.value["nonce"] == body["nonce"] && state.knows_nonce(stored)
    };
    state.messages.values().find(same).map(|stored| number(&stored.value["id"]))
}

/// A message as it is read later: its nonce is told by the answer that made it and by MESSAGE_CREATE alone.
fn read_later(stored: &Stored) -> Value {
    let mut value = stored.value.clone();
    value.as_object_mut().expect("a message").remove("nonce");
    value
}

/// Whoever writes in a thread is a member of it from then on.
pub fn join_thread(state: &mut State, channel: Id) {
    let bot = state.bot.id;
    let Some(known) = state.channels.get_mut(&channel) else { return };
    let (guild, Kind::Thread { members, .. }) = (known.guild, &mut known.kind) else { return };
    if !members.insert(bot) {
        return;
    }
    let count = members.len();
    let mut member = payloads::member(state, guild.unwrap_or_default(), bot);
    member["user"] = payloads::user(state, bot);
    let added = json!([{"id": channel.to_string(), "user_id": bot.to_string(), "join_timestamp": "2026-01-01T00:00:00+00:00",
                        "flags": 0, "member": member, "presence": null}]);
    let guild = guild.unwrap_or_default().to_string();
    state.dispatch(
        "THREAD_MEMBERS_UPDATE",
        json!({"id": channel.to_string(), "guild_id": guild, "member_count": count, "added_members": added}),
    );
}

pub fn list(state: &State, asked: &Asked, channel: Id) -> Reply {
    if !state.channels.contains_key(&channel) {
        return Reply::error(404, 10003, "Unknown Channel");
    }
    if state.bot_lacks(channel, VIEW) {
        return Reply::error(403, 50001, "Missing Access");
    }
    // Without Read Message History there is nothing to see (Discord's reference, "Get Channel Messages").
    if state.bot_lacks(channel, HISTORY) {
        return Reply::ok(json!([]));
    }
    let after: Option<Id> = asked.param("after").and_then(|id| id.parse().ok());
    let limit: usize = asked.param("limit").and_then(|limit| limit.parse().ok()).unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Reply::error(400, 50035, "limit: 1 to 100");
    }
    let before: Option<Id> = asked.param("before").and_then(|id| id.parse().ok());
    let here = state.messages.iter().filter(|(id, stored)| {
        let between = after.is_none_or(|after| **id > after) && before.is_none_or(|before| **id < before);
        stored.channel == channel && between && !stored.deleted && stored.ephemeral_to.is_none()
    });
    let here: Vec<Value> = here.map(|(_, stored)| read_later(stored)).collect();
    // The oldest behind `after`, else the newest, before `before` if that is given; shown newest first.
    let from = if after.is_none() { here.len().saturating_sub(limit) } else { 0 };
    let page: Vec<Value> = here.into_iter().skip(from).take(limit).rev().collect();
    Reply::ok(page.into())
}

fn find(state: &State, channel: Id, id: Id) -> Option<&Stored> {
    state
        .messages
        .get(&id)
        .filter(|stored| stored.channel == channel && !stored.deleted && stored.ephemeral_to.is_none())
}

pub fn one(state: &State, channel: Id, id: Id) -> Reply {
    find(state, channel, id)
        .map_or_else(|| Reply::error(404, 10008, "Unknown Message"), |stored| Reply::ok(read_later(stored)))
}

pub fn edit(state: &mut State, asked: &Asked, channel: Id, id: Id) -> Reply {
    let Some(stored) = find(state, channel, id) else { return Reply::error(404, 10008, "Unknown Message") };
    if stored.author != state.bot.id {
        return Reply::error(403, 50005, "Cannot edit a message authored by another user");
    }
    let body = asked.body();
    let mut wrong = rules::message(&body, true);
    let stored = &state.messages[&id].value;
    let same = |name: &str| body[name].is_null() || body[name] == stored[name];
    let known = !state.unanswered.contains(&asked.path);
    if known && ["content", "embeds", "components", "attachments"].into_iter().all(same) {
        wrong.push("an edit that changes nothing (a rule of this project)".to_owned());
    }
    if !wrong.is_empty() {
        return refuse(state, asked, &wrong);
    }
    if let Some(error) = bare(state, channel, &body) {
        return error;
    }
    change(state, id, &body);
    Reply::ok(read_later(&state.messages[&id]))
}

/// Puts what `body` names in place of what the message had.
pub fn change(state: &mut State, id: Id, body: &Value) {
    let now = state.fresh_id();
    let Some(stored) = state.messages.get_mut(&id) else { return };
    for name in ["content", "embeds", "components", "attachments"] {
        if !body[name].is_null() {
            stored.value[name] = body[name].clone();
        }
    }
    stored.value["edited_timestamp"] = json!(crate::support::discord::state::timestamp(now));
    if stored.ephemeral_to.is_none() {
        announce(state, "MESSAGE_UPDATE", id);
    }
}

pub fn delete(state: &mut State, channel: Id, id: Id) -> Reply {
    let Some(author) = find(state, channel, id).map(|stored| stored.author) else {
        return Reply::error(404, 10008, "Unknown Message");
    };
    if author != state.bot.id {
        return Reply::error(403, 50013, "Missing Permissions");
    }
    remove(state, id);
    Reply::none()
}

pub fn remove(state: &mut State, id: Id) {
    let Some(stored) = state.messages.get_mut(&id) else { return };
    stored.deleted = true;
    let channel = stored.channel;
    let guild = state.channel(channel).guild.map(|guild| guild.to_string());
    let mut payload = json!({"id": id.to_string(), "channel_id": channel.to_string()});
    if let Some(guild) = guild {
        payload["guild_id"] = json!(guild);
    }
    state.dispatch("MESSAGE_DELETE", payload);
}

pub fn react(state: &mut State, channel: Id, id: Id, emoji: &str) -> Reply {
    if find(state, channel, id).is_none() {
        return Reply::error(404, 10008, "Unknown Message");
    }
    if state.bot_lacks(channel, REACT) {
        return Reply::error(403, 50013, "Missing Permissions");
    }
    let emoji = decode(emoji);
    if emojis::get(&emoji).is_none() {
        return Reply::error(400, 10014, "Unknown Emoji");
    }
    let bot = state.bot.id;
    if let Some(stored) = state.messages.get_mut(&id) {
        // Once more is none more.
        if !stored.reactions.contains(&(emoji.clone(), bot)) {
            stored.reactions.push((emoji, bot));
        }
    }
    Reply::none()
}

/// Takes the bot's own reaction away.
pub fn unreact(state: &mut State, channel: Id, id: Id, emoji: &str) -> Reply {
    if find(state, channel, id).is_none() {
        return Reply::error(404, 10008, "Unknown Message");
    }
    let (bot, emoji) = (state.bot.id, decode(emoji));
    if let Some(stored) = state.messages.get_mut(&id) {
        stored.reactions.retain(|(known, by)| *known != emoji || *by != bot);
    }
    Reply::none()
}

/// Undoes `%xx`.
fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let hex = behind.get(..2).and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        match (first, hex) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
