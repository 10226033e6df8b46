//! Reminders and notes: made with a number, sent once, gone with the conversation.

use chrono_tz::Europe::Berlin;
use keepsake::memory::reminder::Days;
use keepsake::memory::{Agent, Body, OutboxId, Outgoing, PersonId, Reminder, Repeat, Source};
use keepsake::store::{Branch, NewNote, NewOutbox, ResetWhat, SentReminder, StepCommit, StoreError, Summary};

use super::plant::{at, dm, edit, ended, person, seed, step};
use super::{Home, contract};
use keepsake::memory::{Actor, AgentKey, Label};

contract![
    reminders_are_numbered_listed_and_taken_away,
    a_step_makes_reminders_only_with_the_numbers_it_told,
    a_reminder_is_sent_once_for_each_time_it_is_due,
    those_that_wait_come_by_their_moments,
    a_paused_one_stays_with_its_reason,
    a_reset_takes_reminders_and_notes_along,
    notes_become_part_of_the_next_turn,
    the_words_of_a_turn_are_found,
    a_branch_knows_what_the_other_one_knew,
];

pub(super) fn reminder(of: u64, due: i64) -> Reminder {
    let source = Source { guild: Some(77), channel: u64::MAX, message: 5 };
    let (number, person, text) = (0, PersonId(of), format!("call\0 {of} at {due}"));
    Reminder { number, person, text, source, due: at(due), repeat: None, zone: Berlin, paused: None }
}

fn daily() -> Option<Repeat> {
    let time = chrono::NaiveTime::from_hms_opt(7, 30, 0).expect("a time");
    Some(Repeat { days: Days::Every, time })
}

pub(super) async fn add(home: &Home, agent: &Agent, reminder: &Reminder) -> i64 {
    home.ledger.add_reminder(&agent.scope(), reminder, at(0)).await.expect("it is added")
}

async fn numbers(home: &Home, agent: &Agent) -> Vec<i64> {
    let all = home.ledger.reminders(&agent.scope()).await.expect("reminders");
    all.into_iter().map(|one| one.number).collect()
}

fn sent(number: i64, due: i64, next: Option<i64>) -> SentReminder {
    let outgoing = Outgoing::Reminder { number, person: PersonId(1), text: "call".into(), due: at(due), late: false };
    let to = Source { guild: None, channel: 8, message: 9 };
    SentReminder {
        number,
        due: at(due),
        next: next.map(at),
        outbox: NewOutbox { id: OutboxId::at(at(due)), outgoing, to, at: at(due) },
        note: note(&format!("reminder:{number}"), "", "told"),
    }
}

fn note(subject: &str, part: &str, text: &str) -> NewNote {
    NewNote {
        person: PersonId(9),
        subject: subject.into(),
        part: part.into(),
        text: text.into(),
        tail: " (tail)".into(),
        at: at(1),
    }
}

async fn reminders_are_numbered_listed_and_taken_away(home: Home) {
    let (one, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    let first = reminder(1, 10);
    let second = Reminder { repeat: daily(), ..reminder(2, 20) };
    assert_eq!((add(&home, &one, &first).await, add(&home, &one, &second).await), (1, 2));
    assert_eq!(add(&home, &other, &first).await, 1);
    let home = home.reopened().await;
    let kept = home.ledger.reminders(&one.scope()).await.expect("reminders");
    let text = |reminder: &Reminder| reminder.text.replace('\0', "\u{FFFD}");
    assert_eq!(
        kept,
        [Reminder { number: 1, text: text(&first), ..first }, Reminder { number: 2, text: text(&second), ..second }]
    );
    let room = home.ledger.reminder_room(&one.scope(), PersonId(1)).await.expect("room");
    assert_eq!((room.next, room.of_agent, room.of_person), (3, 2, 2));
    assert!(home.ledger.cancel_reminder(&one.scope(), 2).await.expect("it is taken away"));
    assert!(!home.ledger.cancel_reminder(&one.scope(), 2).await.expect("nothing is there"));
    assert_eq!(add(&home, &one, &reminder(1, 30)).await, 3, "a number is never given twice");
    assert_eq!((numbers(&home, &one).await, numbers(&home, &other).await), (vec![1, 3], vec![1]));
}

async fn a_step_makes_reminders_only_with_the_numbers_it_told(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(1), "remind me").await;
    let told = |number| StepCommit { reminders: vec![Reminder { number, ..reminder(1, 10) }], ..step() };
    let refused = home.ledger.commit_step(&agent.scope(), turn.turn.id, &told(2)).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    home.commit(&turn, &told(1)).await;
    home.commit(
        &turn,
        &StepCommit { reminders: vec![Reminder { number: 2, ..reminder(1, 9) }], cancelled: vec![1], ..step() },
    )
    .await;
    assert_eq!(numbers(&home, &agent).await, [2]);
}

async fn a_reminder_is_sent_once_for_each_time_it_is_due(home: Home) {
    let (agent, scope) = {
        let agent = home.agent(&dm(1)).await;
        (agent.clone(), agent.scope())
    };
    add(&home, &agent, &Reminder { repeat: daily(), ..reminder(1, 10) }).await;
    add(&home, &agent, &reminder(1, 20)).await;
    let send = async |what: SentReminder| home.ledger.send_reminder(&scope, &what).await.expect("the ledger answers");
    let (first, again) = tokio::join!(send(sent(1, 10, Some(110))), send(sent(1, 10, Some(110))));
    assert!(first ^ again, "one of two wins");
    assert!(send(sent(1, 110, Some(210))).await && !send(sent(1, 110, Some(310))).await);
    assert!(send(sent(2, 20, None)).await && !send(sent(2, 20, None)).await);
    assert!(!send(sent(9, 20, None)).await, "there is no such one");
    assert_eq!(home.ledger.unsent(&scope).await.expect("rows").len(), 3);
    let left = home.ledger.reminders(&scope).await.expect("reminders");
    assert_eq!(left.iter().map(|one| (one.number, one.due)).collect::<Vec<_>>(), [(1, at(210))]);
    home.ledger.reminder_delivered(&scope, 2).await.expect("it is gone");
    home.ledger.reminder_delivered(&scope, 1).await.expect("it comes again");
    assert_eq!(numbers(&home, &agent).await, [1]);
}

async fn those_that_wait_come_by_their_moments(home: Home) {
    let (one, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    for (agent, due) in [(&one, 30), (&other, 10), (&one, 20), (&other, 20)] {
        add(&home, agent, &reminder(1, due)).await;
    }
    home.ledger.hold_reminder(&other.scope(), 1, at(25)).await.expect("it is held");
    let mut behind = None;
    let mut seen = Vec::new();
    loop {
        let page = home.ledger.waiting_reminders(behind, 2).await.expect("a page");
        let Some(last) = page.last() else { break };
        behind = Some((last.looks_at, last.order));
        seen.extend(page.into_iter().map(|one| (one.agent.key, one.reminder.number, one.reminder.due, one.looks_at)));
    }
    let wanted = [
        (dm(1), 2, at(20), at(20)),
        (dm(2), 2, at(20), at(20)),
        (dm(2), 1, at(10), at(25)),
        (dm(1), 1, at(30), at(30)),
    ];
    assert_eq!(seen, wanted);
}

async fn a_paused_one_stays_with_its_reason(home: Home) {
    let agent = home.agent(&dm(1)).await;
    add(&home, &agent, &reminder(1, 10)).await;
    home.ledger.send_reminder(&agent.scope(), &sent(1, 10, None)).await.expect("it is sent");
    home.ledger.pause_reminder(&agent.scope(), 1, "HTTP 404").await.expect("it is paused");
    home.ledger.reminder_delivered(&agent.scope(), 1).await.expect("nothing happens");
    let kept = home.ledger.reminders(&agent.scope()).await.expect("reminders");
    assert_eq!((kept.len(), kept[0].paused.as_deref()), (1, Some("HTTP 404")));
    assert!(home.ledger.waiting_reminders(None, 9).await.expect("a page").is_empty());
    assert!(home.ledger.cancel_reminder(&agent.scope(), 1).await.expect("it is taken away"));
}

async fn a_reset_takes_reminders_and_notes_along(home: Home) {
    let (agent, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    for (what, left) in [(ResetWhat::Core, 1), (ResetWhat::Archival, 1), (ResetWhat::History, 0), (ResetWhat::All, 0)] {
        for agent in [&agent, &other] {
            while let Some(number) = numbers(&home, agent).await.first() {
                home.ledger.cancel_reminder(&agent.scope(), *number).await.expect("it is taken away");
            }
            add(&home, agent, &reminder(1, 10)).await;
            home.ledger.put_note(&agent.scope(), &note("a", "", "told")).await.expect("it is put");
        }
        home.ledger.reset(&agent.scope(), what, &seed(), Actor::System, at(5)).await.expect("a reset");
        assert_eq!((numbers(&home, &agent).await.len(), numbers(&home, &other).await.len()), (left, 1), "{what:?}");
    }
    home.turn(&agent, 1, &person(1), "hello").await;
    assert_eq!(home.texts(&agent).await, ["hello"]);
    home.turn(&other, 2, &person(2), "hello").await;
    assert_eq!(home.texts(&other).await, ["told (tail)", "hello"]);
}

async fn notes_become_part_of_the_next_turn(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    let put = async |subject, part, text| home.ledger.put_note(&scope, &note(subject, part, text)).await.expect("put");
    put("reaction:5", "👍|1|", "one").await;
    put("reminder:3", "", "two").await;
    put("reaction:5", "👍|12|", "three").await;
    put("reaction:5", "👎|1|", "gone").await;
    put("reaction:5", "👍|1|", "one, again").await;
    home.ledger.drop_notes(&scope, "reaction:5", "👎|1|").await.expect("dropped");
    put("reaction:6", "👍|1|", "none").await;
    home.ledger.drop_notes(&scope, "reaction:6", "").await.expect("dropped");
    assert!(home.begin(&agent).await.is_none(), "no turn is begun for them");
    let turn = home.turn(&agent, 1, &person(1), "hello").await;
    assert_eq!(turn.messages.len(), 1, "the turn answers what was said");
    assert_eq!(home.texts(&agent).await, ["one, again, three (tail)", "two (tail)", "hello"]);
    assert!(home.queue(&agent).await.iter().all(|message| message.turn == Some(turn.turn.id)));
    put("reminder:3", "", "later").await;
    home.accept(&super::plant::incoming(&dm(1), 2, &person(1), "and")).await;
    let joined = home.ledger.join_turn(&agent, turn.turn.id, &seed(), at(3)).await.expect("it joins");
    assert_eq!(joined.len(), 1, "a turn that runs is told nothing new");
    home.commit(&turn, &ended()).await;
    home.turn(&agent, 3, &person(1), "once more").await;
    assert_eq!(home.texts(&agent).await[3..], ["and", "later (tail)", "once more"]);
}

async fn the_words_of_a_turn_are_found(home: Home) {
    let (agent, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    let turn = home.talk(&agent, 1, "hello", "Hi there.").await;
    home.talk(&agent, 2, "and", "Another.").await;
    let words = async |agent: &Agent, turn| home.ledger.words_of_turn(&agent.scope(), turn).await.expect("words");
    assert_eq!((words(&agent, turn).await.as_deref(), words(&other, turn).await), (Some("Hi there."), None));
}

async fn a_branch_knows_what_the_other_one_knew(home: Home) {
    let (channel, thread) = (AgentKey::Channel(5), AgentKey::Thread(6));
    let from = home.agent(&channel).await;
    home.talk(&from, 1, "hello", "Hi.").await;
    let told = edit(Label::Persona, 1, "I am helpful.", "I am the gardener.", None);
    home.ledger.write_edit(&from.scope(), &told).await.expect("it is written");
    let summary = Summary { text: "They spoke of roses.".into(), through_seq: 1, at: at(3) };
    home.ledger.put_summary(&from.scope(), &summary).await.expect("it is put");
    let by = Actor::Person(PersonId(9));
    let branch = Branch { from: &from.scope(), to: &thread, by };
    let made = home.ledger.branch_agent(&branch, at(4)).await.expect("it branches");
    assert_eq!(home.agent(&thread).await, made);
    let core = |agent: &Agent| {
        let (ledger, scope) = (home.ledger.clone(), agent.scope());
        async move {
            let blocks = ledger.core(&scope).await.expect("core").blocks;
            blocks.into_iter().map(|block| (block.label, block.name, block.value)).collect::<Vec<_>>()
        }
    };
    assert_eq!(core(&made).await, core(&from).await);
    let copied = home.ledger.summary(&made.scope()).await.expect("a summary").expect("there is one");
    assert_eq!((copied.text.as_str(), copied.through_seq), ("They spoke of roses.", 0));
    assert!(home.queue(&made).await.is_empty(), "messages are not copied");
    let edits = home.ledger.list_edits(&made.scope(), None, 0, 9).await.expect("edits").items;
    assert!(edits.len() == 2 && edits.iter().all(|edit| edit.actor == by && edit.cause.is_none()), "{edits:?}");
    let again = home.ledger.branch_agent(&branch, at(5)).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
    home.turn(&made, 2, &person(1), "what do you know?").await;
    assert!(matches!(home.queue(&made).await[0].body, Body::Person { .. }));
    assert_eq!(home.queue(&from).await.len(), 1, "the other one goes on as it was");
}
