//! The gateway's client and what it does with each event. Owns the intents and what is cached.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use serenity::Client;
use serenity::cache::Settings;
use serenity::client::{ClientBuilder, Context, EventHandler};
use serenity::gateway::ShardStageUpdateEvent;
use serenity::http::Http;
use serenity::model::application::Interaction;
use serenity::model::channel::Message;
use serenity::model::event::ResumedEvent;
use serenity::model::gateway::{GatewayIntents, Ready};
use serenity::model::guild::Guild;
use serenity::model::id::GuildId;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::again::Again;
use super::bot_loop::BotLoop;
use super::commands::{self, Data, Searches, Shared};
use super::feed::Feed;
use super::frontier::Frontier;
use super::gone::{look_for_gone, present};
use super::health::Decoding;
use super::ignored_log::IgnoredLog;
use super::look_up::LookUp;
use super::outage::{Outage, Queue};
use super::pace::Pace;
use super::questions::Questions;
use super::read_back::ReadBack;
use super::receiver::Receiver;
use super::refusals::Refusals;
use super::rest::Rest;
use super::seams::Intake;
use super::second_tries::SecondTries;
use super::sink::DiscordSink;
use super::start::Found;
use super::watch::{Lifeline, Pulse};
use super::words::Languages;
use super::{DiscordError, DiscordParts, build_http, on_error, register};
use crate::config::DiscordConfig;

/// What a client runs in.
pub struct Surroundings<'a> {
    pub pace: Pace,
    pub found: &'a Found,
    /// Whether the words of messages that do not address the bot are asked for ("Message Content", a privileged intent).
    pub content: bool,
    pub tasks: &'a TaskTracker,
    pub ended: &'a CancellationToken,
}

/// A client, and by what it is seen whether it lives.
pub struct Connected {
    pub client: Client,
    pub pulse: Arc<Pulse>,
    /// What each of its connections holds.
    pub held: Weak<Lifeline>,
}

/// The server that the bot talks to.
pub fn server(config: &DiscordConfig) -> String {
    config.api_base.clone().unwrap_or_else(|| "https://discord.com".to_owned())
}

fn intents(content: bool) -> GatewayIntents {
    let all = GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::GUILD_MESSAGE_REACTIONS
        | GatewayIntents::DIRECT_MESSAGES
        | GatewayIntents::DIRECT_MESSAGE_REACTIONS;
    if content { all | GatewayIntents::MESSAGE_CONTENT } else { all }
}

/// A client that is ready to start. Its receiver already runs, in `tasks`, until `ended`.
///
/// # Errors
/// [`DiscordError::Client`].
pub async fn client(
    config: &DiscordConfig,
    parts: &DiscordParts,
    around: &Surroundings<'_>,
) -> Result<Connected, DiscordError> {
    let Surroundings { pace, found, content, tasks, ended } = *around;
    let frontier = Arc::new(Frontier::default());
    let (feed, queue) = Feed::new(found.bot, parts.languages.clone(), frontier.clone(), pace.queue);
    let rest = Rest::new(parts.http.clone(), pace);
    let read_back = ReadBack::new(rest, feed.clone(), parts.intake.clone(), frontier.clone(), config.catch_up);
    let ignored = IgnoredLog::default();
    let data: Data = Arc::new(Shared {
        bot: found.bot,
        feed: feed.clone(),
        ignored: ignored.clone(),
        desk: parts.desk.clone(),
        intake: parts.intake.clone(),
        settings: parts.settings.clone(),
        files: parts.files.clone(),
        questions: Questions::default(),
        searches: Searches::default(),
        pace,
        content,
    });
    let handler = Handler {
        feed: feed.clone(),
        data: data.clone(),
        intake: parts.intake.clone(),
        languages: parts.languages.clone(),
        http: parts.http.clone(),
        guilds: config.dev_guilds.iter().filter_map(|id| std::num::NonZeroU64::new(*id)).map(GuildId::from).collect(),
        pace,
        begun: AtomicBool::new(false),
        read_back: read_back.clone(),
        tasks: tasks.clone(),
        ended: ended.clone(),
    };
    let pulse = Arc::new(Pulse::default());
    let lifeline = Arc::new(Lifeline);
    let held = Arc::downgrade(&lifeline);
    let client = ClientBuilder::new_with_http(build_http(config)?, intents(content))
        .cache_settings(cache_settings())
        .framework(framework(data))
        .event_handler(handler)
        .event_handler_arc(lifeline)
        .raw_event_handler(Decoding { server: server(config), pulse: pulse.clone() })
        .await
        .map_err(|error| DiscordError::Client(error.to_string()))?;
    // The builder asks once and else goes to Discord's own gateway; we have asked before and know.
    *client.ws_url.lock().await = found.gateway.clone();
    parts.languages.look_up_in(client.cache.clone());
    let receiver = Receiver {
        look_up: LookUp {
            bot: found.bot,
            cache: client.cache.clone(),
            http: client.http.clone(),
            feed: feed.clone(),
            settings: parts.settings.clone(),
        },
        intake: parts.intake.clone(),
        refusals: Refusals::new(
            DiscordSink::with_pace(parts.http.clone(), parts.languages.clone(), pace),
            parts.languages.clone(),
            feed,
            frontier.clone(),
            tasks.clone(),
        ),
        ignored,
        loops: BotLoop::default(),
        queue: Queue::new(queue, ended.clone()),
        outage: Outage::new(pace.memory, pace.memory_silence),
        addressed: HashSet::new(),
        introduced: HashSet::new(),
        crowded: HashSet::new(),
        frontier,
        written: pace.seen_through,
        read_back: read_back.clone(),
        again: Again::new(pace.read_back),
        second_tries: SecondTries::new(pace.read_back),
    };
    tasks.spawn(receiver.run());
    let ended = ended.clone();
    tasks.spawn(async move {
        tokio::select! {
            () = read_back.run() => {}
            () = ended.cancelled() => {}
        }
    });
    Ok(Connected { client, pulse, held })
}

/// Channels and roles are cached for their names, people are not.
fn cache_settings() -> Settings {
    let mut settings = Settings::default();
    settings.max_messages = 0;
    settings.cache_users = false;
    settings
}

fn framework(data: Data) -> poise::Framework<Data, on_error::CommandError> {
    let options = poise::FrameworkOptions {
        commands: commands::all(),
        on_error: |error| Box::pin(on_error::on_error(error)),
        allowed_mentions: Some(commands::nobody()),
        prefix_options: poise::PrefixFrameworkOptions { mention_as_prefix: false, ..Default::default() },
        ..Default::default()
    };
    poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |_, _, _| Box::pin(async move { Ok(data) }))
        .build()
}

struct Handler {
    feed: Arc<Feed>,
    data: Data,
    intake: Arc<dyn Intake>,
    languages: Languages,
    http: Arc<Http>,
    guilds: Vec<GuildId>,
    pace: Pace,
    /// Commands are registered once, not at each reconnect.
    begun: AtomicBool,
    read_back: Arc<ReadBack>,
    tasks: TaskTracker,
    ended: CancellationToken,
}

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn shard_stage_update(&self, context: Context, _: ShardStageUpdateEvent) {
        self.feed.listen(context.shard_id.0, &context.shard);
    }

    async fn ready(&self, context: Context, ready: Ready) {
        self.feed.listen(context.shard_id.0, &context.shard);
        tracing::info!(
            bot = ready.user.name,
            guilds = ready.guilds.len(),
            shard = context.shard_id.0,
            "connected to Discord"
        );
        if !self.begun.swap(true, Ordering::SeqCst) {
            register::begin(self.http.clone(), ready.application.id, &self.guilds, self.pace, &self.tasks, &self.ended);
        }
        let shard = ready.shard.map_or((0, 1), |shard| (shard.id.0, shard.total));
        self.feed.offer_present(ready.guilds.iter().map(|guild| guild.id.get()).collect(), shard);
        self.read_back.missed();
    }

    /// Not all that was missed is told again then: some of it may have been lost on the way.
    async fn resume(&self, context: Context, _: ResumedEvent) {
        tracing::info!(shard = context.shard_id.0, "connected to Discord again");
        self.read_back.missed();
    }

    async fn guild_create(&self, context: Context, guild: Guild, _: Option<bool>) {
        let (intake, ended) = (self.intake.clone(), self.ended.clone());
        let gone = look_for_gone(context.http.clone(), intake, guild.id.get(), present(&guild));
        self.tasks.spawn(async move {
            tokio::select! {
                () = gone => {}
                () = ended.cancelled() => {}
            }
        });
    }

    async fn message(&self, _: Context, message: Message) {
        // The feed's listener has it already, but for the moment before it listens.
        self.feed.offer(&message);
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        self.languages.learn(&interaction);
        commands::interaction(&self.data, &context, &interaction).await;
    }
}
