//! The settings at hand: read from the ledger once in a while, changed through it.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use tokio::time::Instant;

use super::{Change, Changed, Rules, SettingError, Settings, Site};
use crate::clock::Clock;
use crate::memory::PersonId;
use crate::store::{AuditLine, Page, SharedLedger, StoreError};

/// Sites whose settings are held at once.
const HELD: usize = 10_000;
/// How long they are believed, since another program on the same ledger may change them.
const BELIEVED: Duration = Duration::from_secs(15);

/// Why a setting was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The settings of all places. Cheap to clone.
#[derive(Clone)]
pub struct SettingsBook {
    ledger: SharedLedger,
    clock: Arc<dyn Clock>,
    /// What holds where nothing is set.
    defaults: Arc<Settings>,
    /// The models that can be chosen, the usual one first.
    models: Arc<[String]>,
    held: Arc<Cache<Site, (Instant, Arc<Settings>)>>,
    /// Which channel each thread belongs to, as far as it was told.
    parents: Arc<Cache<u64, u64>>,
}

impl SettingsBook {
    /// The book of that ledger.
    pub fn new(ledger: SharedLedger, clock: Arc<dyn Clock>) -> Self {
        let (held, parents) = (Arc::new(Cache::new(HELD)), Arc::new(Cache::new(HELD)));
        Self { ledger, clock, defaults: Arc::default(), models: Arc::default(), held, parents }
    }

    /// The same book, in which `defaults` hold where nothing is set.
    #[must_use]
    pub fn with_defaults(self, defaults: Settings) -> Self {
        Self { defaults: Arc::new(defaults), ..self }
    }

    /// The same book, in which those models can be chosen, the usual one first.
    #[must_use]
    pub fn with_models(self, names: Vec<String>) -> Self {
        Self { models: names.into(), ..self }
    }

    /// The models that can be chosen, the usual one first.
    pub fn models(&self) -> &[String] {
        &self.models
    }

    /// What was set at one site.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn settings(&self, site: Site) -> Result<Arc<Settings>, StoreError> {
        if let Some((at, settings)) = self.held.get(&site)
            && at.elapsed() < BELIEVED
        {
            return Ok(settings);
        }
        let settings = Arc::new(self.ledger.settings(&site).await?);
        self.held.insert(site, (Instant::now(), settings.clone()));
        Ok(settings)
    }

    /// `thread` is one of that channel.
    pub fn note_thread(&self, thread: u64, channel: u64) {
        if self.parents.get(&thread) != Some(channel) {
            self.parents.insert(thread, channel);
        }
    }

    /// The rules in a channel or thread.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn rules(&self, guild: Option<u64>, channel: u64) -> Result<Rules, StoreError> {
        let mut all = Vec::new();
        for site in self.sites(guild, channel) {
            all.push(self.settings(site).await?);
        }
        Ok(Rules::of(all.iter().chain([&self.defaults]).map(AsRef::as_ref)))
    }

    /// The model that was chosen for a channel or thread, whether it still can be or not, and the site where it was.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn model(&self, guild: Option<u64>, channel: u64) -> Result<Option<(Site, String)>, StoreError> {
        for site in self.sites(guild, channel) {
            if let Some(name) = &self.settings(site).await?.model {
                return Ok(Some((site, name.clone())));
            }
        }
        Ok(None)
    }

    /// The sites of a channel or thread, the nearest first.
    fn sites(&self, guild: Option<u64>, channel: u64) -> impl Iterator<Item = Site> + use<> {
        let parent = self.parents.get(&channel);
        [Some(Site::Channel(channel)), parent.map(Site::Channel), guild.map(Site::Guild)].into_iter().flatten()
    }

    /// Changes one setting, and writes down who did. None if it was like that already.
    ///
    /// # Errors
    /// [`ChangeError::Setting`] when the value is not accepted; nothing is changed then.
    pub async fn change(
        &self,
        site: Site,
        guild: Option<u64>,
        change: Change,
        by: PersonId,
    ) -> Result<Option<Changed>, ChangeError> {
        change.check()?;
        if let Change::Model(Some(name)) = &change
            && !self.models.contains(name)
        {
            return Err(SettingError::Model(name.clone()).into());
        }
        let changed = self.ledger.change_setting(&site, guild, change, by, self.clock.now()).await?;
        self.held.remove(&site);
        Ok(changed)
    }

    /// What was changed in that guild, newest first; in direct messages, at that site.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn audit(
        &self,
        site: Site,
        guild: Option<u64>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<AuditLine>, StoreError> {
        self.ledger.audit(&site, guild, offset, limit).await
    }
}
