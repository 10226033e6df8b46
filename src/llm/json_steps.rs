//! The `json` protocol: one JSON object a step, held to a schema, over plain messages. Pure. A small local model that
//! never makes a valid native call works with it.
//!
//! What it adds to the prompt is the same from call to call. The tools stand before everything else, so that a server
//! keeps what it computed for them when memory changes; the rules and examples stand last in the system message, because
//! a small model follows what it read shortly before (measured with a model of 1.5 billion parameters: 11 of 11 facts
//! stored instead of 5 of 8).

use serde_json::{Value, json};

use super::json_text::message_so_far;
use super::native::{NOTE, clean, content, made_call};
use super::repair::{self, TextCall};
use super::schema::{self, SEND_MESSAGE};
use super::wire::{Ask, RawAnswer};
use super::{ChatMessage, ChatReply, ChatRequest, Finish, Picture, ToolCall, ToolSpec, ToolUse, think};

/// The tools, as a list.
const TOOLS: &str = include_str!("../../prompts/json_tools.md");
/// The rules, then the examples, with a line of dashes before each.
const RULES: &str = include_str!("../../prompts/json_protocol.md");
/// Characters of an argument's description.
const DESCRIPTION_LENGTH: usize = 90;
/// What only the program may say, so that nobody's text can be taken for it.
const MARKS: &[&str] = &["[tool result", "[end of result", "[system note"];
/// Said for the person where a model's template wants somebody to have spoken.
const GO_ON: &str = "[system note] Go on.";

/// The request in the wire's shapes.
pub(super) fn ask(request: &ChatRequest) -> Ask {
    Ask {
        messages: messages(request),
        schema: Some(schema::step(&request.tools, request.tool_use)),
        max_tokens: request.max_tokens,
        ..Ask::default()
    }
}

/// What the model is told of the tools.
pub(super) fn tool_list(tools: &[ToolSpec]) -> String {
    let lines: Vec<String> = tools.iter().map(describe).collect();
    TOOLS.replace("{{tools}}", &lines.join("\n")).trim_end().to_owned()
}

/// What the model is told of the protocol. Examples of tools that are not there are left out.
pub(super) fn rules(tools: &[ToolSpec]) -> String {
    let mut parts = RULES.split("---\n");
    let head = parts.next().unwrap_or_default();
    let is_there = |name: &str| name == SEND_MESSAGE || tools.iter().any(|tool| tool.name == name);
    let named = |example: &str| -> Vec<String> {
        let after = example.split("{\"tool\": \"").skip(1);
        after.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let is_known = |example: &&str| named(example).iter().all(|name| is_there(name));
    format!("{head}{}", parts.filter(is_known).collect::<String>()).trim_end().to_owned()
}

fn describe(tool: &ToolSpec) -> String {
    let required = tool.parameters.get("required").and_then(Value::as_array);
    let argument = |(name, schema): (&String, &Value)| {
        let needed = required.is_some_and(|required| required.iter().any(|one| one == name));
        let optional = if needed { "" } else { ", optional" };
        let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let text = text.split(". ").next().unwrap_or(text).trim().trim_end_matches('.');
        let text: String = text.chars().take(DESCRIPTION_LENGTH).collect();
        if text.is_empty() && needed {
            name.clone()
        } else {
            format!("{name} ({}{optional})", text.trim()).replace("(, ", "(")
        }
    };
    let properties = tool.parameters.get("properties").and_then(Value::as_object);
    let arguments: Vec<String> = properties.into_iter().flatten().map(argument).collect();
    let arguments = if arguments.is_empty() { "none".to_owned() } else { arguments.join("; ") };
    clean(&format!("- {}: {} Arguments: {arguments}.", tool.name, tool.description.replace('\n', " ").trim()))
}

/// Plain system, user and assistant messages, the last two by turns.
fn messages(request: &ChatRequest) -> Vec<Value> {
    let lead = request.messages.iter().take_while(|message| matches!(message, ChatMessage::System(_))).count();
    let (systems, rest) = request.messages.split_at(lead);
    let mut system = vec![tool_list(&request.tools)];
    for message in systems {
        if let ChatMessage::System(text) = message {
            system.push(clean(text.trim_end()));
        }
    }
    system.push(rules(&request.tools));
    let mut turns = Turns::default();
    let mut at = 0;
    while let Some(message) = rest.get(at) {
        at += 1;
        match message {
            ChatMessage::System(text) => turns.user(&format!("{NOTE}{}", clean(text))),
            ChatMessage::User(text) => turns.user(&own_words(text)),
            ChatMessage::Shown { text, pictures } => {
                turns.user(&own_words(text));
                turns.show(pictures);
            }
            ChatMessage::Tool { name, text, .. } => turns.user(&result(name, text)),
            ChatMessage::Assistant { text, calls } => {
                let results = rest[at..].iter().take_while(|next| matches!(next, ChatMessage::Tool { .. })).count();
                turns.steps(text, calls, &rest[at..at + results]);
                at += results;
            }
        }
    }
    turns.finish(system.join("\n\n"))
}

#[derive(Default)]
struct Turns {
    said: Vec<(&'static str, String)>,
    /// By the place of the message that they belong to.
    pictures: Vec<(usize, Picture)>,
}

impl Turns {
    fn user(&mut self, text: &str) {
        match self.said.last_mut() {
            Some(("user", before)) => {
                before.push_str("\n\n");
                before.push_str(text);
            }
            _ => self.said.push(("user", text.to_owned())),
        }
    }

    fn assistant(&mut self, step: &Value) {
        if self.said.last().is_none_or(|(role, _)| *role == "assistant") {
            self.user(GO_ON);
        }
        self.said.push(("assistant", clean(&step.to_string())));
    }

    /// Words and calls of one answer, each as a step of its own with its result.
    fn steps(&mut self, text: &str, calls: &[ToolCall], results: &[ChatMessage]) {
        if !text.trim().is_empty() {
            self.assistant(&json!({"tool": SEND_MESSAGE, "arguments": {"message": text}}));
        }
        for call in calls {
            self.assistant(&json!({"tool": call.name, "arguments": call.arguments}));
            for message in results {
                if let ChatMessage::Tool { call_id, name, text } = message
                    && *call_id == call.id
                {
                    self.user(&result(name, text));
                }
            }
        }
    }

    /// Pictures that belong to the newest message.
    fn show(&mut self, pictures: &[Picture]) {
        let at = self.said.len() - 1;
        let own = |one: &Picture| Picture { caption: own_words(&one.caption), ..one.clone() };
        self.pictures.extend(pictures.iter().map(|one| (at, own(one))));
    }

    fn finish(mut self, system: String) -> Vec<Value> {
        // A server takes an assistant's message at the end for the beginning of the answer.
        if self.said.last().is_none_or(|(role, _)| *role == "assistant") {
            self.user(GO_ON);
        }
        let content = |at: usize, text: String| {
            let of_it = self.pictures.iter().filter(|(place, _)| *place == at);
            let pictures: Vec<Picture> = of_it.map(|(_, one)| one.clone()).collect();
            if pictures.is_empty() { Value::from(text) } else { content(&text, &pictures) }
        };
        let said = self.said.into_iter().enumerate();
        let said = said.map(|(at, (role, text))| json!({"role": role, "content": content(at, text)}));
        std::iter::once(json!({"role": "system", "content": system})).chain(said).collect()
    }
}

fn result(name: &str, text: &str) -> String {
    format!("[tool result of {name}]\n{}\n[end of result]", own_words(text))
}

/// A text in which none of the program's marks can be read: their bracket becomes a round one.
fn own_words(text: &str) -> String {
    let mut text = clean(text);
    let lower = text.to_ascii_lowercase();
    for mark in MARKS {
        for (at, _) in lower.match_indices(mark) {
            text.replace_range(at..=at, "(");
        }
    }
    text
}

/// The reply that an answer is.
pub(super) fn reply(raw: RawAnswer, request: &ChatRequest) -> ChatReply {
    let mut known: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
    known.push(SEND_MESSAGE);
    let text = outside_of_reasoning(&raw.text);
    let (mut words, mut calls) = (Vec::new(), Vec::new());
    let (rest, found) = match repair::step(&text, &known) {
        Some(step) => (String::new(), vec![step]),
        None => repair::calls_in_text(&text, &known),
    };
    for step in found {
        if step.name == SEND_MESSAGE {
            words.push(message_of(&step))
        } else {
            calls.push(made_call(step.name, step.arguments))
        }
    }
    if words.is_empty() && calls.is_empty() {
        words.push(without_step(&rest));
    }
    if request.tool_use == ToolUse::Forbidden {
        calls.clear();
    }
    let words = think::visible(&words.join("\n\n")).0.trim().to_owned();
    let finish = match raw.finish {
        Some(Finish::Length) => Finish::Length,
        _ if !calls.is_empty() => Finish::ToolCalls,
        Some(Finish::Filtered) => Finish::Filtered,
        _ => Finish::Stop,
    };
    ChatReply { text: words, calls, finish, usage: raw.usage }
}

/// Reasoning can only stand before the object; a tag inside a message is looked at there.
fn outside_of_reasoning(text: &str) -> String {
    let text = text.trim();
    if text.starts_with(['{', '`']) { text.to_owned() } else { think::visible(text).0.trim().to_owned() }
}

/// The words of a `send_message`, also where a server without a schema let the model name its argument otherwise.
fn message_of(step: &TextCall) -> String {
    match &step.arguments {
        Value::Object(arguments) => {
            let named = arguments.get("message").and_then(Value::as_str);
            named.or_else(|| arguments.values().find_map(Value::as_str)).unwrap_or_default().to_owned()
        }
        Value::String(raw) => raw.clone(),
        _ => String::new(),
    }
}

/// What an answer says that is no step: the words of a message that broke off, nothing of another object that did, and
/// plain words as they are.
fn without_step(text: &str) -> String {
    if let Some(words) = message_so_far(text) {
        return words;
    }
    let object = text.trim_start().trim_start_matches('`').trim_start_matches("json").trim_start().starts_with('{');
    if object { String::new() } else { text.to_owned() }
}

#[cfg(test)]
#[path = "json_steps_tests.rs"]
mod tests;
