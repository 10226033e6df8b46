//! Quiet hours: an agent that nobody talks to goes through what was said and tends its memory. Off unless it has a budget.
//!
//! The model is asked while the agent is free for everyone: whatever people say meanwhile ends the attempt, and nothing is
//! written unless the conversation stands as it was read. (Letta's "sleep-time compute" is the model of it.)

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use super::causes::name_causes;
use super::context::{Parts, Tokens, core_memory, place};
use super::drive::TurnError;
use super::memory_step::{call_tool, tidy_call};
use super::turn::CALLS_A_STEP;
use super::wording::{attribute, harmless, in_lines};
use super::{Agents, Inner};
use crate::clock::day_of;
use crate::llm::{ChatMessage, ChatRequest, LlmError, SharedLlm, ToolCall, ToolUse};
use crate::memory::outgoing::EditCard;
use crate::memory::{Actor, Body, CoreMemory, Edit, EditTarget, Message, OutboxId, Outgoing, Scope, Source};
use crate::prompts;
use crate::store::{Idle, NewOutbox, StoreError, Tended};
use crate::tools::{Effects, ToolContext};

/// How often it is looked whether an agent is idle.
const LOOK: Duration = Duration::from_secs(30);
/// Agents in one round.
const AGENTS: u64 = 32;
/// Messages of one piece, and their share of the prompt.
const MESSAGES: u64 = 60;
const SHARE: usize = 4;
/// Model calls for one piece.
const STEPS: usize = 8;
/// Tokens of one tool's answer.
const RESULT: usize = 600;

/// Why a piece was not gone through.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Llm(#[from] LlmError),
    #[error(transparent)]
    Tool(#[from] TurnError),
    /// KEEPSAKE_BACKGROUND_TOKENS do not reach for one question.
    #[error("asking costs about {asked} tokens, and {left} are left for today")]
    Budget { asked: u64, left: u64 },
}

/// What going through a piece came to.
struct Gone {
    effects: Effects,
    core: CoreMemory,
}

impl Agents {
    /// Tends idle agents until the program ends; does nothing without a budget.
    pub async fn tend_in_quiet_hours(&self) {
        if self.0.parts.config.background_tokens == 0 {
            return;
        }
        loop {
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                () = tokio::time::sleep(LOOK) => {}
            }
            while self.tend().await > 0 {}
        }
    }

    /// One round: one piece of each idle agent. Gives way to whatever people say. Answers how many pieces were gone
    /// through.
    pub async fn tend(&self) -> u64 {
        let inner = &self.0;
        if inner.parts.config.background_tokens == 0 {
            return 0;
        }
        let mut said = inner.said.subscribe();
        let idle = match inner.idle().await {
            Ok(idle) if !inner.mailboxes.busy() => idle,
            Ok(_) => return 0,
            Err(error) => {
                tracing::warn!(%error, "idle agents cannot be looked up");
                return 0;
            }
        };
        let mut done = 0;
        // Models that do not answer. Those of other places may.
        let mut silent: Vec<SharedLlm> = Vec::new();
        for idle in idle.iter().filter(|idle| inner.parts.sink.serves(&idle.agent.key)) {
            let model = match inner.parts.model_at(&idle.at).await {
                Ok(model) => model,
                Err(error) => {
                    tracing::warn!(agent = %idle.agent.key, %error, "the settings cannot be read");
                    return done;
                }
            };
            if silent.iter().any(|one| Arc::ptr_eq(one, &model)) {
                continue;
            }
            let tended = tokio::select! {
                biased;
                _ = said.changed() => return done,
                () = inner.stopping.cancelled() => return done,
                tended = inner.tend(idle, &model) => tended,
            };
            match tended {
                Ok(()) => {
                    done += 1;
                    self.wake(&idle.agent.key);
                }
                Err(Trouble::Store(StoreError::Conflict(what))) => {
                    tracing::info!(agent = %idle.agent.key, what, "memory changed while it was tended; another time");
                }
                Err(error @ Trouble::Budget { .. }) => {
                    tracing::debug!(agent = %idle.agent.key, %error, "memory is not tended today");
                }
                Err(error @ Trouble::Llm(_)) => {
                    tracing::warn!(agent = %idle.agent.key, %error, "memory could not be tended");
                    silent.push(model);
                }
                Err(error) => {
                    tracing::warn!(agent = %idle.agent.key, %error, "memory could not be tended");
                    return done;
                }
            }
        }
        done
    }
}

impl Inner {
    async fn idle(&self) -> Result<Vec<Idle>, StoreError> {
        let config = &self.parts.config;
        let before = self.parts.clock.now() - TimeDelta::from_std(config.background_idle).unwrap_or(TimeDelta::MAX);
        self.parts.ledger.idle(before, self.today(), config.background_tokens, AGENTS).await
    }

    fn today(&self) -> i64 {
        day_of(self.parts.clock.now())
    }

    /// Goes through the oldest messages that were not gone through.
    async fn tend(&self, idle: &Idle, model: &SharedLlm) -> Result<(), Trouble> {
        let (ledger, scope) = (&self.parts.ledger, idle.agent.scope());
        let (messages, newest_seq) = ledger.untended(&scope, MESSAGES).await?;
        let (reading, through_seq) = self.piece(messages);
        let Some(through_seq) = through_seq else { return Ok(()) };
        let gone = if reading.is_empty() { None } else { Some(self.go_through(idle, model, &reading).await?) };
        let mut tended =
            Tended { through_seq, newest_seq, edits: Vec::new(), passages: Vec::new(), outbox: Vec::new() };
        if let Some(Gone { mut effects, core }) = gone {
            name_causes(&mut effects, &reading);
            tended.outbox = self.tell(idle, &effects, &core);
            (tended.edits, tended.passages) = (effects.edits, effects.passages);
        }
        let changes = tended.edits.len() + tended.passages.len();
        ledger.tend(&scope, &tended).await?;
        self.parts.sync.nudge();
        tracing::info!(agent = %idle.agent.key, messages = reading.len(), changes, "memory was tended in a quiet hour");
        Ok(())
    }

    /// As many of the messages as fit, without those that say nothing; and the `seq` up to which that is all.
    fn piece(&self, messages: Vec<Message>) -> (Vec<Message>, Option<i64>) {
        let mut left = self.prompt_budget(self.quiet_tokens) / SHARE;
        let (mut reading, mut through) = (Vec::new(), None);
        for message in messages {
            if message.body.is_searchable() {
                let cost = self.parts.tokens.text(&in_lines(&message.body)) + 16;
                if cost > left && !reading.is_empty() {
                    break;
                }
                left = left.saturating_sub(cost);
                through = Some(message.seq);
                reading.push(message);
            } else {
                through = Some(message.seq);
            }
        }
        (reading, through)
    }

    /// Lets the model work until it is done or has spent what it may.
    async fn go_through(&self, idle: &Idle, model: &SharedLlm, reading: &[Message]) -> Result<Gone, Trouble> {
        let scope = idle.agent.scope();
        let mut gone = Gone { effects: Effects::default(), core: self.parts.ledger.core(&scope).await? };
        let mut messages = self.first_prompt(idle, reading, &gone);
        let mut left = self.parts.config.background_tokens.saturating_sub(idle.spent);
        for step in 0..STEPS {
            let asked = self.cost(&messages);
            if asked > left {
                if step == 0 {
                    return Err(Trouble::Budget { asked, left });
                }
                break;
            }
            // Before it is asked: whoever breaks the call off may have to pay for it all the same.
            self.parts.ledger.spend(&scope, self.today(), asked).await?;
            let request = ChatRequest {
                messages: messages.clone(),
                tools: self.quiet_tools.offered(true).clone(),
                tool_use: ToolUse::Allowed,
                max_tokens: self.parts.max_tokens,
            };
            let reply = model.chat(&request, None).await?;
            let answered =
                reply.usage.map_or(self.parts.tokens.text(&reply.text) as u64, |usage| usage.completion_tokens);
            self.parts.ledger.spend(&scope, self.today(), answered).await?;
            left = left.saturating_sub(asked + answered);
            if reply.calls.is_empty() {
                break;
            }
            let calls = reply.calls.into_iter().take(CALLS_A_STEP);
            let calls: Vec<ToolCall> = calls.map(|call| tidy_call(&self.parts, &self.quiet_tools, call)).collect();
            messages.push(ChatMessage::Assistant { text: reply.text, calls: calls.clone() });
            for call in calls {
                let text = self.call_quietly(&scope, reading, &mut gone, &call).await?;
                messages.push(ChatMessage::Tool { call_id: call.id, name: call.name, text });
            }
            if self.cost(&messages) > self.prompt_budget(self.quiet_tokens) as u64 {
                break;
            }
        }
        Ok(gone)
    }

    /// Tokens that asking this costs.
    fn cost(&self, messages: &[ChatMessage]) -> u64 {
        let said = messages.iter().map(|message| Tokens::message(self.parts.tokens.as_ref(), message));
        (said.sum::<usize>() + self.quiet_tokens) as u64
    }

    fn first_prompt(&self, idle: &Idle, reading: &[Message], gone: &Gone) -> Vec<ChatMessage> {
        let (key, budget) = (&idle.agent.key, self.prompt_budget(self.quiet_tokens));
        let tokens: &dyn Tokens = self.parts.tokens.as_ref();
        let parts = Parts { key, core: &gone.core, summary: None, documents: false, queue: reading };
        let core = core_memory(&parts, budget / SHARE, tokens);
        let lines: Vec<String> = (1..).zip(reading).map(|(number, message)| line(number, message)).collect();
        let shown = tokens.cut(&lines.join("\n"), budget / SHARE * 2);
        vec![
            ChatMessage::System(prompts::fill(prompts::QUIET, &[("place", place(key))])),
            ChatMessage::User(format!("{core}\n\n<messages>\n{shown}\n</messages>")),
        ]
    }

    async fn call_quietly(
        &self,
        scope: &Scope,
        reading: &[Message],
        gone: &mut Gone,
        call: &ToolCall,
    ) -> Result<String, Trouble> {
        let mut context = ToolContext {
            scope,
            core: &mut gone.core,
            effects: &mut gone.effects,
            search: &self.parts.search,
            actor: Actor::Background,
            turn: None,
            reading,
            cause: reading
                .iter()
                .rfind(|message| matches!(message.body, Body::Person { .. }))
                .map(|message| message.id),
            speaking: &[],
            reminding: None,
            now: self.parts.clock.now(),
        };
        let (text, _) = call_tool(&self.quiet_tools, &mut context, call).await?;
        Ok(Tokens::cut(self.parts.tokens.as_ref(), &harmless(&text), RESULT))
    }

    /// What people are shown of it: nothing where nothing was changed.
    fn tell(&self, idle: &Idle, effects: &Effects, core: &CoreMemory) -> Vec<NewOutbox> {
        let is_facts = |edit: &&Edit| matches!(edit.target, EditTarget::Facts(_));
        let facts = effects.edits.iter().filter(is_facts).count() as u64;
        let shown =
            effects.edits.iter().filter(|edit| !is_facts(edit)).chain(effects.passages.iter().map(|(_, edit)| edit));
        let cards: Vec<EditCard> = shown.map(|edit| EditCard::of(edit.clone(), core)).collect();
        if cards.is_empty() && facts == 0 {
            return Vec::new();
        }
        let at = self.parts.clock.now();
        // It answers no message.
        let to = Source { message: 0, ..idle.at };
        vec![NewOutbox { id: OutboxId::at(at), outgoing: Outgoing::Tended { cards, facts }, to, at }]
    }
}

fn line(number: usize, message: &Message) -> String {
    let who = match &message.body {
        Body::Person { person, .. } => format!("{} (human:{})", attribute(&person.name), person.id),
        _ => "the agent".to_owned(),
    };
    format!("{number}. [{}] {who}: {}", message.at.format("%Y-%m-%d %H:%M, %a"), harmless(&in_lines(&message.body)))
}
