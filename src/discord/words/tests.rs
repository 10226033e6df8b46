use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::*;
use crate::discord::split::units;

#[test]
fn locales_of_discord_are_known_and_others_are_english() {
    let known = ["es-ES", "es-419", "pt-BR", "en-GB", "ja", "hi", "de", "fr"].map(Lang::of);
    let wanted = [
        Lang::Spanish,
        Lang::Spanish,
        Lang::Portuguese,
        Lang::English,
        Lang::Japanese,
        Lang::Hindi,
        Lang::German,
        Lang::French,
    ];
    assert_eq!(known, wanted);
    assert_eq!(["th", "", "de-AT"].map(Lang::of), [Lang::English; 3]);
    let all: BTreeSet<&str> = Lang::ALL.iter().flat_map(|lang| lang.locales()).copied().collect();
    assert_eq!(all.len(), Lang::ALL.iter().map(|lang| lang.locales().len()).sum::<usize>());
}

/// Each message, term and attribute of a file with the variables in it, as the text shows them.
fn written(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut message, mut name) = (String::new(), String::new());
    for line in lang.source().lines().filter(|line| !line.starts_with('#')) {
        let head = line.split_once(" =").map(|(head, _)| head.trim_end()).unwrap_or_default();
        if let Some(attribute) = head.strip_prefix("    .") {
            name = format!("{message}.{attribute}");
        } else if !head.is_empty() && !head.starts_with(' ') {
            message = head.to_owned();
            name = head.to_owned();
        }
        let variables =
            line.split('$').skip(1).map(|rest| rest.split([' ', '}']).next().unwrap_or_default().to_owned());
        all.entry(name.clone()).or_default().extend(variables);
    }
    all
}

/// What is shown of `commands` and all below them in English, by its name in the files.
fn of_commands<U, E>(parent: &str, commands: &[poise::Command<U, E>]) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for command in commands {
        let name = format!("{parent}-{}", command.name);
        // What belongs to the menu of a message has names and no descriptions.
        if command.slash_action.is_none() {
            continue;
        }
        for option in &command.parameters {
            let description = option.description.as_deref().unwrap_or_default();
            all.insert(format!("{name}.{}", option.name), description.to_owned());
            let choice = |choice: &poise::CommandParameterChoice| {
                (format!("{name}.{}-{}", option.name, choice.name), choice.name.to_string())
            };
            all.extend(option.choices.iter().map(choice));
        }
        all.extend(of_commands(&name, &command.subcommands));
        all.insert(name, command.description.as_deref().unwrap_or_default().to_owned());
    }
    all
}

#[test]
fn every_language_has_every_message_with_its_variables() {
    let mut wanted: BTreeMap<String, BTreeSet<String>> = messages::MESSAGES
        .iter()
        .map(|(name, variables)| ((*name).to_owned(), variables.iter().map(|(name, _)| (*name).to_owned()).collect()))
        .collect();
    let of_commands = of_commands("cmd", &crate::discord::commands::all());
    wanted.extend(of_commands.into_keys().map(|name| (name, BTreeSet::new())));
    for lang in Lang::ALL {
        let mut there = written(lang);
        there.retain(|name, _| !name.is_empty() && !name.starts_with('-'));
        let names: (BTreeSet<&String>, BTreeSet<&String>) = (wanted.keys().collect(), there.keys().collect());
        let missing: Vec<_> = names.0.difference(&names.1).collect();
        let extra: Vec<_> = names.1.difference(&names.0).collect();
        assert!(missing.is_empty() && extra.is_empty(), "{lang:?}: missing {missing:?}, not said {extra:?}");
        for (name, variables) in &wanted {
            assert_eq!(&there[name], variables, "{lang:?}: the variables of {name}");
        }
    }
}

/// Each message that has forms to choose from, by which variable, and the names of the forms.
fn forms(lang: Lang) -> Vec<(String, String, Vec<String>)> {
    let (mut all, mut message) = (Vec::new(), String::new());
    for line in lang.source().lines().filter(|line| !line.starts_with('#')) {
        if let Some((head, _)) = line.split_once(" =").filter(|(head, _)| !head.starts_with(' ')) {
            message = head.to_owned();
        }
        if let Some(form) = line.trim_start().trim_start_matches('*').strip_prefix('[') {
            let (_, _, names): &mut (_, _, Vec<String>) =
                all.last_mut().expect("a form stands below what it is chosen by");
            names.push(form.split(']').next().unwrap_or_default().trim().to_owned());
        }
        if let Some((before, "")) = line.rsplit_once("->") {
            let variable = before.rsplit('$').next().unwrap_or_default().trim();
            all.push((message.clone(), variable.to_owned(), Vec::new()));
        }
    }
    all
}

#[test]
fn forms_that_a_number_chooses_are_given_a_number() {
    let types = |name: &str| messages::MESSAGES.iter().find(|(message, _)| *message == name).map(|(_, all)| *all);
    for lang in Lang::ALL {
        let all = forms(lang);
        assert!(all.iter().any(|(message, ..)| message == "every_week"), "{lang:?}: forms are found");
        for (message, variable, names) in all {
            let of_number = |name: &String| {
                name.parse::<f64>().is_ok() || ["zero", "one", "two", "few", "many"].contains(&name.as_str())
            };
            let kind = types(&message).and_then(|all| all.iter().find(|(name, _)| *name == variable));
            let kind = kind.unwrap_or_else(|| panic!("{lang:?}: {message} has no variable {variable}")).1;
            assert!(names.len() > 1, "{lang:?} {message}: {names:?}");
            let numeric = ["u64", "u32", "i64", "usize"].contains(&kind);
            assert_eq!(names.iter().any(of_number), numeric, "{lang:?} {message}: {variable} is a {kind}: {names:?}");
        }
    }
}

#[test]
fn no_number_is_rounded() {
    let most = u64::MAX.to_string();
    for lang in Lang::ALL {
        for said in [lang.no_passage(i64::MAX), lang.no_document(i64::MIN)] {
            assert!(said.contains("922337203685477580"), "{lang:?}: {said}");
        }
        for said in [lang.budget_person_messages(u64::MAX), lang.tokens(u64::MAX), lang.messages(u64::MAX)] {
            assert!(said.contains(&most), "{lang:?}: {said}");
        }
    }
    assert_eq!(Lang::English.tokens((1 << 53) - 1), "9007199254740991 tokens");
    assert_eq!(Lang::English.messages(1), "1 message");
}

#[test]
fn one_of_something_is_not_many() {
    for lang in Lang::ALL {
        let (message, token) = (lang.messages(1), lang.tokens(1));
        let kept = lang.usage_kept(&message, &token);
        assert!(kept.contains(&message) && kept.contains(&token), "{lang:?}: {kept}");
    }
    use Lang::{English, French, German, Portuguese, Spanish};
    for (said, part) in [
        (English.passage_too_long(1), "It is 1 character too long"),
        (Spanish.passage_too_long(1), "Le sobra 1 carácter para"),
        (French.passage_too_long(1), "1 caractère de trop"),
        (Portuguese.passage_too_long(1), "É 1 caractere a mais"),
        (English.ctx_left(1, 3), "After 1 more token I"),
        (Spanish.ctx_left(1, 3), "Tras 1 token más se"),
        (French.ctx_warned(1), "après 1 token de plus, les"),
        (Portuguese.ctx_warned(1), "depois de mais 1 token as"),
        (German.ctx_warned(1), "nach 1 weiteren Token gehen"),
        (German.ctx_warned(2), "nach 2 weiteren Tokens gehen"),
        (English.usage_kept(&English.messages(1), &English.tokens(2)), "1 message, 2 tokens."),
    ] {
        assert!(said.contains(part), "{said}");
    }
    let slow = Refusal::Slow { seconds: 1 };
    assert_eq!(slow.to_string(), "It took more than 1 second to read, and was given up.");
    assert_eq!(Lang::English.refusal(&slow), slow.to_string());
    let chars = Refusal::Chars { most: 9, pages: 1 };
    assert_eq!(Lang::English.refusal(&chars), chars.to_string());
    assert!(chars.to_string().contains("the limit for 1 page ("));
    assert_eq!(Lang::English.budget_person_tokens(&Lang::English.tokens(1)), "1 token per person");
}

#[test]
fn every_message_can_be_said_in_every_language() {
    for lang in Lang::ALL {
        assert!(fluent_bundle::FluentResource::try_new(lang.source().to_owned()).is_ok(), "{lang:?} is Fluent");
        for (name, variables) in messages::MESSAGES {
            for count in [0u64, 1, 2, 5, 1_000_000] {
                let values: Vec<_> = variables.iter().map(|(name, _)| (*name, count.into())).collect();
                let said = lang.find(name, None, &values).unwrap_or_else(|| panic!("{lang:?} cannot say {name}"));
                assert!(!said.trim().is_empty() && said.trim() == said, "{lang:?} {name}: {said:?}");
                let odd = |c: char| matches!(c, '\u{2066}'..='\u{2069}' | '{' | '}');
                assert!(!said.contains(odd), "{lang:?} {name}: {said:?}");
            }
        }
    }
}

#[test]
fn sentences_fit_where_discord_shows_them() {
    for lang in Lang::ALL {
        // The title of a form, the label of its input, buttons, embeds and messages: Discord's reference, "Modal",
        // "Text Input", "Button Structure", "Embed Limits", "Create Message".
        let at_most = [
            (45, vec![lang.persona_title(), lang.edit_label(), lang.edit_part(5, 5), lang.remember_title()]),
            (45, vec![lang.remember_label(), lang.tags_label()]),
            (80, vec![lang.confirm(), lang.cancel(), lang.import_confirm(), lang.import_cancel()]),
            (20, vec![lang.undo(), lang.edit_button(), lang.history_button(), lang.restore_button()]),
            (32, vec![lang.menu_remember(), lang.menu_forget(), lang.menu_why()]),
            (80, vec![lang.page_back(), lang.page_on()]),
            (150, vec![lang.choose_found(), lang.choose_change()]),
            (45, vec![lang.set_keywords(), lang.set_quiet(), lang.set_zone(), lang.set_model(), lang.set_retention()]),
            (45, vec![lang.set_budgets(), lang.label_keywords(), lang.label_zone()]),
            (45, vec![lang.label_retention(), lang.label_from(), lang.label_to(), lang.label_person_messages()]),
            (45, vec![lang.label_person_tokens(), lang.label_guild_messages(), lang.label_guild_tokens()]),
            (80, vec![lang.audit_button(), lang.back_button(), lang.clear_button(), lang.change_button()]),
            (80, vec![lang.stop_button()]),
            (150, vec![lang.pick_setting(), lang.allow_roles(), lang.allow_people(), lang.deny_roles()]),
            (150, vec![lang.deny_people()]),
            (60, vec![lang.search_title(""), lang.docs_title(), lang.memory_title()]),
            (256, vec![lang.why(), lang.fill()]),
            (60, vec![lang.human_block(""), lang.archive(), lang.search_of_message(), lang.persona_block()]),
            (300, vec![lang.more_changes(1_000_000, "")]),
            (2_000, vec![lang.help(), lang.reset_all(&"9".repeat(60), &"9".repeat(60)), lang.tended(u64::MAX)]),
        ];
        for (limit, all) in at_most {
            for said in all {
                assert!(units(&said) <= limit, "{lang:?}: {} of {limit}: {said}", units(&said));
            }
        }
    }
}

#[test]
fn a_trouble_is_said_in_english_as_the_terminal_says_it() {
    use Trouble::*;
    for trouble in [Empty, NoEnd, Busy, TooMuch, Refused, Away, Slow, Unclear, Internal, Said("It failed.".into())] {
        assert_eq!(Lang::English.trouble(&trouble), trouble.to_string());
    }
}

#[test]
fn what_became_of_a_file_is_said_in_english_as_the_model_reads_it() {
    use Refusal::*;
    let refusals = [
        Kind,
        Binary,
        Empty,
        NoPdf,
        NoText,
        Scan,
        Locked,
        DamagedPdf,
        DamagedPages,
        Html { why: "no end".into() },
        Memory,
        Slow { seconds: 60 },
        OutOfOrder,
        Bytes { bytes: 2_000_001, most: 2_000_000 },
        Pages { pages: 21, most: 20 },
        Chars { most: 120_000, pages: 20 },
        Full { most: 9 },
        TooLarge { most: 4 },
        Gone,
        NotFetched,
        Foreign,
        NoFiles,
        Said("It cannot be read.".into()),
    ];
    let name = || "a.pdf".to_owned();
    let read = [1, 12].map(|pages| FileNews::Read { name: name(), number: 3, pages });
    let refused = refusals.into_iter().map(|why| FileNews::Refused { name: name(), why });
    for news in refused.chain(read).chain([FileNews::Begun { name: name() }]) {
        assert_eq!(Lang::English.file_news(&news), news.to_string());
    }
}

/// Everything that counts towards Discord's bound on a command, each text by its longest form.
fn letters(item: &Value) -> usize {
    let longest = |key: &str| {
        let others = item[format!("{key}_localizations")].as_object().into_iter().flat_map(|all| all.values());
        let all = others.chain([&item[key]]).filter_map(Value::as_str);
        all.map(|text| text.chars().count()).max().unwrap_or_default()
    };
    let below = ["options", "choices"].iter().filter_map(|key| item[key].as_array()).flatten();
    ["name", "description", "value"].iter().map(|key| longest(key)).sum::<usize>() + below.map(letters).sum::<usize>()
}

/// Names, descriptions and choices in every language, with what they belong to.
fn check(item: &Value, is_choice: bool) {
    let locales: Vec<&str> =
        Lang::ALL.into_iter().filter(|lang| *lang != Lang::English).flat_map(|lang| lang.locales()).copied().collect();
    let key = if is_choice { "name" } else { "description" };
    let localized = &item[format!("{key}_localizations")];
    for text in locales.iter().map(|locale| &localized[locale]).chain([&item[key]]) {
        let length = text.as_str().unwrap_or_default().chars().count();
        assert!((1..=100).contains(&length), "{length} characters, 1 to 100: {text} of {item}");
    }
    for option in item["options"].as_array().into_iter().flatten() {
        check(option, false);
    }
    for choice in item["choices"].as_array().into_iter().flatten() {
        check(choice, true);
    }
}

/// Discord's reference, "Application Command Structure".
#[test]
fn commands_keep_discords_bounds_in_every_language() {
    let commands = crate::discord::commands::registered();
    let commands = commands.as_array().expect("a list");
    assert!(commands.len() <= 100, "{} commands", commands.len());
    for command in commands {
        check(command, command["type"] == 3);
        assert!(letters(command) <= 8_000, "{}: {} characters", command["name"], letters(command));
    }
}

#[test]
fn what_is_shown_of_commands_in_english_stands_in_the_code_too() {
    for (name, shown) in of_commands("cmd", &crate::discord::commands::all()) {
        let (message, attribute) = name.split_once('.').map_or((name.as_str(), None), |(one, two)| (one, Some(two)));
        assert_eq!(Lang::English.find(message, attribute, &[]), Some(shown), "{name}");
    }
}
