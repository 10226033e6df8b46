//! Two lists of candidates into one ranking. Owns how words and meaning are weighed against each other. Pure.
//!
//! Each list is brought to shares of its best score, per query, and both are added up; ranks alone would throw away how
//! much better the best is. What an item that is not listed would have differs, and so does what is taken for nothing:
//! - By words, an item without any of them has the score 0. A score counts from there.
//! - By meaning, every item has some score, and those that are not listed may be as near as the worst that is. So a score
//!   counts from the worst of a long list, but still as a share of the best one's whole height: stretching the list to fill
//!   0…1 would make much of small differences (measured: two to six points of recall among the first five to ten). A short
//!   list has the whole scope in it; there the low end moves down towards 0, the cosine of texts that have nothing in
//!   common, so that the second of two good ones is not nothing.
//!
//! One thing is put above the sum. When a few items hold words that hardly any other holds (an id, a name), the search
//! is for those words, and no likeness in meaning may come before them: they are *decisive*.

use std::cmp::Ordering;
use std::collections::HashMap;

use uuid::Uuid;

use super::Candidates;

/// How much each list counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    pub lexical: f32,
    pub dense: f32,
}

impl Default for Weights {
    /// Half and half. Measured, anything from 0.4 to 0.6 ranks as well.
    fn default() -> Self {
        Self { lexical: 0.5, dense: 0.5 }
    }
}

/// From this many candidates by meaning on, the worst of them is taken for noise.
const LONG_LIST: usize = 10;
/// Decisive items have at least this share of the best score by words …
const DECISIVE: f32 = 0.5;
/// … and all others less than this share.
const OUTDONE: f32 = 0.25;
/// More items than this do not stand out.
const DECISIVE_ITEMS: usize = 5;

#[derive(Default, Clone, Copy)]
struct Parts {
    lexical: f32,
    dense: f32,
    decisive: bool,
}

/// The items of both lists, best first, each once. Items that score the same are put by their score by words, then newest
/// first (ids of version 7 sort by time), so that the order never depends on chance.
pub fn fuse(candidates: &Candidates, weights: Weights) -> Vec<(Uuid, f32)> {
    let mut items: HashMap<Uuid, Parts> = HashMap::new();
    let lexical = scaled(&candidates.lexical, 0.0);
    let floor = decisive_floor(&lexical);
    for (id, score) in lexical {
        let item = items.entry(id).or_default();
        item.lexical = item.lexical.max(score);
        item.decisive |= floor.is_some_and(|floor| score >= floor);
    }
    for (id, score) in scaled(&candidates.dense, dense_floor(&candidates.dense)) {
        let item = items.entry(id).or_default();
        item.dense = item.dense.max(score);
    }
    ranked(items, weights)
}

fn ranked(items: HashMap<Uuid, Parts>, weights: Weights) -> Vec<(Uuid, f32)> {
    let total = |item: &Parts| {
        let meaning = if item.decisive { 1.0 + item.dense } else { item.dense };
        weights.lexical * item.lexical + weights.dense * meaning
    };
    let mut all: Vec<(Uuid, f32, Parts)> = items.into_iter().map(|(id, item)| (id, total(&item), item)).collect();
    all.sort_by(|(one, one_total, one_parts), (other, other_total, other_parts)| {
        descending(*one_total, *other_total)
            .then_with(|| descending(one_parts.lexical, other_parts.lexical))
            .then_with(|| other.cmp(one))
    });
    all.into_iter().map(|(id, total, _)| (id, total)).collect()
}

fn descending(one: f32, other: f32) -> Ordering {
    other.total_cmp(&one)
}

/// How far each score lies above `floor`, as a share of the best. What lies below, or is no number, is 0.
fn scaled(list: &[(Uuid, f32)], floor: f32) -> Vec<(Uuid, f32)> {
    let best = list.iter().map(|(_, score)| *score).filter(|score| score.is_finite()).fold(0.0, f32::max);
    let scale = |score: f32| match score {
        _ if !score.is_finite() || best <= f32::EPSILON => 0.0,
        _ => ((score - floor) / best).clamp(0.0, 1.0),
    };
    list.iter().map(|(id, score)| (*id, scale(*score))).collect()
}

/// What counts as nothing among cosines: the worst of a long list, and for a shorter one a share of it that shrinks with
/// the length. Never below 0.
fn dense_floor(list: &[(Uuid, f32)]) -> f32 {
    let worst = list.iter().map(|(_, score)| *score).filter(|score| score.is_finite()).fold(f32::INFINITY, f32::min);
    if !worst.is_finite() || worst <= 0.0 {
        return 0.0;
    }
    let share = (list.len() - 1) as f32 / (LONG_LIST - 1) as f32;
    worst * share.min(1.0)
}

/// The score by words from which on items are decisive, if a few stand out from all others.
fn decisive_floor(scaled: &[(Uuid, f32)]) -> Option<f32> {
    let mut scores: Vec<f32> = scaled.iter().map(|(_, score)| *score).filter(|score| *score > 0.0).collect();
    scores.sort_by(|one, other| descending(*one, *other));
    let outstanding = scores.iter().take_while(|score| **score >= DECISIVE).count();
    let next = scores.get(outstanding).copied().unwrap_or(0.0);
    (1..=DECISIVE_ITEMS).contains(&outstanding).then_some(DECISIVE).filter(|_| next < OUTDONE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::SparseVector;
    use crate::index::lexical::{document_vector, query_vector};

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    fn list(scores: &[(u128, f32)]) -> Vec<(Uuid, f32)> {
        scores.iter().map(|(number, score)| (id(*number), *score)).collect()
    }

    fn order(lexical: &[(u128, f32)], dense: &[(u128, f32)]) -> Vec<u128> {
        let candidates = Candidates { lexical: list(lexical), dense: list(dense) };
        fuse(&candidates, Weights::default()).iter().map(|(id, _)| id.as_u128()).collect()
    }

    fn score_of(fused: &[(Uuid, f32)], number: u128) -> f32 {
        fused.iter().find(|(found, _)| *found == id(number)).map_or(0.0, |(_, score)| *score)
    }

    #[test]
    fn an_only_hit_has_full_marks_and_absence_has_none() {
        let words =
            fuse(&Candidates { lexical: list(&[(1, 7.5)]), dense: vec![] }, Weights { lexical: 1.0, dense: 0.0 });
        assert_eq!(words, [(id(1), 1.0)]);
        let meaning = fuse(&Candidates { lexical: vec![], dense: list(&[(1, 0.4)]) }, Weights::default());
        assert_eq!(meaning, [(id(1), 0.5)]);
        assert!(fuse(&Candidates::default(), Weights::default()).is_empty());
    }

    #[test]
    fn equal_scores_put_the_newest_first() {
        assert_eq!(order(&[(1, 2.0), (3, 2.0), (2, 2.0)], &[]), [3, 2, 1]);
        assert_eq!(order(&[], &[(1, 0.3), (3, 0.3), (2, 0.3)]), [3, 2, 1]);
    }

    #[test]
    fn the_worst_of_a_long_dense_list_is_nothing_and_of_a_short_one_something() {
        let long: Vec<(u128, f32)> = (0..20).map(|n| (n, 0.5 - 0.01 * n as f32)).collect();
        let fused = fuse(&Candidates { lexical: vec![], dense: list(&long) }, Weights::default());
        assert_eq!(score_of(&fused, 19), 0.0);
        let short = fuse(&Candidates { lexical: vec![], dense: list(&[(1, 0.80), (2, 0.79)]) }, Weights::default());
        assert!(score_of(&short, 2) > 0.95 * score_of(&short, 1), "{short:?}");
    }

    #[test]
    fn agreement_of_both_beats_either_alone() {
        let words = [(1, 9.0), (2, 8.5), (3, 8.0), (4, 7.0), (5, 6.0), (6, 5.5)];
        let meaning = [(7, 0.8), (2, 0.75), (8, 0.5), (9, 0.1)];
        assert_eq!(order(&words, &meaning)[0], 2);
    }

    #[test]
    fn scores_that_are_no_numbers_do_no_harm() {
        assert_eq!(order(&[(1, f32::NAN), (2, 1.0)], &[(3, f32::INFINITY), (4, -0.5)]), [2, 4, 3, 1]);
    }

    /// BM25 over a handful of texts, with the inverse document frequency that the engines use.
    fn by_words(query: &str, texts: &[String]) -> Vec<(Uuid, f32)> {
        let documents: Vec<SparseVector> = texts.iter().map(|text| document_vector(text)).collect();
        let holders = |index: &u32| documents.iter().filter(|one| one.indices.contains(index)).count() as f32;
        let total = documents.len() as f32;
        let idf = |index: &u32| ((total - holders(index) + 0.5) / (holders(index) + 0.5) + 1.0).ln();
        let query = query_vector(query, &[]);
        let score = |one: &SparseVector| -> f32 {
            let hits = one.indices.iter().zip(&one.values).filter(|(index, _)| query.indices.contains(index));
            hits.map(|(index, value)| idf(index) * value).sum()
        };
        let scored = documents.iter().enumerate().map(|(n, one)| (id(n as u128), score(one)));
        scored.filter(|(_, score)| *score > 0.0).collect()
    }

    #[test]
    fn an_exact_id_beats_whatever_seems_alike() {
        let uuid =
            |n: u64| Uuid::from_u64_pair(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n.wrapping_mul(0xd1b5_4a32_d192_ed03));
        let texts: Vec<String> = (1..=140).map(|n| format!("key {} value {}", uuid(n), uuid(n + 1_000))).collect();
        for wanted in 0..140_u64 {
            for query in [uuid(wanted + 1).to_string(), format!("the value of key {}", uuid(wanted + 1))] {
                // Meaning points anywhere but at the right one.
                let noise = (0..50).map(|n| (id(u128::from((wanted + 1 + n) % 140)), 0.9 - 0.01 * n as f32)).collect();
                let fused = fuse(&Candidates { lexical: by_words(&query, &texts), dense: noise }, Weights::default());
                assert_eq!(fused[0].0, id(u128::from(wanted)), "{query}");
            }
        }
    }

    proptest! {
        #[test]
        fn every_candidate_is_ranked_once_with_falling_scores(
            words in proptest::collection::vec((0u128..40, 0.0f32..50.0), 0..40),
            meaning in proptest::collection::vec((0u128..40, -1.0f32..1.0), 0..40),
        ) {
            let fused = fuse(&Candidates { lexical: list(&words), dense: list(&meaning) }, Weights::default());
            let mut expected: Vec<u128> = words.iter().map(|(n, _)| *n).chain(meaning.iter().map(|(n, _)| *n)).collect();
            expected.sort_unstable();
            expected.dedup();
            let mut ranked: Vec<u128> = fused.iter().map(|(id, _)| id.as_u128()).collect();
            ranked.sort_unstable();
            prop_assert_eq!(ranked, expected);
            prop_assert!(fused.windows(2).all(|pair| pair[0].1 >= pair[1].1));
            prop_assert!(fused.iter().all(|(_, score)| score.is_finite() && *score >= 0.0));
        }

        #[test]
        fn the_order_of_the_lists_does_not_matter(
            words in proptest::collection::hash_map(0u128..40, 0.0f32..50.0, 0..30),
            meaning in proptest::collection::hash_map(0u128..40, -1.0f32..1.0, 0..30),
        ) {
            let mut lexical: Vec<_> = words.into_iter().map(|(n, score)| (id(n), score)).collect();
            let mut dense: Vec<_> = meaning.into_iter().map(|(n, score)| (id(n), score)).collect();
            let one = fuse(&Candidates { lexical: lexical.clone(), dense: dense.clone() }, Weights::default());
            lexical.sort_by_key(|(id, _)| *id);
            dense.reverse();
            prop_assert_eq!(one, fuse(&Candidates { lexical, dense }, Weights::default()));
        }
    }
}
