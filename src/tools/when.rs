//! Dates as people and models write them: `2023-05-07`, `May 2023`, `last March`, `two weeks ago`. Pure; the present moment
//! comes in as an argument, everything is UTC.

use chrono::{DateTime, Datelike, Days, Duration, Months, NaiveDate, NaiveTime, TimeDelta, Weekday};

use crate::clock::Moment;

/// A stretch of time: from its first moment to the first one after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: Moment,
    pub to: Moment,
}

/// What is accepted, for whoever wrote something else.
pub const ACCEPTED: &str = "a date as YYYY-MM-DD, or words like yesterday, May 2023, last March, two weeks ago";

/// The period that `text` names, as seen at `now`. None when it names none.
pub fn period(text: &str, now: Moment) -> Option<Period> {
    let plain = text.trim().to_lowercase();
    if let Ok(moment) = DateTime::parse_from_rfc3339(text.trim()) {
        let from = moment.to_utc();
        return Some(Period { from, to: from + TimeDelta::seconds(1) });
    }
    let words: Vec<&str> = plain
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty() && !matches!(*word, "in" | "on" | "the" | "of" | "at" | "during" | "around"))
        .collect();
    numeric(&words).or_else(|| relative(&words, now)).or_else(|| counted(&words, now)).or_else(|| named(&words, now))
}

fn midnight(day: NaiveDate) -> Moment {
    day.and_time(NaiveTime::MIN).and_utc()
}

fn days(from: NaiveDate, to: NaiveDate) -> Period {
    Period { from: midnight(from), to: midnight(to) }
}

fn day(date: NaiveDate) -> Option<Period> {
    Some(days(date, date.checked_add_days(Days::new(1))?))
}

fn week(of: NaiveDate) -> Option<Period> {
    let monday = of.checked_sub_days(Days::new(of.weekday().num_days_from_monday().into()))?;
    Some(days(monday, monday.checked_add_days(Days::new(7))?))
}

fn month(year: i32, month: u32) -> Option<Period> {
    let first = NaiveDate::from_ymd_opt(year, month, 1)?;
    Some(days(first, first.checked_add_months(Months::new(1))?))
}

fn year(year: i32) -> Option<Period> {
    Some(days(NaiveDate::from_ymd_opt(year, 1, 1)?, NaiveDate::from_ymd_opt(year.checked_add(1)?, 1, 1)?))
}

/// A season of the northern half, by the months that people mean; winter begins in December.
fn season(name: &str, of: i32) -> Option<Period> {
    let start = match name {
        "spring" => 3,
        "summer" => 6,
        "autumn" | "fall" => 9,
        "winter" => 12,
        _ => return None,
    };
    let first = NaiveDate::from_ymd_opt(of, start, 1)?;
    Some(days(first, first.checked_add_months(Months::new(3))?))
}

/// `2023-05-07`, `2023/5/7`, `2023-05`, `2023`
fn numeric(words: &[&str]) -> Option<Period> {
    let [word] = words else { return None };
    let parts: Vec<u32> = word.split(['-', '/']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let of = |number: u32| i32::try_from(number).ok().filter(|year| (1000..=9999).contains(year));
    match parts.as_slice() {
        [y, m, d] => day(NaiveDate::from_ymd_opt(of(*y)?, *m, *d)?),
        [y, m] => month(of(*y)?, *m),
        [y] => year(of(*y)?),
        _ => None,
    }
}

/// `today`, `last week`, `this month`, `last March`, `last Friday`
fn relative(words: &[&str], now: Moment) -> Option<Period> {
    let today = now.date_naive();
    match words {
        ["today" | "tonight"] | ["this", "morning" | "afternoon" | "evening"] => day(today),
        ["yesterday"] | ["last", "night" | "evening"] => day(today.checked_sub_days(Days::new(1))?),
        ["day", "before", "yesterday"] => day(today.checked_sub_days(Days::new(2))?),
        ["now" | "recently" | "lately"] => Some(Period { from: now - TimeDelta::days(14), to: just_after(now) }),
        ["this", unit] => current(unit, today),
        ["last" | "previous", unit] => before(unit, today),
        _ => None,
    }
}

/// The last moment that still is the present is part of a period that ends now.
fn just_after(now: Moment) -> Moment {
    now + TimeDelta::microseconds(1)
}

fn current(unit: &str, today: NaiveDate) -> Option<Period> {
    match unit {
        "week" => week(today),
        "month" => month(today.year(), today.month()),
        "year" => year(today.year()),
        "weekend" => weekend(today),
        _ => month_number(unit)
            .and_then(|number| month(today.year(), number))
            .or_else(|| season(unit, today.year()))
            .or_else(|| day(on_or_before(weekday(unit)?, today)?)),
    }
}

fn before(unit: &str, today: NaiveDate) -> Option<Period> {
    match unit {
        "week" => week(today.checked_sub_days(Days::new(7))?),
        "weekend" => weekend(today.checked_sub_days(Days::new(7))?),
        "month" => {
            let then = today.checked_sub_months(Months::new(1))?;
            month(then.year(), then.month())
        }
        "year" => year(today.year() - 1),
        _ => weekday(unit)
            .and_then(|wanted| day(on_or_before(wanted, today.checked_sub_days(Days::new(1))?)?))
            .or_else(|| latest_whole(|year| month(year, month_number(unit)?), today))
            .or_else(|| latest_whole(|year| season(unit, year), today)),
    }
}

fn weekend(of: NaiveDate) -> Option<Period> {
    let monday = week(of)?.from.date_naive();
    Some(days(monday.checked_add_days(Days::new(5))?, monday.checked_add_days(Days::new(7))?))
}

/// The newest of a yearly period that is over, or that has begun at least: `last March` in April is this year's.
fn latest_whole(of: impl Fn(i32) -> Option<Period>, today: NaiveDate) -> Option<Period> {
    let over = |period: &Period| period.to.date_naive() <= today;
    of(today.year()).filter(over).or_else(|| of(today.year() - 1).filter(over)).or_else(|| of(today.year() - 2))
}

fn on_or_before(wanted: Weekday, today: NaiveDate) -> Option<NaiveDate> {
    today.checked_sub_days(Days::new(today.weekday().days_since(wanted).into()))
}

/// `three days ago`, `2 weeks ago`, `last 10 days`, `past month`
fn counted(words: &[&str], now: Moment) -> Option<Period> {
    let (count, unit, ago) = match words {
        [count @ .., unit, "ago"] => (number(count)?, *unit, true),
        ["last" | "past", count @ .., unit] => (if count.is_empty() { 1 } else { number(count)? }, *unit, false),
        _ => return None,
    };
    let unit = unit.strip_suffix('s').unwrap_or(unit);
    let then = back(now, count, unit)?;
    if !ago {
        return Some(Period { from: then, to: just_after(now) });
    }
    let date = then.date_naive();
    match unit {
        "minute" | "hour" => Some(Period { from: then - TimeDelta::hours(1), to: then + TimeDelta::hours(1) }),
        "day" => day(date),
        "week" => week(date),
        "month" => month(date.year(), date.month()),
        _ => year(date.year()),
    }
}

fn back(now: Moment, count: u32, unit: &str) -> Option<Moment> {
    let by = |length: TimeDelta| now.checked_sub_signed(length.checked_mul(i32::try_from(count).ok()?)?);
    match unit {
        "minute" => by(Duration::minutes(1)),
        "hour" => by(Duration::hours(1)),
        "day" => by(Duration::days(1)),
        "week" => by(Duration::weeks(1)),
        "month" => now.checked_sub_months(Months::new(count)),
        "year" => now.checked_sub_months(Months::new(count.checked_mul(12)?)),
        _ => None,
    }
}

fn number(words: &[&str]) -> Option<u32> {
    const NAMES: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match words {
        ["a" | "an"] => Some(1),
        ["couple"] | ["a", "couple"] => Some(2),
        ["few"] | ["a", "few"] => Some(3),
        [word] => {
            let named = NAMES.iter().zip(1_u32..).find(|(name, _)| *name == word).map(|(_, number)| number);
            named.or_else(|| word.parse().ok()).filter(|number| *number <= 10_000)
        }
        _ => None,
    }
}

/// `May 2023`, `7 May 2023`, `May 7th`, `March`, `summer 2022`, `Friday`
fn named(words: &[&str], now: Moment) -> Option<Period> {
    let today = now.date_naive();
    let is_year = |word: &&str| word.len() == 4 && word.parse::<i32>().is_ok_and(|year| year >= 1000);
    let of = words.iter().find(|word| is_year(word)).and_then(|word| word.parse::<i32>().ok());
    let rest: Vec<&str> = words.iter().filter(|word| !is_year(word)).copied().collect();
    let newest = |of_year: &dyn Fn(i32) -> Option<Period>| match of {
        Some(year) => of_year(year),
        // Without a year the newest one that has begun.
        None => of_year(today.year()).filter(|period| period.from <= now).or_else(|| of_year(today.year() - 1)),
    };
    match rest.as_slice() {
        [one] => month_number(one)
            .and_then(|number| newest(&|year| month(year, number)))
            .or_else(|| newest(&|year| season(one, year)))
            .or_else(|| if of.is_none() { day(on_or_before(weekday(one)?, today)?) } else { None }),
        [one, other] => {
            let number = month_number(one).or_else(|| month_number(other))?;
            let date = if month_number(one).is_some() { day_number(other)? } else { day_number(one)? };
            newest(&|year| day(NaiveDate::from_ymd_opt(year, number, date)?))
        }
        _ => None,
    }
}

fn day_number(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '.');
    digits.parse().ok().filter(|number| (1..=31).contains(number))
}

fn month_number(word: &str) -> Option<u32> {
    let word = word.trim_end_matches('.');
    word.parse::<chrono::Month>().ok().map(|month| month.number_from_month()).or((word == "sept").then_some(9))
}

fn weekday(word: &str) -> Option<Weekday> {
    word.trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A Thursday.
    fn now() -> Moment {
        "2026-05-14T10:30:00Z".parse().unwrap()
    }

    /// A period by its first and last day.
    fn of(text: &str) -> String {
        match period(text, now()) {
            Some(Period { from, to }) => {
                format!("{} to {}", from.date_naive(), (to - TimeDelta::microseconds(1)).date_naive())
            }
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn dates_as_they_are_written() {
        let read: Vec<String> = [
            "2023-05-07",
            "2023/5/7",
            "2023-05",
            "2023",
            "2023-05-07T10:00:00+02:00",
            "today",
            "Yesterday",
            "the day before yesterday",
            "last night",
            "last week",
            "this week",
            "last month",
            "this year",
            "last year",
            "last weekend",
            "Monday",
            "last Thursday",
            "last Fri",
            "two weeks ago",
            "3 days ago",
            "a month ago",
            "a couple of years ago",
            "last 10 days",
            "past week",
            "recently",
            "March",
            "last March",
            "last May",
            "in December",
            "May 2023",
            "7 May 2023",
            "May 7, 2023",
            "on May 20th",
            "summer 2022",
            "last summer",
            "last winter",
            "soon",
            "",
            "32 May 2023",
            "99999999 weeks ago",
            "2023-13",
        ]
        .iter()
        .map(|text| format!("{text}: {}", of(text)))
        .collect();
        insta::assert_snapshot!(read.join("\n"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_not(text in "\\PC{0,30}|(last|past|this|[0-9]{1,6}|a few) (days|months|years|march|week)( ago)?") {
            if let Some(period) = period(&text, now()) {
                prop_assert!(period.from < period.to);
            }
        }
    }
}
