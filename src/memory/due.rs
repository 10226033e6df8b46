//! Moments to come, as people and models write them: `in 20 minutes`, `in half an hour`, `tomorrow 9:00`, `half past nine`,
//! `2026-05-04 18:30`, `every monday 8:00`. Pure; the present moment and the zone come in as arguments.

use chrono::{DateTime, Datelike, Days as Forward, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Weekday};
use chrono_tz::Tz;

use super::reminder::{Days, Repeat, weekday};
use crate::clock::{Moment, local};

/// What is accepted, for whoever wrote something else.
pub const ACCEPTED: &str = "2026-05-31 18:30 (also with an offset: 2026-05-31T18:30+02:00), in 20 minutes, in 3 days, \
                            tomorrow 9:00, friday 17:30, every day 7:30, every weekday 8:00, every monday 8:00";

/// Years ahead at most.
const YEARS: i64 = 10;
/// Days that nobody asks for.
const CENTURY: u64 = 36_525;
/// The time of day where none is named.
const MORNING: u32 = 9;

/// When something is to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    pub at: Moment,
    pub repeat: Option<Repeat>,
}

/// Why a text names no moment to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DueError {
    #[error("it names no time that can be read")]
    Unreadable,
    #[error("that time is over")]
    Past,
    #[error("that is more than {YEARS} years away")]
    Far,
}

/// The moment that `text` names, as seen at `now` by the clocks of `zone`.
///
/// # Errors
/// [`DueError`].
pub fn due(text: &str, now: Moment, zone: Tz) -> Result<Due, DueError> {
    let plain = text.trim().to_lowercase().replace(',', " ");
    let words: Vec<&str> = plain.split_whitespace().filter(|word| !matches!(*word, "at" | "on" | "the")).collect();
    let once = |at: Moment| Due { at, repeat: None };
    let repeated = || {
        let repeat = repetition(&words)?;
        Some(Due { at: repeat.next(now, zone)?, repeat: Some(repeat) })
    };
    let found = with_offset(text)
        .or_else(|| written_out(&words, zone))
        .or_else(|| ahead(&words, now, zone))
        .or_else(|| named_day(&words, now, zone))
        .map(once)
        .or_else(repeated)
        .ok_or(DueError::Unreadable)?;
    if found.at <= now {
        Err(DueError::Past)
    } else if found.at - now > TimeDelta::days(YEARS * 366) {
        Err(DueError::Far)
    } else {
        Ok(found)
    }
}

/// A moment as a model reads it, by the clocks of `zone`.
pub fn shown(at: Moment, zone: Tz) -> String {
    format!("{} ({zone})", at.with_timezone(&zone).format("%a %Y-%m-%d %H:%M"))
}

fn with_offset(text: &str) -> Option<Moment> {
    let text = text.trim();
    let forms =
        ["%Y-%m-%dT%H:%M%:z", "%Y-%m-%d %H:%M%:z", "%Y-%m-%d %H:%M %:z", "%Y-%m-%dT%H:%M%#z", "%Y-%m-%d %H:%M:%S%:z"];
    let read = |form: &&str| DateTime::parse_from_str(text, form).ok();
    let found = DateTime::parse_from_rfc3339(text).ok().or_else(|| forms.iter().find_map(read));
    found.map(|at| at.to_utc())
}

/// `2026-05-31`, `2026-05-31 18:30`, `2026-05-31t18:30:00`
fn written_out(words: &[&str], zone: Tz) -> Option<Moment> {
    let (day, time) = match words {
        [word] => word.split_once('t').map_or((*word, None), |(day, time)| (day, Some(time.to_owned()))),
        [day, rest @ ..] => (*day, Some(rest.join(""))),
        [] => return None,
    };
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    Some(local(day.and_time(time.map_or_else(morning, |time| clock(&time))?), zone))
}

fn morning() -> Option<NaiveTime> {
    NaiveTime::from_hms_opt(MORNING, 0, 0)
}

/// `9`, `9:00`, `9:00:00`, `9am`, `9:30pm`, `noon`
fn clock(text: &str) -> Option<NaiveTime> {
    match text {
        "noon" => return NaiveTime::from_hms_opt(12, 0, 0),
        "midnight" => return NaiveTime::from_hms_opt(0, 0, 0),
        _ => {}
    }
    let (plain, half) = ["am", "pm"]
        .iter()
        .find_map(|half| Some((text.strip_suffix(half)?.trim_end(), Some(*half))))
        .unwrap_or((text, None));
    let mut parts = plain.split([':', '.']);
    let hour: u32 = parts.next()?.parse().ok()?;
    let minute: u32 = parts.next().map_or(Ok(0), str::parse).ok()?;
    let second: u32 = parts.next().map_or(Ok(0), str::parse).ok()?;
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("am") => hour % 12,
        Some(_) => hour % 12 + 12,
    };
    if parts.next().is_some() { None } else { NaiveTime::from_hms_opt(hour, minute, second) }
}

/// The time of day that those words name; none named is the morning.
fn time_of(words: &[&str]) -> Option<NaiveTime> {
    if words.is_empty() { morning() } else { spoken(words).or_else(|| clock(&words.concat())) }
}

/// `half past nine`, `quarter to ten pm`, `ten past 9`, `nine o'clock`, `nine`
fn spoken(words: &[&str]) -> Option<NaiveTime> {
    let (words, half) = match words {
        [rest @ .., half @ ("am" | "pm")] => (rest, *half),
        _ => (words, ""),
    };
    let hour = |word: &str| clock(&format!("{}{half}", number(word).map_or(word.to_owned(), |hour| hour.to_string())));
    let moved = |word: &str, minutes: i64| {
        let whole = hour(word).filter(|_| !word.contains([':', '.']))?;
        Some(whole.overflowing_add_signed(TimeDelta::minutes(minutes)).0)
    };
    match words {
        ["half", "past", word] => moved(word, 30),
        ["quarter", "past", word] | ["a", "quarter", "past", word] => moved(word, 15),
        ["quarter", "to", word] | ["a", "quarter", "to", word] => moved(word, -15),
        [count, "past", word] | [count, "minutes", "past", word] => moved(word, minutes(count)?),
        [count, "to", word] | [count, "minutes", "to", word] => moved(word, -minutes(count)?),
        [word, "o'clock" | "o’clock" | "oclock"] => moved(word, 0),
        [word] => number(word).and_then(|_| hour(word)),
        _ => None,
    }
}

/// Minutes before or after an hour.
fn minutes(word: &str) -> Option<i64> {
    let count = match word {
        "twenty" => 20,
        "twenty-five" => 25,
        other => number(other)?,
    };
    (1..60).contains(&count).then_some(count.into())
}

/// A whole number in digits, or in words up to twelve.
fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let spelled = (1..).zip(WORDS).find(|(_, name)| *name == word).map(|(count, _)| count);
    spelled.or_else(|| word.parse().ok())
}

/// A number with at most two places behind the point, in hundredths.
fn hundredths(word: &str) -> Option<u64> {
    let (whole, part) = word.split_once('.').unwrap_or((word, "0"));
    let digits = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let part: u64 = format!("{part:0<2}").parse().ok().filter(|_| digits)?;
    Some(u64::from(number(whole)?) * 100 + part)
}

/// How many of something, in hundredths, and the words behind that. There is no `and` in them.
fn amount<'a, 'b>(words: &'a [&'b str]) -> Option<(u64, &'a [&'b str])> {
    match words {
        ["half", "a" | "an", rest @ ..] | ["half", rest @ ..] => Some((50, rest)),
        ["a", "quarter", "of", "a" | "an", rest @ ..] => Some((25, rest)),
        [count, "a", "half", rest @ ..] if !rest.is_empty() => Some((hundredths(count)? + 50, rest)),
        ["a" | "an", rest @ ..] => Some((100, rest)),
        [count, rest @ ..] => Some((hundredths(count)?, rest)),
        [] => None,
    }
}

/// `in 20 minutes`, `in an hour`, `in 1 hour and 30 minutes`, `in 3 days`, `in half an hour`, `in two and a half hours`, `in
/// an hour and a half`
fn ahead(words: &[&str], now: Moment, zone: Tz) -> Option<Moment> {
    let ["in", rest @ ..] = words else { return None };
    let rest: Vec<&str> = rest.iter().copied().filter(|word| *word != "and").collect();
    let (mut rest, mut seconds, mut days) = (rest.as_slice(), 0u64, 0u64);
    if rest.is_empty() {
        return None;
    }
    while let Some((count, [unit, behind @ ..])) = amount(rest) {
        let (count, behind) = if behind == ["a", "half"] { (count + 50, &[][..]) } else { (count, behind) };
        match unit.trim_end_matches('s') {
            "minute" | "min" => seconds = seconds.saturating_add(count * 60 / 100),
            "hour" | "hr" | "h" => seconds = seconds.saturating_add(count * 3_600 / 100),
            "day" => days = days.saturating_add(count),
            "week" => days = days.saturating_add(count * 7),
            _ => return None,
        }
        rest = behind;
    }
    if !rest.is_empty() {
        return None;
    }
    // A part of a day is a number of hours.
    let (days, part) = (days / 100, days % 100);
    let at = TimeDelta::try_seconds(seconds.saturating_add(part * 86_400 / 100).try_into().ok()?)?;
    if days == 0 {
        return now.checked_add_signed(at);
    }
    // Days are those of the calendar: the clock on the wall shows the same time then.
    let days = Forward::new(days.min(CENTURY));
    let then = now.with_timezone(&zone).naive_local().checked_add_days(days)?;
    local(then, zone).checked_add_signed(at)
}

/// `today 18:00`, `tomorrow`, `friday 17:30`, `next monday 8:00`, `18:00`, `half past nine`
fn named_day(words: &[&str], now: Moment, zone: Tz) -> Option<Moment> {
    let here = now.with_timezone(&zone).naive_local();
    let today = here.date();
    let forward = |days: u64| today.checked_add_days(Forward::new(days));
    let (day, time) = match words {
        ["today", rest @ ..] if !rest.is_empty() => (today, time_of(rest)?),
        ["tomorrow", rest @ ..] => (forward(1)?, time_of(rest)?),
        ["day", "after", "tomorrow", rest @ ..] => (forward(2)?, time_of(rest)?),
        ["next" | "this", name, rest @ ..] => next_weekday(weekday(name)?, here, time_of(rest)?)?,
        [name, rest @ ..] if weekday(name).is_some() => next_weekday(weekday(name)?, here, time_of(rest)?)?,
        // A bare number is no time of day: it may be anything.
        [time] if time.contains(':') || time.ends_with('m') => next_time(here, clock(time)?)?,
        [time, half @ ("am" | "pm")] => next_time(here, time_of(&[time, half])?)?,
        [_, rest @ ..] if !rest.is_empty() => next_time(here, spoken(words)?)?,
        _ => return None,
    };
    Some(local(day.and_time(time), zone))
}

fn next_weekday(day: Weekday, here: NaiveDateTime, time: NaiveTime) -> Option<(NaiveDate, NaiveTime)> {
    let days = (0..=7).filter_map(|days| here.date().checked_add_days(Forward::new(days)));
    days.filter(|date| date.weekday() == day).find(|date| date.and_time(time) > here).map(|date| (date, time))
}

fn next_time(here: NaiveDateTime, time: NaiveTime) -> Option<(NaiveDate, NaiveTime)> {
    let days = if time > here.time() { 0 } else { 1 };
    here.date().checked_add_days(Forward::new(days)).map(|day| (day, time))
}

/// `every day 7:30`, `daily 7:30`, `every monday 8:00`, `every weekday`
fn repetition(words: &[&str]) -> Option<Repeat> {
    let (days, rest) = match words {
        ["daily", rest @ ..] => (Days::Every, rest),
        ["every" | "each", "day" | "morning", rest @ ..] => (Days::Every, rest),
        ["every" | "each", "weekday" | "workday", rest @ ..] => (Days::Workdays, rest),
        ["every" | "each", name, rest @ ..] => (Days::On(weekday(name)?), rest),
        _ => return None,
    };
    Some(Repeat { days, time: time_of(rest)? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: &str = "2026-03-27T11:00:00Z";

    fn read(text: &str, zone: Tz) -> Result<String, DueError> {
        let found = due(text, NOW.parse().expect("a moment"), zone)?;
        let repeat = found.repeat.map(|repeat| format!(" {repeat}")).unwrap_or_default();
        Ok(format!("{}{repeat}", found.at.format("%Y-%m-%d %H:%M")))
    }

    #[test]
    fn what_people_write_is_read_by_the_clocks_of_the_zone() {
        let berlin = chrono_tz::Europe::Berlin;
        let cases = [
            ("2026-03-27T18:30:00+00:00", "2026-03-27 18:30"),
            ("2026-03-27 18:30+05:45", "2026-03-27 12:45"),
            ("2026-03-30T09:00", "2026-03-30 07:00"),
            ("2026-03-28 09:00:00", "2026-03-28 08:00"),
            ("2026-03-28", "2026-03-28 08:00"),
            ("in 20 minutes", "2026-03-27 11:20"),
            ("in 1 hour and 30 mins", "2026-03-27 12:30"),
            ("In an hour", "2026-03-27 12:00"),
            ("in 3 days", "2026-03-30 10:00"),
            ("in 72 hours", "2026-03-30 11:00"),
            ("in a week", "2026-04-03 10:00"),
            ("today at 18:00", "2026-03-27 17:00"),
            ("tomorrow 9:00", "2026-03-28 08:00"),
            ("tomorrow", "2026-03-28 08:00"),
            ("the day after tomorrow, 9pm", "2026-03-29 19:00"),
            ("Friday 17:30", "2026-03-27 16:30"),
            ("friday 9:00", "2026-04-03 07:00"),
            ("next monday at 8", "2026-03-30 06:00"),
            ("12:30", "2026-03-27 11:30"),
            ("11:30", "2026-03-28 10:30"),
            ("9 am", "2026-03-28 08:00"),
            ("every day 7:30", "2026-03-28 06:30 every day 07:30"),
            ("every monday 8:00", "2026-03-30 06:00 every monday 08:00"),
            ("every weekday at 8", "2026-03-30 06:00 every weekday 08:00"),
            ("daily noon", "2026-03-28 11:00 every day 12:00"),
        ];
        for (text, wanted) in cases {
            assert_eq!(read(text, berlin).as_deref(), Ok(wanted), "{text}");
        }
        assert_eq!(read("tomorrow 9:00", chrono_tz::Asia::Kathmandu).as_deref(), Ok("2026-03-28 03:15"));
    }

    #[test]
    fn numbers_in_words_and_halves_are_read() {
        let cases = [
            ("in five minutes", "2026-03-27 11:05"),
            ("in twelve hours", "2026-03-27 23:00"),
            ("in half an hour", "2026-03-27 11:30"),
            ("in an hour", "2026-03-27 12:00"),
            ("in 1.5 hours", "2026-03-27 12:30"),
            ("in 0.25 hours", "2026-03-27 11:15"),
            ("in an hour and a half", "2026-03-27 12:30"),
            ("in two and a half hours", "2026-03-27 13:30"),
            ("in one hour and ten minutes", "2026-03-27 12:10"),
            ("in a quarter of an hour", "2026-03-27 11:15"),
            ("in half a day", "2026-03-27 23:00"),
            ("in 1.5 days", "2026-03-28 23:00"),
            ("in a week and a half", "2026-04-06 23:00"),
            ("in three days", "2026-03-30 11:00"),
            ("half past nine", "2026-03-28 09:30"),
            ("at half past eleven", "2026-03-27 11:30"),
            ("half past nine pm", "2026-03-27 21:30"),
            ("quarter to ten", "2026-03-28 09:45"),
            ("a quarter past twelve", "2026-03-27 12:15"),
            ("quarter to midnight", "2026-03-27 23:45"),
            ("ten past 3 pm", "2026-03-27 15:10"),
            ("twenty minutes to four pm", "2026-03-27 15:40"),
            ("nine o'clock", "2026-03-28 09:00"),
            ("nine pm", "2026-03-27 21:00"),
            ("tomorrow at nine", "2026-03-28 09:00"),
            ("friday at half past five pm", "2026-03-27 17:30"),
            ("every monday at half past seven", "2026-03-30 07:30 every monday 07:30"),
        ];
        for (text, wanted) in cases {
            assert_eq!(read(text, Tz::UTC).as_deref(), Ok(wanted), "{text}");
        }
        for text in [
            "in half",
            "in a half",
            "in thirteenish minutes",
            "in 1.555 hours",
            "in 1.x hours",
            "in .5 hours",
            "in -1 hours",
            "half past",
            "half past 9:30",
            "half past 25",
            "sixty past nine",
            "nine",
            "past nine",
            "in five",
            "in minutes",
            "in and",
            "half nine tomorrow",
        ] {
            assert_eq!(read(text, Tz::UTC), Err(DueError::Unreadable), "{text}");
        }
    }

    #[test]
    fn an_hour_that_is_left_out_or_comes_twice_is_still_one_moment() {
        let berlin = chrono_tz::Europe::Berlin;
        assert_eq!(read("2026-03-29 02:30", berlin).as_deref(), Ok("2026-03-29 01:30"));
        assert_eq!(read("2026-10-25 02:30", berlin).as_deref(), Ok("2026-10-25 00:30"));
        assert_eq!(read("2026-10-25 02:30+01:00", berlin).as_deref(), Ok("2026-10-25 01:30"));
    }

    #[test]
    fn what_is_over_or_says_nothing_is_refused() {
        for text in ["2026-03-27 11:59", "today 8:00", "2020-01-01", "in 0 minutes"] {
            assert_eq!(read(text, chrono_tz::Europe::Berlin), Err(DueError::Past), "{text}");
        }
        for text in
            ["", "soon", "every hour", "in", "in five years", "25:00", "7", "2026-02-30 9:00", "in 9999999999 days"]
        {
            assert_eq!(read(text, Tz::UTC), Err(DueError::Unreadable), "{text}");
        }
        assert_eq!(read("2900-01-01 9:00", Tz::UTC), Err(DueError::Far));
        assert_eq!(read("in 4000000000 days", Tz::UTC), Err(DueError::Far));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}|(in|every|next|tomorrow|[0-9]{1,10}) ([0-9]{1,10}|day|monday) ?([0-9]{1,3}:[0-9]{1,3}|minutes|days)|(in|half|a|quarter|past|to|[0-9]{1,10}(\\.[0-9]{1,2})?|nine|hours|weeks|and| ){1,9}") {
            if let Ok(found) = due(&text, NOW.parse().expect("a moment"), chrono_tz::Europe::Berlin) {
                prop_assert!(found.at > NOW.parse::<Moment>().expect("a moment"));
            }
        }
    }
}
