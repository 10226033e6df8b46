//! How many tokens a text or a request has. Owns the count, its correction by what providers report, and cutting a text
//! to a number of tokens. Knows the shape of messages, not what they are for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};

use super::bpe::bpe;
use super::{ChatMessage, ChatRequest, ToolCall, ToolSpec, json_steps};

/// Tokens that a message costs beside its words: its role and what separates it from the next.
const PER_MESSAGE: usize = 6;
/// Tokens that a call, a call's result or an answer costs beside its words, in the dearer of the two protocols.
const PER_CALL: usize = 16;
/// Tokens that a picture is reckoned with. Providers count 258 (Gemini) to about 1,600 (Anthropic) for one of the size that
/// people send, OpenAI 765 to 1,105; the true number is in what they report.
pub const PER_PICTURE: usize = 1_200;
/// Texts shorter than this are counted faster than they are looked up.
const WORTH_KEEPING: usize = 64;
/// Counts that are kept, at most twice.
const KEPT: usize = 2_048;
/// Tokens that a note on what was cut may take.
const NOTE_ROOM: usize = 24;

/// Counts tokens, with the vocabulary loaded when first used.
pub struct TokenCounter {
    hasher: RandomState,
    kept: Mutex<Kept>,
    correction: Mutex<Correction>,
}

impl Default for TokenCounter {
    fn default() -> Self {
        Self::new()
    }
}

impl TokenCounter {
    pub fn new() -> Self {
        Self {
            hasher: RandomState::new(),
            kept: Mutex::new(Kept::default()),
            correction: Mutex::new(Correction::default()),
        }
    }

    /// Tokens of a text. The counts of long texts are kept, since a prompt is nearly the same from call to call.
    pub fn text(&self, text: &str) -> usize {
        if text.len() < WORTH_KEEPING {
            return count(text);
        }
        let key = (self.hasher.hash_one(text), text.len());
        if let Some(known) = self.kept().get(key) {
            return known;
        }
        let counted = count(text);
        self.kept().put(key, counted);
        counted
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tokens of a message, with what it costs beside its words.
    pub fn message(&self, message: &ChatMessage) -> usize {
        PER_MESSAGE
            + match message {
                ChatMessage::System(text) | ChatMessage::User(text) => self.text(text),
                ChatMessage::Shown { text, pictures } => {
                    let captions = pictures.iter().map(|picture| self.text(&picture.caption) + PER_PICTURE);
                    self.text(text) + captions.sum::<usize>()
                }
                ChatMessage::Tool { name, text, .. } => self.text(name) + self.text(text) + PER_CALL,
                ChatMessage::Assistant { text, calls } => {
                    let words = if text.is_empty() { 0 } else { self.text(text) + PER_CALL };
                    words + calls.iter().map(|call| self.call(call)).sum::<usize>()
                }
            }
    }

    fn call(&self, call: &ToolCall) -> usize {
        self.text(&call.name) + self.text(&call.arguments.to_string()) + PER_CALL
    }

    /// Tokens that the tools cost, in the dearer of the two protocols.
    pub fn tools(&self, specs: &[ToolSpec]) -> usize {
        if specs.is_empty() {
            return 0;
        }
        let native = |spec: &ToolSpec| {
            let words = self.text(&spec.name) + self.text(&spec.description);
            words + self.text(&spec.parameters.to_string()) + PER_CALL
        };
        let in_words = self.text(&json_steps::tool_list(specs)) + self.text(&json_steps::rules(specs));
        specs.iter().map(native).sum::<usize>().max(in_words)
    }

    /// Tokens of a whole request, without the answer.
    pub fn request(&self, request: &ChatRequest) -> usize {
        self.tools(&request.tools) + request.messages.iter().map(|message| self.message(message)).sum::<usize>()
    }

    /// The text if it has at most `max` tokens; else its beginning and its end, with a note between that says how much
    /// is missing. Where not even the note fits, only the beginning.
    pub fn cut<'a>(&self, text: &'a str, max: usize) -> Cow<'a, str> {
        cut(text, max)
    }

    /// Learns from a provider's own count: `estimated` is what [`TokenCounter::request`] said for the same prompt.
    pub fn observe(&self, estimated: usize, actual: u64) {
        self.correction.lock().unwrap_or_else(PoisonError::into_inner).observe(estimated, actual);
    }

    /// What a count must be multiplied with to be the provider's.
    pub fn ratio(&self) -> f64 {
        self.correction.lock().unwrap_or_else(PoisonError::into_inner).ratio()
    }
}

fn count(text: &str) -> usize {
    let mut tokens = 0;
    bpe().each_token(text, &mut |_| tokens += 1);
    tokens
}

/// Counts in two generations: when the young one is full it becomes the old one, and the old one is forgotten.
#[derive(Default)]
struct Kept {
    young: HashMap<(u64, usize), usize>,
    old: HashMap<(u64, usize), usize>,
}

impl Kept {
    fn get(&mut self, key: (u64, usize)) -> Option<usize> {
        if let Some(known) = self.young.get(&key) {
            return Some(*known);
        }
        let known = self.old.remove(&key)?;
        self.put(key, known);
        Some(known)
    }

    fn put(&mut self, key: (u64, usize), count: usize) {
        if self.young.len() >= KEPT {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, count);
    }
}

/// A provider's count over ours, smoothed.
#[derive(Debug, Clone, PartialEq)]
pub struct Correction {
    ratio: f64,
    seen: u32,
}

impl Default for Correction {
    fn default() -> Self {
        Self { ratio: 1.0, seen: 0 }
    }
}

impl Correction {
    const LOWEST: f64 = 0.8;
    const HIGHEST: f64 = 2.0;
    /// Prompts smaller than this say more about fixed costs than about the tokenizer.
    const SMALLEST: usize = 200;
    /// Observations after which a ratio below 1 is believed. Until then a budget must not grow by it.
    const ESTABLISHED: u32 = 20;

    /// Takes one observation in. A ratio that rises is followed faster than one that falls: too full a prompt is refused,
    /// too empty a one only forgets a little earlier.
    pub fn observe(&mut self, estimated: usize, actual: u64) {
        if estimated < Self::SMALLEST || actual == 0 {
            return;
        }
        let observed = (actual as f64 / estimated as f64).clamp(Self::LOWEST, Self::HIGHEST);
        let weight = match () {
            () if self.seen == 0 => 1.0,
            () if observed > self.ratio => 0.5,
            () => 0.1,
        };
        self.ratio += (observed - self.ratio) * weight;
        self.seen = self.seen.saturating_add(1);
    }

    /// The ratio to reckon with.
    pub fn ratio(&self) -> f64 {
        if self.seen < Self::ESTABLISHED { self.ratio.max(1.0) } else { self.ratio }
    }
}

fn cut(text: &str, max: usize) -> Cow<'_, str> {
    let mut ends = Vec::new();
    let mut at = 0;
    bpe().each_token(text, &mut |length| {
        at += length;
        ends.push(at);
    });
    if ends.len() <= max {
        return Cow::Borrowed(text);
    }
    if max <= NOTE_ROOM + 8 {
        return Cow::Borrowed(beginning(text, &ends, max));
    }
    // Where a cut falls inside a word, the parts may have a token or two more than the whole: then a little less is kept.
    let mut room = max - NOTE_ROOM;
    loop {
        let shorter = with_note(text, &ends, room);
        if room == 0 || count(&shorter) <= max {
            return Cow::Owned(shorter);
        }
        room -= room.div_ceil(16);
    }
}

/// Two thirds of the room for the beginning, one for the end.
fn with_note(text: &str, ends: &[usize], room: usize) -> String {
    let end_of = |tokens: usize| tokens.checked_sub(1).map_or(0, |at| ends[at]);
    let tail_tokens = room / 3;
    let head = &text[..text.floor_char_boundary(end_of(room - tail_tokens))];
    let tail = &text[text.ceil_char_boundary(end_of(ends.len() - tail_tokens))..];
    let missing = text[head.len()..text.len() - tail.len()].chars().count();
    format!("{head}\n[… {missing} characters are left out here …]\n{tail}")
}

fn beginning<'a>(text: &'a str, ends: &[usize], max: usize) -> &'a str {
    let mut tokens = max;
    loop {
        let Some(last) = tokens.checked_sub(1) else { return "" };
        let head = &text[..text.floor_char_boundary(ends[last])];
        if count(head) <= max {
            return head;
        }
        tokens -= 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn one_endless_word_is_counted_in_bounded_time() {
        let counter = TokenCounter::new();
        for word in ["a".repeat(100_000), "qzxj".repeat(25_000), " ".repeat(100_000), "é".repeat(50_000)] {
            let tokens = counter.text(&word);
            assert!(tokens > 0 && tokens <= word.len());
            let short = counter.cut(&word, 500);
            assert!(count(&short) <= 500);
        }
    }

    #[test]
    fn what_is_cut_keeps_its_beginning_and_end() {
        let text = (0..500).map(|n| format!("Sentence number {n}. ")).collect::<String>();
        let short = cut(&text, 200);
        assert!(short.starts_with("Sentence number 0."));
        assert!(short.ends_with("Sentence number 499. "));
        assert!(short.contains("characters are left out here"));
        assert!(count(&short) > 150);
    }

    #[test]
    fn a_kept_count_is_the_same() {
        let counter = TokenCounter::new();
        let texts: Vec<String> = (0..5_000).map(|n| format!("{n} {}", "some words ".repeat(8))).collect();
        let first: Vec<usize> = texts.iter().map(|text| counter.text(text)).collect();
        let again: Vec<usize> = texts.iter().map(|text| counter.text(text)).collect();
        assert_eq!(first, again);
        assert!(counter.kept().young.len() <= KEPT);
    }

    #[test]
    fn a_request_costs_all_its_parts() {
        let counter = TokenCounter::new();
        let mut request = ChatRequest {
            messages: vec![ChatMessage::System("You remember.".into()), ChatMessage::User("Hello there".into())],
            ..ChatRequest::default()
        };
        let bare = counter.request(&request);
        assert_eq!(bare, 2 * PER_MESSAGE + counter.text("You remember.") + counter.text("Hello there"));
        request.tools = [ToolSpec {
            name: "ping".into(),
            description: "Answers.".into(),
            parameters: json!({"type": "object", "properties": {}}),
        }]
        .into();
        assert!(counter.request(&request) > bare + 15);
        let call = ToolCall { id: "1".into(), name: "ping".into(), arguments: json!({"word": "hello"}) };
        let with_call = counter.message(&ChatMessage::Assistant { text: String::new(), calls: vec![call] });
        assert!(with_call > PER_MESSAGE + PER_CALL);
    }

    #[test]
    fn a_ratio_below_one_is_believed_late_and_one_above_at_once() {
        let mut correction = Correction::default();
        correction.observe(1_000, 700);
        assert_eq!(correction.ratio(), 1.0);
        for _ in 0..30 {
            correction.observe(1_000, 700);
        }
        assert!((correction.ratio() - 0.8).abs() < 1e-9);
        correction.observe(1_000, 1_500);
        assert!(correction.ratio() > 1.1);
        (0..50).for_each(|_| correction.observe(1_000, 900_000));
        assert!(correction.ratio() <= 2.0);
        let before = correction.clone();
        correction.observe(10, 500);
        correction.observe(1_000, 0);
        assert_eq!(correction, before);
    }

    proptest! {
        #[test]
        fn a_cut_text_fits(text in "(\\PC{0,12}[ \n]?){0,60}", max in 0usize..120) {
            let short = cut(&text, max);
            prop_assert!(count(&short) <= max);
            if count(&text) <= max {
                prop_assert_eq!(short.as_ref(), text.as_str());
            }
        }

        #[test]
        fn more_text_has_hardly_fewer_tokens(text in "\\PC{0,60}", more in "\\PC{0,20}") {
            // A longer text can be a token cheaper where the end of the shorter one was half a word.
            let (short, long) = (count(&text), count(&format!("{text}{more}")));
            prop_assert!(long + 8 >= short);
            prop_assert!(short <= text.len());
        }
    }
}
