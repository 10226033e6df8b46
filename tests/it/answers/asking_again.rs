//! What is answered changes: more comes, it is edited, it is deleted.

use std::time::Duration;

use serde_json::json;

use super::house::House;
use crate::support::model::{Gate, Script};

crate::trials![
    f16_fragments_are_answered_together,
    what_comes_while_the_bot_thinks_joins_the_next_step,
    an_edit_while_the_bot_thinks_asks_again,
    an_edit_soon_after_changes_the_answer_in_its_place,
    the_answers_parts_become_fewer_and_more,
    an_edit_costs_what_a_message_costs,
    an_edit_is_not_answered_when_others_have_spoken,
    an_edit_is_not_answered_where_that_is_switched_off,
    a_preview_is_no_edit,
    a_deleted_question_is_not_answered,
    a_turn_goes_on_without_a_deleted_message,
];

async fn f16_fragments_are_answered_together() {
    let house = House::with(&[("KEEPSAKE_DEBOUNCE_MS", "1500")], |_| {}).await;
    house.model.reply("Tea for two.");
    let asked = ["I would", "like some tea", "for two"].map(|text| house.ask(text));
    let [answer] = house.says(&["Tea for two."]).await.try_into().expect("one answer to all");
    house.idle().await;
    assert!(answer.answers(asked[2]) && house.model.requests().len() == 1);
    let prompt = house.model.last_request().prompt();
    assert!(["I would<", "like some tea<", "for two<"].iter().all(|text| prompt.contains(text)), "{prompt}");
    house.close().await;
}

async fn what_comes_while_the_bot_thinks_joins_the_next_step() {
    let house = House::open().await;
    let gate = Gate::default();
    house.model.push(Script::call("conversation_search", json!({"query": "tea"})).behind(&gate));
    house.model.reply("Tea for two.");
    house.ask("I like tea.");
    house.model.wait_for_requests(1).await;
    let second = house.fake.mention(house.fake.jo(), house.fake.general(), "Me too.");
    // It is taken in before the gate opens.
    tokio::time::sleep(Duration::from_millis(300)).await;
    gate.open();
    let [answer] = house.says(&["Tea for two."]).await.try_into().expect("one answer to both");
    assert!(answer.answers(second));
    let prompt = house.model.last_request().prompt();
    assert!(prompt.contains("I like tea.") && prompt.contains("Me too."));
    house.close().await;
}

async fn an_edit_while_the_bot_thinks_asks_again() {
    let house = House::open().await;
    house.model.push(Script::HangAfter("Paris is nice. It".into()));
    house.model.reply("Rome is nice. Very.");
    let asked = house.ask("Tell me of Paris.");
    let draft = house.sees(|shown| shown.text() == "Paris is nice. It ▌").await;
    house.fake.edit(asked, &format!("<@{}> Tell me of Rome.", house.fake.bot()));
    let [answer] = house.says(&["Rome is nice. Very."]).await.try_into().expect("one");
    assert_eq!(answer.id(), draft.id());
    let prompt = house.model.last_request().prompt();
    assert!(prompt.contains("of Rome.") && !prompt.contains("of Paris."), "{prompt}");
    assert_eq!(house.model.requests().len(), 2);
    house.close().await;
}

async fn an_edit_soon_after_changes_the_answer_in_its_place() {
    let house = House::open().await;
    house.model.then(Script::reply("Paris is nice.")).then(Script::reply("Rome is nice."));
    let asked = house.ask("Tell me of Paris.");
    let [before] = house.says(&["Paris is nice."]).await.try_into().expect("one");
    house.idle().await;
    house.fake.edit(asked, &format!("<@{}> Tell me of Rome.", house.fake.bot()));
    let [after] = house.says(&["Rome is nice."]).await.try_into().expect("one");
    assert_eq!(after.id(), before.id());
    let prompt = house.model.last_request().prompt();
    assert!(prompt.contains("of Rome.") && !prompt.contains("Paris") && prompt.contains("taken back"), "{prompt}");
    house.idle().await;
    house.model.reply("You are welcome.");
    house.ask("Thanks.");
    house.says(&["Rome is nice.", "You are welcome."]).await;
    assert!(house.model.last_request().prompt().contains("Rome is nice."));
    house.close().await;
}

async fn an_edit_costs_what_a_message_costs() {
    // One more was said before the house opened.
    let house = House::with(&[("KEEPSAKE_USER_DAILY_MESSAGES", "3")], |_| {}).await;
    for answer in ["Paris.", "Rome.", "Oslo."] {
        house.model.reply(answer);
    }
    let asked = house.ask("1");
    house.says(&["Paris."]).await;
    house.idle().await;
    house.fake.edit(asked, &format!("<@{}> 2", house.fake.bot()));
    house.says(&["Rome."]).await;
    house.idle().await;
    house.fake.edit(asked, &format!("<@{}> 3", house.fake.bot()));
    house.fake.mention(house.fake.jo(), house.fake.general(), "and I?");
    house.says(&["Rome.", "Oslo."]).await;
    assert_eq!(house.model.requests().len(), 3, "beyond the limit the answer stays as it was");
    house.close().await;
}

async fn the_answers_parts_become_fewer_and_more() {
    let house = House::open().await;
    let long = |word: &str| format!("{word} ").repeat(450).trim_end().to_owned();
    house.model.reply(&long("old-words"));
    let asked = house.ask("1");
    house.sees(|shown| shown.text().contains("old-words") && shown.buttons().is_empty()).await;
    house.idle().await;
    let parts = house.said().len();
    assert!(parts > 2);
    house.model.reply("Short.");
    house.fake.edit(asked, &format!("<@{}> 2", house.fake.bot()));
    house.says(&["Short."]).await;
    house.idle().await;
    house.model.reply(&long("new-words"));
    house.fake.edit(asked, &format!("<@{}> 3", house.fake.bot()));
    house.sees(|shown| shown.text().contains("new-words") && !shown.text().contains('▌')).await;
    house.idle().await;
    assert_eq!(house.texts().join(" "), long("new-words"));
    house.close().await;
}

async fn an_edit_is_not_answered_when_others_have_spoken() {
    let house = House::open().await;
    house.model.then(Script::reply("One.")).then(Script::reply("Two."));
    let asked = house.ask("First");
    house.says(&["One."]).await;
    house.idle().await;
    house.fake.mention(house.fake.jo(), house.fake.general(), "Second");
    house.says(&["One.", "Two."]).await;
    house.idle().await;
    house.fake.edit(asked, &format!("<@{}> Changed", house.fake.bot()));
    house.model.reply("Three.");
    house.ask("Third");
    house.says(&["One.", "Two.", "Three."]).await;
    assert!(house.model.last_request().prompt().contains("Changed"), "memory follows all the same");
    house.close().await;
}

async fn an_edit_is_not_answered_where_that_is_switched_off() {
    let house = House::with(&[("KEEPSAKE_REASK_SECONDS", "0")], |_| {}).await;
    house.model.then(Script::reply("One.")).then(Script::reply("Two."));
    let asked = house.ask("First");
    house.says(&["One."]).await;
    house.idle().await;
    house.fake.edit(asked, &format!("<@{}> Changed", house.fake.bot()));
    house.ask("Second");
    house.says(&["One.", "Two."]).await;
    house.close().await;
}

async fn a_preview_is_no_edit() {
    let house = House::open().await;
    house.model.then(Script::reply("One.")).then(Script::reply("Two.")).then(Script::reply("Three."));
    let asked = house.ask("First");
    house.says(&["One."]).await;
    house.idle().await;
    house.fake.edit(asked, &format!("<@{}> Changed: https://example.com/", house.fake.bot()));
    house.says(&["Two."]).await;
    house.idle().await;
    // Discord tells of the edited message once more, with the preview of the link.
    house.fake.preview(asked);
    house.ask("Second");
    house.says(&["Two.", "Three."]).await;
    assert_eq!(house.model.requests().len(), 3);
    // Nor while the answer is made.
    let first = house.tells(&["Four", "."]);
    let asked = house.ask("Third");
    house.model.wait_for_requests(4).await;
    let second = house.tells(&["Five", "."]);
    house.fake.edit(asked, &format!("<@{}> Third: https://example.com/", house.fake.bot()));
    house.model.wait_for_requests(5).await;
    house.fake.preview(asked);
    // It is taken in before the answer goes on.
    tokio::time::sleep(Duration::from_millis(300)).await;
    second.open();
    house.says(&["Two.", "Three.", "Five."]).await;
    house.idle().await;
    assert_eq!(house.model.requests().len(), 5);
    first.open();
    house.close().await;
}

async fn a_deleted_question_is_not_answered() {
    let house = House::open().await;
    house.model.push(Script::HangAfter("Paris is nice. It".into()));
    let asked = house.ask("Tell me of Paris.");
    house.sees(|shown| shown.text().ends_with('▌')).await;
    house.fake.delete(asked);
    house.says(&[]).await;
    house.idle().await;
    house.model.reply("Hello.");
    house.ask("Hello");
    house.says(&["Hello."]).await;
    assert!(!house.model.last_request().prompt().contains("Paris"));
    house.close().await;
}

async fn a_turn_goes_on_without_a_deleted_message() {
    let house = House::with(&[("KEEPSAKE_DEBOUNCE_MS", "400")], |_| {}).await;
    house.model.push(Script::Hang);
    let first = house.ask("Tell me of Paris.");
    house.ask("And of Rome.");
    house.model.wait_for_requests(1).await;
    house.model.reply("Rome is nice.");
    house.fake.delete(first);
    house.says(&["Rome is nice."]).await;
    let prompt = house.model.last_request().prompt();
    assert!(prompt.contains("of Rome.") && !prompt.contains("of Paris."), "{prompt}");
    house.close().await;
}
