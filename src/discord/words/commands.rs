//! What Discord shows of the slash commands, in each language. Names stay English, so that they are the same in every
//! guide. In the `.ftl` files a command is `cmd-` and its words joined by `-`, its options and their choices are attributes.

use std::borrow::Cow;

use poise::Command;
use serde_json::{Value, json};

use super::Lang;

/// The kind of a command of a message (Discord's reference, "Application Command Types").
const MESSAGE: u64 = 3;

type Localized = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

/// Adds each language to what is shown of `commands`, their options and the choices of those.
pub fn localize<U, E>(commands: &mut [Command<U, E>]) {
    localize_below("cmd", commands);
}

fn localize_below<U, E>(parent: &str, commands: &mut [Command<U, E>]) {
    for command in commands {
        let name = format!("{parent}-{}", command.name);
        command.description_localizations = localizations(&name, None);
        for option in &mut command.parameters {
            option.description_localizations = localizations(&name, Some(&option.name));
            for choice in option.choices.to_mut() {
                choice.localizations = localizations(&name, Some(&format!("{}-{}", option.name, choice.name)));
            }
        }
        localize_below(&name, &mut command.subcommands);
    }
}

/// Adds each language's names to the commands of messages among those that Discord is told of: the framework knows no
/// names of theirs.
pub fn localize_menus(commands: &mut Vec<Value>) {
    for command in commands.iter_mut().filter(|command| command["type"] == MESSAGE) {
        let named: fn(Lang) -> String = match command["name"].as_str() {
            Some("Remember this") => Lang::menu_remember,
            Some("Forget this") => Lang::menu_forget,
            Some("Why did you say that?") => Lang::menu_why,
            _ => continue,
        };
        let others = Lang::ALL.into_iter().filter(|lang| *lang != Lang::English);
        let names =
            others.flat_map(|lang| lang.locales().iter().map(move |locale| ((*locale).to_owned(), json!(named(lang)))));
        command["name_localizations"] = Value::Object(names.collect());
    }
}

/// What each language but English, which stands in the code, calls it.
fn localizations(name: &str, attribute: Option<&str>) -> Localized {
    let others = Lang::ALL.into_iter().filter(|lang| *lang != Lang::English);
    let all = others.filter_map(|lang| Some((lang, lang.find(name, attribute, &[])?)));
    all.flat_map(|(lang, said)| lang.locales().iter().map(move |locale| (Cow::Borrowed(*locale), said.clone().into())))
        .collect()
}
