//! Agents: who takes a message in, thinks, remembers and answers. Owns the turn and everything it decides.
//! Knows traits only; must not know Discord, SQL or which model answers.

mod causes;
mod changes;
pub mod compact;
pub mod context;
mod deliver;
pub mod desk;
mod draft;
mod drive;
mod export;
mod feedback;
mod files;
mod house;
mod limits;
mod mailbox;
mod memory_step;
mod meter;
mod outage;
mod pictures;
mod remind;
pub mod rights;
mod running;
mod summarize;
mod tend;
pub mod turn;
mod wording;
mod work;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use quick_cache::sync::Cache;
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::AgentConfig;
use crate::documents::Library;
use crate::failpoint;
use crate::index::sync::IndexSync;
use crate::llm::tokens::TokenCounter;
use crate::llm::{Models, SharedLlm};
use crate::memory::outgoing::OutboxRow;
use crate::memory::{AgentKey, FileNews, Incoming, MessageChange, OutboxId, PersonId, Shown, Source};
use crate::search::MemorySearch;
use crate::settings::SettingsBook;
use crate::store::{Accepted, AgentSeed, SharedLedger, StoreError};
use crate::tools::{Toolbox, quiet_registry};
use crate::transcribe::Transcriber;
pub use feedback::Feedback;
pub use files::{Files, NoFiles, SharedFiles};
pub use house::Swept;
use limits::ToolCalls;
use mailbox::Mailboxes;
use meter::Metered;
use outage::Outages;
pub use outage::Retry;
use remind::Alarm;
use rights::{Closed, Keeping};
use running::Running;
pub use running::Stop;

/// Why something was not delivered.
#[derive(Debug)]
pub struct DeliveryError {
    /// What was delivered before it failed (Discord message ids, in order, with those of earlier tries).
    pub sent: Vec<u64>,
    /// Trying again cannot help (channel gone, permission missing).
    pub permanent: bool,
    /// For the log and the ledger; no secret.
    pub cause: String,
}

/// Keeps a sign of work ("typing") alive until it is dropped.
pub type Busy = Box<dyn Send + Sync>;

/// Where answers go.
#[async_trait]
pub trait ReplySink: Send + Sync {
    /// Whether that place is one of those it delivers to. Several programs may share a ledger (a bot and a terminal chat),
    /// and none may take up what belongs to another.
    fn serves(&self, key: &AgentKey) -> bool;
    /// Delivers one outbox row, going on behind `row.sent`. Delivering the same row again must not show it twice.
    /// Answers the Discord ids of all its parts.
    async fn deliver(&self, key: &AgentKey, row: &OutboxRow) -> Result<Vec<u64>, DeliveryError>;
    /// Shows that the agent is at work there.
    fn busy(&self, key: &AgentKey, at: &Source) -> Busy;
    /// Shows, if that takes long, that the message was seen, until words are there.
    fn waiting(&self, _: &AgentKey, _: &Source) -> Busy {
        Box::new(())
    }
    /// The words in which people are told there of those files, a line each. English, where nobody speaks another language.
    fn told_of_files(&self, _: &AgentKey, _: &Source, news: &[FileNews]) -> String {
        news.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }
    /// A draft of the answer that the row `reply` will hold, if answers are shown there while they are made. `shown`
    /// already stands for it.
    fn draft(&self, _: &AgentKey, _: &Source, _reply: OutboxId, _shown: Option<&Shown>) -> Option<Box<dyn Draft>> {
        None
    }
}

/// An answer that people see while it is made. Delivering its row makes it the answer.
#[async_trait]
pub trait Draft: Send {
    /// Shows those words, the newest state of the answer. Answers what stands for it now if that has changed: it must be
    /// written down before anything more is shown. What cannot be shown is left out.
    async fn show(&mut self, text: &str) -> Option<Shown>;
    /// The least time between two changes.
    fn pace(&self) -> Duration;
}

/// A sink that many hold.
pub type SharedSink = Arc<dyn ReplySink>;

/// What agents are made of.
pub struct AgentParts {
    pub ledger: SharedLedger,
    pub search: MemorySearch,
    pub sync: Arc<IndexSync>,
    pub models: Models,
    pub sink: SharedSink,
    pub library: Library,
    pub files: SharedFiles,
    /// What turns speech into text, if anything does.
    pub transcriber: Option<Transcriber>,
    pub tools: Toolbox,
    pub tokens: Arc<TokenCounter>,
    pub settings: SettingsBook,
    pub clock: Arc<dyn Clock>,
    pub config: AgentConfig,
    pub seed: AgentSeed,
    /// Where it all is kept, for people who ask.
    pub keeping: Keeping,
    /// Tokens of prompt and answer together.
    pub context_tokens: u32,
    /// Tokens that one answer may have.
    pub max_tokens: u32,
}

impl AgentParts {
    /// The model that was chosen for that place.
    async fn model_at(&self, at: &Source) -> Result<SharedLlm, StoreError> {
        let rules = self.settings.rules(at.guild, at.channel).await?;
        Ok(self.models.chosen(rules.model.as_deref()).clone())
    }
}

/// All agents. Cheap to clone.
#[derive(Clone)]
pub struct Agents(Arc<Inner>);

struct Inner {
    parts: AgentParts,
    /// What the tools cost in every request: of an agent without documents, and of one with some.
    tool_tokens: [usize; 2],
    /// The tools for quiet hours, and what they cost.
    quiet_tools: Toolbox,
    quiet_tokens: usize,
    /// Counts what people say and change.
    said: watch::Sender<u64>,
    mailboxes: Mailboxes,
    tool_calls: ToolCalls,
    closed: Closed,
    running: Running,
    alarm: Alarm,
    /// How many reactions of a person were heard, in which hour.
    reactions: Cache<PersonId, (i64, u32)>,
    turns: Semaphore,
    /// Files that are fetched and read or heard at once.
    files: Semaphore,
    /// Room for pictures.
    pictures: Arc<Semaphore>,
    outages: Outages,
    tasks: TaskTracker,
    /// No new turns.
    stopping: CancellationToken,
    /// Running turns are put down where that can be done in good order.
    ending: CancellationToken,
    /// And then everywhere.
    gone: CancellationToken,
}

impl Agents {
    /// Agents made of those parts. `stopping` keeps new turns from starting.
    pub fn new(mut parts: AgentParts, stopping: CancellationToken) -> Self {
        let tokens = parts.tokens.clone();
        parts.models = parts.models.within(|llm| Arc::new(Metered { llm, tokens: tokens.clone() }));
        let turns = Semaphore::new(parts.config.parallel_turns);
        let tasks = TaskTracker::new();
        let tool_tokens = [false, true].map(|documents| parts.tokens.tools(parts.tools.offered(documents)));
        let quiet_tools = Toolbox::new(quiet_registry());
        let quiet_tokens = parts.tokens.tools(quiet_tools.specs());
        Self(Arc::new(Inner {
            parts,
            tool_tokens,
            quiet_tools,
            quiet_tokens,
            said: watch::Sender::new(0),
            mailboxes: Mailboxes::default(),
            tool_calls: ToolCalls::default(),
            closed: Closed::default(),
            running: Running::default(),
            alarm: Alarm::default(),
            reactions: Cache::new(feedback::COUNTED),
            turns,
            files: Semaphore::new(files::AT_ONCE),
            pictures: Arc::new(Semaphore::new(pictures::HELD)),
            outages: Outages::default(),
            tasks,
            stopping,
            ending: CancellationToken::new(),
            gone: CancellationToken::new(),
        }))
    }

    /// Takes a message in and sees to it that it is answered. When this returns the message cannot be lost, unless too much
    /// waits already: what was taken in is answered first, and this message is for whoever said it to repeat.
    ///
    /// # Errors
    /// [`StoreError`] when it could not be written down: then nobody will answer it.
    pub async fn accept(&self, incoming: &Incoming) -> Result<Accepted, StoreError> {
        let AgentParts { ledger, clock, config, .. } = &self.0.parts;
        if ledger.is_full(incoming, config.waiting, config.waiting_in_all).await? {
            return Ok(Accepted::Full);
        }
        let accepted = ledger.accept(incoming, clock.now()).await?;
        failpoint::reach("message-accepted");
        if accepted == Accepted::New {
            self.0.said.send_modify(|count| *count += 1);
            self.wake(&incoming.key);
        }
        Ok(accepted)
    }

    /// Takes in that a message was changed or deleted where it was said, and sees to it that memory follows. Messages that
    /// were never taken in are passed over.
    ///
    /// # Errors
    /// [`StoreError`] when it could not be written down: then memory still has the message as it was.
    pub async fn changed(&self, change: &MessageChange) -> Result<(), StoreError> {
        let places = self.0.parts.ledger.note_change(change).await?;
        failpoint::reach("change-noted");
        for key in places {
            self.0.said.send_modify(|count| *count += 1);
            self.0.running.changed(&key, change);
            self.wake(&key);
        }
        Ok(())
    }

    /// Stops the answer that is being made in that place (the one of that row, if it is given) because `by` asks for it, who
    /// may look after the place (`manages`). What was said until then is shown. A turn that waits for the model ends too.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger does not answer.
    pub async fn stop(
        &self,
        key: &AgentKey,
        reply: Option<OutboxId>,
        by: PersonId,
        manages: bool,
    ) -> Result<Stop, StoreError> {
        match self.0.running.stop(key, reply, by, manages) {
            Stop::Nothing if reply.is_none() => self.stop_waiting(key, by, manages).await,
            stop => Ok(stop),
        }
    }

    /// The newest messages of people in that channel of Discord, newest first.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn recently_said(&self, channel: u64, limit: u64) -> Result<Vec<u64>, StoreError> {
        self.0.parts.ledger.recently_said(channel, limit).await
    }

    /// Writes down that everything that was said in those channels of Discord up to those messages was dealt with.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be written.
    pub async fn seen_through(&self, through: &[(u64, u64)]) -> Result<(), StoreError> {
        self.0.parts.ledger.seen_through(through).await
    }

    /// Up to which message each channel of Discord of which something is kept was dealt with.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn last_said(&self) -> Result<Vec<Source>, StoreError> {
        self.0.parts.ledger.last_said().await
    }

    /// When the ledger was made from a backup, if it was, as a number of Discord.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn restored(&self) -> Result<Option<u64>, StoreError> {
        self.0.parts.ledger.restored().await
    }

    /// Takes up what was left when the program ended: turns half done, answers not sent, messages not answered. Only in
    /// places that the sink serves.
    ///
    /// # Errors
    /// [`StoreError`] when the ledger cannot be read.
    pub async fn resume(&self) -> Result<(), StoreError> {
        self.resume_forgetting().await?;
        let AgentParts { ledger, sink, .. } = &self.0.parts;
        for agent in ledger.unsent_agents().await?.iter().filter(|agent| sink.serves(&agent.key)) {
            self.wake(&agent.key);
        }
        for begun in ledger.unfinished_turns().await?.iter().filter(|begun| sink.serves(&begun.agent.key)) {
            let (key, steps) = (&begun.agent.key, begun.turn.steps);
            match &begun.turn.parked {
                Some(parked) => self.0.wait_for_model(key, parked),
                None => {
                    tracing::info!(agent = %key, trace = begun.turn.trace, steps, "resuming a turn");
                    self.wake(key);
                }
            }
        }
        let changed = ledger.changed_places().await?;
        for key in ledger.waiting().await?.iter().chain(&changed).filter(|key| sink.serves(key)) {
            self.wake(key);
        }
        Ok(())
    }

    /// Waits until nobody works for any agent.
    pub async fn idle(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
        self.0.tasks.reopen();
    }
}
