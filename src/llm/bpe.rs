//! Byte-pair encoding with the public `cl100k_base` vocabulary. Owns the table of tokens and how a text is split.
//! Knows nothing of messages or budgets.
//!
//! Why not a ready crate: those keep automata over the vocabulary that cost 35 MB (`cl100k_base`) to 70 MB
//! (`o200k_base`) of resident memory; the plain table costs 3 MB. Why this vocabulary: those of common local models
//! (Llama 3, Qwen) grew out of it, and it rather counts too much than too little for the newer ones. The tests compare
//! every token and arbitrary texts with such a crate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

use regex_syntax::hir::{Class, HirKind};
use xxhash_rust::xxh32::xxh32;

/// Per token, in order of rank: its length in one byte, then its bytes. Ranks 0 to 255 are the single bytes.
static VOCABULARY: &[u8] = include_bytes!("data/cl100k_base.tokens");
/// Places in the hash table: a power of two, more than twice the tokens.
const PLACES: usize = 1 << 18;
/// Stands for "no neighbour" and "no token".
const NONE: u32 = u32::MAX;

static BPE: LazyLock<Bpe> = LazyLock::new(|| Bpe::read(VOCABULARY));

/// The encoder, loaded when first used.
pub(super) fn bpe() -> &'static Bpe {
    &BPE
}

/// Tokens by their bytes.
pub(super) struct Bpe {
    bytes: &'static [u8],
    /// Where each token's bytes start.
    starts: Vec<u32>,
    /// Open addressing: the rank of the token whose hash leads there, or [`NONE`].
    places: Vec<u32>,
    letters: Vec<(char, char)>,
    numbers: Vec<(char, char)>,
}

impl Bpe {
    fn read(bytes: &'static [u8]) -> Self {
        let mut bpe = Self {
            bytes,
            starts: Vec::new(),
            places: vec![NONE; PLACES],
            letters: class(r"\p{L}"),
            numbers: class(r"\p{N}"),
        };
        let mut at = 0;
        while let Some(length) = bytes.get(at) {
            let rank = bpe.starts.len() as u32;
            bpe.starts.push(at as u32 + 1);
            let token = bytes.get(at + 1..at + 1 + usize::from(*length)).unwrap_or_default();
            let place = bpe.place(token);
            bpe.places[place] = rank;
            at += 1 + usize::from(*length);
        }
        bpe
    }

    /// The bytes of the token of that rank.
    fn token(&self, rank: u32) -> &[u8] {
        let start = self.starts[rank as usize] as usize;
        &self.bytes[start..start + usize::from(self.bytes[start - 1])]
    }

    /// Where that token stands in the table, or would.
    fn place(&self, token: &[u8]) -> usize {
        let mut place = xxh32(token, 0) as usize % PLACES;
        while self.places[place] != NONE && self.token(self.places[place]) != token {
            place = (place + 1) % PLACES;
        }
        place
    }

    fn rank(&self, token: &[u8]) -> u32 {
        self.places[self.place(token)]
    }

    /// Tells the length in bytes of each token of the text, in order.
    pub(super) fn each_token(&self, text: &str, tell: &mut impl FnMut(usize)) {
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(self.piece(rest));
            match self.rank(piece.as_bytes()) {
                NONE => self.merge(piece.as_bytes(), tell),
                _ => tell(piece.len()),
            }
            rest = after;
        }
    }

    /// Joins, again and again, the two neighbours whose union has the lowest rank; n log n in the length of the piece.
    fn merge(&self, piece: &[u8], tell: &mut impl FnMut(usize)) {
        let mut chain = Chain::new(piece.len());
        let mut heap: BinaryHeap<Reverse<(u32, u32, u32)>> = BinaryHeap::with_capacity(piece.len());
        let offer = |heap: &mut BinaryHeap<_>, chain: &Chain, left: u32| {
            let Some(end) = chain.end_of_pair(left) else { return };
            let rank = self.rank(&piece[left as usize..end as usize]);
            if rank != NONE {
                heap.push(Reverse((rank, left, end)));
            }
        };
        (0..piece.len() as u32).for_each(|left| offer(&mut heap, &chain, left));
        while let Some(Reverse((_, left, end))) = heap.pop() {
            if chain.end_of_pair(left) != Some(end) {
                continue;
            }
            let before = chain.join(left);
            offer(&mut heap, &chain, left);
            if before != NONE {
                offer(&mut heap, &chain, before);
            }
        }
        chain.each(tell);
    }

    fn is_letter(&self, c: char) -> bool {
        if c.is_ascii() { c.is_ascii_alphabetic() } else { within(&self.letters, c) }
    }

    fn is_number(&self, c: char) -> bool {
        if c.is_ascii() { c.is_ascii_digit() } else { within(&self.numbers, c) }
    }

    fn is_symbol(&self, c: char) -> bool {
        !c.is_whitespace() && !self.is_letter(c) && !self.is_number(c)
    }

    /// The length in bytes of the first piece, over which no token reaches. The rule is `cl100k_base`'s, in order:
    /// `'s 't 're 've 'm 'll 'd` in any case · `[^\r\n L N]?L+` · `N{1,3}` · ` ?[^\s L N]+[\r\n]*` · `\s*[\r\n]+` ·
    /// `\s+(?!\S)` · `\s+`.
    fn piece(&self, text: &str) -> usize {
        let mut chars = text.chars();
        let (Some(first), second) = (chars.next(), chars.next()) else { return 0 };
        if let Some(length) = contraction(text) {
            return length;
        }
        if self.is_letter(first) {
            return run(text, 0, |c| self.is_letter(c));
        }
        if self.is_number(first) {
            return text.chars().take(3).take_while(|c| self.is_number(*c)).map(char::len_utf8).sum();
        }
        if !matches!(first, '\r' | '\n') && second.is_some_and(|c| self.is_letter(c)) {
            return run(text, first.len_utf8(), |c| self.is_letter(c));
        }
        let spaced = first == ' ' && second.is_some_and(|c| self.is_symbol(c));
        if spaced || self.is_symbol(first) {
            let end = run(text, usize::from(spaced), |c| self.is_symbol(c));
            return run(text, end, |c| matches!(c, '\r' | '\n'));
        }
        whitespace(text)
    }
}

/// The ranges of a class of characters, sorted; none if the class were unknown.
fn class(pattern: &str) -> Vec<(char, char)> {
    let Ok(hir) = regex_syntax::parse(pattern) else { return Vec::new() };
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => class.ranges().iter().map(|r| (r.start(), r.end())).collect(),
        _ => Vec::new(),
    }
}

fn within(ranges: &[(char, char)], c: char) -> bool {
    let at = ranges.partition_point(|(_, end)| *end < c);
    ranges.get(at).is_some_and(|(start, _)| *start <= c)
}

/// Where the run of such characters that starts at `from` ends.
fn run(text: &str, from: usize, such: impl Fn(char) -> bool) -> usize {
    text[from..].find(|c| !such(c)).map_or(text.len(), |length| from + length)
}

fn contraction(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\'')?;
    // U+017F is the one character outside ASCII that equals an `s` when case is ignored.
    let single = rest.chars().next().filter(|c| matches!(c, 's' | 'S' | 't' | 'T' | 'm' | 'M' | 'd' | 'D' | '\u{17f}'));
    let double = || rest.get(..2).filter(|two| ["re", "ve", "ll"].iter().any(|known| two.eq_ignore_ascii_case(known)));
    single.map(|c| 1 + c.len_utf8()).or_else(|| double().map(|two| 1 + two.len()))
}

fn whitespace(text: &str) -> usize {
    let spaces = &text[..run(text, 0, char::is_whitespace)];
    if let Some(last) = spaces.rfind(['\r', '\n']) {
        return last + 1;
    }
    let last = spaces.chars().next_back().map_or(0, char::len_utf8);
    if spaces.len() == text.len() || spaces.len() == last { spaces.len() } else { spaces.len() - last }
}

/// The tokens of a piece while they are joined: a list linked both ways, over the bytes they start at.
struct Chain {
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Chain {
    fn new(length: usize) -> Self {
        let length = length as u32;
        Self { before: (0..length).map(|at| at.wrapping_sub(1)).collect(), after: (1..=length).collect() }
    }

    fn length(&self) -> u32 {
        self.after.len() as u32
    }

    /// Where the token right of the one at `left` ends; none if there is none, or if `left` was joined away.
    fn end_of_pair(&self, left: u32) -> Option<u32> {
        let right = self.after[left as usize];
        if right == NONE || right == self.length() { None } else { Some(self.after[right as usize]) }
    }

    /// Joins the token at `left` with the next one; answers the one before.
    fn join(&mut self, left: u32) -> u32 {
        let right = self.after[left as usize];
        let end = self.after[right as usize];
        self.after[left as usize] = end;
        self.after[right as usize] = NONE;
        if end != self.length() {
            self.before[end as usize] = left;
        }
        self.before[left as usize]
    }

    fn each(&self, tell: &mut impl FnMut(usize)) {
        let mut at = 0;
        while at != self.length() {
            let end = self.after[at as usize];
            tell((end - at) as usize);
            at = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lengths(text: &str) -> Vec<usize> {
        let mut lengths = Vec::new();
        bpe().each_token(text, &mut |length| lengths.push(length));
        lengths
    }

    fn theirs(text: &str) -> Vec<usize> {
        let other = bpe_openai::cl100k_base();
        other.encode(text).into_iter().map(|token| other.bpe.token_len(token)).collect()
    }

    /// With `UPDATE_VOCABULARY` set, the file is written anew.
    #[test]
    fn the_vocabulary_is_the_published_one() {
        let other = &bpe_openai::cl100k_base().bpe;
        let mut expected = Vec::new();
        for rank in 0..other.num_tokens() as u32 {
            let token = other.token_bytes(rank);
            expected.push(u8::try_from(token.len()).unwrap());
            expected.extend_from_slice(token);
        }
        if std::env::var_os("UPDATE_VOCABULARY").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/llm/data/cl100k_base.tokens");
            std::fs::write(path, &expected).unwrap();
        }
        assert!(VOCABULARY == expected, "the vocabulary differs; run this test with UPDATE_VOCABULARY=1");
        assert_eq!(bpe().starts.len(), 100_256);
    }

    #[test]
    fn known_texts() {
        for text in [
            "",
            "Hello, world!",
            "  two  spaces \n\n and\tlines\r\n ",
            "It'S what they'LL've said: 12345.67 'ſ",
            "Straße, naïve café, übermäßig",
            "नमस्ते दुनिया, สวัสดี, 你好世界。こんにちは",
            "👩‍👩‍👧 emoji \u{200b}zero width",
            "{\"tool\": \"core_memory_append\", \"arguments\": {\"label\": \"human\"}}",
        ] {
            assert_eq!(lengths(text), theirs(text), "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]
        #[test]
        fn splits_as_the_other_encoder_does(text in ".{0,60}") {
            prop_assert_eq!(lengths(&text), theirs(&text));
        }

        #[test]
        fn splits_dense_text_alike(text in "[a-cA-C'st \n\r\u{a0}0-9.,{}\"éÄ漢]{0,80}") {
            prop_assert_eq!(lengths(&text), theirs(&text));
        }
    }
}
