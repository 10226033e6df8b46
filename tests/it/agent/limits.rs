//! What people may cost: looked at before the model is asked.

use chrono::TimeDelta;
use keepsake::clock::{Clock, day_of};
use keepsake::memory::{AgentKey, Limit, Outgoing, Person, PersonId};
use keepsake::settings::{Budgets, Change, Site};
use keepsake::store::Accepted;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::ScriptedModel;

crate::trials![
    beyond_the_limit_the_model_is_not_asked,
    a_guild_has_a_limit_of_its_own,
    tokens_are_shared_by_all_who_are_answered,
    a_limit_of_the_operator_counts_all_places,
    too_many_tool_calls_are_answered_without_tools,
];

async fn start(settings: &[(&str, &str)]) -> TestApp {
    TestApp::with_settings(Database::Sqlite, ScriptedModel::start().await, settings).await
}

async fn say_in(test: &TestApp, guild: u64, key: &AgentKey, who: &Person, text: &str) {
    let mut incoming = test.incoming(key, who, text);
    incoming.source.guild = Some(guild);
    assert_eq!(test.app().agents.accept(&incoming).await.expect("it is taken in"), Accepted::New);
    test.app().agents.idle().await;
}

async fn limit(test: &TestApp, guild: u64, budgets: Budgets) {
    let changed =
        test.app().stores.settings.change(Site::Guild(guild), Some(guild), Change::Limits(Some(budgets)), PersonId(1));
    changed.await.expect("it is set");
}

async fn beyond_the_limit_the_model_is_not_asked() {
    let mut test = start(&[]).await;
    limit(&test, 5, Budgets { person_messages: Some(1), ..Budgets::default() }).await;
    let (key, mara) = (AgentKey::Channel(20), person(1, "Mara"));
    for text in ["one", "two", "three"] {
        say_in(&test, 5, &key, &mara, text).await;
    }
    assert_eq!(test.model.requests().len(), 1);
    let told = test.outgoing(&key);
    let until = told.iter().find_map(|said| match said {
        Outgoing::LimitReached { limit: Limit::PersonMessages, most: 1, until } => Some(*until),
        _ => None,
    });
    assert_eq!(until.expect("a limit").to_rfc3339(), "2026-05-05T00:00:00+00:00");
    assert_eq!(told[2], Outgoing::Reaction { emoji: "⏳".into() }, "the sentence comes once an hour");
    say_in(&test, 5, &key, &person(2, "Jo"), "and me?").await;
    assert_eq!(test.model.requests().len(), 2, "another person has a limit of their own");
    test.restart().await;
    test.clock.advance(TimeDelta::hours(16));
    say_in(&test, 5, &key, &mara, "a new day").await;
    let asked = test.model.requests();
    assert_eq!(asked.len(), 3);
    assert!(asked[2].prompt().contains("three"), "what was not answered is not lost");
    test.end().await;
}

async fn a_guild_has_a_limit_of_its_own() {
    let test = start(&[("KEEPSAKE_GUILD_DAILY_TOKENS", "1")]).await;
    let key = AgentKey::Channel(20);
    say_in(&test, 5, &key, &person(1, "Mara"), "one").await;
    say_in(&test, 5, &key, &person(2, "Jo"), "two").await;
    say_in(&test, 6, &AgentKey::Channel(30), &person(2, "Jo"), "elsewhere").await;
    assert_eq!(test.model.requests().len(), 2);
    assert!(matches!(test.outgoing(&key)[1], Outgoing::LimitReached { limit: Limit::GuildTokens, most: 1, .. }));
    test.end().await;
}

async fn tokens_are_shared_by_all_who_are_answered() {
    let test = start(&[]).await;
    let key = AgentKey::Channel(20);
    for (id, text) in [(1, "one"), (2, "two")] {
        let mut incoming = test.incoming(&key, &person(id, "Someone"), text);
        incoming.source.guild = Some(5);
        test.app().stores.ledger.accept(&incoming, test.clock.now()).await.expect("it is taken in");
    }
    test.app().agents.resume().await.expect("it is taken up");
    test.app().agents.idle().await;
    assert_eq!(test.model.requests().len(), 1);
    let today = day_of(test.clock.now());
    let of = async |id| test.app().desk.usage(PersonId(id), Some(5), 20, true).await.expect("usage");
    let (one, other) = (of(1).await, of(2).await);
    assert_eq!((one.today, one.month), (other.today, one.today));
    assert!(one.today.messages == 1 && one.today.tokens > 100, "{one:?}");
    let guild = test.app().stores.ledger.spent_in_guild(5, today).await.expect("usage");
    assert_eq!((guild.messages, guild.tokens), (2, 2 * one.today.tokens));
    assert_eq!(one.guild.expect("the guild").today, guild);
    test.end().await;
}

async fn a_limit_of_the_operator_counts_all_places() {
    let test = start(&[("KEEPSAKE_USER_DAILY_MESSAGES", "2")]).await;
    let mara = person(1, "Mara");
    test.say(&dm(1), &mara, "one").await;
    say_in(&test, 5, &AgentKey::Channel(20), &mara, "two").await;
    say_in(&test, 6, &AgentKey::Channel(30), &mara, "three").await;
    assert_eq!(test.model.requests().len(), 2);
    limit(&test, 6, Budgets { person_messages: Some(5), ..Budgets::default() }).await;
    say_in(&test, 6, &AgentKey::Channel(30), &mara, "four").await;
    assert_eq!(test.model.requests().len(), 2, "no server lifts what the operator set");
    limit(&test, 5, Budgets { person_messages: Some(1), ..Budgets::default() }).await;
    for (guild, channel, counted, most) in [(None, 1, 4, 2), (Some(6), 30, 4, 2), (Some(5), 20, 1, 1)] {
        let usage = test.app().desk.usage(PersonId(1), guild, channel, false).await.expect("usage");
        assert_eq!((usage.today.messages, usage.budgets.person_messages), (counted, Some(most)));
    }
    test.end().await;
}

async fn too_many_tool_calls_are_answered_without_tools() {
    let test = start(&[("KEEPSAKE_USER_HOURLY_TOOL_CALLS", "2")]).await;
    let search = || ("conversation_search", json!({"query": "tea"}));
    test.model.calls(vec![search()]);
    test.model.calls(vec![search(), search(), search()]);
    test.model.reply("That is all.");
    test.say(&dm(1), &person(1, "Mara"), "look for tea").await;
    let asked = test.model.requests();
    let free: Vec<bool> = asked.iter().map(|asked| asked.body["tool_choice"] != "none").collect();
    assert_eq!(free, [true, true, false]);
    assert_eq!(asked[2].prompt().matches("Not run: those who speak").count(), 2, "the call within the limit ran");
    test.model.reply("Without looking.");
    test.say(&dm(1), &person(1, "Mara"), "again").await;
    assert_eq!(test.model.requests()[3].body["tool_choice"], "none");
    test.clock.advance(TimeDelta::hours(1));
    test.model.reply("With tools.");
    test.say(&dm(1), &person(1, "Mara"), "and now?").await;
    assert_ne!(test.model.requests()[4].body["tool_choice"], "none");
    test.end().await;
}
