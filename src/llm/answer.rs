//! What a provider sends back, as far as it is understood: errors told apart, choices read, reasoning taken out. Pure.

use std::time::Duration;

use serde::Deserialize;

use super::{Finish, LlmError, Usage};

/// Characters of a provider's own words that are kept.
const MESSAGE: usize = 300;

/// An answer before it is known what its calls mean.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct RawReply {
    pub text: String,
    pub calls: Vec<RawCall>,
    pub finish: Option<Finish>,
    pub usage: Option<Usage>,
}

/// A call with its arguments as the model wrote them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct RawCall {
    pub name: String,
    pub arguments: String,
}

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<WireUsage>,
    error: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(alias = "delta")]
    message: WireMessage,
    finish_reason: Option<String>,
}

#[derive(Deserialize, Default)]
struct WireMessage {
    content: Option<String>,
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<WireCall>>,
}

#[derive(Deserialize)]
struct WireCall {
    #[serde(default)]
    index: Option<usize>,
    function: Option<WireFunction>,
}

#[derive(Deserialize)]
struct WireFunction {
    name: Option<String>,
    arguments: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct WireUsage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    prompt_tokens_details: Option<WireDetails>,
}

#[derive(Deserialize)]
struct WireDetails {
    cached_tokens: Option<u64>,
}

/// Adds one piece (of a stream, or the whole answer) to what was read so far.
pub(super) fn add_piece(reply: &mut RawReply, piece: &str) -> Result<(), LlmError> {
    let completion: Completion =
        serde_json::from_str(piece).map_err(|error| LlmError::Malformed(clip(&error.to_string())))?;
    if let Some(error) = completion.error.filter(|error| !error.is_null()) {
        return Err(LlmError::Server { status: 200, message: message_of(&error.to_string()) });
    }
    if let Some(usage) = completion.usage {
        let cached_tokens = usage.prompt_tokens_details.and_then(|details| details.cached_tokens);
        reply.usage = Some(Usage {
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            cached_tokens,
        });
    }
    let Some(choice) = completion.choices.into_iter().next() else { return Ok(()) };
    reply.text.push_str(&choice.message.content.or(choice.message.refusal).unwrap_or_default());
    for (at, call) in choice.message.tool_calls.unwrap_or_default().into_iter().enumerate() {
        add_call(reply, at, call);
    }
    reply.finish = choice.finish_reason.as_deref().map(finish).or(reply.finish);
    Ok(())
}

fn add_call(reply: &mut RawReply, at: usize, call: WireCall) {
    let Some(function) = call.function else { return };
    // Some providers leave the number out and send each call whole; then a name begins a new call.
    let at = call
        .index
        .unwrap_or(if function.name.is_some() {
            reply.calls.len()
        } else {
            at.max(reply.calls.len().saturating_sub(1))
        })
        .min(64);
    if reply.calls.len() <= at {
        reply.calls.resize_with(at + 1, RawCall::default);
    }
    let known = &mut reply.calls[at];
    known.name.push_str(&function.name.unwrap_or_default());
    match function.arguments {
        Some(serde_json::Value::String(text)) => known.arguments.push_str(&text),
        Some(serde_json::Value::Null) | None => {}
        Some(other) => known.arguments.push_str(&other.to_string()),
    }
}

fn finish(reason: &str) -> Finish {
    match reason {
        "length" => Finish::Length,
        "tool_calls" | "function_call" => Finish::ToolCalls,
        "content_filter" => Finish::Filtered,
        _ => Finish::Stop,
    }
}

/// What an answer with an error status means.
pub(super) fn error_of(status: u16, retry_after: Option<Duration>, body: &str) -> LlmError {
    let message = message_of(body);
    match status {
        401 | 403 => LlmError::Auth(status),
        429 => LlmError::RateLimited { retry_after },
        400 | 413 | 422 | 500 if is_overflow(body) => LlmError::ContextOverflow(message),
        408 | 409 | 425 | 500.. => LlmError::Server { status, message },
        _ => LlmError::Refused { status, message },
    }
}

/// Whether the provider complains about the length of the prompt. Each has words of its own for it.
fn is_overflow(body: &str) -> bool {
    const WORDS: &[&str] = &[
        "context_length_exceeded",
        "maximum context length",
        "context size",
        "context window",
        "context length",
        "prompt is too long",
        "input is too long",
        "too many tokens",
        "exceeds the maximum number of tokens",
        "input token count",
        "reduce the length",
    ];
    let body = body.to_lowercase();
    WORDS.iter().any(|words| body.contains(words))
}

/// The provider's own words, from the usual places of a JSON error, cut to a line.
pub(super) fn message_of(body: &str) -> String {
    let json: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let places = ["/error/message", "/message", "/error", "/detail", "/0/error/message"];
    let found = json.as_ref().and_then(|json| places.iter().find_map(|place| json.pointer(place)?.as_str()));
    clip(found.unwrap_or(body))
}

fn clip(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(MESSAGE).collect()
}

/// The words without the model's thinking aloud: `<think>…</think>`, also when it was never closed, or only closed.
pub(super) fn without_thinking(text: &str) -> String {
    let mut words = String::new();
    // Some templates open the thought in the prompt, so that only its end is in the answer.
    let mut rest = match (text.find("<think>"), text.find("</think>")) {
        (open, Some(close)) if open.is_none_or(|open| close < open) => &text[close + "</think>".len()..],
        _ => text,
    };
    while let Some((before, thought)) = rest.split_once("<think>") {
        words.push_str(before);
        rest = thought.split_once("</think>").map_or("", |(_, after)| after);
    }
    words.push_str(rest);
    words.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_taken_out() {
        assert_eq!(without_thinking("<think>hm</think>Hello"), "Hello");
        assert_eq!(without_thinking("hm, so</think>\n\nHello"), "Hello");
        assert_eq!(without_thinking("Hello <think>never closed"), "Hello");
        assert_eq!(without_thinking("a <think>1</think>b<think>2</think> c"), "a b c");
        assert_eq!(without_thinking("1 < 2"), "1 < 2");
    }

    #[test]
    fn errors_are_told_apart() {
        let overflow = r#"{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}"#;
        assert!(matches!(error_of(400, None, overflow), LlmError::ContextOverflow(_)));
        assert!(matches!(error_of(401, None, ""), LlmError::Auth(401)));
        assert!(
            matches!(error_of(404, None, r#"{"error":"no such model"}"#), LlmError::Refused { status: 404, message } if message == "no such model")
        );
        assert!(matches!(error_of(503, None, "<html>"), LlmError::Server { status: 503, .. }));
        assert!(matches!(
            error_of(429, Some(Duration::from_secs(3)), ""),
            LlmError::RateLimited { retry_after: Some(_) }
        ));
    }

    #[test]
    fn pieces_of_calls_are_put_together() {
        let mut reply = RawReply::default();
        for piece in [
            r#"{"choices":[{"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":""}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"q\":"}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"b","function":{"name":"y","arguments":"{}"}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]},"finish_reason":"tool_calls"}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}"#,
        ] {
            add_piece(&mut reply, piece).expect("a good piece");
        }
        assert_eq!(reply.calls[0], RawCall { name: "x".into(), arguments: "{\"q\":1}".into() });
        assert_eq!(reply.calls[1], RawCall { name: "y".into(), arguments: "{}".into() });
        assert_eq!(reply.finish, Some(Finish::ToolCalls));
        assert_eq!(reply.usage.map(|usage| usage.prompt_tokens), Some(5));
    }
}
