//! `keepsake export` and `keepsake import`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::index_stored;
use crate::agent::desk::transfer::{Archive, Carrier, Import};
use crate::app;
use crate::clock::{Clock, SystemClock};
use crate::config::{Config, Env};
use crate::memory::{Actor, AgentKey};
use crate::output::{counted, print_line};
use crate::private;
use crate::store::{AgentSeed, SharedLedger};

/// What carries memory here.
fn carrier<'a>(config: &Config, ledger: &'a SharedLedger, seed: &'a AgentSeed) -> Carrier<'a> {
    Carrier { ledger, seed, most_documents: config.documents.limits.per_agent, clock: &SystemClock }
}

/// Writes the memory of that place into a file that was not there.
pub(super) async fn export(env: &Env, key: &AgentKey, file: &Path) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    let seed = app::seed(&config.agent)?;
    let ledger = app::open_ledger(&config.store).await?;
    let exported = async {
        let Some(agent) = ledger.find_agent(key).await? else {
            bail!("nobody has talked in {key}, so nothing is remembered there")
        };
        Ok(carrier(&config, &ledger, &seed).export(&agent, usize::MAX).await?)
    };
    let exported = exported.await;
    ledger.close().await;
    for from in &exported?.files {
        copy(from, file).with_context(|| format!("{} could not be written", file.display()))?;
    }
    print_line(format_args!("All that {key} remembers is in {}.", file.display()));
    Ok(ExitCode::SUCCESS)
}

/// Copies into a new file, which only its owner may read where there are owners.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut to = private::new_file(to)?;
    std::io::copy(&mut std::fs::File::open(from)?, &mut to)?;
    to.sync_all()
}

/// Takes files into the memory of that place; asks before, if there is somebody to ask.
pub(super) async fn import(env: &Env, key: &AgentKey, files: &[PathBuf], yes: bool) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    let seed = app::seed(&config.agent)?;
    let mut contents = Vec::with_capacity(files.len());
    for file in files {
        contents.push(std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?);
    }
    let archive = Archive::read(&contents, SystemClock.now())?;
    drop(contents);
    let ledger = app::open_ledger(&config.store).await?;
    let imported = async {
        let carrier = carrier(&config, &ledger, &seed);
        let plan = carrier.plan(key, &archive).await?;
        if plan.is_nothing() || !(yes || agreed(&plan)?) {
            return Ok::<_, anyhow::Error>(None);
        }
        Ok(Some(carrier.import(key, &archive, Actor::System).await?))
    };
    let imported = imported.await;
    ledger.close().await;
    match imported? {
        Some(import) => {
            index_stored(&config, Arc::new(SystemClock)).await;
            print_line(format_args!("Taken in: {}.", told(&import)));
        }
        None => print_line("Nothing was changed."),
    }
    Ok(ExitCode::SUCCESS)
}

fn told(import: &Import) -> String {
    let parts = [
        (import.blocks, "block", "blocks"),
        (import.passages, "passage", "passages"),
        (import.messages, "message", "messages"),
        (import.documents, "document", "documents"),
    ];
    let parts = parts.iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| counted(*count, one, many));
    parts.collect::<Vec<_>>().join(", ")
}

/// Whether the person at the terminal agrees; a script does.
fn agreed(plan: &Import) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(true);
    }
    eprint!("This takes in {}. Blocks that are rewritten can be changed back. Go on? [y/N] ", told(plan));
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
