//! The model client through real HTTP.

use std::time::Duration;

use keepsake::config::{LlmConfig, ProtocolChoice};
use keepsake::llm::{ChatMessage, ChatReply, ChatRequest, LlmClient, LlmError, ToolSpec, ToolUse, connect};
use serde_json::json;

use crate::support::model::{Act, ScriptedModel};

crate::trials![
    words_and_calls_come_through_streamed_and_whole,
    rate_limits_are_waited_out_and_long_ones_told,
    errors_are_told_apart,
    half_an_answer_is_none,
    a_silent_model_is_not_waited_for_forever,
    parameters_a_provider_does_not_know_are_left_out,
    json_steps_make_calls_and_words,
    the_protocol_is_found_out,
    the_key_is_sent_and_never_shown,
];

fn request() -> ChatRequest {
    let parameters = json!({ "type": "object", "properties": { "query": { "type": "string", "maxLength": 100 } }, "required": ["query"] });
    ChatRequest {
        messages: vec![ChatMessage::System("You help.".into()), ChatMessage::User("Hi".into())],
        tools: vec![ToolSpec { name: "search".into(), description: "Searches.".into(), parameters }],
        tool_use: ToolUse::Allowed,
        max_tokens: 100,
    }
}

async fn ask(config: &LlmConfig) -> Result<ChatReply, LlmError> {
    connect(config).expect("a client").chat(&request()).await
}

async fn words_and_calls_come_through_streamed_and_whole() {
    let model = ScriptedModel::start().await;
    for stream in [true, false] {
        let config = LlmConfig { stream, ..model.config() };
        model.then(Act::say("<think>let me see</think>Grüße, 世界 👋"));
        assert_eq!(ask(&config).await.expect("an answer").text, "Grüße, 世界 👋");
        let calls = vec![("search".into(), json!({ "query": "a" })), ("search".into(), json!({ "query": "b" }))];
        model.then(Act::Call("Looking.".into(), calls));
        let reply = ask(&config).await.expect("an answer");
        assert_eq!((reply.text.as_str(), reply.calls.len()), ("Looking.", 2));
        assert_eq!(reply.calls[1].arguments, json!({ "query": "b" }));
        assert_eq!(reply.usage.is_some(), stream, "the scripted model counts when streaming");
    }
}

async fn rate_limits_are_waited_out_and_long_ones_told() {
    let model = ScriptedModel::start().await;
    let limited = |seconds: &str| Act::Status(429, vec![("retry-after", seconds.into())], "{}".into());
    model.then(limited("0.05")).then(limited("0")).then(Act::say("There."));
    assert_eq!(ask(&model.config()).await.expect("an answer").text, "There.");
    model.then(limited("3600"));
    let told = ask(&model.config()).await;
    assert_eq!(told, Err(LlmError::RateLimited { retry_after: Some(Duration::from_secs(3_600)) }));
}

async fn errors_are_told_apart() {
    let model = ScriptedModel::start().await;
    let config = LlmConfig { retries: 0, ..model.config() };
    let fail = |status: u16, body: &str| Act::Status(status, vec![], body.into());
    model.then(fail(401, ""));
    assert_eq!(ask(&config).await, Err(LlmError::Auth(401)));
    model.then(fail(400, r#"{"error":{"message":"the request exceeds the available context size"}}"#));
    assert!(matches!(ask(&config).await, Err(LlmError::ContextOverflow(_))));
    model.then(fail(404, r#"{"error":{"message":"model not found"}}"#));
    assert!(matches!(ask(&config).await, Err(LlmError::Refused { status: 404, .. })));
    model.then(fail(503, "busy"));
    assert!(matches!(ask(&config).await, Err(LlmError::Server { status: 503, .. })));
    model.then(Act::Raw("not json".into())).then(Act::Raw("not json".into()));
    assert!(matches!(ask(&config).await, Err(LlmError::Malformed(_))));
    let nowhere = LlmConfig { base_url: "http://127.0.0.1:1/v1".into(), ..config };
    assert!(matches!(ask(&nowhere).await, Err(LlmError::Transport(_))));
}

async fn half_an_answer_is_none() {
    let model = ScriptedModel::start().await;
    model.then(Act::BreakOff).then(Act::say("Whole."));
    assert_eq!(ask(&model.config()).await.expect("asked again").text, "Whole.");
}

async fn a_silent_model_is_not_waited_for_forever() {
    let model = ScriptedModel::start().await;
    let config = LlmConfig { timeout: Duration::from_millis(100), retries: 0, ..model.config() };
    model.then(Act::Hang);
    assert_eq!(ask(&config).await, Err(LlmError::Timeout(Duration::from_millis(100))));
}

async fn parameters_a_provider_does_not_know_are_left_out() {
    let model = ScriptedModel::start().await;
    let config = LlmConfig { temperature: Some(0.5), ..model.config() };
    let unknown = |name: &str| {
        Act::Status(400, vec![], json!({ "error": { "message": format!("Unsupported: use {name}") } }).to_string())
    };
    model.then(unknown("max_completion_tokens")).then(unknown("temperature")).then(Act::say("Fine."));
    assert_eq!(ask(&config).await.expect("an answer").text, "Fine.");
    let last = model.last_request();
    assert!(last.get("max_tokens").is_none() && last.get("temperature").is_none());
    assert_eq!(last["max_completion_tokens"], 100);
}

async fn json_steps_make_calls_and_words() {
    let model = ScriptedModel::start().await;
    let config = LlmConfig { protocol: ProtocolChoice::Json, ..model.config() };
    model
        .then(Act::call("search", json!({ "query": "ships" })))
        .then(Act::say("A \"quoted\" word 🎉"))
        .then(Act::Raw(cut_off()));
    let reply = ask(&config).await.expect("a call");
    assert_eq!((reply.calls[0].name.as_str(), &reply.calls[0].arguments), ("search", &json!({ "query": "ships" })));
    assert_eq!(ask(&config).await.expect("words").text, "A \"quoted\" word 🎉");
    assert_eq!(ask(&config).await.expect("mended").text, "Cut off in the mid");
    let sent = model.last_request();
    assert!(sent.get("tools").is_none());
    insta::assert_json_snapshot!("json_request", sent);
}

fn cut_off() -> String {
    let text = r#"{"tool": "send_message", "arguments": {"message": "Cut off in the mid"#;
    json!({ "choices": [{ "message": { "content": text }, "finish_reason": "length" }] }).to_string()
}

async fn the_protocol_is_found_out() {
    let model = ScriptedModel::start().await;
    let config = LlmConfig { protocol: ProtocolChoice::Auto, ..model.config() };
    let note = || Act::call("note_word", json!({ "word": "blue" }));
    model.then(note()).then(Act::say("Native."));
    assert_eq!(ask(&config).await.expect("an answer").text, "Native.");
    assert!(model.last_request().get("tools").is_some());
    model.then(Act::say("blue, noted")).then(note()).then(Act::say("Json."));
    assert_eq!(ask(&config).await.expect("an answer").text, "Json.");
    assert!(model.last_request().get("response_format").is_some());
    let refused = || Act::Status(400, vec![], r#"{"error":{"message":"this model does not support tools"}}"#.into());
    model.then(refused()).then(refused()).then(Act::say("Neither."));
    assert_eq!(ask(&config).await.expect("an answer").text, "Neither.");
}

async fn the_key_is_sent_and_never_shown() {
    let model = ScriptedModel::start().await;
    ask(&model.config()).await.expect("an answer");
    assert!(model.keys().contains("Bearer sk-test-secret-key"));
    let nowhere = LlmConfig {
        base_url: "http://user:sk-test-secret-key@127.0.0.1:1/v1?key=sk-test-secret-key".into(),
        retries: 0,
        ..model.config()
    };
    let error = ask(&nowhere).await.expect_err("nobody is there");
    assert!(
        !format!("{error} {error:?} {nowhere:?}")
            .replace("base_url: \"http://user:sk-test-secret-key@127.0.0.1:1/v1?key=sk-test-secret-key\"", "")
            .contains("secret-key")
    );
}
