//! What no longer holds stands behind what does. Pure.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

/// Passages that no longer hold, and those that took their places.
pub type Superseded = HashMap<Uuid, Option<Uuid>>;

/// The ranking in which a passage that was superseded gives its place to the one that holds now, and comes right behind it.
/// So the truth is found by everything its older versions were found by. What was superseded by nothing that is known comes
/// last.
pub fn what_holds_first(ranked: &[(Uuid, f32)], superseded: &Superseded) -> Vec<(Uuid, f32)> {
    let mut placed: HashSet<Uuid> = HashSet::new();
    let mut order = Vec::with_capacity(ranked.len());
    let mut last = Vec::new();
    for (id, score) in ranked {
        match newest(*id, superseded) {
            None => last.push((*id, *score)),
            Some(newest) => {
                order.extend(placed.insert(newest).then_some((newest, *score)));
                order.extend(placed.insert(*id).then_some((*id, *score)));
            }
        }
    }
    order.extend(last.into_iter().filter(|(id, _)| placed.insert(*id)));
    order
}

/// The passage at the end of the chain; none when the chain ends in something unknown or goes around.
fn newest(id: Uuid, superseded: &Superseded) -> Option<Uuid> {
    let mut at = id;
    for _ in 0..=superseded.len() {
        match superseded.get(&at) {
            None => return Some(at),
            Some(next) => at = (*next)?,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(number: u8) -> Uuid {
        Uuid::from_u128(number.into())
    }

    fn order(ranked: &[u8], superseded: &[(u8, Option<u8>)]) -> Vec<u128> {
        let ranked: Vec<(Uuid, f32)> = ranked.iter().map(|number| (id(*number), 1.0)).collect();
        let superseded = superseded.iter().map(|(old, new)| (id(*old), new.map(id))).collect();
        what_holds_first(&ranked, &superseded).iter().map(|(id, _)| id.as_u128()).collect()
    }

    #[test]
    fn the_newest_takes_the_place_of_its_elders() {
        assert_eq!(order(&[1, 2, 3], &[]), [1, 2, 3]);
        assert_eq!(order(&[1, 2, 3], &[(1, Some(3))]), [3, 1, 2]);
        assert_eq!(order(&[1, 2], &[(1, Some(9))]), [9, 1, 2]);
        assert_eq!(order(&[2, 1, 3], &[(1, Some(2)), (2, Some(3))]), [3, 2, 1]);
        assert_eq!(order(&[1, 2], &[(1, None)]), [2, 1]);
    }

    proptest! {
        #[test]
        fn nobody_is_lost_or_doubled_and_no_elder_comes_before_what_holds(
            ranked in proptest::collection::hash_set(0u8..12, 0..12),
            links in proptest::collection::hash_map(0u8..12, proptest::option::of(0u8..12), 0..12),
        ) {
            let ranked: Vec<u8> = ranked.into_iter().collect();
            let links: Vec<(u8, Option<u8>)> = links.into_iter().collect();
            let found = order(&ranked, &links);
            let distinct: HashSet<u128> = found.iter().copied().collect();
            prop_assert_eq!(distinct.len(), found.len());
            prop_assert!(ranked.iter().all(|number| distinct.contains(&u128::from(*number))));
            let superseded: Superseded = links.iter().map(|(old, new)| (id(*old), new.map(id))).collect();
            for (place, number) in found.iter().enumerate() {
                if let Some(holds) = newest(Uuid::from_u128(*number), &superseded) {
                    prop_assert!(found[..=place].contains(&holds.as_u128()));
                }
            }
        }
    }
}
