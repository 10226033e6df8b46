//! What people see of an answer, from their message to the last change of it: the real app between our Discord and a
//! scripted model.

mod asking_again;
mod displays;
mod files;
mod house;
mod limits;
mod models;
mod notice;
mod people;
mod retrying;
mod stopping;
mod streaming;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let all = [
        displays::trials(),
        files::trials(),
        models::trials(),
        streaming::trials(),
        stopping::trials(),
        asking_again::trials(),
        limits::trials(),
        notice::trials(),
        people::trials(),
        retrying::trials(),
    ];
    all.into_iter().flatten().collect()
}
