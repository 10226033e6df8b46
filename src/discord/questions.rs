//! Questions with buttons that wait for their answer. Owns that one person can answer each, once, in time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use uuid::Uuid;

use crate::agent::desk::transfer::Archive;
use crate::memory::AgentKey;
use crate::store::ResetWhat;

/// What is to be done if it is confirmed.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    Reset(ResetWhat),
    /// The document of that number.
    RemoveDocument(i64),
    /// Files to take in.
    Import(Arc<Archive>),
}

/// Who asked for what, where.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    pub person: u64,
    pub key: AgentKey,
    pub what: Wish,
}

/// What a click on a button meant.
#[derive(Debug, Clone, PartialEq)]
pub enum Click {
    Yes(Asked),
    No(Asked),
    /// Somebody else's question.
    NotYours,
    /// Answered before, or expired.
    Over,
}

struct Waiting {
    asked: Asked,
    /// Dropped when the question is answered.
    _answered: oneshot::Sender<()>,
}

/// The questions that wait. Cheap to clone.
#[derive(Clone, Default)]
pub struct Questions(Arc<Mutex<HashMap<String, Waiting>>>);

/// A question that was asked; it is over when this is dropped.
pub struct Question {
    questions: Questions,
    nonce: String,
    person: u64,
    answered: oneshot::Receiver<()>,
}

impl Questions {
    /// Begins to wait for an answer.
    pub fn ask(&self, asked: Asked) -> Question {
        let nonce = Uuid::now_v7().simple().to_string();
        let (sender, answered) = oneshot::channel();
        let person = asked.person;
        self.lock().insert(nonce.clone(), Waiting { asked, _answered: sender });
        Question { questions: self.clone(), nonce, person, answered }
    }

    /// What it means that `person` clicked the button `custom_id`; none if it is no button of a question.
    pub fn click(&self, custom_id: &str, person: u64) -> Option<Click> {
        let mut parts = custom_id.strip_prefix("reset:")?.split(':');
        let (choice, owner, nonce) = (parts.next()?, parts.next()?, parts.next()?);
        if owner != person.to_string() {
            return Some(Click::NotYours);
        }
        let mut waiting = self.lock();
        if waiting.get(nonce).is_none_or(|question| question.asked.person != person) {
            return Some(Click::Over);
        }
        let question = waiting.remove(nonce)?;
        Some(if choice == "yes" { Click::Yes(question.asked) } else { Click::No(question.asked) })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Question {
    /// The ids of the buttons that confirm and that cancel.
    pub fn buttons(&self) -> [String; 2] {
        ["yes", "no"].map(|choice| format!("reset:{choice}:{}:{}", self.person, self.nonce))
    }

    /// Waits until it was answered.
    pub async fn answered(&mut self) {
        // The sender is only ever dropped, so an error is the answer.
        let _ = (&mut self.answered).await;
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        self.questions.lock().remove(&self.nonce);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Asked {
        Asked { person: 7, key: AgentKey::Channel(20), what: Wish::Reset(ResetWhat::All) }
    }

    #[tokio::test]
    async fn one_person_answers_once() {
        let questions = Questions::default();
        let mut question = questions.ask(asked());
        let [yes, no] = question.buttons();
        assert!(yes.len() <= 100);
        assert_eq!(questions.click(&yes, 8), Some(Click::NotYours));
        assert_eq!(questions.click(&yes, 7), Some(Click::Yes(asked())));
        question.answered().await;
        assert_eq!(questions.click(&yes, 7), Some(Click::Over));
        assert_eq!(questions.click(&no, 7), Some(Click::Over));
    }

    #[test]
    fn a_question_that_was_let_go_is_over() {
        let questions = Questions::default();
        let [yes, no] = questions.ask(asked()).buttons();
        assert_eq!(questions.click(&yes, 7), Some(Click::Over));
        assert_eq!(questions.click(&no, 7), Some(Click::Over));
        assert_eq!(questions.click("other:yes", 7), None);
        assert!(questions.lock().is_empty());
    }

    #[test]
    fn an_owner_in_a_forged_id_is_not_believed() {
        let questions = Questions::default();
        let question = questions.ask(asked());
        let forged = question.buttons()[0].replace(":7:", ":8:");
        assert_eq!(questions.click(&forged, 8), Some(Click::Over));
        assert_eq!(questions.click(&question.buttons()[1], 7), Some(Click::No(asked())));
    }
}
