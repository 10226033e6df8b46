//! What comes from outside, nearly right: answers of models, events of Discord, words to be split, files to be taken in.
//! Whatever it is, nothing panics, and what is answered keeps its promises.
//!
//! Each input is a seed of `tests/corpus`, changed by chance that `FUZZ_SEED` repeats. `FUZZ_CASES=100000 cargo test --test it
//! -- fuzz` tries more of them; an input that broke something is kept as a seed.

mod discord;
mod mutate;

use std::path::Path;

use chrono::DateTime;
use keepsake::agent::desk::transfer::Archive;
use keepsake::discord::split::{split, units};
use keepsake::llm::{self, ChatMessage, ChatRequest, LlmClient, ToolUse, repair};
use keepsake::memory::diff;
use keepsake::persona::CharacterCard;
use libtest_mimic::Trial;

use self::mutate::mutate;
use crate::support::dice::Dice;
use crate::support::model::{Script, ScriptedModel};
use crate::support::trial;

/// Cases of each kind in a usual run.
const CASES: u64 = 2_000;
/// UTF-16 units of a message of Discord.
const LIMIT: usize = 2_000;
/// Tools that a model may name.
const TOOLS: [&str; 4] = ["core_memory_append", "archival_memory_search", "react", "no_reply"];

pub fn trials() -> Vec<Trial> {
    vec![
        pure("calls", 1, calls),
        pure("text", 10, text),
        pure("card", 1, card),
        pure("export", 1, export),
        trial("fuzz::answer", answers),
        trial("fuzz::event", discord::events),
    ]
}

fn variable(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is to be a number")))
}

/// The seeds of that name.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a corpus").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a seed")).collect()
}

/// Tries the seeds as they are, and then changed.
fn cases(name: &str, share: u64) -> impl Iterator<Item = Vec<u8>> {
    let seeds = seeds(name);
    let mut dice = Dice::new(variable("FUZZ_SEED", 1));
    let count = variable("FUZZ_CASES", CASES) / share;
    let changed = seeds.clone();
    seeds.into_iter().chain((0..count).map(move |_| mutate(&changed, &mut dice)))
}

/// A test of something that takes bytes and does nothing else; slow ones get a `share` of the cases.
fn pure(name: &'static str, share: u64, check: fn(&[u8])) -> Trial {
    Trial::test(format!("fuzz::{name}"), move || {
        for input in cases(name, share) {
            let shown = String::from_utf8_lossy(&input).into_owned();
            let ended = std::panic::catch_unwind(|| check(&input));
            assert!(ended.is_ok(), "this input broke it:\n{shown}\nas bytes: {input:?}");
        }
        Ok(())
    })
}

/// Calls in what a model wrote.
fn calls(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (left, found) = repair::calls_in_text(&text, &TOOLS);
    assert!(left.len() <= text.len(), "nothing is added");
    assert!(found.is_empty() || left.len() < text.len(), "what was taken for a call is not shown");
    let read = repair::arguments(&text);
    assert!(read.is_object() || read.is_string());
    // What was read once is read the same again.
    if read.is_object() {
        assert_eq!(repair::arguments(&read.to_string()), read);
    }
    if let Some(name) = repair::mend_name(&text, &TOOLS) {
        assert!(TOOLS.contains(&name));
    }
}

/// Words on their way to Discord, and to people.
fn text(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let pieces = split(&text, LIMIT);
    assert!(
        pieces.iter().all(|piece| units(piece) <= LIMIT && !piece.trim().is_empty()),
        "each fits, and says something"
    );
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let kept: usize = pieces.iter().map(|piece| letters(piece)).sum();
    assert!(kept >= letters(&text), "no word is lost: {kept} of {}", letters(&text));
    let line = text.lines().next_back().unwrap_or_default();
    diff::diff_text(line, &text[..text.floor_char_boundary(400)]);
    diff::nearest_line(&text, line);
}

/// Files that are to become a persona.
fn card(input: &[u8]) {
    if let Ok(card) = CharacterCard::read(input) {
        let persona = card.persona(2_000);
        assert!(persona.text.chars().count() <= 2_000 && !persona.text.trim().is_empty());
    }
}

/// Files that are to be remembered.
fn export(input: &[u8]) {
    let now = DateTime::from_timestamp(1_790_000_000, 0).expect("a moment");
    if let Ok(archive) = Archive::read(&[input.to_vec()], now) {
        assert!(archive.messages.iter().all(|message| message.at <= now));
    }
}

/// Whole answers, streamed and not, through the client.
async fn answers() {
    let model = ScriptedModel::start().await;
    let whole =
        llm::client(&keepsake::config::LlmConfig { stream: false, retries: 0, ..model.config() }).expect("a client");
    let streamed = llm::client(&keepsake::config::LlmConfig { retries: 0, ..model.config() }).expect("a client");
    let request = ChatRequest {
        messages: vec![ChatMessage::System("Answer.".into()), ChatMessage::User("hello".into())],
        tools: Vec::new().into(),
        tool_use: ToolUse::Allowed,
        max_tokens: 64,
    };
    for input in cases("answer", 8) {
        let body = String::from_utf8_lossy(&input).into_owned();
        let is_stream = body.trim_start().starts_with("data:");
        let kind = if is_stream { "text/event-stream" } else { "application/json" };
        model.push(Script::raw(kind, &body));
        let client = if is_stream { &streamed } else { &whole };
        // Either is right; that it comes, and nothing panics, is what matters.
        if let Ok(reply) = client.chat(&request, None).await {
            assert!(!reply.text.contains("<think>"), "{body}");
        }
    }
}
