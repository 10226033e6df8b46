//! What each request does.

mod interactions;
mod messages;
mod places;

use super::http::{Asked, Reply, refuse};
use super::rules_commands;
use super::state::{Id, State};

pub use messages::{announce, change, join_thread, remove, write, write_as};
pub use places::dm;

/// Finds the route of a request. One that no route serves breaks a rule: the fake must learn it first.
pub fn route(state: &mut State, asked: &Asked) -> Reply {
    let parts: Vec<&str> = asked.path.trim_matches('/').split('/').collect();
    let number = |text: &str| text.parse::<Id>().unwrap_or(0);
    match (asked.method.as_str(), parts.as_slice()) {
        ("GET", ["gateway"]) => places::gateway(state, false),
        ("GET", ["gateway", "bot"]) => places::gateway(state, true),
        ("GET", ["users", "@me"]) => places::me(state),
        ("GET", ["users", "@me", "guilds"]) => places::my_guilds(state),
        ("POST", ["users", "@me", "channels"]) => places::open_dm(state, asked),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => places::application(state),
        ("PUT", ["applications", app, "commands"]) => register(state, asked, number(app), None),
        ("PUT", ["applications", app, "guilds", guild, "commands"]) => {
            register(state, asked, number(app), Some(number(guild)))
        }
        ("GET", ["channels", channel]) => places::channel(state, number(channel)),
        ("GET", ["guilds", guild]) => places::guild(state, number(guild)),
        ("POST", ["channels", channel, "typing"]) => places::typing(state, number(channel)),
        ("POST", ["channels", channel, "threads"]) => places::open_thread(state, asked, number(channel)),
        ("GET", ["channels", channel, "messages"]) => messages::list(state, asked, number(channel)),
        ("POST", ["channels", channel, "messages"]) => messages::create(state, asked, number(channel)),
        ("GET", ["channels", channel, "messages", id]) => messages::one(state, number(channel), number(id)),
        ("PATCH", ["channels", channel, "messages", id]) => messages::edit(state, asked, number(channel), number(id)),
        ("DELETE", ["channels", channel, "messages", id]) => messages::delete(state, number(channel), number(id)),
        ("PUT", ["channels", channel, "messages", id, "reactions", emoji, "@me"]) => {
            messages::react(state, number(channel), number(id), emoji)
        }
        ("DELETE", ["channels", channel, "messages", id, "reactions", emoji, "@me"]) => {
            messages::unreact(state, number(channel), number(id), emoji)
        }
        ("POST", ["interactions", id, token, "callback"]) => interactions::callback(state, asked, number(id), token),
        ("POST", ["webhooks", _, token]) => interactions::follow_up(state, asked, token),
        (method @ ("GET" | "PATCH" | "DELETE"), ["webhooks", _, token, "messages", id]) => {
            interactions::message(state, asked, method, token, id)
        }
        _ => refuse(state, asked, &["the fake Discord does not know this request".to_owned()]),
    }
}

fn register(state: &mut State, asked: &Asked, application: Id, guild: Option<Id>) -> Reply {
    if application != state.bot.id {
        return Reply::error(404, 10002, "Unknown Application");
    }
    if guild.is_some_and(|guild| !state.guilds.contains_key(&guild)) {
        return Reply::error(403, 50001, "Missing Access");
    }
    let body = asked.body();
    let wrong = rules_commands::commands(&body);
    if !wrong.is_empty() {
        return refuse(state, asked, &wrong);
    }
    let mut commands = body.as_array().cloned().unwrap_or_default();
    for command in &mut commands {
        let id = state.fresh_id().to_string();
        command["id"] = id.clone().into();
        command["version"] = id.into();
        command["application_id"] = application.to_string().into();
        command["default_member_permissions"] = serde_json::Value::Null;
        if command["type"].is_null() {
            command["type"] = 1.into();
        }
        if let Some(guild) = guild {
            command["guild_id"] = guild.to_string().into();
        }
    }
    state.commands.insert(guild, commands.clone());
    Reply::ok(commands.into())
}
