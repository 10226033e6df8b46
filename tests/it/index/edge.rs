//! What the index in the process has of its own.

use std::path::{Path, PathBuf};

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
    what_cannot_be_read_is_moved_aside_and_made_anew,
    what_is_no_folder_is_moved_aside,
    a_damaged_file_never_ends_the_program_or_the_start,
];

async fn a_second_opener_is_refused_until_the_first_closes() {
    let folder = tempfile::tempdir().unwrap();
    let first = open_edge(folder.path()).await.unwrap();
    let refused = open_edge(folder.path()).await.err().unwrap();
    assert!(matches!(&refused, IndexError::InUse(text) if text.contains("Another Keepsake process")), "{refused}");
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

fn copy_folder(from: &Path, to: &Path) {
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

/// Where the engine keeps its files: the folder in `folder`.
fn inside(folder: &Path) -> PathBuf {
    let mut entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.find(|path| path.is_dir()).unwrap()
}

/// The folders that were moved aside.
fn moved_aside(data: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("index.broken-")).collect()
}

async fn what_cannot_be_read_is_moved_aside_and_made_anew() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("index");
    let index = open_edge(&folder).await.unwrap();
    index.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    index.close().await.unwrap();
    std::fs::write(inside(&folder).join("edge_config.json"), "not JSON").unwrap();
    let anew = open_edge(&folder).await.unwrap();
    assert_eq!(anew.total().await.unwrap(), 0);
    let aside = moved_aside(data.path());
    assert_eq!(aside.len(), 1);
    assert_eq!(std::fs::read_to_string(aside[0].join("edge_config.json")).unwrap(), "not JSON");
    anew.upsert(vec![message(1, scope(1), "apple pie")]).await.unwrap();
    // Whoever has it open is no damage.
    assert!(matches!(open_edge(&folder).await.err(), Some(IndexError::InUse(_))));
    assert_eq!(moved_aside(data.path()).len(), 1);
    anew.close().await.unwrap();
    assert_eq!(open_edge(&folder).await.unwrap().total().await.unwrap(), 1);
}

async fn what_is_no_folder_is_moved_aside() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("index");
    std::fs::write(&folder, "a file").unwrap();
    open_edge(&folder).await.unwrap().close().await.unwrap();
    let inner = inside(&folder);
    std::fs::remove_dir_all(&inner).unwrap();
    std::fs::write(&inner, "another file").unwrap();
    open_edge(&folder).await.unwrap().close().await.unwrap();
    let texts = |path: &PathBuf| std::fs::read_to_string(path).ok();
    let mut moved = moved_aside(data.path());
    moved.sort();
    assert_eq!(moved.iter().filter_map(texts).collect::<Vec<_>>(), ["a file", "another file"]);
    #[cfg(unix)]
    {
        std::fs::remove_dir_all(&inner).unwrap();
        std::os::unix::fs::symlink("nowhere", &inner).unwrap();
    }
    let index = open_edge(&folder).await.unwrap();
    assert!(!moved_aside(data.path()).is_empty());
    index.filled().await;
    assert!(moved_aside(data.path()).is_empty(), "they hold what people said");
    index.close().await.unwrap();
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Every file of the engine is damaged in turn. Whatever it makes of that, the index opens, and it answers or says that it
/// cannot; what it then lacks is made up for by the comparison with the ledger.
async fn a_damaged_file_never_ends_the_program_or_the_start() {
    let sound = tempfile::tempdir().unwrap();
    let index = open_edge(sound.path()).await.unwrap();
    index.upsert((0..300).map(|n| message(n, scope(1), "apple pie")).collect()).await.unwrap();
    index.close().await.unwrap();
    let (mut anew, mut lacking) = (0, 0);
    for (turn, file) in files(&inside(sound.path())).iter().enumerate() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("index");
        copy_folder(sound.path(), &folder);
        let damaged = folder.join(file.strip_prefix(sound.path()).unwrap());
        let mut bytes = std::fs::read(&damaged).unwrap();
        match turn % 3 {
            0 => bytes.truncate(bytes.len() / 2),
            1 => bytes.iter_mut().for_each(|byte| *byte ^= 0xA5),
            _ => bytes.clear(),
        }
        std::fs::write(&damaged, bytes).unwrap();
        let opened = open_edge(&folder).await.unwrap_or_else(|error| panic!("{}: {error}", damaged.display()));
        let total = opened.total().await.unwrap();
        match opened.search(&scope(1), &query("apple")).await {
            Ok(found) => assert!(total == 0 || found.lexical.len() <= 50, "{}", damaged.display()),
            Err(error) => assert!(matches!(error, IndexError::Broken(_) | IndexError::Engine(_)), "{error}"),
        }
        anew += moved_aside(data.path()).len();
        lacking += usize::from(total < 300);
        opened.close().await.ok();
    }
    assert!(anew > 0 && lacking >= anew, "{anew} were made anew, {lacking} lack something");
}
