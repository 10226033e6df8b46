//! Trouble on demand.

use std::time::{Duration, Instant};

use super::FakeDiscord;
use super::gateway::{Closed, Frame, Wire};

/// What happens to a request instead of what should.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trouble {
    Status(u16),
    /// An error of Discord's own: status and code.
    Code(u16, u64),
    /// 429, with the wait it asks for.
    Limit(Duration),
    /// A body that breaks a rule, whatever stands in it.
    Invalid,
    /// No answer ever comes.
    Hang,
    /// It is done, but the answer is lost.
    Swallow,
    /// The connection breaks before anything is done.
    ResetBefore,
    /// It is done, and then the connection breaks.
    ResetAfter,
    /// It is done; the answer breaks off in the middle of the JSON.
    Truncate,
    /// It is done after that time.
    Delay(Duration),
    /// It is done; the answer trickles in for that time.
    Trickle(Duration),
    /// 429 for all of the bot: every other request is refused too until the wait is over.
    GlobalLimit(Duration),
    /// 429 of what stands before Discord: a page without JSON, the wait only in the header, in whole seconds.
    HtmlLimit(u64),
    /// The request is sent on to another address, as something that stands before Discord may do.
    Redirect,
}

impl Trouble {
    /// What it is, whatever time it takes.
    pub fn kind(self) -> String {
        let all = format!("{self:?}");
        let name = all.split('(').next().map(str::to_owned).unwrap_or_default();
        if matches!(self, Self::Status(_)) { all } else { name }
    }

    /// Whether the request is done all the same.
    pub fn is_done(self) -> bool {
        matches!(self, Self::Swallow | Self::ResetAfter | Self::Truncate | Self::Delay(_) | Self::Trickle(_))
    }
}

#[derive(Debug, Clone)]
pub struct Fault {
    pub method: String,
    /// Part of the path.
    pub path: String,
    pub left: usize,
    /// Requests that pass before.
    pub skip: usize,
    pub trouble: Trouble,
}

/// A rate limit, told in every answer (Discord's reference, "Rate Limits").
#[derive(Debug, Clone)]
pub struct Bucket {
    pub method: String,
    /// Part of the path.
    pub path: String,
    /// Requests in one window.
    pub limit: usize,
    pub length: Duration,
    /// When the window began that is counted, and the requests in it.
    pub window: Option<(Instant, usize)>,
    /// Requests that were refused.
    pub refused: usize,
}

impl Bucket {
    /// Counts one request: whether it is let through, how many are left, and until when.
    pub fn count(&mut self) -> (bool, usize, Duration) {
        let now = Instant::now();
        let (begun, used) = self.window.filter(|(begun, _)| *begun + self.length > now).unwrap_or((now, 0));
        let passes = used < self.limit;
        let used = used + usize::from(passes);
        self.refused += usize::from(!passes);
        self.window = Some((begun, used));
        (passes, self.limit - used, self.length - (now - begun))
    }
}

impl FakeDiscord {
    /// From now on such requests have that limit.
    pub fn limit(&self, method: &str, path: &str, limit: usize, length: Duration) {
        let bucket = Bucket { method: method.into(), path: path.into(), limit, length, window: None, refused: 0 };
        self.change(|state| state.buckets.push(bucket));
    }

    /// The next `times` requests of that method whose path contains `path` meet `trouble`.
    pub fn trouble(&self, method: &str, path: &str, times: usize, trouble: Trouble) {
        self.trouble_after(method, path, 0, times, trouble);
    }

    /// The same, after `skip` requests that pass.
    pub fn trouble_after(&self, method: &str, path: &str, skip: usize, times: usize, trouble: Trouble) {
        let fault = Fault { method: method.into(), path: path.into(), left: times, skip, trouble };
        self.change(|state| state.faults.push(fault));
    }

    /// Whether a connection is open over which events go.
    pub fn is_connected(&self) -> bool {
        self.read(|state| state.sessions.iter().any(super::gateway::Session::is_open))
    }

    /// Connections break without a word.
    pub fn drop_connections(&self) {
        self.to_all(|| Frame::Drop);
    }

    /// Changes how the gateway behaves.
    pub fn wire(&self, change: impl FnOnce(&mut Wire)) {
        self.change(|state| change(&mut state.wire));
    }

    /// Connections stay open, and nothing comes out of them any more.
    pub fn mute_connections(&self) {
        self.wire(|wire| wire.mute = wire.connections);
    }

    /// Connections break in the middle of an event, which stays unheard.
    pub fn break_connections(&self) {
        let text =
            serde_json::json!({"op": 0, "t": "TYPING_START", "s": 1, "d": {"filler": "x".repeat(500)}}).to_string();
        self.to_all(|| Frame::Break(text.clone()));
    }

    /// The server closes all connections. Some codes end the session too (Discord's reference, "Gateway Close Event Codes").
    pub fn close_connections(&self, closed: Closed) {
        self.to_all(|| Frame::Close(closed));
        if matches!(closed, Closed::Code(4003 | 4007 | 4009)) {
            self.change(|state| state.sessions.clear());
        }
    }

    /// Frames that are nothing: bytes, a text that is no JSON, and JSON that says nothing.
    pub fn send_garbage(&self) {
        self.to_all(|| Frame::Garbage(vec![0, 159, 146, 150]));
        for text in ["{\"op\": 0", "[]", "{\"op\": 99, \"d\": null, \"s\": null, \"t\": null}"] {
            self.to_all(|| Frame::Text(text.into()));
        }
    }

    /// The session goes on elsewhere (op 9 that may be resumed).
    pub fn suspend_sessions(&self) {
        self.to_all(|| Frame::Text(r#"{"op":9,"d":true,"s":null,"t":null}"#.into()));
    }

    /// Sessions are forgotten: they cannot be resumed.
    pub fn forget_sessions(&self) {
        self.change(|state| state.sessions.clear());
    }

    /// From now on events wait.
    pub fn hold_events(&self) {
        self.wire(|wire| wire.held = Some(Vec::new()));
    }

    /// The events that wait are told, in an order that the seed tells, some of them twice.
    pub fn release_shuffled(&self, seed: u64) {
        self.change(|state| {
            let mut held = state.wire.held.take().unwrap_or_default();
            let mut random = seed | 1;
            for at in (1..held.len()).rev() {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                held.swap(at, (random >> 33) as usize % (at + 1));
            }
            for (at, (name, data)) in held.into_iter().enumerate() {
                if at % 3 == 0 {
                    state.dispatch(&name, data.clone());
                }
                state.dispatch(&name, data);
            }
        });
    }

    /// Asks the bot to connect again (op 7).
    pub fn ask_to_reconnect(&self) {
        self.to_all(|| Frame::Text(r#"{"op":7,"d":null,"s":null,"t":null}"#.into()));
    }

    /// Ends the session (op 9); a new one must be begun.
    pub fn invalidate_sessions(&self) {
        self.to_all(|| Frame::Text(r#"{"op":9,"d":false,"s":null,"t":null}"#.into()));
        self.change(|state| state.sessions.clear());
    }

    /// The switch of the developer portal: connecting with the Message Content intent is refused from now on.
    pub fn disallow_message_content(&self) {
        self.change(|state| state.content_allowed = false);
    }

    /// As after some minutes: no nonce so far is known any more.
    pub fn forget_nonces(&self) {
        self.change(|state| state.nonces_forgotten = state.fresh_id());
    }

    /// Takes permissions from everybody in that channel.
    pub fn deny(&self, channel: super::Id, permissions: u64) {
        self.change(|state| {
            if let Some(channel) = state.channels.get_mut(&channel) {
                channel.denied |= permissions;
            }
            let payload = super::payloads::channel(state, channel, None);
            state.dispatch("CHANNEL_UPDATE", payload);
        });
    }

    fn to_all(&self, frame: impl Fn() -> Frame) {
        self.change(|state| {
            for session in &state.sessions {
                session.send(frame());
            }
        });
    }
}
