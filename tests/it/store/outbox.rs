use keepsake::memory::{EditCard, Label, OutboxId, Outgoing, Trouble};
use keepsake::store::{NewOutbox, StepCommit};

use super::plant::{at, dm, edit, ended, person, reply, step};
use super::{Home, contract};

contract![
    every_kind_of_outgoing_reads_back,
    what_was_sent_is_not_sent_again,
    a_part_that_was_sent_is_remembered,
    what_was_given_up_is_not_tried_again,
    agents_with_something_unsent_are_told,
];

async fn every_kind_of_outgoing_reads_back(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "hello").await;
    let edit = edit(Label::Persona, 1, "a\n\"b\"", "c", Some(&turn));
    let card = EditCard { title: "persona".into(), edit, used: 1, limit: 2_000 };
    let kinds = [
        Outgoing::Reply { text: "hi 👋".into(), cards: vec![card] },
        Outgoing::Reaction { emoji: "👍🏽".into() },
        Outgoing::Failure { cause: Trouble::Said("Sorry.".into()), trace: "0a1b2c3d".into() },
    ];
    let outbox = kinds.iter().map(|outgoing| NewOutbox { outgoing: outgoing.clone(), ..reply("", 2) }).collect();
    home.commit(&turn, &StepCommit { outbox, ..ended() }).await;
    let unsent = home.ledger.unsent(&agent.scope()).await.expect("unsent");
    assert_eq!(unsent.into_iter().map(|row| row.outgoing).collect::<Vec<_>>(), kinds);
}

/// Rows that wait, from a turn of their own.
async fn waiting(home: &Home, user: u64, rows: &[NewOutbox]) -> keepsake::memory::Agent {
    let agent = home.agent(&dm(user)).await;
    let turn = home.turn(&agent, user, &person(user), "hello").await;
    home.commit(&turn, &StepCommit { outbox: rows.to_vec(), ..step() }).await;
    agent
}

async fn what_was_sent_is_not_sent_again(home: Home) {
    let rows = [reply("one", 1), reply("two", 2)];
    let agent = waiting(&home, 1, &rows).await;
    for _ in 0..2 {
        home.ledger.mark_sent(rows[0].id, &[u64::MAX, 5], at(9)).await.expect("it is marked, also twice");
    }
    home.ledger.mark_unsent(rows[0].id, &[], "late", false, at(9)).await.expect("it is passed over");
    let unsent = home.ledger.unsent(&agent.scope()).await.expect("unsent");
    assert_eq!(unsent.iter().map(|row| row.id).collect::<Vec<_>>(), [rows[1].id]);
    home.ledger.mark_sent(OutboxId::at(at(0)), &[], at(9)).await.expect("a row that was reset is passed over");
}

async fn a_part_that_was_sent_is_remembered(home: Home) {
    let rows = [reply("long", 1)];
    let agent = waiting(&home, 1, &rows).await;
    home.ledger.mark_unsent(rows[0].id, &[u64::MAX], "HTTP 500", false, at(9)).await.expect("it is marked");
    home.ledger.mark_unsent(rows[0].id, &[u64::MAX, 4], "HTTP 502", false, at(9)).await.expect("it is marked");
    let unsent = home.ledger.unsent(&agent.scope()).await.expect("unsent");
    assert_eq!((unsent[0].attempts, unsent[0].sent.as_slice()), (2, [u64::MAX, 4].as_slice()));
    assert_eq!(unsent[0].outgoing, rows[0].outgoing);
}

async fn what_was_given_up_is_not_tried_again(home: Home) {
    let rows = [reply("one", 1), reply("two", 2)];
    let agent = waiting(&home, 1, &rows).await;
    home.ledger.mark_unsent(rows[0].id, &[], "the channel is gone", true, at(9)).await.expect("it is marked");
    home.ledger.mark_unsent(rows[0].id, &[], "again", false, at(9)).await.expect("it is passed over");
    let unsent = home.ledger.unsent(&agent.scope()).await.expect("unsent");
    assert_eq!(unsent.iter().map(|row| row.id).collect::<Vec<_>>(), [rows[1].id]);
}

async fn agents_with_something_unsent_are_told(home: Home) {
    assert_eq!(home.ledger.unsent_agents().await.expect("agents"), []);
    let first = waiting(&home, 1, &[reply("a", 1), reply("b", 1)]).await;
    let row = reply("c", 1);
    let second = waiting(&home, 2, std::slice::from_ref(&row)).await;
    waiting(&home, 3, &[]).await;
    assert_eq!(home.ledger.unsent_agents().await.expect("agents"), [first.clone(), second]);
    home.ledger.mark_sent(row.id, &[1], at(9)).await.expect("it is marked");
    assert_eq!(home.ledger.unsent_agents().await.expect("agents"), [first]);
}
