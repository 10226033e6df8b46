//! What waits: turns for a model that is away, and messages for a turn.

use async_trait::async_trait;

use super::{BegunTurn, NewOutbox, StoreError};
use crate::clock::Moment;
use crate::memory::{Incoming, OutboxId, Parked, Scope, Shown, TurnId};

/// Turns that wait or failed and go on, and how much waits in front of them.
#[async_trait]
pub trait ParkStore: Send + Sync {
    /// A running turn waits for the model; `say` is told meanwhile.
    async fn park_turn(
        &self,
        scope: &Scope,
        turn: TurnId,
        parked: &Parked,
        say: Option<&NewOutbox>,
    ) -> Result<(), StoreError>;
    /// A turn that waited goes on. Answers the row of its answer, and what stands for that: where people were told that it
    /// waits, the answer is a new message, in the row `fresh`.
    async fn try_parked(
        &self,
        scope: &Scope,
        turn: TurnId,
        fresh: OutboxId,
    ) -> Result<(OutboxId, Option<Shown>), StoreError>;
    /// The agent's newest turn, whatever has come of it.
    async fn newest_turn(&self, scope: &Scope) -> Result<Option<BegunTurn>, StoreError>;
    /// A turn that failed runs again, with its answer in the row `fresh`. It costs what its messages did.
    async fn retry_failed(
        &self,
        scope: &Scope,
        failed: &BegunTurn,
        fresh: OutboxId,
        now: Moment,
    ) -> Result<(), StoreError>;
    /// Whether messages of people wait for that agent which no turn has taken.
    async fn is_waiting(&self, scope: &Scope) -> Result<bool, StoreError>;
    /// Whether so many messages wait there, or everywhere together, that another one finds no room.
    async fn is_full(&self, incoming: &Incoming, here: usize, in_all: usize) -> Result<bool, StoreError>;
}
