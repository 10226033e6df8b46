//! Every sentence the model is given, from `prompts/*.md`. Owns how placeholders are filled and how the descriptions of
//! tools are found. Must not know what the sentences are for.

use serde_json::Value;

macro_rules! prompt {
    ($(#[$doc:meta])* $name:ident = $file:literal) => {
        $(#[$doc])*
        pub const $name: &str = include_str!(concat!("../prompts/", $file, ".md"));
    };
}

prompt!(/** The instructions at the head of every prompt. */ SYSTEM = "system");
prompt!(/** A new agent's `persona`. */ PERSONA = "personas/companion");
prompt!(/** A new person's `human`. */ HUMAN = "human");
prompt!(PLACE_DM = "place_dm");
prompt!(PLACE_CHANNEL = "place_channel");
prompt!(PLACE_TERMINAL = "place_terminal");
prompt!(HUMAN_RULE_ONE = "human_rule_one");
prompt!(HUMAN_RULE_MANY = "human_rule_many");
prompt!(/** Told to agents that have documents. */ DOCUMENTS = "documents");
prompt!(/** Told once before the oldest part of the queue is evicted. */ PRESSURE = "pressure");
prompt!(/** Told when no more tools may be called in this turn. */ ANSWER_NOW = "answer_now");
prompt!(/** Told after an answer without words or calls. */ EMPTY_ANSWER = "empty_answer");
prompt!(/** Stands in the place of a message that was deleted. */ DELETED = "deleted");
prompt!(/** Stands in the place of a result that showed such a message, or a document that was removed. */ WITHDRAWN = "withdrawn");
prompt!(/** Stands in the place of an answer to a message that was edited afterwards. */ TAKEN_BACK = "taken_back");
prompt!(/** Stands behind an answer that a person stopped. */ STOPPED = "stopped");
prompt!(/** Stands before the summary. */ SUMMARY_HEADING = "summary_heading");
prompt!(/** The summariser's instructions. */ SUMMARIZE = "summarize");
prompt!(/** The instructions of an agent that tends its memory while nobody talks. */ QUIET = "quiet");
prompt!(TOOLS = "tools");

/// A template with each `{{name}}` replaced by its value. Values are put in once and never looked into.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let Some((name, behind)) = after.split_once("}}") else {
            filled.push_str("{{");
            rest = after;
            continue;
        };
        filled.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = behind;
    }
    filled.push_str(rest);
    filled.trim_end().to_owned()
}

/// What `prompts/tools.md` says of one tool: its description, and one line for each argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolText {
    /// What it does and when to use it.
    pub description: String,
    /// (argument, what it means).
    pub arguments: Vec<(String, String)>,
}

/// What the model is told of the tool `name`; empty where the file has no such section (a test sees to it that each has).
pub fn tool_text(name: &str) -> ToolText {
    let section = TOOLS.split("# ").find(|section| section.lines().next().is_some_and(|line| line.trim() == name));
    let lines = || section.unwrap_or_default().lines().skip(1).map(str::trim).filter(|line| !line.is_empty());
    let description = lines().filter(|line| !line.starts_with("- ")).collect::<Vec<_>>().join(" ");
    let argument =
        |line: &str| line.strip_prefix("- ")?.split_once(": ").map(|(name, text)| (name.into(), text.into()));
    ToolText { description, arguments: lines().filter_map(argument).collect() }
}

/// Writes the descriptions of a tool's arguments into the JSON schema of its arguments.
pub fn describe_arguments(schema: &mut Value, text: &ToolText) {
    for (name, description) in &text.arguments {
        if let Some(argument) = schema.pointer_mut(&format!("/properties/{name}")).and_then(Value::as_object_mut) {
            argument.insert("description".into(), Value::String(description.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_looked_into() {
        assert_eq!(fill("a {{x}} b {{y}}\n", &[("x", "{{y}}"), ("y", "2")]), "a {{y}} b 2");
        assert_eq!(fill("open {{ end", &[]), "open {{ end");
    }

    #[test]
    fn a_tool_is_described_with_its_arguments() {
        let text = tool_text("react");
        assert!(text.description.starts_with("Puts an emoji"));
        assert_eq!(text.arguments.len(), 1);
    }
}
