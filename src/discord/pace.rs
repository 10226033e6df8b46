//! How fast the Discord side goes about things that take time. Tests make it faster.

use std::time::Duration;

/// Waits and bounds.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Between two signs of typing. Discord shows each for ten seconds.
    pub typing: Duration,
    /// After which typing is no longer shown, however long the work takes.
    pub typing_limit: Duration,
    /// The least time between two changes of an answer that is shown while it is made.
    pub draft: Duration,
    /// After which a message that has no answer yet gets a sign that it was seen.
    pub seen: Duration,
    /// How long a question with buttons waits for its answer.
    pub question: Duration,
    /// A request that takes longer has failed.
    pub timeout: Duration,
    /// The first wait before a request is tried again; it doubles with each try.
    pub retry: Duration,
    /// How much waiting that Discord asks for is put up with in one delivery.
    pub patience: Duration,
    /// How often connections to the gateway are looked after.
    pub watch: Duration,
    /// After which one that is not heard of is begun anew. A heartbeat is answered every 41 seconds.
    pub stall: Duration,
    /// Sessions that may be begun in ten minutes, beyond one of each shard, before connecting is paused.
    pub sessions: usize,
    /// That pause; it doubles up to an hour.
    pub flapping: Duration,
    /// The first wait before channels are tried again that could not be read back; it doubles.
    pub read_back: Duration,
    /// The first wait before the ledger is tried again that was away; it doubles up to five seconds.
    pub memory: Duration,
    /// After which people are told that the ledger is away.
    pub memory_silence: Duration,
    /// How often it is written down up to where messages were dealt with.
    pub seen_through: Duration,
    /// Messages that may wait to be taken in.
    pub queue: usize,
    /// The first wait before commands are registered again; it doubles up to ten minutes.
    pub registration: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            typing: Duration::from_secs(8),
            typing_limit: Duration::from_secs(600),
            draft: Duration::from_secs(1),
            seen: Duration::from_secs(10),
            question: Duration::from_secs(120),
            timeout: Duration::from_secs(60),
            retry: Duration::from_millis(500),
            patience: Duration::from_secs(60),
            watch: Duration::from_secs(5),
            stall: Duration::from_secs(100),
            sessions: 5,
            flapping: Duration::from_secs(30),
            read_back: Duration::from_secs(5),
            memory: Duration::from_millis(200),
            memory_silence: Duration::from_secs(5),
            seen_through: Duration::from_secs(15),
            queue: 2_000,
            registration: Duration::from_secs(5),
        }
    }
}
