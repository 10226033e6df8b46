//! The numbers of the newest messages that something is known of. Owns that only so many are remembered. Pure.

use std::collections::{HashSet, VecDeque};

/// Ids that are remembered: those of seconds are meant.
const REMEMBERED: usize = 4_096;

/// The newest ids.
#[derive(Default)]
pub struct Recent {
    known: HashSet<u64>,
    order: VecDeque<u64>,
}

impl Recent {
    /// Forgets it: it comes again.
    pub fn remove(&mut self, id: u64) {
        if self.known.remove(&id) {
            self.order.retain(|known| *known != id);
        }
    }

    /// Whether it is remembered.
    pub fn contains(&self, id: u64) -> bool {
        self.known.contains(&id)
    }

    /// Whether `id` is new.
    pub fn insert(&mut self, id: u64) -> bool {
        if !self.known.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_new_once() {
        let mut recent = Recent::default();
        assert!(recent.insert(1) && !recent.insert(1));
        assert!((2..=REMEMBERED as u64 + 1).all(|id| recent.insert(id)));
        assert!(recent.insert(1), "the oldest is forgotten");
        assert_eq!(recent.known.len(), REMEMBERED);
    }
}
