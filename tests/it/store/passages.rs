use keepsake::memory::passage::Superseded;
use keepsake::memory::{Actor, Agent, Edit, EditKind, EditTarget, Label, Passage, PassageId, PersonId};
use keepsake::store::{PassageFilter, StepCommit, StoreError};

use super::plant::{at, dm, edit, passage, person, step};
use super::{Home, contract};

contract![
    passages_read_back_whole,
    passages_come_in_the_order_asked_for,
    a_listing_holds_to_its_filter_and_pages,
    a_passage_is_corrected_and_holds_again,
    a_passage_goes_and_comes_back,
    only_the_version_that_was_read_can_be_changed,
];

/// Stores passages of (text, tags, seconds), each in a step of its own.
async fn stored(home: &Home, agent: &Agent, of: &[(&str, &[&str], i64)]) -> Vec<Passage> {
    let turn = home.turn(agent, 1, &person(7), "remember this").await;
    let mut stored = Vec::new();
    for (number, (text, tags, seconds)) in (1..).zip(of) {
        let new = passage(text, tags, *seconds, Some(&turn));
        stored.push(Passage { number, ..new.0.clone() });
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
    let numbered = |(number, (passage, _)): (i64, &(Passage, _))| Passage { number, ..passage.clone() };
    let expected: Vec<Passage> = (1..).zip(&passages).map(numbered).collect();
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

fn change(passage: &Passage, kind: EditKind, version: i64, after: &str) -> Edit {
    Edit { target: EditTarget::Passage(passage.id), kind, ..edit(Label::Persona, version, &passage.text, after, None) }
}

async fn a_passage_is_corrected_and_holds_again(home: Home) {
    let (agent, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    let all = stored(&home, &agent, &[("old", &[], 1), ("new", &[], 2), ("free", &[], 3)]).await;
    let (ledger, scope) = (home.ledger.clone(), agent.scope());
    let superseded = Edit { related: Some(all[1].id), ..change(&all[0], EditKind::Supersede, 1, "new") };
    ledger.write_edit(&scope, &superseded).await.expect("it is written");
    let old = ledger.passage_by_number(&scope, 1).await.expect("a look").expect("it is there");
    assert_eq!(old.superseded, Some(Superseded { at: superseded.at, by: Some((all[1].id, 2)) }));
    assert_eq!((old.version, old.text.as_str()), (2, "old"));
    let ids: Vec<PassageId> = all.iter().map(|passage| passage.id).collect();
    assert_eq!(ledger.superseded(&scope, &ids).await.expect("one"), [(all[0].id, Some(all[1].id))]);
    assert_eq!(ledger.superseded(&other.scope(), &ids).await.expect("none"), []);
    assert_eq!(ledger.passage_by_number(&other.scope(), 1).await.expect("a look"), None);
    assert_eq!(ledger.edit(&scope, superseded.id).await.expect("a look"), Some(superseded.clone()));
    let back = Edit { undoes: Some(superseded.id), ..change(&all[0], EditKind::Revive, 2, "old") };
    ledger.write_edit(&scope, &back).await.expect("it is written");
    let revived = ledger.passage_by_number(&scope, 1).await.expect("a look").expect("it is there");
    assert_eq!((revived.superseded, revived.version), (None, 3));
    assert_eq!(ledger.undoing(&scope, superseded.id).await.expect("a look"), Some(back));
    assert_eq!(ledger.undoing(&other.scope(), superseded.id).await.expect("a look"), None);
}

async fn a_passage_goes_and_comes_back(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let all = stored(&home, &agent, &[("gone", &["a"], 1), ("stays", &["a"], 2)]).await;
    let (ledger, scope) = (home.ledger.clone(), agent.scope());
    let waiting = ledger.unindexed(9).await.expect("items");
    let marks: Vec<_> = waiting.iter().map(|waiting| (waiting.item.id(), waiting.revision)).collect();
    ledger.mark_indexed(&marks, at(5)).await.expect("they are marked");
    ledger.write_edit(&scope, &change(&all[0], EditKind::Remove, 1, "")).await.expect("it is written");
    let listed = ledger.list_passages(&scope, &PassageFilter::default(), 0, 9).await.expect("a page");
    assert_eq!((listed.items.len(), listed.total), (1, 1));
    let by_tag = PassageFilter { tags: vec!["a".into()], ..PassageFilter::default() };
    assert_eq!(ledger.list_passages(&scope, &by_tag, 0, 9).await.expect("a page").total, 1);
    assert_eq!(ledger.count_passages(&scope).await.expect("a count"), 1);
    assert_eq!(ledger.passages(&scope, &[all[0].id]).await.expect("none"), []);
    assert_eq!(ledger.passage_by_number(&scope, 1).await.expect("a look"), None);
    assert_eq!(ledger.backlog().await.expect("a backlog"), (0, 1));
    assert_eq!(ledger.rewind().await.expect("a rewind"), 2, "the message and the passage that stays");
    ledger.write_edit(&scope, &change(&all[0], EditKind::Return, 2, "gone")).await.expect("it is written");
    assert_eq!(ledger.count_passages(&scope).await.expect("a count"), 2);
    assert_eq!(ledger.backlog().await.expect("a backlog"), (3, 0));
    let back = ledger.passage_by_number(&scope, 1).await.expect("a look").expect("it is there");
    assert_eq!((back.text.as_str(), back.tags, back.version), ("gone", vec!["a".to_owned()], 3));
}

async fn only_the_version_that_was_read_can_be_changed(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let all = stored(&home, &agent, &[("one", &[], 1)]).await;
    let (ledger, scope) = (home.ledger.clone(), agent.scope());
    let (first, late) = (change(&all[0], EditKind::Rewrite, 1, "two"), change(&all[0], EditKind::Rewrite, 1, "three"));
    ledger.write_edit(&scope, &first).await.expect("it is written");
    for refused in [late, change(&all[0], EditKind::Return, 2, "x")] {
        let refused = ledger.write_edit(&scope, &refused).await;
        assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    }
    let other = home.agent(&dm(2)).await;
    let foreign = ledger.write_edit(&other.scope(), &change(&all[0], EditKind::Rewrite, 2, "theirs")).await;
    assert!(matches!(foreign, Err(StoreError::Conflict(_))), "{foreign:?}");
    let edits = ledger.list_edits(&scope, Some(&EditTarget::Passage(all[0].id)), 0, 9).await.expect("edits");
    assert_eq!(edits.total, 2);
    assert_eq!(ledger.passages(&scope, &[all[0].id]).await.expect("one")[0].text, "two");
}
