//! What the index on a server has of its own, and that the server of the tests sees what must not be.

use keepsake::index::{IndexError, MemoryIndex, qdrant_server};
use qdrant_client::Qdrant;
use qdrant_client::qdrant::{
    Condition, CountPointsBuilder, DeletePointsBuilder, Filter, QueryPointsBuilder, ScrollPointsBuilder,
};

use super::texts::{DIMS, embed, id, message, query, scope};
use super::world::{EMBEDDER, config};
use crate::support::qdrant;
use crate::trials;

trials![
    an_unreachable_server_is_named,
    a_missing_or_wrong_key_is_named_but_never_shown,
    the_right_key_opens,
    f42_each_embedder_has_a_collection_which_is_made_once,
    a_server_that_goes_away_is_an_error_and_no_hang,
    a_collection_that_is_gone_is_said,
    the_server_of_the_tests_sees_what_is_unscoped,
];

fn text_of(error: Option<IndexError>) -> String {
    match error {
        Some(IndexError::Unavailable(text) | IndexError::Away(text) | IndexError::Broken(text)) => text,
        other => panic!("not a failure to reach it: {other:?}"),
    }
}

async fn an_unreachable_server_is_named() {
    let mut gone = qdrant::start().await;
    gone.stop().await;
    let error = text_of(qdrant_server::open(&config(gone.url()), EMBEDDER, DIMS).await.err());
    assert!(error.contains("QDRANT_URL") && error.contains(&gone.url()) && error.contains("6334"), "{error}");
}

async fn a_missing_or_wrong_key_is_named_but_never_shown() {
    let server = qdrant::start_with_key("right-key").await;
    for key in [None, Some("wrong-key")] {
        let mut config = config(server.url());
        config.api_key = key.map(|key| key.to_owned().into());
        let error = text_of(qdrant_server::open(&config, EMBEDDER, DIMS).await.err());
        assert!(error.contains("QDRANT_API_KEY") && !error.contains("-key"), "{error}");
    }
}

async fn the_right_key_opens() {
    let server = qdrant::start_with_key("right-key").await;
    let mut config = config(server.url());
    config.api_key = Some("right-key".to_owned().into());
    let index = qdrant_server::open(&config, EMBEDDER, DIMS).await.unwrap();
    index.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    assert_eq!(index.total().await.unwrap(), 1);
    let description = index.describe().await.unwrap();
    assert!(description.contains(&server.url()) && !description.contains("right-key"), "{description}");
}

async fn f42_each_embedder_has_a_collection_which_is_made_once() {
    let server = qdrant::start().await;
    let config = config(server.url());
    let first = qdrant_server::open(&config, EMBEDDER, DIMS).await.unwrap();
    first.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    let again = qdrant_server::open(&config, EMBEDDER, DIMS).await.unwrap();
    assert_eq!(again.total().await.unwrap(), 1);
    let other = qdrant_server::open(&config, "vendor/other model", 8).await.unwrap();
    assert_eq!(other.total().await.unwrap(), 0);
    let names = server.collections();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].starts_with("keepsake-test-words-32-"), "{names:?}");
    assert!(names[1].starts_with("keepsake-vendor-other-model-8-"), "{names:?}");
}

async fn a_server_that_goes_away_is_an_error_and_no_hang() {
    let mut server = qdrant::start().await;
    let index = qdrant_server::open(&config(server.url()), EMBEDDER, DIMS).await.unwrap();
    server.stop().await;
    for error in [
        index.upsert(vec![message(1, scope(1), "apple pie")]).await.err(),
        index.search(&scope(1), &query("apple")).await.err(),
        index.describe().await.err(),
    ] {
        let error = text_of(error);
        assert!(error.contains("QDRANT_URL"), "{error}");
    }
}

async fn a_collection_that_is_gone_is_said() {
    let server = qdrant::start().await;
    let config = config(server.url());
    let index = qdrant_server::open(&config, EMBEDDER, DIMS).await.unwrap();
    client(&server.url()).delete_collection(&server.collections()[0]).await.unwrap();
    let error = text_of(index.search(&scope(1), &query("apple")).await.err());
    assert!(error.contains("gone"), "{error}");
    let anew = qdrant_server::open(&config, EMBEDDER, DIMS).await.unwrap();
    assert_eq!(anew.total().await.unwrap(), 0, "doing what the error says helps");
}

fn client(url: &str) -> Qdrant {
    Qdrant::from_url(url).skip_compatibility_check().build().unwrap()
}

async fn the_server_of_the_tests_sees_what_is_unscoped() {
    let server = qdrant::start().await;
    let index = qdrant_server::open(&config(server.url()), EMBEDDER, DIMS).await.unwrap();
    index.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    assert!(server.take_violations().is_empty());
    let client = client(&server.url());
    let name = &server.collections()[0];
    let nearest = || QueryPointsBuilder::new(name).query(embed("apple")).using("dense");
    let by_kind = || Filter::must([Condition::matches("kind", "message".to_owned())]);
    let or_scope = Filter::should([Condition::matches("scope", scope(1).agent().to_string())]);
    let outcomes = [
        client.query(nearest()).await.err(),
        client.query(nearest().filter(by_kind())).await.err(),
        client.query(nearest().filter(or_scope)).await.err(),
        client.count(CountPointsBuilder::new(name).filter(by_kind())).await.err(),
        client.delete_points(DeletePointsBuilder::new(name).points(by_kind()).wait(true)).await.err(),
        client.delete_points(DeletePointsBuilder::new(name).points(vec![id(1).to_string()]).wait(true)).await.err(),
        client.scroll(ScrollPointsBuilder::new(name)).await.err(),
    ];
    assert!(outcomes.iter().all(Option::is_some), "{outcomes:?}");
    assert_eq!(server.take_violations().len(), outcomes.len());
    assert_eq!(index.total().await.unwrap(), 1);
}
