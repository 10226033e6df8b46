//! All backends rank alike: the same documents and queries give the same scores and the same fused order.

use keepsake::index::fuse::{Weights, fuse};
use keepsake::index::{IndexFilter, IndexQuery, PointKind, SharedIndex};
use libtest_mimic::Trial;
use uuid::Uuid;

use super::texts::{Seed, message, query, scope, sentence};
use super::world::{Backend, World};
use crate::support::trial;

/// Engines add up in different orders. Scores that are nearer than this are the same.
const TOLERANCE: f32 = 1e-4;

pub fn trials(other: Backend) -> Vec<Trial> {
    let name = format!("it::index::ranking::edge_and_{}_rank_alike", other.name());
    vec![trial(&name, move || edge_ranks_as(other))]
}

async fn edge_ranks_as(other: Backend) {
    let (one, other) = (World::open(Backend::Edge).await, World::open(other).await);
    for world in [&one, &other] {
        let mut seed = Seed(11);
        let documents = (0..200_u64).map(|n| {
            let length = 4 + seed.below(30);
            let mut point = message(n, scope(n % 2), &sentence(&mut seed, length));
            if n % 5 == 0 {
                point.kind = PointKind::Passage;
            }
            point
        });
        world.index.upsert(documents.collect()).await.unwrap();
    }
    let mut seed = Seed(12);
    for n in 0..30_u64 {
        let words = 1 + seed.below(6);
        let mut asked = query(&sentence(&mut seed, words));
        if n % 3 == 0 {
            asked.filter = IndexFilter { kind: Some(PointKind::Message), ..Default::default() };
        }
        compare(&one.index, &other.index, n % 2, &asked).await;
    }
    one.end().await;
    other.end().await;
}

async fn compare(one: &SharedIndex, other: &SharedIndex, owner: u64, asked: &IndexQuery) {
    let one = one.search(&scope(owner), asked).await.unwrap();
    let other = other.search(&scope(owner), asked).await.unwrap();
    assert!(!one.lexical.is_empty() && !one.dense.is_empty(), "{asked:?}");
    same(&one.lexical, &other.lexical, "words");
    same(&one.dense, &other.dense, "meaning");
    let top = |candidates| fuse(candidates, Weights::default()).into_iter().take(10).collect::<Vec<_>>();
    same(&top(&one), &top(&other), "fused");
}

/// The same scores at the same ranks, and the same items, but that neighbours of the same score may change places, also
/// with one that stands just behind the end.
fn same(one: &[(Uuid, f32)], other: &[(Uuid, f32)], what: &str) {
    assert_eq!(one.len(), other.len(), "{what}");
    for ((id, score), (other_id, other_score)) in one.iter().zip(other) {
        assert!((score - other_score).abs() < TOLERANCE, "{what}: {score} and {other_score}");
        let at_the_end = one.last().is_some_and(|(_, last)| (last - score).abs() < TOLERANCE);
        let tied = |list: &[(Uuid, f32)]| list.iter().filter(|(_, near)| (near - score).abs() < TOLERANCE).count() > 1;
        assert!(id == other_id || at_the_end || tied(one) || tied(other), "{what}: {id} and {other_id}");
    }
}
