//! An answer that people see while it is made. Owns how it looks until it is whole: in the same pieces, with a mark at its
//! end and a button that stops it. Must not know when it is changed, nor what it becomes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::commands::stop;
use super::outcome::Outcome;
use super::post::{Button, MOST_PARTS, Post, pieces};
use super::rest::RestError;
use super::send::{Part, Sender};
use super::words::Lang;
use crate::agent::Draft;
use crate::memory::{OutboxId, Shown, Source};

/// Stands where words will follow.
const CURSOR: &str = " ▌";
/// A change that takes longer is dropped.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long nothing is tried after something went wrong that passes.
const REST: Duration = Duration::from_secs(5);

/// A draft in Discord.
pub struct DiscordDraft {
    sender: Arc<Sender>,
    to: Source,
    reply: OutboxId,
    lang: Lang,
    /// The messages it consists of.
    messages: Vec<u64>,
    /// Nothing is tried before.
    after: Option<Instant>,
    /// Nothing can be shown any more; the answer itself may still be.
    given_up: bool,
}

impl DiscordDraft {
    pub fn new(sender: Arc<Sender>, to: Source, reply: OutboxId, shown: Option<&Shown>, lang: Lang) -> Self {
        let here = shown.filter(|shown| shown.channel == to.channel);
        let messages = here.map(|shown| shown.messages.clone()).unwrap_or_default();
        // What stands elsewhere is known by the ledger alone, and would be forgotten if this were written there.
        let given_up = shown.is_some() && here.is_none();
        Self { sender, to, reply, lang, messages, after: None, given_up }
    }

    fn posts(&self, text: &str) -> Vec<Post> {
        let mut parts = pieces(&format!("{}{CURSOR}", text.trim_end()));
        parts.truncate(MOST_PARTS);
        let mut posts: Vec<Post> = parts.into_iter().map(|text| Post { text, ..Post::default() }).collect();
        if let Some(last) = posts.last_mut() {
            last.rows.push(vec![Button { id: stop::button(self.reply), label: self.lang.stop_button() }]);
        }
        posts
    }

    /// Changes the first message that shows something else, or adds one. Whether there is one more now.
    async fn change(&mut self, posts: Vec<Post>) -> Result<bool, RestError> {
        for (index, post) in posts.into_iter().enumerate() {
            let behind = index.checked_sub(1).and_then(|before| self.messages.get(before)).copied().unwrap_or(0);
            let part = Part { to: &self.to, post: &post, id: self.reply, index, behind, lang: self.lang };
            match self.messages.get(index) {
                Some(there) if self.sender.shows(*there, &post) => {}
                Some(there) => in_time(self.sender.replace_once(&part, *there)).await?,
                None => {
                    let made = in_time(self.sender.create_once(&part)).await?;
                    self.messages.push(made);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn note(&mut self, error: &RestError) {
        let outcome = Outcome::of(error);
        tracing::debug!(%error, meaning = outcome.meaning(), "a draft is not shown");
        self.given_up = !outcome.is_passing();
        self.after = Some(Instant::now() + error.retry_after.unwrap_or(REST));
    }
}

async fn in_time<T>(request: impl Future<Output = Result<T, RestError>>) -> Result<T, RestError> {
    let late = || RestError { status: None, code: 0, message: "no answer in time".into(), retry_after: None };
    tokio::time::timeout(TIMEOUT, request).await.unwrap_or_else(|_| Err(late()))
}

#[async_trait]
impl Draft for DiscordDraft {
    async fn show(&mut self, text: &str) -> Option<Shown> {
        if self.given_up || self.after.is_some_and(|after| Instant::now() < after) {
            return None;
        }
        match self.change(self.posts(text)).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                self.note(&error);
                return None;
            }
        }
        Some(Shown { channel: self.to.channel, messages: self.messages.clone() })
    }

    fn pace(&self) -> Duration {
        self.sender.rest.pace().draft
    }
}
