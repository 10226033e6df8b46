//! Evidence recall on LoCoMo (Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM Agents", 2024):
//! of the turns that a question's answer stands in, how many are among the first results? One agent per conversation,
//! all in one index, so that a leak between them would show too.

pub(super) mod data;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use self::data::{Conversation, Question};
use super::table::{Table, percent};
use super::world::{Home, World};
use crate::memory::{Agent, MessageId, Scope};
use crate::search::{MemorySearch, PAGE_SIZE, RecallQuery};
use crate::tools::excerpt_texts;

/// Results after which recall is measured.
const DEPTHS: [usize; 3] = [5, 10, 20];
/// Tokens after which recall is measured, at four characters each.
const TOKENS: usize = 1_000;
/// Questions that no turn answers. They are reported apart.
pub(super) const ADVERSARIAL: u8 = 5;

/// Mean recall, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Recalled {
    pub questions: usize,
    /// Among the first 5, 10 and 20 results.
    pub at: [f64; 3],
    /// Within the first 1,000 tokens of results.
    pub in_1000_tokens: f64,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct LocomoReport {
    /// By category: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial.
    pub categories: BTreeMap<u8, Recalled>,
    /// Over categories 1 to 4.
    pub all: Recalled,
    /// Messages of other conversations among the results.
    pub leaks: usize,
    /// Conversations and their messages.
    pub conversations: usize,
    pub messages: usize,
}

/// Measures the conversations of a file.
///
/// # Errors
/// When the file is not LoCoMo's, or the stores fail.
pub async fn locomo(path: &Path, home: &Home) -> anyhow::Result<LocomoReport> {
    measure(&data::read(path)?, home).await
}

async fn measure(conversations: &[Conversation], home: &Home) -> anyhow::Result<LocomoReport> {
    let world = World::open(home).await?;
    let mut loaded = Vec::new();
    for (number, conversation) in (1..).zip(conversations) {
        loaded.push((conversation, load(&world, number, conversation).await?));
    }
    let search = world.stores.search();
    let (mut scores, mut leaks) = (Vec::new(), 0);
    for (conversation, Loaded { agent, turns }) in &loaded {
        for question in &conversation.questions {
            let results = ask(&search, &agent.scope(), &question.text, turns).await?;
            leaks += results.iter().map(|result| result.strangers).sum::<usize>();
            scores.push((question.category, score(question, &results)));
        }
    }
    world.close().await;
    Ok(report(conversations, &scores, leaks))
}

/// A conversation in the ledger.
struct Loaded {
    agent: Agent,
    /// Which turn a message is.
    turns: HashMap<MessageId, usize>,
}

async fn load(world: &World, number: u64, conversation: &Conversation) -> anyhow::Result<Loaded> {
    let mut turns = HashMap::new();
    let agent = world.agent(number, conversation.start()).await?;
    for session in &conversation.sessions {
        for message in world.say(&agent, session).await? {
            turns.insert(message.id, turns.len());
        }
    }
    world.stores.sync.catch_up().await?;
    Ok(Loaded { agent, turns })
}

/// One result as the model would get it.
struct ResultShown {
    turns: Vec<usize>,
    tokens: f64,
    /// Messages that are not of this conversation.
    strangers: usize,
}

/// The first results, enough for every depth and number of tokens.
async fn ask(
    search: &MemorySearch,
    scope: &Scope,
    question: &str,
    turns: &HashMap<MessageId, usize>,
) -> anyhow::Result<Vec<ResultShown>> {
    let mut results: Vec<ResultShown> = Vec::new();
    for page in 1.. {
        let query = RecallQuery { text: question.to_owned(), page, ..RecallQuery::default() };
        let found = search.recall(scope, &query).await?;
        for (text, found) in excerpt_texts(&found).iter().zip(&found.items) {
            let shown: Vec<Option<usize>> =
                found.item.messages.iter().map(|message| turns.get(&message.id).copied()).collect();
            results.push(ResultShown {
                tokens: text.chars().count() as f64 / 4.0,
                strangers: shown.iter().filter(|turn| turn.is_none()).count(),
                turns: shown.into_iter().flatten().collect(),
            });
        }
        let tokens: f64 = results.iter().map(|result| result.tokens).sum();
        let enough = results.len() >= DEPTHS[2] && tokens > TOKENS as f64;
        if enough || page >= found.pages || results.len() as u64 >= 10 * PAGE_SIZE {
            break;
        }
    }
    Ok(results)
}

fn score(question: &Question, results: &[ResultShown]) -> Recalled {
    let gold: HashSet<usize> = question.evidence.iter().copied().collect();
    let share = |results: &[ResultShown]| {
        let covered: HashSet<usize> = results.iter().flat_map(|result| result.turns.iter().copied()).collect();
        gold.intersection(&covered).count() as f64 / gold.len() as f64
    };
    let mut spent = 0.0;
    let affordable = results.iter().take_while(|result| {
        spent += result.tokens;
        spent <= TOKENS as f64
    });
    Recalled {
        questions: 1,
        in_1000_tokens: share(&results[..affordable.count()]),
        at: DEPTHS.map(|depth| share(&results[..results.len().min(depth)])),
    }
}

fn report(conversations: &[Conversation], scores: &[(u8, Recalled)], leaks: usize) -> LocomoReport {
    let mut by_category: BTreeMap<u8, Vec<Recalled>> = BTreeMap::new();
    for (category, recalled) in scores {
        by_category.entry(*category).or_default().push(*recalled);
    }
    let answerable = scores.iter().filter(|(category, _)| *category != ADVERSARIAL).map(|(_, recalled)| *recalled);
    LocomoReport {
        all: mean(&answerable.collect::<Vec<_>>()),
        categories: by_category.into_iter().map(|(category, scores)| (category, mean(&scores))).collect(),
        leaks,
        conversations: conversations.len(),
        messages: conversations.iter().flat_map(|conversation| &conversation.sessions).map(Vec::len).sum(),
    }
}

fn mean(scores: &[Recalled]) -> Recalled {
    let count = scores.len().max(1) as f64;
    let mean_of = |part: fn(&Recalled) -> f64| scores.iter().map(part).sum::<f64>() / count;
    Recalled {
        questions: scores.len(),
        at: [mean_of(|score| score.at[0]), mean_of(|score| score.at[1]), mean_of(|score| score.at[2])],
        in_1000_tokens: mean_of(|score| score.in_1000_tokens),
    }
}

fn category_name(category: u8) -> &'static str {
    match category {
        1 => "multi-hop",
        2 => "temporal",
        3 => "open-domain",
        4 => "single-hop",
        ADVERSARIAL => "adversarial (apart)",
        _ => "other",
    }
}

impl LocomoReport {
    /// As a table to print.
    pub fn to_table(&self) -> String {
        let mut table = Table::new(&["category", "questions", "R@5", "R@10", "R@20", "R@1000tok"]);
        let mut row = |name: String, recalled: &Recalled| {
            let [five, ten, twenty] = recalled.at;
            let shares = [five, ten, twenty, recalled.in_1000_tokens].map(percent);
            table.row([vec![name, recalled.questions.to_string()], shares.to_vec()].concat());
        };
        for (category, recalled) in &self.categories {
            row(format!("{category} {}", category_name(*category)), recalled);
        }
        row("1-4".into(), &self.all);
        format!(
            "Evidence found in {} conversations of {} messages, in percent. Messages of others among the results: {}.\n{table}",
            self.conversations, self.messages, self.leaks
        )
    }
}
