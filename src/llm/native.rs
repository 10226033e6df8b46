//! The `tools` protocol: the provider's own tool calls. Pure: requests into the wire's shapes, answers into replies.

use std::collections::HashSet;

use serde_json::{Value, json};
use xxhash_rust::xxh32::xxh32;

use super::wire::{Ask, RawAnswer, RawCall};
use super::{ChatMessage, ChatReply, ChatRequest, Finish, Picture, ToolCall, ToolSpec, ToolUse, repair, think};

/// Stands before a system message that is not the first: many models' templates refuse one there.
pub(super) const NOTE: &str = "[system note] ";

/// The request in the wire's shapes.
pub(super) fn ask(request: &ChatRequest) -> Ask {
    let first = |at: usize| request.messages[..at].iter().all(|before| matches!(before, ChatMessage::System(_)));
    let messages = request.messages.iter().enumerate().filter_map(|(at, one)| message(one, first(at))).collect();
    Ask {
        messages,
        tools: request.tools.iter().map(tool).collect(),
        forbid_calls: request.tool_use == ToolUse::Forbidden,
        schema: None,
        max_tokens: request.max_tokens,
    }
}

fn tool(spec: &ToolSpec) -> Value {
    let function = json!({"name": spec.name, "description": clean(&spec.description), "parameters": spec.parameters});
    json!({"type": "function", "function": function})
}

fn message(message: &ChatMessage, leads: bool) -> Option<Value> {
    Some(match message {
        ChatMessage::System(text) if leads => json!({"role": "system", "content": clean(text)}),
        ChatMessage::System(text) => json!({"role": "user", "content": format!("{NOTE}{}", clean(text))}),
        ChatMessage::User(text) => json!({"role": "user", "content": clean(text)}),
        ChatMessage::Shown { text, pictures } => json!({"role": "user", "content": content(&clean(text), pictures)}),
        ChatMessage::Tool { call_id, text, .. } => {
            json!({"role": "tool", "tool_call_id": wire_id(call_id), "content": clean(text)})
        }
        // It says nothing, and some providers refuse it.
        ChatMessage::Assistant { text, calls } if text.is_empty() && calls.is_empty() => return None,
        ChatMessage::Assistant { text, calls } if calls.is_empty() => {
            json!({"role": "assistant", "content": clean(text)})
        }
        ChatMessage::Assistant { text, calls } => {
            let content = if text.is_empty() { Value::Null } else { clean(text).into() };
            let calls: Vec<Value> = calls.iter().map(call).collect();
            json!({"role": "assistant", "content": content, "tool_calls": calls})
        }
    })
}

/// Words with pictures, each behind its caption.
pub(super) fn content(text: &str, pictures: &[Picture]) -> Value {
    let words = |text: &str| json!({"type": "text", "text": text});
    let shown = |picture: &Picture| {
        let image = json!({"type": "image_url", "image_url": {"url": picture.url.as_ref()}});
        [words(&clean(&picture.caption)), image]
    };
    std::iter::once(words(text)).chain(pictures.iter().flat_map(shown)).collect()
}

fn call(call: &ToolCall) -> Value {
    // Servers read the arguments back and refuse the whole conversation if they are no object.
    let arguments = match &call.arguments {
        Value::Object(_) => call.arguments.to_string(),
        Value::String(raw) => json!({"unreadable": raw}).to_string(),
        other => json!({"unreadable": other.to_string()}).to_string(),
    };
    json!({"id": wire_id(&call.id), "type": "function", "function": {"name": call.name, "arguments": clean(&arguments)}})
}

/// The id of a call as it goes out: nine letters or digits, the one form that every provider takes (Mistral's takes no
/// other). The same id always becomes the same.
fn wire_id(id: &str) -> String {
    if id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return id.to_owned();
    }
    let bits = u64::from(xxh32(id.as_bytes(), 1)) << 4 | u64::from(xxh32(id.as_bytes(), 2) & 0xf);
    format!("{bits:09x}")
}

/// A text that servers written in C can hold.
pub(super) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// The reply that an answer is, and whether it was reasoning that ended with a closing tag alone.
pub(super) fn reply(raw: RawAnswer, request: &ChatRequest) -> (ChatReply, bool) {
    let known: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
    let (visible, lone_closing) = think::visible(&raw.text);
    let mut text = visible.trim().to_owned();
    let mut calls: Vec<(String, ToolCall)> = raw.calls.into_iter().map(|call| native_call(call, &known)).collect();
    if calls.is_empty() || request.tool_use == ToolUse::Forbidden {
        let (words, found) = repair::calls_in_text(&text, &known);
        if !found.is_empty() {
            text = words;
            tracing::debug!(calls = found.len(), "the model wrote its calls as text");
        }
        calls.extend(found.into_iter().map(|found| (String::new(), made_call(found.name, found.arguments))));
    }
    if request.tool_use == ToolUse::Forbidden {
        calls.clear();
    }
    let calls = with_own_ids(calls);
    let finish = match raw.finish {
        Some(Finish::Length) => Finish::Length,
        _ if !calls.is_empty() => Finish::ToolCalls,
        Some(Finish::Filtered) => Finish::Filtered,
        _ => Finish::Stop,
    };
    (ChatReply { text, calls, finish, usage: raw.usage }, lone_closing)
}

fn native_call(raw: RawCall, known: &[&str]) -> (String, ToolCall) {
    let name = repair::mend_name(&raw.name, known).unwrap_or(raw.name.trim()).to_owned();
    (raw.id, made_call(name, repair::arguments(&raw.arguments)))
}

/// A call with an id of our own.
pub(super) fn made_call(name: String, arguments: Value) -> ToolCall {
    ToolCall { id: format!("call_{}", uuid::Uuid::now_v7().simple()), name, arguments }
}

/// The provider's ids, where it gave each call its own.
fn with_own_ids(calls: Vec<(String, ToolCall)>) -> Vec<ToolCall> {
    let mut seen = HashSet::new();
    let named = |(id, call): (String, ToolCall)| {
        let fresh = !id.is_empty() && seen.insert(id.clone());
        if fresh { ToolCall { id, ..call } } else { call }
    };
    calls.into_iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn request() -> ChatRequest {
        let call = |id: &str, arguments: Value| ToolCall { id: id.into(), name: "react".into(), arguments };
        ChatRequest {
            messages: vec![
                ChatMessage::System("One".into()),
                ChatMessage::User("Hi\0".into()),
                ChatMessage::Assistant {
                    text: String::new(),
                    calls: vec![call("call_1", json!({"emoji": "x"})), call("call_2", json!("{brok"))],
                },
                ChatMessage::Tool { call_id: "call_1".into(), name: "react".into(), text: "Done".into() },
                ChatMessage::Tool { call_id: "call_2".into(), name: "react".into(), text: "Error".into() },
                ChatMessage::Assistant { text: String::new(), calls: Vec::new() },
                ChatMessage::System("Two".into()),
            ],
            tools: Arc::new([ToolSpec {
                name: "react".into(),
                description: "Reacts.".into(),
                parameters: json!({"type": "object"}),
            }]),
            tool_use: ToolUse::Allowed,
            max_tokens: 9,
        }
    }

    #[test]
    fn a_transcript_becomes_what_every_provider_takes() {
        let messages = ask(&request()).messages;
        let roles: Vec<&str> = messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
        assert_eq!(roles, ["system", "user", "assistant", "tool", "tool", "user"]);
        assert_eq!(messages[1]["content"], "Hi\u{fffd}");
        assert_eq!(messages[2]["content"], Value::Null);
        assert_eq!(messages[2]["tool_calls"][1]["function"]["arguments"], "{\"unreadable\":\"{brok\"}");
        assert_eq!(messages[2]["tool_calls"][0]["id"], messages[3]["tool_call_id"]);
        assert_ne!(messages[3]["tool_call_id"], messages[4]["tool_call_id"]);
        assert_eq!(messages[3]["tool_call_id"].as_str().unwrap().len(), 9);
        assert_eq!(messages[5]["content"], "[system note] Two");
        assert_eq!(wire_id("aB3456789"), "aB3456789");
    }

    #[test]
    fn pictures_stand_behind_the_words_each_with_its_caption() {
        let picture = Picture { caption: "<picture/>".into(), url: "data:image/png;base64,AA==".into() };
        let shown = ChatMessage::Shown { text: "look\0".into(), pictures: vec![picture] };
        let messages = ask(&ChatRequest { messages: vec![shown], ..request() }).messages;
        let parts = json!([
            {"type": "text", "text": "look\u{fffd}"},
            {"type": "text", "text": "<picture/>"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}},
        ]);
        assert_eq!(messages, [json!({"role": "user", "content": parts})]);
    }

    #[test]
    fn an_answer_becomes_a_reply() {
        let raw = RawAnswer {
            text: "<think>x</think> Hi ".into(),
            calls: vec![
                RawCall { id: "a".into(), name: "functions.React".into(), arguments: "{\"emoji\": \"x\",}".into() },
                RawCall { id: "a".into(), name: "react".into(), arguments: "{\"emoji\": \"x".into() },
                RawCall { id: String::new(), name: "nope".into(), arguments: String::new() },
            ],
            finish: Some(Finish::Stop),
            usage: None,
        };
        let (reply, _) = reply(raw, &request());
        assert_eq!((reply.text.as_str(), reply.finish), ("Hi", Finish::ToolCalls));
        assert_eq!((reply.calls[0].name.as_str(), &reply.calls[0].arguments), ("react", &json!({"emoji": "x"})));
        assert_eq!(reply.calls[1].arguments, json!("{\"emoji\": \"x"));
        assert_eq!((reply.calls[2].name.as_str(), &reply.calls[2].arguments), ("nope", &json!({})));
        let ids: HashSet<&str> = reply.calls.iter().map(|call| call.id.as_str()).collect();
        assert!(ids.len() == 3 && ids.contains("a"));
    }

    #[test]
    fn calls_that_were_forbidden_are_left_out_in_each_form() {
        let text = "Fine. {\"name\": \"react\", \"arguments\": {}}";
        let request = ChatRequest { tool_use: ToolUse::Forbidden, ..request() };
        let calls = vec![RawCall { id: "a".into(), name: "react".into(), arguments: "{}".into() }];
        let (reply, _) = reply(RawAnswer { text: text.into(), calls, ..RawAnswer::default() }, &request);
        assert_eq!((reply.text.as_str(), reply.calls.len(), reply.finish), ("Fine.", 0, Finish::Stop));
    }
}
