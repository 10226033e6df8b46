//! The REST side: token, trouble on demand, the checks, and on to the routes.

use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, FromRequest, Multipart, Request, State as Extract};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use futures::StreamExt;
use serde_json::{Value, json};

use super::faults::{Bucket, Trouble};
use super::line::Line;
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
    /// What came beside the body, with names.
    pub files: Vec<(String, Vec<u8>)>,
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
    let socket = |Extract(shared): Extract<Shared>, ConnectInfo(line): ConnectInfo<Line>, upgrade: WebSocketUpgrade| async move {
        upgrade.on_upgrade(move |socket| gateway::serve(shared, socket, line))
    };
    Router::new()
        .route("/", get(socket))
        .route("/attachments/{*path}", get(attachment))
        .fallback(any(rest))
        .with_state(shared)
}

/// The content of an attachment, as Discord's CDN serves it: to everybody who knows the address.
async fn attachment(Extract(shared): Extract<Shared>, uri: Uri) -> Response {
    let (path, files) = (uri.path().to_owned(), Vec::new());
    let asked = Asked { method: "GET".into(), path, query: String::new(), body: None, files };
    if let Some(Trouble::Status(status)) = shared.change(|state| trouble(state, &asked)) {
        return Reply::error(status, 0, "trouble on demand").into_response();
    }
    match shared.read(|state| state.files.get(uri.path()).cloned()) {
        Some(Ok(content)) => content.into_response(),
        Some(Err(elsewhere)) => (StatusCode::FOUND, [(header::LOCATION, elsewhere)]).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn rest(Extract(shared): Extract<Shared>, ConnectInfo(line): ConnectInfo<Line>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, 30_000_000).await.expect("a body that can be read");
    let (mut asked, unreadable) = match multipart(&parts, &bytes).await {
        Some((body, files)) => {
            let (asked, unreadable) = read(&parts.method, &parts.uri, &json_headers(), &body);
            (Asked { files, ..asked }, unreadable)
        }
        None => read(&parts.method, &parts.uri, &parts.headers, &bytes),
    };
    let trouble = shared.change(|state| trouble(state, &asked));
    match trouble {
        Some(Trouble::Hang) => std::future::pending().await,
        Some(Trouble::ResetBefore) => {
            line.cut();
            std::future::pending().await
        }
        Some(Trouble::Delay(time)) => tokio::time::sleep(time).await,
        Some(Trouble::GlobalLimit(wait)) => {
            shared.change(|state| state.limited_until = Some(Instant::now() + wait));
            return limited(wait.as_secs_f64(), true);
        }
        Some(Trouble::HtmlLimit(seconds)) => return html_limited(seconds),
        Some(Trouble::Redirect) => {
            return (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, "/elsewhere")]).into_response();
        }
        Some(Trouble::Status(status)) => return Reply::error(status, 0, "trouble on demand").into_response(),
        Some(Trouble::Code(status, code)) => {
            return Reply::error(status, code, "trouble on demand").into_response();
        }
        Some(Trouble::Invalid) => return Reply::invalid(&["trouble on demand".to_owned()]).into_response(),
        Some(Trouble::Limit(wait)) => return limited(wait.as_secs_f64(), false),
        Some(Trouble::Swallow | Trouble::ResetAfter | Trouble::Truncate | Trouble::Trickle(_)) | None => {}
    }
    if let Some(left) = shared.read(|state| state.limited_for()) {
        return limited(left.as_secs_f64(), true);
    }
    let bucket = shared.change(|state| counted(state, &asked));
    let told = match bucket {
        Some((Err(over_in), _)) => return limited(over_in.as_secs_f64(), false),
        Some((Ok(()), told)) => told,
        None => HeaderMap::new(),
    };
    let token =
        parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let reply = shared.change(|state| {
        let reply = serve(state, &mut asked, &token, unreadable);
        if matches!(trouble, Some(Trouble::Swallow | Trouble::ResetAfter | Trouble::Truncate)) {
            state.unanswered.push(asked.path.clone());
        }
        reply
    });
    match trouble {
        Some(Trouble::Swallow) => Reply::error(502, 0, "the answer was lost").into_response(),
        Some(Trouble::ResetAfter) => {
            line.cut();
            std::future::pending().await
        }
        Some(Trouble::Truncate) if reply.status == 200 => truncated(&reply),
        Some(Trouble::Trickle(time)) if reply.status == 200 => trickling(&reply, time),
        _ => (told, reply).into_response(),
    }
}

/// Whether a limit lets the request through, and the headers that tell of it.
fn counted(state: &mut State, asked: &Asked) -> Option<(Result<(), Duration>, HeaderMap)> {
    let fits = |bucket: &&mut Bucket| bucket.method == asked.method && asked.path.contains(&bucket.path);
    let bucket = state.buckets.iter_mut().find(fits)?;
    let (passes, left, over_in) = bucket.count();
    let mut told = HeaderMap::new();
    for (name, number) in [
        ("x-ratelimit-limit", bucket.limit.to_string()),
        ("x-ratelimit-remaining", left.to_string()),
        ("x-ratelimit-reset-after", over_in.as_secs_f64().to_string()),
    ] {
        told.insert(name, number.parse().expect("a header"));
    }
    Some((if passes { Ok(()) } else { Err(over_in) }, told))
}

/// The first half of an answer.
fn truncated(reply: &Reply) -> Response {
    let text = reply.body.to_string();
    let half: String = text.chars().take(text.chars().count() / 2).collect();
    ([(header::CONTENT_TYPE, "application/json")], half).into_response()
}

/// An answer in ten pieces.
fn trickling(reply: &Reply, time: Duration) -> Response {
    let text = reply.body.to_string().into_bytes();
    let pieces: Vec<Bytes> = text.chunks(text.len() / 10 + 1).map(Bytes::copy_from_slice).collect();
    let slowly = futures::stream::iter(pieces).then(move |piece| async move {
        tokio::time::sleep(time / 10).await;
        Ok::<_, std::convert::Infallible>(piece)
    });
    ([(header::CONTENT_TYPE, "application/json")], Body::from_stream(slowly)).into_response()
}

/// A body in parts (Discord's reference, "Uploading Files"): the JSON, and the files.
async fn multipart(parts: &Parts, bytes: &Bytes) -> Option<(Bytes, Vec<(String, Vec<u8>)>)> {
    let kind = parts.headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    if !kind.starts_with("multipart/form-data") {
        return None;
    }
    let mut request = Request::new(Body::from(bytes.clone()));
    *request.headers_mut() = parts.headers.clone();
    let mut fields = Multipart::from_request(request, &()).await.ok()?;
    let (mut body, mut files) = (Bytes::new(), Vec::new());
    while let Ok(Some(field)) = fields.next_field().await {
        let (name, file) = (field.name().unwrap_or_default().to_owned(), field.file_name().map(str::to_owned));
        let content = field.bytes().await.ok()?;
        match file {
            None if name == "payload_json" => body = content,
            Some(file) => files.push((file, content.to_vec())),
            None => {}
        }
    }
    Some((body, files))
}

fn json_headers() -> HeaderMap {
    HeaderMap::from_iter([(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"))])
}

/// The number of a file may be a number or a text (Discord's reference, "Uploading Files"); the description knows texts.
fn number_files(asked: &mut Asked) {
    let attachments = asked.body.as_mut().and_then(|body| {
        let place = if body.get("data").is_some() { "/data/attachments" } else { "/attachments" };
        body.pointer_mut(place)?.as_array_mut()
    });
    for attachment in attachments.into_iter().flatten() {
        if let Some(id) = attachment["id"].as_u64() {
            attachment["id"] = json!(id.to_string());
        }
    }
}

/// Keeps the files that came with a message, and tells of them where the body names them.
fn keep_files(state: &mut State, asked: &mut Asked) -> Vec<String> {
    let files = std::mem::take(&mut asked.files);
    let Some(body) = asked.body.as_mut().and_then(Value::as_object_mut) else { return Vec::new() };
    let message =
        if body.contains_key("data") { body.get_mut("data").and_then(Value::as_object_mut) } else { Some(body) };
    let named = message.and_then(|message| message.get_mut("attachments")).and_then(Value::as_array_mut);
    let Some(named) = named else {
        return if files.is_empty() { Vec::new() } else { vec!["files that the body does not name".to_owned()] };
    };
    let mut wrong = Vec::new();
    for attachment in named {
        let at = attachment["id"]
            .as_str()
            .and_then(|id| id.parse::<usize>().ok())
            .or(attachment["id"].as_u64().map(|id| id as usize));
        let Some((name, content)) = at.and_then(|at| files.get(at)) else {
            wrong.push(format!("attachments: there is no file {}", attachment["id"]));
            continue;
        };
        if content.len() > 10 * 1024 * 1024 {
            wrong.push(format!("attachments: {} bytes, at most 10 MiB", content.len()));
        }
        let id = state.fresh_id();
        let path = format!("/attachments/1/{id}/{name}");
        let url = format!("{}{path}", state.url);
        let description = attachment["description"].clone();
        *attachment =
            json!({"id": id.to_string(), "filename": name, "size": content.len(), "url": url, "proxy_url": url});
        if !description.is_null() {
            attachment["description"] = description;
        }
        state.files.insert(path, Ok(content.clone()));
    }
    wrong
}

fn read(method: &Method, uri: &Uri, headers: &HeaderMap, bytes: &Bytes) -> (Asked, Option<String>) {
    let path = uri.path().strip_prefix("/api/v10").unwrap_or("/not-the-api").to_owned();
    let json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("application/json")));
    let body = (!bytes.is_empty()).then(|| serde_json::from_slice::<Value>(bytes).ok());
    let unreadable = match body {
        Some(None) => Some("a body that is no JSON".to_owned()),
        Some(Some(_)) if !json => Some("JSON that is not said to be JSON".to_owned()),
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
    state.met.push(trouble);
    if !trouble.is_done() {
        state.note(format!("{} {} = {trouble:?}", asked.method, asked.path));
    }
    Some(trouble)
}

/// Discord's reference, "Rate Limits": the exact wait stands in the body.
fn limited(seconds: f64, global: bool) -> Response {
    let body = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": global});
    let scope =
        if global { ("x-ratelimit-global", "true".to_owned()) } else { ("x-ratelimit-scope", "user".to_owned()) };
    let headers = [("retry-after", seconds.ceil().to_string()), scope];
    (StatusCode::TOO_MANY_REQUESTS, headers, Json(body)).into_response()
}

fn html_limited(seconds: u64) -> Response {
    let headers = [("retry-after", seconds.to_string()), ("content-type", "text/html".to_owned())];
    (StatusCode::TOO_MANY_REQUESTS, headers, "<html><body>You are being blocked.</body></html>").into_response()
}

fn serve(state: &mut State, asked: &mut Asked, token: &str, unreadable: Option<String>) -> Reply {
    let open =
        asked.path == "/gateway" || asked.path.starts_with("/interactions/") || asked.path.starts_with("/webhooks/");
    let reply = if !open && token != format!("Bot {}", state.token) {
        Reply { status: 401, body: json!({"message": "401: Unauthorized", "code": 0}) }
    } else {
        number_files(asked);
        let mut wrong = openapi::check(&asked.method, &asked.path, asked.body.as_ref());
        wrong.extend(unreadable);
        wrong.extend(keep_files(state, asked));
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
