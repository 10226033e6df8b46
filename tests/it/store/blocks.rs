use keepsake::memory::{Actor, Edit, EditId, EditKind, EditTarget, Label, PassageId, PersonId, TurnId};
use keepsake::store::{StepCommit, StoreError};

use super::plant::{at, dm, edit, ended, passage, person, step};
use super::{Home, contract};

contract![
    an_edit_changes_its_block_and_is_kept_whole,
    an_edit_of_an_old_version_is_refused_and_writes_nothing,
    an_edit_of_what_is_not_there_is_refused,
    edits_are_listed_newest_first,
    edits_of_a_turn_come_in_their_order,
    every_kind_of_edit_reads_back,
    people_come_after_the_persona_in_the_order_met,
];

async fn an_edit_changes_its_block_and_is_kept_whole(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let by_hand =
        Edit { actor: Actor::Person(PersonId(7)), ..edit(Label::Persona, 1, "I am helpful.", "I am kind.", None) };
    home.ledger.write_edit(&agent.scope(), &by_hand).await.expect("it is written");
    assert_eq!(home.block(&agent, Label::Persona).await, ("I am kind.".to_owned(), 2));
    let core = home.ledger.core(&agent.scope()).await.expect("core");
    assert_eq!(core.get(Label::Persona).expect("persona").updated_at, at(50));
    assert_eq!(home.ledger.edit(&agent.scope(), by_hand.id).await.expect("a look"), Some(by_hand));
    assert_eq!(home.ledger.edit(&agent.scope(), EditId::at(at(0))).await.expect("a look"), None);
}

async fn an_edit_of_an_old_version_is_refused_and_writes_nothing(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let first = edit(Label::Persona, 1, "I am helpful.", "one", None);
    home.ledger.write_edit(&agent.scope(), &first).await.expect("it is written");
    for version in [1, 3] {
        let second = edit(Label::Persona, version, "I am helpful.", "two", None);
        let refused = home.ledger.write_edit(&agent.scope(), &second).await;
        assert!(matches!(&refused, Err(StoreError::Conflict(what)) if what.contains("persona")), "{refused:?}");
    }
    assert_eq!(home.block(&agent, Label::Persona).await, ("one".to_owned(), 2));
    assert_eq!(home.ledger.list_edits(&agent.scope(), None, 0, 10).await.expect("edits").total, 2);
}

async fn an_edit_of_what_is_not_there_is_refused(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let nobody = edit(Label::Human(PersonId(404)), 1, "", "x", None);
    let refused = home.ledger.write_edit(&agent.scope(), &nobody).await;
    assert!(matches!(&refused, Err(StoreError::Conflict(what)) if what.contains("human:404")), "{refused:?}");
    let target = EditTarget::Passage(PassageId::at(at(1)));
    let refused = home.ledger.write_edit(&agent.scope(), &Edit { target, ..nobody }).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    assert_eq!(home.ledger.list_edits(&agent.scope(), None, 0, 10).await.expect("edits").total, 1);
}

fn afters(edits: &[Edit]) -> Vec<&str> {
    edits.iter().map(|edit| edit.after.as_str()).collect()
}

async fn edits_are_listed_newest_first(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "hello").await;
    let human = Label::Human(PersonId(7));
    let edits = vec![edit(Label::Persona, 1, "", "p2", Some(&turn)), edit(human, 1, "", "h2", Some(&turn))];
    let stored = passage("fact", &[], 3, Some(&turn));
    let kept = stored.0.id;
    home.commit(&turn, &StepCommit { edits, passages: vec![stored], ..ended() }).await;
    let scope = agent.scope();
    let all = home.ledger.list_edits(&scope, None, 0, 10).await.expect("edits");
    assert_eq!(afters(&all.items), ["fact", "h2", "p2", "Nothing known yet.", "I am helpful."]);
    let page = home.ledger.list_edits(&scope, None, 1, 2).await.expect("edits");
    assert_eq!((afters(&page.items), page.total), (vec!["h2", "p2"], 5));
    for (target, expected) in [
        (EditTarget::Block(Label::Persona), vec!["p2", "I am helpful."]),
        (EditTarget::Block(human), vec!["h2", "Nothing known yet."]),
        (EditTarget::Passage(kept), vec!["fact"]),
        (EditTarget::Block(Label::Human(PersonId(8))), vec![]),
    ] {
        let page = home.ledger.list_edits(&scope, Some(&target), 0, 10).await.expect("edits");
        assert_eq!((afters(&page.items), page.total), (expected.clone(), expected.len() as u64), "{target:?}");
    }
}

async fn edits_of_a_turn_come_in_their_order(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let first = home.turn(&agent, 1, &person(7), "hello").await;
    let edits =
        (1..=3).map(|version| edit(Label::Persona, version, "", &format!("v{version}"), Some(&first))).collect();
    home.commit(&first, &StepCommit { edits, ..ended() }).await;
    let second = home.turn(&agent, 2, &person(7), "and now").await;
    home.commit(&second, &StepCommit { edits: vec![edit(Label::Persona, 4, "", "later", Some(&second))], ..step() })
        .await;
    let scope = agent.scope();
    let of_first = home.ledger.turn_edits(&scope, first.turn.id).await.expect("edits");
    assert_eq!(afters(&of_first), ["v1", "v2", "v3"]);
    let cause = first.messages[0].id;
    assert!(of_first.iter().all(|edit| edit.cause == Some(cause) && edit.turn == Some(first.turn.id)));
    assert_eq!(afters(&home.ledger.turn_edits(&scope, second.turn.id).await.expect("edits")), ["later"]);
    assert_eq!(home.ledger.turn_edits(&scope, TurnId::at(at(0))).await.expect("none"), []);
}

async fn every_kind_of_edit_reads_back(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let kinds = [EditKind::Create, EditKind::Append, EditKind::Replace, EditKind::Rewrite, EditKind::Reset];
    let actors = [Actor::Model, Actor::System, Actor::Person(PersonId(u64::MAX))];
    let mut written = Vec::new();
    for (version, (kind, actor)) in (1..).zip(kinds.into_iter().flat_map(|kind| actors.map(|actor| (kind, actor)))) {
        let reason = (version % 2 == 0).then(|| "why\nnot".to_owned());
        let one = Edit { kind, actor, reason, ..edit(Label::Persona, version, "a", &format!("b{version}"), None) };
        home.ledger.write_edit(&agent.scope(), &one).await.expect("it is written");
        written.insert(0, one);
    }
    let mut read = home.ledger.list_edits(&agent.scope(), None, 0, 100).await.expect("edits").items;
    read.pop();
    assert_eq!(read, written);
}

async fn people_come_after_the_persona_in_the_order_met(home: Home) {
    let agent = home.agent(&keepsake::memory::AgentKey::Channel(4)).await;
    for (message, who) in [(1, 9), (2, 3), (3, 9), (4, 5)] {
        home.turn(&agent, message, &person(who), "hello").await;
    }
    let core = home.ledger.core(&agent.scope()).await.expect("core");
    let labels: Vec<String> = core.blocks.iter().map(|block| block.label.to_string()).collect();
    assert_eq!(labels, ["persona", "human:9", "human:3", "human:5"]);
    let titles: Vec<String> = core.blocks.iter().map(|block| block.title()).collect();
    assert_eq!(titles, ["persona", "human · Person 9", "human · Person 3", "human · Person 5"]);
    assert!(core.blocks[1..].iter().all(|block| block.value == "Nothing known yet." && block.version == 1));
}
