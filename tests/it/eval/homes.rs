//! Memory is worth the same whatever it is kept in.

use std::path::{Path, PathBuf};

use keepsake::config::{Config, Env};
use keepsake::eval::{self, Eval, Home};
use libtest_mimic::Trial;
use serde_json::{Value, json};

use super::made_up;
use crate::support::{postgres, qdrant, trial};

pub fn trials() -> Vec<Trial> {
    let here = postgres::is_here() && cfg!(feature = "embedded-index");
    let both = trial("it::eval::homes::postgres::every_home_measures_the_same", every_home_measures_the_same);
    vec![both.with_ignored_flag(!here)]
}

/// Facts with what corrects them, in the form of the public data.
fn made_up_facts(folder: &Path) -> PathBuf {
    let fact = |name: &str, city: &str| format!("{name} lives in {city} and works there as a baker");
    let item = |(name, old, new): (&str, &str, &str)| {
        let other = format!("{name} has a sister");
        let asked = json!({
            "question": format!("Where does {name} live?"),
            "supporting_fact_indices": [0],
            "contradicting_fact": fact(name, new),
        });
        json!({ "facts": [fact(name, old), other], "questions": [asked] })
    };
    let items: Vec<Value> =
        [("Ida", "Turku", "Oslo"), ("Jon", "Bergen", "Riga"), ("Mara", "Gdansk", "Porto")].map(item).into();
    let path = folder.join("facts.json");
    std::fs::write(&path, json!(items).to_string()).expect("it is written");
    path
}

/// SQLite with the index in the process, and PostgreSQL with a Qdrant server: each measure has the same table on both.
async fn every_home_measures_the_same() {
    let (folder, path) = made_up();
    let facts = made_up_facts(folder.path());
    let measures: [&dyn Fn() -> Eval; 5] = [
        &|| Eval::Locomo { path: path.clone() },
        &|| Eval::Survival { path: path.clone() },
        &|| Eval::Prefix { path: path.clone() },
        &|| Eval::Freshness { path: facts.clone() },
        &|| Eval::NestedKv { seed: 3, pairs: 28 },
    ];
    for what in measures {
        let inside = eval::measure(what(), &Home::default()).await.expect("it is measured");
        let server = qdrant::start().await;
        let settings = [
            ("KEEPSAKE_DATA_DIR", folder.path().display().to_string()),
            ("DATABASE_URL", postgres::database().await),
            ("QDRANT_URL", server.url()),
        ];
        let config = Config::from_env(&Env::of(settings)).expect("good settings");
        let served = eval::measure(what(), &Home::Named(Box::new(config))).await.expect("it is measured");
        assert_eq!(inside, served);
        assert_eq!(server.take_violations(), Vec::<String>::new());
    }
}
