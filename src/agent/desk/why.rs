//! Why the agent said something: the turn behind an answer, for people to look at.

use super::{Desk, DeskError};
use crate::memory::{AgentKey, Body, EditCard, EditTarget, Label, Message, PersonId};
use crate::store::Turn;

/// Edits of one block that are looked through for how it was.
const LOOKED_THROUGH: u64 = 200;

/// The turn behind an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Why {
    pub turn: Turn,
    /// What people had said, oldest first: who, and what.
    pub asked: Vec<(String, String)>,
    pub tools: Vec<ToolUsed>,
    pub edits: Vec<EditCard>,
    /// The blocks that the agent had before it, of itself and of those who spoke, and at which version.
    pub blocks: Vec<(String, i64)>,
}

/// One call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolUsed {
    pub name: String,
    pub arguments: serde_json::Value,
    /// What it answered.
    pub result: String,
    pub ok: bool,
}

impl Desk {
    /// The turn behind the answer that stands there in Discord.
    ///
    /// # Errors
    /// [`DeskError::NoTurn`] where it is no answer of this place, or was said outside a turn.
    pub async fn why(&self, key: &AgentKey, message: u64) -> Result<Why, DeskError> {
        let agent = self.agent(key).await?;
        let (ledger, scope) = (&self.0.0.parts.ledger, agent.scope());
        let posted = ledger.posted(message).await?.filter(|posted| posted.key == *key);
        let turn = posted.and_then(|posted| posted.turn).ok_or(DeskError::NoTurn)?;
        let (turn, messages) = ledger.turn(&scope, turn).await?.ok_or(DeskError::NoTurn)?;
        let core = ledger.core(&scope).await?;
        let mut labels = vec![Label::Persona];
        for person in speakers(&messages) {
            labels.push(Label::Human(person));
        }
        let mut blocks = Vec::new();
        for block in labels.into_iter().filter_map(|label| core.get(label)) {
            if let Some(version) = self.version_before(key, block.label, &turn).await? {
                blocks.push((block.title(), version));
            }
        }
        let edits = ledger.turn_edits(&scope, turn.id).await?;
        Ok(Why {
            asked: asked(&messages),
            tools: tools(&messages),
            edits: edits.into_iter().map(|edit| EditCard::of(edit, &core)).collect(),
            blocks,
            turn,
        })
    }

    /// The version that a block had when the turn began, as its history tells; none where it came to be later or its
    /// history is gone.
    async fn version_before(&self, key: &AgentKey, label: Label, turn: &Turn) -> Result<Option<i64>, DeskError> {
        let scope = self.agent(key).await?.scope();
        let target = EditTarget::Block(label);
        let edits = self.0.0.parts.ledger.list_edits(&scope, Some(&target), 0, LOOKED_THROUGH).await?.items;
        let before = edits.iter().find(|edit| edit.at <= turn.started_at && edit.turn != Some(turn.id));
        Ok(before.map(|edit| edit.expected_version + 1))
    }
}

/// The people who spoke, each once.
fn speakers(messages: &[Message]) -> Vec<PersonId> {
    let mut all = Vec::new();
    for message in messages {
        if let Body::Person { person, .. } = &message.body
            && !all.contains(&person.id)
        {
            all.push(person.id);
        }
    }
    all
}

fn asked(messages: &[Message]) -> Vec<(String, String)> {
    let said = |message: &Message| match &message.body {
        Body::Person { person, text, .. } => Some((person.name.clone(), text.clone())),
        _ => None,
    };
    messages.iter().filter_map(said).collect()
}

/// Each call with the result that answers it.
fn tools(messages: &[Message]) -> Vec<ToolUsed> {
    let answer = |id: &str| {
        messages.iter().find_map(|message| match &message.body {
            Body::ToolResult { call_id, text, ok, .. } if call_id == id => Some((text.clone(), *ok)),
            _ => None,
        })
    };
    let calls = messages.iter().filter_map(|message| match &message.body {
        Body::Agent { calls, .. } => Some(calls),
        _ => None,
    });
    let used = calls.flatten().map(|call| {
        let (result, ok) = answer(&call.id).unwrap_or_default();
        ToolUsed { name: call.name.clone(), arguments: call.arguments.clone(), result, ok }
    });
    used.collect()
}
