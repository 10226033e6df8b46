//! What leaves the prompt, and the summary that stays. Pure.

use super::context::{Item, Tokens};
use crate::memory::ids::TurnId;
use crate::memory::{Body, Message};

/// Share of the budget at which the model is told that memory will be evicted.
pub const PRESSURE: f64 = 0.75;
/// Share of the budget that is left after an eviction.
const KEPT: f64 = 0.5;

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

/// The evicted messages as the summariser reads them, in pieces of at most `max` tokens each.
pub fn transcript(evicted: &[Message], max: usize, tokens: &dyn Tokens) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut piece = String::new();
    let mut size = 0;
    for line in evicted.iter().filter_map(line) {
        let line = tokens.cut(&line, max);
        let cost = tokens.count(&line) + 1;
        if size + cost > max && !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
            size = 0;
        }
        piece.push_str(&line);
        piece.push('\n');
        size += cost;
    }
    if !piece.is_empty() {
        pieces.push(piece);
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

/// A summary made without a model: the first words of what people said, the newest kept when there is not room for all.
pub fn extract(old: &str, evicted: &[Message], max: usize, tokens: &dyn Tokens) -> String {
    let lines: Vec<String> =
        old.lines().map(str::to_owned).chain(evicted.iter().filter_map(line).map(|line| first_words(&line))).collect();
    let mut kept: Vec<&str> = Vec::new();
    let mut size = 0;
    for line in lines.iter().rev().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        size += tokens.count(line) + 1;
        if size > max {
            break;
        }
        kept.push(line);
    }
    kept.reverse();
    kept.join("\n")
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
