//! Starting, and not being able to.

use keepsake::config::{DiscordConfig, Env};
use keepsake::discord::DiscordError;
use serde_json::json;
use std::sync::Arc;

use super::bot::{Bot, config, pace};
use crate::support::discord::{FakeDiscord, Trouble};

crate::trials![
    commands_are_registered_everywhere_and_in_dev_guilds,
    f25_failing_registration_stops_nothing,
    a_guild_that_refuses_commands_stops_nothing,
    a_wrong_token_is_said,
    f26_without_the_content_intent_what_addresses_the_bot_is_answered,
    a_server_out_of_reach_is_waited_for,
    the_gateway_is_the_one_of_that_server,
    it_stops_before_it_was_connected,
    what_was_heard_last_is_taken_in_before_the_end,
];

async fn commands_are_registered_everywhere_and_in_dev_guilds() {
    let bot = Bot::with_commands().await;
    let guild = bot.fake.guild();
    bot.fake.wait("commands in the guild", |state| state.commands.get(&Some(guild)).map(drop)).await;
    let names = bot.fake.wait("names", |state| {
        Some(
            state.commands[&None]
                .iter()
                .map(|command| command["name"].as_str().unwrap_or_default().to_owned())
                .collect::<Vec<_>>(),
        )
    });
    let wanted = [
        "memory",
        "docs",
        "reminders",
        "thread",
        "persona",
        "context",
        "settings",
        "privacy",
        "usage",
        "model",
        "doctor",
        "stop",
        "retry",
        "help",
        "Remember this",
        "Forget this",
        "Why did you say that?",
    ];
    assert_eq!(names.await, wanted);
    bot.stop().await;
}

async fn f25_failing_registration_stops_nothing() {
    let fake = FakeDiscord::start().await;
    fake.trouble("PUT", "/commands", 9, Trouble::Status(500));
    let bot = Bot::begin(fake, pace()).await;
    bot.fake.connected().await;
    bot.fake.dm(bot.fake.mara(), "hello");
    assert_eq!(bot.intake.next().await.text, "hello");
    bot.fake.commands_registered().await;
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "help", "", json!({}));
    bot.fake.answer(&pressed).await;
    bot.stop().await;
}

async fn a_guild_that_refuses_commands_stops_nothing() {
    let fake = FakeDiscord::start().await;
    let mut config = config(&fake);
    config.dev_guilds = vec![4_242];
    let bot = Bot::begin_as(fake, config, pace(), Arc::default()).await;
    bot.fake.commands_registered().await;
    bot.fake.requests_reach("PUT", "/guilds/4242/commands", 1).await;
    bot.fake.dm(bot.fake.mara(), "hello");
    assert_eq!(bot.intake.next().await.text, "hello");
    bot.stop().await;
}

async fn a_wrong_token_is_said() {
    let fake = FakeDiscord::start().await;
    let pairs = [("DISCORD_TOKEN", "not.the.token".to_owned()), ("DISCORD_API_BASE", fake.url())];
    let config = DiscordConfig::from_env(&Env::of(pairs)).expect("settings");
    let bot = Bot::begin_as(fake, config, pace(), Arc::default()).await;
    let error = bot.ended().await;
    assert!(matches!(error, DiscordError::Token));
    assert!(error.to_string().contains("DISCORD_TOKEN") && !error.to_string().contains("not.the.token"), "{error}");
}

async fn f26_without_the_content_intent_what_addresses_the_bot_is_answered() {
    let fake = FakeDiscord::start().await;
    fake.disallow_message_content();
    let bot = Bot::begin(fake, pace()).await;
    bot.fake.commands_registered().await;
    bot.fake.connected().await;
    let fake = &bot.fake;
    fake.say(fake.mara(), fake.general(), "nobody can read this");
    fake.mention(fake.mara(), fake.general(), "by name");
    fake.dm(fake.mara(), "in private");
    assert_eq!(bot.intake.next().await.text, "by name");
    assert_eq!(bot.intake.next().await.text, "in private");
    fake.commands_registered().await;
    let pressed = fake.slash(fake.mara(), fake.general(), "help", "", json!({}));
    fake.answer(&pressed).await;
    let pressed = fake.slash(fake.mara(), fake.general(), "doctor", "", json!({}));
    let told = fake.answer(&pressed).await.embed_text();
    assert!(told.contains("**Message Content Intent** is off"), "it names what to switch on: {told}");
    bot.stop().await;
}

async fn a_server_out_of_reach_is_waited_for() {
    let fake = FakeDiscord::start().await;
    fake.trouble("GET", "/users/@me", 4, Trouble::Status(503));
    fake.trouble("GET", "/gateway/bot", 2, Trouble::Status(502));
    let bot = Bot::begin(fake, pace()).await;
    bot.fake.connected().await;
    bot.stop().await;
}

async fn the_gateway_is_the_one_of_that_server() {
    let fake = FakeDiscord::start().await;
    // Ours asks first; the library's own question fails, and it would go to Discord then.
    fake.trouble_after("GET", "/gateway", 1, 1, Trouble::Status(500));
    let bot = Bot::begin(fake, pace()).await;
    bot.fake.connected().await;
    bot.stop().await;
}

async fn it_stops_before_it_was_connected() {
    let fake = FakeDiscord::start().await;
    fake.trouble("GET", "/users/@me", 1_000, Trouble::Hang);
    let bot = Bot::begin(fake, pace()).await;
    bot.stop().await;
}

async fn what_was_heard_last_is_taken_in_before_the_end() {
    let bot = Bot::start().await;
    for n in 0..20 {
        bot.fake.dm(bot.fake.mara(), &format!("{n}"));
    }
    bot.intake.next().await;
    let intake = bot.intake.clone();
    bot.stop().await;
    let texts: Vec<String> = intake.all().into_iter().map(|incoming| incoming.text).collect();
    let whole: Vec<String> = (0..texts.len()).map(|n| n.to_string()).collect();
    assert_eq!(texts, whole, "nothing is left out between the first and the last");
}
