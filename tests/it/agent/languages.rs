//! What is said in any language is found by other forms of its words, on both kinds of index.

use chrono::TimeDelta;
use libtest_mimic::Trial;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::model::{Script, ScriptedModel};
use crate::support::{qdrant, trial};

pub fn trials() -> Vec<Trial> {
    let name = |index: &str| format!("it::agent::languages::{index}::other_forms_of_words_find_what_was_said");
    let mut trials = vec![trial(&name("server"), || async {
        let server = qdrant::start().await;
        other_forms_find(TestApp::with_qdrant(ScriptedModel::start().await, server.url()).await).await;
        assert_eq!(server.take_violations(), Vec::<String>::new());
    })];
    if cfg!(feature = "embedded-index") {
        trials.push(trial(&name("edge"), || async {
            other_forms_find(TestApp::on(Database::Sqlite, ScriptedModel::start().await).await).await;
        }));
    }
    trials
}

/// What was said, each in a talk of its own.
const SAID: [&str; 14] = [
    "Wir haben uns gestern die alten Häuser am Hafen angesehen.",
    "Meine Katze schläft den ganzen Tag auf dem Sofa.",
    "Nous avons visité les églises du village avec mes cousins.",
    "Ayer hablamos con los vecinos sobre los gatos negros.",
    "Le mie sorelle abitano vicino al mare.",
    "As crianças estavam brincando na escola.",
    "Wij hebben een huis met twee tuinen gekocht.",
    "Вчера мы говорили о моей старой собаке.",
    "Deniz kenarında eski evler vardı, çok güzeldi.",
    "Αγοράσαμε ένα παλιό τραπέζι για την κουζίνα.",
    "我昨天在图书馆看见了你的老师",
    "先週は京都の古いお寺に行きました",
    "พรุ่งนี้เราจะไปโรงเรียนกับเพื่อน",
    "We talked about the lighthouse and its keepers.",
];

/// What is searched for, and the place of what it is to find.
const SEARCHED: [(&str, usize); 18] = [
    ("Haus", 0),
    ("Wo stand das alte Haus?", 0),
    ("Katzen", 1),
    ("église", 2),
    ("¿De quién era el gato negro?", 3),
    ("vecino", 3),
    ("Dove abita mia sorella?", 4),
    ("criança", 5),
    ("tuin", 6),
    ("собака", 7),
    ("Что ты сказал о старых собаках?", 7),
    ("eski ev nerede", 8),
    ("τραπέζια", 9),
    ("图书馆", 10),
    ("老师", 10),
    ("京都", 11),
    ("โรงเรียน", 12),
    ("who keeps the lighthouses", 13),
];

async fn other_forms_find(test: TestApp) {
    let mara = person(1, "Mara");
    for said in SAID {
        test.say(&dm(1), &mara, said).await;
        test.clock.advance(TimeDelta::hours(9));
    }
    let mut missed = Vec::new();
    for (query, expected) in SEARCHED {
        test.model.then(Script::call("conversation_search", json!({ "query": query }))).then(Script::reply("There."));
        test.say(&dm(1), &mara, "Please.").await;
        let answer = test.model.last_request().tool_results().pop().expect("a tool's answer");
        let excerpts = answer.split("\n[").nth(1).unwrap_or_default();
        if !excerpts.contains(SAID[expected]) {
            missed.push(format!("{query}: {answer}"));
        }
        test.clock.advance(TimeDelta::hours(9));
    }
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
}
