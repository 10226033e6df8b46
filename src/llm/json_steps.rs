//! One JSON object a step, held to a schema, so that even a model of 1.5 billion parameters makes only valid calls. Pure.

use serde_json::{Map, Value, json};

use super::answer::{RawReply, without_thinking};
use super::{ChatMessage, ChatReply, ChatRequest, Finish, LlmError, ToolCall, ToolSpec, ToolUse, repair};
use crate::prompts;

/// The tool by which words are said.
const SEND: &str = "send_message";
/// Characters that any string may have. A small model without a bound rambles to its token limit, and a bound above this
/// makes the grammar of llama.cpp slow.
const LONGEST: u64 = 1_000;

/// The body of a request.
pub(super) fn body(request: &ChatRequest) -> Value {
    let mut messages: Vec<Value> = Vec::new();
    for (at, message) in request.messages.iter().enumerate() {
        let (role, text) = match message {
            ChatMessage::System(text) if at == 0 && !request.tools.is_empty() => {
                ("system", format!("{text}\n\n{}", instructions(&request.tools)))
            }
            ChatMessage::System(text) => ("system", text.clone()),
            ChatMessage::User(text) => ("user", text.clone()),
            ChatMessage::Assistant { text, calls } => ("assistant", steps(text, calls)),
            ChatMessage::Tool { name, text, .. } => (
                "user",
                format!(
                    "<tool_result tool=\"{name}\">\n{}\n</tool_result>",
                    text.replace("</tool_result", "&lt;/tool_result")
                ),
            ),
        };
        push(&mut messages, role, &text);
    }
    let mut body = json!({ "messages": messages });
    if !request.tools.is_empty() {
        let schema = schema(&request.tools, request.tool_use);
        body["response_format"] =
            json!({ "type": "json_schema", "json_schema": { "name": "step", "strict": true, "schema": schema } });
    }
    body
}

/// Adds a message; to the one before it when that is of the same side, since some templates want the sides to take turns.
fn push(messages: &mut Vec<Value>, role: &str, text: &str) {
    match messages.last_mut() {
        Some(last) if last["role"] == role => {
            let before = last["content"].as_str().unwrap_or_default();
            last["content"] = json!(format!("{before}\n{text}"));
        }
        _ => messages.push(json!({ "role": role, "content": text })),
    }
}

fn instructions(tools: &[ToolSpec]) -> String {
    let lines: Vec<String> = tools.iter().map(line).collect();
    prompts::fill(prompts::JSON_PROTOCOL, &[("tools", &lines.join("\n"))])
}

/// A tool in a line: `- name: {"a", "b"?} What it does.`
fn line(tool: &ToolSpec) -> String {
    let required = required(tool);
    let argument = |name: &String| if required.contains(name) { format!("\"{name}\"") } else { format!("\"{name}\"?") };
    let names: Vec<String> = properties(tool).map(|all| all.keys().map(argument).collect()).unwrap_or_default();
    format!("- {}: {{{}}} {}", tool.name, names.join(", "), tool.description)
}

fn properties(tool: &ToolSpec) -> Option<&Map<String, Value>> {
    tool.parameters.get("properties")?.as_object()
}

fn required(tool: &ToolSpec) -> Vec<String> {
    let names = tool.parameters.get("required").and_then(Value::as_array);
    names.map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect()).unwrap_or_default()
}

/// What the agent did, in the form in which it is to do it.
fn steps(text: &str, calls: &[ToolCall]) -> String {
    let mut steps: Vec<String> = Vec::new();
    if !text.is_empty() {
        steps.push(json!({ "tool": SEND, "arguments": { "message": text } }).to_string());
    }
    steps.extend(calls.iter().map(|call| json!({ "tool": call.name, "arguments": call.arguments }).to_string()));
    steps.join("\n")
}

fn schema(tools: &[ToolSpec], tool_use: ToolUse) -> Value {
    let send = json!({
        "type": "object",
        "properties": { "message": { "type": "string", "minLength": 1, "maxLength": LONGEST } },
        "required": ["message"],
        "additionalProperties": false,
    });
    let mut steps = vec![step(SEND, send)];
    if tool_use == ToolUse::Allowed {
        steps.extend(tools.iter().map(|tool| step(&tool.name, bounded(&tool.parameters))));
    }
    json!({ "anyOf": steps })
}

fn step(name: &str, arguments: Value) -> Value {
    json!({
        "type": "object",
        "properties": { "tool": { "const": name }, "arguments": arguments },
        "required": ["tool", "arguments"],
        "additionalProperties": false,
    })
}

/// The schema with a bound on every string and nothing beside what it names. Descriptions are in the instructions.
fn bounded(schema: &Value) -> Value {
    let mut schema = schema.clone();
    bound(&mut schema);
    schema
}

fn bound(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    object.remove("description");
    match object.get("type").and_then(Value::as_str) {
        Some("string") => {
            let given = object.get("maxLength").and_then(Value::as_u64).unwrap_or(LONGEST);
            object.insert("maxLength".into(), json!(given.min(LONGEST)));
        }
        Some("object") => {
            object.insert("additionalProperties".into(), json!(false));
            if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
                properties.values_mut().for_each(bound);
            }
        }
        Some("array") => {
            if let Some(items) = object.get_mut("items") {
                bound(items);
            }
        }
        _ => {}
    }
}

/// What an answer says.
///
/// # Errors
/// [`LlmError::Malformed`] when it began an object that cannot be read.
pub(super) fn reply(raw: RawReply, request: &ChatRequest) -> Result<ChatReply, LlmError> {
    let text = without_thinking(&raw.text);
    let (usage, finish) = (raw.usage, raw.finish.unwrap_or(Finish::Stop));
    let plain = |text: String| ChatReply { text, calls: Vec::new(), finish, usage };
    if request.tools.is_empty() {
        return Ok(plain(text));
    }
    let Some(start) = text.find('{') else { return Ok(plain(text)) };
    let step = repair::json(&text[start..]).ok_or_else(|| LlmError::Malformed(text.chars().take(200).collect()))?;
    let Some(name) = step.get("tool").or_else(|| step.get("name")).and_then(Value::as_str) else {
        return Ok(plain(text));
    };
    let arguments = step.get("arguments").cloned().unwrap_or(Value::Null);
    if name == SEND {
        let message = arguments.get("message").and_then(Value::as_str).unwrap_or_default();
        return Ok(plain(message.trim().to_owned()));
    }
    let call = ToolCall { id: "call0".into(), name: name.to_owned(), arguments };
    Ok(ChatReply { text: String::new(), calls: vec![call], finish: Finish::ToolCalls, usage })
}
