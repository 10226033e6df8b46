//! A conversation longer than the prompt: nothing overflows, nothing is lost.

use keepsake::memory::Body;
use serde_json::json;

use crate::support::app::{TestApp, dm, person};
use crate::support::model::{Asked, Script};

crate::trials![
    a_long_conversation_never_overflows_and_nothing_is_lost,
    f36_an_empty_summary_is_made_without_the_model,
    f35_a_message_larger_than_the_window_is_cut_in_the_prompt_only,
    the_model_is_warned_once_before_an_eviction,
    an_edit_behind_the_warning_brings_the_eviction_forward,
];

fn is_summary(asked: &Asked) -> bool {
    asked.system().starts_with("You keep the running summary")
}

async fn long_talk(test: &TestApp, messages: usize) {
    for at in 0..messages {
        test.say(
            &dm(1),
            &person(1, "Mara"),
            &format!("Story {at}: {}", "once upon a time there was a ship ".repeat(12)),
        )
        .await;
    }
}

async fn a_long_conversation_never_overflows_and_nothing_is_lost() {
    let test = TestApp::with_budget(4_096).await;
    test.model.on(|asked| {
        let searches = !asked.after_tool() && asked.prompt().matches("Story").count().is_multiple_of(3);
        match (is_summary(asked), searches) {
            (true, _) => Script::reply("They told stories of ships."),
            (_, true) => Script::call("conversation_search", json!({ "query": "ship" })),
            _ => Script::reply("Go on."),
        }
    });
    long_talk(&test, 60).await;
    assert_eq!(test.replies(&dm(1)).len(), 60);
    assert!(test.model.requests().iter().any(is_summary));
    assert!(test.model.last_request().prompt().contains("They told stories of ships."));
    let scope = test.scope(&dm(1)).await;
    let ledger = &test.app().stores.ledger;
    let stored = ledger
        .list_messages(
            &scope,
            &keepsake::store::MessageFilter { author: Some("mara".into()), ..Default::default() },
            0,
            100,
        )
        .await
        .expect("messages");
    assert_eq!(stored.total, 60);
    let summary = ledger.summary(&scope).await.expect("a summary").expect("there is one");
    let queue = ledger.queue(&scope).await.expect("a queue");
    assert!(queue.iter().all(|message| message.seq > summary.through_seq));
    assert!(matches!(queue[0].body, Body::Person { .. }), "a turn is evicted whole");
}

async fn f36_an_empty_summary_is_made_without_the_model() {
    let test = TestApp::with_budget(4_096).await;
    test.model.on(|asked| Script::reply(if is_summary(asked) { "" } else { "Go on." }));
    long_talk(&test, 25).await;
    assert_eq!(test.replies(&dm(1)).len(), 25);
    let scope = test.scope(&dm(1)).await;
    let summary = test.app().stores.ledger.summary(&scope).await.expect("a summary").expect("there is one");
    assert!(summary.text.contains("Mara: Story"), "{}", summary.text);
}

async fn f35_a_message_larger_than_the_window_is_cut_in_the_prompt_only() {
    let test = TestApp::with_budget(4_096).await;
    let huge = format!("{} the end", "endless text ".repeat(20_000));
    test.say(&dm(1), &person(1, "Mara"), &huge).await;
    assert_eq!(test.replies(&dm(1)), ["Hello."]);
    assert!(test.model.last_request().prompt().contains("characters are left out here"));
    let scope = test.scope(&dm(1)).await;
    let stored = test.app().stores.ledger.queue(&scope).await.expect("a queue");
    assert_eq!(stored[0].body.text(), huge);
    test.say(&dm(1), &person(1, "Mara"), "Still there?").await;
    assert_eq!(test.replies(&dm(1)).len(), 2);
}

async fn the_model_is_warned_once_before_an_eviction() {
    let test = TestApp::with_budget(4_096).await;
    long_talk(&test, 25).await;
    let warnings = |asked: &Asked| asked.prompt().matches("will soon be longer than you can see").count();
    let counts: Vec<usize> = test.model.requests().iter().map(warnings).collect();
    assert!(counts.iter().all(|count| *count <= 1), "{counts:?}");
    let first_summary = test.model.requests().iter().position(is_summary).expect("an eviction");
    assert!(counts[..first_summary].contains(&1), "the warning comes before the eviction: {counts:?}");
}

async fn an_edit_behind_the_warning_brings_the_eviction_forward() {
    let test = TestApp::with_budget(4_096).await;
    let warned = |asked: &Asked| asked.prompt().contains("will soon be longer than you can see");
    test.model.on(move |asked| {
        if warned(asked) && !asked.after_tool() && !is_summary(asked) {
            return Script::call(
                "core_memory_append",
                json!({ "label": "human", "content": format!("Fact {}", asked.prompt().len()) }),
            );
        }
        Script::reply(if is_summary(asked) { "They told stories." } else { "Go on." })
    });
    long_talk(&test, 25).await;
    let requests = test.model.requests();
    // Where the queue is short beside the blocks there is nothing to evict yet; else the eviction comes right behind
    // the edit.
    let forward = |at: &usize| requests[*at].after_tool() && is_summary(&requests[at - 1]);
    assert!((1..requests.len()).filter(forward).count() > 1);
    let flushes = requests.iter().filter(|asked| is_summary(asked)).count();
    let warnings = (1..requests.len()).filter(|at| warned(&requests[*at]) && !warned(&requests[at - 1])).count();
    assert!(flushes > 1 && warnings >= flushes, "{warnings} warnings for {flushes} evictions");
}
