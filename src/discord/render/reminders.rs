//! What `/reminders` shows, and how a moment is written. Pure.

use super::card::{Card, DESCRIPTION, cut, plain};
use crate::clock::Moment;
use crate::discord::split::units;
use crate::discord::words::Lang;
use crate::memory::reminder::Days;
use crate::memory::{Reminder, Repeat};

const COLOUR: u32 = 0x58_65_f2;
/// Units of a reminder's text in a list, and in a choice (Discord's reference, "Application Command Option Choice").
const TEXT: usize = 120;
const CHOICE: usize = 100;

/// A moment, as each reader's own clock shows it.
pub fn when(at: Moment) -> String {
    format!("<t:{}:F>", at.timestamp())
}

/// The embeds of `/reminders list`.
pub fn reminders(all: &[Reminder], lang: Lang) -> Vec<Card> {
    let card = |description| Card { title: lang.reminders_title(), description, colour: COLOUR, ..Card::default() };
    if all.is_empty() {
        return vec![card(lang.no_reminders())];
    }
    let mut cards: Vec<Card> = Vec::new();
    for reminder in all {
        let line = line(reminder, lang);
        match cards.last_mut() {
            Some(last) if units(&last.description) + units(&line) < DESCRIPTION => {
                last.description.push('\n');
                last.description.push_str(&line);
            }
            _ => cards.push(card(line)),
        }
    }
    cards
}

fn line(reminder: &Reminder, lang: Lang) -> String {
    let Reminder { number, person, text, due, .. } = reminder;
    let mut line = format!("**{number}** · {} · <@{person}> · {}", when(*due), cut(&plain(text), TEXT));
    if let Some(repeat) = reminder.repeat {
        line.push_str(&format!(" · {}", repeated(repeat, lang)));
    }
    if let Some(reason) = &reminder.paused {
        line.push_str(&format!("\n-# {}", lang.reminder_paused(&cut(&plain(reason), TEXT))));
    }
    line
}

fn repeated(repeat: Repeat, lang: Lang) -> String {
    let time = repeat.time.format("%H:%M").to_string();
    match repeat.days {
        Days::Every => lang.every_day(&time),
        Days::Workdays => lang.every_workday(&time),
        Days::On(day) => lang.every_week(day.num_days_from_monday().into(), &time),
    }
}

/// What `/reminders add` made.
pub fn reminder_set(reminder: &Reminder, lang: Lang) -> String {
    let text = cut(&plain(&reminder.text), TEXT);
    let repeated = reminder.repeat.map(|repeat| format!(" · {}", repeated(repeat, lang))).unwrap_or_default();
    lang.reminder_set(&reminder.number.to_string(), &format!("{}{repeated}", when(reminder.due)), &text)
}

/// What `/reminders cancel` took away.
pub fn reminder_cancelled(reminder: &Reminder, lang: Lang) -> String {
    lang.reminder_cancelled(&reminder.number.to_string(), &cut(&plain(&reminder.text), TEXT))
}

/// A reminder as a choice, where times cannot be shown by each reader's clock.
pub fn reminder_choice(reminder: &Reminder) -> String {
    let due = reminder.due.with_timezone(&reminder.zone).format("%Y-%m-%d %H:%M");
    cut(&format!("{} · {due} · {}", reminder.number, reminder.text.replace('\n', " ")), CHOICE)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, NaiveTime, Weekday};

    use super::*;
    use crate::memory::{PersonId, Source};

    fn reminder(number: i64, text: &str) -> Reminder {
        let due = DateTime::from_timestamp(1_777_000_000, 0).expect("a moment");
        let (source, zone, person) = (Source::default(), chrono_tz::Europe::Berlin, PersonId(7));
        Reminder { number, person, text: text.into(), source, due, repeat: None, zone, paused: None }
    }

    #[test]
    fn reminders_are_listed_with_when_and_for_whom() {
        let time = NaiveTime::from_hms_opt(7, 30, 0).expect("a time");
        let weekly = Some(Repeat { days: Days::On(Weekday::Mon), time });
        let all = [
            reminder(1, "call *home*"),
            Reminder { repeat: weekly, ..reminder(3, "bins") },
            Reminder { paused: Some("HTTP 404 (code 10003) Unknown Channel".into()), ..reminder(9, "late") },
        ];
        let daily = Reminder { repeat: Some(Repeat { days: Days::Every, time }), ..reminder(4, "stretch") };
        let lang = Lang::English;
        let shown = [
            reminders(&all, lang)[0].description.clone(),
            reminders(&[], lang)[0].description.clone(),
            reminder_set(&daily, lang),
            reminder_cancelled(&daily, lang),
            reminder_choice(&daily),
        ];
        insta::assert_snapshot!("reminders", shown.join("\n---\n"));
    }

    #[test]
    fn each_day_of_the_week_is_named_in_each_language() {
        let time = NaiveTime::from_hms_opt(7, 30, 0).expect("a time");
        let all = |lang| {
            let days = std::iter::successors(Some(Weekday::Mon), |day| Some(day.succ())).take(7);
            days.map(|day| repeated(Repeat { days: Days::On(day), time }, lang)).collect::<Vec<_>>()
        };
        let english = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
        assert_eq!(all(Lang::English), english.map(|day| format!("every {day} at 07:30")));
        for lang in Lang::ALL {
            let distinct: std::collections::HashSet<String> = all(lang).into_iter().collect();
            assert_eq!(distinct.len(), 7, "{lang:?}: {distinct:?}");
        }
    }

    #[test]
    fn many_reminders_fit() {
        let all: Vec<Reminder> = (1..=200).map(|number| reminder(number, &"é*_`".repeat(125))).collect();
        let cards = reminders(&all, Lang::English);
        assert!(cards.iter().all(|card| units(&card.description) <= DESCRIPTION));
        assert_eq!(cards.iter().map(|card| card.description.matches("<t:").count()).sum::<usize>(), 200);
        assert!(units(&reminder_choice(&all[0])) <= CHOICE);
    }
}
