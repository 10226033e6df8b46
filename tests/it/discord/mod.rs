//! The Discord side against the fake: everything up to the seams, with agents and memory played by the test.

mod away;
pub mod bot;
mod changes;
mod check;
mod commands;
mod connection;
mod desk;
mod docs;
mod doctor;
mod faults;
mod files;
mod hand;
mod hand_real;
mod languages;
mod messages;
mod persona;
mod personas;
mod privacy;
mod reactions;
mod reminders;
mod reset;
mod rules;
mod settings;
mod sink;
mod starting;
mod threads;
mod triggers;
mod whole;

pub use bot::pace;
use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let all = [
        messages::trials(),
        sink::trials(),
        commands::trials(),
        connection::trials(),
        away::trials(),
        reset::trials(),
        persona::trials(),
        privacy::trials(),
        personas::trials(),
        docs::trials(),
        doctor::trials(),
        languages::trials(),
        faults::trials(),
        files::trials(),
        hand::trials(),
        hand_real::trials(),
        starting::trials(),
        changes::trials(),
        check::trials(),
        rules::trials(),
        settings::trials(),
        triggers::trials(),
        reminders::trials(),
        reactions::trials(),
        threads::trials(),
        whole::trials(),
    ];
    all.into_iter().flatten().collect()
}
