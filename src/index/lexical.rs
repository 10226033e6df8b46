//! Words into sparse vectors: the same for both backends, so that both rank alike. Pure.
//!
//! BM25 (Robertson & Zaragoza 2009) is split in two: a document's vector holds the saturated term frequencies, a query's
//! holds ones, and the engine multiplies by the inverse document frequency of the scope.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;
use xxhash_rust::xxh32::xxh32;

use super::SparseVector;

/// How fast further occurrences of a word stop counting.
const K1: f32 = 1.2;
/// How much long texts are discounted.
const B: f32 = 0.75;
/// Words of a usual text here, a chat message with what stands around it. A constant, since a true average would change
/// every stored vector with each new one.
const USUAL_LENGTH: f32 = 32.0;
/// Words of one text that are looked at; what follows is still found by its meaning and in the ledger.
const MOST_WORDS: usize = 20_000;

static STOP_WORDS: LazyLock<HashSet<String>> =
    LazyLock::new(|| stop_words::get(stop_words::Language::English).into_iter().map(|word| word.to_string()).collect());

/// The terms of a text, in order: whole words in their stem, whole numbers and ids, and for scripts written without
/// spaces each character and each pair of neighbours.
pub fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let stemmer = Stemmer::create(Algorithm::English);
    let mut run: Vec<char> = Vec::new();
    for word in text.unicode_words().take(MOST_WORDS) {
        let unspaced = word.chars().all(is_unspaced);
        if !unspaced {
            flush_run(&mut run, &mut terms);
            push_word(word, &stemmer, &mut terms);
        } else {
            run.extend(word.chars());
        }
    }
    flush_run(&mut run, &mut terms);
    ids(text, &mut terms);
    terms
}

fn push_word(word: &str, stemmer: &Stemmer, terms: &mut Vec<String>) {
    let word = word.to_lowercase();
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(&word);
    if word.chars().all(char::is_alphabetic) {
        terms.push(stemmer.stem(word).into_owned());
    } else {
        terms.push(word.to_owned());
    }
}

/// What is written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) is found by pairs of characters.
fn flush_run(run: &mut Vec<char>, terms: &mut Vec<String>) {
    terms.extend(run.iter().map(char::to_string));
    terms.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
    run.clear();
}

fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x31F0..=0x31FF
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Ids, addresses and paths are also terms as a whole: what holds a digit or a joint inside and no space.
fn ids(text: &str, terms: &mut Vec<String>) {
    for piece in text.split_whitespace().take(MOST_WORDS) {
        let piece = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let jointed = piece.chars().any(|c| !c.is_alphanumeric() && c.is_ascii_punctuation() && c != '\'');
        if jointed && piece.chars().count() <= 200 && piece.chars().any(char::is_alphanumeric) {
            terms.push(piece.to_lowercase());
        }
    }
}

/// The vector of something that is to be found.
pub fn document_vector(text: &str) -> SparseVector {
    let terms = terms(text);
    let length = terms.len() as f32;
    let mut counts: BTreeMap<u32, f32> = BTreeMap::new();
    for term in &terms {
        *counts.entry(xxh32(term.as_bytes(), 0)).or_default() += 1.0;
    }
    let discount = K1 * (1.0 - B + B * length / USUAL_LENGTH);
    let weight = |count: f32| count * (K1 + 1.0) / (count + discount);
    SparseVector {
        indices: counts.keys().copied().collect(),
        values: counts.values().map(|count| weight(*count)).collect(),
    }
}

/// The vector of a question: any of its words counts, those that say nothing are left out unless there are no others.
pub fn query_vector(text: &str) -> SparseVector {
    let saying = |word: &&str| !STOP_WORDS.contains(&word.to_lowercase().replace('’', "'"));
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| saying(&word.trim_matches(|c: char| !c.is_alphanumeric()))).collect();
    let asked = if words.is_empty() { text.to_owned() } else { words.join(" ") };
    let indices: Vec<u32> = terms(&asked)
        .iter()
        .map(|term| xxh32(term.as_bytes(), 0))
        .collect::<std::collections::BTreeSet<u32>>()
        .into_iter()
        .collect();
    SparseVector { values: vec![1.0; indices.len()], indices }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score(query: &str, document: &str) -> f32 {
        let (query, document) = (query_vector(query), document_vector(document));
        document
            .indices
            .iter()
            .zip(&document.values)
            .filter(|(index, _)| query.indices.contains(index))
            .map(|(_, value)| value)
            .sum()
    }

    #[test]
    fn words_are_found_in_any_form() {
        assert!(score("Who was painting sunsets?", "She painted a sunset last week") > 0.0);
        assert!(score("Mara's cat", "the cat of Mara") > 1.0);
        assert_eq!(score("what did she do", "he was there"), 0.0);
    }

    #[test]
    fn a_question_of_stop_words_is_still_a_question() {
        assert!(score("who are you", "you are who you are") > 0.0);
    }

    #[test]
    fn ids_are_found_whole_and_by_part() {
        let document = "ticket 3f2504e0-4f89-41d3-9a0c-0305e82c3301 sent to ann@example.org";
        assert!(score("3f2504e0-4f89-41d3-9a0c-0305e82c3301", document) > score("3f2504e0", document));
        assert!(score("ann@example.org", document) > 0.0);
        assert!(score("0305e82c3301", document) > 0.0);
    }

    #[test]
    fn unspaced_scripts_are_found() {
        assert!(score("東京", "明日は東京へ行きます") > 1.0);
        assert!(score("แมว", "ฉันมีแมวสองตัว") > 0.0);
    }

    proptest! {
        #[test]
        fn vectors_are_well_formed(text in "\\PC{0,200}") {
            for vector in [document_vector(&text), query_vector(&text)] {
                prop_assert!(vector.indices.windows(2).all(|pair| pair[0] < pair[1]));
                prop_assert_eq!(vector.indices.len(), vector.values.len());
                prop_assert!(vector.values.iter().all(|value| value.is_finite() && *value > 0.0));
            }
        }

        #[test]
        fn a_word_finds_its_text(words in prop::collection::vec("[a-z]{3,10}|[0-9]{1,6}", 1..20), pick in any::<prop::sample::Index>()) {
            let word = pick.get(&words);
            prop_assert!(score(word, &words.join(" ")) > 0.0);
        }
    }
}
