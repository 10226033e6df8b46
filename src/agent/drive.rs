//! Drives one turn: does what the state machine asks for, and writes what came of it.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use tracing::Instrument;

use super::Inner;
use super::context::Shown;
use super::draft::Drafting;
use super::limits::Reached;
use super::memory_step::Conversation;
use super::meter;
use super::outage::stopped_note;
use super::running::{Control, Verdict};
use super::turn::{Ending, Failure, Next, Nudge, TurnMachine};
use crate::error;
use crate::failpoint;
use crate::llm::{ChatReply, ChatRequest, LlmError, OnText, ToolUse};
use crate::memory::outgoing::EditCard;
use crate::memory::{Agent, AgentKey, Body, OutboxId, Outgoing, PersonId, Source, Trouble};
use crate::store::{BegunTurn, NewOutbox, Once, OnceWhat, StepCommit, StoreError, Turn, TurnEnd};

/// How often a prompt that the provider found too long is made shorter.
const OVERFLOW_RETRIES: u32 = 3;

/// How often an answer that broke off is asked for again, when people had seen some of it.
const BROKEN_RETRIES: u32 = 2;

/// What a turn is run with.
struct Running<'a> {
    control: &'a Control,
    drafting: &'a Drafting,
}

/// What came of asking the model.
enum Asked {
    Answered(ChatReply),
    Failed(LlmError),
    /// A person stopped the turn.
    Stopped,
    /// Everything that the turn answers was deleted.
    NobodyAsks,
}

/// How a turn ends, and the words of its last step, which are not written yet.
struct End {
    last_words: String,
    how: How,
}

enum How {
    Ending(Ending),
    Stopped {
        said: Vec<String>,
        by: PersonId,
    },
    Withdrawn,
    /// The model was not asked.
    Refused(Reached),
}

impl End {
    /// Nobody asks any more. Nor can anybody stop it.
    fn withdrawn(turn: &Running<'_>) -> Self {
        turn.control.close();
        Self { last_words: String::new(), how: How::Withdrawn }
    }
}

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
        let (agent, turn) = (begun.agent.clone(), begun.turn.clone());
        let running = meter::counted(self.run_in_span(begun)).instrument(span.clone());
        match AssertUnwindSafe(running).catch_unwind().await {
            Ok(ended) => ended,
            Err(panic) => self.broke(&agent, &turn, words_of(panic.as_ref())).instrument(span).await,
        }
    }

    async fn run_in_span(&self, begun: BegunTurn) -> Result<(), StoreError> {
        let (key, reply) = (begun.agent.key.clone(), begun.turn.reply);
        let control = self.running.hold(&key, reply);
        let (busy, waiting) =
            (self.parts.sink.busy(&key, &begun.turn.answers), self.parts.sink.waiting(&key, &begun.turn.answers));
        let mut conversation = Conversation::load(&self.parts, begun).await?;
        let mut drafting = Drafting::begin(&self.parts, &self.tasks, &conversation.answer(), waiting);
        let turn = Running { control: &control, drafting: &drafting };
        let ended = tokio::select! {
            biased;
            ended = self.steps(&mut conversation, &turn) => Some(ended),
            () = self.ending.cancelled() => None,
        };
        drafting.end().await;
        match ended {
            None => {
                tracing::warn!(steps = conversation.turn.steps, "the turn is put down; it goes on at the next start");
                return Ok(());
            }
            Some(Ok(end)) => self.end(&mut conversation, end).await?,
            Some(Err(TurnError::Store(error))) => return Err(error),
            Some(Err(TurnError::Internal(cause))) => {
                tracing::error!(error = format!("{cause:#}"), "the turn failed");
                control.close();
                let outgoing = Outgoing::Failure { cause: Trouble::Internal, trace: conversation.turn.trace.clone() };
                self.finish(&mut conversation, Vec::new(), vec![outgoing], TurnEnd::Failed(format!("{cause:#}")))
                    .await?;
            }
        }
        drop((busy, control));
        failpoint::reach("turn-ended");
        self.deliver(&conversation.agent).await?;
        self.parts.sync.nudge();
        Ok(())
    }

    /// A fault of the program ended the turn. Run again it would most likely do the same, so that it is over.
    async fn broke(&self, agent: &Agent, turn: &Turn, cause: String) -> Result<(), StoreError> {
        tracing::error!(cause, "the turn failed by a fault of the program");
        let control = self.running.hold(&agent.key, turn.reply);
        control.seen();
        control.close();
        drop(control);
        let (now, to) = (self.parts.clock.now(), turn.answers);
        let outgoing = Outgoing::Failure { cause: Trouble::Internal, trace: turn.trace.clone() };
        let outbox = vec![NewOutbox { id: turn.reply, outgoing, to, at: now }];
        let commit = StepCommit { outbox, end: Some(TurnEnd::Failed(cause)), at: now, ..StepCommit::default() };
        self.parts.ledger.commit_step(&agent.scope(), turn.id, &commit).await?;
        self.deliver(agent).await
    }

    /// Runs the steps of a turn until it is clear how it ends. Nobody can stop it any more then.
    async fn steps(&self, conversation: &mut Conversation, turn: &Running<'_>) -> Result<End, TurnError> {
        if let Some(reached) = self.limit_reached(conversation).await? {
            turn.control.close();
            return Ok(End { last_words: String::new(), how: How::Refused(reached) });
        }
        let mut machine = TurnMachine::new(self.parts.config.max_steps, conversation.turn.steps);
        if self.tools_left(conversation) == 0 {
            machine.put_tools_away();
        }
        let (said, reacted) = conversation.said_before();
        let mut next = machine.begin(said, reacted);
        let mut last_words = String::new();
        // As it was before the step whose outcome is not written yet.
        let mut before = machine.clone();
        loop {
            next = match next {
                Next::Ask { tool_use, nudge } => {
                    before = machine.clone();
                    turn.drafting.step(below(conversation.told_of_files(), &machine.said().join("\n\n")));
                    match self.ask(conversation, turn, tool_use, nudge).await? {
                        Asked::Answered(reply) => {
                            reply.text.trim().clone_into(&mut last_words);
                            machine.answered(&reply)
                        }
                        Asked::Failed(error) => machine.failed(error),
                        Asked::Stopped => {
                            last_words = turn.drafting.heard();
                            Next::End(Ending::Silent("stopped".into()))
                        }
                        Asked::NobodyAsks => return Ok(End::withdrawn(turn)),
                    }
                }
                Next::Run(calls) => {
                    let most = self.tools_left(conversation);
                    self.note_tool_calls(conversation, calls.len());
                    if self.tools_left(conversation) == 0 {
                        machine.put_tools_away();
                    }
                    let outcome = conversation.run_tools(&self.parts, &last_words, calls, most).await?;
                    last_words.clear();
                    if outcome.reminded {
                        self.alarm.ring();
                    }
                    if outcome.reacted {
                        self.deliver(&conversation.agent).await?;
                    }
                    let next = machine.ran(&outcome);
                    before = machine.clone();
                    next
                }
                Next::End(ending) => match turn.control.close() {
                    Verdict::Go => return Ok(End { last_words, how: How::Ending(ending) }),
                    Verdict::Stopped(by) => {
                        let said = before.said().to_vec();
                        return Ok(End { last_words, how: How::Stopped { said, by } });
                    }
                    Verdict::Changed => {
                        machine = before.clone();
                        last_words.clear();
                        machine.again()
                    }
                },
            };
        }
    }

    /// Asks the model, with a prompt that fits. Whoever changes what is answered has it asked anew; whoever stops the turn
    /// ends the question.
    async fn ask(
        &self,
        conversation: &mut Conversation,
        turn: &Running<'_>,
        tool_use: ToolUse,
        nudge: Option<Nudge>,
    ) -> Result<Asked, StoreError> {
        let mut broken = 0;
        loop {
            turn.control.seen();
            self.follow_in_turn(conversation).await?;
            conversation.join(&self.parts).await?;
            if conversation.nobody_asks() {
                return Ok(Asked::NobodyAsks);
            }
            turn.control.heed(conversation.of_this_turn());
            self.read_files(conversation).await?;
            if turn.control.stopped().is_some() {
                return Ok(Asked::Stopped);
            }
            let answer = tokio::select! {
                biased;
                () = turn.control.interrupted() => None,
                answer = self.ask_fitting(conversation, turn, tool_use, nudge) => Some(answer?),
            };
            match answer {
                None if turn.control.stopped().is_some() => return Ok(Asked::Stopped),
                None => tracing::info!("what is answered was changed; asking again"),
                Some(Ok(reply)) => {
                    self.model_is_back();
                    return Ok(Asked::Answered(reply));
                }
                // The client asks again by itself only where nobody has heard a word.
                Some(Err(error)) if error.is_passing() && broken < BROKEN_RETRIES && turn.drafting.has_heard() => {
                    tracing::warn!(%error, "an answer broke off; asking again");
                    broken += 1;
                }
                Some(Err(error)) => return Ok(Asked::Failed(error)),
            }
            turn.drafting.take_back();
        }
    }

    /// The inner error is the model's, the outer one the ledger's.
    async fn ask_fitting(
        &self,
        conversation: &mut Conversation,
        turn: &Running<'_>,
        tool_use: ToolUse,
        nudge: Option<Nudge>,
    ) -> Result<Result<ChatReply, LlmError>, StoreError> {
        let mut shrink = 1.0;
        let mut overflows = 0;
        let tool_tokens = self.tool_tokens[usize::from(conversation.documents)];
        let hear = |words: &str| turn.drafting.hear(words);
        let on_text: Option<OnText<'_>> = if turn.drafting.is_shown() { Some(&hear) } else { None };
        loop {
            let budget = (self.prompt_budget(tool_tokens) as f64 * shrink) as usize;
            let shown = self.look_at_pictures(conversation, budget).await;
            let pictures = Shown::tokens(&shown, self.parts.tokens.as_ref());
            let mut prompt = conversation.fit(&self.parts, budget.saturating_sub(pictures)).await?;
            prompt.shown = shown;
            let (messages, estimated) = (prompt.messages(nudge), prompt.tokens() + pictures);
            let request = ChatRequest {
                messages,
                tools: self.parts.tools.offered(conversation.documents).clone(),
                tool_use,
                max_tokens: self.parts.max_tokens,
            };
            let answer = conversation.model.chat(&request, on_text).await;
            failpoint::reach("model-answered");
            match answer {
                Err(LlmError::ContextOverflow(message)) if overflows < OVERFLOW_RETRIES => {
                    tracing::warn!(message, estimated, "the provider finds the prompt too long; making it shorter");
                    overflows += 1;
                    shrink *= 0.7;
                }
                Ok(reply) => {
                    // What a picture costs differs by provider, and says nothing of words.
                    if let Some(usage) = reply.usage.filter(|_| pictures == 0) {
                        self.parts.tokens.observe(estimated + tool_tokens, usage.prompt_tokens);
                    }
                    tracing::debug!(estimated, usage = ?reply.usage, calls = reply.calls.len(), "the model answered");
                    return Ok(Ok(reply));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    async fn end(&self, conversation: &mut Conversation, end: End) -> Result<(), StoreError> {
        let End { last_words, how } = end;
        if let How::Ending(Ending::Failed { failure: Failure::Llm(error), .. }) = &how
            && let Some(parked) = self.worth_waiting(conversation, error)
        {
            return self.park(conversation, parked, error).await;
        }
        let cards = self.cards(conversation).await?;
        let files = conversation.told_of_files();
        let spoken = |text: String| Body::Agent { text, calls: Vec::new() };
        let mut words: Vec<Body> = (!last_words.is_empty()).then(|| spoken(last_words.clone())).into_iter().collect();
        let (outgoing, end) = match how {
            How::Ending(ending) => self.outgoing(conversation, ending, files, cards),
            How::Stopped { mut said, by } => {
                tracing::info!(%by, "the turn was stopped");
                words.push(stopped_note());
                said.extend((!last_words.is_empty()).then_some(last_words));
                let text = below(files, &said.join("\n\n"));
                (vec![Outgoing::Stopped { text, cards }], TurnEnd::Stopped(format!("stopped by {by}")))
            }
            How::Refused(reached) => return self.refuse(conversation, reached).await,
            How::Withdrawn => {
                tracing::info!("all that the turn answered was deleted; nothing is answered");
                (vec![Outgoing::Withdrawn], TurnEnd::Done)
            }
        };
        self.finish(conversation, words, outgoing, end).await
    }

    /// What is to be delivered at the end of a turn that was neither stopped nor in vain.
    fn outgoing(
        &self,
        conversation: &Conversation,
        ending: Ending,
        files: String,
        cards: Vec<EditCard>,
    ) -> (Vec<Outgoing>, TurnEnd) {
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
                let trace = conversation.turn.trace.clone();
                outgoing.push(Outgoing::Failure { cause: error::trouble(&failure), trace });
                TurnEnd::Failed(describe(&failure))
            }
        };
        (outgoing, end)
    }

    /// The turn's last write: the agent's words, what is to be delivered, and that the turn is over. The first of what is
    /// delivered takes the place of what was shown of the answer; where there is nothing to deliver, that goes away.
    async fn finish(
        &self,
        conversation: &mut Conversation,
        words: Vec<Body>,
        mut outgoing: Vec<Outgoing>,
        end: TurnEnd,
    ) -> Result<(), StoreError> {
        let now = self.parts.clock.now();
        let Turn { answers: to, reply, id, .. } = conversation.turn;
        if matches!(outgoing.as_slice(), [] | [Outgoing::Withdrawn]) {
            let shown = self.parts.ledger.shown(&conversation.scope, id).await?;
            outgoing = shown.map(|_| Outgoing::Withdrawn).into_iter().collect();
        }
        let once = self.notice(conversation, &outgoing);
        let ids = std::iter::once(reply).chain(std::iter::repeat_with(|| OutboxId::at(now)));
        let row = |(id, outgoing)| NewOutbox { id, outgoing, to, at: now };
        let outbox = ids.zip(outgoing).map(row).collect();
        let commit = StepCommit { outbox, once, end: Some(end), at: now, ..StepCommit::default() };
        conversation.commit(&self.parts, words, commit).await
    }

    /// Whoever is answered for the first time is told that what they say is stored. In a terminal it is their own machine.
    fn notice(&self, conversation: &Conversation, outgoing: &[Outgoing]) -> Option<Once> {
        let is_answered = outgoing.iter().any(|one| *one != Outgoing::Withdrawn);
        if !is_answered || matches!(conversation.agent.key, AgentKey::Terminal(_)) {
            return None;
        }
        let at = self.parts.clock.now();
        let to = Source { message: 0, ..conversation.turn.answers };
        let say = NewOutbox { id: OutboxId::at(at), outgoing: Outgoing::Notice, to, at };
        Some(Once { what: OnceWhat::Notice, people: conversation.people(), say, otherwise: None })
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

/// What a panic says.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
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
