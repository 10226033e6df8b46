//! Finding out which protocol a model speaks.

use keepsake::config::{LlmConfig, ProtocolChoice};
use keepsake::llm::{LlmClient, LlmError, Protocol};
use serde_json::json;

use super::{answer, client, says};
use crate::support::model::{Asked, Script, ScriptedModel};

crate::trials![
    native_calls_mean_tools,
    a_call_as_text_means_json,
    a_refusal_of_tools_means_json,
    neither_means_tools_with_repair,
    an_endpoint_that_is_down_decides_nothing,
    a_wrong_key_or_model_decides_nothing,
    concurrent_chats_probe_once,
    a_probe_reports,
    words_alone_need_no_probe,
];

fn config(model: &ScriptedModel) -> LlmConfig {
    LlmConfig { protocol: ProtocolChoice::Auto, retries: 0, ..model.config() }
}

fn is_probe(asked: &Asked) -> bool {
    asked.tool_names().contains(&"show_word".to_owned())
}

fn shows_word() -> Script {
    Script::calls(vec![("show_word", json!({"word": "hello"}))])
}

async fn native_calls_mean_tools() {
    let model = ScriptedModel::start().await;
    model.on(|asked| if is_probe(asked) { shows_word() } else { Script::reply("Hi") });
    let llm = client(&config(&model));
    assert!(llm.describe().ends_with("protocol auto"));
    assert_eq!(answer(&llm).await.expect("an answer").text, "Hi");
    assert_eq!(answer(&llm).await.expect("an answer").text, "Hi");
    assert_eq!(llm.protocol().await, Ok(Protocol::Tools));
    assert_eq!(model.requests().len(), 3);
    assert!(llm.describe().ends_with("protocol tools"));
}

async fn a_call_as_text_means_json() {
    let model = ScriptedModel::start().await;
    model.on(|asked| match (is_probe(asked), asked.is_json()) {
        (true, false) => Script::reply("```json\n{\"name\": \"show_word\", \"arguments\": {\"word\": \"hello\"}}\n```"),
        (true, true) => shows_word(),
        (false, _) => Script::reply("Hi"),
    });
    let llm = client(&config(&model));
    assert_eq!(answer(&llm).await.expect("an answer").text, "Hi");
    assert_eq!(llm.protocol().await, Ok(Protocol::Json));
    assert_eq!(model.requests().len(), 3);
}

async fn a_refusal_of_tools_means_json() {
    for (status, words) in [
        (400, "scripted does not support tools"),
        (404, "No endpoints found that support tool use."),
        (501, "not implemented"),
        (500, "tools param requires --jinja flag"),
    ] {
        let model = ScriptedModel::start().await;
        model.on(move |asked| match asked.is_json() {
            false => Script::status(status, &[], &json!({"error": {"message": words}}).to_string()),
            true => Script::reply("Hi"),
        });
        let llm = client(&config(&model));
        assert_eq!(answer(&llm).await.expect("an answer").text, "Hi");
        assert_eq!(llm.protocol().await, Ok(Protocol::Json));
    }
}

async fn neither_means_tools_with_repair() {
    let model = ScriptedModel::start().await;
    model.on(|asked| match asked.is_json() {
        true => Script::status(400, &[], r#"{"error": "response_format is not supported"}"#),
        false if is_probe(asked) => Script::reply("I would call show_word now."),
        false => Script::reply("{\"name\": \"conversation_search\", \"arguments\": {\"query\": \"trip\"}}"),
    });
    let llm = client(&config(&model));
    let reply = answer(&llm).await.expect("an answer");
    assert_eq!(reply.calls[0].arguments, json!({"query": "trip"}));
    assert_eq!(llm.protocol().await, Ok(Protocol::Tools));
}

async fn an_endpoint_that_is_down_decides_nothing() {
    let model = ScriptedModel::start().await;
    let llm = client(&config(&model));
    model.status(503, &[], "loading");
    model.status(503, &[], "loading");
    assert!(matches!(answer(&llm).await, Err(LlmError::Server { status: 503, .. })));
    model.push(shows_word());
    model.reply("Up again.");
    assert_eq!(answer(&llm).await.expect("an answer").text, "Up again.");
    assert_eq!(llm.protocol().await, Ok(Protocol::Tools));
}

async fn a_wrong_key_or_model_decides_nothing() {
    let model = ScriptedModel::start().await;
    let llm = client(&config(&model));
    model.status(401, &[], "{}");
    assert_eq!(answer(&llm).await, Err(LlmError::Auth(401)));
    (0..2).for_each(|_| model.status(404, &[], "{\"error\": \"no such model\"}"));
    assert!(matches!(llm.probe().await, Err(LlmError::Refused { status: 404, .. })));
    assert!(llm.describe().ends_with("protocol auto"));
}

async fn concurrent_chats_probe_once() {
    let model = ScriptedModel::start().await;
    model.on(|asked| if is_probe(asked) { shows_word() } else { Script::reply("Hi") });
    let llm = client(&config(&model));
    let answers = futures::future::join_all((0..8).map(|_| answer(&llm))).await;
    assert!(answers.iter().all(|answer| answer.as_ref().is_ok_and(|reply| reply.text == "Hi")));
    assert_eq!(model.requests().iter().filter(|asked| is_probe(asked)).count(), 1);
}

async fn a_probe_reports() {
    let model = ScriptedModel::start().await;
    for (protocol, name) in [(ProtocolChoice::Tools, "tools"), (ProtocolChoice::Json, "json")] {
        let llm = client(&LlmConfig { protocol, ..config(&model) });
        model.push(shows_word());
        let report = llm.probe().await.expect("a report");
        assert!(report.called && report.usage.is_some());
        assert_eq!((report.model.as_str(), report.protocol.to_string().as_str()), ("scripted", name));
        assert!(report.to_string().contains("calls tools"));
        model.reply("What tool?");
        let report = llm.probe().await.expect("a report");
        assert!(!report.called && report.to_string().contains("did not call"));
    }
}

async fn words_alone_need_no_probe() {
    let model = ScriptedModel::start().await;
    let llm = client(&config(&model));
    let mut request = says("Sum it up");
    request.tools = Default::default();
    model.reply("A summary.");
    assert_eq!(llm.chat(&request, None).await.expect("an answer").text, "A summary.");
    assert_eq!(model.requests().len(), 1);
}
