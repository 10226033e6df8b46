//! What `/settings` shows. Pure.

use super::card::{Card, DESCRIPTION, cut, plain};
use crate::discord::commands::Knob;
use crate::discord::split::units;
use crate::discord::words::Lang;
use crate::memory::PersonId;
use crate::settings::{Access, AgentsBy, Budgets, Display, QuietHours, Rules, SettingError, Settings, Site, Trigger};
use crate::store::{AuditLine, Page};

const COLOUR: u32 = 0x58_65_f2;
/// Units of one value.
const VALUE: usize = 300;

/// The embed of all settings that can be set at a site: each with what holds, and whether it was set there.
pub fn panel(title: &str, knobs: &[Knob], here: &Settings, rules: &Rules, lang: Lang) -> Card {
    let line = |knob: &Knob| {
        let mark = if is_set(here, *knob) { "🔹" } else { "▫️" };
        format!("{mark} **{}**: {}", knob.title(lang), cut(&value(rules, *knob, lang), VALUE))
    };
    let lines: Vec<String> = knobs.iter().map(line).collect();
    Card {
        title: title.to_owned(),
        description: cut(&lines.join("\n"), DESCRIPTION),
        colour: COLOUR,
        footer: lang.settings_legend(),
        ..Card::default()
    }
}

/// The embed of one setting.
pub fn one(title: &str, knob: Knob, here: &Settings, rules: &Rules, lang: Lang) -> Card {
    let mut card = panel(title, &[knob], here, rules, lang);
    card.description.push_str(&format!("\n\n{}", about(knob, lang)));
    card
}

/// The embed of what was changed.
pub fn audit(lines: &Page<AuditLine>, lang: Lang) -> Card {
    let mut description = String::new();
    for line in &lines.items {
        let told = audit_line(line, lang);
        if units(&description) + units(&told) + 1 > DESCRIPTION {
            break;
        }
        description.push_str(&told);
        description.push('\n');
    }
    if description.is_empty() {
        description = lang.audit_empty();
    }
    let footer = lang.audit_total(lines.total);
    Card { title: lang.audit_title(), description, colour: COLOUR, footer, ..Card::default() }
}

fn audit_line(line: &AuditLine, lang: Lang) -> String {
    let knob = Knob::of(&line.setting);
    let shown = |json: &str| {
        let alone = format!("{{\"{}\":{json}}}", line.setting);
        let settings: Settings = serde_json::from_str(&alone).unwrap_or_default();
        match knob {
            Some(knob) if is_set(&settings, knob) => cut(&value(&Rules::of([&settings]), knob, lang), VALUE),
            _ => lang.not_set(),
        }
    };
    let (at, title) = (line.at.timestamp(), knob.map_or_else(|| line.setting.clone(), |knob| knob.title(lang)));
    let place = match line.site {
        Site::Guild(_) => lang.everywhere(),
        Site::Channel(id) => format!("<#{id}>"),
    };
    // Whoever was forgotten has the number 0.
    let who = if line.by == PersonId(0) { lang.by_person() } else { format!("<@{}>", line.by) };
    format!("<t:{at}:f> {who} {place} **{title}**: {} → {}", shown(&line.before), shown(&line.after))
}

/// Whether the setting was set there.
pub fn is_set(here: &Settings, knob: Knob) -> bool {
    match knob {
        Knob::Heard => here.heard.is_some(),
        Knob::Triggers => here.triggers.is_some(),
        Knob::Keywords => here.keywords.is_some(),
        Knob::Bots => here.bots.is_some(),
        Knob::Access => here.access.is_some(),
        Knob::Display => here.display.is_some(),
        Knob::Agents => here.agents.is_some(),
        Knob::Apart => here.apart.is_some(),
        Knob::Quiet => here.quiet.is_some(),
        Knob::Zone => here.zone.is_some(),
        Knob::Model => here.model.is_some(),
        Knob::Retention => here.retention_days.is_some(),
        Knob::Budgets => here.budgets.is_some(),
    }
}

fn value(rules: &Rules, knob: Knob, lang: Lang) -> String {
    match knob {
        Knob::Heard => on_off(rules.heard, lang),
        Knob::Triggers => rules.triggers.iter().map(|one| trigger(*one, lang)).collect::<Vec<_>>().join(", "),
        Knob::Keywords if rules.keywords.is_empty() => lang.none_set(),
        Knob::Keywords => rules.keywords.iter().map(|word| plain(word)).collect::<Vec<_>>().join(", "),
        Knob::Bots => on_off(rules.bots, lang),
        Knob::Access => access(&rules.access, lang),
        Knob::Display => display(rules.display, lang),
        Knob::Agents => agents(rules.agents, lang),
        Knob::Apart => on_off(rules.apart, lang),
        Knob::Quiet => rules.quiet.map_or_else(|| lang.none_set(), hours),
        Knob::Zone => rules.zone.to_string(),
        Knob::Model => rules.model.as_deref().map_or_else(|| lang.usual_model(), plain),
        Knob::Retention => rules.retention_days.map_or_else(|| lang.for_good(), |days| lang.days(days.into())),
        Knob::Budgets => budgets(&rules.budgets, lang),
    }
}

fn on_off(on: bool, lang: Lang) -> String {
    if on { lang.on() } else { lang.off() }
}

/// A trigger as people read it.
pub fn trigger(trigger: Trigger, lang: Lang) -> String {
    match trigger {
        Trigger::Mention => lang.trigger_mention(),
        Trigger::Reply => lang.trigger_reply(),
        Trigger::Thread => lang.trigger_thread(),
        Trigger::Always => lang.trigger_always(),
        Trigger::Keyword => lang.trigger_keyword(),
    }
}

/// A way of showing changes of memory.
pub fn display(display: Display, lang: Lang) -> String {
    match display {
        Display::Full => lang.display_full(),
        Display::Compact => lang.display_compact(),
        Display::Reaction => lang.display_reaction(),
        Display::Off => lang.display_off(),
    }
}

/// Whose memory it is.
pub fn agents(by: AgentsBy, lang: Lang) -> String {
    match by {
        AgentsBy::Channel => lang.agents_channel(),
        AgentsBy::Member => lang.agents_member(),
    }
}

/// `22:00–07:00`.
pub fn hours(quiet: QuietHours) -> String {
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    format!("{}–{}", clock(quiet.from), clock(quiet.to))
}

fn access(access: &Access, lang: Lang) -> String {
    let mentions = |sign: &str, ids: &std::collections::BTreeSet<u64>| {
        ids.iter().map(|id| format!("<@{sign}{id}>")).collect::<Vec<_>>().join(" ")
    };
    let both = |roles, people| [mentions("&", roles), mentions("", people)].join(" ").trim().to_owned();
    let allowed = both(&access.allow_roles, &access.allow_people);
    let denied = both(&access.deny_roles, &access.deny_people);
    let allowed = if allowed.is_empty() { lang.everybody() } else { allowed };
    if denied.is_empty() { allowed } else { lang.all_but(&allowed, &denied) }
}

fn budgets(budgets: &Budgets, lang: Lang) -> String {
    let parts = [
        budgets.person_messages.map(|most| lang.budget_person_messages(most)),
        budgets.person_tokens.map(|most| lang.budget_person_tokens(&lang.tokens(most))),
        budgets.guild_messages.map(|most| lang.budget_guild_messages(most)),
        budgets.guild_tokens.map(|most| lang.budget_guild_tokens(&lang.tokens(most))),
    ];
    let told: Vec<String> = parts.into_iter().flatten().collect();
    if told.is_empty() { lang.none_set() } else { told.join("; ") }
}

fn about(knob: Knob, lang: Lang) -> String {
    match knob {
        Knob::Heard => lang.about_heard(),
        Knob::Triggers => lang.about_triggers(),
        Knob::Keywords => lang.about_keywords(),
        Knob::Bots => lang.about_bots(),
        Knob::Access => lang.about_access(),
        Knob::Display => lang.about_display(),
        Knob::Agents => lang.about_agents(),
        Knob::Apart => lang.about_apart(),
        Knob::Quiet => lang.about_quiet(),
        Knob::Zone => lang.about_zone(),
        Knob::Model => lang.about_model(),
        Knob::Retention => lang.about_retention(),
        Knob::Budgets => lang.about_budgets(),
    }
}

/// Why a setting is not accepted.
pub fn refused(error: &SettingError, lang: Lang) -> String {
    match error {
        SettingError::Keywords => lang.bad_keywords(),
        SettingError::TooMany => lang.bad_names(),
        SettingError::Quiet => lang.bad_quiet(),
        SettingError::Model(name) => lang.bad_model(&cut(&plain(name), VALUE)),
        SettingError::Retention => lang.bad_retention(),
        SettingError::NoTrigger => lang.bad_triggers(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    fn settings() -> Settings {
        Settings {
            triggers: Some([Trigger::Mention, Trigger::Keyword].into()),
            keywords: Some(vec!["miso".into(), "*tea*".into()]),
            access: Some(Access { allow_roles: [4].into(), deny_people: [7].into(), ..Access::default() }),
            quiet: Some(QuietHours { from: 22 * 60 + 30, to: 7 * 60 }),
            retention_days: Some(30),
            budgets: Some(Budgets { person_messages: Some(50), guild_tokens: Some(9_000), ..Budgets::default() }),
            ..Settings::default()
        }
    }

    #[test]
    fn the_panel() {
        let here = settings();
        let card = panel("Settings of this server", &Knob::ALL, &here, &Rules::of([&here]), Lang::English);
        insta::assert_snapshot!(format!("{}\n{}\n{}", card.title, card.description, card.footer));
    }

    #[test]
    fn what_was_changed_is_told_in_words() {
        let line = |setting: &str, before: &str, after: &str| AuditLine {
            site: Site::Channel(5),
            by: PersonId(7),
            setting: setting.into(),
            before: before.into(),
            after: after.into(),
            at: Utc.timestamp_opt(1_790_000_000, 0).single().expect("a moment"),
        };
        let items = vec![
            line("display", "null", "\"compact\""),
            line("triggers", "[\"mention\"]", "null"),
            line("long_gone", "1", "2"),
        ];
        insta::assert_snapshot!(audit(&Page { items, total: 9 }, Lang::English).description);
    }
}
