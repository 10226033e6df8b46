//! What Discord shows of the slash commands, in each language. Names stay English, so that they are the same in every
//! guide. In the `.ftl` files a command is `cmd-` and its words joined by `-`, its options and their choices are attributes.

use std::borrow::Cow;

use poise::Command;

use super::Lang;

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

/// What each language but English, which stands in the code, calls it.
fn localizations(name: &str, attribute: Option<&str>) -> Localized {
    let others = Lang::ALL.into_iter().filter(|lang| *lang != Lang::English);
    let all = others.filter_map(|lang| Some((lang, lang.find(name, attribute, &[])?)));
    all.flat_map(|(lang, said)| lang.locales().iter().map(move |locale| (Cow::Borrowed(*locale), said.clone().into())))
        .collect()
}
