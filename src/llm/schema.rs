//! The schema that one step under the constrained protocol is held to. Pure.

use serde_json::{Map, Value, json};

use super::{ToolSpec, ToolUse};

/// What words are said with.
pub(super) const SEND_MESSAGE: &str = "send_message";
/// Characters of a message. Without a bound a small model talks on until its tokens run out.
const MESSAGE_LENGTH: u64 = 1_900;
/// Characters of a string whose tool names no bound.
const DEFAULT_LENGTH: u64 = 1_000;
/// The largest bound that is passed on. llama.cpp turns a bound into a grammar rule repeated that often, refuses exactly
/// 2000 repetitions and takes more of them for "no bound" (its `MAX_REPETITION_THRESHOLD`).
const LONGEST: u64 = 1_900;
/// Items of a list whose tool names no bound.
const DEFAULT_ITEMS: u64 = 10;

/// What a server's grammar needs. The rest (descriptions, formats, patterns) a model does not see or a server may refuse.
const KEPT: &[&str] = &[
    "type",
    "const",
    "enum",
    "anyOf",
    "properties",
    "required",
    "items",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "$ref",
    "$defs",
];

/// One object a step: a tool with its arguments, or words. The tool is named before its arguments, since a model writes
/// the keys in this order and must choose first.
pub(super) fn step(tools: &[ToolSpec], tool_use: ToolUse) -> Value {
    let words = json!({
        "type": "object",
        "properties": {"message": {"type": "string", "minLength": 1, "maxLength": MESSAGE_LENGTH}},
        "required": ["message"],
        "additionalProperties": false,
    });
    let mut choices = match tool_use {
        ToolUse::Forbidden => Vec::new(),
        ToolUse::Allowed => tools.iter().map(|tool| choice(&tool.name, tidy(&tool.parameters))).collect::<Vec<_>>(),
    };
    choices.push(choice(SEND_MESSAGE, words));
    if choices.len() == 1 { choices.remove(0) } else { json!({"anyOf": choices}) }
}

fn choice(name: &str, arguments: Value) -> Value {
    json!({
        "type": "object",
        "properties": {"tool": {"type": "string", "const": name}, "arguments": arguments},
        "required": ["tool", "arguments"],
        "additionalProperties": false,
    })
}

/// A tool's schema, bounded everywhere and closed.
fn tidy(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut out: Map<String, Value> =
        KEPT.iter().filter_map(|key| Some(((*key).to_owned(), schema.get(*key)?.clone()))).collect();
    if let Some(Value::Array(all)) = schema.get("oneOf") {
        out.insert("anyOf".into(), all.clone().into());
    }
    for key in ["anyOf"] {
        if let Some(Value::Array(all)) = out.get_mut(key) {
            all.iter_mut().for_each(|one| *one = tidy(one));
        }
    }
    for key in ["properties", "$defs"] {
        if let Some(Value::Object(all)) = out.get_mut(key) {
            all.values_mut().for_each(|one| *one = tidy(one));
        }
    }
    if let Some(items) = out.get_mut("items") {
        *items = tidy(items);
    }
    bound(&mut out);
    Value::Object(out)
}

fn bound(schema: &mut Map<String, Value>) {
    let fixed = schema.contains_key("enum") || schema.contains_key("const");
    if has_type(schema, "string") && !fixed {
        let length = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(DEFAULT_LENGTH).min(LONGEST);
        schema.insert("maxLength".into(), length.into());
    }
    if has_type(schema, "array") && !schema.contains_key("maxItems") {
        schema.insert("maxItems".into(), DEFAULT_ITEMS.into());
    }
    if has_type(schema, "object") || schema.contains_key("properties") {
        schema.entry("type").or_insert("object".into());
        schema.entry("properties").or_insert(json!({}));
        schema.entry("required").or_insert(json!([]));
        schema.insert("additionalProperties".into(), false.into());
    }
}

fn has_type(schema: &Map<String, Value>, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == name,
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool() -> ToolSpec {
        ToolSpec {
            name: "archival_memory_insert".into(),
            description: "Stores.".into(),
            parameters: json!({"type": "object", "$schema": "x", "title": "T", "properties": {
                "content": {"type": "string", "description": "What."},
                "long": {"type": "string", "maxLength": 8000},
                "kind": {"type": "string", "enum": ["a", "b"]},
                "tags": {"type": "array", "items": {"type": "string", "maxLength": 40}},
                "more": {"properties": {"x": {"type": ["string", "null"]}}},
            }, "required": ["content"]}),
        }
    }

    #[test]
    fn every_string_is_bounded_and_every_object_closed() {
        let schema = step(&[tool()], ToolUse::Allowed);
        let arguments = &schema["anyOf"][0]["properties"]["arguments"];
        assert_eq!(arguments["properties"]["content"], json!({"type": "string", "maxLength": 1000}));
        assert_eq!(arguments["properties"]["long"]["maxLength"], 1_900);
        assert_eq!(arguments["properties"]["kind"], json!({"type": "string", "enum": ["a", "b"]}));
        assert_eq!(arguments["properties"]["tags"]["items"]["maxLength"], 40);
        assert_eq!(arguments["properties"]["tags"]["maxItems"], 10);
        assert_eq!(arguments["properties"]["more"]["additionalProperties"], false);
        assert_eq!(arguments["properties"]["more"]["properties"]["x"]["maxLength"], 1_000);
        assert_eq!((&arguments["required"], &arguments["additionalProperties"]), (&json!(["content"]), &json!(false)));
        assert!(!schema.to_string().contains("description"));
        assert!(jsonschema::validator_for(&schema).is_ok());
    }

    #[test]
    fn it_takes_each_tool_and_words_and_nothing_else() {
        let allowed = jsonschema::validator_for(&step(&[tool()], ToolUse::Allowed)).unwrap();
        let forbidden = jsonschema::validator_for(&step(&[tool()], ToolUse::Forbidden)).unwrap();
        let call = json!({"tool": "archival_memory_insert", "arguments": {"content": "x"}});
        let words = json!({"tool": "send_message", "arguments": {"message": "Hi"}});
        assert!(allowed.is_valid(&call) && allowed.is_valid(&words) && forbidden.is_valid(&words));
        assert!(!forbidden.is_valid(&call));
        assert!(!allowed.is_valid(&json!({"tool": "unknown", "arguments": {}})));
        assert!(!allowed.is_valid(&json!({"tool": "send_message", "arguments": {"message": ""}})));
    }

    #[test]
    fn the_tool_stands_before_its_arguments() {
        let text = step(&[tool()], ToolUse::Allowed).to_string();
        assert!(text.find("\"tool\"").unwrap() < text.find("\"arguments\"").unwrap());
    }
}
