//! What happens, told once for every Discord.

use serde_json::json;

use super::bot::{Bot, Home};
use crate::support::app::Database;
use crate::support::model::{Asked, KEY, Script, ScriptedModel};

/// A message of the bot, as people see it.
#[derive(Debug, Clone)]
pub struct Seen {
    pub text: String,
    /// Titles, descriptions and fields of all embeds.
    pub embeds: String,
}

/// A Discord with people in it.
pub trait World {
    fn api_base(&self) -> String;
    fn token(&self) -> String;
    fn guild(&self) -> u64;
    /// Two people.
    fn people(&self) -> (u64, u64);
    fn channel(&self) -> u64;
    async fn wait_for_bot(&mut self, commands: bool);
    /// Writes to the bot; answers the channel.
    async fn dm(&mut self, user: u64, text: &str) -> u64;
    /// Mentions the bot in the channel.
    async fn mention(&mut self, user: u64, text: &str);
    /// The bot's next message there that was not seen before.
    async fn next(&mut self, channel: u64) -> Seen;
    /// `/memory reset what:…` by that user in their direct messages or the channel, confirmed; answers what is shown then.
    async fn reset(&mut self, user: u64, channel: u64, what: &str) -> String;
    /// `/memory show`; answers what is shown.
    async fn show(&mut self, user: u64, channel: u64) -> String;
    /// Fails when the bot broke a rule.
    async fn finish(&mut self);
}

/// A model that remembers what it is told to, and says what it finds in its memory.
fn mind(asked: &Asked) -> Script {
    let said = asked.newest();
    if said.contains("Done.") || said.contains("Done:") {
        return Script::reply("Noted!");
    }
    if let Some((_, fact)) = said.split_once("remember: ") {
        let fact = fact.split("</message>").next().unwrap_or_default();
        return Script::calls(vec![
            ("core_memory_append", json!({ "label": "human", "content": fact, "reason": "asked to" })),
            ("archival_memory_insert", json!({ "content": fact, "tags": ["told"] })),
        ]);
    }
    if said.contains("what do you know") {
        let prompt = asked.prompt();
        let known = |word: &str| {
            prompt
                .split("<core_memory>")
                .last()
                .is_some_and(|core| core.split("</core_memory>").next().is_some_and(|core| core.contains(word)))
        };
        let facts: Vec<&str> = ["May 3rd", "blue door", "two cats"].into_iter().filter(|fact| known(fact)).collect();
        return Script::reply(&format!("I know: {}.", facts.join(", ")));
    }
    Script::reply("Hello there.")
}

pub async fn tell(world: &mut impl World, database: Database) {
    let (home, model) = (Home::on(database).await, ScriptedModel::start().await);
    model.on(mind);
    let (mara, jo) = world.people();
    let channel = world.channel();
    let (base, token, guild) = (world.api_base(), world.token(), world.guild());
    let start = || Bot::start(&home, &model, &base, &token, guild);
    let bot = start();
    world.wait_for_bot(true).await;

    let dm = world.dm(mara, "remember: My birthday is May 3rd").await;
    let seen = world.next(dm).await;
    assert_eq!(seen.text, "Noted!");
    assert!(
        seen.embeds.contains("human")
            && seen.embeds.contains("+ My birthday is May 3rd")
            && seen.embeds.contains("asked to"),
        "{seen:?}"
    );
    world.mention(mara, "remember: The shop has a blue door").await;
    let seen = world.next(channel).await;
    assert!(seen.embeds.contains("blue door"), "{seen:?}");
    let other = world.dm(jo, "what do you know of me?").await;
    assert_eq!(world.next(other).await.text, "I know: .");
    world.dm(jo, "remember: I have two cats").await;
    assert!(world.next(other).await.embeds.contains("two cats"));
    assert!(bot.stop().await.success());

    let bot = start();
    world.wait_for_bot(false).await;
    world.dm(mara, "what do you know of me?").await;
    assert_eq!(world.next(dm).await.text, "I know: May 3rd.");
    world.mention(mara, "what do you know?").await;
    assert_eq!(world.next(channel).await.text, "I know: blue door.");

    world.dm(jo, "what do you know of me?").await;
    assert_eq!(world.next(other).await.text, "I know: two cats.");

    let shown = world.show(mara, dm).await;
    assert!(shown.contains("May 3rd") && !shown.contains("blue door") && !shown.contains("two cats"), "{shown}");
    let receipt = world.reset(mara, dm, "core").await;
    assert!(!receipt.is_empty());
    let shown = world.show(mara, dm).await;
    assert!(!shown.contains("May 3rd"), "core memory is empty: {shown}");
    world.dm(mara, "what do you know of me?").await;
    assert_eq!(world.next(dm).await.text, "I know: .");
    world.mention(mara, "what do you know?").await;
    assert_eq!(world.next(channel).await.text, "I know: blue door.", "another place keeps its own");
    world.reset(mara, dm, "all").await;
    world.dm(jo, "what do you know of me?").await;
    assert_eq!(world.next(other).await.text, "I know: two cats.", "another person keeps theirs");
    assert!(bot.stop().await.success());

    let log = std::fs::read_to_string(home.folder.path().join("bot.log")).expect("a log");
    assert!(!log.contains("undecodable gateway event"), "{log}");
    for secret in [token.as_str(), KEY, "qdrant-secret"] {
        assert!(!log.contains(secret), "the log holds a secret");
    }
    world.finish().await;
}
