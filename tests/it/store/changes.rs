//! Messages that are changed or deleted after they were said: the words are gone everywhere, and nothing else is.

use keepsake::memory::{Afterwards, Agent, Body, ChangedMessage, Label, Message, MessageChange, PersonId, Quote};
use keepsake::store::{ItemId, MessageFilter, ResetWhat, StepCommit, Summary};

use super::plant::{at, call, dm, edit, ended, incoming, new_message, person, reply, result, seed, step, texts, words};
use super::{Home, contract};

contract![
    a_message_that_waits_is_changed_or_goes,
    unknown_messages_are_passed_over,
    a_changed_message_is_found_anew,
    a_message_without_words_for_a_while_is_found_again,
    a_deleted_message_is_a_note,
    quotes_and_search_results_follow,
    summaries_that_held_it_go,
    what_it_caused_is_known,
    a_change_is_done_once,
    a_reset_takes_changes_along,
];

fn change(message: u64, now: Afterwards) -> MessageChange {
    MessageChange { event: format!("discord:{message}"), channel: 88, message, now }
}

fn edited(message: u64, text: &str) -> MessageChange {
    change(message, Afterwards::Edited { text: text.into(), attachments: Vec::new() })
}

impl Home {
    async fn note(&self, change: &MessageChange) -> bool {
        !self.ledger.note_change(change).await.expect("it is noted").is_empty()
    }

    /// Notes it and does it.
    async fn follow(&self, agent: &Agent, change: &MessageChange) {
        assert!(self.note(change).await);
        for waiting in self.ledger.changes(&agent.scope()).await.expect("changes") {
            let message = self.ledger.apply_change(&agent.scope(), &waiting.change, at(90)).await.expect("it is done");
            self.ledger.finish_change(&agent.scope(), waiting.number, message.as_ref(), &[]).await.expect("it is over");
        }
    }

    async fn indexed(&self) {
        let done: Vec<(ItemId, i64)> = self
            .ledger
            .unindexed(100)
            .await
            .expect("items")
            .iter()
            .map(|item| (item.item.id(), item.revision))
            .collect();
        self.ledger.mark_indexed(&done, at(80)).await.expect("they are marked");
    }

    async fn waiting(&self) -> Vec<String> {
        let items = self.ledger.unindexed(100).await.expect("items");
        items
            .iter()
            .map(|item| match &item.item {
                keepsake::store::IndexItem::Message { message, .. } => message.body.text().to_owned(),
                keepsake::store::IndexItem::Passage(passage) => passage.text.clone(),
                keepsake::store::IndexItem::Chunk(chunk) => chunk.text.clone(),
            })
            .collect()
    }
}

async fn a_message_without_words_for_a_while_is_found_again(home: Home) {
    let agent = home.agent(&dm(1)).await;
    for (message, text) in [(1, "one"), (2, "two"), (3, "three")] {
        home.talk(&agent, message, text, "ok").await;
    }
    for message in [2, 3] {
        home.follow(&agent, &edited(message, " ")).await;
    }
    home.indexed().await;
    for message in [3, 2] {
        home.follow(&agent, &edited(message, &format!("{message} again"))).await;
    }
    let all = home.ledger.list_messages(&agent.scope(), &MessageFilter::default(), 0, 9).await.expect("a page");
    let ids: Vec<_> = all.items.iter().rev().map(|message| message.id).collect();
    let mut places = home.ledger.places(&agent.scope(), &ids).await.expect("places");
    places.sort_by_key(|(_, place, _)| *place);
    let there = home.ledger.messages(&agent.scope(), &places.iter().map(|(id, ..)| *id).collect::<Vec<_>>()).await;
    assert_eq!(texts(&there.expect("messages")), ["one", "ok", "2 again", "ok", "3 again", "ok"]);
    assert!(home.waiting().await.contains(&"2 again".to_owned()));
    assert_eq!(home.ledger.tombstones(9).await.expect("tombstones"), [], "what is there is not to be buried");
}

async fn a_message_that_waits_is_changed_or_goes(home: Home) {
    let agent = home.agent(&dm(1)).await;
    for (message, text) in [(1, "one"), (2, "two"), (3, "three")] {
        home.accept(&incoming(&agent.key, message, &person(7), text)).await;
    }
    assert!(!home.note(&edited(1, "uno")).await, "nothing is left to do");
    assert!(!home.note(&change(2, Afterwards::Deleted)).await);
    let turn = home.begin(&agent).await.expect("something waits");
    assert_eq!(texts(&turn.messages), ["uno", "three"]);
    assert!(home.begin(&agent).await.is_none());
    home.accept(&incoming(&agent.key, 2, &person(7), "two")).await;
    assert!(home.begin(&agent).await.is_none(), "a message that went does not come back with its event");
}

async fn unknown_messages_are_passed_over(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    assert!(!home.note(&change(9, Afterwards::Deleted)).await);
    assert!(home.ledger.changed_places().await.expect("places").is_empty());
    assert!(home.note(&edited(1, "uno")).await);
    assert_eq!(home.ledger.changed_places().await.expect("places"), [agent.key]);
}

async fn a_changed_message_is_found_anew(home: Home) {
    let agent = home.agent(&dm(1)).await;
    for (message, text) in [(1, "one"), (3, "three"), (5, "five")] {
        home.talk(&agent, message, text, &format!("{text}!")).await;
    }
    home.indexed().await;
    home.follow(&agent, &edited(3, "drei")).await;
    assert_eq!(home.texts(&agent).await, ["one", "one!", "drei", "three!", "five", "five!"]);
    let mut waiting = home.waiting().await;
    waiting.sort();
    assert_eq!(waiting, ["drei", "one!", "three!"], "with what stands beside it");
    home.indexed().await;
    home.follow(&agent, &edited(3, "drei")).await;
    assert!(home.waiting().await.is_empty(), "the same words change nothing");
    assert!(home.ledger.tombstones(9).await.expect("tombstones").is_empty());
}

async fn a_deleted_message_is_a_note(home: Home) {
    let agent = home.agent(&dm(1)).await;
    for (message, text) in [(1, "one"), (3, "three"), (5, "five")] {
        home.talk(&agent, message, text, &format!("{text}!")).await;
    }
    home.indexed().await;
    let (scope, all) = (agent.scope(), MessageFilter::default());
    let gone = home.queue(&agent).await[2].id;
    home.follow(&agent, &change(3, Afterwards::Deleted)).await;
    let queue = home.queue(&agent).await;
    assert!(matches!(&queue[2].body, Body::Note { text } if text.contains("deleted")), "{:?}", queue[2]);
    assert_eq!(queue.len(), 6);
    assert_eq!(home.ledger.list_messages(&scope, &all, 0, 9).await.expect("a page").total, 5);
    let author = MessageFilter { author: Some("7".into()), ..all };
    assert_eq!(home.ledger.list_messages(&scope, &author, 0, 9).await.expect("a page").total, 2);
    assert_eq!(home.ledger.tombstones(9).await.expect("tombstones"), [(gone.0, agent.id)]);
    let mut waiting = home.waiting().await;
    waiting.sort();
    assert_eq!(waiting, ["one!", "three!"]);
    let around = home.ledger.said_at(&scope, &[1, 2, 3, 4]).await.expect("what was said");
    assert_eq!(
        around.iter().map(|(place, message)| (*place, message.body.text())).collect::<Vec<_>>(),
        [(1, "one"), (2, "one!"), (4, "three!")]
    );
    assert_eq!(home.ledger.count_messages(&scope).await.expect("a count"), 6);
}

fn quoting(message: u64, agent: &Agent, of: u64, text: &str) -> keepsake::memory::Incoming {
    let quote = Some(Quote { author: "Person 7".into(), text: text.into(), of: Some(of), ..Quote::default() });
    keepsake::memory::Incoming { quote, ..incoming(&agent.key, message, &person(8), "what about it?") }
}

fn quote_of(message: &Message) -> Option<&str> {
    if let Body::Person { quote: Some(quote), .. } = &message.body { Some(&quote.text) } else { None }
}

async fn quotes_and_search_results_follow(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "the code is 1234", "noted").await;
    home.accept(&quoting(2, &agent, 1, "the code is 1234")).await;
    home.accept(&quoting(3, &agent, 9, "the code is 1234")).await;
    let turn = home.begin(&agent).await.expect("a turn");
    let found = "page 1/1\n[2026-09-21 13:46]\n> Person 7: the code is 1234\nyou: noted";
    let linked = "page 1/1\n[2026-09-21] https://discord.com/channels/77/88/1\n> Person 7: the co…";
    let messages = [
        call("a", "conversation_search"),
        result("a", "conversation_search", found),
        result("b", "conversation_search", linked),
        result("c", "react", "Done."),
    ];
    let messages = (10..).zip(messages).map(|(seconds, body)| new_message(body, seconds)).collect();
    home.commit(&turn, &StepCommit { messages, ..ended() }).await;
    home.follow(&agent, &edited(1, "the code is secret")).await;
    let queue = home.queue(&agent).await;
    assert_eq!(quote_of(&queue[2]), Some("the code is secret"));
    assert_eq!(quote_of(&queue[3]), Some("the code is 1234"), "another message that said the same");
    let said = texts(&queue);
    assert!(said[5].contains("is gone") && said[6].contains("is gone"), "{said:?}");
    assert_eq!(said[7], "Done.");
    assert!(matches!(&queue[5].body, Body::ToolResult { call_id, .. } if call_id == "a"), "it still answers its call");
    home.follow(&agent, &change(1, Afterwards::Deleted)).await;
    assert_eq!(quote_of(&home.queue(&agent).await[2]), Some("(deleted)"));
}

async fn summaries_that_held_it_go(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    for (message, text) in [(1, "one"), (3, "three"), (5, "five"), (7, "seven")] {
        home.talk(&agent, message, text, &format!("{text}!")).await;
    }
    for through in [2, 4, 6] {
        let summary = Summary { text: format!("up to {through}"), through_seq: through, at: at(through) };
        home.ledger.put_summary(&scope, &summary).await.expect("a summary");
    }
    home.follow(&agent, &change(7, Afterwards::Deleted)).await;
    assert!(home.ledger.unsummarized(&scope).await.expect("an answer").is_none(), "it was in no summary");
    home.follow(&agent, &edited(3, "drei")).await;
    let missing = home.ledger.unsummarized(&scope).await.expect("an answer").expect("summaries are missing");
    assert_eq!(missing.base.map(|base| base.text).as_deref(), Some("up to 2"));
    assert_eq!((texts(&missing.messages).join(" "), missing.through_seq), ("drei three! five five!".into(), 6));
    assert_eq!(home.queue(&agent).await.len(), 2, "what was evicted stays evicted");
    let again = Summary { text: "anew".into(), through_seq: 6, at: at(9) };
    home.ledger.put_summary(&scope, &again).await.expect("a summary");
    assert!(home.ledger.unsummarized(&scope).await.expect("an answer").is_none());
    assert_eq!(home.ledger.summary(&scope).await.expect("an answer").expect("a summary").text, "anew");
}

async fn what_it_caused_is_known(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(7), "I am Anna").await;
    let human = Label::Human(PersonId(7));
    let learned = edit(human, 1, "Nothing known yet.", "Is Anna.", Some(&turn));
    home.commit(&turn, &StepCommit { edits: vec![learned.clone()], ..ended() }).await;
    home.talk(&agent, 3, "hello", "hi").await;
    let caused = home.ledger.edits_caused_by(&agent.scope(), turn.messages[0].id).await.expect("edits");
    let ids: Vec<_> =
        caused.iter().filter(|edit| edit.kind != keepsake::memory::EditKind::Create).map(|edit| edit.id).collect();
    assert_eq!(ids, [learned.id]);
    let other = home.agent(&dm(2)).await;
    assert!(home.ledger.edits_caused_by(&other.scope(), turn.messages[0].id).await.expect("edits").is_empty());
    assert!(
        home.ledger
            .apply_change(&other.scope(), &change(1, Afterwards::Deleted), at(9))
            .await
            .expect("an answer")
            .is_none()
    );
    assert_eq!(home.texts(&agent).await[0], "I am Anna", "another agent cannot touch it");
}

async fn a_change_is_done_once(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    home.talk(&agent, 1, "one", "two").await;
    assert!(home.note(&change(1, Afterwards::Deleted)).await);
    assert!(!home.note(&change(1, Afterwards::Deleted)).await, "it waits already");
    let waiting = home.ledger.changes(&scope).await.expect("changes").remove(0);
    let first = home.ledger.apply_change(&scope, &waiting.change, at(9)).await.expect("done").expect("a message");
    let second = home.ledger.apply_change(&scope, &waiting.change, at(9)).await.expect("done").expect("a message");
    assert!(first.anew && !second.anew, "after a crash it is done again, and changes nothing");
    assert_eq!((ChangedMessage { anew: false, ..first }, first.by), (second, Some(PersonId(7))));
    for _ in 0..2 {
        home.ledger.finish_change(&scope, waiting.number, Some(&first), &[reply("learned", 9)]).await.expect("over");
    }
    assert_eq!(home.ledger.unsent(&scope).await.expect("rows").len(), 1);
    assert!(home.ledger.changes(&scope).await.expect("changes").is_empty());
    assert!(!home.note(&change(1, Afterwards::Deleted)).await, "it is done already");
    assert!(home.note(&edited(1, "once more")).await, "an edit is another matter");
}

async fn a_reset_takes_changes_along(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    assert!(home.note(&edited(1, "uno")).await);
    home.ledger
        .reset(&agent.scope(), ResetWhat::History, &seed(), keepsake::memory::Actor::System, at(9))
        .await
        .expect("a reset");
    assert!(home.ledger.changes(&agent.scope()).await.expect("changes").is_empty());
    let turn = home.turn(&agent, 3, &person(7), "three").await;
    home.commit(&turn, &StepCommit { messages: vec![words("four", 4)], ..step() }).await;
    assert_eq!(home.texts(&agent).await, ["three", "four"]);
}
