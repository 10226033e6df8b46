use keepsake::memory::{Actor, AgentId, Body, MessageId, Passage, PassageId};
use keepsake::store::{IndexItem, ItemId, ResetWhat, StepCommit, Unindexed};

use super::plant::{at, call, dm, ended, incoming, new_message, passage, person, result, seed, words};
use super::{Home, contract};

contract![
    what_is_new_comes_oldest_first_with_what_was_said_before,
    what_is_indexed_comes_no_more,
    what_gets_a_neighbour_comes_again,
    a_rewind_brings_everything_again,
    tombstones_stay_until_they_are_cleared,
    what_was_reset_never_comes_back,
];

/// An item in short: its agent, its text, and the texts before and after it.
type Told<'a> = (AgentId, &'a str, Option<&'a str>, Option<&'a str>);

fn told(items: &[Unindexed]) -> Vec<Told<'_>> {
    let mut told = Vec::new();
    for Unindexed { agent, item, .. } in items {
        told.push(match item {
            IndexItem::Message { message, previous, next, .. } => (
                *agent,
                message.body.text(),
                previous.as_ref().map(|before| before.body.text()),
                next.as_ref().map(|after| after.body.text()),
            ),
            IndexItem::Passage(passage) => (*agent, passage.text.as_str(), None, None),
            IndexItem::Chunk(chunk) => (*agent, chunk.text.as_str(), None, None),
        });
    }
    told
}

fn done(items: &[Unindexed]) -> Vec<(ItemId, i64)> {
    items.iter().map(|waiting| (waiting.item.id(), waiting.revision)).collect()
}

fn ids(items: &[Unindexed]) -> (Vec<MessageId>, Vec<PassageId>) {
    let mut ids = (Vec::new(), Vec::new());
    for Unindexed { item, .. } in items {
        match item {
            IndexItem::Message { message, .. } => ids.0.push(message.id),
            IndexItem::Passage(passage) => ids.1.push(passage.id),
            IndexItem::Chunk(_) => {}
        }
    }
    ids
}

async fn what_is_new_comes_oldest_first_with_what_was_said_before(home: Home) {
    let (here, there) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    assert_eq!(home.ledger.unindexed(10).await.expect("nothing"), []);
    let turn = home.turn(&here, 10, &person(7), "question").await;
    let other = home.turn(&there, 15, &person(8), "elsewhere").await;
    let hidden = [call("c", "t"), result("c", "t", "hidden"), Body::Note { text: "hidden".into() }];
    let mut messages: Vec<_> = hidden.into_iter().map(|body| new_message(body, 20)).collect();
    messages.push(words("answer", 30));
    let passages = vec![passage("fact", &["x"], 20, Some(&turn))];
    home.commit(&turn, &StepCommit { messages, passages: passages.clone(), ..ended() }).await;
    let items = home.ledger.unindexed(10).await.expect("items");
    let expected = [
        (here.id, "question", None, Some("answer")),
        (there.id, "elsewhere", None, None),
        (here.id, "fact", None, None),
        (here.id, "answer", Some("question"), None),
    ];
    assert_eq!(told(&items), expected);
    let elsewhere =
        IndexItem::Message { message: other.messages[0].clone(), previous: None, next: None, facts: String::new() };
    assert_eq!(items[1].item, elsewhere);
    let fact = Passage { number: 1, ..passages[0].0.clone() };
    assert_eq!(items[2].item, IndexItem::Passage(fact));
    assert_eq!(told(&home.ledger.unindexed(3).await.expect("items")), expected[..3]);
    assert_eq!(home.ledger.backlog().await.expect("a backlog"), (4, 0));
}

async fn what_is_indexed_comes_no_more(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    home.ledger.mark_indexed(&[], at(9)).await.expect("nothing to mark");
    let mut first = done(&home.ledger.unindexed(1).await.expect("one"));
    first.push((ItemId::Passage(PassageId::at(at(1))), 1));
    home.ledger.mark_indexed(&first, at(9)).await.expect("it is marked");
    let rest = home.ledger.unindexed(10).await.expect("the rest");
    assert_eq!(told(&rest), [(agent.id, "two", Some("one"), None)]);
    let turn = home.turn(&agent, 3, &person(7), "three").await;
    home.commit(&turn, &StepCommit { passages: vec![passage("fact", &[], 1, None)], ..ended() }).await;
    let all = home.ledger.unindexed(10).await.expect("all");
    let (messages, passages) = ids(&all);
    assert_eq!((messages.len(), passages.len()), (2, 1));
    home.ledger.mark_indexed(&done(&all), at(9)).await.expect("they are marked");
    assert_eq!(home.ledger.unindexed(10).await.expect("nothing"), []);
    assert_eq!(home.ledger.backlog().await.expect("a backlog"), (0, 0));
}

async fn a_rewind_brings_everything_again(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    let turn = home.turn(&agent, 2, &person(7), "three").await;
    home.commit(&turn, &StepCommit { passages: vec![passage("fact", &[], 1, None)], ..ended() }).await;
    let before = home.ledger.unindexed(10).await.expect("all");
    home.ledger.mark_indexed(&done(&before), at(9)).await.expect("they are marked");
    assert_eq!(home.ledger.rewind().await.expect("a rewind"), 4);
    assert_eq!(home.ledger.unindexed(10).await.expect("all again"), before);
}

async fn tombstones_stay_until_they_are_cleared(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    let (messages, _) = ids(&home.ledger.unindexed(10).await.expect("two"));
    home.ledger.reset(&agent.scope(), ResetWhat::History, &seed(), Actor::System, at(9)).await.expect("a reset");
    let dead = home.ledger.tombstones(10).await.expect("tombstones");
    assert_eq!(dead, messages.iter().map(|id| (id.0, agent.id)).collect::<Vec<_>>());
    assert_eq!(home.ledger.tombstones(1).await.expect("one"), dead[..1]);
    assert_eq!(home.ledger.backlog().await.expect("a backlog"), (0, 2));
    home.ledger.clear_tombstones(&[]).await.expect("nothing to clear");
    home.ledger.clear_tombstones(&[dead[0].0]).await.expect("it is cleared");
    let home = home.reopened().await;
    assert_eq!(home.ledger.tombstones(10).await.expect("one"), dead[1..]);
}

async fn what_was_reset_never_comes_back(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "secret").await;
    home.commit(&turn, &StepCommit { passages: vec![passage("secret fact", &[], 1, None)], ..ended() }).await;
    let two = home.ledger.unindexed(10).await.expect("two");
    let (messages, passages) = ids(&two);
    home.ledger.reset(&agent.scope(), ResetWhat::All, &seed(), Actor::System, at(9)).await.expect("a reset");
    home.ledger.mark_indexed(&done(&two), at(10)).await.expect("it is passed over");
    assert_eq!(home.ledger.rewind().await.expect("a rewind"), 0);
    assert_eq!(home.ledger.unindexed(10).await.expect("nothing"), []);
    assert_eq!(home.ledger.messages(&agent.scope(), &messages).await.expect("nothing"), []);
    assert_eq!(home.ledger.passages(&agent.scope(), &passages).await.expect("nothing"), []);
    assert_eq!(home.ledger.tombstones(10).await.expect("tombstones").len(), 2);
}

async fn what_gets_a_neighbour_comes_again(home: Home) {
    let (agent, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    home.turn(&other, 1, &person(8), "elsewhere").await;
    home.turn(&agent, 2, &person(7), "one").await;
    let stale = done(&home.ledger.unindexed(10).await.expect("two"));
    home.accept(&incoming(&agent.key, 3, &person(7), "two")).await;
    home.begin(&agent).await.expect("something waits");
    // An index that was made without the neighbour does not count.
    home.ledger.mark_indexed(&stale, at(9)).await.expect("it is passed over");
    let waiting = home.ledger.unindexed(10).await.expect("two");
    assert_eq!(told(&waiting), [(agent.id, "one", None, Some("two")), (agent.id, "two", Some("one"), None)]);
    home.ledger.mark_indexed(&done(&waiting), at(9)).await.expect("they are marked");
    assert_eq!(home.ledger.backlog().await.expect("a backlog"), (0, 0));
    // Neither a tool's answer nor a note is a neighbour.
    let turn = home.turn(&other, 4, &person(8), "more").await;
    let all = home.ledger.unindexed(10).await.expect("two");
    home.ledger.mark_indexed(&done(&all), at(9)).await.expect("they are marked");
    let hidden = vec![new_message(call("c", "t"), 5), new_message(result("c", "t", "hidden"), 5)];
    home.commit(&turn, &StepCommit { messages: hidden, ..ended() }).await;
    assert_eq!(home.ledger.unindexed(10).await.expect("nothing"), []);
}
