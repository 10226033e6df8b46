//! Models that already run on this machine.

use axum::extract::Json;
use axum::routing::{get, post};
use axum::{Router, http};
use keepsake::config::ProtocolChoice;
use keepsake::local_model::{LocalModelError, Sources, find_or_start_from};
use serde_json::{Value, json};

use super::index::NOBODY;
use crate::trials;

async fn serve(app: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

fn sources(ollama: String, llama_cpp: String) -> Sources {
    Sources { ollama, llama_cpp, python: "/nowhere/python3".into(), bundle: None }
}

async fn ollama() -> String {
    let tags = json!({"models": [
        {"name": "nomic-embed-text:latest", "size": 300, "details": {"family": "nomic-bert"}},
        {"name": "llama3.2:1b", "size": 100, "details": {"family": "llama"}},
        {"name": "odd-but-larger:latest", "size": 250, "details": {"family": "odd"}},
        {"name": "qwen3:4b", "size": 200, "details": {"family": "qwen3"}},
    ]});
    let show = |Json(body): Json<Value>| async move {
        Json(match body["model"].as_str().unwrap() {
            "odd-but-larger:latest" => json!({"capabilities": ["embedding"]}),
            "qwen3:4b" => json!({"capabilities": ["completion", "tools"], "parameters": "num_ctx    8192\nstop \"x\""}),
            other => panic!("nobody needs to know about {other}"),
        })
    };
    let tags = get(move || async move { Json(tags) });
    serve(Router::new().route("/api/tags", tags).route("/api/show", post(show))).await
}

fn models(owner: &str) -> Router {
    let models = json!({"object": "list", "data": [{"id": "my-model.gguf", "object": "model", "owned_by": owner}]});
    let props = json!({"default_generation_settings": {"n_ctx": 32_768}, "total_slots": 1});
    Router::new()
        .route("/v1/models", get(move || async move { Json(models) }))
        .route("/props", get(move || async move { Json(props) }))
}

async fn the_largest_chat_model_of_an_ollama_is_used() {
    let base = ollama().await;
    let said = std::sync::Mutex::new(Vec::new());
    let tell = |text: &str| said.lock().unwrap().push(text.to_owned());
    let llama_cpp = serve(models("llamacpp")).await;
    let model = find_or_start_from(&sources(base.clone(), llama_cpp), "/nowhere".as_ref(), tell).await.unwrap();
    let config = model.config();
    assert_eq!((config.model.as_str(), config.base_url.as_str()), ("qwen3:4b", format!("{base}/v1").as_str()));
    assert_eq!((config.context_tokens, config.protocol), (8_192, ProtocolChoice::Auto));
    assert!(config.max_tokens <= config.context_tokens / 2);
    assert!(model.process().is_none() && model.about().contains("qwen3:4b"));
    let said = said.into_inner().unwrap();
    assert!(said.len() == 1 && said[0].contains("qwen3:4b") && said[0].contains("LLM_BASE_URL"), "{said:?}");
}

async fn a_llama_cpp_server_is_used_when_there_is_no_ollama() {
    let base = serve(models("llamacpp")).await;
    let model = find_or_start_from(&sources(NOBODY.into(), base.clone()), "/nowhere".as_ref(), |_| {}).await.unwrap();
    assert_eq!(model.config().model, "my-model.gguf");
    assert_eq!(model.config().base_url, format!("{base}/v1"));
    assert_eq!(model.config().context_tokens, 16_384);
}

async fn other_programs_on_those_ports_are_left_alone() {
    let empty = serve(Router::new().route("/api/tags", get(|| async { Json(json!({"models": []})) }))).await;
    let page = Router::new().fallback(|| async { http::Response::new(axum::body::Body::from("<html>")) });
    for (ollama, llama_cpp) in [
        (empty, serve(models("somebody")).await),
        (serve(page.clone()).await, serve(page).await),
        (NOBODY.to_owned(), NOBODY.to_owned()),
    ] {
        let found = find_or_start_from(&sources(ollama, llama_cpp), "/nowhere".as_ref(), |_| {}).await;
        assert!(matches!(found, Err(LocalModelError::NoBundle)));
    }
    assert!(LocalModelError::NoBundle.to_string().contains("LLM_BASE_URL"));
}

trials![
    the_largest_chat_model_of_an_ollama_is_used,
    a_llama_cpp_server_is_used_when_there_is_no_ollama,
    other_programs_on_those_ports_are_left_alone,
];
