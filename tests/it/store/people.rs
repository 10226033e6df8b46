//! People's rights and costs.

use keepsake::memory::{Agent, AgentKey, Body, EditTarget, Label, Limit, Outgoing, PersonId, Quote, Source};
use keepsake::settings::{Change, Site};
use keepsake::store::{
    Accepted, Charge, ForgetReceipt, NewOutbox, Once, OnceWhat, Spent, StepCommit, Summary, TurnEnd,
};

use super::plant::{at, call, dm, edit, ended, incoming, new_message, passage, person, reply, result, step, words};
use super::{Home, contract};
use crate::support::dump::dump;

contract![
    a_notice_is_said_once_to_each_person,
    a_program_is_not_told,
    a_limit_is_told_once_an_hour,
    nothing_of_somebody_closed_is_taken_in,
    f06_a_person_is_forgotten_in_a_shared_place,
    what_stood_before_their_words_comes_back,
    an_agent_that_is_theirs_goes_as_a_whole,
    what_waits_of_them_goes_and_runs_no_more,
    what_no_agent_holds_is_forgotten_too,
    what_a_day_costs_adds_up,
    old_messages_go_in_whole_turns,
    a_place_that_is_gone_takes_all_with_it,
];

pub(super) const ADA: u64 = 777_000_111_222_333_444;
pub(super) const SECRET: &str = "tangerine seventy-seven";

fn once(what: OnceWhat, people: &[u64], otherwise: bool) -> Once {
    let row = |outgoing| NewOutbox { outgoing, ..reply("", 9) };
    let say = row(match what {
        OnceWhat::Notice => Outgoing::Notice,
        OnceWhat::Limit { .. } => Outgoing::LimitReached { limit: Limit::PersonTokens, most: 1, until: at(99) },
    });
    let otherwise = otherwise.then(|| NewOutbox { ..row(Outgoing::Reaction { emoji: "⏳".into() }) });
    Once { what, people: people.iter().copied().map(PersonId).collect(), say, otherwise }
}

async fn said(home: &Home, agent: &Agent) -> Vec<Outgoing> {
    let rows = home.ledger.unsent(&agent.scope()).await.expect("rows");
    rows.into_iter().map(|row| row.outgoing).collect()
}

async fn a_notice_is_said_once_to_each_person(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    let turn = home.turn(&agent, 1, &person(1), "hello").await;
    for people in [&[1, 2][..], &[2, 1], &[1, 3, 3]] {
        let once = once(OnceWhat::Notice, people, false);
        home.commit(&turn, &StepCommit { once: Some(once), ..step() }).await;
    }
    assert_eq!(said(&home, &agent).await, [Outgoing::Notice, Outgoing::Notice], "the third person is new");
    let home = home.reopened().await;
    home.commit(&turn, &StepCommit { once: Some(once(OnceWhat::Notice, &[3], false)), ..step() }).await;
    assert_eq!(said(&home, &agent).await.len(), 2);
}

async fn a_program_is_not_told(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    let turn = home.turn(&agent, 1, &person(1), "hello").await;
    home.ledger.note_program(PersonId(1), at(0)).await.expect("it is written down");
    home.ledger.note_program(PersonId(1), at(1)).await.expect("it is known");
    for (people, told) in [(&[1][..], 0), (&[1, 2], 1), (&[1, 2], 1)] {
        home.commit(&turn, &StepCommit { once: Some(once(OnceWhat::Notice, people, false)), ..step() }).await;
        assert_eq!(said(&home, &agent).await.len(), told, "{people:?}");
    }
}

async fn a_limit_is_told_once_an_hour(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(1), "hello").await;
    for (now, last_before) in [(0, -3_600), (600, -3_000), (3_601, 1)] {
        let once = once(OnceWhat::Limit { last_before: at(last_before) }, &[1], true);
        home.commit(&turn, &StepCommit { once: Some(once), at: at(now), ..StepCommit::default() }).await;
    }
    let told: Vec<bool> =
        said(&home, &agent).await.iter().map(|row| matches!(row, Outgoing::LimitReached { .. })).collect();
    assert_eq!(told, [true, false, true]);
}

async fn nothing_of_somebody_closed_is_taken_in(home: Home) {
    let key = AgentKey::Channel(88);
    let ledger = &home.ledger;
    assert!(ledger.set_opted_out(PersonId(7), true, at(1)).await.expect("they opt out"));
    assert!(!ledger.set_opted_out(PersonId(7), true, at(2)).await.expect("they did"));
    assert_eq!(home.accept(&incoming(&key, 1, &person(7), "no")).await, Accepted::Refused);
    assert!(ledger.opted_out(PersonId(7)).await.expect("the ledger answers"));
    assert_eq!(ledger.closed_people().await.expect("people"), [PersonId(7)]);
    assert!(ledger.set_opted_out(PersonId(7), false, at(3)).await.expect("they opt in"));
    assert_eq!(home.accept(&incoming(&key, 1, &person(7), "yes")).await, Accepted::New);
    assert_eq!(home.accept(&incoming(&key, 1, &person(7), "yes")).await, Accepted::Duplicate);
    ledger.ask_to_forget(PersonId(7), at(4)).await.expect("it is written down");
    assert_eq!(home.accept(&incoming(&key, 2, &person(7), "and now?")).await, Accepted::Refused);
    let home = home.reopened().await;
    assert_eq!(home.ledger.to_forget().await.expect("people"), [PersonId(7)]);
    home.ledger.forgotten(PersonId(7)).await.expect("it is done");
    assert_eq!(home.accept(&incoming(&key, 2, &person(7), "and now?")).await, Accepted::New);
}

/// A channel in which Ada tells a secret, which comes to be in everything that an agent has.
pub(super) async fn channel(home: &Home) -> Agent {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    home.talk(&agent, 1, "nothing of hers", "indeed").await;
    let ada = person(ADA);
    let turn = home.turn(&agent, 2, &ada, &format!("my secret is {SECRET}")).await;
    let human = Label::Human(PersonId(ADA));
    let other = Label::Human(PersonId(7));
    let commit = StepCommit {
        messages: vec![
            new_message(call("c1", "core_memory_append"), 3),
            new_message(result("c1", "core_memory_append", SECRET), 3),
            words(SECRET, 3),
        ],
        edits: vec![
            edit(human, 1, "Nothing known yet.", &format!("Her secret is {SECRET}."), Some(&turn)),
            edit(other, 1, "Nothing known yet.", &format!("Nothing known yet.\nKnows {SECRET}."), Some(&turn)),
            edit(Label::Persona, 1, "I am helpful.", &format!("I keep {SECRET}."), Some(&turn)),
        ],
        passages: vec![passage(SECRET, &["x"], 4, Some(&turn))],
        outbox: vec![reply(SECRET, 5)],
        ..ended()
    };
    home.commit(&turn, &commit).await;
    let mut quoting = incoming(&agent.key, 3, &person(7), "what did she say?");
    let quote = Quote {
        author: ada.name.clone(),
        text: SECRET.into(),
        of: Some(2),
        by: Some(PersonId(ADA)),
        ..Quote::default()
    };
    quoting.quote = Some(quote);
    home.accept(&quoting).await;
    let turn = home.begin(&agent).await.expect("a turn");
    let told = format!("Person {ADA} told me {SECRET}.");
    let later = edit(
        other,
        2,
        &format!("Nothing known yet.\nKnows {SECRET}."),
        &format!("Nothing known yet.\nKnows {SECRET}, and tea."),
        Some(&turn),
    );
    let commit = StepCommit {
        messages: vec![
            new_message(call("c2", "conversation_search"), 6),
            new_message(result("c2", "conversation_search", &format!("> Person {ADA}: my secret is {SECRET}")), 6),
            words(&told, 6),
        ],
        edits: vec![later],
        summary: Some(Summary { text: told.clone(), through_seq: 4, at: at(6) }),
        ..ended()
    };
    home.commit(&turn, &commit).await;
    agent
}

async fn f06_a_person_is_forgotten_in_a_shared_place(home: Home) {
    let agent = channel(&home).await;
    let (ledger, scope) = (&home.ledger, agent.scope());
    let held = ledger.held_of(&scope, PersonId(ADA)).await.expect("what is held");
    assert_eq!((held.messages, held.passages, held.edits), (1, 1, 5), "{held:?}");
    assert_eq!(held.at, Some(Source { guild: Some(77), channel: 88, message: 2 }));
    let before = dump(&home.url).await;
    assert!(before.contains(SECRET) && before.contains(&ADA.to_string()));
    assert_eq!(ledger.agents_of_person(PersonId(ADA)).await.expect("agents"), std::slice::from_ref(&agent));
    let receipt = ledger.forget_person_in(&agent, PersonId(ADA), at(70)).await.expect("she is forgotten");
    let wanted = (1, 3, 1, 1, 1, 1);
    let told = (receipt.messages, receipt.answers, receipt.quotes, receipt.blocks, receipt.passages, receipt.summaries);
    assert_eq!(told, wanted, "{receipt:?}");
    ledger.forget_person_elsewhere(PersonId(ADA)).await.expect("it is done");
    let after = dump(&home.url).await;
    for trace in [SECRET, "tangerine", &ADA.to_string()] {
        let lines: Vec<&str> = after.lines().filter(|line| line.contains(trace)).collect();
        assert!(lines.is_empty(), "{lines:#?}");
    }
    assert!(ledger.agents_of_person(PersonId(ADA)).await.expect("agents").is_empty());
    assert_eq!(ledger.tombstones(99).await.expect("tombstones").len(), 4, "a message, two answers, a passage");
    let again = ledger.forget_person_in(&agent, PersonId(ADA), at(71)).await.expect("there is nothing");
    assert_eq!(again, ForgetReceipt::default());
}

async fn what_stood_before_their_words_comes_back(home: Home) {
    let agent = channel(&home).await;
    home.ledger.forget_person_in(&agent, PersonId(ADA), at(70)).await.expect("she is forgotten");
    assert_eq!(home.block(&agent, Label::Persona).await, ("I am helpful.".to_owned(), 3));
    assert_eq!(home.block(&agent, Label::Human(PersonId(7))).await.0, "Nothing known yet.");
    let edits = home.ledger.list_edits(&agent.scope(), None, 0, 99).await.expect("edits");
    assert!(edits.items.iter().all(|edit| edit.target != EditTarget::Block(Label::Human(PersonId(ADA)))));
    let texts = home.texts(&agent).await;
    assert!(texts.iter().any(|text| text == "what did she say?"), "{texts:?}");
    let first = home.ledger.unsummarized(&agent.scope()).await.expect("the ledger answers").expect("a gap");
    assert_eq!((first.base, first.through_seq), (None, 4));
    home.talk(&agent, 9, "and on it goes", "it does").await;
}

async fn an_agent_that_is_theirs_goes_as_a_whole(home: Home) {
    let own = AgentKey::Member { guild: 77, person: PersonId(ADA) };
    for key in [dm(ADA), own] {
        let agent = home.agent(&key).await;
        let turn = home.turn(&agent, 5, &person(ADA), SECRET).await;
        let passages = vec![passage(SECRET, &["x"], 4, Some(&turn))];
        home.commit(&turn, &StepCommit { messages: vec![words(SECRET, 3)], passages, ..ended() }).await;
        let turn = home.turn(&agent, 6, &person(ADA), "it runs").await;
        home.commit(&turn, &StepCommit { outbox: vec![reply(SECRET, 5)], ..step() }).await;
        let found = home.ledger.agents_of_person(PersonId(ADA)).await.expect("agents");
        assert_eq!(found, std::slice::from_ref(&agent));
        let receipt = home.ledger.forget_person_in(&agent, PersonId(ADA), at(70)).await.expect("she is forgotten");
        assert_eq!((receipt.agents, receipt.messages, receipt.passages), (1, 3, 1), "{receipt:?}");
        assert!(home.ledger.find_agent(&key).await.expect("the ledger answers").is_none());
        assert_eq!(home.ledger.tombstones(99).await.expect("tombstones").len(), 4);
        let points: Vec<_> =
            home.ledger.tombstones(99).await.expect("tombstones").into_iter().map(|(point, _)| point).collect();
        home.ledger.clear_tombstones(&points).await.expect("they are gone");
    }
    home.ledger.forget_person_elsewhere(PersonId(ADA)).await.expect("it is done");
    let after = dump(&home.url).await;
    assert!(!after.contains("tangerine") && !after.contains(&ADA.to_string()));
}

async fn what_waits_of_them_goes_and_runs_no_more(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    home.turn(&agent, 1, &person(ADA), SECRET).await;
    home.accept(&incoming(&agent.key, 2, &person(ADA), SECRET)).await;
    let mut quoting = incoming(&agent.key, 3, &person(7), "really?");
    let (author, text, of) = ("Ada".to_owned(), SECRET.to_owned(), Some(1));
    quoting.quote = Some(Quote { author, text, of, by: Some(PersonId(ADA)), ..Quote::default() });
    home.accept(&quoting).await;
    home.accept(&incoming(&AgentKey::Channel(99), 4, &person(ADA), SECRET)).await;
    let receipt = home.ledger.forget_person_in(&agent, PersonId(ADA), at(70)).await.expect("she is forgotten");
    let receipt = receipt.and(home.ledger.forget_person_elsewhere(PersonId(ADA)).await.expect("it is done"));
    assert_eq!(receipt.waiting, 2, "{receipt:?}");
    assert!(home.ledger.unfinished_turns().await.expect("turns").is_empty(), "nobody is left to answer");
    assert_eq!(home.ledger.waiting().await.expect("places"), std::slice::from_ref(&agent.key));
    let turn = home.begin(&agent).await.expect("the other one waits");
    assert_eq!(turn.messages.len(), 1);
    let after = dump(&home.url).await;
    assert!(!after.contains("tangerine") && !after.contains(&ADA.to_string()), "{after}");
    assert_eq!(home.accept(&incoming(&agent.key, 2, &person(ADA), SECRET)).await, Accepted::Duplicate);
}

async fn what_no_agent_holds_is_forgotten_too(home: Home) {
    let ledger = &home.ledger;
    let agent = home.agent(&dm(7)).await;
    let turn = home.turn(&agent, 1, &person(7), "hello").await;
    let charges = vec![Charge { person: PersonId(ADA), guild: Some(77), tokens: 9 }];
    let once = Some(once(OnceWhat::Notice, &[ADA], false));
    home.commit(&turn, &StepCommit { charges, once, ..ended() }).await;
    let site = Site::Guild(77);
    ledger.change_setting(&site, Some(77), Change::Bots(Some(true)), PersonId(ADA), at(1)).await.expect("it is set");
    ledger.ask_to_forget(PersonId(ADA), at(2)).await.expect("it is asked");
    let receipt = ledger.forget_person_elsewhere(PersonId(ADA)).await.expect("it is done");
    assert_eq!(receipt.records, 2);
    ledger.forgotten(PersonId(ADA)).await.expect("it is done");
    assert!(!dump(&home.url).await.contains(&ADA.to_string()));
    let audit = ledger.audit(&site, Some(77), 0, 9).await.expect("an audit");
    assert_eq!((audit.total, audit.items[0].by), (1, PersonId(0)));
    assert!(ledger.settings(&site).await.expect("settings").bots.is_some(), "what was set stays");
}

async fn what_a_day_costs_adds_up(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    let today = keepsake::clock::day_of(at(2));
    for (message, who) in [(1, 1), (2, 1), (3, 2)] {
        let turn = home.turn(&agent, message, &person(who), "hello").await;
        let charges = vec![Charge { person: PersonId(who), guild: Some(77), tokens: 100 * message }];
        home.commit(&turn, &StepCommit { charges, at: at(2), end: Some(TurnEnd::Done), ..StepCommit::default() }).await;
    }
    let ledger = &home.ledger;
    let of = async |person, guild, day| ledger.spent(PersonId(person), guild, day).await.expect("usage");
    let spent = |messages, tokens| Spent { messages, tokens };
    assert_eq!(of(1, Some(77), today).await, spent(2, 300));
    assert_eq!(of(1, None, today).await, spent(2, 300));
    assert_eq!((of(1, Some(78), today).await, of(1, None, today + 1).await), (spent(0, 0), spent(0, 0)));
    assert_eq!(ledger.spent_in_guild(77, today).await.expect("usage"), spent(3, 600));
    let top = ledger.top_of_guild(77, today, 9).await.expect("people");
    assert_eq!(top, [(PersonId(1), spent(2, 300)), (PersonId(2), spent(1, 300))]);
}

async fn old_messages_go_in_whole_turns(home: Home) {
    let agent = home.agent(&AgentKey::Channel(88)).await;
    let (ledger, scope) = (&home.ledger, agent.scope());
    for message in [10, 20, 30] {
        home.talk(&agent, message, &format!("the old words number {message}"), "answer").await;
    }
    let mut quoting = incoming(&agent.key, 1_000, &person(7), "as I said");
    let quote =
        Quote { author: "Person 7".into(), text: "the old words number 10".into(), of: Some(10), ..Quote::default() };
    quoting.quote = Some(quote);
    home.accept(&quoting).await;
    let turn = home.begin(&agent).await.expect("a turn");
    let shown = result("c1", "conversation_search", "> Person 7: the old words number 20");
    let messages =
        vec![new_message(call("c1", "conversation_search"), 1_001), new_message(shown, 1_001), words("new", 1_002)];
    home.commit(&turn, &StepCommit { messages, ..ended() }).await;
    ledger
        .put_summary(&scope, &Summary { text: "the old words".into(), through_seq: 4, at: at(3) })
        .await
        .expect("a summary");
    let first = ledger.forget_before(&scope, at(500), 3).await.expect("it is forgotten");
    assert_eq!((first.messages, first.more), (2, true), "a whole turn at a time");
    while ledger.forget_before(&scope, at(500), 3).await.expect("it is forgotten").messages > 0 {}
    assert!(!dump(&home.url).await.contains("the old words"));
    let left = home.texts(&agent).await;
    assert_eq!((left.len(), left[0].as_str(), left[3].as_str()), (4, "as I said", "new"));
    assert_eq!(ledger.count_messages(&scope).await.expect("a count"), 4);
    assert!(ledger.summary(&scope).await.expect("the ledger answers").is_none());
    assert!(ledger.unsummarized(&scope).await.expect("the ledger answers").is_none());
    let Body::Person { quote, .. } = &home.queue(&agent).await[0].body else { panic!("a person's message") };
    assert_eq!(quote.as_ref().expect("a quote").text, "(deleted)");
    assert_eq!(home.block(&agent, Label::Persona).await.0, "I am helpful.");
    home.talk(&agent, 2_000, "it goes on", "it does").await;
    assert_eq!(home.texts(&agent).await.len(), 6);
}

async fn a_place_that_is_gone_takes_all_with_it(home: Home) {
    let ledger = &home.ledger;
    let agent = home.agent(&AgentKey::Channel(88)).await;
    home.talk(&agent, 1, SECRET, "answer").await;
    let site = Site::Guild(77);
    for set in [site, Site::Channel(88)] {
        ledger.change_setting(&set, Some(77), Change::Bots(Some(true)), PersonId(9), at(1)).await.expect("it is set");
    }
    assert_eq!(ledger.guilds().await.expect("guilds"), [77]);
    assert!(ledger.note_departure(site, at(10)).await.expect("it is noted"));
    assert!(!ledger.note_departure(site, at(20)).await.expect("it was noted"), "the first one counts");
    assert!(ledger.departed(at(9)).await.expect("places").is_empty());
    assert_eq!(ledger.departed(at(10)).await.expect("places"), [site]);
    assert!(ledger.note_return(site).await.expect("it is back"));
    assert!(!ledger.note_return(site).await.expect("it was"));
    ledger.note_departure(site, at(30)).await.expect("it is noted");
    let homes = ledger.homes(None, 9).await.expect("agents");
    assert_eq!((homes.len(), homes[0].guild, homes[0].channel), (1, Some(77), Some(88)));
    assert!(ledger.homes(Some(agent.scope()), 9).await.expect("agents").is_empty());
    assert_eq!(ledger.remove_agent(&agent, at(40)).await.expect("it goes"), 2);
    ledger.remove_site(site).await.expect("it goes");
    assert!(ledger.departed(at(99)).await.expect("places").is_empty());
    assert_eq!(ledger.tombstones(9).await.expect("tombstones").len(), 2);
    let after = dump(&home.url).await;
    assert!(!after.contains("tangerine") && !after.contains("channel:88") && !after.contains("guild:77"), "{after}");
    assert_eq!(ledger.spent_in_guild(77, 0).await.expect("usage"), Spent::default());
    assert_eq!(home.agent(&AgentKey::Channel(88)).await.key, agent.key, "it may begin anew");
}
