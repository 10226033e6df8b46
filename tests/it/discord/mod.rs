//! The Discord side against the fake: everything up to the seams, with agents and memory played by the test.

mod bot;
mod changes;
mod check;
mod commands;
mod desk;
mod docs;
mod files;
mod messages;
mod persona;
mod reset;
mod rules;
mod sink;
mod starting;

pub use bot::pace;
use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let all = [
        messages::trials(),
        sink::trials(),
        commands::trials(),
        reset::trials(),
        persona::trials(),
        docs::trials(),
        files::trials(),
        starting::trials(),
        changes::trials(),
        check::trials(),
        rules::trials(),
    ];
    all.into_iter().flatten().collect()
}
