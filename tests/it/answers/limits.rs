//! What Discord does not take, and what models do wrong.

use std::time::Duration;

use serde_json::json;

use super::house::House;
use crate::support::discord::Trouble;
use crate::support::model::Script;

crate::trials![
    a_very_long_answer_is_a_file,
    without_attach_files_a_very_long_answer_is_many_messages,
    without_embed_links_the_words_say_so,
    what_automod_blocks_is_said,
    a_locked_thread_loses_one_answer_and_no_more,
    slow_mode_is_waited_out,
    the_message_answered_is_gone_in_the_middle,
    f12_words_and_the_failure_behind_them_are_two_messages,
    f40_a_call_without_its_argument_is_answered_and_the_turn_goes_on,
    f41_empty_answers_are_said,
    f44_what_fails_for_ever_is_given_up,
];

fn many_words() -> String {
    (0..2_500).map(|n| format!("word{n} ")).collect::<String>().trim_end().to_owned()
}

async fn a_very_long_answer_is_a_file() {
    let house = House::open().await;
    house.model.set_budget(40_000);
    house.model.reply(&many_words());
    house.ask("Tell me everything.");
    let shown = house.sees(|shown| !shown.0["attachments"].as_array().is_none_or(Vec::is_empty)).await;
    house.idle().await;
    let [only] = house.said().try_into().expect("drafts of more parts are gone");
    assert!(only.text().starts_with("word0 word1 ") && only.text().contains("attached file"), "{}", only.text());
    let file = &shown.0["attachments"][0];
    assert_eq!(file["filename"], "answer.md");
    let path = file["url"].as_str().and_then(|url| url.strip_prefix(&house.fake.url())).expect("an address").to_owned();
    let content = house.fake.read(|state| state.files[&path].clone()).expect("a content");
    assert_eq!(String::from_utf8(content).expect("text"), many_words());
    house.close().await;
}

async fn without_attach_files_a_very_long_answer_is_many_messages() {
    let house = House::open().await;
    house.fake.deny(house.fake.general(), 1 << 15);
    house.model.set_budget(40_000);
    house.model.reply(&many_words());
    house.ask("Tell me everything.");
    house.sees(|shown| shown.text().contains("word2499") && !shown.text().contains('▌')).await;
    house.idle().await;
    assert_eq!(house.texts().join(" "), many_words());
    house.close().await;
}

async fn without_embed_links_the_words_say_so() {
    let house = House::open().await;
    house.fake.deny(house.fake.general(), 1 << 14);
    house.model.calls(vec![("core_memory_append", json!({"label": "human", "content": "Has a cat."}))]);
    house.model.reply("Noted.");
    house.ask("I have a cat.");
    let shown = house.sees(|shown| shown.text().starts_with("Noted.\n-# ")).await;
    assert!(shown.text().contains("Embed Links") && shown.embeds().is_empty());
    house.close().await;
}

async fn what_automod_blocks_is_said() {
    let house = House::open().await;
    house.fake.trouble("POST", "/messages", 1, Trouble::Code(400, 200_000));
    house.model.reply("Rude.");
    house.ask("Say something rude.");
    house.sees(|shown| shown.text().contains("AutoMod")).await;
    house.idle().await;
    house.model.reply("Hello.");
    house.ask("Hello");
    house.sees(|shown| shown.text() == "Hello.").await;
    house.close().await;
}

async fn a_locked_thread_loses_one_answer_and_no_more() {
    let house = House::open().await;
    house.fake.trouble("POST", "/messages", 1, Trouble::Code(400, 160_005));
    house.model.then(Script::reply("Lost.")).then(Script::reply("Found."));
    house.ask("One");
    house.fake.requests_reach("POST", "/messages", 1).await;
    house.idle().await;
    assert_eq!(house.fake.requests("POST", "/messages"), 1, "it is not tried again");
    house.ask("Two");
    house.says(&["Found."]).await;
    house.close().await;
}

async fn slow_mode_is_waited_out() {
    let house = House::open().await;
    house.fake.trouble("POST", "/messages", 2, Trouble::Limit(Duration::from_millis(50)));
    house.model.reply("Hello.");
    house.ask("Hello");
    house.says(&["Hello."]).await;
    house.close().await;
}

async fn the_message_answered_is_gone_in_the_middle() {
    let house = House::open().await;
    house.fake.trouble("POST", "/messages", 1, Trouble::Code(404, 10_008));
    house.model.reply("Hello.");
    house.ask("Hello");
    let [shown] = house.says(&["Hello."]).await.try_into().expect("one");
    assert!(shown.0["message_reference"].is_null());
    house.close().await;
}

async fn f12_words_and_the_failure_behind_them_are_two_messages() {
    for streams in ["true", "false"] {
        let house = House::with(&[("KEEPSAKE_STREAM_REPLIES", streams)], |_| {}).await;
        house
            .model
            .calls_and_text("Let me look. It takes a moment.", vec![("conversation_search", json!({"query": "x"}))]);
        house.model.status(401, &[], r#"{"error":{"message":"bad key"}}"#);
        house.ask("What is my cat called?");
        house.sees(|shown| shown.text().contains("(trace ")).await;
        house.idle().await;
        let texts = house.texts();
        assert_eq!((texts.len(), texts[0].as_str()), (2, "Let me look. It takes a moment."), "{texts:?}");
        let nonces: Vec<_> = house.said().iter().map(|shown| shown.0["nonce"].clone()).collect();
        assert!(nonces[0].is_string() && nonces[0] != nonces[1], "{nonces:?}");
        house.close().await;
    }
}

async fn f40_a_call_without_its_argument_is_answered_and_the_turn_goes_on() {
    let house = House::open().await;
    house.model.calls(vec![("core_memory_append", json!({"label": "human"}))]);
    house.model.reply("Sorry, I mixed that up.");
    house.ask("Remember it.");
    house.says(&["Sorry, I mixed that up."]).await;
    let results = house.model.last_request().tool_results();
    assert!(results[0].contains("content") && results[0].contains("Required"), "{results:?}");
    house.close().await;
}

async fn f41_empty_answers_are_said() {
    let house = House::open().await;
    for _ in 0..3 {
        house.model.reply("");
    }
    house.ask("Hello");
    house.sees(|shown| shown.text().contains("(trace ")).await;
    house.idle().await;
    assert_eq!((house.said().len(), house.model.left()), (1, 0));
    house.close().await;
}

async fn f44_what_fails_for_ever_is_given_up() {
    let house = House::open().await;
    house.fake.trouble("POST", "/messages", 1_000, Trouble::Code(403, 50_007));
    house.model.reply("Hello.");
    house.ask("Hello");
    house.fake.requests_reach("POST", "/messages", 1).await;
    house.idle().await;
    assert_eq!(house.fake.requests("POST", "/messages"), 1);
    house.close().await;
}
