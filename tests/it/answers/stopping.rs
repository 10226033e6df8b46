//! People stop an answer.

use keepsake::memory::PersonId;
use serde_json::json;

use super::house::House;
use crate::support::model::{Gate, Script};

crate::trials![
    whoever_asked_stops_it_by_the_button,
    whoever_asked_stops_it_by_command_in_direct_messages,
    others_cannot_but_those_who_manage_the_place_can,
    what_is_written_to_memory_stays,
    what_waits_is_answered_afterwards,
    where_nothing_runs_that_is_said,
    a_stopped_answer_costs_what_was_asked,
];

const STOPPED: &str = "-# Stopped.";

async fn whoever_asked_stops_it_by_the_button() {
    let house = House::open().await;
    house.model.push(Script::HangAfter("One sentence is here. Then".into()));
    house.ask("Tell me.");
    let draft = house.sees(|shown| shown.text() == "One sentence is here. Then ▌").await;
    let pressed = house.fake.click(house.fake.mara(), &draft, &draft.button("Stop"));
    let told = house.fake.answer(&pressed).await;
    assert!(told.is_ephemeral() && told.text().contains("stopped"), "{}", told.text());
    let [stopped] = house.says(&[&format!("One sentence is here. Then\n{STOPPED}")]).await.try_into().expect("one");
    assert!(stopped.id() == draft.id() && stopped.buttons().is_empty());
    house.idle().await;
    house.model.reply("Yes?");
    house.ask("Are you there?");
    house.sees(|shown| shown.text() == "Yes?").await;
    let prompt = house.model.last_request().prompt();
    assert!(prompt.contains("One sentence is here. Then") && prompt.contains("was stopped"), "{prompt}");
    let late = house.fake.click_unseen(house.fake.mara(), &draft, &draft.button("Stop"));
    assert!(house.fake.answer(&late).await.text().contains("not answering"), "an old button stops nothing");
    house.close().await;
}

async fn whoever_asked_stops_it_by_command_in_direct_messages() {
    let house = House::open().await;
    let fake = &house.fake;
    house.model.push(Script::Hang);
    fake.dm(fake.jo(), "Tell me.");
    house.model.wait_for_requests(1).await;
    let channel = fake.dm_channel(fake.jo());
    let pressed = fake.slash(fake.jo(), channel, "stop", "", json!({}));
    assert!(fake.answer(&pressed).await.text().contains("stopped"));
    fake.next_message(channel, |shown| shown.text() == STOPPED).await;
    house.close().await;
}

async fn others_cannot_but_those_who_manage_the_place_can() {
    let house = House::open().await;
    let fake = &house.fake;
    house.model.push(Script::HangAfter("One sentence is here. Then".into()));
    house.ask("Tell me.");
    let draft = house.sees(|shown| shown.text().ends_with('▌')).await;
    for pressed in [
        fake.slash(fake.jo(), fake.general(), "stop", "", json!({})),
        fake.click(fake.jo(), &draft, &draft.button("Stop")),
    ] {
        assert!(fake.answer(&pressed).await.text().starts_with("Only the person"));
    }
    assert!(house.texts()[0].ends_with('▌'));
    fake.make_manager(fake.guild(), fake.jo());
    let pressed = fake.slash(fake.jo(), fake.general(), "stop", "", json!({}));
    assert!(fake.answer(&pressed).await.text().contains("stopped"));
    house.says(&[&format!("One sentence is here. Then\n{STOPPED}")]).await;
    house.close().await;
}

async fn what_is_written_to_memory_stays() {
    let house = House::open().await;
    house.model.calls(vec![("core_memory_append", json!({"label": "human", "content": "Has a cat."}))]);
    house.model.push(Script::Hang);
    house.ask("I have a cat.");
    house.model.wait_for_requests(2).await;
    let pressed = house.fake.slash(house.fake.mara(), house.fake.general(), "stop", "", json!({}));
    house.fake.answer(&pressed).await;
    let [shown] = house.says(&[STOPPED]).await.try_into().expect("one");
    assert!(shown.embed_text().contains("+ Has a cat."));
    house.model.reply("You have.");
    house.ask("Do I have a cat?");
    house.sees(|shown| shown.text() == "You have.").await;
    assert!(house.model.last_request().system().contains("Has a cat."));
    house.close().await;
}

async fn what_waits_is_answered_afterwards() {
    let house = House::open().await;
    house.model.push(Script::Hang);
    house.ask("Tell me.");
    house.model.wait_for_requests(1).await;
    let second = house.fake.mention(house.fake.jo(), house.fake.general(), "And me!");
    house.model.reply("Hello, Jo.");
    house.fake.requests_reach("POST", "/typing", 1).await;
    let pressed = house.fake.slash(house.fake.mara(), house.fake.general(), "stop", "", json!({}));
    house.fake.answer(&pressed).await;
    let shown = house.says(&[STOPPED, "Hello, Jo."]).await;
    assert!(shown[1].answers(second));
    house.close().await;
}

async fn where_nothing_runs_that_is_said() {
    let house = House::open().await;
    let gate = Gate::default();
    gate.open();
    house.model.push(Script::reply("Hello.").behind(&gate));
    house.ask("Hello");
    house.says(&["Hello."]).await;
    house.idle().await;
    let pressed = house.fake.slash(house.fake.mara(), house.fake.general(), "stop", "", json!({}));
    assert!(house.fake.answer(&pressed).await.text().contains("not answering"));
    assert_eq!(house.texts(), ["Hello."]);
    house.close().await;
}

async fn a_stopped_answer_costs_what_was_asked() {
    let house = House::open().await;
    let mara = PersonId(house.fake.mara());
    let spent = async || house.app.stores.ledger.spent(mara, None, 0).await.expect("what she spent").tokens;
    house.model.push(Script::HangAfter("One sentence is here. Then".into()));
    house.ask("Tell me.");
    let draft = house.sees(|shown| shown.text().ends_with('▌')).await;
    assert_eq!(spent().await, 0);
    house.fake.click(house.fake.mara(), &draft, &draft.button("Stop"));
    house.says(&[&format!("One sentence is here. Then\n{STOPPED}")]).await;
    house.idle().await;
    assert!(spent().await > 500, "the instructions alone are more than that");
    house.close().await;
}
