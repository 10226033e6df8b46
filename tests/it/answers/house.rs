//! The whole program in a Discord of its own.

use std::sync::Arc;
use std::time::Duration;

use keepsake::app::{App, Stores};
use keepsake::clock::SystemClock;
use keepsake::config::{Config, DiscordConfig, Env};
use keepsake::discord::{self, DiscordError, DiscordFiles, DiscordParts, DiscordSink, Languages, Pace};
use keepsake::llm::{ChatMessage, ChatRequest, Models};
use keepsake::memory::{AgentKey, Incoming, OutboxId, Outgoing, Person, PersonId, Source};
use keepsake::settings::{Change, Site};
use keepsake::store::{AgentSeed, NewOutbox, Once, OnceWhat, StepCommit, TurnEnd};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::support::discord::{FakeDiscord, Id, Shown};
use crate::support::dump::dump;
use crate::support::model::{Gate, Script, ScriptedModel};

/// Those people need no notice any more that what they say is stored.
async fn were_told(stores: &Stores, people: [Id; 2]) {
    let (ledger, now, key) = (&stores.ledger, chrono::Utc::now(), AgentKey::Channel(1));
    let seed = AgentSeed { persona: String::new(), human: String::new(), block_limit: 100 };
    let agent = ledger.open_agent(&key, &seed, now).await.expect("an agent");
    let said = Incoming {
        event: "told".into(),
        key,
        person: Person { id: PersonId(people[0]), name: "Mara".into() },
        text: "hello".into(),
        attachments: Vec::new(),
        quote: None,
        source: Source::default(),
        at: now,
    };
    ledger.accept(&said, now).await.expect("it is taken in");
    let begun = ledger.begin_turn(&agent, &seed, now).await.expect("it begins").expect("a turn");
    let say = NewOutbox { id: OutboxId::at(now), outgoing: Outgoing::Notice, to: Source::default(), at: now };
    let people = people.map(PersonId).to_vec();
    let once = Some(Once { what: OnceWhat::Notice, people, say, otherwise: None });
    let step = StepCommit { once, end: Some(TurnEnd::Done), at: now, ..StepCommit::default() };
    ledger.commit_step(&agent.scope(), begun.turn.id, &step).await.expect("it ends");
    for row in ledger.unsent(&agent.scope()).await.expect("rows") {
        ledger.mark_sent(row.id, &[1], now).await.expect("it is sent");
    }
}

pub struct House {
    pub model: ScriptedModel,
    pub app: App,
    shutdown: CancellationToken,
    running: JoinHandle<Result<(), DiscordError>>,
    _folder: TempDir,
    pub fake: FakeDiscord,
}

impl House {
    pub async fn open() -> Self {
        Self::with(&[], |_| {}).await
    }

    /// With those settings, at that pace.
    pub async fn with(settings: &[(&str, &str)], change: impl FnOnce(&mut Pace)) -> Self {
        let (fake, model) = (FakeDiscord::start().await, ScriptedModel::start().await);
        let folder = tempfile::tempdir().expect("a folder");
        let mut all = vec![
            ("KEEPSAKE_DATA_DIR", folder.path().display().to_string()),
            ("KEEPSAKE_DEBOUNCE_MS", "20".to_owned()),
            ("DISCORD_TOKEN", fake.token()),
            ("DISCORD_API_BASE", fake.url()),
        ];
        all.extend(settings.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let env = Env::of(all);
        let (mut config, place) =
            (Config::from_env(&env).expect("settings"), DiscordConfig::from_env(&env).expect("settings"));
        config.documents.program = Some(env!("CARGO_BIN_EXE_keepsake").into());
        let mut pace = crate::discord::pace();
        change(&mut pace);
        let mut llm_config = model.config();
        llm_config.retries = 0;
        if env.text("LLM_PROTOCOL").is_some() {
            llm_config.protocol = keepsake::config::ProtocolChoice::Json;
        }
        if let Some(listed) = env.text("LLM_MODELS") {
            llm_config.others = listed.split(',').map(str::to_owned).collect();
        }
        let http = discord::http(&place).expect("a client");
        let stores = Stores::open(&config, Arc::new(SystemClock)).await.expect("the stores open");
        were_told(&stores, [fake.mara(), fake.jo()]).await;
        let languages = Languages::default();
        let sink = Arc::new(
            DiscordSink::with_pace(http.clone(), languages.clone(), pace).with_settings(stores.settings.clone()),
        );
        let models = Models::open(&llm_config).expect("clients");
        // The client lets words through as they come once it has seen how the model begins its answers.
        model.reply("Ready.");
        let hello = ChatRequest {
            messages: vec![ChatMessage::System("Be brief.".into()), ChatMessage::User("Hello".into())],
            max_tokens: 9,
            ..Default::default()
        };
        models.usual().chat(&hello, None).await.expect("an answer");
        model.forget_requests();
        let files = Arc::new(DiscordFiles::new(&place).expect("a client"));
        let app = App::build(&config.agent, &llm_config, stores, models, sink, files.clone()).expect("an app");
        let parts = DiscordParts {
            intake: Arc::new(app.agents.clone()),
            desk: Arc::new(app.desk.clone()),
            settings: app.stores.settings.clone(),
            files,
            http,
            languages,
        };
        let shutdown = CancellationToken::new();
        let stop = shutdown.clone();
        let running = tokio::spawn(async move { discord::run_at_pace(&place, parts, pace, stop).await });
        let house = Self { model, app, shutdown, running, _folder: folder, fake };
        house.fake.commands_registered().await;
        house.fake.connected().await;
        house
    }

    /// Ends it, and checks that no rule was broken.
    pub async fn close(self) {
        self.shutdown.cancel();
        let ended = tokio::time::timeout(Duration::from_secs(30), self.running).await.expect("it ends");
        ended.expect("it does not panic").expect("it ends well");
        self.app.stop().await;
        self.fake.assert_clean();
        self.model.assert_clean();
    }

    /// All that its database holds.
    pub async fn dump(&self) -> String {
        dump(&format!("sqlite://{}", self._folder.path().join("keepsake.db").display())).await
    }

    /// Changes a setting of the guild.
    pub async fn set(&self, change: Change) {
        let (guild, mara) = (self.fake.guild(), PersonId(self.fake.mara()));
        let changed = self.app.stores.settings.change(Site::Guild(guild), Some(guild), change, mara).await;
        changed.expect("it is accepted").expect("it is a change");
    }

    /// Mara says something to the bot in the channel.
    pub fn ask(&self, text: &str) -> Id {
        self.fake.mention(self.fake.mara(), self.fake.general(), text)
    }

    /// The bot's messages in the channel.
    pub fn said(&self) -> Vec<Shown> {
        let all = self.fake.messages(self.fake.general());
        all.into_iter().filter(|message| message.author() == self.fake.bot()).collect()
    }

    pub fn texts(&self) -> Vec<String> {
        self.said().iter().map(|message| message.text().to_owned()).collect()
    }

    /// Waits until the bot's messages in the channel say just that.
    pub async fn says(&self, texts: &[&str]) -> Vec<Shown> {
        let (bot, channel) = (self.fake.bot(), self.fake.general());
        let what = format!("the bot's messages are {texts:?}");
        self.fake
            .wait(&what, |state| {
                let here = |stored: &&crate::support::discord::Stored| {
                    stored.channel == channel
                        && stored.author == bot
                        && !stored.deleted
                        && stored.ephemeral_to.is_none()
                };
                let shown: Vec<Shown> =
                    state.messages.values().filter(here).map(|stored| Shown(stored.value.clone())).collect();
                let same = shown.len() == texts.len() && shown.iter().zip(texts).all(|(one, text)| one.text() == *text);
                same.then_some(shown)
            })
            .await
    }

    /// Waits until a message of the bot fits.
    pub async fn sees(&self, fits: impl Fn(&Shown) -> bool) -> Shown {
        let bot = self.fake.bot();
        self.fake
            .wait("a message of the bot fits", |state| {
                let mine = state.messages.values().filter(|stored| stored.author == bot && !stored.deleted);
                mine.map(|stored| Shown(stored.value.clone())).find(&fits)
            })
            .await
    }

    /// Waits until nothing is left to do.
    pub async fn idle(&self) {
        self.app.agents.idle().await;
    }

    /// The model says these pieces, each but the first when the gate lets it.
    pub fn tells(&self, pieces: &[&str]) -> Gate {
        let gate = Gate::default();
        self.model.push(Script::Paced(pieces.iter().map(|piece| (*piece).to_owned()).collect(), gate.clone()));
        gate
    }
}
