use keepsake::memory::passage::Superseded;
use keepsake::memory::{Body, Edit, EditKind, EditTarget, Label, Passage, PersonId, Source};
use keepsake::store::{NewMessage, Record, StepCommit, StoreError, Summary, TurnEnd};

use super::plant::{at, call, dm, edit, passage, person, result, seed, step, words};
use super::{Home, contract};

contract![
    a_turn_is_read_back_with_all_its_messages,
    a_message_is_found_by_where_it_stands,
    what_is_taken_in_stands_before_all_and_not_in_the_prompt,
    a_record_is_taken_in_whole_or_not_at_all,
    what_was_taken_in_follows_what_becomes_of_it_in_discord,
];

async fn a_turn_is_read_back_with_all_its_messages(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let mut turns = Vec::new();
    for number in 1..=3 {
        let turn = home.turn(&agent, number, &person(7), &format!("question {number}")).await;
        let messages = vec![
            NewMessage { body: call("c1", "t"), ..words("", 1) },
            NewMessage { body: result("c1", "t", "found"), ..words("", 1) },
        ];
        home.commit(&turn, &StepCommit { messages, ..step() }).await;
        let end = Some(TurnEnd::Done);
        home.commit(&turn, &StepCommit { messages: vec![words("answer", 2)], end, ..step() }).await;
        turns.push(turn);
    }
    let (turn, messages) = home.ledger.turn(&agent.scope(), turns[1].turn.id).await.expect("a look").expect("a turn");
    assert_eq!((turn.steps, &turn.trace), (2, &turns[1].turn.trace));
    let texts: Vec<&str> = messages.iter().map(|message| message.body.text()).collect();
    assert_eq!(texts, ["question 2", "", "found", "answer"]);
    let other = home.agent(&dm(2)).await;
    assert_eq!(home.ledger.turn(&other.scope(), turns[1].turn.id).await.expect("a look"), None);
}

async fn a_message_is_found_by_where_it_stands(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.turn(&agent, 5, &person(7), "hello").await;
    let found = home.ledger.message_at(&agent.scope(), 88, 5).await.expect("a look").expect("a message");
    assert_eq!(found.body.text(), "hello");
    assert_eq!(home.ledger.message_at(&agent.scope(), 88, 6).await.expect("a look"), None);
    let other = home.agent(&dm(2)).await;
    assert_eq!(home.ledger.message_at(&other.scope(), 88, 5).await.expect("a look"), None);
}

fn record() -> Record {
    let (mut old, stored) = passage("old", &["a"], 1, None);
    let (new, stored_too) = passage("new", &[], 2, None);
    old.superseded = Some(Superseded { at: at(2), by: Some((new.id, 0)) });
    let person = Body::Person { person: person(9), text: "long ago".into(), attachments: vec![], quote: None };
    let source = Some(Source { guild: None, channel: 5, message: 6 });
    Record {
        people: vec![(PersonId(9), Some("Nine".into()))],
        edits: vec![edit(Label::Human(PersonId(9)), 1, &seed().human, "Likes tea", None)],
        passages: vec![(old, stored), (new, stored_too)],
        messages: vec![NewMessage { source, body: person, ..words("", -20) }, words("an old answer", -10)],
        summary: Some("They met.".into()),
    }
}

async fn what_is_taken_in_stands_before_all_and_not_in_the_prompt(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    home.turn(&agent, 1, &person(7), "today").await;
    home.ledger.take_in(&scope, &record(), &seed(), at(9)).await.expect("it is taken in");
    home.ledger
        .take_in(&scope, &Record { messages: vec![words("before that", -30)], ..Record::default() }, &seed(), at(9))
        .await
        .expect("more");
    let texts = |messages: Vec<keepsake::memory::Message>| {
        messages.into_iter().map(|message| message.body.text().to_owned()).collect::<Vec<_>>()
    };
    let all = home.ledger.messages_after(&scope, i64::MIN, 9).await.expect("messages");
    let places: Vec<_> = all.iter().map(|message| message.id).collect();
    assert_eq!(texts(all.clone()), ["before that", "long ago", "an old answer", "today"]);
    assert_eq!(texts(home.ledger.queue(&scope).await.expect("a queue")), ["today"]);
    assert_eq!(home.ledger.count_messages(&scope).await.expect("a count"), 4);
    let mut places: Vec<i64> =
        home.ledger.places(&scope, &places).await.expect("places").into_iter().map(|(_, place, _)| place).collect();
    places.sort_unstable();
    assert!(places.windows(2).all(|two| two[1] == two[0] + 1), "side by side for a search: {places:?}");
    assert_eq!(texts(home.ledger.messages_after(&scope, all[2].seq, 1).await.expect("messages")), ["today"]);
    let summary = home.ledger.summary(&scope).await.expect("a look").expect("a summary");
    assert_eq!(summary.text, "They met.");
    let core = home.ledger.core(&scope).await.expect("blocks");
    let nine = core.get(Label::Human(PersonId(9))).expect("a block");
    assert_eq!((nine.value.as_str(), nine.name.as_deref(), nine.version), ("Likes tea", Some("Nine"), 2));
    let old = home.ledger.passage_by_number(&scope, 1).await.expect("a look").expect("a passage");
    assert_eq!(old.superseded.and_then(|gone| gone.by).map(|(_, number)| number), Some(2));
    // What is said then goes on behind what there was.
    home.turn(&agent, 2, &person(7), "tomorrow").await;
    let all = home.ledger.messages_after(&scope, i64::MIN, 9).await.expect("messages");
    assert_eq!(texts(all).last().map(String::as_str), Some("tomorrow"));
}

async fn a_record_is_taken_in_whole_or_not_at_all(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    let mut wrong = record();
    wrong.edits.push(edit(Label::Persona, 7, "x", "y", None));
    let refused = home.ledger.take_in(&scope, &wrong, &seed(), at(9)).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    assert_eq!(home.ledger.count_messages(&scope).await.expect("a count"), 0);
    assert_eq!(home.ledger.count_passages(&scope).await.expect("a count"), 0);
    assert_eq!(home.ledger.core(&scope).await.expect("blocks").blocks.len(), 1);
    let (new, stored): (Passage, Edit) = passage("by hand", &["b"], 1, None);
    let stored = Edit { kind: EditKind::Create, target: EditTarget::Passage(new.id), ..stored };
    home.ledger.add_passages(&scope, &[(new.clone(), stored)], None).await.expect("it is added");
    let found = home.ledger.passage_by_number(&scope, 1).await.expect("a look").expect("a passage");
    assert_eq!(found, Passage { number: 1, ..new });
    let known = Summary { text: "known".into(), through_seq: 0, at: at(9) };
    home.ledger.put_summary(&scope, &known).await.expect("passed over: there is nothing to sum up");
}

async fn what_was_taken_in_follows_what_becomes_of_it_in_discord(home: Home) {
    use keepsake::memory::{Afterwards, MessageChange};
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    home.ledger.take_in(&scope, &record(), &seed(), at(9)).await.expect("it is taken in");
    let change = MessageChange { event: "discord:6".into(), channel: 5, message: 6, now: Afterwards::Deleted };
    assert_eq!(home.ledger.note_change(&change).await.expect("it is noted"), [dm(1)]);
    home.ledger
        .apply_change(&scope, &change, at(10))
        .await
        .expect("it is done")
        .expect("it is part of the conversation");
    let all = home.ledger.messages_after(&scope, i64::MIN, 9).await.expect("messages");
    assert!(all.iter().all(|message| !message.body.text().contains("long ago")), "{all:?}");
    let mut again = super::plant::incoming(&dm(1), 6, &person(9), "long ago");
    again.source.channel = 5;
    let accepted = home.ledger.accept(&again, at(11)).await.expect("a look");
    assert_eq!(accepted, keepsake::store::Accepted::Duplicate, "what was said is not answered again");
}
