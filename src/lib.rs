//! Keepsake: a self-hosted Discord bot whose agents remember.

pub mod agent;
pub mod clock;
pub mod config;
pub mod embed;
pub mod index;
pub mod llm;
pub mod local_model;
pub mod memory;
pub mod store;
