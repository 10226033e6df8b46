//! A model whose every answer follows from what it is shown: it writes each token that it was told into memory once, and
//! then says that it did. Owns noticing that it is asked again for what was already written down.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::dice::Dice;
use crate::support::model::{Asked, Gate, Script};

/// Tokens that one step deals with.
const AT_ONCE: usize = 4;

/// What a token begins with. No other word in a prompt does.
const MARK: &str = "zk";

/// The token of that number.
pub fn token(number: usize) -> String {
    format!("{MARK}{number}")
}

/// The tokens in a text, each once.
pub fn tokens(text: &str) -> BTreeSet<String> {
    let is_token = |word: &&str| word.strip_prefix(MARK).is_some_and(|rest| rest.parse::<usize>().is_ok());
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_token).map(str::to_owned).collect()
}

/// What the model has seen and done over all its requests.
#[derive(Default)]
struct Seen {
    /// Tokens that it was shown as written into memory.
    written: BTreeSet<String>,
    /// Requests that showed one of those as not written: a step that was in the ledger was done again.
    forgotten: BTreeMap<String, usize>,
    asked: usize,
    /// Requests that met trouble, by its kind.
    troubled: BTreeMap<&'static str, usize>,
}

/// The model.
#[derive(Clone)]
pub struct Mind {
    seen: Arc<Mutex<Seen>>,
    dice: Arc<Mutex<Dice>>,
    /// Requests out of a hundred that meet trouble.
    trouble: Arc<Mutex<u64>>,
}

impl Mind {
    pub fn new(seed: u64) -> Self {
        Self { seen: Arc::default(), dice: Arc::new(Mutex::new(Dice::new(seed))), trouble: Arc::default() }
    }

    /// From now on so many requests out of a hundred meet trouble.
    pub fn trouble(&self, percent: u64) {
        *lock(&self.trouble) = percent;
    }

    /// How often it was asked.
    pub fn asked(&self) -> usize {
        lock(&self.seen).asked
    }

    /// How many of those requests met trouble, by its kind.
    pub fn met(&self) -> BTreeMap<&'static str, usize> {
        lock(&self.seen).troubled.clone()
    }

    /// Tokens for which it was asked again though what it had answered was written.
    pub fn asked_again(&self) -> Vec<String> {
        lock(&self.seen).forgotten.keys().cloned().collect()
    }

    pub fn answer(&self, asked: &Asked) -> Script {
        if is_summary(asked) {
            return Script::reply("They asked that things be written down, and they were.");
        }
        let told = Told::read(asked);
        let mut seen = lock(&self.seen);
        seen.asked += 1;
        for token in told.pending() {
            if told.written.contains(token) {
                seen.written.insert(token.clone());
            } else if seen.written.contains(token) {
                *seen.forgotten.entry(token.clone()).or_default() += 1;
            }
        }
        let mut dice = lock(&self.dice);
        if dice.percent(*lock(&self.trouble)) {
            let kind = *dice.pick(&KINDS);
            *seen.troubled.entry(kind).or_default() += 1;
            return trouble(kind).unwrap_or_else(|| late(told.answer(&mut dice), &mut dice));
        }
        told.answer(&mut dice)
    }
}

/// Whether it is asked for a summary: then what was said stands there as somebody told it, and no tool can be called.
pub fn is_summary(asked: &Asked) -> bool {
    asked.tool_names().is_empty()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The kinds of trouble.
pub const KINDS: [&str; 11] =
    ["500", "503", "429", "broken off", "ended early", "half a body", "empty", "a page", "reset", "hanging", "late"];

/// What a provider does instead of answering; nothing where it only takes its time.
fn trouble(kind: &str) -> Option<Script> {
    let cut = |cleanly| Script::Cut { text: "Half of what I wanted to".into(), cleanly };
    let script = match kind {
        "500" => Script::status(500, &[], r#"{"error": {"message": "it broke"}}"#),
        "503" => Script::status(503, &[], "<html>away</html>"),
        "429" => Script::status(429, &[("retry-after", "1")], r#"{"error": {"message": "slower"}}"#),
        "broken off" => cut(false),
        "ended early" => cut(true),
        "half a body" => Script::raw("application/json", "{\"choices\": [{\"mess"),
        "empty" => Script::reply(""),
        "a page" => Script::raw("text/html", "<!doctype html><html><body>Please log in first.</body></html>"),
        "reset" => Script::Reset,
        "hanging" => Script::Hang,
        _ => return None,
    };
    Some(script)
}

/// The same after a while.
fn late(script: Script, dice: &mut Dice) -> Script {
    let (gate, wait) = (Gate::default(), dice.millis(500, 2_500));
    let opener = gate.clone();
    tokio::spawn(async move {
        tokio::time::sleep(wait).await;
        opener.open();
    });
    script.behind(&gate)
}

/// What one prompt says of tokens.
struct Told {
    wanted: Vec<String>,
    written: BTreeSet<String>,
    answered: BTreeSet<String>,
}

impl Told {
    fn read(asked: &Asked) -> Self {
        let mut told = Self { wanted: Vec::new(), written: BTreeSet::new(), answered: BTreeSet::new() };
        for message in asked.messages() {
            let text = message["content"].as_str().unwrap_or_default();
            match message["role"].as_str() {
                Some("user") => told.wanted.extend(tokens(text)),
                Some("assistant") => {
                    told.answered.extend(tokens(text));
                    let calls = message["tool_calls"].as_array().into_iter().flatten();
                    calls.for_each(|call| told.written.extend(tokens(&call["function"]["arguments"].to_string())));
                }
                _ => {}
            }
        }
        told
    }

    /// What no answer has named yet.
    fn pending(&self) -> impl Iterator<Item = &String> {
        self.wanted.iter().filter(|token| !self.answered.contains(*token))
    }

    fn answer(&self, dice: &mut Dice) -> Script {
        let open: Vec<&String> = self.pending().filter(|token| !self.written.contains(*token)).take(AT_ONCE).collect();
        if open.is_empty() {
            let all: Vec<&str> = self.pending().map(String::as_str).collect();
            // Now and then more than one message of Discord holds.
            let times = if dice.percent(10) { 70 } else { 1 };
            let words = "It is all written down now, as you wished. ".repeat(times);
            return said(&format!("Done: {}. {}", all.join(" "), words.trim()), dice);
        }
        let names: Vec<&str> = open.iter().map(|token| token.as_str()).collect();
        let append = json!({"label": "persona", "content": names.join(" "), "reason": "asked to"});
        let insert =
            |token: &&str| ("archival_memory_insert", json!({"content": format!("{token} was told"), "tags": []}));
        let calls: Vec<(&str, Value)> =
            std::iter::once(("core_memory_append", append)).chain(names.iter().map(insert)).collect();
        Script::calls(calls)
    }
}

/// Those words: at once, or piece by piece, so that a draft of them is shown.
fn said(text: &str, dice: &mut Dice) -> Script {
    if !dice.percent(30) {
        return Script::reply(text);
    }
    let gate = Gate::default();
    let opener = gate.clone();
    tokio::spawn(async move {
        for _ in 0..12 {
            tokio::time::sleep(Duration::from_millis(120)).await;
            opener.let_one_through();
        }
        opener.open();
    });
    let words: Vec<String> = text.split_inclusive(' ').map(str::to_owned).collect();
    Script::Paced(words, gate)
}
