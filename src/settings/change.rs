//! Changing a setting: what is accepted, and what is written down of it. Pure.

use serde::Serialize;

use super::Change;

/// Keywords of one place, and characters of one.
const KEYWORDS: usize = 25;
const KEYWORD: usize = 50;
/// Roles and people that a rule may name.
const NAMED: usize = 100;
/// The longest retention: ten years.
const LONGEST_DAYS: u32 = 3_650;

/// Why a setting is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    #[error("there may be {KEYWORDS} keywords of 1 to {KEYWORD} characters")]
    Keywords,
    #[error("at most {NAMED} roles and people can be named")]
    TooMany,
    #[error("quiet hours must begin and end at different times of the day")]
    Quiet,
    #[error("`{0}` is not among the models that can be chosen")]
    Model(String),
    #[error("messages are kept for 1 to {LONGEST_DAYS} days, or with 0 for good")]
    Retention,
    #[error("there must be something that makes the bot answer; to have it answer nobody, switch it off")]
    NoTrigger,
}

/// What a change did, values as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    pub setting: &'static str,
    pub before: String,
    pub after: String,
}

impl Changed {
    pub(super) fn of(setting: &'static str, before: &impl Serialize, after: &impl Serialize) -> Self {
        Self { setting, before: json(before), after: json(after) }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

impl Change {
    /// Whether the new value can be accepted.
    ///
    /// # Errors
    /// [`SettingError`].
    pub fn check(&self) -> Result<(), SettingError> {
        let (fits, error) = match self {
            Self::Keywords(Some(words)) => {
                let fits = |word: &String| !word.trim().is_empty() && word.chars().count() <= KEYWORD;
                (words.len() <= KEYWORDS && words.iter().all(fits), SettingError::Keywords)
            }
            Self::Triggers(Some(triggers)) => (!triggers.is_empty(), SettingError::NoTrigger),
            Self::WhoMay(Some(access)) => (access.named() <= NAMED, SettingError::TooMany),
            Self::Quiet(Some(quiet)) => (quiet.is_real(), SettingError::Quiet),
            Self::Retention(Some(days)) => (*days <= LONGEST_DAYS, SettingError::Retention),
            _ => return Ok(()),
        };
        if fits { Ok(()) } else { Err(error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Access, QuietHours};

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = [
            Change::Keywords(Some(vec![" ".into()])),
            Change::Keywords(Some(vec!["x".repeat(51)])),
            Change::Triggers(Some([].into())),
            Change::WhoMay(Some(Access { allow_roles: (0..101).collect(), ..Access::default() })),
            Change::Quiet(Some(QuietHours { from: 60, to: 60 })),
            Change::Quiet(Some(QuietHours { from: 60, to: 1_440 })),
            Change::Retention(Some(3_651)),
        ];
        assert!(refused.iter().all(|change| change.check().is_err()));
        let fine = [Change::Keywords(Some(vec!["miso".into()])), Change::Keywords(None), Change::Retention(Some(0))];
        assert!(fine.iter().all(|change| change.check().is_ok()));
    }
}
