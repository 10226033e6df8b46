//! Eviction survival: a long conversation is replayed with a small window and a model that stores nothing. How much of the
//! evidence for a question is then still in the prompt or among the first ten results of a search, and is all of it kept?

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::locomo::ADVERSARIAL;
use super::locomo::data::{self, Conversation};
use super::replay::{Replay, Window};
use super::table::{Table, percent};
use super::world::Home;
use crate::memory::{Agent, Body, Message, MessageId};
use crate::search::RecallQuery;
use crate::store::MessageFilter;

/// Tokens of the messages in a prompt.
const WINDOW: usize = 4_096;

/// Mean shares of the evidence, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SurvivalReport {
    pub questions: usize,
    /// Still in the prompt.
    pub in_prompt: f64,
    /// In the prompt or among the first ten results.
    pub survived: f64,
    /// Share of all messages that are still stored.
    pub stored: f64,
}

/// Measures the conversations of a file.
///
/// # Errors
/// When the file is not LoCoMo's, or the stores fail.
pub async fn survival(path: &Path, home: &Home) -> anyhow::Result<SurvivalReport> {
    let replay = Replay::open(Window::Messages(WINDOW), home).await?;
    let (mut scores, mut kept, mut said) = (Vec::new(), 0, 0);
    for (number, conversation) in (1..).zip(&data::read(path)?) {
        let agent = replay.world.agent(number, conversation.start()).await?;
        for session in &conversation.sessions {
            replay.say(&agent, session).await?;
        }
        let turns = turns_of(&replay, &agent).await?;
        kept += turns.len();
        said += conversation.sessions.iter().map(Vec::len).sum::<usize>();
        scores.extend(ask(&replay, &agent, conversation, &turns).await?);
    }
    replay.close().await;
    let count = scores.len().max(1) as f64;
    Ok(SurvivalReport {
        questions: scores.len(),
        in_prompt: scores.iter().map(|(prompt, _)| prompt).sum::<f64>() / count,
        survived: scores.iter().map(|(_, both)| both).sum::<f64>() / count,
        stored: kept as f64 / said.max(1) as f64,
    })
}

/// Which turn of the conversation each stored message is, in the order they were said.
async fn turns_of(replay: &Replay, agent: &Agent) -> anyhow::Result<HashMap<MessageId, usize>> {
    let all = replay.world.stores.ledger.list_messages(&agent.scope(), &MessageFilter::default(), 0, u64::MAX).await?;
    let mut people: Vec<Message> = all.items;
    people.retain(|message| matches!(message.body, Body::Person { .. }));
    people.sort_by_key(|message| message.seq);
    Ok(people.iter().enumerate().map(|(turn, message)| (message.id, turn)).collect())
}

async fn ask(
    replay: &Replay,
    agent: &Agent,
    conversation: &Conversation,
    turns: &HashMap<MessageId, usize>,
) -> anyhow::Result<Vec<(f64, f64)>> {
    let (stores, scope) = (&replay.world.stores, agent.scope());
    let turn = |message: &Message| turns.get(&message.id).copied();
    let in_prompt: HashSet<usize> = stores.ledger.queue(&scope).await?.iter().filter_map(turn).collect();
    let search = stores.search();
    let mut scores = Vec::new();
    for question in conversation.questions.iter().filter(|question| question.category != ADVERSARIAL) {
        let query = RecallQuery { text: question.text.clone(), page: 1, ..RecallQuery::default() };
        let found = search.recall(&scope, &query).await?;
        let mut both: HashSet<usize> =
            found.items.iter().flat_map(|found| &found.item.messages).filter_map(turn).collect();
        both.extend(&in_prompt);
        let share = |held: &HashSet<usize>| {
            question.evidence.iter().filter(|turn| held.contains(turn)).count() as f64 / question.evidence.len() as f64
        };
        scores.push((share(&in_prompt), share(&both)));
    }
    Ok(scores)
}

impl SurvivalReport {
    /// As a table to print.
    pub fn to_table(&self) -> String {
        let mut table = Table::new(&["questions", "in the prompt", "in the prompt or found", "messages stored"]);
        let shares = [self.in_prompt, self.survived, self.stored].map(percent);
        table.row([vec![self.questions.to_string()], shares.to_vec()].concat());
        format!("Evidence left after a replay with {WINDOW} tokens for all messages, in percent.\n{table}")
    }
}
