//! The turn as a state machine. Pure: it is told what happened and says what is to be done next; it never does it.
//!
//! There are no heartbeats (MemGPT's `request_heartbeat`): tools called means another step, words mean the answer.

use std::collections::HashMap;

use crate::llm::{ChatReply, Finish, LlmError, ToolCall, ToolUse};

/// How often the same failing call may be made before the loop is ended.
const SAME_FAILURE: u32 = 3;
/// How often an empty answer is asked for again.
const EMPTY_RETRIES: u32 = 2;
/// Calls of one step that are run; what goes beyond is answered with an error.
pub const CALLS_A_STEP: usize = 16;

/// A passing word to the model that is not kept in the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nudge {
    /// No more tools: answer in words.
    AnswerNow,
    /// The last answer was empty.
    EmptyAnswer,
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Ask the model.
    Ask { tool_use: ToolUse, nudge: Option<Nudge> },
    /// Run those calls, all of them, in order.
    Run(Vec<ToolCall>),
    /// The turn is over.
    End(Ending),
}

/// How a turn ends. There is no silent ending that nobody chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Words for the person. Never blank.
    Reply(String),
    /// A reaction was chosen as the answer.
    Reacted,
    /// Silence was chosen.
    Silent(String),
    /// The person must be told that it failed, after the words that had been said until then.
    Failed { failure: Failure, said: Option<String> },
}

/// Why a turn failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    Llm(LlmError),
    /// It answered with nothing, again and again.
    Empty,
    /// It went on calling tools, and had no words when it was told to answer.
    NoEnd,
}

/// What one tool call came to.
#[derive(Debug, Clone, PartialEq)]
pub struct CallOutcome {
    pub name: String,
    pub arguments: serde_json::Value,
    pub ok: bool,
}

/// What the tools of one step came to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepOutcome {
    pub calls: Vec<CallOutcome>,
    /// A reaction was put under the message.
    pub reacted: bool,
    /// A reminder was made.
    pub reminded: bool,
    /// Silence was chosen, and why.
    pub silence: Option<String>,
}

/// The state of one turn.
#[derive(Debug, Clone)]
pub struct TurnMachine {
    max_steps: u32,
    steps: u32,
    said: Vec<String>,
    reacted: bool,
    empty: u32,
    failures: HashMap<String, u32>,
    last_chance: bool,
    /// Whether tools are not to be had any more.
    no_tools: bool,
}

impl TurnMachine {
    /// A turn of at most `max_steps` LLM calls, of which `steps` were already made before a restart.
    pub fn new(max_steps: u32, steps: u32) -> Self {
        Self {
            max_steps,
            steps,
            said: Vec::new(),
            reacted: false,
            empty: 0,
            failures: HashMap::new(),
            last_chance: false,
            no_tools: false,
        }
    }

    /// From now on the model is asked for words only.
    pub fn put_tools_away(&mut self) {
        self.no_tools = true;
    }

    /// The first thing to do. `said` and `reacted` are what the turn had already come to before a restart.
    pub fn begin(&mut self, said: Vec<String>, reacted: bool) -> Next {
        self.said = said;
        self.reacted = reacted;
        self.ask(None)
    }

    /// What was said until now, for the person.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// The model answered.
    pub fn answered(&mut self, reply: &ChatReply) -> Next {
        self.steps += 1;
        let words = reply.text.trim();
        if reply.calls.is_empty() {
            return self.worded(words, reply.finish);
        }
        self.say(words);
        if self.last_chance {
            return self.end_with_what_was_said(Failure::NoEnd);
        }
        Next::Run(reply.calls.clone())
    }

    /// The tools ran.
    pub fn ran(&mut self, outcome: &StepOutcome) -> Next {
        self.reacted |= outcome.reacted;
        if let Some(reason) = &outcome.silence {
            return Next::End(self.chosen_silence(reason));
        }
        let mut stuck = false;
        for call in outcome.calls.iter().filter(|call| !call.ok) {
            let count = self.failures.entry(format!("{} {}", call.name, call.arguments)).or_default();
            *count += 1;
            stuck |= *count >= SAME_FAILURE;
        }
        if stuck { self.ask_for_words() } else { self.ask(None) }
    }

    /// What is answered was changed: the next step is asked for as before.
    pub fn again(&mut self) -> Next {
        self.ask(None)
    }

    /// The model could not be asked.
    pub fn failed(&mut self, error: LlmError) -> Next {
        self.end_with_what_was_said(Failure::Llm(error))
    }

    fn ask(&mut self, nudge: Option<Nudge>) -> Next {
        if self.no_tools || self.steps + 1 >= self.max_steps {
            self.ask_for_words()
        } else {
            Next::Ask { tool_use: ToolUse::Allowed, nudge }
        }
    }

    fn ask_for_words(&mut self) -> Next {
        self.last_chance = true;
        Next::Ask { tool_use: ToolUse::Forbidden, nudge: Some(Nudge::AnswerNow) }
    }

    fn worded(&mut self, words: &str, finish: Finish) -> Next {
        let cut = finish == Finish::Length && !words.is_empty();
        self.say(&if cut { format!("{words}…") } else { words.to_owned() });
        if !words.is_empty() || !self.said.is_empty() {
            return Next::End(Ending::Reply(self.said.join("\n\n")));
        }
        if self.reacted {
            return Next::End(Ending::Reacted);
        }
        self.empty += 1;
        if self.last_chance {
            return self.end_with_what_was_said(Failure::NoEnd);
        }
        if self.empty > EMPTY_RETRIES {
            return self.end_with_what_was_said(Failure::Empty);
        }
        self.ask(Some(Nudge::EmptyAnswer))
    }

    /// Keeps words for the person, also those between tool calls; the same words once.
    fn say(&mut self, words: &str) {
        if !words.is_empty() && !self.said.iter().any(|said| said == words) {
            self.said.push(words.to_owned());
        }
    }

    fn chosen_silence(&mut self, reason: &str) -> Ending {
        match (self.said.is_empty(), self.reacted) {
            (false, _) => Ending::Reply(self.said.join("\n\n")),
            (true, true) => Ending::Reacted,
            (true, false) => Ending::Silent(reason.to_owned()),
        }
    }

    fn end_with_what_was_said(&mut self, failure: Failure) -> Next {
        let said = (!self.said.is_empty()).then(|| self.said.join("\n\n"));
        Next::End(match (said, failure) {
            (Some(said), Failure::NoEnd) => Ending::Reply(said),
            (said, failure) => Ending::Failed { failure, said },
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn words(text: &str) -> ChatReply {
        ChatReply { text: text.into(), calls: Vec::new(), finish: Finish::Stop, usage: None }
    }

    fn call(text: &str, name: &str) -> ChatReply {
        let call = ToolCall { id: "1".into(), name: name.into(), arguments: json!({}) };
        ChatReply { text: text.into(), calls: vec![call], finish: Finish::ToolCalls, usage: None }
    }

    fn outcome(name: &str, ok: bool) -> StepOutcome {
        let call = CallOutcome { name: name.into(), arguments: json!({}), ok };
        StepOutcome { calls: vec![call], ..StepOutcome::default() }
    }

    fn failed(failure: Failure, said: Option<&str>) -> Next {
        Next::End(Ending::Failed { failure, said: said.map(str::to_owned) })
    }

    #[test]
    fn words_end_the_turn_and_tools_go_on() {
        let mut turn = TurnMachine::new(12, 0);
        assert_eq!(turn.begin(vec![], false), Next::Ask { tool_use: ToolUse::Allowed, nudge: None });
        assert!(matches!(turn.answered(&call("", "react")), Next::Run(calls) if calls.len() == 1));
        assert_eq!(turn.ran(&outcome("react", true)), Next::Ask { tool_use: ToolUse::Allowed, nudge: None });
        assert_eq!(turn.answered(&words("Hello")), Next::End(Ending::Reply("Hello".into())));
    }

    #[test]
    fn f08_words_between_tool_calls_are_delivered() {
        let mut turn = TurnMachine::new(12, 0);
        turn.begin(vec![], false);
        turn.answered(&call("One moment.", "react"));
        turn.ran(&outcome("react", true));
        assert_eq!(turn.answered(&words("Done.")), Next::End(Ending::Reply("One moment.\n\nDone.".into())));
    }

    #[test]
    fn words_are_delivered_though_the_model_fails_then() {
        let mut turn = TurnMachine::new(12, 0);
        turn.begin(vec![], false);
        turn.answered(&call("One moment.", "react"));
        turn.ran(&outcome("react", true));
        let error = LlmError::Timeout(std::time::Duration::from_secs(60));
        assert_eq!(turn.failed(error.clone()), failed(Failure::Llm(error), Some("One moment.")));
    }

    #[test]
    fn f33_the_same_failing_call_ends_the_loop() {
        let mut turn = TurnMachine::new(100, 0);
        turn.begin(vec![], false);
        for round in 1..=3 {
            turn.answered(&call("", "x"));
            let next = turn.ran(&outcome("x", false));
            let forbidden = matches!(next, Next::Ask { tool_use: ToolUse::Forbidden, .. });
            assert_eq!(forbidden, round == 3);
        }
        assert_eq!(turn.answered(&call("", "x")), failed(Failure::NoEnd, None));
    }

    #[test]
    fn f41_an_empty_answer_is_asked_again_and_then_said() {
        let mut turn = TurnMachine::new(12, 0);
        turn.begin(vec![], false);
        assert!(matches!(turn.answered(&words("  ")), Next::Ask { nudge: Some(Nudge::EmptyAnswer), .. }));
        assert!(matches!(turn.answered(&words("")), Next::Ask { .. }));
        assert_eq!(turn.answered(&words("")), failed(Failure::Empty, None));
    }

    #[test]
    fn a_model_without_words_at_the_end_got_lost() {
        let mut turn = TurnMachine::new(2, 0);
        turn.begin(vec![], false);
        turn.answered(&call("", "x"));
        assert!(matches!(turn.ran(&outcome("x", true)), Next::Ask { tool_use: ToolUse::Forbidden, .. }));
        assert_eq!(turn.answered(&words("")), failed(Failure::NoEnd, None));
    }

    #[test]
    fn f30_a_reaction_is_an_answer() {
        let mut turn = TurnMachine::new(12, 0);
        turn.begin(vec![], false);
        turn.answered(&call("", "react"));
        turn.ran(&StepOutcome { reacted: true, ..outcome("react", true) });
        assert_eq!(turn.answered(&words("")), Next::End(Ending::Reacted));
    }

    proptest! {
        /// Whatever a model does, a turn ends within its steps, and never with a blank reply.
        #[test]
        fn every_turn_ends(max in 2u32..20, acts in prop::collection::vec((0u8..4, any::<bool>()), 0..200)) {
            let mut turn = TurnMachine::new(max, 0);
            let mut next = turn.begin(vec![], false);
            let mut asked = 0u32;
            let mut acts = acts.into_iter().cycle();
            let mut endless = 0;
            loop {
                let (act, ok) = acts.next().unwrap_or((0, true));
                endless += 1;
                prop_assert!(endless < 1_000);
                next = match next {
                    Next::Ask { .. } => {
                        asked += 1;
                        prop_assert!(asked <= max);
                        match act {
                            0 => turn.answered(&words("")),
                            1 => turn.answered(&words("hi")),
                            2 => turn.answered(&call("", "x")),
                            _ => turn.answered(&call("so", "y")),
                        }
                    }
                    Next::Run(calls) => {
                        prop_assert!(!calls.is_empty());
                        turn.ran(&outcome("x", ok))
                    }
                    Next::End(ending) => {
                        if let Ending::Reply(text) = &ending { prop_assert!(!text.trim().is_empty()); }
                        break;
                    }
                };
            }
        }
    }
}
