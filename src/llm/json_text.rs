//! The words inside a JSON object that is still being written. Pure.

/// What stands before the words of `{"tool": "send_message", "arguments": {"message": "…`, token by token.
const BEFORE: &[&str] =
    &["{", "\"tool\"", ":", "\"send_message\"", ",", "\"arguments\"", ":", "{", "\"message\"", ":", "\""];
/// A beginning longer than this is something else.
const LONGEST_BEGINNING: usize = 400;

enum State {
    /// Collecting the beginning.
    Before(String),
    Inside(StringDecoder),
    /// The words are over, or there are none.
    Over,
}

/// Tells the message of a `send_message` object as it comes.
pub(super) struct MessageReader(State);

impl Default for MessageReader {
    fn default() -> Self {
        Self(State::Before(String::new()))
    }
}

impl MessageReader {
    /// The words that this piece of the object brings.
    pub fn push(&mut self, piece: &str) -> String {
        match &mut self.0 {
            State::Over => String::new(),
            State::Inside(decoder) => {
                let words = decoder.push(piece);
                if decoder.over {
                    self.0 = State::Over;
                }
                words
            }
            State::Before(beginning) => {
                beginning.push_str(piece);
                match message_start(beginning) {
                    Start::At(at) => {
                        let rest = beginning[at..].to_owned();
                        self.0 = State::Inside(StringDecoder::default());
                        self.push(&rest)
                    }
                    Start::NotYet if beginning.len() <= LONGEST_BEGINNING => String::new(),
                    Start::NotYet | Start::Never => {
                        self.0 = State::Over;
                        String::new()
                    }
                }
            }
        }
    }
}

enum Start {
    At(usize),
    NotYet,
    Never,
}

/// Where the words start. A fence around the object is allowed: servers let it through.
fn message_start(text: &str) -> Start {
    let mut rest = text.trim_start();
    if rest.starts_with('`') {
        let Some((fence, after)) = rest.split_once('\n') else { return Start::NotYet };
        if !matches!(fence.trim_end(), "```" | "```json") {
            return Start::Never;
        }
        rest = after;
    }
    for token in BEFORE {
        rest = rest.trim_start();
        match rest.strip_prefix(token) {
            Some(after) => rest = after,
            None if token.starts_with(rest) => return Start::NotYet,
            None => return Start::Never,
        }
    }
    Start::At(text.len() - rest.len())
}

/// The words of an object that broke off, or that is whole: as far as they go. None if it is no `send_message`.
pub(super) fn message_so_far(text: &str) -> Option<String> {
    match message_start(text) {
        Start::At(at) => Some(StringDecoder::default().push(&text[at..])),
        Start::NotYet | Start::Never => None,
    }
}

/// Decodes the inside of a JSON string (RFC 8259, section 7) that comes in pieces.
#[derive(Debug, Default)]
struct StringDecoder {
    /// An escape that is not all there yet.
    escape: Option<String>,
    /// The first half of a surrogate pair.
    high: Option<u32>,
    over: bool,
}

impl StringDecoder {
    fn push(&mut self, piece: &str) -> String {
        let mut out = String::new();
        for c in piece.chars() {
            if self.over {
                break;
            }
            match self.escape.take() {
                Some(escape) => self.escaped(escape, c, &mut out),
                None if c == '\\' => self.escape = Some(String::new()),
                None if c == '"' => {
                    self.flush_half(&mut out);
                    self.over = true;
                }
                None => self.say(c, &mut out),
            }
        }
        out
    }

    fn say(&mut self, c: char, out: &mut String) {
        self.flush_half(out);
        out.push(c);
    }

    /// Half a surrogate pair without its other half is no character.
    fn flush_half(&mut self, out: &mut String) {
        if self.high.take().is_some() {
            out.push(char::REPLACEMENT_CHARACTER);
        }
    }

    fn escaped(&mut self, mut escape: String, c: char, out: &mut String) {
        if escape.is_empty() && c != 'u' {
            let plain = match c {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                other => other,
            };
            return self.say(plain, out);
        }
        escape.push(c);
        if escape.len() < 5 && c.is_ascii() {
            self.escape = Some(escape);
            return;
        }
        match u32::from_str_radix(&escape[1..], 16) {
            Ok(unit) => self.unit(unit, out),
            Err(_) => self.say(char::REPLACEMENT_CHARACTER, out),
        }
    }

    fn unit(&mut self, unit: u32, out: &mut String) {
        match (self.high, unit) {
            (Some(high), 0xDC00..=0xDFFF) => {
                self.high = None;
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (_, 0xD800..=0xDBFF) => {
                self.flush_half(out);
                self.high = Some(unit);
            }
            _ => self.say(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), out),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(pieces: &[&str]) -> String {
        let mut reader = MessageReader::default();
        pieces.iter().map(|piece| reader.push(piece)).collect()
    }

    #[test]
    fn only_the_message_is_told() {
        let object = r#"{"tool": "send_message", "arguments": {"message": "Hi \"you\"\n\ud83d\ude00"}} more"#;
        assert_eq!(read(&[object]), "Hi \"you\"\n😀");
        assert_eq!(read(&[&format!("```json\n{object}\n```")]), "Hi \"you\"\n😀");
        assert_eq!(read(&[r#"{"tool": "remind", "arguments": {"message": "no"}}"#]), "");
        assert_eq!(read(&["Hello there"]), "");
        assert_eq!(
            message_so_far(r#"{"tool":"send_message","arguments":{"message":"Half \u00e"#).as_deref(),
            Some("Half ")
        );
        assert_eq!(message_so_far("{\"tool\": \"x\""), None);
    }

    proptest! {
        #[test]
        fn wherever_it_is_split_the_words_are_the_same(
            words in "(\\PC|[\\\\\"\n\t😀\u{7f}]){0,40}", escape in any::<bool>(), pretty in any::<bool>(),
            cuts in prop::collection::vec(0usize..400, 0..12),
        ) {
            let object = json!({"tool": "send_message", "arguments": {"message": words}});
            let mut text = if pretty { serde_json::to_string_pretty(&object).unwrap() } else { object.to_string() };
            if escape {
                let units = |c: char| if c.is_ascii() { c.to_string() } else { c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect() };
                text = text.chars().map(units).collect();
            }
            let mut cuts: Vec<usize> = cuts.into_iter().map(|at| text.floor_char_boundary(at)).collect();
            cuts.sort_unstable();
            let mut reader = MessageReader::default();
            let (mut said, mut from) = (String::new(), 0);
            for at in cuts.into_iter().chain([text.len()]) {
                said.push_str(&reader.push(&text[from..at]));
                from = at;
            }
            prop_assert_eq!(said, words);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[{}\"tolsendmgar_: ,\\\\u0-9é`\n]{0,80}") {
            read(&[&text]);
            message_so_far(&text);
        }
    }
}
