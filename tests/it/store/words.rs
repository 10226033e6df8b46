//! Finding by words in the ledger itself.

use keepsake::documents::Piece;
use keepsake::memory::Scope;
use keepsake::store::{MessageFilter, PassageFilter, StepCommit};

use super::plant::{dm, passage, step};
use super::{Home, contract};

contract![
    words_are_found_as_parts_whatever_their_case,
    what_has_most_words_comes_first_and_then_the_newest,
    filters_hold_and_other_scopes_are_never_seen,
    signs_of_patterns_are_only_signs,
];

fn asked(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

async fn said(home: &Home, who: u64, words: &[&str], filter: &MessageFilter, limit: u64) -> Vec<String> {
    let scope = home.agent(&dm(who)).await.scope();
    let found = home.ledger.messages_with(&scope, &asked(words), filter, limit).await.expect("a search");
    found.iter().map(|(message, _)| message.body.text().to_owned()).collect()
}

async fn words_are_found_as_parts_whatever_their_case(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "The LANTERNS hang", "nothing").await;
    home.talk(&agent, 2, "Das CAFÉ ist zu", "なるほど、誕生日ですね").await;
    let all = MessageFilter::default();
    assert_eq!(said(&home, 1, &["lantern"], &all, 9).await, ["The LANTERNS hang"]);
    assert_eq!(said(&home, 1, &["café"], &all, 9).await, ["Das CAFÉ ist zu"]);
    assert_eq!(said(&home, 1, &["誕生日"], &all, 9).await, ["なるほど、誕生日ですね"]);
    assert_eq!(said(&home, 1, &["zeppelin"], &all, 9).await, [""; 0]);
    assert_eq!(said(&home, 1, &[], &all, 9).await, [""; 0]);
}

async fn what_has_most_words_comes_first_and_then_the_newest(home: Home) {
    let agent = home.agent(&dm(1)).await;
    for (number, text) in (1..).zip(["one lantern", "lantern and boat", "a boat", "another lantern"]) {
        home.talk(&agent, number, text, "yes").await;
    }
    let all = MessageFilter::default();
    let found = said(&home, 1, &["lantern", "boat"], &all, 9).await;
    assert_eq!(found[0], "lantern and boat");
    assert_eq!(found.len(), 4);
    assert_eq!(said(&home, 1, &["lantern", "boat"], &all, 1).await, ["lantern and boat"]);
}

async fn filters_hold_and_other_scopes_are_never_seen(home: Home) {
    let (mine, theirs) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    home.talk(&mine, 1, "my lantern", "a lantern, I see").await;
    home.talk(&theirs, 2, "their lantern", "their lantern, I see").await;
    let by_agent = MessageFilter { author: Some("agent".into()), ..MessageFilter::default() };
    assert_eq!(said(&home, 1, &["lantern"], &by_agent, 9).await, ["a lantern, I see"]);
    let turn = home.turn(&mine, 3, &super::plant::person(7), "more").await;
    let passages = vec![passage("a red lantern", &["light"], 2, None), passage("a lantern stand", &["wood"], 2, None)];
    home.commit(&turn, &StepCommit { passages, ..step() }).await;
    let tagged = PassageFilter { tags: vec!["light".into()], ..PassageFilter::default() };
    let texts = async |scope: Scope, filter: &PassageFilter| {
        let found = home.ledger.passages_with(&scope, &asked(&["lantern"]), filter, 9).await.expect("a search");
        found.into_iter().map(|passage| passage.text).collect::<Vec<_>>()
    };
    assert_eq!(texts(mine.scope(), &tagged).await, ["a red lantern"]);
    assert_eq!(texts(mine.scope(), &PassageFilter::default()).await.len(), 2);
    assert_eq!(texts(theirs.scope(), &PassageFilter::default()).await.len(), 0);
    let document = super::documents::document("lamps.txt", 1);
    let pieces = ["the first lantern", "the second stove"].map(|text| Piece {
        page: 1,
        headings: String::new(),
        text: text.into(),
    });
    home.ledger.add_document(&mine.scope(), &document, &pieces, 9).await.expect("it is added");
    for (scope, only, expected) in [
        (mine.scope(), None, 1),
        (mine.scope(), Some(document.id), 1),
        (theirs.scope(), None, 0),
        (theirs.scope(), Some(document.id), 0),
    ] {
        let found = home.ledger.chunks_with(&scope, &asked(&["lantern"]), only, 9).await.expect("a search");
        assert_eq!(found.len(), expected);
    }
}

async fn signs_of_patterns_are_only_signs(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "it is 50% off", "C:\\temp\\x_y").await;
    let all = MessageFilter::default();
    assert_eq!(said(&home, 1, &["50%"], &all, 9).await, ["it is 50% off"]);
    assert_eq!(said(&home, 1, &["5%f"], &all, 9).await, [""; 0]);
    assert_eq!(said(&home, 1, &["x_y"], &all, 9).await, ["C:\\temp\\x_y"]);
    assert_eq!(said(&home, 1, &["p\\x"], &all, 9).await, ["C:\\temp\\x_y"]);
    assert_eq!(said(&home, 1, &["t_mp"], &all, 9).await, [""; 0]);
}
