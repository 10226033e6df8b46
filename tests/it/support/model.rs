//! A language model that says what a test scripted, over real HTTP in the OpenAI-compatible format, streamed and whole.
//! It looks at every request as the strictest of providers would; a test during which one was wrong fails.
//!
//! ```ignore
//! let model = ScriptedModel::start().await;
//! model.calls(vec![("core_memory_append", json!({"label": "human", "content": "Has a cat."}))]);
//! model.reply("Noted!");
//! // … a client on `model.config()` …
//! assert_eq!(model.requests().len(), 2);
//! ```

pub mod checks;
pub mod script;
mod wire;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use keepsake::config::{LlmConfig, ProtocolChoice, VisionChoice};
use keepsake::llm::tokens::TokenCounter;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::support::discord::line::{Line, Lines};

pub use script::{Asked, Gate, Script};

/// Tokens of prompt and answer together that [`ScriptedModel::config`] names and every request is held to.
const CONTEXT_TOKENS: u32 = 16_384;
/// The key that [`ScriptedModel::config`] names and every request must bring.
pub const KEY: &str = "sk-scripted-0123456789";

type Reaction = Box<dyn Fn(&Asked) -> Script + Send + Sync>;

/// The server. Ends, and checks what it was asked, when it is dropped.
pub struct ScriptedModel {
    shared: Arc<Shared>,
    address: SocketAddr,
    server: JoinHandle<()>,
}

struct Shared {
    state: Mutex<Scripted>,
    asked: Notify,
    tokens: TokenCounter,
}

#[derive(Default)]
struct Scripted {
    queue: VecDeque<Script>,
    reaction: Option<Reaction>,
    requests: Vec<Asked>,
    violations: Vec<String>,
    budget: usize,
    piece: usize,
    dims: usize,
    embedding_failures: VecDeque<u16>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, Scripted> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ScriptedModel {
    pub async fn start() -> Self {
        let state = Scripted { budget: CONTEXT_TOKENS as usize, piece: 3, dims: 64, ..Scripted::default() };
        let shared = Arc::new(Shared { state: Mutex::new(state), asked: Notify::new(), tokens: TokenCounter::new() });
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let app = Router::new()
            .route("/v1/chat/completions", post(chat))
            .route("/v1/models", get(models))
            .route("/v1/embeddings", post(embeddings))
            .with_state(shared.clone());
        let app = app.into_make_service_with_connect_info::<Line>();
        let server = tokio::spawn(async move { axum::serve(Lines(listener), app).await.expect("the server runs") });
        Self { shared, address, server }
    }

    /// What `LLM_BASE_URL` would be.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// A configuration for it: native tools, streamed, quick to give up.
    pub fn config(&self) -> LlmConfig {
        LlmConfig {
            base_url: self.url(),
            api_key: Some(KEY.into()),
            model: "scripted".into(),
            others: Vec::new(),
            protocol: ProtocolChoice::Tools,
            context_tokens: CONTEXT_TOKENS,
            max_tokens: 512,
            temperature: None,
            timeout: Duration::from_secs(10),
            retries: 2,
            stream: true,
            vision: VisionChoice::Auto,
        }
    }

    /// The next answer is these words.
    pub fn reply(&self, text: &str) {
        self.push(Script::reply(text));
    }

    /// The next answer calls these tools. Where a request allows one JSON object a step, each is an answer of its own.
    pub fn calls(&self, calls: Vec<(&str, Value)>) {
        self.push(Script::calls(calls));
    }

    /// The next answer says these words and calls these tools. The words are left out where only one object is allowed.
    pub fn calls_and_text(&self, text: &str, calls: Vec<(&str, Value)>) {
        self.push(Script::calls(calls).saying(text));
    }

    /// The next answer is that status.
    pub fn status(&self, status: u16, headers: &[(&str, &str)], body: &str) {
        self.push(Script::status(status, headers, body));
    }

    /// The next request is never answered.
    pub fn hang(&self) {
        self.push(Script::Hang);
    }

    /// The next answer breaks off after its first words.
    pub fn cut_stream(&self) {
        self.push(Script::Cut { text: "These words are".into(), cleanly: false });
    }

    /// The next answer is this body, with status 200.
    pub fn raw(&self, body: &str) {
        self.push(Script::raw("application/json", body));
    }

    /// The next answer after those that wait already.
    pub fn push(&self, script: Script) {
        self.shared.state().queue.push_back(script);
    }

    /// The same, to be told one after the other.
    pub fn then(&self, script: Script) -> &Self {
        self.push(script);
        self
    }

    /// What to answer, found from the request, whenever no answer waits.
    pub fn on(&self, reaction: impl Fn(&Asked) -> Script + Send + Sync + 'static) {
        self.shared.state().reaction = Some(Box::new(reaction));
    }

    /// Tokens that a request and its answer may have together.
    pub fn set_budget(&self, tokens: usize) {
        self.shared.state().budget = tokens;
    }

    /// Characters of one streamed piece.
    pub fn set_piece(&self, characters: usize) {
        self.shared.state().piece = characters.max(1);
    }

    /// How long vectors are.
    pub fn set_dims(&self, dims: usize) {
        self.shared.state().dims = dims;
    }

    /// The next requests for vectors fail with that status.
    pub fn fail_embeddings(&self, status: u16, times: usize) {
        self.shared.state().embedding_failures.extend(std::iter::repeat_n(status, times));
    }

    /// Every request for a chat so far.
    pub fn requests(&self) -> Vec<Asked> {
        self.shared.state().requests.clone()
    }

    /// Forgets the requests until now.
    pub fn forget_requests(&self) {
        self.shared.state().requests.clear();
    }

    /// The newest request.
    pub fn last_request(&self) -> Asked {
        self.shared.state().requests.last().cloned().expect("a request came")
    }

    /// Waits until that many requests have come in all.
    pub async fn wait_for_requests(&self, count: usize) {
        loop {
            let heard = self.shared.asked.notified();
            tokio::pin!(heard);
            heard.as_mut().enable();
            if self.shared.state().requests.len() >= count {
                return;
            }
            heard.await;
        }
    }

    /// Scripted answers that were not asked for.
    pub fn left(&self) -> usize {
        self.shared.state().queue.len()
    }

    /// What was wrong with the requests, which is then forgotten: for tests of the checks themselves.
    pub fn take_violations(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.state().violations)
    }

    /// # Panics
    /// If a request was wrong.
    pub fn assert_clean(&self) {
        let violations = self.shared.state().violations.clone();
        assert!(violations.is_empty(), "the model was asked wrongly:\n- {}", violations.join("\n- "));
    }
}

impl Drop for ScriptedModel {
    fn drop(&mut self) {
        self.server.abort();
        if !std::thread::panicking() {
            self.assert_clean();
        }
    }
}

async fn chat(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(line): ConnectInfo<Line>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let (asked, script, piece) = {
        let mut state = shared.state();
        let asked = Asked::read(&body, &headers);
        let found = checks::violations(&asked, state.budget, &shared.tokens);
        let number = state.requests.len() + 1;
        state.violations.extend(found.into_iter().map(|what| format!("request {number}: {what}")));
        state.requests.push(asked.clone());
        let script = next_script(&mut state, &asked);
        (asked, script, state.piece)
    };
    shared.asked.notify_waiters();
    let prompt_tokens = checks::prompt_tokens(&asked, &shared.tokens);
    wire::answer(&asked, script, piece, prompt_tokens, &line).await
}

fn next_script(state: &mut Scripted, asked: &Asked) -> Script {
    let waiting = state.queue.pop_front();
    let script = waiting.or_else(|| state.reaction.as_ref().map(|reaction| reaction(asked)));
    let Some(script) = script else {
        let number = state.requests.len();
        state.violations.push(format!("request {number}: no answer was scripted for it"));
        return Script::status(400, &[], "nothing is scripted");
    };
    if !asked.is_json() {
        return script;
    }
    let (first, rest) = script.one_step();
    if let Some(rest) = rest {
        state.queue.push_front(rest);
    }
    first
}

async fn models() -> Response {
    axum::Json(json!({"object": "list", "data": [{"id": "scripted", "object": "model"}]})).into_response()
}

async fn embeddings(State(shared): State<Arc<Shared>>, body: String) -> Response {
    let (failure, dims) = {
        let mut state = shared.state();
        (state.embedding_failures.pop_front(), state.dims)
    };
    if let Some(status) = failure {
        let status = StatusCode::from_u16(status).expect("a status");
        return (status, "scripted failure").into_response();
    }
    let Ok(body) = serde_json::from_str::<Value>(&body) else { return StatusCode::BAD_REQUEST.into_response() };
    axum::Json(wire::vectors(&body, dims)).into_response()
}
