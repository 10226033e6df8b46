//! What people may set for a guild and its channels, and the rules that come of it. Pure but for [`SettingsBook`].
//! Must not know Discord or SQL.

mod book;
mod change;
mod parts;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use book::{ChangeError, SettingsBook};
pub use change::{Changed, SettingError};
pub use parts::{Access, AgentsBy, Budgets, Display, QuietHours, Trigger, Zone};

/// Where something is set. What is set for a channel goes before what is set for its guild, and a thread, which is a
/// channel too, before the channel it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Site {
    Guild(u64),
    /// A channel, a thread, or the channel of direct messages.
    Channel(u64),
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Guild(id) => write!(f, "guild:{id}"),
            Self::Channel(id) => write!(f, "channel:{id}"),
        }
    }
}

impl FromStr for Site {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = |(kind, id): (&str, &str)| match (kind, id.parse()) {
            ("guild", Ok(id)) => Some(Self::Guild(id)),
            ("channel", Ok(id)) => Some(Self::Channel(id)),
            _ => None,
        };
        text.split_once(':').and_then(read).ok_or_else(|| format!("`{text}` is no place for settings"))
    }
}

/// Defines [`Settings`], where each setting may be missing, and [`Change`], which sets or clears one of them.
macro_rules! settings {
    ($($(#[$doc:meta])* $field:ident: $variant:ident($kind:ty)),+ $(,)?) => {
        /// What was set at one [`Site`]. What was not set there is as the site above has it.
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Settings {
            $($(#[$doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$kind>,)+
        }

        /// One setting, set or (with `None`) cleared.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Change {
            $($(#[$doc])* $variant(Option<$kind>),)+
        }

        impl Change {
            /// The names of all settings.
            pub const NAMES: &[&str] = &[$(stringify!($field)),+];

            /// The setting's name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => stringify!($field),)+
                }
            }

            /// Makes the change. Answers what the setting was before and is now, as JSON; none if it is no change.
            pub fn apply(self, settings: &mut Settings) -> Option<Changed> {
                let setting = self.name();
                match self {
                    $(Self::$variant(value) => {
                        let before = std::mem::replace(&mut settings.$field, value);
                        (before != settings.$field).then(|| Changed::of(setting, &before, &settings.$field))
                    })+
                }
            }
        }

        impl Settings {
            /// These settings, and where there are none those of `above`.
            #[must_use]
            pub fn over(self, above: &Self) -> Self {
                Self { $($field: self.$field.or_else(|| above.$field.clone()),)+ }
            }
        }
    };
}

settings! {
    /// What makes the bot answer.
    triggers: Triggers(BTreeSet<Trigger>),
    /// Words that make it answer where [`Trigger::Keyword`] is on.
    keywords: Keywords(Vec<String>),
    /// Whether other bots and webhooks are answered.
    bots: Bots(bool),
    /// Whether it answers at all.
    heard: Heard(bool),
    /// Who is answered.
    access: WhoMay(Access),
    /// How changes of memory are shown.
    display: HowShown(Display),
    /// Whose memory it is.
    agents: Agents(AgentsBy),
    /// Whether a thread has an agent of its own.
    apart: Apart(bool),
    /// When nothing is sent unasked.
    quiet: Quiet(QuietHours),
    /// The time zone of quiet hours and reminders.
    zone: TimeZone(Zone),
    /// The model instead of `LLM_MODEL`.
    model: Model(String),
    /// Days after which messages are forgotten; 0: never.
    retention_days: Retention(u32),
    /// What a day may cost.
    budgets: Limits(Budgets),
}

/// What holds in one place, every setting with its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    pub triggers: BTreeSet<Trigger>,
    pub keywords: Vec<String>,
    pub bots: bool,
    pub heard: bool,
    pub access: Access,
    pub display: Display,
    pub agents: AgentsBy,
    pub apart: bool,
    pub quiet: Option<QuietHours>,
    pub zone: Zone,
    pub model: Option<String>,
    /// None: messages are kept for good.
    pub retention_days: Option<u32>,
    pub budgets: Budgets,
}

impl Rules {
    /// The rules of a place, from the settings of its sites: the nearest first.
    pub fn of<'a>(sites: impl IntoIterator<Item = &'a Settings>) -> Self {
        let all = sites.into_iter().fold(Settings::default(), Settings::over);
        Self {
            triggers: all.triggers.unwrap_or_else(|| Trigger::USUAL.into()),
            keywords: all.keywords.unwrap_or_default(),
            bots: all.bots.unwrap_or(false),
            heard: all.heard.unwrap_or(true),
            access: all.access.unwrap_or_default(),
            display: all.display.unwrap_or_default(),
            agents: all.agents.unwrap_or_default(),
            apart: all.apart.unwrap_or(false),
            quiet: all.quiet,
            zone: all.zone.unwrap_or_default(),
            model: all.model,
            retention_days: all.retention_days.filter(|days| *days > 0),
            budgets: all.budgets.unwrap_or_default(),
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::of([])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearer_goes_before() {
        let guild = Settings { bots: Some(true), display: Some(Display::Compact), ..Settings::default() };
        let channel = Settings { display: Some(Display::Off), ..Settings::default() };
        let rules = Rules::of([&channel, &guild]);
        assert_eq!((rules.bots, rules.display, rules.heard), (true, Display::Off, true));
        assert_eq!(Rules::of([]).triggers, BTreeSet::from(Trigger::USUAL));
    }

    #[test]
    fn a_change_tells_before_and_after() {
        let mut settings = Settings::default();
        let changed = Change::Retention(Some(30)).apply(&mut settings).expect("a change");
        assert_eq!(
            (changed.setting, changed.before.as_str(), changed.after.as_str()),
            ("retention_days", "null", "30")
        );
        assert_eq!(Change::Retention(Some(30)).apply(&mut settings), None);
        assert_eq!(Change::Retention(None).apply(&mut settings).map(|changed| changed.after), Some("null".into()));
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn settings_are_stored_as_little_json_and_read_back() {
        let mut settings = Settings::default();
        assert_eq!(serde_json::to_string(&settings).expect("JSON"), "{}");
        Change::Triggers(Some([Trigger::Always].into())).apply(&mut settings);
        Change::TimeZone(Some("Europe/Berlin".parse().expect("a zone"))).apply(&mut settings);
        let text = serde_json::to_string(&settings).expect("JSON");
        assert_eq!(text, r#"{"triggers":["always"],"zone":"Europe/Berlin"}"#);
        assert_eq!(serde_json::from_str::<Settings>(&text).expect("settings"), settings);
    }

    #[test]
    fn sites_read_back() {
        for site in [Site::Guild(1), Site::Channel(u64::MAX)] {
            assert_eq!(site.to_string().parse(), Ok(site));
        }
        assert!("guild:x".parse::<Site>().is_err() && "dm:1".parse::<Site>().is_err());
    }
}
