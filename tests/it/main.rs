//! All integration tests, in one binary: the real app on real stores, against a Discord and a model of our own.
//! What could not be tested on this machine is said in the last lines.

mod llm;
mod support;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    trials.extend(llm::trials());
    let conclusion = libtest_mimic::run(&arguments, trials);
    support::notes::print();
    conclusion.exit_code()
}
