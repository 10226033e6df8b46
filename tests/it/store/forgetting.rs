//! Forgetting a person where what they said is gone already, was copied, or waits for its time.

use keepsake::memory::{Actor, Agent, AgentKey, Body, Label, PersonId};
use keepsake::store::{Branch, NewNote, Summary};

use super::people::{ADA, SECRET, channel};
use super::plant::{at, edit, person};
use super::reminders::{add, reminder};
use super::{Home, contract};
use crate::support::dump::dump;

contract![
    f06_a_person_is_forgotten_in_what_branched_off,
    a_person_is_forgotten_after_their_messages,
    what_they_asked_for_goes_with_them,
    whoever_only_reacted_is_forgotten_too,
    a_copied_summary_ages,
];

async fn forget(home: &Home, whom: u64) -> Vec<Agent> {
    let person = PersonId(whom);
    let agents = home.ledger.agents_of_person(person).await.expect("agents");
    for agent in &agents {
        home.ledger.forget_person_in(agent, person, at(900)).await.expect("they are forgotten");
    }
    home.ledger.forget_person_elsewhere(person).await.expect("it is done");
    assert!(home.ledger.agents_of_person(person).await.expect("agents").is_empty());
    agents
}

async fn no_trace(home: &Home, traces: &[&str]) {
    let after = dump(&home.url).await;
    for trace in traces {
        let lines: Vec<&str> = after.lines().filter(|line| line.contains(trace)).collect();
        assert!(lines.is_empty(), "{lines:#?}");
    }
}

async fn branched(home: &Home, from: &Agent) -> Agent {
    let branch = Branch { from: &from.scope(), to: &AgentKey::Thread(99), by: Actor::Person(PersonId(7)) };
    home.ledger.branch_agent(&branch, at(50)).await.expect("it branches")
}

async fn f06_a_person_is_forgotten_in_what_branched_off(home: Home) {
    let from = channel(&home).await;
    let thread = branched(&home, &from).await;
    for label in [Label::Persona, Label::Human(PersonId(7)), Label::Human(PersonId(ADA))] {
        assert_eq!(home.block(&thread, label).await.0, home.block(&from, label).await.0, "{label}");
    }
    assert!(home.block(&thread, Label::Persona).await.0.contains(SECRET));
    home.talk(&thread, 500, "and on it goes", "it does").await;
    let through = Summary { text: "She told me what it was.".into(), through_seq: 1, at: at(60) };
    home.ledger.put_summary(&thread.scope(), &through).await.expect("a summary");
    let mut agents = forget(&home, ADA).await;
    agents.sort_by_key(|agent| agent.id);
    assert_eq!(agents, [from, thread.clone()]);
    no_trace(&home, &[SECRET, "tangerine", &ADA.to_string(), "what it was"]).await;
    assert_eq!(home.block(&thread, Label::Persona).await.0, "I am helpful.");
    assert_eq!(home.block(&thread, Label::Human(PersonId(7))).await.0, "Nothing known yet.");
    home.talk(&thread, 600, "still here", "indeed").await;
}

async fn a_person_is_forgotten_after_their_messages(home: Home) {
    let agent = channel(&home).await;
    while home.ledger.forget_before(&agent.scope(), at(500), 99).await.expect("it ages").messages > 0 {}
    let held = home.ledger.held_of(&agent.scope(), PersonId(ADA)).await.expect("what is held");
    assert_eq!((held.messages, held.passages, held.edits), (0, 1, 5), "what they caused is still known as theirs");
    assert_eq!(forget(&home, ADA).await.len(), 1);
    no_trace(&home, &[SECRET, "tangerine", &ADA.to_string()]).await;
    assert_eq!(home.block(&agent, Label::Persona).await.0, "I am helpful.");
}

fn note(of: u64, subject: &str, text: &str) -> NewNote {
    let (subject, part) = (subject.to_owned(), format!("x|{of}|"));
    NewNote { person: PersonId(of), subject, part, text: text.to_owned(), tail: " told.".into(), at: at(5) }
}

async fn what_they_asked_for_goes_with_them(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    let (theirs, others) = (add(&home, &agent, &reminder(ADA, 10)).await, add(&home, &agent, &reminder(7, 20)).await);
    let told = note(ADA, "reminder:1", &format!("Reminder 1 was delivered to Ada ({ADA}): “call {ADA} at 10”"));
    home.ledger.put_note(&agent.scope(), &told).await.expect("a note");
    home.ledger.put_note(&agent.scope(), &note(7, "reaction:4", "Person 7 reacted")).await.expect("a note");
    let held = home.ledger.held_of(&agent.scope(), PersonId(ADA)).await.expect("what is held");
    assert_eq!((held.reminders, held.is_nothing()), (1, false));
    let own = home.ledger.own_data(&agent.scope(), PersonId(ADA)).await.expect("what is theirs");
    assert_eq!(own.reminders.iter().map(|reminder| reminder.number).collect::<Vec<_>>(), [theirs]);
    let receipt = home.ledger.forget_person_in(&agent, PersonId(ADA), at(90)).await.expect("she is forgotten");
    assert_eq!(receipt.reminders, 1, "{receipt:?}");
    forget(&home, ADA).await;
    no_trace(&home, &[&ADA.to_string(), "Ada"]).await;
    let left = home.ledger.reminders(&agent.scope()).await.expect("reminders");
    assert_eq!(left.iter().map(|reminder| reminder.number).collect::<Vec<_>>(), [others]);
    home.turn(&agent, 2, &person(7), "hello").await;
    let texts = home.texts(&agent).await;
    assert!(texts.iter().any(|text| text.contains("Person 7 reacted")), "{texts:?}");
}

async fn whoever_only_reacted_is_forgotten_too(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    home.talk(&agent, 1, "hello", "hi").await;
    let reacted = format!("Ada ({ADA}) reacted with ❤");
    home.ledger.put_note(&agent.scope(), &note(ADA, "reaction:4", &reacted)).await.expect("a note");
    home.talk(&agent, 2, "and?", "yes").await;
    let told = home.queue(&agent).await;
    let is_note = |body: &Body| matches!(body, Body::Note { text } if text.contains(&reacted));
    assert!(told.iter().any(|message| is_note(&message.body)), "{told:?}");
    assert_eq!(forget(&home, ADA).await, std::slice::from_ref(&agent));
    no_trace(&home, &[&ADA.to_string(), "Ada"]).await;
    assert_eq!(home.texts(&agent).await.iter().filter(|text| !text.is_empty()).count(), 4, "the rest stays");
}

async fn a_copied_summary_ages(home: Home) {
    let from = home.agent(&AgentKey::Channel(88)).await;
    home.talk(&from, 1, "hello", "hi").await;
    let about = edit(Label::Persona, 1, "I am helpful.", "I am the gardener.", None);
    home.ledger.write_edit(&from.scope(), &about).await.expect("it is written");
    let summary = Summary { text: "They spoke of roses.".into(), through_seq: 1, at: at(3) };
    home.ledger.put_summary(&from.scope(), &summary).await.expect("it is put");
    let thread = branched(&home, &from).await;
    home.talk(&thread, 9_000, "much later", "indeed").await;
    let early = home.ledger.forget_before(&thread.scope(), at(50), 9).await.expect("nothing is old");
    assert!(!early.copied && home.ledger.summary(&thread.scope()).await.expect("the ledger answers").is_some());
    let aged = home.ledger.forget_before(&thread.scope(), at(500), 9).await.expect("it ages");
    assert_eq!((aged.copied, aged.messages, aged.more), (true, 0, false));
    assert!(home.ledger.summary(&thread.scope()).await.expect("the ledger answers").is_none());
    assert_eq!(home.block(&thread, Label::Persona).await.0, "I am the gardener.", "blocks stay");
    assert_eq!(home.texts(&thread).await.len(), 2);
}
