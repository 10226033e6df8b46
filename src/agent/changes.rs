//! Memory follows what people do to their messages after they were said. Works only where no turn runs, or inside one.

use chrono::TimeDelta;

use super::Inner;
use super::memory_step::Conversation;
use super::summarize::summarize;
use crate::memory::{
    Actor, Afterwards, Agent, Body, ChangedMessage, Edit, EditCard, EditId, Message, OutboxId, Outgoing, Scope,
};
use crate::store::{NewOutbox, StoreError, Summary, WaitingChange};

impl Inner {
    /// Does the changes that wait for that agent.
    pub(super) async fn follow_changes(&self, agent: &Agent) -> Result<(), StoreError> {
        for waiting in &self.parts.ledger.changes(&agent.scope()).await? {
            self.follow(agent, waiting).await?;
        }
        Ok(())
    }

    /// Does them while a turn runs, which sees the conversation anew then. They stay written down until the turn is
    /// over: only then is known all that it learned from a message that is gone.
    pub(super) async fn follow_in_turn(&self, conversation: &mut Conversation) -> Result<(), StoreError> {
        let changes = self.parts.ledger.changes(&conversation.scope).await?;
        let mut any = false;
        for waiting in changes.iter().filter(|waiting| conversation.followed.insert(waiting.number)) {
            self.apply(&conversation.scope, waiting).await?;
            any = true;
        }
        if any { conversation.reload(&self.parts).await } else { Ok(()) }
    }

    async fn apply(&self, scope: &Scope, waiting: &WaitingChange) -> Result<Option<ChangedMessage>, StoreError> {
        let message = self.parts.ledger.apply_change(scope, &waiting.change, self.parts.clock.now()).await?;
        self.summarize_again(scope).await?;
        self.parts.sync.nudge();
        Ok(message)
    }

    async fn follow(&self, agent: &Agent, waiting: &WaitingChange) -> Result<(), StoreError> {
        let (ledger, scope) = (&self.parts.ledger, agent.scope());
        let message = self.apply(&scope, waiting).await?;
        let deleted = message.filter(|_| waiting.change.now == Afterwards::Deleted);
        let say = match &deleted {
            Some(message) => self.learned_from(&scope, message).await?,
            None => Vec::new(),
        };
        tracing::info!(
            event = waiting.change.event,
            deleted = deleted.is_some(),
            learned = say.len(),
            "a message was changed"
        );
        ledger.finish_change(&scope, waiting.number, message.as_ref(), &say).await?;
        match message.filter(|message| message.anew && deleted.is_none()) {
            Some(message) => self.answer_again(&scope, waiting, &message).await,
            None => Ok(()),
        }
    }

    /// Opens the turn of a message again that was edited soon after it was answered. That costs what another message would:
    /// beyond a limit the answer stays as it is.
    async fn answer_again(
        &self,
        scope: &Scope,
        waiting: &WaitingChange,
        message: &ChangedMessage,
    ) -> Result<(), StoreError> {
        let (now, window) = (self.parts.clock.now(), self.parts.config.reask);
        if window.is_zero() {
            return Ok(());
        }
        let said = self.parts.ledger.message_at(scope, waiting.change.channel, waiting.change.message).await?;
        if let Some(Message { body: Body::Person { person, .. }, source: Some(at), .. }) = said
            && self.reached(&at, &[person.id], 1).await?.is_some()
        {
            tracing::info!("a limit is reached; a message that was edited is not answered again");
            return Ok(());
        }
        let since = now - TimeDelta::from_std(window).unwrap_or(TimeDelta::zero());
        if self.parts.ledger.reopen_turn(scope, message, since, now).await? {
            tracing::info!("a message was edited soon after its answer; it is answered again");
        }
        Ok(())
    }

    /// Makes the summary anew that went because it held what is gone.
    pub(super) async fn summarize_again(&self, scope: &Scope) -> Result<(), StoreError> {
        let Some(missing) = self.parts.ledger.unsummarized(scope).await? else { return Ok(()) };
        let old = missing.base.map(|base| base.text).unwrap_or_default();
        let said_at = missing.messages.iter().rev().find_map(|message| message.source).unwrap_or_default();
        let (model, budget) = (self.parts.model_at(&said_at).await?, self.prompt_budget(self.tool_tokens[1]));
        let text = summarize(&self.parts, model.as_ref(), &old, &missing.messages, budget).await;
        let summary = Summary { text, through_seq: missing.through_seq, at: self.parts.clock.now() };
        self.parts.ledger.put_summary(scope, &summary).await
    }

    /// What the agent wrote into its memory because of that message, as far as it still stands.
    async fn learned_from(&self, scope: &Scope, message: &ChangedMessage) -> Result<Vec<NewOutbox>, StoreError> {
        let ledger = &self.parts.ledger;
        let mut learned: Vec<Edit> = Vec::new();
        for edit in ledger.edits_caused_by(scope, message.id).await? {
            if matches!(edit.actor, Actor::Model | Actor::Background)
                && edit.undoes.is_none()
                && !self.is_undone(scope, edit.id).await?
            {
                learned.push(edit);
            }
        }
        if learned.is_empty() {
            return Ok(Vec::new());
        }
        let core = ledger.core(scope).await?;
        let cards = learned.into_iter().map(|edit| EditCard::of(edit, &core)).collect();
        let at = self.parts.clock.now();
        Ok(vec![NewOutbox {
            id: OutboxId::at(at),
            outgoing: Outgoing::Learned { cards, by: message.by },
            to: message.source,
            at,
        }])
    }

    /// Whether the edit was taken back, and that was not taken back in turn.
    pub(super) async fn is_undone(&self, scope: &Scope, edit: EditId) -> Result<bool, StoreError> {
        let (mut undone, mut at) = (false, edit);
        while let Some(undoing) = self.parts.ledger.undoing(scope, at).await? {
            (undone, at) = (!undone, undoing.id);
        }
        Ok(undone)
    }
}
