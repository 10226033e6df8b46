//! Vectors come from the embedder that is configured, for what is kept and for what is asked.

use std::time::Duration;

use keepsake::config::EmbedConfig;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person, until};
use crate::support::model::{KEY, Script, ScriptedModel};

crate::trials_on_both![f42_another_embedder_finds_what_the_first_one_kept_and_a_mismatch_is_said];

async fn search(test: &TestApp) -> String {
    let search = json!({ "query": "flower pots" });
    test.model.then(Script::call("archival_memory_search", search)).then(Script::reply("There."));
    test.say(&dm(1), &person(1, "Mara"), "Where is it?").await;
    test.model.last_request().tool_results().pop().expect("a result")
}

async fn f42_another_embedder_finds_what_the_first_one_kept_and_a_mismatch_is_said(database: Database) {
    let mut test = TestApp::on(database, ScriptedModel::start().await).await;
    let insert = json!({ "content": "The spare key lies under the blue flower pot" });
    test.model.then(Script::call("archival_memory_insert", insert)).then(Script::reply("Kept."));
    test.say(&dm(1), &person(1, "Mara"), "Keep this.").await;
    test.config.embed = EmbedConfig::Endpoint {
        base_url: test.model.url(),
        api_key: Some(KEY.to_owned().into()),
        model: "scripted".into(),
        timeout: Duration::from_secs(10),
    };
    test.restart().await;
    let stores = test.app().stores.clone();
    until("the index is filled again", async || stores.ledger.backlog().await.expect("a backlog") == (0, 0)).await;
    assert_eq!((stores.embedder.name(), stores.embedder.dims()), ("scripted-64", 64));
    assert!(stores.index.describe().await.expect("a description").contains("scripted-64"));
    let found = search(&test).await;
    assert!(found.contains("blue flower pot"), "{found}");
    // The endpoint changes the length of its vectors under way.
    test.model.set_dims(32);
    let error = stores.embedder.embed(&["flower pots".to_owned()]).await.expect_err("no vector").to_string();
    assert!(error.contains("32 numbers") && error.contains("64") && error.contains("EMBED_MODEL"), "{error}");
    let by_words = test.app().desk.search(&dm(1), "flower pots", 1).await.expect("a search by words");
    assert!(by_words.words_only && by_words.items[0].text.contains("blue flower pot"), "{by_words:?}");
    let told = search(&test).await;
    assert!(told.contains("; search is degraded: only words are matched\n") && told.contains("flower pot"), "{told}");
    assert_eq!(test.replies(&dm(1)), ["Kept.", "There.", "There."], "the turn goes on");
    // Started anew it has an index of that length.
    test.restart().await;
    assert!(search(&test).await.contains("blue flower pot"));
}
