//! `keepsake backup` and `keepsake restore`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use secrecy::ExposeSecret;

use crate::app;
use crate::clock::{Clock, SystemClock};
use crate::config::{Config, Env};
use crate::discord::snowflake;
use crate::index::{IndexError, SharedIndex};
use crate::output::{causes, print_line};
use crate::{embed, store};

/// Copies the whole database into a new file; into a folder, under a name with the time.
pub(super) async fn back_up(env: &Env, to: &Path) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    let file = named(to).context("no backup was made")?;
    let contents = store::back_up(config.store.database_url.expose_secret(), &file).await;
    let contents = contents.context("no backup was made")?;
    print_line(format_args!("{contents} are in {}. It has been checked.", file.display()));
    Ok(ExitCode::SUCCESS)
}

fn named(to: &Path) -> anyhow::Result<PathBuf> {
    if to.is_dir() {
        return Ok(to.join(format!("keepsake-{}.db", SystemClock.now().format("%Y%m%d-%H%M%S"))));
    }
    if to.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR) {
        bail!("There is no folder {0}: make it (mkdir {0}) and try again", to.display());
    }
    Ok(to.to_owned())
}

/// Makes the database from a backup, and empties the index, so that the next start fills it.
pub(super) async fn restore(env: &Env, file: &Path) -> anyhow::Result<ExitCode> {
    let config = Config::from_env(env)?;
    // Before anything is changed: a bot that runs here holds it. One that is not there is not made: nobody holds it, and
    // nothing may be left of a restore that fails.
    let is_new = config.store.qdrant.is_none() && !config.store.data_dir.join("index").exists();
    let index = if is_new { None } else { Some(open_index(&config).await) };
    if let Some(Err(error @ IndexError::InUse(_))) = index {
        return Err(anyhow::Error::from(error).context("nothing was restored"));
    }
    let moment = snowflake::at(SystemClock.now());
    let restored = store::restore(config.store.database_url.expose_secret(), file, moment).await;
    if let (Err(_), Some(Ok(index))) = (&restored, &index) {
        index.close().await?;
    }
    let contents = restored.context("nothing was restored")?;
    print_line(format_args!("{contents} are in the database again."));
    match empty(index).await {
        Ok(()) => print_line("The search index is filled at the next start."),
        Err(error) => print_line(format_args!(
            "The search index could not be emptied ({}): run `keepsake reindex` before the next start.",
            causes(&error)
        )),
    }
    Ok(ExitCode::SUCCESS)
}

async fn open_index(config: &Config) -> Result<SharedIndex, IndexError> {
    let embedder = embed::open(&config.embed).await;
    let embedder = embedder.map_err(|error| IndexError::Unavailable(error.to_string()))?;
    app::open_index(&config.store, &embedder).await
}

/// What the index holds belongs to what was there before.
async fn empty(index: Option<Result<SharedIndex, IndexError>>) -> anyhow::Result<()> {
    let Some(index) = index.transpose()? else { return Ok(()) };
    let cleared = index.clear().await;
    index.close().await?;
    Ok(cleared?)
}
