//! No sequence of messages, failures and changes can brick an agent or lose anything: random ones through the whole app.
//! `PROPTEST_CASES` says how many (6 when it is not set); a failing one names its seed, which `SEQUENCE_SEED` runs alone.

mod acts;
mod checks;

use std::time::Duration;

use crate::index::texts::Seed;
use crate::support::app::{Database, TestApp};
use crate::support::model::ScriptedModel;
use acts::{Act, Talk};

crate::trials_on_both![whatever_happens_nothing_is_lost_and_everybody_is_answered];

/// Sequences on both databases together, and acts of one.
const CASES: u64 = 6;
const ACTS: usize = 16;
/// Tokens of prompt and answer: memory is evicted every few messages.
const WINDOW: u32 = 4_096;
/// How long one act may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

async fn whatever_happens_nothing_is_lost_and_everybody_is_answered(database: Database) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    if let Some(seed) = number("SEQUENCE_SEED") {
        sequence(database, seed).await;
        return;
    }
    // Different ones on each database.
    let first = if database == Database::Sqlite { 0 } else { 100_000 };
    let mut evictions = 0;
    for seed in first..first + number("PROPTEST_CASES").unwrap_or(CASES).div_ceil(2) {
        evictions += sequence(database, seed).await;
    }
    assert!(evictions > 0, "there was never so much that anything left the prompt");
}

/// Answers how often the model was asked for a summary.
async fn sequence(database: Database, number: u64) -> usize {
    let mut test = TestApp::on(database, ScriptedModel::start().await).await;
    // Waiting between attempts is tested where the model is asked.
    test.llm_config.retries = 0;
    test.restart_with_budget(WINDOW).await;
    let mut talk = Talk::new(test, Seed(number));
    let mut done: Vec<Act> = Vec::new();
    for _ in 0..ACTS {
        let act = talk.next_act();
        done.push(act.clone());
        let told = || format!("SEQUENCE_SEED={number} on {database:?}, after {done:#?}");
        let acted = tokio::time::timeout(PATIENCE, talk.act(&act)).await;
        let outcome = acted.unwrap_or_else(|_| Err("it did not come to an end".into()));
        if let Err(what) = outcome {
            panic!("{what}\n{}", told());
        }
        if let Err(what) = talk.check().await {
            panic!("{what}\n{}", told());
        }
    }
    if let Err(what) = talk.check_search().await {
        panic!("{what}\nSEQUENCE_SEED={number} on {database:?}, after {done:#?}");
    }
    let evictions = talk.test.model.requests().iter().filter(|asked| acts::is_summary(asked)).count();
    talk.test.end().await;
    evictions
}
