//! Faults of the program and of what it stands on: told, survived, and made good without a restart.

use std::time::Duration;

use chrono::TimeDelta;
use keepsake::memory::{AgentKey, Outgoing, Trouble};
use keepsake::store::Accepted;

use crate::support::app::{Database, TestApp, dm, person, until};
use crate::support::dump;
use crate::support::model::ScriptedModel;

crate::trials_on_both![
    a_panic_is_told_and_the_agent_goes_on,
    a_ledger_in_trouble_is_tried_until_it_is_well,
    a_sink_that_is_away_for_hours_loses_no_answer,
];

async fn start(database: Database) -> TestApp {
    TestApp::on(database, ScriptedModel::start().await).await
}

async fn a_panic_is_told_and_the_agent_goes_on(database: Database) {
    let test = start(database).await;
    let (key, mara) = (dm(1), person(1, "Mara"));
    test.sink.panic_next();
    test.say(&key, &mara, "Break.").await;
    let outgoing = test.outgoing(&key);
    let [Outgoing::Failure { cause: Trouble::Internal, trace }] = &outgoing[..] else { panic!("{outgoing:?}") };
    assert_eq!(trace.len(), 8);
    test.say(&key, &mara, "Still there?").await;
    assert_eq!(test.replies(&key), ["Hello."]);
    assert!(test.model.last_request().prompt().contains("Break."), "what was said is kept");
}

async fn a_ledger_in_trouble_is_tried_until_it_is_well(database: Database) {
    let mut test = start(database).await;
    test.config.agent.ledger_pause = Duration::from_millis(20);
    test.restart().await;
    let key = AgentKey::Channel(9);
    let incoming = test.incoming(&key, &person(1, "Mara"), "Are you there?");
    // Its tables go at the moment at which it was taken in.
    let url = test.database_url();
    assert_eq!(test.app().stores.ledger.accept(&incoming, incoming.at).await.expect("taken in"), Accepted::New);
    dump::execute(&url, "ALTER TABLE turns RENAME TO turns_away").await;
    test.app().agents.resume().await.expect_err("the ledger is in trouble");
    let second = test.incoming(&key, &person(1, "Mara"), "Hello?");
    assert_eq!(test.app().agents.accept(&second).await.expect("taken in"), Accepted::New);
    // Longer than five tries with growing pauses take.
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert!(test.outgoing(&key).is_empty());
    dump::execute(&url, "ALTER TABLE turns_away RENAME TO turns").await;
    until("it is answered", async || test.replies(&key) == ["Hello."]).await;
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("Are you there?") && prompt.contains("Hello?"));
    test.app().agents.idle().await;
}

async fn a_sink_that_is_away_for_hours_loses_no_answer(database: Database) {
    let test = start(database).await;
    let key = dm(1);
    (0..24).for_each(|_| test.sink.fail_next(false));
    test.say(&key, &person(1, "Mara"), "Are you there?").await;
    for _ in 0..20 {
        test.clock.advance(TimeDelta::minutes(10));
        test.app().agents.remind().await;
        test.app().agents.idle().await;
    }
    assert_eq!(test.replies(&key), ["Hello."]);
    let (_, row) = test.sink.delivered().pop().expect("a delivery");
    assert!(row.attempts >= 24, "{} tries", row.attempts);
}
