//! Drives one turn: does what the state machine asks for, and writes what came of it.

use tracing::Instrument;

use super::Inner;
use super::memory_step::Conversation;
use super::turn::{Ending, Failure, Next, Nudge, TurnMachine};
use crate::error;
use crate::llm::{ChatReply, ChatRequest, LlmError, ToolUse};
use crate::memory::outgoing::EditCard;
use crate::memory::{Body, OutboxId, Outgoing, Trouble};
use crate::store::{BegunTurn, NewOutbox, StepCommit, StoreError, TurnEnd};

/// How often a prompt that the provider found too long is made shorter.
const OVERFLOW_RETRIES: u32 = 3;

/// Why a turn stopped short.
#[derive(Debug, thiserror::Error)]
pub(super) enum TurnError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl Inner {
    /// Runs a turn to its end. The person sees one in any case, unless not even the ledger can be written.
    pub(super) async fn run_turn(&self, begun: BegunTurn) -> Result<(), StoreError> {
        let span = tracing::info_span!("turn", trace = begun.turn.trace);
        self.run_in_span(begun).instrument(span).await
    }

    async fn run_in_span(&self, begun: BegunTurn) -> Result<(), StoreError> {
        let busy = self.parts.sink.busy(&begun.agent.key, &begun.turn.answers);
        let mut conversation = Conversation::load(&self.parts, begun).await?;
        match self.steps(&mut conversation).await {
            Ok(()) => {}
            Err(TurnError::Store(error)) => return Err(error),
            Err(TurnError::Internal(cause)) => {
                tracing::error!(error = format!("{cause:#}"), "the turn failed");
                let outgoing = Outgoing::Failure { cause: Trouble::Internal, trace: conversation.turn.trace.clone() };
                self.finish(&mut conversation, None, vec![outgoing], TurnEnd::Failed(format!("{cause:#}"))).await?;
            }
        }
        drop(busy);
        self.deliver(&conversation.agent).await?;
        self.parts.sync.nudge();
        Ok(())
    }

    async fn steps(&self, conversation: &mut Conversation) -> Result<(), TurnError> {
        let mut machine = TurnMachine::new(self.parts.config.max_steps, conversation.turn.steps);
        let (said, reacted) = conversation.said_before();
        let mut next = machine.begin(said, reacted);
        let mut last_words = String::new();
        loop {
            next = match next {
                Next::Ask { tool_use, nudge } => match self.ask(conversation, tool_use, nudge).await? {
                    Ok(reply) => {
                        reply.text.trim().clone_into(&mut last_words);
                        machine.answered(&reply)
                    }
                    Err(error) => machine.failed(error),
                },
                Next::Run(calls) => {
                    let outcome = conversation.run_tools(&self.parts, &last_words, calls).await?;
                    last_words.clear();
                    if outcome.reminded {
                        self.alarm.ring();
                    }
                    if outcome.reacted {
                        self.deliver(&conversation.agent).await?;
                    }
                    machine.ran(&outcome)
                }
                Next::End(ending) => return Ok(self.end(conversation, &last_words, ending).await?),
            };
        }
    }

    /// Asks the model, with a prompt that fits. The inner error is the model's, the outer one the ledger's.
    async fn ask(
        &self,
        conversation: &mut Conversation,
        tool_use: ToolUse,
        nudge: Option<Nudge>,
    ) -> Result<Result<ChatReply, LlmError>, StoreError> {
        let mut shrink = 1.0;
        let mut overflows = 0;
        self.follow_in_turn(conversation).await?;
        conversation.join(&self.parts).await?;
        self.read_files(conversation).await?;
        let tool_tokens = self.tool_tokens[usize::from(conversation.documents)];
        loop {
            let budget = (self.prompt_budget(tool_tokens) as f64 * shrink) as usize;
            let prompt = conversation.fit(&self.parts, budget).await?;
            let (messages, estimated) = (prompt.messages(nudge), prompt.tokens());
            let request = ChatRequest {
                messages,
                tools: self.parts.tools.offered(conversation.documents).clone(),
                tool_use,
                max_tokens: self.parts.max_tokens,
            };
            let answer = self.parts.llm.chat(&request, None).await;
            match answer {
                Err(LlmError::ContextOverflow(message)) if overflows < OVERFLOW_RETRIES => {
                    tracing::warn!(message, estimated, "the provider finds the prompt too long; making it shorter");
                    overflows += 1;
                    shrink *= 0.7;
                }
                Ok(reply) => {
                    if let Some(usage) = reply.usage {
                        self.parts.tokens.observe(estimated + tool_tokens, usage.prompt_tokens);
                    }
                    tracing::debug!(estimated, usage = ?reply.usage, calls = reply.calls.len(), "the model answered");
                    return Ok(Ok(reply));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    async fn end(&self, conversation: &mut Conversation, last_words: &str, ending: Ending) -> Result<(), StoreError> {
        let cards = self.cards(conversation).await?;
        let trace = conversation.turn.trace.clone();
        let files = conversation.told_of_files();
        let mut outgoing = Vec::new();
        let end = match ending {
            Ending::Reply(text) => {
                outgoing.push(Outgoing::Reply { text: below(files, &text), cards });
                TurnEnd::Done
            }
            Ending::Reacted | Ending::Silent(_) => {
                if let Ending::Silent(reason) = &ending {
                    tracing::info!(reason, "the agent chose to say nothing");
                }
                if !cards.is_empty() || !files.is_empty() {
                    outgoing.push(Outgoing::Reply { text: files, cards });
                }
                TurnEnd::Done
            }
            Ending::Failed { failure, said } => {
                tracing::error!(cause = %describe(&failure), "the turn failed");
                let text = below(files, &said.unwrap_or_default());
                if !text.is_empty() || !cards.is_empty() {
                    outgoing.push(Outgoing::Reply { text, cards });
                }
                outgoing.push(Outgoing::Failure { cause: error::trouble(&failure), trace });
                TurnEnd::Failed(describe(&failure))
            }
        };
        let words = (!last_words.is_empty()).then(|| Body::Agent { text: last_words.to_owned(), calls: Vec::new() });
        self.finish(conversation, words, outgoing, end).await
    }

    /// The turn's last write: the agent's words, what is to be delivered, and that the turn is over.
    async fn finish(
        &self,
        conversation: &mut Conversation,
        words: Option<Body>,
        outgoing: Vec<Outgoing>,
        end: TurnEnd,
    ) -> Result<(), StoreError> {
        let now = self.parts.clock.now();
        let to = conversation.turn.answers;
        let outbox =
            outgoing.into_iter().map(|outgoing| NewOutbox { id: OutboxId::at(now), outgoing, to, at: now }).collect();
        let messages = words.into_iter().collect();
        conversation
            .commit(&self.parts, messages, StepCommit { outbox, end: Some(end), at: now, ..StepCommit::default() })
            .await
    }

    async fn cards(&self, conversation: &Conversation) -> Result<Vec<EditCard>, StoreError> {
        if !conversation.edited {
            return Ok(Vec::new());
        }
        let edits = self.parts.ledger.turn_edits(&conversation.scope, conversation.turn.id).await?;
        let card = |edit| conversation.card(edit);
        Ok(edits.into_iter().map(card).collect())
    }

    /// Tokens that all messages of a prompt may have together.
    pub(super) fn prompt_budget(&self, tool_tokens: usize) -> usize {
        let window = self.parts.context_tokens as usize;
        let taken = self.parts.max_tokens as usize + tool_tokens + window / 50;
        let room = window.saturating_sub(taken) as f64 / self.parts.tokens.ratio();
        room as usize
    }
}

/// The agent's words, below what there is to say of files.
fn below(files: String, text: &str) -> String {
    match (files.is_empty(), text.is_empty()) {
        (true, _) => text.to_owned(),
        (false, true) => files,
        (false, false) => format!("{files}\n\n{text}"),
    }
}

fn describe(failure: &Failure) -> String {
    match failure {
        Failure::Llm(error) => error.to_string(),
        Failure::Empty => "the model answered with nothing, again and again".into(),
        Failure::NoEnd => "the model went on calling tools after it was told to answer".into(),
    }
}
