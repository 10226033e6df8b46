//! A message as people see it.

use serde_json::Value;

use super::state::Id;

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown(pub Value);

impl Shown {
    pub fn id(&self) -> Id {
        number(&self.0["id"])
    }

    pub fn author(&self) -> Id {
        number(&self.0["author"]["id"])
    }

    pub fn text(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    pub fn embeds(&self) -> &[Value] {
        self.0["embeds"].as_array().map(Vec::as_slice).unwrap_or_default()
    }

    /// Titles and descriptions of all embeds.
    pub fn embed_text(&self) -> String {
        let of = |embed: &Value| {
            format!("{}\n{}", embed["title"].as_str().unwrap_or(""), embed["description"].as_str().unwrap_or(""))
        };
        self.embeds().iter().map(of).collect::<Vec<_>>().join("\n")
    }

    /// Whether it is a reply to that message.
    pub fn answers(&self, message: Id) -> bool {
        self.0["message_reference"]["message_id"] == message.to_string().as_str()
    }

    pub fn is_ephemeral(&self) -> bool {
        self.0["flags"].as_u64().unwrap_or(0) & 64 != 0
    }

    /// Label, custom id and whether it is disabled, of each button.
    pub fn buttons(&self) -> Vec<(String, String, bool)> {
        let rows = self.0["components"].as_array().cloned().unwrap_or_default();
        let all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        all.filter(|item| item["type"] == 2)
            .map(|button| {
                let text = |name: &str| button[name].as_str().unwrap_or_default().to_owned();
                (text("label"), text("custom_id"), button["disabled"].as_bool().unwrap_or(false))
            })
            .collect()
    }

    /// The custom id of the first menu, and label and value of each of its lines.
    pub fn menu(&self) -> (String, Vec<(String, String)>) {
        let rows = self.0["components"].as_array().cloned().unwrap_or_default();
        let all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        let menu = all.into_iter().find(|item| item["type"] == 3).unwrap_or_else(|| panic!("no menu in {}", self.0));
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let options = menu["options"].as_array().cloned().unwrap_or_default();
        (text(&menu["custom_id"]), options.iter().map(|one| (text(&one["label"]), text(&one["value"]))).collect())
    }

    /// Name, address and description of each file that came with it.
    pub fn files(&self) -> Vec<(String, String, String)> {
        let files = self.0["attachments"].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        files.iter().map(|file| (text(&file["filename"]), text(&file["url"]), text(&file["description"]))).collect()
    }

    /// The menu of that custom id.
    pub fn menu_of(&self, custom_id: &str) -> Value {
        let rows = self.0["components"].as_array().cloned().unwrap_or_default();
        let mut all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        all.find(|menu| menu["custom_id"] == custom_id).unwrap_or_else(|| panic!("there is no menu {custom_id}"))
    }

    /// The custom id of the button with that label.
    pub fn button(&self, label: &str) -> String {
        let found = self.buttons().into_iter().find(|(known, ..)| known == label);
        found.unwrap_or_else(|| panic!("no button `{label}` in {:?}", self.buttons())).1
    }
}

pub fn number(value: &Value) -> Id {
    value.as_str().and_then(|id| id.parse().ok()).unwrap_or(0)
}
