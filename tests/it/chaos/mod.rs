//! The program killed again and again, between people who go on talking, a model in trouble and a Discord in trouble:
//! nothing is lost, nothing is said or written twice.
//!
//! A few kills are part of every run of the tests. The long run:
//! `CHAOS_KILLS=1000 cargo test --features failpoints --test it -- chaos::long`; `CHAOS_SEED` begins elsewhere.

pub mod disk;
mod ledger;
pub mod mind;
mod report;
mod round;
mod town;
mod verify;

use keepsake::failpoint;
use libtest_mimic::Trial;

use self::report::Report;
use self::round::End;
use crate::support::app::Database;
use crate::support::dice::Dice;
use crate::support::{postgres, trial};

/// Kills in one round of the long run.
const A_ROUND: usize = 20;
/// Kills among which every kind of trouble is to be met.
const ENOUGH: usize = 100;
/// Rounds at most in which every named point is to be reached.
const ROUNDS: u64 = 5;

pub fn trials() -> Vec<Trial> {
    let postgres = postgres::is_here();
    vec![
        trial("chaos::every_named_point", every_named_point).with_ignored_flag(!cfg!(feature = "failpoints")),
        trial("chaos::any_moment::sqlite", || any_moment(Database::Sqlite)),
        trial("chaos::any_moment::postgres", || any_moment(Database::Postgres)).with_ignored_flag(!postgres),
        trial("chaos::long", long).with_ignored_flag(variable("CHAOS_KILLS").is_none()),
    ]
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is to be a number")))
}

fn seed() -> u64 {
    variable("CHAOS_SEED").unwrap_or(1)
}

async fn every_named_point() {
    let mut dice = Dice::new(seed());
    let mut all = Report::default();
    for round in 0..ROUNDS {
        // A life may end before it comes to its point, so that another one is given to that.
        let missed: Vec<&str> = failpoint::NAMES.into_iter().filter(|name| !all.kills.contains_key(*name)).collect();
        if missed.is_empty() {
            break;
        }
        let ends: Vec<End> = missed.into_iter().map(|name| at(name, &mut dice)).collect();
        all.add(round::run(Database::Sqlite, seed().wrapping_add(round), &ends).await, &format!("round {round}"));
    }
    all.tell();
    all.assert_clean();
    let missed: Vec<&str> = failpoint::NAMES.into_iter().filter(|name| !all.kills.contains_key(*name)).collect();
    assert!(missed.is_empty(), "no life ended at {}", missed.join(", "));
}

async fn any_moment(database: Database) {
    let mut dice = Dice::new(seed());
    let ends: Vec<End> = (0..6).map(|_| End::Killed(dice.millis(300, 3_000))).collect();
    one(database, &ends).await;
}

async fn one(database: Database, ends: &[End]) {
    let mut all = Report::default();
    all.add(round::run(database, seed(), ends).await, &format!("{database:?}"));
    all.assert_clean();
}

/// At that point, not always the first time that it is reached.
fn at(name: &'static str, dice: &mut Dice) -> End {
    let most = match name {
        "ledger-commit" | "ledger-committed" => 30,
        "message-accepted" | "model-answered" | "index-stored" | "part-sent" | "answer-delivered" => 4,
        _ => 1,
    };
    End::At { name, after: dice.below(most) }
}

/// Half of the kills at named points, half at any moment; every fourth round on servers.
async fn long() {
    let (kills, seed) = (variable("CHAOS_KILLS").unwrap_or(0) as usize, seed());
    let (mut all, mut name) = (Report::default(), 0);
    let mut round = 0;
    while all.kill_count() < kills {
        let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(round));
        let mut ends = Vec::new();
        for _ in 0..A_ROUND {
            if cfg!(feature = "failpoints") && dice.percent(50) {
                ends.push(at(failpoint::NAMES[name % failpoint::NAMES.len()], &mut dice));
                name += 1;
            } else {
                ends.push(End::Killed(dice.millis(100, 3_000)));
            }
        }
        let on = if round % 4 == 3 && postgres::is_here() { Database::Postgres } else { Database::Sqlite };
        let found = round::run(on, seed.wrapping_add(round), &ends).await;
        println!("round {round} on {on:?}: {} kills, {} messages", found.kill_count(), found.messages);
        all.add(found, &format!("round {round} ({on:?})"));
        round += 1;
    }
    all.tell();
    all.assert_clean();
    if all.kill_count() >= ENOUGH {
        let missed: Vec<String> =
            round::kinds().into_iter().filter(|kind| all.met.get(kind).is_none_or(|times| *times == 0)).collect();
        assert!(missed.is_empty(), "this trouble was never met: {}", missed.join(", "));
    }
}
