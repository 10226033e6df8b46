//! The people's side: guilds, channels, and what is said there.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::routes::write;
use super::state::{Channel, Guild, Id, Kind, Member, Role, User};
use super::{FakeDiscord, PERMISSIONS, payloads};

impl FakeDiscord {
    pub fn new_user(&self, name: &str) -> Id {
        self.add_user(name, false)
    }

    /// Another bot.
    pub fn new_bot(&self, name: &str) -> Id {
        self.add_user(name, true)
    }

    fn add_user(&self, name: &str, bot: bool) -> Id {
        self.change(|state| {
            let id = state.fresh_id();
            state.users.insert(id, User { id, name: name.into(), bot });
            id
        })
    }

    /// A guild with the bot in it.
    pub fn new_guild(&self, name: &str) -> Id {
        self.change(|state| {
            let id = state.fresh_id();
            let members = BTreeMap::from([(state.bot.id, Member::default())]);
            state
                .guilds
                .insert(id, Guild { id, name: name.into(), members, permissions: PERMISSIONS, roles: Vec::new() });
            let payload = payloads::guild_create(state, id);
            state.dispatch("GUILD_CREATE", payload);
            id
        })
    }

    /// Makes a user a member.
    pub fn join(&self, guild: Id, user: Id) {
        self.change(|state| state.guilds.get_mut(&guild).expect("a guild").members.insert(user, Member::default()));
    }

    /// Gives a member Manage Channels and Manage Server.
    pub fn make_manager(&self, guild: Id, user: Id) {
        self.change(|state| {
            state.guilds.get_mut(&guild).expect("a guild").members.entry(user).or_default().manager = true
        });
    }

    /// Takes them away again.
    pub fn unmake_manager(&self, guild: Id, user: Id) {
        self.change(|state| {
            state.guilds.get_mut(&guild).expect("a guild").members.entry(user).or_default().manager = false
        });
    }

    /// A role; with `of_bot`, the one that Discord makes for a bot.
    pub fn new_role(&self, guild: Id, name: &str, of_bot: Option<Id>) -> Id {
        self.change(|state| {
            let role = Role { id: state.fresh_id(), name: name.into(), of_bot };
            let payload = json!({"guild_id": guild.to_string(), "role": payloads::role(&role)});
            let id = role.id;
            state.guilds.get_mut(&guild).expect("a guild").roles.push(role);
            state.dispatch("GUILD_ROLE_CREATE", payload);
            id
        })
    }

    /// Gives a member a role.
    pub fn give_role(&self, guild: Id, user: Id, role: Id) {
        self.change(|state| {
            state.guilds.get_mut(&guild).expect("a guild").members.entry(user).or_default().roles.insert(role)
        });
    }

    pub fn set_nick(&self, guild: Id, user: Id, nick: &str) {
        self.change(|state| {
            state.guilds.get_mut(&guild).expect("a guild").members.entry(user).or_default().nick = Some(nick.into())
        });
    }

    /// The language of somebody's client.
    pub fn set_locale(&self, user: Id, locale: &str) {
        self.change(|state| state.locales.insert(user, locale.into()));
    }

    /// The language of a guild, which all bots in it are told of.
    pub fn set_guild_locale(&self, guild: Id, locale: &str) {
        self.change(|state| {
            state.locales.insert(guild, locale.into());
            let payload = payloads::guild_create(state, guild);
            state.dispatch("GUILD_UPDATE", payload);
        });
    }

    pub fn new_channel(&self, guild: Id, name: &str) -> Id {
        self.add_channel(guild, name, Kind::Text, true)
    }

    /// A thread that `owner` opened.
    pub fn new_thread(&self, parent: Id, owner: Id, name: &str) -> Id {
        self.add_thread(parent, owner, name, true)
    }

    /// A thread that was archived when the bot connected: the gateway has never told of it.
    pub fn new_archived_thread(&self, parent: Id, name: &str, members: &[Id]) -> Id {
        let thread = self.add_thread(parent, self.jo(), name, false);
        self.change(|state| {
            if let Some(Kind::Thread { members: known, .. }) =
                state.channels.get_mut(&thread).map(|channel| &mut channel.kind)
            {
                known.extend(members);
            }
        });
        thread
    }

    fn add_thread(&self, parent: Id, owner: Id, name: &str, told: bool) -> Id {
        let guild = self.read(|state| state.channel(parent).guild).expect("a channel of a guild");
        self.add_channel(
            guild,
            name,
            Kind::Thread { parent, owner, members: BTreeSet::from([owner]), private: false },
            told,
        )
    }

    fn add_channel(&self, guild: Id, name: &str, kind: Kind, told: bool) -> Id {
        self.change(|state| {
            let id = state.fresh_id();
            let event = if matches!(kind, Kind::Thread { .. }) { "THREAD_CREATE" } else { "CHANNEL_CREATE" };
            state.channels.insert(id, Channel::new(id, Some(guild), name, kind));
            if told {
                let payload = payloads::channel(state, id, Some(state.bot.id));
                state.dispatch(event, payload);
            }
            id
        })
    }

    /// A channel of posts.
    pub fn new_forum(&self, guild: Id, name: &str) -> Id {
        self.add_channel(guild, name, Kind::Forum, true)
    }

    /// A post in a forum: a thread with its first message, which bears the thread's number.
    pub fn new_forum_post(&self, forum: Id, author: Id, title: &str, text: &str) -> Id {
        let post = self.add_thread(forum, author, title, true);
        self.change(|state| super::routes::write_as(state, post, post, author, &json!({"content": text}), None))
    }

    /// A thread that hangs on a message of a channel and bears its number.
    pub fn new_thread_of(&self, message: Id, owner: Id, name: &str) -> Id {
        self.change(|state| {
            let parent = state.messages[&message].channel;
            let guild = state.channel(parent).guild;
            let kind = Kind::Thread { parent, owner, members: BTreeSet::from([owner]), private: false };
            state.channels.insert(message, Channel::new(message, guild, name, kind));
            let payload = payloads::channel(state, message, Some(state.bot.id));
            state.dispatch("THREAD_CREATE", payload);
            message
        })
    }

    /// A private thread of a text channel, with its owner and the bot as members (Discord's reference, "Private Threads").
    pub fn new_private_thread(&self, parent: Id, owner: Id, name: &str) -> Id {
        let (guild, bot) = self.read(|state| (state.channel(parent).guild.expect("a guild"), state.bot.id));
        let members = BTreeSet::from([owner, bot]);
        self.add_channel(guild, name, Kind::Thread { parent, owner, members, private: true }, true)
    }

    /// Archives a thread, or locks it too.
    pub fn archive(&self, thread: Id, locked: bool) {
        self.change(|state| {
            let channel = state.channels.get_mut(&thread).expect("a thread");
            (channel.archived, channel.locked) = (true, locked);
            let payload = payloads::channel(state, thread, Some(state.bot.id));
            state.dispatch("THREAD_UPDATE", payload);
        });
    }

    /// Deletes a channel or thread.
    pub fn delete_channel(&self, channel: Id) {
        self.change(|state| {
            let payload = payloads::channel(state, channel, None);
            let gone = state.channels.remove(&channel).expect("a channel");
            let event = if matches!(gone.kind, Kind::Thread { .. }) { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
            state.dispatch(event, payload);
        });
    }

    /// Puts a reaction below a message; a custom emoji as `name:id`.
    pub fn react(&self, user: Id, message: Id, emoji: &str) {
        self.reaction("MESSAGE_REACTION_ADD", user, message, emoji);
    }

    /// Takes it away again.
    pub fn unreact(&self, user: Id, message: Id, emoji: &str) {
        self.reaction("MESSAGE_REACTION_REMOVE", user, message, emoji);
    }

    fn reaction(&self, event: &str, user: Id, message: Id, emoji: &str) {
        self.change(|state| {
            let stored = state.messages[&message].clone();
            let emoji = match emoji.split_once(':') {
                Some((name, id)) => json!({"id": id, "name": name, "animated": false}),
                None => json!({"id": null, "name": emoji}),
            };
            let mut payload = json!({
                "user_id": user.to_string(), "channel_id": stored.channel.to_string(), "message_id": message.to_string(),
                "emoji": emoji, "burst": false, "type": 0,
            });
            let added = event == "MESSAGE_REACTION_ADD";
            if added {
                payload["message_author_id"] = json!(stored.author.to_string());
            }
            if let Some(guild) = state.channel(stored.channel).guild {
                payload["guild_id"] = json!(guild.to_string());
                if added {
                    payload["member"] = payloads::member(state, guild, user);
                    payload["member"]["user"] = payloads::user(state, user);
                }
            }
            state.dispatch(event, payload);
        });
    }

    /// Takes all reactions away.
    pub fn clear_reactions(&self, message: Id) {
        self.change(|state| {
            let channel = state.messages[&message].channel;
            let mut payload = json!({"channel_id": channel.to_string(), "message_id": message.to_string()});
            if let Some(guild) = state.channel(channel).guild {
                payload["guild_id"] = json!(guild.to_string());
            }
            state.dispatch("MESSAGE_REACTION_REMOVE_ALL", payload);
        });
    }

    /// The bot becomes a member of a thread.
    pub fn add_bot_to_thread(&self, thread: Id) {
        self.change(|state| super::routes::join_thread(state, thread));
    }

    /// The channel of a user's direct messages.
    pub fn dm_channel(&self, user: Id) -> Id {
        self.change(|state| super::routes::dm(state, user))
    }

    /// Says something.
    pub fn say(&self, user: Id, channel: Id, text: &str) -> Id {
        self.post(user, channel, json!({"content": text}))
    }

    /// Says something to the bot.
    pub fn mention(&self, user: Id, channel: Id, text: &str) -> Id {
        self.say(user, channel, &format!("<@{}> {text}", self.bot()))
    }

    /// Writes the bot a direct message.
    pub fn dm(&self, user: Id, text: &str) -> Id {
        self.say(user, self.dm_channel(user), text)
    }

    /// Answers a message, without a ping.
    pub fn reply(&self, user: Id, to: Id, text: &str) -> Id {
        let channel = self.read(|state| state.messages[&to].channel);
        self.post(user, channel, json!({"content": text, "message_reference": {"message_id": to.to_string()}}))
    }

    /// The same where Discord did not look up what is answered.
    pub fn reply_not_looked_up(&self, user: Id, to: Id, text: &str) -> Id {
        let channel = self.read(|state| state.messages[&to].channel);
        let reference = json!({"message_id": to.to_string(), "looked_up": false});
        self.post(user, channel, json!({"content": text, "message_reference": reference}))
    }

    /// Posts a message with anything in it. A bot that is mentioned in a thread is a member of it from then on.
    pub fn post(&self, user: Id, channel: Id, body: Value) -> Id {
        self.change(|state| {
            let mention = format!("<@{}>", state.bot.id);
            if body["content"].as_str().is_some_and(|text| text.contains(&mention)) {
                super::routes::join_thread(state, channel);
            }
            write(state, channel, user, &body, None)
        })
    }

    /// Uploads a file; the answer stands among a message's `attachments`.
    pub fn attach(&self, name: &str, kind: &str, content: &[u8]) -> Value {
        let (id, url) = self.upload(name, Ok(content.to_vec()));
        json!({
            "id": id.to_string(), "filename": name, "content_type": kind, "size": content.len(), "url": url,
            "proxy_url": url,
        })
    }

    /// An address of an attachment that leads elsewhere.
    pub fn attach_redirect(&self, elsewhere: &str) -> String {
        self.upload("moved.txt", Err(elsewhere.to_owned())).1
    }

    fn upload(&self, name: &str, content: Result<Vec<u8>, String>) -> (Id, String) {
        self.change(|state| {
            let id = state.fresh_id();
            let path = format!("/attachments/1/{id}/{name}");
            let url = format!("{}{path}", state.url);
            state.files.insert(path, content);
            (id, url)
        })
    }

    /// Something was said while the bot was away: no event tells of it.
    pub fn post_unheard(&self, user: Id, channel: Id, text: &str) -> Id {
        self.change(|state| {
            let sessions = std::mem::take(&mut state.sessions);
            let id = write(state, channel, user, &json!({"content": text}), None);
            state.sessions = sessions;
            id
        })
    }

    /// The bot itself has said that before.
    pub fn bot_said(&self, channel: Id, text: &str) -> Id {
        self.change(|state| write(state, channel, state.bot.id, &json!({"content": text}), None))
    }

    /// The same message event once more, as after a reconnect.
    pub fn repeat(&self, message: Id) {
        self.change(|state| super::routes::announce(state, "MESSAGE_CREATE", message));
    }

    /// Changes a message.
    pub fn edit(&self, message: Id, text: &str) {
        // Previews go, and those of links that are still there are made again.
        self.change(|state| super::routes::change(state, message, &json!({"content": text, "embeds": []})));
    }

    /// Adds the preview of a link to a message that nobody changes, and tells of the message anew, as Discord does.
    pub fn preview(&self, message: Id) {
        self.change(|state| {
            let stored = state.messages.get_mut(&message).expect("a message");
            stored.value["embeds"] = json!([{"type": "article", "url": "https://example.com/", "title": "A page"}]);
            super::routes::announce(state, "MESSAGE_UPDATE", message);
        });
    }

    /// Deletes a message.
    pub fn delete(&self, message: Id) {
        self.change(|state| super::routes::remove(state, message));
    }

    /// Any event, as it is.
    pub fn send_event(&self, name: &str, data: Value) {
        self.change(|state| state.dispatch(name, data));
    }
}
