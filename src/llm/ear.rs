//! Telling a reply's words while they come: no reasoning, no calls, no JSON, and no more than the reply will hold.
//! What is told, put together, is the reply's text.

use super::OnText;
use super::json_text::MessageReader;
use super::openai::Ear;
use super::think::{ThinkFilter, opens_block};

/// Tells words, without blanks at either end.
struct Mouth<'a> {
    on_text: OnText<'a>,
    told: String,
    /// Blanks that are told when words follow.
    blanks: String,
}

impl<'a> Mouth<'a> {
    fn new(on_text: OnText<'a>) -> Self {
        Self { on_text, told: String::new(), blanks: String::new() }
    }

    fn say(&mut self, words: &str) {
        let words = if self.told.is_empty() { words.trim_start() } else { words };
        let body = words.trim_end();
        if !body.is_empty() {
            let piece = format!("{}{body}", std::mem::take(&mut self.blanks));
            (self.on_text)(&piece);
            self.told.push_str(&piece);
        }
        self.blanks.push_str(&words[body.len()..]);
    }

    /// Tells what is missing of the whole.
    fn settle(&mut self, whole: &str) {
        if let Some(rest) = whole.strip_prefix(self.told.as_str()).filter(|rest| !rest.is_empty()) {
            (self.on_text)(rest);
            self.told.push_str(rest);
        }
    }
}

/// An ear whose words can be brought to an end.
pub(super) trait Listener: Ear {
    /// The answer is whole: tells what was held back and is part of it after all.
    fn settle(&mut self, reply: &str);
}

/// Hears an answer in words, beside which there may be calls written as text.
pub(super) struct WordsEar<'a> {
    mouth: Mouth<'a>,
    filter: ThinkFilter,
    gate: Gate,
    known: Vec<String>,
    hold: bool,
    held: Option<String>,
}

impl<'a> WordsEar<'a> {
    /// `known`: the tools that may be called. `hold`: the model may begin in the middle of reasoning and say so only at
    /// its end, so nothing is told until that is clear.
    pub fn new(on_text: OnText<'a>, known: Vec<String>, hold: bool) -> Self {
        let held = hold.then(String::new);
        Self { mouth: Mouth::new(on_text), filter: ThinkFilter::default(), gate: Gate::default(), known, hold, held }
    }

    fn hear_visible(&mut self, words: &str) {
        let words = self.gate.pass(words, &self.known);
        self.mouth.say(&words);
    }
}

impl Ear for WordsEar<'_> {
    fn hear(&mut self, piece: &str) {
        let Some(held) = &mut self.held else {
            let visible = self.filter.push(piece);
            return self.hear_visible(&visible);
        };
        held.push_str(piece);
        let mut filter = ThinkFilter::default();
        let visible = filter.push(held);
        if filter.lone_closing || opens_block(held) {
            self.filter = filter;
            self.held = None;
            self.hear_visible(&visible);
        }
    }

    fn has_told(&self) -> bool {
        !self.mouth.told.is_empty()
    }

    fn restart(&mut self) {
        *self = Self::new(self.mouth.on_text, std::mem::take(&mut self.known), self.hold);
    }
}

impl Listener for WordsEar<'_> {
    fn settle(&mut self, reply: &str) {
        self.mouth.settle(reply);
    }
}

/// Lets words through until something begins that may be a call.
#[derive(Default)]
struct Gate {
    seen: String,
    passed: usize,
    closed: bool,
}

/// What a call may begin with; from there on nothing is told until the answer is whole.
const MARKS: &[&str] = &["<tool_call", "<|tool_call", "<|python_tag|>", "<function=", "[TOOL_CALLS]", "```", "{"];

impl Gate {
    fn pass(&mut self, words: &str, known: &[String]) -> String {
        if known.is_empty() {
            return words.to_owned();
        }
        self.seen.push_str(words);
        if self.closed || may_be_python(&self.seen, known) {
            return String::new();
        }
        let rest = &self.seen[self.passed..];
        let stop = rest.char_indices().map(|(at, _)| at).find(|at| may_be_call(&rest[*at..]));
        let end = self.passed + stop.unwrap_or(rest.len());
        let words = self.seen[self.passed..end].to_owned();
        self.closed = MARKS.iter().any(|mark| self.seen[end..].starts_with(mark));
        self.passed = end;
        words
    }
}

/// Whether a call begins here, or may once more has come.
fn may_be_call(rest: &str) -> bool {
    let list = || {
        rest.strip_prefix('[').map(str::trim_start).is_some_and(|inside| inside.is_empty() || inside.starts_with('{'))
    };
    MARKS.iter().any(|mark| rest.starts_with(mark) || mark.starts_with(rest)) || list()
}

/// Whether the whole text may become `name(…)`.
fn may_be_python(seen: &str, known: &[String]) -> bool {
    let start = seen.trim_start().trim_start_matches('[');
    known.iter().any(|name| match start.strip_prefix(name.as_str()) {
        Some(after) => after.is_empty() || after.starts_with('('),
        None => name.starts_with(start),
    })
}

/// Hears an answer that is a JSON object, and tells the message inside it.
pub(super) struct JsonEar<'a> {
    mouth: Mouth<'a>,
    outer: Outer,
    reader: MessageReader,
    inner: ThinkFilter,
}

/// What stands around the object.
enum Outer {
    Blank,
    Object,
    Reasoning(ThinkFilter),
}

impl<'a> JsonEar<'a> {
    pub fn new(on_text: OnText<'a>) -> Self {
        let (reader, inner) = (MessageReader::default(), ThinkFilter::default());
        Self { mouth: Mouth::new(on_text), outer: Outer::Blank, reader, inner }
    }
}

impl Ear for JsonEar<'_> {
    fn hear(&mut self, piece: &str) {
        if matches!(self.outer, Outer::Blank) {
            match piece.trim_start().chars().next() {
                None => return,
                Some('{' | '`') => self.outer = Outer::Object,
                Some(_) => self.outer = Outer::Reasoning(ThinkFilter::default()),
            }
        }
        let words = match &mut self.outer {
            Outer::Reasoning(filter) => {
                let visible = filter.push(piece);
                if filter.lone_closing {
                    // What came before was reasoning too, and no beginning of an object.
                    filter.lone_closing = false;
                    self.reader = MessageReader::default();
                }
                self.reader.push(&visible)
            }
            _ => self.reader.push(piece),
        };
        let words = self.inner.push(&words);
        self.mouth.say(&words);
    }

    fn has_told(&self) -> bool {
        !self.mouth.told.is_empty()
    }

    fn restart(&mut self) {
        *self = Self::new(self.mouth.on_text);
    }
}

impl Listener for JsonEar<'_> {
    fn settle(&mut self, reply: &str) {
        self.mouth.settle(reply);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use proptest::prelude::*;

    use super::*;

    /// What is told of these pieces before the end.
    fn told(hold: bool, pieces: &[&str]) -> String {
        let told = Mutex::new(String::new());
        let on_text = |words: &str| told.lock().unwrap().push_str(words);
        let mut ear = WordsEar::new(&on_text, vec!["react".into()], hold);
        pieces.iter().for_each(|piece| ear.hear(piece));
        told.into_inner().unwrap()
    }

    #[test]
    fn words_are_told_at_once_and_calls_never() {
        assert_eq!(told(false, &["Hel", "lo, ", "you [link](x) 1 < 2"]), "Hello, you [link](x) 1 < 2");
        assert_eq!(told(false, &["Sure. ", "<tool", "_call>{\"name\""]), "Sure.");
        assert_eq!(told(false, &["{\"name\": \"react\"", ", \"arguments\": {}}"]), "");
        assert_eq!(told(false, &["rea", "ct", "(emoji=\"x\")"]), "");
        assert_eq!(told(false, &["rea", "ction"]), "reaction");
        assert_eq!(told(false, &["A list: [", "\n {\"name\""]), "A list:");
        assert_eq!(told(false, &["<th", "ink>hm", "m</th", "ink>\n\nYes"]), "Yes");
    }

    #[test]
    fn reasoning_without_a_beginning_is_held_back_until_it_ends() {
        assert_eq!(told(true, &["Hm, he says", " hi.</thi", "nk>\nHel", "lo"]), "Hello");
        assert_eq!(told(true, &["Hello", " you"]), "");
        assert_eq!(told(true, &["<think>", "hm</think>", "Hello"]), "Hello");
    }

    fn told_json(pieces: &[&str]) -> String {
        let told = Mutex::new(String::new());
        let on_text = |words: &str| told.lock().unwrap().push_str(words);
        let mut ear = JsonEar::new(&on_text);
        pieces.iter().for_each(|piece| ear.hear(piece));
        told.into_inner().unwrap()
    }

    #[test]
    fn of_an_object_only_the_message_is_told() {
        let object =
            ["{\"tool\": \"send_mes", "sage\", \"arguments\": {\"message\": \"<think>x</th", "ink> Hi\\n", "you\"}}"];
        assert_eq!(told_json(&object), "Hi\nyou");
        assert_eq!(told_json(&[&["<think>{\"a\"", ": 1}</think>\n"], &object[..]].concat()), "Hi\nyou");
        assert_eq!(told_json(&[&["Let me see </think>"], &object[..]].concat()), "Hi\nyou");
        assert_eq!(told_json(&["{\"tool\": \"react\", \"arguments\": {\"message\": \"no\"}}"]), "");
    }

    proptest! {
        #[test]
        fn what_is_told_is_what_the_reply_holds(
            parts in prop::collection::vec(prop_oneof![
                Just("Hello "), Just("\n"), Just("{\"name\": \"react\", \"arguments\": {\"emoji\": \"x\"}}"), Just("`"), Just("["),
                Just("<tool_call>{\"name\": \"react\", \"arguments\": {}}</tool_call>"), Just("<think>hm</think>"), Just("é<"), Just("{1}"), Just("react(")], 0..10),
            cuts in prop::collection::vec(0usize..200, 0..10),
        ) {
            let text = parts.concat();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|at| text.floor_char_boundary(at)).collect();
            cuts.sort_unstable();
            let told = Mutex::new(String::new());
            let on_text = |words: &str| told.lock().unwrap().push_str(words);
            let mut ear = WordsEar::new(&on_text, vec!["react".into()], false);
            let mut from = 0;
            for at in cuts.into_iter().chain([text.len()]) {
                ear.hear(&text[from..at]);
                from = at;
            }
            let visible = super::super::think::visible(&text).0;
            let reply = super::super::repair::calls_in_text(visible.trim(), &["react"]).0;
            ear.settle(reply.trim());
            // Blanks between words and a call that went are told as they came or not at all.
            let squeeze = |text: &str| text.split_whitespace().collect::<String>();
            let told = told.into_inner().unwrap();
            prop_assert!(squeeze(&reply).starts_with(&squeeze(&told)), "{:?} {:?}", reply, told);
        }
    }
}
