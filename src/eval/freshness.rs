//! Freshness: facts are stored, then facts that contradict them, then a question is asked. Fresh is an answer in which the
//! newer fact stands above each of those that it contradicts. The agent is a script that does what a model is told to: it
//! reads what the tool answers about passages that speak of the same, and retires the nearest one. It is not told which.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::json;

use super::table::{Table, percent};
use super::world::{Home, World};
use crate::memory::{Agent, PassageId};
use crate::search::ArchivalQuery;

#[derive(Deserialize)]
struct Item {
    facts: Vec<String>,
    questions: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    supporting_fact_indices: Vec<usize>,
    contradicting_fact: String,
}

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreshnessReport {
    pub questions: usize,
    /// Share of questions whose newer fact stands above each older one, from 0 to 1.
    pub fresh: f64,
    /// Share of questions whose older facts are still found (and marked, where they were retired), from 0 to 1.
    pub findable: f64,
}

/// Measures the items of a file.
///
/// # Errors
/// When the file is not a list of facts with questions, or the stores fail.
pub async fn freshness(path: &Path, home: &Home) -> anyhow::Result<FreshnessReport> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let items: Vec<Item> =
        serde_json::from_str(&text).with_context(|| format!("{} is not a list of facts", path.display()))?;
    let world = World::open(home).await?;
    let (mut questions, mut fresh, mut findable) = (0, 0, 0);
    for (number, item) in (1..).zip(&items) {
        for (is_fresh, is_findable) in ask_all(&world, number, item).await? {
            questions += 1;
            fresh += usize::from(is_fresh);
            findable += usize::from(is_findable);
        }
    }
    world.close().await;
    let share = |count: usize| count as f64 / questions.max(1) as f64;
    Ok(FreshnessReport { questions, fresh: share(fresh), findable: share(findable) })
}

async fn ask_all(world: &World, number: u64, item: &Item) -> anyhow::Result<Vec<(bool, bool)>> {
    let agent = world.agent(number, "2026-01-01T00:00:00Z".parse()?).await?;
    let mut facts = Vec::new();
    for fact in &item.facts {
        facts.push(store(world, &agent, fact).await?.0);
    }
    let mut newer = Vec::new();
    for asked in &item.questions {
        newer.push(correct(world, &agent, &asked.contradicting_fact).await?);
    }
    let mut outcomes = Vec::new();
    for (asked, newer) in item.questions.iter().zip(newer) {
        let older: Vec<PassageId> =
            asked.supporting_fact_indices.iter().filter_map(|at| facts.get(*at).copied().flatten()).collect();
        outcomes.push(ask(world, &agent, &asked.question, newer, &older).await?);
    }
    Ok(outcomes)
}

/// Stores a fact. Answers its passage, none if it was there already, and the number of the nearest that the tool named.
async fn store(world: &World, agent: &Agent, fact: &str) -> anyhow::Result<(Option<PassageId>, Option<i64>)> {
    let (answer, effects) = world.call(agent, "archival_memory_insert", json!({ "content": fact })).await?;
    let named = answer.lines().skip(1).find_map(|line| line.strip_prefix('#')?.split(' ').next()?.parse().ok());
    Ok((effects.passages.first().map(|(passage, _)| passage.id), named))
}

async fn correct(world: &World, agent: &Agent, fact: &str) -> anyhow::Result<Option<PassageId>> {
    let (stored, nearest) = store(world, agent, fact).await?;
    let Some((newer, old)) = stored.zip(nearest) else { return Ok(stored) };
    let passage = world.stores.ledger.passages(&agent.scope(), &[newer]).await?.pop().context("it was stored")?;
    let retire = json!({ "number": old, "superseded_by": passage.number, "reason": "it was corrected" });
    world.call(agent, "archival_memory_retire", retire).await?;
    Ok(stored)
}

/// Whether the newer one stands above all the older ones, and whether all of those are still found.
async fn ask(
    world: &World,
    agent: &Agent,
    question: &str,
    newer: Option<PassageId>,
    older: &[PassageId],
) -> anyhow::Result<(bool, bool)> {
    let search = world.stores.search();
    let mut order = Vec::new();
    for page in 1.. {
        let query = ArchivalQuery { text: question.to_owned(), page, ..ArchivalQuery::default() };
        let found = search.archival(&agent.scope(), &query).await?;
        order.extend(found.items.iter().map(|found| found.item.id));
        if page >= found.pages {
            break;
        }
    }
    let place = |id: &PassageId| order.iter().position(|found| found == id);
    let first_old = older.iter().filter_map(place).min();
    let fresh = newer.as_ref().and_then(place).is_some_and(|new| first_old.is_none_or(|old| new < old));
    Ok((fresh, older.iter().all(|id| place(id).is_some())))
}

impl FreshnessReport {
    /// As a table to print.
    pub fn to_table(&self) -> String {
        let mut table = Table::new(&["questions", "newer above older", "older still found"]);
        table.row(vec![self.questions.to_string(), percent(self.fresh), percent(self.findable)]);
        format!("What is found after a fact was corrected, in percent.\n{table}")
    }
}
