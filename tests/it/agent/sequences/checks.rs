//! What must hold after every act of a sequence.

use std::collections::HashMap;

use keepsake::index::{IndexFilter, PointKind};
use keepsake::memory::{AgentKey, Body, Message, Scope};
use keepsake::search::RecallQuery;
use keepsake::store::MessageFilter;

use super::acts::{Talk, Told};

/// Messages whose words are searched for at the end.
const SAMPLE: usize = 6;

type Checked<T = ()> = Result<T, String>;

fn is(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(what()) }
}

fn said(error: impl std::fmt::Display) -> String {
    format!("an error: {error}")
}

/// As the ledger keeps a text.
fn kept(text: &str) -> String {
    text.replace('\0', "\u{FFFD}")
}

impl Talk {
    /// The model was asked rightly, nothing waits, nothing is lost, and the summary holds what left the prompt.
    pub async fn check(&self) -> Checked {
        let wrong = self.test.model.take_violations();
        is(wrong.is_empty(), || format!("the model was asked wrongly: {wrong:#?}"))?;
        let ledger = &self.test.app().stores.ledger;
        let waiting = ledger.waiting().await.map_err(said)?;
        is(waiting.is_empty(), || format!("messages wait: {waiting:?}"))?;
        let unfinished = ledger.unfinished_turns().await.map_err(said)?;
        is(unfinished.is_empty(), || format!("turns wait: {unfinished:?}"))?;
        let unsent = ledger.unsent_agents().await.map_err(said)?;
        is(unsent.is_empty(), || format!("answers wait: {unsent:?}"))?;
        let changed = ledger.changed_places().await.map_err(said)?;
        is(changed.is_empty(), || format!("changes wait: {changed:?}"))?;
        let found = ledger.examine().await.map_err(said)?;
        let wrong: Vec<String> = found.damage.into_iter().chain(found.contradictions).collect();
        is(wrong.is_empty(), || format!("the ledger is not sound: {wrong:#?}"))?;
        for place in Self::places() {
            if let Some(scope) = self.scope_of(&place).await? {
                self.check_recall(&place, &scope).await?;
                self.check_summary(&place, &scope).await?;
            }
        }
        Ok(())
    }

    async fn scope_of(&self, place: &AgentKey) -> Checked<Option<Scope>> {
        let agent = self.test.app().stores.ledger.find_agent(place).await.map_err(said)?;
        Ok(agent.map(|agent| agent.scope()))
    }

    fn told_in<'a>(&'a self, place: &'a AgentKey) -> impl Iterator<Item = &'a Told> {
        self.told.iter().filter(move |told| told.incoming.key == *place)
    }

    async fn all(&self, scope: &Scope) -> Checked<Vec<Message>> {
        let ledger = &self.test.app().stores.ledger;
        Ok(ledger.list_messages(scope, &MessageFilter::default(), 0, 100_000).await.map_err(said)?.items)
    }

    /// Every message is in recall with the words it has now, but those that were deleted or reset.
    async fn check_recall(&self, place: &AgentKey, scope: &Scope) -> Checked {
        let all = self.all(scope).await?;
        let people: HashMap<u64, &str> = all
            .iter()
            .filter(|message| matches!(message.body, Body::Person { .. }))
            .filter_map(|message| Some((message.source?.message, message.body.text())))
            .collect();
        let channel = self.told_in(place).next().map_or(0, |told| told.incoming.source.channel);
        let ledger = &self.test.app().stores.ledger;
        let taken = ledger.recently_said(channel, 100_000).await.map_err(said)?;
        for Told { incoming, text } in self.told_in(place) {
            let number = incoming.source.message;
            let now = people.get(&number).copied();
            match text.as_deref().map(kept) {
                None => is(now.is_none(), || format!("message {number} is still there: {now:?}"))?,
                Some(text) if text.trim().is_empty() => {
                    is(taken.contains(&number), || format!("the blank message {number} is lost"))?;
                }
                Some(text) => is(now == Some(text.as_str()), || format!("message {number} is {now:?}, not {text:?}"))?,
            }
        }
        Ok(())
    }

    /// The summary covers exactly what left the prompt.
    async fn check_summary(&self, place: &AgentKey, scope: &Scope) -> Checked {
        let ledger = &self.test.app().stores.ledger;
        let missing = ledger.unsummarized(scope).await.map_err(said)?;
        is(missing.is_none(), || format!("the summary of {place} lacks {missing:?}"))?;
        let Some(summary) = ledger.summary(scope).await.map_err(said)? else { return Ok(()) };
        let queue = ledger.queue(scope).await.map_err(said)?;
        let first = queue.first().map(|message| message.seq);
        is(first.is_none_or(|first| first == summary.through_seq + 1), || {
            format!("the summary of {place} goes to {}, the prompt starts at {first:?}", summary.through_seq)
        })
    }

    /// Ledger and index agree, and messages are found by their own words.
    pub async fn check_search(&self) -> Checked {
        let stores = &self.test.app().stores;
        stores.sync.catch_up().await.map_err(said)?;
        let backlog = stores.ledger.backlog().await.map_err(said)?;
        is(backlog == (0, 0), || format!("the index is behind: {backlog:?}"))?;
        for place in Self::places() {
            let Some(scope) = self.scope_of(&place).await? else { continue };
            let filter = IndexFilter { kind: Some(PointKind::Message), ..IndexFilter::default() };
            let held = stores.index.count(&scope, &filter).await.map_err(said)?;
            let meant = self.all(&scope).await?.len() as u64;
            is(held == meant, || format!("the index holds {held} messages of {place}, the ledger {meant}"))?;
            let filter = IndexFilter { kind: Some(PointKind::Passage), ..IndexFilter::default() };
            let held = stores.index.count(&scope, &filter).await.map_err(said)?;
            let meant = stores.ledger.count_passages(&scope).await.map_err(said)?;
            is(held == meant, || format!("the index holds {held} passages of {place}, the ledger {meant}"))?;
            let sample: Vec<&Told> = self.told_in(&place).filter(|told| own_word(told).is_some()).collect();
            for told in sample.iter().rev().take(SAMPLE) {
                self.find(&scope, told).await?;
            }
        }
        Ok(())
    }

    async fn find(&self, scope: &Scope, told: &Told) -> Checked {
        let Some(word) = own_word(told) else { return Ok(()) };
        let query = RecallQuery { text: word.clone(), page: 1, ..RecallQuery::default() };
        let found = self.test.app().stores.search().recall(scope, &query).await.map_err(said)?;
        let number = told.incoming.source.message;
        let shown = found.items.iter().flat_map(|found| &found.item.messages);
        let found = shown.filter_map(|message| message.source).any(|source| source.message == number);
        is(found, || format!("message {number} is not found by its own word {word}"))
    }
}

/// The word that no other message has.
fn own_word(told: &Told) -> Option<String> {
    let text = told.text.as_deref()?;
    text.split(|c: char| !c.is_ascii_alphanumeric()).find(|word| word.starts_with("zq")).map(str::to_owned)
}
