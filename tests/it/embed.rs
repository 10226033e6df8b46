//! The embedding endpoint, over a real socket, against a server that answers what a test wants.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Json, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use keepsake::config::EmbedConfig;
use keepsake::embed::endpoint::{Endpoint, EndpointEmbedder};
use keepsake::embed::{self, Embedder};
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::trials;

const KEY: &str = "sk-very-secret";

/// What the server answers to the texts of the request of that number (from 0).
type Script = dyn Fn(usize, &[String]) -> Response + Send + Sync;

/// The texts of each request, and the key that came with it.
type Seen = Arc<Mutex<Vec<(Vec<String>, String)>>>;

#[derive(Clone)]
struct Server {
    script: Arc<Script>,
    /// The texts of each request, and the key it came with.
    seen: Seen,
}

impl Server {
    fn requests(&self) -> Vec<Vec<String>> {
        self.seen.lock().unwrap().iter().map(|(texts, _)| texts.clone()).collect()
    }
}

async fn answer(State(server): State<Server>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    assert_eq!(body["model"], "words");
    let texts: Vec<String> = serde_json::from_value(body["input"].clone()).unwrap();
    let key = headers.get("authorization").map_or(String::new(), |value| value.to_str().unwrap().to_owned());
    let number = {
        let mut seen = server.seen.lock().unwrap();
        seen.push((texts.clone(), key));
        seen.len() - 1
    };
    (server.script)(number, &texts)
}

/// Starts a server; the probe of `connect` is request 0.
async fn serve(script: impl Fn(usize, &[String]) -> Response + Send + Sync + 'static) -> (Server, Endpoint) {
    let server = Server { script: Arc::new(script), seen: Arc::default() };
    let app = Router::new().route("/v1/embeddings", post(answer)).with_state(server.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let key = Some(SecretString::from(KEY.to_owned()));
    let mut endpoint = Endpoint::new(&url, key, "words", Duration::from_secs(20));
    endpoint.pause = Duration::from_millis(1);
    (server, endpoint)
}

/// Three numbers that tell texts apart by their length.
fn vector(text: &str) -> Value {
    json!([text.chars().count(), 1, 0])
}

fn good(texts: &[String]) -> Response {
    let rows = texts.iter().enumerate().map(|(at, text)| json!({"index": at, "embedding": vector(text)}));
    Json(json!({"object": "list", "data": rows.collect::<Vec<_>>()})).into_response()
}

fn refuse(status: u16, message: &str) -> Response {
    let body = Json(json!({"error": {"message": message, "code": status}}));
    (StatusCode::from_u16(status).unwrap(), body).into_response()
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|at| "x".repeat(at + 1)).collect()
}

/// The error of connecting, which must never hold the key.
async fn refusal(endpoint: Endpoint) -> String {
    let error = EndpointEmbedder::connect(endpoint).await.err().expect("connecting fails").to_string();
    assert!(!error.contains(KEY), "{error}");
    error
}

async fn vectors_come_in_order_and_of_length_one() {
    let (server, endpoint) = serve(|_, texts| {
        let rows = texts.iter().enumerate().rev().map(|(at, text)| json!({"index": at, "embedding": vector(text)}));
        Json(json!({"data": rows.collect::<Vec<_>>()})).into_response()
    })
    .await;
    let embedder = EndpointEmbedder::connect(endpoint).await.unwrap();
    assert_eq!((embedder.dims(), embedder.name()), (3, "words-3"));
    let texts = texts(150);
    let vectors = embedder.embed(&texts).await.unwrap();
    assert_eq!(vectors.len(), 150);
    for (at, vector) in vectors.iter().enumerate() {
        let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
        assert!((length - 1.0).abs() < 1e-5);
        assert!((vector[0] / vector[1] - (at + 1) as f32).abs() < 1e-2, "the vector of text {at}");
    }
    let requests = server.requests();
    assert_eq!(requests.iter().map(Vec::len).collect::<Vec<_>>(), [1, 64, 64, 22]);
    assert_eq!(requests[1..].concat(), texts);
    assert!(server.seen.lock().unwrap().iter().all(|(_, key)| *key == format!("Bearer {KEY}")));
}

async fn blank_texts_are_not_sent() {
    let (server, endpoint) = serve(|_, texts| good(texts)).await;
    let embedder = EndpointEmbedder::connect(endpoint).await.unwrap();
    let vectors = embedder.embed(&["".into(), "tea".into(), " \n".into()]).await.unwrap();
    assert_eq!(vectors[0], [0.0; 3]);
    assert_eq!(vectors[2], [0.0; 3]);
    assert!(vectors[1][0] > 0.9);
    assert_eq!(server.requests()[1], ["tea"]);
}

async fn passing_trouble_is_asked_again() {
    let (server, endpoint) = serve(|number, texts| match number {
        0 => ([("retry-after", "0")], refuse(429, "slow down")).into_response(),
        1 => refuse(503, "starting"),
        _ => good(texts),
    })
    .await;
    EndpointEmbedder::connect(endpoint).await.unwrap();
    assert_eq!(server.requests().len(), 3);
}

async fn retries_end() {
    let (server, endpoint) = serve(|_, _| refuse(503, "still starting")).await;
    let error = refusal(endpoint).await;
    assert!(error.contains("HTTP 503") && error.contains("still starting"), "{error}");
    assert_eq!(server.requests().len(), 3);
}

async fn a_long_wait_is_not_waited_for() {
    let (server, endpoint) =
        serve(|_, _| ([("retry-after", "3600")], refuse(429, "come back later")).into_response()).await;
    let error = refusal(endpoint).await;
    assert!(error.contains("rate limit"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

async fn a_wrong_key_is_named_but_not_shown() {
    let (server, endpoint) = serve(|_, _| refuse(401, &format!("Incorrect API key provided: {KEY}"))).await;
    assert!(refusal(endpoint).await.contains("EMBED_API_KEY"));
    assert_eq!(server.requests().len(), 1, "asking again cannot help");
    let (_, endpoint) = serve(|_, _| refuse(400, &format!("bad request with {KEY}"))).await;
    assert!(refusal(endpoint).await.contains("bad request with [key]"));
}

async fn a_wrong_model_or_address_is_named() {
    let (_, endpoint) = serve(|_, _| refuse(404, "model `words` not found")).await;
    let error = refusal(endpoint).await;
    assert!(error.contains("EMBED_MODEL (words)") && error.contains("EMBED_BASE_URL"), "{error}");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut nobody = Endpoint::new(&format!("http://{free}/v1"), None, "words", Duration::from_secs(20));
    nobody.pause = Duration::from_millis(1);
    let error = refusal(nobody).await;
    assert!(error.contains("EMBED_BASE_URL") && error.to_lowercase().contains("refused"), "{error}");
}

async fn redirects_are_not_followed() {
    let (elsewhere, there) = serve(|_, texts| good(texts)).await;
    let location = format!("{}/embeddings", there.base_url);
    let moved = move |_: usize, _: &[String]| {
        (StatusCode::TEMPORARY_REDIRECT, [("location", location.clone())]).into_response()
    };
    let (server, endpoint) = serve(moved).await;
    let error = refusal(endpoint).await;
    assert!(error.contains("EMBED_BASE_URL") && error.contains("HTTP 307"), "{error}");
    assert_eq!((server.requests().len(), elsewhere.requests().len()), (1, 0));
}

async fn an_endless_answer_ends() {
    for status in [200, 503] {
        let endless = move |_: usize, _: &[String]| {
            let pieces = futures::stream::repeat_with(|| Ok::<_, std::convert::Infallible>("0, ".repeat(20_000)));
            (StatusCode::from_u16(status).unwrap(), Body::from_stream(pieces)).into_response()
        };
        let (_, mut endpoint) = serve(endless).await;
        (endpoint.timeout, endpoint.retries) = (Duration::from_secs(600), 0);
        let error = tokio::time::timeout(Duration::from_secs(60), refusal(endpoint)).await.expect("it ends");
        assert!(error.contains(if status == 200 { "endless" } else { "in trouble" }), "{error}");
    }
}

async fn answers_that_are_no_vectors_are_refused() {
    let bodies = [
        json!({"data": []}),
        json!({"data": [{"embedding": [1.0]}, {"embedding": [1.0]}]}),
        json!({"data": [{"index": 7, "embedding": [1.0]}]}),
        json!({"data": [{"index": 0, "embedding": []}]}),
        json!({"data": [{"index": 0, "embedding": [1.0, null]}]}),
        json!({"data": [{"index": 0, "embedding": [1e300]}]}),
        json!({"choices": []}),
        json!("hello"),
    ];
    for body in bodies {
        let shown = body.to_string();
        let (_, endpoint) = serve(move |_, _| Json(body.clone()).into_response()).await;
        let error = refusal(endpoint).await;
        assert!(error.contains("EMBED_MODEL") && error.contains("EMBED_BASE_URL"), "{shown}: {error}");
    }
}

async fn f42_a_change_of_length_is_refused() {
    let (_, endpoint) = serve(|number, texts| match number {
        0 => good(texts),
        _ => Json(json!({"data": [{"index": 0, "embedding": [1.0, 2.0]}]})).into_response(),
    })
    .await;
    let embedder = EndpointEmbedder::connect(endpoint).await.unwrap();
    let error = embedder.embed(&["tea".into()]).await.unwrap_err().to_string();
    assert!(error.contains("2 numbers") && error.contains("EMBED_MODEL"), "{error}");
}

async fn a_text_too_long_is_cut_and_spares_the_others() {
    let (server, endpoint) = serve(|_, texts| match texts.iter().any(|text| text.len() > 2_000) {
        true => refuse(400, "This model's maximum context length is 512 tokens"),
        false => good(texts),
    })
    .await;
    let embedder = EndpointEmbedder::connect(endpoint).await.unwrap();
    let vectors = embedder.embed(&["tea".into(), "é".repeat(9_000)]).await.unwrap();
    assert!((vectors[0][0] / vectors[0][1] - 3.0).abs() < 1e-3);
    assert!(
        (vectors[1][0] / vectors[1][1] - 500.0).abs() < 1.0,
        "bytes decide here, so 1,500 characters were too many"
    );
    assert_eq!(server.requests().last().unwrap()[0].chars().count(), 500);
}

async fn silence_ends_with_a_sentence() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let mut endpoint = Endpoint::new(&url, None, "words", Duration::from_millis(50));
    endpoint.retries = 0;
    assert!(refusal(endpoint).await.contains("EMBED_TIMEOUT_SECONDS"));
}

async fn open_gives_what_the_configuration_asks_for() {
    let builtin = embed::open(&EmbedConfig::Static { folder: None }).await.unwrap();
    assert_eq!((builtin.dims(), builtin.name()), (256, "potion-base-8m-int8"));
    let (_, endpoint) = serve(|_, texts| good(texts)).await;
    let config = EmbedConfig::Endpoint {
        base_url: endpoint.base_url,
        api_key: None,
        model: "words".into(),
        timeout: Duration::from_secs(20),
    };
    assert_eq!(embed::open(&config).await.unwrap().dims(), 3);
    let folder = EmbedConfig::Static { folder: Some("/nowhere/at/all".into()) };
    assert!(embed::open(&folder).await.err().unwrap().to_string().contains("EMBED_MODEL_PATH"));
}

trials![
    vectors_come_in_order_and_of_length_one,
    blank_texts_are_not_sent,
    passing_trouble_is_asked_again,
    retries_end,
    a_long_wait_is_not_waited_for,
    a_wrong_key_is_named_but_not_shown,
    a_wrong_model_or_address_is_named,
    redirects_are_not_followed,
    an_endless_answer_ends,
    answers_that_are_no_vectors_are_refused,
    f42_a_change_of_length_is_refused,
    a_text_too_long_is_cut_and_spares_the_others,
    silence_ends_with_a_sentence,
    open_gives_what_the_configuration_asks_for,
];
