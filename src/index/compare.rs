//! Whether index and ledger hold the same. Owns the comparison; changes neither.

use uuid::Uuid;

use super::sync::SyncError;
use super::{IndexFilter, MemoryIndex, lexical};
use crate::memory::{ChunkId, MessageId, PassageId, Scope};
use crate::store::{Findable, Ledger};

/// Agents that are asked for at once.
const AGENTS: u64 = 200;
/// Ids that are looked for at once.
const IDS: usize = 500;

/// How index and ledger differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    /// Things that both should hold.
    pub meant: u64,
    /// Things that the ledger takes for indexed and the index does not have.
    pub missing: Vec<Uuid>,
    /// Points of agents that are in the ledger for things that are not.
    pub strays: u64,
    /// Points of agents that are not in the ledger: of another Keepsake in the same collection, or left behind.
    pub foreign: u64,
}

/// Compares them, agent by agent and id by id. What waits to be indexed or removed counts neither way where it is on its
/// way only in the ledger; so bring the index up to the ledger before.
///
/// # Errors
/// [`SyncError`]
pub async fn compare(ledger: &dyn Ledger, index: &dyn MemoryIndex) -> Result<Difference, SyncError> {
    let mut difference = Difference::default();
    let mut of_agents = 0;
    let mut after = None;
    loop {
        let homes = ledger.homes(after, AGENTS).await?;
        let Some(last) = homes.last() else { break };
        after = Some(last.agent.scope());
        for home in &homes {
            let scope = home.agent.scope();
            let all = ledger.findable(&scope).await?;
            let held = index.count(&scope, &IndexFilter::default()).await?;
            let mut known = 0;
            for part in all.chunks(IDS) {
                let ids: Vec<Uuid> = part.iter().map(|one| one.point).collect();
                known += index.present(&scope, &ids).await?;
                difference.missing.extend(missing(ledger, index, &scope, part).await?);
            }
            difference.meant += all.iter().filter(|one| one.indexed).count() as u64;
            difference.strays += held.saturating_sub(known);
            of_agents += held;
        }
    }
    difference.foreign = index.total().await?.saturating_sub(of_agents);
    Ok(difference)
}

/// Those of them that should be there and are not. Halved until those that are missing stand alone.
async fn missing(
    ledger: &dyn Ledger,
    index: &dyn MemoryIndex,
    scope: &Scope,
    part: &[Findable],
) -> Result<Vec<Uuid>, SyncError> {
    let ids: Vec<Uuid> = part.iter().filter(|one| one.indexed).map(|one| one.point).collect();
    if ids.is_empty() || index.present(scope, &ids).await? == ids.len() as u64 {
        return Ok(Vec::new());
    }
    if let [one] = ids.as_slice() {
        return Ok(if says_something(ledger, scope, *one).await? { ids } else { Vec::new() });
    }
    let (front, back) = part.split_at(part.len() / 2);
    let mut found = Box::pin(missing(ledger, index, scope, front)).await?;
    found.extend(Box::pin(missing(ledger, index, scope, back)).await?);
    Ok(found)
}

/// Whether there are words to find it by; what has none never comes into the index.
async fn says_something(ledger: &dyn Ledger, scope: &Scope, id: Uuid) -> Result<bool, SyncError> {
    let mut texts: Vec<String> = Vec::new();
    texts.extend(ledger.messages(scope, &[MessageId(id)]).await?.iter().map(|found| found.body.text().to_owned()));
    texts.extend(ledger.passages(scope, &[PassageId(id)]).await?.into_iter().map(|found| found.text));
    texts.extend(ledger.chunks(scope, &[ChunkId(id)]).await?.into_iter().map(|found| found.text));
    Ok(texts.iter().any(|text| !lexical::document_vector(text).is_empty()))
}
