//! The program is asked to end while it is at work, and started again: what people said is answered, and once.

use std::time::Duration;

use super::bot::{Bot, Home};
use crate::support::app::Database;
use crate::support::discord::{FakeDiscord, Shown, Trouble};
use crate::support::model::{Script, ScriptedModel};

crate::trials![
    a_turn_that_does_not_end_in_time_goes_on_at_the_next_start,
    a_turn_that_ends_in_time_is_finished,
    asked_twice_it_ends_at_once,
    discord_that_does_not_answer_keeps_nothing_from_ending,
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
