//! What is wrong with a request, as the strictest of providers would see it.

use std::collections::HashSet;

use keepsake::llm::tokens::TokenCounter;
use serde_json::Value;

use super::KEY;
use super::script::Asked;

/// The longest string that a server's grammar takes.
const LONGEST_STRING: u64 = 1_999;

/// Tokens of a picture.
const PICTURE: usize = 800;

/// Every rule that the request breaks.
pub(super) fn violations(asked: &Asked, budget: usize, tokens: &TokenCounter) -> Vec<String> {
    let mut wrong = Vec::new();
    if !asked.body.is_object() {
        wrong.push("it is no JSON object".into());
        return wrong;
    }
    if asked.authorization.as_deref() != Some(&format!("Bearer {KEY}")) {
        wrong.push(format!("it does not bring the key: {:?}", asked.authorization));
    }
    let limit = ["max_tokens", "max_completion_tokens"].iter().find_map(|name| asked.body[*name].as_u64());
    match limit {
        None | Some(0) => wrong.push("it names no max_tokens".into()),
        Some(limit) => {
            let prompt = prompt_tokens(asked, tokens);
            if prompt + limit as usize > budget {
                wrong.push(format!("{prompt} tokens and {limit} for the answer are more than {budget}"));
            }
        }
    }
    if has_nul(&asked.body) {
        wrong.push("a text holds U+0000".into());
    }
    wrong.extend(wrong_messages(asked));
    wrong.extend(wrong_tools(asked));
    wrong
}

/// Tokens of the prompt, by the library's counter.
pub(super) fn prompt_tokens(asked: &Asked, tokens: &TokenCounter) -> usize {
    let words = |value: &Value| value.as_str().map_or(0, |text| tokens.text(text));
    let message = |message: &Value| {
        let calls = message["tool_calls"].as_array().into_iter().flatten();
        let calls: usize =
            calls.map(|call| words(&call["function"]["name"]) + words(&call["function"]["arguments"]) + 4).sum();
        let parts = message["content"].as_array().into_iter().flatten();
        let parts: usize =
            parts.map(|part| words(&part["text"]) + if part["type"] == "image_url" { PICTURE } else { 0 }).sum();
        words(&message["content"]) + parts + calls + 4
    };
    let tools = asked.body.get("tools").map_or(0, |tools| tokens.text(&tools.to_string()));
    tools + asked.messages().iter().map(message).sum::<usize>()
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(object) => object.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
}

fn wrong_messages(asked: &Asked) -> Vec<String> {
    let mut wrong = Vec::new();
    let roles: Vec<&str> = asked.said().iter().map(|(role, _)| *role).collect();
    if roles.first() != Some(&"system") || roles.iter().filter(|role| **role == "system").count() != 1 {
        wrong.push(format!("it must have one system message, at the beginning: {roles:?}"));
    }
    if let Some(other) = roles.iter().find(|role| !["system", "user", "assistant", "tool"].contains(role)) {
        wrong.push(format!("`{other}` is no role"));
    }
    if !matches!(roles.last(), Some(&("user" | "tool"))) {
        wrong.push(format!("its last message is of {:?}", roles.last()));
    }
    if asked.is_json() && (roles.contains(&"tool") || roles.windows(2).any(|two| two[0] == two[1])) {
        wrong.push(format!("user and assistant do not speak by turns: {roles:?}"));
    }
    for (at, message) in asked.messages().iter().enumerate() {
        let calls = message["tool_calls"].as_array().is_some_and(|calls| !calls.is_empty());
        let parts = message["content"].as_array().map(Vec::as_slice).unwrap_or_default();
        let says = message["content"].as_str().is_some_and(|text| !text.is_empty()) || !parts.is_empty();
        wrong
            .extend(parts.iter().filter(|part| !is_part(part)).map(|part| format!("message {at} has the part {part}")));
        if !says && !calls && message["role"] != "tool" {
            wrong.push(format!("message {at} says nothing"));
        }
    }
    wrong.extend(wrong_pairs(asked));
    wrong
}

/// Whether it is a part of a content: words, or a picture as such.
fn is_part(part: &Value) -> bool {
    let kinds = ["image/png", "image/jpeg", "image/webp", "image/gif"];
    match part["type"].as_str() {
        Some("text") => part["text"].as_str().is_some_and(|text| !text.is_empty()),
        Some("image_url") => part["image_url"]["url"]
            .as_str()
            .and_then(|url| url.strip_prefix("data:")?.split_once(";base64,"))
            .is_some_and(|(kind, data)| kinds.contains(&kind) && !data.is_empty()),
        _ => false,
    }
}

/// Calls and results: each result behind the answer that holds its call, each call answered once before anything else.
fn wrong_pairs(asked: &Asked) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<String> = Vec::new();
    for (at, message) in asked.messages().iter().enumerate() {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            match open.iter().position(|known| known == id) {
                Some(place) => drop(open.remove(place)),
                None => wrong.push(format!("message {at} answers `{id}`, which is not an open call")),
            }
            continue;
        }
        wrong.extend(open.drain(..).map(|id| format!("call `{id}` is not answered before message {at}")));
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let id = call["id"].as_str().unwrap_or_default().to_owned();
            if id.is_empty() || !seen.insert(id.clone()) {
                wrong.push(format!("message {at} has a call with the id `{id}`, empty or used before"));
            }
            let arguments = call["function"]["arguments"].as_str().map(serde_json::from_str::<Value>);
            if !matches!(arguments, Some(Ok(Value::Object(_)))) {
                wrong.push(format!("the arguments of call `{id}` are no JSON object in a string"));
            }
            open.push(id);
        }
    }
    wrong.extend(open.iter().map(|id| format!("call `{id}` is never answered")));
    wrong
}

fn wrong_tools(asked: &Asked) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut names = HashSet::new();
    let tools = asked.body["tools"].as_array().into_iter().flatten().map(|tool| &tool["function"]);
    for tool in tools {
        let name = tool["name"].as_str().unwrap_or_default();
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || name.len() > 64 || !name.chars().all(allowed) || !names.insert(name) {
            wrong.push(format!("`{name}` cannot be the name of a tool"));
        }
        if tool["parameters"]["type"] != "object" {
            wrong.push(format!("the arguments of `{name}` are no object"));
        }
        wrong.extend(wrong_schema(name, &tool["parameters"]));
    }
    if let Some(schema) = asked.body["response_format"]["json_schema"].get("schema") {
        wrong.extend(wrong_schema("the step", schema));
    }
    wrong
}

fn wrong_schema(of: &str, schema: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Err(error) = jsonschema::validator_for(schema) {
        wrong.push(format!("the schema of {of} is none: {error}"));
    }
    unbounded(of, schema, &mut wrong);
    wrong
}

/// Every string must be bounded, or a small model talks on without end.
fn unbounded(path: &str, schema: &Value, wrong: &mut Vec<String>) {
    let Some(object) = schema.as_object() else { return };
    let kind = &schema["type"];
    let is_string = kind == "string" || kind.as_array().is_some_and(|kinds| kinds.contains(&"string".into()));
    let fixed = object.contains_key("enum") || object.contains_key("const");
    if is_string && !fixed && schema["maxLength"].as_u64().is_none() {
        wrong.push(format!("the string {path} is not bounded"));
    }
    if path.starts_with("the step") && schema["maxLength"].as_u64().is_some_and(|length| length > LONGEST_STRING) {
        wrong.push(format!("the bound of {path} is more than a grammar takes"));
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        unbounded(&format!("{path}.{name}"), property, wrong);
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        schema[key].as_array().into_iter().flatten().for_each(|one| unbounded(path, one, wrong));
    }
    if let Some(items) = object.get("items") {
        unbounded(&format!("{path}[]"), items, wrong);
    }
}
