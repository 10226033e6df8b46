//! The scripted model itself: a wrong request is seen.

use serde_json::{Value, json};

use crate::support::model::{KEY, ScriptedModel};

crate::trials![wrong_requests_are_seen, a_test_with_a_wrong_request_fails, vectors_and_models_are_served];

fn right() -> Value {
    let call = json!({"id": "a", "type": "function", "function": {"name": "x", "arguments": "{}"}});
    json!({
        "model": "scripted", "max_tokens": 10,
        "tools": [{"type": "function", "function": {"name": "x", "description": "", "parameters": {"type": "object", "properties": {"s": {"type": "string", "maxLength": 9}}}}}],
        "messages": [
            {"role": "system", "content": "s"}, {"role": "user", "content": "u"},
            {"role": "assistant", "content": null, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "a", "content": "r"},
        ],
    })
}

async fn seen(model: &ScriptedModel, body: &Value, key: &str) -> String {
    model.reply("Hi");
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let sent = http.post(format!("{}/chat/completions", model.url())).bearer_auth(key).json(body).send().await;
    sent.expect("an answer");
    model.take_violations().join("\n")
}

async fn wrong_requests_are_seen() {
    let model = ScriptedModel::start().await;
    assert_eq!(seen(&model, &right(), KEY).await, "");
    assert!(seen(&model, &right(), "other").await.contains("key"));
    let cases: Vec<(&str, Value, &str)> = vec![
        ("/max_tokens", json!(null), "no max_tokens"),
        ("/max_tokens", json!(100_000), "more than"),
        ("/messages/0/role", json!("user"), "one system message"),
        ("/messages/1/role", json!("system"), "one system message"),
        ("/messages/1/role", json!("human"), "no role"),
        ("/messages/1/content", json!(""), "says nothing"),
        ("/messages/1/content", json!("a\u{0}b"), "U+0000"),
        ("/messages/3/tool_call_id", json!("b"), "not an open call"),
        ("/messages/3/role", json!("user"), "not answered before"),
        ("/messages/3/role", json!("assistant"), "last message"),
        ("/messages/2/tool_calls/0/function/arguments", json!("{"), "no JSON object"),
        ("/messages/2/tool_calls", json!([]), "not an open call"),
        ("/tools/0/function/name", json!("a b"), "name of a tool"),
        ("/tools/0/function/parameters/properties/s", json!({"type": "string"}), "not bounded"),
        ("/tools/0/function/parameters/properties/s", json!({"type": "strng"}), "is none"),
    ];
    for (path, value, expected) in cases {
        let mut body = right();
        *body.pointer_mut(path).expect("a place") = value;
        let found = seen(&model, &body, KEY).await;
        assert!(found.contains(expected), "{path}: {found}");
    }
    let mut twice = right();
    let messages = twice["messages"].as_array_mut().expect("messages");
    messages.extend_from_within(2..);
    assert!(seen(&model, &twice, KEY).await.contains("used before"));
    let mut open = right();
    open["messages"].as_array_mut().expect("messages").pop();
    assert!(seen(&model, &open, KEY).await.contains("never answered"));
    model.set_budget(60);
    let found = seen(&model, &right(), KEY).await;
    assert!(found.contains("and 10 for the answer are more than 60"), "{found}");
    let mut step = right();
    step["response_format"] = json!({"json_schema": {"schema": {"type": "string", "maxLength": 2000}}});
    let found = seen(&model, &step, KEY).await;
    assert!(found.contains("more than a grammar takes") && found.contains("by turns"), "{found}");
}

async fn a_test_with_a_wrong_request_fails() {
    let model = ScriptedModel::start().await;
    let url = format!("{}/chat/completions", model.url());
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let answer = http.post(url).bearer_auth(KEY).json(&right()).send().await.expect("an answer");
    assert_eq!(answer.status(), 400);
    let dropped =
        tokio::task::spawn_blocking(|| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(model))));
    let panic = dropped.await.expect("caught").expect_err("nothing was scripted");
    let words = panic.downcast_ref::<String>().expect("a text");
    assert!(words.contains("no answer was scripted"), "{words}");
}

async fn vectors_and_models_are_served() {
    let model = ScriptedModel::start().await;
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let models: Value =
        http.get(format!("{}/models", model.url())).send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(models["data"][0]["id"], "scripted");
    model.set_dims(16);
    model.fail_embeddings(503, 1);
    let ask = || {
        http.post(format!("{}/embeddings", model.url()))
            .json(&json!({"model": "e", "input": ["a cat", "a cat", "dogs"]}))
            .send()
    };
    assert_eq!(ask().await.expect("an answer").status(), 503);
    let vectors: Value = ask().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(vectors["data"][0]["embedding"].as_array().map(Vec::len), Some(16));
    assert_eq!(vectors["data"][0]["embedding"], vectors["data"][1]["embedding"]);
    assert_ne!(vectors["data"][0]["embedding"], vectors["data"][2]["embedding"]);
}
