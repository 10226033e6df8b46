//! The Discord side of the program, run against a fake, with an intake that only remembers what came.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use keepsake::agent::Feedback;
use keepsake::clock::SystemClock;
use keepsake::config::{DiscordConfig, Env};
use keepsake::discord::{
    self, DiscordError, DiscordFiles, DiscordParts, DiscordSink, Intake, Languages, LastSeen, Pace,
};
use keepsake::memory::{Incoming, MessageChange, PersonId};
use keepsake::settings::{Change, SettingsBook, Site};
use keepsake::store::{Accepted, StoreError};
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::desk::PlayedDesk;
use crate::support::discord::FakeDiscord;

/// Remembers what comes in.
#[derive(Default)]
pub struct Recorder {
    came: Mutex<Vec<Incoming>>,
    taken: Mutex<usize>,
    arrived: Notify,
    failing: AtomicBool,
    failing_changes: AtomicUsize,
    away: AtomicBool,
    full: Mutex<HashSet<String>>,
    seen: Mutex<Vec<LastSeen>>,
    changes: Mutex<Vec<MessageChange>>,
    said: Mutex<Vec<u64>>,
    closed: Mutex<HashSet<u64>>,
    places: Mutex<Vec<String>>,
    reactions: Mutex<Vec<(u64, Feedback)>>,
    through: Mutex<BTreeMap<u64, u64>>,
    /// Nothing is taken in while it is held.
    pub gate: tokio::sync::Mutex<()>,
}

impl Recorder {
    /// What was changed or deleted so far.
    pub fn changes(&self) -> Vec<MessageChange> {
        self.changes.lock().expect("a lock").clone()
    }

    /// What was done to reactions so far.
    pub fn reactions(&self) -> Vec<(u64, Feedback)> {
        self.reactions.lock().expect("a lock").clone()
    }

    /// The next message, in the order they came.
    pub async fn next(&self) -> Incoming {
        let waiting = async {
            loop {
                let arrived = self.arrived.notified();
                {
                    let mut taken = self.taken.lock().expect("a lock");
                    if let Some(incoming) = self.came.lock().expect("a lock").get(*taken).cloned() {
                        *taken += 1;
                        return incoming;
                    }
                }
                arrived.await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("a message comes in")
    }

    /// All that came so far.
    pub fn all(&self) -> Vec<Incoming> {
        self.came.lock().expect("a lock").clone()
    }

    /// From now on nothing can be taken in.
    pub fn fail(&self) {
        self.failing.store(true, Ordering::SeqCst);
    }

    /// From now on, or no longer, nothing can be asked or written, as when the disk is full.
    pub fn away(&self, away: bool) {
        self.away.store(away, Ordering::SeqCst);
    }

    /// There is no more room for what is said to that agent.
    pub fn fill(&self, key: &str) {
        self.full.lock().expect("a lock").insert(key.to_owned());
    }

    fn is_there(&self) -> Result<(), anyhow::Error> {
        let away = self.away.load(Ordering::SeqCst);
        if away { Err(StoreError::Passing("the ledger is away".into()).into()) } else { Ok(()) }
    }

    /// The next so many changes of messages cannot be taken in.
    pub fn fail_changes(&self, times: usize) {
        self.failing_changes.store(times, Ordering::SeqCst);
    }

    /// These messages were taken in before, newest first.
    pub fn set_recently_said(&self, said: Vec<u64>) {
        *self.said.lock().expect("a lock") = said;
    }

    /// From now on nothing of them is taken in.
    pub fn close(&self, person: u64) {
        self.closed.lock().expect("a lock").insert(person);
    }

    /// What was told of guilds and channels.
    pub fn places(&self) -> Vec<String> {
        self.places.lock().expect("a lock").clone()
    }

    fn place(&self, told: String) {
        self.places.lock().expect("a lock").push(told);
    }

    /// Up to which messages was dealt with, by channel.
    pub fn through(&self) -> BTreeMap<u64, u64> {
        self.through.lock().expect("a lock").clone()
    }

    pub fn set_last_seen(&self, seen: Vec<LastSeen>) {
        *self.seen.lock().expect("a lock") = seen;
    }
}

#[async_trait]
impl Intake for Recorder {
    async fn accept(&self, incoming: Incoming) -> Result<Accepted, anyhow::Error> {
        drop(self.gate.lock().await);
        self.is_there()?;
        anyhow::ensure!(!self.failing.load(Ordering::SeqCst), "the ledger is away");
        if self.full.lock().expect("a lock").contains(&incoming.key.to_string()) {
            return Ok(Accepted::Full);
        }
        self.came.lock().expect("a lock").push(incoming);
        self.arrived.notify_waiters();
        Ok(Accepted::New)
    }

    async fn changed(&self, change: MessageChange) -> Result<(), anyhow::Error> {
        self.is_there()?;
        let failing = self.failing_changes.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        anyhow::ensure!(failing.is_err(), "the ledger is away");
        self.changes.lock().expect("a lock").push(change);
        Ok(())
    }

    async fn reacted(&self, message: u64, feedback: Feedback) -> Result<(), anyhow::Error> {
        self.is_there()?;
        self.reactions.lock().expect("a lock").push((message, feedback));
        Ok(())
    }

    async fn recently_said(&self, _: u64, limit: u64) -> Result<Vec<u64>, anyhow::Error> {
        let said = self.said.lock().expect("a lock").clone();
        Ok(said.into_iter().take(limit as usize).collect())
    }

    async fn last_seen(&self) -> Result<Vec<LastSeen>, anyhow::Error> {
        Ok(self.seen.lock().expect("a lock").clone())
    }

    async fn seen_through(&self, through: &[(u64, u64)]) -> Result<(), anyhow::Error> {
        self.through.lock().expect("a lock").extend(through.iter().copied());
        Ok(())
    }

    async fn closed_people(&self) -> Result<Arc<HashSet<u64>>, anyhow::Error> {
        self.is_there()?;
        Ok(Arc::new(self.closed.lock().expect("a lock").clone()))
    }

    async fn left(&self, site: Site) -> Result<(), anyhow::Error> {
        self.place(format!("left {site}"));
        Ok(())
    }

    async fn came(&self, guild: u64) -> Result<(), anyhow::Error> {
        self.place(format!("came {guild}"));
        Ok(())
    }

    async fn present(&self, guilds: &[u64], shard: (u32, u32)) -> Result<(), anyhow::Error> {
        self.place(format!("present {guilds:?} of {shard:?}"));
        Ok(())
    }
}

/// Waits short enough for tests.
pub fn pace() -> Pace {
    Pace {
        typing: Duration::from_millis(50),
        typing_limit: Duration::from_secs(30),
        draft: Duration::from_millis(20),
        seen: Duration::from_secs(60),
        question: Duration::from_secs(60),
        timeout: Duration::from_secs(30),
        retry: Duration::from_millis(5),
        patience: Duration::from_secs(2),
        watch: Duration::from_millis(100),
        stall: Duration::from_secs(100),
        sessions: 100,
        flapping: Duration::from_millis(50),
        read_back: Duration::from_millis(50),
        seen_through: Duration::from_millis(50),
        memory: Duration::from_millis(5),
        memory_silence: Duration::from_millis(300),
        queue: 2_000,
        registration: Duration::from_millis(20),
    }
}

/// The settings that lead to `fake`.
pub fn config(fake: &FakeDiscord) -> DiscordConfig {
    let guild = fake.guild().to_string();
    let pairs = [("DISCORD_TOKEN", fake.token()), ("DISCORD_API_BASE", fake.url()), ("DISCORD_DEV_GUILDS", guild)];
    DiscordConfig::from_env(&Env::of(pairs)).expect("settings")
}

/// A sink on `fake`.
pub fn sink(fake: &FakeDiscord) -> DiscordSink {
    DiscordSink::with_pace(discord::http(&config(fake)).expect("a client"), Languages::default(), pace())
}

/// The bot at work.
pub struct Bot {
    pub intake: Arc<Recorder>,
    pub desk: Arc<PlayedDesk>,
    pub settings: SettingsBook,
    languages: Languages,
    shutdown: CancellationToken,
    task: JoinHandle<Result<(), DiscordError>>,
    pub fake: FakeDiscord,
    /// Of the ledger that holds the settings.
    _folder: TempDir,
}

/// Settings of their own, in a ledger in that folder.
async fn settings_book(folder: &TempDir) -> SettingsBook {
    let url = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let ledger = keepsake::store::open(&url).await.expect("the ledger opens");
    SettingsBook::new(ledger, Arc::new(SystemClock))
}

impl Bot {
    /// A bot that is connected.
    pub async fn start() -> Self {
        let bot = Self::begin(FakeDiscord::start().await, pace()).await;
        bot.fake.connected().await;
        bot
    }

    /// A bot whose commands are registered too.
    pub async fn with_commands() -> Self {
        Self::with_commands_at(pace()).await
    }

    pub async fn with_commands_at(pace: Pace) -> Self {
        let bot = Self::begin(FakeDiscord::start().await, pace).await;
        bot.fake.commands_registered().await;
        bot
    }

    /// A bot that may not be connected yet.
    pub async fn begin(fake: FakeDiscord, pace: Pace) -> Self {
        let config = config(&fake);
        Self::begin_as(fake, config, pace, Arc::default()).await
    }

    pub async fn begin_as(fake: FakeDiscord, config: DiscordConfig, pace: Pace, intake: Arc<Recorder>) -> Self {
        let desk = Arc::new(PlayedDesk::default());
        let (languages, shutdown) = (Languages::default(), CancellationToken::new());
        let http = discord::http(&config).expect("a client");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let settings = settings_book(&folder).await;
        let parts = DiscordParts {
            intake: intake.clone(),
            desk: desk.clone(),
            settings: settings.clone(),
            files: Arc::new(DiscordFiles::new(&config).expect("a client")),
            http,
            languages: languages.clone(),
        };
        let stop = shutdown.clone();
        let task = tokio::spawn(async move { discord::run_at_pace(&config, parts, pace, stop).await });
        Self { intake, desk, settings, languages, shutdown, task, fake, _folder: folder }
    }

    /// What delivers its answers.
    pub fn sink(&self) -> DiscordSink {
        let http = discord::http(&config(&self.fake)).expect("a client");
        DiscordSink::with_pace(http, self.languages.clone(), pace())
    }

    /// Changes a setting of the guild, or of a channel in it.
    pub async fn set(&self, site: Site, change: Change) {
        let changed = self.settings.change(site, Some(self.fake.guild()), change, PersonId(1)).await;
        changed.expect("it is accepted").expect("it is a change");
    }

    /// Stops it, and checks that it stopped well and broke no rule.
    pub async fn stop(self) {
        self.leave().await;
    }

    /// The same; the fake stays, for another to begin on.
    pub async fn leave(self) -> FakeDiscord {
        self.shutdown.cancel();
        let ended = tokio::time::timeout(Duration::from_secs(30), self.task).await.expect("it stops");
        ended.expect("it does not panic").expect("it stops without an error");
        self.fake.assert_clean();
        self.fake
    }

    /// How it ended by itself.
    pub async fn ended(self) -> DiscordError {
        let ended = tokio::time::timeout(Duration::from_secs(30), self.task).await.expect("it ends");
        ended.expect("it does not panic").expect_err("it ends with an error")
    }
}
