//! Settings, who changed them, and what answers have become in Discord. Owns the traits.

use async_trait::async_trait;

use super::{Page, StoreError};
use crate::clock::Moment;
use crate::memory::{AgentKey, PersonId, TurnId};
use crate::settings::{Change, Changed, Settings, Site};

/// One change of a setting. Values are JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    pub site: Site,
    pub by: PersonId,
    pub setting: String,
    pub before: String,
    pub after: String,
    pub at: Moment,
}

/// What was set where.
#[async_trait]
pub trait SettingsStore: Send + Sync {
    /// What was set at that site.
    async fn settings(&self, site: &Site) -> Result<Settings, StoreError>;
    /// Changes one setting of the site, which belongs to `guild`, and writes a line about it. None, and nothing written,
    /// if it was like that already.
    async fn change_setting(
        &self,
        site: &Site,
        guild: Option<u64>,
        change: Change,
        by: PersonId,
        now: Moment,
    ) -> Result<Option<Changed>, StoreError>;
    /// What was changed in that guild, newest first; outside guilds, at that site.
    async fn audit(
        &self,
        site: &Site,
        guild: Option<u64>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<AuditLine>, StoreError>;
}

/// An answer as it stands in Discord.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    pub key: AgentKey,
    /// The turn that it came from; none for what was said outside any.
    pub turn: Option<TurnId>,
}

/// What answers have become in Discord.
#[async_trait]
pub trait PostedStore: Send + Sync {
    /// Whose answer that message of Discord is.
    async fn posted(&self, message: u64) -> Result<Option<Posted>, StoreError>;
}
