//! Words as sparse vectors: the lexical half of the index. Owns how terms become dimensions and weights, the same for every
//! backend, so that all rank alike. Pure; must not know where vectors are stored.
//!
//! The score of a document is BM25 (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009):
//! the document's side (term frequency, saturated and corrected for length) is computed here, the inverse document
//! frequency is put in by the engine when it searches, and a query counts each of its terms once.

use std::collections::BTreeMap;

use xxhash_rust::xxh32::xxh32;

use super::SparseVector;
use super::terms::{Purpose, Term, terms};

/// Counts up whenever the same text gives another vector: an index made with another version is made anew.
pub const VERSION: u32 = 3;

/// How soon further occurrences of a term stop counting. A little sooner than in the usual 1.2, and length counts for
/// less than in the usual 0.75: turns of chat are short. Measured on long conversations, where it gains half a point of
/// recall.
const K1: f32 = 0.9;
/// How much length counts.
const B: f32 = 0.4;
/// The length, in terms, at which a document is neither favoured nor held back. It must be a constant: a weight is computed
/// once, when a document comes in, and must not depend on the documents that come later. A turn of chat together with the
/// one before it and its date has about 60 terms on average in long conversations between two people; people on Discord
/// are shorter.
const USUAL_LENGTH: f32 = 50.0;

/// The vector that a text is found by: a weight for each distinct term, without the inverse document frequency.
pub fn document_vector(text: &str) -> SparseVector {
    let terms = terms(text, Purpose::Document);
    let length = terms.iter().filter(|term| !term.again).count() as f32;
    let mut counts: BTreeMap<u32, f32> = BTreeMap::new();
    for term in &terms {
        *counts.entry(dimension(&term.text)).or_default() += 1.0;
    }
    let room = K1 * (1.0 - B + B * length / USUAL_LENGTH);
    let weight = |count: f32| count * (K1 + 1.0) / (count + room);
    SparseVector {
        indices: counts.keys().copied().collect(),
        values: counts.values().map(|count| weight(*count)).collect(),
    }
}

/// The vector that a text finds with: any of its terms will do, and each counts once. Stop words are left out, unless
/// there is nothing else, or they belong to one of `phrases`, whose words are looked for as they stand.
pub fn query_vector(text: &str, phrases: &[String]) -> SparseVector {
    let terms = terms(text, Purpose::Query);
    let only_stops = terms.iter().all(|term| term.stop);
    let asked = |term: &Term| only_stops || !term.stop;
    let in_phrases = phrases.iter().flat_map(|phrase| super::terms::terms(phrase, Purpose::Query));
    let as_they_stand = in_phrases.filter(|term| !term.again).map(|term| Term { weight: 1.0, ..term });
    let mut weights: BTreeMap<u32, f32> = BTreeMap::new();
    for term in terms.into_iter().filter(asked).chain(as_they_stand) {
        let weight = weights.entry(dimension(&term.text)).or_default();
        *weight = weight.max(term.weight);
    }
    let (indices, values) = weights.into_iter().unzip();
    SparseVector { indices, values }
}

/// The dimension of a term. Two terms may fall together; among 2³² dimensions that is rare and costs a little noise.
fn dimension(term: &str) -> u32 {
    xxh32(term.as_bytes(), 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dot(query: &SparseVector, document: &SparseVector) -> f32 {
        let weights: BTreeMap<_, _> = document.indices.iter().zip(&document.values).collect();
        query.indices.iter().filter_map(|index| weights.get(index)).copied().sum()
    }

    fn sound(vector: &SparseVector) -> bool {
        vector.indices.len() == vector.values.len()
            && vector.indices.windows(2).all(|pair| pair[0] < pair[1])
            && vector.values.iter().all(|value| value.is_finite() && *value > 0.0)
    }

    proptest! {
        #[test]
        fn vectors_of_any_text_are_sound(text in any::<String>()) {
            prop_assert!(sound(&document_vector(&text)));
            prop_assert!(sound(&query_vector(&text, &[])));
        }

        #[test]
        fn a_word_finds_the_document_that_holds_it(
            before in proptest::collection::vec("\\PC{1,12}", 0..8),
            word in "\\w{1,12}|[а-яё]{2,8}-[0-9]{1,4}|[\\p{Han}\\p{Hiragana}\\p{Thai}\\p{Hangul}]{1,4}|[a-z]{2,8}(-|_|\\.|/|@|:)[a-z0-9]{1,8}",
            after in proptest::collection::vec("\\PC{1,12}", 0..8),
        ) {
            let query = query_vector(&word, &[]);
            prop_assume!(!query.is_empty());
            let text = [before, vec![word], after].concat().join(" ");
            prop_assert!(dot(&query, &document_vector(&text)) > 0.0);
        }

        #[test]
        fn a_part_of_an_identifier_finds_it(
            parts in proptest::collection::vec("[a-z0-9]{3,8}|[а-яёα-ω]{3,8}", 2..5),
            at in 0usize..5,
        ) {
            let whole = format!("{}1", parts.join("-"));
            let part = &parts[at % (parts.len() - 1)];
            prop_assert!(dot(&query_vector(part, &[]), &document_vector(&whole)) > 0.0);
        }

        #[test]
        fn longer_documents_weigh_less(extra in 1usize..200) {
            let short = document_vector("the cat sleeps");
            let long = document_vector(&format!("the cat sleeps {}", "and dogs bark ".repeat(extra)));
            let query = query_vector("cat", &[]);
            prop_assert!(dot(&query, &short) > dot(&query, &long));
        }
    }

    #[test]
    fn a_usual_document_has_the_textbook_weights() {
        // 50 terms, so the length correction is 1: tf·1.9 / (tf + 0.9).
        let text = format!("{} {}", "zebra ".repeat(2), "filler ".repeat(48));
        let score = dot(&query_vector("zebra", &[]), &document_vector(&text));
        assert!((score - 2.0 * 1.9 / 2.9).abs() < 1e-6, "{score}");
    }

    #[test]
    fn stop_words_are_left_out_unless_there_is_nothing_else() {
        assert_eq!(query_vector("where is the harbour", &[]), query_vector("the harbour", &[]));
        assert_eq!(query_vector("where is the harbour", &[]).indices, [dimension("harbour")]);
        assert_eq!(query_vector("the who", &[]).indices.len(), 2);
        assert!(dot(&query_vector("who are you", &[]), &document_vector("tell me who you are")) > 0.0);
    }

    #[test]
    fn each_term_of_a_query_counts_once() {
        assert_eq!(query_vector("the harbour, a harbour and the harbours", &[]), query_vector("the harbour", &[]));
        assert_eq!(query_vector("the harbour, a harbour and the harbours", &[]).values, [1.0]);
        assert_eq!(query_vector("katzen katzen", &[]), query_vector("katzen", &[]));
        let document = document_vector("Mara: the cat sleeps");
        assert_eq!(dot(&query_vector("cat cat cats", &[]), &document), dot(&query_vector("cat", &[]), &document));
        assert!(query_vector("!?…", &[]).is_empty());
    }

    #[test]
    fn a_phrase_is_looked_for_as_it_stands() {
        let with = query_vector("who said die alten Häuser", &["die alten häuser".to_owned()]);
        for word in ["die", "alten", "hauser"] {
            let at = with.indices.iter().position(|index| *index == dimension(word));
            assert_eq!(at.map(|at| with.values[at]), Some(1.0), "{word}");
        }
    }

    #[test]
    fn text_in_other_scripts_is_found_by_a_word_of_it() {
        for (text, word) in [
            ("我昨天去看了我的猫很可爱", "猫"),
            ("我昨天去看了我的猫很可爱", "昨天"),
            ("明日は東京タワーに行きます", "東京"),
            ("ฉันชอบแมวมาก", "แมว"),
            ("내일 학교에서 만나요", "학교"),
            ("Wir treffen uns im Café Größe", "cafe"),
        ] {
            assert!(dot(&query_vector(word, &[]), &document_vector(text)) > 0.0, "{word} in {text}");
        }
    }
}
