//! How long things are kept, and what people may cost.

use super::{ConfigError, Env};

/// How long things are kept, and what people may cost, where nothing else is set. Days are those of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RightsConfig {
    /// Days after which messages are forgotten; 0: never.
    pub retention_days: u32,
    /// Days after which what was said in a guild is forgotten when the bot has left it, or in a channel that was deleted.
    pub grace_days: u32,
    /// Messages and tokens of one person a day, in all places together; none: no limit.
    pub person_messages: Option<u64>,
    pub person_tokens: Option<u64>,
    /// Tokens of all people of one guild a day; none: no limit.
    pub guild_tokens: Option<u64>,
    /// Tool calls that one person may cause an hour; beyond that they are answered without tools.
    pub person_tool_calls: u32,
}

impl RightsConfig {
    /// # Errors
    /// A sentence naming the variable.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let limit = |name| Ok(Some(env.number(name, 0, 0, 1_000_000_000_000_u64)?).filter(|most| *most > 0));
        Ok(Self {
            retention_days: env.number("KEEPSAKE_RETENTION_DAYS", 0, 0, 3_650)?,
            grace_days: env.number("KEEPSAKE_GUILD_GRACE_DAYS", 7, 0, 3_650)?,
            person_messages: limit("KEEPSAKE_USER_DAILY_MESSAGES")?,
            person_tokens: limit("KEEPSAKE_USER_DAILY_TOKENS")?,
            guild_tokens: limit("KEEPSAKE_GUILD_DAILY_TOKENS")?,
            person_tool_calls: env.number("KEEPSAKE_USER_HOURLY_TOOL_CALLS", 200, 0, 1_000_000)?,
        })
    }
}
