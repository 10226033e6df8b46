//! A server that was started: it ends with us, says why it cannot start, and keeps what it has read.

use std::fs;
use std::time::Duration;

use keepsake::config::ProtocolChoice;
use keepsake::local_model::{LocalModel, find_or_start_from};
use secrecy::ExposeSecret;

use super::index::{Index, SERVER, index};
use crate::trials;

async fn start(index: &Index) -> LocalModel {
    find_or_start_from(&index.sources, &index.cache, |_| {}).await.unwrap()
}

/// Whether somebody listens at the model's address.
async fn answers(base_url: &str) -> bool {
    let address = base_url.trim_start_matches("http://").trim_end_matches("/v1");
    tokio::net::TcpStream::connect(address).await.is_ok()
}

async fn until_silent(base_url: &str) {
    let wait = async {
        while answers(base_url).await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.expect("the server ends within a minute");
}

async fn it_ends_when_it_is_dropped() {
    let Some(index) = index(SERVER) else { return };
    let model = start(&index).await;
    let config = model.config().clone();
    assert!(model.process().is_some() && answers(&config.base_url).await);
    assert_eq!((config.protocol, config.model.as_str()), (ProtocolChoice::Json, "little"));
    assert!(config.context_tokens <= 8_192 && config.max_tokens <= config.context_tokens / 2);
    assert!(!config.api_key.unwrap().expose_secret().is_empty());
    drop(model);
    until_silent(&config.base_url).await;
}

async fn it_has_ended_when_stop_returns() {
    let Some(index) = index(SERVER) else { return };
    let model = start(&index).await;
    let base_url = model.config().base_url.clone();
    model.stop().await;
    assert!(!answers(&base_url).await);
}

async fn it_ends_with_a_server_that_will_not() {
    let stubborn =
        SERVER.replace("import sys\n", "import signal\nimport sys\n\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n");
    assert_ne!(stubborn, SERVER);
    let Some(index) = index(&stubborn) else { return };
    let model = start(&index).await;
    let base_url = model.config().base_url.clone();
    drop(model);
    until_silent(&base_url).await;
}

async fn why_it_did_not_start_is_told() {
    let linker = "#!/bin/sh\necho 'llama-server: error while loading shared libraries: libgomp.so.1: cannot open shared object file' >&2\nexit 127\n";
    let Some(linked) = index(linker) else { return };
    let error = find_or_start_from(&linked.sources, &linked.cache, |_| {}).await.unwrap_err().to_string();
    assert!(error.contains("apt install libgomp1"), "{error}");
    let Some(other) = index("#!/bin/sh\necho loading\necho 'error: the model is strange'\nexit 1\n") else { return };
    let error = find_or_start_from(&other.sources, &other.cache, |_| {}).await.unwrap_err().to_string();
    assert!(error.contains("code 1") && error.contains("loading\nerror: the model is strange"), "{error}");
}

async fn what_it_has_read_is_kept_over_a_restart() {
    let Some(index) = index(SERVER) else { return };
    let model = start(&index).await;
    assert!(!model.restore_prompt("you are an agent").await, "nothing was kept yet");
    assert!(model.save_prompt("older").await);
    assert!(model.save_prompt("you are an agent").await);
    model.stop().await;
    let again = start(&index).await;
    assert!(again.restore_prompt("you are an agent").await);
    assert!(!again.restore_prompt("you are another").await);
    assert!(!again.restore_prompt("older").await);
    assert_eq!(fs::read_dir(index.cache.join("prompts")).unwrap().count(), 1, "only the newest is kept");
    again.stop().await;
}

trials![
    it_ends_when_it_is_dropped,
    it_has_ended_when_stop_returns,
    it_ends_with_a_server_that_will_not,
    why_it_did_not_start_is_told,
    what_it_has_read_is_kept_over_a_restart,
];
