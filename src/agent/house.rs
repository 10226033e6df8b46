//! What goes by itself, hour by hour: messages that are too old, and what was said in places that are gone.

use std::time::Duration;

use chrono::TimeDelta;

use super::{Agents, Inner};
use crate::memory::{Agent, AgentKey};
use crate::settings::Site;
use crate::store::{Home, StoreError};

/// How often it is looked.
const EVERY: Duration = Duration::from_secs(3_600);
/// Agents that are looked up together, messages that are forgotten in one transaction, and such transactions of one agent in
/// one round.
const AGENTS: u64 = 200;
const MESSAGES: u64 = 500;
const BATCHES: usize = 40;

/// What one round came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swept {
    /// Messages that were too old.
    pub messages: u64,
    /// Agents whose places are gone.
    pub agents: u64,
}

impl Agents {
    /// Keeps house at the start and every hour until the program ends.
    pub async fn keep_house(&self) {
        loop {
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                swept = self.sweep() => match swept {
                    Ok(swept) if swept != Swept::default() => {
                        tracing::info!(?swept, "what was too old, or in places that are gone, was forgotten");
                    }
                    Ok(_) => {}
                    Err(error) => tracing::warn!(%error, "not all that is too old was forgotten; it is tried again"),
                },
            }
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    /// One round.
    ///
    /// # Errors
    /// [`StoreError`]; the next round goes on.
    pub async fn sweep(&self) -> Result<Swept, StoreError> {
        let inner = &self.0;
        let mut swept = Swept { agents: inner.leave_departed().await?, messages: 0 };
        let mut after = None;
        loop {
            let homes = inner.parts.ledger.homes(after, AGENTS).await?;
            let Some(last) = homes.last() else { break };
            after = Some(last.agent.scope());
            for home in homes.iter().filter(|home| inner.parts.sink.serves(&home.agent.key)) {
                swept.messages += inner.forget_old(home).await?;
            }
        }
        if swept != Swept::default() {
            inner.parts.sync.nudge();
        }
        Ok(swept)
    }

    /// The bot is no longer in that guild, or that channel or thread was deleted.
    ///
    /// # Errors
    /// [`StoreError`] when it could not be written down.
    pub async fn left(&self, site: Site) -> Result<(), StoreError> {
        if self.0.parts.ledger.note_departure(site, self.0.parts.clock.now()).await? {
            let days = self.0.parts.config.rights.grace_days;
            tracing::info!(%site, days, "a place is gone; what was said there is forgotten after that many days");
        }
        Ok(())
    }

    /// The bot is in that guild.
    ///
    /// # Errors
    /// [`StoreError`] when it could not be written down.
    pub async fn came_back(&self, site: Site) -> Result<(), StoreError> {
        if self.0.parts.ledger.note_return(site).await? {
            tracing::info!(%site, "a place is there again; nothing of it is forgotten");
        }
        Ok(())
    }

    /// Channels and threads of that guild of which anything is kept.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn channels_of_guild(&self, guild: u64) -> Result<Vec<u64>, StoreError> {
        self.0.parts.ledger.channels_of_guild(guild).await
    }

    /// All guilds that the bot is in, of those for which `is_told` holds. The others were left while it was away.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn present(
        &self,
        guilds: &[u64],
        is_told: &(dyn Fn(u64) -> bool + Send + Sync),
    ) -> Result<(), StoreError> {
        for guild in guilds {
            self.came_back(Site::Guild(*guild)).await?;
        }
        for known in self.0.parts.ledger.guilds().await? {
            if is_told(known) && !guilds.contains(&known) {
                self.left(Site::Guild(known)).await?;
            }
        }
        Ok(())
    }
}

impl Inner {
    /// Forgets what is too old in one place. A summary that held some of it is made again.
    async fn forget_old(&self, home: &Home) -> Result<u64, StoreError> {
        let Home { agent, guild, channel } = home;
        let Some(days) = self.rules_of(&agent.key, *guild, *channel).await?.retention_days else { return Ok(0) };
        let before = self.parts.clock.now() - TimeDelta::days(days.into());
        let (mut forgotten, mut summaries) = (0, false);
        for _ in 0..BATCHES {
            let still = self.mailboxes.still(&agent.key).await;
            let aged = self.parts.ledger.forget_before(&agent.scope(), before, MESSAGES).await?;
            forgotten += aged.messages;
            summaries |= aged.messages > 0 || aged.copied;
            let over = aged.messages == 0 || !aged.more;
            if over && summaries {
                self.summarize_again(&agent.scope()).await?;
            }
            drop(still);
            if over || self.stopping.is_cancelled() {
                break;
            }
        }
        Ok(forgotten)
    }

    /// Takes away what was said in places that are gone for long enough.
    async fn leave_departed(&self) -> Result<u64, StoreError> {
        let ledger = &self.parts.ledger;
        let before = self.parts.clock.now() - TimeDelta::days(self.parts.config.rights.grace_days.into());
        let mut removed = 0;
        for site in ledger.departed(before).await? {
            for agent in self.agents_at(site).await? {
                let still = self.mailboxes.still(&agent.key).await;
                let messages = ledger.remove_agent(&agent, self.parts.clock.now()).await?;
                drop(still);
                tracing::info!(agent = %agent.key, messages, "its place is gone, and so is its memory");
                removed += 1;
            }
            ledger.remove_site(site).await?;
        }
        Ok(removed)
    }

    async fn agents_at(&self, site: Site) -> Result<Vec<Agent>, StoreError> {
        let ledger = &self.parts.ledger;
        match site {
            Site::Guild(guild) => ledger.agents_of_guild(guild).await,
            Site::Channel(id) => {
                let mut found = Vec::new();
                for key in [AgentKey::Channel(id), AgentKey::Thread(id)] {
                    found.extend(ledger.find_agent(&key).await?);
                }
                Ok(found)
            }
        }
    }
}
