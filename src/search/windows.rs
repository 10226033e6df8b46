//! Which messages a search shows: each that was found, with the ones said right before and after it. A turn of chat says
//! little alone, and of neighbours that are both found it would be a waste to show the same words twice. Pure.

use std::collections::HashMap;

use crate::clock::Moment;
use crate::index::key::SAME_TALK;

/// A message that was found, by its place in the conversation (1, 2, 3 …).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    pub place: i64,
    pub at: Moment,
    /// How well it fits.
    pub score: f32,
}

/// A found message and the places that are shown for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    pub hit: Place,
    /// Rising; always has the hit itself.
    pub shows: Vec<i64>,
}

/// How many messages are shown on each side of one that was found. Measured on long conversations: one on each side puts
/// the most of what is asked for into a given number of tokens.
const BESIDE: i64 = 1;

/// A window for each found message, in the same order. One that a better window already shows has none of its own, and no
/// place is shown twice.
pub fn windows(found: &[Place]) -> Vec<Window> {
    let mut shown: HashMap<i64, Moment> = HashMap::new();
    let mut windows = Vec::new();
    for hit in found {
        if shown.get(&hit.place).is_some_and(|by| same_talk(*by, hit.at)) {
            continue;
        }
        let around = (hit.place - BESIDE).max(1)..=hit.place + BESIDE;
        let shows: Vec<i64> = around.filter(|place| *place == hit.place || !shown.contains_key(place)).collect();
        shown.extend(shows.iter().map(|place| (*place, hit.at)));
        windows.push(Window { hit: *hit, shows });
    }
    windows
}

/// Whether two moments belong to one talk; what was said in another one is not shown beside a message.
pub fn same_talk(one: Moment, other: Moment) -> bool {
    (one - other).abs() <= SAME_TALK
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chrono::{DateTime, TimeDelta};
    use proptest::prelude::*;

    use super::*;

    fn at(place: i64) -> Moment {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(place)
    }

    fn found(places: &[i64]) -> Vec<Place> {
        places.iter().map(|place| Place { place: *place, at: at(*place), score: 1.0 }).collect()
    }

    fn shows(places: &[i64]) -> Vec<Vec<i64>> {
        windows(&found(places)).into_iter().map(|window| window.shows).collect()
    }

    #[test]
    fn a_hit_shows_its_neighbours_and_none_twice() {
        assert_eq!(shows(&[5]), [vec![4, 5, 6]]);
        assert_eq!(shows(&[1]), [vec![1, 2]]);
        assert_eq!(shows(&[5, 6, 4, 7]), [vec![4, 5, 6], vec![7, 8]]);
        assert_eq!(shows(&[5, 7]), [vec![4, 5, 6], vec![7, 8]]);
    }

    #[test]
    fn the_last_word_of_an_earlier_talk_is_found_for_itself() {
        let late = Place { place: 6, at: at(5) + SAME_TALK + TimeDelta::seconds(1), score: 1.0 };
        let two = windows(&[found(&[5])[0], late]);
        assert_eq!(two.iter().map(|window| window.hit.place).collect::<Vec<_>>(), [5, 6]);
    }

    proptest! {
        #[test]
        fn every_hit_is_shown_once_within_one_talk(places in proptest::collection::hash_set(1_i64..60, 0..40)) {
            let places: Vec<i64> = places.into_iter().collect();
            let all: Vec<i64> = shows(&places).concat();
            let distinct: HashSet<i64> = all.iter().copied().collect();
            prop_assert_eq!(all.len(), distinct.len());
            prop_assert!(places.iter().all(|place| distinct.contains(place)));
        }
    }
}
