use keepsake::memory::{Actor, Agent, AgentKey, EditKind, EditTarget, Label, PersonId};
use keepsake::store::{
    Accepted, MessageFilter, PassageFilter, ResetReceipt, ResetWhat, StepCommit, StoreError, Summary,
};

use super::plant::{at, dm, edit, incoming, passage, person, reply, seed, step, words};
use super::{Home, contract};

contract![
    core_goes_back_to_its_seed_by_edits,
    archival_takes_passages_and_their_edits,
    history_takes_the_conversation,
    a_running_turn_ends_with_its_history,
    a_summary_made_before_a_reset_is_passed_over,
    all_takes_everything,
    a_reset_of_nothing_counts_nothing,
    other_agents_keep_what_they_have,
];

const ADMIN: Actor = Actor::Person(PersonId(99));

/// An agent with something of everything: 6 messages (one is a note that nobody finds), a summary, 2 passages, 7 edits
/// (2 of the making, 3 of blocks, 2 of passages), an outbox row, a running turn, and a message that waits.
async fn full(home: &Home, user: u64) -> Agent {
    let agent = home.agent(&dm(user)).await;
    let base = user * 100;
    home.talk(&agent, base, "one", "two").await;
    let turn = home.turn(&agent, base + 1, &person(7), "three").await;
    let human = Label::Human(PersonId(7));
    let note = keepsake::memory::Body::Note { text: "note".into() };
    let commit = StepCommit {
        messages: vec![words("four", 4), super::plant::new_message(note, 4), words("five", 5)],
        edits: vec![
            edit(Label::Persona, 1, "I am helpful.", "I am kind.", Some(&turn)),
            edit(human, 1, "Nothing known yet.", "Is Anna.", Some(&turn)),
            edit(human, 2, "Is Anna.", "Is Anna B.", Some(&turn)),
        ],
        passages: vec![passage("fact", &["x"], 4, Some(&turn)), passage("other", &[], 5, Some(&turn))],
        summary: Some(Summary { text: "they counted".into(), through_seq: 2, at: at(6) }),
        outbox: vec![reply("five", 5)],
        ..step()
    };
    home.commit(&turn, &commit).await;
    home.accept(&incoming(&agent.key, base + 2, &person(7), "waits")).await;
    agent
}

async fn reset(home: &Home, agent: &Agent, what: ResetWhat) -> ResetReceipt {
    home.ledger.reset(&agent.scope(), what, &seed(), ADMIN, at(70)).await.expect("it is reset")
}

async fn tombstones(home: &Home) -> usize {
    home.ledger.tombstones(100).await.expect("tombstones").len()
}

async fn core_goes_back_to_its_seed_by_edits(home: Home) {
    let agent = full(&home, 1).await;
    let receipt = reset(&home, &agent, ResetWhat::Core).await;
    assert_eq!(receipt, ResetReceipt { blocks: 2, ..ResetReceipt::default() });
    assert_eq!(home.block(&agent, Label::Persona).await, ("I am helpful.".to_owned(), 3));
    assert_eq!(home.block(&agent, Label::Human(PersonId(7))).await, ("Nothing known yet.".to_owned(), 4));
    let edits = home.ledger.list_edits(&agent.scope(), None, 0, 100).await.expect("edits");
    assert_eq!(edits.total, 9);
    let [human, persona] = &edits.items[..2] else { panic!("two edits") };
    assert_eq!((human.kind, human.actor, human.before.as_str()), (EditKind::Reset, ADMIN, "Is Anna B."));
    assert_eq!((persona.kind, persona.before.as_str(), persona.expected_version), (EditKind::Reset, "I am kind.", 2));
    assert_eq!((persona.after.as_str(), persona.at), ("I am helpful.", at(70)));
    assert_eq!(reset(&home, &agent, ResetWhat::Core).await, ResetReceipt::default(), "nothing differs any more");
    assert_eq!((home.queue(&agent).await.len(), tombstones(&home).await), (4, 0));
}

async fn archival_takes_passages_and_their_edits(home: Home) {
    let agent = full(&home, 1).await;
    let scope = agent.scope();
    let gone = home.ledger.list_passages(&scope, &PassageFilter::default(), 0, 10).await.expect("passages");
    let receipt = reset(&home, &agent, ResetWhat::Archival).await;
    assert_eq!(receipt, ResetReceipt { passages: 2, edits: 2, ..ResetReceipt::default() });
    assert_eq!(home.ledger.list_passages(&scope, &PassageFilter::default(), 0, 10).await.expect("none").total, 0);
    assert_eq!(home.ledger.count_passages(&scope).await.expect("a count"), 0);
    let tagged = PassageFilter { tags: vec!["x".into()], ..PassageFilter::default() };
    assert_eq!(home.ledger.list_passages(&scope, &tagged, 0, 10).await.expect("none").total, 0);
    let edits = home.ledger.list_edits(&scope, None, 0, 100).await.expect("edits");
    assert!(edits.total == 5 && edits.items.iter().all(|edit| matches!(edit.target, EditTarget::Block(_))));
    let dead: Vec<_> = home.ledger.tombstones(10).await.expect("tombstones").into_iter().map(|(id, _)| id).collect();
    assert_eq!(dead, gone.items.iter().rev().map(|passage| passage.id.0).collect::<Vec<_>>());
    assert_eq!(home.queue(&agent).await.len(), 4);
}

async fn history_takes_the_conversation(home: Home) {
    let agent = full(&home, 1).await;
    let scope = agent.scope();
    let receipt = reset(&home, &agent, ResetWhat::History).await;
    assert_eq!(receipt, ResetReceipt { messages: 6, ..ResetReceipt::default() }, "what waits is none yet");
    assert_eq!(home.queue(&agent).await, []);
    assert_eq!(home.ledger.summary(&scope).await.expect("none"), None);
    assert_eq!(home.ledger.count_messages(&scope).await.expect("a count"), 0);
    assert_eq!(home.ledger.list_messages(&scope, &MessageFilter::default(), 0, 9).await.expect("none").total, 0);
    assert_eq!(home.ledger.waiting().await.expect("none"), []);
    assert_eq!(home.ledger.unsent(&scope).await.expect("none"), []);
    assert_eq!(home.ledger.unfinished_turns().await.expect("none"), []);
    assert_eq!(tombstones(&home).await, 5, "a note is never in the index");
    let edits = home.ledger.list_edits(&scope, None, 0, 100).await.expect("edits");
    assert!(edits.total == 7 && edits.items.iter().all(|edit| edit.cause.is_none()));
    let passages = home.ledger.list_passages(&scope, &PassageFilter::default(), 0, 9).await.expect("passages");
    assert!(passages.total == 2 && passages.items.iter().all(|passage| passage.cause.is_none()));
    home.talk(&agent, 900, "a new start", "indeed").await;
    let queue = home.queue(&agent).await;
    assert_eq!(queue.iter().map(|message| message.seq).collect::<Vec<_>>(), [7, 8], "numbers are never used again");
    assert_eq!(home.ledger.count_messages(&scope).await.expect("a count"), 2);
    let new = Summary { text: "they met".into(), through_seq: 7, at: at(80) };
    home.ledger.put_summary(&scope, &new).await.expect("it is put");
    assert_eq!(home.texts(&agent).await, ["indeed"]);
}

async fn a_running_turn_ends_with_its_history(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "hello").await;
    reset(&home, &agent, ResetWhat::History).await;
    let commit = StepCommit { messages: vec![words("about what was reset", 2)], ..step() };
    let refused = home.ledger.commit_step(&agent.scope(), turn.turn.id, &commit).await;
    assert!(matches!(refused, Err(StoreError::NotFound(_))), "{refused:?}");
    assert_eq!(home.queue(&agent).await, []);
}

async fn a_summary_made_before_a_reset_is_passed_over(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    reset(&home, &agent, ResetWhat::History).await;
    for through_seq in [1, 2] {
        let old = Summary { text: "about what was reset".into(), through_seq, at: at(8) };
        home.ledger.put_summary(&agent.scope(), &old).await.expect("it is passed over");
    }
    assert_eq!(home.ledger.summary(&agent.scope()).await.expect("none"), None);
}

async fn all_takes_everything(home: Home) {
    let agent = full(&home, 1).await;
    let scope = agent.scope();
    let receipt = reset(&home, &agent, ResetWhat::All).await;
    assert_eq!(receipt, ResetReceipt { blocks: 2, passages: 2, documents: 0, messages: 6, edits: 7 });
    let core = home.ledger.core(&scope).await.expect("core");
    assert_eq!(core.blocks.len(), 1, "people's blocks are gone");
    assert_eq!(home.block(&agent, Label::Persona).await, ("I am helpful.".to_owned(), 3));
    assert_eq!(home.ledger.list_edits(&scope, None, 0, 10).await.expect("none").total, 0);
    assert_eq!((home.queue(&agent).await.len(), tombstones(&home).await), (0, 7));
    let old = edit(Label::Persona, 2, "I am kind.", "back again", None);
    let refused = home.ledger.write_edit(&scope, &old).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    let said = incoming(&agent.key, 100, &person(7), "one");
    assert_eq!(home.accept(&said).await, Accepted::New, "what was forgotten may be said again");
    assert!(home.begin(&agent).await.is_some());
    assert_eq!(home.block(&agent, Label::Human(PersonId(7))).await, ("Nothing known yet.".to_owned(), 1));
}

async fn a_reset_of_nothing_counts_nothing(home: Home) {
    let agent = home.agent(&AgentKey::Channel(4)).await;
    for what in [ResetWhat::Core, ResetWhat::Archival, ResetWhat::History] {
        assert_eq!(reset(&home, &agent, what).await, ResetReceipt::default(), "{what:?}");
    }
    let receipt = reset(&home, &agent, ResetWhat::All).await;
    assert_eq!(receipt, ResetReceipt { edits: 1, ..ResetReceipt::default() }, "the persona's making is history");
    assert_eq!(home.block(&agent, Label::Persona).await, ("I am helpful.".to_owned(), 1));
}

/// All that can be read of an agent.
async fn everything(home: &Home, agent: &Agent) -> String {
    let (ledger, scope) = (&home.ledger, agent.scope());
    let messages = ledger.list_messages(&scope, &MessageFilter::default(), 0, 100).await.expect("messages");
    let passages = ledger.list_passages(&scope, &PassageFilter::default(), 0, 100).await.expect("passages");
    let edits = ledger.list_edits(&scope, None, 0, 100).await.expect("edits");
    let (core, summary) = (ledger.core(&scope).await.expect("core"), ledger.summary(&scope).await.expect("summary"));
    let unsent = ledger.unsent(&scope).await.expect("unsent");
    let turns: Vec<_> = ledger.unfinished_turns().await.expect("turns");
    let turns: Vec<_> = turns.into_iter().filter(|turn| turn.agent == *agent).collect();
    let counts = (ledger.count_messages(&scope).await.expect("m"), ledger.count_passages(&scope).await.expect("p"));
    let queue = home.queue(agent).await;
    format!("{messages:?} {passages:?} {edits:?} {core:?} {summary:?} {unsent:?} {turns:?} {counts:?} {queue:?}")
}

async fn other_agents_keep_what_they_have(home: Home) {
    let (here, there) = (full(&home, 1).await, full(&home, 2).await);
    let before = everything(&home, &there).await;
    for what in [ResetWhat::Core, ResetWhat::Archival, ResetWhat::History, ResetWhat::All] {
        reset(&home, &here, what).await;
        assert_eq!(everything(&home, &there).await, before, "{what:?}");
    }
    assert_eq!(home.ledger.waiting().await.expect("places"), std::slice::from_ref(&there.key));
    assert!(home.ledger.tombstones(100).await.expect("tombstones").iter().all(|(_, agent)| *agent == here.id));
}
