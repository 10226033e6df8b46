//! Memory carried out in files and taken in again.

use keepsake::agent::desk::transfer::Archive;
use keepsake::memory::{Actor, Label, PersonId};
use keepsake::search::PAGE_SIZE;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::{Script, ScriptedModel};

crate::trials_on_both![f47_a_large_memory_goes_in_several_files_and_comes_back, what_is_there_stays_beside_an_import];

fn files(exported: &keepsake::agent::desk::transfer::Exported) -> Vec<Vec<u8>> {
    exported.files.iter().map(|path| std::fs::read(path).expect("a file")).collect()
}

async fn f47_a_large_memory_goes_in_several_files_and_comes_back(database: Database) {
    let test = TestApp::on(database, ScriptedModel::start().await).await;
    for at in 0..30 {
        test.say(&dm(1), &person(1, "Mara"), &format!("story {at} of the lighthouse {}", "word ".repeat(60))).await;
    }
    let desk = &test.app().desk;
    let most = 8 * 1024;
    let exported = desk.export(&dm(1), most).await.expect("an export");
    let parts = files(&exported);
    assert!(
        parts.len() > 2 && parts.iter().all(|part| part.len() <= most),
        "{:?}",
        parts.iter().map(Vec::len).collect::<Vec<_>>()
    );
    let now = chrono::Utc::now();
    assert!(Archive::read(&parts[1..], now).is_err(), "a part is missing");
    let mut turned = parts.clone();
    turned.reverse();
    let archive = Archive::read(&turned, now).expect("the whole in any order");
    assert_eq!(archive.messages.len(), 60);
    let import = desk.import(&dm(2), &archive, Actor::Person(PersonId(2))).await.expect("it is taken in");
    assert_eq!((import.messages, import.known), (60, 2));
    let hits = desk.search(&dm(2), "\"story 17 of\"", 1).await.expect("hits");
    assert_eq!(hits.items.len(), 1, "{hits:?}");
    assert!(desk.search(&dm(2), "lighthouse", 1).await.expect("hits").total > PAGE_SIZE);
    // Nothing of it came into another place.
    assert!(desk.search(&dm(3), "lighthouse", 1).await.is_err());
    let again = desk.import_plan(&dm(2), &archive).await.expect("a plan");
    assert!(again.is_nothing(), "{again:?}");
}

async fn what_is_there_stays_beside_an_import(database: Database) {
    let test = TestApp::on(database, ScriptedModel::start().await).await;
    let learns = |text: &str| {
        let append = json!({ "label": "human", "content": text });
        test.model.then(Script::call("core_memory_append", append)).then(Script::reply("Noted."));
    };
    learns("Has a cat");
    test.say(&dm(1), &person(1, "Mara"), "I have a cat").await;
    let desk = &test.app().desk;
    let archive = Archive::read(&files(&desk.export(&dm(1), usize::MAX).await.expect("an export")), chrono::Utc::now());
    let archive = archive.expect("an archive");
    learns("Has a dog");
    test.say(&dm(2), &person(2, "Jo"), "I have a dog").await;
    desk.import(&dm(2), &archive, Actor::Person(PersonId(2))).await.expect("it is taken in");
    // The block about the one is the block about the other here, and the one before comes back by Undo.
    let block = async || desk.block(&dm(2), Label::Human(PersonId(2))).await.expect("a block").value;
    assert!(block().await.ends_with("Has a cat"));
    desk.undo_theirs(&dm(2), PersonId(2)).await.expect("it is undone");
    assert!(block().await.ends_with("Has a dog"));
    test.say(&dm(2), &person(2, "Jo"), "and now?").await;
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("I have a dog") && !prompt.contains("I have a cat"), "{prompt}");
}
