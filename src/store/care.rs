//! Whether the ledger is sound: what is asked by `keepsake check --full` and after a crash.

use async_trait::async_trait;
use uuid::Uuid;

use super::StoreError;
use crate::memory::Scope;

/// What was found when everything was gone through.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Examination {
    /// What the database says of its own files, tables and references, a line each; nothing where they are sound.
    pub damage: Vec<String>,
    /// What does not hold between rows though the database is sound, a line each.
    pub contradictions: Vec<String>,
    /// How much was looked at, in words.
    pub looked_at: String,
}

/// Something that a search should find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Findable {
    /// The id of its point in the index.
    pub point: Uuid,
    /// Whether the ledger takes it for indexed.
    pub indexed: bool,
}

/// The ledger's own health. Reads all there is, in all scopes, and tells none of it.
#[async_trait]
pub trait CareStore: Send + Sync {
    /// Whether the program that had the ledger before ended without closing it.
    fn ended_badly(&self) -> bool;
    /// Goes through the pages of the database without looking into each row. What is wrong, a line each. Reads all of
    /// a SQLite file; Postgres looks after its own.
    async fn look_over(&self) -> Result<Vec<String>, StoreError>;
    /// Goes through everything.
    async fn examine(&self) -> Result<Examination, StoreError>;
    /// All that a search should find in one scope.
    async fn findable(&self, scope: &Scope) -> Result<Vec<Findable>, StoreError>;
}
