//! LoCoMo's file, as published: a list of conversations in sessions, each with questions that name the turns of evidence.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, bail};
use chrono::{NaiveDateTime, TimeDelta};
use serde_json::Value;

use super::super::world::Said;
use crate::clock::Moment;
use crate::memory::{Person, PersonId};

/// Between two turns of a session, which all have one time in the data.
const BETWEEN_TURNS: TimeDelta = TimeDelta::seconds(20);

/// One conversation.
pub(in crate::eval) struct Conversation {
    pub(in crate::eval) sessions: Vec<Vec<Said>>,
    pub(in crate::eval) questions: Vec<Question>,
}

impl Conversation {
    /// When the first word was said.
    pub(in crate::eval) fn start(&self) -> Moment {
        self.sessions.iter().flatten().map(|said| said.at).min().unwrap_or_default()
    }
}

/// One question about it.
pub(in crate::eval) struct Question {
    pub(in crate::eval) text: String,
    pub(in crate::eval) category: u8,
    /// Turns of the conversation, counted from 0. Never empty.
    pub(in crate::eval) evidence: Vec<usize>,
}

/// Reads the file.
pub(in crate::eval) fn read(path: &Path) -> anyhow::Result<Vec<Conversation>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let samples: Vec<Value> =
        serde_json::from_str(&text).with_context(|| format!("{} is not a list of conversations", path.display()))?;
    let conversations = samples.iter().map(conversation).collect::<anyhow::Result<Vec<_>>>()?;
    if conversations.iter().all(|conversation| conversation.questions.is_empty()) {
        bail!("{} holds no question with evidence", path.display());
    }
    Ok(conversations)
}

fn conversation(sample: &Value) -> anyhow::Result<Conversation> {
    let talk = sample["conversation"].as_object().context("a sample without `conversation`")?;
    let mut turns: HashMap<String, usize> = HashMap::new();
    let mut sessions = Vec::new();
    for number in 1.. {
        let Some(date) = talk.get(&format!("session_{number}_date_time")).and_then(Value::as_str) else { break };
        // Some dates are given though nothing was said.
        let Some(said) = talk.get(&format!("session_{number}")).and_then(Value::as_array) else { continue };
        let start = moment(date)?;
        for turn in said {
            let place = turns.len();
            turns.insert(turn["dia_id"].as_str().unwrap_or_default().to_owned(), place);
        }
        let at = (0..).map(|place| start + BETWEEN_TURNS * place);
        sessions.push(said.iter().zip(at).map(|(turn, at)| said_by(turn, talk, at)).collect());
    }
    let asked = sample["qa"].as_array().context("a sample without `qa`")?;
    let questions =
        asked.iter().map(|question| read_question(question, &turns)).filter(|read| !read.evidence.is_empty());
    Ok(Conversation { sessions, questions: questions.collect() })
}

fn said_by(turn: &Value, talk: &serde_json::Map<String, Value>, at: Moment) -> Said {
    let text = |name: &str| turn[name].as_str().map(str::to_owned);
    let name = text("speaker").unwrap_or_default();
    let first = talk.get("speaker_a").and_then(Value::as_str) == Some(name.as_str());
    let person = Person { id: PersonId(if first { 1 } else { 2 }), name };
    Said { person, text: text("text").unwrap_or_default(), caption: text("blip_caption"), at }
}

/// `1:56 pm on 8 May, 2023`
fn moment(text: &str) -> anyhow::Result<Moment> {
    let read = NaiveDateTime::parse_from_str(&text.to_uppercase(), "%I:%M %p ON %d %B, %Y");
    Ok(read.with_context(|| format!("`{text}` is no date of a session"))?.and_utc())
}

fn read_question(question: &Value, turns: &HashMap<String, usize>) -> Question {
    let named = question["evidence"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut evidence: Vec<usize> = Vec::new();
    for id in named.iter().filter_map(Value::as_str).flat_map(turn_ids) {
        evidence.extend(turns.get(&id).filter(|turn| !evidence.contains(turn)));
    }
    Question {
        text: question["question"].as_str().unwrap_or_default().to_owned(),
        category: question["category"].as_u64().and_then(|number| u8::try_from(number).ok()).unwrap_or_default(),
        evidence,
    }
}

/// The turns named in a text such as `D8:6; D9:17`, `D:11:26` or `D 1 : 03`.
fn turn_ids(text: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for part in text.split('D').skip(1) {
        let numbers: Vec<u32> = part
            .split(|c: char| !c.is_ascii_digit() && c != ':' && !c.is_whitespace())
            .next()
            .unwrap_or_default()
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
            .collect();
        if let [session, turn, ..] = numbers.as_slice() {
            ids.push(format!("D{session}:{turn}"));
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_named_in_several_ways() {
        assert_eq!(turn_ids("D8:6; D9:17"), ["D8:6", "D9:17"]);
        assert_eq!(turn_ids("D:11:26"), ["D11:26"]);
        assert_eq!(turn_ids("D 1 : 03 D2:5"), ["D1:3", "D2:5"]);
        assert_eq!(turn_ids("D"), [""; 0]);
    }

    #[test]
    fn a_session_has_a_time() {
        assert_eq!(moment("1:56 pm on 8 May, 2023").unwrap().to_rfc3339(), "2023-05-08T13:56:00+00:00");
        assert!(moment("yesterday").is_err());
    }
}
