//! The prompt, inside its token budget. Pure: memory in, messages out.
//!
//! Order, from most stable to least: instructions, core memory, summary, queue. Nothing that changes every turn stands
//! before the queue, so that providers can reuse what they computed for the call before.

mod measure;

use std::collections::HashSet;

use super::turn::Nudge;
use super::wording::{attribute, chat_message, harmless, note};
use crate::llm::tokens::TokenCounter;
use crate::llm::{ChatMessage, Picture, ToolCall};
use crate::memory::ids::TurnId;
use crate::memory::{AgentKey, Block, Body, CoreMemory, Label, Message, PersonId};
use crate::prompts;

pub use measure::{Measure, measure};

/// Counting tokens, as far as a prompt's shape needs it.
pub trait Tokens {
    /// Tokens of a text.
    fn count(&self, text: &str) -> usize;
    /// Tokens of a message, with what it costs beside its words.
    fn message(&self, message: &ChatMessage) -> usize;
    /// The text, cut to at most `max` tokens with a note where something is missing.
    fn cut(&self, text: &str, max: usize) -> String;
}

impl Tokens for TokenCounter {
    fn count(&self, text: &str) -> usize {
        self.text(text)
    }

    fn message(&self, message: &ChatMessage) -> usize {
        TokenCounter::message(self, message)
    }

    fn cut(&self, text: &str, max: usize) -> String {
        TokenCounter::cut(self, text, max).into_owned()
    }
}

/// Tokens that a message costs beside its words (roles and separators), a little on the safe side.
const PER_MESSAGE: usize = 6;
/// Share of the budget that core memory may take before it is cut.
const CORE_SHARE: f64 = 0.45;
/// Share of the budget that the summary may take.
pub(super) const SUMMARY_SHARE: f64 = 0.15;
/// Share of the budget that one message of the queue may take.
const MESSAGE_SHARE: f64 = 0.3;

/// What a prompt is made of.
pub struct Parts<'a> {
    pub key: &'a AgentKey,
    pub core: &'a CoreMemory,
    pub summary: Option<&'a str>,
    /// Whether the agent has documents.
    pub documents: bool,
    /// Oldest first.
    pub queue: &'a [Message],
}

/// One message of the queue, ready for the prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub message: ChatMessage,
    pub tokens: usize,
    pub seq: i64,
    pub turn: Option<TurnId>,
}

/// A prompt with its measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    pub system: String,
    pub system_tokens: usize,
    pub items: Vec<Item>,
    /// Pictures and notes on them, which the room for the rest was made smaller by.
    pub shown: Vec<Shown>,
}

/// Pictures of the message with that `seq`, and what is to be said of those that are not there.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    pub seq: i64,
    pub pictures: Vec<Picture>,
    pub note: String,
}

impl Shown {
    /// What all of them cost.
    pub fn tokens(all: &[Self], tokens: &dyn Tokens) -> usize {
        let message =
            |shown: &Self| tokens.message(&ChatMessage::of_people(shown.note.clone(), shown.pictures.clone()));
        all.iter().map(message).sum()
    }
}

impl Prompt {
    /// Tokens of the whole.
    pub fn tokens(&self) -> usize {
        self.system_tokens + self.items.iter().map(|item| item.tokens).sum::<usize>()
    }

    fn with_pictures(&self, item: &Item) -> ChatMessage {
        let shown = self.shown.iter().find(|shown| shown.seq == item.seq);
        match (&item.message, shown) {
            (ChatMessage::User(text), Some(Shown { pictures, note, .. })) => {
                let text = if note.is_empty() { text.clone() } else { format!("{text}\n{note}") };
                ChatMessage::of_people(text, pictures.clone())
            }
            (message, _) => message.clone(),
        }
    }

    /// As the model gets it. Neighbours of the same person's side become one message, since some models' templates want
    /// the sides to take turns.
    pub fn messages(&self, nudge: Option<Nudge>) -> Vec<ChatMessage> {
        let mut messages = vec![ChatMessage::System(self.system.clone())];
        let nudge = nudge.map(|nudge| ChatMessage::User(note(nudge_text(nudge))));
        for message in self.items.iter().map(|item| self.with_pictures(item)).chain(nudge) {
            match (messages.last().and_then(of_people), of_people(&message)) {
                (Some((before, earlier)), Some((text, pictures))) => {
                    let all = earlier.iter().chain(pictures).cloned().collect();
                    let joined = ChatMessage::of_people(format!("{before}\n\n{text}"), all);
                    messages.pop();
                    messages.push(joined);
                }
                _ => messages.push(message),
            }
        }
        messages
    }

    /// Makes the queue fit `budget` by cutting the texts of its messages ever shorter, and in the end by leaving out the
    /// oldest. Only for a turn that is too large by itself: its messages stay whole in recall.
    pub fn squeeze(&mut self, budget: usize, tokens: &dyn Tokens) {
        let room = budget.saturating_sub(self.system_tokens);
        let mut cap = room / 2;
        while self.tokens() > budget && cap >= 24 {
            for item in &mut self.items {
                cut_item(item, cap, tokens);
            }
            cap /= 2;
        }
        while self.tokens() > budget && self.items.len() > 1 {
            self.leave_out_oldest();
        }
        if let [last] = self.items.as_mut_slice() {
            cut_item(last, room.saturating_sub(PER_MESSAGE), tokens);
        }
    }

    /// Leaves out the oldest tool calls with their results; where there are none, the oldest message.
    fn leave_out_oldest(&mut self) {
        let calls = |item: &Item| matches!(&item.message, ChatMessage::Assistant { calls, .. } if !calls.is_empty());
        let is_result = |item: &&Item| matches!(item.message, ChatMessage::Tool { .. });
        let from = self.items.iter().position(calls).unwrap_or(0);
        let results = self.items[from + 1..].iter().take_while(is_result).count();
        self.items.drain(from..=from + results);
    }
}

/// Words and pictures of a message of the people's side.
fn of_people(message: &ChatMessage) -> Option<(&str, &[Picture])> {
    match message {
        ChatMessage::User(text) => Some((text, &[])),
        ChatMessage::Shown { text, pictures } => Some((text, pictures)),
        _ => None,
    }
}

fn nudge_text(nudge: Nudge) -> &'static str {
    match nudge {
        Nudge::AnswerNow => prompts::ANSWER_NOW,
        Nudge::EmptyAnswer => prompts::EMPTY_ANSWER,
    }
}

fn cut_item(item: &mut Item, cap: usize, tokens: &dyn Tokens) {
    if item.tokens <= cap {
        return;
    }
    match &mut item.message {
        ChatMessage::System(text)
        | ChatMessage::User(text)
        | ChatMessage::Shown { text, .. }
        | ChatMessage::Tool { text, .. } => *text = tokens.cut(text, cap),
        ChatMessage::Assistant { text, calls } => {
            *text = tokens.cut(text, cap);
            for call in calls {
                cut_arguments(call, cap, tokens);
            }
        }
    }
    item.tokens = tokens.message(&item.message);
}

/// Cuts the strings of a call's arguments, which stay an object.
fn cut_arguments(call: &mut ToolCall, cap: usize, tokens: &dyn Tokens) {
    let Some(arguments) = call.arguments.as_object_mut() else { return };
    for value in arguments.values_mut() {
        if let Some(text) = value.as_str() {
            *value = tokens.cut(text, cap).into();
        }
    }
}

/// Builds the prompt for that budget (tokens for all messages). It may still be too large: that is for compaction to mend.
pub fn build(parts: &Parts<'_>, budget: usize, tokens: &dyn Tokens) -> Prompt {
    let system = system(parts, budget, tokens);
    let system_tokens = tokens.count(&system) + PER_MESSAGE;
    Prompt { system_tokens, system, items: queue_items(parts, budget, tokens), shown: Vec::new() }
}

fn share(budget: usize, share: f64) -> usize {
    (budget as f64 * share) as usize
}

/// What that place is called in instructions.
pub(super) fn place(key: &AgentKey) -> &'static str {
    match key {
        AgentKey::Dm(_) | AgentKey::Member { .. } => prompts::PLACE_DM,
        AgentKey::Terminal(_) => prompts::PLACE_TERMINAL,
        AgentKey::Channel(_) | AgentKey::Thread(_) => prompts::PLACE_CHANNEL,
    }
    .trim_end()
}

/// What the model is told in that place before it is shown any memory.
pub fn instructions(key: &AgentKey) -> String {
    let rule = match key {
        AgentKey::Dm(_) | AgentKey::Member { .. } | AgentKey::Terminal(_) => prompts::HUMAN_RULE_ONE,
        AgentKey::Channel(_) | AgentKey::Thread(_) => prompts::HUMAN_RULE_MANY,
    };
    prompts::fill(prompts::SYSTEM, &[("place", place(key)), ("human_rule", rule.trim_end())])
}

/// What stands before the queue.
struct Sections {
    instructions: String,
    blocks: Vec<(Label, String)>,
    summary: Option<String>,
}

fn sections(parts: &Parts<'_>, budget: usize, tokens: &dyn Tokens) -> Sections {
    let mut instructions = instructions(parts.key);
    if parts.documents {
        instructions.push_str("\n\n");
        instructions.push_str(prompts::DOCUMENTS.trim_end());
    }
    // The shares are of what the instructions leave, so that the queue always has its own.
    let budget = budget.saturating_sub(tokens.count(&instructions));
    let blocks = block_texts(parts, share(budget, CORE_SHARE), tokens);
    let summary = parts.summary.filter(|summary| !summary.is_empty()).map(|summary| {
        let summary = tokens.cut(&harmless(summary), share(budget, SUMMARY_SHARE));
        format!("<summary>\n{}\n{summary}\n</summary>", prompts::SUMMARY_HEADING.trim_end())
    });
    Sections { instructions, blocks, summary }
}

fn system(parts: &Parts<'_>, budget: usize, tokens: &dyn Tokens) -> String {
    let Sections { instructions, blocks, summary } = sections(parts, budget, tokens);
    let core = enclosed(blocks);
    [Some(instructions), Some(core), summary].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// The blocks as the model reads them.
pub(super) fn core_memory(parts: &Parts<'_>, room: usize, tokens: &dyn Tokens) -> String {
    enclosed(block_texts(parts, room, tokens))
}

fn enclosed(blocks: Vec<(Label, String)>) -> String {
    let texts: Vec<String> = blocks.into_iter().map(|(_, text)| text).collect();
    format!("<core_memory>\n{}\n</core_memory>", texts.join("\n"))
}

/// The blocks: the persona, and those of the people who speak in the queue; the people who spoke last first when there is
/// not room for all.
fn block_texts(parts: &Parts<'_>, room: usize, tokens: &dyn Tokens) -> Vec<(Label, String)> {
    let one_person = parts.key.is_private();
    let mut left = room;
    let mut chosen: Vec<(&Block, String)> = Vec::new();
    for block in wanted_blocks(parts) {
        let value = tokens.cut(&block.value, left.min(room / 2).max(32));
        let text = block_text(block, &value, one_person);
        let cost = tokens.count(&text);
        if cost > left && !chosen.is_empty() && block.label != Label::Persona {
            break;
        }
        left = left.saturating_sub(cost);
        chosen.push((block, text));
    }
    // In the order of the ledger, whoever spoke last, so that the prompt changes as little as can be.
    chosen.sort_by_key(|(block, _)| parts.core.blocks.iter().position(|known| known.label == block.label));
    chosen.into_iter().map(|(block, text)| (block.label, text)).collect()
}

fn wanted_blocks<'a>(parts: &Parts<'a>) -> Vec<&'a Block> {
    let mut wanted: Vec<&Block> = parts.core.get(Label::Persona).into_iter().collect();
    if parts.key.is_private() {
        wanted.extend(parts.core.blocks.iter().filter(|block| block.label != Label::Persona));
        return wanted;
    }
    let mut seen: HashSet<PersonId> = HashSet::new();
    for message in parts.queue.iter().rev() {
        if let Body::Person { person, .. } = &message.body
            && seen.insert(person.id)
        {
            wanted.extend(parts.core.get(Label::Human(person.id)));
        }
    }
    wanted
}

fn block_text(block: &Block, value: &str, one_person: bool) -> String {
    let label = match block.label {
        Label::Human(_) if one_person => "human".to_owned(),
        other => other.to_string(),
    };
    let name = block.name.as_deref().map(|name| format!(" name=\"{}\"", attribute(name))).unwrap_or_default();
    format!("<block label=\"{label}\"{name} used=\"{}/{}\">\n{}\n</block>", block.used(), block.limit, harmless(value))
}

fn queue_items(parts: &Parts<'_>, budget: usize, tokens: &dyn Tokens) -> Vec<Item> {
    let cap = share(budget, MESSAGE_SHARE);
    let mut items: Vec<Item> = Vec::new();
    let mut open: Vec<(String, String)> = Vec::new();
    for message in parts.queue {
        let is_answer =
            matches!(&message.body, Body::ToolResult { call_id, .. } if open.iter().any(|(id, _)| id == call_id));
        match &message.body {
            Body::ToolResult { call_id, .. } if is_answer => open.retain(|(id, _)| id != call_id),
            // A result whose call is gone: providers refuse it, so it is left out.
            Body::ToolResult { .. } => continue,
            _ => close_calls(&mut items, &mut open, message),
        }
        if let Body::Agent { calls, .. } = &message.body {
            open = calls.iter().map(|call| (call.id.clone(), call.name.clone())).collect();
        }
        let mut item = Item { message: chat_message(message), tokens: 0, seq: message.seq, turn: message.turn };
        item.tokens = tokens.message(&item.message);
        cut_item(&mut item, cap, tokens);
        items.push(item);
    }
    if let Some(last) = parts.queue.last() {
        close_calls(&mut items, &mut open, last);
    }
    items
}

/// Answers calls that never got a result, since providers refuse a prompt with an open call.
fn close_calls(items: &mut Vec<Item>, open: &mut Vec<(String, String)>, at: &Message) {
    for (call_id, name) in open.drain(..) {
        let message = ChatMessage::Tool { call_id, name, text: "(no result)".into() };
        items.push(Item { tokens: 3 * PER_MESSAGE, message, seq: at.seq, turn: at.turn });
    }
}

#[cfg(test)]
#[path = "context_tests.rs"]
mod tests;
