//! What leaves the prompt, and the summary that stays. Pure.

use super::context::{Item, Tokens};
use super::wording::{attribute, harmless, in_lines};
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
        Body::Person { person, attachments, .. } => {
            let names: Vec<&str> = attachments.iter().map(|attachment| attachment.name.as_str()).collect();
            let with = if names.is_empty() { String::new() } else { format!(" [with {}]", names.join(", ")) };
            Some(format!("[{day}] {}: {}{with}", attribute(&person.name), in_lines(&message.body)))
        }
        Body::Agent { text, .. } if !text.trim().is_empty() => {
            Some(format!("[{day}] the agent: {}", in_lines(&message.body)))
        }
        Body::Agent { .. } | Body::ToolResult { .. } | Body::Note { .. } => None,
    }
}

/// A summary made without a model: the old one, and the first words of what was said since, the newest kept when there is
/// not room for all. The old one has its share before that.
pub fn extract(old: &str, evicted: &[Message], max: usize, tokens: &dyn Tokens) -> String {
    let longest = (max as f64 * LINE_SHARE) as usize;
    let new = evicted.iter().filter_map(line).map(|line| tokens.cut(&first_words(&line), longest)).collect();
    let new = Lines::of(new, tokens);
    let old = Lines::of(old.lines().map(str::to_owned).collect(), tokens);
    let room = max.saturating_sub(new.size()).max((max as f64 * OLD_SHARE) as usize);
    let mut kept = old.ends(room, tokens);
    kept.0.extend(new.newest(max - kept.size(), tokens).0);
    kept.0.into_iter().map(|(line, _)| line).collect::<Vec<_>>().join("\n")
}

/// Lines, each with the tokens that it takes.
#[derive(Default)]
struct Lines(Vec<(String, usize)>);

impl Lines {
    fn of(lines: Vec<String>, tokens: &dyn Tokens) -> Self {
        let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
        Self(lines.map(|line| (line.trim().to_owned(), tokens.count(line.trim()) + 1)).collect())
    }

    fn size(&self) -> usize {
        self.0.iter().map(|(_, cost)| cost).sum()
    }

    /// All of them if they fit. Else two thirds of the room for the first ones, which a model wrote before it began to
    /// fail, and the rest for the last.
    fn ends(mut self, max: usize, tokens: &dyn Tokens) -> Self {
        if self.size() <= max {
            return self;
        }
        let mut left = max * 2 / 3;
        let fits = |(_, cost): &&(String, usize)| {
            let room = left.checked_sub(*cost);
            left = room.unwrap_or(left);
            room.is_some()
        };
        let whole = self.0.iter().take_while(fits).count().max(1).min(self.0.len());
        let last = Self(self.0.split_off(whole));
        let first = self.newest(max * 2 / 3, tokens);
        let last = last.newest(max - first.size(), tokens);
        Self(first.0.into_iter().chain(last.0).collect())
    }

    /// The last ones that fit. Where not even one does, it is cut.
    fn newest(mut self, max: usize, tokens: &dyn Tokens) -> Self {
        let mut left = max;
        let mut kept = Vec::new();
        while let Some((line, cost)) = self.0.pop() {
            if cost <= left {
                left -= cost;
                kept.push((line, cost));
                continue;
            }
            if kept.is_empty() && left > 1 {
                kept.extend(Self::of(vec![tokens.cut(&line, left - 1)], tokens).0);
            }
            break;
        }
        kept.reverse();
        Self(kept)
    }
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
