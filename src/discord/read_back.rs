//! What was said, changed and deleted while the gateway was away, or came faster than it could be dealt with. Owns how far
//! back it is read, and that it is tried again where Discord is in trouble.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::Utc;
use futures::StreamExt;
use serde_json::Value;
use serenity::http::{LightMethod, Route};
use serenity::model::channel::Message;
use serenity::model::id::{ChannelId, GuildId};
use tokio::sync::{Notify, OnceCell};

use super::feed::{Feed, Flood};
use super::frontier::Frontier;
use super::outcome::Outcome;
use super::rest::{Ask, Rest, RestError};
use super::seams::{Intake, LastSeen};
use super::snowflake;
use crate::config::CatchUp;
use crate::failpoint;

/// Messages in one request, which is Discord's most.
const AT_ONCE: usize = 100;
/// Channels that are read at one time.
const CHANNELS: usize = 4;
/// The longest wait before channels are tried again that could not be read.
const LONGEST: Duration = Duration::from_secs(300);

/// Reads channels back, one pass after the other.
pub struct ReadBack {
    pub rest: Rest,
    pub feed: Arc<Feed>,
    pub intake: Arc<dyn Intake>,
    pub frontier: Arc<Frontier>,
    pub bounds: CatchUp,
    wanted: Notify,
    /// Channels that cannot be read, which was said once.
    told: Mutex<HashSet<u64>>,
    /// When memory was last made from a backup, if it was, as a number of Discord. Never while the program runs.
    restored: OnceCell<Option<u64>>,
}

impl ReadBack {
    pub fn new(
        rest: Rest,
        feed: Arc<Feed>,
        intake: Arc<dyn Intake>,
        frontier: Arc<Frontier>,
        bounds: CatchUp,
    ) -> Arc<Self> {
        let (wanted, told, restored) = (Notify::new(), Mutex::default(), OnceCell::new());
        Arc::new(Self { rest, feed, intake, frontier, bounds, wanted, told, restored })
    }

    /// Something may have been missed anywhere: everything is read back soon.
    pub fn missed(&self) {
        self.frontier.missed();
        self.wanted.notify_one();
    }

    /// Reads back whenever there is something to.
    pub async fn run(self: Arc<Self>) {
        let mut failed: Vec<LastSeen> = Vec::new();
        let mut wait = self.rest.pace().read_back;
        loop {
            tokio::select! {
                () = self.wanted.notified() => {
                    failed = self.pass().await;
                    wait = self.rest.pace().read_back;
                }
                () = self.feed.drained() => self.floods().await,
                () = tokio::time::sleep(wait), if !failed.is_empty() => {
                    failed = self.read(failed).await;
                    wait = (wait * 2).min(LONGEST);
                }
            }
        }
    }

    /// Reads every channel from where it was dealt with. Those that could not be read for now are answered.
    async fn pass(&self) -> Vec<LastSeen> {
        let mut places = loop {
            match self.places().await {
                Ok(places) => break places,
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "what was said meanwhile cannot be read back yet");
                    tokio::time::sleep(self.rest.pace().read_back).await;
                }
            }
        };
        self.frontier.reads(places.iter().map(|place| place.channel));
        // Where people talked last they wait.
        places.sort_by_key(|place| std::cmp::Reverse(place.message));
        self.read(places).await
    }

    /// Up to which message each channel was read; what else the ledger has to tell is known from then on.
    async fn places(&self) -> Result<Vec<LastSeen>, anyhow::Error> {
        self.restored.get_or_try_init(|| self.intake.restored()).await?;
        self.intake.last_seen().await
    }

    async fn read(&self, places: Vec<LastSeen>) -> Vec<LastSeen> {
        let reading = futures::stream::iter(places).map(|place| async move { (place, self.channel(place).await) });
        let mut failed = Vec::new();
        let mut reading = std::pin::pin!(reading.buffer_unordered(CHANNELS));
        while let Some((place, read)) = reading.next().await {
            match read {
                Ok(count) => {
                    if count > 0 {
                        tracing::info!(channel = place.channel, count, "messages of the time away were read back");
                    }
                    self.feed.offer_caught_up(place.channel);
                }
                Err(error) if Outcome::of(&error).is_passing() => {
                    tracing::warn!(channel = place.channel, %error, "a channel cannot be read back yet");
                    failed.push(place);
                }
                Err(error) => {
                    self.tell(place.channel, &error);
                    self.feed.offer_caught_up(place.channel);
                }
            }
        }
        failed
    }

    /// Says once that a channel cannot be read.
    fn tell(&self, channel: u64, error: &RestError) {
        if self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(channel) {
            let meaning = Outcome::of(error).meaning();
            tracing::warn!(channel, %error, meaning, "a channel cannot be read back");
        }
    }

    /// Reads one channel: what was done to messages that had been taken in, and what was said behind them.
    async fn channel(&self, place: LastSeen) -> Result<usize, RestError> {
        let Some(channel) = NonZeroU64::new(place.channel).map(ChannelId::from) else { return Ok(0) };
        let said = match self.intake.recently_said(place.channel, AT_ONCE as u64).await {
            Ok(said) => said.into_iter().collect(),
            Err(error) => {
                tracing::warn!(%channel, error = format!("{error:#}"), "what was said before cannot be looked up");
                HashSet::new()
            }
        };
        self.reread(channel, place.message, &said).await?;
        let (mut found, from) = self.behind(channel, place.message).await?;
        self.changed_behind(&found, from, place, &said);
        self.leave_answered(&mut found);
        let count = found.len();
        failpoint::reach("page-read-back");
        for mut message in found {
            self.feed.room().await;
            // Only the gateway says in which guild a message is.
            message.guild_id = place.guild.and_then(NonZeroU64::new).map(GuildId::from);
            self.feed.offer_back(message);
        }
        Ok(count)
    }

    /// What was said behind that message, oldest first: the newest of it, as much and as old as may be; and behind which
    /// number that is all there is.
    async fn behind(&self, channel: ChannelId, last: u64) -> Result<(Vec<Message>, u64), RestError> {
        let cut = snowflake::at(Utc::now() - self.bounds.age).saturating_sub(1);
        let after = last.max(cut);
        let params = vec![("after", after.to_string()), ("limit", AT_ONCE.to_string())];
        let mut found = messages(&self.rest, channel, params).await?;
        let (mut passed, mut from) = (cut > last, after);
        if found.len() >= AT_ONCE {
            let cut_short;
            (found, cut_short) = self.newest(channel, after).await?;
            passed |= cut_short;
            if cut_short {
                from = found.iter().map(|message| message.id.get()).min().unwrap_or(after);
            }
        }
        if passed {
            let (messages, hours) = (self.bounds.messages, self.bounds.age.num_hours());
            tracing::info!(%channel, last, messages, hours, "older messages of the time away are not read back");
        }
        found.sort_by_key(|message| message.id);
        Ok((found, from))
    }

    /// The newest messages behind that one, and whether there are more than are read.
    async fn newest(&self, channel: ChannelId, after: u64) -> Result<(Vec<Message>, bool), RestError> {
        let mut found: Vec<Message> = Vec::new();
        loop {
            let page = self.page(channel, found.last().map(|message| message.id.get())).await?;
            let whole = page.len() >= AT_ONCE;
            let before = found.len();
            found.extend(page.into_iter().filter(|message| message.id.get() > after));
            // As Discord lists them: the newest first.
            found.sort_by_key(|message| std::cmp::Reverse(message.id));
            let more = found.len() > self.bounds.messages;
            found.truncate(self.bounds.messages);
            if more || !whole || found.len() - before.min(found.len()) < AT_ONCE {
                return Ok((found, more));
            }
        }
    }

    /// The newest messages of a channel, or those before one.
    async fn page(&self, channel: ChannelId, before: Option<u64>) -> Result<Vec<Message>, RestError> {
        let mut params = vec![("limit", AT_ONCE.to_string())];
        params.extend(before.map(|before| ("before", before.to_string())));
        messages(&self.rest, channel, params).await
    }

    /// Looks at the newest messages that had been taken in, up to `last`, for what people did to them meanwhile. Where
    /// nothing can be read nothing is concluded: Discord shows an empty channel to a bot that may not read its history.
    async fn reread(&self, channel: ChannelId, last: u64, said: &HashSet<u64>) -> Result<(), RestError> {
        let said: HashSet<u64> = said.iter().copied().filter(|message| *message <= last).collect();
        if said.is_empty() {
            return Ok(());
        }
        let page = self.page(channel, Some(last.saturating_add(1))).await?;
        let there: HashSet<u64> = page.iter().map(|message| message.id.get()).collect();
        let Some(oldest) = there.iter().min().copied() else { return Ok(()) };
        let oldest = if page.len() < AT_ONCE { 0 } else { oldest };
        self.gone(channel.get(), said.difference(&there).copied().filter(|message| *message >= oldest).collect());
        for message in page.into_iter().filter(|one| said.contains(&one.id.get()) && one.edited_timestamp.is_some()) {
            self.feed.offer_edited(message);
        }
        Ok(())
    }

    /// The same for messages behind `last` that had been taken in all the same, before the program was killed.
    fn changed_behind(&self, found: &[Message], from: u64, place: LastSeen, said: &HashSet<u64>) {
        let there: HashSet<u64> = found.iter().map(|message| message.id.get()).collect();
        // Discord shows an empty channel to a bot that may not read its history.
        if there.is_empty() {
            return;
        }
        let known = said.iter().copied().filter(|message| *message > place.message && *message > from);
        self.gone(place.channel, known.filter(|message| !there.contains(message)).collect());
        for message in found.iter().filter(|one| said.contains(&one.id.get()) && one.edited_timestamp.is_some()) {
            self.feed.offer_edited(message.clone());
        }
    }

    /// Where memory was made from a backup, what the bot had answered by then, and what stands before that, is left: nobody is
    /// answered twice, though memory knows nothing of it.
    fn leave_answered(&self, found: &mut Vec<Message>) {
        let Some(restored) = self.restored.get().copied().flatten() else { return };
        let own = found.iter().filter(|message| message.id.get() < restored && self.feed.is_own(message));
        let answered = own.filter_map(|message| message.message_reference.as_ref()?.message_id).max();
        if let Some(answered) = answered {
            found.retain(|message| message.id > answered);
        }
    }

    fn gone(&self, channel: u64, messages: Vec<u64>) {
        if !messages.is_empty() {
            tracing::info!(channel, count = messages.len(), "messages were deleted meanwhile");
            self.feed.offer_deleted(channel, messages);
        }
    }

    /// Reads what came faster than it could be dealt with.
    async fn floods(&self) {
        if self.feed.has_lagged() {
            tracing::warn!("edits came faster than they could be dealt with; everything is read back");
            self.missed();
        }
        for flood in self.feed.floods() {
            match self.flood(flood).await {
                Ok(count) => {
                    tracing::info!(channel = flood.channel, count, "messages that came too fast were read back")
                }
                Err(error) if Outcome::of(&error).is_passing() => {
                    tracing::warn!(channel = flood.channel, %error, "what came too fast cannot be read back yet");
                    tokio::time::sleep(self.rest.pace().read_back).await;
                    self.feed.still_flooded();
                }
                Err(error) => {
                    self.tell(flood.channel, &error);
                    self.feed.flood_ends(flood.channel, None);
                }
            }
        }
    }

    /// Reads one channel forward until nothing more comes meanwhile. All of it: nobody was away.
    async fn flood(&self, flood: Flood) -> Result<usize, RestError> {
        let Some(channel) = NonZeroU64::new(flood.channel).map(ChannelId::from) else { return Ok(0) };
        let (mut after, mut count) = (flood.first.saturating_sub(1), 0);
        loop {
            let Some(passed) = self.feed.passed_over(flood.channel) else { return Ok(count) };
            let params = vec![("after", after.to_string()), ("limit", AT_ONCE.to_string())];
            let mut page = messages(&self.rest, channel, params).await?;
            page.sort_by_key(|message| message.id);
            let whole = page.len() >= AT_ONCE;
            count += page.len();
            for mut message in page {
                after = message.id.get();
                self.feed.room().await;
                message.guild_id = flood.guild.and_then(NonZeroU64::new).map(GuildId::from);
                self.feed.offer_back(message);
            }
            if !whole && self.feed.flood_ends(flood.channel, Some(passed)) {
                return Ok(count);
            }
        }
    }
}

/// Messages of a channel. One that cannot be understood is left out.
async fn messages(
    rest: &Rest,
    channel_id: ChannelId,
    params: Vec<(&'static str, String)>,
) -> Result<Vec<Message>, RestError> {
    let ask = Ask::new(LightMethod::Get, Route::ChannelMessages { channel_id }).params(params);
    let Value::Array(page) = rest.ask(&ask).await? else { return Ok(Vec::new()) };
    let read = |message: Value| {
        let read = serde_json::from_value::<Message>(message);
        read.inspect_err(|error| tracing::warn!(%channel_id, %error, "a message cannot be read back")).ok()
    };
    Ok(page.into_iter().filter_map(read).collect())
}
