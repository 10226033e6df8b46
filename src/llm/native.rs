//! Tool calls in the provider's own form. Pure.

use serde_json::{Value, json};

use super::answer::{RawReply, without_thinking};
use super::{ChatMessage, ChatReply, ChatRequest, Finish, ToolCall, ToolUse, repair};

/// The body of a request.
pub(super) fn body(request: &ChatRequest) -> Value {
    let messages: Vec<Value> = request.messages.iter().map(message).collect();
    let mut body = json!({ "messages": messages });
    if !request.tools.is_empty() {
        body["tools"] = request
            .tools
            .iter()
            .map(|tool| json!({ "type": "function", "function": { "name": tool.name, "description": tool.description, "parameters": tool.parameters } }))
            .collect();
        body["tool_choice"] = json!(match request.tool_use {
            ToolUse::Allowed => "auto",
            ToolUse::Forbidden => "none",
        });
    }
    body
}

fn message(message: &ChatMessage) -> Value {
    match message {
        ChatMessage::System(text) => json!({ "role": "system", "content": text }),
        ChatMessage::User(text) => json!({ "role": "user", "content": text }),
        ChatMessage::Assistant { text, calls } if calls.is_empty() => json!({ "role": "assistant", "content": text }),
        ChatMessage::Assistant { text, calls } => {
            let content = if text.is_empty() { Value::Null } else { json!(text) };
            json!({ "role": "assistant", "content": content, "tool_calls": calls.iter().map(call).collect::<Vec<_>>() })
        }
        ChatMessage::Tool { call_id, name, text } => {
            json!({ "role": "tool", "tool_call_id": call_id, "name": name, "content": text })
        }
    }
}

fn call(call: &ToolCall) -> Value {
    // What the model failed to write as an object goes back to it as an empty one: providers refuse anything else.
    let arguments = if call.arguments.is_object() { call.arguments.to_string() } else { "{}".to_owned() };
    json!({ "id": call.id, "type": "function", "function": { "name": call.name, "arguments": arguments } })
}

/// What an answer says. A call that the model wrote as plain text is a call all the same.
pub(super) fn reply(raw: RawReply, request: &ChatRequest) -> ChatReply {
    let named = raw.calls.into_iter().filter(|call| !call.name.is_empty());
    let mut calls: Vec<ToolCall> = named
        .enumerate()
        .map(|(at, call)| ToolCall {
            id: format!("call{at}"),
            name: call.name,
            arguments: repair::arguments(&call.arguments),
        })
        .collect();
    let mut text = without_thinking(&raw.text);
    if calls.is_empty() && request.tool_use == ToolUse::Allowed {
        let known: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
        (text, calls) = repair::calls_in_text(&text, &known);
    }
    let finish = if calls.is_empty() { raw.finish.unwrap_or(Finish::Stop) } else { Finish::ToolCalls };
    ChatReply { text, calls, finish, usage: raw.usage }
}
