//! The index. One contract for all backends, what each has of its own, that all rank alike, and the upkeep.

mod contract;
mod edge;
mod ranking;
mod server;
mod sync;
pub mod texts;
pub mod world;

use libtest_mimic::Trial;

use self::world::Backend;
use crate::support::notes;

pub fn trials() -> Vec<Trial> {
    let mut all = contract::trials(Backend::Server);
    all.extend(server::trials());
    all.extend(sync::trials());
    if cfg!(feature = "embedded-index") {
        all.extend(contract::trials(Backend::Edge));
        all.extend(edge::trials());
        all.extend(ranking::trials(Backend::Server));
    }
    if world::real_url().is_some() {
        all.extend(contract::trials(Backend::Real));
        all.extend(ranking::trials(Backend::Real));
    } else {
        notes::add(
            "QDRANT_URL is not set: the index was tested in the process and against a Qdrant of our own, not a real server.",
        );
    }
    all
}
