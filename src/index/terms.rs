//! A text into the terms that words are searched by. Owns what counts as a word, an identifier and a stop word.
//! Pure; must not know how terms are weighted or where they are stored.
//!
//! Texts are folded first: lower case, compatibility forms made plain, accents taken off (`Ｃafé` is `cafe`). Then
//! - words are cut by Unicode's rules (UAX 29) and brought to their English stem where they are plain ASCII;
//! - identifiers (ids, dates, e-mail addresses, paths, file names) are kept whole *and* cut into their parts;
//! - scripts written without spaces give single characters and pairs of neighbours. A query gives pairs only, unless a
//!   character stands alone, so that a word of two characters is not found wherever one of them stands.

use std::collections::HashSet;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// What terms are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To be found.
    Document,
    /// To find with.
    Query,
}

/// One term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub text: String,
    /// Whether the word is so common in English that it tells nothing about what is asked.
    pub stop: bool,
}

impl Term {
    fn exact(text: &str) -> Self {
        Self { text: text.to_owned(), stop: false }
    }
}

/// Longer things are no identifiers that anyone would ask for by their whole length.
const IDENTIFIER_LIMIT: usize = 160;

/// What the protocol part of an address leaves behind.
const ADDRESS_WORDS: [&str; 3] = ["http", "https", "www"];

static STOP_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| stop_words::lookup("en").unwrap_or_default().iter().copied().chain(ADDRESS_WORDS).collect());

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// The terms of `text` in order, each as often as it occurs.
pub fn terms(text: &str, purpose: Purpose) -> Vec<Term> {
    let folded = fold(text);
    let mut found = Vec::new();
    for piece in folded.split(is_separator) {
        for (spaceless, run) in runs(piece) {
            if spaceless { push_grams(run, purpose, &mut found) } else { push_words(run, &mut found) }
        }
    }
    found
}

fn fold(text: &str) -> String {
    let plain = text.to_lowercase();
    let plain = plain.nfkd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}' | '\u{ad}')).nfc();
    plain.map(|c| if c == '’' { '\'' } else { c }).collect::<String>().to_lowercase()
}

/// Signs that may join the parts of an identifier.
fn is_joiner(c: char) -> bool {
    matches!(c, '-' | '_' | '.' | '@' | '/' | '\\' | ':' | '#' | '+' | '~' | '=' | '&' | '?' | '%')
}

/// Where neither a word nor an identifier goes on.
fn is_separator(c: char) -> bool {
    let ascii = c.is_ascii() && !c.is_ascii_alphanumeric() && !is_joiner(c) && c != '\'';
    ascii
        || c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{200b}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{303f}' | '\u{30fb}')
}

/// Whether `c` belongs to a script that puts no spaces between words, or that grows words by endings as Korean does.
fn is_spaceless(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0eff}' // Thai, Lao
        | '\u{1000}'..='\u{109f}' // Burmese
        | '\u{1100}'..='\u{11ff}' // Hangul jamo
        | '\u{1780}'..='\u{17ff}' // Khmer
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30fa}' | '\u{30fc}'..='\u{31ff}' // kana, bopomofo, Hangul compatibility jamo
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' // Han
        | '\u{ac00}'..='\u{d7af}' // Hangul
        | '\u{20000}'..='\u{323af}') // Han, further planes
}

/// Cuts `piece` where scripts with and without spaces meet.
fn runs(piece: &str) -> Vec<(bool, &str)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = piece.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let end = chars.peek().map_or(piece.len(), |(at, _)| *at);
        let next = chars.peek().map(|(_, next)| is_spaceless(*next));
        if next != Some(is_spaceless(c)) {
            found.push((is_spaceless(c), &piece[start..end]));
            start = end;
        }
    }
    found
}

fn push_grams(run: &str, purpose: Purpose, into: &mut Vec<Term>) {
    let units: Vec<(usize, &str)> = run.grapheme_indices(true).collect();
    if purpose == Purpose::Document || units.len() == 1 {
        into.extend(units.iter().map(|(_, unit)| Term::exact(unit)));
    }
    for pair in units.windows(2) {
        let (start, end) = (pair[0].0, pair[1].0 + pair[1].1.len());
        into.push(Term::exact(&run[start..end]));
    }
}

fn push_words(run: &str, into: &mut Vec<Term>) {
    let core = run.trim_matches(|c: char| !c.is_alphanumeric());
    if is_identifier(core) {
        into.push(Term::exact(core));
        let parts = core.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        into.extend(parts.map(word_term));
    } else {
        let words = run.unicode_words().flat_map(|word| word.split(|c: char| is_joiner(c)));
        into.extend(words.filter(|word| word.contains(char::is_alphanumeric)).map(word_term));
    }
}

/// Whether `core`, which begins and ends with a letter or digit, is several parts that belong together: a date, an
/// address, a path, a UUID. Words with a hyphen are not.
fn is_identifier(core: &str) -> bool {
    let joined = core.contains(is_joiner);
    let only_joined = core.chars().all(|c| c.is_alphanumeric() || is_joiner(c));
    let telling = core.contains(|c: char| c.is_numeric() || (is_joiner(c) && c != '-'));
    joined && only_joined && telling && core.len() <= IDENTIFIER_LIMIT
}

fn word_term(word: &str) -> Term {
    let plain = word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'');
    let stop = STOP_WORDS.contains(word);
    let text = if plain { STEMMER.stem(word).into_owned() } else { word.to_owned() };
    Term { text, stop }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, purpose: Purpose) -> Vec<String> {
        terms(text, purpose).into_iter().map(|term| term.text).collect()
    }

    fn document(text: &str) -> Vec<String> {
        of(text, Purpose::Document)
    }

    #[test]
    fn words_are_folded_and_stemmed() {
        assert_eq!(document("Mara’s CATS were running"), ["mara", "cat", "were", "run"]);
        assert_eq!(document("Café, NAÏVE Ｆｕｌｌ"), ["cafe", "naiv", "full"]);
        assert_eq!(document("well-known (really)"), ["well", "known", "realli"]);
    }

    #[test]
    fn identifiers_are_kept_whole_and_in_parts() {
        assert_eq!(
            document("6F1C2A3B-0000-4abc-8def-0123456789ab"),
            ["6f1c2a3b-0000-4abc-8def-0123456789ab", "6f1c2a3b", "0000", "4abc", "8def", "0123456789ab"]
        );
        assert_eq!(document("<mara.k@example.org>,"), ["mara.k@example.org", "mara", "k", "exampl", "org"]);
        assert_eq!(document("see src/index/mod.rs."), ["see", "src/index/mod.rs", "src", "index", "mod", "rs"]);
        assert_eq!(
            document("on 2023-05-07 at 10:30"),
            ["on", "2023-05-07", "2023", "05", "07", "at", "10:30", "10", "30"]
        );
        assert_eq!(
            document("id=42 #general <@123456789012345678>"),
            ["id=42", "id", "42", "general", "123456789012345678"]
        );
    }

    #[test]
    fn scripts_without_spaces_give_characters_and_pairs() {
        assert_eq!(document("我的猫"), ["我", "的", "猫", "我的", "的猫"]);
        assert_eq!(of("我的猫", Purpose::Query), ["我的", "的猫"]);
        assert_eq!(of("猫", Purpose::Query), ["猫"]);
        assert_eq!(of("用config.rs吧", Purpose::Query), ["用", "config.rs", "config", "rs", "吧"]);
        assert_eq!(of("แมว", Purpose::Query).len(), 2);
        assert_eq!(of("カフェ、東京。", Purpose::Query), ["カフ", "フェ", "東京"]);
    }

    #[test]
    fn languages_with_marks_inside_words_stay_whole() {
        assert_eq!(document("हिन्दी भाषा"), ["हिन्दी", "भाषा"]);
        assert_eq!(document("Привет, мир"), ["привет", "мир"]);
        assert_eq!(document("مرحبا بالعالم"), ["مرحبا", "بالعالم"]);
    }

    #[test]
    fn stop_words_are_known_before_they_are_stemmed() {
        let stops: Vec<bool> = terms("don't the work", Purpose::Query).iter().map(|term| term.stop).collect();
        assert_eq!(stops, [true, true, false]);
    }
}
