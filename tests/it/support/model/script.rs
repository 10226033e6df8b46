//! What the scripted model was asked and what it is to answer.

use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use serde_json::Value;
use tokio::sync::Semaphore;

/// One request for a chat.
#[derive(Debug, Clone)]
pub struct Asked {
    pub body: Value,
    pub authorization: Option<String>,
    /// The body as it came.
    pub raw: String,
}

impl Asked {
    pub(super) fn read(body: &str, headers: &HeaderMap) -> Self {
        let authorization = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).map(str::to_owned);
        Self { body: serde_json::from_str(body).unwrap_or(Value::Null), authorization, raw: body.to_owned() }
    }

    /// The messages as they came.
    pub fn messages(&self) -> &[Value] {
        self.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default()
    }

    /// Role and content of each message; a content that is none is empty, and of one with pictures it is the words.
    pub fn said(&self) -> Vec<(&str, &str)> {
        self.messages().iter().map(|message| (str_of(&message["role"]), words_of(&message["content"]))).collect()
    }

    /// The captions and addresses of the pictures that it shows.
    pub fn pictures(&self) -> Vec<(&str, &str)> {
        let parts: Vec<&Value> =
            self.messages().iter().filter_map(|message| message["content"].as_array()).flatten().collect();
        let is_picture = |pair: &&[&Value]| pair[1]["type"] == "image_url";
        let pairs = parts.windows(2).filter(is_picture);
        pairs.map(|pair| (str_of(&pair[0]["text"]), str_of(&pair[1]["image_url"]["url"]))).collect()
    }

    /// The words of all messages.
    pub fn prompt(&self) -> String {
        self.said().iter().map(|(_, text)| *text).collect::<Vec<_>>().join("\n")
    }

    /// The words of the newest message.
    pub fn newest(&self) -> &str {
        self.said().last().map_or("", |(_, text)| *text)
    }

    /// The system message.
    pub fn system(&self) -> &str {
        self.of_role("system").next().unwrap_or_default()
    }

    /// The newest message of the user. Under the `json` protocol that may be a tool's result.
    pub fn last_user(&self) -> &str {
        self.of_role("user").last().unwrap_or_default()
    }

    /// What tools answered, oldest first, in both protocols.
    pub fn tool_results(&self) -> Vec<String> {
        let native = self.of_role("tool").map(str::to_owned);
        let in_words = self.of_role("user").flat_map(|text| text.split("[tool result of ").skip(1)).map(|part| {
            let inside = part.split_once("]\n").map_or(part, |(_, inside)| inside);
            inside.split("\n[end of result]").next().unwrap_or(inside).to_owned()
        });
        native.chain(in_words).collect()
    }

    /// How many messages of that role there are.
    pub fn of_role_count(&self, role: &'static str) -> usize {
        self.of_role(role).count()
    }

    /// Whether the newest message is a tool's result.
    pub fn after_tool(&self) -> bool {
        let (role, text) = self.said().last().copied().unwrap_or_default();
        role == "tool" || text.contains("[tool result of ")
    }

    fn of_role(&self, role: &'static str) -> impl Iterator<Item = &str> {
        self.messages()
            .iter()
            .filter(move |message| message["role"] == role)
            .map(|message| words_of(&message["content"]))
    }

    /// The tools that may be called, by name, in both protocols.
    pub fn tool_names(&self) -> Vec<String> {
        let native = self.body["tools"].as_array().into_iter().flatten().map(|tool| &tool["function"]["name"]);
        let schema = &self.body["response_format"]["json_schema"]["schema"];
        let steps = schema["anyOf"].as_array().map(Vec::as_slice).unwrap_or_else(|| std::slice::from_ref(schema));
        let in_schema = steps.iter().map(|step| &step["properties"]["tool"]["const"]);
        native.chain(in_schema).filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Whether the answer must be one JSON object.
    pub fn is_json(&self) -> bool {
        self.body.get("response_format").is_some()
    }

    /// Whether the answer is to come in pieces.
    pub fn is_streamed(&self) -> bool {
        self.body["stream"] == true
    }

    /// The whole body as text, to look for what must or must not be in it.
    pub fn text(&self) -> String {
        self.body.to_string()
    }
}

/// The text of a content, or the first of its parts.
fn words_of(content: &Value) -> &str {
    str_of(if content.is_array() { &content[0]["text"] } else { content })
}

fn str_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What to answer.
#[derive(Debug, Clone)]
pub enum Script {
    Answer(Answer),
    Status {
        status: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    /// Nothing, for ever.
    Hang,
    /// The connection breaks before a word of an answer.
    Reset,
    /// Some words, then nothing, for ever.
    HangAfter(String),
    /// Comments that say nothing, for ever, so long apart.
    Comments(Duration),
    /// Some words, then the end of the connection, with or without an error.
    Cut {
        text: String,
        cleanly: bool,
    },
    /// Pieces of content as they stand, each behind the gate but the first.
    Paced(Vec<String>, Gate),
    /// A body as it stands, with status 200.
    Raw {
        content_type: String,
        body: String,
    },
    /// The script, once the gate lets it through.
    Behind(Gate, Box<Script>),
}

/// An answer in the provider's format.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    pub text: String,
    pub calls: Vec<(String, Value)>,
    pub reasoning: Option<String>,
    pub finish: Option<String>,
    pub usage: Option<Value>,
}

impl Script {
    pub fn reply(text: &str) -> Self {
        Self::Answer(Answer { text: text.into(), ..Answer::default() })
    }

    /// One call.
    pub fn call(name: &str, arguments: Value) -> Self {
        Self::calls(vec![(name, arguments)])
    }

    /// A call's arguments are sent as JSON, or, if they are a string, as that string whatever stands in it.
    pub fn calls(calls: Vec<(&str, Value)>) -> Self {
        let calls = calls.into_iter().map(|(name, arguments)| (name.to_owned(), arguments)).collect();
        Self::Answer(Answer { calls, ..Answer::default() })
    }

    pub fn status(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self::Status { status, headers, body: body.into() }
    }

    pub fn raw(content_type: &str, body: &str) -> Self {
        Self::Raw { content_type: content_type.into(), body: body.into() }
    }

    /// The same answer with something about it changed.
    pub fn with(mut self, change: impl FnOnce(&mut Answer)) -> Self {
        match &mut self {
            Self::Answer(answer) => change(answer),
            other => panic!("{other:?} is no answer"),
        }
        self
    }

    pub fn saying(self, text: &str) -> Self {
        self.with(|answer| answer.text = text.into())
    }

    /// With reasoning in a field of its own.
    pub fn thinking(self, reasoning: &str) -> Self {
        self.with(|answer| answer.reasoning = Some(reasoning.into()))
    }

    pub fn finishing(self, reason: &str) -> Self {
        self.with(|answer| answer.finish = Some(reason.into()))
    }

    pub fn behind(self, gate: &Gate) -> Self {
        Self::Behind(gate.clone(), Box::new(self))
    }

    /// The first step, and what is left for the next ones.
    pub(super) fn one_step(self) -> (Self, Option<Self>) {
        match self {
            Self::Answer(mut answer) if answer.calls.len() > 1 => {
                let rest = answer.calls.split_off(1);
                (Self::Answer(answer), Some(Self::Answer(Answer { calls: rest, ..Answer::default() })))
            }
            Self::Behind(gate, script) => {
                let (first, rest) = script.one_step();
                (Self::Behind(gate, Box::new(first)), rest)
            }
            other => (other, None),
        }
    }
}

/// Holds answers back until it is opened.
#[derive(Debug, Clone)]
pub struct Gate(Arc<Semaphore>);

impl Default for Gate {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }
}

impl Gate {
    /// Lets everything through from now on.
    pub fn open(&self) {
        self.0.close();
    }

    /// Lets one answer through.
    pub fn let_one_through(&self) {
        self.0.add_permits(1);
    }

    pub(super) async fn pass(&self) {
        if let Ok(permit) = self.0.acquire().await {
            permit.forget();
        }
    }
}
