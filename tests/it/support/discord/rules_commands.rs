//! Rules for slash commands that Discord's description leaves out.

use std::collections::BTreeSet;

use serde_json::Value;

/// Discord's reference, "Locales".
const LOCALES: [&str; 33] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko", "ar",
];
const SUB: u64 = 1;
const GROUP: u64 = 2;
/// The kind of a command in the menu of a message.
const MESSAGE: u64 = 3;

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// What is wrong with a list of commands that replaces all.
pub fn commands(body: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let commands = list(body);
    if commands.iter().filter(|command| command["type"] == MESSAGE).count() > 5 {
        wrong.push("more than 5 commands of messages".to_owned());
    }
    if commands.len() > 100 {
        wrong.push(format!("{} commands, at most 100", commands.len()));
    }
    let mut names = BTreeSet::new();
    for command in commands {
        let name = command["name"].as_str().unwrap_or_default();
        if !names.insert((command["type"].as_u64().unwrap_or(1), name)) {
            wrong.push(format!("the command {name} stands twice"));
        }
        if command["type"] == MESSAGE {
            of_message(command, &mut wrong);
            continue;
        }
        described(command, &mut wrong);
        options(list(&command["options"]), 0, &mut wrong);
        let total = letters(command);
        if total > 8_000 {
            wrong.push(format!("{name}: {total} characters, at most 8000"));
        }
    }
    wrong
}

/// Names of these may have capitals and spaces; they have no descriptions and options.
fn of_message(command: &Value, wrong: &mut Vec<String>) {
    let names = command["name_localizations"].as_object().into_iter().flat_map(|names| names.values());
    for name in names.chain([&command["name"]]) {
        if !(1..=32).contains(&name.as_str().unwrap_or_default().chars().count()) {
            wrong.push(format!("`{name}` cannot be a name"));
        }
    }
    if !command["description"].as_str().unwrap_or_default().is_empty() || !list(&command["options"]).is_empty() {
        wrong.push(format!("{}: a command of a message has no description and no options", command["name"]));
    }
}

fn described(item: &Value, wrong: &mut Vec<String>) {
    let name = item["name"].as_str().unwrap_or_default();
    let allowed = |c: char| (c.is_alphanumeric() && c.to_lowercase().eq([c])) || "-_'".contains(c);
    if !(1..=32).contains(&name.chars().count()) || !name.chars().all(allowed) {
        wrong.push(format!("`{name}` cannot be a name"));
    }
    for description in forms(item, "description") {
        let length = description.chars().count();
        if !(1..=100).contains(&length) {
            wrong.push(format!("{name}: description of {length} characters, 1 to 100"));
        }
    }
    let unknown = ["name", "description"].map(|key| format!("{key}_localizations"));
    let unknown = unknown.iter().filter_map(|key| item[key].as_object()).flat_map(|all| all.keys());
    wrong.extend(
        unknown.filter(|locale| !LOCALES.contains(&locale.as_str())).map(|locale| format!("no locale {locale}")),
    );
}

/// A text of an item as it stands and in each language.
fn forms<'a>(item: &'a Value, key: &str) -> Vec<&'a str> {
    let localized = item[format!("{key}_localizations")].as_object();
    let others = localized.into_iter().flat_map(|all| all.values());
    others.chain([&item[key]]).map(|text| text.as_str().unwrap_or_default()).collect()
}

fn options(options: &[Value], depth: usize, wrong: &mut Vec<String>) {
    if options.len() > 25 {
        wrong.push(format!("{} options, at most 25", options.len()));
    }
    let nests = |option: &Value| matches!(option["type"].as_u64(), Some(SUB | GROUP));
    if options.iter().any(nests) && !options.iter().all(nests) {
        wrong.push("sub-commands and options side by side".to_owned());
    }
    let optional = options.iter().position(|option| option["required"] != true).unwrap_or(options.len());
    if options.iter().skip(optional).any(|option| option["required"] == true) {
        wrong.push("a required option behind one that is not".to_owned());
    }
    let mut names = BTreeSet::new();
    for option in options {
        described(option, wrong);
        if !names.insert(option["name"].as_str().unwrap_or_default()) {
            wrong.push(format!("the option {} stands twice", option["name"]));
        }
        let kind = option["type"].as_u64();
        let too_deep =
            matches!((kind, depth), (Some(GROUP), 1..) | (Some(SUB), 2..)) || (kind == Some(SUB) && depth > 1);
        if too_deep {
            wrong.push(format!("{}: nested too deep", option["name"]));
        }
        if option["autocomplete"] == true && !list(&option["choices"]).is_empty() {
            wrong.push(format!("{}: choices and autocomplete", option["name"]));
        }
        choices(list(&option["choices"]), wrong);
        let deeper = if kind == Some(GROUP) { depth + 1 } else { depth + 2 };
        self::options(list(&option["options"]), deeper, wrong);
    }
}

fn choices(choices: &[Value], wrong: &mut Vec<String>) {
    if choices.len() > 25 {
        wrong.push(format!("{} choices, at most 25", choices.len()));
    }
    for choice in choices {
        if forms(choice, "name").iter().any(|name| !(1..=100).contains(&name.chars().count())) {
            wrong.push(format!("choice {}: 1 to 100 characters", choice["name"]));
        }
    }
}

/// Names, descriptions and values together, each by its longest form.
fn letters(item: &Value) -> usize {
    let longest = |key: &&str| forms(item, key).iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let own: usize = ["name", "description", "value"].iter().map(longest).sum();
    own + list(&item["options"]).iter().chain(list(&item["choices"])).map(letters).sum::<usize>()
}
