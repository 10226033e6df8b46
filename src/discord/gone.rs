//! Channels and threads that were deleted while the gateway was away. Owns that each one which is missing is asked for, and
//! that only Discord's word that there is none counts: a thread that is archived is missing too.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use serenity::http::Http;
use serenity::model::guild::Guild;
use serenity::model::id::ChannelId;

use super::outcome::Outcome;
use super::rest::rest_error;
use super::seams::Intake;
use crate::clock::{Clock, SystemClock};
use crate::settings::Site;

/// Places of one guild that are asked for at one time, and the pause behind each.
const MOST: usize = 100;
const PAUSE: Duration = Duration::from_millis(250);

/// The channels and active threads of the guild.
pub fn present(guild: &Guild) -> HashSet<u64> {
    let channels = guild.channels.keys().map(|id| id.get());
    channels.chain(guild.threads.iter().map(|thread| thread.id.get())).collect()
}

/// Tells of the places of that guild that something is kept of and that are gone.
pub async fn look_for_gone(http: Arc<Http>, intake: Arc<dyn Intake>, guild: u64, present: HashSet<u64>) {
    let known = match intake.channels_of_guild(guild).await {
        Ok(known) => known,
        Err(error) => {
            return tracing::warn!(guild, error = format!("{error:#}"), "whether channels are gone is not known");
        }
    };
    let mut missing: Vec<u64> = known.into_iter().filter(|channel| !present.contains(channel)).collect();
    // Where there are more of them than are asked for, it is not always the same ones.
    let turn = usize::try_from(SystemClock.now().timestamp()).unwrap_or(0) % missing.len().max(1);
    missing.rotate_left(turn);
    for channel in missing.into_iter().take(MOST).filter_map(NonZeroU64::new).map(ChannelId::from) {
        match http.get_channel(channel).await.map_err(rest_error) {
            Err(error) if Outcome::of(&error) == Outcome::ChannelGone => {
                if let Err(error) = intake.left(Site::Channel(channel.get())).await {
                    tracing::error!(%channel, error = format!("{error:#}"), "a channel that is gone was not noted");
                }
            }
            Err(error) => tracing::debug!(%channel, %error, "whether a channel is gone is not known"),
            Ok(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}
