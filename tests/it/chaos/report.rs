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
    /// Messages that were deleted before they were answered, and were not answered.
    pub withdrawn: usize,
    /// Requests to the model.
    pub asked: usize,
    /// Trouble that was really met, by where and its kind.
    pub met: BTreeMap<String, usize>,
    /// Lives that did not begin, since the disk was full.
    pub refused: usize,
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

    /// Trouble of that kind was met so often more.
    pub fn met(&mut self, place: &str, kind: &str, times: usize) {
        *self.met.entry(format!("{place}: {kind}")).or_default() += times;
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
        self.withdrawn += other.withdrawn;
        self.asked += other.asked;
        for (kind, times) in other.met {
            *self.met.entry(kind).or_default() += times;
        }
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
        let met: Vec<String> = self.met.iter().map(|(kind, times)| format!("{kind} {times}")).collect();
        format!(
            "kills {} ({}) in {} rounds\nmessages {}, answered once {}, told of a failure {}, deleted before {}, lost {}, doubled {}\n\
             memory written once and in its place {}, changes of messages followed {}, wrong {}\n\
             requests to the model {}, starts that a full disk refused {}\ntrouble met: {}",
            self.kill_count(),
            kills.join(", "),
            self.rounds,
            self.messages,
            self.answered,
            self.told,
            self.withdrawn,
            self.lost.len(),
            self.doubled.len(),
            self.edits,
            self.changes,
            self.wrong.len(),
            self.asked,
            self.refused,
            met.join(", "),
        )
    }
}
