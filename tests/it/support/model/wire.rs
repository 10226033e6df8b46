//! Scripted answers in the OpenAI-compatible format.

use std::convert::Infallible;
use std::io;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use futures::stream::{self, StreamExt};
use serde_json::{Value, json};

use super::script::{Answer, Asked, Gate, Script};
use crate::support::discord::line::Line;

pub(super) async fn answer(asked: &Asked, script: Script, piece: usize, prompt_tokens: usize, line: &Line) -> Response {
    let mut script = script;
    loop {
        return match script {
            Script::Behind(gate, inner) => {
                gate.pass().await;
                script = *inner;
                continue;
            }
            Script::Hang => std::future::pending().await,
            Script::Reset => {
                line.cut();
                std::future::pending().await
            }
            Script::Answer(answer) => {
                let answer = if asked.is_json() { as_step(answer) } else { answer };
                if asked.is_streamed() {
                    streamed(asked, &answer, piece, prompt_tokens)
                } else {
                    whole(&answer, prompt_tokens)
                }
            }
            Script::Status { status, headers, body } => with_status(status, &headers, body),
            Script::HangAfter(text) => {
                let first = words(&text, piece).into_iter().map(Ok::<_, Infallible>);
                events(Body::from_stream(stream::iter(first).chain(stream::pending())))
            }
            Script::Comments(apart) => {
                let one = move |()| async move {
                    tokio::time::sleep(apart).await;
                    Some((Ok::<_, Infallible>(": ping\n\n"), ()))
                };
                events(Body::from_stream(stream::unfold((), one)))
            }
            Script::Cut { text, cleanly } => {
                let first = words(&text, piece).into_iter().map(Ok);
                let end = (!cleanly).then(|| Err(io::Error::other("cut")));
                events(Body::from_stream(stream::iter(first.chain(end))))
            }
            Script::Paced(pieces, gate) => paced(pieces, gate),
            Script::Raw { content_type, body } => respond(StatusCode::OK, &content_type, Body::from(body)),
        };
    }
}

/// A stream that goes on when the gate lets it.
fn paced(pieces: Vec<String>, gate: Gate) -> Response {
    let count = pieces.len();
    let words = stream::iter(pieces.into_iter().enumerate()).then(move |(at, piece)| {
        let gate = gate.clone();
        async move {
            if at > 0 {
                gate.pass().await;
            }
            let mut sent = delta(json!({"content": piece})).to_vec();
            if at + 1 == count {
                sent.extend(event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})));
                sent.extend(b"data: [DONE]\n\n");
            }
            Ok::<_, Infallible>(Bytes::from(sent))
        }
    });
    events(Body::from_stream(words))
}

fn respond(status: StatusCode, content_type: &str, body: Body) -> Response {
    Response::builder().status(status).header(CONTENT_TYPE, content_type).body(body).expect("a response")
}

fn events(body: Body) -> Response {
    respond(StatusCode::OK, "text/event-stream; charset=utf-8", body)
}

fn with_status(status: u16, headers: &[(String, String)], body: String) -> Response {
    let mut response = Response::builder().status(status).header(CONTENT_TYPE, "application/json");
    for (name, value) in headers {
        response = response.header(name, value);
    }
    response.body(Body::from(body)).expect("a response")
}

/// An answer as a server writes it that holds the model to a schema: its one call, or its words, as an object.
fn as_step(answer: Answer) -> Answer {
    let step = match answer.calls.first() {
        Some((name, arguments)) => json!({"tool": name, "arguments": arguments}),
        None => json!({"tool": "send_message", "arguments": {"message": answer.text}}),
    };
    Answer { text: step.to_string(), calls: Vec::new(), ..answer }
}

fn finish(answer: &Answer) -> &str {
    let natural = if answer.calls.is_empty() { "stop" } else { "tool_calls" };
    answer.finish.as_deref().unwrap_or(natural)
}

fn usage(answer: &Answer, prompt_tokens: usize) -> Value {
    let own = || json!({"prompt_tokens": prompt_tokens, "completion_tokens": answer.text.len() / 4 + 1, "total_tokens": prompt_tokens + answer.text.len() / 4 + 1});
    answer.usage.clone().unwrap_or_else(own)
}

fn arguments(arguments: &Value) -> String {
    arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned)
}

fn call(at: usize, name: &str, text: &str) -> Value {
    json!({"index": at, "id": format!("call_{at}"), "type": "function", "function": {"name": name, "arguments": text}})
}

fn whole(answer: &Answer, prompt_tokens: usize) -> Response {
    let mut message = json!({"role": "assistant", "content": answer.text});
    if !answer.calls.is_empty() {
        let calls = answer.calls.iter().enumerate().map(|(at, (name, args))| call(at, name, &arguments(args)));
        message["tool_calls"] = calls.collect();
    }
    if let Some(reasoning) = &answer.reasoning {
        message["reasoning_content"] = reasoning.as_str().into();
    }
    let body = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": finish(answer)}],
        "usage": usage(answer, prompt_tokens),
    });
    respond(StatusCode::OK, "application/json", Body::from(body.to_string()))
}

fn event(value: &Value) -> Bytes {
    Bytes::from(format!("data: {value}\n\n"))
}

fn delta(delta: Value) -> Bytes {
    event(
        &json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "scripted", "choices": [{"index": 0, "delta": delta, "finish_reason": null}]}),
    )
}

fn pieces(text: &str, size: usize) -> Vec<String> {
    text.chars().collect::<Vec<_>>().chunks(size).map(|chunk| chunk.iter().collect()).collect()
}

fn words(text: &str, size: usize) -> Vec<Bytes> {
    pieces(text, size).into_iter().map(|piece| delta(json!({"content": piece}))).collect()
}

fn streamed(asked: &Asked, answer: &Answer, size: usize, prompt_tokens: usize) -> Response {
    let mut all = vec![Bytes::from(": the server lives\n\n"), delta(json!({"role": "assistant", "content": ""}))];
    let reasoning = answer.reasoning.as_deref().unwrap_or_default();
    all.extend(
        pieces(reasoning, size).into_iter().map(|piece| delta(json!({"reasoning_content": piece, "reasoning": piece}))),
    );
    all.extend(words(&answer.text, size));
    for (at, (name, _)) in answer.calls.iter().enumerate() {
        all.push(delta(json!({"tool_calls": [call(at, name, "")]})));
    }
    all.extend(interleaved(answer, size));
    all.push(event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": finish(answer)}]})));
    if asked.body["stream_options"]["include_usage"] == true {
        all.push(event(&json!({"choices": [], "usage": usage(answer, prompt_tokens)})));
    }
    all.push(Bytes::from("data: [DONE]\n\n"));
    events(Body::from_stream(stream::iter(all.into_iter().map(Ok::<_, Infallible>))))
}

/// The arguments of all calls, piece by piece and by turns, so that only the index tells whose each piece is.
fn interleaved(answer: &Answer, size: usize) -> Vec<Bytes> {
    let of_each: Vec<Vec<String>> = answer.calls.iter().map(|(_, args)| pieces(&arguments(args), size)).collect();
    let most = of_each.iter().map(Vec::len).max().unwrap_or_default();
    let row = |n: usize| {
        let piece = move |(at, pieces): (usize, &Vec<String>)| {
            Some(json!({"tool_calls": [{"index": at, "function": {"arguments": pieces.get(n)?}}]}))
        };
        of_each.iter().enumerate().filter_map(piece).map(delta).collect::<Vec<_>>()
    };
    (0..most).flat_map(row).collect()
}

/// A vector for each input: its words, hashed. Texts that share words are alike.
pub(super) fn vectors(body: &Value, dims: usize) -> Value {
    let inputs: Vec<&str> = match &body["input"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let vector = |text: &str| {
        let mut vector = vec![0.0f32; dims];
        for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let hash =
                word.bytes().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
            vector[hash as usize % dims] += 1.0;
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        vector.into_iter().map(|x| x / length).collect::<Vec<_>>()
    };
    let data: Vec<Value> = inputs
        .iter()
        .enumerate()
        .map(|(at, text)| json!({"object": "embedding", "index": at, "embedding": vector(text)}))
        .collect();
    json!({"object": "list", "model": body["model"], "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}})
}
