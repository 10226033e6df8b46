//! Searching memory: the one way from a query to what it finds, for tools and people alike. Owns paging and the meeting of
//! index (which ids) and ledger (which words). Must not know who asks.
//! What is shown around a message is decided in `windows`, what phrases mean in `phrase`; `rankings` remembers.

mod by_words;
mod documents;
mod likeness;
mod phrase;
mod rankings;
mod standing;
mod windows;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

pub use self::documents::DocumentQuery;
pub use self::likeness::{Likeness, common_words};
use self::likeness::{likeness, newer_first};
use self::phrase::Wanted;
use self::rankings::{Ranked, Rankings};
use self::standing::{Superseded, what_holds_first};
use self::windows::{Place, Window, same_talk, windows};
use crate::clock::{Clock, Moment};
use crate::embed::SharedEmbedder;
use crate::index::fuse::{Weights, fuse};
use crate::index::sync::{Health, IndexSync};
use crate::index::{Candidates, IndexFilter, IndexQuery, PointKind, SharedIndex, lexical};
use crate::memory::{Chunk, Message, MessageId, Passage, PassageId, Scope};
use crate::store::{MessageFilter, PassageFilter, SharedLedger, StoreError};
use crate::tools::{no_page, page_note};

/// Results on one page.
pub const PAGE_SIZE: u64 = 10;
/// Candidates asked for of each kind of vector, and so the most that all pages together hold about twice of.
const CANDIDATES: usize = 200;
/// The same where a phrase must stand as it is: what holds all its words may stand far down.
const PHRASE_CANDIDATES: usize = 1_000;
/// Passages that a new one is compared with.
const ALIKE: usize = 5;
/// How long the index may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// A point without a shared word counts as found from this cosine on; below, a static model sees likeness in anything.
const MEANING_FLOOR: f32 = 0.25;

/// What to look for in archival memory. An empty text lists by time, newest first.
#[derive(Debug, Clone, Default)]
pub struct ArchivalQuery {
    pub text: String,
    pub tags: Vec<String>,
    pub after: Option<Moment>,
    pub before: Option<Moment>,
    /// From 1.
    pub page: u64,
}

/// What to look for among the messages. An empty text lists by time, newest first.
#[derive(Debug, Clone, Default)]
pub struct RecallQuery {
    pub text: String,
    pub author: Option<String>,
    pub after: Option<Moment>,
    pub before: Option<Moment>,
    /// From 1.
    pub page: u64,
}

/// Something found, with its fused score from 0 to 1 (0 in a listing by time).
#[derive(Debug, Clone, PartialEq)]
pub struct Found<T> {
    pub item: T,
    pub score: f32,
}

/// A message that was found, among those said right before and after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Excerpt {
    /// The one that was found.
    pub hit: MessageId,
    /// In the order they were said; the hit is one of them.
    pub messages: Vec<Message>,
}

/// A message, a passage or a piece of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Memory {
    Message(Message),
    Passage(Passage),
    Chunk(Chunk),
}

/// One page of what was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPage<T> {
    pub items: Vec<Found<T>>,
    /// From 1.
    pub page: u64,
    /// At least 1.
    pub pages: u64,
    pub total: u64,
    /// A phrase was asked for and stands nowhere: these are only near it.
    pub inexact: bool,
    /// The index could not be searched: only words were matched, in the ledger.
    pub words_only: bool,
}

impl<T> FoundPage<T> {
    fn of(items: Vec<Found<T>>, page: u64, total: u64) -> Self {
        Self { items, page, pages: total.div_ceil(PAGE_SIZE).max(1), total, inexact: false, words_only: false }
    }

    fn ranked_as(self, ranked: &Ranked) -> Self {
        Self { inexact: ranked.inexact, words_only: ranked.words_only, ..self }
    }

    /// As a model reads it: the page, and a line for each thing found.
    pub fn to_text(&self, nothing: &str, line: impl Fn(&Found<T>) -> String) -> String {
        match (self.items.is_empty(), self.total) {
            (true, 0) if self.words_only => format!("{nothing} (Search is degraded: only words are matched.)"),
            (true, 0) => nothing.to_owned(),
            (true, _) => no_page(self.page, self.pages, self.total),
            (false, _) => {
                let lines: Vec<String> = self.items.iter().map(line).collect();
                let note = page_note(self.page, self.pages, self.total);
                format!("{note}{}\n{}", found_note(self.inexact, self.words_only), lines.join("\n"))
            }
        }
    }
}

/// What follows a page's note when a phrase stands nowhere, and when the index could not be searched.
pub fn found_note(inexact: bool, words_only: bool) -> String {
    let inexact = if inexact { "; the exact words stand nowhere, these come nearest" } else { "" };
    let degraded = if words_only { "; search is degraded: only words are matched" } else { "" };
    format!("{inexact}{degraded}")
}

/// Searches memory, always inside one scope.
#[derive(Clone)]
pub struct MemorySearch {
    ledger: SharedLedger,
    index: SharedIndex,
    embedder: SharedEmbedder,
    sync: Arc<IndexSync>,
    clock: Arc<dyn Clock>,
    rankings: Arc<Rankings>,
}

impl MemorySearch {
    /// A search over that ledger and index, which `sync` keeps alike.
    pub fn new(
        ledger: SharedLedger,
        index: SharedIndex,
        embedder: SharedEmbedder,
        sync: Arc<IndexSync>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { ledger, index, embedder, sync, clock, rankings: Arc::default() }
    }

    /// How the index stands to the ledger.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn health(&self) -> Result<Health, StoreError> {
        self.sync.health().await
    }

    /// Searches archival memory.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn archival(&self, scope: &Scope, query: &ArchivalQuery) -> Result<FoundPage<Passage>, StoreError> {
        let offset = (query.page.max(1) - 1).saturating_mul(PAGE_SIZE);
        if query.text.trim().is_empty() {
            let filter = PassageFilter { tags: query.tags.clone(), after: query.after, before: query.before };
            let page = self.ledger.list_passages(scope, &filter, offset, PAGE_SIZE).await?;
            return Ok(FoundPage::of(by_time(page.items), query.page, page.total));
        }
        let filter = IndexFilter {
            kind: Some(PointKind::Passage),
            tags: query.tags.clone(),
            after: query.after,
            before: query.before,
            author: None,
        };
        let ranked = self.ranking(scope, &query.text, filter, query.page).await?;
        let ordered = what_holds_first(&ranked.items, &self.superseded(scope, &ranked.items).await?);
        let wanted = page_of(&ordered, query.page);
        let passages = newest_of_alike(in_order(wanted, self.passages(scope, wanted).await?));
        Ok(FoundPage::of(passages, query.page, ordered.len() as u64).ranked_as(&ranked))
    }

    /// The passage of that number.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn passage(&self, scope: &Scope, number: i64) -> Result<Option<Passage>, StoreError> {
        self.ledger.passage_by_number(scope, number).await
    }

    /// The facts that a message is found by beside its own words.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn facts(&self, scope: &Scope, message: MessageId) -> Result<Option<String>, StoreError> {
        self.ledger.facts(scope, message).await
    }

    /// The passages that hold and say the same as `text`, or speak of the same, the most alike first; at most five.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn alike(&self, scope: &Scope, text: &str) -> Result<Vec<(Passage, Likeness)>, StoreError> {
        let filter = IndexFilter { kind: Some(PointKind::Passage), ..IndexFilter::default() };
        let ranked = self.rank(scope, &text.replace('"', " "), &filter).await?;
        let nearest = &ranked.items[..ranked.items.len().min(ALIKE)];
        let passages = in_order(nearest, self.passages(scope, nearest).await?);
        let mut texts = vec![text.to_owned()];
        texts.extend(passages.iter().map(|found| found.item.text.clone()));
        // Without meanings words alone tell what is alike.
        let vectors = match self.embedder.embed(&texts).await {
            Ok(vectors) => vectors,
            Err(error) => {
                tracing::warn!(%error, "the embedder failed; passages are compared by their words");
                vec![Vec::new(); texts.len()]
            }
        };
        let (Some(asked), others) = (vectors.first(), vectors.iter().skip(1)) else { return Ok(Vec::new()) };
        let mut alike: Vec<(f32, Passage, Likeness)> = Vec::new();
        for (found, vector) in passages.into_iter().zip(others) {
            let cosine = cosine(asked, vector);
            let likeness = likeness(text, &found.item.text, cosine);
            if likeness != Likeness::Other && found.item.superseded.is_none() {
                alike.push((cosine + common_words(text, &found.item.text), found.item, likeness));
            }
        }
        alike.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
        Ok(alike.into_iter().map(|(_, passage, likeness)| (passage, likeness)).collect())
    }

    /// Which of those passages no longer hold, and what took their places, to the ends of all chains.
    async fn superseded(&self, scope: &Scope, ranked: &[(Uuid, f32)]) -> Result<Superseded, StoreError> {
        let mut known = Superseded::new();
        let mut ask: Vec<PassageId> = ranked.iter().map(|(id, _)| PassageId(*id)).collect();
        while !ask.is_empty() {
            let found = self.ledger.superseded(scope, &ask).await?;
            known.extend(found.iter().map(|(id, by)| (id.0, by.map(|by| by.0))));
            let asked: HashSet<PassageId> = ask.into_iter().collect();
            let unknown = |id: &PassageId| !asked.contains(id) && !known.contains_key(&id.0);
            ask = found.into_iter().filter_map(|(_, by)| by).filter(unknown).collect();
        }
        Ok(known)
    }

    /// Searches the messages.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn recall(&self, scope: &Scope, query: &RecallQuery) -> Result<FoundPage<Excerpt>, StoreError> {
        let offset = (query.page.max(1) - 1).saturating_mul(PAGE_SIZE);
        if query.text.trim().is_empty() {
            let filter = MessageFilter { author: query.author.clone(), after: query.after, before: query.before };
            let page = self.ledger.list_messages(scope, &filter, offset, PAGE_SIZE).await?;
            let alone = page.items.into_iter().map(|message| Excerpt { hit: message.id, messages: vec![message] });
            return Ok(FoundPage::of(by_time(alone.collect()), query.page, page.total));
        }
        let filter = IndexFilter {
            kind: Some(PointKind::Message),
            author: query.author.clone(),
            after: query.after,
            before: query.before,
            tags: Vec::new(),
        };
        let ranked = self.ranking(scope, &query.text, filter, query.page).await?;
        let windows = windows(&self.places(scope, &ranked.items).await?);
        let excerpts = self.excerpts(scope, page_of(&windows, query.page)).await?;
        Ok(FoundPage::of(excerpts, query.page, windows.len() as u64).ranked_as(&ranked))
    }

    /// Searches messages, passages and documents together.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn anything(&self, scope: &Scope, text: &str, page: u64) -> Result<FoundPage<Memory>, StoreError> {
        let ranked = self.ranking(scope, text, IndexFilter::default(), page).await?;
        let ordered = what_holds_first(&ranked.items, &self.superseded(scope, &ranked.items).await?);
        let wanted = page_of(&ordered, page);
        let passages = self.passages(scope, wanted).await?.into_iter().map(|(id, item)| (id, Memory::Passage(item)));
        let messages = self.messages(scope, wanted).await?.into_iter().map(|(id, item)| (id, Memory::Message(item)));
        let chunks = self.chunks(scope, wanted).await?.into_iter().map(|(id, item)| (id, Memory::Chunk(item)));
        let found = in_order(wanted, passages.chain(messages).chain(chunks).collect());
        Ok(FoundPage::of(found, page, ordered.len() as u64).ranked_as(&ranked))
    }

    /// Everything that fits, best first. Later pages continue the ranking of the first one, whatever was said since.
    async fn ranking(
        &self,
        scope: &Scope,
        text: &str,
        filter: IndexFilter,
        page: u64,
    ) -> Result<Arc<Ranked>, StoreError> {
        let asked = rankings::Asked { scope: *scope, text: text.to_owned(), filter };
        let now = self.clock.now();
        if page > 1
            && let Some(known) = self.rankings.get(&asked, now)
        {
            return Ok(known);
        }
        let ranked = Arc::new(self.rank(scope, text, &asked.filter).await?);
        self.rankings.put(asked, ranked.clone(), now);
        Ok(ranked)
    }

    async fn rank(&self, scope: &Scope, text: &str, filter: &IndexFilter) -> Result<Ranked, StoreError> {
        let wanted = phrase::wanted(text);
        // What was said a moment ago must be found.
        let ready = self.sync.catch_up_soon().await?;
        let found = if ready { self.by_index(scope, &wanted, filter).await } else { None };
        let (items, words_only) = match found {
            Some(items) => (items, false),
            None => (self.by_words(scope, &wanted, filter).await?, true),
        };
        if wanted.phrases.is_empty() {
            return Ok(Ranked { items, inexact: false, words_only });
        }
        let exact = self.having(scope, &items, &wanted).await?;
        let inexact = exact.is_empty();
        Ok(Ranked { items: if inexact { items } else { exact }, inexact, words_only })
    }

    /// What the index finds. None when it, or the embedder, fails or does not answer in time.
    async fn by_index(&self, scope: &Scope, wanted: &Wanted, filter: &IndexFilter) -> Option<Vec<(Uuid, f32)>> {
        let limit = if wanted.phrases.is_empty() { CANDIDATES } else { PHRASE_CANDIDATES };
        let dense = self.meaning(&wanted.text).await?;
        let sparse = lexical::query_vector(&wanted.text, &wanted.phrases);
        let query = IndexQuery { dense, sparse, filter: filter.clone(), limit };
        let why = match tokio::time::timeout(PATIENCE, self.index.search(scope, &query)).await {
            Ok(Ok(mut candidates)) => {
                drop_noise(&mut candidates);
                return Some(fuse(&candidates, Weights::default()));
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it did not answer in time".to_owned(),
        };
        tracing::warn!(%why, "the index cannot be searched; only words are matched");
        self.sync.doubt();
        None
    }

    /// The vector of a text, if it says anything to the embedder. None when the embedder fails.
    async fn meaning(&self, text: &str) -> Option<Option<Vec<f32>>> {
        let why = match tokio::time::timeout(PATIENCE, self.embedder.embed(&[text.to_owned()])).await {
            Ok(Ok(mut vectors)) => {
                return Some(vectors.pop().filter(|vector| vector.iter().any(|value| *value != 0.0)));
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it did not answer in time".to_owned(),
        };
        tracing::warn!(%why, "the embedder failed; only words are matched");
        None
    }

    /// The items whose own text has the phrases in it.
    async fn having(
        &self,
        scope: &Scope,
        items: &[(Uuid, f32)],
        wanted: &Wanted,
    ) -> Result<Vec<(Uuid, f32)>, StoreError> {
        let messages = self.messages(scope, items).await?;
        let passages = self.passages(scope, items).await?;
        let chunks = self.chunks(scope, items).await?;
        let has = |id: &Uuid| {
            messages.get(id).is_some_and(|message| wanted.is_in(&whole_text(message)))
                || passages.get(id).is_some_and(|passage| wanted.is_in(&passage.text))
                || chunks.get(id).is_some_and(|chunk| wanted.is_in(&chunk.text))
        };
        Ok(items.iter().filter(|(id, _)| has(id)).copied().collect())
    }

    async fn places(&self, scope: &Scope, ranked: &[(Uuid, f32)]) -> Result<Vec<Place>, StoreError> {
        let ids: Vec<MessageId> = ranked.iter().map(|(id, _)| MessageId(*id)).collect();
        let known: HashMap<MessageId, (i64, Moment)> =
            self.ledger.places(scope, &ids).await?.into_iter().map(|(id, place, at)| (id, (place, at))).collect();
        let place = |(id, score): &(Uuid, f32)| {
            known.get(&MessageId(*id)).map(|(place, at)| Place { place: *place, at: *at, score: *score })
        };
        Ok(ranked.iter().filter_map(place).collect())
    }

    async fn excerpts(&self, scope: &Scope, windows: &[Window]) -> Result<Vec<Found<Excerpt>>, StoreError> {
        let places: Vec<i64> = windows.iter().flat_map(|window| window.shows.iter().copied()).collect();
        let said: HashMap<i64, Message> = self.ledger.said_at(scope, &places).await?.into_iter().collect();
        let excerpt = |window: &Window| {
            let hit = said.get(&window.hit.place)?;
            let shown = window.shows.iter().filter_map(|place| said.get(place));
            let messages = shown.filter(|message| same_talk(message.at, hit.at)).cloned().collect();
            Some(Found { item: Excerpt { hit: hit.id, messages }, score: window.hit.score })
        };
        Ok(windows.iter().filter_map(excerpt).collect())
    }

    async fn messages(&self, scope: &Scope, ranked: &[(Uuid, f32)]) -> Result<HashMap<Uuid, Message>, StoreError> {
        let ids: Vec<MessageId> = ranked.iter().map(|(id, _)| MessageId(*id)).collect();
        let messages = self.ledger.messages(scope, &ids).await?;
        Ok(messages.into_iter().map(|message| (message.id.0, message)).collect())
    }

    async fn passages(&self, scope: &Scope, ranked: &[(Uuid, f32)]) -> Result<HashMap<Uuid, Passage>, StoreError> {
        let ids: Vec<PassageId> = ranked.iter().map(|(id, _)| PassageId(*id)).collect();
        let passages = self.ledger.passages(scope, &ids).await?;
        Ok(passages.into_iter().map(|passage| (passage.id.0, passage)).collect())
    }
}

fn by_time<T>(items: Vec<T>) -> Vec<Found<T>> {
    items.into_iter().map(|item| Found { item, score: 0.0 }).collect()
}

fn page_of<T>(all: &[T], page: u64) -> &[T] {
    let from = usize::try_from((page.max(1) - 1).saturating_mul(PAGE_SIZE)).unwrap_or(usize::MAX).min(all.len());
    &all[from..all.len().min(from + PAGE_SIZE as usize)]
}

/// Of passages on a page that say nearly the same, the newer one first: it may correct the other without anybody having
/// said so.
fn newest_of_alike(passages: Vec<Found<Passage>>) -> Vec<Found<Passage>> {
    let texts: Vec<(&str, i64)> = passages.iter().map(|found| (found.item.text.as_str(), age(&found.item))).collect();
    newer_first(&texts).into_iter().map(|at| passages[at].clone()).collect()
}

/// Larger is newer; what no longer holds is older than all that does.
fn age(passage: &Passage) -> i64 {
    if passage.superseded.is_some() { passage.number - i64::from(u32::MAX) } else { passage.number }
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (dot(one, one) * dot(other, other)).sqrt();
    if lengths > 0.0 { dot(one, other) / lengths } else { 0.0 }
}

/// A message's words and those of what came with it.
fn whole_text(message: &Message) -> String {
    let mut text = message.body.text().to_owned();
    for attachment in message.body.attachments() {
        text.push_str(&format!("\n{} {}", attachment.name, attachment.description.as_deref().unwrap_or_default()));
        if let Some(heard) = attachment.transcript() {
            text.push_str(&format!("\n{heard}"));
        }
    }
    text
}

/// The items in the order of the ranking; ids that the ledger no longer holds are passed over.
fn in_order<T>(ranked: &[(Uuid, f32)], mut items: HashMap<Uuid, T>) -> Vec<Found<T>> {
    ranked.iter().filter_map(|(id, score)| items.remove(id).map(|item| Found { item, score: *score })).collect()
}

/// Leaves out what shares no word with the query and is hardly like it.
fn drop_noise(candidates: &mut Candidates) {
    let lexical: HashSet<Uuid> = candidates.lexical.iter().map(|(id, _)| *id).collect();
    candidates.dense.retain(|(id, cosine)| *cosine >= MEANING_FLOOR || lexical.contains(id));
}
