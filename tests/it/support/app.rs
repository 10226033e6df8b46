//! The real app on real stores, with a scripted model and a sink that remembers what was delivered.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{TimeDelta, TimeZone, Utc};
use keepsake::agent::{Busy, DeliveryError, ReplySink, SharedSink};
use keepsake::app::{App, Stores};
use keepsake::clock::{Clock, ManualClock};
use keepsake::config::{Config, Env, LlmConfig};
use keepsake::llm::Models;
use keepsake::memory::outgoing::OutboxRow;
use keepsake::memory::{AgentKey, EditCard, FileNews, Incoming, Outgoing, Person, PersonId, Scope, Source};
use keepsake::store::Accepted;
use secrecy::ExposeSecret;
use tempfile::TempDir;

use super::files::FakeFiles;
use super::model::{Script, ScriptedModel};
use super::postgres;

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}

/// Remembers what was delivered, and fails as often as it is told to.
#[derive(Default)]
pub struct RecordingSink {
    delivered: Mutex<Vec<(AgentKey, OutboxRow)>>,
    failures: Mutex<VecDeque<DeliveryError>>,
    notices: Mutex<Vec<AgentKey>>,
    /// Whether it breaks when it is asked next.
    breaks: AtomicBool,
    /// Where it goes on to.
    through: Mutex<Option<SharedSink>>,
}

impl RecordingSink {
    pub fn fail_next(&self, permanent: bool) {
        let error = DeliveryError { sent: Vec::new(), permanent, cause: "told to fail".into() };
        self.failures.lock().expect("the failures").push_back(error);
    }

    /// The next turn that speaks of its files meets a fault of the program.
    pub fn panic_next(&self) {
        self.breaks.store(true, Ordering::Relaxed);
    }

    /// Where people were told that what they say is stored.
    pub fn notices(&self) -> Vec<AgentKey> {
        self.notices.lock().expect("the notices").clone()
    }

    /// From now on what is delivered goes on to that sink.
    pub fn go_on_to(&self, sink: SharedSink) {
        *self.through.lock().expect("the sink") = Some(sink);
    }

    /// What was delivered, but for notices.
    pub fn delivered(&self) -> Vec<(AgentKey, OutboxRow)> {
        self.delivered.lock().expect("what was delivered").clone()
    }
}

#[async_trait]
impl ReplySink for RecordingSink {
    fn serves(&self, _: &AgentKey) -> bool {
        true
    }

    async fn deliver(&self, key: &AgentKey, row: &OutboxRow) -> Result<Vec<u64>, DeliveryError> {
        if let Some(error) = self.failures.lock().expect("the failures").pop_front() {
            return Err(error);
        }
        if row.outgoing == Outgoing::Notice {
            self.notices.lock().expect("the notices").push(key.clone());
            return Ok(vec![2]);
        }
        self.delivered.lock().expect("what was delivered").push((key.clone(), row.clone()));
        let through = self.through.lock().expect("the sink").clone();
        match through {
            Some(sink) => sink.deliver(key, row).await,
            None => Ok(vec![1]),
        }
    }

    fn busy(&self, _: &AgentKey, _: &Source) -> Busy {
        Box::new(())
    }

    fn told_of_files(&self, _: &AgentKey, _: &Source, news: &[FileNews]) -> String {
        assert!(!self.breaks.swap(false, Ordering::Relaxed), "told to break");
        news.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }
}

/// The running app.
pub struct TestApp {
    app: Option<App>,
    pub model: ScriptedModel,
    pub sink: Arc<RecordingSink>,
    pub files: Arc<FakeFiles>,
    pub clock: Arc<ManualClock>,
    pub config: Config,
    pub llm_config: LlmConfig,
    next_message: AtomicU64,
    _folder: TempDir,
}

impl TestApp {
    pub async fn start() -> Self {
        Self::on(Database::Sqlite, ScriptedModel::start().await).await
    }

    /// With a model that has room for so many tokens of prompt and answer.
    pub async fn with_budget(tokens: u32) -> Self {
        let mut test = Self::on(Database::Sqlite, ScriptedModel::start().await).await;
        test.restart_with_budget(tokens).await;
        test
    }

    /// With a model that says "Hello." when nothing else is scripted.
    pub async fn on(database: Database, model: ScriptedModel) -> Self {
        Self::configured(database, model, Vec::new()).await
    }

    /// The same with a Qdrant server at that address for its index.
    pub async fn with_qdrant(model: ScriptedModel, url: String) -> Self {
        Self::configured(Database::Sqlite, model, vec![("QDRANT_URL".to_owned(), url)]).await
    }

    /// With PostgreSQL, and with what those settings name for its index.
    pub async fn on_servers(model: ScriptedModel, index: Vec<(String, String)>) -> Self {
        Self::configured(Database::Postgres, model, index).await
    }

    /// With those settings of the operator.
    pub async fn with_settings(database: Database, model: ScriptedModel, settings: &[(&str, &str)]) -> Self {
        let more = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self::configured(database, model, more).await
    }

    async fn configured(database: Database, model: ScriptedModel, more: Vec<(String, String)>) -> Self {
        model.on(|_| Script::reply("Hello."));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut settings = vec![
            ("KEEPSAKE_DATA_DIR".to_owned(), folder.path().display().to_string()),
            ("KEEPSAKE_DEBOUNCE_MS".to_owned(), "0".to_owned()),
        ];
        settings.extend(more);
        if database == Database::Postgres {
            settings.push(("DATABASE_URL".to_owned(), postgres::database().await));
        }
        let mut config = Config::from_env(&Env::of(settings)).expect("good settings");
        config.documents.program = Some(env!("CARGO_BIN_EXE_keepsake").into());
        let start = Utc.with_ymd_and_hms(2026, 5, 4, 9, 0, 0).single().expect("a moment");
        let mut test = Self {
            app: None,
            llm_config: model.config(),
            model,
            sink: Arc::default(),
            files: Arc::default(),
            clock: Arc::new(ManualClock::new(start)),
            config,
            next_message: AtomicU64::new(1_000),
            _folder: folder,
        };
        test.build().await;
        test
    }

    async fn build(&mut self) {
        let stores = Stores::open(&self.config, self.clock.clone()).await.expect("the stores open");
        let models = Models::open(&self.llm_config).expect("clients");
        let app =
            App::build(&self.config.agent, &self.llm_config, stores, models, self.sink.clone(), self.files.clone())
                .expect("the app is built");
        app.agents.resume().await.expect("what was left is taken up");
        self.app = Some(app);
        self.app().agents.idle().await;
    }

    /// `DATABASE_URL`.
    pub fn database_url(&self) -> String {
        self.config.store.database_url.expose_secret().to_owned()
    }

    pub fn app(&self) -> &App {
        self.app.as_ref().expect("it runs")
    }

    /// Gives the model room for so many tokens of prompt and answer from the next start on.
    pub async fn restart_with_budget(&mut self, tokens: u32) {
        self.model.set_budget(tokens as usize);
        self.llm_config.context_tokens = tokens;
        self.restart().await;
    }

    /// Ends it in good order and starts it again on the same stores.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.start_again().await;
    }

    /// Ends it in good order, to be started again.
    pub async fn stop(&mut self) {
        if let Some(app) = self.app.take() {
            app.stop().await;
        }
    }

    /// Starts it on the same stores.
    pub async fn start_again(&mut self) {
        self.build().await;
    }

    /// Ends it in good order and for good.
    pub async fn end(mut self) {
        if let Some(app) = self.app.take() {
            app.stop().await;
        }
    }

    pub fn incoming(&self, key: &AgentKey, person: &Person, text: &str) -> Incoming {
        self.clock.advance(TimeDelta::seconds(30));
        let message = self.next_message.fetch_add(1, Ordering::Relaxed);
        let channel = match key {
            AgentKey::Channel(id) | AgentKey::Thread(id) => *id,
            _ => 77,
        };
        Incoming {
            event: format!("discord:{message}"),
            key: key.clone(),
            person: person.clone(),
            text: text.to_owned(),
            attachments: Vec::new(),
            quote: None,
            source: Source { guild: None, channel, message },
            at: self.clock.now(),
        }
    }

    /// Somebody says something; waits until all of it is answered.
    pub async fn say(&self, key: &AgentKey, person: &Person, text: &str) {
        let incoming = self.incoming(key, person, text);
        assert_eq!(self.app().agents.accept(&incoming).await.expect("it is taken in"), Accepted::New);
        self.app().agents.idle().await;
    }

    /// Everything delivered to that place.
    pub fn outgoing(&self, key: &AgentKey) -> Vec<Outgoing> {
        self.sink.delivered().into_iter().filter(|(to, _)| to == key).map(|(_, row)| row.outgoing).collect()
    }

    /// The words delivered to that place.
    pub fn replies(&self, key: &AgentKey) -> Vec<String> {
        let words = |outgoing| match outgoing {
            Outgoing::Reply { text, .. } if !text.is_empty() => Some(text),
            _ => None,
        };
        self.outgoing(key).into_iter().filter_map(words).collect()
    }

    /// The edits shown in that place.
    pub fn cards(&self, key: &AgentKey) -> Vec<EditCard> {
        let cards = |outgoing| match outgoing {
            Outgoing::Reply { cards, .. } => cards,
            _ => Vec::new(),
        };
        self.outgoing(key).into_iter().flat_map(cards).collect()
    }

    pub async fn scope(&self, key: &AgentKey) -> Scope {
        self.app().stores.ledger.find_agent(key).await.expect("the ledger answers").expect("there is an agent").scope()
    }
}

/// Somebody called `name`.
pub fn person(id: u64, name: &str) -> Person {
    Person { id: PersonId(id), name: name.to_owned() }
}

/// The direct messages of that person.
pub fn dm(id: u64) -> AgentKey {
    AgentKey::Dm(PersonId(id))
}

/// Waits until `ready` holds, for at most half a minute.
pub async fn until(what: &str, mut ready: impl AsyncFnMut() -> bool) {
    let waited = tokio::time::timeout(Duration::from_secs(30), async {
        while !ready().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    assert!(waited.await.is_ok(), "it never came to be that {what}");
}
