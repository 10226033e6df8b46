//! Memory in people's hands through the real app: Discord, agents, ledger and index together.

use std::sync::Arc;

use keepsake::discord::{self, DiscordError, DiscordFiles, DiscordParts, Languages};
use keepsake::memory::{AgentKey, PersonId};
use keepsake::settings::SettingsBook;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::bot::{config, pace, sink};
use crate::support::app::{TestApp, until};
use crate::support::discord::{FakeDiscord, Id, Shown};
use crate::support::model::Script;

crate::trials![
    an_edit_is_undone_edited_and_looked_up_below_its_answer,
    an_edit_that_later_ones_cover_is_shown_with_what_stands_now,
    buttons_work_after_a_restart,
    what_is_remembered_is_found_with_its_source,
    f06_what_is_forgotten_or_deleted_leaves_the_index,
    an_answer_says_why,
    the_context_counts_what_is_in_the_prompt,
    f47_an_export_comes_back_whole,
    an_import_goes_where_it_belongs,
];

/// The bot on the real app.
pub struct Real {
    pub test: TestApp,
    pub fake: FakeDiscord,
    shutdown: CancellationToken,
    task: JoinHandle<Result<(), DiscordError>>,
}

impl Real {
    pub async fn start() -> Self {
        let (test, fake) = (TestApp::start().await, FakeDiscord::start().await);
        // What people say in the fake bears the time of this machine.
        test.clock.advance(chrono::Utc::now() - keepsake::clock::Clock::now(test.clock.as_ref()));
        test.sink.go_on_to(Arc::new(sink(&fake)));
        Self::connect(test, fake).await
    }

    async fn connect(test: TestApp, fake: FakeDiscord) -> Self {
        let config = config(&fake);
        let app = test.app();
        let parts = DiscordParts {
            intake: Arc::new(app.agents.clone()),
            desk: Arc::new(app.desk.clone()),
            files: Arc::new(DiscordFiles::new(&config).expect("a client")),
            settings: SettingsBook::new(app.stores.ledger.clone(), test.clock.clone()),
            http: discord::http(&config).expect("a client"),
            languages: Languages::default(),
        };
        let shutdown = CancellationToken::new();
        let stop = shutdown.clone();
        let task = tokio::spawn(async move { discord::run_at_pace(&config, parts, pace(), stop).await });
        fake.connected().await;
        fake.commands_registered().await;
        Self { test, fake, shutdown, task }
    }

    /// Ends bot and app and starts both anew.
    async fn restart(self) -> Self {
        let Self { mut test, fake, shutdown, task } = self;
        shutdown.cancel();
        task.await.expect("no panic").expect("it stops well");
        test.restart().await;
        fake.invalidate_sessions();
        Self::connect(test, fake).await
    }

    pub async fn stop(self) {
        self.shutdown.cancel();
        self.task.await.expect("no panic").expect("it stops well");
        self.test.end().await;
        self.fake.assert_clean();
    }

    /// The answer to what somebody says in the channel.
    pub async fn ask(&self, who: Id, text: &str) -> (Id, Shown) {
        let said = self.fake.mention(who, self.fake.general(), text);
        let answer = self.fake.next_message(self.fake.general(), |shown| shown.answers(said)).await;
        self.test.app().agents.idle().await;
        (said, answer)
    }

    /// The answer to what somebody says in private.
    pub async fn dm(&self, who: Id, text: &str) -> (Id, Shown) {
        let said = self.fake.dm(who, text);
        let channel = self.fake.dm_channel(who);
        let answer = self.fake.next_message(channel, |shown| shown.answers(said)).await;
        self.test.app().agents.idle().await;
        (said, answer)
    }

    fn learns(&self, line: &str) {
        let append = json!({ "label": "human", "content": line });
        self.test.model.then(Script::call("core_memory_append", append)).then(Script::reply("Noted."));
    }

    fn stores(&self, text: &str) {
        let insert = json!({ "content": text, "tags": ["pets"] });
        self.test.model.then(Script::call("archival_memory_insert", insert)).then(Script::reply("Stored."));
    }

    pub async fn command(&self, who: Id, channel: Id, sub: &str, options: Value) -> Shown {
        self.fake.answer(&self.fake.slash(who, channel, "memory", sub, options)).await
    }

    async fn click(&self, who: Id, shown: &Shown, label: &str) -> Shown {
        self.fake.answer(&self.fake.click(who, shown, &shown.button(label))).await
    }

    /// How many points the index holds of that place that are found by those words.
    async fn points(&self, key: &AgentKey, words: &str) -> usize {
        let scope = self.test.scope(key).await;
        let stores = &self.test.app().stores;
        stores.sync.catch_up().await.expect("the index answers");
        let query = keepsake::index::IndexQuery {
            dense: None,
            sparse: keepsake::index::lexical::query_vector(words, &[]),
            filter: keepsake::index::IndexFilter::default(),
            limit: 50,
        };
        stores.index.search(&scope, &query).await.expect("the index answers").lexical.len()
    }

    async fn block(&self, key: &AgentKey, person: Id) -> String {
        let core = self.test.app().desk.overview(key).await.expect("an agent").core;
        core.get(keepsake::memory::Label::Human(PersonId(person))).expect("a block").value.clone()
    }
}

async fn an_edit_is_undone_edited_and_looked_up_below_its_answer() {
    let real = Real::start().await;
    let (mara, key) = (real.fake.mara(), AgentKey::Channel(real.fake.general()));
    real.learns("Has a cat");
    let (_, answer) = real.ask(mara, "I have a cat").await;
    let refused = real.click(real.fake.jo(), &answer, "Undo").await;
    assert!(refused.text().contains("Only the person"), "{}", refused.text());
    let opened = real.fake.click(mara, &answer, &answer.button("Edit"));
    real.fake.form(&opened).await;
    real.fake.answer(&real.fake.submit_form(&opened, &[("part-0", "Has a cat\nHas a dog")])).await;
    assert_eq!(real.block(&key, mara).await, "Has a cat\nHas a dog");
    let history = real.click(mara, &answer, "History").await;
    let shown = history.embed_text();
    assert!(shown.contains("+ Has a dog") && shown.contains("rewritten by a person"), "{shown}");
    let undone = real.click(mara, &answer, "Undo").await;
    assert!(undone.embed_text().contains("- Has a cat"), "{}", undone.embed_text());
    assert_eq!(real.block(&key, mara).await, "Has a dog");
    let whole = real.fake.answer(&real.fake.choose(mara, &history, "rewritten")).await;
    let restored = real.click(mara, &whole, "Restore").await;
    assert!(restored.embed_text().contains("+ Has a cat"), "{}", restored.embed_text());
    assert_eq!(real.block(&key, mara).await, "Has a cat\nHas a dog");
    let same = real.click(mara, &whole, "Restore").await;
    assert_eq!(same.text(), "It is like that now. Nothing was changed.");
    real.stop().await;
}

async fn an_edit_that_later_ones_cover_is_shown_with_what_stands_now() {
    let real = Real::start().await;
    let (mara, key) = (real.fake.mara(), AgentKey::Channel(real.fake.general()));
    real.learns("Has a cat");
    let (_, answer) = real.ask(mara, "I have a cat").await;
    let [one, two] = [0, 1].map(|_| real.fake.click(mara, &answer, &answer.button("Edit")));
    real.fake.form(&one).await;
    real.fake.form(&two).await;
    real.fake.answer(&real.fake.submit_form(&one, &[("part-0", "Has three cats")])).await;
    let told = real.fake.answer(&real.fake.submit_form(&two, &[("part-0", "Has no cat")])).await;
    let beside = told.embed_text();
    assert!(beside.contains("Has no cat") && beside.contains("stands there now:\n```\nHas three cats"), "{beside}");
    let told = real.click(mara, &answer, "Undo").await;
    assert!(told.text().contains("later changes stand in the way"), "{}", told.text());
    assert!(told.embed_text().contains("Has three cats"), "{}", told.embed_text());
    assert_eq!(real.block(&key, mara).await, "Has three cats", "nothing was overwritten");
    real.stop().await;
}

async fn buttons_work_after_a_restart() {
    let real = Real::start().await;
    let (mara, key) = (real.fake.mara(), AgentKey::Channel(real.fake.general()));
    real.learns("Has a cat");
    let (_, answer) = real.ask(mara, "I have a cat").await;
    let opened = real.fake.click(mara, &answer, &answer.button("Edit"));
    real.fake.form(&opened).await;
    let real = real.restart().await;
    let sent = real.fake.submit_form(&opened, &[("part-0", "Has a cat\nHas a dog")]);
    assert!(real.fake.answer(&sent).await.embed_text().contains("+ Has a dog"));
    assert!(real.click(mara, &answer, "History").await.embed_text().contains("Has a dog"));
    real.click(mara, &answer, "Undo").await;
    assert_eq!(real.block(&key, mara).await, "Has a dog");
    real.stop().await;
}

async fn what_is_remembered_is_found_with_its_source() {
    let real = Real::start().await;
    let (fake, mara) = (&real.fake, real.fake.mara());
    let (said, _) = real.ask(mara, "my parrot is called Zephyr").await;
    let heard = fake.say(mara, fake.general(), "and my gecko is called Ziggurat");
    for message in [said, heard] {
        let pressed = fake.message_command(fake.jo(), message, "Remember this");
        fake.form(&pressed).await;
        fake.answer(&fake.submit_form(&pressed, &[("tags", "pets")])).await;
    }
    let link = |message: Id| format!("https://discord.com/channels/{}/{}/{message}", fake.guild(), fake.general());
    let found = real.command(fake.jo(), fake.general(), "search", json!({"text": "Zephyr"})).await;
    let text = found.embed_text();
    assert!(text.contains("archive #1") && text.matches(&link(said)).count() == 2, "{text}");
    // What was never said to the bot is linked in words.
    let found = real.command(fake.jo(), fake.general(), "search", json!({"text": "Ziggurat"})).await;
    assert!(found.embed_text().contains(&link(heard)), "{}", found.embed_text());
    // They stored it, so they may take it out again.
    let gone = real.command(fake.jo(), fake.general(), "delete", json!({"number": 2})).await;
    assert!(gone.embed_text().contains("Ziggurat"), "{}", gone.embed_text());
    let refused = real.command(mara, fake.general(), "delete", json!({"number": 1})).await;
    assert_eq!(refused.embeds().len(), 1, "it comes from her own words: {}", refused.text());
    real.stop().await;
}

async fn f06_what_is_forgotten_or_deleted_leaves_the_index() {
    let real = Real::start().await;
    let (fake, mara) = (&real.fake, real.fake.mara());
    let (key, dm) = (AgentKey::Dm(PersonId(mara)), fake.dm_channel(mara));
    real.stores("Mara's code word is marzipan.");
    let (said, answer) = real.dm(mara, "my code word is marzipan").await;
    assert!(real.points(&key, "marzipan").await >= 2);
    let told = fake.answer(&fake.message_command(mara, said, "Forget this")).await;
    assert!(told.is_ephemeral() && told.text().contains("I forget that message"), "{}", told.text());
    let learned = fake.next_message(dm, |shown| shown.text().contains("what I had learned")).await;
    assert_eq!(real.points(&key, "marzipan").await, 1);
    real.click(mara, &learned, "Undo: archive").await;
    assert_eq!(real.points(&key, "marzipan").await, 0);
    let found = real.command(mara, dm, "search", json!({"text": "marzipan"})).await;
    assert!(!found.embed_text().contains("code word is marzipan"), "{}", found.embed_text());
    // By the search's menu and by number.
    real.stores("Mara likes nougat.");
    real.dm(mara, "I like nougat").await;
    let found = real.command(mara, dm, "search", json!({"text": "nougat"})).await;
    fake.answer(&fake.choose(mara, &found, "Forget Mara")).await;
    until("the message is gone", async || real.points(&key, "nougat").await == 1).await;
    fake.answer(&fake.choose(mara, &found, "Delete #2")).await;
    assert_eq!(real.points(&key, "nougat").await, 0);
    assert!(answer.text().contains("Stored."));
    real.stop().await;
}

async fn an_answer_says_why() {
    let real = Real::start().await;
    let (fake, mara) = (&real.fake, real.fake.mara());
    real.learns("Has a cat called Miso");
    real.ask(mara, "my cat is called Miso").await;
    let search = Script::call("conversation_search", json!({ "query": "cat" }));
    real.test.model.then(search).then(Script::reply("Miso."));
    let (asked, answer) = real.ask(mara, "what is my cat called?").await;
    let why = async |message: Id| fake.answer(&fake.message_command(fake.jo(), message, "Why did you say that?")).await;
    let told = why(answer.id()).await;
    let text = format!("{}\n{}", told.embed_text(), told.0["embeds"]);
    for part in [
        "what is my cat called?",
        "conversation",
        "my cat is called Miso",
        "human · Mara (version 2)",
        "persona (version 1)",
        "2 steps",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(told.is_ephemeral());
    // A question is no answer, and what was said elsewhere is none of this place.
    assert!(why(asked).await.text().starts_with("That is no answer of mine"));
    let (_, private) = real.dm(fake.jo(), "hello").await;
    let key = AgentKey::Channel(fake.general());
    assert!(real.test.app().desk.why(&key, private.id()).await.is_err());
    assert!(real.test.app().desk.why(&AgentKey::Dm(PersonId(fake.jo())), private.id()).await.is_ok());
    real.stop().await;
}

async fn the_context_counts_what_is_in_the_prompt() {
    let real = Real::start().await;
    let mara = real.fake.mara();
    let key = AgentKey::Dm(PersonId(mara));
    real.dm(mara, "hello").await;
    let desk = &real.test.app().desk;
    let before = desk.prompt(&key).await.expect("a prompt");
    real.dm(mara, &"a long story ".repeat(150)).await;
    let after = desk.prompt(&key).await.expect("a prompt");
    assert!(before.parts.instructions > 100 && before.parts.persona > 10 && before.tools > 100, "{before:?}");
    assert_eq!((before.parts.queue, before.parts.summary), (0, 0));
    assert!(after.parts.newest > 300 && after.parts.queue >= before.parts.newest, "{after:?}");
    assert_eq!(after.until_eviction() + after.used(), after.budget);
    assert!(after.until_warning() < before.until_warning());
    assert_eq!(desk.prompt(&key).await.expect("a prompt"), after, "looking changes nothing");
    let shown = real.fake.answer(&real.fake.slash(mara, real.fake.dm_channel(mara), "context", "", json!({}))).await;
    assert!(
        shown.embed_text().contains(&format!("newest messages: **{}**", after.parts.newest)),
        "{}",
        shown.embed_text()
    );
    real.stop().await;
}

/// What an export holds, without what is of the moment in which it was made.
fn content(file: &[u8]) -> Vec<Value> {
    let file: Value = serde_json::from_slice(file).expect("JSON");
    let mut items: Vec<Value> = file["items"].as_array().expect("items").clone();
    items.retain(|item| item["edit"].is_null());
    for item in &mut items {
        for name in ["version", "updated_at"] {
            item["block"].as_object_mut().map(|block| block.remove(name));
        }
        item["summary"].as_object_mut().map(|summary| summary.remove("at"));
        // Numbers are never given twice.
        item["passage"].as_object_mut().map(|passage| passage.remove("number"));
        item["document"].as_object_mut().map(|document| document.remove("number"));
        item["chunk"].as_object_mut().map(|chunk| chunk.remove("document"));
        if let Some(superseded) = item["passage"]["superseded"].as_object_mut() {
            superseded.remove("by");
        }
        item.as_object_mut().expect("an item").retain(|_, value| !value.is_null());
    }
    items
}

async fn f47_an_export_comes_back_whole() {
    let real = Real::start().await;
    let (fake, mara) = (&real.fake, real.fake.mara());
    let (key, dm) = (AgentKey::Dm(PersonId(mara)), fake.dm_channel(mara));
    real.learns("Has a cat");
    real.dm(mara, "I have a cat").await;
    real.stores("Mara lives in Oslo.");
    real.dm(mara, "I live in Oslo").await;
    let moved = json!({ "content": "Mara lives in Bergen.", "supersedes": [1] });
    real.test.model.then(Script::call("archival_memory_insert", moved)).then(Script::reply("Corrected."));
    real.dm(mara, "I moved to Bergen").await;
    let attached = fake.attach("notes.txt", "text/plain", b"The boat is called Albatross.");
    let desk = &real.test.app().desk;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("notes.txt"), b"The boat is called Albatross.").expect("a file");
    desk.add_documents(&key, &[folder.path().join("notes.txt")], keepsake::memory::Actor::System, &|_| {})
        .await
        .expect("added");
    assert!(attached["url"].is_string());
    let scope = real.test.scope(&key).await;
    let through = real.test.app().stores.ledger.queue(&scope).await.expect("a queue")[1].seq;
    let summary =
        keepsake::store::Summary { text: "They spoke of a cat.".into(), through_seq: through, at: chrono::Utc::now() };
    real.test.app().stores.ledger.put_summary(&scope, &summary).await.expect("a summary");

    let export = async || {
        let shown = real.command(mara, dm, "export", json!({})).await;
        let (_, url, _) = shown.files().remove(0);
        fake.content(&url)
    };
    let first = export().await;
    let all = String::from_utf8(first.clone()).expect("text");
    for part in [
        "I have a cat",
        "Mara lives in Oslo.",
        "Albatross",
        "They spoke of a cat.",
        "Has a cat",
        "\"edit\"",
        "core_memory_append",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    let asked = real.command(mara, dm, "reset", json!({"what": "all"})).await;
    let yes = fake.click(mara, &asked, &asked.button("Take it away"));
    fake.answer_where(&yes, |shown| shown.text().starts_with("Taken away:")).await;
    assert_eq!(real.points(&key, "Oslo Bergen Albatross cat").await, 0);

    let file = fake.attach("memory-1.json", "application/json", &first);
    let asked = real.command(mara, dm, "import", json!({"file": file.clone()})).await;
    let yes = fake.click(mara, &asked, &asked.button("Take it in"));
    fake.answer_where(&yes, |shown| shown.text().starts_with("Taken in:")).await;
    let second = export().await;
    assert_eq!(content(&second), content(&first));
    let again = real.command(mara, dm, "import", json!({"file": file})).await;
    assert_eq!(again.text(), "All that is in it is here already. Nothing was changed.");

    // It is found again, it is history and not in the prompt, and what is said goes on.
    let found = real.command(mara, dm, "search", json!({"text": "Albatross"})).await;
    assert!(found.embed_text().contains("Albatross"), "{}", found.embed_text());
    real.dm(mara, "where do I live?").await;
    let prompt = real.test.model.last_request().prompt();
    assert!(
        prompt.contains("They spoke of a cat.") && prompt.contains("Has a cat") && !prompt.contains("I moved to"),
        "{prompt}"
    );
    let found = real.command(mara, dm, "search", json!({"text": "\"moved to Bergen\""})).await;
    assert!(found.embed_text().contains("moved to Bergen"), "{}", found.embed_text());
    // Blocks came in as edits.
    let undone = real.command(mara, dm, "undo", json!({})).await;
    assert_eq!(undone.embeds().len(), 1, "{}", undone.text());
    real.stop().await;
}

async fn an_import_goes_where_it_belongs() {
    let real = Real::start().await;
    let (fake, mara, jo) = (&real.fake, real.fake.mara(), real.fake.jo());
    real.learns("Has a cat");
    let (said, _) = real.ask(mara, "I have a cat").await;
    real.ask(jo, "I have a dog").await;
    fake.make_manager(fake.guild(), mara);
    let shown = real.command(mara, fake.general(), "export", json!({})).await;
    let (_, url, _) = shown.files().remove(0);
    let file = fake.attach("memory-1.json", "application/json", &fake.content(&url));
    // Blocks about two people are not one person's.
    let refused = real.command(mara, fake.dm_channel(mara), "import", json!({"file": file.clone()})).await;
    assert!(refused.text().contains("blocks about 2 people"), "{}", refused.text());
    // In another channel messages come as history, with nothing that leads back to where they were said.
    let other = fake.new_channel(fake.guild(), "other");
    let asked = real.command(mara, other, "import", json!({"file": file})).await;
    let yes = fake.click(mara, &asked, &asked.button("Take it in"));
    fake.answer_where(&yes, |shown| shown.text().starts_with("Taken in:")).await;
    let key = AgentKey::Channel(other);
    assert_eq!(real.block(&key, mara).await, real.block(&AgentKey::Channel(fake.general()), mara).await);
    let desk = &real.test.app().desk;
    assert_eq!(desk.who_said(&key, fake.general(), said).await.expect("an agent"), None);
    let hits = desk.search(&key, "dog", 1).await.expect("hits");
    assert!(hits.items.iter().any(|hit| hit.text.contains("I have a dog") && hit.jump_link.is_none()), "{hits:?}");
    real.stop().await;
}
