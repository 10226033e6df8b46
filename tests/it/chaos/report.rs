//! What came of it, added up.

use std::collections::BTreeMap;

use crate::support::notes;

/// Counts, and what went wrong in words.
#[derive(Debug, Default)]
pub struct Report {
    /// By where the program was when it was killed.
    pub kills: BTreeMap<String, usize>,
    pub rounds: usize,
    pub messages: usize,
    pub answered: usize,
    /// Of which people were told that they cannot be answered.
    pub told: usize,
    /// Pieces of memory that were written once and where they belong.
    pub edits: usize,
    /// Messages that were changed or deleted, and are so in memory.
    pub changes: usize,
    /// Requests to the model, and those that met trouble.
    pub asked: (usize, usize),
    /// Requests of Discord and its connections that met trouble.
    pub faults: usize,
    /// Lives that did not begin, since the disk was full.
    pub refused: usize,
    /// Times at which the disk was full or slow.
    pub disk: usize,
    lost: Vec<String>,
    doubled: Vec<String>,
    wrong: Vec<String>,
}

impl Report {
    pub fn lost(&mut self, what: String) {
        self.lost.push(what);
    }

    pub fn doubled(&mut self, what: String) {
        self.doubled.push(what);
    }

    pub fn wrong(&mut self, what: String) {
        self.wrong.push(what);
    }

    pub fn is_clean(&self) -> bool {
        self.lost.is_empty() && self.doubled.is_empty() && self.wrong.is_empty()
    }

    pub fn killed(&mut self, at: &str) {
        *self.kills.entry(at.to_owned()).or_default() += 1;
    }

    pub fn kill_count(&self) -> usize {
        self.kills.values().sum()
    }

    /// Takes in what another one found; `from` says where.
    pub fn add(&mut self, other: Self, from: &str) {
        for (at, count) in other.kills {
            *self.kills.entry(at).or_default() += count;
        }
        self.rounds += 1;
        self.messages += other.messages;
        self.answered += other.answered;
        self.told += other.told;
        self.edits += other.edits;
        self.changes += other.changes;
        self.asked = (self.asked.0 + other.asked.0, self.asked.1 + other.asked.1);
        self.faults += other.faults;
        self.disk += other.disk;
        self.refused += other.refused;
        let named = |all: Vec<String>| all.into_iter().map(|what| format!("{from}: {what}")).collect::<Vec<_>>();
        self.lost.extend(named(other.lost));
        self.doubled.extend(named(other.doubled));
        self.wrong.extend(named(other.wrong));
    }

    /// Fails if anything went wrong, with all of it.
    pub fn assert_clean(&self) {
        let all: Vec<String> = self
            .lost
            .iter()
            .map(|what| format!("lost: {what}"))
            .chain(self.doubled.iter().map(|what| format!("doubled: {what}")))
            .chain(self.wrong.iter().map(|what| format!("wrong: {what}")))
            .collect();
        assert!(all.is_empty(), "{}\n{}", all.join("\n"), self.table());
    }

    /// The table, for whoever reads the summary.
    pub fn tell(&self) {
        for line in self.table().lines() {
            notes::add(format!("chaos {line}"));
        }
    }

    fn table(&self) -> String {
        let kills: Vec<String> = self.kills.iter().map(|(at, count)| format!("{at} {count}")).collect();
        format!(
            "kills {} ({}) in {} rounds\nmessages {}, answered once {}, told of a failure {}, lost {}, doubled {}\n\
             memory written once and in its place {}, changes of messages followed {}, wrong {}\n\
             requests to the model {} (trouble in {}), trouble with Discord {}, with the disk {} (which refused {} starts)",
            self.kill_count(),
            kills.join(", "),
            self.rounds,
            self.messages,
            self.answered,
            self.told,
            self.lost.len(),
            self.doubled.len(),
            self.edits,
            self.changes,
            self.wrong.len(),
            self.asked.0,
            self.asked.1,
            self.faults,
            self.disk,
            self.refused,
        )
    }
}
