use std::collections::BTreeSet;
use std::sync::Arc;

use futures::future::join_all;
use keepsake::memory::{Actor, AgentKey, EditId, Label};
use keepsake::store::{Accepted, IndexItem, ResetWhat, StepCommit, StoreError};
use tokio::sync::Barrier;

use super::plant::{at, dm, edit, incoming, passage, person, seed, step, words};
use super::{Home, contract};

contract![
    an_event_that_comes_twenty_times_at_once_is_new_once,
    twenty_who_open_an_agent_at_once_get_the_same_one,
    twenty_who_begin_a_turn_at_once_take_each_message_once,
    one_of_twenty_edits_of_one_version_wins,
    steps_of_two_turns_at_once_number_without_gaps,
    resets_and_marks_at_once_both_succeed,
];

const MANY: u64 = 20;

/// Runs `task` for each number up to [`MANY`], all let go at the same moment.
async fn at_once<F, Task, T>(task: F) -> Vec<T>
where
    F: Fn(u64) -> Task,
    Task: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let gate = Arc::new(Barrier::new(usize::try_from(MANY).expect("small")));
    let start = |number| {
        let (gate, task) = (gate.clone(), task(number));
        tokio::spawn(async move {
            gate.wait().await;
            task.await
        })
    };
    join_all((0..MANY).map(start)).await.into_iter().map(|done| done.expect("the task does not panic")).collect()
}

async fn an_event_that_comes_twenty_times_at_once_is_new_once(home: Home) {
    let said = incoming(&dm(1), 5, &person(7), "hello");
    let results = at_once(|_| {
        let (ledger, said) = (home.ledger.clone(), said.clone());
        async move { ledger.accept(&said, at(1)).await.expect("it is taken in") }
    })
    .await;
    assert_eq!(results.iter().filter(|accepted| **accepted == Accepted::New).count(), 1);
    let agent = home.agent(&dm(1)).await;
    assert_eq!(home.begin(&agent).await.expect("a turn").messages.len(), 1);
}

async fn twenty_who_open_an_agent_at_once_get_the_same_one(home: Home) {
    let agents = at_once(|_| {
        let ledger = home.ledger.clone();
        async move { ledger.open_agent(&dm(1), &seed(), at(0)).await.expect("it opens") }
    })
    .await;
    assert!(agents.iter().all(|agent| *agent == agents[0]));
    assert_eq!(home.ledger.count_agents().await.expect("a count"), 1);
    assert_eq!(home.ledger.list_edits(&agents[0].scope(), None, 0, 9).await.expect("edits").total, 1);
}

async fn twenty_who_begin_a_turn_at_once_take_each_message_once(home: Home) {
    let agent = home.agent(&AgentKey::Channel(4)).await;
    for message in 1..=MANY {
        home.accept(&incoming(&agent.key, message, &person(message % 3), "hello")).await;
    }
    let begun = at_once(|number| {
        let (ledger, agent) = (home.ledger.clone(), agent.clone());
        async move {
            let late = incoming(&agent.key, 100 + number, &person(number % 5), "late");
            ledger.accept(&late, at(1)).await.expect("it is taken in");
            ledger.begin_turn(&agent, &seed(), at(2)).await.expect("no error")
        }
    })
    .await;
    let taken: Vec<u64> = begun
        .iter()
        .flatten()
        .flat_map(|turn| &turn.messages)
        .map(|message| message.source.expect("from Discord").message)
        .collect();
    let expected: BTreeSet<u64> = (1..=MANY).chain(100..100 + MANY).collect();
    assert_eq!((taken.len(), taken.into_iter().collect()), (expected.len(), expected));
    let numbers: Vec<i64> = home.queue(&agent).await.iter().map(|message| message.seq).collect();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
    assert_eq!(home.ledger.core(&agent.scope()).await.expect("core").blocks.len(), 6);
}

async fn one_of_twenty_edits_of_one_version_wins(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let results = at_once(|number| {
        let (ledger, scope) = (home.ledger.clone(), agent.scope());
        async move {
            let change = edit(Label::Persona, 1, "I am helpful.", &format!("I am {number}."), None);
            (change.id, ledger.write_edit(&scope, &change).await)
        }
    })
    .await;
    let won: Vec<EditId> = results.iter().filter(|(_, result)| result.is_ok()).map(|(id, _)| *id).collect();
    let lost = results.iter().filter(|(_, result)| matches!(result, Err(StoreError::Conflict(_)))).count();
    assert_eq!((won.len(), lost), (1, 19));
    let edits = home.ledger.list_edits(&agent.scope(), None, 0, 9).await.expect("edits");
    assert_eq!((edits.total, edits.items[0].id), (2, won[0]));
    assert_eq!(home.block(&agent, Label::Persona).await, (edits.items[0].after.clone(), 2));
}

async fn steps_of_two_turns_at_once_number_without_gaps(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turns = [home.turn(&agent, 1, &person(7), "one").await, home.turn(&agent, 2, &person(7), "two").await];
    at_once(|number| {
        let (ledger, scope) = (home.ledger.clone(), agent.scope());
        let turn = turns[usize::try_from(number % 2).expect("small")].turn.id;
        async move {
            let commit = StepCommit { messages: vec![words("a", 3), words("b", 3)], ..step() };
            ledger.commit_step(&scope, turn, &commit).await.expect("it is written");
        }
    })
    .await;
    let queue = home.queue(&agent).await;
    assert_eq!(queue.iter().map(|message| message.seq).collect::<Vec<_>>(), (1..=42).collect::<Vec<_>>());
    assert!(queue[2..].chunks(2).all(|pair| pair[0].turn == pair[1].turn), "a step's messages stay together");
    let steps: Vec<u32> =
        home.ledger.unfinished_turns().await.expect("turns").iter().map(|turn| turn.turn.steps).collect();
    assert_eq!(steps, [10, 10]);
}

async fn resets_and_marks_at_once_both_succeed(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "one").await;
    let messages: Vec<_> = (0..200).map(|_| words("text", 3)).collect();
    let passages: Vec<_> = (0..50).map(|_| passage("fact", &[], 3, None)).collect();
    home.commit(&turn, &StepCommit { messages, passages, ..step() }).await;
    let items = home.ledger.unindexed(1_000).await.expect("items");
    let messages = items.iter().filter(|waiting| matches!(waiting.item, IndexItem::Message { .. }));
    let mut done: Vec<_> = messages.map(|waiting| (waiting.item.id(), waiting.revision)).collect();
    // Backwards, so that rows are locked in the order that a reset does not use.
    done.reverse();
    at_once(|number| {
        let (ledger, scope, done) = (home.ledger.clone(), agent.scope(), done.clone());
        async move {
            if number % 4 == 0 {
                ledger.reset(&scope, ResetWhat::History, &seed(), Actor::System, at(9)).await.expect("a reset");
            } else {
                ledger.mark_indexed(&done, at(9)).await.expect("it is marked");
            }
        }
    })
    .await;
    assert_eq!(home.queue(&agent).await, []);
    assert_eq!(home.ledger.tombstones(1_000).await.expect("tombstones").len(), 201);
    assert_eq!(home.ledger.backlog().await.expect("a backlog"), (50, 201));
}
