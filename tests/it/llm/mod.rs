//! The model's client, through real HTTP.

mod auto;
mod checks;
mod errors;
mod json;
mod real;
mod tools;
mod waiting;

use std::sync::{Arc, Mutex};

use keepsake::config::LlmConfig;
use keepsake::llm::{self, ChatMessage, ChatReply, ChatRequest, Llm, LlmClient, LlmError, ToolCall, ToolSpec};
use libtest_mimic::Trial;
use serde_json::{Value, json};

pub fn trials() -> Vec<Trial> {
    let rooms = [
        auto::trials(),
        checks::trials(),
        errors::trials(),
        json::trials(),
        real::trials(),
        tools::trials(),
        waiting::trials(),
    ];
    rooms.into_iter().flatten().collect()
}

fn client(config: &LlmConfig) -> Arc<Llm> {
    llm::client(config).expect("a client")
}

fn tool(name: &str, description: &str, arguments: &[(&str, &str)], optional: &[&str]) -> ToolSpec {
    let property = |(name, description): &(&str, &str)| {
        ((*name).to_owned(), json!({"type": "string", "description": description, "maxLength": 500}))
    };
    let properties: serde_json::Map<String, Value> = arguments.iter().map(property).collect();
    let required: Vec<&str> = arguments.iter().map(|(name, _)| *name).filter(|name| !optional.contains(name)).collect();
    let parameters =
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    ToolSpec { name: name.into(), description: description.into(), parameters }
}

/// Tools as an agent has them.
fn memory_tools() -> Vec<ToolSpec> {
    vec![
        tool(
            "core_memory_append",
            "Adds one line to the end of a core memory block. Use it when you learn something lasting.",
            &[
                ("label", "The block: persona or human."),
                ("content", "The line to add, a full short statement."),
                ("reason", "Why, in a few words."),
            ],
            &["reason"],
        ),
        tool(
            "archival_memory_insert",
            "Stores a passage in archival memory for good.",
            &[("content", "The passage, understandable by itself: say who and when.")],
            &[],
        ),
        tool(
            "conversation_search",
            "Searches everything ever said in this conversation by words and by meaning.",
            &[("query", "What to look for, as a question or in keywords.")],
            &[],
        ),
    ]
}

fn request(messages: Vec<ChatMessage>) -> ChatRequest {
    let system = ChatMessage::System("You remember what people tell you.".into());
    let messages = std::iter::once(system).chain(messages).collect();
    ChatRequest { messages, tools: memory_tools().into(), max_tokens: 200, ..ChatRequest::default() }
}

fn says(text: &str) -> ChatRequest {
    request(vec![ChatMessage::User(text.into())])
}

fn append(content: &str) -> (&'static str, Value) {
    ("core_memory_append", json!({"label": "human", "content": content}))
}

/// A conversation in which a tool was called and has answered.
fn after_a_call(id: &str, result: &str) -> ChatRequest {
    let (name, arguments) = append("Has a cat.");
    request(vec![
        ChatMessage::User("I have a cat.".into()),
        ChatMessage::Assistant {
            text: String::new(),
            calls: vec![ToolCall { id: id.into(), name: name.into(), arguments }],
        },
        ChatMessage::Tool { call_id: id.into(), name: name.into(), text: result.into() },
    ])
}

/// The reply, and what was told while it came, piece by piece.
async fn listen(llm: &Llm, request: &ChatRequest) -> (Result<ChatReply, LlmError>, Vec<String>) {
    let told = Mutex::new(Vec::new());
    let on_text = |piece: &str| told.lock().expect("no panic while telling").push(piece.to_owned());
    let reply = llm.chat(request, Some(&on_text)).await;
    (reply, told.into_inner().expect("no panic while telling"))
}

/// What is answered to "Hi".
async fn answer(llm: &Llm) -> Result<ChatReply, LlmError> {
    llm.chat(&says("Hi"), None).await
}

fn call_of(reply: &ChatReply, at: usize) -> (&str, &Value) {
    (reply.calls[at].name.as_str(), &reply.calls[at].arguments)
}
