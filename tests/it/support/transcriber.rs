//! A server that hears what a test scripted, over real HTTP in the OpenAI-compatible format.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Multipart, State};
use axum::http::header::{AUTHORIZATION, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, post};
use keepsake::config::TranscribeConfig;
use serde_json::json;

const KEY: &str = "sk-hearing-0123456789";

/// What one request brought, by field: the file as its name, kind and length.
pub type Brought = Vec<(String, String)>;

#[derive(Default)]
struct Heard {
    answers: VecDeque<Result<String, u16>>,
    brought: Vec<Brought>,
}

/// The server.
#[derive(Clone)]
pub struct FakeTranscriber {
    heard: Arc<Mutex<Heard>>,
    url: String,
}

impl FakeTranscriber {
    pub async fn start() -> Self {
        let heard = Arc::new(Mutex::new(Heard::default()));
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let app = Router::new()
            .route("/v1/audio/transcriptions", post(transcribe))
            .route("/elsewhere", any(elsewhere))
            .with_state(heard.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.expect("the server runs") });
        Self { heard, url }
    }

    pub fn config(&self) -> TranscribeConfig {
        TranscribeConfig {
            base_url: self.url.clone(),
            api_key: Some(KEY.into()),
            model: "whisper-test".into(),
            timeout: Duration::from_secs(5),
            bytes: 1_000,
        }
    }

    /// The next answers: words, or a status; one of a redirect leads elsewhere.
    pub fn then(&self, answer: Result<&str, u16>) -> &Self {
        self.heard.lock().expect("a lock").answers.push_back(answer.map(str::to_owned));
        self
    }

    pub fn brought(&self) -> Vec<Brought> {
        self.heard.lock().expect("a lock").brought.clone()
    }
}

async fn transcribe(State(heard): State<Arc<Mutex<Heard>>>, headers: HeaderMap, mut form: Multipart) -> Response {
    if headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()) != Some(&format!("Bearer {KEY}")) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let mut brought = Brought::new();
    while let Some(field) = form.next_field().await.expect("a form") {
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(|file| format!("{file} {}", field.content_type().unwrap_or_default()));
        let content = field.bytes().await.expect("its content");
        let text = match file {
            Some(file) => format!("{file} {}", content.len()),
            None => String::from_utf8_lossy(&content).into_owned(),
        };
        brought.push((name, text));
    }
    let mut heard = heard.lock().expect("a lock");
    heard.brought.push(brought);
    match heard.answers.pop_front().expect("an answer is scripted") {
        Ok(text) => axum::Json(json!({"text": text})).into_response(),
        Err(status @ 300..400) => {
            (StatusCode::from_u16(status).expect("a status"), [(LOCATION, "/elsewhere")]).into_response()
        }
        Err(status) => StatusCode::from_u16(status).expect("a status").into_response(),
    }
}

/// Where a redirect leads. It is noted that somebody came.
async fn elsewhere(State(heard): State<Arc<Mutex<Heard>>>) -> StatusCode {
    heard.lock().expect("a lock").brought.push(Brought::new());
    StatusCode::OK
}
