//! Named points between two steps that must not come apart. A build with the feature `failpoints` is killed there when the
//! variable FAILPOINTS says so (`name=return`, in the syntax of the crate `fail`); in every other build they are nothing.

/// All names, in the order in which a message meets them.
pub const NAMES: [&str; 15] = [
    "ledger-commit",
    "ledger-committed",
    "page-read-back",
    "message-accepted",
    "change-noted",
    "turn-begun",
    "draft-shown",
    "model-answered",
    "turn-ended",
    "part-sent",
    "answer-delivered",
    "index-stored",
    "index-removed",
    "turns-drained",
    "index-closed",
];

/// Reads FAILPOINTS. Call it once, before anything else runs.
pub fn listen() {
    #[cfg(feature = "failpoints")]
    std::mem::forget(fail::FailScenario::setup());
}

/// The program is here, and may die.
#[inline]
pub fn reach(_name: &str) {
    #[cfg(feature = "failpoints")]
    fail::fail_point!(_name, |_| die());
}

/// Ends the program as a power cut would: nothing is tidied up.
#[cfg(feature = "failpoints")]
fn die() {
    let me = rustix::process::getpid();
    let _ = rustix::process::kill_process(me, rustix::process::Signal::KILL);
}
