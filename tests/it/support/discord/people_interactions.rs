//! The people's side: slash commands, buttons and forms.

use std::time::Instant;

use serde_json::{Value, json};

use super::state::{Answer, Id, Interaction, State};
use super::{FakeDiscord, Shown, payloads};

/// An interaction that somebody began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pressed(pub Id);

impl FakeDiscord {
    /// Calls a slash command: `("memory", "search", json!({"text": "cat"}))`; an empty `sub` where there is none.
    /// Options are checked against what was registered; a choice is given by its name.
    pub fn slash(&self, user: Id, channel: Id, name: &str, sub: &str, options: Value) -> Pressed {
        self.change(|state| {
            let guild = state.channel(channel).guild;
            let command =
                registered(state, guild, name).unwrap_or_else(|| panic!("/{name} is not registered\n{}", state.dump()));
            let given = options.as_object().cloned().unwrap_or_default();
            let listed = command["options"].as_array().cloned().unwrap_or_default();
            let filled = if sub.is_empty() {
                fill(&listed, &given)
            } else {
                let option = listed
                    .iter()
                    .find(|option| option["name"] == sub)
                    .unwrap_or_else(|| panic!("/{name} has no {sub}"));
                let inner = option["options"].as_array().cloned().unwrap_or_default();
                vec![json!({"name": sub, "type": 1, "options": fill(&inner, &given)})]
            };
            let mut data = json!({"id": command["id"], "name": name, "type": 1, "options": filled});
            let files = given.values().filter(|value| value["filename"].is_string());
            let files: serde_json::Map<String, Value> =
                files.map(|file| (file["id"].as_str().unwrap_or_default().to_owned(), file.clone())).collect();
            if !files.is_empty() {
                data["resolved"] = json!({"attachments": files});
            }
            begin(state, 2, user, channel, None, data)
        })
    }

    /// Types into an option of a slash command; an empty `sub` where there is none.
    pub fn type_into(&self, user: Id, channel: Id, (name, sub): (&str, &str), option: &str, typed: &str) -> Pressed {
        self.change(|state| {
            let guild = state.channel(channel).guild;
            let command = registered(state, guild, name).unwrap_or_else(|| panic!("/{name} is not registered"));
            let listed = command["options"].as_array().cloned().unwrap_or_default();
            let under = listed.iter().find(|option| option["name"] == sub);
            let inner = match under {
                Some(under) => under["options"].as_array().cloned().unwrap_or_default(),
                None if sub.is_empty() => listed.clone(),
                None => panic!("no {sub}"),
            };
            let known = inner.iter().find(|known| known["name"] == option).unwrap_or_else(|| panic!("no {option}"));
            assert_eq!(known["autocomplete"], true, "nothing is offered for {option}");
            let focused = json!({"name": option, "type": known["type"], "value": typed, "focused": true});
            let filled = match under {
                Some(_) => json!([{"name": sub, "type": 1, "options": [focused]}]),
                None => json!([focused]),
            };
            let data = json!({"id": command["id"], "name": name, "type": 1, "options": filled});
            begin(state, 4, user, channel, None, data)
        })
    }

    /// Chooses a command from the menu of a message.
    pub fn message_command(&self, user: Id, message: Id, name: &str) -> Pressed {
        self.change(|state| {
            let channel = state.messages[&message].channel;
            let guild = state.channel(channel).guild;
            let command = registered(state, guild, name).unwrap_or_else(|| panic!("{name} is not registered"));
            let mut value = state.messages[&message].value.clone();
            value["channel_id"] = json!(channel.to_string());
            let resolved = json!({"messages": {message.to_string(): value}});
            let target = message.to_string();
            let data = json!({"id": command["id"], "name": name, "type": 3, "target_id": target, "resolved": resolved});
            begin(state, 2, user, channel, None, data)
        })
    }

    /// Chooses a line of a menu below a message that this user sees.
    pub fn choose(&self, user: Id, message: &Shown, label: &str) -> Pressed {
        let (id, options) = self.message(message.id()).menu();
        let found = options.iter().find(|(known, _)| known.contains(label));
        let (_, value) = found.unwrap_or_else(|| panic!("no {label} among {options:?}"));
        self.choose_values(user, message, &id, &[value])
    }

    /// Clicks a button of a message that this user sees.
    pub fn click(&self, user: Id, message: &Shown, custom_id: &str) -> Pressed {
        let stored = self.read(|state| state.messages[&message.id()].clone());
        assert!(stored.ephemeral_to.is_none_or(|only| only == user), "user {user} cannot see that message");
        let button = Shown(stored.value).buttons().into_iter().find(|(_, id, _)| id == custom_id);
        let (_, _, disabled) = button.unwrap_or_else(|| panic!("that message has no button {custom_id}"));
        assert!(!disabled, "the button {custom_id} is disabled");
        self.click_unseen(user, message, custom_id)
    }

    /// Clicks what the user may not even see, or what is no longer there: two clicks may be on the way at once.
    pub fn click_unseen(&self, user: Id, message: &Shown, custom_id: &str) -> Pressed {
        self.change(|state| {
            let channel = state.messages[&message.id()].channel;
            let data = json!({"custom_id": custom_id, "component_type": 2, "id": 2});
            begin(state, 3, user, channel, Some(message.id()), data)
        })
    }

    /// Chooses values from a menu of a message that this user sees. Those of a menu of words must be among its options.
    pub fn choose_values(&self, user: Id, message: &Shown, custom_id: &str, values: &[&str]) -> Pressed {
        self.change(|state| {
            let stored = state.messages[&message.id()].clone();
            assert!(stored.ephemeral_to.is_none_or(|only| only == user), "user {user} cannot see that message");
            let menu = Shown(stored.value).menu_of(custom_id);
            let (least, most) = (menu["min_values"].as_u64().unwrap_or(1), menu["max_values"].as_u64().unwrap_or(1));
            assert!((least..=most).contains(&(values.len() as u64)), "the menu takes {least} to {most} values");
            for value in values.iter().filter(|_| menu["type"] == 3) {
                let options = menu["options"].as_array().expect("options");
                assert!(options.iter().any(|option| option["value"] == *value), "the menu has no {value}");
            }
            let data = json!({
                "custom_id": custom_id, "component_type": menu["type"], "id": 2, "values": values,
                "resolved": {"users": {}, "members": {}, "roles": {}, "channels": {}},
            });
            begin(state, 3, user, stored.channel, Some(message.id()), data)
        })
    }

    /// Sends the form that `pressed` was answered with, with these values in place of what stood there.
    pub fn submit_form(&self, pressed: &Pressed, values: &[(&str, &str)]) -> Pressed {
        self.change(|state| {
            let shown = state.interactions[&pressed.0].clone();
            let form = shown.modal.unwrap_or_else(|| panic!("no form was shown\n{}", state.dump()));
            let rows = form["components"].as_array().cloned().unwrap_or_default();
            let filled: Vec<Value> = rows.iter().map(|row| filled_row(&row["components"][0], values)).collect();
            let data = json!({"custom_id": form["custom_id"], "components": filled});
            begin(state, 5, shown.user, shown.channel, shown.message, data)
        })
    }
}

fn filled_row(input: &Value, values: &[(&str, &str)]) -> Value {
    let given = values.iter().find(|(id, _)| input["custom_id"] == *id).map(|(_, value)| *value);
    let value = given.or(input["value"].as_str()).unwrap_or_default();
    let most = input["max_length"].as_u64().unwrap_or(4_000);
    assert!(value.chars().count() as u64 <= most, "a person cannot write more than {most} characters into that form");
    json!({"type": 1, "id": 1, "components": [{"type": 4, "id": 2, "custom_id": input["custom_id"], "value": value}]})
}

fn registered(state: &State, guild: Option<Id>, name: &str) -> Option<Value> {
    let mine = guild.and_then(|guild| state.commands.get(&Some(guild)));
    let everywhere = state.commands.get(&None);
    let all = mine.into_iter().chain(everywhere).flatten();
    let context = if guild.is_some() { 0 } else { 1 };
    let offered = |command: &&Value| command["contexts"].as_array().is_none_or(|list| list.contains(&json!(context)));
    all.filter(offered).find(|command| command["name"] == name).cloned()
}

fn fill(listed: &[Value], given: &serde_json::Map<String, Value>) -> Vec<Value> {
    for name in given.keys() {
        assert!(listed.iter().any(|option| option["name"] == name.as_str()), "there is no option {name}");
    }
    listed.iter().filter_map(|option| fill_one(option, given)).collect()
}

fn fill_one(option: &Value, given: &serde_json::Map<String, Value>) -> Option<Value> {
    let name = option["name"].as_str().unwrap_or_default();
    let Some(value) = given.get(name) else {
        assert!(option["required"] != true, "the option {name} is required");
        return None;
    };
    let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
    let value = match choices {
        None if option["type"] == 11 => value["id"].clone(),
        None => value.clone(),
        Some(choices) => {
            let chosen = choices.iter().find(|choice| choice["name"] == *value);
            chosen.unwrap_or_else(|| panic!("{name} has no choice {value}"))["value"].clone()
        }
    };
    Some(json!({"name": name, "type": option["type"], "value": value}))
}

fn begin(state: &mut State, kind: u64, user: Id, channel: Id, message: Option<Id>, data: Value) -> Pressed {
    let id = state.fresh_id();
    let token = format!("interaction-token-{id}");
    let born = Instant::now();
    let interaction = Interaction {
        id,
        token,
        kind,
        user,
        channel,
        born,
        answer: Answer::None,
        original: None,
        followups: Vec::new(),
        modal: None,
        choices: None,
        message,
    };
    let payload = payloads::interaction(state, &interaction, data);
    state.interactions.insert(id, interaction);
    state.dispatch("INTERACTION_CREATE", payload);
    Pressed(id)
}
