//! What `/doctor` shows. Pure.

use super::card::{Card, DESCRIPTION, cut};
use super::settings::trigger;
use crate::agent::rights::Standing;
use crate::discord::commands::Caller;
use crate::discord::events::Ignored;
use crate::discord::words::Lang;
use crate::memory::Limit;
use crate::settings::{Rules, Trigger};

const FINE: u32 = 0x57_f2_87;
const NOT_FINE: u32 = 0xed_42_45;

/// What was found.
pub struct Found<'a> {
    /// Whether the words of messages that do not address the bot can be read.
    pub content: bool,
    /// Permissions that the bot lacks here, by name.
    pub missing: Vec<&'static str>,
    /// Whether the caller is among those who are answered.
    pub permitted: bool,
    /// How the caller stands there.
    pub standing: &'a Standing,
    pub rules: &'a Rules,
    /// Messages, and why each was ignored; none where nothing speaks against it.
    pub about: Vec<(u64, Option<Ignored>)>,
    pub caller: &'a Caller,
}

/// The embed: what is well, what is not and what to do about it.
pub fn doctor(found: &Found<'_>) -> Card {
    let (lang, in_guild) = (found.caller.lang, found.caller.guild.is_some());
    let mut lines: Vec<(bool, String)> = Vec::new();
    if in_guild {
        lines.push((found.rules.heard, if found.rules.heard { lang.doctor_heard() } else { lang.doctor_not_heard() }));
        lines.push((
            found.permitted,
            if found.permitted { lang.doctor_permitted() } else { lang.doctor_not_permitted() },
        ));
        lines.push(match found.missing.as_slice() {
            [] => (true, lang.doctor_permissions()),
            missing => (false, lang.doctor_missing(&missing.join(", "))),
        });
        lines.push((found.content || !needs_content(found.rules), intent(found.content, lang)));
        let triggers: Vec<String> = found.rules.triggers.iter().map(|one| trigger(*one, lang)).collect();
        lines.push((true, lang.doctor_triggers(&triggers.join(", "))));
    } else {
        lines.push((true, lang.doctor_dm()));
    }
    if found.standing.opted_out {
        lines.push((false, lang.doctor_opted_out()));
    }
    if let Some(used_up) = &found.standing.used_up {
        let until = format!("<t:{}:R>", used_up.until.timestamp());
        lines.push((
            false,
            match used_up.limit {
                Limit::PersonMessages | Limit::PersonTokens => lang.doctor_person_limit(&until),
                Limit::GuildMessages | Limit::GuildTokens => lang.doctor_guild_limit(&until),
            },
        ));
    }
    if found.standing.search.degraded {
        lines.push((false, lang.doctor_search(found.standing.search.waiting)));
    }
    for (message, reason) in &found.about {
        let place = found.caller.guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
        let link = format!("https://discord.com/channels/{place}/{}/{message}", found.caller.channel);
        lines.push(match reason {
            Some(reason) => (false, lang.doctor_ignored(&link, &because(reason, lang))),
            None => (true, lang.doctor_not_ignored(&link)),
        });
    }
    let well = lines.iter().all(|(well, _)| *well);
    let told: Vec<String> =
        lines.iter().map(|(well, line)| format!("{} {line}", if *well { "✅" } else { "❌" })).collect();
    Card {
        title: lang.doctor_title(),
        description: cut(&told.join("\n"), DESCRIPTION),
        colour: if well { FINE } else { NOT_FINE },
        ..Card::default()
    }
}

/// Whether something was set that needs the words of messages that do not address the bot.
fn needs_content(rules: &Rules) -> bool {
    [Trigger::Always, Trigger::Keyword, Trigger::Thread].iter().any(|one| rules.triggers.contains(one))
}

fn intent(content: bool, lang: Lang) -> String {
    if content { lang.doctor_content() } else { lang.doctor_no_content() }
}

/// Why a message was ignored.
pub fn because(reason: &Ignored, lang: Lang) -> String {
    match reason {
        Ignored::Own => lang.ignored_own(),
        Ignored::Bot => lang.ignored_bot(),
        Ignored::Webhook => lang.ignored_webhook(),
        Ignored::System(_) => lang.ignored_system(),
        Ignored::NotAddressed => lang.ignored_not_addressed(),
        Ignored::Everyone => lang.ignored_everyone(),
        Ignored::SwitchedOff => lang.ignored_switched_off(),
        Ignored::NotPermitted => lang.ignored_not_permitted(),
        Ignored::OptedOut => lang.ignored_opted_out(),
        Ignored::BotLoop => lang.ignored_bot_loop(),
        Ignored::Crowded => lang.ignored_crowded(),
        Ignored::Unreadable => lang.ignored_unreadable(),
        Ignored::CannotAnswer(missing) => lang.ignored_cannot_answer(&missing.join(", ")),
    }
}
