//! A real model, where one is at hand: `TEST_LLM_BASE_URL` names an OpenAI-compatible address, `TEST_LLM_MODEL` the model.

use std::time::{Duration, Instant};

use keepsake::config::{LlmConfig, ProtocolChoice, VisionChoice};
use keepsake::llm::tokens::TokenCounter;
use keepsake::llm::{ChatMessage, ChatRequest, Llm};

use super::{client, listen, memory_tools};
use crate::support::notes;

crate::trials![a_real_model_remembers_and_answers];

const FACTS: &[&str] = &[
    "My birthday is on May 3rd, please remember that.",
    "By the way, my dog is called Rex.",
    "I moved to Oslo last week.",
];
const SYSTEM: &str = include_str!("system_of_an_agent.md");

async fn a_real_model_remembers_and_answers() {
    let Ok(base_url) = std::env::var("TEST_LLM_BASE_URL") else {
        notes::add("no real model was asked: set TEST_LLM_BASE_URL (and TEST_LLM_MODEL) to do so");
        return;
    };
    let config = LlmConfig {
        base_url,
        api_key: std::env::var("TEST_LLM_API_KEY").ok().map(Into::into),
        model: std::env::var("TEST_LLM_MODEL").unwrap_or_else(|_| "default".into()),
        others: Vec::new(),
        protocol: ProtocolChoice::Auto,
        context_tokens: 8_192,
        max_tokens: 400,
        temperature: Some(0.0),
        timeout: Duration::from_secs(180),
        retries: 1,
        stream: true,
        vision: VisionChoice::Auto,
    };
    let llm = client(&config);
    println!("{}", llm.probe().await.expect("a report"));
    for text in FACTS {
        remembers(&llm, text).await;
    }
    for text in ["Hello, how are you?", "Tell me a joke."] {
        let reply = listen(&llm, &step(&opening(text))).await.0.expect("a step");
        println!("{text} -> {:?} {:?}", reply.text, reply.calls);
        assert!(reply.calls.is_empty() && !reply.text.is_empty(), "{reply:?}");
    }
    let searched =
        listen(&llm, &step(&opening("What did I tell you about my sister a month ago?"))).await.0.expect("a step");
    println!("{searched:?}");
    assert_eq!(searched.calls[0].name, "conversation_search");
}

fn opening(text: &str) -> Vec<ChatMessage> {
    let user = format!("<message from=\"Mara\" at=\"2026-04-02 10:15\">\n{text}\n</message>");
    vec![ChatMessage::System(SYSTEM.into()), ChatMessage::User(user)]
}

fn step(messages: &[ChatMessage]) -> ChatRequest {
    ChatRequest { messages: messages.to_vec(), tools: memory_tools().into(), max_tokens: 300, ..ChatRequest::default() }
}

/// One turn: the fact is stored in the block of the person, then the person is answered.
async fn remembers(llm: &Llm, text: &str) {
    let mut messages = opening(text);
    let begun = Instant::now();
    let (first, told) = listen(llm, &step(&messages)).await;
    let first = first.expect("a step");
    println!(
        "{text} -> {:?} {:?} in {:?}; we count {}",
        first.calls,
        first.usage,
        begun.elapsed(),
        TokenCounter::new().request(&step(&messages))
    );
    assert_eq!((first.calls.len(), told.concat().as_str()), (1, first.text.as_str()), "{first:?}");
    let call = first.calls[0].clone();
    assert_eq!(call.name, "core_memory_append");
    assert_eq!(call.arguments["label"], "human");
    messages.push(ChatMessage::Assistant { text: first.text, calls: first.calls });
    messages.push(ChatMessage::Tool {
        call_id: call.id,
        name: call.name,
        text: "Done. The block `human` now holds 52 of 2000 characters.".into(),
    });
    let begun = Instant::now();
    let (second, told) = listen(llm, &step(&messages)).await;
    let second = second.expect("a step");
    println!("   -> {:?} {:?} {:?} in {:?}", second.text, second.calls, second.usage, begun.elapsed());
    assert!(second.calls.is_empty() && !second.text.is_empty(), "{second:?}");
    assert_eq!(told.concat(), second.text);
}
