//! What an index lacks of which most is there: damage that took single things. Owns when index and ledger are compared
//! exactly while the program runs, and that what is missing is filled in again.

use std::time::Duration;

use super::MemoryIndex;
use super::compare::compare;
use super::sync::{IndexSync, SyncError};
use crate::store::Ledger;

/// After a comparison that failed: none is begun for so long.
const PAUSE: Duration = Duration::from_secs(60);

/// Compares whenever the index is suspected, for ever. Nobody waits for it: people are answered and search meanwhile.
pub async fn run(ledger: &dyn Ledger, index: &dyn MemoryIndex, sync: &IndexSync) {
    loop {
        sync.suspected().await;
        if let Err(error) = fill_in(ledger, index, sync).await {
            tracing::warn!(%error, "the index could not be compared with the database");
            // When it works again, it is suspected again.
            sync.doubt();
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn fill_in(ledger: &dyn Ledger, index: &dyn MemoryIndex, sync: &IndexSync) -> Result<(), SyncError> {
    let missing = compare(ledger, index).await?.missing;
    if !missing.is_empty() {
        tracing::warn!(missing = missing.len(), "the index has lost single things; they are indexed again");
        ledger.mark_lost(&missing).await?;
        sync.nudge();
    }
    Ok(())
}
