//! A model that is away or refuses, and too much to do, as people in Discord see it.

use serde_json::json;

use super::house::House;
use crate::support::model::{Gate, Script};

crate::trials![
    an_outage_is_told_and_the_answer_made_when_somebody_asks,
    what_was_shown_of_an_answer_gives_way_and_the_answer_is_a_new_message,
    a_failure_has_a_button_to_try_again,
    where_nothing_failed_that_is_said,
    too_much_at_once_is_refused_aloud_and_once,
];

const AWAY: &str = "I cannot reach the model just now. I will try again and answer then.";

fn down() -> Script {
    Script::status(503, &[], "{}")
}

async fn an_outage_is_told_and_the_answer_made_when_somebody_asks() {
    let house = House::open().await;
    let fake = &house.fake;
    house.model.push(down());
    house.ask("Tell me.");
    house.says(&[AWAY]).await;
    let pressed = fake.slash(fake.jo(), fake.general(), "retry", "", json!({}));
    let told = fake.answer(&pressed).await;
    assert!(told.is_ephemeral() && told.text().starts_with("Only somebody who waits"), "{}", told.text());
    house.model.reply("Here it is.");
    let pressed = fake.slash(fake.mara(), fake.general(), "retry", "", json!({}));
    assert_eq!(fake.answer(&pressed).await.text(), "I am trying again.");
    house.says(&[AWAY, "Here it is."]).await;
    house.idle().await;
    house.close().await;
}

async fn what_was_shown_of_an_answer_gives_way_and_the_answer_is_a_new_message() {
    let house = House::open().await;
    let fake = &house.fake;
    // The stream ends before its end, and so do those that are asked for instead.
    let cut = Script::Cut { text: "One sentence is here. Then another".into(), cleanly: true };
    (0..3).for_each(|_| house.model.push(cut.clone()));
    house.ask("Tell me.");
    let [told] = house.says(&[AWAY]).await.try_into().expect("one");
    assert!(told.buttons().is_empty());
    house.idle().await;
    house.model.reply("All of it.");
    let pressed = fake.slash(fake.mara(), fake.general(), "retry", "", json!({}));
    assert_eq!(fake.answer(&pressed).await.text(), "I am trying again.");
    let said = house.says(&[AWAY, "All of it."]).await;
    assert_ne!(said[1].id(), told.id());
    house.close().await;
}

async fn a_failure_has_a_button_to_try_again() {
    let house = House::open().await;
    let fake = &house.fake;
    house.model.push(Script::status(404, &[], "{}"));
    house.ask("Tell me.");
    let failure = house.sees(|shown| shown.text().contains("whoever runs me")).await;
    house.idle().await;
    house.model.reply("Here it is.");
    let pressed = fake.click(fake.mara(), &failure, &failure.button("Try again"));
    assert_eq!(fake.answer(&pressed).await.text(), "I am trying again.");
    house.sees(|shown| shown.text() == "Here it is.").await;
    house.idle().await;
    let pressed = fake.click(fake.mara(), &failure, &failure.button("Try again"));
    assert!(fake.answer(&pressed).await.text().starts_with("There is nothing here to try again"));
    assert_eq!(house.model.requests().len(), 2);
    house.close().await;
}

async fn where_nothing_failed_that_is_said() {
    let house = House::open().await;
    let fake = &house.fake;
    let pressed = fake.slash(fake.mara(), fake.general(), "retry", "", json!({}));
    assert!(fake.answer(&pressed).await.text().starts_with("There is nothing here to try again"));
    let gate = Gate::default();
    house.model.push(Script::reply("Here it is.").behind(&gate));
    house.ask("Tell me.");
    house.model.wait_for_requests(1).await;
    let pressed = fake.slash(fake.mara(), fake.general(), "retry", "", json!({}));
    assert_eq!(fake.answer(&pressed).await.text(), "I am already working on the answer.");
    gate.open();
    house.says(&["Here it is."]).await;
    house.close().await;
}

async fn too_much_at_once_is_refused_aloud_and_once() {
    let house = House::with(&[("KEEPSAKE_MAX_WAITING", "2")], |_| {}).await;
    let gate = Gate::default();
    house.model.push(Script::reply("The first.").behind(&gate));
    house.ask("one");
    house.model.wait_for_requests(1).await;
    house.model.on(|_| Script::reply("The others."));
    ["two", "three", "four", "five"].into_iter().for_each(|text| {
        house.ask(text);
    });
    let refused = house.sees(|shown| shown.text().starts_with("More is waiting for me")).await;
    gate.open();
    house.sees(|shown| shown.text() == "The others.").await;
    house.idle().await;
    let told = house.texts().iter().filter(|text| text.starts_with("More is waiting")).count();
    assert_eq!(told, 1, "{:?}", house.texts());
    let pressed = house.fake.slash(house.fake.mara(), house.fake.general(), "doctor", "", json!({}));
    let explained = house.fake.answer(&pressed).await.embed_text();
    assert_eq!(explained.matches("more was waiting there than I could answer").count(), 2, "{explained}");
    let prompt = house.model.last_request().prompt();
    assert!(prompt.contains(">three<") && !prompt.contains(">four<"), "{prompt}");
    house.ask("six");
    house.model.wait_for_requests(3).await;
    house.idle().await;
    assert!(house.model.last_request().prompt().contains(">six<"), "there is room again");
    assert!(house.said().iter().any(|shown| shown.id() == refused.id()));
    house.close().await;
}
