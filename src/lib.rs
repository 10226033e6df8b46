//! Keepsake: a self-hosted Discord bot whose agents remember.
//!
//! # Layout
//! One way in and one way out: `discord` hands a message to `agent`, a turn builds its `agent::context`, asks `llm`, runs
//! `tools`, writes to the ledger (`store`), which the `index` follows; the outbox goes back through `discord`.
//! Files become `documents`, each read in a process of its own.
//! `discord` knows `agent`; `agent` never knows `discord`, and sees databases, models and the index as traits.
//! Only [`app`] knows what stands behind them.

pub mod agent;
pub mod app;
pub mod chat;
pub mod check;
pub mod cli;
pub mod clock;
pub mod config;
pub mod discord;
pub mod documents;
pub mod embed;
pub mod env_file;
pub mod error;
pub mod eval;
pub mod failpoint;
pub mod index;
pub mod llm;
pub mod local_model;
pub mod logging;
pub mod memory;
pub mod output;
pub mod persona;
pub mod private;
pub mod prompts;
pub mod search;
pub mod settings;
pub mod store;
pub mod tools;
pub mod transcribe;
