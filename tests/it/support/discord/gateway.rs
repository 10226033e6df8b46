//! The gateway: identify, resume, heartbeats, events in order.

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::state::State;
use super::{Shared, payloads};

/// "Message Content" among the intents.
const CONTENT: u64 = 1 << 15;
/// What the bot must not ask for without having been given it.
const OTHER_PRIVILEGED: u64 = 1 << 1 | 1 << 8;

pub enum Frame {
    Text(String),
    /// The connection breaks.
    Drop,
}

pub struct Session {
    pub id: String,
    pub intents: u64,
    seq: u64,
    sent: Vec<(u64, String)>,
    out: UnboundedSender<Frame>,
}

impl Session {
    pub fn send(&self, frame: Frame) {
        // A connection that is gone is resumed, and gets it then.
        let _ = self.out.send(frame);
    }

    fn event(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let text = json!({"op": 0, "t": name, "s": self.seq, "d": data}).to_string();
        self.sent.push((self.seq, text.clone()));
        self.send(Frame::Text(text));
    }
}

impl State {
    /// Sends an event to every session, each as it may see it.
    pub fn dispatch(&mut self, name: &str, data: Value) {
        self.note(format!("event {name} {data}"));
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
            if hidden { session.event(name, &without_content(&data)) } else { session.event(name, &data) }
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
pub async fn serve(shared: Shared, mut socket: WebSocket) {
    let hello = json!({"op": 10, "d": {"heartbeat_interval": 41_250}, "s": null, "t": null}).to_string();
    if socket.send(Message::Text(hello.into())).await.is_err() {
        return;
    }
    let (out, mut frames) = unbounded_channel();
    loop {
        let next = tokio::select! {
            frame = frames.recv() => Next::Out(frame),
            message = socket.recv() => Next::In(message),
        };
        let goes_on = match next {
            Next::Out(Some(Frame::Text(text))) => socket.send(Message::Text(text.into())).await.is_ok(),
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
            return close(socket, code).await;
        }
        Some(6) => {
            if shared.change(|state| resume(state, &said["d"], out.clone())) {
                return true;
            }
            json!({"op": 9, "d": false, "s": null, "t": null})
        }
        _ => return true,
    };
    socket.send(Message::Text(reply.to_string().into())).await.is_ok()
}

async fn close(socket: &mut WebSocket, code: Option<u16>) -> bool {
    let Some(code) = code else { return true };
    let frame = CloseFrame { code, reason: "".into() };
    let _ = socket.send(Message::Close(Some(frame))).await;
    // The other side closes too; until then the frame may not have arrived.
    while let Some(Ok(_)) = socket.recv().await {}
    false
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
    let id = format!("session{}", state.fresh_id());
    let mut session = Session { id: id.clone(), intents, seq: 0, sent: Vec::new(), out };
    session.event("READY", &payloads::ready(state, &id, &data["shard"]));
    for guild in state.guilds.keys() {
        session.event("GUILD_CREATE", &payloads::guild_create(state, *guild));
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
    session.event("RESUMED", &json!({}));
    state.note(format!("gateway: RESUMED {id} from {from}"));
    true
}
