//! The kinds of values that settings have. Pure.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use chrono::{Days, NaiveTime, Timelike};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::clock::{Moment, local};

/// What makes the bot answer in a guild. In direct messages everything does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// Its name in the message.
    Mention,
    /// A reply to one of its messages.
    Reply,
    /// Any message in a thread that it takes part in.
    Thread,
    /// Any message.
    Always,
    /// A message with one of the keywords.
    Keyword,
}

impl Trigger {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Mention, Self::Reply, Self::Thread, Self::Always, Self::Keyword];
    /// Those that are on where nothing is set.
    pub const USUAL: [Self; 3] = [Self::Mention, Self::Reply, Self::Thread];
}

/// Whose memory it is in a guild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentsBy {
    /// Everybody in a channel shares one agent.
    #[default]
    Channel,
    /// Each person has one agent in the whole guild.
    Member,
}

/// How changes of memory are shown below an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Display {
    /// An embed for each, with before and after.
    #[default]
    Full,
    /// One line that names them.
    Compact,
    /// A reaction to the message that caused them.
    Reaction,
    /// Not at all. They still stand in the history.
    Off,
}

/// Who is answered. Numbers are Discord's, of roles and people.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Access {
    /// Only those with one of these roles, or named in `allow_people`; with neither, everybody.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub allow_roles: BTreeSet<u64>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub allow_people: BTreeSet<u64>,
    /// Nobody with one of these roles who is not named in `allow_people`.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub deny_roles: BTreeSet<u64>,
    /// None of these, whatever their roles.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub deny_people: BTreeSet<u64>,
}

impl Access {
    /// Whether somebody with those roles is answered. What names a person goes before what names a role, and a denial
    /// before a permission.
    pub fn permits(&self, person: u64, roles: &[u64]) -> bool {
        if self.deny_people.contains(&person) {
            return false;
        }
        if self.allow_people.contains(&person) {
            return true;
        }
        let has = |named: &BTreeSet<u64>| roles.iter().any(|role| named.contains(role));
        let open = self.allow_roles.is_empty() && self.allow_people.is_empty();
        !has(&self.deny_roles) && (open || has(&self.allow_roles))
    }

    /// How many roles and people it names.
    pub fn named(&self) -> usize {
        self.allow_roles.len() + self.allow_people.len() + self.deny_roles.len() + self.deny_people.len()
    }
}

/// What a day may cost at most; what is missing is not limited. Days are those of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Budgets {
    /// Messages of one person that are answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person_messages: Option<u64>,
    /// Tokens (of prompts and answers) that one person causes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person_tokens: Option<u64>,
    /// The same for all people of the guild together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guild_messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guild_tokens: Option<u64>,
}

/// Hours of each day in which nothing is sent unasked, in minutes since midnight of a [`Zone`]. They may go past midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    pub from: u16,
    /// No longer quiet from here on.
    pub to: u16,
}

/// Minutes of a day.
const DAY: u16 = 1_440;

impl QuietHours {
    /// Whether they are within a day and do not last for ever.
    pub fn is_real(self) -> bool {
        self.from < DAY && self.to < DAY && self.from != self.to
    }

    /// The first moment behind `at` at which it is no longer quiet there.
    pub fn over(self, at: Moment, zone: Zone) -> Moment {
        let today = at.with_timezone(&zone.0).date_naive();
        let time =
            NaiveTime::from_hms_opt(u32::from(self.to / 60) % 24, u32::from(self.to % 60), 0).unwrap_or_default();
        let ends = (0..3).filter_map(|days| today.checked_add_days(Days::new(days)));
        ends.map(|day| local(day.and_time(time), zone.0)).find(|end| *end > at).unwrap_or(at)
    }

    /// Whether it is quiet at that moment there.
    pub fn holds(self, at: Moment, zone: Zone) -> bool {
        let there = at.with_timezone(&zone.0);
        let minute = there.hour() * 60 + there.minute();
        let (from, to) = (u32::from(self.from), u32::from(self.to));
        if from < to { (from..to).contains(&minute) } else { minute >= from || minute < to }
    }
}

/// A time zone of the IANA database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone(pub Tz);

impl Default for Zone {
    fn default() -> Self {
        Self(Tz::UTC)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for Zone {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let same = |zone: &&Tz| zone.name().eq_ignore_ascii_case(text.trim());
        let found = chrono_tz::TZ_VARIANTS.iter().find(same);
        found.map(|zone| Self(*zone)).ok_or_else(|| format!("`{text}` is no time zone like Europe/Berlin"))
    }
}

impl Serialize for Zone {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        String::deserialize(input)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    #[test]
    fn people_go_before_roles_and_denials_before_permissions() {
        let open = Access::default();
        assert!(open.permits(1, &[]));
        let members = Access { allow_roles: [10].into(), deny_roles: [11].into(), ..Access::default() };
        assert!(members.permits(1, &[10]) && !members.permits(1, &[]) && !members.permits(1, &[10, 11]));
        let named = Access { allow_people: [2].into(), deny_people: [3].into(), ..members };
        assert!(named.permits(2, &[11]) && !named.permits(3, &[10]) && named.permits(4, &[10]));
    }

    #[test]
    fn quiet_hours_may_go_past_midnight_and_follow_the_zone() {
        let at = |hour, minute| Utc.with_ymd_and_hms(2026, 7, 1, hour, minute, 0).single().expect("a moment");
        let night = QuietHours { from: 22 * 60, to: 7 * 60 };
        let berlin: Zone = "europe/berlin".parse().expect("a zone");
        assert!(night.holds(at(20, 0), berlin) && night.holds(at(4, 59), berlin));
        assert!(!night.holds(at(5, 0), berlin) && !night.holds(at(19, 59), berlin));
        assert_eq!(night.over(at(4, 59), berlin), at(5, 0));
        assert_eq!(night.over(at(20, 0), berlin), at(5, 0) + chrono::TimeDelta::days(1));
        let noon = QuietHours { from: 12 * 60, to: 13 * 60 };
        assert!(noon.holds(at(12, 30), Zone::default()) && !noon.holds(at(13, 0), Zone::default()));
        assert!("Mars/Olympus".parse::<Zone>().is_err());
    }
}
