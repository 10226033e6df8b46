//! Summaries of what leaves the prompt. Owns when the model is asked for one, and what is done where it fails.

use std::sync::Arc;

use super::AgentParts;
use super::compact::{extract, transcript};
use super::context::{SUMMARY_SHARE, Tokens};
use super::wording::harmless;
use crate::llm::{ChatMessage, ChatRequest, LlmClient, ToolUse};
use crate::memory::Message;
use crate::prompts;

/// Pieces that the model is asked to sum up at the most. Only a summary that has to be made again long after has more.
const MOST_PIECES: usize = 16;
/// How often the model is asked for the summary of a piece, if it answers with nothing.
const TRIES: usize = 2;

/// The new summary: by the model, piece by piece; without it where the model fails.
pub(super) async fn summarize(
    parts: &AgentParts,
    model: &dyn LlmClient,
    old: &str,
    evicted: &[Message],
    budget: usize,
) -> String {
    let room = (budget as f64 * SUMMARY_SHARE) as usize;
    let tokens: &(dyn Tokens + Sync) = parts.tokens.as_ref();
    let mut summary = old.to_owned();
    let pieces = transcript(evicted, budget / 2, tokens);
    if pieces.len() > MOST_PIECES {
        return extract(old, evicted, room, tokens);
    }
    for piece in pieces {
        let before = tokens.cut(&harmless(&summary), room);
        match summarize_piece(parts, model, &before, &piece.text, room).await {
            Some(text) => summary = tokens.cut(&text, room),
            None => return extract(&summary, &evicted[piece.from..], room, tokens),
        }
    }
    summary
}

/// Asks for the summary of one piece. Neither text may hold anything that could be taken for a tag.
async fn summarize_piece(
    parts: &AgentParts,
    model: &dyn LlmClient,
    old: &str,
    piece: &str,
    room: usize,
) -> Option<String> {
    let words = (room / 2).to_string();
    let instructions = prompts::fill(prompts::SUMMARIZE, &[("words", &words)]);
    let asked = format!("<summary>\n{old}\n</summary>\n<conversation>\n{piece}</conversation>");
    let request = ChatRequest {
        messages: vec![ChatMessage::System(instructions), ChatMessage::User(asked)],
        tools: Arc::default(),
        tool_use: ToolUse::Forbidden,
        max_tokens: parts.max_tokens.min(u32::try_from(room * 2).unwrap_or(u32::MAX)),
    };
    for _ in 0..TRIES {
        match model.chat(&request, None).await {
            Ok(reply) if !reply.text.trim().is_empty() => return Some(reply.text.trim().to_owned()),
            Ok(_) => tracing::warn!("the model gave an empty summary"),
            // What passes, the client has tried again already.
            Err(error) => {
                tracing::warn!(%error, "the model made no summary; making one without it");
                return None;
            }
        }
    }
    tracing::warn!("making a summary without the model");
    None
}
