//! Bodies of messages as columns, and back. Must not know SQL.

use serde::{Deserialize, Serialize};

use super::super::StoreError;
use super::rows::Row;
use super::statement::{from_json, json_text};
use crate::memory::{Attachment, Body, Person, PersonId, Quote, ToolCall};

/// Characters of a name or tag that are looked at when it is searched for; an index cannot hold more than so much.
const KEY_LENGTH: usize = 200;

/// How a person's name is searched for: without regard to case.
pub(super) fn name_key(name: &str) -> String {
    search_key(&name.to_lowercase())
}

/// How a tag is searched for.
pub(super) fn search_key(text: &str) -> String {
    text.chars().take(KEY_LENGTH).collect()
}

/// What does not have a column of its own.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Extra {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attachments: Vec<Attachment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quote: Option<Quote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    calls: Vec<StoredCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<ResultOf>,
}

/// A call. Its arguments are a JSON text of their own: nested into this one, the deepest that a reader accepts would become
/// too deep to be read back.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct StoredCall {
    id: String,
    name: String,
    arguments: String,
}

impl StoredCall {
    fn of(call: &ToolCall) -> Result<Self, StoreError> {
        let arguments = json_text(&call.arguments)?;
        Ok(Self { id: call.id.clone(), name: call.name.clone(), arguments })
    }

    fn read(self) -> Result<ToolCall, StoreError> {
        let arguments = from_json(&self.arguments, "arguments of a call")?;
        Ok(ToolCall { id: self.id, name: self.name, arguments })
    }
}

/// The call that a tool result answers.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct ResultOf {
    call_id: String,
    name: String,
    ok: bool,
}

/// The columns role, author, author_key, person_name, text and extra.
pub(super) struct BodyColumns {
    pub role: &'static str,
    pub author: Option<String>,
    pub author_key: Option<String>,
    pub person_name: Option<String>,
    pub text: String,
    pub extra: Option<String>,
}

impl BodyColumns {
    /// Takes a body apart.
    pub(super) fn of(body: &Body) -> Result<Self, StoreError> {
        let (person, extra) = match body {
            Body::Person { person, attachments, quote, .. } => {
                let extra = Extra { attachments: attachments.clone(), quote: quote.clone(), ..Extra::default() };
                (Some(person), extra)
            }
            Body::Agent { calls, .. } => {
                let calls = calls.iter().map(StoredCall::of).collect::<Result<_, _>>()?;
                (None, Extra { calls, ..Extra::default() })
            }
            Body::ToolResult { call_id, name, ok, .. } => {
                let result = ResultOf { call_id: call_id.clone(), name: name.clone(), ok: *ok };
                (None, Extra { result: Some(result), ..Extra::default() })
            }
            Body::Note { .. } => (None, Extra::default()),
        };
        let agent = || matches!(body, Body::Agent { .. }).then(|| "agent".to_owned());
        Ok(Self {
            role: body.role(),
            author: person.map(|person| person.id.to_string()).or_else(agent),
            author_key: person.map(|person| name_key(&person.name)),
            person_name: person.map(|person| person.name.clone()),
            text: body.text().to_owned(),
            extra: if extra == Extra::default() { None } else { Some(json_text(&extra)?) },
        })
    }
}

/// The quote in the column `extra`.
pub(super) fn quote_in(extra: &str) -> Result<Option<Quote>, StoreError> {
    Ok(from_json::<Extra>(extra, "column extra")?.quote)
}

/// Puts a body together again.
pub(super) fn body_of(row: &Row) -> Result<Body, StoreError> {
    let extra = row.text_or_null("extra")?.map(|text| from_json(&text, "column extra")).transpose()?;
    let extra: Extra = extra.unwrap_or_default();
    let text = row.text("text")?;
    match row.text("role")?.as_str() {
        "person" => {
            let person = Person { id: PersonId(row.parsed("author")?), name: row.text("person_name")? };
            Ok(Body::Person { person, text, attachments: extra.attachments, quote: extra.quote })
        }
        "agent" => {
            let calls = extra.calls.into_iter().map(StoredCall::read).collect::<Result<_, _>>()?;
            Ok(Body::Agent { text, calls })
        }
        "tool" => {
            let result = extra.result.ok_or_else(|| StoreError::Corrupt("a tool result without its call".into()))?;
            Ok(Body::ToolResult { call_id: result.call_id, name: result.name, text, ok: result.ok })
        }
        "note" => Ok(Body::Note { text }),
        other => Err(StoreError::Corrupt(format!("a message of the kind `{other}`"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_deepest_arguments_that_can_be_read_can_be_stored() {
        let text = format!("{}1{}", "[".repeat(127), "]".repeat(127));
        let arguments: Value = serde_json::from_str(&text).expect("as deep as it goes");
        let call = ToolCall { id: "c1".into(), name: "t".into(), arguments };
        let body = Body::Agent { text: String::new(), calls: vec![call.clone()] };
        let stored = BodyColumns::of(&body).expect("columns").extra.expect("calls");
        let extra: Extra = from_json(&stored, "extra").expect("JSON");
        let read: Vec<ToolCall> = extra.calls.into_iter().map(|call| call.read().expect("call")).collect();
        assert_eq!(read, [call]);
    }

    #[test]
    fn names_are_searched_without_case_and_within_bounds() {
        assert_eq!(name_key("ÄNNE"), "änne");
        assert_eq!(name_key(&"x".repeat(9_000)).chars().count(), KEY_LENGTH);
    }
}
