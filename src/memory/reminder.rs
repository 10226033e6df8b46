//! What people asked to be reminded of, and when that is. Pure; the present moment comes in as an argument.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, Days as Forward, NaiveTime, Timelike, Weekday};
use chrono_tz::Tz;

use super::ids::PersonId;
use super::message::Source;
use crate::clock::{Moment, local};

/// Characters of a reminder's text.
pub const TEXT_LIMIT: usize = 500;
/// Reminders that one person may have, in all places together.
pub const PER_PERSON: u64 = 50;
/// Reminders that one agent may have.
pub const PER_AGENT: u64 = 200;

/// The days on which something repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Days {
    Every,
    /// Monday to Friday.
    Workdays,
    On(Weekday),
}

impl Days {
    fn hold(self, day: Weekday) -> bool {
        match self {
            Self::Every => true,
            Self::Workdays => !matches!(day, Weekday::Sat | Weekday::Sun),
            Self::On(one) => one == day,
        }
    }
}

/// When a reminder comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    pub days: Days,
    /// By the clock of the reminder's zone, in whole minutes.
    pub time: NaiveTime,
}

/// Days among which the next one surely is, also where a zone has left one out.
const LOOKED_AT: u64 = 16;

impl Repeat {
    /// The first moment behind `after`. None at the end of time.
    pub fn next(self, after: Moment, zone: Tz) -> Option<Moment> {
        let today = after.with_timezone(&zone).date_naive();
        let days = (0..LOOKED_AT).filter_map(|days| today.checked_add_days(Forward::new(days)));
        let meant = days.filter(|day| self.days.hold(day.weekday()));
        meant.map(|day| local(day.and_time(self.time), zone)).find(|moment| *moment > after)
    }
}

const NAMES: [(&str, Weekday); 7] = [
    ("monday", Weekday::Mon),
    ("tuesday", Weekday::Tue),
    ("wednesday", Weekday::Wed),
    ("thursday", Weekday::Thu),
    ("friday", Weekday::Fri),
    ("saturday", Weekday::Sat),
    ("sunday", Weekday::Sun),
];

/// The weekday of that name, whole or by its first three letters; also in the plural.
pub(super) fn weekday(name: &str) -> Option<Weekday> {
    let is = |whole: &str| name == whole || name == &whole[..3] || name.strip_suffix('s') == Some(whole);
    NAMES.into_iter().find(|(whole, _)| is(whole)).map(|(_, day)| day)
}

impl fmt::Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |day| NAMES.iter().find(|(_, known)| *known == day).map_or("", |(name, _)| name);
        let days = match self.days {
            Days::Every => "day",
            Days::Workdays => "weekday",
            Days::On(day) => name(day),
        };
        write!(f, "every {days} {:02}:{:02}", self.time.hour(), self.time.minute())
    }
}

impl FromStr for Repeat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (days, time) = text.strip_prefix("every ")?.split_once(' ')?;
            let days = match days {
                "day" => Days::Every,
                "weekday" => Days::Workdays,
                name => Days::On(weekday(name)?),
            };
            Some(Self { days, time: NaiveTime::parse_from_str(time, "%H:%M").ok()? })
        };
        read().ok_or_else(|| format!("`{text}` is no repetition"))
    }
}

/// One reminder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminder {
    /// By which people and models name it: 1, 2, 3 … of its agent, never given twice.
    pub number: i64,
    /// Who asked for it, and is reminded.
    pub person: PersonId,
    pub text: String,
    /// The message that asked for it; its number is 0 where none did.
    pub source: Source,
    pub due: Moment,
    pub repeat: Option<Repeat>,
    /// By whose clock it repeats.
    pub zone: Tz,
    /// Why it is not sent any more, if so.
    pub paused: Option<String>,
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Moment {
        text.parse().expect("a moment")
    }

    fn follow(text: &str, zone: Tz, after: &str, count: usize) -> Vec<String> {
        let repeat: Repeat = text.parse().expect("a repetition");
        let mut moment = at(after);
        let mut next = || {
            moment = repeat.next(moment, zone).expect("a moment");
            moment.format("%m-%d %H:%M").to_string()
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn the_clock_on_the_wall_counts_when_it_is_changed() {
        let berlin = chrono_tz::Europe::Berlin;
        let spring = follow("every day 07:30", berlin, "2026-03-27T12:00:00Z", 3);
        assert_eq!(spring, ["03-28 06:30", "03-29 05:30", "03-30 05:30"]);
        let autumn = follow("every day 07:30", berlin, "2026-10-23T12:00:00Z", 3);
        assert_eq!(autumn, ["10-24 05:30", "10-25 06:30", "10-26 06:30"]);
        // Half past two is left out in spring and comes twice in autumn.
        assert_eq!(follow("every day 02:30", berlin, "2026-03-28T12:00:00Z", 2), ["03-29 01:30", "03-30 00:30"]);
        assert_eq!(follow("every day 02:30", berlin, "2026-10-24T12:00:00Z", 2), ["10-25 00:30", "10-26 01:30"]);
        let kathmandu = follow("every monday 08:00", chrono_tz::Asia::Kathmandu, "2026-05-04T02:14:00Z", 2);
        assert_eq!(kathmandu, ["05-04 02:15", "05-11 02:15"]);
    }

    #[test]
    fn days_are_those_that_are_named() {
        let utc = Tz::UTC;
        assert_eq!(follow("every weekday 09:00", utc, "2026-05-08T10:00:00Z", 2), ["05-11 09:00", "05-12 09:00"]);
        assert_eq!(follow("every sunday 09:00", utc, "2026-05-03T09:00:00Z", 1), ["05-10 09:00"]);
        assert!("every moon 09:00".parse::<Repeat>().is_err() && "every day 25:00".parse::<Repeat>().is_err());
    }

    proptest! {
        #[test]
        fn the_next_one_is_always_ahead_and_soon(seconds in 0i64..4_000_000_000, zone in 0..chrono_tz::TZ_VARIANTS.len(),
                                                 minute in 0u32..1_440, day in 0usize..9) {
            let time = NaiveTime::from_hms_opt(minute / 60, minute % 60, 0).expect("a time");
            let days = NAMES.get(day).map_or(if day == 7 { Days::Every } else { Days::Workdays }, |(_, day)| Days::On(*day));
            let (repeat, now) = (Repeat { days, time }, Utc.timestamp_opt(seconds, 0).single().expect("a moment"));
            let next = repeat.next(now, chrono_tz::TZ_VARIANTS[zone]).expect("a moment");
            prop_assert!(next > now && (next - now).num_days() <= 15);
            prop_assert_eq!(repeat.to_string().parse(), Ok(repeat));
        }
    }
}
