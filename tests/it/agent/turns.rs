//! Turns: every message is answered once, whatever the model, the sink or a restart does.

use keepsake::memory::{AgentKey, Outgoing};
use keepsake::store::Accepted;
use secrecy::ExposeSecret;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person, until};
use crate::support::model::{Gate, Script, ScriptedModel};

crate::trials_on_both![
    f09_the_same_event_twice_is_one_message,
    f07_f15_a_burst_is_answered_and_nothing_is_dropped,
    a_message_that_comes_while_the_agent_works_joins,
    f14_a_slow_turn_blocks_nobody_else,
    a_failing_model_is_told_and_the_message_is_kept,
    f41_empty_answers_are_asked_again_and_then_said,
    reactions_and_silence_are_answers,
    f33_the_same_failing_call_ends_the_loop,
    a_turn_takes_no_more_than_its_steps,
    what_was_not_sent_is_sent_after_a_restart,
    a_call_written_as_text_is_understood,
    a_context_overflow_is_mended,
    a_turn_with_an_edit_takes_six_commits,
];

async fn start(database: Database) -> TestApp {
    TestApp::on(database, ScriptedModel::start().await).await
}

async fn f09_the_same_event_twice_is_one_message(database: Database) {
    let test = start(database).await;
    let incoming = test.incoming(&dm(1), &person(1, "Mara"), "Hello?");
    assert_eq!(test.app().agents.accept(&incoming).await.expect("taken in"), Accepted::New);
    assert_eq!(test.app().agents.accept(&incoming).await.expect("taken in"), Accepted::Duplicate);
    test.app().agents.idle().await;
    assert_eq!(test.app().agents.accept(&incoming).await.expect("taken in"), Accepted::Duplicate);
    test.app().agents.idle().await;
    assert_eq!(test.replies(&dm(1)), ["Hello."]);
}

async fn f07_f15_a_burst_is_answered_and_nothing_is_dropped(database: Database) {
    let test = start(database).await;
    let key = AgentKey::Channel(9);
    let incoming: Vec<_> =
        (0..30).map(|at| test.incoming(&key, &person(at % 3, "Somebody"), &format!("word{at}."))).collect();
    let accepted = incoming.iter().map(|incoming| test.app().agents.accept(incoming));
    for accepted in futures::future::join_all(accepted).await {
        assert_eq!(accepted.expect("taken in"), Accepted::New);
    }
    test.app().agents.idle().await;
    let prompts = test.model.last_request().prompt();
    let places: Vec<usize> =
        (0..30).map(|at| prompts.find(&format!(">word{at}.<")).unwrap_or_else(|| panic!("word{at} is lost"))).collect();
    assert_eq!(places.len(), 30);
    assert!(!test.replies(&key).is_empty());
}

async fn a_message_that_comes_while_the_agent_works_joins(database: Database) {
    let test = start(database).await;
    let (key, mara) = (dm(1), person(1, "Mara"));
    let gate = Gate::default();
    let search = Script::call("conversation_search", json!({ "query": "x" })).behind(&gate);
    test.model.then(search).then(Script::reply("Both answered."));
    let first = test.incoming(&key, &mara, "First question");
    test.app().agents.accept(&first).await.expect("taken in");
    test.model.wait_for_requests(1).await;
    let second = test.incoming(&key, &mara, "Second question");
    test.app().agents.accept(&second).await.expect("taken in");
    gate.open();
    test.app().agents.idle().await;
    assert_eq!(test.replies(&key), ["Both answered."]);
    assert!(test.model.last_request().newest().contains("Second question"));
    let (_, row) = test.sink.delivered().pop().expect("a delivery");
    assert_eq!(row.to.message, second.source.message, "the answer goes to the newest message");
}

async fn f14_a_slow_turn_blocks_nobody_else(database: Database) {
    let test = start(database).await;
    let gate = Gate::default();
    let held = gate.clone();
    test.model.on(move |asked| match asked.newest().contains("slow") {
        true => Script::reply("Slow.").behind(&held),
        false => Script::reply("Quick."),
    });
    let slow = test.incoming(&dm(1), &person(1, "Mara"), "slow please");
    test.app().agents.accept(&slow).await.expect("taken in");
    test.model.wait_for_requests(1).await;
    let quick = test.incoming(&dm(2), &person(2, "Olek"), "quick please");
    test.app().agents.accept(&quick).await.expect("taken in");
    until("the quick one is answered", async || test.replies(&dm(2)).len() == 1).await;
    assert!(test.replies(&dm(1)).is_empty(), "the slow one was answered first");
    gate.open();
    test.app().agents.idle().await;
    assert_eq!(test.replies(&dm(1)), ["Slow."]);
}

async fn a_failing_model_is_told_and_the_message_is_kept(database: Database) {
    let test = start(database).await;
    let (key, mara) = (dm(1), person(1, "Mara"));
    test.model.then(Script::status(401, &[], r#"{"error":{"message":"bad key"}}"#));
    test.say(&key, &mara, "The sky is green.").await;
    let outgoing = test.outgoing(&key);
    let Outgoing::Failure { cause, trace } = &outgoing[0] else { panic!("no failure: {outgoing:?}") };
    assert!(cause.to_string().contains("Your message is kept"));
    assert_eq!(trace.len(), 8);
    test.say(&key, &mara, "And now?").await;
    assert!(test.model.last_request().prompt().contains("The sky is green."));
    assert_eq!(test.replies(&key), ["Hello."]);
}

async fn f41_empty_answers_are_asked_again_and_then_said(database: Database) {
    let test = start(database).await;
    test.model.then(Script::reply("")).then(Script::reply("<think>hm</think>")).then(Script::reply("At last."));
    test.say(&dm(1), &person(1, "Mara"), "Hello?").await;
    assert_eq!(test.replies(&dm(1)), ["At last."]);
    for _ in 0..3 {
        test.model.then(Script::reply(" "));
    }
    test.say(&dm(1), &person(1, "Mara"), "Hello?").await;
    assert!(matches!(test.outgoing(&dm(1)).last(), Some(Outgoing::Failure { .. })));
}

async fn reactions_and_silence_are_answers(database: Database) {
    let test = start(database).await;
    let (key, mara) = (dm(1), person(1, "Mara"));
    test.model
        .then(Script::call("react", json!({ "emoji": "👍" })))
        .then(Script::call("no_reply", json!({ "reason": "a thumb says it" })));
    test.say(&key, &mara, "I am off now.").await;
    assert_eq!(test.outgoing(&key), [Outgoing::Reaction { emoji: "👍".into() }]);
    test.model.then(Script::call("no_reply", json!({ "reason": "not meant for me" })));
    test.say(&key, &mara, "(talking to myself)").await;
    assert_eq!(test.outgoing(&key).len(), 1);
    test.model.then(Script::call("react", json!({ "emoji": "thumb" }))).then(Script::reply("No emoji then."));
    test.say(&key, &mara, "Thumb?").await;
    assert_eq!(test.replies(&key), ["No emoji then."]);
}

async fn f33_the_same_failing_call_ends_the_loop(database: Database) {
    let test = start(database).await;
    test.model.on(|asked| match asked.body["tool_choice"] == "none" {
        true => Script::reply("I give up on that."),
        false => Script::call("core_memory_replace", json!({ "label": "human", "old": "nope", "new": "x" })),
    });
    test.say(&dm(1), &person(1, "Mara"), "Change it.").await;
    assert_eq!(test.replies(&dm(1)), ["I give up on that."]);
    assert_eq!(test.model.requests().len(), 4);
}

async fn a_turn_takes_no_more_than_its_steps(database: Database) {
    let test = start(database).await;
    test.model.on(|asked| {
        Script::call("conversation_search", json!({ "query": format!("again {}", asked.messages().len()) }))
    });
    test.say(&dm(1), &person(1, "Mara"), "Go on for ever.").await;
    assert_eq!(test.model.requests().len(), 12);
    assert!(matches!(test.outgoing(&dm(1)).last(), Some(Outgoing::Failure { .. })));
}

async fn what_was_not_sent_is_sent_after_a_restart(database: Database) {
    let mut test = start(database).await;
    for _ in 0..4 {
        test.sink.fail_next(false);
    }
    test.say(&dm(1), &person(1, "Mara"), "Hello?").await;
    assert!(test.replies(&dm(1)).is_empty());
    test.restart().await;
    assert_eq!(test.replies(&dm(1)), ["Hello."]);
    test.sink.fail_next(true);
    test.say(&dm(1), &person(1, "Mara"), "And again?").await;
    test.restart().await;
    assert_eq!(test.replies(&dm(1)), ["Hello."], "what can never be delivered is not tried for ever");
}

async fn a_call_written_as_text_is_understood(database: Database) {
    let test = start(database).await;
    let call =
        r#"<tool_call>{"name": "core_memory_append", "arguments": {"label": "human", "content": "Sails"}}</tool_call>"#;
    test.model.then(Script::reply(call)).then(Script::reply("Aye!"));
    test.say(&dm(1), &person(1, "Mara"), "I sail.").await;
    assert_eq!(test.replies(&dm(1)), ["Aye!"]);
    assert_eq!(test.cards(&dm(1)).len(), 1);
}

async fn a_context_overflow_is_mended(database: Database) {
    let test = start(database).await;
    let too_long = r#"{"error":{"message":"maximum context length is 900 tokens","code":"context_length_exceeded"}}"#;
    test.model.then(Script::status(400, &[], too_long)).then(Script::reply("Shorter."));
    test.say(&dm(1), &person(1, "Mara"), &"many words ".repeat(200)).await;
    assert_eq!(test.replies(&dm(1)), ["Shorter."]);
}

/// Commits are counted as SQLite counts them; PostgreSQL makes the same ones.
async fn a_turn_with_an_edit_takes_six_commits(database: Database) {
    let test = start(database).await;
    test.say(&dm(1), &person(1, "Mara"), "Hello").await;
    until("the index has caught up", async || test.app().stores.ledger.backlog().await.expect("a backlog") == (0, 0))
        .await;
    let before = commits(&test, database).await;
    test.model
        .then(Script::call("core_memory_append", json!({ "label": "human", "content": "Sails" })))
        .then(Script::reply("Aye!"));
    test.say(&dm(1), &person(1, "Mara"), "I sail.").await;
    until("the index has caught up", async || test.app().stores.ledger.backlog().await.expect("a backlog") == (0, 0))
        .await;
    let made = commits(&test, database).await - before;
    // PostgreSQL's own statistics also count what only reads, so that only SQLite's count is a bound.
    if database == Database::Sqlite {
        assert!(made <= 6, "{made} commits");
    }
}

async fn commits(test: &TestApp, database: Database) -> i64 {
    if database == Database::Postgres {
        return 0;
    }
    let url = test.config.store.database_url.expose_secret();
    let log = tokio::fs::read(format!("{}-wal", url.trim_start_matches("sqlite://"))).await.unwrap_or_default();
    commits_in_log(&log)
}

/// Commit frames of a write-ahead log (sqlite.org/fileformat2.html, 4.1): those whose header says how large the database is
/// after them, with the salts of the log's own header.
fn commits_in_log(log: &[u8]) -> i64 {
    let number =
        |at: usize| log.get(at..at + 4).map_or(0, |bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let page = number(8) as usize;
    let mut commits = 0;
    let mut at = 32;
    while page > 0 && at + 24 + page <= log.len() {
        let current = log[at + 8..at + 16] == log[16..24];
        commits += i64::from(current && number(at + 4) > 0);
        at += 24 + page;
    }
    commits
}
