//! The log. Owns its filter and form; secrets are kept out by the types that hold them.

use tracing_subscriber::EnvFilter;

use crate::config::{ConfigError, Env};

/// What is logged when nothing else is asked for: ourselves, and what libraries warn of.
const RUNNING: &str = "warn,keepsake=info";
/// In a terminal chat: only what went wrong.
const CHATTING: &str = "error,keepsake=error";

/// Starts the log on standard error. `KEEPSAKE_LOG` holds a filter as in `info,keepsake=debug`, `KEEPSAKE_LOG_FORMAT` is
/// `text` or `json`.
///
/// # Errors
/// A sentence naming the variable.
pub fn start(env: &Env, chatting: bool) -> Result<(), ConfigError> {
    let default = if chatting { CHATTING } else { RUNNING };
    let directives = env.text("KEEPSAKE_LOG").unwrap_or_else(|| default.into());
    let filter = EnvFilter::try_new(&directives).map_err(|_| {
        ConfigError(format!("KEEPSAKE_LOG must be a filter like info or info,keepsake=debug, not `{directives}`."))
    })?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match env.text("KEEPSAKE_LOG_FORMAT").as_deref() {
        None | Some("text") => log.init(),
        Some("json") => log.json().init(),
        Some(other) => return Err(ConfigError(format!("KEEPSAKE_LOG_FORMAT must be text or json, not `{other}`."))),
    }
    Ok(())
}
