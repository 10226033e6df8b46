//! Tool calls that a model wrote as plain text, read back. Pure.
//!
//! A text is a call only where it names a known tool in one of the forms that models are trained on; an example that a
//! person asked for stays what it is.

use serde_json::{Map, Value};

use super::mend;

/// A call found in a text. Its arguments are an object, or the raw text as a string where they could not be read.
#[derive(Debug, Clone, PartialEq)]
pub struct TextCall {
    pub name: String,
    pub arguments: Value,
}

/// Objects that a text is searched for. Beyond that, what looks like one is left alone.
const TRIES: usize = 64;
/// Keys under which the tool's name and its arguments are met.
const NAME_KEYS: &[&str] = &["name", "tool", "function", "tool_name", "function_name"];
const ARGUMENT_KEYS: &[&str] = &["arguments", "parameters", "args", "input"];
/// Keys that may stand beside them.
const OTHER_KEYS: &[&str] = &["id", "type", "index", "call_id"];

/// The known name that is meant: in another case, with other separators, or behind a prefix such as `functions.`. None if
/// it is none of them or could be two.
pub fn mend_name<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.trim();
    if let Some(same) = known.iter().find(|known| **known == name) {
        return Some(same);
    }
    let bare =
        |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let last = name.rsplit(['.', ':', '/']).find(|part| !part.trim().is_empty())?;
    [name, last].iter().find_map(|wanted| {
        let wanted = bare(wanted);
        let mut alike = known.iter().filter(|known| !wanted.is_empty() && bare(known) == wanted);
        let first = alike.next()?;
        alike.next().is_none().then_some(*first)
    })
}

/// Arguments as a provider hands them out, as text. Nothing at all is an object without members; what cannot be read is
/// kept as a string.
pub fn arguments(raw: &str) -> Value {
    if raw.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match mend::read_all(raw.trim()) {
        Some(Value::Object(object)) => Value::Object(object),
        // Encoded twice.
        Some(Value::String(inner)) => object(&inner).unwrap_or(Value::String(raw.to_owned())),
        Some(Value::Null) => Value::Object(Map::new()),
        _ => Value::String(raw.to_owned()),
    }
}

fn object(text: &str) -> Option<Value> {
    mend::read_all(text.trim()).filter(Value::is_object)
}

/// Takes the calls out of a text. Without any, the text is the same.
pub fn calls_in_text(text: &str, known: &[&str]) -> (String, Vec<TextCall>) {
    if known.is_empty() {
        return (text.to_owned(), Vec::new());
    }
    if let Some(call) = python_call(text, known) {
        return (String::new(), vec![call]);
    }
    let mut search = Search { text, known, at: 0, tries: TRIES, kept: Vec::new(), from: 0, calls: Vec::new() };
    search.run();
    if search.calls.is_empty() {
        return (text.to_owned(), Vec::new());
    }
    search.kept.push(&text[search.from..]);
    let words: Vec<&str> = search.kept.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    (words.join("\n"), search.calls)
}

/// The one step that a text under the constrained protocol is: an object that names a known tool.
pub(super) fn step(text: &str, known: &[&str]) -> Option<TextCall> {
    let value = mend::read_all(unfenced(text))?;
    as_call(&value, known, false)
}

/// The inside of a text that is one code fence.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inside = text.strip_prefix("```").and_then(|rest| rest.split_once('\n')).map(|(_, inside)| inside.trim_end());
    inside.map_or(text, |inside| inside.strip_suffix("```").unwrap_or(inside).trim())
}

/// Goes through a text once, from one mark to the next.
struct Search<'a> {
    text: &'a str,
    known: &'a [&'a str],
    at: usize,
    tries: usize,
    /// The parts that are no calls, up to `from`.
    kept: Vec<&'a str>,
    from: usize,
    calls: Vec<TextCall>,
}

/// What a call may begin with.
const MARKS: &[&str] =
    &["<tool_call>", "<|tool_call|>", "[TOOL_CALLS]", "<|python_tag|>", "<function=", "```", "{", "["];

impl<'a> Search<'a> {
    fn run(&mut self) {
        while let Some((start, mark)) = self.next_mark() {
            if self.tries == 0 {
                return;
            }
            self.tries -= 1;
            let rest = &self.text[start..];
            let inside = &rest[mark.len()..];
            let found = match mark {
                "```" => self.fence(inside).map(|(calls, length)| (calls, mark.len() + length)),
                "<function=" => self.function_tag(rest),
                "{" | "[" => self.bare(rest),
                _ => self.wrapped(inside).map(|(calls, length)| (calls, mark.len() + length)),
            };
            match found {
                Some((calls, length)) if !calls.is_empty() => self.take(start, length, calls),
                // What is no call is passed over whole, so that nothing inside it is taken for one.
                Some((_, length)) => self.at = start + length,
                None => self.at = start + mark.len(),
            }
        }
    }

    fn next_mark(&self) -> Option<(usize, &'static str)> {
        let rest = self.text.get(self.at..)?;
        let places = rest.match_indices(['<', '[', '`', '{']);
        places.into_iter().find_map(|(at, _)| {
            let mark = MARKS.iter().find(|mark| rest[at..].starts_with(**mark))?;
            Some((self.at + at, *mark))
        })
    }

    fn take(&mut self, start: usize, length: usize, calls: Vec<TextCall>) {
        self.kept.push(&self.text[self.from..start]);
        self.calls.extend(calls);
        self.from = start + length;
        self.at = self.from;
    }

    /// A code fence is a call if its whole inside is.
    fn fence(&self, inside: &str) -> Option<(Vec<TextCall>, usize)> {
        let body_start = inside.find('\n')? + 1;
        let body_end = inside[body_start..].find("```").map_or(inside.len(), |at| body_start + at);
        let length = (body_end + 3).min(inside.len());
        let body = inside[body_start..body_end].trim();
        let calls = mend::read_all(body).and_then(|value| as_calls(&value, self.known, false));
        Some((calls.or_else(|| lines_of_calls(body, self.known)).unwrap_or_default(), length))
    }

    /// An object or list of objects in the open.
    fn bare(&self, rest: &str) -> Option<(Vec<TextCall>, usize)> {
        // A bracket in prose is the rule: only what can begin an object is read.
        let next = rest[1..].trim_start().chars().next()?;
        if !(matches!(next, '"' | '\'' | '“' | '{') || next.is_ascii_alphabetic()) {
            return None;
        }
        let (value, length) = mend::read(rest)?;
        Some((as_calls(&value, self.known, false).unwrap_or_default(), length))
    }

    /// Behind a mark that says "call": JSON, a name with JSON, or the tagged form, up to the closing tag.
    fn wrapped(&self, inside: &str) -> Option<(Vec<TextCall>, usize)> {
        let (body, length) = match inside.find("</tool_call>").or_else(|| inside.find("<|/tool_call|>")) {
            Some(end) => (&inside[..end], end + inside[end..].find('>')? + 1),
            None => self.unclosed(inside),
        };
        let body = body.trim();
        if body.starts_with("<function=") {
            return Some((self.function_tag(body)?.0, length));
        }
        let read = mend::read_all(unfenced(body)).and_then(|value| as_calls(&value, self.known, true));
        let calls = read
            .or_else(|| lines_of_calls(body, self.known))
            .or_else(|| self.named(body))
            .or_else(|| broken(body, self.known));
        calls.map(|calls| (calls, length))
    }

    /// Without a closing tag the call ends where its value does, else with the text.
    fn unclosed<'t>(&self, inside: &'t str) -> (&'t str, usize) {
        let start = inside.len() - inside.trim_start().len();
        let end = mend::read(&inside[start..]).map_or(inside.len(), |(_, end)| start + end);
        (&inside[..end], end)
    }

    /// `name{…}`, `name[ARGS]{…}`.
    fn named(&self, body: &str) -> Option<Vec<TextCall>> {
        let (name, raw) = body.split_at(body.find('{')?);
        let name = name.split('[').next().unwrap_or(name).trim();
        is_identifier(name).then(|| vec![TextCall { name: meant(name, self.known), arguments: arguments(raw) }])
    }

    /// `<function=name>{…}</function>`, or its arguments each in `<parameter=key>value</parameter>`.
    fn function_tag(&self, rest: &str) -> Option<(Vec<TextCall>, usize)> {
        let (name, after) = rest.strip_prefix("<function=")?.split_once('>')?;
        let name = mend_name(name, self.known)?;
        let head = rest.len() - after.len();
        let (body, length) = match after.find("</function>") {
            Some(end) => (&after[..end], end + "</function>".len()),
            None => self.unclosed(after),
        };
        let arguments = if body.contains("<parameter=") { parameters(body) } else { arguments(body.trim()) };
        Some((vec![TextCall { name: name.to_owned(), arguments }], head + length))
    }
}

fn parameters(body: &str) -> Value {
    let pair = |part: &str| {
        let (key, rest) = part.split_once('>')?;
        let value = rest.split("</parameter>").next().unwrap_or(rest);
        let value = value.strip_prefix('\n').unwrap_or(value);
        let value = value.strip_suffix('\n').unwrap_or(value);
        let other = serde_json::from_str::<Value>(value).ok().filter(|other| !other.is_string() && !other.is_null());
        Some((key.trim().to_owned(), other.unwrap_or_else(|| value.into())))
    };
    Value::Object(body.split("<parameter=").skip(1).filter_map(pair).collect())
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 128
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'))
}

/// The known tool, else the name as it stands: whoever runs it will say which ones there are.
fn meant(name: &str, known: &[&str]) -> String {
    mend_name(name, known).unwrap_or(name).to_owned()
}

/// One call, or a list of nothing but calls.
fn as_calls(value: &Value, known: &[&str], marked: bool) -> Option<Vec<TextCall>> {
    match value {
        Value::Array(items) if !items.is_empty() => items.iter().map(|item| as_call(item, known, marked)).collect(),
        other => as_call(other, known, marked).map(|call| vec![call]),
    }
}

/// Several objects, one after the other.
fn lines_of_calls(body: &str, known: &[&str]) -> Option<Vec<TextCall>> {
    let mut calls = Vec::new();
    let mut rest = body.trim();
    while !rest.is_empty() {
        let (value, end) = mend::read(rest)?;
        calls.push(as_call(&value, known, false)?);
        rest = rest[end..].trim_start_matches([',', ';']).trim_start();
    }
    Some(calls).filter(|calls| calls.len() > 1)
}

/// An object as a call. `marked`: it stands where only a call can stand.
fn as_call(value: &Value, known: &[&str], marked: bool) -> Option<TextCall> {
    let object = value.as_object()?;
    if let Some(inner) = object.get("function").filter(|inner| inner.is_object()) {
        let alone = object.keys().all(|key| key == "function" || OTHER_KEYS.contains(&key.as_str()));
        return if alone { as_call(inner, known, marked) } else { None };
    }
    let (name_key, name) = NAME_KEYS.iter().find_map(|key| Some((*key, object.get(*key)?.as_str()?)))?;
    let name = match mend_name(name, known) {
        Some(name) => name.to_owned(),
        None if marked && is_identifier(name) => name.to_owned(),
        None => return None,
    };
    let arguments_key = ARGUMENT_KEYS.iter().find(|key| object.contains_key(**key));
    let expected = |key: &str| key == name_key || Some(&key) == arguments_key || OTHER_KEYS.contains(&key);
    if !marked && !object.keys().all(|key| expected(key)) {
        return None;
    }
    let arguments = match arguments_key.and_then(|key| object.get(*key)) {
        None if !marked => return None,
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(Value::Object(object)) => Value::Object(object.clone()),
        Some(Value::String(raw)) => arguments(raw),
        Some(_) if !marked => return None,
        Some(other) => Value::String(other.to_string()),
    };
    Some(TextCall { name, arguments })
}

/// A call that says which tool it means but is broken beyond certainty.
fn broken(body: &str, known: &[&str]) -> Option<Vec<TextCall>> {
    let named = NAME_KEYS.iter().find_map(|key| {
        let after = body.split_once(&format!("\"{key}\""))?.1.trim_start().strip_prefix(':')?;
        let name = after.trim_start().strip_prefix('"')?.split_once('"')?.0;
        mend_name(name, known)
    })?;
    Some(vec![TextCall { name: named.to_owned(), arguments: Value::String(body.to_owned()) }])
}

/// A text that is one call in the manner of Python, `name(key="value")`, also in brackets or a fence.
fn python_call(text: &str, known: &[&str]) -> Option<TextCall> {
    let body = unfenced(text);
    let body = body.strip_prefix('[').and_then(|body| body.strip_suffix(']')).unwrap_or(body).trim();
    let (name, rest) = body.split_once('(')?;
    let name = mend_name(name, known).filter(|_| is_identifier(name.trim()))?;
    let mut rest = rest.trim_start();
    let mut arguments = Map::new();
    while !rest.starts_with(')') {
        let (key, after) = rest.split_once('=')?;
        let key = key.trim();
        if !is_identifier(key) {
            return None;
        }
        let after = after.trim_start();
        let (value, end) = mend::read(after)?;
        arguments.insert(key.to_owned(), value);
        rest = after[end..].trim_start();
        match rest.strip_prefix(',') {
            Some(more) => rest = more.trim_start(),
            None if rest.starts_with(')') => {}
            None => return None,
        }
    }
    (rest.trim() == ")").then(|| TextCall { name: name.to_owned(), arguments: Value::Object(arguments) })
}

#[cfg(test)]
#[path = "repair_tests.rs"]
mod tests;
