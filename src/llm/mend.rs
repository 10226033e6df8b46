//! JSON as models write it, mended where the meaning is certain: raw line breaks in strings, commas too many, quotes of
//! the wrong kind, Python's words, brackets missing at the end. Where it is not certain there is no value. Pure.

use serde_json::{Map, Value};

/// How deep values may stand in each other.
const DEPTH: usize = 64;

/// The value at the start of the text, and where it ends.
pub(super) fn read(text: &str) -> Option<(Value, usize)> {
    let mut strict = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = strict.next() {
        return Some((value, strict.byte_offset()));
    }
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.space();
    let value = reader.value()?;
    Some((value, reader.at))
}

/// The text as one value and nothing else.
pub(super) fn read_all(text: &str) -> Option<Value> {
    let (value, end) = read(text)?;
    text[end..].trim().is_empty().then_some(value)
}

/// What the value at the end of the text, where brackets are missing, must be for the rest to be certain.
fn is_whole(value: &Value) -> bool {
    // A number may have lost digits.
    !value.is_number()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, c: char) -> bool {
        let there = self.peek() == Some(c);
        if there {
            self.at += c.len_utf8();
        }
        there
    }

    fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            '{' => self.nested(Self::object),
            '[' => self.nested(Self::array),
            '"' | '\'' | '“' => self.string().map(Value::String),
            '-' | '0'..='9' => self.number(),
            _ => self.word(),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Option<Value>) -> Option<Value> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Option<Value> {
        self.take('{');
        let mut object = Map::new();
        loop {
            self.space();
            if self.take('}') {
                return Some(Value::Object(object));
            }
            let key = self.key()?;
            self.space();
            if !self.take(':') {
                return None;
            }
            self.space();
            let value = self.value()?;
            let whole = is_whole(&value);
            object.insert(key, value);
            if self.ends('}', whole)? {
                return Some(Value::Object(object));
            }
        }
    }

    fn array(&mut self) -> Option<Value> {
        self.take('[');
        let mut items = Vec::new();
        loop {
            self.space();
            if self.take(']') {
                return Some(Value::Array(items));
            }
            let item = self.value()?;
            let whole = is_whole(&item);
            items.push(item);
            if self.ends(']', whole)? {
                return Some(Value::Array(items));
            }
        }
    }

    /// After a member: whether the object or list ends here. None if neither an end nor a comma follows.
    fn ends(&mut self, bracket: char, last_is_whole: bool) -> Option<bool> {
        self.space();
        match self.peek() {
            None => last_is_whole.then_some(true),
            Some(_) if self.take(bracket) => Some(true),
            Some(_) => self.take(',').then_some(false),
        }
    }

    fn key(&mut self) -> Option<String> {
        if matches!(self.peek()?, '"' | '\'' | '“') {
            return self.string();
        }
        let name = self.identifier();
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn identifier(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn word(&mut self) -> Option<Value> {
        match self.identifier() {
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            "null" | "None" => Some(Value::Null),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<Value> {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(rest.len());
        self.at += end;
        serde_json::from_str(&rest[..end]).ok()
    }

    fn string(&mut self) -> Option<String> {
        let opening = self.peek()?;
        self.take(opening);
        let mut out = String::new();
        while let Some(c) = self.peek() {
            match (opening, c) {
                ('"', '"') | ('“', '”') => {
                    self.take(c);
                    return Some(out);
                }
                ('\'', '\'') if self.closes_single()? => {
                    self.take(c);
                    return Some(out);
                }
                (_, '\\') => self.escape(&mut out)?,
                _ => {
                    self.take(c);
                    out.push(c);
                }
            }
        }
        // The words broke off: what they would have said is not known.
        None
    }

    /// Whether the `'` here ends the string. Between letters it is an apostrophe; before a bracket, a comma, a colon or
    /// the end it closes; anywhere else nobody can tell.
    fn closes_single(&self) -> Option<bool> {
        let before = self.text[..self.at].chars().next_back();
        let after = self.rest().get(1..).unwrap_or_default();
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if letter(before) && letter(after.chars().next()) {
            return Some(false);
        }
        let closes = after.trim_start().chars().next().is_none_or(|c| matches!(c, ',' | ':' | '}' | ']' | ')'));
        closes.then_some(true)
    }

    fn escape(&mut self, out: &mut String) -> Option<()> {
        self.take('\\');
        let c = self.peek()?;
        self.take(c);
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            '"' | '\'' | '\\' | '/' => out.push(c),
            'u' => self.unicode(out),
            // No escape of JSON's: the backslash was meant (Markdown's `\*`).
            other => out.extend(['\\', other]),
        }
        Some(())
    }

    fn unicode(&mut self, out: &mut String) {
        let Some(unit) = self.unit() else { return out.push_str("\\u") };
        let start = self.at;
        let low = (0xD800..0xDC00).contains(&unit) && self.rest().starts_with("\\u");
        if low {
            self.at += 2;
            if let Some(second) = self.unit().filter(|second| (0xDC00..0xE000).contains(second)) {
                let code = 0x1_0000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
                return out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = start;
        }
        out.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    }

    fn unit(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_certain_is_mended() {
        let expected = json!({"label": "human", "content": "Has a dog.\nIts name is Rex."});
        for text in [
            "{\"label\": \"human\", \"content\": \"Has a dog.\nIts name is Rex.\"}",
            "{\"label\": \"human\", \"content\": \"Has a dog.\\nIts name is Rex.\",}",
            "{'label': 'human', 'content': 'Has a dog.\\nIts name is Rex.'}",
            "{“label”: “human”, “content”: “Has a dog.\\nIts name is Rex.”}",
            "{label: \"human\", content: \"Has a dog.\\nIts name is Rex.\"",
        ] {
            assert_eq!(read_all(text), Some(expected.clone()), "{text}");
        }
        assert_eq!(
            read_all("{'a': 'It isn't', 'b': True, 'c': None}"),
            Some(json!({"a": "It isn't", "b": true, "c": null}))
        );
        assert_eq!(read_all("{\"a\": [1, 2, {\"b\": \"c\""), Some(json!({"a": [1, 2, {"b": "c"}]})));
        assert_eq!(read_all(r#"{"a": "\ud83d\ude00 \u00e9 \* \ud83d"#), None);
        assert_eq!(
            read_all("{\"a\": \"\\ud83d\\ude00 \\u00e9 \\* \\ud83d!\",}"),
            Some(json!({"a": "😀 é \\* \u{fffd}!"}))
        );
    }

    #[test]
    fn what_is_not_certain_is_not() {
        for text in [
            "{\"content\": \"Likes te",
            "{\"page\": 1",
            "{\"a\": \"b\",",
            "{\"content\": \"he said \"no\" to me\"}",
            "{'a': 'the dogs' bowl'}",
            "{\"a\" \"b\"}",
            "{",
            "{\"a\": undefined}",
            "",
        ] {
            assert_eq!(read_all(text), None, "{text}");
        }
        assert_eq!(read_all(&"[".repeat(100_000)), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[{}\\[\\]\"'“”:,\\\\u0-9a-eTrueNon é\n-]{0,60}") {
            if let Some((_, end)) = read(&text) {
                prop_assert!(text.is_char_boundary(end));
            }
        }

        #[test]
        fn valid_json_is_read_as_it_is(words in "\\PC{0,30}", number in any::<i64>()) {
            let value = json!({"a": [words, number, null, true], words.clone(): {"b": words}});
            prop_assert_eq!(read_all(&value.to_string()), Some(value));
        }
    }
}
