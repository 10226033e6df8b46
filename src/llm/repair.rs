//! What models write almost right: calls as plain text, JSON with small faults, names in another form. Mended where the
//! meaning is certain, left alone elsewhere. Pure.

use serde_json::{Map, Value};

use super::ToolCall;

/// The known tool that a model means by `name`: another case, dashes, a prefix as in `functions.react`.
pub fn mend_name<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = |name: &str| name.trim().to_lowercase().replace(['-', ' '], "_");
    let last = plain(name.rsplit(['.', '/', ':']).next().unwrap_or(name));
    known.iter().find(|tool| **tool == name).or_else(|| known.iter().find(|tool| plain(tool) == last)).copied()
}

/// The arguments of a call. What cannot be mended stays as the text that it is, for the model to be told.
pub fn arguments(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match json(text) {
        // Some models write the object into a string.
        Some(Value::String(inner)) => json(&inner).filter(Value::is_object).unwrap_or(Value::String(inner)),
        Some(value @ Value::Object(_)) => value,
        _ => Value::String(text.to_owned()),
    }
}

/// A JSON value with small faults mended: fences, trailing commas, raw line breaks in strings, Python's words, single
/// quotes where there are no others, an end that was cut off.
pub fn json(text: &str) -> Option<Value> {
    let text = unfenced(text.trim());
    if let Some(Ok(value)) = serde_json::Deserializer::from_str(text).into_iter::<Value>().next() {
        return Some(value);
    }
    let mended = mend(text);
    serde_json::from_str(&mended).ok().or_else(|| {
        let single = !text.contains('"') && text.contains('\'');
        if single { serde_json::from_str(&mend(&text.replace('\'', "\""))).ok() } else { None }
    })
}

fn unfenced(text: &str) -> &str {
    let Some(inside) = text.strip_prefix("```") else { return text };
    let inside = inside.split_once('\n').map_or(inside, |(_, rest)| rest);
    inside.trim_end().strip_suffix("```").unwrap_or(inside).trim()
}

/// One pass over the text that mends what a parser stumbles over and closes what is open at the end.
fn mend(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut open: Vec<char> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '“' | '”' => {
                out.push('"');
                if !copy_string(&mut chars, &mut out, c) {
                    out.push('"');
                }
            }
            '{' | '[' => {
                open.push(if c == '{' { '}' } else { ']' });
                out.push(c);
            }
            '}' | ']' => {
                drop_comma(&mut out);
                open.pop();
                out.push(c);
                if open.is_empty() {
                    break;
                }
            }
            c if c.is_alphabetic() => out.push_str(&word(c, &mut chars)),
            c => out.push(c),
        }
    }
    drop_comma(&mut out);
    if out.trim_end().ends_with(':') {
        out.push_str("null");
    }
    out.extend(open.into_iter().rev());
    out
}

/// Copies a string up to its end; whether it had one.
fn copy_string(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, out: &mut String, opened_by: char) -> bool {
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                out.push('"');
                return true;
            }
            '“' | '”' if opened_by != '"' => {
                out.push('"');
                return true;
            }
            '\\' => match chars.next() {
                Some(next) if "\"\\/bfnrtu".contains(next) => out.extend(['\\', next]),
                Some('\'') => out.push('\''),
                Some(next) => out.extend(['\\', '\\', next]),
                None => {}
            },
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    false
}

fn word(first: char, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut word = String::from(first);
    while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
        word.push(c);
    }
    match word.as_str() {
        "True" => "true".into(),
        "False" => "false".into(),
        "None" | "undefined" => "null".into(),
        _ => word,
    }
}

fn drop_comma(out: &mut String) {
    let kept = out.trim_end();
    if let Some(kept) = kept.strip_suffix(',') {
        out.truncate(kept.len());
    }
}

/// The calls of known tools that stand in a text, and the text without them. A text without such calls stays as it is.
pub fn calls_in_text(text: &str, known: &[&str]) -> (String, Vec<ToolCall>) {
    let mut calls: Vec<ToolCall> = Vec::new();
    let mut rest = String::new();
    let mut left = text;
    while let Some(start) = left.find('{') {
        let (before, object) = left.split_at(start);
        let found = object_at(object).and_then(|(value, length)| Some((call_of(&value, before, known)?, length)));
        match found {
            Some(((name, arguments), length)) => {
                rest.push_str(before);
                calls.push(ToolCall { id: format!("call{}", calls.len()), name, arguments });
                left = &object[length..];
            }
            None => {
                rest.push_str(before);
                rest.push('{');
                left = &object[1..];
            }
        }
    }
    if calls.is_empty() {
        return (text.to_owned(), calls);
    }
    rest.push_str(left);
    (without_wrapping(&rest), calls)
}

/// The object that a text begins with, and how long it is.
fn object_at(text: &str) -> Option<(Value, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = values.next() {
        return Some((value, values.byte_offset()));
    }
    // One with faults: only the last of a text, since its end is not known.
    let value = json(text).filter(Value::is_object)?;
    Some((value, text.rfind('}').map_or(text.len(), |end| end + 1)))
}

/// The call that an object stands for: by its own name, or by the `<function=name>` before it.
fn call_of(value: &Value, before: &str, known: &[&str]) -> Option<(String, Value)> {
    if let Some((_, tag)) = before.trim_end().rsplit_once("<function=") {
        let name = mend_name(tag.trim_end_matches('>'), known)?;
        return Some((name.to_owned(), value.clone()));
    }
    let function = value.get("function").filter(|function| function.is_object()).unwrap_or(value);
    let name = ["name", "tool", "tool_name", "function"].iter().find_map(|key| function.get(key)?.as_str())?;
    let name = mend_name(name, known)?;
    let given = ["arguments", "parameters", "args", "input"].iter().find_map(|key| function.get(key))?;
    let given = given.as_str().map_or_else(|| given.clone(), arguments);
    given.is_object().then(|| (name.to_owned(), given))
}

/// The text without the marks that models put around calls.
fn without_wrapping(text: &str) -> String {
    let mut text = text.to_owned();
    for mark in [
        "<tool_call>",
        "</tool_call>",
        "[TOOL_CALLS]",
        "</function>",
        "<|python_tag|>",
        "```json",
        "```tool_call",
        "```",
    ] {
        text = text.replace(mark, "");
    }
    while let Some(start) = text.find("<function=") {
        let end = text[start..].find('>').map_or(text.len(), |end| start + end + 1);
        text.replace_range(start..end, "");
    }
    let only_marks = text.chars().all(|c| c.is_whitespace() || "[],;".contains(c));
    if only_marks { String::new() } else { text.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const KNOWN: &[&str] = &["core_memory_append", "react"];

    #[test]
    fn calls_written_as_text_are_calls() {
        let call = r#"{"name": "core_memory_append", "arguments": {"label": "human", "content": "Likes {braces}"}}"#;
        let forms = [
            call.to_owned(),
            format!("```json\n{call}\n```"),
            format!("<tool_call>\n{call}\n</tool_call>"),
            format!("[TOOL_CALLS][{call}]"),
            r#"<function=core_memory_append>{"label": "human", "content": "Likes {braces}"}</function>"#.to_owned(),
            call.replace("\"name\"", "\"tool\"").replace("\"arguments\"", "\"parameters\""),
            format!("{{\"type\": \"function\", \"function\": {call}}}"),
            call.replace("core_memory_append", "functions.core_memory_append"),
        ];
        for form in forms {
            let (text, calls) = calls_in_text(&form, KNOWN);
            assert_eq!(text, "", "{form}");
            assert_eq!(calls.len(), 1, "{form}");
            assert_eq!(calls[0].name, "core_memory_append");
            assert_eq!(calls[0].arguments, json!({"label": "human", "content": "Likes {braces}"}));
        }
    }

    #[test]
    fn words_around_a_call_stay_and_other_json_is_left_alone() {
        let (text, calls) = calls_in_text("Sure! {\"name\":\"react\",\"arguments\":{\"emoji\":\"👍\"}} Done.", KNOWN);
        assert_eq!((text.as_str(), calls.len()), ("Sure!  Done.", 1));
        let example = "Here: ```json\n{\"name\": \"Ida\", \"arguments\": {}}\n``` and fn main() { }";
        assert_eq!(calls_in_text(example, KNOWN), (example.to_owned(), vec![]));
    }

    #[test]
    fn small_faults_are_mended() {
        assert_eq!(json("{\"a\": [1, 2,], \"b\": True,}"), Some(json!({"a": [1, 2], "b": true})));
        assert_eq!(json("{\"a\": \"two\nlines\"}"), Some(json!({"a": "two\nlines"})));
        assert_eq!(json("{'a': 'b'}"), Some(json!({"a": "b"})));
        assert_eq!(json("{\"a\": {\"b\": \"cut off he"), Some(json!({"a": {"b": "cut off he"}})));
        assert_eq!(json("{“a”: “b”}"), Some(json!({"a": "b"})));
        assert_eq!(json("```json\n{\"a\": 1}\n```"), Some(json!({"a": 1})));
        assert_eq!(arguments("\"{\\\"a\\\": 1}\""), json!({"a": 1}));
        assert_eq!(arguments(""), json!({}));
        assert_eq!(arguments("nonsense"), json!("nonsense"));
    }

    #[test]
    fn f38_f39_any_text_in_arguments_stays_as_it_is() {
        let text = "emoji 🎉, quotes \" and ', ünïcödé, 日本語, code `{}` \u{1b}[0m";
        let written = json!({ "content": text }).to_string();
        assert_eq!(arguments(&written), json!({ "content": text }));
    }

    proptest! {
        #[test]
        fn nothing_panics_and_prose_stays(text in "\\PC{0,120}") {
            json(&text);
            arguments(&text);
            let (rest, calls) = calls_in_text(&text, KNOWN);
            if calls.is_empty() { prop_assert_eq!(rest, text); }
        }

        #[test]
        fn a_call_in_any_wrapping_is_read_back(content in "\\PC{0,60}", wrap in 0usize..3) {
            let call = json!({"name": "react", "arguments": {"emoji": content.clone()}}).to_string();
            let text = [call.clone(), format!("<tool_call>{call}</tool_call>"), format!("```json\n{call}\n```")][wrap].clone();
            let (_, calls) = calls_in_text(&text, KNOWN);
            prop_assert_eq!(calls.len(), 1);
            prop_assert_eq!(&calls[0].arguments, &json!({"emoji": content}));
        }
    }
}
