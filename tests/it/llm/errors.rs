//! Errors told apart, and nothing secret in any of them.

use std::time::Duration;

use keepsake::llm::{LlmClient, LlmError};
use serde_json::json;

use super::{answer, client};
use crate::support::model::{KEY, Script, ScriptedModel};

crate::trials![
    each_error_is_told_apart,
    errors_inside_an_answer_are_errors,
    what_cannot_be_read_is_malformed,
    nobody_there_is_a_transport_error,
    fields_that_are_refused_are_left_out_from_then_on,
    no_error_and_no_debug_shows_a_key,
    an_endless_answer_ends,
    redirects_are_not_followed,
];

async fn each_error_is_told_apart() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    config.retries = 0;
    let llm = client(&config);
    let overflow = r#"{"error":{"code":400,"message":"request (9030 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error"}}"#;
    model.status(400, &[], overflow);
    assert!(matches!(answer(&llm).await, Err(LlmError::ContextOverflow(message)) if message.contains("9030")));
    model.status(413, &[], "");
    assert!(matches!(answer(&llm).await, Err(LlmError::ContextOverflow(_))));
    for status in [401, 403] {
        model.status(status, &[], "{}");
        assert_eq!(answer(&llm).await, Err(LlmError::Auth(status)));
    }
    model.status(404, &[], r#"{"error": {"message": "The model `scripted` does not exist"}}"#);
    let missing = answer(&llm).await;
    assert_eq!(missing, Err(LlmError::Refused { status: 404, message: "The model `scripted` does not exist".into() }));
    model.status(429, &[("retry-after", "2.5")], "{}");
    assert_eq!(answer(&llm).await, Err(LlmError::RateLimited { retry_after: Some(Duration::from_millis(2_500)) }));
    model.status(500, &[], "<html><body>oops</body></html>");
    assert!(matches!(answer(&llm).await, Err(LlmError::Server { status: 500, .. })));
    model.status(418, &[], &"a long story ".repeat(1_000));
    let Err(LlmError::Refused { status: 418, message }) = answer(&llm).await else { panic!("refused") };
    assert!(message.chars().count() <= 301);
}

async fn errors_inside_an_answer_are_errors() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    config.retries = 0;
    let llm = client(&config);
    model.raw(r#"{"error": {"code": 429, "message": "slow down"}}"#);
    assert_eq!(answer(&llm).await, Err(LlmError::RateLimited { retry_after: None }));
    let events = "data: {\"choices\": [{\"delta\": {\"content\": \"Hel\"}}]}\n\ndata: {\"error\": {\"code\": 502, \"message\": \"upstream died\"}}\n\n";
    model.push(Script::raw("text/event-stream", events));
    assert_eq!(answer(&llm).await, Err(LlmError::Server { status: 502, message: "upstream died".into() }));
    let events = "data: {\"choices\": [{\"delta\": {\"content\": \"Hel\"}, \"finish_reason\": \"error\"}]}\n\n";
    model.push(Script::raw("text/event-stream", events));
    assert!(matches!(answer(&llm).await, Err(LlmError::Server { .. })));
}

async fn what_cannot_be_read_is_malformed() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    config.retries = 0;
    let llm = client(&config);
    for body in ["", "{", "<html>", "[]", "{\"choices\": []}", "{\"choices\": null}", "null"] {
        model.raw(body);
        assert!(matches!(answer(&llm).await, Err(LlmError::Malformed(_))), "{body}");
    }
    model.push(Script::raw("text/event-stream", "data: {oops}\n\n"));
    assert!(matches!(answer(&llm).await, Err(LlmError::Malformed(_))));
    // Asked again, it may be readable.
    config.retries = 1;
    model.raw("{");
    model.reply("Here.");
    assert_eq!(answer(&client(&config)).await.expect("an answer").text, "Here.");
}

async fn nobody_there_is_a_transport_error() {
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = free.local_addr().expect("an address");
    drop(free);
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    (config.base_url, config.retries) = (format!("http://{address}/v1"), 0);
    assert!(matches!(answer(&client(&config)).await, Err(LlmError::Transport(_))));
    config.base_url = "not an address".into();
    assert!(matches!(keepsake::llm::client(&config), Err(LlmError::Transport(_))));
}

async fn fields_that_are_refused_are_left_out_from_then_on() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    (config.temperature, config.retries) = (Some(0.7), 0);
    let llm = client(&config);
    let refused = |field: &str| format!("{{\"error\": {{\"message\": \"Unsupported parameter: '{field}'.\"}}}}");
    for field in ["temperature", "stream_options", "parallel_tool_calls"] {
        model.status(400, &[], &refused(field));
    }
    model.status(400, &[], r#"{"error": {"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}"#);
    model.reply("At last.");
    model.reply("At once.");
    assert_eq!(answer(&llm).await.expect("an answer").text, "At last.");
    assert_eq!(answer(&llm).await.expect("an answer").text, "At once.");
    let requests = model.requests();
    assert_eq!(requests.len(), 6);
    assert_eq!(requests[0].body["temperature"], json!(0.7));
    for field in ["temperature", "stream_options", "parallel_tool_calls", "max_tokens"] {
        assert!(requests[0].body.get(field).is_some() && requests[5].body.get(field).is_none(), "{field}");
    }
    assert_eq!(requests[5].body["max_completion_tokens"], 200);
    // What was left out already does not go on for ever.
    model.status(400, &[], &refused("temperature"));
    assert!(matches!(answer(&llm).await, Err(LlmError::Refused { status: 400, .. })));
}

async fn no_error_and_no_debug_shows_a_key() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    let address = config.base_url.replace("http://", "http://somebody:pass-in-address@");
    (config.base_url, config.retries) = (format!("{address}?api-key=key%2Din-query"), 0);
    let secrets = [KEY, "pass-in-address", "key-in-query", "key%2Din-query", "somebody"];
    let llm = client(&config);
    let mut shown = vec![format!("{llm:?} {}", llm.describe())];
    let echo = format!("{{\"error\": {{\"message\": \"wrong: {}\"}}}}", secrets.join(" "));
    for status in [400, 401, 404, 413, 429, 500] {
        model.status(status, &[], &echo);
        shown.push(error_text(answer(&llm).await));
    }
    model.raw(&echo);
    shown.push(error_text(answer(&llm).await));
    model.raw(&format!("{{\"{KEY}\": oops"));
    shown.push(error_text(answer(&llm).await));
    model.cut_stream();
    shown.push(error_text(answer(&llm).await));
    config.base_url = format!("http://somebody:pass-in-address@127.0.0.1:1/v1?api-key={KEY}");
    shown.push(error_text(answer(&client(&config)).await));
    for text in &shown {
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
    }
    assert!(shown[1].contains("***"), "{}", shown[1]);
    // The key went along in place of the address's own password, and in no body.
    let requests = model.requests();
    assert_eq!(requests.len(), 9);
    assert!(requests.iter().all(|asked| secrets.iter().all(|secret| !asked.text().contains(secret))));
}

fn error_text(answer: Result<keepsake::llm::ChatReply, LlmError>) -> String {
    let error = answer.expect_err("an error");
    format!("{error} {error:?}")
}

async fn an_endless_answer_ends() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    config.retries = 0;
    let piece = format!("data: {{\"choices\": [{{\"delta\": {{\"content\": \"{}\"}}}}]}}\n\n", "x".repeat(64 << 10));
    model.push(Script::raw("text/event-stream", &piece.repeat(100)));
    assert!(matches!(answer(&client(&config)).await, Err(LlmError::Malformed(message)) if message.contains("endless")));
}

async fn redirects_are_not_followed() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.status(307, &[("location", "http://127.0.0.1:1/elsewhere")], "");
    assert!(
        matches!(answer(&llm).await, Err(LlmError::Refused { status: 307, message }) if message.contains("LLM_BASE_URL"))
    );
}
