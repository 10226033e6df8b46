//! A Discord of our own on the loopback: REST and gateway, people to talk, and rules that fail the test.
//! Everything the bot sends is checked against Discord's published description and against the rules that it leaves out
//! (`rules`); what broke one is refused as Discord would, and the test fails when the fake is dropped.
//!
//! ```ignore
//! let fake = FakeDiscord::start().await;
//! let channel = fake.general();
//! // … run the bot with DISCORD_API_BASE = fake.url(), DISCORD_TOKEN = fake.token() …
//! fake.connected().await;
//! let said = fake.mention(fake.mara(), channel, "hello");
//! let answer = fake.next_message(channel, |message| message.answers(said)).await;
//! ```
#![allow(dead_code, reason = "the people's side is larger than what one test uses")]

mod faults;
mod gateway;
mod http;
pub mod line;
mod openapi;
mod payloads;
mod people;
mod people_interactions;
mod routes;
mod rules;
mod rules_commands;
mod shown;
mod state;
mod wait;

use std::sync::{Arc, Mutex};

use tokio::sync::watch;

pub use faults::Trouble;
#[allow(unused_imports)]
pub use gateway::{Closed, Wire};
pub use people_interactions::Pressed;
pub use shown::Shown;
pub use state::{Id, State, Stored};

/// Permissions that everybody has in a new guild: what the bot needs, and no more.
const PERMISSIONS: u64 = 1 << 6 | 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 31 | 1 << 35 | 1 << 38;

/// What all parts of the fake hold.
#[derive(Clone)]
pub struct Shared {
    state: Arc<Mutex<State>>,
    changes: Arc<watch::Sender<u64>>,
}

impl Shared {
    /// Reads or changes the state, and wakes whoever waits for a change.
    pub fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// Reads the state.
    pub fn read<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        read(&self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

/// The fake. Dropping it fails the test if the bot broke a rule.
pub struct FakeDiscord {
    shared: Shared,
    server: tokio::task::JoinHandle<()>,
    undecodable_expected: std::sync::atomic::AtomicU64,
    guild: Id,
    general: Id,
    mara: Id,
    jo: Id,
}

impl FakeDiscord {
    /// A Discord with one guild, one channel and two people.
    pub async fn start() -> Self {
        let listener = line::Lines(tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port on the loopback"));
        let url = format!("http://{}", listener.0.local_addr().expect("an address"));
        let shared = Shared { state: Arc::new(Mutex::new(State::new(url))), changes: Arc::new(watch::channel(0).0) };
        let router = http::router(shared.clone()).into_make_service_with_connect_info::<line::Line>();
        let server = tokio::spawn(async move { axum::serve(listener, router).await.expect("the fake serves") });
        let undecodable_expected = std::sync::atomic::AtomicU64::new(0);
        let mut fake = Self { shared, server, undecodable_expected, guild: 0, general: 0, mara: 0, jo: 0 };
        fake.guild = fake.new_guild("Workshop");
        fake.general = fake.new_channel(fake.guild, "general");
        fake.mara = fake.new_user("Mara");
        fake.jo = fake.new_user("Jo");
        fake.join(fake.guild, fake.mara);
        fake.join(fake.guild, fake.jo);
        fake
    }

    /// Whether requests are checked against Discord's own description too.
    pub fn has_description() -> bool {
        openapi::is_there()
    }

    /// What DISCORD_API_BASE is set to.
    pub fn url(&self) -> String {
        self.read(|state| state.url.clone())
    }

    /// What DISCORD_TOKEN is set to.
    pub fn token(&self) -> String {
        self.read(|state| state.token.clone())
    }

    pub fn bot(&self) -> Id {
        self.read(|state| state.bot.id)
    }

    pub fn guild(&self) -> Id {
        self.guild
    }

    pub fn general(&self) -> Id {
        self.general
    }

    pub fn mara(&self) -> Id {
        self.mara
    }

    pub fn jo(&self) -> Id {
        self.jo
    }

    /// What rules were broken since the last call; they no longer fail the test.
    pub fn take_violations(&self) -> Vec<String> {
        self.change(|state| std::mem::take(&mut state.violations))
    }

    /// So many gateway events are sent broken on purpose.
    pub fn expect_undecodable(&self, count: u64) {
        self.undecodable_expected.store(count, std::sync::atomic::Ordering::SeqCst);
    }

    /// Fails if a rule was broken, or a gateway event could not be decoded by the bot.
    pub fn assert_clean(&self) {
        let (violations, dump) = self.read(|state| (state.violations.clone(), state.dump()));
        assert!(violations.is_empty(), "rules of Discord were broken:\n{}\n{dump}", violations.join("\n"));
        let undecodable = keepsake::discord::health::undecodable(&self.url());
        let expected = self.undecodable_expected.load(std::sync::atomic::Ordering::SeqCst);
        assert_eq!(undecodable, expected, "gateway events could not be decoded\n{dump}");
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        self.shared.change(change)
    }

    pub(crate) fn read<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        self.shared.read(read)
    }
}

impl Drop for FakeDiscord {
    fn drop(&mut self) {
        self.server.abort();
        if !std::thread::panicking() {
            self.assert_clean();
        }
    }
}
