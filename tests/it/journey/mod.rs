//! The main job from end to end: the program itself, as its own process, in a Discord, with a model; ended and started
//! again in between. On our own Discord and on an independent simulator, on SQLite with the embedded index and on
//! PostgreSQL with a Qdrant server.

mod bot;
mod chat;
mod ending;
mod keeping;
mod ours;
mod secrets;
mod senses;
mod simulator;
mod story;

use libtest_mimic::Trial;

pub use bot::{Bot, Home};

use crate::support::app::Database;
use crate::support::{postgres, trial};

pub fn trials() -> Vec<Trial> {
    let postgres = postgres::is_here();
    let simulator = simulator::is_here();
    let mut trials = vec![
        trial("journey::ours::embedded", || async {
            story::tell(&mut ours::Ours::start().await, Database::Sqlite).await
        }),
        trial("journey::ours::servers", || async {
            story::tell(&mut ours::Ours::start().await, Database::Postgres).await
        })
        .with_ignored_flag(!postgres),
        trial("journey::simulator::embedded", || async {
            story::tell(&mut simulator::Simulator::start().await, Database::Sqlite).await
        })
        .with_ignored_flag(!simulator),
        trial("journey::simulator::servers", || async {
            story::tell(&mut simulator::Simulator::start().await, Database::Postgres).await
        })
        .with_ignored_flag(!simulator || !postgres),
    ];
    trials.extend(chat::trials());
    trials.extend(keeping::trials());
    trials.extend(senses::trials());
    trials.extend(ending::trials());
    trials.extend(secrets::trials());
    trials
}
