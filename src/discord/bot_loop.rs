//! Bots that answer each other for ever. Owns how many messages of bots are answered in a channel before a person has to
//! speak again.

use std::collections::HashMap;

/// Messages of bots that are answered one after the other.
const IN_A_ROW: u32 = 4;
/// More channels than this are not kept in mind; the count is then begun anew.
const MOST: usize = 10_000;

/// How many messages of bots were answered in each channel since a person spoke there.
#[derive(Default)]
pub struct BotLoop(HashMap<u64, u32>);

impl BotLoop {
    /// A person spoke there.
    pub fn person(&mut self, channel: u64) {
        self.0.remove(&channel);
    }

    /// Whether one more message of a bot may be answered there; it then counts.
    pub fn admit(&mut self, channel: u64) -> bool {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let count = self.0.entry(channel).or_default();
        *count += 1;
        *count <= IN_A_ROW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f18_bots_are_answered_a_few_times_until_a_person_speaks() {
        let mut guard = BotLoop::default();
        assert_eq!((0..6).map(|_| guard.admit(1)).filter(|admitted| *admitted).count(), 4);
        assert!(guard.admit(2));
        guard.person(1);
        assert!(guard.admit(1));
    }
}
