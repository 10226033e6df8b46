//! How tool calls travel: chooses between the provider's own calls and one JSON object a step, and carries a chat through
//! either. Knows the transport only as something to ask.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use super::ear::{JsonEar, Listener, WordsEar};
use super::openai::{Deaf, Ear, Endpoint};
use super::{ChatReply, ChatRequest, LlmError, OnText, json_steps, native};

/// One of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The provider's own tool calls.
    Tools,
    /// One JSON object a step, held to a schema.
    Json,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tools => "tools",
            Self::Json => "json",
        })
    }
}

/// Whether the model begins its answers in the middle of reasoning, as far as its answers have shown. As long as that is
/// not known, a reply is told when it is whole.
#[derive(Debug, Default)]
pub(super) struct Beginnings(AtomicU8);

impl Beginnings {
    const PLAIN: u8 = 1;
    const REASONING: u8 = 2;

    fn learn(&self, text_is_empty: bool, lone_closing: bool) {
        if lone_closing {
            self.0.store(Self::REASONING, Ordering::Relaxed);
        } else if !text_is_empty {
            // Once reasoning, always suspected.
            let _ = self.0.compare_exchange(0, Self::PLAIN, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn must_hold(&self) -> bool {
        self.0.load(Ordering::Relaxed) != Self::PLAIN
    }
}

/// Asks over that protocol. A request without tools is words for words in both.
pub(super) async fn chat(
    endpoint: &Endpoint,
    protocol: Protocol,
    beginnings: &Beginnings,
    request: &ChatRequest,
    on_text: Option<OnText<'_>>,
) -> Result<ChatReply, LlmError> {
    if protocol == Protocol::Json && !request.tools.is_empty() {
        let ask = json_steps::ask(request);
        let mut ear = on_text.map(JsonEar::new);
        let raw = endpoint.ask(&ask, as_ear(&mut ear, &mut Deaf)).await?;
        let reply = json_steps::reply(raw, request);
        return Ok(told(reply, ear));
    }
    let known = request.tools.iter().map(|tool| tool.name.clone()).collect();
    let mut ear = on_text.map(|on_text| WordsEar::new(on_text, known, beginnings.must_hold()));
    let raw = endpoint.ask(&native::ask(request), as_ear(&mut ear, &mut Deaf)).await?;
    let text_is_empty = raw.text.trim().is_empty();
    let (reply, lone_closing) = native::reply(raw, request);
    beginnings.learn(text_is_empty, lone_closing);
    Ok(told(reply, ear))
}

fn as_ear<'a>(listener: &'a mut Option<impl Ear>, deaf: &'a mut Deaf) -> &'a mut dyn Ear {
    match listener {
        Some(listener) => listener,
        None => deaf,
    }
}

fn told(reply: ChatReply, ear: Option<impl Listener>) -> ChatReply {
    if let Some(mut ear) = ear {
        ear.settle(&reply.text);
    }
    reply
}
