use keepsake::memory::{AgentKey, EditTarget, Incoming, Label, Person, PersonId, Source, TurnId};
use keepsake::store::{Accepted, StepCommit, StoreError, TurnEnd, TurnState};

use super::plant::{
    at, call, dm, edit, ended, incoming, new_message, passage, person, reply, result, seed, step, texts, words,
};
use super::{Home, contract};

contract![
    an_event_is_accepted_once,
    nothing_waits_no_turn_begins,
    a_turn_takes_all_that_waits_in_discords_order,
    terminal_messages_keep_the_order_of_arrival,
    a_turn_takes_only_its_own_places_messages,
    people_are_met_once_and_renamed,
    what_comes_during_a_turn_joins_it,
    only_a_running_turn_can_be_joined,
    a_step_writes_everything_it_holds,
    a_conflict_leaves_nothing_written,
    a_turn_that_is_over_takes_no_step,
    unfinished_turns_are_found_with_what_they_answer,
    places_that_wait_are_told_oldest_first,
    what_was_last_said_in_each_channel_is_told,
];

async fn an_event_is_accepted_once(home: Home) {
    let said = incoming(&dm(1), 5, &person(7), "hello");
    assert_eq!(home.accept(&said).await, Accepted::New);
    assert_eq!(home.accept(&said).await, Accepted::Duplicate);
    let agent = home.agent(&dm(1)).await;
    assert_eq!(home.begin(&agent).await.expect("a turn").messages.len(), 1);
    assert_eq!(home.accept(&said).await, Accepted::Duplicate, "also after it was taken");
    assert_eq!(home.begin(&agent).await, None);
}

async fn nothing_waits_no_turn_begins(home: Home) {
    let agent = home.agent(&dm(1)).await;
    assert_eq!(home.begin(&agent).await, None);
    assert_eq!(home.ledger.unfinished_turns().await.expect("turns"), []);
    assert_eq!(home.ledger.count_messages(&agent.scope()).await.expect("a count"), 0);
}

async fn a_turn_takes_all_that_waits_in_discords_order(home: Home) {
    let agent = home.agent(&dm(1)).await;
    for (message, text) in [(30, "three"), (10, "one"), (20, "two")] {
        home.accept(&incoming(&dm(1), message, &person(7), text)).await;
    }
    let begun = home.begin(&agent).await.expect("a turn");
    assert_eq!(begun.agent, agent);
    assert_eq!((begun.turn.state, begun.turn.steps, begun.turn.started_at), (TurnState::Running, 0, at(2)));
    assert_eq!(begun.turn.answers, Source { guild: Some(77), channel: 88, message: 30 });
    assert!(begun.turn.trace.len() == 8 && begun.turn.id.to_string().replace('-', "").ends_with(&begun.turn.trace));
    assert_eq!(texts(&begun.messages), ["one", "two", "three"]);
    assert_eq!(home.queue(&agent).await, begun.messages);
    assert_eq!(home.begin(&agent).await, None);
}

async fn terminal_messages_keep_the_order_of_arrival(home: Home) {
    let key = AgentKey::Terminal("main".into());
    let agent = home.agent(&key).await;
    for (event, text) in [("b", "one"), ("a", "two"), ("c", "three")] {
        let mut said = incoming(&key, 0, &Person { id: PersonId::TERMINAL, name: "me".into() }, text);
        said.event = event.into();
        said.source = Source::default();
        home.accept(&said).await;
    }
    let begun = home.begin(&agent).await.expect("a turn");
    assert_eq!(texts(&begun.messages), ["one", "two", "three"]);
    assert_eq!(begun.turn.answers, Source::default());
}

async fn a_turn_takes_only_its_own_places_messages(home: Home) {
    let (here, there) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    home.accept(&incoming(&dm(1), 1, &person(1), "here")).await;
    home.accept(&incoming(&dm(2), 2, &person(2), "there")).await;
    assert_eq!(texts(&home.begin(&here).await.expect("a turn").messages), ["here"]);
    assert_eq!(texts(&home.begin(&there).await.expect("a turn").messages), ["there"]);
}

async fn people_are_met_once_and_renamed(home: Home) {
    let agent = home.agent(&AgentKey::Channel(4)).await;
    let named = |name: &str| Person { id: PersonId(7), name: name.into() };
    home.accept(&incoming(&agent.key, 1, &named("Anna"), "hello")).await;
    home.accept(&incoming(&agent.key, 2, &named("Anna B."), "I renamed myself")).await;
    home.begin(&agent).await.expect("a turn");
    let name = async |home: &Home| {
        let core = home.ledger.core(&agent.scope()).await.expect("core");
        core.get(Label::Human(PersonId(7))).expect("the block").name.clone()
    };
    assert_eq!(name(&home).await.as_deref(), Some("Anna B."));
    home.turn(&agent, 3, &named("Anna C."), "again").await;
    assert_eq!(name(&home).await.as_deref(), Some("Anna C."));
    let target = EditTarget::Block(Label::Human(PersonId(7)));
    let edits = home.ledger.list_edits(&agent.scope(), Some(&target), 0, 10).await.expect("edits");
    assert_eq!((edits.total, edits.items[0].expected_version), (1, 0), "a new name is no edit");
    assert_eq!(edits.items[0].cause, Some(home.queue(&agent).await[0].id));
}

async fn what_comes_during_a_turn_joins_it(home: Home) {
    let agent = home.agent(&AgentKey::Channel(4)).await;
    let turn = home.turn(&agent, 1, &person(7), "one").await;
    let (scope, id) = (agent.scope(), turn.turn.id);
    let none = home.ledger.join_turn(&agent, id, &seed(), at(3)).await.expect("a look");
    assert_eq!(none, []);
    home.commit(&turn, &StepCommit { messages: vec![words("thinking", 2)], ..step() }).await;
    home.accept(&incoming(&agent.key, 20, &person(8), "three")).await;
    home.accept(&incoming(&agent.key, 10, &person(7), "two")).await;
    let joined = home.ledger.join_turn(&agent, id, &seed(), at(3)).await.expect("they join");
    assert_eq!(texts(&joined), ["two", "three"]);
    assert!(joined.iter().all(|message| message.turn == Some(id)));
    assert_eq!(home.texts(&agent).await, ["one", "thinking", "two", "three"]);
    let unfinished = home.ledger.unfinished_turns().await.expect("turns");
    assert_eq!(unfinished[0].turn.answers.message, 20);
    assert!(home.ledger.core(&scope).await.expect("core").get(Label::Human(PersonId(8))).is_some());
    assert_eq!(home.begin(&agent).await, None);
}

async fn only_a_running_turn_can_be_joined(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "one").await;
    home.commit(&turn, &ended()).await;
    home.accept(&incoming(&agent.key, 2, &person(7), "two")).await;
    let refused = home.ledger.join_turn(&agent, turn.turn.id, &seed(), at(3)).await;
    assert!(matches!(refused, Err(StoreError::NotFound(_))), "{refused:?}");
    let next = home.begin(&agent).await.expect("it still waits");
    assert_eq!(texts(&next.messages), ["two"]);
    assert_eq!(next.messages[0].seq, 2, "no number was used up");
}

async fn a_step_writes_everything_it_holds(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    let turn = home.turn(&agent, 1, &person(7), "I am Anna").await;
    let human = Label::Human(PersonId(7));
    let first = StepCommit {
        messages: vec![new_message(call("c1", "core_memory_append"), 2), new_message(result("c1", "t", "ok"), 2)],
        edits: vec![
            edit(human, 1, "Nothing known yet.", "Is Anna.", Some(&turn)),
            edit(human, 2, "Is Anna.", "Is Anna. Likes tea.", Some(&turn)),
            edit(Label::Persona, 1, "I am helpful.", "I am kind.", Some(&turn)),
        ],
        passages: vec![passage("a fact", &["x"], 2, Some(&turn))],
        ..step()
    };
    home.commit(&turn, &first).await;
    assert_eq!(home.block(&agent, human).await, ("Is Anna. Likes tea.".to_owned(), 3));
    assert_eq!(home.block(&agent, Label::Persona).await, ("I am kind.".to_owned(), 2));
    assert_eq!(home.ledger.count_passages(&scope).await.expect("a count"), 1);
    assert_eq!(home.ledger.unfinished_turns().await.expect("turns")[0].turn.steps, 1);
    let (answer, card) = (reply("Hello Anna", 3), reply("a card", 3));
    let outbox = vec![answer.clone(), card.clone()];
    let last = StepCommit { messages: vec![words("Hello Anna", 3)], outbox, ..ended() };
    home.commit(&turn, &last).await;
    assert_eq!(home.ledger.unfinished_turns().await.expect("turns"), []);
    let unsent = home.ledger.unsent(&scope).await.expect("unsent");
    assert_eq!(unsent.iter().map(|row| row.id).collect::<Vec<_>>(), [answer.id, card.id]);
    assert_eq!((&unsent[0].outgoing, unsent[0].to, unsent[0].created_at), (&answer.outgoing, answer.to, answer.at));
    assert_eq!((unsent[0].attempts, unsent[0].sent.as_slice()), (0, [].as_slice()));
    assert_eq!(home.ledger.count_messages(&scope).await.expect("a count"), 4);
}

async fn a_conflict_leaves_nothing_written(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    let turn = home.turn(&agent, 1, &person(7), "hello").await;
    let by_hand = edit(Label::Persona, 1, "I am helpful.", "by hand", None);
    home.ledger.write_edit(&scope, &by_hand).await.expect("a person was faster");
    let human = Label::Human(PersonId(7));
    let commit = StepCommit {
        messages: vec![words("never", 2)],
        edits: vec![edit(human, 1, "", "never", Some(&turn)), edit(Label::Persona, 1, "", "never", Some(&turn))],
        passages: vec![passage("never", &["never"], 2, Some(&turn))],
        outbox: vec![reply("never", 2)],
        ..ended()
    };
    let refused = home.ledger.commit_step(&scope, turn.turn.id, &commit).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    assert_eq!(home.texts(&agent).await, ["hello"]);
    assert_eq!(home.block(&agent, human).await, ("Nothing known yet.".to_owned(), 1));
    assert_eq!(home.ledger.list_edits(&scope, None, 0, 10).await.expect("edits").total, 3);
    assert_eq!(home.ledger.count_passages(&scope).await.expect("a count"), 0);
    assert_eq!(home.ledger.unsent(&scope).await.expect("unsent"), []);
    let unfinished = home.ledger.unfinished_turns().await.expect("turns");
    assert_eq!((unfinished[0].turn.steps, unfinished[0].turn.state), (0, TurnState::Running));
    let mended = StepCommit { edits: vec![edit(Label::Persona, 2, "by hand", "mended", Some(&turn))], ..commit };
    home.commit(&turn, &mended).await;
    assert_eq!(home.queue(&agent).await[1].seq, 2, "no number was used up");
}

async fn a_turn_that_is_over_takes_no_step(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let commit = StepCommit { messages: vec![words("late", 3)], ..step() };
    for (message, end) in [(1, TurnEnd::Done), (2, TurnEnd::Failed("the model is down".into()))] {
        let turn = home.turn(&agent, message, &person(7), "hello").await;
        home.commit(&turn, &StepCommit { end: Some(end), ..step() }).await;
        let refused = home.ledger.commit_step(&agent.scope(), turn.turn.id, &commit).await;
        assert!(matches!(refused, Err(StoreError::NotFound(_))), "{refused:?}");
    }
    let refused = home.ledger.commit_step(&agent.scope(), TurnId::at(at(0)), &commit).await;
    assert!(matches!(refused, Err(StoreError::NotFound(_))), "{refused:?}");
    assert_eq!(home.texts(&agent).await, ["hello", "hello"]);
}

async fn unfinished_turns_are_found_with_what_they_answer(home: Home) {
    let (first, second) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    home.talk(&first, 1, "long ago", "answered").await;
    let other = home.turn(&second, 2, &person(2), "there").await;
    let mut turn = home.turn(&first, 3, &person(1), "one").await;
    home.commit(&turn, &StepCommit { messages: vec![words("step", 3)], ..step() }).await;
    home.accept(&incoming(&dm(1), 4, &person(1), "two")).await;
    turn.messages.extend(home.ledger.join_turn(&first, turn.turn.id, &seed(), at(4)).await.expect("joins"));
    let home = home.reopened().await;
    let unfinished = home.ledger.unfinished_turns().await.expect("turns");
    turn.turn.steps = 1;
    turn.turn.answers.message = 4;
    assert_eq!(unfinished, [other.clone(), turn.clone()]);
    assert_eq!(home.ledger.unfinished_turns_of(&first.scope()).await.expect("turns"), [turn.clone()]);
    home.commit(&turn, &ended()).await;
    assert_eq!(home.ledger.unfinished_turns_of(&first.scope()).await.expect("turns"), []);
    assert_eq!(home.ledger.unfinished_turns().await.expect("turns"), [other]);
}

async fn places_that_wait_are_told_oldest_first(home: Home) {
    let agent = home.agent(&dm(2)).await;
    assert_eq!(home.ledger.waiting().await.expect("places"), []);
    for (message, key) in [(30, dm(1)), (20, dm(2)), (25, AgentKey::Channel(4)), (40, dm(2))] {
        home.accept(&incoming(&key, message, &person(7), "hello")).await;
    }
    assert_eq!(home.ledger.waiting().await.expect("places"), [dm(2), AgentKey::Channel(4), dm(1)]);
    home.begin(&agent).await.expect("a turn");
    assert_eq!(home.ledger.waiting().await.expect("places"), [AgentKey::Channel(4), dm(1)]);
}

async fn what_was_last_said_in_each_channel_is_told(home: Home) {
    assert_eq!(home.ledger.last_said().await.expect("nothing"), []);
    let terminal = home.agent(&AgentKey::Terminal("main".into())).await;
    let mut typed = incoming(&terminal.key, 1, &person(7), "typed");
    typed.source = Source::default();
    home.accept(&typed).await;
    home.begin(&terminal).await.expect("a turn");
    let agent = home.agent(&AgentKey::Channel(88)).await;
    // Threads share their channel's agent.
    for (message, channel) in [(30, 88), (20, 90), (40, 90), (35, 89)] {
        let said = incoming(&agent.key, message, &person(7), "hello");
        home.accept(&Incoming { source: Source { channel, ..said.source }, ..said }).await;
        let turn = home.begin(&agent).await.expect("a turn");
        home.commit(&turn, &ended()).await;
    }
    let at = |message, channel| Source { guild: Some(77), channel, message };
    let mut last = home.ledger.last_said().await.expect("three");
    last.sort_by_key(|source| source.channel);
    assert_eq!(last, [at(30, 88), at(35, 89), at(40, 90)]);
    // What was ignored behind it counts, what is kept of no channel does not, and nothing goes back.
    home.ledger.seen_through(&[(88, 33), (89, 34), (7, 99)]).await.expect("noted");
    home.ledger.seen_through(&[(88, 31), (90, 44)]).await.expect("noted");
    home.ledger.seen_through(&[]).await.expect("nothing to note");
    let mut last = home.ledger.last_said().await.expect("three");
    last.sort_by_key(|source| source.channel);
    assert_eq!(last, [at(33, 88), at(34, 89), at(44, 90)]);
}
