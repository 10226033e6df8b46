//! More to do than can be done at once: who waits has their turn, and what is beyond all bounds is refused aloud.

use std::time::Duration;

use keepsake::memory::AgentKey;
use keepsake::store::Accepted;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person, until};
use crate::support::model::{Gate, Script, ScriptedModel};

crate::trials_on_both![
    a_flooded_channel_lets_others_have_their_turn,
    so_many_turns_run_at_once_and_no_more,
    so_much_may_wait_in_one_place_and_in_all,
    hundreds_of_waiting_messages_are_answered_in_prompts_that_fit,
    a_storm_of_tool_calls_ends,
    the_same_call_over_and_over_ends,
    arguments_without_end_do_not_brick_an_agent,
];

async fn start(database: Database) -> TestApp {
    TestApp::on(database, ScriptedModel::start().await).await
}

async fn a_flooded_channel_lets_others_have_their_turn(database: Database) {
    let mut test = start(database).await;
    test.config.agent.parallel_turns = 1;
    test.restart().await;
    let (noisy, quiet) = (AgentKey::Channel(9), dm(2));
    let gate = Gate::default();
    let held = gate.clone();
    test.model.on(move |asked| {
        let words = if asked.newest().contains("quiet") { "To the quiet one." } else { "To the noisy one." };
        Script::reply(words).behind(&held)
    });
    let accept = async |key: &AgentKey, text: &str| {
        let incoming = test.incoming(key, &person(2, "Olek"), text);
        assert_eq!(test.app().agents.accept(&incoming).await.expect("taken in"), Accepted::New);
    };
    accept(&noisy, "noise").await;
    test.model.wait_for_requests(1).await;
    accept(&quiet, "quiet").await;
    // From now on something new waits in the noisy channel whenever a turn of it ends.
    for turn in 1..=4 {
        accept(&noisy, "noise").await;
        gate.let_one_through();
        test.model.wait_for_requests(turn + 1).await;
    }
    let order: Vec<bool> = test.model.requests().iter().map(|asked| asked.newest().contains("quiet")).collect();
    gate.open();
    test.app().agents.idle().await;
    assert!(order[..3].contains(&true), "the quiet one waits for more than one turn of the others: {order:?}");
    assert_eq!(test.replies(&quiet), ["To the quiet one."]);
}

async fn so_many_turns_run_at_once_and_no_more(database: Database) {
    let mut test = start(database).await;
    test.config.agent.parallel_turns = 2;
    test.restart().await;
    let gate = Gate::default();
    let held = gate.clone();
    test.model.on(move |_| Script::reply("There.").behind(&held));
    for id in 1..=5 {
        let incoming = test.incoming(&dm(id), &person(id, "Somebody"), "Hello?");
        assert_eq!(test.app().agents.accept(&incoming).await.expect("taken in"), Accepted::New);
    }
    test.model.wait_for_requests(2).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(test.model.requests().len(), 2, "two turns run, the others wait");
    gate.open();
    test.app().agents.idle().await;
    assert_eq!(test.model.requests().len(), 5);
    for id in 1..=5 {
        assert_eq!(test.replies(&dm(id)), ["There."], "{id}");
    }
}

async fn so_much_may_wait_in_one_place_and_in_all(database: Database) {
    let mut test = start(database).await;
    (test.config.agent.waiting, test.config.agent.waiting_in_all) = (3, 5);
    test.restart().await;
    let gate = Gate::default();
    let held = gate.clone();
    test.model.on(move |_| Script::reply("Hello.").behind(&held));
    let mara = person(1, "Mara");
    let accept = async |key: &AgentKey, text: &str| {
        let incoming = test.incoming(key, &mara, text);
        (test.app().agents.accept(&incoming).await.expect("the ledger answers"), incoming)
    };
    for (requests, id) in (1..).zip([1, 2]) {
        assert_eq!(accept(&dm(id), "begun").await.0, Accepted::New);
        test.model.wait_for_requests(requests).await;
    }
    let mut first = Vec::new();
    for text in ["one", "two", "three"] {
        first.push(accept(&dm(1), text).await);
    }
    assert!(first.iter().all(|(accepted, _)| *accepted == Accepted::New));
    assert_eq!(accept(&dm(1), "four").await.0, Accepted::Full);
    let again = test.app().agents.accept(&first[0].1).await.expect("the ledger answers");
    assert_eq!(again, Accepted::Duplicate, "what was taken in is not refused afterwards");
    let second: Vec<Accepted> = vec![accept(&dm(2), "five").await.0, accept(&dm(2), "six").await.0];
    assert_eq!(second, [Accepted::New; 2]);
    assert_eq!(accept(&dm(2), "seven").await.0, Accepted::Full, "too much in all");
    gate.open();
    test.app().agents.idle().await;
    let prompt = test.model.requests().iter().map(|asked| asked.prompt()).collect::<String>();
    assert!(["one", "two", "three", "five", "six"].iter().all(|said| prompt.contains(&format!(">{said}<"))));
    assert!(!prompt.contains(">four<") && !prompt.contains(">seven<"));
    assert_eq!(accept(&dm(1), "eight").await.0, Accepted::New, "there is room again");
    test.app().agents.idle().await;
}

async fn hundreds_of_waiting_messages_are_answered_in_prompts_that_fit(database: Database) {
    let mut test = start(database).await;
    test.config.agent.waiting = 1_000;
    test.restart().await;
    let key = AgentKey::Channel(9);
    let gate = Gate::default();
    test.model.push(Script::reply("First.").behind(&gate));
    test.app().agents.accept(&test.incoming(&key, &person(1, "Mara"), "begin")).await.expect("taken in");
    test.model.wait_for_requests(1).await;
    for at in 0..500 {
        let text = format!("This is what I have to say under the number {at}. {}", "And more of it. ".repeat(10));
        let incoming = test.incoming(&key, &person(at % 7 + 1, "Somebody"), &text);
        assert_eq!(test.app().agents.accept(&incoming).await.expect("taken in"), Accepted::New);
    }
    gate.open();
    test.app().agents.idle().await;
    assert_eq!(test.replies(&key).last().map(String::as_str), Some("Hello."));
    assert!(test.model.last_request().prompt().contains("under the number 499"));
    let scope = test.scope(&key).await;
    let held = test.app().stores.ledger.count_messages(&scope).await.expect("the ledger answers");
    assert!(held >= 503, "{held} of all that was said are kept");
    // The scripted model refuses a prompt that is larger than its window.
    test.model.assert_clean();
}

async fn a_storm_of_tool_calls_ends(database: Database) {
    let test = start(database).await;
    let key = dm(1);
    let search = || ("conversation_search", json!({"query": "x"}));
    test.model.calls((0..120).map(|_| search()).collect());
    test.say(&key, &person(1, "Mara"), "Search.").await;
    assert_eq!(test.replies(&key), ["Hello."]);
    let results = test.model.last_request().tool_results();
    let refused = results.iter().filter(|result| result.starts_with("Not run")).count();
    assert!(refused >= 100 && results.len() - refused <= 16, "{refused} of {}", results.len());
}

async fn the_same_call_over_and_over_ends(database: Database) {
    let test = start(database).await;
    test.model.on(|asked| match asked.body["tool_choice"] == "none" {
        true => Script::reply("Enough."),
        false => Script::call("conversation_search", json!({"query": "x"})),
    });
    test.say(&dm(1), &person(1, "Mara"), "Search.").await;
    assert_eq!(test.replies(&dm(1)), ["Enough."]);
    assert_eq!(test.model.requests().len(), test.config.agent.max_steps as usize);
}

async fn arguments_without_end_do_not_brick_an_agent(database: Database) {
    let test = start(database).await;
    let (key, mara) = (dm(1), person(1, "Mara"));
    let huge = "all work and no play ".repeat(50_000);
    test.model.calls(vec![("core_memory_append", json!({"label": "human", "content": huge}))]);
    test.say(&key, &mara, "Write.").await;
    test.say(&key, &mara, "And now?").await;
    until("both are answered", async || test.replies(&key).len() == 2).await;
    test.model.assert_clean();
}
