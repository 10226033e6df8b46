//! The statements, one file for each trait, compiled for each database. Moments are stored as microseconds, snowflakes as
//! 64-bit integers with the same bits, lists as JSON.

mod agents;
mod blocks;
mod feed;
mod inbox;
mod messages;
mod outbox;
mod passages;
mod queue;
mod reset;
mod rows;
mod write;

use async_trait::async_trait;
use sqlx::{Pool, Transaction};

use super::{Db, VERSION};
use crate::store::{Ledger, StoreError};

type Tx = Transaction<'static, Db>;

/// The ledger on one database.
pub(super) struct SqlLedger {
    /// On SQLite a single connection, which orders all writes.
    pub(super) writer: Pool<Db>,
    pub(super) reader: Pool<Db>,
}

impl SqlLedger {
    async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(self.writer.begin().await?)
    }
}

#[async_trait]
impl Ledger for SqlLedger {
    async fn describe(&self) -> Result<String, StoreError> {
        let version: String = sqlx::query_scalar(VERSION).fetch_one(&self.reader).await?;
        let agents: i64 = sqlx::query_scalar("SELECT count(*) FROM agents").fetch_one(&self.reader).await?;
        let messages: i64 = sqlx::query_scalar("SELECT count(*) FROM messages").fetch_one(&self.reader).await?;
        Ok(format!("{version}, {agents} agents, {messages} messages"))
    }

    async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
    }
}
