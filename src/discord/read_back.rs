//! What was said while the gateway was away. Owns how far back it is read.

use std::num::NonZeroU64;
use std::sync::Arc;

use serenity::http::{Http, MessagePagination};
use serenity::model::id::{ChannelId, GuildId, MessageId};

use super::feed::Feed;
use super::seams::{Intake, LastSeen};

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
        match channel(&http, &feed, place).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(channel = place.channel, count, "messages of the time away were read back"),
            Err(error) => tracing::warn!(channel = place.channel, %error, "a channel cannot be read back"),
        }
    }
}

async fn channel(http: &Http, feed: &Feed, place: LastSeen) -> Result<usize, serenity::Error> {
    let (Some(channel), Some(mut after)) = (NonZeroU64::new(place.channel), NonZeroU64::new(place.message)) else {
        return Ok(0);
    };
    let mut count = 0;
    for _ in 0..REQUESTS {
        let behind = MessagePagination::After(MessageId::from(after));
        let mut page = http.get_messages(ChannelId::from(channel), Some(behind), Some(AT_ONCE)).await?;
        page.sort_by_key(|message| message.id);
        for message in &mut page {
            // Only the gateway says in which guild a message is.
            message.guild_id = place.guild.and_then(NonZeroU64::new).map(GuildId::from);
            feed.offer(message);
            after = NonZeroU64::from(message.id);
        }
        count += page.len();
        if page.len() < usize::from(AT_ONCE) {
            break;
        }
    }
    Ok(count)
}
