//! Forgetting a person where what they said is gone already, was copied, or waits for its time.

use keepsake::memory::{
    Actor, Afterwards, Agent, AgentKey, Body, Edit, EditId, EditTarget, Heading, Label, MessageChange, Outgoing,
    Passage, Person, PersonId, Quote,
};
use keepsake::store::{Branch, NewNote, StepCommit, Summary};

use super::people::{ADA, SECRET, channel};
use super::plant::{at, call, edit, ended, incoming, new_message, passage, person, reply, result, step, words};
use super::reminders::{add, reminder};
use super::{Home, contract};
use crate::support::dump::dump;

contract![
    f06_a_person_is_forgotten_in_what_branched_off,
    a_person_is_forgotten_after_their_messages,
    what_they_asked_for_goes_with_them,
    whoever_only_reacted_is_forgotten_too,
    a_copied_summary_ages,
    a_name_takes_nothing_of_others_away,
    what_is_of_them_goes_from_what_others_said,
    what_they_stored_by_command_is_theirs,
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

const OTHERS: &str = "Will it leave at nine? It will, with the boat, in the end. I asked something tomorrow.";

/// A channel in which others spoke, the agent answered them, and somebody called `name` said hello.
async fn with(home: &Home, name: &str, of: u64) -> Agent {
    let agent = home.agent(&AgentKey::Channel(of)).await;
    let message = of * 1_000;
    let turn = home.turn(&agent, message, &person(7), OTHERS).await;
    let said = vec![
        new_message(call("c1", "conversation_search"), 3),
        new_message(result("c1", "conversation_search", OTHERS), 3),
        words(OTHERS, 3),
    ];
    home.commit(&turn, &StepCommit { messages: said, outbox: vec![reply(OTHERS, 5)], ..ended() }).await;
    let who = Person { id: PersonId(ADA), name: name.into() };
    let turn = home.turn(&agent, message + 1, &who, "hello").await;
    home.commit(&turn, &StepCommit { messages: vec![words("good day", 9)], ..ended() }).await;
    home.ledger.put_note(&agent.scope(), &note(7, "reaction:4", OTHERS)).await.expect("a note");
    home.accept(&incoming(&agent.key, message + 2, &person(7), OTHERS)).await;
    agent
}

async fn a_name_takes_nothing_of_others_away(home: Home) {
    for (of, name) in (1..).zip(["Will", "the", "with", "I", "in the", "something", "Ada Quill", "Queen Bee 77"]) {
        let agent = with(&home, name, of).await;
        forget(&home, ADA).await;
        let kept = home.texts(&agent).await.iter().filter(|text| *text == OTHERS).count();
        assert_eq!(kept, 3, "{name}: what was asked, shown and answered");
        let unsent = home.ledger.unsent(&agent.scope()).await.expect("rows");
        let waits = Outgoing::Reply { text: OTHERS.into(), cards: Vec::new() };
        assert_eq!(unsent.iter().map(|row| &row.outgoing).collect::<Vec<_>>(), [&waits], "{name}");
        let turn = home.begin(&agent).await.expect("what waits is answered");
        assert_eq!(turn.messages[0].body.text(), OTHERS, "{name}");
        assert!(home.texts(&agent).await.iter().any(|text| *text == format!("{OTHERS} told.")), "{name}: a note");
        no_trace(&home, &[&ADA.to_string()]).await;
    }
}

async fn what_is_of_them_goes_from_what_others_said(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    let ada = Person { id: PersonId(ADA), name: "Ada Quill".into() };
    let turn = home.turn(&agent, 1, &ada, SECRET).await;
    home.commit(&turn, &ended()).await;
    let turn = home.turn(&agent, 2, &person(7), "what does @Ada Quill like, and @Ada Quilling?").await;
    let told = format!("Ada Quill (or <@{ADA}>) likes plums.");
    let commit = StepCommit {
        messages: vec![words(&told, 3), words(&format!("She said: {SECRET}."), 3)],
        outbox: vec![reply(&told, 4), reply(&format!("She said: {SECRET}."), 5)],
        ..step()
    };
    home.commit(&turn, &commit).await;
    home.commit(&turn, &ended()).await;
    let heading = Heading { text: "[in the thread “Ada and the plums”]".into(), by: Some(PersonId(ADA)) };
    for (message, of, by) in [(3, 900, 8), (4, 1, ADA)] {
        let mut quoting = incoming(&agent.key, message, &person(7), "and?");
        quoting.quote = Some(Quote {
            author: format!("Person {by}"),
            text: format!("{} their words", heading.text),
            by: Some(PersonId(by)),
            of: Some(of),
            heading: Some(heading.clone()),
            ..Quote::default()
        });
        home.accept(&quoting).await;
        let turn = home.begin(&agent).await.expect("a turn");
        home.commit(&turn, &ended()).await;
    }
    let change = MessageChange {
        event: "discord:2".into(),
        channel: 88,
        message: 2,
        now: Afterwards::Edited { text: "@Ada Quill?".into(), attachments: Vec::new() },
    };
    home.ledger.note_change(&change).await.expect("it is noted");
    home.ledger
        .put_note(&agent.scope(), &note(7, "reaction:4", &format!("P (7) reacted with x to “{SECRET}”")))
        .await
        .expect("a note");
    home.accept(&incoming(&agent.key, 5, &person(7), "where is @Ada Quill?")).await;
    forget(&home, ADA).await;
    no_trace(&home, &[SECRET, "tangerine", &ADA.to_string(), "the plums", "Ada Quill\"", "Ada Quill?", "@Ada Quill "])
        .await;
    let texts = home.texts(&agent).await;
    let wanted = "what does @someone like, and @Ada Quilling?";
    assert!(
        texts.iter().any(|text| text == wanted)
            && texts.iter().any(|text| text == "someone (or @someone) likes plums."),
        "{texts:?}"
    );
    let quotes: Vec<String> = home
        .queue(&agent)
        .await
        .iter()
        .filter_map(|message| match &message.body {
            Body::Person { quote: Some(quote), .. } => Some(format!("{}: {}", quote.author, quote.text)),
            _ => None,
        })
        .collect();
    assert_eq!(quotes, ["Person 8: their words", "someone: (deleted)"]);
    let unsent = home.ledger.unsent(&agent.scope()).await.expect("rows");
    let waits: Vec<String> = unsent
        .into_iter()
        .filter_map(|row| match row.outgoing {
            Outgoing::Reply { text, .. } => Some(text),
            _ => None,
        })
        .collect();
    assert_eq!(waits, ["someone (or @someone) likes plums.", "She said: (deleted)."]);
    let turn = home.begin(&agent).await.expect("what waits is answered");
    assert_eq!(turn.messages[0].body.text(), "where is @someone?");
}

async fn what_they_stored_by_command_is_theirs(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    let (ledger, scope, ada) = (&home.ledger, agent.scope(), Actor::Person(PersonId(ADA)));
    home.talk(&agent, 1, "hello", "hi").await;
    let by = |(passage, edit): (Passage, Edit), actor| (Passage { by: actor, ..passage }, Edit { actor, ..edit });
    let own = by(passage("my plum tree", &["x"], 3, None), ada);
    let unheard = by(passage("Ada: I like pears", &["x"], 4, None), Actor::Person(PersonId(7)));
    let others = by(passage("the boat is blue", &["x"], 5, None), Actor::Model);
    ledger.add_passages(&scope, std::slice::from_ref(&own), None).await.expect("it is added");
    ledger.add_passages(&scope, &[unheard], Some(PersonId(ADA))).await.expect("it is added");
    ledger.add_passages(&scope, std::slice::from_ref(&others), None).await.expect("it is added");
    let written = Edit { actor: ada, ..edit(Label::Persona, 1, "I am helpful.", "I am the gardener.", None) };
    ledger.write_edit(&scope, &written).await.expect("it is written");
    let more = "the boat is blue\nand has my apples";
    let target = EditTarget::Passage(others.0.id);
    let added =
        Edit { id: EditId::at(at(6)), target, actor: ada, ..edit(Label::Persona, 1, "the boat is blue", more, None) };
    ledger.write_edit(&scope, &added).await.expect("it is written");
    assert_eq!(ledger.agents_of_person(PersonId(ADA)).await.expect("agents"), std::slice::from_ref(&agent));
    let held = ledger.held_of(&scope, PersonId(ADA)).await.expect("what is held");
    assert_eq!((held.passages, held.edits), (2, 4), "{held:?}");
    let own = ledger.own_data(&scope, PersonId(ADA)).await.expect("what is theirs");
    let texts: Vec<&str> = own.passages.iter().map(|passage| passage.text.as_str()).collect();
    assert_eq!(texts, ["my plum tree", "Ada: I like pears"]);
    forget(&home, ADA).await;
    no_trace(&home, &["plum tree", "I like pears", "my apples", &ADA.to_string()]).await;
    assert_eq!(home.block(&agent, Label::Persona).await.0, "I am the gardener.", "what is the place's stays");
    let left = ledger.passages(&scope, &[others.0.id]).await.expect("passages");
    assert_eq!(left[0].text, "the boat is blue");
}
