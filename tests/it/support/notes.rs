//! What the summary says beside the counts: what could not be tested here, and why.

use std::collections::BTreeSet;
use std::sync::Mutex;

static NOTES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Remembers a line for the summary; the same line is kept once.
pub fn add(note: impl Into<String>) {
    NOTES.lock().expect("no test panics while noting").insert(note.into());
}

/// Prints what was noted.
pub fn print() {
    for note in NOTES.lock().expect("no test panics while noting").iter() {
        println!("note: {note}");
    }
}
