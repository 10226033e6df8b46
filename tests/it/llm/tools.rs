//! The `tools` protocol.

use keepsake::llm::{ChatMessage, Finish, LlmClient, LlmError, ToolUse};
use serde_json::json;

use super::{after_a_call, answer, append, call_of, client, listen, says};
use crate::support::model::{Script, ScriptedModel};

crate::trials![
    words_come_streamed_and_whole,
    parallel_calls_are_put_together,
    a_call_and_its_result_go_back_as_the_provider_wants_them,
    a_server_that_does_not_stream_is_understood,
    a_cut_stream_is_no_short_answer,
    words_are_told_as_they_come,
    reasoning_is_never_told,
    a_call_written_as_text_is_a_call_and_never_told,
    forbidden_calls_are_not_made,
    broken_arguments_are_handed_on_raw,
    the_usage_is_the_providers,
    a_refusal_is_said,
];

async fn words_come_streamed_and_whole() {
    let model = ScriptedModel::start().await;
    for stream in [true, false] {
        let mut config = model.config();
        config.stream = stream;
        model.reply("Grüße an alle 👋");
        let reply = answer(&client(&config)).await.expect("an answer");
        assert_eq!((reply.text.as_str(), reply.finish, reply.calls.len()), ("Grüße an alle 👋", Finish::Stop, 0));
    }
    let requests = model.requests();
    assert!(requests[0].is_streamed() && !requests[1].is_streamed());
    assert_eq!(requests[0].tool_names(), ["core_memory_append", "archival_memory_insert", "conversation_search"]);
    assert_eq!((requests[0].system(), requests[0].last_user()), ("You remember what people tell you.", "Hi"));
}

async fn parallel_calls_are_put_together() {
    let model = ScriptedModel::start().await;
    for stream in [true, false] {
        let mut config = model.config();
        config.stream = stream;
        model.calls_and_text("I note both.", vec![append("Has a cat."), append("Likes \"tea\"\nand 茶.")]);
        let reply = answer(&client(&config)).await.expect("an answer");
        assert_eq!((reply.text.as_str(), reply.finish), ("I note both.", Finish::ToolCalls));
        assert_eq!(call_of(&reply, 0), (append("").0, &append("Has a cat.").1));
        assert_eq!(call_of(&reply, 1), (append("").0, &append("Likes \"tea\"\nand 茶.").1));
        assert_ne!(reply.calls[0].id, reply.calls[1].id);
    }
    assert_eq!(model.requests()[0].body["parallel_tool_calls"], true);
}

async fn a_call_and_its_result_go_back_as_the_provider_wants_them() {
    let model = ScriptedModel::start().await;
    model.reply("Noted.");
    let llm = client(&model.config());
    llm.chat(&after_a_call("call_0192837465", "Done."), None).await.expect("an answer");
    let asked = &model.requests()[0];
    assert!(asked.after_tool());
    assert_eq!(asked.tool_results(), ["Done."]);
    assert_eq!(asked.messages()[2]["tool_calls"][0]["id"], asked.messages()[3]["tool_call_id"]);
}

async fn a_server_that_does_not_stream_is_understood() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.raw(r#"{"choices": [{"message": {"role": "assistant", "content": "Whole."}, "finish_reason": "stop"}]}"#);
    let (reply, told) = listen(&llm, &says("Hi")).await;
    assert_eq!((reply.expect("an answer").text.as_str(), told.concat().as_str()), ("Whole.", "Whole."));
    let events = "data: {\"choices\": [{\"delta\": {\"content\": \"Events.\"}}]}\n\ndata: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"stop\"}]}\n\ndata: [DONE]\n\n";
    model.push(Script::raw("text/plain", events));
    assert_eq!(answer(&llm).await.expect("an answer").text, "Events.");
    // Neither `[DONE]` nor a usage need to come.
    model.push(Script::raw("text/event-stream", events.strip_suffix("data: [DONE]\n\n").expect("the end")));
    assert_eq!(answer(&llm).await.expect("an answer").text, "Events.");
}

async fn a_cut_stream_is_no_short_answer() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    config.retries = 0;
    let llm = client(&config);
    for cleanly in [true, false] {
        model.push(Script::Cut { text: "These words are".into(), cleanly });
        assert!(matches!(answer(&llm).await, Err(LlmError::Transport(_))), "cleanly: {cleanly}");
    }
    config.retries = 1;
    model.cut_stream();
    model.reply("Whole.");
    assert_eq!(answer(&client(&config)).await.expect("asked again").text, "Whole.");
    assert_eq!(model.requests().len(), 4);
}

async fn words_are_told_as_they_come() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.reply("The first answer shows how the model begins.");
    let (reply, told) = listen(&llm, &says("Hi")).await;
    assert_eq!(told.concat(), reply.expect("an answer").text);
    model.reply("  One two three,\n\nfour [five](x) 6 < 7. \n");
    let (reply, told) = listen(&llm, &says("Hi")).await;
    assert_eq!(told.concat(), "One two three,\n\nfour [five](x) 6 < 7.");
    assert_eq!(told.concat(), reply.expect("an answer").text);
    assert!(told.len() > 5, "{told:?}");
    // Of an answer of which words were told there is no second attempt.
    model.push(Script::Cut { text: "These words are".into(), cleanly: true });
    model.reply("Again.");
    let (reply, told) = listen(&llm, &says("Hi")).await;
    assert!(matches!(reply, Err(LlmError::Transport(_))));
    assert!(told.concat().starts_with("These words"));
    assert_eq!(model.left(), 1);
}

async fn reasoning_is_never_told() {
    let model = ScriptedModel::start().await;
    for piece in [1, 2, 7, 1_000] {
        model.set_piece(piece);
        let llm = client(&model.config());
        // First with the closing tag alone, of which nobody knew.
        for text in [
            "Secret. I should say yes.</think>\n\nYes.",
            "<think>Secret</think>Yes.",
            "<THINKING>Secret</THINKING> Yes.",
            "Yes.",
        ] {
            model.push(Script::reply(text).thinking("Secret thoughts"));
            let (reply, told) = listen(&llm, &says("Hi")).await;
            assert_eq!((reply.expect("an answer").text.as_str(), told.concat().as_str()), ("Yes.", "Yes."), "{text}");
        }
        model.push(Script::reply("<think>Secret, and so on").finishing("length"));
        let (reply, told) = listen(&llm, &says("Hi")).await;
        let reply = reply.expect("an answer");
        assert_eq!((reply.text.as_str(), reply.finish, told.len()), ("", Finish::Length, 0));
    }
}

async fn a_call_written_as_text_is_a_call_and_never_told() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.reply("Hello.");
    answer(&llm).await.expect("an answer");
    let object = json!({"name": "core_memory_append", "arguments": {"label": "human", "content": "Has a cat."}});
    for text in [
        object.to_string(),
        format!("```json\n{object:#}\n```"),
        format!("<tool_call>\n{object}\n</tool_call>"),
        "core_memory_append(label=\"human\", content=\"Has a cat.\")".into(),
        format!("[TOOL_CALLS][{object}]"),
    ] {
        model.reply(&text);
        let (reply, told) = listen(&llm, &says("Hi")).await;
        let reply = reply.expect("an answer");
        assert_eq!(call_of(&reply, 0), (append("").0, &append("Has a cat.").1), "{text}");
        assert_eq!((reply.text.as_str(), reply.finish, told.concat().as_str()), ("", Finish::ToolCalls, ""), "{text}");
    }
    model.reply(&format!("I note it. {object}\nAnything else?"));
    let (reply, told) = listen(&llm, &says("Hi")).await;
    assert_eq!(
        (reply.expect("an answer").text.as_str(), told.concat().as_str()),
        ("I note it.\nAnything else?", "I note it.\nAnything else?")
    );
    // What was asked for is shown.
    let example = "An example:\n```json\n{\"name\": \"Ada\", \"arguments\": {}}\n```\nThat is all.";
    model.reply(example);
    let (reply, told) = listen(&llm, &says("Hi")).await;
    assert_eq!((reply.expect("an answer").text.as_str(), told.concat().as_str()), (example, example));
}

async fn forbidden_calls_are_not_made() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    let mut request = says("Hi");
    request.tool_use = ToolUse::Forbidden;
    model.calls_and_text("Fine.", vec![append("Has a cat.")]);
    let reply = llm.chat(&request, None).await.expect("an answer");
    assert_eq!((reply.text.as_str(), reply.calls.len(), reply.finish), ("Fine.", 0, Finish::Stop));
    let asked = &model.requests()[0];
    assert_eq!(asked.body["tool_choice"], "none");
    assert_eq!(asked.tool_names().len(), 3);
}

async fn broken_arguments_are_handed_on_raw() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.calls(vec![
        ("core_memory_append", json!("{\"label\": \"human\", \"content\": \"x\",}")),
        ("functions.Core-Memory-Append", json!("{\"label\": \"hum")),
    ]);
    let reply = answer(&llm).await.expect("an answer");
    assert_eq!(call_of(&reply, 0), ("core_memory_append", &json!({"label": "human", "content": "x"})));
    assert_eq!(call_of(&reply, 1), ("core_memory_append", &json!("{\"label\": \"hum")));
    // It goes back in a form that a server can read.
    let messages = vec![
        ChatMessage::User("Hi".into()),
        ChatMessage::Assistant { text: String::new(), calls: vec![reply.calls[1].clone()] },
        ChatMessage::Tool {
            call_id: reply.calls[1].id.clone(),
            name: reply.calls[1].name.clone(),
            text: "Not an object\0.".into(),
        },
    ];
    model.reply("I see.");
    llm.chat(&super::request(messages), None).await.expect("an answer");
}

async fn the_usage_is_the_providers() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    let usage = json!({"prompt_tokens": 321, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 300}});
    model.push(Script::reply("Hi").with(|answer| answer.usage = Some(usage)));
    let usage = answer(&llm).await.expect("an answer").usage.expect("a usage");
    assert_eq!((usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens), (321, 4, Some(300)));
    assert_eq!(model.requests()[0].body["stream_options"]["include_usage"], true);
}

async fn a_refusal_is_said() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.raw(r#"{"choices": [{"message": {"content": null, "refusal": "I cannot help with that."}, "finish_reason": "stop"}]}"#);
    let reply = answer(&llm).await.expect("an answer");
    assert_eq!((reply.text.as_str(), reply.finish), ("I cannot help with that.", Finish::Filtered));
}
