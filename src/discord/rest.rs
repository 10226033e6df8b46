//! One request to Discord's REST API, with the waiting that it takes. Owns telling passing errors from lasting ones and
//! what a rate limit costs. Must not know what is said.
//!
//! Serenity's own limiter is not used: it waits as long as Discord says without telling, and knows no address but Discord's.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use reqwest::redirect::Policy;
use serde_json::Value;
use serenity::builder::CreateAttachment;
use serenity::http::{Http, HttpError, LightMethod, Multipart, MultipartUpload, RatelimitingBucket, Request, Route};

use super::limits::{Limits, Told};
use super::outcome::Outcome;
use super::pace::Pace;

/// Tries of one request where trying again may help.
const TRIES: u32 = 3;

/// Why a request failed. Never holds the token.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}{}{message}", status.map(|status| format!("HTTP {status} ")).unwrap_or_default(), if *code > 0 { format!("(code {code}) ") } else { String::new() })]
pub struct RestError {
    pub status: Option<u16>,
    /// Discord's own error code, 0 if there is none.
    pub code: i64,
    pub message: String,
    /// How long Discord asked to wait.
    pub retry_after: Option<Duration>,
}

impl RestError {
    /// Whether the same request may succeed later. A refused token can be mended by a restart, so it counts too.
    pub fn is_passing(&self) -> bool {
        Outcome::of(self).is_passing()
    }

    fn transport(message: impl ToString) -> Self {
        Self { status: None, code: 0, message: message.to_string(), retry_after: None }
    }

    /// What Discord would say, if it were asked.
    fn limited(wait: Duration) -> Self {
        let message = "the rate limit is used up".to_owned();
        Self { status: Some(429), code: 0, message, retry_after: Some(wait) }
    }
}

/// A text that goes along with a message as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub name: &'static str,
    pub text: String,
}

impl File {
    /// The form in which Discord takes a message with a file (its reference, "Uploading Files").
    fn along_with(&self, body: Option<&Value>) -> Multipart {
        Multipart {
            upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(self.text.as_bytes(), self.name)]),
            fields: Vec::new(),
            payload_json: body.map(Value::to_string),
        }
    }
}

/// What is asked for.
#[derive(Clone)]
pub struct Ask<'a> {
    method: LightMethod,
    route: Route<'a>,
    body: Option<&'a Value>,
    file: Option<&'a File>,
    params: Vec<(&'static str, String)>,
    until: Option<Instant>,
}

impl<'a> Ask<'a> {
    pub fn new(method: LightMethod, route: Route<'a>) -> Self {
        Self { method, route, body: None, file: None, params: Vec::new(), until: None }
    }

    pub fn body(self, body: Option<&'a Value>) -> Self {
        Self { body, ..self }
    }

    /// What goes along with the body.
    pub fn file(self, file: Option<&'a File>) -> Self {
        Self { file, ..self }
    }

    /// What stands behind the address.
    pub fn params(self, params: Vec<(&'static str, String)>) -> Self {
        Self { params, ..self }
    }

    /// It is not tried again after that.
    pub fn until(self, until: Instant) -> Self {
        Self { until: Some(until), ..self }
    }

    fn request(&self) -> Result<Request<'a>, RestError> {
        let mut request = Request::new(self.route, self.method);
        if !self.params.is_empty() {
            request = request.params(Some(self.params.clone()));
        }
        Ok(match self.file {
            Some(file) => request.multipart(Some(file.along_with(self.body))),
            None => request.body(self.body.map(serde_json::to_vec).transpose().map_err(RestError::transport)?),
        })
    }

    /// Whether trying again after that wait still has a point.
    fn may_wait(&self, wait: Duration) -> bool {
        self.until.is_none_or(|until| Instant::now() + wait < until)
    }
}

/// What one limit is on: Discord counts by method, address and channel or guild (its reference, "Rate Limits").
type Limited = (LightMethod, RatelimitingBucket);

/// Sends requests.
pub struct Rest {
    http: Arc<Http>,
    client: Option<reqwest::Client>,
    limits: Mutex<Limits<Limited>>,
    pace: Pace,
}

impl Rest {
    pub fn new(http: Arc<Http>, pace: Pace) -> Self {
        Self { http, client: client(pace.timeout), limits: Mutex::default(), pace }
    }

    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// Sends it; waits out rate limits and tries again where that may help, within bounds.
    ///
    /// # Errors
    /// The last [`RestError`].
    pub async fn call(&self, method: LightMethod, route: Route<'_>, body: Option<&Value>) -> Result<Value, RestError> {
        self.ask(&Ask::new(method, route).body(body)).await
    }

    /// The same for any request.
    ///
    /// # Errors
    /// The last [`RestError`].
    pub async fn ask(&self, ask: &Ask<'_>) -> Result<Value, RestError> {
        let mut patience = self.pace.patience;
        let mut tries = 1;
        loop {
            let error = match self.ask_once(ask).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            match error.retry_after {
                Some(wait) if wait <= patience && ask.may_wait(wait) => {
                    tracing::debug!(?wait, "Discord asks to wait");
                    patience -= wait;
                    tokio::time::sleep(wait).await;
                }
                None if tries < TRIES && error.is_passing() && error.status != Some(401) => {
                    let wait = self.pace.retry * 2u32.pow(tries - 1);
                    if !ask.may_wait(wait) {
                        return Err(error);
                    }
                    tokio::time::sleep(wait).await;
                    tries += 1;
                }
                _ => return Err(error),
            }
        }
    }

    /// Sends it once.
    ///
    /// # Errors
    /// [`RestError`].
    pub async fn once(&self, method: LightMethod, route: Route<'_>, body: Option<&Value>) -> Result<Value, RestError> {
        self.ask_once(&Ask::new(method, route).body(body)).await
    }

    /// What is known to be refused is not sent.
    async fn ask_once(&self, ask: &Ask<'_>) -> Result<Value, RestError> {
        let limited = (ask.method, ask.route.ratelimiting_bucket());
        self.limits().take(&limited, Instant::now()).map_err(RestError::limited)?;
        let sent = self.send(limited, ask.request()?);
        let late = |_| Err(RestError::transport("no answer in time"));
        tokio::time::timeout(self.pace.timeout, sent).await.unwrap_or_else(late)
    }

    async fn send(&self, limited: Limited, request: Request<'_>) -> Result<Value, RestError> {
        let client = self.client.as_ref().ok_or_else(|| RestError::transport("HTTPS cannot be set up"))?;
        let built = request.build(client, self.http.token(), self.http.proxy.as_deref()).map_err(rest_error)?;
        let response = built.send().await.map_err(|error| RestError::transport(error.without_url()))?;
        if let Some(told) = Told::of(response.headers()) {
            self.limits().learn(limited, told, Instant::now());
        }
        if response.status().is_success() {
            return whole(response).await;
        }
        let for_all = response.headers().contains_key("x-ratelimit-global");
        let error = refusal(response).await;
        if let Some(wait) = error.retry_after {
            match for_all {
                true => self.limits().close(wait, Instant::now()),
                false => self.limits().refused(limited, wait, Instant::now()),
            }
        }
        Err(error)
    }

    fn limits(&self) -> MutexGuard<'_, Limits<Limited>> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a request that did not succeed was answered with.
async fn refusal(response: reqwest::Response) -> RestError {
    let status = response.status();
    let header = response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
    let body: Value = response.json().await.unwrap_or(Value::Null);
    let seconds = body["retry_after"].as_f64().or(header).filter(|_| status == 429);
    RestError {
        status: Some(status.as_u16()),
        code: body["code"].as_i64().unwrap_or(0),
        message: told(&body),
        retry_after: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
    }
}

/// What a request that succeeded was answered with. What arrives broken is as if there were no answer: nobody knows what
/// became of the request, and sending it again finds out.
async fn whole(response: reqwest::Response) -> Result<Value, RestError> {
    let bytes = response.bytes().await.map_err(|error| RestError::transport(error.without_url()))?;
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|_| RestError::transport("an answer that cannot be read"))
}

/// A client with bounds of its own. Redirects are not followed: Discord's API sends nowhere else, and what is said there is
/// meant for it alone.
pub fn client(timeout: Duration) -> Option<reqwest::Client> {
    reqwest::Client::builder().use_rustls_tls().redirect(Policy::none()).timeout(timeout).build().ok()
}

/// What Discord says is wrong, with the place in the request where it says so.
fn told(body: &Value) -> String {
    let message = body["message"].as_str().unwrap_or("an answer that says nothing").to_owned();
    if body["errors"].is_object() { format!("{message} {}", body["errors"]) } else { message }
}

/// The same, of serenity's error.
pub fn rest_error(error: serenity::Error) -> RestError {
    let serenity::Error::Http(error) = error else { return RestError::transport(error) };
    match error {
        HttpError::UnsuccessfulRequest(response) => RestError {
            status: Some(response.status_code.as_u16()),
            code: i64::try_from(response.error.code).unwrap_or(0),
            message: HttpError::UnsuccessfulRequest(response).to_string(),
            retry_after: None,
        },
        HttpError::Request(error) => RestError::transport(error.without_url()),
        other => RestError::transport(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(status: Option<u16>) -> RestError {
        RestError { status, code: 0, message: "no".into(), retry_after: None }
    }

    #[test]
    fn passing_errors_are_told_from_lasting_ones() {
        let passing = [None, Some(307), Some(401), Some(408), Some(429), Some(500), Some(503)];
        assert!(passing.into_iter().all(|status| error(status).is_passing()));
        assert!([400, 403, 404, 405, 413, 422].into_iter().all(|status| !error(Some(status)).is_passing()));
    }

    #[test]
    fn an_error_says_where_it_is() {
        let body =
            serde_json::json!({"message": "Invalid Form Body", "code": 50035, "errors": {"content": {"_errors": []}}});
        assert_eq!(told(&body), "Invalid Form Body {\"content\":{\"_errors\":[]}}");
        let error = RestError { status: Some(400), code: 50035, message: "x".into(), retry_after: None };
        assert_eq!(error.to_string(), "HTTP 400 (code 50035) x");
    }
}
