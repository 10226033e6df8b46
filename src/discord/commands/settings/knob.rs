//! The settings as they stand in the panel, one after the other. Pure.

use crate::discord::words::Lang;
use crate::settings::{Change, Site};

/// One setting of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knob {
    Heard,
    Triggers,
    Keywords,
    Bots,
    Access,
    Display,
    Agents,
    Apart,
    Quiet,
    Zone,
    Model,
    Retention,
    Budgets,
}

impl Knob {
    /// Every one, as they are listed.
    pub const ALL: [Self; 13] = [
        Self::Heard,
        Self::Triggers,
        Self::Keywords,
        Self::Bots,
        Self::Access,
        Self::Display,
        Self::Agents,
        Self::Apart,
        Self::Quiet,
        Self::Zone,
        Self::Model,
        Self::Retention,
        Self::Budgets,
    ];

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        self.cleared().name()
    }

    /// The setting of that name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|knob| knob.name() == name)
    }

    /// The change that takes away what was set.
    pub fn cleared(self) -> Change {
        match self {
            Self::Heard => Change::Heard(None),
            Self::Triggers => Change::Triggers(None),
            Self::Keywords => Change::Keywords(None),
            Self::Bots => Change::Bots(None),
            Self::Access => Change::WhoMay(None),
            Self::Display => Change::HowShown(None),
            Self::Agents => Change::Agents(None),
            Self::Apart => Change::Apart(None),
            Self::Quiet => Change::Quiet(None),
            Self::Zone => Change::TimeZone(None),
            Self::Model => Change::Model(None),
            Self::Retention => Change::Retention(None),
            Self::Budgets => Change::Limits(None),
        }
    }

    /// What it is called.
    pub fn title(self, lang: Lang) -> String {
        match self {
            Self::Heard => lang.set_heard(),
            Self::Triggers => lang.set_triggers(),
            Self::Keywords => lang.set_keywords(),
            Self::Bots => lang.set_bots(),
            Self::Access => lang.set_access(),
            Self::Display => lang.set_display(),
            Self::Agents => lang.set_agents(),
            Self::Apart => lang.set_apart(),
            Self::Quiet => lang.set_quiet(),
            Self::Zone => lang.set_zone(),
            Self::Model => lang.set_model(),
            Self::Retention => lang.set_retention(),
            Self::Budgets => lang.set_budgets(),
        }
    }

    /// Whether it can be set there. In direct messages everybody is heard and is alone; a public thread is set apart by
    /// itself, a private one always is; how long things are kept and what they may cost is one thing for a whole server.
    pub fn fits(self, site: Site, guild: Option<u64>, may_share: bool) -> bool {
        let in_dm = guild.is_none();
        match self {
            Self::Display | Self::Quiet | Self::Zone | Self::Model => true,
            Self::Apart => may_share && matches!(site, Site::Channel(_)),
            Self::Retention => in_dm || matches!(site, Site::Guild(_)),
            Self::Budgets => matches!(site, Site::Guild(_)),
            Self::Heard | Self::Triggers | Self::Keywords | Self::Bots | Self::Access | Self::Agents => !in_dm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_stands_in_the_panel_once() {
        let mut names: Vec<&str> = Knob::ALL.iter().map(|knob| knob.name()).collect();
        let mut wanted = Change::NAMES.to_vec();
        names.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(names, wanted);
        assert!(Knob::ALL.iter().all(|knob| Knob::of(knob.name()) == Some(*knob)));
    }
}
