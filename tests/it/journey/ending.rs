//! The program is asked to end while it is at work, and started again: what people said is answered, and once.

use std::time::Duration;

use keepsake::memory::{Actor, AgentKey, Edit, EditKind, EditTarget, Passage};
use keepsake::store::{self, AgentSeed};

use super::bot::{Bot, Home};
use crate::support::app::Database;
use crate::support::discord::{FakeDiscord, Shown, Trouble};
use crate::support::model::{Script, ScriptedModel};

crate::trials![
    a_turn_that_does_not_end_in_time_goes_on_at_the_next_start,
    a_turn_that_ends_in_time_is_finished,
    asked_twice_it_ends_at_once,
    discord_that_does_not_answer_keeps_nothing_from_ending,
    damage_is_looked_for_after_an_end_that_was_none,
];

struct World {
    home: Home,
    model: ScriptedModel,
    fake: FakeDiscord,
}

impl World {
    async fn new(seconds: u32) -> Self {
        let mut home = Home::on(Database::Sqlite).await;
        home.set("KEEPSAKE_SHUTDOWN_SECONDS", &seconds.to_string());
        Self { home, model: ScriptedModel::start().await, fake: FakeDiscord::start().await }
    }

    async fn start(&self) -> Bot {
        let bot = Bot::start(&self.home, &self.model, &self.fake.url(), &self.fake.token(), self.fake.guild());
        self.fake.connected().await;
        bot
    }

    /// What the bot said to Mara, but for the notice that what is said is stored.
    fn said(&self) -> Vec<Shown> {
        let all = self.fake.messages(self.fake.dm_channel(self.fake.mara()));
        let answers = |shown: &Shown| shown.author() == self.fake.bot() && !shown.text().contains("/privacy");
        all.into_iter().filter(answers).collect()
    }

    async fn answered_once(&self, text: &str) {
        let channel = self.fake.dm_channel(self.fake.mara());
        self.fake.next_message(channel, |shown| shown.text() == text).await;
        let said: Vec<String> = self.said().iter().map(|shown| shown.text().to_owned()).collect();
        assert_eq!(said, [text]);
    }
}

async fn a_turn_that_does_not_end_in_time_goes_on_at_the_next_start() {
    let world = World::new(0).await;
    world.model.hang();
    let bot = world.start().await;
    world.fake.dm(world.fake.mara(), "Are you there?");
    world.model.wait_for_requests(1).await;
    assert!(bot.stop().await.success());
    world.model.reply("Now I am.");
    let bot = world.start().await;
    world.answered_once("Now I am.").await;
    assert!(bot.stop().await.success());
    assert_eq!(world.model.requests().len(), 2);
    world.fake.assert_clean();
}

async fn a_turn_that_ends_in_time_is_finished() {
    let world = World::new(20).await;
    let gate = crate::support::model::Gate::default();
    world.model.push(Script::reply("Just in time.").behind(&gate));
    let bot = world.start().await;
    world.fake.dm(world.fake.mara(), "Are you there?");
    world.model.wait_for_requests(1).await;
    bot.signal("TERM").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    gate.open();
    assert_eq!(bot.ended().await.code(), Some(0));
    let said: Vec<String> = world.said().iter().map(|shown| shown.text().to_owned()).collect();
    assert_eq!(said, ["Just in time."]);
    world.fake.assert_clean();
}

async fn asked_twice_it_ends_at_once() {
    let world = World::new(600).await;
    for (start, (signal, code)) in (1..).zip([("TERM", 143), ("INT", 130)]) {
        world.model.hang();
        let bot = world.start().await;
        if start == 1 {
            world.fake.dm(world.fake.mara(), "Are you there?");
        }
        world.model.wait_for_requests(start).await;
        bot.signal(signal).await;
        bot.log_says(&world.home, "stopping", start).await;
        bot.signal(signal).await;
        assert_eq!(bot.ended().await.code(), Some(code));
    }
    world.model.reply("Now I am.");
    let bot = world.start().await;
    world.answered_once("Now I am.").await;
    assert!(bot.stop().await.success());
    world.fake.assert_clean();
}

async fn discord_that_does_not_answer_keeps_nothing_from_ending() {
    let world = World::new(0).await;
    let channel = world.fake.dm_channel(world.fake.mara());
    let path = format!("/channels/{channel}/messages");
    world.fake.trouble("POST", &path, 1, Trouble::Hang);
    world.model.reply("Now I am.");
    let bot = world.start().await;
    world.fake.dm(world.fake.mara(), "Are you there?");
    world.fake.requests_reach("POST", &path, 1).await;
    assert!(bot.stop().await.success());
    let bot = world.start().await;
    world.answered_once("Now I am.").await;
    assert!(bot.stop().await.success());
    assert_eq!(world.model.requests().len(), 1, "the answer was written down");
    world.fake.assert_clean();
}

/// A ledger of a long talk with somebody else, closed in good order.
async fn talked(home: &Home) {
    let ledger = store::open(&home.database_url()).await.expect("it opens");
    let seed = AgentSeed { persona: "p".into(), human: "h".into(), block_limit: 100 };
    let now = "2026-05-14T10:30:00Z".parse().expect("a moment");
    let agent = ledger.open_agent(&AgentKey::Terminal("other".into()), &seed, now).await.expect("an agent");
    let told = |number| Passage::new(format!("{number} {}", "x".repeat(900)), Vec::new(), Actor::System, now);
    for number in 0..80 {
        let passage = told(number);
        let target = EditTarget::Passage(passage.id);
        let edit = Edit { after: passage.text.clone(), ..Edit::new(target, EditKind::Create, Actor::System, now) };
        ledger.add_passages(&agent.scope(), &[(passage, edit)], None).await.expect("it is kept");
    }
    ledger.close().await;
}

async fn damage_is_looked_for_after_an_end_that_was_none() {
    let world = World::new(0).await;
    talked(&world.home).await;
    world.model.on(|_| Script::reply("Here."));
    let bot = world.start().await;
    world.fake.dm(world.fake.mara(), "Are you there?");
    world.answered_once("Here.").await;
    bot.kill().await;
    let file = world.home.folder.path().join("data/keepsake.db");
    let mut bytes = std::fs::read(&file).expect("the database");
    let late = bytes.len() - 12 * 4096;
    bytes[late..].fill(0xEE);
    std::fs::write(&file, bytes).expect("it is written");
    let bot = world.start().await;
    bot.log_says(&world.home, "the database is damaged: stop", 1).await;
    bot.stop().await;
    world.fake.assert_clean();
}
