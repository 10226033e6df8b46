//! A scripted model behind the OpenAI wire format. It looks at every request as a strict provider would, and a request
//! that one of them would refuse fails the test.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Json, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use keepsake::config::{LlmConfig, ProtocolChoice};
use keepsake::llm::tokens::TokenCounter;
use serde_json::{Value, json};

/// What the model does next.
#[derive(Debug, Clone)]
pub enum Act {
    Say(String),
    /// Words and calls together.
    Call(String, Vec<(String, Value)>),
    Status(u16, Vec<(&'static str, String)>, String),
    /// The body as it is, with status 200.
    Raw(String),
    /// A stream that ends in the middle.
    BreakOff,
    /// No answer, until the client gives up.
    Hang,
    /// Another act, after a while.
    After(Duration, Box<Act>),
}

impl Act {
    pub fn say(text: &str) -> Self {
        Self::Say(text.into())
    }

    pub fn call(name: &str, arguments: Value) -> Self {
        Self::Call(String::new(), vec![(name.into(), arguments)])
    }
}

type React = Box<dyn Fn(&Value) -> Option<Act> + Send + Sync>;

#[derive(Default)]
struct Script {
    queue: VecDeque<Act>,
    react: Option<React>,
    requests: Vec<Value>,
    faults: Vec<String>,
    keys: BTreeSet<String>,
}

struct Shared {
    script: Mutex<Script>,
    budget: usize,
}

/// The running server. Dropping it fails the test if any request was faulty.
pub struct ScriptedModel {
    shared: Arc<Shared>,
    url: String,
    server: tokio::task::JoinHandle<()>,
}

impl ScriptedModel {
    /// A model with room for 16,384 tokens that says "Hello." when nothing else is scripted.
    pub async fn start() -> Self {
        Self::with_budget(16_384).await
    }

    /// A model with room for so many tokens of prompt and answer.
    pub async fn with_budget(budget: usize) -> Self {
        let shared = Arc::new(Shared { script: Mutex::default(), budget });
        let routes = axum::Router::new()
            .route("/v1/chat/completions", post(answer))
            .route("/v1/models", get(async || Json(json!({ "data": [{ "id": "scripted" }] }))))
            .with_state(shared.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let server = tokio::spawn(async move { axum::serve(listener, routes).await.expect("the model serves") });
        Self { shared, url, server }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// A configuration that uses it.
    pub fn config(&self) -> LlmConfig {
        LlmConfig {
            base_url: self.url.clone(),
            api_key: Some("sk-test-secret-key".into()),
            model: "scripted".into(),
            protocol: ProtocolChoice::Tools,
            context_tokens: u32::try_from(self.shared.budget).expect("a small budget"),
            max_tokens: 512,
            temperature: None,
            timeout: Duration::from_secs(20),
            retries: 2,
            stream: true,
        }
    }

    /// Adds to what the model does, in order.
    pub fn then(&self, act: Act) -> &Self {
        self.script().queue.push_back(act);
        self
    }

    /// What the model does when nothing is queued, from what it is asked.
    pub fn react(&self, react: impl Fn(&Value) -> Option<Act> + Send + Sync + 'static) {
        self.script().react = Some(Box::new(react));
    }

    /// All requests so far.
    pub fn requests(&self) -> Vec<Value> {
        self.script().requests.clone()
    }

    /// The newest request.
    pub fn last_request(&self) -> Value {
        self.script().requests.last().cloned().expect("a request came")
    }

    /// The text of all messages of the newest request.
    pub fn last_prompt(&self) -> String {
        prompt_text(&self.last_request())
    }

    /// The keys that came with requests.
    pub fn keys(&self) -> BTreeSet<String> {
        self.script().keys.clone()
    }

    /// Forgets the faults so far, for tests of this server itself. Answers them.
    pub fn take_faults(&self) -> Vec<String> {
        std::mem::take(&mut self.script().faults)
    }

    fn script(&self) -> std::sync::MutexGuard<'_, Script> {
        self.shared.script.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for ScriptedModel {
    fn drop(&mut self) {
        self.server.abort();
        let faults = self.take_faults();
        if !std::thread::panicking() {
            assert!(faults.is_empty(), "the model was asked wrongly: {faults:#?}");
        }
    }
}

/// The text of all messages of a request.
pub fn prompt_text(request: &Value) -> String {
    let messages = request["messages"].as_array().cloned().unwrap_or_default();
    messages
        .iter()
        .map(|message| message["content"].as_str().unwrap_or_default().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The text of the last message of a request.
pub fn last_message(request: &Value) -> String {
    request["messages"]
        .as_array()
        .and_then(|all| all.last())
        .and_then(|last| last["content"].as_str())
        .unwrap_or_default()
        .to_owned()
}

async fn answer(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(request): Json<Value>) -> Response {
    let act = {
        let mut script = shared.script.lock().expect("the script");
        if let Some(key) = headers.get("authorization").and_then(|key| key.to_str().ok()) {
            script.keys.insert(key.to_owned());
        }
        let mut faults = faults_of(&request, shared.budget);
        script.faults.append(&mut faults);
        script.requests.push(request.clone());
        let queued = script.queue.pop_front();
        let reacted = || script.react.as_ref().and_then(|react| react(&request));
        queued.or_else(reacted).unwrap_or_else(|| Act::say("Hello."))
    };
    perform(act, &request).await
}

async fn perform(act: Act, request: &Value) -> Response {
    match act {
        Act::After(wait, then) => {
            tokio::time::sleep(wait).await;
            Box::pin(perform(*then, request)).await
        }
        Act::Hang => std::future::pending().await,
        Act::Status(status, headers, body) => {
            let mut response = (StatusCode::from_u16(status).expect("a status"), body).into_response();
            for (name, value) in headers {
                response.headers_mut().insert(name, value.parse().expect("a header"));
            }
            response
        }
        Act::Raw(body) => ([("content-type", "application/json")], body).into_response(),
        Act::BreakOff => stream(vec![json!({ "choices": [{ "delta": { "content": "Half an ans" } }] }).to_string()]),
        Act::Say(text) if request.get("response_format").is_some() => {
            completion(request, &json!({ "tool": "send_message", "arguments": { "message": text } }).to_string(), &[])
        }
        Act::Call(_, calls) if request.get("response_format").is_some() => {
            let (name, arguments) = &calls[0];
            completion(request, &json!({ "tool": name, "arguments": arguments }).to_string(), &[])
        }
        Act::Say(text) => completion(request, &text, &[]),
        Act::Call(text, calls) => completion(request, &text, &calls),
    }
}

fn completion(request: &Value, text: &str, calls: &[(String, Value)]) -> Response {
    let finish = if calls.is_empty() { "stop" } else { "tool_calls" };
    let call = |(at, (name, arguments)): (usize, &(String, Value))| {
        // The same ids in every answer, as some providers give them.
        json!({ "index": at, "id": format!("call_{at}"), "type": "function", "function": { "name": name, "arguments": arguments.to_string() } })
    };
    let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
    let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10 });
    if request["stream"] != true {
        let message = json!({ "role": "assistant", "content": text, "tool_calls": calls });
        return Json(json!({ "choices": [{ "message": message, "finish_reason": finish }] })).into_response();
    }
    let half = text.floor_char_boundary(text.len() / 2);
    let pieces = [
        json!({ "choices": [{ "delta": { "role": "assistant", "content": &text[..half] } }] }),
        json!({ "choices": [{ "delta": { "content": &text[half..] } }] }),
        json!({ "choices": [{ "delta": { "tool_calls": calls }, "finish_reason": finish }] }),
        json!({ "choices": [], "usage": usage }),
    ];
    let mut pieces: Vec<String> = pieces.iter().map(Value::to_string).collect();
    pieces.push("[DONE]".into());
    stream(pieces)
}

fn stream(pieces: Vec<String>) -> Response {
    let body: String = pieces.iter().map(|piece| format!("data: {piece}\n\n")).collect();
    ([("content-type", "text/event-stream")], Body::from(body)).into_response()
}

/// What a strict provider would not take.
fn faults_of(request: &Value, budget: usize) -> Vec<String> {
    let mut faults = Vec::new();
    let empty = Vec::new();
    let messages = request["messages"].as_array().unwrap_or(&empty);
    if messages.first().is_none_or(|first| first["role"] != "system") {
        faults.push("the first message is not the system's".to_owned());
    }
    let mut open: Vec<String> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for message in messages {
        let role = message["role"].as_str().unwrap_or_default();
        if role != "tool" && !open.is_empty() {
            faults.push(format!("calls {open:?} were not answered before a {role} message"));
            open.clear();
        }
        match role {
            "assistant" => {
                for call in message["tool_calls"].as_array().unwrap_or(&empty) {
                    let id = call["id"].as_str().unwrap_or_default().to_owned();
                    if !seen.insert(id.clone()) {
                        faults.push(format!("the call id {id} is used twice"));
                    }
                    if serde_json::from_str::<Value>(call["function"]["arguments"].as_str().unwrap_or_default())
                        .is_ok_and(|value| value.is_object())
                    {
                        open.push(id);
                    } else {
                        faults.push(format!("the arguments of {id} are no object"));
                    }
                }
            }
            "tool" => {
                let id = message["tool_call_id"].as_str().unwrap_or_default();
                match open.iter().position(|known| known == id) {
                    Some(at) => drop(open.remove(at)),
                    None => faults.push(format!("an orphaned tool result for {id}")),
                }
            }
            "user" | "system" => {}
            other => faults.push(format!("no role `{other}`")),
        }
        if role != "assistant" && !message["content"].is_string() {
            faults.push(format!("a {role} message without text"));
        }
    }
    if !open.is_empty() {
        faults.push(format!("calls {open:?} were never answered"));
    }
    faults.extend(size_fault(request, budget));
    faults.extend(schema_faults(request));
    faults
}

fn size_fault(request: &Value, budget: usize) -> Option<String> {
    let tokens = TokenCounter::new();
    let sent = tokens.text(&prompt_text(request)) + tokens.text(&request["tools"].to_string());
    let answer = request["max_tokens"].as_u64().or_else(|| request["max_completion_tokens"].as_u64());
    match answer {
        None => Some("no max_tokens".into()),
        Some(answer) if sent + answer as usize > budget => {
            Some(format!("{sent} tokens and {answer} for the answer do not fit {budget}"))
        }
        Some(_) => None,
    }
}

fn schema_faults(request: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let empty = Vec::new();
    for tool in request["tools"].as_array().unwrap_or(&empty) {
        unbounded(&tool["function"]["parameters"], &mut faults);
    }
    unbounded(&request["response_format"]["json_schema"]["schema"], &mut faults);
    faults
}

fn unbounded(schema: &Value, faults: &mut Vec<String>) {
    if schema["type"] == "string" && !schema["maxLength"].is_u64() {
        faults.push(format!("a string without maxLength: {schema}"));
    }
    match schema {
        Value::Object(object) => object.values().for_each(|value| unbounded(value, faults)),
        Value::Array(items) => items.iter().for_each(|value| unbounded(value, faults)),
        _ => {}
    }
}
