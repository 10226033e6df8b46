//! Before the gateway: who is the bot, and where is the gateway. Owns that a wrong token is said at once, and that the
//! program waits for a server out of reach rather than going to another one.

use std::time::Duration;

use serenity::http::{Http, LightMethod, Route};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

use super::DiscordError;
use super::pace::Pace;
use super::rest::{Rest, RestError};

/// Waits grow up to this.
const LONGEST: Duration = Duration::from_secs(30);

/// A client that lived so long has held. No pause is longer.
const HELD: Duration = Duration::from_secs(3_600);

/// What the server answered.
pub struct Found {
    /// The bot's user id.
    pub bot: u64,
    pub name: String,
    /// The address of the gateway.
    pub gateway: String,
}

/// Asks the server, again and again while it is out of reach. None if `shutdown` came first.
///
/// # Errors
/// [`DiscordError::Token`].
pub async fn find(http: &Arc<Http>, pace: Pace, shutdown: &CancellationToken) -> Result<Option<Found>, DiscordError> {
    let rest = Rest::new(http.clone(), pace);
    let mut wait = pace.retry;
    while !shutdown.is_cancelled() {
        let asked = tokio::select! {
            asked = ask(&rest) => asked,
            () = shutdown.cancelled() => return Ok(None),
        };
        match asked {
            Ok(found) => return Ok(Some(found)),
            Err(error) => passing(&error)?,
        }
        pause(&mut wait, shutdown).await;
    }
    Ok(None)
}

async fn ask(rest: &Rest) -> Result<Found, RestError> {
    let user = rest.call(LightMethod::Get, Route::UserMe, None).await?;
    let gateway = rest.call(LightMethod::Get, Route::Gateway, None).await?;
    let unreadable =
        || RestError { status: None, code: 0, message: "an answer that is not Discord's".into(), retry_after: None };
    Ok(Found {
        bot: user["id"].as_str().and_then(|id| id.parse().ok()).ok_or_else(unreadable)?,
        name: user["username"].as_str().unwrap_or("?").to_owned(),
        gateway: gateway["url"].as_str().ok_or_else(unreadable)?.to_owned(),
    })
}

/// In how many shards to connect; waits until as many sessions may be begun, rather than begin one beyond the limit, for
/// which Discord takes the token away (its reference, "Session Start Limit"). None if `shutdown` came first.
///
/// # Errors
/// [`DiscordError`] that does not pass.
pub async fn sessions(rest: &Rest, pace: Pace, shutdown: &CancellationToken) -> Result<Option<u32>, DiscordError> {
    let mut wait = pace.retry;
    while !shutdown.is_cancelled() {
        let asked = tokio::select! {
            asked = rest.call(LightMethod::Get, Route::GatewayBot, None) => asked,
            () = shutdown.cancelled() => return Ok(None),
        };
        match asked {
            Ok(answer) => {
                let shards =
                    answer["shards"].as_u64().and_then(|shards| u32::try_from(shards).ok()).unwrap_or(1).max(1);
                let limit = &answer["session_start_limit"];
                let left = limit["remaining"].as_u64().unwrap_or(u64::from(shards));
                if left >= u64::from(shards) {
                    return Ok(Some(shards));
                }
                let until = Duration::from_millis(limit["reset_after"].as_u64().unwrap_or(0)) + pace.retry;
                tracing::warn!(left, shards, ?until, "Discord allows no further session for now; waiting");
                tokio::select! {
                    () = tokio::time::sleep(until) => {}
                    () = shutdown.cancelled() => return Ok(None),
                }
            }
            Err(error) => {
                passing(&error)?;
                pause(&mut wait, shutdown).await;
            }
        }
    }
    Ok(None)
}

/// Waits before a client is begun behind one whose sessions ended again and again within `lived`: longer each time, and
/// anew from `first` once one has held.
pub async fn calm(pause: &mut Duration, first: Duration, lived: Duration, shutdown: &CancellationToken) {
    if lived > HELD {
        *pause = first;
    }
    tokio::select! {
        () = tokio::time::sleep(*pause) => {}
        () = shutdown.cancelled() => {}
    }
    *pause = (*pause * 2).min(HELD);
}

/// Says that the server is out of reach.
///
/// # Errors
/// When that will not pass.
pub fn passing(error: &RestError) -> Result<(), DiscordError> {
    match error.status {
        Some(401) => Err(DiscordError::Token),
        _ if error.is_passing() => {
            tracing::warn!(%error, "Discord is out of reach; trying again");
            Ok(())
        }
        _ => Err(DiscordError::Client(error.to_string())),
    }
}

/// Waits, longer each time.
pub async fn pause(wait: &mut Duration, shutdown: &CancellationToken) {
    tokio::select! {
        () = tokio::time::sleep(*wait) => {}
        () = shutdown.cancelled() => {}
    }
    *wait = (*wait * 2).min(LONGEST);
}
