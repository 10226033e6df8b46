//! The forms of settings that are written and not chosen: what stands in them, and how it is read. Pure.

use serenity::builder::{CreateActionRow, CreateInputText, CreateModal};
use serenity::model::application::InputTextStyle;

use super::Knob;
use super::panel::{Element, Where, id};
use crate::discord::render::settings as render;
use crate::discord::words::Lang;
use crate::settings::{Budgets, Change, QuietHours, Rules};

/// One field: its name, what stands above it, what stands in it.
type Field = (&'static str, String, String);

/// The form of a setting, with what holds now in it.
pub fn form(site: Where, knob: Knob, rules: &Rules, lang: Lang) -> CreateModal {
    let row = |(name, label, value): Field| {
        let style = if knob == Knob::Keywords { InputTextStyle::Paragraph } else { InputTextStyle::Short };
        let input = CreateInputText::new(style, label, name).required(false).max_length(1_500);
        CreateActionRow::InputText(if value.is_empty() { input } else { input.value(value) })
    };
    let rows = fields(knob, rules, lang).into_iter().map(row).collect();
    CreateModal::new(id(site, &Element::Sent(knob)), knob.title(lang)).components(rows)
}

/// The names of a setting's fields.
pub fn names(knob: Knob) -> &'static [&'static str] {
    match knob {
        Knob::Quiet => &["from", "to"],
        Knob::Budgets => &["person_messages", "person_tokens", "guild_messages", "guild_tokens"],
        _ => &["value"],
    }
}

fn fields(knob: Knob, rules: &Rules, lang: Lang) -> Vec<Field> {
    let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    let one = |label: String, value: String| vec![("value", label, value)];
    match knob {
        Knob::Keywords => one(lang.label_keywords(), rules.keywords.join(", ")),
        Knob::Zone => one(lang.label_zone(), rules.zone.to_string()),
        Knob::Retention => one(lang.label_retention(), number(rules.retention_days.map(u64::from))),
        Knob::Quiet => {
            let hours = rules.quiet.map(render::hours).unwrap_or_default();
            let (from, to) = hours.split_once('–').unwrap_or_default();
            vec![("from", lang.label_from(), from.to_owned()), ("to", lang.label_to(), to.to_owned())]
        }
        Knob::Budgets => {
            let Budgets { person_messages, person_tokens, guild_messages, guild_tokens } = rules.budgets;
            vec![
                ("person_messages", lang.label_person_messages(), number(person_messages)),
                ("person_tokens", lang.label_person_tokens(), number(person_tokens)),
                ("guild_messages", lang.label_guild_messages(), number(guild_messages)),
                ("guild_tokens", lang.label_guild_tokens(), number(guild_tokens)),
            ]
        }
        Knob::Heard
        | Knob::Triggers
        | Knob::Bots
        | Knob::Access
        | Knob::Display
        | Knob::Agents
        | Knob::Apart
        | Knob::Model => Vec::new(),
    }
}

/// The change that what was written means, the fields in the order of [`names`]. Nothing written takes away what was set.
///
/// # Errors
/// A sentence for who wrote it.
pub fn written(knob: Knob, values: &[&str], lang: Lang) -> Result<Change, String> {
    let values: Vec<&str> = values.iter().map(|value| value.trim()).collect();
    if values.iter().all(|value| value.is_empty()) {
        return Ok(knob.cleared());
    }
    let number = |value: &str| match value {
        "" => Ok(None),
        value => value.parse::<u64>().map(Some).map_err(|_| lang.no_number(value)),
    };
    let limit = |value: &str| number(value).map(|most| most.filter(|most| *most > 0));
    match (knob, values.as_slice()) {
        (Knob::Keywords, [words]) => {
            let words = words.split([',', '\n', '、']).map(str::trim).filter(|word| !word.is_empty());
            Ok(Change::Keywords(Some(words.map(str::to_owned).collect())))
        }
        (Knob::Zone, [zone]) => zone.parse().map(|zone| Change::TimeZone(Some(zone))).map_err(|_| lang.no_zone(zone)),
        (Knob::Retention, [days]) => {
            let days = number(days)?.and_then(|days| u32::try_from(days).ok());
            Ok(Change::Retention(Some(days.ok_or_else(|| lang.no_number(values[0]))?)))
        }
        (Knob::Quiet, [from, to]) => {
            let read = |value: &str| minutes(value).ok_or_else(|| lang.no_clock(value));
            Ok(Change::Quiet(Some(QuietHours { from: read(from)?, to: read(to)? })))
        }
        (Knob::Budgets, [person_messages, person_tokens, guild_messages, guild_tokens]) => {
            Ok(Change::Limits(Some(Budgets {
                person_messages: limit(person_messages)?,
                person_tokens: limit(person_tokens)?,
                guild_messages: limit(guild_messages)?,
                guild_tokens: limit(guild_tokens)?,
            })))
        }
        _ => Ok(knob.cleared()),
    }
}

/// `22:30` or `7` as minutes since midnight.
fn minutes(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once([':', '.', 'h']).unwrap_or((text, "0"));
    let (hour, minute): (u16, u16) = (hour.trim().parse().ok()?, minute.trim().parse().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Lang = Lang::English;

    #[test]
    fn what_is_written_is_read() {
        let read = |knob, values: &[&str]| written(knob, values, EN);
        let words = vec!["miso".to_owned(), "good tea".to_owned()];
        assert_eq!(read(Knob::Keywords, &["miso,  good tea\n"]), Ok(Change::Keywords(Some(words))));
        let night = QuietHours { from: 22 * 60 + 30, to: 7 * 60 };
        assert_eq!(read(Knob::Quiet, &["22:30", "7"]), Ok(Change::Quiet(Some(night))));
        assert_eq!(read(Knob::Retention, &["30"]), Ok(Change::Retention(Some(30))));
        let budgets = Budgets { person_messages: Some(5), ..Budgets::default() };
        assert_eq!(read(Knob::Budgets, &["5", "", "", ""]), Ok(Change::Limits(Some(budgets))));
        assert_eq!(read(Knob::Budgets, &["5", "0", "", "0"]), Ok(Change::Limits(Some(budgets))), "0 is no limit");
        assert_eq!(read(Knob::Zone, &[" "]), Ok(Change::TimeZone(None)));
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        for (knob, values) in [
            (Knob::Quiet, &["25:00", "7"][..]),
            (Knob::Quiet, &["22", ""]),
            (Knob::Retention, &["-1"]),
            (Knob::Retention, &["99999999999"]),
            (Knob::Zone, &["Mars"]),
            (Knob::Budgets, &["", "many", "", ""]),
        ] {
            assert!(written(knob, values, EN).is_err(), "{values:?}");
        }
    }

    #[test]
    fn the_fields_have_their_names_in_order() {
        for knob in Knob::ALL {
            let fields: Vec<&str> = fields(knob, &Rules::default(), EN).iter().map(|(name, ..)| *name).collect();
            assert!(fields.is_empty() || fields == names(knob), "{knob:?}");
        }
    }
}
