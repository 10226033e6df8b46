//! The shapes of OpenAI-compatible chat completions: the body that is sent, and an answer put together from one piece or
//! many. Pure; knows no protocol and no transport.

use serde_json::{Map, Value, json};

use super::failure::{Failure, Secrets, malformed, of_error_object};
use super::quirks::{Quirks, SchemaForm};
use super::{Finish, Usage};

/// Bytes of words and arguments that one answer may have. Even 65 536 tokens are far less.
const ANSWER_LIMIT: usize = 4 << 20;
/// Calls that one answer may have.
const CALLS_LIMIT: usize = 256;

/// What is asked, in the wire's own shapes.
#[derive(Debug, Clone, Default)]
pub(super) struct Ask {
    pub messages: Vec<Value>,
    pub tools: Vec<Value>,
    /// The tools are named but must not be called.
    pub forbid_calls: bool,
    /// A schema that the answer is held to.
    pub schema: Option<Value>,
    pub max_tokens: u32,
}

/// What is the same for every request of one client.
pub(super) struct Setup<'a> {
    pub model: &'a str,
    pub temperature: Option<f32>,
    pub stream: bool,
    /// Whether pictures are sent.
    pub pictures: bool,
    pub quirks: &'a Quirks,
}

impl Ask {
    /// The body. Fields that are the same from call to call come first.
    pub fn body(&self, setup: &Setup<'_>) -> Value {
        let quirks = setup.quirks;
        let mut body = Map::new();
        body.insert("model".into(), setup.model.into());
        if !self.tools.is_empty() {
            body.insert("tools".into(), self.tools.clone().into());
            if self.forbid_calls && quirks.tool_choice() {
                body.insert("tool_choice".into(), "none".into());
            }
            if !self.forbid_calls && quirks.parallel_calls() {
                body.insert("parallel_tool_calls".into(), true.into());
            }
        }
        let messages: Vec<Value> = match setup.pictures {
            true => self.messages.clone(),
            false => self.messages.iter().map(without_pictures).collect(),
        };
        body.insert("messages".into(), messages.into());
        body.insert(quirks.max_tokens().into(), self.max_tokens.into());
        if let Some(temperature) = setup.temperature.filter(|_| quirks.temperature()) {
            // Through text, since 0.7_f32 as f64 would be written with sixteen digits.
            let number: Value = temperature.to_string().parse::<f64>().map_or(Value::Null, Value::from);
            body.insert("temperature".into(), number);
        }
        if let Some(format) = self.response_format(quirks.schema_form()) {
            body.insert("response_format".into(), format);
        }
        if setup.stream {
            body.insert("stream".into(), true.into());
            if quirks.stream_options() {
                body.insert("stream_options".into(), json!({"include_usage": true}));
            }
        }
        Value::Object(body)
    }

    /// Whether any message shows a picture.
    pub fn has_pictures(&self) -> bool {
        self.messages.iter().any(|message| message["content"].is_array())
    }

    fn response_format(&self, form: SchemaForm) -> Option<Value> {
        let schema = self.schema.as_ref()?;
        let held = |strict: bool| json!({"type": "json_schema", "json_schema": {"name": "step", "strict": strict, "schema": schema}});
        match form {
            SchemaForm::Strict => Some(held(true)),
            SchemaForm::Loose => Some(held(false)),
            SchemaForm::Object => Some(json!({"type": "json_object"})),
            SchemaForm::Unheld => None,
        }
    }
}

/// The message with its words alone, and a word for each picture that is not there.
fn without_pictures(message: &Value) -> Value {
    let Some(parts) = message["content"].as_array() else { return message.clone() };
    let words = parts.iter().map(|part| part["text"].as_str().unwrap_or("(This picture cannot be shown to you.)"));
    let mut message = message.clone();
    message["content"] = words.collect::<Vec<_>>().join("\n").into();
    message
}

/// A call as it came, with its arguments as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

/// An answer as it came, without the fields that hold reasoning.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawAnswer {
    pub text: String,
    pub calls: Vec<RawCall>,
    pub finish: Option<Finish>,
    pub usage: Option<Usage>,
}

/// Puts an answer together.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    answer: RawAnswer,
    /// The index that each call came under.
    indices: Vec<Option<u64>>,
    choices_seen: bool,
    refusal: String,
    bytes: usize,
}

impl Assembler {
    /// Takes a piece of a streamed answer (or a whole one) in and tells what words it brought.
    ///
    /// # Errors
    /// The provider's error if the piece is one; malformed if the answer grows beyond all bounds.
    pub fn take(&mut self, piece: &Value, secrets: &Secrets) -> Result<String, Failure> {
        if let Some(error) = piece.get("error").filter(|error| !error.is_null()) {
            return Err(of_error_object(error, secrets));
        }
        if let Some(usage) = piece.get("usage").and_then(usage) {
            self.answer.usage = Some(usage);
        }
        let choices = piece.get("choices").and_then(Value::as_array);
        let Some(choice) = choices.and_then(|choices| choices.iter().find(|choice| is_first(choice))) else {
            return Ok(String::new());
        };
        self.choices_seen = true;
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            if reason == "error" {
                return Err(of_error_object(&json!("the model failed while it answered"), secrets));
            }
            self.answer.finish = Some(finish(reason));
        }
        let part = ["delta", "message"].iter().find_map(|key| choice.get(key).filter(|part| part.is_object()));
        let said = part.map(|part| self.take_part(part)).unwrap_or_default();
        if self.bytes > ANSWER_LIMIT || self.answer.calls.len() > CALLS_LIMIT {
            return Err(malformed("it is endless", secrets));
        }
        Ok(said)
    }

    fn take_part(&mut self, part: &Value) -> String {
        let said = part.get("content").map(words).unwrap_or_default();
        self.bytes += said.len();
        self.answer.text.push_str(&said);
        self.refusal.push_str(part.get("refusal").and_then(Value::as_str).unwrap_or_default());
        for call in part.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.take_call(call, call.get("function").unwrap_or(call));
        }
        // The form of before parallel calls.
        if let Some(function) = part.get("function_call").filter(|function| function.is_object()) {
            self.take_call(&Value::Null, function);
        }
        said
    }

    fn take_call(&mut self, call: &Value, function: &Value) {
        let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (id, name) = (text(call, "id"), text(function, "name"));
        let arguments = match function.get("arguments") {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        self.bytes += arguments.len() + name.len() + id.len();
        let at = self.slot(call.get("index").and_then(Value::as_u64), &id, &name);
        let slot = &mut self.answer.calls[at];
        if slot.id.is_empty() {
            slot.id = id;
        }
        if slot.name != name {
            slot.name.push_str(&name);
        }
        slot.arguments.push_str(&arguments);
    }

    /// Where a piece of a call belongs: to the call of its index, else to the last one. Some providers give every call
    /// of a turn the same index, or none; then another id together with a name begins another call.
    fn slot(&mut self, index: Option<u64>, id: &str, name: &str) -> usize {
        let same = match index {
            Some(_) => self.indices.iter().rposition(|known| *known == index),
            None => self.indices.len().checked_sub(1),
        };
        let known = same.filter(|at| {
            let slot = &self.answer.calls[*at];
            let another = !id.is_empty() && !slot.id.is_empty() && slot.id != id;
            let unnamed_but_whole = index.is_none() && id.is_empty() && !slot.arguments.is_empty();
            name.is_empty() || !(another || unnamed_but_whole)
        });
        known.unwrap_or_else(|| {
            self.indices.push(index);
            self.answer.calls.push(RawCall::default());
            self.answer.calls.len() - 1
        })
    }

    /// Whether the model said that it was done.
    pub fn is_finished(&self) -> bool {
        self.answer.finish.is_some()
    }

    /// The answer.
    ///
    /// # Errors
    /// Malformed if there was none.
    pub fn finish(mut self, secrets: &Secrets) -> Result<RawAnswer, Failure> {
        if !self.choices_seen {
            return Err(malformed("it holds no choices", secrets));
        }
        if self.answer.text.is_empty() && !self.refusal.is_empty() {
            self.answer.text = self.refusal;
            self.answer.finish = Some(Finish::Filtered);
        }
        self.answer.calls.retain(|call| !call.name.trim().is_empty());
        Ok(self.answer)
    }
}

fn is_first(choice: &Value) -> bool {
    choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0
}

/// Content is a text or a list of parts, of which those of type `text` are meant for the person.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let is_text = |part: &&Value| part.get("type").and_then(Value::as_str) == Some("text");
            parts.iter().filter(is_text).filter_map(|part| part.get("text")?.as_str()).collect()
        }
        _ => String::new(),
    }
}

fn finish(reason: &str) -> Finish {
    match reason.to_ascii_lowercase().as_str() {
        "length" | "max_tokens" | "model_length" => Finish::Length,
        "tool_calls" | "function_call" | "tool_use" => Finish::ToolCalls,
        "content_filter" | "safety" | "recitation" | "refusal" => Finish::Filtered,
        _ => Finish::Stop,
    }
}

fn usage(value: &Value) -> Option<Usage> {
    let number = |path: &str| value.pointer(path).and_then(Value::as_u64);
    let prompt_tokens = number("/prompt_tokens").filter(|tokens| *tokens > 0)?;
    let cached = number("/prompt_tokens_details/cached_tokens").or_else(|| number("/prompt_cache_hit_tokens"));
    let completion_tokens = number("/completion_tokens").unwrap_or(0);
    Some(Usage { prompt_tokens, completion_tokens, cached_tokens: cached })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets() -> Secrets {
        Secrets::of(None, &reqwest::Url::parse("http://127.0.0.1").unwrap())
    }

    fn assemble(pieces: &[Value]) -> RawAnswer {
        let mut assembler = Assembler::default();
        pieces.iter().for_each(|piece| drop(assembler.take(piece, &secrets()).unwrap()));
        assembler.finish(&secrets()).unwrap()
    }

    fn delta(delta: Value) -> Value {
        json!({"choices": [{"index": 0, "delta": delta}]})
    }

    #[test]
    fn calls_are_put_together_by_index() {
        let call = |index: u64, rest: Value| {
            let mut call = rest;
            call["index"] = index.into();
            delta(json!({"tool_calls": [call]}))
        };
        let answer = assemble(&[
            call(0, json!({"id": "a", "function": {"name": "one", "arguments": ""}})),
            call(0, json!({"function": {"arguments": "{\"x\":"}})),
            call(1, json!({"id": "b", "function": {"name": "two", "arguments": "{}"}})),
            call(0, json!({"function": {"arguments": "1}"}})),
        ]);
        let expected = [("a", "one", "{\"x\":1}"), ("b", "two", "{}")];
        let calls: Vec<_> =
            answer.calls.iter().map(|c| (c.id.as_str(), c.name.as_str(), c.arguments.as_str())).collect();
        assert_eq!(calls, expected);
    }

    #[test]
    fn calls_under_one_index_or_none_are_still_apart() {
        for index in [json!(0), Value::Null] {
            let call = |id: &str, name: &str| {
                delta(
                    json!({"tool_calls": [{"index": index, "id": id, "function": {"name": name, "arguments": "{}"}}]}),
                )
            };
            let answer = assemble(&[call("a", "one"), call("b", "one")]);
            assert_eq!(answer.calls.len(), 2, "{index}");
        }
    }

    #[test]
    fn a_whole_answer_is_one_piece() {
        let answer = assemble(&[json!({
            "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {
                "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Yes."}],
                "reasoning_content": "hm",
                "tool_calls": [{"id": "a", "function": {"name": "one", "arguments": {"x": 1}}}]}}],
            "usage": {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}}})]);
        assert_eq!((answer.text.as_str(), answer.finish), ("Yes.", Some(Finish::ToolCalls)));
        assert_eq!(answer.calls[0].arguments, "{\"x\":1}");
        assert_eq!(answer.usage, Some(Usage { prompt_tokens: 9, completion_tokens: 2, cached_tokens: Some(4) }));
    }

    #[test]
    fn an_answer_without_choices_or_without_end_is_malformed() {
        assert!(Assembler::default().finish(&secrets()).is_err());
        let mut assembler = Assembler::default();
        let piece = delta(json!({"content": "x".repeat(1 << 20)}));
        assert!((0..10).any(|_| assembler.take(&piece, &secrets()).is_err()));
    }

    #[test]
    fn a_model_that_cannot_see_gets_words() {
        let parts = json!([{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:"}}]);
        let ask = Ask { messages: vec![json!({"role": "user", "content": parts})], ..Ask::default() };
        assert!(ask.has_pictures());
        let quirks = Quirks::default();
        let body =
            |pictures| ask.body(&Setup { model: "m", temperature: None, stream: false, pictures, quirks: &quirks });
        assert_eq!(body(true)["messages"][0]["content"], parts);
        assert_eq!(body(false)["messages"][0]["content"], "look\n(This picture cannot be shown to you.)");
    }

    #[test]
    fn a_body_names_only_what_the_provider_takes() {
        let quirks = Quirks::default();
        let ask = Ask { schema: Some(json!({"type": "object"})), max_tokens: 7, ..Ask::default() };
        let setup = Setup { model: "m", temperature: Some(0.7), stream: true, pictures: true, quirks: &quirks };
        let body = ask.body(&setup);
        assert_eq!(body["temperature"].to_string(), "0.7");
        assert_eq!(body["response_format"]["json_schema"]["strict"], true);
        quirks.learn(400, "temperature", &body);
        quirks.learn(400, "stream_options", &body);
        quirks.learn(400, "json_schema", &body);
        let body = ask.body(&setup);
        assert!(body.get("temperature").is_none() && body.get("stream_options").is_none());
        assert_eq!(body["response_format"]["json_schema"]["strict"], false);
    }
}
