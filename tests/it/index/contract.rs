//! What every index does.

use keepsake::index::{Candidates, IndexError, IndexFilter, IndexQuery, Point, PointKind};
use libtest_mimic::Trial;
use uuid::Uuid;

use super::texts::{DIMS, Seed, id, message, minutes, query, scope, sentence};
use super::world::{Backend, World};
use crate::support::trial;

macro_rules! contract {
    ($($name:ident),+ $(,)?) => {
        pub fn trials(backend: Backend) -> Vec<Trial> {
            vec![$(
                trial(&format!("it::index::{}::{}", backend.name(), stringify!($name)), move || async move {
                    let mut world = World::open(backend).await;
                    $name(&mut world).await;
                    world.end().await;
                })
            ),+]
        }
    };
}

contract![
    what_was_put_in_is_found_by_words_and_by_meaning,
    a_point_of_the_same_id_is_replaced_whole,
    a_point_may_have_one_vector_only,
    deleting_takes_out_what_is_named_and_in_scope,
    clearing_takes_out_everything_and_leaves_it_usable,
    every_filter_holds_for_both_searches_and_the_count,
    documents_are_told_apart,
    nothing_of_another_scope_is_ever_found,
    another_scope_does_not_even_show_in_the_scores,
    bad_vectors_are_refused_and_nothing_of_the_batch_is_stored,
    a_query_that_says_nothing_finds_nothing,
    among_many_points_the_nearest_are_found,
    of_equals_at_the_end_of_a_list_the_newest_stay,
    writing_and_reading_at_once_is_safe,
    what_was_put_in_is_there_after_reopening,
    points_are_counted_by_id_within_their_scope,
    it_tells_what_it_is,
];

fn ids(list: &[(Uuid, f32)]) -> Vec<Uuid> {
    list.iter().map(|(id, _)| *id).collect()
}

fn sorted(list: &[(Uuid, f32)]) -> Vec<Uuid> {
    let mut found = ids(list);
    found.sort();
    found
}

async fn found(world: &World, n: u64, text: &str) -> Candidates {
    world.index.search(&scope(n), &query(text)).await.unwrap()
}

async fn what_was_put_in_is_found_by_words_and_by_meaning(world: &mut World) {
    let texts = ["the harbour is frozen", "tea with milk", "a frozen lake in the north"];
    let points = texts.iter().enumerate().map(|(n, text)| message(n as u64, scope(1), text));
    world.index.upsert(points.collect()).await.unwrap();
    let hits = found(world, 1, "frozen harbours").await;
    assert_eq!(ids(&hits.lexical), [id(0), id(2)], "both words before one");
    assert!(hits.lexical[0].1 > hits.lexical[1].1 && hits.lexical[1].1 > 0.0);
    assert_eq!(hits.dense.len(), 3, "by meaning everything has a place");
    let same = found(world, 1, "tea with milk").await;
    assert_eq!(same.dense[0].0, id(1));
    assert!((same.dense[0].1 - 1.0).abs() < 1e-4, "the same direction is 1: {:?}", same.dense[0]);
    let few = IndexQuery { limit: 1, ..query("frozen") };
    let few = world.index.search(&scope(1), &few).await.unwrap();
    assert_eq!((few.lexical.len(), few.dense.len()), (1, 1));
}

async fn a_point_of_the_same_id_is_replaced_whole(world: &mut World) {
    let mut old = message(1, scope(1), "lives in Oslo");
    old.tags = vec!["home".into()];
    world.index.upsert(vec![old, message(2, scope(1), "likes tea")]).await.unwrap();
    let mut new = message(1, scope(1), "lives in Bergen");
    new.author = Some("agent".into());
    new.author_name = None;
    new.dense = vec![0.0; DIMS];
    world.index.upsert(vec![new]).await.unwrap();
    assert_eq!(world.index.total().await.unwrap(), 2);
    assert!(found(world, 1, "Oslo").await.lexical.is_empty());
    assert_eq!(ids(&found(world, 1, "Bergen").await.lexical), [id(1)]);
    assert_eq!(ids(&found(world, 1, "lives in Oslo").await.dense), [id(2)], "the old meaning is gone too");
    for (filter, expected) in [
        (IndexFilter { tags: vec!["home".into()], ..Default::default() }, 0),
        (IndexFilter { author: Some("mara".into()), ..Default::default() }, 1),
        (IndexFilter { author: Some("agent".into()), ..Default::default() }, 1),
    ] {
        assert_eq!(world.index.count(&scope(1), &filter).await.unwrap(), expected, "{filter:?}");
    }
}

async fn a_point_may_have_one_vector_only(world: &mut World) {
    let mut wordless = message(1, scope(1), "smile");
    wordless.sparse = Default::default();
    let mut meaningless = message(2, scope(1), "smile");
    meaningless.dense = vec![0.0; DIMS];
    world.index.upsert(vec![wordless, meaningless]).await.unwrap();
    let hits = found(world, 1, "smile").await;
    assert_eq!(ids(&hits.dense), [id(1)]);
    assert_eq!(ids(&hits.lexical), [id(2)]);
    assert_eq!(world.index.count(&scope(1), &IndexFilter::default()).await.unwrap(), 2);
}

async fn deleting_takes_out_what_is_named_and_in_scope(world: &mut World) {
    let points = (0..4).map(|n| message(n, scope(1), "apple pie")).chain([message(10, scope(2), "apple pie")]);
    world.index.upsert(points.collect()).await.unwrap();
    world.index.delete(&scope(1), &[id(0), id(2), id(10), id(99)]).await.unwrap();
    world.index.delete(&scope(1), &[id(0)]).await.unwrap();
    world.index.delete(&scope(1), &[]).await.unwrap();
    let left = found(world, 1, "apple").await;
    assert_eq!(sorted(&left.lexical), [id(1), id(3)]);
    assert_eq!(sorted(&left.dense), [id(1), id(3)]);
    assert_eq!(ids(&found(world, 2, "apple").await.lexical), [id(10)], "the wrong scope takes nothing out");
    assert_eq!(world.index.total().await.unwrap(), 3);
}

async fn clearing_takes_out_everything_and_leaves_it_usable(world: &mut World) {
    let points = (0..300).map(|n| message(n, scope(n % 3), "apple pie"));
    world.index.upsert(points.collect()).await.unwrap();
    assert_eq!(world.index.total().await.unwrap(), 300);
    world.index.clear().await.unwrap();
    assert_eq!(world.index.total().await.unwrap(), 0);
    assert_eq!(found(world, 1, "apple").await, Candidates::default());
    world.index.upsert(vec![message(1, scope(1), "apple pie"), message(2, scope(2), "apple pie")]).await.unwrap();
    assert_eq!(ids(&found(world, 1, "apple").await.lexical), [id(1)]);
    assert_eq!(ids(&found(world, 2, "apple").await.dense), [id(2)]);
}

/// Six points that differ in every field.
fn assorted() -> Vec<Point> {
    let text = "apple pie";
    let mut points: Vec<Point> = (0..6).map(|n| message(n, scope(1), text)).collect();
    points[1].author = Some("43".into());
    points[1].author_name = Some("tøm björk".into());
    points[2].author = Some("agent".into());
    points[2].author_name = None;
    for (n, tags) in [(3, vec!["food"]), (4, vec!["food", "home"]), (5, vec!["home"])] {
        points[n].kind = PointKind::Passage;
        points[n].author = None;
        points[n].author_name = None;
        points[n].tags = tags.into_iter().map(str::to_owned).collect();
    }
    points
}

async fn every_filter_holds_for_both_searches_and_the_count(world: &mut World) {
    world.index.upsert(assorted()).await.unwrap();
    let author = |name: &str| IndexFilter { author: Some(name.into()), ..Default::default() };
    let tags =
        |tags: &[&str]| IndexFilter { tags: tags.iter().map(|tag| (*tag).into()).collect(), ..Default::default() };
    let kind = |kind| IndexFilter { kind: Some(kind), ..Default::default() };
    let time = |after: Option<i64>, before: Option<i64>| IndexFilter {
        after: after.map(minutes),
        before: before.map(minutes),
        ..Default::default()
    };
    let cases: Vec<(IndexFilter, &[u64])> = vec![
        (IndexFilter::default(), &[0, 1, 2, 3, 4, 5]),
        (kind(PointKind::Message), &[0, 1, 2]),
        (kind(PointKind::Passage), &[3, 4, 5]),
        (author("42"), &[0]),
        (author("Mara"), &[0]),
        (author("TØM Björk"), &[1]),
        (author("tøm"), &[]),
        (author("agent"), &[2]),
        (author("nobody"), &[]),
        (tags(&["food"]), &[3, 4]),
        (tags(&["food", "home"]), &[4]),
        (tags(&["food", "none"]), &[]),
        (time(Some(2), None), &[2, 3, 4, 5]),
        (time(None, Some(2)), &[0, 1]),
        (time(Some(1), Some(4)), &[1, 2, 3]),
        (time(Some(4), Some(4)), &[]),
        (IndexFilter { kind: Some(PointKind::Passage), ..time(None, Some(5)) }, &[3, 4]),
        (IndexFilter { author: Some("mara".into()), ..kind(PointKind::Passage) }, &[]),
        (IndexFilter { tags: vec!["home".into()], ..time(Some(5), None) }, &[5]),
    ];
    for (filter, expected) in cases {
        let expected: Vec<Uuid> = expected.iter().map(|n| id(*n)).collect();
        let hits =
            world.index.search(&scope(1), &IndexQuery { filter: filter.clone(), ..query("apple") }).await.unwrap();
        assert_eq!(sorted(&hits.lexical), expected, "words, {filter:?}");
        assert_eq!(sorted(&hits.dense), expected, "meaning, {filter:?}");
        let count = world.index.count(&scope(1), &filter).await.unwrap();
        assert_eq!(count, expected.len() as u64, "count, {filter:?}");
        assert_eq!(world.index.count(&scope(2), &filter).await.unwrap(), 0, "another scope, {filter:?}");
    }
}

async fn documents_are_told_apart(world: &mut World) {
    let piece = |n: u64, document: &str| Point {
        kind: PointKind::Document,
        tags: vec![format!("document:{document}")],
        author: None,
        author_name: None,
        ..message(n, scope(1), "apple pie")
    };
    world
        .index
        .upsert(vec![message(1, scope(1), "apple pie"), piece(2, "a"), piece(3, "a"), piece(4, "b")])
        .await
        .unwrap();
    let of = |tags: Vec<String>| IndexFilter { kind: Some(PointKind::Document), tags, ..Default::default() };
    for (filter, expected) in [(of(vec![]), vec![2, 3, 4]), (of(vec!["document:a".into()]), vec![2, 3])] {
        let hits = world.index.search(&scope(1), &IndexQuery { filter, ..query("apple") }).await.unwrap();
        let expected: Vec<Uuid> = expected.into_iter().map(id).collect();
        assert_eq!((sorted(&hits.lexical), sorted(&hits.dense)), (expected.clone(), expected));
    }
}

/// The same texts, with the same vectors, in three scopes: the most tempting neighbours there can be.
async fn nothing_of_another_scope_is_ever_found(world: &mut World) {
    let mut points = Vec::new();
    for owner in 1..=3_u64 {
        for mut point in assorted() {
            point.id = id(owner * 100 + points.len() as u64);
            point.scope = scope(owner);
            points.push(point);
        }
    }
    let owned = |owner: u64| points.iter().filter(|point| point.scope == scope(owner)).map(|point| point.id).collect();
    let filters = [
        IndexFilter::default(),
        IndexFilter { kind: Some(PointKind::Passage), ..Default::default() },
        IndexFilter { author: Some("agent".into()), ..Default::default() },
        IndexFilter { tags: vec!["food".into()], ..Default::default() },
        IndexFilter { after: Some(minutes(-10)), before: Some(minutes(10)), ..Default::default() },
    ];
    world.index.upsert(points.clone()).await.unwrap();
    for owner in 1..=4 {
        let own: Vec<Uuid> = owned(owner);
        for filter in &filters {
            for text in ["apple pie", "pie", "something else"] {
                let asked = IndexQuery { filter: filter.clone(), limit: 1_000, ..query(text) };
                let hits = world.index.search(&scope(owner), &asked).await.unwrap();
                for (hit, _) in hits.lexical.iter().chain(&hits.dense) {
                    assert!(own.contains(hit), "scope {owner} was shown {hit} for `{text}` with {filter:?}");
                }
            }
            assert!(world.index.count(&scope(owner), filter).await.unwrap() <= own.len() as u64);
        }
        world.index.delete(&scope(4), &own).await.unwrap();
    }
    assert_eq!(world.index.total().await.unwrap(), 18, "nor can another scope take anything out");
}

async fn another_scope_does_not_even_show_in_the_scores(world: &mut World) {
    let texts = ["rare word here", "common word here", "common things here", "common sense"];
    let points = texts.iter().enumerate().map(|(n, text)| message(n as u64, scope(1), text));
    world.index.upsert(points.collect()).await.unwrap();
    let before = found(world, 1, "rare common").await;
    let neighbours = (100..150).map(|n| message(n, scope(2), "rare rare rare")).collect();
    world.index.upsert(neighbours).await.unwrap();
    assert_eq!(found(world, 1, "rare common").await, before);
}

async fn bad_vectors_are_refused_and_nothing_of_the_batch_is_stored(world: &mut World) {
    let good = || message(1, scope(1), "apple pie");
    let with_dense = |dense: Vec<f32>| Point { dense, ..message(2, scope(1), "apple pie") };
    let mut odd = vec![0.1; DIMS];
    odd[3] = f32::NAN;
    let mut endless = vec![0.1; DIMS];
    endless[0] = f32::INFINITY;
    let mut nothing = with_dense(vec![0.0; DIMS]);
    nothing.sparse = Default::default();
    let mut unsorted = good();
    unsorted.sparse.indices.reverse();
    let mut weightless = good();
    weightless.sparse.values[0] = f32::NAN;
    let bad = [
        with_dense(vec![]),
        with_dense(vec![0.1; DIMS - 1]),
        with_dense(vec![0.1; DIMS + 1]),
        with_dense(odd.clone()),
        with_dense(endless),
        nothing,
        unsorted,
        weightless,
    ];
    for point in bad {
        let outcome = world.index.upsert(vec![good(), point.clone()]).await;
        assert!(matches!(outcome, Err(IndexError::BadVector(_))), "{point:?}: {outcome:?}");
    }
    assert_eq!(world.index.total().await.unwrap(), 0);
    world.index.upsert(vec![good()]).await.unwrap();
    for dense in [odd, vec![0.1; DIMS + 1]] {
        let asked = IndexQuery { dense: Some(dense), ..query("apple") };
        let outcome = world.index.search(&scope(1), &asked).await;
        assert!(matches!(outcome, Err(IndexError::BadVector(_))), "{outcome:?}");
    }
}

async fn a_query_that_says_nothing_finds_nothing(world: &mut World) {
    assert_eq!(found(world, 1, "apple").await, Candidates::default(), "an empty index");
    world.index.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    for asked in [
        IndexQuery { limit: 10, ..Default::default() },
        IndexQuery { dense: Some(vec![0.0; DIMS]), limit: 10, ..Default::default() },
        IndexQuery { limit: 0, ..query("apple") },
    ] {
        assert_eq!(world.index.search(&scope(1), &asked).await.unwrap(), Candidates::default(), "{asked:?}");
    }
    let words = IndexQuery { dense: None, ..query("apple") };
    let words = world.index.search(&scope(1), &words).await.unwrap();
    assert_eq!((words.lexical.len(), words.dense.len()), (1, 0));
}

async fn among_many_points_the_nearest_are_found(world: &mut World) {
    let mut seed = Seed(5);
    let points: Vec<Point> = (0..2_000).map(|n| message(n, scope(n % 4), &sentence(&mut seed, 12))).collect();
    world.index.upsert(points.clone()).await.unwrap();
    assert_eq!(world.index.total().await.unwrap(), 2_000);
    assert_eq!(world.index.count(&scope(3), &IndexFilter::default()).await.unwrap(), 500);
    for _ in 0..5 {
        let asked = IndexQuery { limit: 20, ..query(&sentence(&mut seed, 3)) };
        let wanted = asked.dense.clone().unwrap();
        let cosine = |point: &Point| -> f32 { point.dense.iter().zip(&wanted).map(|(one, other)| one * other).sum() };
        let mut exact: Vec<f32> = points.iter().filter(|point| point.scope == scope(3)).map(cosine).collect();
        exact.sort_by(|one, other| other.total_cmp(one));
        let hits = world.index.search(&scope(3), &asked).await.unwrap();
        assert_eq!(hits.dense.len(), 20);
        for ((_, score), exact) in hits.dense.iter().zip(&exact) {
            assert!((score - exact).abs() < 1e-4, "{score} where {exact} is the best that is left");
        }
    }
}

/// Thirty items that nothing tells apart, twenty wanted. Which ones an engine would keep is chance, so it is asked often.
async fn of_equals_at_the_end_of_a_list_the_newest_stay(world: &mut World) {
    world.index.upsert((0..30).map(|n| message(n, scope(1), "apple pie")).collect()).await.unwrap();
    world.index.upsert(vec![message(40, scope(1), "apple apple pie")]).await.unwrap();
    let newest: Vec<Uuid> = (11..30).rev().map(id).collect();
    for _ in 0..20 {
        let asked = IndexQuery { limit: 20, ..query("apple pie") };
        let hits = world.index.search(&scope(1), &asked).await.unwrap();
        assert_eq!(ids(&hits.lexical), [&[id(40)][..], &newest].concat());
        assert_eq!(ids(&hits.dense), (10..30).rev().map(id).collect::<Vec<_>>());
    }
}

async fn writing_and_reading_at_once_is_safe(world: &mut World) {
    let writers = (0..4_u64).map(|owner| {
        let index = world.index.clone();
        tokio::spawn(async move {
            for n in 0..25 {
                index.upsert(vec![message(owner * 100 + n, scope(owner), "apple pie")]).await.unwrap();
                let hits = index.search(&scope(owner), &query("apple")).await.unwrap();
                assert_eq!(hits.lexical.len() as u64, n + 1, "what was accepted is found at once");
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(world.index.total().await.unwrap(), 100);
}

async fn what_was_put_in_is_there_after_reopening(world: &mut World) {
    let points = (0..10).map(|n| message(n, scope(n % 2), "apple pie"));
    world.index.upsert(points.collect()).await.unwrap();
    world.index.delete(&scope(0), &[id(0)]).await.unwrap();
    let before = found(world, 0, "apple").await;
    for _ in 0..2 {
        world.reopen().await;
        assert_eq!(world.index.total().await.unwrap(), 9);
        assert_eq!(found(world, 0, "apple").await, before);
    }
    world.index.upsert(vec![message(50, scope(0), "apple pie")]).await.unwrap();
    assert_eq!(found(world, 0, "apple").await.lexical.len(), 5);
}

async fn it_tells_what_it_is(world: &mut World) {
    world.index.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    let description = world.index.describe().await.unwrap();
    assert!(description.to_lowercase().contains("qdrant") && description.contains("1 points"), "{description}");
}

async fn points_are_counted_by_id_within_their_scope(world: &mut World) {
    let points = (0..600).map(|n| message(n, scope(1), "apple pie")).chain([message(700, scope(2), "apple pie")]);
    world.index.upsert(points.collect()).await.unwrap();
    let all: Vec<Uuid> = (0..800).map(id).collect();
    assert_eq!(world.index.present(&scope(1), &all).await.unwrap(), 600);
    assert_eq!(world.index.present(&scope(2), &all).await.unwrap(), 1);
    assert_eq!(world.index.present(&scope(1), &[id(700), id(5)]).await.unwrap(), 1);
    assert_eq!(world.index.present(&scope(3), &all).await.unwrap(), 0);
    assert_eq!(world.index.present(&scope(1), &[]).await.unwrap(), 0);
}
