//! Documents: files read by the real program in a process of its own, and what agents, people and the command line do with
//! them.

mod conversation;
mod program;
mod reading;

pub fn trials() -> Vec<libtest_mimic::Trial> {
    let mut trials = reading::trials();
    trials.extend(conversation::trials());
    trials.extend(program::trials());
    trials
}
