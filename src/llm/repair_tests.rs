//! Tests of reading calls back from text.

use proptest::prelude::*;
use serde_json::json;

use super::*;

const KNOWN: &[&str] = &["core_memory_append", "archival_memory_search", "react"];

fn one(text: &str) -> (String, TextCall) {
    let (words, mut calls) = calls_in_text(text, KNOWN);
    assert_eq!(calls.len(), 1, "{text}: {calls:?}");
    (words, calls.remove(0))
}

fn append(content: &str) -> TextCall {
    TextCall { name: "core_memory_append".into(), arguments: json!({"label": "human", "content": content}) }
}

/// The forms in which a call is met, around its name and its arguments.
fn forms(call: &TextCall) -> Vec<String> {
    let (name, arguments) = (&call.name, &call.arguments);
    let object = json!({"name": name, "arguments": arguments});
    let python: Vec<String> =
        arguments.as_object().unwrap().iter().map(|(key, value)| format!("{key}={value}")).collect();
    vec![
        object.to_string(),
        serde_json::to_string_pretty(&object).unwrap(),
        json!({"tool": name, "arguments": arguments}).to_string(),
        json!({"function": name, "parameters": arguments}).to_string(),
        json!({"name": name, "arguments": arguments.to_string()}).to_string(),
        json!({"id": "x", "type": "function", "function": {"name": name, "arguments": arguments.to_string()}})
            .to_string(),
        json!([object]).to_string(),
        format!("```json\n{object}\n```"),
        format!("```\n{object}\n```"),
        format!("<tool_call>\n{object}\n</tool_call>"),
        format!("<tool_call>{object}"),
        format!("[TOOL_CALLS][{object}]"),
        format!("[TOOL_CALLS] {name}{arguments}"),
        format!("[TOOL_CALLS]{name}[ARGS]{arguments}"),
        format!("<|python_tag|>{}", json!({"name": name, "parameters": arguments})),
        format!("<function={name}>{arguments}</function>"),
        format!("<function={name}>{arguments}"),
        format!("{name}({})", python.join(", ")),
        format!("[{name}({})]", python.join(", ")),
    ]
}

#[test]
fn a_call_is_read_in_each_form() {
    let call = append("Birthday: May 3rd.");
    for text in forms(&call) {
        assert_eq!(one(&text), (String::new(), call.clone()), "{text}");
    }
    let tagged = "<tool_call>\n<function=core_memory_append>\n<parameter=label>\nhuman\n</parameter>\n<parameter=content>\nBirthday: May 3rd.\n</parameter>\n</function>\n</tool_call>";
    assert_eq!(one(tagged).1, call);
}

#[test]
fn words_around_a_call_stay_words() {
    let call = json!({"name": "react", "arguments": {"emoji": "🎉"}});
    let (words, found) = one(&format!("Nice!\n\n<tool_call>{call}</tool_call>\nTell me more."));
    assert_eq!((words.as_str(), found.name.as_str()), ("Nice!\nTell me more.", "react"));
    let (words, _) = one(&format!("I will store it: {call} Done."));
    assert_eq!(words, "I will store it:\nDone.");
}

#[test]
fn several_calls_are_all_found() {
    let call = |emoji: &str| json!({"name": "react", "arguments": {"emoji": emoji}}).to_string();
    for text in [
        format!("{}\n{}", call("a"), call("b")),
        format!("[{}, {}]", call("a"), call("b")),
        format!("```json\n{}\n{}\n```", call("a"), call("b")),
        format!("<tool_call>{}</tool_call>\n<tool_call>{}</tool_call>", call("a"), call("b")),
        format!("[TOOL_CALLS][{}, {}]", call("a"), call("b")),
    ] {
        let (words, calls) = calls_in_text(&text, KNOWN);
        assert_eq!((words.as_str(), calls.len()), ("", 2), "{text}");
    }
}

#[test]
fn what_a_person_asked_for_stays_text() {
    for text in [
        "Here is an example:\n```json\n{\"name\": \"Ada\", \"arguments\": {\"x\": 1}}\n```",
        "{\"name\": \"react\", \"version\": \"19.0\", \"dependencies\": {}}",
        "{\"name\": \"react\"}",
        "```json\n{\"name\": \"react\", \"arguments\": {}, \"note\": \"from a package\"}\n```",
        "{\"outer\": {\"name\": \"react\", \"arguments\": {}}}",
        "You could call react(emoji=\"x\") yourself.",
        "fn main() { println!(\"{}\", [1, 2]); }",
        "I like [this] and {that}.",
        "A list: [\"name\", \"tool\"]",
        "<function=unknown>{}</function>",
        "",
    ] {
        assert_eq!(calls_in_text(text, KNOWN), (text.to_owned(), Vec::new()), "{text}");
    }
    let call = json!({"name": "react", "arguments": {}}).to_string();
    assert_eq!(calls_in_text(&call, &[]), (call, Vec::new()));
}

#[test]
fn a_broken_call_is_mended_or_handed_on_raw() {
    let (_, call) = one(
        "<tool_call>{\"name\": \"core_memory_append\", \"arguments\": {\"label\": \"human\", \"content\": \"Has a cat.\",}</tool_call>",
    );
    assert_eq!(call, append("Has a cat."));
    let (_, call) = one(
        "<tool_call>{\"name\": \"core_memory_append\", \"arguments\": {\"label\": \"human\", \"content\": \"Has a \"cat\"\"}}</tool_call>",
    );
    assert!(call.arguments.is_string());
    let (_, call) = one("<tool_call>{\"name\": \"forget_all\", \"arguments\": {}}</tool_call>");
    assert_eq!(call.name, "forget_all");
}

#[test]
fn arguments_are_objects_or_raw() {
    assert_eq!(arguments(""), json!({}));
    assert_eq!(arguments("null"), json!({}));
    assert_eq!(arguments("{\"a\": \"é\\u00e9\"}"), json!({"a": "éé"}));
    assert_eq!(arguments("\"{\\\"a\\\": 1}\""), json!({"a": 1}));
    assert_eq!(arguments("{\"a\": \"b\", }"), json!({"a": "b"}));
    assert_eq!(arguments("{\"a\": \"never ends"), json!("{\"a\": \"never ends"));
    assert_eq!(arguments("[1]"), json!("[1]"));
}

#[test]
fn names_are_mended_where_it_is_certain() {
    for name in [
        "core_memory_append",
        "functions.core_memory_append",
        "Core-Memory-Append",
        "coreMemoryAppend",
        " core memory append ",
    ] {
        assert_eq!(mend_name(name, KNOWN), Some("core_memory_append"), "{name}");
    }
    for name in ["", ".", "core_memory", "append", "functions."] {
        assert_eq!(mend_name(name, KNOWN), None, "{name}");
    }
    assert_eq!(mend_name("A_B", &["a_b", "ab"]), None);
}

#[test]
fn a_hostile_text_costs_bounded_time() {
    for text in ["{\"".repeat(50_000), "[{".repeat(50_000), "```\n".repeat(50_000), "<tool_call>".repeat(20_000)] {
        calls_in_text(&text, KNOWN);
    }
}

proptest! {
    #[test]
    fn any_arguments_are_read_back_from_any_form(content in "\\PC{0,40}", form in 0usize..19, around in "[a-z .]{0,10}") {
        // In these characters the forms themselves are written; each is covered by JSON's own quotes elsewhere.
        prop_assume!(!content.contains("</") && !content.contains("```") && !content.contains("<|"));
        let call = append(&content);
        let text = forms(&call)[form].clone();
        prop_assert_eq!(one(&text), (String::new(), call.clone()), "{}", text);
        if form < 17 && form != 10 && form != 16 {
            let (words, found) = one(&format!("{around}\n{text}"));
            prop_assert_eq!(found, call);
            prop_assert_eq!(words, around.trim());
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "(<tool_call>|</tool_call>|\\[TOOL_CALLS\\]|<function=react>|</function>|```|react\\(|\\{\"name\": \"react\"|[{}\\[\\]\"':,=() é\n]|\\PC){0,30}") {
        let (words, calls) = calls_in_text(&text, KNOWN);
        if calls.is_empty() {
            prop_assert_eq!(words, text);
        }
    }

    #[test]
    fn text_without_a_tools_name_stays(text in "[a-z{}\\[\\]\"`:, \n]{0,80}") {
        prop_assume!(!text.contains("react") && !text.contains("memory"));
        prop_assert_eq!(calls_in_text(&text, KNOWN), (text, Vec::new()));
    }
}
