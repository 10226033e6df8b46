//! `keepsake check`: what is configured and reachable, a line each, with the mend for what is not.

mod full;

use std::sync::Arc;

use crate::app::{self, Stores};
use crate::clock::Clock;
use crate::config::{Config, DiscordConfig, Env, LlmConfig};
use crate::discord;
use crate::embed::EmbedError;
use crate::index::IndexError;
use crate::llm::{self, ProbeReport, Protocol, tokens::TokenCounter};
use crate::output::causes;
use crate::store::SharedLedger;
use crate::tools::{Toolbox, registry};

/// One line of the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether it works, perhaps not well.
    pub ok: bool,
    /// What was looked at: `token`, `model` …
    pub what: String,
    pub detail: String,
    /// What to do, where it is not well.
    pub mend: Option<String>,
}

impl Finding {
    /// All is well.
    pub fn good(what: &str, detail: impl Into<String>) -> Self {
        Self { ok: true, what: what.into(), detail: detail.into(), mend: None }
    }

    /// Something is to be mended.
    pub fn bad(what: &str, detail: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { ok: false, what: what.into(), detail: detail.into(), mend: Some(mend.into()) }
    }

    /// It does not work, and the detail says what to do.
    pub fn refused(what: &str, detail: impl Into<String>) -> Self {
        Self { ok: false, ..Self::good(what, detail) }
    }

    /// It works, but something had better be mended.
    pub fn warning(what: &str, detail: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { ok: true, ..Self::bad(what, detail, mend) }
    }

    /// As a line of text; a second one says how to mend it.
    pub fn to_line(&self) -> String {
        let mark = match (self.ok, &self.mend) {
            (true, None) => "ok  ",
            (true, Some(_)) => "WARN",
            (false, _) => "FAIL",
        };
        let mend = self.mend.as_deref().map(|mend| format!("\n       → {mend}")).unwrap_or_default();
        format!("{mark} {:<11} {}{mend}", self.what, self.detail)
    }
}

/// Looks at everything; with `full` also at every row and point. Nothing is changed but that a missing or broken index, or a
/// missing database, is made, and with `full` that the index takes in what waits.
pub async fn check(env: &Env, full: bool, clock: Arc<dyn Clock>) -> Vec<Finding> {
    let mut findings = discord_findings(env).await;
    findings.extend(model_findings(env).await);
    match Config::from_env(env) {
        Ok(config) => {
            findings.extend(agent_finding(&config, env));
            findings.extend(store_findings(&config, full, clock).await);
        }
        Err(error) => findings.push(Finding::bad("settings", error.to_string(), "Mend that variable in .env.")),
    }
    findings
}

async fn discord_findings(env: &Env) -> Vec<Finding> {
    match DiscordConfig::from_env(env) {
        Ok(config) => discord::check::check(&config).await,
        Err(error) => vec![Finding::bad(
            "token",
            error.to_string(),
            "Put DISCORD_TOKEN into .env (`keepsake chat` works without).",
        )],
    }
}

async fn model_findings(env: &Env) -> Vec<Finding> {
    let config = match LlmConfig::from_env(env) {
        Ok(config) => config,
        Err(error) => {
            let mend = "Set LLM_BASE_URL, LLM_MODEL and, where needed, LLM_API_KEY.";
            return vec![Finding::bad("model", error.to_string(), mend)];
        }
    };
    let mut findings = Vec::new();
    for model in std::iter::once(&config.model).chain(&config.others) {
        findings.push(model_finding(&LlmConfig { model: model.clone(), ..config.clone() }).await);
    }
    findings
}

async fn model_finding(config: &LlmConfig) -> Finding {
    let answer = match llm::client(config) {
        Ok(llm) => llm.probe().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(report) => probed(&report),
        Err(error) => Finding::bad(
            "model",
            format!("{} does not answer: {error}", config.model),
            "Look at LLM_BASE_URL, LLM_API_KEY, LLM_MODEL and LLM_MODELS, and whether the model's server runs.",
        ),
    }
}

/// A model that calls no tools answers, but writes nothing into memory.
fn probed(report: &ProbeReport) -> Finding {
    let detail = report.to_string();
    match (report.called, report.protocol) {
        (true, _) => Finding::good("model", detail),
        (false, Protocol::Tools) => Finding::warning(
            "model",
            detail,
            "Without tools it remembers nothing: set LLM_PROTOCOL=json in .env and check again, or choose another LLM_MODEL.",
        ),
        (false, Protocol::Json) => {
            Finding::warning("model", detail, "Without tools it remembers nothing: choose another LLM_MODEL.")
        }
    }
}

/// What would stop the start though each setting is right by itself.
fn agent_finding(config: &Config, env: &Env) -> Option<Finding> {
    let refused = app::seed(&config.agent).map(|_| ()).and_then(|()| match LlmConfig::from_env(env) {
        Ok(llm) => Ok(app::check_window(&llm, &TokenCounter::new(), &Toolbox::new(registry()))?),
        // Told of already.
        Err(_) => Ok(()),
    });
    refused.err().map(|error| Finding::bad("agents", causes(&error), "Mend that variable in .env."))
}

async fn store_findings(config: &Config, full: bool, clock: Arc<dyn Clock>) -> Vec<Finding> {
    let stores = match Stores::open(config, clock).await {
        Ok(stores) => stores,
        Err(error) if matches!(error.downcast_ref(), Some(IndexError::InUse(_))) => {
            return beside_a_running_bot(config, full, &causes(&error)).await;
        }
        Err(error) => {
            let what = match (error.is::<IndexError>(), error.is::<EmbedError>()) {
                (true, _) => "index",
                (_, true) => "embedder",
                _ => "database",
            };
            return vec![Finding::refused(what, causes(&error))];
        }
    };
    let mut findings =
        vec![Finding::good("embedder", format!("{}, {} dimensions", stores.embedder.name(), stores.embedder.dims()))];
    findings.push(database_finding(&stores.ledger).await);
    if let Some(news) = stores.news_of_index().await {
        findings.push(Finding::warning("index", news, "Nothing is lost. Where this comes again, look at the disk."));
    }
    // First, since it takes in what waits, which the line about the index then tells of no more.
    let compared = if full { full::findings(&stores).await } else { Vec::new() };
    findings.push(match (stores.index.describe().await, stores.ledger.backlog().await) {
        (Ok(detail), Ok(backlog)) => Finding::good("index", format!("{detail}{}", waiting(backlog))),
        (Err(error), _) => Finding::bad(
            "index",
            error.to_string(),
            "The bot starts without it and matches only words. Look at QDRANT_URL and QDRANT_API_KEY.",
        ),
        (_, Err(error)) => Finding::refused("index", error.to_string()),
    });
    findings.extend(compared);
    stores.close().await;
    findings
}

/// The index can be seen by the bot alone; what it lacks is known to the ledger too.
async fn beside_a_running_bot(config: &Config, full: bool, why: &str) -> Vec<Finding> {
    let ledger = match app::open_ledger(&config.store).await {
        Ok(ledger) => ledger,
        Err(error) => return vec![Finding::refused("database", causes(&error))],
    };
    let mut findings = vec![database_finding(&ledger).await];
    findings.push(match ledger.backlog().await {
        Ok((0, 0)) => Finding::good("index", "in use by a Keepsake that runs; nothing waits for it"),
        Ok(backlog) => Finding::good("index", format!("in use by a Keepsake that runs{}", waiting(backlog))),
        Err(error) => Finding::refused("index", error.to_string()),
    });
    if full {
        findings.extend(full::ledger_findings(&ledger).await);
        findings.push(Finding::warning("index", why, "It is compared with the database when no bot runs."));
    }
    ledger.close().await;
    findings
}

async fn database_finding(ledger: &SharedLedger) -> Finding {
    match ledger.describe().await {
        Ok(detail) => Finding::good("database", detail),
        Err(error) => Finding::refused("database", error.to_string()),
    }
}

/// What the index has still to take in, if anything.
fn waiting((items, removed): (u64, u64)) -> String {
    match (items, removed) {
        (0, 0) => String::new(),
        _ => format!("; {items} items wait to be added and {removed} to be removed"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_model_that_calls_no_tool_is_warned_of() {
        let report = |called, protocol| ProbeReport {
            model: "m".into(),
            host: "h".into(),
            protocol,
            called,
            took: Duration::from_secs(1),
            usage: None,
        };
        let lines = [(true, Protocol::Tools), (false, Protocol::Tools), (false, Protocol::Json)]
            .map(|(called, protocol)| probed(&report(called, protocol)).to_line());
        insta::assert_snapshot!(lines.join("\n"), @r"
        ok   model       m at h calls tools (protocol tools, 1.0 s)
        WARN model       m at h answers, but did not call the tool it was asked to call (protocol tools, 1.0 s)
               → Without tools it remembers nothing: set LLM_PROTOCOL=json in .env and check again, or choose another LLM_MODEL.
        WARN model       m at h answers, but did not call the tool it was asked to call (protocol json, 1.0 s)
               → Without tools it remembers nothing: choose another LLM_MODEL.
        ");
        assert!(probed(&report(false, Protocol::Tools)).ok, "it works, so the check does not fail");
    }
}
