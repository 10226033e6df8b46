use keepsake::memory::{Attachment, Body, MessageId, Person, PersonId, Quote};
use keepsake::store::{MessageFilter, StepCommit, StoreError, Summary};

use super::plant::{at, call, dm, ended, incoming, new_message, person, result, step, texts, words};
use super::{Home, contract};

contract![
    every_kind_of_message_reads_back,
    the_queue_starts_behind_the_newest_summary,
    a_summary_of_the_past_or_the_future_changes_nothing,
    messages_come_in_the_order_asked_for,
    a_listing_is_newest_first_in_pages,
    a_listing_holds_to_its_filter,
    names_are_found_whatever_their_case,
    numbers_go_on_over_turns,
    what_was_said_is_found_by_its_place,
];

async fn every_kind_of_message_reads_back(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let attachment = Attachment {
        name: "a.png".into(),
        kind: "image/png".into(),
        bytes: Some(u64::MAX),
        description: None,
        url: None,
        reading: None,
    };
    let quote = Quote { author: "Anna".into(), text: "before".into(), of: None, ..Quote::default() };
    let mut said = incoming(&dm(1), 9, &person(u64::MAX), "look");
    said.attachments = vec![attachment];
    said.quote = Some(quote);
    home.accept(&said).await;
    let turn = home.begin(&agent).await.expect("a turn");
    let note = Body::Note { text: "memory is nearly full".into() };
    let bodies = [call("c1", "core_memory_append"), result("c1", "core_memory_append", "done"), note];
    let messages = bodies.iter().map(|body| new_message(body.clone(), 5)).collect::<Vec<_>>();
    home.commit(&turn, &StepCommit { messages: messages.clone(), ..step() }).await;
    let queue = home.queue(&agent).await;
    let [first, rest @ ..] = queue.as_slice() else { panic!("four messages") };
    let expected =
        Body::Person { person: said.person, text: said.text, attachments: said.attachments, quote: said.quote };
    assert_eq!((&first.body, first.source, first.at), (&expected, Some(said.source), said.at));
    assert_eq!(turn.messages.as_slice(), std::slice::from_ref(first));
    assert_eq!(rest.iter().map(|message| message.body.clone()).collect::<Vec<_>>(), bodies);
    assert_eq!(
        rest.iter().map(|message| message.id).collect::<Vec<_>>(),
        messages.iter().map(|m| m.id).collect::<Vec<_>>()
    );
    assert!(rest.iter().all(|message| message.source.is_none() && message.at == at(5)));
    assert!(queue.iter().all(|message| message.turn == Some(turn.turn.id)));
    assert_eq!(queue.iter().map(|message| message.seq).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

async fn the_queue_starts_behind_the_newest_summary(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    assert_eq!(home.ledger.summary(&scope).await.expect("a summary"), None);
    home.talk(&agent, 1, "one", "two").await;
    home.talk(&agent, 2, "three", "four").await;
    let first = Summary { text: "they counted to two".into(), through_seq: 2, at: at(8) };
    home.ledger.put_summary(&scope, &first).await.expect("it is put");
    assert_eq!(home.texts(&agent).await, ["three", "four"]);
    assert_eq!(home.ledger.summary(&scope).await.expect("a summary"), Some(first));
    let turn = home.turn(&agent, 3, &person(7), "five").await;
    let second = Summary { text: "they counted to four".into(), through_seq: 4, at: at(9) };
    home.commit(&turn, &StepCommit { summary: Some(second.clone()), messages: vec![words("six", 3)], ..ended() }).await;
    assert_eq!(home.texts(&agent).await, ["five", "six"]);
    assert_eq!(home.ledger.summary(&scope).await.expect("a summary"), Some(second));
    assert_eq!(home.ledger.count_messages(&scope).await.expect("a count"), 6);
}

async fn a_summary_of_the_past_or_the_future_changes_nothing(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    home.talk(&agent, 2, "three", "four").await;
    let summary = |through_seq| Summary { text: "…".into(), through_seq, at: at(8) };
    home.ledger.put_summary(&agent.scope(), &summary(3)).await.expect("it is put");
    let newest = home.ledger.summary(&agent.scope()).await.expect("a summary");
    home.ledger.put_summary(&agent.scope(), &summary(2)).await.expect("it comes too late and is passed over");
    assert_eq!(home.ledger.summary(&agent.scope()).await.expect("a summary"), newest);
    let beyond = home.ledger.put_summary(&agent.scope(), &summary(5)).await;
    assert!(matches!(beyond, Err(StoreError::NotFound(_))), "{beyond:?}");
    assert_eq!(home.texts(&agent).await, ["four"]);
}

async fn messages_come_in_the_order_asked_for(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    home.talk(&agent, 2, "three", "four").await;
    let ids: Vec<MessageId> = home.queue(&agent).await.iter().map(|message| message.id).collect();
    let wanted = [ids[3], MessageId::at(at(1)), ids[0], ids[2]];
    let found = home.ledger.messages(&agent.scope(), &wanted).await.expect("messages");
    assert_eq!(texts(&found), ["four", "one", "three"]);
    assert_eq!(home.ledger.messages(&agent.scope(), &[]).await.expect("none"), []);
    let many: Vec<MessageId> = (0..1_200).map(|_| MessageId::at(at(1))).chain([ids[1]]).collect();
    assert_eq!(texts(&home.ledger.messages(&agent.scope(), &many).await.expect("one")), ["two"]);
}

async fn a_listing_is_newest_first_in_pages(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "one").await;
    let hidden = [call("c", "t"), result("c", "t", "secret"), Body::Note { text: "note".into() }];
    let mut messages: Vec<_> = hidden.into_iter().map(|body| new_message(body, 2)).collect();
    messages.extend([words("two", 2), words(" ", 2), words("three", 3)]);
    home.commit(&turn, &StepCommit { messages, ..ended() }).await;
    let page = |offset, limit| {
        let (ledger, scope) = (home.ledger.clone(), agent.scope());
        async move { ledger.list_messages(&scope, &MessageFilter::default(), offset, limit).await.expect("a page") }
    };
    let first = page(0, 2).await;
    assert_eq!((texts(&first.items), first.total), (vec!["three".to_owned(), "two".to_owned()], 3));
    let second = page(2, 2).await;
    assert_eq!((texts(&second.items), second.total), (vec!["one".to_owned()], 3));
    let beyond = page(u64::MAX, u64::MAX).await;
    assert_eq!((beyond.items.len(), beyond.total), (0, 3));
}

async fn listed(home: &Home, agent: &keepsake::memory::Agent, filter: MessageFilter) -> Vec<String> {
    let page = home.ledger.list_messages(&agent.scope(), &filter, 0, 100).await.expect("a page");
    assert_eq!(page.total, page.items.len() as u64, "{filter:?}");
    texts(&page.items)
}

async fn a_listing_holds_to_its_filter(home: Home) {
    let agent = home.agent(&keepsake::memory::AgentKey::Channel(4)).await;
    for (message, who) in [(10, 7), (20, 8), (30, 7)] {
        let turn = home.turn(&agent, message, &person(who), &format!("said {message}")).await;
        let seconds = i64::try_from(message).expect("small") + 1;
        home.commit(&turn, &StepCommit { messages: vec![words(&format!("answer {message}"), seconds)], ..ended() })
            .await;
    }
    let author = |name: &str| MessageFilter { author: Some(name.into()), ..MessageFilter::default() };
    assert_eq!(listed(&home, &agent, author("7")).await, ["said 30", "said 10"]);
    assert_eq!(listed(&home, &agent, author("person 8")).await, ["said 20"]);
    assert_eq!(listed(&home, &agent, author("Person")).await, [""; 0]);
    assert_eq!(listed(&home, &agent, author("Agent")).await, ["answer 30", "answer 20", "answer 10"]);
    let span = MessageFilter { author: None, after: Some(at(20)), before: Some(at(31)) };
    assert_eq!(listed(&home, &agent, span).await, ["said 30", "answer 20", "said 20"]);
    let both = MessageFilter { after: Some(at(11)), ..author("7") };
    assert_eq!(listed(&home, &agent, both).await, ["said 30"]);
    assert_eq!(listed(&home, &agent, author("' OR 1=1 --")).await, [""; 0]);
}

async fn names_are_found_whatever_their_case(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let who = Person { id: PersonId(7), name: "Ärger ÉMILE".into() };
    home.turn(&agent, 1, &who, "hello").await;
    let endless = Person { id: PersonId(7), name: "n".repeat(20_000) };
    home.turn(&agent, 2, &endless, "hello again").await;
    let author = |name: &str| MessageFilter { author: Some(name.into()), ..MessageFilter::default() };
    assert_eq!(listed(&home, &agent, author(" äRGER émile ")).await, ["hello"]);
    assert_eq!(listed(&home, &agent, author(&"N".repeat(20_000))).await, ["hello again"]);
}

async fn numbers_go_on_over_turns(home: Home) {
    let agent = home.agent(&dm(1)).await;
    for message in 1..=5 {
        home.talk(&agent, message, "say", "answer").await;
    }
    let numbers: Vec<i64> = home.queue(&agent).await.iter().map(|message| message.seq).collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
    assert_eq!(home.ledger.count_messages(&agent.scope()).await.expect("a count"), 10);
}

async fn what_was_said_is_found_by_its_place(home: Home) {
    let (agent, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    home.talk(&other, 1, "elsewhere", "there").await;
    let turn = home.turn(&agent, 2, &person(7), "one").await;
    let messages = vec![new_message(call("c", "t"), 2), new_message(result("c", "t", "hidden"), 2), words("two", 3)];
    home.commit(&turn, &StepCommit { messages, ..step() }).await;
    home.commit(&turn, &StepCommit { messages: vec![words("three", 4)], ..ended() }).await;
    let queue = home.queue(&agent).await;
    let ids: Vec<MessageId> = queue.iter().map(|message| message.id).collect();
    let mut places = home.ledger.places(&agent.scope(), &ids).await.expect("places");
    places.sort_by_key(|(_, place, _)| *place);
    let expected: Vec<_> = (1..).zip([0, 3, 4]).map(|(place, at)| (ids[at], place, queue[at].at)).collect();
    assert_eq!(places, expected);
    assert_eq!(home.ledger.places(&other.scope(), &ids).await.expect("none"), []);
    let said = home.ledger.said_at(&agent.scope(), &[3, 1, 9]).await.expect("two");
    assert_eq!(
        said.iter().map(|(place, message)| (*place, message.body.text())).collect::<Vec<_>>(),
        [(1, "one"), (3, "three")]
    );
    assert_eq!(home.ledger.said_at(&other.scope(), &[1]).await.expect("one")[0].1.body.text(), "elsewhere");
}
