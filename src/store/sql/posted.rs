//! Which messages in Discord the agents' answers have become.

use async_trait::async_trait;

use super::super::{Posted, PostedStore, StoreError};
use super::SqlLedger;
use super::changes::NO_TURN;
use super::db::Tx;
use super::rows::Row;
use super::statement::{CHUNK, args, sql};
use crate::memory::OutboxId;

/// Writes it down. `row` tells whose answer it is: agent_id, turn_id and channel.
pub(super) async fn insert(tx: &mut Tx, row: &Row, id: OutboxId, sent: &[u64]) -> Result<(), StoreError> {
    let (agent, turn, channel) = (row.text("agent_id")?, row.text("turn_id")?, row.int("channel")?);
    for sent in sent.chunks(CHUNK) {
        let parts = sent.iter().map(|message| args![*message, channel, &agent, &turn, id]);
        let insert = sql("INSERT INTO posted (message, channel, agent_id, turn_id, outbox_id) VALUES ");
        tx.execute(insert.push_rows(parts).push(" ON CONFLICT (message) DO NOTHING")).await?;
    }
    Ok(())
}

#[async_trait]
impl PostedStore for SqlLedger {
    async fn posted(&self, message: u64) -> Result<Option<Posted>, StoreError> {
        let statement = sql("SELECT a.place, p.turn_id FROM posted p JOIN agents a ON a.id = p.agent_id \
             WHERE p.message = $1");
        let Some(row) = self.db.row(statement.bind(message)).await? else { return Ok(None) };
        let turn = Some(row.parsed("turn_id")?).filter(|turn| *turn != NO_TURN);
        Ok(Some(Posted { key: row.parsed("place")?, turn }))
    }
}
