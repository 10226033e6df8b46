use keepsake::memory::{Actor, EditTarget, Label, PersonId};
use keepsake::store::{MessageFilter, PassageFilter, ResetWhat, StepCommit, StoreError, Summary};

use super::plant::{at, dm, edit, incoming, passage, person, reply, seed, step, words};
use super::{Home, contract};

contract![no_read_crosses_its_scope, no_write_crosses_its_scope,];

const SECRET: &str = "SECRET-of-another-scope";

/// Plants the secret wherever an agent can hold a text.
async fn planted(home: &Home) -> (keepsake::store::BegunTurn, StepCommit) {
    let there = home.agent(&dm(2)).await;
    let turn = home.turn(&there, 1, &person(2), SECRET).await;
    let commit = StepCommit {
        messages: vec![words(SECRET, 2), words(SECRET, 3)],
        edits: vec![edit(Label::Persona, 1, SECRET, SECRET, Some(&turn))],
        passages: vec![passage(SECRET, &[SECRET], 2, Some(&turn))],
        summary: Some(Summary { text: SECRET.into(), through_seq: 1, at: at(2) }),
        outbox: vec![reply(SECRET, 2)],
        ..step()
    };
    home.commit(&turn, &commit).await;
    home.accept(&incoming(&there.key, 9, &person(2), SECRET)).await;
    (turn, commit)
}

async fn no_read_crosses_its_scope(home: Home) {
    let (turn, commit) = planted(&home).await;
    let here = home.agent(&dm(1)).await;
    let (ledger, scope) = (&home.ledger, here.scope());
    let messages: Vec<_> = commit.messages.iter().map(|message| message.id).chain([turn.messages[0].id]).collect();
    let (edits, passages) = (&commit.edits, [commit.passages[0].0.id]);
    let tagged = PassageFilter { tags: vec![SECRET.into()], ..PassageFilter::default() };
    let by = MessageFilter { author: Some("2".into()), ..MessageFilter::default() };
    let targets = [EditTarget::Block(Label::Human(PersonId(2))), EditTarget::Passage(passages[0])];
    let read = [
        format!("{:?}", ledger.queue(&scope).await.expect("queue")),
        format!("{:?}", ledger.summary(&scope).await.expect("summary")),
        format!("{:?}", ledger.messages(&scope, &messages).await.expect("messages")),
        format!("{:?}", ledger.list_messages(&scope, &MessageFilter::default(), 0, 99).await.expect("list")),
        format!("{:?}", ledger.list_messages(&scope, &by, 0, 99).await.expect("list")),
        format!("{:?}", ledger.core(&scope).await.expect("core")),
        format!("{:?}", ledger.list_edits(&scope, None, 0, 99).await.expect("edits")),
        format!("{:?}", ledger.list_edits(&scope, Some(&targets[0]), 0, 99).await.expect("edits")),
        format!("{:?}", ledger.list_edits(&scope, Some(&targets[1]), 0, 99).await.expect("edits")),
        format!("{:?}", ledger.edit(&scope, edits[0].id).await.expect("edit")),
        format!("{:?}", ledger.turn_edits(&scope, turn.turn.id).await.expect("edits")),
        format!("{:?}", ledger.passages(&scope, &passages).await.expect("passages")),
        format!("{:?}", ledger.list_passages(&scope, &PassageFilter::default(), 0, 99).await.expect("list")),
        format!("{:?}", ledger.list_passages(&scope, &tagged, 0, 99).await.expect("list")),
        format!("{:?}", ledger.unsent(&scope).await.expect("unsent")),
        format!("{:?}", ledger.unfinished_turns_of(&scope).await.expect("turns")),
        format!("{:?}", home.begin(&here).await),
        format!("{:?}", ledger.join_turn(&here, turn.turn.id, &seed(), at(3)).await.expect("nothing waits here")),
    ];
    for (place, text) in read.iter().enumerate() {
        assert!(!text.contains(SECRET), "read {place}: {text}");
    }
    assert_eq!(ledger.count_messages(&scope).await.expect("a count"), 0);
    assert_eq!(ledger.count_passages(&scope).await.expect("a count"), 0);
    let own = ledger.messages(&turn.agent.scope(), &messages).await.expect("messages");
    assert_eq!(own.len(), 3, "the secret can be read where it belongs");
}

async fn no_write_crosses_its_scope(home: Home) {
    let (turn, _) = planted(&home).await;
    let here = home.agent(&dm(1)).await;
    let scope = here.scope();
    home.accept(&incoming(&here.key, 10, &person(1), "mine")).await;
    let joined = home.ledger.join_turn(&here, turn.turn.id, &seed(), at(3)).await;
    assert!(matches!(joined, Err(StoreError::NotFound(_))), "{joined:?}");
    let stepped = home.ledger.commit_step(&scope, turn.turn.id, &step()).await;
    assert!(matches!(stepped, Err(StoreError::NotFound(_))), "{stepped:?}");
    let foreign = edit(Label::Human(PersonId(2)), 1, "", "mine now", None);
    let edited = home.ledger.write_edit(&scope, &foreign).await;
    assert!(matches!(edited, Err(StoreError::Conflict(_))), "{edited:?}");
    home.ledger.reset(&scope, ResetWhat::All, &seed(), Actor::System, at(4)).await.expect("a reset");
    assert_eq!(home.texts(&turn.agent).await, [SECRET, SECRET]);
    assert_eq!(home.block(&turn.agent, Label::Persona).await, (SECRET.to_owned(), 2));
}
