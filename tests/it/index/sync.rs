//! The upkeep of the index, from a ledger in memory.

mod parts;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::TimeDelta;
use keepsake::clock::ManualClock;
use keepsake::index::sync::{Backoff, IndexSync, SyncError, SyncReport};
use tokio_util::sync::CancellationToken;

use self::parts::{Feed, Shelf, Words, passage, said};
use super::texts::{day_one, scope};
use crate::trials;

trials![
    everything_new_is_indexed_and_marked,
    nothing_new_costs_nothing,
    what_was_reset_leaves_the_index,
    what_the_embedder_refuses_does_not_hold_up_the_rest,
    what_was_refused_is_tried_again_when_it_is_due,
    many_refused_items_leave_room_for_new_ones,
    an_embedder_that_is_down_is_an_error_and_asked_twice_only,
    a_vector_that_is_no_vector_is_refused_alone,
    when_the_index_fails_nothing_is_marked,
    two_callers_do_the_work_once,
    reindexing_starts_from_nothing_and_tells_how_far_it_is,
    a_lost_index_is_noticed,
    an_index_that_failed_is_suspected_once_it_works_again,
    a_text_of_signs_alone_is_passed_over,
    a_nudge_wakes_the_task_and_failure_is_tried_again,
    shutdown_ends_the_task_even_while_it_works,
];

struct Bench {
    feed: Arc<Feed>,
    shelf: Arc<Shelf>,
    words: Arc<Words>,
    clock: Arc<ManualClock>,
    sync: Arc<IndexSync>,
}

fn bench() -> Bench {
    let (feed, shelf, words) = (Arc::new(Feed::default()), Arc::new(Shelf::default()), Arc::new(Words::default()));
    let clock = Arc::new(ManualClock::new(day_one()));
    let sync = Arc::new(IndexSync::new(feed.clone(), shelf.clone(), words.clone(), clock.clone()));
    Bench { feed, shelf, words, clock, sync }
}

fn report(indexed: u64, removed: u64, refused: u64) -> SyncReport {
    SyncReport { indexed, removed, refused }
}

async fn everything_new_is_indexed_and_marked() {
    let bench = bench();
    for n in 0..200 {
        bench.feed.add(said(n, "Mara", &format!("message {n} about apples")));
    }
    bench.feed.add(passage(500, "likes tea", &["food"]));
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(201, 0, 0));
    assert_eq!(bench.feed.waiting(), 0);
    let points = bench.shelf.points();
    assert_eq!(points.len(), 201);
    let first = &points[&parts::id(0)];
    assert_eq!(
        (first.scope, first.author.as_deref(), first.author_name.as_deref()),
        (scope(0), Some("7"), Some("mara"))
    );
    assert_eq!(points[&parts::id(500)].tags, ["food"]);
    assert!(bench.words.calls.load(Ordering::SeqCst) <= 4, "texts are embedded in batches");
}

async fn nothing_new_costs_nothing() {
    let bench = bench();
    assert_eq!(bench.sync.catch_up().await.unwrap(), SyncReport::default());
    assert_eq!(bench.words.calls.load(Ordering::SeqCst), 0);
    assert_eq!(bench.shelf.writes.load(Ordering::SeqCst), 0);
}

async fn what_was_reset_leaves_the_index() {
    let bench = bench();
    for n in 0..6 {
        bench.feed.add(said(n, "Mara", "hello"));
    }
    bench.sync.catch_up().await.unwrap();
    for n in [1, 2, 4] {
        bench.feed.reset(n);
    }
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(0, 3, 0));
    let left: Vec<_> = bench.shelf.points().into_keys().collect();
    assert_eq!(left, [parts::id(0), parts::id(3), parts::id(5)]);
    assert_eq!(bench.feed.buried(), 0);
}

async fn what_the_embedder_refuses_does_not_hold_up_the_rest() {
    let bench = bench();
    for n in 0..100 {
        let text = if n == 3 || n == 70 { "REFUSED" } else { "hello there" };
        bench.feed.add(said(n, "Mara", text));
    }
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(98, 0, 2));
    assert_eq!(bench.feed.waiting(), 2);
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(0, 0, 2), "not due yet");
    bench.feed.add(said(200, "Mara", "something new"));
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(1, 0, 2));
}

async fn what_was_refused_is_tried_again_when_it_is_due() {
    let bench = bench();
    bench.feed.add(said(1, "Mara", "REFUSED"));
    bench.sync.catch_up().await.unwrap();
    bench.words.lenient.store(true, Ordering::SeqCst);
    bench.clock.advance(TimeDelta::seconds(59));
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(0, 0, 1));
    bench.clock.advance(TimeDelta::seconds(1));
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(1, 0, 0));
    assert_eq!(bench.feed.waiting(), 0);
}

async fn many_refused_items_leave_room_for_new_ones() {
    let bench = bench();
    for n in 0..150 {
        bench.feed.add(said(n, "Mara", "REFUSED"));
    }
    bench.feed.add(said(200, "Mara", "hello"));
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(1, 0, 150));
}

async fn an_embedder_that_is_down_is_an_error_and_asked_twice_only() {
    let bench = bench();
    for n in 0..50 {
        bench.feed.add(said(n, "Mara", "hello"));
    }
    bench.words.down.store(true, Ordering::SeqCst);
    let error = bench.sync.catch_up().await.unwrap_err();
    assert!(matches!(error, SyncError::Embed(_)), "{error}");
    assert_eq!(bench.words.calls.load(Ordering::SeqCst), 2, "the batch, and a text that any embedder takes");
    bench.words.down.store(false, Ordering::SeqCst);
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(50, 0, 0), "nothing was held against the texts");
}

async fn a_vector_that_is_no_vector_is_refused_alone() {
    let bench = bench();
    for (n, text) in ["hello", "NAN", "there"].into_iter().enumerate() {
        bench.feed.add(said(n as u64, "Mara", text));
    }
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(2, 0, 1));
}

async fn when_the_index_fails_nothing_is_marked() {
    let bench = bench();
    bench.feed.add(said(1, "Mara", "hello"));
    bench.feed.add(said(2, "Mara", "hello"));
    bench.sync.catch_up().await.unwrap();
    bench.feed.reset(2);
    bench.feed.add(said(3, "Mara", "hello"));
    bench.shelf.down.store(true, Ordering::SeqCst);
    let error = bench.sync.catch_up().await.unwrap_err();
    assert!(matches!(error, SyncError::Index(_)), "{error}");
    assert_eq!((bench.feed.waiting(), bench.feed.buried()), (1, 1));
    bench.shelf.down.store(false, Ordering::SeqCst);
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(1, 1, 0));
}

async fn two_callers_do_the_work_once() {
    let bench = bench();
    for n in 0..300 {
        bench.feed.add(said(n, "Mara", "hello"));
    }
    let (one, other) = tokio::join!(bench.sync.catch_up(), bench.sync.catch_up());
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(one.indexed + other.indexed, 300);
    assert_eq!(bench.words.texts.load(Ordering::SeqCst), 300, "each text is embedded once");
}

async fn reindexing_starts_from_nothing_and_tells_how_far_it_is() {
    let bench = bench();
    for n in 0..150 {
        bench.feed.add(said(n, "Mara", "hello"));
    }
    bench.sync.catch_up().await.unwrap();
    bench.shelf.put_stray(parts::id(9_999));
    let told = std::sync::Mutex::new(Vec::new());
    let progress = |done, all| told.lock().unwrap().push((done, all));
    assert_eq!(bench.sync.reindex(&progress).await.unwrap(), report(150, 0, 0));
    assert_eq!(bench.shelf.points().len(), 150, "the stray is gone");
    let told = told.into_inner().unwrap();
    assert_eq!((told.first(), told.last()), (Some(&(0, 150)), Some(&(150, 150))));
    assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0), "{told:?}");
}

async fn a_lost_index_is_noticed() {
    let bench = bench();
    assert_eq!(bench.sync.rewind_if_lost().await.unwrap(), None, "an empty ledger has lost nothing");
    bench.feed.add(said(1, "Mara", "hello"));
    assert_eq!(bench.sync.rewind_if_lost().await.unwrap(), None, "nor has one that was never indexed");
    bench.feed.add(said(2, "Mara", "hello"));
    bench.sync.catch_up().await.unwrap();
    assert_eq!(bench.sync.rewind_if_lost().await.unwrap(), None);
    bench.shelf.lose();
    assert_eq!(bench.sync.rewind_if_lost().await.unwrap(), Some(2));
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(2, 0, 0));
    assert_eq!(bench.shelf.points().len(), 2);
}

async fn an_index_that_failed_is_suspected_once_it_works_again() {
    let bench = bench();
    bench.feed.add(said(1, "Mara", "hello"));
    bench.sync.catch_up().await.unwrap();
    bench.sync.doubt();
    bench.sync.catch_up().await.unwrap();
    let patience = Duration::from_secs(10);
    tokio::time::timeout(patience, bench.sync.suspected()).await.expect("single things may be missing");
    bench.sync.doubt();
    bench.shelf.lose();
    bench.sync.catch_up().await.unwrap();
    let again = tokio::time::timeout(Duration::from_millis(50), bench.sync.suspected()).await;
    assert!(again.is_err(), "what is filled anew lacks nothing");
}

async fn a_text_of_signs_alone_is_passed_over() {
    let bench = bench();
    bench.feed.add(passage(1, "!?…", &[]));
    bench.feed.add(passage(2, "tea", &[]));
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(2, 0, 0));
    assert_eq!(bench.shelf.points().len(), 1);
    assert_eq!(bench.feed.waiting(), 0);
}

const SWIFT: Backoff = Backoff { first: Duration::from_millis(1), longest: Duration::from_millis(4) };

async fn a_nudge_wakes_the_task_and_failure_is_tried_again() {
    let bench = bench();
    let shutdown = CancellationToken::new();
    bench.feed.add(said(1, "Mara", "hello"));
    let (sync, token) = (bench.sync.clone(), shutdown.clone());
    let task = tokio::spawn(async move { sync.run(token, SWIFT).await });
    bench.feed.until_waiting(0).await;
    bench.words.down.store(true, Ordering::SeqCst);
    bench.feed.add(said(2, "Mara", "hello"));
    bench.sync.nudge();
    bench.words.until_calls(10).await;
    assert_eq!(bench.feed.waiting(), 1);
    bench.words.down.store(false, Ordering::SeqCst);
    bench.feed.until_waiting(0).await;
    shutdown.cancel();
    task.await.unwrap();
    assert_eq!(bench.shelf.points().len(), 2);
}

async fn shutdown_ends_the_task_even_while_it_works() {
    let bench = bench();
    bench.words.stuck.store(true, Ordering::SeqCst);
    bench.feed.add(said(1, "Mara", "hello"));
    let shutdown = CancellationToken::new();
    let (sync, token) = (bench.sync.clone(), shutdown.clone());
    let task = tokio::spawn(async move { sync.run(token, SWIFT).await });
    bench.words.until_calls(1).await;
    shutdown.cancel();
    task.await.unwrap();
    assert_eq!(bench.feed.waiting(), 1, "what was not done is still to be done");
    bench.words.stuck.store(false, Ordering::SeqCst);
    assert_eq!(bench.sync.catch_up().await.unwrap(), report(1, 0, 0));
}
