//! Trouble on demand.

use std::time::Duration;

use super::FakeDiscord;
use super::gateway::Frame;

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

impl FakeDiscord {
    /// The next `times` requests of that method whose path contains `path` meet `trouble`.
    pub fn trouble(&self, method: &str, path: &str, times: usize, trouble: Trouble) {
        self.trouble_after(method, path, 0, times, trouble);
    }

    /// The same, after `skip` requests that pass.
    pub fn trouble_after(&self, method: &str, path: &str, skip: usize, times: usize, trouble: Trouble) {
        let fault = Fault { method: method.into(), path: path.into(), left: times, skip, trouble };
        self.change(|state| state.faults.push(fault));
    }

    /// Connections break without a word.
    pub fn drop_connections(&self) {
        self.to_all(|| Frame::Drop);
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
