//! Calls and results that lost each other, as a crash or an earlier version may have left them in the ledger.

use keepsake::clock::Clock;
use keepsake::memory::{Body, MessageId, ToolCall};
use keepsake::store::{NewMessage, StepCommit, TurnEnd};
use serde_json::{Value, json};

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::{Asked, Script, ScriptedModel};

crate::trials_on_both![
    f37_a_call_without_its_result_blocks_nothing,
    f37_a_result_without_its_call_blocks_nothing,
    f37_results_out_of_place_block_nothing,
    f37_a_turn_that_was_left_with_an_open_call_goes_on,
];

async fn start(database: Database) -> TestApp {
    let test = TestApp::on(database, ScriptedModel::start().await).await;
    test.say(&dm(1), &person(1, "Mara"), "Hello?").await;
    test
}

fn call(id: &str) -> ToolCall {
    ToolCall { id: id.into(), name: "conversation_search".into(), arguments: json!({ "query": "tea" }) }
}

fn calls(ids: &[&str]) -> Body {
    Body::Agent { text: "Let me look.".into(), calls: ids.iter().map(|id| call(id)).collect() }
}

fn result(id: &str) -> Body {
    Body::ToolResult {
        call_id: id.into(),
        name: "conversation_search".into(),
        text: format!("found by {id}"),
        ok: true,
    }
}

/// Writes a turn about the tea straight into the ledger.
async fn leave(test: &TestApp, bodies: Vec<Body>, end: Option<TurnEnd>) {
    let (ledger, now) = (&test.app().stores.ledger, test.clock.now());
    let seed = keepsake::app::seed(&test.config.agent).expect("a seed");
    ledger.accept(&test.incoming(&dm(1), &person(1, "Mara"), "Where is the tea?"), now).await.expect("taken in");
    let agent = ledger.find_agent(&dm(1)).await.expect("the ledger answers").expect("an agent");
    let begun = ledger.begin_turn(&agent, &seed, now).await.expect("the ledger answers").expect("a turn");
    let message = |body| NewMessage { id: MessageId::at(now), body, source: None, at: now };
    let messages = bodies.into_iter().map(message).collect();
    let step = StepCommit { messages, end, at: now, ..StepCommit::default() };
    ledger.commit_step(&agent.scope(), begun.turn.id, &step).await.expect("written");
}

/// What stands behind the message with the calls: the role of each message, and the call that it answers.
fn behind_calls(asked: &Asked) -> Vec<(&str, &str)> {
    fn text<'a>(message: &'a Value, name: &str) -> &'a str {
        message[name].as_str().unwrap_or_default()
    }
    let at =
        asked.messages().iter().position(|message| message["tool_calls"].is_array()).expect("a message with calls");
    asked.messages()[at + 1..].iter().map(|message| (text(message, "role"), text(message, "tool_call_id"))).collect()
}

/// Two more messages are answered, though what was left is in the prompt. The model itself refuses unpaired calls.
async fn goes_on(test: &TestApp) -> Asked {
    for text in ["And the milk?", "Well?"] {
        test.say(&dm(1), &person(1, "Mara"), text).await;
        test.model.assert_clean();
        let asked = test.model.last_request();
        assert!(asked.prompt().contains("Where is the tea?") && asked.newest().contains(text), "{}", asked.prompt());
    }
    assert_eq!(test.replies(&dm(1)), ["Hello."; 3]);
    test.model.last_request()
}

async fn f37_a_call_without_its_result_blocks_nothing(database: Database) {
    let test = start(database).await;
    leave(&test, vec![calls(&["left00001"])], Some(TurnEnd::Done)).await;
    let asked = goes_on(&test).await;
    let behind = [("tool", "left00001"), ("user", ""), ("assistant", ""), ("user", "")];
    assert_eq!(behind_calls(&asked), behind);
    assert_eq!(asked.tool_results(), ["(no result)"]);
}

async fn f37_a_result_without_its_call_blocks_nothing(database: Database) {
    let test = start(database).await;
    let words = Body::Agent { text: "It is in the tin.".into(), calls: Vec::new() };
    leave(&test, vec![result("left00001"), words], Some(TurnEnd::Done)).await;
    let asked = goes_on(&test).await;
    assert_eq!(asked.of_role_count("tool"), 0);
    assert!(asked.prompt().contains("It is in the tin.") && !asked.prompt().contains("found by"), "{}", asked.prompt());
}

async fn f37_results_out_of_place_block_nothing(database: Database) {
    let test = start(database).await;
    let between = Body::Note { text: "Something came in between.".into() };
    // The second is answered first, the first too late, and one of them twice.
    let left = vec![calls(&["left00001", "left00002"]), result("left00002"), between, result("left00001")];
    leave(&test, left.into_iter().chain([result("left00002")]).collect(), Some(TurnEnd::Done)).await;
    let asked = goes_on(&test).await;
    let behind = [("tool", "left00002"), ("tool", "left00001"), ("user", ""), ("assistant", ""), ("user", "")];
    assert_eq!(behind_calls(&asked), behind);
    assert_eq!(asked.tool_results(), ["found by left00002", "(no result)"]);
}

async fn f37_a_turn_that_was_left_with_an_open_call_goes_on(database: Database) {
    let mut test = start(database).await;
    leave(&test, vec![calls(&["left00001"])], None).await;
    test.model.then(Script::reply("It is in the tin."));
    test.restart().await;
    assert_eq!(test.replies(&dm(1)), ["Hello.", "Let me look.\n\nIt is in the tin."]);
    test.model.assert_clean();
    assert_eq!(behind_calls(&test.model.last_request()), [("tool", "left00001")]);
}
