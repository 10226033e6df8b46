//! Discord's published description of its API, and whether a request is as it says. Read from the file that
//! DISCORD_OPENAPI names (`none` for none), else from where the project's surroundings keep one; without it only our own
//! rules are checked.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::notes;

struct Operation {
    method: String,
    path: Vec<String>,
    body: Option<Value>,
    body_required: bool,
}

struct Description {
    document: Value,
    operations: Vec<Operation>,
    validators: Mutex<HashMap<usize, Arc<Validator>>>,
}

/// Whether the description was found.
pub fn is_there() -> bool {
    description().is_some()
}

/// What is wrong with a request by the description.
pub fn check(method: &str, path: &str, body: Option<&Value>) -> Vec<String> {
    let Some(description) = description() else { return Vec::new() };
    let Some(index) = description.find(method, path) else { return vec!["Discord has no such operation".to_owned()] };
    let operation = &description.operations[index];
    match (body, &operation.body) {
        (None, _) if operation.body_required => vec!["it must have a body".to_owned()],
        (None, _) => Vec::new(),
        (Some(_), None) => vec!["it must not have a body".to_owned()],
        (Some(body), Some(schema)) => {
            let validator = description.validator(index, schema);
            validator
                .iter_errors(body)
                .map(|error| format!("{}: {}", error.instance_path(), short(&error.to_string())))
                .collect()
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(300).collect()
}

fn description() -> Option<&'static Description> {
    static DESCRIPTION: OnceLock<Option<Description>> = OnceLock::new();
    let found = DESCRIPTION.get_or_init(|| {
        let named = std::env::var_os("DISCORD_OPENAPI").map(PathBuf::from);
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/discord-openapi.json");
        let file = named.or_else(|| beside.exists().then_some(beside)).filter(|file| file.as_os_str() != "none")?;
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Some(Description::read(serde_json::from_str(&text).expect("Discord's description is JSON")))
    });
    if found.is_none() {
        notes::add(
            "Discord's OpenAPI description not found (set DISCORD_OPENAPI): only the project's own rules were checked",
        );
    }
    found.as_ref()
}

impl Description {
    fn read(document: Value) -> Self {
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("operations") {
                if !["get", "put", "post", "patch", "delete"].contains(&method.as_str()) {
                    continue;
                }
                let body = &operation["requestBody"];
                operations.push(Operation {
                    method: method.to_uppercase(),
                    path: path.trim_matches('/').split('/').map(str::to_owned).collect(),
                    body: body["content"]["application/json"].get("schema").cloned(),
                    body_required: body["required"].as_bool().unwrap_or(false),
                });
            }
        }
        Self { document, operations, validators: Mutex::default() }
    }

    /// The operation of that method and path, the one with the fewest placeholders if several fit.
    fn find(&self, method: &str, path: &str) -> Option<usize> {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let fits = |operation: &Operation| {
            let alike = |(wanted, given): (&String, &&str)| wanted.starts_with('{') || wanted == given;
            operation.method == method
                && operation.path.len() == parts.len()
                && operation.path.iter().zip(&parts).all(alike)
        };
        let placeholders =
            |index: &usize| self.operations[*index].path.iter().filter(|part| part.starts_with('{')).count();
        (0..self.operations.len()).filter(|index| fits(&self.operations[*index])).min_by_key(placeholders)
    }

    fn validator(&self, index: usize, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock().expect("no test panics while compiling a schema");
        let make = || {
            let mut needed = BTreeMap::new();
            self.gather(schema, &mut needed);
            let mut whole = schema.clone();
            whole["components"] = json!({"schemas": needed});
            Arc::new(jsonschema::draft202012::new(&whole).expect("a schema that compiles"))
        };
        validators.entry(index).or_insert_with(make).clone()
    }

    /// All schemas that `schema` refers to, directly or not.
    fn gather(&self, schema: &Value, needed: &mut BTreeMap<String, Value>) {
        match schema {
            Value::Object(fields) => {
                let name =
                    fields.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix("#/components/schemas/"));
                if let Some(name) = name.filter(|name| !needed.contains_key(*name)) {
                    let found = self.document["components"]["schemas"][name].clone();
                    needed.insert(name.to_owned(), found.clone());
                    self.gather(&found, needed);
                }
                fields.values().for_each(|value| self.gather(value, needed));
            }
            Value::Array(items) => items.iter().for_each(|value| self.gather(value, needed)),
            _ => {}
        }
    }
}
