//! What tools share in reading arguments and writing results: schemas, dates, pages. Pure.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::ToolError;
use super::when::{self, ACCEPTED, Period};
use crate::clock::Moment;
use crate::llm::ToolSpec;
use crate::prompts;

/// What the model is told of a tool: its arguments' schema comes from the type that reads them, its words from
/// `prompts/tools.md`.
pub(super) fn spec<Arguments: JsonSchema>(name: &str) -> ToolSpec {
    let text = prompts::tool_text(name);
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let mut parameters = settings.into_generator().into_root_schema_for::<Arguments>().to_value();
    tidy(&mut parameters);
    prompts::describe_arguments(&mut parameters, &text);
    ToolSpec { name: name.to_owned(), description: text.description, parameters }
}

/// Takes out what costs tokens and tells a model nothing: titles, number formats, defaults, and "or null".
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(object) => tidy_object(object),
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

fn tidy_object(object: &mut Map<String, Value>) {
    for noise in ["title", "format", "default"] {
        if object.get(noise).is_some_and(|value| !value.is_object()) || noise == "default" {
            object.remove(noise);
        }
    }
    if let Some(Value::Array(types)) = object.get("type") {
        let first = types.iter().find(|kind| *kind != "null").cloned();
        object.insert("type".into(), first.unwrap_or(Value::Null));
    }
    object.values_mut().for_each(tidy);
}

/// Reads the arguments of a call.
///
/// # Errors
/// A text for the model that says what was wrong.
pub(super) fn read<Arguments: DeserializeOwned>(arguments: Value) -> Result<Arguments, ToolError> {
    let arguments = match arguments {
        Value::Null => Value::Object(Map::new()),
        Value::String(raw) => {
            return Err(ToolError::Model(format!("The arguments are not a JSON object: {}", clip(&raw, 200))));
        }
        other => other,
    };
    serde_json::from_value(arguments).map_err(|error| ToolError::Model(format!("Wrong arguments: {error}.")))
}

/// The first `limit` characters, with a mark if more followed.
pub fn clip(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The time that results are asked from: `when` names a period, `after` and `before` its ends.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Times {
    #[schemars(length(max = 40))]
    when: Option<String>,
    #[schemars(length(max = 40))]
    after: Option<String>,
    #[schemars(length(max = 40))]
    before: Option<String>,
}

impl Times {
    /// The first moment that is meant, and the first one that no longer is.
    ///
    /// # Errors
    /// A text for the model that says what is accepted.
    pub(super) fn read(&self, now: Moment) -> Result<(Option<Moment>, Option<Moment>), ToolError> {
        let when = period("when", self.when.as_deref(), now)?;
        let after = period("after", self.after.as_deref(), now)?.map(|period| period.from);
        let before = period("before", self.before.as_deref(), now)?.map(|period| period.from);
        Ok((after.max(when.map(|period| period.from)), earlier(before, when.map(|period| period.to))))
    }
}

fn earlier(one: Option<Moment>, other: Option<Moment>) -> Option<Moment> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

fn period(argument: &str, text: Option<&str>, now: Moment) -> Result<Option<Period>, ToolError> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    let read = when::period(text, now);
    read.map(Some)
        .ok_or_else(|| ToolError::Model(format!("`{argument}` must be {ACCEPTED}, not `{}`.", clip(text, 40))))
}

/// Why something was changed, as it is stored: none where nothing was said.
pub(super) fn reason(said: Option<String>) -> Option<String> {
    said.map(|reason| clip(reason.trim(), 300)).filter(|reason| !reason.is_empty())
}

/// "page 2/7, 33 found", the head of every listing.
pub fn page_note(page: u64, pages: u64, total: u64) -> String {
    format!("page {page}/{pages}, {total} found")
}

/// What is said of a page beyond the last one.
pub fn no_page(page: u64, pages: u64, total: u64) -> String {
    format!("There is no page {page}: {}.", page_note(pages, pages, total))
}
