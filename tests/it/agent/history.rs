//! Memory that is corrected and taken back: nothing is lost, and later changes stay.

use keepsake::agent::desk::DeskError;
use keepsake::memory::history::NotUndone;
use keepsake::memory::{Actor, EditKind, Label, PersonId};
use serde_json::{Value, json};

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::{Script, ScriptedModel};

crate::trials_on_both![
    what_is_said_already_is_not_stored_twice,
    a_correction_keeps_what_was_true_before,
    a_wrong_number_is_told,
    changes_are_taken_back_and_put_in_place_again,
    later_changes_stay_or_are_named,
    a_passage_is_taken_back_and_is_there_again,
    what_was_taken_back_is_not_taken_back_twice,
];

const ME: Actor = Actor::Person(PersonId(1));

async fn start(database: Database) -> TestApp {
    TestApp::on(database, ScriptedModel::start().await).await
}

/// The model calls that tool; answers what it is told.
async fn call(test: &TestApp, tool: &str, arguments: Value) -> String {
    test.model.then(Script::call(tool, arguments)).then(Script::reply("Done."));
    test.say(&dm(1), &person(1, "Mara"), "Please.").await;
    let asked = test.model.last_request();
    asked.tool_results().pop().expect("a tool's answer")
}

async fn insert(test: &TestApp, content: &str) -> String {
    call(test, "archival_memory_insert", json!({ "content": content })).await
}

async fn search(test: &TestApp, query: &str) -> String {
    call(test, "archival_memory_search", json!({ "query": query })).await
}

async fn what_is_said_already_is_not_stored_twice(database: Database) {
    let test = start(database).await;
    assert_eq!(insert(&test, "Mara's cat is called Tom.").await, "Done: stored in archival memory.");
    let again = insert(&test, "mara's cat is called TOM").await;
    assert!(again.starts_with("Archival memory says that already, so nothing was added:\n#1 ["), "{again}");
    let other = insert(&test, "Mara's cat is called Tim.").await;
    assert!(other.starts_with("Done: stored") && other.contains("\n#1 ["), "{other}");
    assert_eq!(test.app().desk.overview(&dm(1)).await.expect("an overview").passages, 2);
    let both = [json!({ "content": "The train leaves at ten" }), json!({ "content": "The train leaves at ten" })];
    let calls = both.map(|arguments| ("archival_memory_insert", arguments));
    test.model.then(Script::calls(calls.to_vec())).then(Script::reply("Done."));
    test.say(&dm(1), &person(1, "Mara"), "Please.").await;
    assert_eq!(test.app().desk.overview(&dm(1)).await.expect("an overview").passages, 3);
}

async fn a_correction_keeps_what_was_true_before(database: Database) {
    let test = start(database).await;
    insert(&test, "Mara lives in Riga with her sister.").await;
    let stored =
        call(&test, "archival_memory_insert", json!({ "content": "Mara moved to Oslo.", "supersedes": [1] })).await;
    assert_eq!(stored, "Done: stored, in place of #1.");
    let found = search(&test, "Who lives in Riga with her sister?").await;
    let lines: Vec<&str> = found.lines().skip(1).collect();
    assert!(lines[0].starts_with("#2 [") && lines[0].ends_with("Mara moved to Oslo."), "{found}");
    assert!(
        lines[1].starts_with("#1 [") && lines[1].contains(", was true until ") && lines[1].contains(", now #2]"),
        "{found}"
    );
    let retired = call(&test, "archival_memory_retire", json!({ "number": 2, "reason": "she left" })).await;
    assert!(retired.starts_with("Done: #2 is kept"), "{retired}");
    let found = search(&test, "Oslo").await;
    assert!(found.contains("#2 [") && found.contains("Mara moved to Oslo."), "{found}");
    let back = test.app().desk.undo(&dm(1), None, ME).await.expect("it is taken back");
    assert_eq!((back.edit.kind, back.edit.after.as_str()), (EditKind::Revive, "Mara moved to Oslo."));
}

async fn a_wrong_number_is_told(database: Database) {
    let test = start(database).await;
    insert(&test, "Mara lives in Riga.").await;
    let unknown = call(&test, "archival_memory_retire", json!({ "number": 9 })).await;
    assert!(unknown.contains("There is no passage #9"), "{unknown}");
    call(&test, "archival_memory_insert", json!({ "content": "Mara moved to Oslo.", "supersedes": [1] })).await;
    let late = call(&test, "archival_memory_insert", json!({ "content": "Mara is in Rome.", "supersedes": [1] })).await;
    assert!(late.contains("#1 has been superseded already by #2"), "{late}");
    let twice = [json!({ "number": 2, "reason": "wrong" }), json!({ "number": 2, "reason": "wrong" })];
    test.model
        .then(Script::calls(twice.map(|one| ("archival_memory_retire", one)).to_vec()))
        .then(Script::reply("Done."));
    test.say(&dm(1), &person(1, "Mara"), "Please.").await;
    let told = test.model.last_request().tool_results();
    assert!(told[told.len() - 2].starts_with("Done: #2") && told[told.len() - 1].contains("a moment ago"), "{told:?}");
    test.app().desk.undo(&dm(1), None, ME).await.expect("it is taken back");
    let itself = call(&test, "archival_memory_retire", json!({ "number": 2, "superseded_by": 2 })).await;
    assert!(itself.contains("cannot supersede itself"), "{itself}");
    assert_eq!(test.app().desk.overview(&dm(1)).await.expect("an overview").passages, 2);
}

async fn human(test: &TestApp) -> String {
    let core = test.app().desk.overview(&dm(1)).await.expect("an overview").core;
    core.get(Label::Human(PersonId(1))).expect("the block").value.clone()
}

async fn append(test: &TestApp, content: &str) {
    call(test, "core_memory_append", json!({ "label": "human", "content": content })).await;
}

async fn changes_are_taken_back_and_put_in_place_again(database: Database) {
    let test = start(database).await;
    append(&test, "Likes tea").await;
    append(&test, "Plays chess").await;
    let full = human(&test).await;
    let desk = test.app().desk.clone();
    let undone = desk.undo(&dm(1), None, ME).await.expect("it is taken back");
    assert_eq!((undone.edit.kind, undone.edit.actor), (EditKind::Undo, ME));
    assert!(human(&test).await.ends_with("Likes tea"));
    desk.undo(&dm(1), None, ME).await.expect("the one before");
    assert!(!human(&test).await.contains("Likes tea"));
    assert!(matches!(desk.undo(&dm(1), None, ME).await, Err(DeskError::Nothing("undo"))));
    desk.redo(&dm(1), ME).await.expect("it is put in place");
    assert!(human(&test).await.ends_with("Likes tea"));
    desk.redo(&dm(1), ME).await.expect("the other too");
    assert_eq!(human(&test).await, full);
    assert!(matches!(desk.redo(&dm(1), ME).await, Err(DeskError::Nothing("redo"))));
    desk.undo(&dm(1), None, ME).await.expect("and back once more");
    assert!(human(&test).await.ends_with("Likes tea"));
    let changes = desk.changes(&dm(1), None, 1).await.expect("changes");
    // The blocks' beginnings, two edits of the model, five steps back and forth: nothing is ever taken out of history.
    assert_eq!((changes.total, changes.items.len()), (9, 9));
    let first = desk.change_number(&dm(1), 7).await.expect("an edit");
    assert!(matches!(desk.restore(&dm(1), first, ME).await, Err(DeskError::Nothing("restore"))));
    let second = desk.change_number(&dm(1), 6).await.expect("an edit");
    desk.restore(&dm(1), second, ME).await.expect("it is restored");
    assert_eq!(human(&test).await, full);
}

async fn later_changes_stay_or_are_named(database: Database) {
    let test = start(database).await;
    append(&test, "Likes tea").await;
    append(&test, "Plays chess").await;
    let desk = test.app().desk.clone();
    let first = desk.change_number(&dm(1), 2).await.expect("an edit");
    desk.undo(&dm(1), Some(first), ME).await.expect("it is taken back");
    let left = human(&test).await;
    assert!(left.ends_with("Plays chess") && !left.contains("tea"), "{left}");
    append(&test, "Lives in Riga").await;
    call(&test, "core_memory_replace", json!({ "label": "human", "old": "in Riga", "new": "in Oslo" })).await;
    let lived = desk.change_number(&dm(1), 2).await.expect("an edit");
    let refused = desk.undo(&dm(1), Some(lived), ME).await.expect_err("the line was changed").to_string();
    assert!(refused.contains("later changes stand in the way: “Lives in Riga” is not there any more"), "{refused}");
    assert!(human(&test).await.ends_with("Lives in Oslo"));
}

async fn a_passage_is_taken_back_and_is_there_again(database: Database) {
    let test = start(database).await;
    insert(&test, "Mara has a red bicycle.").await;
    let desk = test.app().desk.clone();
    let removed = desk.undo(&dm(1), None, ME).await.expect("it is taken back");
    assert_eq!(removed.edit.kind, EditKind::Remove);
    assert!(search(&test, "bicycle").await.contains("Archival memory holds nothing that fits."));
    assert_eq!(desk.overview(&dm(1)).await.expect("an overview").passages, 0);
    let back = desk.redo(&dm(1), ME).await.expect("it is put in place");
    assert_eq!((back.edit.kind, back.edit.after.as_str()), (EditKind::Return, "Mara has a red bicycle."));
    assert!(search(&test, "bicycle").await.contains("#1 ["));
}

async fn what_was_taken_back_is_not_taken_back_twice(database: Database) {
    let test = start(database).await;
    for content in ["Keeps bees", "Likes tea"] {
        call(&test, "core_memory_append", json!({ "label": "human", "content": content })).await;
    }
    call(&test, "core_memory_replace", json!({ "label": "human", "old": "Keeps bees\n", "new": "" })).await;
    let removed = test.app().desk.change_number(&dm(1), 1).await.expect("the removal");
    let undo = async || test.app().desk.undo(&dm(1), Some(removed), ME).await;
    undo().await.expect("it is taken back");
    let again = undo().await;
    assert!(matches!(again, Err(DeskError::NotUndone(NotUndone::Already))), "{again:?}");
    test.app().desk.undo(&dm(1), None, ME).await.expect("the line before");
    test.app().desk.redo(&dm(1), ME).await.expect("and again");
    assert!(undo().await.is_err());
    let core = test.app().desk.overview(&dm(1)).await.expect("an overview").core;
    assert_eq!(core.get(Label::Human(PersonId(1))).expect("a block").value.matches("Keeps bees").count(), 1);
}
