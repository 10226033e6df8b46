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

/// Whether the program is to take for so what otherwise only much time makes so: FAILPOINTS sets the name. Never in a build
/// without the feature.
#[inline]
pub fn is_set(_name: &str) -> bool {
    #[cfg(feature = "failpoints")]
    fail::fail_point!(_name, |_| true);
    false
}

/// Ends the program as a power cut would: nothing is tidied up.
#[cfg(feature = "failpoints")]
fn die() {
    let me = rustix::process::getpid();
    let _ = rustix::process::kill_process(me, rustix::process::Signal::KILL);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::NAMES;

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_name_stands_somewhere_and_every_point_has_a_name() {
        let mut files = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        let text: String = files.iter().map(|file| std::fs::read_to_string(file).expect("a source")).collect();
        let reached: BTreeSet<&str> =
            text.split("failpoint::reach(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(reached, BTreeSet::from(NAMES));
    }
}
