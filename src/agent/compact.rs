//! What leaves the prompt, and the summary that stays. Pure.

use super::context::{Item, Tokens, harmless};
use crate::memory::ids::TurnId;
use crate::memory::{Body, Message};

/// Share of the budget at which the model is told that memory will be evicted.
pub const PRESSURE: f64 = 0.75;
/// Share of the budget that is left after an eviction.
const KEPT: f64 = 0.5;
/// Share of a summary made without a model that what was summed up before has at least, as far as it needs it.
const OLD_SHARE: f64 = 0.75;
/// Share of it that one line of what is new has at the most, since some signs cost many tokens.
const LINE_SHARE: f64 = 0.25;
/// Tokens below which the rest of a line is not worth having.
const LEAST_LINE: usize = 16;

/// Which messages to evict so that the queue takes at most half of `budget`: all up to the answered `seq`, in whole turns,
/// so that a tool call and its result never part. None when only the `current` turn is left.
pub fn evict_through(items: &[Item], budget: usize, current: TurnId) -> Option<i64> {
    let target = (budget as f64 * KEPT) as usize;
    let mut left: usize = items.iter().map(|item| item.tokens).sum();
    let mut through = None;
    let mut at = 0;
    while left > target && at < items.len() && items[at].turn != Some(current) {
        let turn = items[at].turn;
        while at < items.len() && items[at].turn == turn {
            left -= items[at].tokens;
            through = Some(items[at].seq);
            at += 1;
        }
    }
    through
}

/// A part of what was evicted, as the summariser reads it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piece {
    pub text: String,
    /// Where it starts among the evicted messages.
    pub from: usize,
}

/// The evicted messages as the summariser reads them, in pieces of at most `max` tokens each.
pub fn transcript(evicted: &[Message], max: usize, tokens: &dyn Tokens) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut size = 0;
    for (from, message) in evicted.iter().enumerate() {
        let Some(line) = line(message) else { continue };
        let line = tokens.cut(&harmless(&line), max);
        let cost = tokens.count(&line) + 1;
        if size + cost > max || pieces.is_empty() {
            pieces.push(Piece { text: String::new(), from });
            size = 0;
        }
        if let Some(piece) = pieces.last_mut() {
            piece.text.push_str(&line);
            piece.text.push('\n');
        }
        size += cost;
    }
    pieces
}

/// One message as a line; none for what only mattered to the program.
fn line(message: &Message) -> Option<String> {
    let day = message.at.format("%Y-%m-%d");
    match &message.body {
        Body::Person { person, text, attachments, .. } => {
            let names: Vec<&str> = attachments.iter().map(|attachment| attachment.name.as_str()).collect();
            let with = if names.is_empty() { String::new() } else { format!(" [with {}]", names.join(", ")) };
            Some(format!("[{day}] {}: {text}{with}", person.name))
        }
        Body::Agent { text, .. } if !text.trim().is_empty() => Some(format!("[{day}] the agent: {text}")),
        Body::Agent { .. } | Body::ToolResult { .. } | Body::Note { .. } => None,
    }
}

/// A summary made without a model: the old one, and the first words of what was said since. When there is not room for all,
/// the old one has its share before what is new, and of each the newest is kept.
pub fn extract(old: &str, evicted: &[Message], max: usize, tokens: &dyn Tokens) -> String {
    let longest = (max as f64 * LINE_SHARE) as usize;
    let shortened = |line: String| tokens.cut(&first_words(&line), longest);
    let new: Vec<String> = evicted.iter().filter_map(line).map(shortened).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    let asked: usize = new.iter().map(|line| tokens.count(line) + 1).sum();
    let for_old = max.saturating_sub(asked).max((max as f64 * OLD_SHARE) as usize);
    let (mut kept, size) = newest(&old.lines().collect::<Vec<_>>(), for_old, tokens);
    kept.extend(newest(&new, max - size, tokens).0);
    kept.join("\n")
}

/// The newest of the lines that `max` tokens have room for, and what they take. The first that does not fit is cut.
fn newest(lines: &[&str], max: usize, tokens: &dyn Tokens) -> (Vec<String>, usize) {
    let mut kept: Vec<String> = Vec::new();
    let mut size = 0;
    for line in lines.iter().rev().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        let left = max - size;
        let cost = tokens.count(line) + 1;
        if cost <= left {
            kept.push(line.to_owned());
            size += cost;
            continue;
        }
        if left > LEAST_LINE {
            let short = tokens.cut(line, left - 1);
            size += tokens.count(&short) + 1;
            kept.push(short);
        }
        break;
    }
    kept.reverse();
    (kept, size)
}

/// The first sentence, or the first 160 characters of a longer one.
fn first_words(line: &str) -> String {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = line
        .char_indices()
        .skip(24)
        .find(|(_, c)| matches!(c, '.' | '!' | '?' | '。'))
        .map(|(at, c)| at + c.len_utf8());
    line[..end.unwrap_or(line.len())].chars().take(160).collect()
}
