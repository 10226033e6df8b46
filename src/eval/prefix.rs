//! Prompt prefix: how much of each prompt is, from its start, the same as the one before, so that a provider need not read
//! it again. One person's side of a conversation is what comes in, the other one's is what the agent answers.

use std::path::Path;

use serde_json::json;

use super::locomo::data;
use super::replay::{Replay, Window};
use super::table::{Table, percent};
use super::world::{Home, Said};
use crate::llm::tokens::TokenCounter;
use crate::memory::PersonId;

/// Windows that are measured.
const WINDOWS: [usize; 2] = [8_192, 16_384];
/// Messages between two edits of a block.
const BETWEEN_EDITS: usize = 20;

/// What was measured with one window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrefixReport {
    pub window: usize,
    pub prompts: usize,
    /// Share of all tokens, those of the tools too, that stood at the start of the prompt before, from 0 to 1.
    pub kept: f64,
}

/// Measures the first conversation of a file.
///
/// # Errors
/// When the file is not LoCoMo's, or the stores fail.
pub async fn prefix(path: &Path, home: &Home) -> anyhow::Result<Vec<PrefixReport>> {
    let conversations = data::read(path)?;
    let mut reports = Vec::new();
    for (number, window) in (1..).zip(WINDOWS) {
        let said: Vec<&Said> = conversations.iter().take(1).flat_map(|one| one.sessions.iter().flatten()).collect();
        reports.push(measure(number, window, &said, home).await?);
    }
    Ok(reports)
}

async fn measure(number: u64, window: usize, said: &[&Said], home: &Home) -> anyhow::Result<PrefixReport> {
    let replay = Replay::open(Window::Whole(window), home).await?;
    let agent = replay.world.agent(number, said.first().map(|said| said.at).unwrap_or_default()).await?;
    let first = said.first().map_or(PersonId(1), |said| said.person.id);
    let mut messages = 0;
    for (at, one) in said.iter().enumerate().filter(|(_, said)| said.person.id == first) {
        messages += 1;
        if messages % BETWEEN_EDITS == 0 {
            let content = format!("Said {messages} things so far.");
            replay.script.call("core_memory_append", json!({ "label": "human", "content": content }));
        }
        let answer =
            said.get(at + 1).filter(|next| next.person.id != first).map_or("I see.", |next| next.text.as_str());
        replay.script.say(if answer.trim().is_empty() { "I see." } else { answer });
        replay.say(&agent, std::slice::from_ref(*one)).await?;
    }
    let prompts = replay.script.prompts();
    replay.close().await;
    let tokens = TokenCounter::new();
    let (mut kept, mut all) = (0, 0);
    for pair in prompts.windows(2) {
        kept += tokens.text(common_prefix(&pair[0], &pair[1]));
        all += tokens.text(&pair[1]);
    }
    Ok(PrefixReport { window, prompts: prompts.len(), kept: kept as f64 / all.max(1) as f64 })
}

fn common_prefix<'a>(before: &str, now: &'a str) -> &'a str {
    let same = before.char_indices().zip(now.chars()).take_while(|((_, one), other)| one == other);
    let end = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    &now[..end]
}

/// The measures as a table to print.
pub(super) fn to_table(reports: &[PrefixReport]) -> String {
    let mut table = Table::new(&["window", "prompts", "kept"]);
    for report in reports {
        table.row(vec![report.window.to_string(), report.prompts.to_string(), percent(report.kept)]);
    }
    format!("Tokens of a prompt that stood at the start of the one before, in percent.\n{table}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_where_texts_part() {
        assert_eq!(common_prefix("abcé!", "abcé?"), "abcé");
        assert_eq!(common_prefix("", "x"), "");
        assert_eq!(common_prefix("same", "same and more"), "same");
    }
}
