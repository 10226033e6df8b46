//! Quiet hours: what was said is gone through again, within a budget, in the open, and never in anybody's way.

use chrono::TimeDelta;
use keepsake::memory::{Actor, Afterwards, AgentKey, EditCard, EditTarget, Label, MessageChange, Outgoing, PersonId};
use serde_json::{Value, json};

use crate::support::app::{Database, TestApp, dm, person, until};
use crate::support::model::{Asked, Gate, Script, ScriptedModel};

crate::trials_on_both![
    it_is_off_unless_it_has_a_budget,
    facts_passages_and_blocks_are_tended_in_the_open,
    every_change_can_be_taken_back,
    what_people_say_meanwhile_comes_first,
    a_change_by_a_person_meanwhile_stands,
    a_budget_lasts_a_day,
    a_failing_model_changes_nothing,
    a_deleted_message_takes_its_facts_along,
];

const ME: Actor = Actor::Person(PersonId(1));

async fn start(database: Database) -> TestApp {
    let mut test = TestApp::on(database, ScriptedModel::start().await).await;
    test.config.agent.background_tokens = 100_000;
    test.restart().await;
    test
}

fn is_quiet(asked: &Asked) -> bool {
    asked.system().starts_with("You keep the memory of an agent")
}

/// The model calls those tools in quiet hours, one step after the other, and greets people.
fn tends(test: &TestApp, steps: Vec<Vec<(&'static str, Value)>>) {
    test.model.on(move |asked| {
        if !is_quiet(asked) {
            return Script::reply("Hello.");
        }
        let done = asked.of_role_count("assistant");
        steps.get(done).map_or_else(|| Script::reply("done"), |calls| Script::calls(calls.clone()))
    });
}

async fn quiet(test: &TestApp) -> u64 {
    test.clock.advance(TimeDelta::hours(1));
    let done = test.app().agents.tend().await;
    test.app().agents.idle().await;
    test.app().stores.sync.catch_up().await.expect("the index follows");
    done
}

fn told(test: &TestApp, key: &AgentKey) -> Vec<(Vec<EditCard>, u64)> {
    let of = |outgoing| if let Outgoing::Tended { cards, facts } = outgoing { Some((cards, facts)) } else { None };
    test.outgoing(key).into_iter().filter_map(of).collect()
}

async fn found(test: &TestApp, query: &str) -> Vec<String> {
    let hits = test.app().desk.search(&dm(1), query, 1).await.expect("a search");
    hits.items.into_iter().map(|hit| hit.text).collect()
}

fn all_tools() -> Vec<Vec<(&'static str, Value)>> {
    vec![
        vec![
            ("note_facts", json!({ "message": 1, "facts": ["Mara flies to  Reykjavik on 5 May 2026"] })),
            ("note_facts", json!({ "message": 9, "facts": ["nothing"] })),
        ],
        vec![
            ("core_memory_append", json!({ "label": "human", "content": "Travels for work" })),
            ("archival_memory_insert", json!({ "content": "Mara flies to Iceland on 5 May 2026." })),
        ],
    ]
}

async fn it_is_off_unless_it_has_a_budget(database: Database) {
    let test = TestApp::on(database, ScriptedModel::start().await).await;
    test.say(&dm(1), &person(1, "Mara"), "I fly there tomorrow").await;
    assert_eq!(quiet(&test).await, 0);
    assert!(!test.model.requests().iter().any(is_quiet));
}

async fn facts_passages_and_blocks_are_tended_in_the_open(database: Database) {
    let test = start(database).await;
    tends(&test, all_tools());
    test.say(&dm(1), &person(1, "Mara"), "I fly there tomorrow").await;
    assert_eq!(test.app().agents.tend().await, 0, "somebody was there a moment ago");
    assert!(!found(&test, "Reykjavik").await.contains(&"I fly there tomorrow".to_owned()));
    assert_eq!(quiet(&test).await, 1);
    assert_eq!(found(&test, "Reykjavik").await[0], "I fly there tomorrow");
    let asked = test.model.last_request();
    assert!(
        asked.prompt().contains("1. [2026-05-04 09:00, Mon] Mara (human:1): I fly there tomorrow"),
        "{}",
        asked.prompt()
    );
    let results = asked.tool_results();
    assert!(results[1].contains("There is no message 9: they are numbered from 1 to 2"), "{results:?}");
    let [(cards, facts)] = told(&test, &dm(1)).try_into().expect("one word of it");
    assert_eq!(facts, 1);
    assert_eq!(cards.iter().map(|card| card.title.as_str()).collect::<Vec<_>>(), ["human · Mara", "archive"]);
    assert!(cards.iter().all(|card| card.edit.actor == Actor::Background && card.edit.turn.is_none()));
    let overview = test.app().desk.overview(&dm(1)).await.expect("an overview");
    assert_eq!((overview.passages, overview.messages), (1, 2));
    assert_eq!(quiet(&test).await, 0, "all was gone through");
}

async fn every_change_can_be_taken_back(database: Database) {
    let test = start(database).await;
    tends(&test, all_tools());
    test.say(&dm(1), &person(1, "Mara"), "I fly there tomorrow").await;
    quiet(&test).await;
    let mut kinds = Vec::new();
    for _ in 0..3 {
        kinds.push(test.app().desk.undo(&dm(1), None, ME).await.expect("it is taken back").edit.target);
    }
    assert!(kinds.iter().any(|target| matches!(target, EditTarget::Facts(_))), "{kinds:?}");
    test.app().stores.sync.catch_up().await.expect("the index follows");
    assert!(!found(&test, "Reykjavik").await.contains(&"I fly there tomorrow".to_owned()));
    let overview = test.app().desk.overview(&dm(1)).await.expect("an overview");
    assert_eq!(overview.passages, 0);
    assert!(!overview.core.get(Label::Human(PersonId(1))).expect("a block").value.contains("Travels"));
    for _ in 0..3 {
        test.app().desk.redo(&dm(1), ME).await.expect("it is put in place again");
    }
    test.app().stores.sync.catch_up().await.expect("the index follows");
    assert!(found(&test, "Reykjavik").await.contains(&"I fly there tomorrow".to_owned()));
}

async fn what_people_say_meanwhile_comes_first(database: Database) {
    let test = start(database).await;
    test.say(&dm(1), &person(1, "Mara"), "I fly there tomorrow").await;
    let gate = Gate::default();
    let held = gate.clone();
    test.model.on(move |asked| {
        let append = json!({ "label": "human", "content": "Travels" });
        match (is_quiet(asked), asked.after_tool()) {
            (true, false) => Script::call("core_memory_append", append).behind(&held),
            (true, true) => Script::reply("done"),
            _ => Script::reply("At once."),
        }
    });
    test.clock.advance(TimeDelta::hours(1));
    let tending = test.app().agents.tend();
    let talking = async {
        until("the model is asked", async || test.model.requests().iter().any(is_quiet)).await;
        test.say(&dm(2), &person(2, "Jo"), "Hello?").await;
    };
    let (done, ()) = tokio::join!(tending, talking);
    assert_eq!((done, test.replies(&dm(2))), (0, vec!["At once.".to_owned()]), "another agent's turn comes first too");
    assert!(told(&test, &dm(1)).is_empty());
    gate.open();
    assert_eq!(quiet(&test).await, 2);
    let core = test.app().desk.overview(&dm(1)).await.expect("an overview").core;
    assert_eq!(core.get(Label::Human(PersonId(1))).expect("a block").value.matches("Travels").count(), 1);
}

async fn a_change_by_a_person_meanwhile_stands(database: Database) {
    let test = start(database).await;
    test.say(&dm(1), &person(1, "Mara"), "I fly there tomorrow").await;
    let gate = Gate::default();
    let held = gate.clone();
    test.model.on(move |asked| match asked.after_tool() {
        false => Script::call("core_memory_append", json!({ "label": "persona", "content": "Knows planes" })),
        true => Script::reply("done").behind(&held),
    });
    test.clock.advance(TimeDelta::hours(1));
    let tending = test.app().agents.tend();
    let changing = async {
        until("the model is asked again", async || {
            test.model.requests().iter().any(|asked| is_quiet(asked) && asked.after_tool())
        })
        .await;
        let version = test.app().desk.block(&dm(1), Label::Persona).await.expect("a persona").version;
        test.app()
            .desk
            .rewrite(&dm(1), &EditTarget::Block(Label::Persona), version, "I am a pilot.", ME)
            .await
            .expect("it is rewritten");
        gate.open();
    };
    let (done, ()) = tokio::join!(tending, changing);
    assert_eq!(done, 0);
    assert_eq!(test.app().desk.block(&dm(1), Label::Persona).await.expect("a persona").value, "I am a pilot.");
    assert_eq!(quiet(&test).await, 1, "the next time it is done");
    assert_eq!(
        test.app().desk.block(&dm(1), Label::Persona).await.expect("a persona").value,
        "I am a pilot.\nKnows planes"
    );
}

async fn a_budget_lasts_a_day(database: Database) {
    let mut test = start(database).await;
    test.config.agent.background_tokens = 10;
    test.restart().await;
    test.say(&dm(1), &person(1, "Mara"), "Zero.").await;
    assert_eq!(quiet(&test).await, 0, "that is not enough for one question");
    assert!(!test.model.requests().iter().any(is_quiet));
    // Enough for one question, and not for two.
    test.config.agent.background_tokens = 2_400;
    test.restart().await;
    tends(&test, vec![vec![("archival_memory_insert", json!({ "content": "Something lasting." }))]]);
    test.say(&dm(1), &person(1, "Mara"), "One.").await;
    assert_eq!(quiet(&test).await, 1);
    let asked = test.model.requests().iter().filter(|asked| is_quiet(asked)).count();
    assert_eq!(asked, 1, "and no further one is begun");
    test.say(&dm(1), &person(1, "Mara"), "Two.").await;
    assert_eq!(quiet(&test).await, 0);
    test.clock.advance(TimeDelta::hours(24));
    assert_eq!(quiet(&test).await, 1);
}

async fn a_failing_model_changes_nothing(database: Database) {
    let test = start(database).await;
    test.say(&dm(1), &person(1, "Mara"), "One.").await;
    test.model.on(|asked| if is_quiet(asked) { Script::status(401, &[], "") } else { Script::reply("Hello.") });
    assert_eq!(quiet(&test).await, 0);
    assert!(told(&test, &dm(1)).is_empty());
    tends(&test, all_tools());
    assert_eq!(quiet(&test).await, 1, "it is tried again");
}

async fn a_deleted_message_takes_its_facts_along(database: Database) {
    let test = start(database).await;
    tends(&test, all_tools());
    let said = test.incoming(&dm(1), &person(1, "Mara"), "I fly there tomorrow");
    test.app().agents.accept(&said).await.expect("it is taken in");
    test.app().agents.idle().await;
    quiet(&test).await;
    let (channel, message) = (said.source.channel, said.source.message);
    let change = MessageChange { event: said.event, channel, message, now: Afterwards::Deleted };
    test.app().agents.changed(&change).await.expect("it is noted");
    test.app().agents.idle().await;
    let changes = test.app().desk.changes(&dm(1), None, 1).await.expect("changes");
    assert!(!changes.items.iter().any(|card| card.edit.after.contains("Reykjavik")), "{changes:?}");
    let learned = test.outgoing(&dm(1)).into_iter().rev().find_map(|outgoing| match outgoing {
        Outgoing::Learned { cards, .. } => Some(cards.len()),
        _ => None,
    });
    assert_eq!(learned, Some(2), "the passage and the line are offered for removal");
}
