//! The gateway: identify, resume, heartbeats, events in order.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::line::Line;
use super::state::State;
use super::{Shared, payloads};

/// "Message Content" among the intents.
const CONTENT: u64 = 1 << 15;
/// What the bot must not ask for without having been given it.
const OTHER_PRIVILEGED: u64 = 1 << 1 | 1 << 8;

pub enum Frame {
    Text(String),
    /// Bytes that are nothing.
    Garbage(Vec<u8>),
    /// The connection breaks.
    Drop,
    /// It breaks in the middle of that text.
    Break(String),
    /// It is closed in good order.
    Close(Closed),
}

/// How the server closes a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// Discord's reference, "Gateway Close Event Codes".
    Code(u16),
    WithoutCode,
}

/// How the gateway behaves.
pub struct Wire {
    pub heartbeat: Duration,
    /// How long a connection waits for its HELLO.
    pub hello_after: Duration,
    /// Connections up to that number are open still, and nothing comes out of them any more.
    pub mute: usize,
    pub connections: usize,
    /// Requests to resume or to identify that are not answered.
    pub ignored_resumes: usize,
    pub ignored_identifies: usize,
    /// Sessions that may still be begun, and when there are more.
    pub remaining: u32,
    pub reset_after: Duration,
    /// Events happen and are told to nobody, also not later.
    pub losing: bool,
    /// Events that wait.
    pub held: Option<Vec<(String, Value)>>,
}

impl Default for Wire {
    fn default() -> Self {
        Self {
            heartbeat: Duration::from_millis(41_250),
            hello_after: Duration::ZERO,
            mute: 0,
            connections: 0,
            ignored_resumes: 0,
            ignored_identifies: 0,
            remaining: 999,
            reset_after: Duration::ZERO,
            losing: false,
            held: None,
        }
    }
}

pub struct Session {
    pub id: String,
    pub intents: u64,
    seq: u64,
    sent: Vec<(u64, String)>,
    out: UnboundedSender<Frame>,
}

impl Session {
    /// Whether its connection is there.
    pub fn is_open(&self) -> bool {
        !self.out.is_closed()
    }

    pub fn send(&self, frame: Frame) {
        // A connection that is gone is resumed, and gets it then.
        let _ = self.out.send(frame);
    }

    fn event(&mut self, name: &str, data: &Value, losing: bool) {
        self.seq += 1;
        if losing {
            return;
        }
        let text = json!({"op": 0, "t": name, "s": self.seq, "d": data}).to_string();
        self.sent.push((self.seq, text.clone()));
        self.send(Frame::Text(text));
    }
}

impl State {
    /// Sends an event to every session, each as it may see it.
    pub fn dispatch(&mut self, name: &str, data: Value) {
        if let Some(held) = &mut self.wire.held {
            held.push((name.to_owned(), data));
            return;
        }
        let losing = self.wire.losing;
        self.note(format!("event {name} {data}{}", if losing { " (lost)" } else { "" }));
        let bot = self.bot.id.to_string();
        let for_us = data["author"]["id"] == bot.as_str() || data["guild_id"].is_null();
        let named =
            data["mentions"].as_array().is_some_and(|users| users.iter().any(|user| user["id"] == bot.as_str()));
        let reactions = if data["guild_id"].is_null() { 1 << 13 } else { 1 << 10 };
        for session in &mut self.sessions {
            if name.starts_with("MESSAGE_REACTION") && session.intents & reactions == 0 {
                continue;
            }
            let hidden = name == "MESSAGE_CREATE" && session.intents & CONTENT == 0 && !for_us && !named;
            let seen = if hidden { without_content(&data) } else { data.clone() };
            session.event(name, &seen, losing);
        }
    }
}

fn without_content(message: &Value) -> Value {
    let mut message = message.clone();
    message["content"] = json!("");
    for list in ["embeds", "attachments", "components"] {
        message[list] = json!([]);
    }
    message
}

/// Serves one connection until it ends.
pub async fn serve(shared: Shared, mut socket: WebSocket, line: Line) {
    let (number, heartbeat, wait) = shared.change(|state| {
        state.wire.connections += 1;
        (state.wire.connections, state.wire.heartbeat, state.wire.hello_after)
    });
    tokio::time::sleep(wait).await;
    let interval = u64::try_from(heartbeat.as_millis()).expect("an interval");
    let hello = json!({"op": 10, "d": {"heartbeat_interval": interval}, "s": null, "t": null}).to_string();
    if socket.send(Message::Text(hello.into())).await.is_err() {
        return;
    }
    let (out, mut frames) = unbounded_channel();
    loop {
        let next = tokio::select! {
            frame = frames.recv() => Next::Out(frame),
            message = socket.recv() => Next::In(message),
        };
        let mute = shared.read(|state| number <= state.wire.mute);
        let goes_on = match next {
            Next::Out(Some(_)) | Next::In(Some(Ok(Message::Text(_)))) if mute => true,
            Next::Out(Some(Frame::Text(text))) => socket.send(Message::Text(text.into())).await.is_ok(),
            Next::Out(Some(Frame::Garbage(bytes))) => socket.send(Message::Binary(bytes.into())).await.is_ok(),
            Next::Out(Some(Frame::Break(text))) => {
                line.cut_after(text.len() / 2);
                let _ = socket.send(Message::Text(text.into())).await;
                false
            }
            Next::Out(Some(Frame::Close(closed))) => close(&mut socket, closed).await,
            Next::Out(Some(Frame::Drop) | None) => false,
            Next::In(Some(Ok(Message::Text(text)))) => answer(&shared, &mut socket, &out, &text).await,
            Next::In(Some(Ok(Message::Close(_)))) => {
                shared.change(|state| state.note("gateway: the bot says goodbye"));
                false
            }
            Next::In(Some(Ok(_))) => true,
            Next::In(Some(Err(_)) | None) => false,
        };
        if !goes_on {
            return;
        }
    }
}

enum Next {
    Out(Option<Frame>),
    In(Option<Result<Message, axum::Error>>),
}

/// Answers what the bot sent. False ends the connection.
async fn answer(shared: &Shared, socket: &mut WebSocket, out: &UnboundedSender<Frame>, text: &str) -> bool {
    let said: Value = serde_json::from_str(text).expect("the bot sends JSON");
    let reply = match said["op"].as_u64() {
        Some(1) => json!({"op": 11, "d": null, "s": null, "t": null}),
        Some(2) => {
            let code = shared.change(|state| identify(state, &said["d"], out.clone()));
            let Some(code) = code else { return true };
            return close(socket, Closed::Code(code)).await;
        }
        Some(6) => {
            if shared.change(|state| ignore(state, "resume", |wire| &mut wire.ignored_resumes)) {
                return true;
            }
            if shared.change(|state| resume(state, &said["d"], out.clone())) {
                return true;
            }
            json!({"op": 9, "d": false, "s": null, "t": null})
        }
        _ => return true,
    };
    socket.send(Message::Text(reply.to_string().into())).await.is_ok()
}

async fn close(socket: &mut WebSocket, closed: Closed) -> bool {
    let frame = match closed {
        Closed::Code(code) => Some(CloseFrame { code, reason: "".into() }),
        Closed::WithoutCode => None,
    };
    let _ = socket.send(Message::Close(frame)).await;
    // The other side closes too; until then the frame may not have arrived.
    while let Some(Ok(_)) = socket.recv().await {}
    false
}

/// Whether a request is to be left without an answer.
fn ignore(state: &mut State, what: &str, left: impl Fn(&mut Wire) -> &mut usize) -> bool {
    let left = left(&mut state.wire);
    if *left == 0 {
        return false;
    }
    *left -= 1;
    state.note(format!("gateway: {what} is not answered"));
    true
}

/// Begins a session, or says with which code the connection is closed.
fn identify(state: &mut State, data: &Value, out: UnboundedSender<Frame>) -> Option<u16> {
    let intents = data["intents"].as_u64().unwrap_or(0);
    state.note(format!("gateway: identify with intents {intents}"));
    if data["token"].as_str().map(|token| token.trim_start_matches("Bot ")) != Some(&state.token) {
        return Some(4004);
    }
    if (intents & CONTENT != 0 && !state.content_allowed) || intents & OTHER_PRIVILEGED != 0 {
        return Some(4014);
    }
    if state.wire.remaining == 0 {
        state.violate("a session was begun beyond the limit (Discord's reference, \"Session Start Limit\")");
        return Some(4004);
    }
    state.wire.remaining -= 1;
    if ignore(state, "identify", |wire| &mut wire.ignored_identifies) {
        return None;
    }
    let id = format!("session{}", state.fresh_id());
    let mut session = Session { id: id.clone(), intents, seq: 0, sent: Vec::new(), out };
    session.event("READY", &payloads::ready(state, &id, &data["shard"]), false);
    for guild in state.guilds.keys() {
        session.event("GUILD_CREATE", &payloads::guild_create(state, *guild), false);
    }
    state.note(format!("gateway: READY {id}"));
    state.sessions.push(session);
    None
}

fn resume(state: &mut State, data: &Value, out: UnboundedSender<Frame>) -> bool {
    let (id, from) = (data["session_id"].as_str().unwrap_or_default().to_owned(), data["seq"].as_u64().unwrap_or(0));
    let known = state.token == data["token"].as_str().unwrap_or_default().trim_start_matches("Bot ");
    let Some(session) = state.sessions.iter_mut().find(|session| known && session.id == id) else {
        state.note(format!("gateway: cannot resume {id}"));
        return false;
    };
    session.out = out;
    for (_, text) in session.sent.iter().filter(|(seq, _)| *seq > from) {
        session.send(Frame::Text(text.clone()));
    }
    session.event("RESUMED", &json!({}), false);
    state.note(format!("gateway: RESUMED {id} from {from}"));
    true
}
