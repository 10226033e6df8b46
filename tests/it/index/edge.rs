//! What the index in the process has of its own.

use keepsake::index::IndexError;

use super::texts::{id, message, query, scope};
use super::world::open_edge;
use crate::trials;

trials![
    a_second_opener_is_refused_until_the_first_closes,
    after_closing_nothing_can_be_asked,
    closing_waits_for_searches,
    what_was_accepted_is_there_without_closing,
    f42_another_embedder_has_another_folder,
    a_broken_folder_is_named,
];

async fn a_second_opener_is_refused_until_the_first_closes() {
    let folder = tempfile::tempdir().unwrap();
    let first = open_edge(folder.path()).await.unwrap();
    let refused = open_edge(folder.path()).await.err().unwrap();
    assert!(
        matches!(&refused, IndexError::Unavailable(text) if text.contains("Another Keepsake process")),
        "{refused}"
    );
    first.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    first.close().await.unwrap();
    let second = open_edge(folder.path()).await.unwrap();
    assert_eq!(second.total().await.unwrap(), 1);
    second.close().await.unwrap();
}

async fn after_closing_nothing_can_be_asked() {
    let folder = tempfile::tempdir().unwrap();
    let index = open_edge(folder.path()).await.unwrap();
    index.close().await.unwrap();
    index.close().await.unwrap();
    let outcomes = [
        index.upsert(vec![message(1, scope(1), "apple")]).await.err(),
        index.search(&scope(1), &query("apple")).await.err(),
        index.clear().await.err(),
        index.total().await.err(),
    ];
    for outcome in outcomes {
        assert!(matches!(outcome, Some(IndexError::Unavailable(_))), "{outcome:?}");
    }
}

async fn closing_waits_for_searches() {
    let folder = tempfile::tempdir().unwrap();
    let index = open_edge(folder.path()).await.unwrap();
    index.upsert((0..500).map(|n| message(n, scope(1), "apple pie")).collect()).await.unwrap();
    let searches: Vec<_> = (0..30)
        .map(|_| {
            let index = index.clone();
            tokio::spawn(async move { index.search(&scope(1), &query("apple")).await })
        })
        .collect();
    index.close().await.unwrap();
    // The folder is free the moment that close returns, whatever was being asked.
    let again = open_edge(folder.path()).await.unwrap();
    for search in searches {
        match search.await.unwrap() {
            Ok(hits) => assert_eq!(hits.lexical.len(), 50),
            Err(error) => assert!(matches!(error, IndexError::Unavailable(_)), "{error}"),
        }
    }
    again.close().await.unwrap();
}

/// A copy of the folder while it is in use is what a crash of the process would leave behind.
async fn what_was_accepted_is_there_without_closing() {
    let (folder, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let index = open_edge(folder.path()).await.unwrap();
    index.upsert((0..300).map(|n| message(n, scope(1), "apple pie")).collect()).await.unwrap();
    index.delete(&scope(1), &[id(7)]).await.unwrap();
    copy_folder(folder.path(), copy.path());
    let crashed = open_edge(copy.path()).await.unwrap();
    assert_eq!(crashed.total().await.unwrap(), 299);
    assert_eq!(crashed.search(&scope(1), &query("apple")).await.unwrap().lexical.len(), 50);
    crashed.close().await.unwrap();
    index.close().await.unwrap();
}

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[cfg(feature = "embedded-index")]
async fn f42_another_embedder_has_another_folder() {
    use keepsake::index::{MemoryIndex, qdrant_edge};
    let folder = tempfile::tempdir().unwrap();
    let first = open_edge(folder.path()).await.unwrap();
    first.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    let second = qdrant_edge::open(folder.path(), "vendor/other model", 8).await.unwrap();
    assert_eq!(second.total().await.unwrap(), 0);
    assert!(second.describe().await.unwrap().contains("vendor-other-model-8-"));
    second.close().await.unwrap();
    first.close().await.unwrap();
}

#[cfg(not(feature = "embedded-index"))]
async fn f42_another_embedder_has_another_folder() {}

async fn a_broken_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    open_edge(folder.path()).await.unwrap().close().await.unwrap();
    let inside =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).find(|path| path.is_dir());
    let inside = inside.unwrap();
    std::fs::write(inside.join("edge_config.json"), "not JSON").unwrap();
    let error = open_edge(folder.path()).await.err().unwrap().to_string();
    assert!(error.contains(&inside.display().to_string()) && error.contains("rebuilt"), "{error}");
    std::fs::remove_dir_all(&inside).unwrap();
    let anew = open_edge(folder.path()).await.unwrap();
    assert_eq!(anew.total().await.unwrap(), 0, "doing what the error says helps");
    anew.close().await.unwrap();
}
