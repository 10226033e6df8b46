//! Registers the slash commands, in the background: a start never waits for it and never fails for it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serenity::http::{Http, LightMethod, Route};
use serenity::model::id::{ApplicationId, GuildId};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::commands;
use super::pace::Pace;
use super::rest::{Rest, RestError};

/// Waits grow up to this.
const LONGEST: Duration = Duration::from_secs(600);

/// Registers everywhere: for all guilds, which Discord may take an hour to show, and at once in `guilds`.
pub fn begin(
    http: Arc<Http>,
    application: ApplicationId,
    guilds: &[GuildId],
    pace: Pace,
    tasks: &TaskTracker,
    ended: &CancellationToken,
) {
    let rest = Arc::new(Rest::new(http, pace));
    let body = Arc::new(commands::registered());
    let targets = std::iter::once(None).chain(guilds.iter().copied().map(Some));
    for guild in targets {
        let (rest, body, ended) = (rest.clone(), body.clone(), ended.clone());
        tasks.spawn(async move {
            tokio::select! {
                () = register(&rest, application, guild, &body) => {}
                () = ended.cancelled() => {}
            }
        });
    }
}

async fn register(rest: &Rest, application_id: ApplicationId, guild: Option<GuildId>, body: &Value) {
    let route = match guild {
        None => Route::Commands { application_id },
        Some(guild_id) => Route::GuildCommands { application_id, guild_id },
    };
    let place = guild.map_or_else(|| "everywhere".to_owned(), |guild| format!("in guild {guild}"));
    let mut wait = rest.pace().registration;
    loop {
        match rest.call(LightMethod::Put, route, Some(body)).await {
            Ok(_) => return tracing::info!(place, "slash commands are registered"),
            Err(error) if error.is_passing() => {
                tracing::warn!(place, %error, ?wait, "slash commands could not be registered; trying again");
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(LONGEST);
            }
            Err(error) => return refused(&place, &error),
        }
    }
}

fn refused(place: &str, error: &RestError) {
    let hint = "is the bot in that guild, and was it invited with the scope applications.commands (`keepsake check` shows the address)?";
    tracing::error!(place, %error, hint, "Discord refused the slash commands; messages are answered all the same");
}
