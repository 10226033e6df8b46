//! From the outbox to Discord. Owns [`DiscordSink`]: what is sent in which order, what it takes the place of, and what is
//! given up.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::json;
use serenity::http::{Http, LightMethod, Route};
use serenity::model::channel::ReactionType;

use super::draft::DiscordDraft;
use super::outcome::Outcome;
use super::pace::Pace;
use super::post::{Post, posts, shown_as};
use super::rest::{Rest, RestError};
use super::send::{Part, Sender, channel, lasting, message};
use super::signs::{Seen, Typing};
use super::words::{Lang, Languages};
use crate::agent::{Busy, DeliveryError, Draft, ReplySink};
use crate::failpoint;
use crate::memory::outgoing::{OutboxRow, Outgoing};
use crate::memory::{AgentKey, FileNews, OutboxId, PersonId, Shown, Source};
use crate::settings::{Display, SettingsBook};

/// Stands in front of the delivered parts of a row whose file was refused, so that the rest goes out in messages too. No
/// message has that number.
const IN_MESSAGES: u64 = 0;

/// The sign that a message changed memory.
const REMEMBERED: &str = "📝";

/// Sends answers to Discord. Cheap to clone.
#[derive(Clone)]
pub struct DiscordSink {
    sender: Arc<Sender>,
    languages: Languages,
    settings: Option<SettingsBook>,
}

impl DiscordSink {
    /// A sink on `http`, made by [`super::http`].
    pub fn new(http: Arc<Http>, languages: Languages) -> Self {
        Self::with_pace(http, languages, Pace::default())
    }

    /// The same at another pace.
    pub fn with_pace(http: Arc<Http>, languages: Languages, pace: Pace) -> Self {
        Self { sender: Arc::new(Sender::new(Rest::new(http, pace))), languages, settings: None }
    }

    /// The same, that shows changes of memory as it was set for the place. Without settings they are shown in full.
    #[must_use]
    pub fn with_settings(self, settings: SettingsBook) -> Self {
        Self { settings: Some(settings), ..self }
    }

    /// How changes of memory are shown there.
    async fn display(&self, to: &Source) -> Display {
        let Some(settings) = &self.settings else { return Display::default() };
        match settings.rules(to.guild, to.channel).await {
            Ok(rules) => rules.display,
            Err(error) => {
                tracing::warn!(%error, "the settings cannot be read; changes of memory are shown in full");
                Display::default()
            }
        }
    }

    /// Creates a message; what is for one person goes to their direct messages where it cannot be said.
    async fn create_or_whisper(&self, part: &Part<'_>) -> Result<u64, RestError> {
        let (error, person) = match (self.sender.create(part).await, part.post.pings) {
            (Err(error), Some(person)) if !Outcome::of(&error).is_passing() => (error, person),
            (done, _) => return done,
        };
        tracing::warn!(%error, outbox = %part.id, "a reminder goes to direct messages");
        let there = async {
            let to = Source { guild: None, channel: self.direct_messages(person).await?, message: 0 };
            self.sender.create(&Part { to: &to, ..*part }).await
        };
        let both =
            |second: RestError| RestError { message: format!("{}; {}", error.message, second.message), ..second };
        there.await.map_err(both)
    }

    /// The channel of a person's direct messages.
    async fn direct_messages(&self, person: PersonId) -> Result<u64, RestError> {
        let wanted = json!({"recipient_id": person.to_string()});
        let dm = self.sender.rest.call(LightMethod::Post, Route::UserMeDmChannels, Some(&wanted)).await?;
        Ok(dm["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(0))
    }

    async fn react(&self, to: &Source, emoji: &str) -> Result<(), RestError> {
        let reaction = reaction(emoji).ok_or_else(|| lasting(format!("`{emoji}` is no emoji")))?.as_data();
        let (channel_id, message_id) = (channel(to.channel)?, message(to.message)?);
        let route = Route::ChannelMessageReactionMe { channel_id, message_id, reaction: &reaction };
        self.sender.rest.call(LightMethod::Put, route, None).await.map(drop)
    }

    /// Says one sentence in answer to a message, outside any outbox.
    pub(super) async fn say(&self, to: &Source, text: String, id: OutboxId) -> Result<(), RestError> {
        let post = Post { text, ..Post::default() };
        self.sender.create(&Part { to, post: &post, id, index: 0, behind: 0, lang: Lang::default() }).await.map(drop)
    }

    /// Shows what the row says. `sent` are the parts that were shown before it fails.
    async fn show(&self, key: &AgentKey, row: &OutboxRow, sent: &mut Vec<u64>) -> Result<(), RestError> {
        let (lang, display) = (self.languages.at(key, &row.to), self.display(&row.to).await);
        let outgoing = shown_as(&row.outgoing, display, lang);
        if display == Display::Reaction && outgoing.as_ref() != Some(&row.outgoing) {
            self.mark(row).await;
        }
        let outgoing = match &outgoing {
            Some(Outgoing::Reaction { emoji }) => return self.react(&row.to, emoji).await,
            None | Some(Outgoing::Withdrawn) => return self.remove(row.shown.as_ref(), 0).await,
            Some(outgoing) => outgoing,
        };
        let mut files = sent.first() != Some(&IN_MESSAGES);
        loop {
            let posts = posts(outgoing, row.to.guild.is_some(), files, lang);
            if posts.is_empty() {
                return Err(lasting("there is nothing in it to say"));
            }
            match self.show_all(row, &posts, lang, sent).await {
                Err(error) if files && posts[0].file.is_some() && !Outcome::of(&error).is_passing() => {
                    let meaning = Outcome::of(&error).meaning();
                    tracing::warn!(%error, meaning, outbox = %row.id, "Discord refused a file; it is sent in messages");
                    files = false;
                    *sent = vec![IN_MESSAGES];
                }
                Err(error) => return Err(error),
                Ok(()) => {
                    sent.retain(|id| *id != IN_MESSAGES);
                    return self.remove(row.shown.as_ref(), posts.len()).await;
                }
            }
        }
    }

    /// Puts a sign on the message that changed memory. It is no more than a sign, so that its failing is no failure.
    async fn mark(&self, row: &OutboxRow) {
        if let Err(error) = self.react(&row.to, REMEMBERED).await {
            tracing::debug!(%error, "a change of memory is not shown as a reaction");
        }
    }

    /// Shows the parts that have not been shown, in the place of what stands for them.
    async fn show_all(
        &self,
        row: &OutboxRow,
        posts: &[Post],
        lang: Lang,
        sent: &mut Vec<u64>,
    ) -> Result<(), RestError> {
        let done = sent.iter().filter(|id| **id != IN_MESSAGES).count();
        let here = row.shown.as_ref().filter(|shown| shown.channel == row.to.channel);
        for (index, post) in posts.iter().enumerate().skip(done) {
            let behind = sent.last().copied().unwrap_or(0);
            let part = Part { to: &row.to, post, id: row.id, index, behind, lang };
            let there = here.and_then(|shown| shown.messages.get(index));
            sent.push(match there {
                Some(there) => self.sender.replace(&part, *there).await?,
                None => self.create_or_whisper(&part).await?,
            });
            failpoint::reach("part-sent");
        }
        Ok(())
    }

    /// Deletes what was shown behind the first `kept` messages.
    async fn remove(&self, shown: Option<&Shown>, kept: usize) -> Result<(), RestError> {
        let Some(Shown { channel, messages }) = shown else { return Ok(()) };
        for there in messages.iter().skip(kept) {
            match self.sender.delete(*channel, *there).await {
                Err(error) if Outcome::of(&error).is_passing() => return Err(error),
                Err(error) => tracing::warn!(%error, "what was shown of an answer cannot be deleted"),
                Ok(()) => {}
            }
        }
        Ok(())
    }
}

#[async_trait]
impl ReplySink for DiscordSink {
    fn serves(&self, key: &AgentKey) -> bool {
        !matches!(key, AgentKey::Terminal(_))
    }

    async fn deliver(&self, key: &AgentKey, row: &OutboxRow) -> Result<Vec<u64>, DeliveryError> {
        let mut sent = row.sent.clone();
        let Err(error) = self.show(key, row, &mut sent).await else { return Ok(sent) };
        let outcome = Outcome::of(&error);
        let (permanent, meaning) = (!outcome.is_passing(), outcome.meaning());
        tracing::warn!(%key, outbox = %row.id, permanent, %error, meaning, "an answer was not delivered");
        Err(DeliveryError { sent, permanent, cause: format!("{meaning}: {error}") })
    }

    fn busy(&self, _: &AgentKey, at: &Source) -> Busy {
        Box::new(Typing::begin(self.sender.clone(), at.channel))
    }

    fn waiting(&self, _: &AgentKey, at: &Source) -> Busy {
        Box::new(Seen::begin(self.sender.clone(), *at))
    }

    fn told_of_files(&self, key: &AgentKey, to: &Source, news: &[FileNews]) -> String {
        let lang = self.languages.at(key, to);
        news.iter().map(|one| lang.file_news(one)).collect::<Vec<_>>().join("\n")
    }

    fn draft(&self, key: &AgentKey, to: &Source, reply: OutboxId, shown: Option<&Shown>) -> Option<Box<dyn Draft>> {
        let lang = self.languages.at(key, to);
        Some(Box::new(DiscordDraft::new(self.sender.clone(), *to, reply, shown, lang)))
    }
}

/// An emoji as Discord takes it: Unicode, a short name, or a custom one in the form `<:name:id>`.
fn reaction(emoji: &str) -> Option<ReactionType> {
    let emoji = emoji.trim();
    if emoji.starts_with('<') {
        return ReactionType::try_from(emoji).ok();
    }
    let known = emojis::get(emoji).or_else(|| emojis::get_by_shortcode(emoji.trim_matches(':')))?;
    Some(ReactionType::Unicode(known.as_str().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_in_every_form_models_write_them() {
        assert_eq!(reaction("👍"), Some(ReactionType::Unicode("👍".into())));
        assert_eq!(reaction(":heart:").map(|emoji| emoji.as_data()), reaction("❤️").map(|emoji| emoji.as_data()));
        assert_eq!(reaction("<:miso:5>").map(|emoji| emoji.as_data()), Some("miso:5".into()));
        assert_eq!([reaction("nice"), reaction("../../x"), reaction("")], [None, None, None]);
    }
}
