//! Texts are folded first: lower case, compatibility forms made plain, accents taken off (`Ｃafé` is `cafe`). Then
//! - words are cut by Unicode's rules (UAX 29). Of those in Cyrillic, Greek, Arabic and Tamil script the stem is taken that
//!   the script tells. Those in plain ASCII are brought to their English stem, others are left as they are; beside that form,
//!   which a text and a search always have in common, come stems in other languages. A text gives those of the language it
//!   seems to be in; a search those of each that it may be in. They are marked with the language, so that they meet
//!   only each other: a wrong guess finds nothing that is not there, and loses nothing that is;
//! - identifiers (ids, dates, e-mail addresses, paths, file names) are kept whole *and* cut into their parts;
//! - scripts written without spaces give single characters, pairs of neighbours and the words that a dictionary finds. A query
//!   gives no single characters, unless one stands alone, so that a word of two is not found wherever one of them stands.

use std::sync::LazyLock;

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

use super::fold::{bare, fold, is_latin};
use super::guess::{Evidence, Guess, guess};
use super::language::{Languages, by_script, little_in};

/// What terms are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To be found.
    Document,
    /// To find with.
    Query,
}

/// One term.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    pub text: String,
    /// Whether the word is so common that it tells nothing about what is asked. In a document only English words are.
    pub stop: bool,
    /// Whether it says again, in another form, what another term says.
    pub again: bool,
    /// How much it counts in a search. 1, but where a word has several forms.
    pub weight: f32,
}

impl Term {
    fn exact(text: &str) -> Self {
        Self { text: text.to_owned(), stop: false, again: false, weight: 1.0 }
    }

    fn again(text: String, stop: bool, weight: f32) -> Self {
        Self { text, stop, again: true, weight }
    }
}

/// Longer things are no identifiers that anyone would ask for by their whole length.
const IDENTIFIER_LIMIT: usize = 160;

/// A search of more words is long.
const SHORT: u16 = 24;

/// What stands between a form and the sign of what it is a form in. No word has it.
const MARK: char = '|';

/// In a search whose language is sure the stem is what counts, and the form as it stands comes to help …
const SURE: Weights = Weights { form: 0.5, stem: 1.0 };
/// … and in all others it is the other way round.
const OPEN: Weights = Weights { form: 1.0, stem: 0.5 };

/// What the two forms of a word weigh in a search.
#[derive(Debug, Clone, Copy)]
struct Weights {
    form: f32,
    stem: f32,
}

/// How the words of a text in Latin script are treated.
#[derive(Debug, Clone, Copy)]
struct Treatment {
    purpose: Purpose,
    /// The languages of which they give stems too.
    stems: Languages,
    /// A word that is a little one in all of these is a stop word.
    little: Languages,
    weights: Weights,
}

impl Treatment {
    /// A document has the stems of one language at most, so that a word of a search finds one stem at most.
    fn of_document(guess: Guess) -> Self {
        let stems = match guess {
            Guess::Other { likeliest, .. } => likeliest,
            Guess::English | Guess::Open => Languages::NONE,
        };
        Self { purpose: Purpose::Document, stems, little: Languages::ENGLISH, weights: OPEN }
    }

    /// A search whose language is open has the stems of all, if it is short; what is long and in no language has none.
    fn of_query(guess: Guess, long: bool) -> Self {
        let (stems, little, weights) = match guess {
            Guess::English => (Languages::NONE, Languages::ENGLISH, OPEN),
            Guess::Other { plausible, sure: true, .. } => (plausible, plausible, SURE),
            Guess::Other { plausible, .. } if long => (plausible, Languages::ENGLISH, OPEN),
            Guess::Open if long => (Languages::NONE, Languages::ENGLISH, OPEN),
            Guess::Other { .. } | Guess::Open => (Languages::LATIN, Languages::ENGLISH, OPEN),
        };
        Self { purpose: Purpose::Query, stems, little, weights }
    }

    /// Whether `word`, of a language that its script tells, is a stop word.
    fn stops(&self, word: &str, script: Languages) -> bool {
        self.purpose == Purpose::Query && little_in(word).has(script)
    }
}

static WORDS: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(Default::default()));

/// The terms of `text` in order, each as often as it occurs.
pub fn terms(text: &str, purpose: Purpose) -> Vec<Term> {
    let folded = fold(text);
    let mut found = Vec::new();
    for (line, treatment) in treatments(&folded, purpose) {
        for piece in line.split(is_separator) {
            for (spaceless, run) in runs(piece) {
                if spaceless { push_grams(run, purpose, &mut found) } else { push_words(run, treatment, &mut found) }
            }
        }
    }
    found
}

/// The lines of a text and how each is treated. What several people say may be in several languages, so that in a document
/// each line speaks for itself. One that says too little goes with the line before it, the first ones with the next that
/// says enough; where none does, all are taken together.
fn treatments(folded: &str, purpose: Purpose) -> Vec<(&str, Treatment)> {
    if purpose == Purpose::Query {
        let evidence = Evidence::of(folded);
        return vec![(folded, Treatment::of_query(guess(folded, &evidence), evidence.words() > SHORT))];
    }
    let lines: Vec<(&str, Evidence)> = folded.lines().map(|line| (line, Evidence::of(line))).collect();
    let guesses: Vec<Guess> = lines.iter().map(|(line, evidence)| guess(line, evidence)).collect();
    let first = guesses.iter().copied().find(|guess| *guess != Guess::Open).unwrap_or_else(|| {
        let all = lines.iter().fold(Evidence::default(), |all, (_, evidence)| all.and(evidence));
        guess(folded, &all)
    });
    let mut last = first;
    let mut treated = Vec::with_capacity(lines.len());
    for ((line, _), own) in lines.into_iter().zip(guesses) {
        last = if own == Guess::Open { last } else { own };
        treated.push((line, Treatment::of_document(last)));
    }
    treated
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

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
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
    if !run.chars().all(is_hangul) {
        push_dictionary_words(run, purpose, into);
    }
}

/// Pushes the words that a dictionary finds. A single letter is an ending or a particle; a single ideograph may be a word.
fn push_dictionary_words(run: &str, purpose: Purpose, into: &mut Vec<Term>) {
    let mut start = 0;
    for end in WORDS.segment_str(run).skip_while(|end| *end == 0) {
        let word = &run[start..end];
        start = end;
        if word.chars().any(is_ideograph) || word.graphemes(true).nth(1).is_some() {
            let stop = purpose == Purpose::Query && little_in(word).has(Languages::CHINESE);
            into.push(Term::again(format!("{MARK}{word}"), stop, 1.0));
        }
    }
}

fn push_words(run: &str, treatment: Treatment, into: &mut Vec<Term>) {
    let inner = run.trim_matches(|c: char| !c.is_alphanumeric());
    let core = bare(inner);
    if is_identifier(&core) {
        into.push(Term::exact(&core));
        inner.split(is_joiner).for_each(|part| push_word(part, treatment, into));
    } else {
        let words = run.unicode_words().flat_map(|word| word.split(is_joiner));
        words.for_each(|word| push_word(word, treatment, into));
    }
}

fn push_word(word: &str, treatment: Treatment, into: &mut Vec<Term>) {
    let plain = bare(word);
    if !plain.contains(char::is_alphanumeric) {
        return;
    }
    let script = by_script(word);
    if let Some(text) = script.iter().find_map(|language| language.stem(word)) {
        into.push(Term { stop: treatment.stops(word, script), ..Term::exact(&text) });
        return;
    }
    let form = form(word, &plain, treatment.little);
    if treatment.stems.is_empty() || !word.chars().all(|c| is_latin(c) || c == '\'') {
        into.push(form);
        return;
    }
    let (stop, Weights { form: weight, stem }) = (form.stop, treatment.weights);
    into.push(Term { weight, ..form });
    for language in treatment.stems.iter() {
        if let Some(text) = language.stem(word) {
            into.push(Term::again(format!("{}{MARK}{text}", language.code), stop, stem));
        }
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

/// The form in which a folded word is always found; `plain` is the word without accents.
fn form(word: &str, plain: &str, little: Languages) -> Term {
    let ascii = plain.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'');
    let text = if ascii { Stemmer::create(Algorithm::English).stem(plain).into_owned() } else { plain.to_owned() };
    Term { stop: little_in(word).has(little), ..Term::exact(&text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, purpose: Purpose) -> Vec<String> {
        terms(text, purpose).into_iter().filter(|term| !term.again).map(|term| term.text).collect()
    }

    fn again(text: &str, purpose: Purpose) -> Vec<String> {
        terms(text, purpose).into_iter().filter(|term| term.again).map(|term| term.text).collect()
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
        assert_eq!(document("'a-1'"), ["a-1", "a", "1"]);
        assert_eq!(document("see src/index/mod.rs."), ["see", "src/index/mod.rs", "src", "index", "mod", "rs"]);
        assert_eq!(
            document("on 2023-05-07 at 10:30"),
            ["on", "2023-05-07", "2023", "05", "07", "at", "10:30", "10", "30"]
        );
        assert_eq!(document("Отчёты-2024.docx"), ["отчеты-2024.docx", "отчет", "2024", "docx"]);
        assert_eq!(
            document("id=42 #general <@123456789012345678>"),
            ["id=42", "id", "42", "general", "123456789012345678"]
        );
    }

    #[test]
    fn scripts_without_spaces_give_characters_pairs_and_words() {
        assert_eq!(document("我的猫"), ["我", "的", "猫", "我的", "的猫"]);
        assert_eq!(again("我的猫", Purpose::Document), ["|我的", "|猫"]);
        assert_eq!(again("私は東京都に住んでいます", Purpose::Document)[..2], ["|私", "|東京"]);
        assert!(again("ฉันชอบแมวมาก", Purpose::Document).contains(&"|แมว".to_owned()));
        assert_eq!(again("학교에서", Purpose::Document), [""; 0]);
        assert_eq!(of("我的猫", Purpose::Query), ["我的", "的猫"]);
        assert_eq!(of("猫", Purpose::Query), ["猫"]);
        assert_eq!(of("用config.rs吧", Purpose::Query), ["用", "config.rs", "config", "rs", "吧"]);
        assert_eq!(of("แมว", Purpose::Query).len(), 2);
        assert_eq!(of("カフェ、東京。", Purpose::Query), ["カフ", "フェ", "東京"]);
    }

    #[test]
    fn languages_with_marks_inside_words_stay_whole() {
        assert_eq!(document("हिन्दी भाषा"), ["हिन्दी", "भाषा"]);
    }

    #[test]
    fn words_in_other_scripts_are_brought_to_the_stem_that_their_script_tells() {
        assert_eq!(document("Привет, мир, новый и нового"), ["привет", "мир", "нов", "и", "нов"]);
        assert_eq!(document("مرحبا بالعالم"), ["مرحب", "عالم"]);
        assert_eq!(document("Σπίτι, ΣΠΊΤΙΑ"), ["σπιτ", "σπιτ"]);
    }

    #[test]
    fn in_another_language_a_stem_stands_beside_each_word() {
        let text = "Mara: Wir haben die alten Häuser gesehen\nTom: And what did you think of the house?";
        assert_eq!(
            again(text, Purpose::Document),
            ["de|mara", "de|wir", "de|hab", "de|die", "de|alt", "de|haus", "de|geseh"]
        );
        assert_eq!(again("Wo stehen die Häuser?", Purpose::Query), ["de|wo", "de|steh", "de|die", "de|haus"]);
        assert_eq!(again("Where is the house?", Purpose::Query), [""; 0]);
    }

    #[test]
    fn a_long_search_in_no_language_has_no_stems() {
        let names = "Anna Tom Mara Olek Sam ";
        assert!(!again(names, Purpose::Query).is_empty());
        assert_eq!(again(&names.repeat(6), Purpose::Query), [""; 0]);
    }

    #[test]
    fn a_search_of_a_word_may_be_in_any_language() {
        let found = terms("Häuser", Purpose::Query);
        assert_eq!((found[0].text.as_str(), found[0].weight), ("hauser", 1.0));
        assert!(found[1..].iter().all(|term| term.again && term.weight < 1.0));
        assert!(found.iter().any(|term| term.text == "de|haus") && found.iter().any(|term| term.text == "sv|haus"));
        let sure = terms("Wo stehen die Häuser?", Purpose::Query);
        assert!(sure.iter().all(|term| term.again == (term.weight == 1.0)));
        assert_eq!(sure.iter().filter(|term| term.stop).count(), 4, "wo, die, and the stems of both");
    }

    #[test]
    fn stop_words_are_known_before_they_are_stemmed() {
        let stops: Vec<bool> = terms("don't the work", Purpose::Query).iter().map(|term| term.stop).collect();
        assert_eq!(stops, [true, true, false]);
    }
}
