//! People change and delete what they said: memory follows, and what was learned from it can be taken back.

use keepsake::memory::{Actor, Afterwards, AgentKey, EditCard, Incoming, MessageChange, Outgoing, PersonId, Quote};
use keepsake::store::MessageFilter;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::{Asked, Gate, Script, ScriptedModel};

crate::trials_on_both![
    a_deleted_message_is_nowhere_any_more,
    what_was_learned_from_it_can_be_taken_back,
    a_changed_message_is_found_by_its_new_words,
    a_summary_is_made_again_without_it,
    a_deletion_while_the_model_thinks_is_followed_at_the_next_step,
    what_was_learned_before_the_deletion_is_offered_and_nothing_is_answered,
    a_deletion_that_was_noted_is_done_after_a_restart,
    what_several_messages_taught_is_told_apart,
    a_quote_of_what_was_never_said_to_the_agent_follows_too,
];

async fn start(database: Database) -> TestApp {
    TestApp::on(database, ScriptedModel::start().await).await
}

/// Somebody says something; answers it as it came in.
async fn say(test: &TestApp, key: &AgentKey, text: &str) -> Incoming {
    let incoming = test.incoming(key, &person(1, "Mara"), text);
    test.app().agents.accept(&incoming).await.expect("it is taken in");
    test.app().agents.idle().await;
    incoming
}

fn change(incoming: &Incoming, now: Afterwards) -> MessageChange {
    MessageChange {
        event: incoming.event.clone(),
        channel: incoming.source.channel,
        message: incoming.source.message,
        now,
    }
}

async fn delete(test: &TestApp, incoming: &Incoming) {
    test.app().agents.changed(&change(incoming, Afterwards::Deleted)).await.expect("it is noted");
    test.app().agents.idle().await;
    test.app().stores.sync.catch_up().await.expect("the index follows");
}

async fn edit(test: &TestApp, incoming: &Incoming, text: &str) {
    let now = Afterwards::Edited { text: text.into(), attachments: Vec::new() };
    test.app().agents.changed(&change(incoming, now)).await.expect("it is noted");
    test.app().agents.idle().await;
    test.app().stores.sync.catch_up().await.expect("the index follows");
}

async fn found(test: &TestApp, query: &str) -> Vec<String> {
    let hits = test.app().desk.search(&dm(1), query, 1).await.expect("a search");
    hits.items.into_iter().map(|hit| hit.text).collect()
}

fn learned(test: &TestApp) -> Vec<(Vec<EditCard>, Option<PersonId>)> {
    let of = |outgoing| if let Outgoing::Learned { cards, by } = outgoing { Some((cards, by)) } else { None };
    test.outgoing(&dm(1)).into_iter().filter_map(of).collect()
}

async fn a_deleted_message_is_nowhere_any_more(database: Database) {
    let test = start(database).await;
    let secret = say(&test, &dm(1), "The safe opens with walnut-93").await;
    test.model.then(Script::call("conversation_search", json!({ "query": "walnut-93" }))).then(Script::reply("Yes."));
    say(&test, &dm(1), "Do you know it?").await;
    assert!(test.model.last_request().text().matches("walnut-93").count() > 1, "it was shown by the search");
    delete(&test, &secret).await;
    assert!(!found(&test, "walnut-93").await.iter().any(|text| text.contains("walnut")));
    say(&test, &dm(1), "And now?").await;
    let prompt = test.model.last_request().prompt();
    // The query was the model's own.
    assert!(!prompt.contains("walnut") && prompt.contains("was deleted"), "{prompt}");
    assert!(learned(&test).is_empty(), "nothing was learned from it");
}

async fn what_was_learned_from_it_can_be_taken_back(database: Database) {
    let test = start(database).await;
    let calls = vec![
        ("core_memory_append", json!({ "label": "human", "content": "Allergic to walnuts" })),
        ("archival_memory_insert", json!({ "content": "Mara is allergic to walnuts." })),
    ];
    test.model.then(Script::calls(calls)).then(Script::reply("Noted."));
    let said = say(&test, &dm(1), "I am allergic to walnuts").await;
    delete(&test, &said).await;
    let [(cards, by)] = learned(&test).try_into().expect("one list");
    assert_eq!((cards.len(), by), (2, Some(PersonId(1))));
    for card in &cards {
        let me = Actor::Person(PersonId(1));
        test.app().desk.undo(&dm(1), Some(card.edit.id), me).await.expect("it is taken back");
    }
    let overview = test.app().desk.overview(&dm(1)).await.expect("an overview");
    assert!(!format!("{:?}", overview.core).contains("walnut"), "{:?}", overview.core);
    assert_eq!(overview.passages, 0);
    delete(&test, &said).await;
    assert_eq!(learned(&test).len(), 1, "what was taken back is not offered again");
}

async fn a_changed_message_is_found_by_its_new_words(database: Database) {
    let test = start(database).await;
    let said = say(&test, &dm(1), "The train leaves at nine from platform heron").await;
    say(&test, &dm(1), "Thanks").await;
    edit(&test, &said, "The train leaves at ten from platform osprey").await;
    assert!(found(&test, "osprey").await.iter().any(|text| text.contains("osprey")));
    assert!(!found(&test, "heron").await.iter().any(|text| text.contains("heron")));
    say(&test, &dm(1), "When does it leave?").await;
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("at ten from") && !prompt.contains("at nine"), "{prompt}");
    assert_eq!(test.replies(&dm(1)).len(), 3, "a change of what was said long ago is not answered");
}

fn is_summary(asked: &Asked) -> bool {
    asked.system().starts_with("You keep the running summary")
}

async fn a_summary_is_made_again_without_it(database: Database) {
    let mut test = start(database).await;
    test.llm_config.context_tokens = 4_096;
    test.restart().await;
    test.model.on(|asked| {
        let words: Vec<&str> = asked.last_user().split_whitespace().filter(|word| word.starts_with("topic")).collect();
        Script::reply(&if is_summary(asked) { format!("They spoke of {}.", words.join(" ")) } else { "Go on.".into() })
    });
    let mut told = Vec::new();
    for at in 0..24 {
        let padding = "once upon a time there was a ship ".repeat(12);
        told.push(say(&test, &dm(1), &format!("topic{at} {padding}")).await);
    }
    let scope = test.scope(&dm(1)).await;
    let summary = async || test.app().stores.ledger.summary(&scope).await.expect("an answer").expect("a summary");
    let before = summary().await;
    assert!(before.text.contains("topic0 ") && before.text.contains("topic1 "), "{}", before.text);
    delete(&test, &told[1]).await;
    let after = summary().await;
    assert!(after.text.contains("topic0 ") && !after.text.contains("topic1 "), "{}", after.text);
    assert_eq!(after.through_seq, before.through_seq);
    say(&test, &dm(1), "Where were we?").await;
    assert!(!test.model.last_request().prompt().contains("topic1 "));
}

async fn a_deletion_while_the_model_thinks_is_followed_at_the_next_step(database: Database) {
    let test = start(database).await;
    let secret = say(&test, &dm(1), "The word is marmalade").await;
    let gate = Gate::default();
    test.model
        .then(Script::call("core_memory_append", json!({ "label": "human", "content": "Likes tea" })).behind(&gate));
    test.model.then(Script::reply("Done."));
    let incoming = test.incoming(&dm(1), &person(1, "Mara"), "I like tea");
    test.app().agents.accept(&incoming).await.expect("it is taken in");
    crate::support::app::until("the model is asked", async || test.model.requests().len() == 2).await;
    test.app().agents.changed(&change(&secret, Afterwards::Deleted)).await.expect("it is noted");
    gate.let_one_through();
    test.app().agents.idle().await;
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("I like tea") && !prompt.contains("marmalade"), "{prompt}");
    assert_eq!(test.replies(&dm(1)), ["Hello.", "Done."]);
}

async fn what_was_learned_before_the_deletion_is_offered_and_nothing_is_answered(database: Database) {
    let test = start(database).await;
    let gate = Gate::default();
    let append = |content: &str| Script::call("core_memory_append", json!({ "label": "human", "content": content }));
    test.model.then(append("Likes tea")).then(append("Likes cakes").behind(&gate));
    let incoming = test.incoming(&dm(1), &person(1, "Mara"), "I like tea and cakes");
    test.app().agents.accept(&incoming).await.expect("it is taken in");
    crate::support::app::until("the model is asked again", async || test.model.requests().len() == 2).await;
    test.app().agents.changed(&change(&incoming, Afterwards::Deleted)).await.expect("it is noted");
    test.app().agents.idle().await;
    assert_eq!(test.model.requests().len(), 2, "the question that nobody asks any more is ended");
    let [(cards, _)] = learned(&test).try_into().expect("one list");
    assert_eq!(
        cards.iter().map(|card| card.edit.after.lines().last().expect("a line")).collect::<Vec<_>>(),
        ["Likes tea"]
    );
    assert!(test.replies(&dm(1)).is_empty());
}

async fn a_deletion_that_was_noted_is_done_after_a_restart(database: Database) {
    let mut test = start(database).await;
    let secret = say(&test, &dm(1), "The word is marmalade").await;
    test.app().stores.ledger.note_change(&change(&secret, Afterwards::Deleted)).await.expect("it is noted");
    test.restart().await;
    let scope = test.scope(&dm(1)).await;
    let all = test.app().stores.ledger.list_messages(&scope, &MessageFilter::default(), 0, 9).await.expect("a page");
    assert_eq!(all.items.iter().map(|message| message.body.text()).collect::<Vec<_>>(), ["Hello."]);
}

async fn what_several_messages_taught_is_told_apart(database: Database) {
    let test = start(database).await;
    let append = json!({ "label": "human", "content": "Secret fruit: tangerine" });
    test.model.then(Script::call("core_memory_append", append)).then(Script::reply("Noted."));
    let said = ["my secret fruit is tangerine", "the weather is nice"]
        .map(|text| test.incoming(&dm(1), &person(1, "Mara"), text));
    for incoming in &said {
        test.app().stores.ledger.accept(incoming, incoming.at).await.expect("it is taken in");
    }
    test.app().agents.resume().await.expect("it is answered");
    test.app().agents.idle().await;
    delete(&test, &said[1]).await;
    assert!(learned(&test).is_empty(), "nothing came from the weather");
    delete(&test, &said[0]).await;
    assert_eq!(learned(&test).len(), 1);
}

async fn a_quote_of_what_was_never_said_to_the_agent_follows_too(database: Database) {
    let test = start(database).await;
    let channel = AgentKey::Channel(9);
    let mut answer = test.incoming(&channel, &person(1, "Mara"), "what does it open?");
    answer.quote =
        Some(Quote { author: "Jo".into(), text: "my pin is tangerine-77".into(), of: Some(4_711), ..Quote::default() });
    test.app().agents.accept(&answer).await.expect("it is taken in");
    test.app().agents.idle().await;
    let gone = MessageChange { event: "discord:4711".into(), channel: 9, message: 4_711, now: Afterwards::Deleted };
    test.app().agents.changed(&gone).await.expect("it is noted");
    test.app().agents.idle().await;
    test.say(&channel, &person(1, "Mara"), "And now?").await;
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("(deleted)") && !prompt.contains("tangerine"), "{prompt}");
    assert!(test.app().stores.ledger.changed_places().await.expect("places").is_empty());
}
