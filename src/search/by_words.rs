//! Searching by words alone, in the ledger, for when the index cannot be asked. Owns which words are looked for and how what
//! has them is ranked: as the index ranks words, among what the ledger gives.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;
use uuid::Uuid;

use super::MemorySearch;
use super::phrase::Wanted;
use crate::index::terms::{Purpose, terms};
use crate::index::{IndexFilter, PointKind, SparseVector, key, lexical};
use crate::memory::Scope;
use crate::store::{IndexItem, MessageFilter, PassageFilter, StoreError};

/// Things of each kind that the ledger is asked for.
const CANDIDATES: u64 = 300;
/// Words that are looked for, at most.
const WORDS: usize = 12;

impl MemorySearch {
    /// What has words of `wanted` in it, best first, with scores from 0 to 1.
    pub(super) async fn by_words(
        &self,
        scope: &Scope,
        wanted: &Wanted,
        filter: &IndexFilter,
    ) -> Result<Vec<(Uuid, f32)>, StoreError> {
        let words = looked_for(&wanted.text);
        let mut texts: Vec<(Uuid, String)> = Vec::new();
        let mut add = |item: IndexItem| texts.push((item.id().point(), key::key(&item).words));
        if is_asked(filter, PointKind::Message) {
            let of = MessageFilter { author: filter.author.clone(), after: filter.after, before: filter.before };
            for (message, facts) in self.ledger.messages_with(scope, &words, &of, CANDIDATES).await? {
                add(IndexItem::Message { message, previous: None, next: None, facts });
            }
        }
        if is_asked(filter, PointKind::Passage) {
            let of = PassageFilter { tags: filter.tags.clone(), after: filter.after, before: filter.before };
            for passage in self.ledger.passages_with(scope, &words, &of, CANDIDATES).await? {
                add(IndexItem::Passage(passage));
            }
        }
        if is_asked(filter, PointKind::Document) {
            let document = filter.tags.iter().find_map(|tag| key::tagged_document(tag));
            for chunk in self.ledger.chunks_with(scope, &words, document, CANDIDATES).await? {
                add(IndexItem::Chunk(chunk));
            }
        }
        Ok(ranked(&lexical::query_vector(&wanted.text, &wanted.phrases), &texts))
    }
}

fn is_asked(filter: &IndexFilter, kind: PointKind) -> bool {
    filter.kind.is_none_or(|asked| asked == kind)
}

/// The telling words of a text, or all where there are only little ones, each without what an ending may be: the ledger
/// knows no stems.
fn looked_for(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let all: Vec<&str> = lower.unicode_words().collect();
    let is_little = |word: &&str| terms(word, Purpose::Query).iter().all(|term| term.stop);
    let telling: Vec<&str> = all.iter().copied().filter(|word| !is_little(word)).collect();
    let mut words: Vec<String> = Vec::new();
    for word in if telling.is_empty() { all } else { telling } {
        let start = beginning(word);
        if !words.contains(&start) && words.len() < WORDS {
            words.push(start);
        }
    }
    words
}

fn beginning(word: &str) -> String {
    let length = word.chars().count();
    let kept = match length {
        0..=3 => length,
        4..=5 => length - 1,
        _ => length - 2,
    };
    word.chars().take(kept).collect()
}

/// BM25 with the frequencies among these texts; what shares no whole term is left out.
fn ranked(query: &SparseVector, texts: &[(Uuid, String)]) -> Vec<(Uuid, f32)> {
    let vectors: Vec<(Uuid, SparseVector)> =
        texts.iter().map(|(id, text)| (*id, lexical::document_vector(text))).collect();
    let mut having: HashMap<u32, f32> = HashMap::new();
    for (_, vector) in &vectors {
        vector.indices.iter().for_each(|term| *having.entry(*term).or_default() += 1.0);
    }
    let all = vectors.len() as f32;
    let rarity = |term: &u32| {
        let with = having.get(term).copied().unwrap_or_default();
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    };
    let asked: HashMap<u32, f32> =
        query.indices.iter().zip(&query.values).map(|(term, weight)| (*term, weight * rarity(term))).collect();
    let score = |vector: &SparseVector| -> f32 {
        let parts = vector.indices.iter().zip(&vector.values);
        parts.filter_map(|(term, weight)| asked.get(term).map(|wanted| wanted * weight)).sum()
    };
    let mut found: Vec<(Uuid, f32)> = vectors.iter().map(|(id, vector)| (*id, score(vector))).collect();
    found.retain(|(_, score)| *score > 0.0);
    found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let best = found.first().map_or(1.0, |(_, score)| *score);
    found.iter_mut().for_each(|(_, score)| *score /= best);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telling_words_are_looked_for_without_their_endings() {
        assert_eq!(looked_for("What is the name of Anna's cats?"), ["nam", "anna", "cat"]);
        assert_eq!(looked_for("to be or not"), ["to", "be", "or", "not"]);
        assert_eq!(looked_for("?!"), [""; 0]);
        assert_eq!(looked_for(&"word1 word2 word3 word4 ".repeat(9)).len(), 1, "all begin alike");
    }

    #[test]
    fn rare_words_count_more_and_what_has_none_is_left_out() {
        let texts: Vec<(Uuid, String)> =
            ["the cat sleeps", "the cat and the lantern", "a category of things", "the cats are out"]
                .iter()
                .zip(1..)
                .map(|(text, n)| (Uuid::from_u128(n), (*text).to_owned()))
                .collect();
        let found = ranked(&lexical::query_vector("cat lantern", &[]), &texts);
        let ids: Vec<u128> = found.iter().map(|(id, _)| id.as_u128()).collect();
        assert_eq!(ids[0], 2);
        assert_eq!(found[0].1, 1.0);
        assert!(!ids.contains(&3) && ids.len() == 3, "{ids:?}");
    }
}
