//! Answers that are seen while they are made.

use std::time::Duration;

use serde_json::json;

use super::house::House;
use crate::journey::{Bot, Home};
use crate::support::app::Database;
use crate::support::discord::{FakeDiscord, Trouble};
use crate::support::model::{Gate, Script, ScriptedModel};

crate::trials![
    an_answer_grows_in_its_place,
    f23_a_draft_that_would_look_the_same_is_not_changed,
    a_long_answer_grows_over_several_messages,
    a_quick_answer_is_sent_once,
    without_streaming_an_answer_is_sent_once,
    reasoning_is_never_shown,
    of_an_object_the_message_is_shown,
    f08_f10_words_between_tool_calls_and_the_answer_are_one_message,
    memory_edits_stand_below_the_whole_answer,
    f44_an_answer_that_breaks_off_is_asked_for_again_and_then_said,
    a_draft_that_is_deleted_is_sent_anew,
    a_draft_that_is_refused_costs_no_words,
    a_draft_survives_a_crash,
    a_message_that_waits_long_is_marked_as_seen,
    without_the_permission_nothing_is_marked,
];

async fn an_answer_grows_in_its_place() {
    let house = House::open().await;
    let gate = house.tells(&["One sentence is here. Then", " another follows.", " The end."]);
    let asked = house.ask("Tell me.");
    let draft = house.sees(|shown| shown.text() == "One sentence is here. Then ▌").await;
    assert!(draft.answers(asked) && draft.buttons().len() == 1);
    gate.let_one_through();
    house.sees(|shown| shown.text() == "One sentence is here. Then another follows. ▌").await;
    gate.open();
    let [whole] = house.says(&["One sentence is here. Then another follows. The end."]).await.try_into().expect("one");
    assert!(whole.id() == draft.id() && whole.buttons().is_empty());
    assert_eq!(house.fake.requests("POST", "/messages"), 1);
    house.close().await;
}

/// The fake refuses a change that changes nothing.
async fn f23_a_draft_that_would_look_the_same_is_not_changed() {
    let house = House::open().await;
    let gate = house.tells(&["One sentence is here. Then", "  \n", " \n", " another follows.", " The end."]);
    house.ask("Tell me.");
    house.sees(|shown| shown.text() == "One sentence is here. Then ▌").await;
    for _ in 0..2 {
        gate.let_one_through();
        // Longer than the pace of drafts.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert_eq!(house.fake.requests("PATCH", "/messages"), 0, "spaces at the end are not seen");
    gate.let_one_through();
    house.sees(|shown| shown.text().contains("another follows.")).await;
    gate.open();
    house.sees(|shown| shown.text().ends_with("another follows. The end.")).await;
    house.idle().await;
    assert_eq!([house.fake.requests("POST", "/messages"), house.fake.requests("PATCH", "/messages")], [1, 2]);
    house.close().await;
}

async fn a_long_answer_grows_over_several_messages() {
    let house = House::open().await;
    let words = |from: usize| (from..from + 300).map(|n| format!("word{n} ")).collect::<String>();
    let pieces = [words(0), words(300), words(600)];
    let gate = house.tells(&[&pieces[0], &pieces[1], &pieces[2]]);
    house.ask("Tell me much.");
    house.sees(|shown| shown.text().ends_with('▌')).await;
    gate.let_one_through();
    house.sees(|shown| shown.text().contains("word599")).await;
    gate.open();
    house.sees(|shown| shown.text().contains("word899") && !shown.text().contains('▌')).await;
    house.idle().await;
    assert_eq!(house.texts().join(" "), pieces.concat().trim());
    assert!(house.said().iter().all(|message| message.buttons().is_empty()));
    assert_eq!(house.fake.requests("POST", "/messages"), house.said().len(), "each part was posted once");
    house.close().await;
}

async fn a_quick_answer_is_sent_once() {
    let house = House::with(&[], |pace| pace.draft = Duration::from_secs(60)).await;
    house.model.reply("It is late. It is time to sleep. Good night.");
    house.ask("How late is it?");
    house.says(&["It is late. It is time to sleep. Good night."]).await;
    house.idle().await;
    assert_eq!([house.fake.requests("POST", "/messages"), house.fake.requests("PATCH", "/messages")], [1, 0]);
    house.close().await;
}

async fn without_streaming_an_answer_is_sent_once() {
    let house = House::with(&[("KEEPSAKE_STREAM_REPLIES", "false")], |_| {}).await;
    let gate = house.tells(&["One sentence is here. Then", " another follows."]);
    house.ask("Tell me.");
    house.model.wait_for_requests(1).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(house.texts().is_empty());
    gate.open();
    house.says(&["One sentence is here. Then another follows."]).await;
    assert_eq!(house.fake.requests("PATCH", "/messages"), 0);
    house.close().await;
}

async fn reasoning_is_never_shown() {
    let house = House::open().await;
    let gate =
        house.tells(&["<think>A sly plan. Really sly.", " More of it.</think>\n\nHello to you. How", " are you?"]);
    house.ask("Hello");
    gate.let_one_through();
    house.sees(|shown| shown.text() == "Hello to you. How ▌").await;
    gate.open();
    house.says(&["Hello to you. How are you?"]).await;
    assert!(!house.fake.read(|state| state.log.join("\n")).contains("sly"));
    house.close().await;
}

async fn of_an_object_the_message_is_shown() {
    let house = House::with(&[("LLM_PROTOCOL", "json")], |_| {}).await;
    let start = r#"{"tool": "send_message", "arguments": {"message": "One sentence is here. Then"#;
    let gate = house.tells(&[start, r#" another.\nThe end."}}"#]);
    house.ask("Tell me.");
    house.sees(|shown| shown.text() == "One sentence is here. Then ▌").await;
    gate.open();
    house.says(&["One sentence is here. Then another.\nThe end."]).await;
    house.close().await;
}

async fn f08_f10_words_between_tool_calls_and_the_answer_are_one_message() {
    let house = House::open().await;
    let gate = Gate::default();
    let search = json!({ "query": "cat" });
    house.model.calls_and_text("Let me look. It takes a moment.", vec![("conversation_search", search)]);
    house.model.push(Script::reply("Your cat is Miso.").behind(&gate));
    house.ask("What is my cat called?");
    let draft = house.sees(|shown| shown.text() == "Let me look. It takes a moment. ▌").await;
    gate.open();
    let [whole] = house.says(&["Let me look. It takes a moment.\n\nYour cat is Miso."]).await.try_into().expect("one");
    assert_eq!(whole.id(), draft.id());
    house.close().await;
}

async fn memory_edits_stand_below_the_whole_answer() {
    let house = House::open().await;
    house.model.calls(vec![("core_memory_append", json!({"label": "human", "content": "Has a cat."}))]);
    let gate = house.tells(&["That is nice to hear. I", " wrote it down."]);
    house.ask("I have a cat.");
    let draft = house.sees(|shown| shown.text().ends_with('▌')).await;
    assert!(draft.embeds().is_empty());
    gate.open();
    let [whole] = house.says(&["That is nice to hear. I wrote it down."]).await.try_into().expect("one");
    assert!(whole.embed_text().contains("+ Has a cat."), "{}", whole.embed_text());
    house.close().await;
}

async fn f44_an_answer_that_breaks_off_is_asked_for_again_and_then_said() {
    let house = House::open().await;
    let cut = Script::Cut { text: "Here it comes. The answer is".into(), cleanly: true };
    house.model.then(cut.clone()).then(Script::reply("The answer is 42. I am sure."));
    house.ask("What is the answer?");
    house.says(&["The answer is 42. I am sure."]).await;
    house.idle().await;
    for _ in 0..3 {
        house.model.push(cut.clone());
    }
    house.ask("And now?");
    let told = house.sees(|shown| shown.text().contains("I will try again")).await;
    house.idle().await;
    assert_eq!(house.texts(), ["The answer is 42. I am sure.", told.text()], "no half answer is left");
    assert_eq!(house.model.left(), 0);
    house.close().await;
}

async fn a_draft_that_is_deleted_is_sent_anew() {
    let house = House::open().await;
    let gate = house.tells(&["One sentence is here. Then", " another follows."]);
    house.ask("Tell me.");
    let draft = house.sees(|shown| shown.text().ends_with('▌')).await;
    house.fake.delete(draft.id());
    gate.open();
    let [whole] = house.says(&["One sentence is here. Then another follows."]).await.try_into().expect("one");
    assert_ne!(whole.id(), draft.id());
    house.close().await;
}

async fn a_draft_that_is_refused_costs_no_words() {
    let house = House::open().await;
    house.fake.trouble("PATCH", "/messages", 2, Trouble::Limit(Duration::from_millis(100)));
    let gate = house.tells(&["One sentence is here. Then", " another follows.", " The end."]);
    house.ask("Tell me.");
    house.sees(|shown| shown.text().ends_with('▌')).await;
    gate.let_one_through();
    house.fake.requests_reach("PATCH", "/messages", 1).await;
    gate.open();
    house.says(&["One sentence is here. Then another follows. The end."]).await;
    house.close().await;
}

/// A program that is killed while people see half an answer: the next one makes that message whole.
async fn a_draft_survives_a_crash() {
    let (home, model, fake) =
        (Home::on(Database::Sqlite).await, ScriptedModel::start().await, FakeDiscord::start().await);
    model.then(Script::reply("Hello.")).then(Script::HangAfter("One sentence is here. Then another one".into()));
    let bot = Bot::start(&home, &model, &fake.url(), &fake.token(), fake.guild());
    fake.connected().await;
    fake.mention(fake.jo(), fake.general(), "Hello");
    fake.next_message(fake.general(), |shown| shown.text() == "Hello.").await;
    let asked = fake.mention(fake.mara(), fake.general(), "Tell me.");
    let draft = fake.next_message(fake.general(), |shown| shown.text().ends_with('▌')).await;
    // The next change comes only after what shows the answer was written down.
    tokio::time::sleep(Duration::from_millis(300)).await;
    bot.kill().await;
    model.reply("Something else altogether. It is whole.");
    let bot = Bot::start(&home, &model, &fake.url(), &fake.token(), fake.guild());
    let whole = fake
        .wait("the draft becomes the answer", |state| {
            let value = state.messages[&draft.id()].value.clone();
            (value["content"] == "Something else altogether. It is whole.").then_some(value)
        })
        .await;
    assert_eq!(whole["message_reference"]["message_id"], asked.to_string());
    assert!(bot.stop().await.success());
    let mine = fake.messages(fake.general()).into_iter().filter(|message| message.author() == fake.bot());
    let answers = mine.filter(|message| !message.text().starts_with("-# What you say to me is stored"));
    assert_eq!(answers.count(), 2, "Hello, and the answer");
}

async fn a_message_that_waits_long_is_marked_as_seen() {
    let house = House::with(&[], |pace| pace.seen = Duration::from_millis(30)).await;
    let gate = Gate::default();
    house.model.push(Script::reply("Hello.").behind(&gate));
    let asked = house.ask("Hello?");
    let eyes = |state: &mut crate::support::discord::State| {
        state.messages[&asked].reactions.iter().any(|(emoji, _)| emoji == "👀")
    };
    house.fake.wait("the message is marked", |state| eyes(state).then_some(())).await;
    gate.open();
    house.says(&["Hello."]).await;
    house.fake.wait("the mark goes", |state| (!eyes(state)).then_some(())).await;
    house.close().await;
}

async fn without_the_permission_nothing_is_marked() {
    let house = House::with(&[], |pace| pace.seen = Duration::from_millis(10)).await;
    house.fake.deny(house.fake.general(), 1 << 6);
    let gate = Gate::default();
    house.model.push(Script::reply("Hello.").behind(&gate));
    let asked = house.ask("Hello?");
    house.fake.requests_reach("PUT", "/reactions/", 1).await;
    gate.open();
    house.says(&["Hello."]).await;
    assert!(house.fake.reactions(asked).is_empty());
    house.close().await;
}
