use keepsake::memory::{Actor, Agent, Passage, PassageId, PersonId};
use keepsake::store::{PassageFilter, StepCommit};

use super::plant::{at, dm, passage, person, step};
use super::{Home, contract};

contract![passages_read_back_whole, passages_come_in_the_order_asked_for, a_listing_holds_to_its_filter_and_pages,];

/// Stores passages of (text, tags, seconds), each in a step of its own.
async fn stored(home: &Home, agent: &Agent, of: &[(&str, &[&str], i64)]) -> Vec<Passage> {
    let turn = home.turn(agent, 1, &person(7), "remember this").await;
    let mut stored = Vec::new();
    for (text, tags, seconds) in of {
        let new = passage(text, tags, *seconds, Some(&turn));
        stored.push(new.0.clone());
        home.commit(&turn, &StepCommit { passages: vec![new], ..step() }).await;
    }
    stored
}

async fn passages_read_back_whole(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "remember this").await;
    let mut by_hand = passage("by hand", &[], 6, None);
    by_hand.0.by = Actor::Person(PersonId(u64::MAX));
    let passages = vec![passage("Likes 茶", &["tea", "Ärger", "tea"], 5, Some(&turn)), by_hand];
    let expected: Vec<Passage> = passages.iter().map(|(passage, _)| passage.clone()).collect();
    home.commit(&turn, &StepCommit { passages: passages.clone(), ..step() }).await;
    let ids: Vec<PassageId> = expected.iter().map(|passage| passage.id).collect();
    assert_eq!(home.ledger.passages(&agent.scope(), &ids).await.expect("passages"), expected);
    assert_eq!(home.ledger.count_passages(&agent.scope()).await.expect("a count"), 2);
    for (_, edit) in passages {
        assert_eq!(home.ledger.edit(&agent.scope(), edit.id).await.expect("a look"), Some(edit));
    }
}

async fn passages_come_in_the_order_asked_for(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let all = stored(&home, &agent, &[("one", &[], 1), ("two", &[], 2), ("three", &[], 3)]).await;
    let wanted = [all[2].id, PassageId::at(at(1)), all[0].id];
    let found = home.ledger.passages(&agent.scope(), &wanted).await.expect("passages");
    assert_eq!(found, [all[2].clone(), all[0].clone()]);
}

async fn a_listing_holds_to_its_filter_and_pages(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let endless = "t".repeat(5_000);
    let of: [(&str, &[&str], i64); 5] = [
        ("one", &["a"], 10),
        ("two", &["a", "b"], 20),
        ("three", &["b", "a", "c"], 30),
        ("four", &[&endless], 40),
        ("five", &["A"], 40),
    ];
    stored(&home, &agent, &of).await;
    let (ledger, scope) = (home.ledger.clone(), agent.scope());
    let listed = async |filter: PassageFilter, offset: u64, limit: u64| {
        let page = ledger.list_passages(&scope, &filter, offset, limit).await.expect("a page");
        (page.items.into_iter().map(|passage| passage.text).collect::<Vec<_>>(), page.total)
    };
    let found = |texts: &[&str]| (texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), texts.len() as u64);
    let tags = |tags: &[&str]| PassageFilter {
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..PassageFilter::default()
    };
    assert_eq!(listed(PassageFilter::default(), 0, 9).await, found(&["five", "four", "three", "two", "one"]));
    let (page, total) = listed(PassageFilter::default(), 1, 2).await;
    assert_eq!((page, total), (vec!["four".to_owned(), "three".to_owned()], 5));
    assert_eq!(listed(tags(&["a"]), 0, 9).await, found(&["three", "two", "one"]));
    assert_eq!(listed(tags(&["a", "b"]), 0, 9).await, found(&["three", "two"]));
    assert_eq!(listed(tags(&["a", "x"]), 0, 9).await, found(&[]));
    assert_eq!(listed(tags(&[&endless]), 0, 9).await, found(&["four"]));
    let span = PassageFilter { after: Some(at(20)), before: Some(at(40)), ..tags(&["a"]) };
    assert_eq!(listed(span, 0, 9).await, found(&["three", "two"]));
}
