//! Who and where: users, guilds, channels, the gateway's address.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::discord::http::{Asked, Reply, refuse};
use crate::support::discord::payloads;
use crate::support::discord::shown::number;
use crate::support::discord::state::{Channel, Id, Kind, State};

pub fn gateway(state: &State, for_bots: bool) -> Reply {
    let url = state.url.replace("http", "ws");
    let reset_after = u64::try_from(state.wire.reset_after.as_millis()).expect("a time");
    let limit =
        json!({"total": 1000, "remaining": state.wire.remaining, "reset_after": reset_after, "max_concurrency": 1});
    Reply::ok(if for_bots {
        json!({"url": url, "shards": 1, "session_start_limit": limit})
    } else {
        json!({"url": url})
    })
}

pub fn me(state: &State) -> Reply {
    Reply::ok(payloads::bot(state))
}

pub fn application(state: &State) -> Reply {
    Reply::ok(payloads::application(state))
}

pub fn my_guilds(state: &State) -> Reply {
    let guild = |guild: &crate::support::discord::state::Guild| {
        json!({"id": guild.id.to_string(), "name": guild.name, "icon": null, "banner": null, "owner": false, "features": [],
               "permissions": guild.permissions.to_string()})
    };
    Reply::ok(state.guilds.values().map(guild).collect::<Vec<Value>>().into())
}

pub fn guild(state: &State, id: Id) -> Reply {
    if state.guilds.contains_key(&id) {
        Reply::ok(payloads::guild_create(state, id))
    } else {
        Reply::error(404, 10004, "Unknown Guild")
    }
}

pub fn channel(state: &State, id: Id) -> Reply {
    match state.channels.get(&id) {
        None => Reply::error(404, 10003, "Unknown Channel"),
        Some(_) if state.bot_lacks(id, 1 << 10) => Reply::error(403, 50001, "Missing Access"),
        Some(_) => Reply::ok(payloads::channel(state, id, Some(state.bot.id))),
    }
}

pub fn typing(state: &mut State, id: Id) -> Reply {
    if !state.channels.contains_key(&id) {
        return Reply::error(404, 10003, "Unknown Channel");
    }
    if state.bot_lacks(id, 1 << 11) {
        return Reply::error(403, 50013, "Missing Permissions");
    }
    state.typing.push(id);
    Reply::none()
}

pub fn open_dm(state: &mut State, asked: &Asked) -> Reply {
    let user = number(&asked.body()["recipient_id"]);
    if !state.users.contains_key(&user) {
        return Reply::error(400, 50033, "Invalid Recipient(s)");
    }
    let id = dm(state, user);
    Reply::ok(payloads::channel(state, id, None))
}

/// The direct messages with that user.
pub fn dm(state: &mut State, user: Id) -> Id {
    let known = state.channels.values().find(|channel| channel.kind == Kind::Dm(user)).map(|channel| channel.id);
    known.unwrap_or_else(|| {
        let id = state.fresh_id();
        state.channels.insert(id, Channel::new(id, None, "", Kind::Dm(user)));
        id
    })
}

/// Opens a thread that hangs on no message.
pub fn open_thread(state: &mut State, asked: &Asked, parent: Id) -> Reply {
    let Some(channel) = state.channels.get(&parent).cloned() else {
        return Reply::error(404, 10003, "Unknown Channel");
    };
    let body = asked.body();
    let name = body["name"].as_str().unwrap_or_default().to_owned();
    let mut wrong = Vec::new();
    if !(1..=100).contains(&name.chars().count()) {
        wrong.push("name of a thread: 1 to 100 characters".to_owned());
    }
    if body["type"] != 11 || channel.kind != Kind::Text {
        wrong.push("type of thread: a public one, in a channel of text".to_owned());
    }
    if !wrong.is_empty() {
        return refuse(state, asked, &wrong);
    }
    if state.bot_lacks(parent, 1 << 10 | 1 << 35) {
        return Reply::error(403, 50013, "Missing Permissions");
    }
    let (id, bot) = (state.fresh_id(), state.bot.id);
    let kind = Kind::Thread { parent, owner: bot, members: BTreeSet::from([bot]), private: false };
    state.channels.insert(id, Channel::new(id, channel.guild, &name, kind));
    let payload = payloads::channel(state, id, Some(bot));
    state.dispatch("THREAD_CREATE", payload.clone());
    Reply { status: 201, body: payload }
}
