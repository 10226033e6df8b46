//! What stands for an answer where people read, and turns that are opened again.

use keepsake::memory::{AgentKey, Body, ChangedMessage, OutboxId, Shown, Source};
use keepsake::store::{BegunTurn, NewOutbox, StepCommit, TurnEnd};

use super::plant::{at, dm, ended, person, reply, words};
use super::{Home, contract};

contract![
    what_stands_for_an_answer_is_told_with_its_row_only,
    an_answer_is_taken_back_and_asked_for_again,
    a_turn_is_opened_again_only_when_it_was_the_last_word,
    a_stopped_turn_is_over,
];

fn shown(messages: &[u64]) -> Shown {
    Shown { channel: u64::MAX, messages: messages.to_vec() }
}

fn changed(turn: &BegunTurn) -> ChangedMessage {
    let id = turn.messages[0].id;
    ChangedMessage { id, turn: Some(turn.turn.id), source: Source::default(), by: None, anew: true }
}

async fn asked(home: &Home, key: &AgentKey) -> BegunTurn {
    let agent = home.agent(key).await;
    home.turn(&agent, 1, &person(7), "hello").await
}

async fn what_stands_for_an_answer_is_told_with_its_row_only(home: Home) {
    let turn = asked(&home, &dm(1)).await;
    let scope = turn.agent.scope();
    assert_eq!(turn.turn.reply, OutboxId(turn.turn.id.0));
    assert_eq!(home.ledger.shown(&scope, turn.turn.id).await.expect("an answer"), None);
    for messages in [&[5][..], &[5, u64::MAX]] {
        home.ledger.set_shown(&scope, turn.turn.id, &shown(messages)).await.expect("it is written");
    }
    let unfinished = home.ledger.unfinished_turns_of(&scope).await.expect("turns");
    assert_eq!(unfinished[0].turn.shown, Some(shown(&[5, u64::MAX])));
    let outbox = vec![NewOutbox { id: turn.turn.reply, ..reply("the answer", 2) }, reply("another row", 3)];
    home.commit(&turn, &StepCommit { outbox, ..ended() }).await;
    let unsent = home.ledger.unsent(&scope).await.expect("rows");
    assert_eq!(unsent.into_iter().map(|row| row.shown).collect::<Vec<_>>(), [Some(shown(&[5, u64::MAX])), None]);
    let late = home.ledger.set_shown(&scope, turn.turn.id, &shown(&[6])).await;
    assert!(late.is_err(), "a turn that is over shows nothing more");
}

async fn an_answer_is_taken_back_and_asked_for_again(home: Home) {
    let turn = asked(&home, &dm(1)).await;
    let scope = turn.agent.scope();
    let outbox = vec![NewOutbox { id: turn.turn.reply, ..reply("the answer", 2) }];
    home.commit(&turn, &StepCommit { messages: vec![words("the answer", 2)], outbox, ..ended() }).await;
    home.ledger.mark_sent(turn.turn.reply, &[8, 9], at(3)).await.expect("it is marked");
    assert!(home.ledger.reopen_turn(&scope, &changed(&turn), at(0), at(90)).await.expect("an answer"));
    let [again] = home.ledger.unfinished_turns_of(&scope).await.expect("turns").try_into().expect("one turn");
    assert_eq!(again.turn.id, turn.turn.id);
    assert_ne!(again.turn.reply, turn.turn.reply);
    assert_eq!(again.turn.shown, Some(Shown { channel: 88, messages: vec![8, 9] }));
    let queue = home.queue(&turn.agent).await;
    assert!(
        matches!(queue.last().map(|message| &message.body), Some(Body::Note { text }) if text.contains("taken back"))
    );
    assert!(!home.ledger.reopen_turn(&scope, &changed(&turn), at(0), at(91)).await.expect("an answer"), "it runs");
}

async fn a_turn_is_opened_again_only_when_it_was_the_last_word(home: Home) {
    let turn = asked(&home, &dm(1)).await;
    let scope = turn.agent.scope();
    home.commit(&turn, &StepCommit { messages: vec![words("the answer", 2)], ..ended() }).await;
    let opens =
        async |since| home.ledger.reopen_turn(&scope, &changed(&turn), at(since), at(90)).await.expect("an answer");
    assert!(!opens(61).await, "it ended before");
    let other = home.agent(&dm(2)).await.scope();
    assert!(!home.ledger.reopen_turn(&other, &changed(&turn), at(0), at(90)).await.expect("an answer"));
    home.turn(&turn.agent, 2, &person(8), "me too").await;
    assert!(!opens(0).await, "somebody has spoken since");
    assert!(home.texts(&turn.agent).await.contains(&"the answer".to_owned()));
}

async fn a_stopped_turn_is_over(home: Home) {
    let turn = asked(&home, &dm(1)).await;
    let end = Some(TurnEnd::Stopped("stopped by 7".into()));
    home.commit(&turn, &StepCommit { end, ..ended() }).await;
    assert!(home.ledger.unfinished_turns().await.expect("turns").is_empty());
    let again = home.ledger.commit_step(&turn.agent.scope(), turn.turn.id, &ended()).await;
    assert!(again.is_err(), "it cannot be answered too");
}
