//! Waiting and asking again.

use std::time::Duration;

use keepsake::llm::LlmError;

use super::{answer, client, listen, says};
use crate::support::model::{Gate, Script, ScriptedModel};

crate::trials![
    what_may_pass_is_asked_again,
    what_cannot_pass_is_not,
    attempts_are_bounded,
    a_long_wish_to_wait_is_handed_on,
    silence_is_a_timeout_in_both_ways,
    signs_of_life_are_not_listened_to_for_ever,
    a_slow_stream_is_not_silent,
    answers_wait_for_nobody_else,
];

async fn what_may_pass_is_asked_again() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.status(429, &[("retry-after", "0")], "{}");
    model.status(503, &[("retry-after", "0.01")], "{}");
    model.reply("At last.");
    assert_eq!(answer(&llm).await.expect("an answer").text, "At last.");
    model.status(429, &[("retry-after", "Thu, 01 Jan 1970 00:00:00 GMT")], "{}");
    model.status(500, &[("retry-after-ms", "5")], "{}");
    model.reply("Again.");
    assert_eq!(answer(&llm).await.expect("an answer").text, "Again.");
    let requests = model.requests();
    assert_eq!(requests.len(), 6);
    assert!(requests.iter().all(|asked| asked.body == requests[0].body));
}

async fn what_cannot_pass_is_not() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    for status in [400, 401, 404, 413] {
        model.status(status, &[], "{}");
        answer(&llm).await.expect_err("an error");
    }
    model.status(429, &[], r#"{"error": {"code": "insufficient_quota", "message": "Nothing left."}}"#);
    assert!(matches!(answer(&llm).await, Err(LlmError::Refused { status: 429, .. })));
    assert_eq!(model.requests().len(), 5);
}

async fn attempts_are_bounded() {
    let model = ScriptedModel::start().await;
    model.on(|_| Script::status(503, &[("retry-after", "0")], "{}"));
    let llm = client(&model.config());
    assert!(matches!(answer(&llm).await, Err(LlmError::Server { status: 503, .. })));
    assert_eq!(model.requests().len(), 3);
}

async fn a_long_wish_to_wait_is_handed_on() {
    let model = ScriptedModel::start().await;
    let llm = client(&model.config());
    model.status(429, &[("retry-after", "61")], "{}");
    assert_eq!(answer(&llm).await, Err(LlmError::RateLimited { retry_after: Some(Duration::from_secs(61)) }));
    assert_eq!(model.requests().len(), 1);
}

async fn silence_is_a_timeout_in_both_ways() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    (config.timeout, config.retries) = (Duration::from_millis(80), 0);
    let late = Err(LlmError::Timeout(config.timeout));
    for stream in [true, false] {
        config.stream = stream;
        model.hang();
        assert_eq!(answer(&client(&config)).await, late, "stream: {stream}");
    }
    config.stream = true;
    model.push(Script::HangAfter("Well".into()));
    assert_eq!(answer(&client(&config)).await, late);
    // A timeout is tried once more, and not for ever.
    config.retries = 5;
    (0..2).for_each(|_| model.hang());
    assert_eq!(answer(&client(&config)).await, late);
    assert_eq!((model.requests().len(), model.left()), (5, 0));
}

async fn signs_of_life_are_not_listened_to_for_ever() {
    let model = ScriptedModel::start().await;
    let mut config = model.config();
    (config.timeout, config.retries) = (Duration::from_secs(1), 0);
    for stream in [true, false] {
        config.stream = stream;
        model.push(Script::Comments(Duration::from_millis(20)));
        let llm = client(&config);
        let told = tokio::time::timeout(Duration::from_secs(60), answer(&llm)).await.expect("it ends");
        assert_eq!(told, Err(LlmError::Timeout(config.timeout)), "stream: {stream}");
    }
}

async fn a_slow_stream_is_not_silent() {
    let model = ScriptedModel::start().await;
    let gate = Gate::default();
    model.push(Script::reply("Slow and steady.").behind(&gate));
    let llm = client(&model.config());
    let asking = tokio::spawn(async move { listen(&llm, &says("Hi")).await });
    model.wait_for_requests(1).await;
    assert!(!asking.is_finished());
    gate.open();
    let (reply, told) = asking.await.expect("no panic");
    assert_eq!((reply.expect("an answer").text, told.concat()), ("Slow and steady.".into(), "Slow and steady.".into()));
}

async fn answers_wait_for_nobody_else() {
    let model = ScriptedModel::start().await;
    let (gate, llm) = (Gate::default(), client(&model.config()));
    model.push(Script::reply("Late.").behind(&gate));
    let slow = tokio::spawn({
        let llm = llm.clone();
        async move { answer(&llm).await }
    });
    model.wait_for_requests(1).await;
    model.reply("Early.");
    assert_eq!(answer(&llm).await.expect("an answer").text, "Early.");
    assert!(!slow.is_finished());
    gate.let_one_through();
    assert_eq!(slow.await.expect("no panic").expect("an answer").text, "Late.");
}
