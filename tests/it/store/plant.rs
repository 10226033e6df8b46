//! What the tests put into a ledger.

use chrono::{DateTime, TimeDelta};
use keepsake::clock::Moment;
use keepsake::memory::{
    Actor, Agent, AgentKey, Body, Edit, EditId, EditKind, EditTarget, Incoming, Label, Message, MessageId, OutboxId,
    Outgoing, Passage, Person, PersonId, Source, ToolCall, TurnId,
};
use keepsake::store::{Accepted, AgentSeed, BegunTurn, NewMessage, NewOutbox, StepCommit, TurnEnd};

use super::Home;

/// Seconds after some moment; with microseconds, so that they are not lost.
pub fn at(seconds: i64) -> Moment {
    let start = DateTime::from_timestamp_micros(1_790_000_000_123_457).expect("a moment");
    start + TimeDelta::seconds(seconds)
}

pub fn seed() -> AgentSeed {
    AgentSeed { persona: "I am helpful.".into(), human: "Nothing known yet.".into(), block_limit: 2_000 }
}

pub fn person(id: u64) -> Person {
    Person { id: PersonId(id), name: format!("Person {id}") }
}

pub fn dm(id: u64) -> AgentKey {
    AgentKey::Dm(PersonId(id))
}

/// Discord's message number `message`, by `who`, some seconds in.
pub fn incoming(key: &AgentKey, message: u64, who: &Person, text: &str) -> Incoming {
    Incoming {
        event: format!("discord:{message}"),
        key: key.clone(),
        person: who.clone(),
        text: text.into(),
        attachments: Vec::new(),
        quote: None,
        source: Source { guild: Some(77), channel: 88, message },
        at: at(i64::try_from(message).expect("a small number")),
    }
}

pub fn new_message(body: Body, seconds: i64) -> NewMessage {
    NewMessage { id: MessageId::at(at(seconds)), body, source: None, at: at(seconds) }
}

pub fn words(text: &str, seconds: i64) -> NewMessage {
    new_message(Body::Agent { text: text.into(), calls: Vec::new() }, seconds)
}

pub fn call(id: &str, name: &str) -> Body {
    let arguments = serde_json::json!({ "label": "persona", "content": "…", "deep": [[{ "n": 1.5 }]] });
    Body::Agent { text: String::new(), calls: vec![ToolCall { id: id.into(), name: name.into(), arguments }] }
}

pub fn result(id: &str, name: &str, text: &str) -> Body {
    Body::ToolResult { call_id: id.into(), name: name.into(), text: text.into(), ok: true }
}

/// A rewrite by the model.
pub fn edit(label: Label, version: i64, before: &str, after: &str, turn: Option<&BegunTurn>) -> Edit {
    Edit {
        id: EditId::at(at(0)),
        target: EditTarget::Block(label),
        kind: EditKind::Rewrite,
        actor: Actor::Model,
        before: before.into(),
        after: after.into(),
        reason: Some("because it was said".into()),
        cause: turn.and_then(|turn| turn.messages.last()).map(|message| message.id),
        turn: turn.map(|turn| turn.turn.id),
        expected_version: version,
        undoes: None,
        related: None,
        at: at(50),
    }
}

/// A passage with its edit.
pub fn passage(text: &str, tags: &[&str], seconds: i64, turn: Option<&BegunTurn>) -> (Passage, Edit) {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    let mut passage = Passage::new(text.into(), tags, Actor::Model, at(seconds));
    passage.cause = turn.and_then(|turn| turn.messages.last()).map(|message| message.id);
    passage.turn = turn.map(|turn| turn.turn.id);
    let edit = Edit {
        target: EditTarget::Passage(passage.id),
        kind: EditKind::Create,
        ..edit(Label::Persona, 0, "", text, turn)
    };
    (passage, edit)
}

pub fn reply(text: &str, seconds: i64) -> NewOutbox {
    NewOutbox {
        id: OutboxId::at(at(seconds)),
        outgoing: Outgoing::Reply { text: text.into(), cards: Vec::new() },
        to: Source { guild: None, channel: 88, message: 5 },
        at: at(seconds),
    }
}

pub fn step() -> StepCommit {
    StepCommit { at: at(60), ..StepCommit::default() }
}

/// A step that only ends the turn.
pub fn ended() -> StepCommit {
    StepCommit { end: Some(TurnEnd::Done), ..step() }
}

impl Home {
    pub async fn agent(&self, key: &AgentKey) -> Agent {
        self.ledger.open_agent(key, &seed(), at(0)).await.expect("the agent opens")
    }

    pub async fn accept(&self, incoming: &Incoming) -> Accepted {
        self.ledger.accept(incoming, at(1)).await.expect("it is taken in")
    }

    /// A turn for one message of `who`, whose number is `message`.
    pub async fn turn(&self, agent: &Agent, message: u64, who: &Person, text: &str) -> BegunTurn {
        assert_eq!(self.accept(&incoming(&agent.key, message, who, text)).await, Accepted::New);
        self.begin(agent).await.expect("something waits")
    }

    pub async fn begin(&self, agent: &Agent) -> Option<BegunTurn> {
        self.ledger.begin_turn(agent, &seed(), at(2)).await.expect("a turn begins")
    }

    pub async fn commit(&self, turn: &BegunTurn, commit: &StepCommit) {
        self.ledger.commit_step(&turn.agent.scope(), turn.turn.id, commit).await.expect("the step is written");
    }

    /// A turn that is said and answered, and over.
    pub async fn talk(&self, agent: &Agent, message: u64, text: &str, answer: &str) -> TurnId {
        let turn = self.turn(agent, message, &person(7), text).await;
        let seconds = i64::try_from(message).expect("a small number");
        self.commit(&turn, &StepCommit { messages: vec![words(answer, seconds)], ..ended() }).await;
        turn.turn.id
    }

    pub async fn queue(&self, agent: &Agent) -> Vec<Message> {
        self.ledger.queue(&agent.scope()).await.expect("the queue")
    }

    pub async fn texts(&self, agent: &Agent) -> Vec<String> {
        texts(&self.queue(agent).await)
    }

    /// The text and version of a block.
    pub async fn block(&self, agent: &Agent, label: Label) -> (String, i64) {
        let core = self.ledger.core(&agent.scope()).await.expect("core memory");
        let block = core.get(label).expect("the block");
        (block.value.clone(), block.version)
    }
}

pub fn texts(messages: &[Message]) -> Vec<String> {
    messages.iter().map(|message| message.body.text().to_owned()).collect()
}
