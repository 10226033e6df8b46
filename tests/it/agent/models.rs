//! The model of a place: it answers there, sums up and tends memory, and where it is gone the usual one does.

use chrono::TimeDelta;
use keepsake::memory::PersonId;
use keepsake::settings::{Change, Site};

use crate::support::app::{TestApp, dm, person};
use crate::support::model::{Asked, Script};

crate::trials![
    what_was_chosen_does_all_the_work_of_its_place,
    a_model_that_does_not_answer_keeps_no_other_place_from_being_tended,
    after_a_restart_without_it_the_usual_one_answers,
];

/// The channel of all direct messages here.
const DM: u64 = 77;

async fn start() -> TestApp {
    let mut test = TestApp::start().await;
    test.llm_config.others = vec!["small".into()];
    test.config.agent.background_tokens = 100_000;
    test.restart().await;
    test
}

async fn choose(test: &TestApp, channel: u64, name: &str) {
    let change = Change::Model(Some(name.into()));
    let changed = test.app().stores.settings.change(Site::Channel(channel), None, change, PersonId(1)).await;
    changed.expect("it is accepted").expect("a change");
}

/// What the requests whose instructions begin so were asked of.
fn asked_of(test: &TestApp, begins: &str) -> Vec<String> {
    let fits = |asked: &Asked| asked.system().starts_with(begins);
    let model = |asked: Asked| asked.body["model"].as_str().unwrap_or_default().to_owned();
    test.model.requests().into_iter().filter(fits).map(model).collect()
}

const ANSWER: &str = "";
const SUMMARY: &str = "You keep the running summary";
const QUIET: &str = "You keep the memory of an agent";

async fn what_was_chosen_does_all_the_work_of_its_place() {
    let mut test = start().await;
    choose(&test, DM, "small").await;
    test.restart_with_budget(4_096).await;
    for at in 0..12 {
        test.say(&dm(1), &person(1, "Mara"), &format!("{at} {}", "there was a ship ".repeat(60))).await;
    }
    assert!(!asked_of(&test, SUMMARY).is_empty(), "something was summed up");
    test.clock.advance(TimeDelta::hours(1));
    assert!(test.app().agents.tend().await > 0);
    assert!(!asked_of(&test, QUIET).is_empty(), "memory was tended");
    assert!(asked_of(&test, ANSWER).iter().all(|model| model == "small"));
    test.end().await;
}

async fn a_model_that_does_not_answer_keeps_no_other_place_from_being_tended() {
    let test = start().await;
    let channels = [31, 32, 33].map(keepsake::memory::AgentKey::Channel);
    choose(&test, 31, "small").await;
    choose(&test, 32, "small").await;
    for key in &channels {
        test.say(key, &person(1, "Mara"), "I fly there tomorrow").await;
    }
    test.model.on(
        |asked| {
            if asked.body["model"] == "small" { Script::status(401, &[], "no") } else { Script::reply("Done.") }
        },
    );
    test.clock.advance(TimeDelta::hours(1));
    assert_eq!(test.app().agents.tend().await, 1);
    let mut asked = asked_of(&test, QUIET);
    asked.sort_unstable();
    assert_eq!(asked, ["scripted", "small"], "the second agent of the silent model is not tried");
    test.end().await;
}

async fn after_a_restart_without_it_the_usual_one_answers() {
    let mut test = start().await;
    choose(&test, DM, "small").await;
    test.say(&dm(1), &person(1, "Mara"), "hello").await;
    test.llm_config.others.clear();
    test.restart().await;
    test.say(&dm(1), &person(1, "Mara"), "and now?").await;
    assert_eq!(asked_of(&test, ANSWER), ["small", "scripted"]);
    assert_eq!(test.replies(&dm(1)), ["Hello.", "Hello."]);
    test.end().await;
}
