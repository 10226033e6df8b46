//! The REST side: token, trouble on demand, the checks, and on to the routes.

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, Multipart, Request, State as Extract};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::faults::Trouble;
use super::state::State;
use super::{Shared, gateway, openapi, routes};

/// An answer.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub body: Value,
}

impl Reply {
    pub fn ok(body: Value) -> Self {
        Self { status: 200, body }
    }

    pub fn none() -> Self {
        Self { status: 204, body: Value::Null }
    }

    /// An error as Discord tells it.
    pub fn error(status: u16, code: u64, message: &str) -> Self {
        Self { status, body: json!({"message": message, "code": code}) }
    }

    /// A body that breaks rules.
    pub fn invalid(wrong: &[String]) -> Self {
        let errors: Vec<Value> = wrong.iter().map(|what| json!({"code": "INVALID", "message": what})).collect();
        Self {
            status: 400,
            body: json!({"message": "Invalid Form Body", "code": 50035, "errors": {"body": {"_errors": errors}}}),
        }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).expect("a status");
        if self.status == 204 { status.into_response() } else { (status, Json(self.body)).into_response() }
    }
}

/// One request.
pub struct Asked {
    pub method: String,
    /// Behind `/api/v10`.
    pub path: String,
    pub query: String,
    pub body: Option<Value>,
    /// Number, name and content.
    pub files: Vec<(String, String, Vec<u8>)>,
}

impl Asked {
    pub fn body(&self) -> Value {
        self.body.clone().unwrap_or(Value::Null)
    }

    pub fn param(&self, name: &str) -> Option<&str> {
        self.query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }
}

pub fn router(shared: Shared) -> Router {
    let socket = |Extract(shared): Extract<Shared>, upgrade: WebSocketUpgrade| async move {
        upgrade.on_upgrade(move |socket| gateway::serve(shared, socket))
    };
    Router::new()
        .route("/", get(socket))
        .route("/attachments/{*path}", get(attachment))
        .fallback(any(rest))
        .with_state(shared)
}

/// The content of an attachment, as Discord's CDN serves it: to everybody who knows the address.
async fn attachment(Extract(shared): Extract<Shared>, uri: Uri) -> Response {
    let asked = Asked {
        method: "GET".into(),
        path: uri.path().to_owned(),
        query: String::new(),
        body: None,
        files: Vec::new(),
    };
    if let Some(Trouble::Status(status)) = shared.change(|state| trouble(state, &asked)) {
        return Reply::error(status, 0, "trouble on demand").into_response();
    }
    match shared.read(|state| state.files.get(uri.path()).cloned()) {
        Some(Ok(content)) => content.into_response(),
        Some(Err(elsewhere)) => (StatusCode::FOUND, [(header::LOCATION, elsewhere)]).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn rest(Extract(shared): Extract<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, 30_000_000).await.expect("a body that can be read");
    let form = parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"multipart/"));
    let (bytes, files) = if form { take_apart(&parts.headers, bytes).await } else { (bytes, Vec::new()) };
    let (mut asked, unreadable) = read(&parts.method, &parts.uri, &parts.headers, &bytes, form);
    asked.files = files;
    let trouble = shared.change(|state| trouble(state, &asked));
    let mut swallowed = false;
    match trouble {
        Some(Trouble::Hang) => std::future::pending().await,
        Some(Trouble::Status(status)) => return Reply::error(status, 0, "trouble on demand").into_response(),
        Some(Trouble::Code(status, code)) => {
            return Reply::error(status, code, "trouble on demand").into_response();
        }
        Some(Trouble::Limit(wait)) => return limited(wait.as_secs_f64()),
        Some(Trouble::Swallow) => swallowed = true,
        None => {}
    }
    let token =
        parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let reply = shared.change(|state| serve(state, &asked, &token, unreadable));
    if swallowed { Reply::error(502, 0, "the answer was lost").into_response() } else { reply.into_response() }
}

/// A form with files: its `payload_json`, and the files by the numbers in their names (Discord's reference, "Uploading
/// Files").
async fn take_apart(headers: &HeaderMap, bytes: Bytes) -> (Bytes, Vec<(String, String, Vec<u8>)>) {
    let mut request = axum::extract::Request::new(axum::body::Body::from(bytes));
    *request.headers_mut() = headers.clone();
    let mut form = Multipart::from_request(request, &()).await.expect("a form");
    let (mut payload, mut files) = (Bytes::new(), Vec::new());
    while let Some(field) = form.next_field().await.expect("a field") {
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(str::to_owned);
        let content = field.bytes().await.expect("a field's content");
        match (name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')), file) {
            (Some(number), Some(file)) => files.push((number.to_owned(), file, content.to_vec())),
            _ if name == "payload_json" => payload = content,
            _ => panic!("Discord knows no field {name}"),
        }
    }
    (payload, files)
}

fn read(method: &Method, uri: &Uri, headers: &HeaderMap, bytes: &Bytes, form: bool) -> (Asked, Option<String>) {
    let path = uri.path().strip_prefix("/api/v10").unwrap_or("/not-the-api").to_owned();
    let json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("application/json")));
    let body = (!bytes.is_empty()).then(|| serde_json::from_slice::<Value>(bytes).ok());
    let unreadable = match body {
        Some(None) => Some("a body that is no JSON".to_owned()),
        Some(Some(_)) if !json && !form => Some("JSON that is not said to be JSON".to_owned()),
        _ => None,
    };
    let asked = Asked {
        method: method.to_string(),
        path,
        query: uri.query().unwrap_or_default().to_owned(),
        body: body.flatten(),
        files: Vec::new(),
    };
    (asked, unreadable)
}

fn trouble(state: &mut State, asked: &Asked) -> Option<Trouble> {
    let fault = state
        .faults
        .iter_mut()
        .find(|fault| fault.left > 0 && fault.method == asked.method && asked.path.contains(&fault.path))?;
    if fault.skip > 0 {
        fault.skip -= 1;
        return None;
    }
    fault.left -= 1;
    let trouble = fault.trouble;
    if trouble != Trouble::Swallow {
        state.note(format!("{} {} = {trouble:?}", asked.method, asked.path));
    }
    Some(trouble)
}

fn limited(seconds: f64) -> Response {
    let body = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": false});
    let headers = [("retry-after", seconds.ceil().to_string()), ("x-ratelimit-scope", "user".to_owned())];
    (StatusCode::TOO_MANY_REQUESTS, headers, Json(body)).into_response()
}

fn serve(state: &mut State, asked: &Asked, token: &str, unreadable: Option<String>) -> Reply {
    let open =
        asked.path == "/gateway" || asked.path.starts_with("/interactions/") || asked.path.starts_with("/webhooks/");
    let reply = if !open && token != format!("Bot {}", state.token) {
        Reply { status: 401, body: json!({"message": "401: Unauthorized", "code": 0}) }
    } else {
        let mut wrong = openapi::check(&asked.method, &asked.path, asked.body.as_ref());
        wrong.extend(unreadable);
        if wrong.is_empty() { routes::route(state, asked) } else { refuse(state, asked, &wrong) }
    };
    let body = asked.body.as_ref().map(|body| format!(" {body}")).unwrap_or_default();
    let path = if asked.query.is_empty() { asked.path.clone() } else { format!("{}?{}", asked.path, asked.query) };
    state.note(format!("{} {path} = {}{body}", asked.method, reply.status));
    reply
}

/// Remembers what is wrong and answers as Discord does.
pub fn refuse(state: &mut State, asked: &Asked, wrong: &[String]) -> Reply {
    for what in wrong {
        state.violate(format!("{} {}: {what}", asked.method, asked.path));
    }
    Reply::invalid(wrong)
}
