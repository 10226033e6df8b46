//! Finding, fetching and starting a local model: against servers of our own, and with a `pip` that knows only the
//! packages of a test.

mod fetching;
mod finding;
mod index;
mod running;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    [finding::trials(), fetching::trials(), running::trials()].into_iter().flatten().collect()
}
