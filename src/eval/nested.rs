//! Nested lookups, as in the MemGPT paper (Packer et al., 2023): pairs of random UUIDs are stored, where some values
//! are keys themselves. A scripted agent looks a key up, and what it finds as long as that is a key, by the search that
//! a model calls.

use serde_json::json;
use uuid::{Builder, Uuid};

use super::table::Table;
use super::world::{Home, World};
use crate::memory::Agent;

/// Pairs that are stored, unless it is said otherwise.
pub(super) const PAIRS: usize = 140;
/// Lookups behind the first, at most.
const LEVELS: usize = 6;
/// Pairs that one key of each level takes.
const PAIRS_FOR_ONE: usize = (LEVELS + 1) * (LEVELS + 2) / 2;

/// What was measured for one number of levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NestedLevel {
    pub asked: usize,
    /// How many ended at the right value.
    pub right: usize,
    /// The most searches that one of them took.
    pub most_calls: usize,
}

/// Measures chains of 0 to 6 levels among so many pairs, as many as they have room for. `seed` decides on the UUIDs.
///
/// # Errors
/// When the stores fail.
pub async fn nested(seed: u64, pairs: usize, home: &Home) -> anyhow::Result<Vec<NestedLevel>> {
    let world = World::open(home).await?;
    let agent = world.agent(1, "2026-01-01T00:00:00Z".parse()?).await?;
    let mut random = Random(seed);
    let (stored, asked) = (pairs.max(PAIRS_FOR_ONE), (pairs / PAIRS_FOR_ONE).max(1));
    let chains: Vec<Vec<Uuid>> = (0..=LEVELS)
        .flat_map(|level| std::iter::repeat_n(level, asked))
        .map(|level| (0..level + 2).map(|_| random.uuid()).collect())
        .collect();
    let mut pairs: Vec<(Uuid, Uuid)> =
        chains.iter().flat_map(|chain| chain.windows(2).map(|pair| (pair[0], pair[1]))).collect();
    while pairs.len() < stored {
        pairs.push((random.uuid(), random.uuid()));
    }
    random.shuffle(&mut pairs);
    for (key, value) in &pairs {
        let content = format!("The value of {key} is {value}");
        world.call(&agent, "archival_memory_insert", json!({ "content": content })).await?;
    }
    let mut levels = Vec::new();
    for of_level in chains.chunks(asked) {
        let mut level = NestedLevel { asked: of_level.len(), right: 0, most_calls: 0 };
        for chain in of_level {
            let (found, calls) = follow(&world, &agent, chain[0]).await?;
            level.right += usize::from(chain.last() == Some(&found));
            level.most_calls = level.most_calls.max(calls);
        }
        levels.push(level);
    }
    world.close().await;
    Ok(levels)
}

/// Looks `key` up, and what stands there, until that is no key. Answers the last value and the searches it took.
async fn follow(world: &World, agent: &Agent, key: Uuid) -> anyhow::Result<(Uuid, usize)> {
    let mut at = key;
    for calls in 1..=LEVELS + 3 {
        let (answer, _) = world.call(agent, "archival_memory_search", json!({ "query": at.to_string() })).await?;
        let start = format!("The value of {at} is ");
        let value = answer.lines().find_map(|line| line.split_once(&start)?.1.get(..36)?.parse::<Uuid>().ok());
        match value {
            Some(value) => at = value,
            None => return Ok((at, calls)),
        }
    }
    Ok((at, LEVELS + 3))
}

/// A small generator (SplitMix64), so that a seed always gives the same UUIDs.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn uuid(&mut self) -> Uuid {
        Builder::from_random_bytes(Uuid::from_u64_pair(self.next(), self.next()).into_bytes()).into_uuid()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, (self.next() % (at as u64 + 1)) as usize);
        }
    }
}

/// The levels as a table to print.
pub(super) fn to_table(pairs: usize, levels: &[NestedLevel]) -> String {
    let mut table = Table::new(&["levels", "asked", "right", "most searches"]);
    for (level, of) in levels.iter().enumerate() {
        table.row(vec![level.to_string(), of.asked.to_string(), of.right.to_string(), of.most_calls.to_string()]);
    }
    format!("{pairs} pairs of UUIDs, looked up until the value is no key.\n{table}")
}
