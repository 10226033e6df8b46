//! `/thread`: goes on with a conversation in a thread of its own, with a copy of what is known or with nothing.

use serenity::builder::{CreateMessage, CreateThread};
use serenity::model::channel::{ChannelType, GuildChannel};
use serenity::model::id::ChannelId;
use serenity::model::permissions::Permissions;

use super::answer;
use super::caller::Caller;
use super::{Context, Done, nobody};
use crate::discord::on_error::CommandError;
use crate::discord::permissions::missing_for_threads;
use crate::discord::words::Lang;
use crate::memory::{AgentKey, PersonId};
use crate::settings::{Change, Site};

/// What I know in the new thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, poise::ChoiceParameter)]
enum Memory {
    #[name = "with"]
    With,
    #[name = "without"]
    Without,
}

/// Go on in a new thread, where I have a memory of my own
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn thread(
    context: Context<'_>,
    #[description = "What the thread is called"]
    #[min_length = 1]
    #[max_length = 100]
    name: String,
    #[description = "Whether I know there what I know here; without, if you do not say"] memory: Option<Memory>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let with = memory == Some(Memory::With);
    let held = call.interaction.member.as_ref().and_then(|member| member.permissions).unwrap_or_default();
    let kind = call.interaction.channel.as_ref().map(|channel| channel.kind);
    may_branch(&caller, kind, held, call.interaction.app_permissions, with)?;
    let thread = open(context, ChannelId::new(caller.channel), name.trim(), kind, caller.lang).await?;
    let told = begin(context, &caller, &thread, with).await?;
    let said = CreateMessage::new().content(told).allowed_mentions(nobody());
    thread.id.send_message(context.http(), said).await?;
    answer::show(context, caller.lang.thread_opened(&format!("<#{}>", thread.id)).into()).await
}

/// # Errors
/// Why there can be no such thread, in a sentence.
fn may_branch(
    caller: &Caller,
    kind: Option<ChannelType>,
    held: Permissions,
    of_bot: Option<Permissions>,
    with: bool,
) -> Result<(), CommandError> {
    let no = |sentence: String| Err(CommandError::Person(sentence));
    let lang = caller.lang;
    if caller.guild.is_none() || caller.in_thread {
        return no(lang.thread_not_here());
    }
    if !matches!(kind, Some(ChannelType::Text | ChannelType::News)) {
        return no(lang.thread_not_in_such());
    }
    if !held.intersects(Permissions::CREATE_PUBLIC_THREADS | Permissions::ADMINISTRATOR) {
        return no(lang.thread_needs());
    }
    let missing = of_bot.map(missing_for_threads).unwrap_or_default();
    if !missing.is_empty() {
        return no(lang.thread_missing(&missing.join(", ")));
    }
    // What one person told the bot alone must not come before everybody who can read a thread.
    if with && caller.key.is_private() {
        return no(lang.thread_private());
    }
    Ok(())
}

async fn open(
    context: Context<'_>,
    channel: ChannelId,
    name: &str,
    kind: Option<ChannelType>,
    lang: Lang,
) -> Result<GuildChannel, CommandError> {
    if name.is_empty() {
        return Err(CommandError::Person(lang.thread_nameless()));
    }
    // "type of thread" (Discord's reference, "Start Thread without Message"): those of announcements have a type of their own.
    let kind = if kind == Some(ChannelType::News) { ChannelType::NewsThread } else { ChannelType::PublicThread };
    Ok(channel.create_thread(context.http(), CreateThread::new(name).kind(kind)).await?)
}

/// Sets the thread apart. Answers what is said in it.
async fn begin(
    context: Context<'_>,
    caller: &Caller,
    thread: &GuildChannel,
    with: bool,
) -> Result<String, CommandError> {
    let (data, id, person) = (context.data(), thread.id.get(), PersonId(caller.person));
    data.settings.note_thread(id, caller.channel);
    let apart = Change::Apart(Some(true));
    data.settings.change(Site::Channel(id), caller.guild, apart, person).await.map_err(anyhow::Error::from)?;
    let copied = with && data.desk.branch(&caller.key, &AgentKey::Thread(id), caller.actor()).await?;
    Ok(if copied { caller.lang.thread_with() } else { caller.lang.thread_without() })
}
