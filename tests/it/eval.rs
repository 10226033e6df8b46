//! What memory is worth, with floors: on data made here, and on public data where it is at hand (`EVAL_DATA` names the
//! folder).

pub mod homes;

use std::path::PathBuf;

use keepsake::eval::{self, Home};
use serde_json::{Value, json};

use crate::support::notes;

crate::trials![
    evidence_of_a_small_conversation_is_found,
    no_data_is_a_clear_error,
    nested_lookups_end_at_the_right_value,
    evidence_is_found_in_long_conversations,
    evidence_survives_eviction,
    most_of_a_prompt_is_the_one_before,
    corrected_facts_come_before_what_they_correct,
];

/// A file of public data, if it is at hand.
pub fn data(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("EVAL_DATA").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data").into());
    let path = folder.join(name);
    if !path.exists() {
        notes::add("public data to measure memory by: not found (EVAL_DATA), floors were tested on made-up data only");
        return None;
    }
    Some(path)
}

/// Three conversations of ten sessions, in LoCoMo's form. In each, one session tells where somebody keeps something; all
/// others speak of other things.
fn made_up() -> (tempfile::TempDir, PathBuf) {
    const THINGS: [&str; 10] =
        ["ladder", "cello", "passport", "tent", "kettle", "telescope", "bicycle", "atlas", "accordion", "sled"];
    const PLACES: [&str; 10] =
        ["attic", "garage", "drawer", "shed", "cupboard", "balcony", "cellar", "library", "wardrobe", "barn"];
    let conversation = |shift: usize| -> Value {
        let mut talk = json!({ "speaker_a": "Ida", "speaker_b": "Jon" });
        let mut asked = Vec::new();
        for session in 0..10 {
            let (thing, place) = (THINGS[session], PLACES[(session + shift) % 10]);
            let number = session + 1;
            let turn = |at: usize, speaker: &str, text: String| json!({ "speaker": speaker, "dia_id": format!("D{number}:{at}"), "text": text });
            talk[format!("session_{number}_date_time")] =
                json!(format!("1:{:02} pm on {number} May, 2023", 10 + session));
            talk[format!("session_{number}")] = json!([
                turn(1, "Ida", "Hello, how was your week?".into()),
                turn(2, "Jon", "Long, but fine. The weather is lovely.".into()),
                turn(3, "Ida", format!("By the way, I put the {thing} into the {place}.")),
                turn(4, "Jon", "Good to know, thank you!".into()),
            ]);
            asked.push(json!({
                "question": format!("Where did Ida put the {thing}?"), "category": 4, "evidence": [format!("D{number}:3")],
            }));
        }
        json!({ "conversation": talk, "qa": asked })
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("made-up.json");
    let all: Vec<Value> = (0..3).map(|shift| conversation(shift * 3)).collect();
    std::fs::write(&path, json!(all).to_string()).expect("it is written");
    (folder, path)
}

async fn evidence_of_a_small_conversation_is_found() {
    let (_folder, path) = made_up();
    let found = eval::locomo(&path, &Home::default()).await.expect("it is measured");
    assert_eq!((found.conversations, found.messages, found.all.questions), (3, 120, 30));
    assert_eq!(found.leaks, 0);
    assert!(found.all.at[0] > 0.99, "{found:?}");
    let table = found.to_table();
    assert!(table.contains("| 4 single-hop |        30 | 100.0 |"), "{table}");
    let survived = eval::survival(&path, &Home::default()).await.expect("it is measured");
    assert!(survived.stored > 0.999 && survived.survived > 0.99, "{survived:?}");
}

async fn no_data_is_a_clear_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.json");
    let missing = eval::locomo(&path, &Home::default()).await.expect_err("there is nothing").to_string();
    assert!(missing.contains("data.json cannot be read"), "{missing}");
    std::fs::write(&path, "[]").expect("it is written");
    let empty = eval::locomo(&path, &Home::default()).await.expect_err("there is no question").to_string();
    assert!(empty.contains("holds no question with evidence"), "{empty}");
    std::fs::write(&path, "{").expect("it is written");
    let broken = eval::freshness(&path, &Home::default()).await.expect_err("it is broken").to_string();
    assert!(broken.contains("is not a list of facts"), "{broken}");
}

async fn nested_lookups_end_at_the_right_value() {
    for (level, of) in eval::nested(7, 140, &Home::default()).await.expect("it is measured").iter().enumerate() {
        assert_eq!(of.right, of.asked, "level {level}");
        assert!(of.most_calls <= level + 2, "level {level}: {of:?}");
    }
}

async fn evidence_is_found_in_long_conversations() {
    let Some(path) = data("locomo-dev.json") else { return };
    let found = eval::locomo(&path, &Home::default()).await.expect("it is measured");
    assert!(found.all.at[1] >= 0.84 && found.all.in_1000_tokens >= 0.82, "{}", found.to_table());
    assert_eq!(found.leaks, 0);
}

async fn evidence_survives_eviction() {
    let Some(path) = data("locomo-dev.json") else { return };
    let survived = eval::survival(&path, &Home::default()).await.expect("it is measured");
    assert!(survived.survived >= 0.76 && survived.stored > 0.9999, "{}", survived.to_table());
}

async fn most_of_a_prompt_is_the_one_before() {
    let Some(path) = data("locomo-dev.json") else { return };
    for report in eval::prefix(&path, &Home::default()).await.expect("it is measured") {
        assert!(report.kept >= 0.93, "{report:?}");
    }
}

async fn corrected_facts_come_before_what_they_correct() {
    let Some(path) = data("facts-dev.json") else { return };
    let fresh = eval::freshness(&path, &Home::default()).await.expect("it is measured");
    assert!(fresh.fresh >= 0.9 && fresh.findable > 0.99, "{}", fresh.to_table());
}
