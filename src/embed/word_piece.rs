//! The tokenizer of an uncased BERT, over a vocabulary that lives in the program. Gives the ids that the `tokenizers`
//! crate gives for the same model, in a tenth of the time and memory, but knows no special tokens: `[CLS]` in a text is
//! a bracket, three letters and a bracket. Must not know what the ids are for.

use std::collections::HashMap;

use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::{NormalizedString, Normalizer, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer};

/// Characters from which on a word is not looked at.
const WORD_LIMIT: usize = 100;

/// A vocabulary of word pieces.
pub(super) struct WordPiece {
    /// Pieces that begin a word.
    first: HashMap<&'static str, u32>,
    /// Pieces that go on within a word, without their `##`.
    inner: HashMap<&'static str, u32>,
    /// Bytes of the longest piece.
    longest: usize,
}

impl WordPiece {
    /// From a vocabulary with one token a line, in the order of the ids.
    pub(super) fn new(vocabulary: &'static str) -> Self {
        let (mut first, mut inner) = (HashMap::new(), HashMap::new());
        for (id, token) in (0..).zip(vocabulary.lines()) {
            match token.strip_prefix("##").filter(|rest| !rest.is_empty()) {
                Some(rest) => inner.insert(rest, id),
                None => first.insert(token, id),
            };
        }
        let longest = first.keys().chain(inner.keys()).map(|token| token.len()).max().unwrap_or(0);
        Self { first, inner, longest }
    }

    /// The ids of at most `limit` tokens of the text. Words that the vocabulary cannot spell are left out.
    pub(super) fn ids(&self, text: &str, limit: usize) -> Vec<u32> {
        let mut ids = Vec::new();
        // Whatever the normalizer does, it never looks across one of these four.
        for chunk in text.split([' ', '\t', '\n', '\r']).filter(|chunk| !chunk.is_empty()) {
            if chunk.is_ascii() {
                self.ascii(chunk, &mut ids);
            } else {
                self.unicode(chunk, &mut ids);
            }
            if ids.len() >= limit {
                ids.truncate(limit);
                break;
            }
        }
        ids
    }

    /// What normalizer and pre-tokenizer come to when every character is ASCII.
    fn ascii(&self, chunk: &str, ids: &mut Vec<u32>) {
        let lower: String = chunk.chars().filter(|c| !c.is_ascii_control()).map(|c| c.to_ascii_lowercase()).collect();
        let mut rest = lower.as_str();
        while let Some(at) = rest.find(|c: char| c.is_ascii_punctuation()) {
            self.word(&rest[..at], ids);
            self.word(&rest[at..=at], ids);
            rest = &rest[at + 1..];
        }
        self.word(rest, ids);
    }

    fn unicode(&self, chunk: &str, ids: &mut Vec<u32>) {
        let mut normalized = NormalizedString::from(chunk);
        // Neither of the two ever fails; if one did, the chunk would be unknown.
        if BertNormalizer::default().normalize(&mut normalized).is_err() {
            return;
        }
        let mut parts = PreTokenizedString::from(normalized);
        if BertPreTokenizer.pre_tokenize(&mut parts).is_err() {
            return;
        }
        for (word, _, _) in parts.get_splits(OffsetReferential::Normalized, OffsetType::Byte) {
            self.word(word, ids);
        }
    }

    /// Spells a word with the longest piece that fits, then the longest that goes on, and so to its end.
    fn word(&self, word: &str, ids: &mut Vec<u32>) {
        if word.is_empty() || word.chars().count() > WORD_LIMIT {
            return;
        }
        let before = ids.len();
        let mut start = 0;
        while start < word.len() {
            let pieces = if start == 0 { &self.first } else { &self.inner };
            let Some((length, id)) = self.longest_piece(pieces, &word[start..]) else {
                ids.truncate(before);
                return;
            };
            ids.push(id);
            start += length;
        }
    }

    fn longest_piece(&self, pieces: &HashMap<&'static str, u32>, rest: &str) -> Option<(usize, u32)> {
        let from = rest.len().min(self.longest);
        let ends = (1..=from).rev().filter(|end| rest.is_char_boundary(*end));
        ends.into_iter().find_map(|end| pieces.get(&rest[..end]).map(|id| (end, *id)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use proptest::prelude::*;
    use tokenizers::Tokenizer;
    use tokenizers::models::wordpiece::WordPiece as Reference;

    use super::*;

    const VOCABULARY: &str = include_str!("data/potion-base-8m/vocab.txt");

    fn ours() -> &'static WordPiece {
        static OURS: OnceLock<WordPiece> = OnceLock::new();
        OURS.get_or_init(|| WordPiece::new(VOCABULARY))
    }

    /// The same tokenizer as the `tokenizers` crate builds it.
    fn reference() -> &'static Tokenizer {
        static REFERENCE: OnceLock<Tokenizer> = OnceLock::new();
        REFERENCE.get_or_init(|| {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/embed/data/potion-base-8m/vocab.txt");
            let model = Reference::from_file(file).unk_token("[UNK]".into()).build().unwrap();
            let mut tokenizer = Tokenizer::new(model);
            tokenizer.with_normalizer(Some(BertNormalizer::default())).unwrap();
            tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
            tokenizer
        })
    }

    fn assert_same(text: &str) {
        let encoded = reference().encode_fast(text, false).unwrap();
        let known: Vec<u32> = encoded.get_ids().iter().copied().filter(|id| *id != 1).collect();
        assert_eq!(ours().ids(text, usize::MAX), known, "{text:?}");
    }

    #[test]
    fn known_texts_are_split_alike() {
        for text in [
            "Mara said: \"it's 5°C\" - isn't it?!",
            "Café naïve ÅNGSTRÖM İstanbul ẞ ﬁ",
            "東京タワー Привет שלום مرحبا हिन्दी ภาษาไทย",
            "👩‍👩‍👧 <@1234> `code` https://example.com/a?b=c#d",
            "a\u{7}b\u{b}c\u{200b}d\u{a0}e\u{fffd}f\u{3000}g\u{85}h\u{2028}i",
            "x\u{301}\u{323} e\u{300}",
            "[CLS] [UNK] ##ing ##",
        ] {
            assert_same(text);
        }
        assert_same(&"a".repeat(100));
        assert_same(&"a".repeat(101));
    }

    proptest! {
        #[test]
        fn words_are_split_alike(text in "([a-zA-Z0-9]{1,12}|[ \t\n.,!?'#-]){0,12}") {
            assert_same(&text);
        }

        #[test]
        fn any_text_is_split_alike(text in any::<String>()) {
            assert_same(&text);
        }
    }

    #[test]
    fn the_limit_holds() {
        assert_eq!(ours().ids("one two three four", 3).len(), 3);
    }
}
