//! Two candidate lists into one ranking. Pure.
//!
//! Scores are spread over 0 to 1 within each list of one query and added with weights. That ranks better than fusing by
//! rank: how far a hit stands out is worth something.

use std::collections::HashMap;

use uuid::Uuid;

use super::Candidates;

/// What each list counts for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    pub lexical: f32,
    pub dense: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { lexical: 0.5, dense: 0.5 }
    }
}

/// The ranking, best first, with scores from 0 to the sum of the weights. Of equal scores the newer id stands first (ids
/// are UUIDs that sort by time).
pub fn fuse(candidates: &Candidates, weights: Weights) -> Vec<(Uuid, f32)> {
    let mut scores: HashMap<Uuid, f32> = HashMap::new();
    // A word that is not there at all scores nothing, so the lexical scale starts at nothing.
    for (id, score) in spread(&candidates.lexical, 0.0) {
        *scores.entry(id).or_default() += weights.lexical * score;
    }
    let least = candidates.dense.iter().map(|(_, score)| *score).fold(f32::INFINITY, f32::min);
    // A lone likeness is worth itself: the scale of a short list does not start at its own worst.
    let floor = if candidates.dense.len() < SHORT_LIST { least.min(0.0) } else { least };
    for (id, score) in spread(&candidates.dense, floor) {
        *scores.entry(id).or_default() += weights.dense * score;
    }
    let mut ranking: Vec<(Uuid, f32)> = scores.into_iter().collect();
    ranking.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
    ranking
}

/// Below so many candidates the worst of them is not taken for worthless.
const SHORT_LIST: usize = 10;

fn spread(list: &[(Uuid, f32)], floor: f32) -> impl Iterator<Item = (Uuid, f32)> + '_ {
    let most = list.iter().map(|(_, score)| *score).fold(f32::NEG_INFINITY, f32::max);
    let range = most - floor;
    list.iter().map(move |(id, score)| {
        (*id, if range > f32::EPSILON { ((score - floor) / range).clamp(0.0, 1.0) } else { 1.0 })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(scores: &[f32], from: u128) -> Vec<(Uuid, f32)> {
        scores.iter().zip(from..).map(|(score, id)| (Uuid::from_u128(id), *score)).collect()
    }

    #[test]
    fn an_exact_hit_beats_mere_likeness() {
        let dense: Vec<f32> = (0..50).map(|at| 0.4 - at as f32 * 0.001).collect();
        let candidates = Candidates { lexical: list(&[9.0], 1_000), dense: list(&dense, 1) };
        assert_eq!(fuse(&candidates, Weights::default())[0].0, Uuid::from_u128(1_000));
    }

    #[test]
    fn lists_of_one_and_of_equals_are_ranked() {
        let one = Candidates { lexical: vec![], dense: list(&[0.6], 1) };
        assert_eq!(fuse(&one, Weights::default()), vec![(Uuid::from_u128(1), 0.5)]);
        let equals = Candidates { lexical: list(&[2.0, 2.0], 1), dense: vec![] };
        assert_eq!(fuse(&equals, Weights::default())[0].0, Uuid::from_u128(2), "the newer first");
    }

    proptest! {
        #[test]
        fn every_candidate_is_ranked_once(lexical in prop::collection::vec(0.0f32..50.0, 0..40), dense in prop::collection::vec(-1.0f32..1.0, 0..40)) {
            let candidates = Candidates { lexical: list(&lexical, 1), dense: list(&dense, 20) };
            let ranking = fuse(&candidates, Weights::default());
            let ids: std::collections::HashSet<Uuid> = candidates.lexical.iter().chain(&candidates.dense).map(|(id, _)| *id).collect();
            prop_assert_eq!(ranking.len(), ids.len());
            prop_assert!(ranking.windows(2).all(|pair| pair[0].1 >= pair[1].1));
            prop_assert!(ranking.iter().all(|(_, score)| (0.0..=1.0001).contains(score)));
        }
    }
}
