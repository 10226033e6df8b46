//! The log. Owns its filter and form; secrets are kept out by the types that hold them.

use std::io::IsTerminal;
use std::str::FromStr;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::{ConfigError, Env};

/// What is logged when nothing else is asked for: ourselves, and what libraries warn of.
const RUNNING: &str = "warn,keepsake=info";
/// In a terminal chat: only what went wrong.
const CHATTING: &str = "error,keepsake=error";
/// Kept out unless asked for by name: the engine warns at each start of flags that only its server has, and what lies below
/// Discord shows whole frames and requests, with the bot's token and the tokens of interactions in them.
const CHATTY: &str = "qdrant_edge=error,serenity=warn,poise=warn,tungstenite=info,tokio_tungstenite=info,h2=info";

/// Starts the log on standard error. `KEEPSAKE_LOG` holds a filter as in `info,keepsake=debug`, `KEEPSAKE_LOG_FORMAT` is
/// `text` or `json`.
///
/// # Errors
/// A sentence naming the variable.
pub fn start(env: &Env, chatting: bool) -> Result<(), ConfigError> {
    let default = if chatting { CHATTING } else { RUNNING };
    let directives = env.text("KEEPSAKE_LOG").unwrap_or_else(|| default.into());
    let filter = filter(&directives).ok_or_else(|| {
        ConfigError(format!("KEEPSAKE_LOG must be a filter like info or info,keepsake=debug, not `{directives}`."))
    })?;
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr);
    match env.text("KEEPSAKE_LOG_FORMAT").as_deref() {
        None | Some("text") => log.init(),
        Some("json") => log.json().init(),
        Some(other) => return Err(ConfigError(format!("KEEPSAKE_LOG_FORMAT must be text or json, not `{other}`."))),
    }
    Ok(())
}

/// The filter of those directives. A word that is no level would quietly be taken for a part of the program.
fn filter(directives: &str) -> Option<EnvFilter> {
    let parts: Vec<&str> = directives.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let known = |part: &&str| part.contains(['=', '[']) || LevelFilter::from_str(part).is_ok();
    if parts.is_empty() || !parts.iter().all(known) {
        return None;
    }
    EnvFilter::try_new(format!("{CHATTY},{}", parts.join(","))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_no_level_is_refused() {
        for good in ["info", "warn,keepsake=debug", " INFO , hyper=off ", "keepsake[turn]=trace"] {
            assert!(filter(good).is_some(), "{good}");
        }
        for bad in ["loud", ",,,", "", "info,loud", "=x="] {
            assert!(filter(bad).is_none(), "{bad}");
        }
    }
}
