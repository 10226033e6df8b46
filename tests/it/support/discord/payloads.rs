//! What Discord sends, in the shapes of its reference.

use serde_json::{Value, json};

use super::state::{Channel, Id, Interaction, Kind, Role, State, timestamp};

pub fn user(state: &State, id: Id) -> Value {
    let user = &state.users[&id];
    json!({
        "id": id.to_string(), "username": user.name.to_lowercase().replace(' ', "_"), "global_name": user.name,
        "discriminator": "0", "avatar": null, "bot": user.bot, "system": false, "public_flags": 0,
    })
}

/// A member without the user in it, as messages carry it.
pub fn member(state: &State, guild: Id, id: Id) -> Value {
    let member = state.guilds[&guild].members.get(&id).cloned().unwrap_or_default();
    let roles: Vec<String> = member.roles.iter().map(Id::to_string).collect();
    json!({
        "nick": member.nick, "roles": roles, "joined_at": "2026-01-01T00:00:00+00:00", "premium_since": null, "avatar": null,
        "deaf": false, "mute": false, "pending": false, "flags": 0, "communication_disabled_until": null,
    })
}

pub fn channel(state: &State, id: Id, for_member: Option<Id>) -> Value {
    let channel = state.channel(id);
    match &channel.kind {
        Kind::Text => text_channel(channel, 0),
        Kind::Forum => text_channel(channel, 15),
        Kind::Dm(with) => {
            json!({"id": id.to_string(), "type": 1, "last_message_id": null, "flags": 0, "recipients": [user(state, *with)]})
        }
        Kind::Thread { parent, owner, members, private } => {
            let mut thread = thread(channel, *parent, *owner, *private);
            if for_member.is_some_and(|member| members.contains(&member)) {
                thread["member"] = json!({"join_timestamp": timestamp(id), "flags": 0});
            }
            thread
        }
    }
}

fn text_channel(channel: &Channel, kind: u64) -> Value {
    let guild = channel.guild.unwrap_or_default().to_string();
    let denied = json!([{"id": guild, "type": 0, "allow": "0", "deny": channel.denied.to_string()}]);
    json!({
        "id": channel.id.to_string(), "type": kind, "guild_id": guild, "position": 0, "name": channel.name, "topic": null, "nsfw": false,
        "permission_overwrites": denied, "last_message_id": null, "rate_limit_per_user": 0, "parent_id": null, "flags": 0,
    })
}

fn thread(channel: &Channel, parent: Id, owner: Id, private: bool) -> Value {
    let kind = if private { 12 } else { 11 };
    json!({
        "id": channel.id.to_string(), "type": kind, "guild_id": channel.guild.unwrap_or_default().to_string(),
        "parent_id": parent.to_string(), "owner_id": owner.to_string(), "name": channel.name, "last_message_id": null,
        "message_count": 1, "member_count": 1, "total_message_sent": 1, "rate_limit_per_user": 0, "flags": 0,
        "thread_metadata": {"archived": channel.archived, "auto_archive_duration": 1440, "archive_timestamp": timestamp(channel.id),
                            "locked": channel.locked},
    })
}

pub fn guild_create(state: &State, id: Id) -> Value {
    let guild = &state.guilds[&id];
    let of_guild = |wanted: bool| -> Vec<Value> {
        let here = state.channels.values().filter(|channel| channel.guild == Some(id));
        here.filter(|channel| matches!(channel.kind, Kind::Thread { .. }) == wanted)
            .map(|one| channel(state, one.id, Some(state.bot.id)))
            .collect()
    };
    let mut bot = member(state, id, state.bot.id);
    bot["user"] = user(state, state.bot.id);
    let roles: Vec<Value> =
        std::iter::once(everyone(id, guild.permissions)).chain(guild.roles.iter().map(role)).collect();
    let owner = guild.members.keys().find(|member| **member != state.bot.id).copied().unwrap_or(1);
    json!({
        "id": id.to_string(), "name": guild.name, "icon": null, "splash": null, "discovery_splash": null, "banner": null,
        "owner_id": owner.to_string(), "afk_channel_id": null, "afk_timeout": 300, "verification_level": 0,
        "default_message_notifications": 0, "explicit_content_filter": 0, "roles": roles, "emojis": [],
        "features": [], "mfa_level": 0, "application_id": null, "system_channel_id": null, "system_channel_flags": 0,
        "rules_channel_id": null, "vanity_url_code": null, "description": null, "premium_tier": 0, "preferred_locale": state.locale(id),
        "public_updates_channel_id": null, "safety_alerts_channel_id": null, "nsfw_level": 0, "premium_progress_bar_enabled": false,
        "joined_at": timestamp(id), "large": false, "unavailable": false, "member_count": guild.members.len(), "voice_states": [],
        "members": [bot], "channels": of_guild(false), "threads": of_guild(true), "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [], "stickers": [],
    })
}

pub fn everyone(guild: Id, permissions: u64) -> Value {
    json!({
        "id": guild.to_string(), "name": "@everyone", "color": 0, "hoist": false, "icon": null, "unicode_emoji": null, "position": 0,
        "permissions": permissions.to_string(), "managed": false, "mentionable": false, "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
    })
}

pub fn role(role: &Role) -> Value {
    let tags = role.of_bot.map(|bot| json!({"bot_id": bot.to_string()}));
    let mut value = json!({
        "id": role.id.to_string(), "name": role.name, "color": 0, "hoist": false, "icon": null, "unicode_emoji": null,
        "position": 1, "permissions": "0", "managed": tags.is_some(), "mentionable": true, "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
    });
    if let Some(tags) = tags {
        value["tags"] = tags;
    }
    value
}

/// The bot itself, with what only the bot is told.
pub fn bot(state: &State) -> Value {
    let mut bot = user(state, state.bot.id);
    for (name, value) in
        [("mfa_enabled", json!(true)), ("verified", json!(true)), ("email", Value::Null), ("flags", json!(0))]
    {
        bot[name] = value;
    }
    bot
}

/// The flags say that Message Content is allowed to a small bot, or not.
pub fn application(state: &State) -> Value {
    let flags = if state.content_allowed { 1u64 << 19 } else { 0 };
    json!({
        "id": state.bot.id.to_string(), "name": state.bot.name, "icon": null, "description": "", "bot_public": true,
        "bot_require_code_grant": false, "verify_key": "0", "team": null, "flags": flags, "rpc_origins": [], "summary": "",
    })
}

pub fn ready(state: &State, session: &str, shard: &Value) -> Value {
    let guilds: Vec<Value> = state.guilds.keys().map(|id| json!({"id": id.to_string(), "unavailable": true})).collect();
    json!({
        "v": 10, "user": bot(state), "guilds": guilds, "session_id": session, "resume_gateway_url": state.url.replace("http", "ws"),
        "shard": shard, "application": {"id": state.bot.id.to_string(), "flags": 0}, "private_channels": [], "relationships": [],
    })
}

/// A message as it is stored; the gateway adds guild and member.
pub fn message(state: &State, id: Id, channel: Id, author: Id, content: &str) -> Value {
    json!({
        "id": id.to_string(), "channel_id": channel.to_string(), "author": user(state, author), "content": content,
        "timestamp": timestamp(id), "edited_timestamp": null, "tts": false, "mention_everyone": content.contains("@everyone"),
        "mentions": mentions(state, content), "mention_roles": mentioned_roles(state, content), "attachments": [], "embeds": [], "pinned": false, "type": 0,
        "flags": 0, "components": [],
    })
}

fn mentioned_roles(state: &State, content: &str) -> Vec<String> {
    let roles = state.guilds.values().flat_map(|guild| &guild.roles);
    roles.filter(|role| content.contains(&format!("<@&{}>", role.id))).map(|role| role.id.to_string()).collect()
}

/// Those of the users that `content` mentions.
pub fn mentions(state: &State, content: &str) -> Vec<Value> {
    let named = |id: &Id| content.contains(&format!("<@{id}>")) || content.contains(&format!("<@!{id}>"));
    state.users.keys().filter(|id| named(id)).map(|id| user(state, *id)).collect()
}

/// An interaction of `kind` with its `data`, as the gateway brings it.
pub fn interaction(state: &State, interaction: &Interaction, data: Value) -> Value {
    let channel = state.channel(interaction.channel);
    let mut about = self::channel(state, channel.id, None);
    let held = state.held(channel.id, interaction.user);
    about["permissions"] = json!(held.to_string());
    let mut payload = json!({
        "id": interaction.id.to_string(), "application_id": state.bot.id.to_string(), "type": interaction.kind, "data": data,
        "channel": about, "channel_id": channel.id.to_string(), "token": interaction.token, "version": 1, "locale": state.locale(interaction.user),
        "app_permissions": state.held(channel.id, state.bot.id).to_string(), "entitlements": [],
        "attachment_size_limit": 10_485_760, "context": if channel.guild.is_some() { 0 } else { 1 },
        "authorizing_integration_owners": {"0": channel.guild.unwrap_or_default().to_string()},
    });
    match channel.guild {
        Some(guild) => {
            let mut member = member(state, guild, interaction.user);
            member["user"] = user(state, interaction.user);
            member["permissions"] = json!(held.to_string());
            payload["member"] = member;
            payload["guild_id"] = json!(guild.to_string());
            payload["guild_locale"] = json!(state.locale(guild));
        }
        None => payload["user"] = user(state, interaction.user),
    }
    if let Some(message) = interaction.message {
        payload["message"] = state.messages[&message].value.clone();
    }
    payload
}
