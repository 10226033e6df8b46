//! What a provider does not accept, learned from its refusals and remembered as long as the program runs.

use std::sync::atomic::{AtomicU8, Ordering};

use serde_json::Value;

/// How an answer is held to a schema, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SchemaForm {
    Strict,
    /// The schema without `strict`, which some providers allow for a part of JSON Schema only.
    Loose,
    /// Any JSON object.
    Object,
    /// Not at all: only the prompt asks for it.
    Unheld,
}

const COMPLETION_TOKENS: u8 = 1;
const NO_TEMPERATURE: u8 = 1 << 1;
const NO_STREAM_OPTIONS: u8 = 1 << 2;
const NO_PARALLEL_CALLS: u8 = 1 << 3;
const NO_TOOL_CHOICE: u8 = 1 << 4;
const NO_PICTURES: u8 = 1 << 5;

/// Each: the field as it was sent, how a refusal names it, what to remember.
const FIELDS: &[(&str, &str, u8)] = &[
    ("max_tokens", "max_completion_tokens", COMPLETION_TOKENS),
    ("temperature", "temperature", NO_TEMPERATURE),
    ("stream_options", "stream_options", NO_STREAM_OPTIONS),
    ("parallel_tool_calls", "parallel_tool_calls", NO_PARALLEL_CALLS),
    ("tool_choice", "tool_choice", NO_TOOL_CHOICE),
];

/// How refusals name the schema or what a server makes of it.
const SCHEMA_WORDS: &[&str] =
    &["response_format", "response format", "schema", "grammar", "structured output", "strict"];

/// How refusals name pictures, or that a message holds anything but words.
const PICTURE_WORDS: &[&str] = &[
    "image",
    "picture",
    "vision",
    "multimodal",
    "multi-modal",
    "mmproj",
    "must be a string",
    "valid string",
    "expected a string",
    "expected string",
    "invalid type: sequence",
];
/// Words that speak of the one picture and not of all.
const ONE_PICTURE_WORDS: &[&str] = &[
    "format",
    "media type",
    "media_type",
    "mime",
    "process",
    "corrupt",
    "decode",
    "download",
    "base64",
    "too large",
    "dimension",
    "pixel",
    "exceed",
    "invalid image",
];

/// What a refusal says of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnPictures {
    /// The model sees none.
    Blind,
    /// These cannot be taken.
    NotThese,
}

/// What a refusal in those words (lower case) says of pictures, if anything.
pub(super) fn on_pictures(status: u16, words: &str) -> Option<OnPictures> {
    let has = |known: &[&str]| known.iter().any(|word| words.contains(word));
    match status {
        400 | 404 | 415 | 422 | 500 | 501 if has(PICTURE_WORDS) => {
            Some(if has(ONE_PICTURE_WORDS) { OnPictures::NotThese } else { OnPictures::Blind })
        }
        _ => None,
    }
}

/// What was learned of one provider.
#[derive(Debug, Default)]
pub(super) struct Quirks {
    fields: AtomicU8,
    form: AtomicU8,
}

impl Quirks {
    fn has(&self, quirk: u8) -> bool {
        self.fields.load(Ordering::Relaxed) & quirk != 0
    }

    /// The name of the limit of an answer's tokens.
    pub fn max_tokens(&self) -> &'static str {
        if self.has(COMPLETION_TOKENS) { "max_completion_tokens" } else { "max_tokens" }
    }

    pub fn temperature(&self) -> bool {
        !self.has(NO_TEMPERATURE)
    }

    pub fn stream_options(&self) -> bool {
        !self.has(NO_STREAM_OPTIONS)
    }

    pub fn parallel_calls(&self) -> bool {
        !self.has(NO_PARALLEL_CALLS)
    }

    pub fn tool_choice(&self) -> bool {
        !self.has(NO_TOOL_CHOICE)
    }

    /// Whether pictures were never refused altogether.
    pub fn pictures(&self) -> bool {
        !self.has(NO_PICTURES)
    }

    /// Remembers that the model sees no pictures.
    pub fn learn_blindness(&self) {
        self.fields.fetch_or(NO_PICTURES, Ordering::Relaxed);
    }

    pub fn schema_form(&self) -> SchemaForm {
        match self.form.load(Ordering::Relaxed) {
            0 => SchemaForm::Strict,
            1 => SchemaForm::Loose,
            2 => SchemaForm::Object,
            _ => SchemaForm::Unheld,
        }
    }

    /// Learns from a refusal of `body` in the provider's words (lower case). Answers whether the next body would differ.
    /// Each thing is learned once, so that asking again at once ends.
    pub fn learn(&self, status: u16, words: &str, body: &Value) -> bool {
        if !matches!(status, 400 | 404 | 415 | 422 | 501) {
            return false;
        }
        let refused = FIELDS.iter().find(|(sent, named, _)| body.get(sent).is_some() && words.contains(named));
        if let Some((_, _, quirk)) = refused {
            self.fields.fetch_or(*quirk, Ordering::Relaxed);
            return true;
        }
        if body.get("response_format").is_some() && SCHEMA_WORDS.iter().any(|word| words.contains(word)) {
            self.worsen_schema_form(body);
            return true;
        }
        false
    }

    /// One step down from the form that was refused, unless another request has got further already.
    fn worsen_schema_form(&self, body: &Value) {
        let refused = match body.pointer("/response_format/type").and_then(Value::as_str) {
            Some("json_object") => 2,
            _ if body.pointer("/response_format/json_schema/strict") == Some(&Value::Bool(true)) => 0,
            _ => 1,
        };
        self.form.fetch_max(refused + 1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_refusal_is_learned_once() {
        let quirks = Quirks::default();
        let body = json!({"max_tokens": 5, "temperature": 0.5});
        let words = "unsupported parameter: 'max_tokens'. use 'max_completion_tokens' instead.";
        assert!(quirks.learn(400, words, &body));
        assert_eq!(quirks.max_tokens(), "max_completion_tokens");
        assert!(!quirks.learn(400, words, &json!({"max_completion_tokens": 5})));
        assert!(!quirks.learn(401, "temperature", &body));
        assert!(quirks.learn(422, "'temperature' does not support 0.5", &body));
        assert!(!quirks.temperature());
        assert!(!quirks.learn(400, "no such model", &body));
    }

    #[test]
    fn a_model_without_eyes_is_told_from_a_picture_that_is_none() {
        for words in [
            "no endpoints found that support image input",
            "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
            "messages[1].content must be a string",
            "invalid type: sequence, expected a string",
            "test-model is not a multimodal model",
            "unknown variant `image_url`, expected `text`",
        ] {
            assert_eq!(on_pictures(400, words), Some(OnPictures::Blind), "{words}");
        }
        for words in ["could not process image", "unsupported image format", "invalid base64 image_url"] {
            assert_eq!(on_pictures(400, words), Some(OnPictures::NotThese), "{words}");
        }
        assert_eq!(on_pictures(400, "no such model"), None);
        assert_eq!(on_pictures(401, "image"), None);
    }

    #[test]
    fn a_schema_that_is_refused_is_loosened_step_by_step() {
        let quirks = Quirks::default();
        let strict = json!({"response_format": {"type": "json_schema", "json_schema": {"strict": true}}});
        assert!(quirks.learn(400, "invalid schema for response_format", &strict));
        assert!(quirks.learn(400, "invalid schema for response_format", &strict));
        assert_eq!(quirks.schema_form(), SchemaForm::Loose);
        let loose = json!({"response_format": {"type": "json_schema", "json_schema": {"strict": false}}});
        assert!(quirks.learn(400, "failed to parse grammar", &loose));
        assert_eq!(quirks.schema_form(), SchemaForm::Object);
        assert!(quirks.learn(
            400,
            "response_format is not supported",
            &json!({"response_format": {"type": "json_object"}})
        ));
        assert_eq!(quirks.schema_form(), SchemaForm::Unheld);
    }
}
