//! Remembering: edits are written, shown, kept apart, found again and taken away.

use keepsake::memory::{Actor, AgentKey, EditTarget, Label, PersonId};
use keepsake::store::ResetWhat;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::{Script, ScriptedModel};

crate::trials_on_both![
    a_fact_is_stored_shown_and_known_after_a_restart,
    f01_f02_f03_two_peoples_facts_do_not_mix,
    several_calls_of_one_step_build_on_each_other,
    f31_f32_f33_a_failed_edit_changes_nothing_and_says_how_to_mend_it,
    what_was_archived_is_found_by_word_and_by_meaning,
    f43_what_was_said_is_found_page_by_page,
    a_reset_takes_exactly_what_it_says,
    people_of_a_channel_have_a_block_each,
    two_people_of_one_name_stay_two,
];

async fn start(database: Database) -> TestApp {
    TestApp::on(database, ScriptedModel::start().await).await
}

fn remember(content: &str) -> Script {
    Script::call("core_memory_append", json!({ "label": "human", "content": content, "reason": "they said so" }))
}

async fn a_fact_is_stored_shown_and_known_after_a_restart(database: Database) {
    let mut test = start(database).await;
    let (key, mara) = (dm(1), person(1, "Mara"));
    test.model.then(remember("Birthday: May 3rd")).then(Script::reply("Noted!"));
    test.say(&key, &mara, "My birthday is on May 3rd, please remember that.").await;
    assert_eq!(test.replies(&key), ["Noted!"]);
    let cards = test.cards(&key);
    assert_eq!(cards.len(), 1);
    assert_eq!(cards[0].title, "human · Mara");
    assert_eq!(cards[0].edit.reason.as_deref(), Some("they said so"));
    assert!(cards[0].edit.after.ends_with("Birthday: May 3rd"));
    assert!(cards[0].edit.cause.is_some(), "an edit points at the message that caused it");
    test.restart().await;
    test.say(&key, &mara, "When is my birthday?").await;
    assert!(test.model.last_request().prompt().contains("Birthday: May 3rd"));
}

async fn f01_f02_f03_two_peoples_facts_do_not_mix(database: Database) {
    let test = start(database).await;
    let (mara, olek, channel) = (person(1, "Mara"), person(2, "Olek"), AgentKey::Channel(9));
    test.model
        .then(remember("The safe opens with 7351"))
        .then(Script::call("archival_memory_insert", json!({ "content": "Mara's safe code is 7351" })))
        .then(Script::reply("ok"));
    test.say(&dm(1), &mara, "My safe opens with 7351.").await;
    let search = |name: &str| Script::call(name, json!({ "query": "what is the code of the safe 7351" }));
    for (key, who) in [(dm(2), &olek), (channel, &mara)] {
        test.model
            .then(search("conversation_search"))
            .then(search("archival_memory_search"))
            .then(Script::reply("I do not know."));
        test.say(&key, who, "Who am I, and what is secret?").await;
        let seen: Vec<String> =
            test.model.requests().iter().rev().take(3).map(|asked| asked.text().replace("safe 7351", "")).collect();
        assert!(seen.iter().all(|request| !request.contains("7351")), "{key} was shown another's secret");
        let hits = test.app().desk.search(&key, "safe code", 1).await.expect("a search");
        assert!(hits.items.iter().all(|hit| !hit.text.contains("7351")));
    }
}

async fn several_calls_of_one_step_build_on_each_other(database: Database) {
    let test = start(database).await;
    let calls = vec![
        ("core_memory_append", json!({ "label": "human", "content": "Likes tea" })),
        ("core_memory_replace", json!({ "label": "human", "old": "Likes tea", "new": "Likes green tea" })),
        ("core_memory_append", json!({ "label": "persona", "content": "I enjoy talking about tea." })),
    ];
    test.model.then(Script::calls(calls).saying("One moment.")).then(Script::reply("Done."));
    test.say(&dm(1), &person(1, "Mara"), "I like green tea.").await;
    assert_eq!(test.replies(&dm(1)), ["One moment.\n\nDone."]);
    assert_eq!(test.cards(&dm(1)).len(), 3);
    let core = test.app().desk.overview(&dm(1)).await.expect("an overview").core;
    let human = core.get(Label::Human(PersonId(1))).expect("a block");
    assert!(human.value.ends_with("Likes green tea"));
    assert_eq!(human.version, 3);
}

async fn f31_f32_f33_a_failed_edit_changes_nothing_and_says_how_to_mend_it(database: Database) {
    let test = start(database).await;
    test.model.then(remember("Has a cat called Minu")).then(Script::reply("ok"));
    test.say(&dm(1), &person(1, "Mara"), "My cat is called Minu.").await;
    let replace = |old: &str| Script::call("core_memory_replace", json!({ "label": "human", "old": old, "new": "x" }));
    let long = Script::call("core_memory_append", json!({ "label": "human", "content": "y".repeat(3_000) }));
    test.model
        .then(replace("Has a cat called Mini"))
        .then(long)
        .then(Script::call("core_memory_append", json!({ "label": "human" })))
        .then(Script::call("forget_all", json!({})))
        .then(Script::reply("I could not."));
    let before = test.app().desk.overview(&dm(1)).await.expect("an overview").core;
    test.say(&dm(1), &person(1, "Mara"), "Change it.").await;
    let answers: Vec<String> =
        test.model.requests().iter().rev().take(4).map(|asked| asked.newest().to_owned()).collect();
    assert!(answers[3].contains("nearest line is: Has a cat called Minu"), "{}", answers[3]);
    assert!(answers[2].contains("Free at least"), "{}", answers[2]);
    assert!(
        answers[1].contains("missing field `content`") && answers[1].contains("Required: label, content"),
        "{}",
        answers[1]
    );
    assert!(
        answers[0].contains("There is no tool `forget_all`") && answers[0].contains("core_memory_append"),
        "{}",
        answers[0]
    );
    assert_eq!(test.app().desk.overview(&dm(1)).await.expect("an overview").core, before);
    assert_eq!(test.replies(&dm(1)).last().map(String::as_str), Some("I could not."));
}

async fn what_was_archived_is_found_by_word_and_by_meaning(database: Database) {
    let test = start(database).await;
    let insert = |content: &str, tags: &[&str]| {
        Script::call("archival_memory_insert", json!({ "content": content, "tags": tags }))
    };
    test.model
        .then(insert("The spare key lies under the blue flower pot", &["home"]))
        .then(insert("The physician prescribed rest for the ill child", &["health"]))
        .then(Script::reply("Kept."));
    test.say(&dm(1), &person(1, "Mara"), "Keep these.").await;
    assert_eq!(test.cards(&dm(1)).len(), 2);
    let search =
        |query: &str, tags: &[&str]| Script::call("archival_memory_search", json!({ "query": query, "tags": tags }));
    test.model
        .then(search("flower pots", &[]))
        .then(search("sick kid doctor", &[]))
        .then(search("", &["health"]))
        .then(Script::reply("There."));
    test.say(&dm(1), &person(1, "Mara"), "Find them.").await;
    let answers: Vec<String> =
        test.model.requests().iter().rev().take(3).map(|asked| asked.newest().to_owned()).collect();
    let first = |answer: &str| answer.lines().nth(1).unwrap_or_default().to_owned();
    assert!(first(&answers[2]).contains("blue flower pot"), "{}", answers[2]);
    assert!(first(&answers[1]).contains("physician"), "{}", answers[1]);
    assert!(answers[0].contains("page 1/1, 1 found") && answers[0].contains("physician"), "{}", answers[0]);
}

async fn f43_what_was_said_is_found_page_by_page(database: Database) {
    let test = start(database).await;
    let mara = person(1, "Mara");
    for number in 0..12 {
        test.say(&dm(1), &mara, &format!("Fact {number}: the lighthouse has {number} windows")).await;
    }
    let search = |query: &str, page: u64| {
        Script::call("conversation_search", json!({ "query": query, "page": page, "author": "mara" }))
    };
    test.model
        .then(search("lighthouse windows", 1))
        .then(search("lighthouse windows", 2))
        .then(search("", 2))
        .then(search("lighthouse", 9))
        .then(Script::reply("ok"));
    test.say(&dm(1), &mara, "What did I say?").await;
    let answers: Vec<String> =
        test.model.requests().iter().rev().take(4).map(|asked| asked.newest().to_owned()).collect();
    assert!(answers[3].starts_with("page 1/2, "), "{}", answers[3]);
    assert!(answers[2].starts_with("page 2/2, "), "{}", answers[2]);
    assert!(answers[3].contains("https://discord.com/channels/@me/77/"), "{}", answers[3]);
    assert!(answers[1].contains("page 2/2, 13 found") && answers[1].contains("Fact 0"), "{}", answers[1]);
    assert!(answers[0].contains("There is no page 9"), "{}", answers[0]);
}

async fn a_reset_takes_exactly_what_it_says(database: Database) {
    let test = start(database).await;
    let (key, mara) = (dm(1), person(1, "Mara"));
    let actor = Actor::Person(PersonId(1));
    test.model
        .then(remember("Plays the cello"))
        .then(Script::call("archival_memory_insert", json!({ "content": "Cello lessons since 2019" })))
        .then(Script::reply("ok"));
    test.say(&key, &mara, "I play the cello since 2019.").await;
    let desk = &test.app().desk;
    let found = async |text: &str| desk.search(&key, text, 1).await.expect("a search").total;
    assert!(found("cello").await >= 2, "a message and a passage");
    let receipt = desk.reset(&key, ResetWhat::Archival, actor).await.expect("a reset");
    assert_eq!((receipt.passages, receipt.messages, receipt.blocks), (1, 0, 0));
    let overview = desk.overview(&key).await.expect("an overview");
    assert_eq!(overview.passages, 0);
    assert!(overview.core.get(Label::Human(PersonId(1))).expect("a block").value.contains("cello"));
    let receipt = desk.reset(&key, ResetWhat::Core, actor).await.expect("a reset");
    assert_eq!((receipt.passages, receipt.messages, receipt.blocks), (0, 0, 1));
    let overview = desk.overview(&key).await.expect("an overview");
    assert!(!overview.core.get(Label::Human(PersonId(1))).expect("a block").value.contains("cello"));
    assert!(overview.messages > 0);
    let receipt = desk.reset(&key, ResetWhat::History, actor).await.expect("a reset");
    assert!(receipt.messages > 0);
    assert_eq!(desk.overview(&key).await.expect("an overview").messages, 0);
    assert_eq!(found("cello").await, 0);
    let index = &test.app().stores.index;
    assert_eq!(index.total().await.expect("a count"), 0, "the vectors are gone too");
    let scope = test.scope(&key).await;
    let target = EditTarget::Block(Label::Human(PersonId(1)));
    let kept = test.app().stores.ledger.list_edits(&scope, Some(&target), 0, 10).await.expect("edits");
    assert!(kept.items.iter().all(|edit| edit.cause.is_none()));
    assert_eq!(kept.total, 3, "created, appended, reset");
    desk.reset(&key, ResetWhat::All, actor).await.expect("a reset");
    let left = test.app().stores.ledger.list_edits(&scope, Some(&target), 0, 10).await.expect("edits");
    assert_eq!(left.total, 0);
    test.say(&key, &mara, "Hello again").await;
    assert!(!test.model.last_request().prompt().contains("cello"));
}

async fn two_people_of_one_name_stay_two(database: Database) {
    let test = start(database).await;
    let channel = AgentKey::Channel(9);
    let bees =
        |label: &str, content: &str| Script::call("core_memory_append", json!({ "label": label, "content": content }));
    test.model.then(bees("human:1", "Keeps bees")).then(Script::reply("ok"));
    test.say(&channel, &person(1, "Sam"), "I keep bees.").await;
    test.model.then(bees("human:2", "Afraid of bees")).then(Script::reply("ok"));
    test.say(&channel, &person(2, "Sam"), "I am afraid of bees.").await;
    test.say(&channel, &person(3, "Samira"), "Hello.").await;
    let ask = async |person_asked: &str| {
        test.model.then(Script::call("core_memory_read", json!({ "person": person_asked }))).then(Script::reply("ok"));
        test.say(&channel, &person(3, "Samira"), "Who is that?").await;
        test.model.last_request().tool_results().pop().expect("a result")
    };
    let both = ask("sam").await;
    assert!(both.contains("human:1 (Sam)") && both.contains("Keeps bees"), "{both}");
    assert!(both.contains("human:2 (Sam)") && both.contains("Afraid of bees"), "{both}");
    assert!(!both.contains("Samira"), "the whole name comes before a part of it: {both}");
    let one = ask("2").await;
    assert!(one.contains("Afraid of bees") && !one.contains("Keeps bees"), "{one}");
    assert!(ask("").await.starts_with("You know these people:\nhuman:3 (Samira)\nhuman:2 (Sam)"));
    let nobody = ask("Robin").await;
    assert!(nobody.contains("You know nobody called `Robin`") && nobody.contains("human:1 (Sam)"), "{nobody}");
    // Who takes another's name on gets nothing of theirs.
    test.model
        .then(Script::call("core_memory_append", json!({ "label": "human", "content": "Sings" })))
        .then(Script::reply("ok"));
    test.say(&channel, &person(3, "Sam"), "I sing.").await;
    let core = test.app().desk.overview(&channel).await.expect("an overview").core;
    let value = |id| core.get(Label::Human(PersonId(id))).expect("a block").value.clone();
    assert!(value(3).ends_with("Sings") && value(1).ends_with("Keeps bees") && value(2).ends_with("Afraid of bees"));
    test.model.then(Script::call("core_memory_read", json!({ "person": "Sam" }))).then(Script::reply("ok"));
    test.say(&dm(4), &person(4, "Mara"), "Who is Sam?").await;
    let elsewhere = test.model.last_request().tool_results().pop().expect("a result");
    assert!(!elsewhere.contains("bees"), "another place knows nothing of them: {elsewhere}");
}

async fn people_of_a_channel_have_a_block_each(database: Database) {
    let test = start(database).await;
    let channel = AgentKey::Channel(9);
    let (sam, other_sam) = (person(1, "Sam"), person(2, "Sam"));
    test.model.then(remember("Keeps bees")).then(Script::reply("ok"));
    test.say(&channel, &sam, "I keep bees.").await;
    test.model.then(remember("Afraid of bees")).then(Script::reply("ok"));
    test.say(&channel, &other_sam, "I am afraid of bees.").await;
    let core = test.app().desk.overview(&channel).await.expect("an overview").core;
    assert!(core.get(Label::Human(PersonId(1))).expect("a block").value.ends_with("Keeps bees"));
    assert!(core.get(Label::Human(PersonId(2))).expect("a block").value.ends_with("Afraid of bees"));
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("label=\"human:1\"") && prompt.contains("label=\"human:2\""));
}
