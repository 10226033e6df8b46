//! What was said, changed and deleted while the gateway was away. Owns how far back it is read.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::Arc;

use serenity::http::{Http, MessagePagination};
use serenity::model::id::{ChannelId, GuildId, MessageId};

use super::feed::Feed;
use super::seams::{Intake, LastSeen};
use crate::failpoint;

/// Messages in one request, which is Discord's most.
const AT_ONCE: u8 = 100;
/// Requests for one channel.
const REQUESTS: usize = 5;

/// Reads every channel from where it was last seen, and offers what it finds to the feed.
pub async fn read_back(http: Arc<Http>, feed: Arc<Feed>, intake: Arc<dyn Intake>) {
    let places = match intake.last_seen().await {
        Ok(places) => places,
        Err(error) => {
            return tracing::error!(error = format!("{error:#}"), "what was said meanwhile cannot be read back");
        }
    };
    for place in places {
        match channel(&http, &feed, intake.as_ref(), place).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(channel = place.channel, count, "messages of the time away were read back"),
            Err(error) => tracing::warn!(channel = place.channel, %error, "a channel cannot be read back"),
        }
    }
}

async fn channel(http: &Http, feed: &Feed, intake: &dyn Intake, place: LastSeen) -> Result<usize, serenity::Error> {
    let (Some(channel), Some(mut after)) = (NonZeroU64::new(place.channel), NonZeroU64::new(place.message)) else {
        return Ok(0);
    };
    let channel = ChannelId::from(channel);
    reread(http, feed, intake, channel, after).await?;
    let mut count = 0;
    for _ in 0..REQUESTS {
        let behind = MessagePagination::After(MessageId::from(after));
        let mut page = http.get_messages(channel, Some(behind), Some(AT_ONCE)).await?;
        page.sort_by_key(|message| message.id);
        for message in &mut page {
            // Only the gateway says in which guild a message is.
            message.guild_id = place.guild.and_then(NonZeroU64::new).map(GuildId::from);
            feed.offer(message);
            after = NonZeroU64::from(message.id);
        }
        count += page.len();
        failpoint::reach("page-read-back");
        if page.len() < usize::from(AT_ONCE) {
            break;
        }
    }
    Ok(count)
}

/// Looks at the newest messages that had been taken in, up to `last`, for what people did to them meanwhile. Where
/// nothing can be read nothing is concluded: Discord shows an empty channel to a bot that may not read its history.
async fn reread(
    http: &Http,
    feed: &Feed,
    intake: &dyn Intake,
    channel: ChannelId,
    last: NonZeroU64,
) -> Result<(), serenity::Error> {
    let said = match intake.recently_said(channel.get(), AT_ONCE.into()).await {
        Ok(said) => said,
        Err(error) => {
            tracing::warn!(%channel, error = format!("{error:#}"), "what was said before cannot be looked up");
            return Ok(());
        }
    };
    let said: HashSet<u64> = said.into_iter().filter(|message| *message <= last.get()).collect();
    let Some(behind) = last.checked_add(1).filter(|_| !said.is_empty()) else { return Ok(()) };
    let page =
        http.get_messages(channel, Some(MessagePagination::Before(MessageId::from(behind))), Some(AT_ONCE)).await?;
    let there: HashSet<u64> = page.iter().map(|message| message.id.get()).collect();
    let Some(oldest) = there.iter().min().copied() else { return Ok(()) };
    let oldest = if page.len() < usize::from(AT_ONCE) { 0 } else { oldest };
    let gone: Vec<u64> = said.difference(&there).copied().filter(|message| *message >= oldest).collect();
    if !gone.is_empty() {
        tracing::info!(%channel, count = gone.len(), "messages were deleted meanwhile");
        feed.offer_deleted(channel.get(), gone);
    }
    for message in
        page.into_iter().filter(|message| said.contains(&message.id.get()) && message.edited_timestamp.is_some())
    {
        feed.offer_edited(message);
    }
    Ok(())
}
