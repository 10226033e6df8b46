//! All integration tests, in one binary: the real app on real stores, against a Discord and a model of our own.
//! What could not be tested on this machine is said in the last lines.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agent;
mod answers;
mod chaos;
mod discord;
mod documents;
mod embed;
mod eval;
mod fuzz;
mod index;
mod journey;
mod llm;
mod load;
mod local_model;
mod store;
mod support;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    trials.extend(embed::trials());
    trials.extend(index::trials());
    trials.extend(store::trials());
    trials.extend(llm::trials());
    trials.extend(local_model::trials());
    trials.extend(agent::trials());
    trials.extend(answers::trials());
    trials.extend(discord::trials());
    trials.extend(documents::trials());
    trials.extend(journey::trials());
    trials.extend(chaos::trials());
    trials.extend(load::trials());
    trials.extend(fuzz::trials());
    trials.extend(eval::trials());
    trials.extend(eval::homes::trials());
    support::postgres::note_skipped(&trials);
    let conclusion = libtest_mimic::run(&arguments, trials);
    support::postgres::stop();
    support::notes::print();
    conclusion.exit_code()
}
