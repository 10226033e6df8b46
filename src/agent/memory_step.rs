//! The conversation while a turn works on it: what is in the ledger, held in memory, and every way in which a step
//! changes it. Each change is written first and held afterwards.

use std::collections::HashSet;

use serde_json::Value;

use super::causes::name_causes;
use super::compact::{PRESSURE, evict_through};
use super::context::{Parts, Prompt, build};
use super::draft::Of;
use super::drive::TurnError;
use super::files;
use super::meter;
use super::pictures::Looked;
use super::remind::reminder_told;
use super::summarize::summarize;
use super::turn::{CALLS_A_STEP, CallOutcome, StepOutcome};
use super::{AgentParts, SharedSink};
use crate::llm::repair::mend_name;
use crate::llm::{SharedLlm, ToolCall};
use crate::memory::{
    Actor, Agent, Attachment, Body, CoreMemory, Edit, EditCard, FileNews, Message, MessageId, OutboxId, Outgoing,
    Person, PersonId, Scope,
};
use crate::prompts;
use crate::store::{BegunTurn, Charge, NewMessage, NewOutbox, StepCommit, StoreError, Summary, Turn};
use crate::tools::{Effects, Reminding, ToolContext, ToolError, Toolbox};

/// How often a step is done again because somebody else changed a block in between.
const CONFLICT_RETRIES: u32 = 3;

/// One turn's view of its agent's memory.
pub(super) struct Conversation {
    pub(super) agent: Agent,
    pub(super) scope: Scope,
    pub(super) turn: Turn,
    /// The model that answers: one from the turn's beginning to its end, whatever is chosen meanwhile.
    pub(super) model: SharedLlm,
    /// Where its answer goes.
    sink: SharedSink,
    /// Whether the turn has changed memory.
    pub(super) edited: bool,
    /// Whether it has changed a block since the last eviction, and so the prompt in front of the queue.
    core_changed: bool,
    /// Whether the agent has documents.
    pub(super) documents: bool,
    core: CoreMemory,
    summary: Option<Summary>,
    queue: Vec<Message>,
    /// Pictures that this turn has looked at.
    pub(super) looked: Looked,
    /// Changes of messages that this turn has seen.
    pub(super) followed: HashSet<i64>,
    /// Added to the queue already, written with the next commit.
    pending: Vec<NewMessage>,
    speaking: Vec<Person>,
    cause: Option<MessageId>,
}

impl Conversation {
    pub(super) async fn load(parts: &AgentParts, begun: BegunTurn) -> Result<Self, StoreError> {
        let scope = begun.agent.scope();
        let mut conversation = Self {
            scope,
            sink: parts.sink.clone(),
            edited: begun.turn.steps > 0 || begun.turn.shown.is_some(),
            core_changed: false,
            documents: parts.ledger.count_documents(&scope).await? > 0,
            core: parts.ledger.core(&scope).await?,
            summary: parts.ledger.summary(&scope).await?,
            queue: parts.ledger.queue(&scope).await?,
            looked: Looked::default(),
            followed: HashSet::new(),
            pending: Vec::new(),
            speaking: Vec::new(),
            cause: None,
            model: parts.model_at(&begun.turn.answers).await?,
            agent: begun.agent,
            turn: begun.turn,
        };
        conversation.drop_old_warnings();
        conversation.drop_old_reminders();
        conversation.heed(&begun.messages);
        Ok(conversation)
    }

    /// What this turn had already come to before a restart: words between tool calls, and whether it reacted.
    pub(super) fn said_before(&self) -> (Vec<String>, bool) {
        let mine = || self.queue.iter().filter(|message| message.turn == Some(self.turn.id));
        let words = |message: &Message| match &message.body {
            Body::Agent { text, .. } if !text.is_empty() => Some(text.clone()),
            _ => None,
        };
        let reacted =
            |message: &Message| matches!(&message.body, Body::ToolResult { name, ok: true, .. } if name == "react");
        (mine().filter_map(words).collect(), mine().any(reacted))
    }

    /// Takes in what people said since, so that it is answered together.
    pub(super) async fn join(&mut self, parts: &AgentParts) -> Result<(), StoreError> {
        let joined = parts.ledger.join_turn(&self.agent, self.turn.id, &parts.seed, parts.clock.now()).await?;
        if joined.is_empty() {
            return Ok(());
        }
        self.core = parts.ledger.core(&self.scope).await?;
        self.heed(&joined);
        self.queue.extend(joined);
        Ok(())
    }

    /// Reads anew what was said, since some of it was changed where it was said.
    pub(super) async fn reload(&mut self, parts: &AgentParts) -> Result<(), StoreError> {
        self.queue = parts.ledger.queue(&self.scope).await?;
        self.summary = parts.ledger.summary(&self.scope).await?;
        self.documents = parts.ledger.count_documents(&self.scope).await? > 0;
        for note in self.pending.clone() {
            self.hold(&note);
        }
        self.drop_old_warnings();
        self.drop_old_reminders();
        Ok(())
    }

    /// This turn's messages with files that have yet to be read or, where that is possible, heard.
    pub(super) fn unread(&self, hears: bool) -> Vec<Message> {
        let is_unread = |file: &Attachment| files::is_unread(file) || hears && files::is_unheard(file);
        let unread = |message: &&Message| message.body.attachments().iter().any(is_unread);
        self.of_this_turn().filter(unread).cloned().collect()
    }

    /// What people are told of the files of this turn's messages.
    pub(super) fn told_of_files(&self) -> String {
        self.told(&files::news(self.of_this_turn().flat_map(|message| message.body.attachments())))
    }

    /// What people are told of those files where the turn's answer goes.
    pub(super) fn told(&self, news: &[FileNews]) -> String {
        self.sink.told_of_files(&self.agent.key, &self.turn.answers, news)
    }

    /// Holds what has become of the files of a message.
    pub(super) async fn now_read(
        &mut self,
        parts: &AgentParts,
        id: MessageId,
        read: Vec<Attachment>,
    ) -> Result<(), StoreError> {
        let body = self.queue.iter_mut().find(|message| message.id == id).map(|message| &mut message.body);
        if let Some(Body::Person { attachments, .. }) = body {
            *attachments = read;
        }
        self.documents = parts.ledger.count_documents(&self.scope).await? > 0;
        Ok(())
    }

    /// Everybody whose messages the turn answers.
    pub(super) fn people(&self) -> Vec<PersonId> {
        self.speaking.iter().map(|person| person.id).collect()
    }

    /// Who pays for so many tokens: all who are answered, each the same.
    fn charges(&self, tokens: u64) -> Vec<Charge> {
        let (people, guild) = (self.people(), self.turn.answers.guild);
        let share = tokens.div_ceil(people.len().max(1) as u64);
        people.into_iter().map(|person| Charge { person, guild, tokens: share }).collect()
    }

    /// Whether all that the turn answers was deleted, before its first step or since.
    pub(super) fn nobody_asks(&self) -> bool {
        !self.of_this_turn().any(|message| matches!(message.body, Body::Person { .. }))
    }

    /// Which answer it is.
    pub(super) fn answer(&self) -> Of<'_> {
        let Turn { id, reply, answers, shown, .. } = &self.turn;
        Of { scope: &self.scope, key: &self.agent.key, turn: *id, reply: *reply, to: answers, shown: shown.as_ref() }
    }

    pub(super) fn of_this_turn(&self) -> impl Iterator<Item = &Message> {
        self.queue.iter().filter(|message| message.turn == Some(self.turn.id))
    }

    /// What people said in this turn.
    fn said_now(&self) -> Vec<&Message> {
        self.of_this_turn().filter(|message| matches!(message.body, Body::Person { .. })).collect()
    }

    fn heed(&mut self, messages: &[Message]) {
        for message in messages {
            if let Body::Person { person, .. } = &message.body {
                self.speaking.retain(|known| known.id != person.id);
                self.speaking.push(person.clone());
                self.cause = Some(message.id);
                self.turn.answers = message.source.unwrap_or(self.turn.answers);
            }
        }
    }

    /// A prompt of at most `budget` tokens. Evicts what does not fit, and warns the model before that.
    pub(super) async fn fit(&mut self, parts: &AgentParts, budget: usize) -> Result<Prompt, StoreError> {
        loop {
            let mut prompt = self.prompt(parts, budget);
            if prompt.tokens() > budget {
                let room = budget.saturating_sub(prompt.system_tokens);
                match evict_through(&prompt.items, room, self.turn.id) {
                    Some(through) => self.evict(parts, through, budget).await?,
                    None => {
                        prompt.squeeze(budget, parts.tokens.as_ref());
                        return Ok(prompt);
                    }
                }
                continue;
            }
            if (prompt.tokens() as f64) < budget as f64 * PRESSURE {
                return Ok(prompt);
            }
            if self.warn_once(parts) {
                continue;
            }
            match self.early_eviction(&prompt, budget) {
                Some(through) => self.evict(parts, through, budget).await?,
                None => return Ok(prompt),
            }
        }
    }

    /// What to evict before it must be: a block was changed, so that the provider has to read the prompt again from
    /// there in any case, and the model has seen the warning. Otherwise the whole queue would be read anew twice, now
    /// and soon after.
    fn early_eviction(&self, prompt: &Prompt, budget: usize) -> Option<i64> {
        let seen = |message: &Message| is_warning(message) && !self.pending.iter().any(|new| new.id == message.id);
        let due = self.core_changed && self.queue.iter().any(seen);
        let room = budget.saturating_sub(prompt.system_tokens);
        due.then(|| evict_through(&prompt.items, room, self.turn.id)).flatten()
    }

    fn prompt(&self, parts: &AgentParts, budget: usize) -> Prompt {
        let summary = self.summary.as_ref().map(|summary| summary.text.as_str());
        let made_of =
            Parts { key: &self.agent.key, core: &self.core, summary, documents: self.documents, queue: &self.queue };
        build(&made_of, budget, parts.tokens.as_ref())
    }

    /// Puts the note that memory will be evicted into the queue, once for each eviction. Whether it did.
    fn warn_once(&mut self, parts: &AgentParts) -> bool {
        let older = self.queue.iter().any(|message| message.turn != Some(self.turn.id));
        if !older || self.queue.iter().any(is_warning) {
            return false;
        }
        let note = self.new_message(parts, Body::Note { text: prompts::PRESSURE.trim().to_owned() });
        self.hold(&note);
        self.pending.push(note);
        true
    }

    /// Takes warnings of evictions that have been done out of the prompt.
    fn drop_old_warnings(&mut self) {
        if let Some(done) = self.summary.as_ref().map(|summary| summary.at) {
            self.queue.retain(|message| !is_warning(message) || message.at >= done);
        }
    }

    /// Leaves of the notes that one reminder was delivered only the newest in the prompt: one that repeats must not fill
    /// it.
    fn drop_old_reminders(&mut self) {
        let mut told = HashSet::new();
        let newest = |message: &Message| match &message.body {
            Body::Note { text } => reminder_told(text).is_none_or(|number| told.insert(number.to_owned())),
            _ => true,
        };
        let kept: Vec<bool> = self.queue.iter().rev().map(newest).collect();
        let mut kept = kept.into_iter().rev();
        self.queue.retain(|_| kept.next().unwrap_or(true));
    }

    async fn evict(&mut self, parts: &AgentParts, through: i64, budget: usize) -> Result<(), StoreError> {
        let evicted: Vec<Message> = self.queue.iter().filter(|message| message.seq <= through).cloned().collect();
        let old = self.summary.as_ref().map(|summary| summary.text.clone()).unwrap_or_default();
        let text = summarize(parts, self.model.as_ref(), &old, &evicted, budget).await;
        let summary = Summary { text, through_seq: through, at: parts.clock.now() };
        parts.ledger.put_summary(&self.scope, &summary).await?;
        tracing::info!(
            messages = evicted.len(),
            through,
            "evicted the oldest part of the conversation into the summary"
        );
        self.queue.retain(|message| message.seq > through);
        self.summary = Some(summary);
        self.core_changed = false;
        self.drop_old_warnings();
        Ok(())
    }

    /// Runs the calls of one step, `most` of them, and writes all that came of it in one commit.
    pub(super) async fn run_tools(
        &mut self,
        parts: &AgentParts,
        words: &str,
        calls: Vec<ToolCall>,
        most: usize,
    ) -> Result<StepOutcome, TurnError> {
        let calls: Vec<ToolCall> = calls.into_iter().map(|call| tidy_call(parts, &parts.tools, call)).collect();
        let mut tries = 0;
        loop {
            match self.try_tools(parts, words, &calls, most).await {
                Err(TurnError::Store(StoreError::Conflict(what))) if tries < CONFLICT_RETRIES => {
                    tracing::info!(what, "memory was changed by someone else; doing the step again");
                    tries += 1;
                    self.core = parts.ledger.core(&self.scope).await?;
                }
                other => return other,
            }
        }
    }

    async fn try_tools(
        &mut self,
        parts: &AgentParts,
        words: &str,
        calls: &[ToolCall],
        most: usize,
    ) -> Result<StepOutcome, TurnError> {
        let now = parts.clock.now();
        let mut core = self.core.clone();
        let mut effects = Effects::default();
        let mut outcome = StepOutcome::default();
        let zone = parts.settings.rules(self.turn.answers.guild, self.turn.answers.channel).await?.zone.0;
        let mut messages = vec![Body::Agent { text: words.to_owned(), calls: calls.to_vec() }];
        for (at, call) in calls.iter().enumerate() {
            let mut context = ToolContext {
                scope: &self.scope,
                core: &mut core,
                effects: &mut effects,
                search: &parts.search,
                actor: Actor::Model,
                turn: Some(self.turn.id),
                reading: &[],
                cause: self.cause,
                speaking: &self.speaking,
                reminding: Some(Reminding { ledger: &parts.ledger, zone, said: self.said_now() }),
                now,
            };
            let (text, ok) = if at >= CALLS_A_STEP {
                (too_many(), false)
            } else if at >= most {
                (used_up(), false)
            } else {
                call_tool(&parts.tools, &mut context, call).await?
            };
            tracing::debug!(tool = call.name, ok, "a tool ran");
            outcome.calls.push(CallOutcome { name: call.name.clone(), arguments: call.arguments.clone(), ok });
            messages.push(Body::ToolResult { call_id: call.id.clone(), name: call.name.clone(), text, ok });
        }
        if self.said_now().len() > 1 {
            name_causes(&mut effects, self.of_this_turn());
        }
        outcome.reacted = effects.reaction.is_some();
        outcome.reminded = !effects.reminders.is_empty();
        outcome.silence = effects.silence.take();
        let to = self.turn.answers;
        let reaction = effects.reaction.map(|emoji| NewOutbox {
            id: OutboxId::at(now),
            outgoing: Outgoing::Reaction { emoji },
            to,
            at: now,
        });
        let changed = !effects.edits.is_empty() || !effects.passages.is_empty();
        let core_changed = core != self.core;
        let commit = StepCommit {
            edits: effects.edits,
            passages: effects.passages,
            reminders: effects.reminders,
            cancelled: effects.cancelled,
            outbox: reaction.into_iter().collect(),
            at: now,
            ..StepCommit::default()
        };
        self.commit(parts, messages, commit).await?;
        self.core = core;
        self.edited |= changed;
        self.core_changed |= core_changed;
        Ok(outcome)
    }

    /// Writes the messages and the rest of `commit` together, then holds them.
    pub(super) async fn commit(
        &mut self,
        parts: &AgentParts,
        bodies: Vec<Body>,
        mut commit: StepCommit,
    ) -> Result<(), StoreError> {
        let added: Vec<NewMessage> = bodies.into_iter().map(|body| self.new_message(parts, body)).collect();
        commit.messages = self.pending.iter().chain(&added).cloned().collect();
        commit.charges = self.charges(meter::take());
        parts.ledger.commit_step(&self.scope, self.turn.id, &commit).await?;
        self.pending.clear();
        added.iter().for_each(|message| self.hold(message));
        self.turn.steps += 1;
        Ok(())
    }

    fn new_message(&self, parts: &AgentParts, body: Body) -> NewMessage {
        let at = parts.clock.now();
        NewMessage { id: MessageId::at(at), body, source: None, at }
    }

    /// Adds a message to the queue. The ledger numbers messages one after the other, and only this turn adds any.
    fn hold(&mut self, message: &NewMessage) {
        let seq = self.queue.last().map_or(0, |last| last.seq) + 1;
        let NewMessage { id, body, source, at } = message.clone();
        self.queue.push(Message { id, seq, turn: Some(self.turn.id), body, source, at });
    }

    /// An edit as people are shown it.
    pub(super) fn card(&self, edit: Edit) -> EditCard {
        EditCard::of(edit, &self.core)
    }
}

/// Whether it is the note that memory will be evicted.
fn is_warning(message: &Message) -> bool {
    matches!(&message.body, Body::Note { text } if text == prompts::PRESSURE.trim())
}

/// A call with an id of our own, since providers give the same id twice, and with its name mended where it is certain.
pub(super) fn tidy_call(parts: &AgentParts, tools: &Toolbox, mut call: ToolCall) -> ToolCall {
    if let Some(name) = mend_name(&call.name, &tools.names()) {
        call.name = name.to_owned();
    }
    call.id = call_id(parts);
    call
}

/// Nine letters and digits, as the strictest providers want it.
fn call_id(parts: &AgentParts) -> String {
    let id = MessageId::at(parts.clock.now()).0.simple().to_string();
    id[id.len() - 9..].to_owned()
}

fn too_many() -> String {
    format!("Not run: at most {CALLS_A_STEP} calls at once. Call it again if it is still needed.")
}

fn used_up() -> String {
    "Not run: those who speak have caused as many tool calls as they may for now. Answer without.".to_owned()
}

/// What one call came to: the text for the model, and whether it did what it should.
pub(super) async fn call_tool(
    tools: &Toolbox,
    context: &mut ToolContext<'_>,
    call: &ToolCall,
) -> Result<(String, bool), TurnError> {
    let Some((spec, tool)) = tools.find(&call.name) else {
        return Ok((format!("There is no tool `{}`. Tools: {}.", call.name, tools.names().join(", ")), false));
    };
    match tool.call(context, call.arguments.clone()).await {
        Ok(text) => Ok((text, true)),
        Err(ToolError::Model(text)) => Ok((with_schema(text, &spec.parameters, &call.arguments), false)),
        Err(ToolError::Internal(error)) => Err(TurnError::Internal(error)),
    }
}

/// A complaint about arguments comes with what is accepted.
fn with_schema(text: String, schema: &Value, arguments: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let lacks = |name: &Value| name.as_str().is_some_and(|name| arguments.get(name).is_none());
    if text.starts_with("Wrong arguments") || text.starts_with("The arguments are not") || required.iter().any(lacks) {
        let accepted: Vec<&str> = schema
            .get("properties")
            .and_then(Value::as_object)
            .map(|all| all.keys().map(String::as_str).collect())
            .unwrap_or_default();
        let needed: Vec<&str> = required.iter().filter_map(Value::as_str).collect();
        return format!("{text} Arguments: {}. Required: {}.", accepted.join(", "), needed.join(", "));
    }
    text
}
