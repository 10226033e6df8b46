//! Rules for messages and forms that Discord's description leaves out. Lengths are counted in Unicode characters
//! (scalar values), as Discord's own error messages count them.

use std::collections::BTreeSet;

use serde_json::Value;

fn chars(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// What is wrong with the body of a message. With `edit`, what is not named stays as it is.
pub fn message(body: &Value, edit: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    if chars(&body["content"]) > 2_000 {
        wrong.push(format!("content: {} characters, at most 2000", chars(&body["content"])));
    }
    let has_words = body["content"].as_str().is_some_and(|text| !text.trim().is_empty());
    let has = |name: &str| !list(&body[name]).is_empty();
    if !edit && !has_words && !["embeds", "components", "attachments", "sticker_ids"].into_iter().any(has) {
        wrong.push("an empty message".to_owned());
    }
    if chars(&body["nonce"]) > 25 {
        wrong.push("nonce: more than 25 characters".to_owned());
    }
    if has_words && !pings_nobody(&body["allowed_mentions"]) && !pings_whom_it_reminds(body) {
        wrong.push("allowed_mentions: must be there and have an empty `parse` (a rule of this project)".to_owned());
    }
    embeds(list(&body["embeds"]), &mut wrong);
    components(list(&body["components"]), &mut wrong);
    pictures(body, &mut wrong);
    wrong
}

/// A picture of an embed that is said to come along must do so.
fn pictures(body: &Value, wrong: &mut Vec<String>) {
    for embed in list(&body["embeds"]) {
        let Some(name) = embed["image"]["url"].as_str().and_then(|url| url.strip_prefix("attachment://")) else {
            continue;
        };
        if !list(&body["attachments"]).iter().any(|file| file["filename"] == name) {
            wrong.push(format!("embed image: there is no file {name}"));
        }
    }
}

fn pings_nobody(mentions: &Value) -> bool {
    mentions["parse"].as_array().is_some_and(Vec::is_empty)
        && list(&mentions["users"]).is_empty()
        && list(&mentions["roles"]).is_empty()
        && mentions["replied_user"] != true
}

/// A reminder may ping one person: the one whom its first words name.
fn pings_whom_it_reminds(body: &Value) -> bool {
    let mentions = &body["allowed_mentions"];
    let [person] = list(&mentions["users"]) else { return false };
    let begins = format!("⏰ <@{}> ", person.as_str().unwrap_or_default());
    let mut without = mentions.clone();
    without["users"] = Value::Null;
    pings_nobody(&without) && body["content"].as_str().is_some_and(|text| text.starts_with(&begins))
}

fn embeds(embeds: &[Value], wrong: &mut Vec<String>) {
    if embeds.len() > 10 {
        wrong.push(format!("embeds: {}, at most 10", embeds.len()));
    }
    let total: usize = embeds.iter().map(embed_total).sum();
    if total > 6_000 {
        wrong.push(format!("embeds: {total} characters, at most 6000"));
    }
    for embed in embeds {
        let bounds = [
            ("title", &embed["title"], 256),
            ("description", &embed["description"], 4_096),
            ("footer", &embed["footer"]["text"], 2_048),
            ("author", &embed["author"]["name"], 256),
        ];
        for (name, value, most) in bounds {
            too_long(&format!("embed {name}"), value, most, wrong);
        }
        let fields = list(&embed["fields"]);
        if fields.len() > 25 {
            wrong.push(format!("embed fields: {}, at most 25", fields.len()));
        }
        for field in fields {
            for (name, most) in [("name", 256), ("value", 1_024)] {
                too_long(&format!("embed field {name}"), &field[name], most, wrong);
                if field[name].as_str().is_none_or(|text| text.trim().is_empty()) {
                    wrong.push(format!("embed field {name}: empty"));
                }
            }
        }
        if embed_total(embed) == 0 && embed["image"].is_null() {
            wrong.push("an empty embed".to_owned());
        }
    }
}

fn embed_total(embed: &Value) -> usize {
    let fields: usize = list(&embed["fields"]).iter().map(|field| chars(&field["name"]) + chars(&field["value"])).sum();
    chars(&embed["title"])
        + chars(&embed["description"])
        + chars(&embed["footer"]["text"])
        + chars(&embed["author"]["name"])
        + fields
}

fn too_long(what: &str, value: &Value, most: usize, wrong: &mut Vec<String>) {
    if chars(value) > most {
        wrong.push(format!("{what}: {} characters, at most {most}", chars(value)));
    }
}

fn components(rows: &[Value], wrong: &mut Vec<String>) {
    if rows.len() > 5 {
        wrong.push(format!("components: {} rows, at most 5", rows.len()));
    }
    let mut ids = BTreeSet::new();
    for row in rows {
        let buttons = list(&row["components"]);
        if let [menu] = buttons
            && menu["type"] == 3
        {
            custom_id(&menu["custom_id"], &mut ids, wrong);
            self::menu(menu, wrong);
            continue;
        }
        if row["type"] != 1 || buttons.is_empty() || buttons.len() > 5 {
            wrong.push("components: a row holds 1 to 5 buttons".to_owned());
        }
        if buttons.iter().any(is_menu) && buttons.len() > 1 {
            wrong.push("components: a menu stands alone in its row".to_owned());
        }
        for button in buttons {
            if is_menu(button) {
                menu(button, wrong);
            }
            too_long("button label", &button["label"], 80, wrong);
            let linked = button["style"] == 5 || button["style"] == 6;
            if !linked {
                custom_id(&button["custom_id"], &mut ids, wrong);
            }
            if button["type"] == 2 && chars(&button["label"]) == 0 && button["emoji"].is_null() {
                wrong.push("a button without label and emoji".to_owned());
            }
        }
    }
}

fn is_menu(component: &Value) -> bool {
    component["type"].as_u64().is_some_and(|kind| matches!(kind, 3 | 5..=8))
}

fn menu(menu: &Value, wrong: &mut Vec<String>) {
    too_long("menu placeholder", &menu["placeholder"], 150, wrong);
    let (least, most) = (menu["min_values"].as_u64().unwrap_or(1), menu["max_values"].as_u64().unwrap_or(1));
    if least > 25 || !(1..=25).contains(&most) || least > most {
        wrong.push(format!("menu: {least} to {most} values"));
    }
    if list(&menu["default_values"]).len() as u64 > most {
        wrong.push("menu: more values by default than it takes".to_owned());
    }
    if menu["type"] != 3 {
        return;
    }
    let options = list(&menu["options"]);
    if !(1..=25).contains(&options.len()) || most > options.len() as u64 {
        wrong.push(format!("menu: {} options, of which {most} can be chosen", options.len()));
    }
    let mut values = BTreeSet::new();
    for option in options {
        for name in ["label", "value"] {
            if !(1..=100).contains(&chars(&option[name])) {
                wrong.push(format!("menu option {name}: 1 to 100 characters"));
            }
        }
        too_long("menu option description", &option["description"], 100, wrong);
        if !values.insert(option["value"].as_str().unwrap_or_default()) {
            wrong.push(format!("menu: the value {} stands twice", option["value"]));
        }
    }
}

/// What is wrong with choices that are offered while somebody types.
pub fn choices(data: &Value) -> Vec<String> {
    let choices = list(&data["choices"]);
    let mut wrong = Vec::new();
    if choices.len() > 25 {
        wrong.push(format!("{} choices, at most 25", choices.len()));
    }
    for choice in choices {
        if !(1..=100).contains(&chars(&choice["name"])) || chars(&choice["value"]) > 100 {
            wrong.push(format!("choice {choice}: 1 to 100 characters"));
        }
    }
    wrong
}

fn custom_id(id: &Value, ids: &mut BTreeSet<String>, wrong: &mut Vec<String>) {
    if !(1..=100).contains(&chars(id)) {
        wrong.push("custom_id: 1 to 100 characters".to_owned());
    }
    if !ids.insert(id.as_str().unwrap_or_default().to_owned()) {
        wrong.push(format!("custom_id: {id} stands twice"));
    }
}

/// What is wrong with a form.
pub fn form(data: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut ids = BTreeSet::new();
    custom_id(&data["custom_id"], &mut BTreeSet::new(), &mut wrong);
    if !(1..=45).contains(&chars(&data["title"])) {
        wrong.push("form title: 1 to 45 characters".to_owned());
    }
    let rows = list(&data["components"]);
    if !(1..=5).contains(&rows.len()) {
        wrong.push("a form holds 1 to 5 inputs".to_owned());
    }
    for row in rows {
        let [input] = list(&row["components"]) else {
            wrong.push("a row of a form holds one input".to_owned());
            continue;
        };
        custom_id(&input["custom_id"], &mut ids, &mut wrong);
        if input["type"] != 4 || !(1..=45).contains(&chars(&input["label"])) {
            wrong.push("an input has a label of 1 to 45 characters".to_owned());
        }
        let most = input["max_length"].as_u64().unwrap_or(4_000);
        if !(1..=4_000).contains(&most) {
            wrong.push("max_length: 1 to 4000".to_owned());
        }
        too_long("input value", &input["value"], usize::try_from(most.min(4_000)).unwrap_or(4_000), &mut wrong);
        too_long("input placeholder", &input["placeholder"], 100, &mut wrong);
    }
    wrong
}
