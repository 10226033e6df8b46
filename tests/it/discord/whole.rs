//! The whole program in Discord: the real app between the fake and a scripted model, by a clock that the test moves.

use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use keepsake::app::{App, Stores};
use keepsake::clock::ManualClock;
use keepsake::config::{Config, Env};
use keepsake::discord::{self, DiscordError, DiscordFiles, DiscordParts, DiscordSink, Languages};
use keepsake::llm::Models;
use keepsake::memory::{AgentKey, PersonId};
use keepsake::settings::{AgentsBy, Change, Site};
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::bot::{config, pace};
use crate::support::app::until;
use crate::support::discord::{FakeDiscord, Shown};
use crate::support::files::FakeFiles;
use crate::support::model::{Script, ScriptedModel};

crate::trials![
    a_reminder_comes_as_a_ping_in_answer_to_who_asked,
    a_reminder_of_a_channel_that_is_gone_comes_in_private,
    a_reaction_reaches_the_agent_that_said_it,
    f05_by_member_a_person_is_known_in_every_channel_of_the_guild,
    f04_a_thread_opened_with_a_copy_goes_its_own_way,
    f04_a_thread_opened_without_knows_nothing,
    f13_a_thread_that_slept_is_answered_in,
    a_post_of_a_forum_is_answered_with_its_title_known,
];

pub struct Whole {
    pub fake: FakeDiscord,
    pub model: ScriptedModel,
    clock: Arc<ManualClock>,
    pub app: App,
    shutdown: CancellationToken,
    task: JoinHandle<Result<(), DiscordError>>,
    folder: TempDir,
}

impl Whole {
    pub async fn start() -> Self {
        let (fake, model) = (FakeDiscord::start().await, ScriptedModel::start().await);
        model.on(|_| Script::reply("Hello."));
        let whole = Self::start_on(fake, model, tempfile::tempdir().expect("a folder")).await;
        whole.fake.commands_registered().await;
        whole.fake.connected().await;
        whole
    }

    /// On what another has left. It may not be connected yet.
    pub async fn start_on(fake: FakeDiscord, model: ScriptedModel, folder: TempDir) -> Self {
        let settings = [
            ("KEEPSAKE_DATA_DIR".to_owned(), folder.path().display().to_string()),
            ("KEEPSAKE_DEBOUNCE_MS".to_owned(), "0".to_owned()),
        ];
        let clock = Arc::new(ManualClock::new(Utc::now()));
        let own = Config::from_env(&Env::of(settings)).expect("settings");
        let stores = Stores::open(&own, clock.clone()).await.expect("the stores open");
        let (discord_config, llm_config) = (config(&fake), model.config());
        let (http, languages) = (discord::http(&discord_config).expect("a client"), Languages::default());
        let sink = Arc::new(
            DiscordSink::with_pace(http.clone(), languages.clone(), pace()).with_settings(stores.settings.clone()),
        );
        let models = Models::open(&llm_config).expect("clients");
        let files = Arc::new(FakeFiles::default());
        let app = App::build(&own.agent, &llm_config, stores, models, sink, files).expect("the app is built");
        app.agents.resume().await.expect("what was left is taken up");
        let parts = DiscordParts {
            intake: Arc::new(app.agents.clone()),
            desk: Arc::new(app.desk.clone()),
            settings: app.stores.settings.clone(),
            files: Arc::new(DiscordFiles::new(&discord_config).expect("a client")),
            http,
            languages,
        };
        let shutdown = CancellationToken::new();
        let stop = shutdown.clone();
        let task = tokio::spawn(async move { discord::run_at_pace(&discord_config, parts, pace(), stop).await });
        Self { fake, model, clock, app, shutdown, task, folder }
    }

    pub async fn stop(self) {
        self.leave().await;
    }

    /// Stops it and leaves all that it stood on.
    pub async fn leave(self) -> (FakeDiscord, ScriptedModel, TempDir) {
        self.shutdown.cancel();
        self.task.await.expect("it does not panic").expect("it stops without an error");
        self.app.stop().await;
        self.model.assert_clean();
        self.fake.assert_clean();
        (self.fake, self.model, self.folder)
    }

    /// What the bot answers to that message.
    async fn answer(&self, channel: u64, to: u64) -> Shown {
        let answer = self.fake.next_message(channel, |message| message.answers(to)).await;
        self.app.agents.idle().await;
        answer
    }

    /// Mara asks for a reminder in an hour. Answers the message that asked.
    async fn ask_to_be_reminded(&self, channel: u64) -> u64 {
        self.model.calls(vec![("remind", json!({"when": "in an hour", "text": "the tea"}))]);
        let asked = self.fake.mention(self.fake.mara(), channel, "remind me of the tea in an hour");
        self.answer(channel, asked).await;
        self.clock.advance(TimeDelta::minutes(61));
        asked
    }

    async fn remind(&self) {
        until("nothing waits", async || {
            self.app.agents.remind().await;
            self.app.agents.idle().await;
            self.app.stores.ledger.waiting_reminders(None, 9).await.expect("a page").is_empty()
        })
        .await;
    }

    async fn open_thread(&self, memory: &str) -> u64 {
        let options = json!({"name": "aside", "memory": memory});
        let pressed = self.fake.slash(self.fake.mara(), self.fake.general(), "thread", "", options);
        let answer = self.fake.answer(&pressed).await;
        answer.text().trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a thread")
    }
}

async fn a_reminder_comes_as_a_ping_in_answer_to_who_asked() {
    let whole = Whole::start().await;
    let (fake, general) = (&whole.fake, whole.fake.general());
    let asked = whole.ask_to_be_reminded(general).await;
    whole.remind().await;
    let said = fake.next_message(general, |message| message.text().starts_with("⏰")).await;
    assert_eq!(said.text(), format!("⏰ <@{}> the tea", fake.mara()));
    assert!(said.answers(asked));
    whole.stop().await;
}

async fn a_reminder_of_a_channel_that_is_gone_comes_in_private() {
    let whole = Whole::start().await;
    let fake = &whole.fake;
    let channel = fake.new_channel(fake.guild(), "short-lived");
    whole.ask_to_be_reminded(channel).await;
    fake.delete_channel(channel);
    whole.remind().await;
    let said = fake.next_message(fake.dm_channel(fake.mara()), |message| message.text().starts_with("⏰")).await;
    assert_eq!(said.text(), format!("⏰ <@{}> the tea", fake.mara()));
    assert!(whole.app.desk.reminders(&AgentKey::Channel(channel)).await.expect("reminders").is_empty());
    whole.stop().await;
}

async fn a_reaction_reaches_the_agent_that_said_it() {
    let whole = Whole::start().await;
    let (fake, general) = (&whole.fake, whole.fake.general());
    let asked = fake.mention(fake.mara(), general, "hello");
    let answer = whole.answer(general, asked).await;
    fake.react(fake.jo(), answer.id(), "👎");
    let next = fake.mention(fake.mara(), general, "go on");
    whole.answer(general, next).await;
    let prompt = whole.model.last_request().prompt();
    let note = format!("<note>Jo ({}) reacted with 👎 to your message: “Hello.”.", fake.jo());
    assert!(prompt.contains(&note), "{prompt}");
    whole.stop().await;
}

async fn f05_by_member_a_person_is_known_in_every_channel_of_the_guild() {
    let whole = Whole::start().await;
    let (fake, mara, jo) = (&whole.fake, whole.fake.mara(), whole.fake.jo());
    let by_member = Change::Agents(Some(AgentsBy::Member));
    whole
        .app
        .stores
        .settings
        .change(Site::Guild(fake.guild()), Some(fake.guild()), by_member, PersonId(mara))
        .await
        .expect("it is set");
    let other = fake.new_channel(fake.guild(), "other");
    whole.model.calls(vec![("core_memory_append", json!({"label": "human", "content": "Sails the red boat."}))]);
    let asked = fake.mention(mara, fake.general(), "I am Mara and I sail.");
    whole.answer(fake.general(), asked).await;
    let knows = async |channel: u64, asked: u64| {
        whole.answer(channel, asked).await;
        whole.model.last_request().prompt().contains("red boat")
    };
    assert!(knows(other, fake.mention(mara, other, "Who am I?")).await);
    assert!(!knows(other, fake.mention(jo, other, "Who am I?")).await, "another person");
    let dm = fake.dm_channel(mara);
    assert!(!knows(dm, fake.dm(mara, "Who am I?")).await, "in private");
    whole.stop().await;
}

async fn f04_a_thread_opened_with_a_copy_goes_its_own_way() {
    let whole = Whole::start().await;
    let (fake, general) = (&whole.fake, whole.fake.general());
    let append = |text: &str| vec![("core_memory_append", json!({"label": "persona", "content": text}))];
    whole.model.calls(append("I know of the red boat."));
    let asked = fake.mention(fake.mara(), general, "there is a red boat");
    whole.answer(general, asked).await;
    let thread = whole.open_thread("with").await;
    whole.model.calls(append("I know of the blue house."));
    let inside = fake.say(fake.mara(), thread, "there is a blue house");
    whole.answer(thread, inside).await;
    let prompt = whole.model.last_request().prompt();
    assert!(prompt.contains("red boat.") && !prompt.contains("there is a red boat"), "{prompt}");
    let after = fake.mention(fake.mara(), general, "what do you know?");
    whole.answer(general, after).await;
    let prompt = whole.model.last_request().prompt();
    assert!(prompt.contains("there is a red boat") && !prompt.contains("blue house"), "{prompt}");
    whole.stop().await;
}

async fn f04_a_thread_opened_without_knows_nothing() {
    let whole = Whole::start().await;
    let (fake, general) = (&whole.fake, whole.fake.general());
    whole.model.calls(vec![("core_memory_append", json!({"label": "persona", "content": "I know of the red boat."}))]);
    let asked = fake.mention(fake.mara(), general, "there is a red boat");
    whole.answer(general, asked).await;
    let thread = whole.open_thread("without").await;
    let inside = fake.say(fake.mara(), thread, "what do you know?");
    whole.answer(thread, inside).await;
    let prompt = whole.model.last_request().prompt();
    assert!(!prompt.contains("red boat"), "{prompt}");
    whole.stop().await;
}

async fn f13_a_thread_that_slept_is_answered_in() {
    let whole = Whole::start().await;
    let fake = &whole.fake;
    let thread = fake.new_archived_thread(fake.general(), "old plans", &[fake.bot()]);
    let asked = fake.say(fake.mara(), thread, "still there?");
    assert_eq!(whole.answer(thread, asked).await.text(), "Hello.");
    fake.archive(thread, false);
    let again = fake.say(fake.mara(), thread, "and now?");
    assert_eq!(whole.answer(thread, again).await.text(), "Hello.");
    whole.stop().await;
}

async fn a_post_of_a_forum_is_answered_with_its_title_known() {
    let whole = Whole::start().await;
    let fake = &whole.fake;
    let forum = fake.new_forum(fake.guild(), "help");
    let post = fake.new_forum_post(forum, fake.jo(), "Soup <note>", "It tastes of soap.");
    let asked = fake.mention(fake.mara(), post, "what now?");
    whole.answer(post, asked).await;
    let prompt = whole.model.last_request().prompt();
    let jo = fake.jo();
    let quote = format!(
        "<quote from=\"Jo\" id=\"{jo}\">[first message of the thread “Soup &lt;note>”] It tastes of soap.</quote>"
    );
    assert!(prompt.contains(&quote), "{prompt}");
    whole.stop().await;
}
