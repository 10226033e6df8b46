//! A model that is away: the turn waits for it, through restarts, and is answered once; nothing is lost.

use chrono::TimeDelta;
use keepsake::agent::{Retry, Stop};
use keepsake::memory::{AgentKey, Outgoing, PersonId, Trouble};
use keepsake::store::Accepted;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::{Script, ScriptedModel};

crate::trials_on_both![
    an_outage_is_told_once_and_answered_when_it_is_over,
    what_is_said_meanwhile_is_answered_together,
    a_turn_that_waits_outlives_a_restart,
    memory_that_was_written_before_an_outage_is_not_written_twice,
    an_outage_without_end_is_a_failure,
    when_the_model_is_back_for_one_the_others_are_tried_soon,
    a_wish_to_be_left_alone_is_heeded,
    what_cannot_pass_fails_at_once,
    a_turn_that_waits_is_tried_when_somebody_asks,
    a_turn_that_failed_is_tried_again_when_somebody_asks,
    a_turn_that_waits_can_be_stopped,
    a_deleted_question_is_not_answered_after_an_outage,
    each_trouble_is_told_and_nothing_is_lost,
    a_server_that_is_down_is_waited_for,
];

const AWAY: Outgoing = Outgoing::Waits { cause: Trouble::Away };

async fn start(database: Database) -> TestApp {
    let mut test = TestApp::on(database, ScriptedModel::start().await).await;
    test.llm_config.retries = 0;
    test.restart().await;
    test
}

fn down() -> Script {
    Script::status(503, &[], "{}")
}

/// Time passes, and what is due then is done.
async fn later(test: &TestApp, seconds: i64) {
    test.clock.advance(TimeDelta::seconds(seconds));
    test.app().agents.remind().await;
    test.app().agents.idle().await;
}

async fn an_outage_is_told_once_and_answered_when_it_is_over(database: Database) {
    let test = start(database).await;
    let key = dm(1);
    (0..3).for_each(|_| test.model.push(down()));
    test.say(&key, &person(1, "Mara"), "Are you there?").await;
    assert_eq!(test.outgoing(&key), [AWAY]);
    later(&test, 29).await;
    assert_eq!(test.model.requests().len(), 1, "it is not asked before its time");
    later(&test, 1).await;
    later(&test, 59).await;
    assert_eq!(test.model.requests().len(), 2, "the pauses grow");
    later(&test, 1).await;
    assert_eq!((test.model.requests().len(), test.outgoing(&key).len()), (3, 1), "nobody is told twice");
    later(&test, 120).await;
    assert_eq!(test.replies(&key), ["Hello."]);
    later(&test, 9_999).await;
    assert_eq!((test.replies(&key).len(), test.model.requests().len()), (1, 4), "and it is answered once");
}

async fn what_is_said_meanwhile_is_answered_together(database: Database) {
    let test = start(database).await;
    let key = AgentKey::Channel(9);
    (0..2).for_each(|_| test.model.push(down()));
    test.say(&key, &person(1, "Mara"), "First word").await;
    // Each message advances the clock by half a minute, after which people who ask are reason enough to try again.
    test.say(&key, &person(2, "Olek"), "Second word").await;
    assert_eq!((test.model.requests().len(), test.outgoing(&key)), (2, vec![AWAY]));
    test.say(&key, &person(1, "Mara"), "Third word").await;
    assert_eq!(test.replies(&key), ["Hello."]);
    let prompt = test.model.last_request().prompt();
    assert!(["First word", "Second word", "Third word"].iter().all(|said| prompt.contains(said)), "{prompt}");
    let (_, row) = test.sink.delivered().pop().expect("a delivery");
    assert_eq!(row.to.message, 1_002, "the answer goes to the newest message");
}

async fn a_turn_that_waits_outlives_a_restart(database: Database) {
    let mut test = start(database).await;
    let key = dm(1);
    test.model.push(down());
    test.say(&key, &person(1, "Mara"), "Are you there?").await;
    test.restart().await;
    assert_eq!((test.model.requests().len(), test.outgoing(&key).len()), (1, 1), "a start is no reason to hurry");
    later(&test, 30).await;
    assert_eq!(test.outgoing(&key).len(), 2);
    test.restart().await;
    assert_eq!((test.replies(&key), test.model.requests().len()), (vec!["Hello.".to_owned()], 2));
}

async fn memory_that_was_written_before_an_outage_is_not_written_twice(database: Database) {
    let mut test = start(database).await;
    let key = dm(1);
    test.model.calls(vec![("core_memory_append", json!({"label": "human", "content": "Has a cat."}))]);
    test.model.push(down());
    test.say(&key, &person(1, "Mara"), "I have a cat.").await;
    assert_eq!(test.outgoing(&key), [AWAY]);
    test.restart().await;
    later(&test, 30).await;
    assert_eq!((test.replies(&key).len(), test.cards(&key).len()), (1, 1));
    assert_eq!(test.model.last_request().prompt().matches("Has a cat.").count(), 1);
    assert!(test.model.last_request().after_tool(), "it went on behind what was written");
}

async fn an_outage_without_end_is_a_failure(database: Database) {
    let mut test = start(database).await;
    test.config.agent.retry = std::time::Duration::from_secs(3_600);
    test.restart().await;
    let key = dm(1);
    test.model.on(|_| down());
    test.say(&key, &person(1, "Mara"), "Are you there?").await;
    for _ in 0..40 {
        later(&test, 300).await;
    }
    let [waits, Outgoing::Failure { cause, .. }] = &test.outgoing(&key)[..] else {
        panic!("{:?}", test.outgoing(&key))
    };
    assert_eq!((waits, cause), (&AWAY, &Trouble::Away));
    assert!(test.model.requests().len() < 12, "{} requests", test.model.requests().len());
    test.model.on(|_| Script::reply("Back."));
    test.say(&key, &person(1, "Mara"), "Now?").await;
    assert_eq!(test.replies(&key), ["Back."], "the next message is answered as any");
}

async fn when_the_model_is_back_for_one_the_others_are_tried_soon(database: Database) {
    let test = start(database).await;
    test.model.on(|_| down());
    for id in 1..=3 {
        test.say(&dm(id), &person(id, "Mara"), "Are you there?").await;
    }
    for _ in 0..4 {
        later(&test, 300).await;
    }
    let waited = test.model.requests().len();
    test.model.on(|_| Script::reply("Back."));
    // A fourth person finds out; the others' next tries are minutes away.
    test.say(&dm(4), &person(4, "Olek"), "Hello?").await;
    assert_eq!(test.model.requests().len(), waited + 1);
    later(&test, 10).await;
    for id in 1..=4 {
        assert_eq!(test.replies(&dm(id)), ["Back."], "{id}");
    }
}

async fn a_wish_to_be_left_alone_is_heeded(database: Database) {
    let test = start(database).await;
    let key = dm(1);
    test.model.push(Script::status(429, &[("retry-after", "240")], "{}"));
    test.say(&key, &person(1, "Mara"), "Are you there?").await;
    assert_eq!(test.outgoing(&key), [Outgoing::Waits { cause: Trouble::Busy }]);
    later(&test, 239).await;
    assert_eq!(test.model.requests().len(), 1);
    later(&test, 1).await;
    assert_eq!(test.replies(&key), ["Hello."]);
}

async fn what_cannot_pass_fails_at_once(database: Database) {
    let test = start(database).await;
    let scripts = [Script::status(401, &[], "{}"), Script::status(404, &[], "{}"), Script::raw("text/html", "<html>")];
    for (id, script) in (1..).zip(scripts) {
        test.model.push(script);
        test.say(&dm(id), &person(id, "Mara"), "Are you there?").await;
        assert!(matches!(&test.outgoing(&dm(id))[..], [Outgoing::Failure { .. }]), "{:?}", test.outgoing(&dm(id)));
    }
}

async fn a_turn_that_waits_is_tried_when_somebody_asks(database: Database) {
    let test = start(database).await;
    let (key, agents) = (dm(1), &test.app().agents);
    let retry =
        async |by, manages| agents.retry(&dm(1), None, PersonId(by), manages).await.expect("the ledger answers");
    assert_eq!(retry(1, false).await, Retry::Nothing);
    (0..2).for_each(|_| test.model.push(down()));
    test.say(&key, &person(1, "Mara"), "Are you there?").await;
    assert_eq!(retry(2, false).await, Retry::NotYours);
    assert_eq!(retry(2, true).await, Retry::Again);
    agents.idle().await;
    assert_eq!(
        (test.model.requests().len(), test.outgoing(&key).len()),
        (2, 1),
        "it failed once more, and that is no news"
    );
    assert_eq!(retry(1, false).await, Retry::Again);
    agents.idle().await;
    assert_eq!(test.replies(&key), ["Hello."]);
    assert_eq!(retry(1, false).await, Retry::Nothing, "what was answered is not answered again");
}

async fn a_turn_that_waits_can_be_stopped(database: Database) {
    let test = start(database).await;
    let (key, agents) = (dm(1), &test.app().agents);
    let stop = async |by| agents.stop(&dm(1), None, PersonId(by), false).await.expect("the ledger answers");
    assert_eq!(stop(1).await, Stop::Nothing);
    test.model.push(down());
    test.say(&key, &person(1, "Mara"), "Are you there?").await;
    assert_eq!([stop(2).await, stop(1).await, stop(1).await], [Stop::NotYours, Stop::Stopped, Stop::Nothing]);
    agents.idle().await;
    later(&test, 9_999).await;
    let stopped = Outgoing::Stopped { text: String::new(), cards: Vec::new() };
    assert_eq!((test.outgoing(&key), test.model.requests().len()), (vec![AWAY, stopped], 1));
    test.say(&key, &person(1, "Mara"), "And now?").await;
    assert_eq!(test.replies(&key), ["Hello."]);
}

async fn a_turn_that_failed_is_tried_again_when_somebody_asks(database: Database) {
    let test = start(database).await;
    let (key, agents) = (dm(1), &test.app().agents);
    test.model.calls(vec![("core_memory_append", json!({"label": "human", "content": "Has a cat."}))]);
    test.model.push(Script::status(401, &[], "{}"));
    test.say(&key, &person(1, "Mara"), "I have a cat.").await;
    let outgoing = test.outgoing(&key);
    let Some(Outgoing::Failure { trace, .. }) = outgoing.last() else { panic!("{outgoing:?}") };
    let other = agents.retry(&key, Some("another"), PersonId(1), false).await.expect("the ledger answers");
    assert_eq!(other, Retry::Nothing, "an old button");
    let tried = agents.retry(&key, Some(trace), PersonId(1), false).await.expect("the ledger answers");
    assert_eq!(tried, Retry::Again);
    agents.idle().await;
    assert_eq!(test.replies(&key), ["Hello."]);
    assert_eq!(test.cards(&key).len(), 1, "memory is written once, and that is told once");
    let prompt = test.model.last_request().prompt();
    assert_eq!((prompt.matches("Has a cat.").count(), prompt.matches("I have a cat.").count()), (1, 1), "{prompt}");
}

async fn each_trouble_is_told_and_nothing_is_lost(database: Database) {
    let mut test = start(database).await;
    test.llm_config.timeout = std::time::Duration::from_millis(150);
    test.restart().await;
    let events = |body: &str| Script::raw("text/event-stream", body);
    let cut = |cleanly| Script::Cut { text: "These words are".into(), cleanly };
    let overflow = r#"{"error":{"message":"maximum context length is 900 tokens","code":"context_length_exceeded"}}"#;
    let troubles: Vec<(Vec<Script>, Result<Trouble, Trouble>)> = vec![
        (vec![Script::Hang], Ok(Trouble::Slow)),
        (vec![Script::HangAfter("These words".into())], Ok(Trouble::Slow)),
        (vec![cut(true)], Ok(Trouble::Away)),
        (vec![cut(false)], Ok(Trouble::Away)),
        (vec![Script::status(500, &[], "<html>oops</html>")], Ok(Trouble::Away)),
        (vec![Script::status(429, &[("retry-after", "Fri, 01 Jan 2100 00:00:00 GMT")], "")], Ok(Trouble::Busy)),
        (vec![Script::status(429, &[], r#"{"error":{"code":"insufficient_quota"}}"#)], Err(Trouble::Refused)),
        (vec![Script::raw("text/html", "<html><body>Sign in</body></html>")], Err(Trouble::Unclear)),
        (vec![Script::raw("application/json", "{\"choices\": [{")], Err(Trouble::Unclear)),
        (vec![Script::raw("application/octet-stream", "\u{89}PNG\r\n\u{1a}\0\0\0")], Err(Trouble::Unclear)),
        (vec![events("data: {\"choices\": [\n\n")], Err(Trouble::Unclear)),
        (vec![events("data: [DONE]\n\n")], Err(Trouble::Unclear)),
        (vec![Script::reply(""), Script::reply(" "), Script::reply("\n")], Err(Trouble::Empty)),
        (vec![Script::status(400, &[], overflow); 4], Err(Trouble::TooMuch)),
    ];
    for (id, (scripts, told)) in (1..).zip(troubles) {
        let (key, mara) = (dm(id), person(id, "Mara"));
        scripts.into_iter().for_each(|script| test.model.push(script));
        test.say(&key, &mara, "What is lost?").await;
        assert_eq!(test.model.left(), 0, "{told:?}");
        let outgoing = test.outgoing(&key);
        match (&told, &outgoing[..]) {
            (Ok(waits), [Outgoing::Waits { cause }]) => assert_eq!(cause, waits),
            (Err(fails), [Outgoing::Failure { cause, .. }]) => assert_eq!(cause, fails),
            _ => panic!("{told:?} was told as {outgoing:?}"),
        }
        match told {
            Ok(_) => later(&test, 6 * 3_600).await,
            Err(_) => test.say(&key, &mara, "And now?").await,
        }
        assert_eq!(test.replies(&key), ["Hello."], "{told:?}");
        assert!(test.model.last_request().prompt().contains("What is lost?"), "{told:?}");
    }
}

async fn a_server_that_is_down_is_waited_for(database: Database) {
    let mut test = start(database).await;
    let url = std::mem::replace(&mut test.llm_config.base_url, "http://127.0.0.1:1/v1".to_owned());
    test.restart().await;
    test.say(&dm(1), &person(1, "Mara"), "Are you there?").await;
    assert_eq!(test.outgoing(&dm(1)), [AWAY]);
    test.llm_config.base_url = url;
    test.restart().await;
    later(&test, 30).await;
    assert_eq!(test.replies(&dm(1)), ["Hello."]);
}

async fn a_deleted_question_is_not_answered_after_an_outage(database: Database) {
    let test = start(database).await;
    let key = dm(1);
    test.model.push(down());
    let incoming = test.incoming(&key, &person(1, "Mara"), "Never mind.");
    assert_eq!(test.app().agents.accept(&incoming).await.expect("taken in"), Accepted::New);
    test.app().agents.idle().await;
    let change = keepsake::memory::MessageChange {
        event: incoming.event.clone(),
        channel: incoming.source.channel,
        message: incoming.source.message,
        now: keepsake::memory::Afterwards::Deleted,
    };
    test.app().agents.changed(&change).await.expect("noted");
    later(&test, 30).await;
    assert_eq!((test.outgoing(&key), test.model.requests().len()), (vec![AWAY], 1));
}
